//! The sheet that a page is drawn on, with the boxes that a PDF names.

/// The boxes of a page, in points from the left and from the top of the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sheet {
    /// Width and height of the sheet.
    pub media: (f64, f64),
    /// The upper left corner of the trimmed page on the sheet.
    pub origin: (f64, f64),
    /// Width and height of the trimmed page.
    pub trim: (f64, f64),
    /// The width of the bleed beyond the trim: left, top, right, bottom.
    pub bleed: [f64; 4],
}

impl Sheet {
    /// Makes a sheet that is the page.
    pub const fn plain(width: f64, height: f64) -> Self {
        Self {
            media: (width, height),
            origin: (0.0, 0.0),
            trim: (width, height),
            bleed: [0.0; 4],
        }
    }
}
