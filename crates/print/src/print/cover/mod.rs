//! Makes covers: back, spine and front of a book on one sheet, arranged as in a print shop's template, with bleed
//! on all four sides.
//!
//! ```text
//!  ┌ bleed ─────────────────────────────┐
//!  │ back          │ spine │ front      │   width = 2 trims + spine + 2 bleeds;
//!  │        [code] │       │            │   the spine depends on the number of pages and the paper
//!  └────────────────────────────────────┘
//! ```

mod barcode;
mod designs;
mod sheet;

use super::book::Book;
use super::cover_picture::CoverPicture;
use super::palette::{ColourSpace, Palette};
use super::{PrintError, ShopPreset, Standard};
use barcode::Barcode;
use serde::Deserialize;
use std::path::PathBuf;

/// A built-in design of a cover, drawn from the book's own puzzles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoverDesign {
    /// A puzzle on a dark background.
    #[default]
    Grid,
    /// Squares whose shades stand for the digits of solutions.
    Mosaic,
    /// Rows of large digits, dark for clues and pale for all others.
    Digits,
}

/// The settings of a cover; a setting that is not given is `None`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CoverSettings {
    /// The design.
    pub design: CoverDesign,
    /// The name of a palette, or a list of colours.
    pub palette: Option<String>,
    /// A picture for the front, in place of the design's puzzles.
    pub image: Option<PathBuf>,
    /// The colour space; CMYK by default.
    pub colours: Option<ColourSpace>,
    /// The name of the series.
    pub series: Option<String>,
    /// The number in the series; by default the volume's number.
    pub series_number: Option<usize>,
    /// The text on the back; blank lines separate paragraphs.
    pub blurb: Option<String>,
    /// The five-digit price code next to the bar code.
    pub price_code: Option<String>,
    /// The number of pages from which the width of the spine is computed; `None` for the book's actual number of pages.
    #[serde(skip)]
    pub pages: Option<usize>,
}

/// A planned cover.
pub struct Cover<'a> {
    book: &'a Book,
    design: CoverDesign,
    palette: Palette,
    picture: Option<CoverPicture>,
    series: Option<String>,
    blurb: String,
    barcode: Option<Barcode>,
    /// The width of the spine, in points.
    spine: f64,
    pages: usize,
}

impl<'a> Cover<'a> {
    /// Plans the cover of a book.
    ///
    /// # Errors
    /// If the shop has no covers or does not accept the number of pages, or a setting can't be used.
    pub fn new(book: &'a Book, wishes: CoverSettings) -> Result<Self, PrintError> {
        let job = book.job();
        let pages = wishes.pages.unwrap_or_else(|| book.page_count());
        let refuse = |said: String| Err(PrintError::Impossible(said));
        let Some(spine) = job.shop.spine(pages, job.stock) else {
            let name = job.shop.name;
            return refuse(format!(
                "{name} binds no books: a cover needs --preset kdp, ingram, lulu or press"
            ));
        };
        job.shop.check_pages(job.trim, pages, job.stock)?;
        let space = wishes.colours.unwrap_or(ColourSpace::Cmyk);
        if space == ColourSpace::Rgb && !takes_rgb(job.shop.preset, job.standard) {
            let name = job.shop.name;
            return refuse(format!(
                "{name} prints covers in CMYK: leave --colours rgb out"
            ));
        }
        if job.standard == Standard::X4 {
            return refuse(
                "covers are made as plain PDF or PDF/X-1a: leave --standard x4 out".to_owned(),
            );
        }
        for (what, text) in [("the series", &wishes.series), ("the blurb", &wishes.blurb)] {
            if let Some(text) = text {
                job.fonts.check(what, text)?;
            }
        }
        let isbn = job.isbns.get(job.volume.unwrap_or(1) - 1);
        let price = wishes.price_code.as_deref();
        if price.is_some() && isbn.is_none() {
            return refuse(
                "--price-code is printed next to a bar code, which needs --isbn".to_owned(),
            );
        }
        let number = wishes.series_number.or(job.volume);
        let texts = &job.texts;
        let numbered = number.map(|n| texts.volume.replace("{n}", &n.to_string()));
        let series: Vec<String> = wishes.series.into_iter().chain(numbered).collect();
        let picture = wishes
            .image
            .as_deref()
            .map(|file| CoverPicture::open(file, space));
        Ok(Self {
            book,
            design: wishes.design,
            palette: Palette::new(wishes.palette.as_deref().unwrap_or("ink"), space)?,
            picture: picture.transpose()?,
            series: (!series.is_empty()).then(|| series.join(&texts.separator)),
            blurb: wishes.blurb.unwrap_or_else(|| book.back_words()),
            barcode: isbn.map(|isbn| Barcode::of(isbn, price)).transpose()?,
            spine,
            pages,
        })
    }

    /// Returns the width and height of the trimmed sheet, in points.
    pub fn size(&self) -> (f64, f64) {
        let trim = self.book.job().trim;
        (2.0 * trim.width + self.spine, trim.height)
    }

    /// Returns the width of the spine, in points.
    pub const fn spine(&self) -> f64 {
        self.spine
    }

    /// Returns the number of pages that determines the spine's width.
    pub const fn pages(&self) -> usize {
        self.pages
    }
}

/// Returns whether a cover may be in RGB: only in a plain PDF, and only for a shop that accepts RGB.
fn takes_rgb(preset: ShopPreset, standard: Standard) -> bool {
    standard == Standard::Plain && matches!(preset, ShopPreset::Kdp | ShopPreset::Lulu)
}
