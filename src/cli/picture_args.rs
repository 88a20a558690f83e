//! The options for pictures, which `export` and `convert` share. This module also refuses to write binary formats
//! to a terminal.

use super::errors::UsageError;
use crate::export::ExportFormat;
use crate::print::{PictureStyle, PictureWidth, PrintError, RESOLUTIONS, StyleSheet};
use clap::Args;
use clap::builder::RangedI64ValueParser;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Options for drawing pictures.
#[derive(Debug, Clone, Args)]
pub struct PictureArgs {
    /// With svg, png and pdf: width of the picture, such as 80mm, 3in or 600px [default: 3.17in]
    #[arg(long, value_name = "WIDTH")]
    size: Option<PictureWidth>,
    /// With png: dots per inch [default: 150]
    #[arg(long, value_name = "N", value_parser = dots())]
    dpi: Option<u32>,
    /// With svg, png and pdf: write the level and the number of the puzzle above the grid
    #[arg(long)]
    caption: bool,
    /// With svg, png and pdf: style sheet file with line widths, digits, tints, corners and font (docs/books.md)
    #[arg(long, value_name = "FILE")]
    style: Option<PathBuf>,
}

impl PictureArgs {
    /// Returns the style that these options describe, for pictures of puzzles with `side` rows.
    ///
    /// # Errors
    /// If the style sheet, its font or its symbols can't be used.
    pub fn style(&self, side: usize) -> Result<PictureStyle, PrintError> {
        let usual = PictureStyle::default();
        let sheet = self.style.as_deref().map(StyleSheet::open).transpose()?;
        let sheet = sheet.unwrap_or_default();
        Ok(PictureStyle {
            resolution: self.dpi.unwrap_or(usual.resolution),
            width: self.size,
            has_caption: self.caption,
            look: sheet.picture_look(),
            fonts: sheet.fonts(side)?.map(Arc::new),
            ..usual
        })
    }

    /// Refuses picture options for a format that is not a picture.
    ///
    /// # Errors
    /// A [`UsageError`] that names the option.
    pub fn check(&self, to: &ExportFormat) -> Result<(), UsageError> {
        let given = [
            (self.size.is_some(), "--size"),
            (self.dpi.is_some(), "--dpi"),
            (self.caption, "--caption"),
            (self.style.is_some(), "--style"),
        ];
        match given.iter().find(|(is_given, _)| *is_given) {
            Some((_, option)) if !to.is_picture => Err(UsageError(format!(
                "{option} goes with --to svg, png or pdf; {} is no picture",
                to.name
            ))),
            _ => Ok(()),
        }
    }
}

/// Returns the parser for the resolutions that pictures can have.
pub(super) fn dots() -> RangedI64ValueParser<u32> {
    let (least, most) = RESOLUTIONS.into_inner();
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(most))
}

/// Refuses to write to a terminal in a format that is not text. `out` is the file to write; `None` and `-` mean
/// standard output.
///
/// # Errors
/// A [`UsageError`] that says what to do instead.
pub(super) fn refuse_terminal(to: &ExportFormat, out: Option<&Path>) -> Result<(), UsageError> {
    let is_file = out.is_some_and(|path| path != Path::new("-"));
    if to.is_text || is_file || !io::stdout().is_terminal() {
        return Ok(());
    }
    Err(UsageError(format!(
        "{} is not text for a terminal: name a {} with -o, or send it through a pipe",
        to.name,
        if to.one_a_file { "folder" } else { "file" }
    )))
}
