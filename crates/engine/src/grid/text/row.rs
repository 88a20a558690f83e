//! Classifies one line of text: a whole puzzle, one row of a puzzle, nothing, or a fault.
//!
//! A line of 81 characters that are all cells is recognized by one table lookup per byte, before it
//! is parsed as text: nearly every line of a large list is of this kind.

use super::lines::{LINE_LIMIT, TooLong};
use super::{ExpectedText, FoundText};
use crate::grid::{Board, CELLS, SIDE};

/// The maximum number of characters in a row without `|`. A longer line is read as 81 cells, a line with `|`
/// always as a row.
const WIDEST_ROW: usize = 40;

/// The meaning of a line of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextLine {
    /// A comment, or a line drawn around bands or between them.
    Ignored,
    /// Only white space.
    Empty,
    /// A whole puzzle.
    Puzzle(Board),
    /// One row of nine cells.
    Row([u8; SIDE]),
    /// A row of nine cells with a fault in it.
    BadRow(LineFault),
    /// A list of 81 or nearly 81 separated cells, with a fault in it.
    BadList(LineFault),
    /// A line that can't be read, with its fault.
    Bad(LineFault),
}

/// The place in a line where reading failed: a [`super::TextError`] without the line's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineFault {
    pub(super) column: usize,
    pub(super) expected: ExpectedText,
    pub(super) found: FoundText,
}

/// Returns whether this is the upper or lower edge of a drawing by Simple Sudoku: `*-----------*`.
pub(super) fn is_frame(content: &str) -> bool {
    let inner = content
        .strip_prefix('*')
        .and_then(|rest| rest.strip_suffix('*'));
    inner.is_some_and(|inner| !inner.is_empty() && inner.chars().all(|c| c == '-'))
}

impl TextLine {
    /// Reads a line of the text; a line that is too long is a fault.
    pub(super) fn of(bytes: Result<&[u8], TooLong>) -> Self {
        match bytes {
            Ok(bytes) => Self::read(bytes),
            Err(TooLong) => Self::Bad(LineFault {
                column: LINE_LIMIT + 1,
                expected: ExpectedText::ShorterLine,
                found: FoundText::LongLine,
            }),
        }
    }

    /// Reads one line, given without its line end.
    pub(super) fn read(bytes: &[u8]) -> Self {
        if let Some(board) = exact_line(bytes) {
            return board_or_row(bytes, board);
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return Self::Bad(not_utf8(bytes, error.valid_up_to())),
        };
        let (content, comment) = match text.split_once('#') {
            Some((content, _)) => (content.trim_end(), true),
            None => (text.trim_end(), false),
        };
        let boxed = content.contains('|');
        if content.is_empty() {
            if comment { Self::Ignored } else { Self::Empty }
        } else if content.chars().all(|c| is_divider(c) || "-+".contains(c)) || is_frame(content) {
            Self::Ignored
        } else if boxed || content.trim_start().chars().count() <= WIDEST_ROW {
            read_row(content)
        } else if let Some(line) = separated_line(content) {
            line
        } else if !comment && text.chars().count() == CELLS {
            read_line(content, wide_cell, ExpectedText::LineCell)
        } else {
            read_line(content, cell, ExpectedText::Cell)
        }
    }
}

/// Reads the board in a line of exactly 81 ASCII characters that are all cells.
fn exact_line(bytes: &[u8]) -> Option<Board> {
    let line: &[u8; CELLS] = bytes.try_into().ok()?;
    Board::from_values(line.map(|byte| WIDE_CELLS[usize::from(byte)]))
}

/// Decides how to read a line of 81 cells, where each space is a blank. A line that is mostly spaces may be empty
/// or ambiguous.
fn board_or_row(bytes: &[u8], board: Board) -> TextLine {
    let solid = bytes.iter().filter(|&&b| b != b' ').count();
    if solid == 0 {
        TextLine::Empty
    } else if solid == SIDE && !bytes.contains(&b'-') {
        TextLine::Bad(LineFault {
            column: 1,
            expected: ExpectedText::OneReading,
            found: FoundText::LineOrRow,
        })
    } else {
        TextLine::Puzzle(board)
    }
}

/// Reads 81 cells with nothing between them. `cell` returns the value of a character; for a character without a
/// value, the fault says that `expected` was expected.
fn read_line(content: &str, cell: fn(char) -> Option<u8>, expected: ExpectedText) -> TextLine {
    let mut values = [0; CELLS];
    let mut count = 0;
    for (column, c) in numbered(content).skip_while(|(_, c)| c.is_whitespace()) {
        let fault = |expected| {
            TextLine::Bad(LineFault {
                column,
                expected,
                found: FoundText::Char(c),
            })
        };
        let Some(slot) = values.get_mut(count) else {
            return fault(ExpectedText::LineEnd);
        };
        let Some(value) = cell(c) else {
            return fault(expected);
        };
        *slot = value;
        count += 1;
    }
    match Board::from_values(values) {
        Some(board) if count == CELLS => TextLine::Puzzle(board),
        _ => TextLine::Bad(line_ends(content, expected)),
    }
}

