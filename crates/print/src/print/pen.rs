//! Writes text on a canvas: turns the text into glyphs, in the same way for every kind of canvas.

use super::canvas::{Canvas, GlyphRun, Ink, PlacedPicture, Rect, StraightLine};
use super::fonts::{Fonts, Weight};
use super::symbol_picture::SymbolPicture;

/// The alignment of a text at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The text begins at the point.
    Left,
    /// The middle of the text is at the point.
    Middle,
    /// The text ends at the point.
    Right,
}

/// The style of a text: size, weight and ink.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The type size in points.
    pub size: f64,
    /// The weight.
    pub weight: Weight,
    /// The ink.
    pub ink: Ink,
}

impl Style {
    /// Returns the style of black text of a size.
    pub const fn text(size: f64) -> Self {
        Self {
            size,
            weight: Weight::Regular,
            ink: Ink::BLACK,
        }
    }

    /// Returns the style of black bold text of a size.
    pub const fn bold(size: f64) -> Self {
        Self {
            size,
            weight: Weight::Bold,
            ink: Ink::BLACK,
        }
    }

    /// Returns this style in the grey of minor text.
    #[must_use]
    pub const fn quiet(self) -> Self {
        Self {
            ink: Ink::QUIET,
            ..self
        }
    }
}

/// A pen that draws on a canvas and writes with a set of fonts.
pub struct Pen<'a> {
    /// The canvas to draw on.
    pub canvas: &'a mut dyn Canvas,
    /// The fonts for text.
    pub fonts: &'a Fonts,
}

impl Pen<'_> {
    /// Writes a line of text. Its baseline is at `y`, and `align` says which part of the text is at `x`.
    pub fn text(&mut self, (x, y): (f64, f64), align: Align, style: Style, text: &str) {
        let Style { size, weight, ink } = style;
        let share = match align {
            Align::Left => 0.0,
            Align::Middle => 0.5,
            Align::Right => 1.0,
        };
        let mut x = match share {
            0.0 => x,
            share => x - share * self.fonts.width(weight, text, size),
        };
        for (key, glyphs) in self.fonts.shape(weight, text) {
            self.glyphs(&GlyphRun {
                at: (x, y),
                size,
                turned: false,
                ink,
                font: (key, self.fonts.font(key)),
                glyphs: &glyphs,
            });
            x += size * glyphs.iter().map(|glyph| glyph.advance).sum::<f64>();
        }
    }

    /// Writes a line of text upside down. The text begins at `(x, y)` and runs to the left.
    pub(super) fn turned_text(&mut self, (x, y): (f64, f64), style: Style, text: &str) {
        let Style { size, weight, ink } = style;
        let mut x = x;
        for (key, glyphs) in self.fonts.shape(weight, text) {
            self.glyphs(&GlyphRun {
                at: (x, y),
                size,
                turned: true,
                ink,
                font: (key, self.fonts.font(key)),
                glyphs: &glyphs,
            });
            x -= size * glyphs.iter().map(|glyph| glyph.advance).sum::<f64>();
        }
    }

    /// Draws glyphs, or the pictures that take their place.
    pub fn glyphs(&mut self, run: &GlyphRun<'_>) {
        let pictures = &run.font.1.pictures;
        if pictures.is_empty() {
            return self.canvas.glyphs(run);
        }
        let (mut x, y) = run.at;
        for glyph in run.glyphs {
            let place = usize::from(glyph.id);
            if let Some(picture) = pictures.get(place) {
                // A picture has inks of its own, which need a light ground.
                if run.ink.0 < 0.5 {
                    let left = if run.turned { x - run.size } else { x };
                    let ground = Rect {
                        x: left,
                        y: y - (1.0 + SymbolPicture::BOTTOM) * run.size,
                        width: run.size,
                        height: run.size,
                    };
                    self.canvas.fill(&[ground], run.ink);
                }
                self.canvas.picture(&PlacedPicture {
                    at: (x, y),
                    size: run.size,
                    turned: run.turned,
                    place,
                    picture,
                });
            }
            let advance = run.size * glyph.advance;
            x += if run.turned { -advance } else { advance };
        }
    }

    /// Writes texts at both ends of a line. If they would overlap, the right text is set smaller,
    /// down to a minimum size, and then shortened.
    pub fn ends(
        &mut self,
        (x, y): (f64, f64),
        width: f64,
        left: (Style, &str),
        right: (Style, &str),
        least: f64,
    ) {
        let (mut style, words) = right;
        let taken = match left.1 {
            "" => 0.0,
            words => self.fonts.width(left.0.weight, words, left.0.size) + style.size * 0.8,
        };
        let room = width - taken;
        let wide = self.fonts.width(style.weight, words, style.size);
        if wide > room {
            style.size = (style.size * room.max(0.0) / wide).max(least.min(style.size));
        }
        let words = self.fonts.shortened(style.weight, words, style.size, room);
        let first = self
            .fonts
            .shortened(left.0.weight, left.1, left.0.size, width);
        self.text((x, y), Align::Left, left.0, &first);
        self.text((x + width, y), Align::Right, style, &words);
    }

    /// Draws a horizontal line.
    pub fn rule(&mut self, (x, y): (f64, f64), length: f64, width: f64, ink: Ink) {
        let line = StraightLine {
            from: (x, y),
            to: (x + length, y),
        };
        self.canvas.lines(&[line], width, ink);
    }
}
