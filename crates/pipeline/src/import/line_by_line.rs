//! Reads formats that have one puzzle per line.

use super::{EntryProblem, ImportItem};
use crate::grid::Board;
use crate::grid::text::lines::TextLines;
use std::io::BufRead;

/// The puzzles of a file with one puzzle per line. Empty lines and comments are skipped.
pub(super) struct LineByLine<R> {
    lines: TextLines<R>,
    limit: usize,
    read: fn(&str) -> Result<Board, EntryProblem>,
    ended: bool,
}

impl<R: BufRead> LineByLine<R> {
    /// Creates a reader of lines of at most `limit` bytes. Each line is passed to `read` without the white space
    /// around it.
    pub(super) fn new(
        source: R,
        limit: usize,
        read: fn(&str) -> Result<Board, EntryProblem>,
    ) -> Self {
        Self {
            lines: TextLines::with_limit(source, limit),
            limit,
            read,
            ended: false,
        }
    }
}

impl<R: BufRead> Iterator for LineByLine<R> {
    type Item = ImportItem;

    fn next(&mut self) -> Option<ImportItem> {
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
                Ok(Err(_)) => return Some(Ok((number, Err(EntryProblem::Utf8.at(number))))),
                Err(_) => {
                    let problem = EntryProblem::TooLong(self.limit);
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
