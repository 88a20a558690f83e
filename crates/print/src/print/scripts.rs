//! Refuses texts in writing systems (scripts) that the program can't set. The program sets texts letter by letter,
//! from left to right.
//!
//! Arabic letters change their shape with their neighbours, Hebrew runs from right to left, and vowels of Indic
//! scripts go around their consonants. Set letter by letter, such texts are wrong, and people who can't read
//! them would not notice. "Script" means Unicode's property of that name (UAX 24).

use unicode_script::{Script, UnicodeScript};

/// The scripts whose letters can be set one after another, without changes to their shapes. The list leaves out
/// `Inherited`, the value for combining marks above and below letters.
const PLAIN: [Script; 20] = [
    Script::Common,
    Script::Latin,
    Script::Greek,
    Script::Cyrillic,
    Script::Armenian,
    Script::Georgian,
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Bopomofo,
    Script::Hangul,
    Script::Ethiopic,
    Script::Cherokee,
    Script::Canadian_Aboriginal,
    Script::Yi,
    Script::Lisu,
    Script::Vai,
    Script::Runic,
    Script::Braille,
    Script::Unknown,
];

/// Describes the first character that keeps a text from being set letter by letter, with a short reason; `None` if the
/// whole text can be set.
pub(super) fn unfit(text: &str) -> Option<String> {
    text.chars().find_map(|character| {
        let code = u32::from(character);
        let script = character.script();
        // The letters that form Hangul syllables.
        let is_jamo = matches!(code, 0x1100..=0x11ff | 0xa960..=0xa97f | 0xd7b0..=0xd7ff);
        match script {
            Script::Inherited => {
                Some(format!("a mark on its letter (U+{code:04X}), which this release cannot place: write both as one character"))
            }
            script if is_jamo || !PLAIN.contains(&script) => {
                let name = script.full_name().replace('_', " ");
                Some(format!("{name} letters (U+{code:04X}), which need shaping or another direction: this release cannot set them"))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_need_more_are_known_by_name() {
        for (text, words) in [
            ("سودوكو", "Arabic letters (U+0633)"),
            ("סודוקו", "Hebrew letters (U+05E1)"),
            ("सुडोकू", "Devanagari letters (U+0938)"),
            ("ซูโดกุ", "Thai letters (U+0E0B)"),
            ("e\u{301}", "a mark on its letter (U+0301)"),
            ("\u{1112}\u{1161}", "Hangul letters (U+1112)"),
        ] {
            let said = unfit(text).unwrap_or_else(|| panic!("{text} was taken"));
            assert!(said.contains(words), "{said}");
        }
        for text in [
            "Su Doku №1 – “é”",
            "Судоку",
            "ΣΟΥΝΤΟΚΟΥ",
            "数独",
            "スウドク すうどく",
            "스도쿠",
        ] {
            assert_eq!(unfit(text), None, "{text}");
        }
    }
}