/// Reads 81 cells separated by commas, semicolons or white space. An empty field between two commas or semicolons
/// is a blank. A list of nearly 81 cells is a fault. Returns `None` if the line is no such list.
fn separated_line(content: &str) -> Option<TextLine> {
    let separator = [',', ';'].into_iter().find(|&it| content.contains(it));
    let divides = |c: char| separator.map_or(c.is_whitespace(), |it| c == it);
    let mut fields = Vec::new();
    let mut column = 1;
    for field in content.split(divides) {
        let before = field.chars().take_while(|c| c.is_whitespace()).count();
        if separator.is_some() || !field.is_empty() {
            fields.push((column + before, field.trim()));
        }
        column += field.chars().count() + 1;
    }
    // Many programs write a comma after the last field, too.
    if fields.len() == CELLS + 1 && fields.last().is_some_and(|(_, field)| field.is_empty()) {
        fields.pop();
    }
    let long = |(_, field): &&(usize, &str)| field.chars().nth(1).is_some();
    let most_long = if separator.is_some() { SIDE } else { 0 };
    if fields.len().abs_diff(CELLS) >= SIDE || fields.iter().filter(long).count() > most_long {
        return None;
    }
    Some(list_of(&fields).map_or_else(TextLine::BadList, TextLine::Puzzle))
}

/// Reads a board from fields, each with its column. A field has one cell; an empty field is a blank.
fn list_of(fields: &[(usize, &str)]) -> Result<Board, LineFault> {
    let mut values = Vec::with_capacity(CELLS);
    for &(column, field) in fields {
        let mut characters = field.chars();
        let first = characters.next();
        let value = first.map_or(Some(0), cell);
        match value.filter(|_| characters.next().is_none()) {
            Some(value) => values.push(value),
            None => {
                return Err(LineFault {
                    column,
                    expected: ExpectedText::Cell,
                    found: first.map_or(FoundText::LineEnd, FoundText::Char),
                });
            }
        }
    }
    let count = values.len();
    let board = values.try_into().ok().and_then(Board::from_values);
    board.ok_or(LineFault {
        column: fields.last().map_or(1, |(column, _)| column + 1),
        expected: ExpectedText::SizedLine(SIDE as u8),
        found: FoundText::Cells(count),
    })
}

/// Reads nine cells, with or without spaces, commas, semicolons and `|` between them.
fn read_row(content: &str) -> TextLine {
    let mut values = [0; SIDE];
    let (mut cells, mut others) = (0, 0);
    let mut fault = None;
    for (column, c) in numbered(content).filter(|&(_, c)| !is_divider(c)) {
        let expected = match (cell(c), values.get_mut(cells)) {
            (Some(value), Some(slot)) => {
                *slot = value;
                cells += 1;
                continue;
            }
            (Some(_), None) => ExpectedText::RowEnd,
            (None, slot) => {
                others += 1;
                slot.map_or(ExpectedText::RowEnd, |_| ExpectedText::Cell)
            }
        };
        fault.get_or_insert(LineFault {
            column,
            expected,
            found: FoundText::Char(c),
        });
    }
    let fault = fault.or_else(|| (cells < SIDE).then(|| line_ends(content, ExpectedText::Cell)));
    match fault {
        None => TextLine::Row(values),
        // If most characters are cells, the line was meant as a row, and its block continues after
        // it.
        Some(fault) if cells > others => TextLine::BadRow(fault),
        Some(fault) => TextLine::Bad(fault),
    }
}

fn line_ends(content: &str, expected: ExpectedText) -> LineFault {
    LineFault {
        column: content.chars().count() + 1,
        expected,
        found: FoundText::LineEnd,
    }
}

fn not_utf8(bytes: &[u8], valid: usize) -> LineFault {
    let (before, after) = bytes.split_at(valid);
    LineFault {
        // Each character has exactly one byte that is not a continuation byte.
        column: before.iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1,
        expected: ExpectedText::Utf8,
        found: after
            .first()
            .map_or(FoundText::LineEnd, |&b| FoundText::Byte(b)),
    }
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, char)> {
    (1..).zip(text.chars())
}

fn is_divider(c: char) -> bool {
    matches!(c, '|' | ',' | ';') || c.is_whitespace()
}

fn cell(c: char) -> Option<u8> {
    match c {
        '1'..='9' => Some(c as u8 - b'0'),
        '.' | '0' | '_' | '*' | 'X' | 'x' => Some(0),
        _ => None,
    }
}

fn wide_cell(c: char) -> Option<u8> {
    cell(c).or_else(|| matches!(c, '-' | ' ').then_some(0))
}

/// The value of each byte in a line of exactly 81 bytes; 255 for a byte that is not a cell.
static WIDE_CELLS: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut digit = 1;
    while digit <= 9 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let blanks = b".0_*Xx- ";
    let mut index = 0;
    while index < blanks.len() {
        table[blanks[index] as usize] = 0;
        index += 1;
    }
    table
};
