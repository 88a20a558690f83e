//! Detects the format of a file from its first lines.
//!
//! Most formats are recognized by the beginning of a line: a brace, a section header, a tag, a colon, a link, a
//! game id, twelve hexadecimal digits, or the start of a SAT problem. A table has a usual column name, such as
//! `puzzle`, or a field of 81 cells. Other lines are plain text or SudokuPad's SCF. A short line may be an SCF
//! puzzle or a row of a board. Such a line is an error if the caller accepts boards of any size.

use super::dimacs::Formulas;
use super::json::{self, JsonObjects};
use super::line_by_line::LineByLine;
use super::loose_rows::LooseRows;
use super::opensudoku::Games;
use super::sections::{Sections, head};
use super::table::{PuzzleColumn, TableRows, candidates};
use super::{Boards, EntryProblem, Format, ImportError, cells, lines, links};
use crate::grid::CELLS;
use crate::grid::text::{LINE_LIMIT, Puzzles};
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The maximum number of bytes read to detect a format.
const HEAD: u64 = 1 << 16;

/// The board sizes that a caller accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardSizes {
    /// Only 9×9.
    Nine,
    /// All sizes that [`crate::grid::text::AnyPuzzles`] reads. The format of a short first line that could be
    /// [`Format::Scf`] or plain text is then unclear.
    Any,
}

/// Options for reading a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format of the text; `None` to detect it.
    pub format: Option<Format>,
    /// `true` to accept a line of text or a row of a table that would otherwise be refused: its
    /// first 81 consecutive cells are the puzzle.
    pub lenient: bool,
}

impl From<Option<Format>> for ReadOptions {
    fn from(format: Option<Format>) -> Self {
        Self {
            format,
            lenient: false,
        }
    }
}

/// A text whose beginning has been read to detect its format.
#[derive(Debug)]
pub struct OpenedText<R> {
    /// The whole text, including its beginning.
    pub source: Chain<Cursor<Vec<u8>>, R>,
    detected: DetectedFormat,
    lenient: bool,
}

/// The format detected from the first lines of a text.
#[derive(Debug, Clone, PartialEq)]
struct DetectedFormat {
    format: Result<Format, EntryProblem>,
    /// The character between the fields of a table.
    delimiter: u8,
    /// The line by which the format was detected.
    line: u64,
}

impl<R: BufRead> OpenedText<R> {
    /// Reads the beginning of a text, and detects its format unless the options name one.
    ///
    /// # Errors
    /// The errors of the source.
    pub fn new(
        mut source: R,
        options: impl Into<ReadOptions>,
        sizes: BoardSizes,
    ) -> io::Result<Self> {
        let ReadOptions { format, lenient } = options.into();
        let mut read = TextHead::default();
        // If a table's header does not show the format, its first row does.
        let mut lines = 0;
        while lines < 2 && read.line(&mut source)? {
            lines += 1;
            let may_be_header =
                |line: &str| by_beginning(line).is_none() && delimiter(line).is_some();
            if format.is_some()
                || !read
                    .shown
                    .last()
                    .is_some_and(|(_, line)| may_be_header(line))
            {
                break;
            }
        }
        let mut detected = read.detect(sizes);
        if let Some(format) = format {
            detected.format = Ok(format);
        } else if lenient && (detected.format.is_err() || read.is_numbered()) {
            detected.format = Ok(Format::Text);
        }
        let mark = b"\xEF\xBB\xBF";
        let bytes = match read.bytes.strip_prefix(mark) {
            Some(rest) => rest.to_vec(),
            None => read.bytes,
        };
        Ok(Self {
            source: Cursor::new(bytes).chain(source),
            detected,
            lenient,
        })
    }

    /// Returns whether the text is plain text, as [`crate::grid::text`] reads it.
    pub fn is_text(&self) -> bool {
        self.detected.format == Ok(Format::Text)
    }

    /// Returns the detected format, if there is one, and the character between the fields of a table.
    pub(super) fn detected(&self) -> (Option<Format>, u8) {
        let DetectedFormat {
            format, delimiter, ..
        } = &self.detected;
        (format.as_ref().ok().copied(), *delimiter)
    }

