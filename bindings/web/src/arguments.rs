//! Reads the arguments of a call from JavaScript: texts that each end with a zero byte, then rows of bytes.

use std::str::FromStr;
use sudoku_engine::{Board, TextError};

/// The answer to a call: a text or rows of bytes, or else an error message.
pub(super) type CallAnswer = Result<Vec<u8>, String>;

/// The arguments of a call that have not been read yet.
pub(super) struct CallArguments<'a>(pub(super) &'a [u8]);

impl<'a> CallArguments<'a> {
    /// Reads the next argument as a text.
    pub(super) fn text(&mut self) -> Result<&'a str, String> {
        let lacks = || "the call lacks an argument".to_owned();
        let end = self.0.iter().position(|byte| *byte == 0);
        let (text, rest) = self.0.split_at(end.ok_or_else(lacks)?);
        self.0 = &rest[1..];
        str::from_utf8(text).map_err(|error| error.to_string())
    }

    /// Reads the next argument as a puzzle.
    pub(super) fn board(&mut self) -> Result<Board, String> {
        let board = self.text()?.parse();
        board.map_err(|error: TextError| error.to_string())
    }

    /// Reads the next argument as a whole number, 0 or more; an error message calls the argument `name`.
    pub(super) fn number<N: FromStr>(&mut self, name: &str) -> Result<N, String> {
        let text = self.text()?;
        let wrong = |_| format!("{name} {text}: it must be a whole number from 0, not too large");
        text.parse().map_err(wrong)
    }
}
