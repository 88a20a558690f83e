//! Reads tables: fields separated by commas, semicolons or tabs, with or without a header. If a column has a usual
//! name, such as `puzzle`, it holds the puzzles. Otherwise, the field with 81 cells is the puzzle. A full grid in
//! the same row counts as its solution. A row with two puzzles is an error.
//!
//! A puzzle can also be in one of the forms that spreadsheets write: a formula, `="53..7…"`, or a text with a leading
//! apostrophe.

use super::cells::{cells, is_puzzle_name};
use super::limited_reader::{LONGEST, LimitedReader};
use super::{EntryProblem, ImportError, ImportItem};
use crate::grid::text::loose::{first_run, holds_many_cells};
use crate::grid::{Board, CELLS};
use csv::{ByteRecord, Reader, ReaderBuilder};
use std::io::{self, BufRead};

/// The puzzles of a table.
pub(super) struct TableRows<R, C> {
    reader: Reader<LimitedReader<R>>,
    record: ByteRecord,
    columns: C,
    ended: bool,
}

/// Finds the puzzle among the fields of a row.
pub(super) trait Columns {
    /// The kind of puzzle.
    type Board;

    /// Reads the puzzle of a row; `None` for a header or a comment.
    fn read(&mut self, fields: &[&str]) -> Option<Result<Self::Board, EntryProblem>>;

    /// Returns whether lenient reading would accept a row that was refused.
    fn is_loose(&self, fields: &[&[u8]]) -> bool;
}

/// The column that holds the puzzle of each row.
pub(super) enum PuzzleColumn {
    /// The header has not been read yet.
    Unknown,
    /// The puzzle is in the column with this index.
    At(usize),
    /// The puzzle is in any field that looks like a puzzle.
    Anywhere,
    /// Two columns have usual names of puzzle columns.
    Two(String, String),
}

impl<R: BufRead, C: Columns> TableRows<R, C> {
    pub(super) fn new(source: R, delimiter: u8, columns: C) -> Self {
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true);
        builder.delimiter(delimiter);
        Self {
            reader: builder.from_reader(LimitedReader::new(source)),
            record: ByteRecord::new(),
            columns,
            ended: false,
        }
    }

    /// Reads the puzzle of a row; `None` for a header or a comment.
    fn row(&mut self) -> Option<Result<C::Board, EntryProblem>> {
        let fields: Vec<&str> = match self.record.iter().map(std::str::from_utf8).collect() {
            Ok(fields) => fields,
            Err(_) => return Some(Err(EntryProblem::Utf8)),
        };
        self.columns.read(&fields)
    }
}

impl PuzzleColumn {
    /// Returns the first 81 consecutive cells of a row; `None` if there are none. If the header names a puzzle
    /// column, that column is tried first, and a full grid elsewhere in the row counts as a solution and not as a
    /// puzzle.
    pub(super) fn loose(&self, fields: &[&[u8]], row: &[u8]) -> Option<Board> {
        match self {
            Self::At(index) => {
                let named = fields.get(*index).and_then(|field| first_run(field));
                named.or_else(|| first_run(row).filter(|board| board.clue_count() < CELLS))
            }
            _ => first_run(row),
        }
    }

    /// Reads the puzzle among the fields of a row; `None` for a header or a comment.
    pub(super) fn read(&mut self, fields: &[&str]) -> Option<Result<Board, EntryProblem>> {
        let fields: Vec<&str> = fields.iter().map(|field| bare(field)).collect();
        if fields.first().is_some_and(|field| field.starts_with('#')) {
            return None;
        }
        if let Self::Unknown = self {
            *self = header(&fields);
            if !matches!(self, Self::Anywhere) || candidates(&fields).next().is_none() {
                return None;
            }
        }
        Some(match self {
            Self::At(index) => match fields.get(*index) {
                Some(field) => cells(field),
                None => Err(EntryProblem::Notation(format!(
                    "expected {} fields or more, found {}",
                    *index + 1,
                    fields.len()
                ))),
            },
            Self::Two(one, other) => Err(EntryProblem::TwoPuzzles(one.clone(), other.clone())),
            Self::Anywhere | Self::Unknown => lookalike(&fields),
        })
    }
}

impl Columns for PuzzleColumn {
    type Board = Board;

    fn read(&mut self, fields: &[&str]) -> Option<Result<Board, EntryProblem>> {
        self.read(fields)
    }

