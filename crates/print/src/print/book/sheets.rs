//! Draws the pages of a book: title, imprint, grids and the text around them, page numbers, cut marks.

use super::captions::{self, ABOVE_CODE, ABOVE_GRID, CODE, LEADING};
use super::model::{Book, PageKind};
use super::{BookJob, Puzzle, hint_block, place, title, worked};
use crate::grid::{Board, scf, text};
use crate::print::canvas::{Ink, Rect, StraightLine};
use crate::print::fonts::Weight;
use crate::print::grid::{self, GridStyle, Square};
use crate::print::paper::Sheet;
use crate::print::pen::{Align, Pen, Style};
use crate::print::{INCH, prose};
use qrcodegen::{QrCode, QrCodeEcc};

/// The width of the extra paper for cut marks on each side of the trim, in points.
const SLUG: f64 = INCH / 2.0;
/// The distance of cut marks from the trim, in points.
const MARK_OFF: f64 = 12.0;
const MARK_LENGTH: f64 = 18.0;
const MARK_WIDTH: f64 = 0.25;

/// Returns the sheet of a page: its size, trim and bleed. Odd pages are right-hand pages, so their inner edge is on the
/// left.
pub(super) fn sheet(job: &BookJob, page: usize) -> Sheet {
    let trim = (job.trim.width, job.trim.height);
    let b = job.bleed;
    let inner = if job.shop.bleeds_inside { b } else { 0.0 };
    let bleed = match page % 2 {
        1 => [inner, b, b, b],
        _ => [b, b, inner, b],
    };
    if job.marks {
        return Sheet {
            media: (trim.0 + 2.0 * SLUG, trim.1 + 2.0 * SLUG),
            origin: (SLUG, SLUG),
            trim,
            bleed,
        };
    }
    let [left, top, right, bottom] = bleed;
    Sheet {
        media: (trim.0 + left + right, trim.1 + top + bottom),
        origin: (left, top),
        trim,
        bleed,
    }
}

/// Returns the upper left corner of a page's text area, in points from the upper left corner of the trimmed page.
pub(super) fn corner(book: &Book, page: usize) -> (f64, f64) {
    let frame = &book.frame;
    match page % 2 {
        1 => (frame.inside, frame.top),
        _ => (frame.outside, frame.top),
    }
}

pub(super) fn draw(book: &Book, page: usize, pen: &mut Pen<'_>) {
    let Some(kind) = book.kinds.get(page - 1) else {
        return;
    };
    let corner = corner(book, page);
    match kind {
        PageKind::Title(lines) => title::draw(book, pen, corner, lines),
        PageKind::Imprint(lines) | PageKind::Prose(lines) => {
            prose::draw(pen, corner, &book.column(), lines);
        }
        PageKind::Puzzles(range, section) => {
            draw_head(
                book,
                page,
                pen,
                corner,
                book.sections[*section].name.as_deref(),
            );
            let places = book.places.grids.iter().enumerate();
            for (puzzle, (n, square)) in range.clone().zip(places) {
                draw_puzzle(book, puzzle, pen, moved(*square, corner));
                if let Some(turned) = book.places.turned.get(n) {
                    draw_turned(book, puzzle, pen, moved(*turned, corner));
                }
                if let Some(hints) = book.captions.hints.get(puzzle) {
                    let (width, height) = book.frame.area(&book.job);
                    let (_, foot) = place::running(&book.job);
                    let at = (corner.0, corner.1 + height - foot);
                    hint_block::draw(&book.job, hints, pen, at, width);
                }
            }
        }
        PageKind::Solutions(range) => {
            draw_head(book, page, pen, corner, Some(&book.job.texts.solutions));
            let places = book.solutions.iter().flat_map(|places| &places.grids);
            for (puzzle, square) in range.clone().zip(places) {
                draw_solution(book, puzzle, pen, moved(*square, corner));
            }
        }
        PageKind::Columns(name, columns) => {
            draw_head(book, page, pen, corner, Some(name));
            let (_, column, apart) = worked::column(book);
            let (head, _) = place::running(&book.job);
            for (n, lines) in columns.iter().enumerate() {
                let at = (corner.0 + apart * n as f64, corner.1 + head);
                prose::draw(pen, at, &column, lines);
            }
        }
        PageKind::Blank => {}
    }
    if !matches!(
        kind,
        PageKind::Title(_) | PageKind::Imprint(_) | PageKind::Blank
    ) {
        draw_folio(book, page, pen, corner);
    }
    if book.job.marks {
        draw_marks(&book.job, pen);
    }
}

