//! The reader of puzzles of 9×9 from a text of any length, one after the other.
//!
//! A fault loses as little of the text as possible: a faulty line is reported, and reading goes on
//! after it. Blocks of nine rows may follow one another with nothing between them, so a faulty row
//! still counts as a row of its block; an empty line or a puzzle in one line ends a block at once.

use super::lines::{LINE_LIMIT, Lines, TooLong};
use super::loose::first_run;
use super::row::{Fault, Line};
use super::{Expected, Found, TextError};
use crate::grid::{Board, CELLS, SIDE};
use std::io::{self, BufRead};
use std::str::FromStr;

/// The puzzles of a text, each with the number of the line on which it begins.
///
/// The text may mix all forms, comments and empty lines, end its lines with LF or CRLF and begin
/// with a byte order mark. Whatever its size, memory is bounded by [`LINE_LIMIT`].
///
/// # Errors
/// An item is an error only where the source itself fails, and is then the last one. A faulty text
/// is an error inside of an item, and reading goes on.
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
pub struct Puzzles<R> {
    lines: Lines<R>,
    nines: NineReader,
    ended: bool,
    lenient: bool,
    /// The last faulty line that holds a puzzle and something around it.
    loose_line: Option<u64>,
}

/// The line where a puzzle begins, and the puzzle or its error.
type Item = (u64, Result<Board, TextError>);

/// The reader of lines: puzzles in one line each, and blocks of nine.
#[derive(Debug, Default)]
pub(super) struct NineReader {
    /// The number of the current line.
    line: u64,
    block: Option<Block>,
    /// A puzzle whose line also ended a block that is reported before it.
    waiting: Option<(u64, Board)>,
}

/// A block of nine rows that is not complete yet.
#[derive(Debug)]
struct Block {
    first_line: u64,
    values: [u8; CELLS],
    rows: u8,
    /// `true` if an error of the block has been reported.
    broken: bool,
}

impl<R: BufRead> Puzzles<R> {
    /// Makes a reader of the puzzles of this text.
    pub fn new(source: R) -> Self {
        Self {
            lines: Lines::new(source),
            nines: NineReader::default(),
            ended: false,
            lenient: false,
            loose_line: None,
        }
    }

    /// Makes a reader that takes, from a line that holds more than a puzzle, the first 81 cells
    /// that are side by side.
    pub fn lenient(source: R) -> Self {
        Self {
            lenient: true,
            ..Self::new(source)
        }
    }

    /// Returns whether this line, the one of the last error, is one that [`Self::lenient`] takes.
    pub fn is_loose(&self, line: u64) -> bool {
        self.loose_line == Some(line)
    }

    /// Reads the next line; returns what it completes.
    fn step(&mut self) -> io::Result<Option<Item>> {
        let Some((number, bytes)) = self.lines.read()? else {
            self.ended = true;
            return Ok(self.nines.end(self.lines.number + 1, Found::TextEnd));
        };
        let mut line = Line::of(bytes);
        if let (Line::Bad(_) | Line::BadRow(_), Some(board)) = (&line, loose(bytes)) {
            if self.lenient {
                line = Line::Puzzle(board);
            } else {
                self.loose_line = Some(number);
            }
        }
        Ok(self.nines.take(number, line))
    }
}

/// Finds the puzzle in a line that holds more than a puzzle.
pub(super) fn loose(bytes: Result<&[u8], TooLong>) -> Option<Board> {
    bytes.ok().and_then(first_run)
}

impl Line {
    /// Reads a line of the text; a line that is too long is bad.
    pub(super) fn of(bytes: Result<&[u8], TooLong>) -> Self {
        match bytes {
            Ok(bytes) => Self::read(bytes),
            Err(TooLong) => Self::Bad(Fault {
                column: LINE_LIMIT + 1,
                expected: Expected::ShorterLine,
                found: Found::LongLine,
            }),
        }
    }
}

