//! The error for a text that is not a board: the place, what was expected there, and what was
//! found.

use super::Alphabet;
use super::lines::LINE_LIMIT;
use std::fmt;

/// The error for a text that is not a board, with the place where reading failed.
///
/// ```
/// use sudoku_engine::grid::Board;
/// let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4.k....";
/// let error = text.parse::<Board>().unwrap_err();
/// assert_eq!((error.line, error.column), (1, 77));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct TextError {
    /// The line, counted from 1.
    pub line: u64,
    /// The character within the line, counted from 1.
    pub column: usize,
    /// The text that was expected at this place.
    pub expected: ExpectedText,
    /// The text that was found at this place.
    pub found: FoundText,
}

/// The text that was expected at the place of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedText {
    /// A cell in a line of exactly 81 characters, where `-` and the space are blanks.
    LineCell,
    /// A cell, in any text form other than a line of exactly 81 characters.
    Cell,
    /// After the 81 cells of a line: the end of the line, or a comment.
    LineEnd,
    /// After the nine cells of a row: the end of the line, or a comment.
    RowEnd,
    /// The row with this number, 1 to 9, in a block of rows.
    Row(u8),
    /// A cell of a board with this side, in this alphabet.
    SizedCell(u8, Alphabet),
    /// The cells of a whole row of a board with this side.
    RowCells(u8),
    /// The row with this number, from 1, of a board with this side.
    SizedRow(u8, u8),
    /// A row of a board with this side, or such a board on one line.
    SizedLine(u8),
    /// A row of a board with one of the [usual sides](crate::grid::Shape::USUAL_SIDES), or such a board on one line.
    UsualSize,
    /// A text that can only be read in one way.
    OneReading,
    /// A line of at most [`LINE_LIMIT`] bytes.
    ShorterLine,
    /// Text in UTF-8.
    Utf8,
    /// At least one puzzle, where the text has no puzzle.
    Puzzle,
    /// The end of a text that should have only one puzzle.
    TextEnd,
}

/// The text that was found at the place of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundText {
    /// A character.
    Char(char),
    /// A byte that can't be in UTF-8 text at this place.
    Byte(u8),
    /// The end of the line.
    LineEnd,
    /// An empty line.
    EmptyLine,
    /// A whole puzzle on one line.
    LineForm,
    /// Another puzzle after the first.
    Puzzle,
    /// A number of cells.
    Cells(usize),
    /// A number.
    Number(u32),
    /// Lines of 16 cells that are either boards of 4×4 or rows of one 16×16 board.
    LinesOrRows,
    /// A board that can be read both in [`Alphabet::One`] and in another alphabet: the side of the board, and
    /// that alphabet.
    TwoAlphabets(u8, Alphabet),
    /// A line of 81 characters: nine cells, and spaces. It could be one row, or a whole board with many blanks.
    LineOrRow,
    /// A line of more than [`LINE_LIMIT`] bytes.
    LongLine,
    /// The end of the text.
    TextEnd,
}

impl fmt::Display for ExpectedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineCell => {
                f.write_str("a digit from 1 to 9 or a blank (. 0 _ * X - or a space)")
            }
            Self::Cell => f.write_str("a digit from 1 to 9 or a blank (. 0 _ * X)"),
            Self::LineEnd => f.write_str("the end of the line after 81 cells"),
            Self::RowEnd => f.write_str("the end of the row after nine cells"),
            Self::Row(number) => write!(f, "row {number} of 9"),
            Self::SizedCell(side, alphabet) => {
                let range = alphabet.range(usize::from(*side));
                write!(
                    f,
                    "a digit of {side}x{side} ({range}) or a blank (. 0 _ * X)"
                )
            }
            Self::RowCells(side) => write!(f, "a row of {side} cells"),
            Self::SizedRow(number, side) => write!(f, "row {number} of {side}"),
            Self::SizedLine(side) => {
                let cells = usize::from(*side) * usize::from(*side);
                write!(f, "a row of {side} cells or a board of {cells}")
            }
            Self::UsualSize => {
                f.write_str("a row or a board of a usual size (4, 6, 9, 12, 16, 20 or 25 wide)")
            }
            Self::OneReading => f.write_str("a text that can be read in one way only"),
            Self::ShorterLine => write!(f, "a line of at most {LINE_LIMIT} bytes"),
            Self::Utf8 => f.write_str("text in UTF-8"),
            Self::Puzzle => f.write_str("a puzzle"),
            Self::TextEnd => f.write_str("the end of the text after one puzzle"),
        }
    }
}

impl fmt::Display for FoundText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => write!(f, "{c:?}"),
            Self::Byte(byte) => write!(f, "the byte {byte:#04x}"),
            Self::LineEnd => f.write_str("the end of the line"),
            Self::EmptyLine => f.write_str("an empty line"),
            Self::LineForm => f.write_str("a puzzle in one line"),
            Self::Puzzle => f.write_str("another puzzle"),
            Self::Cells(count) => write!(f, "{count} cells"),
            Self::Number(number) => write!(f, "{number}"),
            Self::LinesOrRows => f.write_str(
                "lines of 16 cells that are boards of 4x4 or rows of one board of 16x16 \
                 (its shape, 2x2 or 4x4, decides)",
            ),
            Self::TwoAlphabets(side, second) => {
                let both = [Alphabet::One, *second];
                let [one, two] = both.map(|alphabet| alphabet.range(usize::from(*side)));
                write!(
                    f,
                    "a board whose digits are {one} or {two} (its alphabet, {} or {second}, decides)",
                    Alphabet::One
                )
            }
            Self::LineOrRow => {
                f.write_str("81 characters that are a line of 81 cells or a row of nine")
            }
            Self::LongLine => f.write_str("a longer one"),
            Self::TextEnd => f.write_str("the end of the text"),
        }
    }
}
