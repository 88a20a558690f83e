//! Running text: paragraphs broken into lines and lines into pages.

use super::canvas::{Ink, Rect};
use super::fonts::{Fonts, Weight};
use super::pen::{Align, Pen, Style};

/// From base line to base line, in type sizes.
const LEADING: f64 = 1.42;

/// A piece of text, before it is broken.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    /// What a page or a part of it is called; the factor is of the text's size.
    Heading(String, f64),
    /// A paragraph.
    Text(String),
    /// A paragraph in small type.
    Small(String),
    /// A line in bold type, with words in quiet type at its right end.
    Item(String, String),
    /// A line with something at its right end, and a thin line below.
    Entry(String, String),
    /// The grid that shows what a row, a column and a box are, so wide.
    Figure(f64),
    /// Nothing, so many lines high.
    Space(f64),
}

/// A line, broken, with its place on a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placed {
    /// From the top of the text's area to the base line, or the upper edge of a figure.
    y: f64,
    part: Part,
}

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Words(Style, String, Option<(Style, String)>),
    Ruled(Style, String, String),
    Figure(f64),
}

/// What text is set into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Column {
    pub width: f64,
    pub height: f64,
    pub size: f64,
    /// The least type size.
    pub least: f64,
    /// The least width of a line.
    pub least_line: f64,
    /// Whether words stand apart.
    pub spaces: bool,
}

struct Loose {
    part: Part,
    height: f64,
    /// It may not be the last on a page.
    keeps_next: bool,
}

/// Breaks blocks into pages of lines.
pub(super) fn pages(fonts: &Fonts, column: &Column, blocks: &[Block]) -> Vec<Vec<Placed>> {
    let loose: Vec<Loose> = blocks
        .iter()
        .flat_map(|block| broken(fonts, column, block))
        .collect();
    let mut pages = vec![Vec::new()];
    let mut y = 0.0;
    for (n, line) in loose.iter().enumerate() {
        // A heading goes with the line after it and the one after that.
        let kept = if line.keeps_next { 2 } else { 0 };
        let wanted: f64 = loose[n..].iter().take(1 + kept).map(|it| it.height).sum();
        if y > 0.0 && y + wanted > column.height {
            pages.push(Vec::new());
            y = 0.0;
        }
        let at = match line.part {
            Part::Figure(_) => y,
            _ => y + line.height - column.size * (LEADING - 1.0),
        };
        let is_space = matches!(&line.part, Part::Words(_, words, None) if words.is_empty());
        if let Some(page) = pages.last_mut()
            && !is_space
        {
            page.push(Placed {
                y: at,
                part: line.part.clone(),
            });
        }
        if !(is_space && y == 0.0) {
            y += line.height;
        }
    }
    pages.retain(|page| !page.is_empty());
    pages
}

fn broken(fonts: &Fonts, column: &Column, block: &Block) -> Vec<Loose> {
    let words = |style: Style, text: String, right, height, keeps_next| Loose {
        part: Part::Words(style, text, right),
        height,
        keeps_next,
    };
    let leading = |style: Style| style.size * LEADING;
    let lines = |style: Style, text: &str, keeps_next: bool| -> Vec<Loose> {
        let lines = broken_lines(fonts, column, style, text).into_iter();
        lines
            .map(|line| words(style, line, None, leading(style), keeps_next))
            .collect()
    };
    let body = Style::text(column.size);
    let small = Style::text((column.size * 0.82).max(column.least)).quiet();
    match block {
        Block::Heading(text, factor) => lines(Style::bold(column.size * factor), text, true),
        Block::Text(text) => lines(body, text, false),
        Block::Small(text) => lines(small, text, false),
        Block::Item(left, right) => {
            let style = Style::bold(column.size);
            let right = Some((small, right.clone()));
            vec![words(style, left.clone(), right, leading(style), true)]
        }
        Block::Entry(left, right) => vec![Loose {
            part: Part::Ruled(body, left.clone(), right.clone()),
            height: leading(body) * 1.3,
            keeps_next: false,
        }],
        Block::Figure(size) => vec![Loose {
            part: Part::Figure(*size),
            height: *size,
            keeps_next: true,
        }],
        Block::Space(share) => vec![words(
            body,
            String::new(),
            None,
            leading(body) * share,
            false,
        )],
    }
}

