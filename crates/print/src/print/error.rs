//! Errors of printing. Every message is one line.

use std::path::{Path, PathBuf};

/// An error that occurs when printed matter is made or checked.
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
    /// A settings file contains an unknown key or a value of the wrong kind.
    #[error("{origin}, line {line}: {message}")]
    BadFile {
        /// The name of the file, or of another source of the text.
        origin: String,
        /// The line, counted from 1.
        line: usize,
        /// The mistake.
        message: String,
    },
    /// A file is not a font, or is a font that this program can't use.
    #[error("{font} cannot be used as a font: {why}")]
    Font {
        /// The file.
        font: String,
        /// The reason.
        why: String,
    },
    /// A text has a character that is in no font.
    #[error(
        "{what}: no font has the character {character:?} of {text:?}: give one that does with --font FILE"
    )]
    NoGlyph {
        /// The name of the text in the message, such as `a level's name`.
        what: String,
        /// The character.
        character: char,
        /// The text.
        text: String,
    },
    /// No puzzle was chosen.
    #[error("no puzzle fits: nothing was written")]
    NoPuzzle,
    /// A setting has a value that is not allowed, such as an unknown language.
    #[error("{0}")]
    UnknownValue(String),
    /// The request can't be met: for example, two settings contradict each other, or a text does not fit.
    #[error("{0}")]
    Impossible(String),
    /// A file is not a PDF, or is damaged.
    #[error("this is not a readable PDF: {0}")]
    Damaged(String),
    /// The finished file differs from the plan. This is a bug in the program, found before the file is printed.
    #[error("the finished file is wrong and was not kept: {0}")]
    ReadBack(String),
}

/// Reads a table of settings; an error contains the key and the line number of the mistake.
pub(super) fn parse_table<T: serde::de::DeserializeOwned>(
    text: &str,
    origin: &str,
) -> Result<T, PrintError> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().map_or(0, |span| span.start.min(text.len()));
        let line_breaks = text.as_bytes()[..before].iter();
        let line = line_breaks.filter(|&&b| b == b'\n').count();
        let message = error.message().replace('\n', "; ");
        let key = text.lines().nth(line).and_then(|it| it.split_once('='));
        let key = key.map(|(key, _)| key.trim());
        PrintError::BadFile {
            origin: origin.to_owned(),
            line: line + 1,
            message: match key.filter(|key| !message.contains(key)) {
                Some(key) => format!("{key}: {message}"),
                None => message,
            },
        }
    })
}

/// The maximum size of a file with a table of settings or texts, in bytes.
const LONGEST_TABLE: u64 = 1 << 20;

/// Reads a table of settings or texts from a file, and returns it with the file's name for messages.
pub(super) fn read_table<T: serde::de::DeserializeOwned>(
    path: &Path,
) -> Result<(T, String), PrintError> {
    let unreadable = |source| PrintError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let shown = path.display().to_string();
    if std::fs::metadata(path).map_err(unreadable)?.len() > LONGEST_TABLE {
        let said = format!("{shown} is longer than 1 MiB, the limit of a file of settings");
        return Err(PrintError::Impossible(said));
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    Ok((parse_table(&text, &shown)?, shown))
}
