//! Reads formats that have one puzzle per line.

use super::{EntryProblem, ImportItem};
use crate::grid::text::lines::TextLines;
use std::io::BufRead;

/// The puzzles of a file with one puzzle per line. Empty lines and comments are skipped.
pub(super) struct LineByLine<R, F> {
    lines: TextLines<R>,
    limit: usize,
    read: F,
    ended: bool,
}

impl<R, F, B> LineByLine<R, F>
where
    R: BufRead,
    F: Fn(&str) -> Result<B, EntryProblem>,
{
    /// Creates a reader of lines of at most `limit` bytes. Each line is passed to `read` without the white space
    /// around it.
    pub(super) fn new(source: R, limit: usize, read: F) -> Self {
        Self {
            lines: TextLines::with_limit(source, limit),
            limit,
            read,
            ended: false,
        }
    }
}

impl<R, F, B> Iterator for LineByLine<R, F>
where
    R: BufRead,
    F: Fn(&str) -> Result<B, EntryProblem>,
{
    type Item = ImportItem<B>;

    fn next(&mut self) -> Option<ImportItem<B>> {
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
