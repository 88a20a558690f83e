//! The PDF canvas: turns drawings into operators of a content stream.

use super::embed::Embedding;
use super::symbol_forms::{self, UNITS};
use crate::print::canvas::{
    Canvas, Curve, Disc, GlyphRun, Ink, PlacedPicture, Rect, StraightLine, rounded,
};
use crate::print::fonts::FontKey;
use crate::print::palette::{ColourSpace, Palette, cmyk};
use crate::print::paper::Sheet;
use pdf_writer::types::LineCapStyle;
use pdf_writer::{Buf, Name, Str};

/// Returns the name of a font in the resources of a page.
pub(super) fn font_name(key: FontKey) -> String {
    format!("F{}", key.0)
}

/// A content stream that is being written, with its graphics state, so that no setting is repeated.
pub(super) struct Content<'a> {
    content: pdf_writer::Content,
    embedding: &'a mut Embedding,
    origin: (f64, f64),
    height: f64,
    in_text: bool,
    font: Option<(FontKey, f64)>,
    fill: Option<Ink>,
    stroke: Option<Ink>,
    width: Option<f64>,
    glyphs: Vec<u8>,
    /// The palette for inks; `None` for black and grey.
    palette: Option<Palette>,
}

impl<'a> Content<'a> {
    pub(super) fn new(sheet: &Sheet, embedding: &'a mut Embedding) -> Self {
        let settings = pdf_writer::Settings { pretty: false };
        let mut content = pdf_writer::Content::with_settings_and_capacity(settings, 1 << 14);
        content.set_line_cap(LineCapStyle::ProjectingSquareCap);
        Self {
            content,
            embedding,
            origin: sheet.origin,
            height: sheet.media.1,
            in_text: false,
            font: None,
            fill: None,
            stroke: None,
            width: None,
            glyphs: Vec::new(),
            palette: None,
        }
    }

    pub(super) fn finish(mut self) -> Buf {
        self.leave_text();
        self.content.finish()
    }

    fn place(&self, (x, y): (f64, f64)) -> (f32, f32) {
        let (left, top) = self.origin;
        (
            rounded(x + left) as f32,
            rounded(self.height - (y + top)) as f32,
        )
    }

    fn leave_text(&mut self) {
        if self.in_text {
            self.content.end_text();
            self.in_text = false;
        }
    }

    fn fill_with(&mut self, ink: Ink) {
        if self.fill != Some(ink) {
            match self.colour_of(ink).as_deref() {
                Some(&[r, g, b]) => drop(self.content.set_fill_rgb(r, g, b)),
                Some(&[c, m, y, k]) => drop(self.content.set_fill_cmyk(c, m, y, k)),
                _ => drop(self.content.set_fill_gray(rounded(1.0 - ink.0) as f32)),
            }
            self.fill = Some(ink);
        }
    }

    /// Sets the width and the ink of lines.
    fn stroke_with(&mut self, width: f64, ink: Ink) {
        self.leave_text();
        if self.stroke != Some(ink) {
            match self.colour_of(ink).as_deref() {
                Some(&[r, g, b]) => drop(self.content.set_stroke_rgb(r, g, b)),
                Some(&[c, m, y, k]) => drop(self.content.set_stroke_cmyk(c, m, y, k)),
                _ => drop(self.content.set_stroke_gray(rounded(1.0 - ink.0) as f32)),
            }
            self.stroke = Some(ink);
        }
        if self.width != Some(width) {
            self.content.set_line_width(rounded(width) as f32);
            self.width = Some(width);
        }
    }

    /// Returns the components of the colour that an ink stands for; `None` without a palette.
    fn colour_of(&self, ink: Ink) -> Option<Vec<f32>> {
        let palette = self.palette.as_ref()?;
        let shade = palette.shade(ink.0);
        let parts = match palette.space {
            ColourSpace::Rgb => shade.to_vec(),
            ColourSpace::Cmyk => cmyk(shade).to_vec(),
        };
        Some(parts.into_iter().map(|it| rounded(it) as f32).collect())
    }

    /// Sets the palette for everything that is drawn after this call; `None` for black and grey.
    pub(super) fn colour(&mut self, palette: Option<&Palette>) {
        self.palette = palette.cloned();
        (self.fill, self.stroke) = (None, None);
    }

