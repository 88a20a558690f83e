//! The page of a cover, with colours, text down the spine, and the user's own picture.

use super::content::Content;
use crate::print::canvas::Rect;
use crate::print::cover_picture::{CoverPicture, Packing};
use crate::print::fonts::Fonts;
use crate::print::palette::Palette;
use crate::print::pen::Pen;
use pdf_writer::types::Predictor;
use pdf_writer::{Filter, Finish, Pdf, Ref};

/// Returns the name of a picture in the resources of a page.
pub(super) fn picture_name(n: usize) -> String {
    format!("P{n}")
}

/// The page of a cover that is being drawn.
pub(in crate::print) struct CoverPage<'a> {
    pub(super) content: Content<'a>,
}

impl CoverPage<'_> {
    /// Sets the palette for everything that is drawn after this call; `None` for black and grey.
    pub(in crate::print) fn colour(&mut self, palette: Option<&Palette>) {
        self.content.colour(palette);
    }

    /// Returns a pen that draws on the page.
    pub(in crate::print) fn pen<'p>(&'p mut self, fonts: &'p Fonts) -> Pen<'p> {
        let canvas = &mut self.content;
        Pen { canvas, fonts }
    }

    /// Draws with the page rotated by a quarter turn: x goes down the page from `at`, and y to the left.
    pub(in crate::print) fn down(
        &mut self,
        at: (f64, f64),
        fonts: &Fonts,
        draw: impl FnOnce(&mut Pen<'_>),
    ) {
        self.content
            .down(at, |canvas| draw(&mut Pen { canvas, fonts }));
    }

    /// Draws a picture of this size in the middle of an area, clipped to the area.
    pub(in crate::print) fn picture(&mut self, name: &str, area: Rect, size: (f64, f64)) {
        self.content.image(name, area, size);
    }
}

/// Writes a picture as the object with this number.
pub(super) fn write_picture(pdf: &mut Pdf, key: Ref, picture: &CoverPicture) {
    let [width, height] = [picture.width, picture.height].map(u32::cast_signed);
    let mut out = pdf.image_xobject(key, &picture.data);
    out.width(width).height(height).bits_per_component(8);
    match picture.colours {
        1 => out.color_space().device_gray(),
        3 => out.color_space().device_rgb(),
        _ => out.color_space().device_cmyk(),
    }
    if picture.inverted {
        out.decode([1.0, 0.0].repeat(4));
    }
    match picture.packing {
        Packing::Jpeg => drop(out.filter(Filter::DctDecode)),
        Packing::Png => {
            out.filter(Filter::FlateDecode);
            out.decode_parms()
                .predictor(Predictor::PngOptimum)
                .colors(i32::from(picture.colours))
                .bits_per_component(8)
                .columns(width);
        }
    }
    out.finish();
}
