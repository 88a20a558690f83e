//! Classifies one line of text for boards of any size: a whole board, or one row of a board.
//!
//! The size follows from the number of cells. For example, 36 or 625 cells are a board, and 12 or 25 cells are a
//! row. A line of 16 cells is a board of 4×4 or a row of 16×16. If its symbols fit both, the following lines
//! decide.
//!
//! Cells are characters, with or without spaces, commas and `|` between them. If one of them has two digits, all
//! are numbers with separators between them.

use super::row::LineFault;
use super::{Alphabet, ExpectedText, FoundText};
use crate::grid::Shape;

/// A line that is a whole board or one row.
#[derive(Debug)]
pub(super) struct SizedLine {
    /// The number of cells in a row of the board.
    pub(super) side: usize,
    /// `true` for a board on one line, `false` for a row.
    pub(super) whole: bool,
    /// `true` for a 4×4 board on one line, which could also be a row of a 16×16 board.
    pub(super) open: bool,
    /// The values of the cells, or the fault in one of the cells.
    pub(super) values: Result<Vec<u8>, LineFault>,
    /// The kinds of symbols that were used.
    pub(super) marks: Marks,
}

/// The kinds of symbols that a text uses.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks {
    zero: bool,
    other_blank: bool,
    digit: bool,
    letter: bool,
    most: u8,
}

impl Marks {
    /// Returns the kinds of symbols that occur in either of two texts.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            zero: self.zero || other.zero,
            other_blank: self.other_blank || other.other_blank,
            digit: self.digit || other.digit,
            letter: self.letter || other.letter,
            most: self.most.max(other.most),
        }
    }

    /// Returns an alphabet other than [`Alphabet::One`] in which a text with these symbols can also be read, on a
    /// board of this side; `None` if there is no such alphabet.
    pub(super) fn second_reading(self, side: usize) -> Option<Alphabet> {
        if side <= 9 {
            None
        } else if self.zero && self.other_blank && usize::from(self.most) < side {
            Some(Alphabet::Zero)
        } else if self.letter && !self.digit {
            Some(Alphabet::Letters)
        } else {
            None
        }
    }

    fn add(&mut self, symbol: char, value: u8) {
        self.zero |= symbol == '0';
        self.other_blank |= value == 0 && symbol != '0';
        self.digit |= matches!(symbol, '1'..='9');
        self.letter |= value != 0 && symbol.is_ascii_alphabetic();
        self.most = self.most.max(value);
    }
}

/// A line split at white space, `|` and commas, each piece with its column.
#[derive(Debug)]
pub(super) struct LinePieces<'t> {
    pieces: Vec<(usize, &'t str)>,
    /// The number of characters in all pieces.
    count: usize,
    /// The column after the last character.
    end: usize,
}

impl<'t> LinePieces<'t> {
    /// Splits a line into its pieces, and drops the comment.
    pub(super) fn of(text: &'t str) -> Self {
        let content = text.split('#').next().unwrap_or_default().trim_end();
        let divides = |c: char| c == '|' || c == ',' || c.is_whitespace();
        let mut pieces = Vec::new();
        let (mut column, mut count) = (1, 0);
        for piece in content.split_inclusive(divides) {
            let solid = piece.trim_end_matches(divides);
            if !solid.is_empty() {
                pieces.push((column, solid));
                count += solid.chars().count();
            }
            column += piece.chars().count();
        }
        Self {
            pieces,
            count,
            end: column,
        }
    }

    /// Reads the line as a row or a whole board with one of these sides; `None` if the number of cells fits none
    /// of them, or most characters are not cells.
    pub(super) fn read(&self, sides: &[usize], alphabet: Alphabet) -> Option<SizedLine> {
        let numbers = || {
            let count = self.pieces.len();
            one_reading(sides, count, |side| Some(self.read_numbers(side)))
        };
        let symbols = || one_reading(sides, self.count, |side| self.read_symbols(side, alphabet));
        match alphabet {
            Alphabet::Numbers => numbers(),
            Alphabet::One if self.are_numbers() => numbers().or_else(symbols),
            _ => symbols(),
        }
    }

    /// Returns the number of cells that the line seems to have; `None` unless most of the line could be cells of a
    /// board.
    pub(super) fn seeming_cells(&self, alphabet: Alphabet) -> Option<usize> {
        if alphabet == Alphabet::Numbers || self.are_numbers() {
            return Some(self.pieces.len());
        }
        let symbols = self.symbols();
        let cells = symbols.filter(|&(_, c)| alphabet.value(c, Shape::LARGEST_SIDE).is_some());
        (2 * cells.count() > self.count).then_some(self.count)
    }

    /// Makes a fault at the end of the line.
    pub(super) const fn fault_at_end(&self, expected: ExpectedText, found: FoundText) -> LineFault {
        LineFault {
            column: self.end,
            expected,
            found,
        }
    }

