//! Estimates the time that a player needs for a puzzle (Wang 2009, equation 2.8). The time is averaged over the
//! sequences of steps that the player may follow.
//!
//! There are too many sequences to add up, so some are drawn at random. Each step is drawn by the probabilities of
//! the paths (equation 2.5). For each sequence, the mean and the variance of the time are exact sums. Only the
//! choice of the sequence is random.

use super::{Path, PlayState, Player, RateForm};
use crate::grid::{Board, Cell};
use crate::seed::Generator;

/// The time that a player needs for a puzzle, as a mean and a deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectedTime {
    /// The expected time in seconds.
    pub mean: f64,
    /// The standard deviation of the time from game to game, in seconds.
    pub deviation: f64,
    /// The maximum number of blanks left at the end of a simulated sequence of steps; 0 if the player's rules solve the
    /// puzzle. If blanks are left, the times cover only the steps that the rules allow.
    pub left: usize,
}

/// Draws one of the ways to make the next step by its probability (Wang 2009, equation 2.5), or returns `None`
/// if there is none.
pub(super) fn pick(paths: &[Path], player: &Player, rng: &mut Generator) -> Option<Path> {
    let total: f64 = paths.iter().map(|path| player.rate(path.logic)).sum();
    let mut left = total * rng.unit();
    for path in paths {
        left -= player.rate(path.logic);
        if left <= 0.0 {
            return Some(*path);
        }
    }
    paths.last().copied()
}

/// Draws an exponentially distributed time in seconds, for an event with this rate per second.
pub(super) fn draw_time(rate: f64, rng: &mut Generator) -> f64 {
    -rng.unit().ln() / rate
}

/// Returns the rate, in steps per second, of a step that fills this cell. `paths` are all ways to make the step.
pub(super) fn step_rate(paths: &[Path], player: &Player, cell: Cell) -> f64 {
    let rate = |path: &Path| player.rate(path.logic);
    match player.form {
        RateForm::Race => paths.iter().map(rate).sum(),
        RateForm::Averaged => {
            let chosen = || paths.iter().filter(|path| path.cell == cell);
            chosen().map(rate).sum::<f64>() / chosen().count().max(1) as f64
        }
    }
}

/// Returns the time that a player needs for the puzzle with this unique solution, from `chains` random sequences
/// of steps.
pub fn expected(
    puzzle: &Board,
    solution: &Board,
    player: &Player,
    chains: u32,
    rng: &mut Generator,
) -> ExpectedTime {
    let logics = player.logics();
    let (mut sum, mut squares, mut variance, mut left) = (0.0, 0.0, 0.0, 0);
    for _ in 0..chains {
        let mut state = PlayState::new(puzzle, solution);
        let mut time = 0.0;
        loop {
            let paths = state.paths(&logics);
            let Some(path) = pick(&paths, player, rng) else {
                break;
            };
            let mean = 1.0 / step_rate(&paths, player, path.cell);
            time += mean;
            variance += mean * mean;
            state.fill(path.cell);
        }
        sum += time;
        squares += time * time;
        left = left.max(state.blanks().len());
    }
    let chains = f64::from(chains.max(1));
    let mean = sum / chains;
    let between = (squares / chains - mean * mean).max(0.0);
    ExpectedTime {
        mean,
        deviation: (variance / chains + between).sqrt(),
        left,
    }
}
