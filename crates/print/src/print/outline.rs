//! Traces the outlines of glyphs, for canvases that can't use fonts.

use ttf_parser::OutlineBuilder;

/// A piece of an outline; its points are given as x and y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Segment {
    Move(f64, f64),
    Line(f64, f64),
    Quad([f64; 2], [f64; 2]),
    Cubic([f64; 2], [f64; 2], [f64; 2]),
    Close,
}

impl Segment {
    /// Returns the segment's end; `None` for the segment that closes an outline.
    pub(super) const fn end(&self) -> Option<[f64; 2]> {
        match self {
            Self::Move(x, y) | Self::Line(x, y) => Some([*x, *y]),
            Self::Quad(_, end) | Self::Cubic(_, _, end) => Some(*end),
            Self::Close => None,
        }
    }
}

/// A pen that collects the pieces of a glyph's outline.
pub(super) struct OutlinePen {
    scale: f64,
    pub(super) segments: Vec<Segment>,
}

impl OutlinePen {
    /// Begins an outline whose coordinates are multiplied by `scale`.
    pub(super) const fn new(scale: f64) -> Self {
        Self {
            scale,
            segments: Vec::new(),
        }
    }

    fn at(&self, x: f32, y: f32) -> [f64; 2] {
        [f64::from(x) * self.scale, f64::from(y) * self.scale]
    }
}

impl OutlineBuilder for OutlinePen {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.at(x, y);
        self.segments.push(Segment::Move(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.at(x, y);
        self.segments.push(Segment::Line(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let quad = Segment::Quad(self.at(x1, y1), self.at(x, y));
        self.segments.push(quad);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let cubic = Segment::Cubic(self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.segments.push(cubic);
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}