fn moved(square: Square, (x, y): (f64, f64)) -> Square {
    Square {
        x: square.x + x,
        y: square.y + y,
        ..square
    }
}

/// Draws the running head of a page: the name of the section, and the book's title. Draws nothing if `name` is
/// `None`, or if the book's pages have no running heads.
fn draw_head(book: &Book, page: usize, pen: &mut Pen<'_>, (x, y): (f64, f64), name: Option<&str>) {
    let (head, _) = place::running(&book.job);
    let (Some(name), true) = (name, head > 0.0) else {
        return;
    };
    let (width, _) = book.frame.area(&book.job);
    let size = book.job.text_size();
    let base = y + size;
    let name = pen.fonts.shortened(Weight::Bold, name, size, width);
    let room = width - pen.fonts.width(Weight::Bold, &name, size) - size * 2.0;
    let style = Style::text(size * 0.9).quiet();
    let title = &book.job.title;
    let title = pen.fonts.shortened(style.weight, title, style.size, room);
    let (outer, inner) = match page % 2 {
        1 => ((x + width, Align::Right), (x, Align::Left)),
        _ => ((x, Align::Left), (x + width, Align::Right)),
    };
    pen.text((outer.0, base), outer.1, Style::bold(size), &name);
    pen.text((inner.0, base), inner.1, style, &title);
}

fn draw_folio(book: &Book, page: usize, pen: &mut Pen<'_>, (x, y): (f64, f64)) {
    let (_, foot) = place::running(&book.job);
    if foot == 0.0 {
        return;
    }
    let (width, height) = book.frame.area(&book.job);
    let at = match page % 2 {
        1 => (x + width, Align::Right),
        _ => (x, Align::Left),
    };
    let style = Style::text(book.job.text_size());
    pen.text((at.0, y + height), at.1, style, &page.to_string());
}

fn draw_puzzle(book: &Book, n: usize, pen: &mut Pen<'_>, square: Square) {
    let (job, puzzle) = (&book.job, &book.puzzles[n]);
    let (around, least) = (&book.places.around, job.least_text());
    let base = square.y - ABOVE_GRID;
    let number = (n + 1).to_string();
    let number = (Style::bold(around.number), number.as_str());
    let label = captions::label(job, &book.levels, n, puzzle);
    let label = (Style::text(around.label), label.as_str());
    if around.is_stacked {
        let above = base - around.label * LEADING;
        pen.text((square.x, above), Align::Left, number.0, number.1);
        let label = pen
            .fonts
            .shortened(Weight::Regular, label.1, around.label, square.size);
        pen.text(
            (square.x, base),
            Align::Left,
            Style::text(around.label),
            &label,
        );
    } else {
        pen.ends((square.x, base), square.size, number, label, least);
    }
    let look = GridStyle {
        dots: job.dots,
        ..job.grid_style(square.size)
    };
    grid::draw(pen, square, &look, &puzzle.content(false));
    let page = book.pages[n].1.to_string();
    let hint = book.hint_pages.get(n).map_or(0, |pages| pages[0]);
    let pages = [&*hint.to_string(), &page];
    let notes = captions::notes(job, &puzzle.short_id(), pages, book.places.beside);
    let small = Style::text(around.small).quiet();
    let mut base = square.y + square.size + look.thick / 2.0 + around.small * 1.25;
    for (left, right) in captions::lines(job, &notes, around, square.size) {
        let at = (square.x, base);
        pen.ends(at, square.size, (small, &left), (small, &right), least);
        base += around.small * LEADING;
    }
    if around.code > 0.0 {
        let right = square.x + square.size;
        let at = (right - around.code, square.y + square.size + ABOVE_CODE);
        draw_code(job, pen, at, puzzle);
    }
}

