//! Reads links that open a puzzle in a browser. A link contains the puzzle as f-puzzles' JSON, compressed by
//! LZ-string, or in SCF, SudokuPad's short form.
//!
//! An unpacked text can grow with the square of the link's length, so links have their own limit.

use super::{EntryProblem, Format, f_puzzles, lines};
use crate::grid::Board;
use serde_json::Value;

/// The maximum number of bytes of a link. A link to a plain puzzle with its solution has about 1,500 bytes; a link of
/// this size decompresses to at most 50 MB.
pub(super) const LONGEST: usize = 12 << 10;

/// Texts that mark the place of the compressed puzzle in a link: the puzzle begins directly after one of these texts.
const MARKS: [&str; 2] = ["?load=", "fpuzzles"];

/// Returns whether a line begins like a link to a puzzle.
pub(super) fn is_link(line: &str) -> bool {
    line.starts_with("https://") || line.starts_with("http://") || line.starts_with(MARKS[1])
}

/// Reads the puzzle that a link contains.
pub(super) fn read(line: &str) -> Result<Board, EntryProblem> {
    if let Some(object) = object(line) {
        return f_puzzles::read(&object?);
    }
    let last = line.rsplit(['/', '=']).next().unwrap_or_default();
    match last.strip_prefix("scf") {
        Some(packed) if is_link(line) => lines::scf(packed).map_err(|_| EntryProblem::Packed),
        _ => Err(EntryProblem::Form(Format::Links)),
    }
}

/// Returns the object of f-puzzles that a link contains, or an error if the object is damaged; `None` if the link
/// contains no such object.
pub(super) fn object(line: &str) -> Option<Result<Value, EntryProblem>> {
    let packed = MARKS
        .iter()
        .find_map(|mark| Some(line.split_once(mark)?.1))?;
    let object = unpacked(packed).and_then(|text| serde_json::from_str(&text).ok());
    Some(object.ok_or(EntryProblem::Packed))
}

fn unpacked(packed: &str) -> Option<String> {
    let signs = [
        ("%2B", "+"),
        ("%2b", "+"),
        ("%2F", "/"),
        ("%2f", "/"),
        ("%3D", "="),
        ("%3d", "="),
    ];
    let link = packed.split(['&', '#']).next().unwrap_or_default();
    let plain = signs.iter().fold(link.to_owned(), |text, (coded, sign)| {
        text.replace(coded, sign)
    });
    // In a query, some programs read a plus as a space.
    let plain = plain.replace(' ', "+");
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    if !plain.bytes().all(known) {
        return None;
    }
    String::from_utf16(&lz_str::decompress_from_base64(&plain)?).ok()
}
