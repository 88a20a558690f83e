//! A state of play as a player submits it: entries may be wrong, and pencil marks may lack a digit.

use super::position::Position;
use crate::grid::{Board, Cell, Conflict, Digit, DigitSet};
use crate::rate::Mark;
use crate::solve::search;

/// A state of play.
///
/// ```
/// use sudoku_engine::rate::hints::Play;
/// let givens = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let state = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let play = Play { givens: Some(givens), ..Play::new(state) };
/// let checked = play.check().expect("the givens have one solution");
/// assert_eq!(checked.wrong[0].cell.to_string(), "r1c3");
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Play {
    /// The digits on the board, givens and entries.
    pub board: Board,
    /// The givens; `None` if it is not known which digits are givens.
    pub givens: Option<Board>,
    /// The pencil marks: the candidates that the player has left in each cell that has any.
    pub candidates: Option<Vec<(Cell, DigitSet)>>,
}

/// A state of play, compared with its solution.
#[derive(Debug, Clone)]
pub struct CheckedPlay {
    /// The position without the wrong entries, and with all candidates of the solution.
    pub position: Position,
    /// The only solution.
    pub solution: Board,
    /// The entries that are wrong, in reading order.
    pub wrong: Vec<Mark>,
    /// The solution's digits that are missing from the pencil marks, in reading order.
    pub missing: Vec<Mark>,
}

/// The error for a state of play for which there is no hint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A digit appears twice in a house.
    #[error("no solution: {} stands twice in {} ({} and {}){}", .conflict.digit, .conflict.house,
        .conflict.cells[0], .conflict.cells[1], advice(*.givens))]
    Conflict {
        /// The digit with its house and cells.
        conflict: Conflict,
        /// `true` if the conflict is among the givens.
        givens: bool,
    },
    /// The state of play has no solution.
    #[error("no solution{}", advice(*.givens))]
    NoSolution {
        /// `true` if it is known which digits are givens.
        givens: bool,
    },
    /// The state of play has more than one solution.
    #[error("more than one solution, so no digit is certain to be right")]
    SeveralSolutions,
    /// An entry differs from the given in its cell.
    #[error("{cell} is {entry}, but {given} is given there")]
    GivenChanged {
        /// The cell.
        cell: Cell,
        /// The digit that the player entered.
        entry: Digit,
        /// The digit that is given.
        given: Digit,
    },
}

const fn advice(has_givens: bool) -> &'static str {
    if has_givens {
        " of the givens"
    } else {
        "; if an entry may be wrong, say which digits are givens"
    }
}

impl Play {
    /// Makes a state whose digits are all assumed to be right, without pencil marks.
    pub const fn new(board: Board) -> Self {
        Self {
            board,
            givens: None,
            candidates: None,
        }
    }

    /// Compares the state with the only solution of the givens, or of the board if the givens are not known.
    ///
    /// # Errors
    /// A [`PlayError`] if there is not exactly one solution, or if the state contradicts itself or the
    /// givens.
    pub fn check(&self) -> Result<CheckedPlay, PlayError> {
        let has_givens = self.givens.is_some();
        let givens = self.givens.unwrap_or(self.board);
        let solution = only_solution(&givens, has_givens)?;
        let mut board = givens;
        let mut wrong = Vec::new();
        for (cell, digit) in self.board.givens() {
            match givens.get(cell) {
                Some(given) if given != digit => {
                    let entry = digit;
                    return Err(PlayError::GivenChanged { cell, entry, given });
                }
                _ if solution.get(cell) == Some(digit) => board.set(cell, Some(digit)),
                _ => wrong.push(Mark { cell, digit }),
            }
        }
        let mut position = Position::new(&board);
        let mut missing = Vec::new();
        for &(cell, kept) in self.candidates.iter().flatten() {
            let (true, Some(digit)) = (board.get(cell).is_none(), solution.get(cell)) else {
                continue;
            };
            if !kept.contains(digit) {
                missing.push(Mark { cell, digit });
            }
            let out = DigitSet::ALL.difference(kept).without(digit);
            position.remove(out.map(|digit| Mark { cell, digit }));
        }
        Ok(CheckedPlay {
            position,
            solution,
            wrong,
            missing,
        })
    }
}

fn only_solution(board: &Board, givens: bool) -> Result<Board, PlayError> {
    if let Some(conflict) = board.conflict() {
        return Err(PlayError::Conflict { conflict, givens });
    }
    let solved = search::solve(board, 2);
    match (solved.first, solved.count) {
        (Some(solution), 1) => Ok(solution),
        (None, _) => Err(PlayError::NoSolution { givens }),
        _ => Err(PlayError::SeveralSolutions),
    }
}

impl CheckedPlay {
    /// Returns a digit to offer where no technique helps: the solution's digit for a blank with the fewest
    /// candidates.
    pub fn given_away(&self) -> Option<Mark> {
        let candidates = self.position.candidates();
        let cell = candidates
            .blanks()
            .min_by_key(|&cell| candidates.of_cell(cell).len())?;
        self.solution.get(cell).map(|digit| Mark { cell, digit })
    }
}
