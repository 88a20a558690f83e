//! Checks a cover: the size of the sheet, which depends on the pages and the paper, and the areas that may be printed.
//! Images and colours are allowed on covers.

use super::boxes::{Boxes, SLACK, trim_of};
use super::faults::Faults;
use super::{ENCRYPTION, PreflightReport, page_entries, whole};
use crate::print::PrintError;
use crate::print::paper::{INCH, Trim};
use crate::print::pdf::MADE_FOR;
use crate::print::read::{Object, PageItem, PageReader, PageWords, ParsedPdf};
use crate::print::shop::{PaperStock, SPINE_MARGIN, Shop, Standard};

/// The minimum type size on a cover, in points.
const LEAST_TYPE: f64 = 7.0;

/// Returns the trim and the number of pages of the book to which a cover of this program belongs; `None` if the file is
/// not such a cover.
///
/// # Errors
/// If the file is not a readable PDF.
pub fn cover_of(bytes: &[u8]) -> Result<Option<(Trim, usize)>, PrintError> {
    let file = ParsedPdf::open(bytes)?;
    let root = file.get_dict(&file.trailer, "Root").unwrap_or_default();
    let said = file.get_dict(&root, MADE_FOR).unwrap_or_default();
    let number = |key: &str| said.get(key).and_then(Object::number);
    let side = |key: &str| number(key).map(|it| it / 1000.0);
    Ok((|| {
        let (width, height) = (side("CoverWidth")?, side("CoverHeight")?);
        Some((Trim { width, height }, number("CoverPages")? as usize))
    })())
}

/// Checks the cover of a book with this trim and this number of pages.
///
/// # Errors
/// If the file is not a readable PDF, or the shop has no covers.
pub fn check_cover(
    bytes: &[u8],
    shop: &Shop,
    trim: Trim,
    pages: usize,
    stock: PaperStock,
) -> Result<PreflightReport, PrintError> {
    let file = ParsedPdf::open(bytes)?;
    if file.trailer.contains_key(ENCRYPTION) {
        return Ok(PreflightReport::encrypted());
    }
    let Some(spine) = shop.spine(pages, stock) else {
        let said = format!("{} binds no books, and so has no covers", shop.name);
        return Err(PrintError::Impossible(said));
    };
    let mut faults = Faults::default();
    // Back, spine and front are a single page.
    let sheet = Shop {
        marks: shop.marks,
        bleeds_inside: true,
        ..*shop
    };
    whole::check(&file, &sheet, &mut faults);
    let all = file.pages()?;
    if all.len() != 1 {
        faults.add(0, format!("{} pages: a cover is one", all.len()));
    }
    let mut reader = PageReader::new(&file);
    for (number, page) in (1..).zip(&all).take(1) {
        let boxes = Boxes::of(&file, &page.dict, &sheet, number, &mut faults);
        page_entries(&file, &page.dict, shop, number, &mut faults);
        let cover = CoverCheck {
            shop,
            trim,
            spine,
            pages,
        };
        let bounds = match boxes.media == boxes.trim {
            // Without a TrimBox the sheet has its bleed.
            true => {
                let [left, bottom, right, top] = boxes.media;
                let bleed = shop.bleed;
                [left + bleed, bottom + bleed, right - bleed, top - bleed]
            }
            false => boxes.trim,
        };
        cover.size(trim_of(&bounds), &mut faults);
        for item in &reader.items(page)? {
            cover.item(item, bounds, &mut faults);
        }
    }
    Ok(PreflightReport {
        pages: all.len(),
        faults: faults.sorted(),
        not_checked: shop.not_known(trim),
    })
}

struct CoverCheck<'a> {
    shop: &'a Shop,
    trim: Trim,
    spine: f64,
    pages: usize,
}

impl CoverCheck<'_> {
    fn size(&self, found: Trim, faults: &mut Faults) {
        let wanted = Trim {
            width: 2.0 * self.trim.width + self.spine,
            height: self.trim.height,
        };
        if !found.is_about(wanted) {
            let inches = |it: Trim| format!("{:.3}×{:.3} in", it.width / INCH, it.height / INCH);
            let said = format!(
                "the cover is {} without bleed; {} pages of {} need {}",
                inches(found),
                self.pages,
                self.trim,
                inches(wanted)
            );
            faults.add(1, said);
        }
    }

    fn item(&self, item: &PageItem, bounds: [f64; 4], faults: &mut Faults) {
        match item {
            PageItem::Text(words) if !words.text.trim().is_empty() => {
                self.words(words, bounds, faults);
            }
            PageItem::Other(what) => {
                let is_rgb = matches!(what.as_str(), "operator rg" | "operator RG");
                let is_plain = self.shop.standard == Standard::Plain;
                if what.contains("transparency") || is_rgb && !is_plain {
                    let name = self.shop.name;
                    faults.add(1, format!("{what}, which covers of {name} must not have"));
                }
            }
            _ => {}
        }
    }

    fn words(&self, words: &PageWords, [left, bottom, right, top]: [f64; 4], faults: &mut Faults) {
        if words.size < LEAST_TYPE - 0.01 {
            let what = format!("type of {:.1} pt, under {LEAST_TYPE} pt", words.size);
            faults.measured(1, what, "type under the least", -words.size);
        }
        // Rows of digits in a background cross the trim on purpose.
        if words.text.chars().count() == 1 {
            return;
        }
        let (name, margin) = (self.shop.name, self.shop.cover_margin());
        let [l, b, r, t] = words.bounds();
        let depth = (left + margin - l)
            .max(bottom + margin - b)
            .max(r - (right - margin))
            .max(t - (top - margin));
        if depth > SLACK {
            let what = format!(
                "type {:.3} in within the margin that {name} keeps free",
                depth / INCH
            );
            faults.measured(1, what, "type within the margin", depth);
        }
        let (fold, next) = (left + self.trim.width, left + self.trim.width + self.spine);
        if r <= fold || l >= next {
            return;
        }
        let is_thin = self.pages < self.shop.least_pages_of_spine_words();
        if is_thin {
            let pages = self.pages;
            faults.add(
                1,
                format!("type on the spine of {pages} pages, which {name} does not print"),
            );
        }
        let depth = (fold + SPINE_MARGIN - l).max(r - (next - SPINE_MARGIN));
        if depth > SLACK {
            let what = format!("type {:.3} in within the folds of the spine", depth / INCH);
            faults.measured(1, what, "type within the folds", depth);
        }
    }
}
