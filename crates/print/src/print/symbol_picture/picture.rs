//! A picture that stands for a digit: grey outlines, in the order in which they are painted. Coordinates are in
//! units of the type size.

use crate::print::outline::Segment;

/// The type size of a picture, relative to the type size of a digit in the same cell. Pictures can be larger,
/// because the type size of digits includes unused space for descenders.
pub(in crate::print) const PICTURE_SHARE: f64 = 1.2;
/// The maximum type size of a picture, as a share of the cell's side.
pub(in crate::print) const MOST_SHARE: f64 = 0.86;

/// A part of a picture: outlines that are filled with one ink.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::print) struct PicturePart {
    /// The outlines, in units of the type size with y pointing up, like those of a glyph.
    pub(in crate::print) outline: Vec<Segment>,
    /// The share of black; 0 is white.
    pub(in crate::print) ink: f64,
    /// `true` for the even-odd rule: places within an even number of outlines remain blank.
    pub(in crate::print) is_even_odd: bool,
}

/// A picture that stands for a digit. Its outlines fill a square whose side is the type size.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::print) struct SymbolPicture {
    /// The parts, from the lowest to the uppermost.
    pub(in crate::print) parts: Vec<PicturePart>,
}

impl SymbolPicture {
    /// The position of the lower edge of the picture's square relative to the baseline, as a share of the type size;
    /// negative values are below the baseline.
    pub(in crate::print) const BOTTOM: f64 = -0.15;
}
