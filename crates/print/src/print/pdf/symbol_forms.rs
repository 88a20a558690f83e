//! Writes the pictures that stand for digits into a PDF. Each picture becomes one form XObject, which pages can
//! draw any number of times. Every PDF/X standard allows forms, because they consist of the same operators as
//! pages (ISO 32000-1, 8.10).

use super::embed::deflated;
use crate::print::outline::Segment;
use crate::print::symbol_picture::SymbolPicture;
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref};

/// The side of a picture in the units of its form XObject.
pub(super) const UNITS: f64 = 1000.0;

/// Returns the name of a picture in the resources of a page.
pub(super) fn name(place: usize) -> String {
    format!("S{place}")
}

/// Writes a picture as the form XObject with this object number.
pub(super) fn write(pdf: &mut Pdf, key: Ref, picture: &SymbolPicture) {
    let bytes = deflated(&drawn(picture));
    let mut out = pdf.form_xobject(key, &bytes);
    let side = |part: f64| (part * UNITS) as f32;
    let bottom = SymbolPicture::BOTTOM;
    out.bbox(Rect::new(0.0, side(bottom), side(1.0), side(bottom + 1.0)));
    out.resources().finish();
    out.filter(Filter::FlateDecode);
    out.finish();
}

/// Returns the operators that paint a picture.
fn drawn(picture: &SymbolPicture) -> Vec<u8> {
    let settings = pdf_writer::Settings { pretty: false };
    let mut content = Content::with_settings_and_capacity(settings, 1 << 10);
    for part in &picture.parts {
        let grey = ((1.0 - part.ink) * 100.0).round() / 100.0;
        content.set_fill_gray(grey as f32);
        outline(&mut content, &part.outline);
        match part.is_even_odd {
            true => content.fill_even_odd(),
            false => content.fill_nonzero(),
        };
    }
    content.finish().to_vec()
}

fn outline(content: &mut Content, segments: &[Segment]) {
    let unit = |part: f64| ((part * UNITS * 10.0).round() / 10.0 + 0.0) as f32;
    let mut here = [0.0; 2];
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => drop(content.move_to(unit(x), unit(y))),
            Segment::Line(x, y) => drop(content.line_to(unit(x), unit(y))),
            Segment::Quad(handle, to) => {
                // A page has cubic curves only: two thirds of the way to the handle from both ends.
                let toward = |from: [f64; 2], n: usize| from[n] + (handle[n] - from[n]) * 2.0 / 3.0;
                let handles = [here, to].map(|end| [toward(end, 0), toward(end, 1)]);
                cubic(content, unit, handles, to);
            }
            Segment::Cubic(one, other, to) => cubic(content, unit, [one, other], to),
            Segment::Close => drop(content.close_path()),
        }
        here = segment.end().unwrap_or(here);
    }
}

fn cubic(
    content: &mut Content,
    unit: impl Fn(f64) -> f32,
    [[a, b], [c, d]]: [[f64; 2]; 2],
    [x, y]: [f64; 2],
) {
    content.cubic_to(unit(a), unit(b), unit(c), unit(d), unit(x), unit(y));
}
