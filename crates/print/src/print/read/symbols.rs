//! Finds the symbols that stand for digits in a PDF: characters or pictures. A private entry of the file lists
//! them in the order of the digits. Each picture is a form XObject, and the reader treats it as a text of one
//! character.

use super::file::ParsedPdf;
use super::items::{CAPITAL, PageArea, PageWords, Point};
use super::object::Object;
use crate::print::pdf::MADE_FOR;
use crate::print::symbols::{PLAIN, Symbols};
use std::collections::BTreeMap;

/// The distance of the baseline from the lower edge of a picture, as a share of the picture's height.
const BASE: f64 = 0.15;

/// Returns the symbols that stand for digits in the grids of a file. This program lists the symbols in a private
/// entry of the PDF's catalogue. Without such a list, the symbols are the digits 1 to 9 and the letters A to P.
pub(in crate::print) fn symbols_of(file: &ParsedPdf<'_>) -> Symbols {
    let root = file.get_dict(&file.trailer, "Root").unwrap_or_default();
    let said = file.get_dict(&root, MADE_FOR).unwrap_or_default();
    let listed = file.get(&said, "Signs");
    let codes = listed.as_ref().and_then(Object::array).unwrap_or_default();
    let symbol = |code: &Object| char::from_u32(code.number()? as u32);
    let symbols: Vec<char> = codes.iter().filter_map(symbol).collect();
    Symbols::new(&symbols).unwrap_or(PLAIN)
}

/// The pictures of a file, keyed by the object numbers of their forms. Each value is the symbol that represents the
/// picture in texts, and the form's box.
pub(super) struct PictureForms(BTreeMap<u32, (char, PageArea)>);

impl PictureForms {
    pub(super) fn of(file: &ParsedPdf<'_>) -> Self {
        let root = file.get_dict(&file.trailer, "Root").unwrap_or_default();
        let said = file.get_dict(&root, MADE_FOR).unwrap_or_default();
        let listed = file.get(&said, "Pictures");
        let listed = listed.as_ref().and_then(Object::array).unwrap_or_default();
        let symbols = symbols_of(file);
        let forms = listed.iter().zip(symbols.iter().copied());
        let form = |(form, symbol): (&Object, char)| {
            let number = form.reference()?;
            let (dict, _) = file.stream(number)?;
            let sides = file.get(&dict, "BBox")?;
            let sides = sides.array()?.iter().filter_map(Object::number);
            let sides: Vec<f64> = sides.collect();
            Some((number, (symbol, sides.try_into().ok()?)))
        };
        Self(forms.filter_map(form).collect())
    }

    /// Returns a picture as a text that consists of one symbol; `None` if the form with this object number is not a
    /// picture. `place` maps a point of the form to the page.
    pub(super) fn symbol(&self, number: u32, place: impl Fn(Point) -> Point) -> Option<PageWords> {
        let (symbol, [left, bottom, right, top]) = *self.0.get(&number)?;
        let height = top - bottom;
        let base = bottom + BASE * height;
        let [begin, end] = [left, right].map(|x| place((x, base)));
        let capital = place((left, base + CAPITAL * height));
        let lower = place((left, bottom));
        let upper = place((left, top));
        Some(PageWords {
            begin,
            end,
            up: (capital.0 - begin.0, capital.1 - begin.1),
            size: (upper.0 - lower.0).hypot(upper.1 - lower.1),
            turned: upper.1 < lower.1,
            text: symbol.to_string(),
            ink: 1.0,
        })
    }
}
