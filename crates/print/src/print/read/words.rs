//! Reads the texts of a finished file, each with the rectangle around it, for checks that no texts overlap.

use super::content::PageReader;
use super::file::ParsedPdf;
use super::items::PageItem;
use crate::print::PrintError;

/// A text on a page, with the box around it.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedWords {
    /// The page that holds the text, counted from 1.
    pub page: usize,
    /// The text.
    pub text: String,
    /// The type size in points.
    pub size: f64,
    /// Left, bottom, right and top of the box in points, from the lower left corner of the sheet.
    /// The box reaches from the lowest descender to the top of capitals.
    pub bounds: [f64; 4],
}

/// Returns all texts of a PDF, page by page; each digit of a grid is a separate text.
///
/// # Errors
/// If the file is not a readable PDF.
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
