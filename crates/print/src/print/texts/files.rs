//! Loads the file of texts of each language, and fills values into texts. A value replaces its name in braces,
//! such as `{day}`.

use crate::print::PrintError;

/// Expands to a list of languages: the code of each language, with the content of its file.
macro_rules! languages {
    ($($code:literal),*) => {
        [$(($code, include_str!(concat!("../../../../../assets/texts/", $code, ".toml")))),*]
    };
}

/// The codes of the program's languages, each with the content of its file of texts.
pub(super) const LANGUAGES: [(&str, &str); 11] = languages![
    "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "tr", "zh"
];

/// Returns the content of the file of texts of a language.
pub(super) fn file_of(language: &str) -> Result<&'static str, PrintError> {
    let file = LANGUAGES.iter().find(|(code, _)| *code == language);
    file.map(|(_, file)| *file).ok_or_else(|| {
        let known: Vec<&str> = LANGUAGES.iter().map(|(code, _)| *code).collect();
        let known = known.join(", ");
        let said = format!("no language is called {language:?}; there are {known}");
        PrintError::UnknownValue(said)
    })
}

/// Returns a text in which each of these names in braces is replaced by its value.
pub(in crate::print) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = text.to_owned();
    for (name, value) in values {
        filled = filled.replace(&format!("{{{name}}}"), value);
    }
    filled
}

/// Returns the names in braces in a text.
pub(super) fn filled_names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .filter_map(|part| Some(part.split_once('}')?.0))
}
