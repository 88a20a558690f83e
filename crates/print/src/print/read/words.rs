//! Words of a finished file with their boxes, for checks that no words overlap.

use super::content::{PageItem, PageReader};
use super::file::ParsedPdf;
use crate::print::PrintError;

/// Words on a page with their box.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedWords {
    /// The page, from 1.
    pub page: usize,
    /// The text.
    pub text: String,
    /// The type size in points.
    pub size: f64,
    /// Left, bottom, right, top in points from the lower left corner of the sheet, from the lowest
    /// descender to the top of a capital.
    pub bounds: [f64; 4],
}

/// Returns all words of a PDF, page by page; every digit of a grid is one.
///
/// # Errors
/// If it is not a PDF that can be read.
pub fn words(bytes: &[u8]) -> Result<Vec<PrintedWords>, PrintError> {
    let file = ParsedPdf::open(bytes)?;
    let mut reader = PageReader::new(&file);
    let mut words = Vec::new();
    for (page, dict) in (1..).zip(file.pages()?) {
        let set = reader
            .items(&dict)?
            .into_iter()
            .filter_map(|item| match item {
                PageItem::Text(it) if !it.text.trim().is_empty() => Some(PrintedWords {
                    page,
                    bounds: it.bounds(),
                    size: it.size,
                    text: it.text,
                }),
                _ => None,
            });
        words.extend(set);
    }
    Ok(words)
}
