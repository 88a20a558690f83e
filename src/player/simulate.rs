//! Simulates games: honest ones, the two kinds of fraud in Wang 2009, and a third kind that its
//! test can't detect.

use super::time::{draw_time, pick, step_rate};
use super::{Log, LogMove, PlayState, Player};
use crate::grid::{Board, Cell};
use crate::seed::Generator;

/// The kind of game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameKind {
    /// A player who follows the model.
    Honest,
    /// An honest game with its steps in random order, each with its own time (Wang 2009, Fig. 3.9).
    Shuffled,
    /// The solution, copied in random order, with a digit about every five seconds (Wang 2009, Fig.
    /// 3.10).
    Copying,
    /// The solution, copied in an order that an honest player might follow, in the same total time.
    Steady,
}

impl GameKind {
    /// All kinds, in the order of listings.
    pub const ALL: [Self; 4] = [Self::Honest, Self::Shuffled, Self::Copying, Self::Steady];

    /// Returns the kind's name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Honest => "honest",
            Self::Shuffled => "shuffled",
            Self::Copying => "copying",
            Self::Steady => "steady",
        }
    }
}

/// The minimum and maximum time that a copier takes for a digit, in seconds.
const COPYING: [f64; 2] = [4.0, 6.0];

/// Simulates a game of the puzzle with this unique solution. An honest player stops where the known
/// rules don't help any more.
pub fn simulate(
    kind: GameKind,
    puzzle: &Board,
    solution: &Board,
    player: &Player,
    rng: &mut Generator,
) -> Log {
    let mut moves = match kind {
        GameKind::Copying => in_any_order(puzzle, rng),
        _ => honest(puzzle, solution, player, rng),
    };
    if kind == GameKind::Shuffled {
        rng.shuffle(&mut moves);
    }
    if matches!(kind, GameKind::Copying | GameKind::Steady) {
        let [least, most] = COPYING;
        for played in &mut moves {
            played.seconds = least + (most - least) * rng.unit();
        }
    }
    Log {
        puzzle: *puzzle,
        solution: *solution,
        moves,
    }
}

fn honest(puzzle: &Board, solution: &Board, player: &Player, rng: &mut Generator) -> Vec<LogMove> {
    let logics = player.logics();
    let mut state = PlayState::new(puzzle, solution);
    let mut moves = Vec::new();
    loop {
        let paths = state.paths(&logics);
        let Some(path) = pick(&paths, player, rng) else {
            break;
        };
        let cell = path.cell;
        // Times in a log have three decimals.
        let seconds = draw_time(step_rate(&paths, player, cell), rng).max(0.001);
        moves.push(LogMove { cell, seconds });
        state.fill(cell);
    }
    moves
}

fn in_any_order(puzzle: &Board, rng: &mut Generator) -> Vec<LogMove> {
    let blank = |cell: &Cell| puzzle.get(*cell).is_none();
    let mut cells: Vec<Cell> = Cell::all().filter(blank).collect();
    rng.shuffle(&mut cells);
    let seconds = 0.0;
    cells
        .into_iter()
        .map(|cell| LogMove { cell, seconds })
        .collect()
}
