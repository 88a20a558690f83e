//! Defines the result of reading an entry of a file: a puzzle, or an error if the entry is not a puzzle.

use super::Format;
use crate::grid::text::{LINE_LIMIT, TextError};
use crate::grid::{Board, Layout};
use std::io;

/// An item read from a file: the line where an entry begins, from 1, with the puzzle or the error in that entry. The
/// outer error, always the last item, means that the source itself failed.
pub type ImportItem<B = Board> = io::Result<(u64, Result<B, ImportError>)>;

/// The puzzles of a text.
pub type Boards<'a, B = Board> = Box<dyn Iterator<Item = ImportItem<B>> + 'a>;

/// The reason why an entry of a file can't be read as a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A text can't be read as a board.
    #[error(transparent)]
    Text(#[from] TextError),
    /// An entry of a format other than plain text can't be read as a puzzle.
    #[error("line {line}: {}", one_line(.problem))]
    Entry {
        /// The line where the entry begins, from 1.
        line: u64,
        /// The problem with the entry.
        problem: EntryProblem,
    },
    /// A line is rejected, although lenient reading would take its first 81 consecutive cells as a puzzle.
    #[error("{0}; --lenient would take the first 81 cells in this line")]
    Loose(Box<ImportError>),
}

/// The problem with an entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntryProblem {
    /// The entry does not have the form that the format requires.
    #[error("expected {}", .0.entry())]
    Form(Format),
    /// The format is unclear: the file could be in either of these two formats.
    #[error("this is {} or {}: say which with --from-format {} or {}", .0.entry(), .1.entry(), .0, .1)]
    TwoFormats(Format, Format),
    /// The entry is longer than this number of bytes, more than any puzzle needs.
    #[error("longer than {0} bytes")]
    TooLong(usize),
    /// The entry is not valid UTF-8.
    #[error("not valid UTF-8")]
    Utf8,
    /// The puzzle has this number of cells, not 81.
    #[error("expected 81 cells, found {0}")]
    Count(usize),
    /// A cell holds neither a digit nor a blank.
    #[error("r{row}c{column} holds {found}, which is neither a digit from 1 to 9 nor a blank")]
    Cell {
        /// The cell's row, from 1.
        row: usize,
        /// The cell's column, from 1.
        column: usize,
        /// The contents of the cell.
        found: String,
    },
    /// No field has a name that is usual for puzzles, and no field looks like a puzzle. The text says which fields
    /// or how many fields there are.
    #[error("no puzzle among {0}")]
    NoPuzzle(String),
    /// These two fields may both be the puzzle, and it is unclear which of them to read.
    #[error("{0} and {1} may both be the puzzle: call the one that is \"puzzle\"")]
    TwoPuzzles(String, String),
    /// The board has this size, not 9×9.
    #[error("a board of {0}, not 9x9")]
    Size(String),
    /// The puzzle has this rule beyond plain Sudoku.
    #[error("not a plain Sudoku: it has {0}")]
    Variant(String),
    /// The entry belongs to a layout other than the requested layout.
    #[error("a puzzle of {found}, not of {wanted}")]
    OtherLayout {
        /// The layout, size or rules of the entry.
        found: String,
        /// The requested layout.
        wanted: Layout,
    },
    /// The format, or an option for reading, is for 9×9 only.
    #[error("{what} is for 9x9 only, and these are {layout}")]
    NineOnly {
        /// The name of the format or option.
        what: String,
        /// The requested layout.
        layout: Layout,
    },
    /// The link is cut short or damaged.
    #[error("the link is cut short or damaged")]
    Packed,
    /// The game id holds a random seed and no puzzle.
    #[error("a random seed gives no puzzle without the program that made it")]
    Seed,
    /// A saved game has this version, which is unknown.
    #[error("a saved game of version {0}, which is not known")]
    Version(String),
    /// The text breaks the rules of its format; the string is the message.
    #[error("{0}")]
    Notation(String),
    /// The entry holds this error message in place of a puzzle.
    #[error("the list says: {0}")]
    Said(String),
}

/// Returns the message with control characters escaped, since the message may quote the file.
fn one_line(problem: &EntryProblem) -> String {
    let message = problem.to_string();
    let written = |symbol: char| match symbol.is_control() {
        true => symbol.escape_default().to_string(),
        false => symbol.to_string(),
    };
    message.chars().map(written).collect()
}

impl EntryProblem {
    /// The error for a line of text that is too long.
    pub(super) const LONG_LINE: Self = Self::TooLong(LINE_LIMIT);

    /// Returns the error with the line where the entry begins.
    pub(super) const fn at(self, line: u64) -> ImportError {
        ImportError::Entry {
            line,
            problem: self,
        }
    }
}

impl ImportError {
    /// Returns the line of the error, from 1.
    pub const fn line(&self) -> u64 {
        match self {
            Self::Text(error) => error.line,
            Self::Entry { line, .. } => *line,
            Self::Loose(error) => error.line(),
        }
    }

    /// Returns the error. If `is_loose` is true, the message of the returned error also suggests lenient reading.
    #[must_use]
    pub fn loose_if(self, is_loose: bool) -> Self {
        if is_loose {
            Self::Loose(Box::new(self))
        } else {
            self
        }
    }
}