impl NineReader {
    /// Returns whether a block has been begun.
    pub(super) const fn is_busy(&self) -> bool {
        self.block.is_some()
    }

    /// Takes the line with this number. If it ends a block and completes a puzzle as well, the
    /// puzzle is left to [`NineReader::take_waiting`].
    pub(super) fn take(&mut self, number: u64, line: Line) -> Option<Item> {
        self.line = number;
        self.take_line(line)
    }

    /// Returns the puzzle that had to wait for the report before it.
    pub(super) fn take_waiting(&mut self) -> Option<Item> {
        self.waiting.take().map(|(line, board)| (line, Ok(board)))
    }

    /// Ends the text, or this part of it, after the line before this number.
    pub(super) fn end(&mut self, number: u64, found: Found) -> Option<Item> {
        self.line = number;
        self.break_block(found)
    }

    fn take_line(&mut self, line: Line) -> Option<Item> {
        match line {
            Line::Ignored => None,
            Line::Empty => self.break_block(Found::EmptyLine),
            Line::Puzzle(board) => {
                self.waiting = Some((self.line, board));
                self.break_block(Found::LineForm)
            }
            Line::Row(values) => self.take_row(Ok(values)),
            Line::BadRow(fault) => self.take_row(Err(fault)),
            Line::Bad(fault) => {
                let first_line = match self.block.take() {
                    Some(block) if !block.broken => block.first_line,
                    _ => self.line,
                };
                Some((first_line, Err(self.error(fault))))
            }
        }
    }

    /// Adds a row to the current block, or begins one.
    fn take_row(&mut self, row: Result<[u8; SIDE], Fault>) -> Option<Item> {
        let mut block = self.block.take().unwrap_or(Block {
            first_line: self.line,
            values: [0; CELLS],
            rows: 0,
            broken: false,
        });
        let start = usize::from(block.rows) * SIDE;
        let mut item = None;
        match row {
            Ok(values) => block.values[start..start + SIDE].copy_from_slice(&values),
            Err(fault) if !block.broken => {
                block.broken = true;
                item = Some((block.first_line, Err(self.error(fault))));
            }
            Err(_) => {}
        }
        block.rows += 1;
        if usize::from(block.rows) < SIDE {
            self.block = Some(block);
        } else if !block.broken {
            item = Board::from_values(block.values).map(|board| (block.first_line, Ok(board)));
        }
        item
    }

    /// Ends a block before its ninth row.
    fn break_block(&mut self, found: Found) -> Option<Item> {
        let block = self.block.take().filter(|block| !block.broken)?;
        let fault = Fault {
            column: 1,
            expected: Expected::Row(block.rows + 1),
            found,
        };
        Some((block.first_line, Err(self.error(fault))))
    }

    fn error(&self, fault: Fault) -> TextError {
        TextError {
            line: self.line,
            column: fault.column,
            expected: fault.expected,
            found: fault.found,
        }
    }
}

impl<R: BufRead> Iterator for Puzzles<R> {
    type Item = io::Result<Item>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.nines.take_waiting() {
                return Some(Ok(item));
            }
            if self.ended {
                return None;
            }
            match self.step() {
                Ok(None) => {}
                Ok(Some(item)) => return Some(Ok(item)),
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Reads a text that holds one puzzle, in any form.
impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |line, expected, found| TextError {
            line,
            column: 1,
            expected,
            found,
        };
        // A text in memory never fails to be read.
        let mut puzzles = Puzzles::new(text.as_bytes()).flatten();
        let Some((_, board)) = puzzles.next() else {
            return Err(refuse(1, Expected::Puzzle, Found::TextEnd));
        };
        let board = board?;
        match puzzles.next() {
            None => Ok(board),
            Some((line, Ok(_))) => Err(refuse(line, Expected::TextEnd, Found::Puzzle)),
            Some((_, Err(error))) => Err(error),
        }
    }
}

impl TryFrom<String> for Board {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        text.parse()
    }
}
