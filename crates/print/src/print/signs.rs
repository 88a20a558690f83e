//! The signs that stand for digits in grids: digits of another script by name, letters or other characters, or
//! pictures.

use super::PrintError;
use std::ops::Deref;

/// The largest number of signs: the digits of a grid of 25×25.
pub(super) const MOST_SIGNS: usize = 25;

/// The character that stands for the first picture, in the last private plane of Unicode.
const FIRST_PICTURE: char = '\u{100000}';

/// The signs that stand for the digits of a grid, starting with the sign for digit 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signs {
    all: [char; MOST_SIGNS],
    count: usize,
}

impl Signs {
    /// Returns these characters as signs; `None` if there are no characters, or more than 25.
    pub(super) fn new(signs: &[char]) -> Option<Self> {
        let mut all = ['\0'; MOST_SIGNS];
        all.get_mut(..signs.len())?.copy_from_slice(signs);
        let count = signs.len();
        (count > 0).then_some(Self { all, count })
    }

    /// Returns characters that stand for this number of pictures, at most 25. The characters come from the range that
    /// Unicode reserves for private use.
    pub(super) fn of_pictures(count: usize) -> Self {
        let mut all = ['\0'; MOST_SIGNS];
        for (sign, code) in all.iter_mut().take(count).zip(FIRST_PICTURE..) {
            *sign = code;
        }
        let count = count.min(MOST_SIGNS);
        Self { all, count }
    }

    /// Returns whether these signs stand for pictures.
    pub(super) fn are_pictures(&self) -> bool {
        self.all[0] == FIRST_PICTURE
    }
}

impl Deref for Signs {
    type Target = [char];

    fn deref(&self) -> &[char] {
        &self.all[..self.count]
    }
}

/// The digits 1 to 9 as most languages write them, and for grids larger than 9×9 the letters A to P.
pub(super) const PLAIN: Signs = Signs {
    all: [
        '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I',
        'J', 'K', 'L', 'M', 'N', 'O', 'P',
    ],
    count: MOST_SIGNS,
};

/// The digits of each script, with the script's name as users type it. In all scripts but Chinese, the digits follow
/// one another in Unicode.
const NAMED: [(&str, Signs); 7] = [
    ("latin", PLAIN),
    ("arabic-indic", following('\u{661}')),
    ("persian", following('\u{6f1}')),
    ("devanagari", following('\u{967}')),
    ("bengali", following('\u{9e7}')),
    ("thai", following('\u{e51}')),
    (
        "chinese",
        Signs {
            all: [
                '一', '二', '三', '四', '五', '六', '七', '八', '九', '\0', '\0', '\0', '\0', '\0',
                '\0', '\0', '\0', '\0', '\0', '\0', '\0', '\0', '\0', '\0', '\0',
            ],
            count: 9,
        },
    ),
];

/// Returns nine characters that follow one another in Unicode, starting with `first`.
const fn following(first: char) -> Signs {
    let (mut all, count) = (['\0'; MOST_SIGNS], 9);
    let mut n = 0;
    while n < count {
        if let Some(sign) = char::from_u32(first as u32 + n as u32) {
            all[n] = sign;
        }
        n += 1;
    }
    Signs { all, count }
}

/// Returns the digits of the script with this name.
///
/// # Errors
/// If there are no digits of this name.
pub(super) fn named(name: &str) -> Result<Signs, PrintError> {
    let known = NAMED.iter().find(|(known, _)| *known == name);
    known.map(|(_, signs)| *signs).ok_or_else(|| {
        let names = NAMED.map(|(name, _)| name).join(", ");
        PrintError::Impossible(format!("no digits are called {name:?}; there are {names}"))
    })
}

/// Reads signs: one per line, or separated by spaces, or as one word.
///
/// # Errors
/// If there are not 1 to 25 different signs.
pub(super) fn parse(text: &str) -> Result<Signs, String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let [word] = words.as_slice() {
        words = word.chars().map(String::from).collect();
    }
    let mut signs = Vec::with_capacity(words.len());
    for (n, word) in (1..).zip(&words) {
        let mut letters = word.chars();
        let (Some(sign), None) = (letters.next(), letters.next()) else {
            return Err(format!("sign {n} is {word:?}; a sign is one character"));
        };
        if signs.contains(&sign) {
            return Err(format!("sign {n} is {sign:?}, which is there already"));
        }
        if sign == '0' || sign.is_control() {
            return Err(format!(
                "sign {n} is {sign:?}, which can't stand for a digit"
            ));
        }
        signs.push(sign);
    }
    let count = signs.len();
    Signs::new(&signs).ok_or_else(|| format!("it has {count} signs, not 1 to {MOST_SIGNS}"))
}

/// Returns a text in which the digits 1 to 9 are replaced by these signs.
pub(super) fn replaced(text: &str, signs: &Signs) -> String {
    let sign = |letter: char| match letter.to_digit(10) {
        Some(digit @ 1..) => signs.get(digit as usize - 1).copied().unwrap_or(letter),
        _ => letter,
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_signs_are_taken_in_three_forms() {
        let wanted = Signs::new(&['W', 'O', 'R', 'D', 'S', 'A', 'B', 'C', 'E']).unwrap();
        for text in [
            "WORDSABCE\n",
            "W O R D S A B C E",
            "W\nO\nR\nD\nS\nA\nB\nC\nE\n",
        ] {
            assert_eq!(parse(text), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn other_numbers_of_signs_and_repeated_ones_are_refused() {
        for (text, said) in [
            ("", "it has 0 signs, not 1 to 25"),
            ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "it has 26 signs, not 1 to 25"),
            (
                "A B C D E F G H II",
                "sign 9 is \"II\"; a sign is one character",
            ),
            ("ABCDEFGHA", "sign 9 is 'A', which is there already"),
            ("0BCDEFGHI", "sign 1 is '0', which can't stand for a digit"),
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
