//! The symbols that stand for digits in grids: digits of another script by name, letters or other characters, or
//! pictures.

use super::PrintError;
use std::ops::Deref;

/// The largest number of symbols: the digits of a grid of 25×25.
pub(super) const MOST_SYMBOLS: usize = 25;

/// The character that stands for the first picture, in the last private plane of Unicode.
const FIRST_PICTURE: char = '\u{100000}';

/// The symbols that stand for the digits of a grid, starting with the symbol for digit 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Symbols {
    all: [char; MOST_SYMBOLS],
    count: usize,
}

impl Symbols {
    /// Returns these characters as symbols; `None` if there are no characters, or more than 25.
    pub(super) fn new(symbols: &[char]) -> Option<Self> {
        let mut all = ['\0'; MOST_SYMBOLS];
        all.get_mut(..symbols.len())?.copy_from_slice(symbols);
        let count = symbols.len();
        (count > 0).then_some(Self { all, count })
    }

    /// Returns characters that stand for this number of pictures, at most 25. The characters come from the range that
    /// Unicode reserves for private use.
    pub(super) fn of_pictures(count: usize) -> Self {
        let mut all = ['\0'; MOST_SYMBOLS];
        for (symbol, code) in all.iter_mut().take(count).zip(FIRST_PICTURE..) {
            *symbol = code;
        }
        let count = count.min(MOST_SYMBOLS);
        Self { all, count }
    }

    /// Returns whether these symbols stand for pictures.
    pub(super) fn are_pictures(&self) -> bool {
        self.all[0] == FIRST_PICTURE
    }
}

impl Deref for Symbols {
    type Target = [char];

    fn deref(&self) -> &[char] {
        &self.all[..self.count]
    }
}

/// The digits 1 to 9 as most languages write them, followed by the letters A to P for grids larger than 9×9.
pub(super) const PLAIN: Symbols = Symbols {
    all: [
        '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I',
        'J', 'K', 'L', 'M', 'N', 'O', 'P',
    ],
    count: MOST_SYMBOLS,
};

/// The digits of each script, with the script's name as users type it. In all scripts but Chinese, the digits follow
/// one another in Unicode.
const NAMED: [(&str, Symbols); 7] = [
    ("latin", PLAIN),
    ("arabic-indic", following('\u{661}')),
    ("persian", following('\u{6f1}')),
    ("devanagari", following('\u{967}')),
    ("bengali", following('\u{9e7}')),
    ("thai", following('\u{e51}')),
    (
        "chinese",
        Symbols {
            all: [
                '一', '二', '三', '四', '五', '六', '七', '八', '九', '\0', '\0', '\0', '\0', '\0',
                '\0', '\0', '\0', '\0', '\0', '\0', '\0', '\0', '\0', '\0', '\0',
            ],
            count: 9,
        },
    ),
];

/// Returns nine characters that follow one another in Unicode, starting with `first`.
const fn following(first: char) -> Symbols {
    let (mut all, count) = (['\0'; MOST_SYMBOLS], 9);
    let mut n = 0;
    while n < count {
        if let Some(symbol) = char::from_u32(first as u32 + n as u32) {
            all[n] = symbol;
        }
        n += 1;
    }
    Symbols { all, count }
}

/// Returns the digits of the script with this name.
///
/// # Errors
/// If there are no digits of this name.
pub(super) fn named(name: &str) -> Result<Symbols, PrintError> {
    let known = NAMED.iter().find(|(known, _)| *known == name);
    known.map(|(_, symbols)| *symbols).ok_or_else(|| {
        let names = NAMED.map(|(name, _)| name).join(", ");
        PrintError::Impossible(format!("no digits are called {name:?}; there are {names}"))
    })
}

/// Reads symbols: one per line, or separated by spaces, or as one word.
///
/// # Errors
/// If there are not 1 to 25 symbols, or a symbol is repeated, is `0` or a control character, or has several
/// characters.
pub(super) fn parse(text: &str) -> Result<Symbols, String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let [word] = words.as_slice() {
        words = word.chars().map(String::from).collect();
    }
    let mut symbols = Vec::with_capacity(words.len());
    for (n, word) in (1..).zip(&words) {
        let mut letters = word.chars();
        let (Some(symbol), None) = (letters.next(), letters.next()) else {
            return Err(format!("symbol {n} is {word:?}; a symbol is one character"));
        };
        if symbols.contains(&symbol) {
            return Err(format!("symbol {n} is {symbol:?}, which is there already"));
        }
        if symbol == '0' || symbol.is_control() {
            return Err(format!(
                "symbol {n} is {symbol:?}, which can't stand for a digit"
            ));
        }
        symbols.push(symbol);
    }
    let count = symbols.len();
    Symbols::new(&symbols).ok_or_else(|| format!("it has {count} symbols, not 1 to {MOST_SYMBOLS}"))
}

/// Returns a text in which the digits 1 to 9 are replaced by these symbols.
pub(super) fn replaced(text: &str, symbols: &Symbols) -> String {
    let symbol = |letter: char| match letter.to_digit(10) {
        Some(digit @ 1..) => symbols.get(digit as usize - 1).copied().unwrap_or(letter),
        _ => letter,
    };
    text.chars().map(symbol).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_symbols_are_taken_in_three_forms() {
        let wanted = Symbols::new(&['W', 'O', 'R', 'D', 'S', 'A', 'B', 'C', 'E']).unwrap();
        for text in [
            "WORDSABCE\n",
            "W O R D S A B C E",
            "W\nO\nR\nD\nS\nA\nB\nC\nE\n",
        ] {
            assert_eq!(parse(text), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn other_numbers_of_symbols_and_repeated_ones_are_refused() {
        for (text, said) in [
            ("", "it has 0 symbols, not 1 to 25"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                "it has 26 symbols, not 1 to 25",
            ),
            (
                "A B C D E F G H II",
                "symbol 9 is \"II\"; a symbol is one character",
            ),
            ("ABCDEFGHA", "symbol 9 is 'A', which is there already"),
            (
                "0BCDEFGHI",
                "symbol 1 is '0', which can't stand for a digit",
            ),
        ] {
            assert_eq!(parse(text), Err(said.to_owned()));
        }
    }

    #[test]
    fn digits_of_other_scripts_are_known_by_name() {
        assert_eq!(named("devanagari").unwrap()[8], '९');
        assert_eq!(named("persian").unwrap()[3], '۴');
        assert_eq!(replaced("The 7", &named("arabic-indic").unwrap()), "The ٧");
        let said = named("klingon").unwrap_err().to_string();
        assert!(
            said.starts_with("no digits are called \"klingon\"; there are latin, "),
            "{said}"
        );
    }
}
