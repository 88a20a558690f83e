//! A state of play as a player submits it: entries may be wrong, and pencil marks may lack a digit.

use super::position::Position;
use crate::grid::{Board, Cell, Conflict, Digit, DigitSet};
use crate::rate::Mark;
use crate::solve::search;

/// A state of play: a board with a player's entries and pencil marks.
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
    /// The digits on the board: the givens and the player's entries.
    pub board: Board,
    /// The givens; `None` if it is not known which digits are givens.
    pub givens: Option<Board>,
    /// The pencil marks: for each cell that has any, the candidates that the player has left in it. `None` if there are
    /// no pencil marks.
    pub candidates: Option<Vec<(Cell, DigitSet)>>,
}

/// A state of play after its comparison with the solution.
#[derive(Debug, Clone)]
pub struct CheckedPlay {
    /// The position without the wrong entries. In each blank, the digit of the solution is a candidate, even if it was
    /// missing from the pencil marks.
    pub position: Position,
    /// The puzzle's only solution.
    pub solution: Board,
    /// The entries that are wrong, in reading order.
    pub wrong: Vec<Mark>,
    /// The solution's digits that are missing from the pencil marks, in reading order.
    pub missing: Vec<Mark>,
}

/// The reason why a state of play gets no hint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A digit appears twice in a house.
    #[error("no solution: {} stands twice in {} ({} and {}){}", .conflict.digit, .conflict.house,
        .conflict.cells[0], .conflict.cells[1], advice(*.givens))]
    Conflict {
        /// The repeated digit, with its house and cells.
        conflict: Conflict,
        /// `true` if the conflict is between two givens; `false` if it is not known which digits are givens.
        givens: bool,
    },
    /// The state of play has no solution.
    #[error("no solution{}", advice(*.givens))]
    NoSolution {
        /// `true` if the givens alone have no solution; `false` if it is not known which digits are givens.
        givens: bool,
    },
    /// The state of play has more than one solution.
    #[error("more than one solution, so no digit is certain to be right")]
    SeveralSolutions,
    /// The player's entry in a cell differs from the given of that cell.
    #[error("{cell} is {entry}, but {given} is given there")]
    GivenChanged {
        /// The cell of the entry and the given.
        cell: Cell,
        /// The digit that the player entered.
        entry: Digit,
        /// The digit of the given.
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
    /// Makes a state of play with these digits, without pencil marks. Since no givens are known, all digits are assumed
    /// to be right.
    pub const fn new(board: Board) -> Self {
        Self {
            board,
            givens: None,
            candidates: None,
        }
    }

    /// Compares the state of play with the only solution of its givens, or of the whole board if the givens are not
    /// known.
    ///
    /// # Errors
    /// A [`PlayError`] if the givens (or the whole board, if the givens are not known) repeat a digit in a house or
    /// don't have exactly one solution, or if an entry differs from the given in its cell.
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
    /// Returns a digit to offer when no technique helps: the solution's digit for the blank with the fewest candidates.
    /// `None` on a full board.
    pub fn given_away(&self) -> Option<Mark> {
        let candidates = self.position.candidates();
        let cell = candidates
            .blanks()
            .min_by_key(|&cell| candidates.of_cell(cell).len())?;
        self.solution.get(cell).map(|digit| Mark { cell, digit })
    }
}
