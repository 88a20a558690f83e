//! Checks a PDF before printing: lists what a print shop would refuse, by rule and page.
//!
//! The checks examine what the pages paint, so files of any origin can be checked. `docs/books.md` lists the
//! checks. No free program, including this one, can certify PDF/X.

mod against;
mod boxes;
mod covers;
mod faults;
mod groups;
mod overlap;
mod painted;
mod whole;

pub use against::against;
use boxes::{Box4, Boxes, trim_of};
pub use covers::{check_cover, cover_of};
use faults::Faults;
pub use groups::{FaultGroup, groups};
use painted::PaintCheck;

use super::PrintError;
use super::read::{self, Dict, Fault, FoundGrid, Object, PageReader, ParsedPdf};
use super::shop::{PaperStock, Shop, ShopPreset};

/// The trailer key of an encrypted file.
const ENCRYPTION: &str = "Encrypt";

/// The result of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct PreflightReport {
    /// The number of pages.
    pub pages: usize,
    /// The faults that would make the shop refuse the file, by page.
    pub faults: Vec<Fault>,
    /// The shop's requirements that are unknown and so not checked.
    pub not_checked: Vec<String>,
}

impl PreflightReport {
    /// Returns the result for an encrypted file, which can't be checked further.
    fn encrypted() -> Self {
        let said = "encryption, which no shop accepts and which hides everything else: save the file without it";
        Self {
            pages: 0,
            faults: vec![Fault::new(0, said)],
            not_checked: Vec::new(),
        }
    }
}

/// Returns whether a file is encrypted; an encrypted file can't be checked further.
///
/// # Errors
/// If the file is not a readable PDF.
pub fn is_encrypted(bytes: &[u8]) -> Result<bool, PrintError> {
    Ok(ParsedPdf::open(bytes)?.trailer.contains_key(ENCRYPTION))
}

/// Returns the shop and the paper that a book of this program was made for; `None` for files of other
/// programs, which name neither.
///
/// # Errors
/// If the file is not a readable PDF.
pub fn made_for(bytes: &[u8]) -> Result<Option<(ShopPreset, PaperStock)>, PrintError> {
    let file = ParsedPdf::open(bytes)?;
    let root = file.get_dict(&file.trailer, "Root").unwrap_or_default();
    let said = file.get_dict(&root, super::pdf::MADE_FOR);
    let said = said.unwrap_or_default();
    let name = |key: &str| said.get(key).and_then(Object::name);
    let mut presets = ShopPreset::ALL.into_iter();
    let preset = presets.find(|it| name("Preset") == Some(it.shop().name));
    let mut stocks = PaperStock::ALL.into_iter();
    let stock = stocks.find(|it| name("Paper") == Some(it.name()));
    Ok(preset.zip(stock))
}

/// Checks a PDF against a shop's requirements.
///
/// # Errors
/// If the file is not a readable PDF.
pub fn check(
    bytes: &[u8],
    preset: ShopPreset,
    stock: PaperStock,
) -> Result<PreflightReport, PrintError> {
    check_and_read(bytes, &preset.shop(), stock).map(|(checked, _)| checked)
}

/// Checks a PDF and also returns all its grids, so that a book is read only once.
pub(super) fn check_and_read(
    bytes: &[u8],
    shop: &Shop,
    stock: PaperStock,
) -> Result<(PreflightReport, Vec<FoundGrid>), PrintError> {
    let file = ParsedPdf::open(bytes)?;
    if file.trailer.contains_key(ENCRYPTION) {
        return Ok((PreflightReport::encrypted(), Vec::new()));
    }
    let pages = file.pages()?;
    let mut faults = Faults::default();
    whole::check(&file, shop, &mut faults);
    let mut reader = PageReader::new(&file);
    let (mut trims, mut grids) = (Vec::new(), Vec::new());
    let symbols = read::symbols_of(&file);
    for (number, page) in (1..).zip(&pages) {
        let boxes = Boxes::of(&file, &page.dict, shop, number, &mut faults);
        page_entries(&file, &page.dict, shop, number, &mut faults);
        let painted = PaintCheck {
            safe: boxes.safe(shop, number, pages.len()),
            shop,
            boxes: &boxes,
            page: number,
        };
        let items = reader.items(page)?;
        for item in &items {
            painted.check(item, &mut faults);
        }
        overlap::check(number, &items, &mut faults);
        if shop.last_blank && number == pages.len() && !items.is_empty() {
            let name = shop.name;
            let what = format!("{name} prints its code on the last page: leave it blank");
            faults.add(number, what);
        }
        trims.push(boxes.trim);
        grids.extend(read::on_page(number, &items, &symbols));
    }
    page_count(shop, &trims, stock, &mut faults);
    let first = trims.first().map(trim_of);
    let checked = PreflightReport {
        pages: pages.len(),
        not_checked: first.map_or_else(Vec::new, |trim| shop.not_known(trim)),
        faults: faults.sorted(),
    };
    Ok((checked, grids))
}

fn page_count(shop: &Shop, trims: &[Box4], stock: PaperStock, faults: &mut Faults) {
    let Some(first) = trims.first().map(trim_of) else {
        faults.add(0, "it has no pages");
        return;
    };
    for (number, trim) in (1..).zip(trims.iter().map(trim_of)) {
        if !trim.is_about(first) {
            faults.add(
                number,
                format!("its trim is {trim}, that of page 1 is {first}: all pages must be alike"),
            );
        }
    }
    let pages = trims.len();
    if let Err(error) = shop.check_trim(first) {
        faults.add(0, error.to_string());
    }
    if let Err(error) = shop.check_pages(first, pages, stock) {
        faults.add(0, error.to_string());
    }
    if shop.even && !pages.is_multiple_of(2) {
        faults.add(
            0,
            format!(
                "{pages} pages are odd in number; {} prints both sides of a leaf",
                shop.name
            ),
        );
    }
}

fn page_entries(
    file: &ParsedPdf<'_>,
    page: &Dict,
    shop: &Shop,
    number: usize,
    faults: &mut Faults,
) {
    let annotations = file.get(page, "Annots");
    let annotations = annotations.as_ref().and_then(Object::array);
    let is_allowed = |annotation: &Object| {
        let it = file.resolve(annotation);
        let kind = it.as_ref().and_then(Object::dict);
        let kind = kind.and_then(|it| it.get("Subtype")).and_then(Object::name);
        shop.links && kind == Some("Link")
    };
    if !annotations.unwrap_or_default().iter().all(is_allowed) {
        faults.add(number, "annotations");
    }
    let turn = file.get(page, "Rotate").as_ref().and_then(Object::number);
    if let Some(turn) = turn.filter(|turn| *turn != 0.0) {
        faults.add(number, format!("it is turned by {turn}° (Rotate)"));
    }
    if page.contains_key("Group") {
        faults.add(number, "a transparency group");
    }
    if page.contains_key("AA") {
        faults.add(number, "an action");
    }
}
