//! Follows the links of a finished file to the pages that they lead to.

use super::file::ParsedPdf;
use super::object::Object;
use crate::print::PrintError;
use std::collections::BTreeMap;

/// A link in a PDF: the page that contains the link, and the page that the link leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundLink {
    /// The page that holds the link, counted from 1.
    pub page: usize,
    /// The page that the link leads to, counted from 1; 0 if the link leads nowhere.
    pub target: usize,
}

/// Returns the links of a PDF, page by page.
///
/// # Errors
/// If the file is not a readable PDF.
pub fn links(bytes: &[u8]) -> Result<Vec<FoundLink>, PrintError> {
    let file = ParsedPdf::open(bytes)?;
    let pages = file.pages()?;
    let places = (1..).zip(&pages);
    let numbers: BTreeMap<u32, usize> = places
        .filter_map(|(place, page)| Some((page.number?, place)))
        .collect();
    let mut found = Vec::new();
    for (place, page) in (1..).zip(&pages) {
        let annotations = file.get(&page.dict, "Annots");
        let annotations = annotations.as_ref().and_then(Object::array);
        for annotation in annotations.unwrap_or_default() {
            let Some(Object::Dict(dict)) = file.resolve(annotation) else {
                continue;
            };
            if dict.get("Subtype").and_then(Object::name) != Some("Link") {
                continue;
            }
            let target = file.get(&dict, "Dest").and_then(|target| {
                let page = target.array()?.first()?.reference()?;
                numbers.get(&page).copied()
            });
            found.push(FoundLink {
                page: place,
                target: target.unwrap_or(0),
            });
        }
    }
    Ok(found)
}
