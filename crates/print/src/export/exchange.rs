//! The Sudoku Exchange bank: records of exactly 100 bytes, so that a script can seek to any: twelve
//! hexadecimal digits of the SHA-1 of the digits, the digits, and a rating of four characters.
//!
//! The rating is Sudoku Explainer's where it is known; we don't have that one, and write `00.0` as
//! the bank's own format says for unknown.

use super::{Entry, Exporter};
use crate::grid::text;
use sha1::{Digest, Sha1};
use std::io::{self, Write};

/// Records of the Sudoku Exchange bank.
#[derive(Debug, Clone, Copy)]
pub struct Bank;

impl Exporter for Bank {
    fn name(&self) -> &'static str {
        "exchange"
    }

    fn about(&self) -> &'static str {
        "100-byte records of the Sudoku Exchange bank"
    }

    fn ending(&self) -> &'static str {
        "txt"
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let digits = text::line_bytes(entry.puzzle, b'0');
        for byte in &Sha1::digest(digits)[..6] {
            write!(out, "{byte:02x}")?;
        }
        out.write_all(b" ")?;
        out.write_all(&digits)?;
        writeln!(out, " 00.0")
    }
}