    /// Returns the line's first character that is not white space, `|` or a comma; the end of the line if there is
    /// none.
    pub(super) fn first(&self) -> FoundText {
        let first = self.symbols().next();
        first.map_or(FoundText::LineEnd, |(_, c)| FoundText::Char(c))
    }

    /// Returns whether every piece is a number or a blank of one or two characters, and at least one has two.
    fn are_numbers(&self) -> bool {
        let most = u8::MAX.into();
        self.pieces.iter().any(|(_, piece)| piece.len() == 2)
            && self
                .pieces
                .iter()
                .all(|(_, piece)| piece.len() <= 2 && Alphabet::number(piece, most).is_some())
    }

    fn read_numbers(&self, side: usize) -> SizedLine {
        let values = self.pieces.iter().map(|&(column, piece)| {
            Alphabet::number(piece, side).ok_or(LineFault {
                column,
                expected: ExpectedText::SizedCell(side as u8, Alphabet::Numbers),
                found: match (piece.parse(), piece.chars().next()) {
                    (Ok(number), _) => FoundText::Number(number),
                    (Err(_), Some(c)) => FoundText::Char(c),
                    (Err(_), None) => FoundText::LineEnd,
                },
            })
        });
        SizedLine {
            side,
            whole: self.pieces.len() > side,
            open: false,
            values: values.collect(),
            marks: Marks::default(),
        }
    }

    /// Reads the line as symbols of a board with this side, if most characters are such symbols.
    fn read_symbols(&self, side: usize, alphabet: Alphabet) -> Option<SizedLine> {
        let mut marks = Marks::default();
        let mut values = Vec::with_capacity(self.count);
        let mut fault = None;
        for (column, symbol) in self.symbols() {
            if let Some(value) = alphabet.value(symbol, side) {
                marks.add(symbol, value);
                values.push(value);
            } else {
                fault.get_or_insert(LineFault {
                    column,
                    expected: ExpectedText::SizedCell(side as u8, alphabet),
                    found: FoundText::Char(symbol),
                });
            }
        }
        (2 * values.len() > self.count).then(|| SizedLine {
            side,
            whole: self.count > side,
            open: false,
            values: fault.map_or(Ok(values), Err),
            marks,
        })
    }

    fn symbols(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        let pieces = self.pieces.iter();
        pieces.flat_map(|&(column, piece)| (column..).zip(piece.chars()))
    }
}

/// Finds the side of a board that has `count` cells, in a row or in total, and calls `read` with this side.
/// Returns the result; `None` if no side fits. A line that fits both a board of 4×4 and a row of 16×16 is read as
/// the board. If the board has a fault, the line is read as the row.
fn one_reading(
    sides: &[usize],
    count: usize,
    read: impl Fn(usize) -> Option<SizedLine>,
) -> Option<SizedLine> {
    let fits = |side: &&usize| count == **side || count == **side * **side;
    let mut fitting = sides.iter().filter(fits);
    let first = read(*fitting.next()?);
    let Some(&second) = fitting.next() else {
        return first;
    };
    match first {
        Some(first) if first.values.is_ok() => Some(SizedLine {
            open: true,
            ..first
        }),
        _ => read(second),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<(usize, bool, bool)> {
        let read = LinePieces::of(text).read(&[4, 6, 12, 16, 20, 25], Alphabet::One)?;
        Some((read.side, read.whole, read.open))
    }

    #[test]
    fn sizes_are_told_by_counting() {
        assert_eq!(kind("12.4"), Some((4, false, false)));
        assert_eq!(kind("1 2 | . 4   # a row"), Some((4, false, false)));
        assert_eq!(kind("12.4............"), Some((4, true, true)));
        assert_eq!(kind("12.4...........G"), Some((16, false, false)));
        assert_eq!(kind("12.4 .... .... ...5"), Some((16, false, false)));
        assert_eq!(kind(&".".repeat(36)), Some((6, true, false)));
        assert_eq!(kind(&".".repeat(625)), Some((25, true, false)));
        assert_eq!(
            kind("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
            Some((16, false, false))
        );
        assert_eq!(
            kind("10,11,12,13,0,0,0,0,0,0,0,0,0,0,0,0"),
            Some((16, false, false))
        );
        assert_eq!(kind("here is no board"), None);
        assert_eq!(kind(&".".repeat(255)), None);
    }

    #[test]
    fn what_is_wrong_has_its_column() {
        let fault = |text: &str, alphabet| {
            let read = LinePieces::of(text).read(&[16], alphabet).unwrap();
            let fault = read.values.unwrap_err();
            (fault.column, fault.found)
        };
        assert_eq!(
            fault("1... .... | ..H. ....", Alphabet::One),
            (15, FoundText::Char('H'))
        );
        let row = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17";
        assert_eq!(fault(row, Alphabet::One), (37, FoundText::Number(17)));
        assert_eq!(
            fault("1... .... | ..G. ....", Alphabet::Zero),
            (15, FoundText::Char('G'))
        );
    }
}
