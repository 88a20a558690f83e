//! Reads puzzles of any size from a text of any length, one after another. Sizes and forms may be mixed.
//!
//! Unless the caller sets a shape or an alphabet, a line that can belong to a 9×9 board is read as such a board or
//! as a row of one. The size of any other board follows from its number of cells.
//!
//! A faulty line is reported, and reading continues after it. A faulty row still counts as a row of its board,
//! since the next board may follow without an empty line between them. An empty line or a puzzle on one line ends
//! a board of rows immediately, even if rows are missing.

use super::lines::{TextLines, TooLong};
use super::loose::first_run;
use super::row::{LineFault, TextLine};
use super::sized::{LinePieces, Marks, SizedLine};
use super::{Alphabet, ExpectedText, FoundText, TextError};
use crate::grid::{Board, SIDE, Shape, ShapedBoard};
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// A board of 9×9 or of any other shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyBoard {
    /// An ordinary board.
    Nine(Board),
    /// A board of another shape.
    Shaped(ShapedBoard),
}

/// The shape and alphabet of a text, as far as they are known in advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// The shape of all boards. With `None`, the number of cells determines the shape: the side is one of
    /// [`Shape::USUAL_SIDES`], and boxes are at least as wide as high.
    pub shape: Option<Shape>,
    /// The alphabet. With `None`, boards are read in [`Alphabet::One`], and a board that could also be read in another
    /// alphabet is an error.
    pub alphabet: Option<Alphabet>,
}

/// The puzzles of any size in a text, each with the number of the line where it begins.
///
/// Boards of 9×9 are read as in [`super::Puzzles`]. The memory needed is bounded, however long the text is.
///
/// # Errors
/// An item is `Err` only if the source itself fails; it is then the last item. A fault in the text is an `Err`
/// inside an `Ok` item, and reading continues.
///
/// ```
/// use sudoku_engine::grid::text::{AnyBoard, AnyPuzzles, Reading};
/// let text = format!("{}\n12.. .... ..1. ...3  # of 4x4\n", ".".repeat(256));
/// let found: Vec<_> = AnyPuzzles::new(text.as_bytes(), Reading::default())
///     .collect::<Result<_, _>>()?;
/// let sides = found.iter().map(|(line, board)| match board {
///     Ok(AnyBoard::Shaped(board)) => (*line, board.shape().side()),
///     _ => (*line, 9),
/// });
/// assert_eq!(sides.collect::<Vec<_>>(), [(1, 16), (2, 4)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AnyPuzzles<R> {
    lines: TextLines<R>,
    reader: BoardReader,
    ended: bool,
    /// `true` if 81 consecutive cells in a faulty line are read as a puzzle.
    lenient: bool,
    /// The number of the last faulty line that has a 9×9 puzzle with other text around it; `None` if there was
    /// none.
    loose_line: Option<u64>,
}

/// The line where a puzzle begins, and the puzzle or its error.
type AnyItem = (u64, Result<AnyBoard, TextError>);

/// The reader that makes boards, both from lines with a whole board each and from blocks of rows.
#[derive(Debug)]
struct BoardReader {
    reading: Reading,
    /// The number of the current line.
    line: u64,
    block: Option<PendingRows>,
    /// Lines of 16 cells that may be boards of 4×4 or rows of 16×16, each with its line number.
    run: Vec<(u64, Vec<u8>, Marks)>,
    ready: VecDeque<AnyItem>,
}

/// A block of rows that is not yet complete.
#[derive(Debug)]
struct PendingRows {
    first_line: u64,
    /// `true` if the rows are in a text form that exists only for 9×9 boards.
    is_nine: bool,
    side: usize,
    rows: usize,
    values: Vec<u8>,
    marks: Marks,
    /// `true` if an error in the rows of this board has been reported.
    broken: bool,
}

impl Reading {
    /// The settings that accept only boards of 9×9.
    pub(super) const NINE: Self = Self {
        shape: Some(Shape::NINE),
        alphabet: None,
    };

    /// Returns whether 9×9 boards are also read in the text forms that exist only for this size.
    fn takes_nine(self) -> bool {
        self.alphabet.is_none() && self.shape.is_none_or(|shape| shape == Shape::NINE)
    }
}

