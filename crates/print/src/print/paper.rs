//! Reads trim sizes (sizes of a cut page) by name or measure, and defines the place of a trimmed page on its
//! sheet.

use std::fmt;
use std::str::FromStr;

/// The number of points per inch.
pub const INCH: f64 = 72.0;
/// The number of points per millimetre.
pub const MM: f64 = INCH / 25.4;

/// The allowed lengths of a trim's side, in points: 2 cm to 2 m.
const SIDES: std::ops::RangeInclusive<f64> = 20.0 * MM..=2000.0 * MM;

/// The named trims, in points.
const NAMED: [(&str, f64, f64); 6] = [
    ("a3", 297.0 * MM, 420.0 * MM),
    ("a4", 210.0 * MM, 297.0 * MM),
    ("a5", 148.0 * MM, 210.0 * MM),
    ("a6", 105.0 * MM, 148.0 * MM),
    ("letter", 8.5 * INCH, 11.0 * INCH),
    ("half-letter", 5.5 * INCH, 8.5 * INCH),
];

/// The size of a page after cutting, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trim {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Trim {
    /// Creates a trim from inches.
    pub const fn inches(width: f64, height: f64) -> Self {
        Self {
            width: width * INCH,
            height: height * INCH,
        }
    }

    /// Creates a trim from millimetres.
    pub const fn millimetres(width: f64, height: f64) -> Self {
        Self {
            width: width * MM,
            height: height * MM,
        }
    }

    /// Returns the size in the form that `--trim` accepts, such as `8.5x11`, `120x170mm` or `a5`.
    pub fn option(self) -> String {
        let shown = self.to_string().replace(" in", "").replace(' ', "");
        shown.replace('×', "x").to_lowercase()
    }

    /// Returns whether the widths of two trims, and also their heights, differ by less than half a point. Such trims
    /// count as equal because sizes are often rounded.
    pub fn is_about(self, other: Self) -> bool {
        (self.width - other.width).abs() < 0.5 && (self.height - other.height).abs() < 0.5
    }
}

impl fmt::Display for Trim {
    /// Writes the name for the trims A3 to A6; else the size in inches if both sides are multiples of 1/200 inch;
    /// else the size in millimetres.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let metric = |side: &str| side.starts_with('a');
        let named = NAMED.iter().find(|(name, width, height)| {
            let named = Self {
                width: *width,
                height: *height,
            };
            metric(name) && self.is_about(named)
        });
        if let Some((name, ..)) = named {
            return f.write_str(&name.to_uppercase());
        }
        let two_hundredths = |side: f64| side / INCH * 200.0;
        let is_round =
            |side: f64| (two_hundredths(side) - two_hundredths(side).round()).abs() < 1e-6;
        if is_round(self.width) && is_round(self.height) {
            let inches = |side: f64| two_hundredths(side).round() / 200.0;
            write!(f, "{}×{} in", inches(self.width), inches(self.height))
        } else {
            let tenths = |side: f64| (side / MM * 10.0).round() / 10.0;
            write!(f, "{}×{} mm", tenths(self.width), tenths(self.height))
        }
    }
}

/// The error for a text that is not a trim.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a trim: write inches such as 6x9 or 8.5x11, millimetres such as 120x170mm, or a name such as a4, a5, letter"
)]
pub struct NoTrim(String);

impl FromStr for Trim {
    type Err = NoTrim;

    /// Reads `6x9` (inches), `8.5x11in`, `120x170mm`, or a name.
    fn from_str(text: &str) -> Result<Self, NoTrim> {
        let lower = text.trim().to_lowercase().replace(['×', ' '], "x");
        let refuse = || NoTrim(text.to_owned());
        if let Some(&(_, width, height)) = NAMED.iter().find(|(name, ..)| *name == lower) {
            return Ok(Self { width, height });
        }
        let (number, unit) = match (lower.strip_suffix("mm"), lower.strip_suffix("in")) {
            (Some(number), _) => (number, MM),
            (_, Some(number)) => (number, INCH),
            _ => (lower.as_str(), INCH),
        };
        let (width, height) = number
            .trim_end_matches('x')
            .split_once('x')
            .ok_or_else(refuse)?;
        let side = |text: &str| {
            let side: f64 = text.trim_matches('x').parse().ok()?;
            let side = side * unit;
            SIDES.contains(&side).then_some(side)
        };
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(refuse()),
        }
    }
}

/// The size of a sheet, and the place of the trimmed page and its bleed on the sheet, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sheet {
    /// The width and height of the sheet.
    pub media: (f64, f64),
    /// The upper left corner of the trimmed page on the sheet.
    pub origin: (f64, f64),
    /// The width and height of the trimmed page.
    pub trim: (f64, f64),
    /// The width of the bleed beyond the trim: left, top, right, bottom.
    pub bleed: [f64; 4],
}

impl Sheet {
    /// Creates a sheet of the same size as the page.
    pub const fn plain(width: f64, height: f64) -> Self {
        Self {
            media: (width, height),
            origin: (0.0, 0.0),
            trim: (width, height),
            bleed: [0.0; 4],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_are_read_and_shown() {
        for (text, shown) in [
            ("6x9", "6×9 in"),
            ("8.5x11in", "8.5×11 in"),
            ("8.5 x 11 in", "8.5×11 in"),
            ("A4", "A4"),
            ("letter", "8.5×11 in"),
            ("120x170mm", "120×170 mm"),
            ("152.4×228.6 mm", "6×9 in"),
        ] {
            assert_eq!(text.parse::<Trim>().unwrap().to_string(), shown, "{text}");
        }
        for bad in [
            "", "6", "6x", "x9", "axb", "1e9x2", "-6x9", "0x0", "NaNx9", "6x9cm",
        ] {
            assert!(bad.parse::<Trim>().is_err(), "{bad:?} was taken");
        }
    }
}
