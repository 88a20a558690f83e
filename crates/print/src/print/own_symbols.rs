//! The user's own symbols in place of digits: letters or other characters from a file, or pictures.

use super::PrintError;
use super::symbol_picture::{self, SymbolPicture};
use super::symbols::{self, MOST_SYMBOLS, Symbols};
use std::path::Path;

/// The maximum size of a list of symbols, in bytes.
const LONGEST_FILE: u64 = 1 << 16;

/// The symbols that a file or a folder contains, in the order of the digits.
#[derive(Debug)]
pub(super) enum OwnSymbols {
    /// Characters, such as letters, one for each digit.
    Characters(Symbols),
    /// Pictures, one for each digit.
    Pictures(Vec<SymbolPicture>),
}

impl OwnSymbols {
    /// Reads symbols. A text file contains characters: one per line, separated by spaces, or as one word. Pictures come
    /// from a folder of SVG files, or from a text file with the names of SVG files.
    ///
    /// # Errors
    /// If a file can't be read, or does not contain 1 to 25 different symbols that can be printed.
    pub(super) fn open(path: &Path) -> Result<Self, PrintError> {
        let refuse = |why: &str| PrintError::Impossible(format!("{}: {why}", path.display()));
        let unreadable = |source| PrintError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let about = std::fs::metadata(path).map_err(unreadable)?;
        let files = if about.is_dir() {
            symbol_picture::in_folder(path)?
        } else if symbol_picture::is_picture(path) {
            let said = "it is one picture: name a folder with a picture for each digit";
            return Err(refuse(said));
        } else {
            if about.len() > LONGEST_FILE {
                return Err(refuse("it is too long for a list of symbols"));
            }
            let text = std::fs::read_to_string(path).map_err(unreadable)?;
            let text = text.trim_start_matches('\u{feff}');
            match symbol_picture::in_list(path, text)? {
                None => {
                    let symbols = symbols::parse(text).map_err(|why| refuse(&why))?;
                    return Ok(Self::Characters(symbols));
                }
                Some(files) => files,
            }
        };
        if files.len() > MOST_SYMBOLS {
            let count = files.len();
            return Err(refuse(&format!(
                "it has {count} pictures, not 1 to {MOST_SYMBOLS}"
            )));
        }
        symbol_picture::open(&files).map(Self::Pictures)
    }
}
