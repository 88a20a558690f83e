//! What a shop would refuse, found before it does: each rule with its page.
//!
//! Nothing free can certify PDF/X; what is checked is the list in `docs/books.md`. Content is
//! looked at as it is painted, so that a file of any origin can be checked.

mod against;
mod painted;
mod whole;

pub use against::against;
use painted::Painted;

use super::PrintError;
use super::paper::{INCH, Trim};
use super::read::{self, Dict, Fault, File, Found, Object, Reader};
use super::shop::{Preset, Shop, Standard, Stock};
use std::collections::BTreeSet;

/// Rounding in files, in points.
const SLACK: f64 = 0.3;

/// Left, bottom, right, top.
type Box4 = [f64; 4];

/// What a file is, as far as a shop asks.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// How many pages it has.
    pub pages: usize,
    /// What the shop would refuse, by page.
    pub faults: Vec<Fault>,
}

/// Checks a PDF against a shop's demands.
///
/// # Errors
/// If it is no PDF that can be read.
pub fn check(bytes: &[u8], preset: Preset, stock: Stock) -> Result<Checked, PrintError> {
    check_and_read(bytes, &preset.shop(), stock).map(|(checked, _)| checked)
}

/// The same, and all its grids: a book is read once for both.
pub(super) fn check_and_read(
    bytes: &[u8],
    shop: &Shop,
    stock: Stock,
) -> Result<(Checked, Vec<Found>), PrintError> {
    let file = File::open(bytes)?;
    let pages = file.pages()?;
    let mut faults = Faults(BTreeSet::new());
    whole::check(&file, shop, &mut faults);
    let mut reader = Reader::new(&file);
    let (mut trims, mut grids) = (Vec::new(), Vec::new());
    for (number, page) in (1..).zip(&pages) {
        let boxes = Boxes::of(&file, &page.dict, shop, number, &mut faults);
        page_entries(&file, &page.dict, number, &mut faults);
        let painted = Painted {
            safe: boxes.safe(shop, number, pages.len()),
            shop,
            boxes: &boxes,
            page: number,
        };
        let items = reader.items(page)?;
        for item in &items {
            painted.check(item, &mut faults);
        }
        if shop.last_blank && number == pages.len() && !items.is_empty() {
            let name = shop.name;
            let what = format!("{name} prints its code on the last page: leave it blank");
            faults.add(number, what);
        }
        trims.push(boxes.trim);
        grids.extend(read::on_page(number, &items));
    }
    page_count(shop, &trims, stock, &mut faults);
    let checked = Checked {
        pages: pages.len(),
        faults: faults.0.into_iter().collect(),
    };
    Ok((checked, grids))
}

struct Faults(BTreeSet<Fault>);

impl Faults {
    fn add(&mut self, page: usize, what: impl Into<String>) {
        self.0.insert(Fault::new(page, what));
    }
}

fn page_count(shop: &Shop, trims: &[Box4], stock: Stock, faults: &mut Faults) {
    let size = |it: &Box4| Trim {
        width: it[2] - it[0],
        height: it[3] - it[1],
    };
    let Some(first) = trims.first().map(size) else {
        faults.add(0, "it has no pages");
        return;
    };
    for (number, trim) in (1..).zip(trims.iter().map(size)) {
        if !trim.is_about(first) {
            faults.add(
                number,
                format!("its trim is {trim}, that of page 1 is {first}: all pages must be alike"),
            );
        }
    }
    let pages = trims.len();
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

/// The boxes of a page, in points.
struct Boxes {
    media: Box4,
    bleed: Box4,
    trim: Box4,
}

impl Boxes {
    fn of(file: &File<'_>, dict: &Dict, shop: &Shop, page: usize, faults: &mut Faults) -> Self {
        let read = |key: &str| -> Option<Box4> {
            let array = file.get(dict, key)?;
            let items = array.array()?;
            let side = |n: usize| file.resolve(items.get(n)?)?.number();
            Some([side(0)?, side(1)?, side(2)?, side(3)?])
        };
        let media = read("MediaBox").unwrap_or_else(|| {
            faults.add(page, "it has no MediaBox");
            [0.0, 0.0, 612.0, 792.0]
        });
        let named = read("TrimBox").or_else(|| read("ArtBox"));
        if named.is_none() && shop.standard != Standard::Plain {
            faults.add(
                page,
                format!(
                    "it has no TrimBox, which {} asks for",
                    standard_name(shop.standard)
                ),
            );
        }
        let trim = named.unwrap_or(media);
        let bleed = read("BleedBox").unwrap_or(trim);
        let boxes = Self { media, bleed, trim };
        boxes.check(shop, page, faults);
        boxes
    }

    fn check(&self, shop: &Shop, page: usize, faults: &mut Faults) {
        let Self { media, bleed, trim } = *self;
        let within = |inner: &Box4, outer: &Box4| {
            let low = |n: usize| inner[n] >= outer[n] - SLACK;
            let high = |n: usize| inner[n] <= outer[n] + SLACK;
            low(0) && low(1) && high(2) && high(3)
        };
        if !within(&trim, &bleed) || !within(&bleed, &media) {
            faults.add(page, "trim, bleed and media do not lie within one another");
        }
        let beyond = (trim[0] - media[0])
            .max(media[2] - trim[2])
            .max(trim[1] - media[1])
            .max(media[3] - trim[3]);
        if !shop.marks && beyond > shop.bleed + SLACK {
            faults.add(page, format!("the sheet goes {:.3} in beyond the trim: {} takes no marks, and {:.3} in of bleed at most", beyond / INCH, shop.name, shop.bleed / INCH));
        }
    }

    /// Where type and lines may be.
    fn safe(&self, shop: &Shop, page: usize, pages: usize) -> Box4 {
        let (gutter, margin) = (shop.gutter(pages), shop.margin);
        let (left, right) = match (shop.bound, page % 2) {
            (false, _) => (margin, margin),
            (true, 1) => (gutter, margin),
            (true, _) => (margin, gutter),
        };
        let trim = self.trim;
        [
            trim[0] + left,
            trim[1] + margin,
            trim[2] - right,
            trim[3] - margin,
        ]
    }
}

fn page_entries(file: &File<'_>, page: &Dict, number: usize, faults: &mut Faults) {
    let annotations = file.get(page, "Annots");
    if annotations
        .as_ref()
        .and_then(Object::array)
        .is_some_and(|it| !it.is_empty())
    {
        faults.add(number, "annotations");
    }
    if page.contains_key("Group") {
        faults.add(number, "a transparency group");
    }
    if page.contains_key("AA") {
        faults.add(number, "an action");
    }
}

const fn standard_name(standard: Standard) -> &'static str {
    match standard {
        Standard::Plain => "plain PDF",
        Standard::X1a2001 => "PDF/X-1a:2001",
        Standard::X1a2003 => "PDF/X-1a:2003",
        Standard::X4 => "PDF/X-4",
    }
}
