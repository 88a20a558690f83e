//! The reader of formats that have a puzzle in every line.

use super::{Item, Problem};
use crate::grid::Board;
use crate::grid::text::lines::Lines;
use std::io::BufRead;

/// The puzzles of a file with one a line. Empty lines and comments are skipped.
pub(super) struct LineByLine<R> {
    lines: Lines<R>,
    limit: usize,
    read: fn(&str) -> Result<Board, Problem>,
    ended: bool,
}

impl<R: BufRead> LineByLine<R> {
    /// Reads lines of at most `limit` bytes, each by `read` and without white space around it.
    pub(super) fn new(source: R, limit: usize, read: fn(&str) -> Result<Board, Problem>) -> Self {
        Self {
            lines: Lines::with_limit(source, limit),
            limit,
            read,
            ended: false,
        }
    }
}

impl<R: BufRead> Iterator for LineByLine<R> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while !self.ended {
            let (number, bytes) = match self.lines.read() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            };
            let text = match bytes.map(std::str::from_utf8) {
                Ok(Ok(text)) => text.trim(),
                Ok(Err(_)) => return Some(Ok((number, Err(Problem::Utf8.at(number))))),
                Err(_) => {
                    let problem = Problem::TooLong(self.limit);
                    return Some(Ok((number, Err(problem.at(number)))));
                }
            };
            if !text.is_empty() && !text.starts_with('#') {
                let read = (self.read)(text).map_err(|problem| problem.at(number));
                return Some(Ok((number, read)));
            }
        }
        self.ended = true;
        None
    }
}