impl<R: BufRead> AnyPuzzles<R> {
    /// Makes a reader of the puzzles of this text.
    pub fn new(source: R, reading: Reading) -> Self {
        Self {
            lines: TextLines::new(source),
            reader: BoardReader {
                reading,
                line: 0,
                block: None,
                run: Vec::new(),
                ready: VecDeque::new(),
            },
            ended: false,
            lenient: false,
            loose_line: None,
        }
    }

    /// Makes a reader of 9×9 boards. From a line that has other text besides a puzzle, it takes the first 81
    /// consecutive cells.
    pub(super) fn lenient(source: R) -> Self {
        Self {
            lenient: true,
            ..Self::new(source, Reading::NINE)
        }
    }

    /// Returns whether [`super::Puzzles::lenient`] would read a puzzle from the line with this number. Call it
    /// right after an error, with the number of the line that caused the error.
    pub fn is_loose(&self, line: u64) -> bool {
        self.loose_line == Some(line)
    }

    /// Reads a line and queues the puzzles that the line completes; returns whether there was a line.
    fn step(&mut self) -> io::Result<bool> {
        let Some((number, bytes)) = self.lines.read()? else {
            self.reader.line = self.lines.number + 1;
            self.reader.end(FoundText::TextEnd);
            return Ok(false);
        };
        let mut line = TextLine::of(bytes);
        let run = || bytes.ok().and_then(first_run);
        if self.lenient
            && matches!(
                line,
                TextLine::Bad(_) | TextLine::BadRow(_) | TextLine::BadList(_)
            )
        {
            line = run().map_or(line, TextLine::Puzzle);
        }
        self.reader.take(number, bytes, line);
        let is_faulty = matches!(self.reader.ready.back(), Some((_, Err(_))));
        if is_faulty && run().is_some() {
            self.loose_line = Some(number);
        }
        Ok(true)
    }
}

impl<R: BufRead> Iterator for AnyPuzzles<R> {
    type Item = io::Result<AnyItem>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.reader.ready.is_empty() && !self.ended {
            match self.step() {
                Ok(more) => self.ended = !more,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
        self.reader.ready.pop_front().map(Ok)
    }
}

impl BoardReader {
    /// The number of 16-cell lines in one board of 16×16.
    const OPEN_LINES: usize = 16;

    fn take(&mut self, number: u64, bytes: Result<&[u8], TooLong>, line: TextLine) {
        self.line = number;
        if self.block.as_ref().is_some_and(|block| block.is_nine) {
            return self.take_nine(line);
        }
        let takes_nine = self.reading.takes_nine();
        match line {
            TextLine::Ignored => return,
            TextLine::Empty => return self.end(FoundText::EmptyLine),
            TextLine::Puzzle(_) | TextLine::BadList(_) if takes_nine => {}
            TextLine::Row(_) if takes_nine => self.end(FoundText::Cells(9)),
            _ if takes_nine && self.reading.shape.is_some() => {}
            _ => {
                let text = bytes.ok().and_then(|bytes| std::str::from_utf8(bytes).ok());
                if text.is_some_and(|text| self.take_text(text)) {
                    return;
                }
                self.end_run();
            }
        }
        self.take_nine(line);
    }

    /// Handles a line in one of the text forms of 9×9 boards.
    fn take_nine(&mut self, line: TextLine) {
        let row = match line {
            TextLine::Ignored => return,
            TextLine::Empty => return self.end(FoundText::EmptyLine),
            TextLine::Puzzle(board) => {
                self.end(FoundText::LineForm);
                return self.ready.push_back((self.line, Ok(AnyBoard::Nine(board))));
            }
            TextLine::Bad(fault) | TextLine::BadList(fault) => {
                let block = self.block.take_if(|block| block.is_nine);
                let open = block.filter(|block| !block.broken);
                return self.report(open.map_or(self.line, |block| block.first_line), fault);
            }
            TextLine::Row(values) => Ok(values.to_vec()),
            TextLine::BadRow(fault) => Err(fault),
        };
        self.block.get_or_insert_with(|| PendingRows {
            is_nine: true,
            ..PendingRows::new(self.line, SIDE)
        });
        self.add_row(self.line, SIDE, row, Marks::default());
    }

