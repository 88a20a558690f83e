//! Writes formats with one short text per puzzle: 81 characters per line, and denser forms.

use super::ExportEntry;
use crate::grid::text;
use crate::rate::explainer::SeTable;
use sha1::{Digest, Sha1};
use std::io::{self, Write};

/// Writes a puzzle as 81 characters and a line feed, with `blank` as the character for empty cells.
pub(super) fn line(entry: &ExportEntry<'_>, blank: u8, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&text::line_bytes(entry.puzzle, blank))?;
    out.write_all(b"\n")
}

/// Writes a record of the Sudoku Exchange bank. A record consists of the first twelve hexadecimal digits of a hash, the
/// puzzle's 81 digits, and a rating. The hash is the SHA-1 hash of the 81 digits. Every record has exactly 100 bytes,
/// so that a script can seek to any record.
///
/// The rating has four characters. It is ER as computed with the table of Sudoku Explainer 1.18.1, which the bank
/// uses. A puzzle without this rating gets `00.0`, the bank's own notation for unknown.
pub(super) fn exchange(entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let digits = text::line_bytes(entry.puzzle, b'0');
    for byte in &Sha1::digest(digits)[..6] {
        write!(out, "{byte:02x}")?;
    }
    out.write_all(b" ")?;
    out.write_all(&digits)?;
    let rating = entry.ratings().and_then(|it| it.se);
    let er = rating.filter(|it| it.table == SeTable::V1_18_1);
    let er = er.and_then(|it| it.er_value()).unwrap_or(0.0);
    writeln!(out, " {er:04.1}")
}

/// The maximum number of empty cells that one letter encodes, which is the number of letters.
const MOST_BLANKS: usize = 26;

/// Returns the cells as they appear in the game id of Simon Tatham's *Solo*: a letter for a run of empty cells, and `_`
/// between neighbouring digits. `cells` are the values in reading order, 0 for an empty cell.
pub(super) fn sgt(mut cells: &[u8]) -> String {
    let mut id = String::new();
    while let Some((&cell, rest)) = cells.split_first() {
        if cell > 0 {
            if id.ends_with(|last: char| last.is_ascii_digit()) {
                id.push('_');
            }
            id += &cell.to_string();
            cells = rest;
        } else {
            let blanks = cells.iter().take_while(|&&cell| cell == 0);
            let blanks = blanks.take(MOST_BLANKS).count();
            id.push(char::from(b'a' + blanks as u8 - 1));
            cells = &cells[blanks..];
        }
    }
    id
}
