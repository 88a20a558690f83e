//! The errors for bytes that are not a valid record. This file is separate because the parts of a record report these
//! errors, too.

use super::codec::CodecError;
use crate::bucket::NoSuchLevel;
use crate::grid::Cell;

/// The error for bytes that are not a record.
///
/// ```
/// use sudoku_engine::{Record, RecordError};
///
/// assert!(matches!(Record::decode(&[0; 7]), Err(RecordError::Codec(_))));
/// let mut bytes = [1; 332];
/// bytes[8] = 10;
/// assert!(matches!(Record::decode(&bytes), Err(RecordError::Cell { value: 10, .. })));
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The number of bytes is not that of a record.
    #[error("{0}")]
    Codec(#[from] CodecError),
    /// A cell of the puzzle is not 0 to 9, or a cell of the solution is not 1 to 9.
    #[error("{cell} of the {board} holds {value}")]
    Cell {
        /// `puzzle` or `solution`.
        board: &'static str,
        /// The place of the cell on the board.
        cell: Cell,
        /// The value of the byte.
        value: u8,
    },
    /// No level has this number.
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
    /// A flag that has no meaning is set.
    #[error("flags {0:#04x} have no meaning")]
    Flags(u8),
    /// The difficulty D is negative or not finite.
    #[error("D is {0}")]
    Difficulty(f64),
    /// A rating differs from the value that follows from the puzzle or its counts.
    #[error("{rating} is {found}, not {packed}")]
    Derived {
        /// The name of the rating.
        rating: &'static str,
        /// The value of the rating in the record.
        packed: u16,
        /// The value that follows from the puzzle or its counts.
        found: u16,
    },
    /// An extra rating has an impossible value.
    #[error("{rating} is {packed}, which is impossible")]
    Extra {
        /// The name of the rating.
        rating: &'static str,
        /// The value of the rating in the record.
        packed: u8,
    },
    /// The record has ratings of a later release.
    #[error("it has ratings that this release does not know: read it with a newer one")]
    Later,
    /// No record of a layout has this number of bytes.
    #[error("{0} bytes are no record of a layout")]
    Size(usize),
    /// The regions or marks of a puzzle are malformed.
    #[error(
        "it holds no regions and marks of a board: regions are numbered in order, connected and of equal size"
    )]
    Features,
    /// A cell of a board has a value that is not a digit of this board.
    #[error("a board of {0}x{0} holds a value that is no digit of it")]
    Digit(usize),
}
