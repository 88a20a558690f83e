//! The texts, lines and filled shapes that a page paints. Positions are in points from the lower left corner of
//! the sheet.

/// The height of capitals, relative to the type size.
pub(super) const CAPITAL: f64 = 0.65;

/// The depth of letters below the baseline, relative to the type size.
const DESCENT: f64 = 0.2;

/// A point: x, y in points from the lower left corner of the sheet.
pub(in crate::print) type Point = (f64, f64);
/// A box on a page: left, bottom, right and top, in points from the lower left corner of the sheet.
pub(in crate::print) type PageArea = [f64; 4];

/// An item painted on a page.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::print) enum PageItem {
    /// A text.
    Text(PageWords),
    /// Straight lines with the same width and ink: the ends of each line, the width in points, and the ink.
    Lines(Vec<(Point, Point)>, f64, f64),
    /// A filled shape: its box (left, bottom, right, top) and its ink. Each shape of a path is a separate item.
    Fill(PageArea, f64),
    /// The ink of a shape in a picture that stands for a digit. The whole picture is a separate item,
    /// [`PageItem::Text`].
    PictureInk(f64),
    /// The description of other content, such as an image, an operator that sets a colour, or a missing object.
    /// Such content may paint more than plain grey.
    Other(String),
}

impl PageItem {
    /// Returns this item as a part of a picture that stands for a digit. A fill becomes a [`Self::PictureInk`], and
    /// any other item stays as it is.
    pub(super) fn within_picture(self) -> Self {
        match self {
            Self::Fill(_, ink) => Self::PictureInk(ink),
            other => other,
        }
    }
}

/// A text on a page.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::print) struct PageWords {
    /// The start of the baseline.
    pub(in crate::print) begin: Point,
    /// The end of the baseline, after the last letter.
    pub(in crate::print) end: Point,
    /// The vector from the baseline to the top of a capital.
    pub(in crate::print) up: Point,
    /// The type size in points.
    pub(in crate::print) size: f64,
    /// `true` if the text is upside down.
    pub(in crate::print) turned: bool,
    /// The text.
    pub(in crate::print) text: String,
    /// The ink of the text, from 0 for white to 1 for black.
    pub(in crate::print) ink: f64,
}

impl PageWords {
    /// Returns the box around the text, from the lowest descender to the top of capitals.
    pub(in crate::print) fn bounds(&self) -> PageArea {
        let shifted = |(x, y): Point, share: f64| (x + self.up.0 * share, y + self.up.1 * share);
        let below = -DESCENT / CAPITAL;
        let corners = [self.begin, self.end].map(|it| [shifted(it, below), shifted(it, 1.0)]);
        let mut bounds = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for (x, y) in corners.into_iter().flatten() {
            bounds = [
                bounds[0].min(x),
                bounds[1].min(y),
                bounds[2].max(x),
                bounds[3].max(y),
            ];
        }
        bounds
    }
}