    /// Handles a line that is not clearly part of a 9×9 board; returns whether the line belongs, or seems to
    /// belong, to a board of another size.
    fn take_text(&mut self, text: &str) -> bool {
        let pieces = LinePieces::of(text);
        let alphabet = self.reading.alphabet.unwrap_or_default();
        let seeming = pieces.seeming_cells(alphabet);
        if let Some(side) = self.block.as_ref().map(|block| block.side) {
            match (pieces.read(&[side], alphabet), seeming) {
                (Some(row), _) if !row.whole => {
                    self.take_row(row);
                    return true;
                }
                (None, Some(cells)) if cells < side * side => {
                    let expected = ExpectedText::RowCells(side as u8);
                    let fault = pieces.fault_at_end(expected, FoundText::Cells(cells));
                    self.add_row(self.line, side, Err(fault), Marks::default());
                    return true;
                }
                _ => self.end(seeming.map_or(pieces.first(), FoundText::Cells)),
            }
        }
        let sides = match (self.reading.shape, self.reading.alphabet) {
            (Some(shape), _) => vec![shape.side()],
            (None, Some(_)) => Shape::USUAL_SIDES.to_vec(),
            (None, None) => Shape::USUAL_SIDES
                .into_iter()
                .filter(|&side| side != 9)
                .collect(),
        };
        match pieces.read(&sides, alphabet) {
            Some(sized) => {
                self.take_sized(sized);
                true
            }
            None => self.take_misfit(&pieces, seeming, &sides),
        }
    }

    /// Reports a line that fits no board with any of these side lengths. Returns `false`, and reports nothing, if the
    /// line may belong to a board of 9×9. Otherwise, a line that is one cell longer or shorter than a row of one of
    /// these boards is reported as a faulty row of that board. `seeming` is the number of cells that the line seems to
    /// have.
    fn take_misfit(
        &mut self,
        pieces: &LinePieces<'_>,
        seeming: Option<usize>,
        sides: &[usize],
    ) -> bool {
        let usual = self.reading == Reading::default();
        let near = |&&side: &&usize| seeming.is_some_and(|cells| cells.abs_diff(side) == 1);
        // A line with one cell more or less than 4 or 6 may just as well be a faulty row of 9×9.
        let near_row = sides.iter().filter(|&&side| !usual || side > 10).find(near);
        let too_long = |cells: usize| cells > 100 || (11..=26).contains(&cells);
        let expected = match (near_row, self.reading.shape) {
            (Some(&side), _) => ExpectedText::RowCells(side as u8),
            (None, Some(shape)) => ExpectedText::SizedLine(shape.side() as u8),
            (None, None) if !usual || seeming.is_some_and(too_long) => ExpectedText::UsualSize,
            (None, None) => return false,
        };
        self.end_run();
        let found = seeming.map_or(pieces.first(), FoundText::Cells);
        let fault = pieces.fault_at_end(expected, found);
        if let Some(&side) = near_row {
            self.add_row(self.line, side, Err(fault), Marks::default());
        } else {
            self.report(self.line, fault);
        }
        true
    }

    /// Handles a line outside a block of rows. The line is either a whole board or a row that begins a block.
    fn take_sized(&mut self, sized: SizedLine) {
        match sized.values {
            Ok(values) if sized.open => {
                if self.run.len() < Self::OPEN_LINES {
                    self.run.push((self.line, values, sized.marks));
                    if self.run.len() == Self::OPEN_LINES {
                        self.refuse(self.run[0].0, FoundText::LinesOrRows);
                    }
                }
            }
            _ if !sized.whole => {
                if sized.side == Self::OPEN_LINES && self.run.len() < Self::OPEN_LINES {
                    for (line, values, marks) in std::mem::take(&mut self.run) {
                        self.add_row(line, sized.side, Ok(values), marks);
                    }
                }
                self.end_run();
                self.take_row(sized);
            }
            Ok(values) => {
                self.end_run();
                self.emit(self.line, sized.side, values, sized.marks);
            }
            Err(fault) => {
                self.end_run();
                self.report(self.line, fault);
            }
        }
    }

    fn take_row(&mut self, row: SizedLine) {
        self.add_row(self.line, row.side, row.values, row.marks);
    }

