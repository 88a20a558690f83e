//! The signs that stand for the digits 1 to 9 in grids: digits of another script by name, or nine letters or other
//! signs from a file.

use super::PrintError;
use std::path::Path;

/// The nine signs, for 1 to 9.
pub(super) type Signs = [char; 9];

/// The digits 1 to 9 as most languages write them.
pub(super) const PLAIN: Signs = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// The digits of each script, by the name that users type. All but the Chinese digits follow one another in Unicode.
const NAMED: [(&str, Signs); 7] = [
    ("latin", PLAIN),
    ("arabic-indic", following('\u{661}')),
    ("persian", following('\u{6f1}')),
    ("devanagari", following('\u{967}')),
    ("bengali", following('\u{9e7}')),
    ("thai", following('\u{e51}')),
    (
        "chinese",
        ['一', '二', '三', '四', '五', '六', '七', '八', '九'],
    ),
];

/// The size of the largest file of signs that is read, in bytes.
const LONGEST_FILE: u64 = 1 << 16;

/// Returns nine characters that follow one another in Unicode, from `first` on.
const fn following(first: char) -> Signs {
    let mut signs = [first; 9];
    let mut n = 0;
    while n < 9 {
        if let Some(sign) = char::from_u32(first as u32 + n as u32) {
            signs[n] = sign;
        }
        n += 1;
    }
    signs
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

/// Reads nine signs: one per line, or separated by spaces, or as one word of nine characters.
///
/// # Errors
/// If the file can't be read, or does not hold nine different signs.
pub(super) fn from_file(path: &Path) -> Result<Signs, PrintError> {
    let shown = path.display();
    let unreadable = |source| PrintError::Unreadable {
        path: path.to_owned(),
        source,
    };
    if std::fs::metadata(path).map_err(unreadable)?.len() > LONGEST_FILE {
        let said = format!("{shown} is too long for nine signs");
        return Err(PrintError::Impossible(said));
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    parse(text.trim_start_matches('\u{feff}'))
        .map_err(|why| PrintError::Impossible(format!("{shown}: {why}")))
}

fn parse(text: &str) -> Result<Signs, String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let [word] = words.as_slice() {
        words = word.chars().map(String::from).collect();
    }
    let mut signs = Vec::with_capacity(9);
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
    let signs = signs.try_into();
    signs.map_err(|_| format!("it has {count} signs, not 9"))
}

/// Returns a text in which the digits 1 to 9 are replaced by these signs.
pub(super) fn replaced(text: &str, signs: &Signs) -> String {
    let sign = |letter: char| match letter.to_digit(10) {
        Some(digit @ 1..) => signs[digit as usize - 1],
        _ => letter,
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_different_signs_are_taken_in_three_forms() {
        let wanted: Signs = ['W', 'O', 'R', 'D', 'S', 'A', 'B', 'C', 'E'];
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
            ("", "it has 0 signs, not 9"),
            ("ABCDEFGH", "it has 8 signs, not 9"),
            ("ABCDEFGHIJ", "it has 10 signs, not 9"),
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