    /// Returns the puzzles of the text; a single error if the format is unclear.
    pub fn boards<'a>(self) -> Boards<'a>
    where
        R: 'a,
    {
        let source = self.source;
        let format = match self.detected.format {
            Ok(format) => format,
            Err(problem) => {
                let line = self.detected.line;
                return Box::new(std::iter::once(Ok((line, Err(problem.at(line))))));
            }
        };
        match format {
            Format::Text if self.lenient => Box::new(text(Puzzles::lenient(source))),
            Format::Text => Box::new(text(Puzzles::new(source))),
            Format::Sections => Box::new(Sections::new(source)),
            Format::Csv if self.lenient => {
                Box::new(LooseRows::new(source, self.detected.delimiter))
            }
            Format::Csv => {
                let columns = PuzzleColumn::Unknown;
                Box::new(TableRows::new(source, self.detected.delimiter, columns))
            }
            Format::Json => Box::new(JsonObjects::new(source, json::read)),
            Format::OpenSudoku => Box::new(Games::new(source)),
            Format::Hodoku => Box::new(LineByLine::new(source, LINE_LIMIT, lines::hodoku)),
            Format::Exchange => Box::new(LineByLine::new(source, LINE_LIMIT, lines::exchange)),
            Format::Links => Box::new(LineByLine::new(source, links::LONGEST, links::read)),
            Format::Scf => Box::new(LineByLine::new(source, LINE_LIMIT, lines::scf)),
            Format::Sgt => Box::new(LineByLine::new(source, LINE_LIMIT, lines::sgt)),
            Format::Dimacs => Box::new(Formulas::new(source)),
        }
    }
}

/// Returns the puzzles of plain text.
fn text<R: BufRead>(mut puzzles: Puzzles<R>) -> impl Iterator<Item = super::ImportItem> {
    std::iter::from_fn(move || {
        let item = puzzles.next()?;
        Some(item.map(|(line, board)| {
            let board = board.map_err(|error| {
                let is_loose = puzzles.is_loose(error.line);
                ImportError::from(error).loose_if(is_loose)
            });
            (line, board)
        }))
    })
}

/// The beginning of a text, from which its format is detected.
#[derive(Default)]
struct TextHead {
    bytes: Vec<u8>,
    lines: u64,
    /// Lines that are neither empty nor comments, with their line numbers.
    shown: Vec<(u64, String)>,
}

impl TextHead {
    /// Reads the next line that is neither empty nor a comment. Returns `false` if there is none in the first
    /// [`HEAD`] bytes.
    fn line(&mut self, source: &mut impl BufRead) -> io::Result<bool> {
        loop {
            let start = self.bytes.len();
            let left = HEAD.saturating_sub(start as u64);
            if source.take(left).read_until(b'\n', &mut self.bytes)? == 0 {
                return Ok(false);
            }
            self.lines += 1;
            let line = String::from_utf8_lossy(&self.bytes[start..]);
            let line = line.trim_start_matches('\u{FEFF}').trim();
            if !line.is_empty() && !line.starts_with('#') {
                self.shown.push((self.lines, line.to_owned()));
                return Ok(true);
            }
        }
    }

    /// Returns whether the text begins with a number in square brackets, as lists of numbered puzzles do. Lenient
    /// reading does not take such a bracket for the start of a JSON list.
    fn is_numbered(&self) -> bool {
        let first = self
            .shown
            .first()
            .and_then(|(_, line)| line.strip_prefix('['));
        first.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    }

