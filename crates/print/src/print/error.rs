//! Errors of printing. Every message is one line that says what to do.

use std::path::PathBuf;

/// An error of printing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrintError {
    /// A file can't be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// A file of settings holds an unknown key or a value of the wrong kind.
    #[error("{origin}, line {line}: {message}")]
    BadFile {
        /// The file, or what else the text came from.
        origin: String,
        /// Counted from 1.
        line: usize,
        /// The mistake.
        message: String,
    },
    /// A file is not a font, or is a font that may not be used.
    #[error("{font} cannot be used as a font: {why}")]
    Font {
        /// The file.
        font: String,
        /// The reason.
        why: String,
    },
    /// A text has a character that no font has.
    #[error(
        "{what}: no font has the character {character:?} of {text:?}: give one that does with --font FILE"
    )]
    NoGlyph {
        /// The place of the text.
        what: String,
        /// The character.
        character: char,
        /// The text.
        text: String,
    },
    /// Two parts of the order contradict each other.
    #[error("{0}")]
    Impossible(String),
    /// A file is not a PDF, or is a broken one.
    #[error("this is no PDF that can be read: {0}")]
    Damaged(String),
    /// The finished file differs from the plan: a bug, found before the file is printed.
    #[error("the finished book is wrong and was not kept: {0}")]
    ReadBack(String),
}

/// Reads a table of settings; an error names the line of the mistake.
pub(super) fn parse_table<T: serde::de::DeserializeOwned>(
    text: &str,
    origin: &str,
) -> Result<T, PrintError> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().map_or(0, |span| span.start.min(text.len()));
        PrintError::BadFile {
            origin: origin.to_owned(),
            line: text.as_bytes()[..before]
                .iter()
                .filter(|&&b| b == b'\n')
                .count()
                + 1,
            message: error.message().replace('\n', "; "),
        }
    })
}
