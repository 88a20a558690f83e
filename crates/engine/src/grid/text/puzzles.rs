//! Reads 9×9 puzzles from a text of any length. Uses the reader for boards of all sizes, and reports a board of any
//! other size as an error.

use super::any::{AnyBoard, AnyPuzzles, Reading};
use super::{ExpectedText, FoundText, TextError};
use crate::grid::Board;
use std::io::{self, BufRead};
use std::str::FromStr;

/// The puzzles of a text, each with the number of the line where it begins.
///
/// The text may mix all forms, comments and empty lines, end its lines with LF or CRLF, and begin with a byte order
/// mark. The memory needed is bounded by `LINE_LIMIT`, however long the text is.
///
/// # Errors
/// An item is `Err` only if the source itself fails; it is then the last item. A fault in the text is an `Err`
/// inside an `Ok` item, and reading continues.
///
/// ```
/// use sudoku_engine::grid::text::Puzzles;
/// let text = format!("# a list\n{}\nnot this\n{}\n", "1".repeat(81), "2".repeat(81));
/// let found: Vec<_> = Puzzles::new(text.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(found.len(), 3);
/// assert!(found[0].1.is_ok() && found[2].1.is_ok());
/// let refused = found[1].1.as_ref().unwrap_err();
/// assert_eq!(refused.to_string(), "line 3, column 1: \
///     expected a digit from 1 to 9 or a blank (. 0 _ * X), found 'n'");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Puzzles<R>(AnyPuzzles<R>);

impl<R: BufRead> Puzzles<R> {
    /// Makes a reader of the puzzles of this text.
    pub fn new(source: R) -> Self {
        Self(AnyPuzzles::new(source, Reading::NINE))
    }

    /// Makes a reader that takes the first 81 consecutive cells from a line that has other text besides a puzzle.
    pub fn lenient(source: R) -> Self {
        Self(AnyPuzzles::lenient(source))
    }

    /// Returns whether [`Self::lenient`] would read a puzzle from the line with this number. Call it right after
    /// an error, with the number of the line that caused the error.
    pub fn is_loose(&self, line: u64) -> bool {
        self.0.is_loose(line)
    }
}

impl AnyBoard {
    /// Returns the 9×9 board; a reader for 9×9 finds no other boards.
    fn nine(self) -> Option<Board> {
        match self {
            Self::Nine(board) => Some(board),
            Self::Shaped(_) => None,
        }
    }
}

impl<R: BufRead> Iterator for Puzzles<R> {
    type Item = io::Result<(u64, Result<Board, TextError>)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.find_map(|item| match item {
            Ok((line, Ok(board))) => Some(Ok((line, Ok(board.nine()?)))),
            Ok((line, Err(error))) => Some(Ok((line, Err(error)))),
            Err(error) => Some(Err(error)),
        })
    }
}

/// Reads a text with one puzzle, in any form.
impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refused = TextError {
            line: 1,
            column: 1,
            expected: ExpectedText::Puzzle,
            found: FoundText::TextEnd,
        };
        Reading::NINE.one(text)?.nine().ok_or(refused)
    }
}

impl TryFrom<String> for Board {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        text.parse()
    }
}
