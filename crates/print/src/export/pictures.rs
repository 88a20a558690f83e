//! Draws pictures of puzzles in the style of this program's books: SVG for page-layout programs and web
//! pages, PNG in eight-bit grey, PDF of one page.

use super::{ExportEntry, Exporter, FileOptions};
use crate::grid::text;
use crate::print::{Fonts, Picture, PictureStyle, PrintError};
use std::io::{self, Write};

/// Starts an SVG file.
pub(super) fn svg(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(drawn(options, |picture, _, entry, fonts| {
        let title = format!("Sudoku {}", entry.title());
        let (title, shown) = match picture.solution {
            Some(solution) => (format!("{title}, solution"), solution),
            None => (title, entry.puzzle),
        };
        let words = text::line(shown, '.');
        Ok(picture.svg(fonts, &title, &words).into_bytes())
    }))
}

/// Starts a PNG file.
pub(super) fn png(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(drawn(options, |picture, style, _, fonts| {
        picture.png(fonts, style.resolution)
    }))
}

/// Begins a PDF file.
pub(super) fn pdf(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(drawn(options, |picture, _, _, fonts| picture.pdf(fonts)))
}

type DrawPicture =
    fn(&Picture<'_>, &PictureStyle, &ExportEntry<'_>, &Fonts) -> Result<Vec<u8>, PrintError>;

/// Returns the exporter for the requested picture, of the puzzle or of its solution.
fn drawn(options: &FileOptions, draw: DrawPicture) -> Box<dyn Exporter> {
    let style = options.picture.clone();
    Box::new(move |entry: &ExportEntry<'_>, out: &mut dyn Write| {
        let fonts = match &style.fonts {
            Some(own) => own,
            None => Fonts::shared().map_err(io::Error::other)?,
        };
        let caption = caption(entry, style.shows_solution);
        let picture = Picture {
            puzzle: entry.puzzle,
            solution: entry.solution.filter(|_| style.shows_solution),
            caption: style.has_caption.then_some(caption.as_str()),
            width: style.width,
            look: style.look,
        };
        let drawn = draw(&picture, &style, entry, fonts);
        out.write_all(&drawn.map_err(io::Error::other)?)
    })
}

/// Returns the caption above a picture: `Hard 12`, `Hard 12: solution`.
fn caption(entry: &ExportEntry<'_>, is_solution: bool) -> String {
    let title = entry.title();
    let mut letters = title.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let caption: String = first.chain(letters).collect();
    match is_solution {
        true => caption + ": solution",
        false => caption,
    }
}