/// Returns `link` with its placeholders `{puzzle}` and `{scf}` replaced by the puzzle.
fn link_to(link: &str, puzzle: &Board) -> String {
    link.replace("{puzzle}", &text::line(puzzle, '0'))
        .replace("{scf}", &scf(puzzle))
}

/// Draws the QR code of a puzzle, if the job requests codes. Draws nothing for layouts other than 9×9, or if the
/// link is too long for a code.
fn draw_code(job: &BookJob, pen: &mut Pen<'_>, (x, y): (f64, f64), puzzle: &Puzzle) {
    let Some((board, _)) = puzzle.nine() else {
        return;
    };
    let link = job.link.iter().map(|link| link_to(link, &board));
    let mut codes = link.filter_map(|link| QrCode::encode_text(&link, QrCodeEcc::Low).ok());
    let Some(code) = codes.next() else {
        return;
    };
    let module = CODE / f64::from(code.size());
    let mut dark = Vec::new();
    for row in 0..code.size() {
        let mut column = 0;
        while column < code.size() {
            let start = column;
            while column < code.size() && code.get_module(column, row) {
                column += 1;
            }
            if column > start {
                dark.push(Rect {
                    x: x + module * f64::from(start),
                    y: y + module * f64::from(row),
                    width: module * f64::from(column - start),
                    height: module,
                });
            }
            column += 1;
        }
    }
    pen.canvas.fill(&dark, Ink::BLACK);
}

fn draw_turned(book: &Book, n: usize, pen: &mut Pen<'_>, square: Square) {
    let puzzle = &book.puzzles[n];
    let look = GridStyle {
        turned: true,
        ..book.job.grid_style(square.size)
    };
    grid::draw(pen, square, &look, &puzzle.content(true));
    let job = &book.job;
    if book.places.beside && job.link.is_some() {
        let (small, top) = (book.places.around.small, square.y + square.size);
        let top = top - book.places.grids.first().map_or(0.0, |grid| grid.size);
        draw_code(job, pen, (square.x, top), puzzle);
        let words = &job.texts.play_online;
        let style = Style::text(small).quiet();
        let words = pen.fonts.shortened(style.weight, words, small, square.size);
        let at = (square.x, top + CODE + small * 1.25);
        pen.text(at, Align::Left, style, &words);
    }
}

fn draw_solution(book: &Book, n: usize, pen: &mut Pen<'_>, square: Square) {
    let Some(places) = &book.solutions else {
        return;
    };
    let (puzzle, around) = (&book.puzzles[n], &places.around);
    let number = (n + 1).to_string();
    let id = if book.job.ids {
        puzzle.short_id()
    } else {
        String::new()
    };
    pen.ends(
        (square.x, square.y - 4.0),
        square.size,
        (Style::bold(around.number), &number),
        (Style::text(around.small).quiet(), &id),
        book.job.least_text(),
    );
    let look = book.job.grid_style(square.size);
    grid::draw(pen, square, &look, &puzzle.content(true));
}

/// Draws cut marks at the four corners.
fn draw_marks(job: &BookJob, pen: &mut Pen<'_>) {
    let (width, height) = (job.trim.width, job.trim.height);
    let mut marks = Vec::with_capacity(8);
    for (x, outward) in [(0.0, -1.0), (width, 1.0)] {
        for (y, away) in [(0.0, -1.0), (height, 1.0)] {
            let off = |edge: f64, way: f64, by: f64| edge + way * by;
            let (near, far) = (MARK_OFF, MARK_OFF + MARK_LENGTH);
            marks.push(StraightLine {
                from: (off(x, outward, near), y),
                to: (off(x, outward, far), y),
            });
            marks.push(StraightLine {
                from: (x, off(y, away, near)),
                to: (x, off(y, away, far)),
            });
        }
    }
    pen.canvas.lines(&marks, MARK_WIDTH, Ink::BLACK);
}
