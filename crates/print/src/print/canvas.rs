//! The canvas that pages are drawn on: lines, curves, rectangles and glyphs. The same code draws the PDF of a
//! book, and the SVG and the PNG of a puzzle.
//!
//! Lengths are in points, 1/72 inch. The origin is the upper left corner of the trimmed page, x goes right and y
//! down. Points outside that page (bleed, cut marks) have negative or larger coordinates.
//!
//! The canvas has only black ink and its tints, not RGB colours, since black that is given in RGB comes out pale on
//! a press. Only a cover's palette turns amounts of ink into colours.

use super::fonts::{Font, FontKey, Glyph};
use super::symbol_picture::SymbolPicture;

/// The amount of black ink: 1 is full black, 0 is bare paper.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Ink(pub f64);

impl Ink {
    /// Full black.
    pub const BLACK: Self = Self(1.0);
    /// The ink for minor text: ids, page references.
    pub const QUIET: Self = Self(0.65);
    /// A tint behind text.
    pub const TINT: Self = Self(0.12);
}

/// A straight line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StraightLine {
    /// The start point: x, y.
    pub from: (f64, f64),
    /// The end point: x, y.
    pub to: (f64, f64),
}

/// A cubic Bézier curve. It is defined by its two ends and by two handles (control points), which set its direction at
/// each end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Curve {
    /// The beginning: x, y.
    pub from: (f64, f64),
    /// The handles of the beginning and of the end.
    pub handles: [(f64, f64); 2],
    /// The end: x, y.
    pub to: (f64, f64),
}

/// The distance from an end of a quarter circle to the handle (control point) of this end, in radii.
pub(super) const HANDLE: f64 = 0.552_285;

/// A disc, given by its middle and its radius.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disc {
    /// The middle: x, y.
    pub middle: (f64, f64),
    /// The radius.
    pub radius: f64,
}

impl Disc {
    /// Returns the edge as four curves, each beginning where the one before it ends.
    pub fn edge(&self) -> [Curve; 4] {
        [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(|(right, down): (f64, f64)| {
            let at = |along: f64, beside: f64| {
                let (x, y) = (right * along - down * beside, down * along + right * beside);
                (
                    self.middle.0 + self.radius * x,
                    self.middle.1 + self.radius * y,
                )
            };
            Curve {
                from: at(1.0, 0.0),
                handles: [at(1.0, HANDLE), at(HANDLE, 1.0)],
                to: at(0.0, 1.0),
            }
        })
    }
}

/// A rectangle, given by its upper left corner and its size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// A run of glyphs of one font, side by side.
#[derive(Debug, Clone, Copy)]
pub struct GlyphRun<'a> {
    /// The start of the baseline.
    pub at: (f64, f64),
    /// The type size.
    pub size: f64,
    /// `true` if the text is upside down: it runs to the left, and its top points down.
    pub turned: bool,
    /// The ink.
    pub ink: Ink,
    /// The font, and its key in the set of fonts.
    pub font: (FontKey, &'a Font),
    /// The glyphs.
    pub glyphs: &'a [Glyph],
}

/// A picture that stands for a digit, with its position on the page.
#[derive(Debug, Clone, Copy)]
pub struct PlacedPicture<'a> {
    /// The start of the baseline, as for a glyph.
    pub at: (f64, f64),
    /// The type size: the side of the square that the picture fills.
    pub size: f64,
    /// `true` if the picture is upside down.
    pub turned: bool,
    /// The picture's index, counted from 0, among the pictures that a book has for digits.
    pub(super) place: usize,
    pub(super) picture: &'a SymbolPicture,
}

/// An area of a page that leads to another page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PageLink {
    /// The area, in points from the upper left corner of the trimmed page.
    pub(super) area: Rect,
    /// The page that the link leads to, from 1.
    pub(super) page: usize,
    /// The words that a screen reader speaks for the link.
    pub(super) words: String,
}

/// A page that can be drawn on.
pub trait Canvas {
    /// Draws lines of one width with square ends, so that corners are filled.
    fn lines(&mut self, lines: &[StraightLine], width: f64, ink: Ink);

    /// Draws curves of one width.
    fn curves(&mut self, curves: &[Curve], width: f64, ink: Ink);

    /// Fills rectangles.
    fn fill(&mut self, rects: &[Rect], ink: Ink);

    /// Fills discs.
    fn discs(&mut self, discs: &[Disc], ink: Ink);

    /// Draws glyphs.
    fn glyphs(&mut self, run: &GlyphRun<'_>);

    /// Draws a picture in its own inks.
    fn picture(&mut self, placed: &PlacedPicture<'_>);
}

/// Rounds a length to a hundredth of a point. The difference is invisible in print. Rounding makes files shorter,
/// and makes them identical on every machine.
pub(super) fn rounded(length: f64) -> f64 {
    // Adding zero turns a negative zero into a positive one.
    (length * 100.0).round() / 100.0 + 0.0
}
