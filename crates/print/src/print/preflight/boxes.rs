//! Reads and checks the boxes in a page's dictionary: media, bleed and trim.

use super::faults::Faults;
use crate::print::paper::{INCH, Trim};
use crate::print::read::{Dict, ParsedPdf};
use crate::print::shop::{Shop, Standard};

/// The tolerance for rounding in files, in points.
pub(super) const SLACK: f64 = 0.3;

/// A box: left, bottom, right, top.
pub(super) type Box4 = [f64; 4];

/// Returns the size of a box.
pub(super) fn trim_of(it: &Box4) -> Trim {
    Trim {
        width: it[2] - it[0],
        height: it[3] - it[1],
    }
}

/// The boxes of a page, in points.
pub(super) struct Boxes {
    pub(super) media: Box4,
    pub(super) bleed: Box4,
    pub(super) trim: Box4,
}

impl Boxes {
    pub(super) fn of(
        file: &ParsedPdf<'_>,
        dict: &Dict,
        shop: &Shop,
        page: usize,
        faults: &mut Faults,
    ) -> Self {
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
                    "it has no TrimBox, which {} requires",
                    shop.standard.title()
                ),
            );
        }
        let trim = named.unwrap_or_else(|| unnamed(&media, shop, page));
        let bleed = read("BleedBox").unwrap_or_else(|| named.map_or(media, |_| trim));
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
            let what = format!(
                "the sheet goes {:.3} in beyond the trim: {} allows no marks, and at most {:.3} in of bleed",
                beyond / INCH,
                shop.name,
                shop.bleed / INCH
            );
            faults.measured(page, what, "the sheet goes beyond the trim", beyond);
        }
    }

    /// Returns the area in which the shop allows type and lines.
    pub(super) fn safe(&self, shop: &Shop, page: usize, pages: usize) -> Box4 {
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

/// Returns the trim of a page that states no trim: the whole sheet, or the sheet without the bleed if the shop
/// prints only the second of these two sizes.
fn unnamed(media: &Box4, shop: &Shop, page: usize) -> Box4 {
    let inside = if shop.bleeds_inside { shop.bleed } else { 0.0 };
    let (left, right) = match page % 2 {
        1 => (inside, shop.bleed),
        _ => (shop.bleed, inside),
    };
    let [l, b, r, t] = *media;
    let without = [l + left, b + shop.bleed, r - right, t - shop.bleed];
    let takes = |it: &Box4| shop.sizes.has(trim_of(it));
    match !takes(media) && takes(&without) {
        true => without,
        false => *media,
    }
}
