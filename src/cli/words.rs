//! Lets people write `--steps FORM` with a space. Clap accepts a form only after `=`, because `--steps` can also
//! be used without a form, before the name of a pack. So this module rewrites the words to `--steps=FORM` before
//! clap parses them.

use std::ffi::OsString;
use std::path::Path;

const FORMS: [&str; 5] = [
    "rules",
    "full",
    "compact",
    "techniques",
    "techniques-compact",
];

/// Returns the words of a command line with `--steps FORM` joined into `--steps=FORM`, unless a file or folder has the
/// same name as the form.
pub fn with_form_of_steps(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for word in words {
        let is_form = FORMS.iter().any(|form| word == *form) && !Path::new(&word).exists();
        match joined.last_mut() {
            Some(last) if is_form && last == "--steps" => {
                last.push("=");
                last.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(line: &str) -> String {
        let words = with_form_of_steps(line.split(' ').map(OsString::from));
        words.join(" ".as_ref()).into_string().unwrap()
    }

    #[test]
    fn a_form_may_follow_after_a_space_and_a_pack_stays_a_pack() {
        assert_eq!(
            joined("export p --steps compact"),
            "export p --steps=compact"
        );
        assert_eq!(
            joined("rate --steps techniques -"),
            "rate --steps=techniques -"
        );
        assert_eq!(joined("export --steps packs/a"), "export --steps packs/a");
        assert_eq!(joined("export compact --steps"), "export compact --steps");
        assert_eq!(
            joined("export --steps=full full"),
            "export --steps=full full"
        );
    }
}
