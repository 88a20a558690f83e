//! The look of grids, as set by a style sheet. Books, pictures and calendars can share a style sheet, which is a
//! small TOML file.
//!
//! A style sheet states the widths of lines for a grid of ten centimetres. The lines grow with the grid, so that
//! one file serves a thumbnail and a poster. No line becomes thinner than the print shop allows.

use super::PrintError;
use super::error::read_table;
use super::fonts::{FontFamily, Fonts, Weight};
use super::grid::GridStyle;
use super::paper::MM;
use serde::Deserialize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The side length, in points, of the grid for which style sheets state the widths of lines.
const MEASURED: f64 = 100.0 * MM;
/// The type size of digits in large print, as a share of a cell.
const LARGE_DIGIT: f64 = 0.76;
/// The widths of thin and thick lines in pictures in large print, in points, for a grid with the side [`MEASURED`].
const LARGE_LINES: (f64, f64) = (1.0, 3.4);

/// The look of grids, as set by a style sheet. Where the style sheet sets nothing, the look is the program's own.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct GridLook {
    thin: Option<f64>,
    thick: Option<f64>,
    frame: Option<f64>,
    digit: Option<f64>,
    clues: Option<Weight>,
    grey: Option<f64>,
    tint: f64,
    rounded: f64,
}

impl GridLook {
    /// Returns the style of a grid with sides of `size` points. No line is thinner than `least`, in points.
    pub(super) fn of(&self, size: f64, least: f64) -> GridStyle {
        let usual = GridStyle::of(size, least);
        let width = |points: f64| (points * size / MEASURED).max(least).max(0.2);
        let thin = self.thin.map_or(usual.thin, width);
        let thick = self.thick.map_or(usual.thick, width);
        GridStyle {
            thin,
            thick,
            frame: self.frame.map_or(thick, width),
            digit: self.digit.unwrap_or(usual.digit),
            clues: self.clues.unwrap_or(usual.clues),
            ink: self.grey.unwrap_or(usual.ink),
            tint: self.tint,
            rounded: self.rounded,
            ..usual
        }
    }
}

/// The weight of clues, as written in style sheets.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ClueWeight {
    Regular,
    Bold,
}

/// A style sheet that has been read.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct StyleSheet {
    thin: Option<f64>,
    thick: Option<f64>,
    frame: Option<f64>,
    digit: Option<f64>,
    clues: Option<ClueWeight>,
    lines: Option<f64>,
    tint: Option<f64>,
    rounded: Option<f64>,
    /// A font file, or a folder with a font family; `None` for the program's fonts.
    pub font: Option<PathBuf>,
    /// The name of the script whose digits are used in grids.
    pub digits: Option<String>,
    /// The file or folder with the symbols that take the place of digits.
    pub symbols: Option<PathBuf>,
    /// `true` for large print. In books, this has the effect of `--large-print`; in pictures, it makes digits larger
    /// and lines thicker.
    pub large_print: Option<bool>,
    /// `true` to leave room for pencil marks in the cells.
    pub pencil_marks: Option<bool>,
}

impl StyleSheet {
    /// Reads a style sheet. Paths to fonts and symbols are relative to the style sheet's folder.
    ///
    /// # Errors
    /// If the file can't be read, or a key is unknown or out of its range; the error names the file and the key.
    pub fn open(path: &Path) -> Result<Self, PrintError> {
        let (mut sheet, shown): (Self, String) = read_table(path)?;
        sheet.check(&shown)?;
        let beside = path.parent().unwrap_or(Path::new(""));
        sheet.font = sheet.font.map(|font| beside.join(font));
        sheet.symbols = sheet.symbols.map(|symbols| beside.join(symbols));
        Ok(sheet)
    }

    fn check(&self, origin: &str) -> Result<(), PrintError> {
        let ranges: [(&str, Option<f64>, RangeInclusive<f64>); 7] = [
            ("thin", self.thin, 0.1..=4.0),
            ("thick", self.thick, 0.2..=12.0),
            ("frame", self.frame, 0.2..=12.0),
            ("digit", self.digit, 0.4..=0.85),
            ("lines", self.lines, 0.1..=1.0),
            ("tint", self.tint, 0.1..=0.4),
            ("rounded", self.rounded, 0.0..=0.9),
        ];
        for (key, value, range) in ranges {
            let (least, most) = range.clone().into_inner();
            if let Some(value) = value.filter(|it| !range.contains(it)) {
                return Err(PrintError::Impossible(format!(
                    "{origin}: {key} is {value}; it must be from {least} to {most}"
                )));
            }
        }
        match (self.thin, self.thick) {
            (Some(thin), Some(thick)) if thin > thick => Err(PrintError::Impossible(format!(
                "{origin}: thin is {thin}, more than thick, {thick}: boxes could not be seen"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns the look of grids in books and calendars. Large print does not change this look; it changes the pages of
    /// books instead.
    pub fn look(&self) -> GridLook {
        GridLook {
            thin: self.thin,
            thick: self.thick,
            frame: self.frame,
            digit: self.digit,
            clues: self.clues.map(|weight| match weight {
                ClueWeight::Regular => Weight::Regular,
                ClueWeight::Bold => Weight::Bold,
            }),
            grey: self.lines,
            tint: self.tint.unwrap_or(0.0),
            rounded: self.rounded.unwrap_or(0.0),
        }
    }

    /// Returns the look of grids in pictures, in which large print makes digits and lines larger.
    pub fn picture_look(&self) -> GridLook {
        let look = self.look();
        if self.large_print != Some(true) {
            return look;
        }
        let (thin, thick) = LARGE_LINES;
        GridLook {
            thin: look.thin.or(Some(thin)),
            thick: look.thick.or(Some(thick)),
            digit: look.digit.or(Some(LARGE_DIGIT)),
            ..look
        }
    }

    /// Returns the fonts for pictures of puzzles with `side` cells along a side; `None` if the style sheet names no
    /// font, digits or symbols.
    ///
    /// # Errors
    /// If the font, the digits or the symbols can't be used.
    pub fn fonts(&self, side: usize) -> Result<Option<Fonts>, PrintError> {
        if self.font.is_none() && self.digits.is_none() && self.symbols.is_none() {
            return Ok(None);
        }
        let family = self.font.as_deref().map(FontFamily::open).transpose()?;
        let fonts = Fonts::new(family)?;
        let fonts = fonts.with_digits(self.digits.as_deref(), self.symbols.as_deref())?;
        fonts.check_symbols(side)?;
        Ok(Some(fonts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::error::parse_table;

    #[test]
    fn a_mistake_names_its_line_and_its_key() {
        for (text, said) in [
            (
                "thin = 1\ndigit = 'large'",
                "x.toml, line 2: digit: invalid type",
            ),
            (
                "thin = 1\nthinn = 2",
                "x.toml, line 2: unknown field `thinn`",
            ),
            ("clues = 'thin'", "x.toml, line 1: clues: unknown variant"),
            ("[", "x.toml, line 1: "),
        ] {
            let error = parse_table::<StyleSheet>(text, "x.toml").unwrap_err();
            assert!(error.to_string().starts_with(said), "{error}");
        }
    }
}