    fn is_loose(&self, fields: &[&[u8]]) -> bool {
        self.loose(fields, &fields.join(&b',')).is_some()
    }
}

impl<R: BufRead, C: Columns> Iterator for TableRows<R, C> {
    type Item = ImportItem<C::Board>;

    fn next(&mut self) -> Option<ImportItem<C::Board>> {
        while !self.ended {
            self.reader.get_mut().fill();
            match self.reader.read_byte_record(&mut self.record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.ended = true;
                    return Some(self.last(error));
                }
            }
            let line = self.line();
            if let Some(board) = self.row() {
                let board = board.map_err(|problem| {
                    let fields: Vec<&[u8]> = self.record.iter().collect();
                    problem.at(line).loose_if(self.columns.is_loose(&fields))
                });
                return Some(Ok((line, board)));
            }
        }
        self.ended = true;
        None
    }
}

impl<R: BufRead, C: Columns> TableRows<R, C> {
    /// Returns the line where the current record begins. The line number that the CSV reader gives can be too low,
    /// since it doesn't count empty lines after the previous record.
    fn line(&self) -> u64 {
        let within = self.record.as_slice().iter().filter(|&&byte| byte == b'\n');
        let by_end = self
            .reader
            .position()
            .line()
            .saturating_sub(within.count() as u64 + 1);
        self.record
            .position()
            .map_or(1, csv::Position::line)
            .max(by_end)
    }

    /// Returns the last item of the table: the error after which no row can be read.
    fn last(&mut self, error: csv::Error) -> ImportItem<C::Board> {
        let line = self.reader.position().line();
        let reader = self.reader.get_mut();
        let problem: ImportError = if reader.is_empty() {
            reader.pass_over()?;
            EntryProblem::TooLong(LONGEST).at(line)
        } else {
            match error.into_kind() {
                csv::ErrorKind::Io(source) => return Err(source),
                kind => return Err(io::Error::other(format!("{kind:?}"))),
            }
        };
        Ok((line, Err(problem)))
    }
}

/// Returns a field without the characters that spreadsheets put around a text, such as `="…"`.
pub(super) fn bare(field: &str) -> &str {
    let formula = field
        .strip_prefix("=\"")
        .and_then(|rest| rest.strip_suffix('"'));
    let field = formula.unwrap_or(field);
    field.strip_prefix('\'').unwrap_or(field)
}

fn header(fields: &[&str]) -> PuzzleColumn {
    let mut named = fields
        .iter()
        .enumerate()
        .filter(|(_, name)| is_puzzle_name(name));
    match (named.next(), named.next()) {
        (Some((index, _)), None) => PuzzleColumn::At(index),
        (Some((_, one)), Some((_, other))) => {
            PuzzleColumn::Two(format!("column {one}"), format!("column {other}"))
        }
        (None, _) => PuzzleColumn::Anywhere,
    }
}

/// Returns the boards in the fields that hold 81 cells, each with the field's number from 1.
pub(super) fn candidates<'a>(fields: &'a [&str]) -> impl Iterator<Item = (usize, Board)> + 'a {
    let numbered = (1..).zip(fields);
    numbered.filter_map(|(number, field)| Some((number, cells(field).ok()?)))
}

/// Returns the only puzzle of a row; a full grid next to a puzzle counts as the puzzle's solution.
fn lookalike(fields: &[&str]) -> Result<Board, EntryProblem> {
    let is_full = |board: &Board| board.clue_count() == CELLS;
    let found: Vec<(usize, Board)> = candidates(fields).collect();
    let mut open = found.iter().filter(|(_, board)| !is_full(board));
    let others = |number: usize| (1..).zip(fields).filter(move |(nth, _)| *nth != number);
    match (open.next(), open.next(), found.as_slice()) {
        // A solution next to a puzzle that can't be read.
        (None, None, [(full, _)])
            if others(*full).any(|(_, it)| holds_many_cells(it.as_bytes())) =>
        {
            Err(EntryProblem::NoPuzzle(format!("{} fields", fields.len())))
        }
        (Some((_, board)), None, _) | (None, None, [(_, board)]) => Ok(*board),
        (Some((one, _)), Some((other, _)), _) | (None, None, [(one, _), (other, _), ..]) => {
            let name = |number: &usize| format!("field {number}");
            Err(EntryProblem::TwoPuzzles(name(one), name(other)))
        }
        _ => Err(EntryProblem::NoPuzzle(format!("{} fields", fields.len()))),
    }
}