    fn detect(&self, sizes: BoardSizes) -> DetectedFormat {
        let mut detected = DetectedFormat {
            format: Ok(Format::Text),
            delimiter: b',',
            line: 1,
        };
        let Some((number, first)) = self.shown.first() else {
            return detected;
        };
        detected.line = *number;
        let second = self.shown.get(1).map(|(_, line)| line.as_str());
        let table = table(first, second);
        detected.format = match (by_beginning(first), table) {
            (Some(format), _) => Ok(format),
            (None, Some(delimiter)) => {
                detected.delimiter = delimiter;
                Ok(Format::Csv)
            }
            // A line of 81 digits means the same in both formats.
            (None, None) if first.len() < 81 && lines::scf(first).is_ok() => {
                let may_be_row = sizes == BoardSizes::Any && is_row(first);
                match may_be_row {
                    true => Err(EntryProblem::TwoFormats(Format::Scf, Format::Text)),
                    false => Ok(Format::Scf),
                }
            }
            (None, None) => Ok(Format::Text),
        };
        if let Some(delimiter) = delimiter(first) {
            detected.delimiter = delimiter;
        }
        detected
    }
}

/// Returns the format that the first characters of a line reveal; `None` if the characters reveal no format.
fn by_beginning(line: &str) -> Option<Format> {
    let is_section = head(line).is_some_and(|name| {
        ["puzzle", "state"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
    });
    let exchanged = || !matches!(lines::exchange(line), Err(EntryProblem::Form(_)));
    match line.as_bytes() {
        _ if is_section => Some(Format::Sections),
        [b'<', ..] => Some(Format::OpenSudoku),
        [b'{' | b'[', ..] => Some(Format::Json),
        [b':', ..] => Some(Format::Hodoku),
        [b'c', b' ', ..] => Some(Format::Dimacs),
        _ if line.starts_with("p cnf ") => Some(Format::Dimacs),
        _ if links::is_link(line) => Some(Format::Links),
        _ if is_id(line) => Some(Format::Sgt),
        _ if exchanged() => Some(Format::Exchange),
        _ => None,
    }
}

/// Returns whether a line begins like a game id of *Solo*: with a size and a colon, such as `3x3:` or `9j:`, or with
/// a size, `#` and a number, such as `3x3#123`.
fn is_id(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((size, rest)) = line.split_once([':', '#']) else {
        return false;
    };
    let is_seed = line.as_bytes()[size.len()] == b'#';
    let is_size = size.split_once('x').is_some_and(|(columns, rows)| {
        is_number(columns)
            && rows.starts_with(|first: char| first.is_ascii_digit())
            && rows.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    let of_regions = || {
        size.split_once('j')
            .is_some_and(|(side, _)| is_number(side))
    };
    (is_size || of_regions()) && (!is_seed || is_number(rest))
}

/// Returns the character that separates the fields of a line: a tab if the line has one, otherwise a semicolon,
/// otherwise a comma; `None` if it has none of these.
fn delimiter(line: &str) -> Option<u8> {
    let known = [b'\t', b';', b','];
    known
        .into_iter()
        .find(|delimiter| line.as_bytes().contains(delimiter))
}

/// Returns the delimiter if a text with these first two lines is a table: the first line names a puzzle column, or a
/// field of one of the lines holds 81 cells. Otherwise returns `None`.
fn table(first: &str, second: Option<&str>) -> Option<u8> {
    // A comment after a puzzle may contain any words.
    let first = first.split('#').next().unwrap_or_default();
    let found = delimiter(first)?;
    let fields = |line: &str| -> Vec<String> {
        let fields = line.split(char::from(found));
        fields
            .map(|field| field.trim_matches(['"', '=', '\'']).to_owned())
            .collect()
    };
    let has_cells = |line: &str| {
        let fields = fields(line);
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        candidates(&fields).next().is_some()
    };
    let has_row = |line: &str| line.contains(char::from(found)) && has_cells(line);
    // A list of 81 cells is a puzzle, and no header.
    let is_list = fields(first).len() >= CELLS && fields(first).iter().all(|it| it.len() < 2);
    let is_named = fields(first).iter().any(|name| cells::is_puzzle_name(name));
    (is_named || has_cells(first) || (!is_list && second.is_some_and(has_row))).then_some(found)
}

/// Returns whether a line is as long as one row of a 16×16, 20×20 or 25×25 board (with letters for digits above 9),
/// or as long as a whole 4×4 or 6×6 board.
fn is_row(line: &str) -> bool {
    [16, 20, 25, 36].contains(&line.len())
}
