//! Draws one puzzle, or its solution, as a separate picture.

use super::canvas::Canvas;
use super::fonts::Fonts;
use super::grid::{self, Square};
use super::look::GridLook;
use super::paper::Sheet;
use super::pdf::{PdfFile, PdfMetadata};
use super::pen::{Align, Pen, Style};
use super::png::{Png, RESOLUTIONS};
use super::read;
use super::shop::Standard;
use super::svg::Svg;
use super::{GridContent, PrintError, paper};
use std::str::FromStr;
use std::sync::Arc;

/// The default side length of the grid: three inches.
const GRID: f64 = 3.0 * paper::INCH;
/// The margin around the grid at the default size, in points.
const EDGE: f64 = 6.0;
/// The height of the caption above the grid at the default size, in points.
const CAPTION: f64 = 18.0;
/// The type size of a caption at the default size, in points.
const CAPTION_SIZE: f64 = 13.0;
/// The minimum width of a line, in points.
const THINNEST: f64 = 0.5;
/// The number of pixels per inch on the web, which SVG uses.
const WEB_PIXELS: f64 = 96.0;
/// The allowed widths in points, from a thumbnail to a poster.
const WIDTHS: std::ops::RangeInclusive<f64> = 18.0..=14_400.0;

/// The settings of a picture.
#[derive(Debug, Clone)]
pub struct PictureStyle {
    /// The resolution of PNG pictures, in dots per inch.
    pub resolution: u32,
    /// The width; `None` for the default of three inches plus the margins.
    pub width: Option<PictureWidth>,
    /// `true` for a caption above the grid.
    pub has_caption: bool,
    /// `true` to show the solution, with the clues in bold.
    pub shows_solution: bool,
    /// The look of the grid.
    pub look: GridLook,
    /// The user's own fonts; `None` for the program's fonts.
    pub fonts: Option<Arc<Fonts>>,
}

impl Default for PictureStyle {
    fn default() -> Self {
        Self {
            resolution: 150,
            width: None,
            has_caption: false,
            shows_solution: false,
            look: GridLook::default(),
            fonts: None,
        }
    }
}

/// The width of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PictureWidth {
    /// The width on paper, in points.
    Points(f64),
    /// The width on a screen, in pixels.
    Pixels(u32),
}

impl PictureWidth {
    /// Returns the width in points, at this number of pixels per inch.
    fn points(self, resolution: f64) -> f64 {
        match self {
            Self::Points(points) => points,
            Self::Pixels(pixels) => f64::from(pixels) * paper::INCH / resolution,
        }
    }
}

/// The error for a text that is not the width of a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not the width of a picture: write 80mm, 8cm, 3in or 600px, from 6.4 mm to 5 m")]
pub struct NoWidth(String);

/// Reads a width: a number with its unit.
///
/// ```
/// use factory_print::print::PictureWidth;
/// assert_eq!("600px".parse(), Ok(PictureWidth::Pixels(600)));
/// assert_eq!("3in".parse(), Ok(PictureWidth::Points(216.0)));
/// assert!("600".parse::<PictureWidth>().is_err());
/// ```
impl FromStr for PictureWidth {
    type Err = NoWidth;

    fn from_str(text: &str) -> Result<Self, NoWidth> {
        let wrong = || NoWidth(text.to_owned());
        let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let number = &text[..text.len() - unit.len()];
        let width = match unit.trim() {
            "px" => Self::Pixels(number.parse().map_err(|_| wrong())?),
            unit => {
                let points = match unit {
                    "mm" => paper::MM,
                    "cm" => 10.0 * paper::MM,
                    "in" => paper::INCH,
                    "pt" => 1.0,
                    _ => return Err(wrong()),
                };
                Self::Points(points * number.parse::<f64>().map_err(|_| wrong())?)
            }
        };
        let fits = WIDTHS.contains(&width.points(WEB_PIXELS));
        fits.then_some(width).ok_or_else(wrong)
    }
}

/// A picture to draw, of a puzzle or of its solution.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The puzzle, with its solution if the solution is drawn.
    pub content: GridContent<'a>,
    /// The caption above the grid, if there is one.
    pub caption: Option<&'a str>,
    /// The width of the picture.
    pub width: Option<PictureWidth>,
    /// The look of the grid.
    pub look: GridLook,
}

impl Picture<'_> {
    /// Returns the sheet for this number of pixels per inch, and its scale relative to the default
    /// size.
    fn sheet(&self, resolution: f64) -> (Sheet, f64) {
        let usual = GRID + 2.0 * EDGE;
        let width = self.width.map_or(usual, |width| width.points(resolution));
        let scale = width / usual;
        let above = self.caption.map_or(0.0, |_| CAPTION * scale);
        (Sheet::plain(width, width + above), scale)
    }

    fn draw(&self, canvas: &mut dyn Canvas, fonts: &Fonts, scale: f64) {
        let edge = EDGE * scale;
        let size = GRID * scale;
        let mut pen = Pen { canvas, fonts };
        let mut above = 0.0;
        if let Some(caption) = self.caption {
            above = CAPTION * scale;
            let at = (edge, edge + (CAPTION_SIZE - 2.0) * scale);
            let style = Style::bold(CAPTION_SIZE * scale);
            pen.text(at, Align::Left, style, caption);
        }
        let square = Square {
            x: edge,
            y: edge + above,
            size,
        };
        let look = self.look.of(size, THINNEST);
        grid::draw(&mut pen, square, &look, &self.content);
    }

    /// Returns the picture as an SVG file, with a title and a description for screen readers.
    pub fn svg(&self, fonts: &Fonts, title: &str, description: &str) -> String {
        let (sheet, scale) = self.sheet(WEB_PIXELS);
        let mut svg = Svg::new();
        self.draw(&mut svg, fonts, scale);
        svg.finish(&sheet, fonts, title, description)
    }

    /// Returns the picture as a PDF file of one page, checked by reading it back.
    ///
    /// # Errors
    /// If a font can't be reduced to its used glyphs, or the page that is read back differs from the picture.
    pub fn pdf(&self, fonts: &Fonts) -> Result<Vec<u8>, PrintError> {
        let (sheet, scale) = self.sheet(paper::INCH);
        let mut file = PdfFile::new(fonts, Standard::Plain);
        file.page(&sheet, |canvas| {
            self.draw(canvas, fonts, scale);
            Ok::<(), PrintError>(())
        })?;
        let bytes = file.finish(&PdfMetadata::default())?;
        match read::grids(&bytes)?.as_slice() {
            [grid] if *grid.values == *self.content.drawn() => Ok(bytes),
            _ => Err(PrintError::ReadBack("the grid of a picture".to_owned())),
        }
    }

    /// Returns the picture as a PNG file with this number of dots per inch.
    ///
    /// # Errors
    /// If the resolution is outside [`RESOLUTIONS`], or the picture has too many dots.
    pub fn png(&self, fonts: &Fonts, resolution: u32) -> Result<Vec<u8>, PrintError> {
        let (least, most) = RESOLUTIONS.into_inner();
        if !RESOLUTIONS.contains(&resolution) {
            let said = format!("{resolution} dots an inch are outside {least} to {most}");
            return Err(PrintError::Impossible(said));
        }
        let (sheet, scale) = self.sheet(f64::from(resolution));
        let mut png = Png::new(&sheet, resolution).ok_or_else(|| {
            let said = "the picture has too many dots: ask for a smaller width or resolution";
            PrintError::Impossible(said.to_owned())
        })?;
        self.draw(&mut png, fonts, scale);
        Ok(png.finish())
    }
}