    /// Draws with the page rotated by a quarter turn: x goes down the page from `at`, and y to the left.
    pub(super) fn down(&mut self, at: (f64, f64), draw: impl FnOnce(&mut Self)) {
        self.leave_text();
        let (x, y) = self.place(at);
        let (origin, height) = (self.origin, self.height);
        self.content.save_state();
        self.content.transform([0.0, -1.0, 1.0, 0.0, x, y]);
        (self.origin, self.height) = ((0.0, 0.0), 0.0);
        draw(self);
        self.leave_text();
        self.content.restore_state();
        (self.origin, self.height) = (origin, height);
        (self.fill, self.stroke, self.width, self.font) = (None, None, None, None);
    }

    /// Draws a picture of this size in the middle of an area, clipped to the area.
    pub(super) fn image(&mut self, name: &str, area: Rect, (width, height): (f64, f64)) {
        self.leave_text();
        let middle = (area.x + area.width / 2.0, area.y + area.height / 2.0);
        let (x, y) = self.place((area.x, area.y + area.height));
        let (left, bottom) = self.place((middle.0 - width / 2.0, middle.1 + height / 2.0));
        let side = |length: f64| rounded(length) as f32;
        self.content.save_state();
        self.content
            .rect(x, y, side(area.width), side(area.height))
            .clip_nonzero()
            .end_path()
            .transform([side(width), 0.0, 0.0, side(height), left, bottom])
            .x_object(Name(name.as_bytes()))
            .restore_state();
    }
}

impl Canvas for Content<'_> {
    fn lines(&mut self, lines: &[StraightLine], width: f64, ink: Ink) {
        self.stroke_with(width, ink);
        for line in lines {
            let (x, y) = self.place(line.from);
            self.content.move_to(x, y);
            let (x, y) = self.place(line.to);
            self.content.line_to(x, y);
        }
        self.content.stroke();
    }

    fn curves(&mut self, curves: &[Curve], width: f64, ink: Ink) {
        self.stroke_with(width, ink);
        for curve in curves {
            let (x, y) = self.place(curve.from);
            self.content.move_to(x, y);
            let [(a, b), (c, d)] = curve.handles.map(|it| self.place(it));
            let (x, y) = self.place(curve.to);
            self.content.cubic_to(a, b, c, d, x, y);
        }
        self.content.stroke();
    }

    fn fill(&mut self, rects: &[Rect], ink: Ink) {
        self.leave_text();
        self.fill_with(ink);
        for rect in rects {
            let (x, y) = self.place((rect.x, rect.y + rect.height));
            let size = [rect.width, rect.height].map(|side| rounded(side) as f32);
            self.content.rect(x, y, size[0], size[1]);
        }
        self.content.fill_nonzero();
    }

    fn discs(&mut self, discs: &[Disc], ink: Ink) {
        self.leave_text();
        self.fill_with(ink);
        for disc in discs {
            let edge = disc.edge();
            let (x, y) = self.place(edge[0].from);
            self.content.move_to(x, y);
            for curve in edge {
                let [(a, b), (c, d)] = curve.handles.map(|it| self.place(it));
                let (x, y) = self.place(curve.to);
                self.content.cubic_to(a, b, c, d, x, y);
            }
            self.content.close_path();
        }
        self.content.fill_nonzero();
    }

    fn glyphs(&mut self, run: &GlyphRun<'_>) {
        let (key, _) = run.font;
        self.fill_with(run.ink);
        if !self.in_text {
            self.content.begin_text();
            self.in_text = true;
        }
        if self.font != Some((key, run.size)) {
            let name = font_name(key);
            self.content
                .set_font(Name(name.as_bytes()), rounded(run.size) as f32);
            self.font = Some((key, run.size));
        }
        let (x, y) = self.place(run.at);
        let scale = if run.turned { -1.0 } else { 1.0 };
        self.content.set_text_matrix([scale, 0.0, 0.0, scale, x, y]);
        self.glyphs.clear();
        for glyph in run.glyphs {
            let id = self.embedding.use_glyph(key, *glyph);
            self.glyphs.extend_from_slice(&id.to_be_bytes());
        }
        self.content.show(Str(&self.glyphs));
    }

    fn picture(&mut self, it: &PlacedPicture<'_>) {
        self.leave_text();
        let (x, y) = self.place(it.at);
        let scale = (if it.turned { -it.size } else { it.size } / UNITS) as f32;
        self.content
            .save_state()
            .transform([scale, 0.0, 0.0, scale, x, y])
            .x_object(Name(symbol_forms::name(it.place).as_bytes()))
            .restore_state();
    }
}
