//! Simulates games, which are honest or one of three kinds of fraud. Two of these kinds are in Wang 2009. The
//! paper's test can't detect the third.

use super::time::{draw_time, pick, step_rate};
use super::{Log, LogMove, PlayState, Player};
use crate::grid::{Board, Cell};
use crate::seed::Generator;

/// The kind of a simulated game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameKind {
    /// A game of a player who follows the model.
    Honest,
    /// An honest game whose steps are in random order, each with its own time (Wang 2009, Fig. 3.9).
    Shuffled,
    /// A game in which the solution is copied in random order, with a digit about every five seconds (Wang 2009,
    /// Fig. 3.10).
    Copying,
    /// A game in which the solution is copied in an order that an honest player might follow, with a digit about
    /// every five seconds.
    Steady,
}

impl GameKind {
    /// All kinds of games, in the order in which the program lists them.
    pub const ALL: [Self; 4] = [Self::Honest, Self::Shuffled, Self::Copying, Self::Steady];

    /// Returns the name of the kind in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Honest => "honest",
            Self::Shuffled => "shuffled",
            Self::Copying => "copying",
            Self::Steady => "steady",
        }
    }
}

/// The minimum and the maximum time that a player who copies the solution takes for a digit, in seconds.
const COPYING: [f64; 2] = [4.0, 6.0];

/// Simulates a game of the puzzle with this unique solution. Unless the game is of the kind [`GameKind::Copying`],
/// it ends where the rules that the player knows lead no further.
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
