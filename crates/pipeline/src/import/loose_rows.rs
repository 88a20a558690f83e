//! Reads tables leniently. If the strict reader of tables finds no puzzle in a row, the first 81 consecutive cells
//! of the row are the puzzle. These cells may be part of a longer field.
//!
//! Each line is a row, so an unclosed quote affects only its own line. Fields with several lines are not possible.

use super::table::PuzzleColumn;
use super::{EntryProblem, ImportItem};
use crate::grid::Board;
use crate::grid::text::LINE_LIMIT;
use crate::grid::text::lines::TextLines;
use crate::grid::text::loose::first_run;
use csv::{ReaderBuilder, StringRecord};
use std::io::BufRead;

/// The puzzles of a table that is read leniently. If a row has no field with a puzzle, the first 81 consecutive cells
/// of the row are the puzzle.
pub(super) struct LooseRows<R> {
    lines: TextLines<R>,
    delimiter: u8,
    column: PuzzleColumn,
    ended: bool,
}

impl<R: BufRead> LooseRows<R> {
    pub(super) fn new(source: R, delimiter: u8) -> Self {
        Self {
            lines: TextLines::with_limit(source, LINE_LIMIT),
            delimiter,
            column: PuzzleColumn::Unknown,
            ended: false,
        }
    }
}

/// Reads the puzzle of a line; `None` for a header, a comment or an empty line.
fn row(
    column: &mut PuzzleColumn,
    delimiter: u8,
    line: &[u8],
) -> Option<Result<Board, EntryProblem>> {
    let text = line.trim_ascii();
    if text.is_empty() || text.starts_with(b"#") {
        return None;
    }
    let Ok(words) = std::str::from_utf8(text) else {
        return Some(first_run(text).ok_or(EntryProblem::Utf8));
    };
    let record = words.contains('"').then(|| quoted(words, delimiter));
    let fields: Vec<&str> = match &record {
        Some(record) => record.iter().collect(),
        None => words.split(char::from(delimiter)).collect(),
    };
    match column.read(&fields) {
        Some(Ok(board)) => Some(Ok(board)),
        refused => {
            let fields: Vec<&[u8]> = fields.iter().map(|field| field.as_bytes()).collect();
            column.loose(&fields, text).map(Ok).or(refused)
        }
    }
}

/// Splits a line into its fields, which may be in quotes.
fn quoted(text: &str, delimiter: u8) -> StringRecord {
    let mut builder = ReaderBuilder::new();
    builder
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter);
    let mut record = StringRecord::new();
    // The line is in memory and already valid text, so reading can't fail.
    drop(
        builder
            .from_reader(text.as_bytes())
            .read_record(&mut record),
    );
    record
}

impl<R: BufRead> Iterator for LooseRows<R> {
    type Item = ImportItem;

    fn next(&mut self) -> Option<ImportItem> {
        while !self.ended {
            let (line, bytes) = match self.lines.read() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            };
            let found = match bytes {
                Ok(bytes) => row(&mut self.column, self.delimiter, bytes),
                Err(_) => Some(Err(EntryProblem::LONG_LINE)),
            };
            if let Some(board) = found {
                return Some(Ok((line, board.map_err(|problem| problem.at(line)))));
            }
        }
        self.ended = true;
        None
    }
}
