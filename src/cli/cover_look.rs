//! The options for the design of a cover, which `factory cover` and `factory book --cover` share.

use super::file_set::FileSet;
use super::select_args::named;
use crate::print::book::Book;
use crate::print::cover::{Cover, CoverDesign, CoverSettings};
use crate::print::{ColourSpace, INCH, MM};
use clap::Args;
use std::path::{Path, PathBuf};

/// The look of a cover.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "The cover")]
pub struct CoverLook {
    /// Design of the cover: grid, mosaic or digits
    #[arg(long, value_name = "DESIGN", default_value = "grid", value_parser = named::<CoverDesign>)]
    design: CoverDesign,
    /// Colours: ink, sea, forest, sunset, berry or night, or two to five colours of your own such as
    /// #fff6ea,#7a1f3d
    #[arg(long, value_name = "COLOURS", default_value = "ink")]
    palette: String,
    /// JPEG or PNG file to show on the front cover in place of the design's puzzles
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,
    /// Colour space: cmyk or rgb
    #[arg(long, value_name = "SPACE", default_value = "cmyk", value_parser = named::<ColourSpace>)]
    colours: ColourSpace,
    /// Name of the series, printed above the title
    #[arg(long, value_name = "TEXT")]
    series: Option<String>,
    /// Number of the book in its series (default: the number of the volume)
    #[arg(long, value_name = "N")]
    series_number: Option<usize>,
    /// Text on the back cover (default: a summary of the contents)
    #[arg(long, value_name = "TEXT")]
    blurb: Option<String>,
    /// Price code: five digits beside the bar code of the ISBN, such as 50999 for 9.99 US dollars
    #[arg(long, value_name = "DIGITS")]
    price_code: Option<String>,
}

impl CoverLook {
    fn settings(&self, pages: Option<usize>) -> CoverSettings {
        let it = self.clone();
        CoverSettings {
            design: it.design,
            palette: Some(it.palette),
            image: it.image,
            colours: Some(it.colours),
            series: it.series,
            series_number: it.series_number,
            blurb: it.blurb,
            price_code: it.price_code,
            pages,
        }
    }

    /// Adds the cover of a book to the files to write, and returns the line about the cover for the report.
    pub fn add(
        &self,
        book: &Book,
        pages: Option<usize>,
        file: &Path,
        written: &mut FileSet,
    ) -> anyhow::Result<String> {
        let cover = Cover::new(book, self.settings(pages))?;
        written.add(file, &cover.pdf()?)?;
        Ok(cover_line(&cover, file))
    }
}

/// Returns the line about a cover for the report.
pub(super) fn cover_line(cover: &Cover<'_>, file: &Path) -> String {
    let (spine, (width, height)) = (cover.spine(), cover.size());
    format!(
        "{}: cover for {} pages, spine {:.3} in ({:.1} mm), {:.3} × {:.3} in without bleed",
        file.display(),
        cover.pages(),
        spine / INCH,
        spine / MM,
        width / INCH,
        height / INCH
    )
}
