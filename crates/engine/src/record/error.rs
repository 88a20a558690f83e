//! The errors for bytes that are not a valid record. This file is separate because the parts of a record report these
//! errors, too.

use super::codec::CodecError;
use crate::bucket::NoSuchLevel;
use crate::grid::Cell;

/// The error for bytes that can't be decoded to a record.
///
/// ```
/// use sudoku_engine::{Record, RecordError};
///
/// assert!(matches!(Record::decode(&[0; 7]), Err(RecordError::Size(7))));
/// let mut bytes = [1; 332];
/// bytes[8] = 10;
/// assert!(matches!(Record::decode(&bytes), Err(RecordError::Cell { value: 10, .. })));
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes can't be decoded.
    #[error("{0}")]
    Codec(#[from] CodecError),
    /// A cell of the puzzle doesn't hold 0 to 9, or a cell of the solution doesn't hold 1 to 9.
    #[error("{cell} of the {board} holds {value}")]
    Cell {
        /// The board that has the cell: `puzzle` or `solution`.
        board: &'static str,
        /// The cell.
        cell: Cell,
        /// The value that the cell holds.
        value: u8,
    },
    /// No level has the number that is stored as the level.
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
    /// A flag without a meaning is set, or HoDoKu's flag or score is stored without HoDoKu's level. The number in
    /// the error is the set of all flags, as bits.
    #[error("flags {0:#04x} have no meaning")]
    Flags(u8),
    /// The difficulty D is negative, infinite or not a number.
    #[error("D is {0}")]
    Difficulty(f64),
    /// A stored rating differs from the value that follows from the puzzle or from the counts of the rules.
    #[error("{rating} is {found}, not {packed}")]
    Derived {
        /// The name of the rating.
        rating: &'static str,
        /// The value that is stored in the record.
        packed: u16,
        /// The value that follows from the puzzle or from the counts of the rules.
        found: u16,
    },
    /// The value of an extra rating is impossible.
    #[error("{rating} is {packed}, which is impossible")]
    Extra {
        /// The name of the rating.
        rating: &'static str,
        /// The value that is stored in the record.
        packed: u8,
    },
    /// The record has ratings that this release doesn't know, so a later release must have written it.
    #[error("it has ratings that this release does not know: read it with a newer one")]
    Later,
    /// No record can have this number of bytes.
    #[error("{0} bytes are no record")]
    Size(usize),
    /// The regions, or the marks of odd and even cells, that are stored for a puzzle are invalid.
    #[error(
        "it holds no regions and marks of a board: regions are numbered in order, connected and of equal size"
    )]
    Features,
    /// A cell of a board holds a number that is not a digit of this board. The number in the error is the board's side.
    #[error("a board of {0}x{0} holds a value that is no digit of it")]
    Digit(usize),
}
