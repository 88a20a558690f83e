//! Pages as they are drawn: title, imprint, grids with what stands around them, page numbers, marks.

use super::Job;
use super::place;
use super::plan::{Book, Kind};
use crate::grid::{Board, scf, text};
use crate::print::canvas::{Ink, Line, Rect};
use crate::print::fonts::Weight;
use crate::print::grid::{self, Look, Square};
use crate::print::pdf::Sheet;
use crate::print::pen::{Align, Pen, Style};
use crate::print::texts::filled;
use crate::print::{INCH, SolutionsAt, prose};
use qrcodegen::{QrCode, QrCodeEcc};

/// The paper that marks stand on, on every side of the trim.
const SLUG: f64 = INCH / 2.0;
/// Where a mark begins, from the trim.
const MARK_OFF: f64 = 12.0;
const MARK_LENGTH: f64 = 18.0;
const MARK_WIDTH: f64 = 0.25;

/// The boxes of a page. Odd pages are right ones: their inner edge is the left one.
pub(super) fn sheet(job: &Job, page: usize) -> Sheet {
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

/// Title and volume.
pub(super) fn title(job: &Job) -> String {
    match job.volume {
        None => job.title.clone(),
        Some(n) => {
            let volume = filled(&job.texts.volume, &[("n", &n.to_string())]);
            format!("{}{}{volume}", job.title, job.texts.separator)
        }
    }
}

pub(super) fn draw(book: &Book, page: usize, pen: &mut Pen<'_>) {
    let Some(kind) = book.kinds.get(page - 1) else {
        return;
    };
    let frame = &book.frame;
    let left = if page % 2 == 1 {
        frame.inside
    } else {
        frame.outside
    };
    let corner = (left, frame.top);
    match kind {
        Kind::Title => draw_title(book, pen, corner),
        Kind::Imprint => draw_imprint(book, pen, corner),
        Kind::Prose(lines) => prose::draw(pen, corner, &book.column(), lines),
        Kind::Puzzles(range, section) => {
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
                if let Some(beneath) = book.places.beneath.get(n) {
                    draw_beneath(book, puzzle, pen, moved(*beneath, corner));
                }
            }
        }
        Kind::Solutions(range) => {
            draw_head(book, page, pen, corner, Some(&book.job.texts.solutions));
            let places = book.solutions.iter().flat_map(|places| &places.grids);
            for (puzzle, square) in range.clone().zip(places) {
                draw_solution(book, puzzle, pen, moved(*square, corner));
            }
        }
        Kind::Blank => {}
    }
    if !matches!(kind, Kind::Title | Kind::Imprint | Kind::Blank) {
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

fn draw_title(book: &Book, pen: &mut Pen<'_>, (x, y): (f64, f64)) {
    let job = &book.job;
    let (width, height) = book.frame.area(job);
    let middle = x + width / 2.0;
    let fitted = |text: &str, size: f64| {
        size.min(size * width / pen.fonts.width(Weight::Bold, text, size).max(1.0))
    };
    let (size, lines) = title_lines(book, pen, width);
    let base = y + height * 0.2;
    for (n, line) in (0..).zip(lines.iter().rev()) {
        let at = (middle, base - f64::from(n) * size * 1.15);
        pen.text(at, Align::Middle, Style::bold(size), line);
    }
    let text = place::text_size(job);
    let below = subtitle(book);
    let size_below = fitted(&below, text * 1.5);
    pen.text(
        (middle, base + size * 0.5 + text),
        Align::Middle,
        Style::text(size_below),
        &below,
    );
    if let Some(n) = job.volume {
        let volume = filled(&job.texts.volume, &[("n", &n.to_string())]);
        pen.text(
            (middle, base + size * 0.5 + text * 3.2),
            Align::Middle,
            Style::bold(text * 1.5),
            &volume,
        );
    }
    // The first puzzle, small, stands for all of them.
    let side = (width * 0.5).min(height * 0.36);
    let square = Square {
        x: middle - side / 2.0,
        y: y + height * 0.42,
        size: side,
    };
    let look = Look::of(side, job.shop.least_line);
    if look.digit_size(side) >= job.shop.least_type
        && let Some(first) = book.puzzles.first()
    {
        grid::draw(pen, square, &look, &first.puzzle, None);
    }
    if let Some(author) = &job.author {
        let size = fitted(author, text * 1.4);
        let at = (middle, y + height * 0.93);
        pen.text(at, Align::Middle, Style::text(size), author);
    }
}

/// The title's type size and its lines: one if it can be large there, else up to three.
fn title_lines(book: &Book, pen: &Pen<'_>, width: f64) -> (f64, Vec<String>) {
    let title = &book.job.title;
    let most = book.job.trim.width / 9.0;
    let fitted = most * width / pen.fonts.width(Weight::Bold, title, most).max(1.0);
    if fitted >= most * 0.6 {
        return (fitted.min(most), vec![title.clone()]);
    }
    let column = prose::Column {
        width,
        ..book.column()
    };
    let mut size = most * 0.6;
    loop {
        let lines = prose::broken_lines(pen.fonts, &column, Style::bold(size), title);
        if lines.len() <= 3 || size < column.least {
            return (size, lines);
        }
        size *= 0.9;
    }
}

fn subtitle(book: &Book) -> String {
    let job = &book.job;
    if let Some(subtitle) = &job.subtitle {
        return subtitle.clone();
    }
    let count = book.puzzles.len().to_string();
    let level = |puzzle: Option<&super::Puzzle>| {
        let name = puzzle.and_then(|puzzle| book.levels.get(puzzle.level));
        name.map_or_else(String::new, |name| job.texts.level_in_sentence(name))
    };
    let easiest = level(book.puzzles.iter().min_by_key(|puzzle| puzzle.level));
    let hardest = level(book.puzzles.iter().max_by_key(|puzzle| puzzle.level));
    let values = [
        ("count", count.as_str()),
        ("first", &easiest),
        ("last", &hardest),
    ];
    match easiest == hardest {
        true => filled(&job.texts.subtitle_one_level, &values),
        false => filled(&job.texts.subtitle, &values),
    }
}

fn draw_imprint(book: &Book, pen: &mut Pen<'_>, (x, y): (f64, f64)) {
    use prose::Block;
    let job = &book.job;
    let column = book.column();
    let mut blocks = vec![Block::Small(title(job))];
    blocks.extend(job.author.iter().map(|author| Block::Small(author.clone())));
    if let Some(isbn) = &job.isbn {
        blocks.push(Block::Small(filled(&job.texts.isbn, &[("isbn", isbn)])));
    }
    blocks.push(Block::Space(0.6));
    let id = book
        .puzzles
        .first()
        .map(super::Puzzle::short_id)
        .unwrap_or_default();
    let count = book.puzzles.len().to_string();
    let printed = filled(&job.texts.printed, &[("count", &count), ("id", &id)]);
    blocks.push(Block::Small(printed));
    let pages = prose::pages(pen.fonts, &column, &blocks);
    // At the foot of the page.
    let lines = 5.0 + 2.0 * f64::from(job.trim.width < 400.0);
    let top = y + column.height - lines * column.size * 1.3;
    if let Some(page) = pages.first() {
        prose::draw(pen, (x, top), &column, page);
    }
}

/// What stands above the grids of a page: its section, and which puzzles they are.
fn draw_head(book: &Book, page: usize, pen: &mut Pen<'_>, (x, y): (f64, f64), name: Option<&str>) {
    let (head, _) = place::running(&book.job);
    let (Some(name), true) = (name, head > 0.0) else {
        return;
    };
    let (width, _) = book.frame.area(&book.job);
    let size = place::text_size(&book.job);
    let base = y + size;
    let (outer, inner) = match page % 2 {
        1 => ((x + width, Align::Right), (x, Align::Left)),
        _ => ((x, Align::Left), (x + width, Align::Right)),
    };
    pen.text((outer.0, base), outer.1, Style::bold(size), name);
    let left = width - pen.fonts.width(Weight::Bold, name, size) - size * 2.0;
    let style = Style::text(size * 0.9).quiet();
    let title = pen.fonts.shortened(&book.job.title, style.size, left);
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
    let style = Style::text(place::text_size(&book.job));
    pen.text((at.0, y + height), at.1, style, &page.to_string());
}

fn draw_puzzle(book: &Book, n: usize, pen: &mut Pen<'_>, square: Square) {
    let (job, puzzle) = (&book.job, &book.puzzles[n]);
    let (texts, around) = (&job.texts, &book.places.around);
    let base = square.y - 5.0;
    let right = square.x + square.size;
    pen.text(
        (square.x, base),
        Align::Left,
        Style::bold(around.number),
        &(n + 1).to_string(),
    );
    let mut label = Vec::new();
    if job.ramp {
        label.push(texts.weekdays[n % 7].clone());
    }
    label.extend(book.levels.get(puzzle.level).map(|name| texts.level(name)));
    if let Some(minutes) = puzzle.minutes {
        let minutes = minutes.value().round().max(1.0).to_string();
        label.push(filled(&texts.minutes, &[("minutes", &minutes)]));
    }
    if job.difficulty {
        let d = format!("{:.1}", puzzle.difficulty);
        label.push(filled(&texts.difficulty, &[("d", &d)]));
    }
    let label = label.join(&texts.separator);
    pen.text(
        (right, base),
        Align::Right,
        Style::text(around.label),
        &label,
    );
    let look = Look {
        dots: job.dots,
        ..Look::of(square.size, job.shop.least_line)
    };
    grid::draw(pen, square, &look, &puzzle.puzzle, None);
    let base = square.y + square.size + look.thick / 2.0 + around.small * 1.25;
    let small = Style::text(around.small).quiet();
    pen.text((square.x, base), Align::Left, small, &puzzle.short_id());
    let hint = match job.solutions {
        SolutionsAt::Back => filled(
            &texts.solution_on,
            &[("page", &book.pages[n].1.to_string())],
        ),
        SolutionsAt::Beneath => texts.solution_below.clone(),
    };
    let end = if around.code > 0.0 {
        right - around.code - 8.0
    } else {
        right
    };
    pen.text((end, base), Align::Right, small, &hint);
    if let Some(link) = &job.link {
        let link = link_to(link, &puzzle.puzzle);
        let top = square.y + square.size + 7.0;
        draw_code(pen, (right - around.code, top), around.code, &link);
        let base = base + around.small * 1.4;
        pen.text((end, base), Align::Right, small, &texts.play_online);
    }
}

/// The link with the puzzle put into its place.
fn link_to(link: &str, puzzle: &Board) -> String {
    link.replace("{puzzle}", &text::line(puzzle, '0'))
        .replace("{scf}", &scf(puzzle))
}

/// A QR code; nothing if the text is too long for one.
fn draw_code(pen: &mut Pen<'_>, (x, y): (f64, f64), side: f64, words: &str) {
    let Ok(code) = QrCode::encode_text(words, QrCodeEcc::Low) else {
        return;
    };
    let module = side / f64::from(code.size());
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

fn draw_beneath(book: &Book, n: usize, pen: &mut Pen<'_>, square: Square) {
    let puzzle = &book.puzzles[n];
    let look = Look {
        turned: true,
        ..Look::of(square.size, book.job.shop.least_line)
    };
    grid::draw(pen, square, &look, &puzzle.puzzle, Some(&puzzle.solution));
}

fn draw_solution(book: &Book, n: usize, pen: &mut Pen<'_>, square: Square) {
    let Some(places) = &book.solutions else {
        return;
    };
    let (puzzle, around) = (&book.puzzles[n], &places.around);
    let base = square.y - 4.0;
    pen.text(
        (square.x, base),
        Align::Left,
        Style::bold(around.number),
        &(n + 1).to_string(),
    );
    let small = Style::text(around.small).quiet();
    pen.text(
        (square.x + square.size, base),
        Align::Right,
        small,
        &puzzle.short_id(),
    );
    let look = Look::of(square.size, book.job.shop.least_line);
    grid::draw(pen, square, &look, &puzzle.puzzle, Some(&puzzle.solution));
}

/// Marks for the cutter at the four corners.
fn draw_marks(job: &Job, pen: &mut Pen<'_>) {
    let (width, height) = (job.trim.width, job.trim.height);
    let mut marks = Vec::with_capacity(8);
    for (x, outward) in [(0.0, -1.0), (width, 1.0)] {
        for (y, away) in [(0.0, -1.0), (height, 1.0)] {
            let off = |edge: f64, way: f64, by: f64| edge + way * by;
            let (near, far) = (MARK_OFF, MARK_OFF + MARK_LENGTH);
            marks.push(Line {
                from: (off(x, outward, near), y),
                to: (off(x, outward, far), y),
            });
            marks.push(Line {
                from: (x, off(y, away, near)),
                to: (x, off(y, away, far)),
            });
        }
    }
    pen.canvas.lines(&marks, MARK_WIDTH, Ink::BLACK);
}
