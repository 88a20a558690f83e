//! How long a puzzle takes a player: over the chains that the player may follow (2.8), and the
//! paper's lower bound (2.10).
//!
//! Chains are too many to add up, so some are drawn: in each state a path by its prior. Given the
//! chain, mean and variance of the time are exact sums; only the choice of the chain is left to
//! chance.

use super::chance::pick;
use super::{Form, Path, Player, State};
use crate::grid::{Board, Candidates, Cell, CellSet, Digit, House, cells_at};
use crate::rate::{Preset, RULES, Rater, Rule, RuleCounts, RuleKind};
use crate::seed::Generator;

/// How long a puzzle takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spell {
    /// The expected time in seconds.
    pub mean: f64,
    /// Its standard deviation from game to game, in seconds.
    pub deviation: f64,
    /// The cells left where the player's logics end, at most over the chains; 0 if they solve the
    /// puzzle. The times are those up to there.
    pub left: usize,
}

/// A puzzle's lower bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    /// How often each logic is used.
    pub used: RuleCounts,
    /// The sum of the used logics' expected times, in seconds.
    pub seconds: f64,
    /// The cells left where the player's logics end.
    pub left: usize,
}

/// The rate at which a step ends, given its paths and the cell that it fills.
pub(super) fn step_rate(paths: &[Path], player: &Player, cell: Cell) -> f64 {
    let rate = |path: &Path| player.rate(path.logic);
    match player.form {
        Form::Race => paths.iter().map(rate).sum(),
        Form::Averaged => {
            let chosen = || paths.iter().filter(|path| path.cell == cell);
            chosen().map(rate).sum::<f64>() / chosen().count().max(1) as f64
        }
    }
}

/// The time that the puzzle with this only solution takes, over so many chains drawn at random.
pub fn expected(
    puzzle: &Board,
    solution: &Board,
    player: &Player,
    chains: u32,
    chance: &mut Generator,
) -> Spell {
    let logics = player.logics();
    let (mut sum, mut squares, mut variance, mut left) = (0.0, 0.0, 0.0, 0);
    for _ in 0..chains {
        let mut state = State::new(puzzle, solution);
        let mut time = 0.0;
        loop {
            let paths = state.paths(&logics);
            let Some(path) = pick(&paths, player, chance) else {
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
    Spell {
        mean,
        deviation: (variance / chains + between).sqrt(),
        left,
    }
}

/// (2.10): everything by the easiest logic, and a harder one once only where the easier ones end.
pub fn lower_bound(puzzle: &Board, solution: &Board, player: &Player) -> Bound {
    let mut logics = player.logics();
    logics.sort_by(|&a, &b| player.rate(b).total_cmp(&player.rate(a)));
    let finder = Rater::new(&Preset::default());
    let mut candidates = Candidates::of(puzzle);
    let mut used = [0; RULES];
    while !candidates.blanks().is_empty() {
        let applied = logics.iter().find_map(|&logic| {
            let times = apply(logic, &mut candidates, solution, &finder);
            (times > 0).then_some((logic, times))
        });
        let Some((logic, times)) = applied else {
            break;
        };
        used[logic.index()] += times;
    }
    let times = |logic: &Rule| f64::from(used[logic.index()]) / player.rate(*logic);
    Bound {
        used,
        seconds: logics.iter().map(times).sum(),
        left: candidates.blanks().len(),
    }
}

/// Uses a logic for all the cells it fills or, if it only removes candidates, once. Says how often.
fn apply(logic: Rule, candidates: &mut Candidates, solution: &Board, finder: &Rater) -> u32 {
    let filled = match (logic, logic.kind()) {
        (Rule::NakedSingle, _) => candidates.with_count(1),
        (Rule::HiddenSingle, _) => hidden(candidates),
        (_, RuleKind::Removing) => {
            let Some(step) = finder.find(logic, candidates).into_iter().next() else {
                return 0;
            };
            for mark in step.eliminations {
                candidates.remove(mark.cell, mark.digit);
            }
            return 1;
        }
        _ => {
            let counts = |cell: &Cell| candidates.of_cell(*cell).len();
            candidates.blanks().min_by_key(counts).into_iter().collect()
        }
    };
    for cell in filled {
        if let Some(digit) = solution.get(cell) {
            candidates.place(cell, digit);
        }
    }
    filled.len() as u32
}

fn hidden(candidates: &Candidates) -> CellSet {
    let single = |(house, digit): (House, Digit)| {
        cells_at(house, candidates.places(house)[digit.index()]).single()
    };
    House::all()
        .flat_map(|house| Digit::all().map(move |digit| (house, digit)))
        .filter_map(single)
        .collect()
}
