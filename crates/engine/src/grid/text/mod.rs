//! Reads and writes boards as text: one line of 81 characters, 81 separated cells, nine rows of nine cells, or a
//! drawing with boxes.
//!
//! These forms are read:
//!
//! | form | what it looks like |
//! |---|---|
//! | line | 81 cells, and after them at most white space and a `# comment` |
//! | separated line | 81 cells with white space, commas or semicolons between them, and perhaps a `# comment` |
//! | rows | nine lines of nine cells, separated or not, each with a `# comment` or none |
//! | boxed | rows with `\|` between the boxes and lines of `-`, `+` and `\|` between the bands |
//!
//! A cell is a digit from 1 to 9 or a blank: `.`, `0`, `_`, `*`, `X` or `x`. In a line of exactly 81 characters,
//! `-` and the space are also blanks; elsewhere the space separates cells. In a separated line, two commas or
//! semicolons with nothing between them enclose a blank. A line of white space is an empty line, even if it has 81
//! characters. A line of nothing but separators is ignored.
//!
//! [`Puzzles`] reads a text of any length and any mixture of forms in constant memory;
//! [`str::parse`] reads a single board.
//!
//! [`AnyPuzzles`] reads boards of other sizes, in the same forms (a line of n² cells, n lines of n
//! cells, a drawing with boxes) and as numbers with white space between them.

mod alphabet;
mod any;
mod error;
pub mod lines;
pub mod loose;
mod puzzles;
mod row;
mod sized;
mod write;

pub use alphabet::{Alphabet, UnknownAlphabet, shaped_line};
pub use any::{AnyBoard, AnyPuzzles, Reading};
pub use error::{ExpectedText, FoundText, TextError};
pub use lines::LINE_LIMIT;
pub use puzzles::Puzzles;
pub use write::{boxed, line, line_bytes};