/// Breaks between words; in scripts without spaces between any two letters, but not before a mark.
pub(super) fn broken_lines(
    fonts: &Fonts,
    column: &Column,
    style: Style,
    text: &str,
) -> Vec<String> {
    let marks = "\u{ff0c}\u{3002}\u{3001}\u{ff1b}\u{ff1a}\u{ff09}\u{ff1f}\u{ff01}";
    let mut pieces: Vec<String> = Vec::new();
    for word in text.split_inclusive(' ') {
        if column.spaces {
            pieces.push(word.to_owned());
            continue;
        }
        for letter in word.chars() {
            match pieces.last_mut() {
                Some(last) if marks.contains(letter) || joined(last, letter) => last.push(letter),
                _ => pieces.push(letter.to_string()),
            }
        }
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces {
        let tried = format!("{line}{piece}");
        let width = fonts.width(style.weight, tried.trim_end(), style.size);
        if width > column.width && !line.is_empty() {
            lines.push(line.trim_end().to_owned());
            line = piece;
        } else {
            line = tried;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Latin letters and figures stay together.
fn joined(last: &str, letter: char) -> bool {
    letter.is_ascii_alphanumeric() && last.ends_with(|c: char| c.is_ascii_alphanumeric())
}

/// Draws a page's lines into a column whose upper left corner is at a point.
pub(super) fn draw(pen: &mut Pen<'_>, (x, y): (f64, f64), column: &Column, page: &[Placed]) {
    for placed in page {
        let base = y + placed.y;
        match &placed.part {
            Part::Words(style, words, right) => {
                pen.text((x, base), Align::Left, *style, words);
                if let Some((style, words)) = right {
                    pen.text((x + column.width, base), Align::Right, *style, words);
                }
            }
            Part::Ruled(style, left, right) => {
                pen.text((x, base), Align::Left, *style, left);
                pen.text((x + column.width, base), Align::Right, *style, right);
                let below = base + style.size * 0.45;
                pen.rule((x, below), column.width, column.least_line, Ink(0.35));
            }
            Part::Figure(size) => figure(pen, (x, base), *size),
        }
    }
}

/// An empty grid with one row, one column and one box tinted.
fn figure(pen: &mut Pen<'_>, (x, y): (f64, f64), size: f64) {
    use super::grid::{Look, Square};
    let side = size * 0.92;
    let cell = side / 9.0;
    let rect = |column: f64, row: f64, width: f64, height: f64| Rect {
        x: x + cell * column,
        y: y + cell * row,
        width: cell * width,
        height: cell * height,
    };
    // The three meet in one cell; their parts are apart so that no tint lies on another.
    pen.canvas.fill(
        &[
            rect(0.0, 4.0, 9.0, 1.0),
            rect(4.0, 0.0, 1.0, 4.0),
            rect(4.0, 5.0, 1.0, 4.0),
        ],
        Ink::TINT,
    );
    let corners = [
        rect(3.0, 3.0, 1.0, 1.0),
        rect(5.0, 3.0, 1.0, 1.0),
        rect(3.0, 5.0, 1.0, 1.0),
        rect(5.0, 5.0, 1.0, 1.0),
    ];
    pen.canvas.fill(&corners, Ink(0.28));
    let square = Square { x, y, size: side };
    let look = Look::of(side, 0.75);
    super::grid::draw(pen, square, &look, &crate::grid::Board::EMPTY, None);
    let (_, font) = pen.fonts.first(Weight::Bold);
    let digit = look.digit_size(side);
    let middle = (
        x + cell * 4.5,
        y + cell * 4.5 + font.cap_height * digit / 2.0,
    );
    pen.text(middle, Align::Middle, Style::bold(digit), "7");
}