    /// Adds the row on a line to the current block, or starts a new block with this row. Queues the board once the
    /// block is complete. Of the faults in a block, only the first is reported.
    fn add_row(
        &mut self,
        line: u64,
        side: usize,
        values: Result<Vec<u8>, LineFault>,
        marks: Marks,
    ) {
        let mut block = self
            .block
            .take()
            .unwrap_or_else(|| PendingRows::new(line, side));
        match values {
            Ok(values) => block.values.extend(values),
            Err(fault) if !block.broken => {
                block.broken = true;
                self.report(block.first_line, fault);
            }
            Err(_) => {}
        }
        block.marks = block.marks.and(marks);
        block.rows += 1;
        if block.rows < side {
            self.block = Some(block);
        } else if !block.broken {
            self.emit(block.first_line, side, block.values, block.marks);
        }
    }

    /// Queues a complete board, or an error if the board can be read in two ways.
    fn emit(&mut self, line: u64, side: usize, values: Vec<u8>, marks: Marks) {
        let second = marks.second_reading(side);
        if let (None, Some(second)) = (self.reading.alphabet, second) {
            return self.refuse(line, FoundText::TwoAlphabets(side as u8, second));
        }
        let shape = self.reading.shape.or_else(|| Shape::of_side(side));
        let board = shape.and_then(|shape| ShapedBoard::from_values(shape, values));
        self.ready.extend(board.map(|board| {
            let nine = board.nine().map(AnyBoard::Nine);
            (line, Ok(nine.unwrap_or(AnyBoard::Shaped(board))))
        }));
    }

    fn refuse(&mut self, line: u64, found: FoundText) {
        let error = TextError {
            line,
            column: 1,
            expected: ExpectedText::OneReading,
            found,
        };
        self.ready.push_back((line, Err(error)));
    }

    /// Queues an error for a fault in the current line. The error takes the place of the puzzle that begins on line
    /// `first_line`.
    fn report(&mut self, first_line: u64, fault: LineFault) {
        let error = TextError {
            line: self.line,
            column: fault.column,
            expected: fault.expected,
            found: fault.found,
        };
        self.ready.push_back((first_line, Err(error)));
    }

    /// Ends the board whose rows are being read, and the run of lines that may be boards. If the board lacks rows and
    /// had no error yet, queues an error: the next row is missing, and `found` is in its place.
    fn end(&mut self, found: FoundText) {
        self.end_run();
        if let Some(block) = self.block.take().filter(|block| !block.broken) {
            let next = block.rows as u8 + 1;
            let expected = match block.is_nine {
                true => ExpectedText::Row(next),
                false => ExpectedText::SizedRow(next, block.side as u8),
            };
            let fault = LineFault {
                column: 1,
                expected,
                found,
            };
            self.report(block.first_line, fault);
        }
    }

    /// Ends a run of lines with 16 cells each. In a run of fewer than 16 lines, each line is a board of 4×4. For a
    /// longer run, an error was queued at the 16th line.
    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run.len() < Self::OPEN_LINES {
            for (line, values, marks) in run {
                self.emit(line, 4, values, marks);
            }
        }
    }
}

impl PendingRows {
    fn new(first_line: u64, side: usize) -> Self {
        Self {
            first_line,
            is_nine: false,
            side,
            rows: 0,
            values: Vec::with_capacity(side * side),
            marks: Marks::default(),
            broken: false,
        }
    }
}

/// Reads a text with one board, in any form and of any usual size.
impl std::str::FromStr for AnyBoard {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Reading::default().one(text)
    }
}

impl Reading {
    /// Reads a text with one board.
    ///
    /// # Errors
    /// If the text has no board, several boards, or anything besides a board.
    pub fn one(self, text: &str) -> Result<AnyBoard, TextError> {
        let refuse = |line, expected, found| TextError {
            line,
            column: 1,
            expected,
            found,
        };
        // Reading a text in memory never fails.
        let mut puzzles = AnyPuzzles::new(text.as_bytes(), self).flatten();
        let (_, board) =
            puzzles
                .next()
                .ok_or(refuse(1, ExpectedText::Puzzle, FoundText::TextEnd))?;
        let board = board?;
        match puzzles.next() {
            None => Ok(board),
            Some((line, Ok(_))) => Err(refuse(line, ExpectedText::TextEnd, FoundText::Puzzle)),
            Some((_, Err(error))) => Err(error),
        }
    }
}
