//! Reads `.sdk` files in the form that SadMan writes: the puzzle is in the section `[Puzzle]`, and the digits that a
//! player has placed are in the section `[State]`.

use super::{EntryProblem, Format, ImportError, ImportItem};
use crate::grid::Board;
use crate::grid::text::LINE_LIMIT;
use crate::grid::text::lines::TextLines;
use std::io::{self, BufRead};

/// The maximum number of lines in a section with a puzzle.
const MOST_LINES: usize = 64;

/// The puzzles of a text, one for each section `[Puzzle]`.
pub(super) struct Sections<R> {
    lines: TextLines<R>,
    open: Option<PuzzleSection>,
    ended: bool,
}

/// A section `[Puzzle]` that is being read.
struct PuzzleSection {
    first_line: u64,
    text: String,
    lines: usize,
    problem: Option<EntryProblem>,
}

impl<R: BufRead> Sections<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            lines: TextLines::with_limit(source, LINE_LIMIT),
            open: None,
            ended: false,
        }
    }

    fn step(&mut self) -> io::Result<Option<(u64, Result<Board, ImportError>)>> {
        while let Some((number, bytes)) = self.lines.read()? {
            let text = match bytes.map(std::str::from_utf8) {
                Ok(Ok(text)) => Ok(text),
                Ok(Err(_)) => Err(EntryProblem::Utf8),
                Err(_) => Err(EntryProblem::LONG_LINE),
            };
            let head = text.as_ref().ok().and_then(|text| head(text));
            match (head, &mut self.open) {
                (Some(name), open) => {
                    let next = name
                        .eq_ignore_ascii_case("puzzle")
                        .then(|| PuzzleSection::new(number));
                    if let Some(whole) = std::mem::replace(open, next) {
                        return Ok(Some(whole.read()));
                    }
                }
                (None, Some(section)) => section.add(text),
                (None, None) => {}
            }
        }
        self.ended = true;
        Ok(self.open.take().map(PuzzleSection::read))
    }
}

impl PuzzleSection {
    const fn new(first_line: u64) -> Self {
        Self {
            first_line,
            text: String::new(),
            lines: 0,
            problem: None,
        }
    }

    fn add(&mut self, line: Result<&str, EntryProblem>) {
        self.lines += 1;
        match line {
            Ok(line) if self.lines <= MOST_LINES => {
                self.text.push_str(line);
                self.text.push('\n');
            }
            Ok(_) => self.problem = Some(EntryProblem::Form(Format::Sections)),
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn read(self) -> (u64, Result<Board, ImportError>) {
        let line = self.first_line;
        let board = match self.problem {
            Some(problem) => Err(problem.at(line)),
            None => self.text.trim().parse::<Board>().map_err(|mut error| {
                error.line += line;
                error.into()
            }),
        };
        (line, board)
    }
}

/// Returns the name of a section if the line is a section header.
pub(super) fn head(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let is_word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word.then_some(name)
}

impl<R: BufRead> Iterator for Sections<R> {
    type Item = ImportItem;

    fn next(&mut self) -> Option<ImportItem> {
        if self.ended {
            return None;
        }
        let step = self.step();
        self.ended |= step.is_err();
        step.transpose()
    }
}
