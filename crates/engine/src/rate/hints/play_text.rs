//! Reads a state of play from text: a grid of digits, or 81 groups with the candidates of the cells. A group of
//! only one digit is an entry.

use super::play::Play;
use crate::grid::text::TextError;
use crate::grid::{Board, Cell, Digit, DigitSet};
use std::str::FromStr;

/// The error for a text that can't be read as a state of play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayTextError {
    /// The text can't be read as a grid of digits, and is not 81 groups of digits either.
    #[error(transparent)]
    Grid(#[from] TextError),
    /// The text has more or fewer than 81 groups of digits.
    #[error("{0} groups of digits, not 81")]
    Groups(usize),
    /// The group of digits for this cell contains a 0.
    #[error("{0}: 0 is not a candidate")]
    Zero(Cell),
}

impl FromStr for Play {
    type Err = PlayTextError;

    /// Reads a state of play from text: a grid of digits, or 81 groups of candidates. A group of only one digit is an
    /// entry.
    ///
    /// ```
    /// use sudoku_engine::rate::hints::Play;
    /// let play: Play = format!("5 3 17 {}", "123456789 ".repeat(78)).parse()?;
    /// assert_eq!(play.board.clue_count(), 2);
    /// assert!(play.candidates.is_some());
    /// # Ok::<(), sudoku_engine::rate::hints::PlayTextError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PlayTextError> {
        let groups = groups(text);
        let has_notes = groups.iter().any(|group| group.len() > 1);
        if !(has_notes && (groups.len() == 81 || is_no_grid(text, groups.len()))) {
            return Ok(Self::new(text.trim_end().parse()?));
        }
        let candidates = candidates_of(text)?;
        let mut board = Board::EMPTY;
        for (cell, digits) in &candidates {
            board.set(*cell, digits.single());
        }
        Ok(Self {
            candidates: Some(candidates),
            ..Self::new(board)
        })
    }
}

/// Reads 81 groups of candidates, such as a grid of pencil marks.
///
/// # Errors
/// If there are more or fewer than 81 groups, or a group contains a 0.
pub fn candidates_of(text: &str) -> Result<Vec<(Cell, DigitSet)>, PlayTextError> {
    let groups = groups(text);
    if groups.len() != 81 {
        return Err(PlayTextError::Groups(groups.len()));
    }
    let cell = |(cell, group): (Cell, &str)| {
        let digits = group.bytes().map(|byte| Digit::new(byte - b'0'));
        let digits: Option<DigitSet> = digits.collect();
        Ok((cell, digits.ok_or(PlayTextError::Zero(cell))?))
    };
    Cell::all().zip(groups).map(cell).collect()
}

/// Returns whether a text with this number of groups of digits can't be meant as a grid. This is so if it has more than
/// 27 groups, and besides digits only white space, `|`, `+` and `-`. A grid whose boxes are divided by lines has only
/// 27 groups, three in each row.
fn is_no_grid(text: &str, groups: usize) -> bool {
    let separates = |c: char| c.is_ascii_digit() || c.is_whitespace() || "|+-".contains(c);
    groups > 27 && text.chars().all(separates)
}

/// Returns all groups of digits in a text.
fn groups(text: &str) -> Vec<&str> {
    let groups = text.split(|c: char| !c.is_ascii_digit());
    groups.filter(|group| !group.is_empty()).collect()
}
