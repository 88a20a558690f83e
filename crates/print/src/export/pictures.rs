//! Draws pictures of puzzles in the style of this program's books: SVG for page-layout programs and web
//! pages, PNG in eight-bit grey, PDF of one page.

use super::{ExportEntry, Exporter, FileOptions};
use crate::print::{Fonts, GridContent, Picture, PictureStyle};
use std::io::{self, Write};

/// The format of a picture.
#[derive(Debug, Clone, Copy)]
pub(super) enum PictureFormat {
    Svg,
    Png,
    Pdf,
}

/// Starts an SVG file.
pub(super) fn svg(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(exporter(options, PictureFormat::Svg))
}

/// Starts a PNG file.
pub(super) fn png(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(exporter(options, PictureFormat::Png))
}

/// Starts a PDF file.
pub(super) fn pdf(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(exporter(options, PictureFormat::Pdf))
}

/// Returns the exporter for the requested picture, of the puzzle or of its solution.
fn exporter(options: &FileOptions, format: PictureFormat) -> Box<dyn Exporter> {
    let style = options.picture.clone();
    Box::new(move |entry: &ExportEntry<'_>, out: &mut dyn Write| {
        let solution = entry.solution.filter(|_| style.shows_solution);
        let content = GridContent::of(entry.puzzle, solution);
        out.write_all(&drawn(format, content, &entry.title(), &style)?)
    })
}

/// Returns the bytes of a picture file; `title` is the title of the puzzle, such as `hard 12`.
pub(super) fn drawn(
    format: PictureFormat,
    content: GridContent<'_>,
    title: &str,
    style: &PictureStyle,
) -> io::Result<Vec<u8>> {
    let fonts = match &style.fonts {
        Some(own) => own,
        None => Fonts::shared().map_err(io::Error::other)?,
    };
    let caption = caption(title, style.shows_solution);
    let picture = Picture {
        content,
        caption: style.has_caption.then_some(caption.as_str()),
        width: style.width,
        look: style.look,
    };
    let drawn = match format {
        PictureFormat::Svg => {
            let solution = content.solution().map_or("", |_| ", solution");
            let title = format!("Sudoku {title}{solution}");
            Ok(picture.svg(fonts, &title, &content.line()).into_bytes())
        }
        PictureFormat::Png => picture.png(fonts, style.resolution),
        PictureFormat::Pdf => picture.pdf(fonts),
    };
    drawn.map_err(io::Error::other)
}

/// Returns the caption above a picture, such as `Hard 12` or `Hard 12: solution`.
fn caption(title: &str, is_solution: bool) -> String {
    let mut letters = title.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let caption: String = first.chain(letters).collect();
    match is_solution {
        true => caption + ": solution",
        false => caption,
    }
}
