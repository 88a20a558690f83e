//! The alphabets in which the digits of boards of any size are written.

use crate::grid::{Shape, ShapedBoard};
use std::fmt;
use std::str::FromStr;

/// An alphabet: the symbols for the digits of boards of any size. Letters are read in either case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Alphabet {
    /// `1` to `9`, then letters from `A`: `1`–`9`, `A`–`G` on 16×16.
    #[default]
    One,
    /// Symbols from `0`: `0`–`9`, `A`–`F` on 16×16. Here `0` is a digit, not a blank.
    Zero,
    /// Letters only: `A`–`P` on 16×16.
    Letters,
    /// Decimal numbers with white space between them: 1–16 on 16×16.
    Numbers,
}

impl Alphabet {
    /// All alphabets.
    pub const ALL: [Self; 4] = [Self::One, Self::Zero, Self::Letters, Self::Numbers];

    /// Returns the name used in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Zero => "zero",
            Self::Letters => "letters",
            Self::Numbers => "numbers",
        }
    }

    /// Returns the value of a symbol on a board of this side, 0 for a blank; `None` if the alphabet has no such symbol.
    /// Numbers are read by [`Alphabet::number`] instead.
    pub(super) fn value(self, symbol: char, side: usize) -> Option<u8> {
        let place = match self {
            Self::One | Self::Numbers => symbol.to_digit(36).and_then(|n| n.checked_sub(1)),
            Self::Zero => symbol.to_digit(36),
            Self::Letters => symbol.to_digit(36).and_then(|n| n.checked_sub(10)),
        };
        match place {
            Some(place) if (place as usize) < side => Some(place as u8 + 1),
            _ => is_blank(symbol).then_some(0),
        }
    }

    /// Returns the value of a piece of text between white space: a number up to `side`, or 0 for a blank; `None`
    /// for any other piece.
    pub(super) fn number(token: &str, side: usize) -> Option<u8> {
        match token.parse::<u8>() {
            Ok(value) if !token.starts_with('+') => (usize::from(value) <= side).then_some(value),
            _ => token.chars().all(is_blank).then_some(0),
        }
    }

    /// Returns the symbols for a board of this side as a text for users, such as `1-9, A-G`.
    pub fn range(self, side: usize) -> String {
        let symbol = |value: usize| self.symbol(value as u8);
        let letters = |first: usize| match first.cmp(&side) {
            std::cmp::Ordering::Less => format!(", A-{}", symbol(side)),
            std::cmp::Ordering::Equal => ", A".to_owned(),
            std::cmp::Ordering::Greater => String::new(),
        };
        match self {
            Self::One => format!("1-{}{}", symbol(side.min(9)), letters(10)),
            Self::Zero => format!("0-{}{}", symbol(side.min(10)), letters(11)),
            Self::Letters => format!("A-{}", symbol(side)),
            Self::Numbers => format!("1-{side}"),
        }
    }

    /// Returns the symbol of a digit, 1 to 25.
    pub fn symbol(self, value: u8) -> String {
        let place = match self {
            Self::Numbers => return value.to_string(),
            Self::One => u32::from(value),
            Self::Zero => u32::from(value).saturating_sub(1),
            Self::Letters => u32::from(value) + 9,
        };
        let symbol = char::from_digit(place, 36).unwrap_or('?');
        symbol.to_ascii_uppercase().to_string()
    }
}

/// Returns whether a symbol means a blank in every alphabet that does not have it as a digit.
pub(super) fn is_blank(symbol: char) -> bool {
    matches!(symbol, '.' | '0' | '_' | '*' | 'X' | 'x')
}

/// Writes a board of any shape on one line, `.` for a blank; numbers are separated by spaces.
///
/// ```
/// use sudoku_engine::grid::{Shape, ShapedBoard, text::{Alphabet, shaped_line}};
/// let mut board = ShapedBoard::empty(Shape::new(4, 4)?);
/// board.set(1, 16);
/// assert!(shaped_line(&board, Alphabet::One).starts_with(".G."));
/// assert!(shaped_line(&board, Alphabet::Zero).starts_with(".F."));
/// assert!(shaped_line(&board, Alphabet::Numbers).starts_with(". 16 ."));
/// # Ok::<(), sudoku_engine::grid::ShapeError>(())
/// ```
pub fn shaped_line(board: &ShapedBoard, alphabet: Alphabet) -> String {
    let symbols: Vec<String> = board
        .values()
        .iter()
        .map(|&value| match value {
            0 => ".".to_owned(),
            value => alphabet.symbol(value),
        })
        .collect();
    let between = if alphabet == Alphabet::Numbers {
        " "
    } else {
        ""
    };
    symbols.join(between)
}

/// Writes the board on one line in [`Alphabet::One`].
impl fmt::Display for ShapedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&shaped_line(self, Alphabet::One))
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of an alphabet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no alphabet is called {0:?}; there are one (1-9, A-G), zero (0-9, A-F), letters (A-P), numbers (1-16, with spaces)"
)]
pub struct UnknownAlphabet(String);

impl FromStr for Alphabet {
    type Err = UnknownAlphabet;

    fn from_str(text: &str) -> Result<Self, UnknownAlphabet> {
        let found = Self::ALL
            .into_iter()
            .find(|alphabet| alphabet.name() == text);
        found.ok_or_else(|| UnknownAlphabet(text.to_owned()))
    }
}

// The last digit of the largest side has a symbol in every alphabet: 25 letters, or 9 digits and 16
// letters.
const _: () = assert!(Shape::LARGEST_SIDE <= 26);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_read_as_it_is_written() {
        for alphabet in [Alphabet::One, Alphabet::Zero, Alphabet::Letters] {
            for side in Shape::USUAL_SIDES {
                for value in 1..=side as u8 {
                    let symbol = alphabet.symbol(value).chars().next().unwrap();
                    let read = [symbol, symbol.to_ascii_lowercase()];
                    assert_eq!(read.map(|s| alphabet.value(s, side)), [Some(value); 2]);
                }
            }
        }
        assert_eq!(Alphabet::One.value('H', 16), None);
        assert_eq!(Alphabet::Zero.value('G', 16), None);
        assert_eq!(
            Alphabet::Letters.value('X', 25),
            Some(24),
            "a digit before a blank"
        );
        assert_eq!(Alphabet::number("17", 16), None);
    }

    #[test]
    fn ranges_are_written_for_people() {
        let said = |side| {
            Alphabet::ALL
                .map(|alphabet| alphabet.range(side))
                .join(" / ")
        };
        assert_eq!(said(4), "1-4 / 0-3 / A-D / 1-4");
        assert_eq!(said(10), "1-9, A / 0-9 / A-J / 1-10");
        assert_eq!(said(16), "1-9, A-G / 0-9, A-F / A-P / 1-16");
        assert_eq!(said(25), "1-9, A-P / 0-9, A-O / A-Y / 1-25");
    }
}
