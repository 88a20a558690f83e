//! Breaks running text into lines, and lines into pages.

use super::canvas::{Ink, Rect};
use super::fonts::{Fonts, Weight};
use super::pen::{Align, Pen, Style};
use super::step_board::StepBoard;
use std::sync::Arc;

/// The distance between baselines, as a multiple of the type size.
const LEADING: f64 = 1.42;
/// The number of lines that stay on the same page as the heading or figure above them.
const AFTER_HEADING: usize = 2;

/// A block of text, before it is broken into lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ProseBlock {
    /// A heading, and its size relative to the size of the text.
    Heading(String, f64),
    /// A paragraph.
    Text(String),
    /// A paragraph in small type.
    Small(String),
    /// The text below a figure.
    Caption(String),
    /// A line of bold text, with minor text at its right end.
    Item(String, String),
    /// A line of text with a second text at its right end, and a thin rule below.
    Entry(String, String),
    /// A figure of this height in points: a grid in which a row, a column and a box are tinted.
    Figure(f64),
    /// A position of a solving path, drawn at this size in points.
    Board(Arc<StepBoard>, f64),
    /// A number in bold type, and words in small type that begin to its right.
    Numbered(String, String),
    /// Blocks that are kept on one page.
    Kept(Vec<Self>),
    /// A horizontal line across this share of the column's width.
    Rule(f64),
    /// Empty space as high as this number of lines.
    Space(f64),
}

/// A line of text with its place on a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlacedLine {
    /// The distance, in points, from the top of the text area to the baseline, or to the top of a figure or rule.
    y: f64,
    part: LineContent,
}

#[derive(Debug, Clone, PartialEq)]
enum LineContent {
    Words(Style, String, Option<(Style, String)>),
    Ruled(Style, String, String),
    Rule(f64),
    Figure(f64),
    Board(Arc<StepBoard>, f64),
    /// A number and the words after it, with the distance from the start of the number to the start of the words.
    Numbered(Style, String, String, f64),
}

/// The column in which text is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TextColumn {
    pub width: f64,
    pub height: f64,
    pub size: f64,
    /// The minimum type size.
    pub least: f64,
    /// The minimum width of a drawn line.
    pub least_line: f64,
    /// `true` if the script has spaces between words.
    pub spaces: bool,
}

/// A line of text that is not yet placed on a page.
struct UnplacedLine {
    part: LineContent,
    height: f64,
    /// The number of following lines that must stay on the same page.
    keeps: usize,
}

/// Breaks blocks into lines, and the lines into pages as high as the column. No page is empty.
pub(super) fn pages(
    fonts: &Fonts,
    column: &TextColumn,
    blocks: &[ProseBlock],
) -> Vec<Vec<PlacedLine>> {
    let lines: Vec<UnplacedLine> = blocks
        .iter()
        .flat_map(|block| broken(fonts, column, block))
        .collect();
    let mut pages = vec![Vec::new()];
    let mut y = 0.0;
    for (n, line) in lines.iter().enumerate() {
        let kept = lines[n..].iter().take(1 + line.keeps);
        let wanted: f64 = kept.map(|it| it.height).sum();
        if y > 0.0 && y + wanted > column.height {
            pages.push(Vec::new());
            y = 0.0;
        }
        let at = match line.part {
            LineContent::Figure(_) | LineContent::Rule(_) | LineContent::Board(..) => y,
            _ => y + line.height - column.size * (LEADING - 1.0),
        };
        let is_space = matches!(&line.part, LineContent::Words(_, words, None) if words.is_empty());
        if let Some(page) = pages.last_mut()
            && !is_space
        {
            page.push(PlacedLine {
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

/// Returns the depth of a page, in points: the distance from the top to the lowest descender, figure or board.
pub(super) fn depth(page: &[PlacedLine]) -> f64 {
    let reach = |placed: &PlacedLine| match &placed.part {
        LineContent::Words(style, ..)
        | LineContent::Ruled(style, ..)
        | LineContent::Numbered(style, ..) => placed.y + style.size * 0.45,
        LineContent::Rule(_) => placed.y,
        LineContent::Figure(size) | LineContent::Board(_, size) => placed.y + size,
    };
    page.iter().map(reach).fold(0.0, f64::max)
}

/// Returns the positions from solving paths that are drawn on a page.
pub(super) fn boards(page: &[PlacedLine]) -> impl Iterator<Item = &StepBoard> {
    page.iter().filter_map(|placed| match &placed.part {
        LineContent::Board(board, _) => Some(&**board),
        _ => None,
    })
}

/// Returns each [`ProseBlock::Entry`] of a page: the position of its baseline, and the words at its right end.
pub(super) fn entries(page: &[PlacedLine]) -> Vec<(f64, &str)> {
    let entries = page.iter().filter_map(|placed| match &placed.part {
        LineContent::Ruled(_, _, words) => Some((placed.y, words.as_str())),
        _ => None,
    });
    entries.collect()
}

/// Returns, for each numbered entry of a page, the baselines of its first and last line, and the distance from the
/// start of its number to the start of its words.
pub(super) fn numbered_entries(page: &[PlacedLine]) -> Vec<(f64, f64, f64)> {
    let mut entries: Vec<(f64, f64, f64)> = Vec::new();
    for placed in page {
        let LineContent::Numbered(_, number, _, indent) = &placed.part else {
            continue;
        };
        match entries.last_mut().filter(|_| number.is_empty()) {
            Some(entry) => entry.1 = placed.y,
            None => entries.push((placed.y, placed.y, *indent)),
        }
    }
    entries
}

/// Moves all lines of a page down by `by` points.
pub(super) fn lower(page: &mut [PlacedLine], by: f64) {
    for placed in page {
        placed.y += by;
    }
}

fn broken(fonts: &Fonts, column: &TextColumn, block: &ProseBlock) -> Vec<UnplacedLine> {
    let lines = |style, text: &str, keeps| paragraph(fonts, column, style, text, keeps);
    let body = Style::text(column.size);
    let small = Style::text((column.size * 0.82).max(column.least)).quiet();
    let one = |part, height, keeps| UnplacedLine {
        part,
        height,
        keeps,
    };
    match block {
        ProseBlock::Heading(text, factor) => {
            let style = heading(fonts, column, text, column.size * factor);
            lines(style, text, AFTER_HEADING)
        }
        ProseBlock::Text(text) => lines(body, text, 0),
        ProseBlock::Small(text) => lines(small, text, 0),
        ProseBlock::Caption(text) => {
            let weight = Weight::Italic;
            lines(Style { weight, ..small }, text, 0)
        }
        ProseBlock::Item(left, right) => item(fonts, column, left, (small, right)),
        ProseBlock::Entry(left, right) => entry(fonts, column, left, right),
        ProseBlock::Rule(share) => {
            let part = LineContent::Rule(column.width * share);
            vec![one(part, column.size, AFTER_HEADING)]
        }
        ProseBlock::Figure(size) => vec![one(LineContent::Figure(*size), *size, AFTER_HEADING)],
        ProseBlock::Board(board, size) => {
            let size = size.min(column.width);
            let part = LineContent::Board(Arc::clone(board), size);
            vec![one(part, size + column.size * 0.7, 0)]
        }
        ProseBlock::Numbered(number, text) => {
            numbered(fonts, column, small_black(small), number, text)
        }
        ProseBlock::Kept(blocks) => {
            let lines = blocks.iter().flat_map(|it| broken(fonts, column, it));
            kept(column, lines.collect())
        }
        ProseBlock::Space(share) => {
            let part = LineContent::Words(body, String::new(), None);
            vec![one(part, body.size * LEADING * share, 0)]
        }
    }
}

/// Returns a line with minor text at its right end, or several lines if the two texts don't fit on one line.
fn item(
    fonts: &Fonts,
    column: &TextColumn,
    left: &String,
    right: (Style, &String),
) -> Vec<UnplacedLine> {
    let style = Style::bold(column.size);
    if !fits(fonts, column, (style, left), right) {
        let mut all = paragraph(fonts, column, style, left, AFTER_HEADING);
        all.extend(paragraph(fonts, column, right.0, right.1, AFTER_HEADING));
        return all;
    }
    let part = LineContent::Words(style, left.clone(), Some((right.0, right.1.clone())));
    vec![UnplacedLine {
        part,
        height: style.size * LEADING,
        keeps: AFTER_HEADING,
    }]
}

/// Returns the lines of an entry: a text, with words at its right end and a thin rule below. There are several lines if
/// the two texts don't fit on one.
fn entry(fonts: &Fonts, column: &TextColumn, left: &String, right: &String) -> Vec<UnplacedLine> {
    let body = Style::text(column.size);
    let ruled = |left: String| UnplacedLine {
        part: LineContent::Ruled(body, left, right.clone()),
        height: body.size * LEADING * 1.3,
        keeps: 0,
    };
    if fits(fonts, column, (body, left), (body, right)) {
        return vec![ruled(left.clone())];
    }
    let mut all = paragraph(fonts, column, body, left, 1);
    all.push(ruled(String::new()));
    all
}

/// Keeps lines on one page, if a page has room for them.
fn kept(column: &TextColumn, mut lines: Vec<UnplacedLine>) -> Vec<UnplacedLine> {
    let high: f64 = lines.iter().map(|it| it.height).sum();
    let count = lines.len();
    for (n, line) in lines
        .iter_mut()
        .enumerate()
        .filter(|_| high <= column.height)
    {
        line.keeps = line.keeps.max(count - n - 1);
    }
    lines
}

/// Returns the style `small` in black.
const fn small_black(small: Style) -> Style {
    Style {
        ink: Ink::BLACK,
        ..small
    }
}

/// Returns the lines of a text after a number; all lines begin at the same distance from the left edge of the column.
fn numbered(
    fonts: &Fonts,
    column: &TextColumn,
    style: Style,
    number: &str,
    text: &str,
) -> Vec<UnplacedLine> {
    let bold = Weight::Bold;
    let indent = fonts
        .width(bold, "0000", style.size)
        .max(fonts.width(bold, number, style.size))
        + style.size * 0.5;
    let lines = broken_lines(fonts, column.width - indent, column.spaces, style, text);
    let count = lines.len();
    let line = |(n, line)| UnplacedLine {
        part: LineContent::Numbered(
            style,
            if n == 0 {
                number.to_owned()
            } else {
                String::new()
            },
            line,
            indent,
        ),
        height: style.size * LEADING,
        keeps: count - n - 1,
    };
    (0..).zip(lines).map(line).collect()
}

/// Returns the lines of a paragraph, each of which stays on one page with the `keeps` lines after it. No page ends
/// with the first line of a paragraph, or begins with the last.
fn paragraph(
    fonts: &Fonts,
    column: &TextColumn,
    style: Style,
    text: &str,
    keeps: usize,
) -> Vec<UnplacedLine> {
    let lines = broken_lines(fonts, column.width, column.spaces, style, text);
    let count = lines.len();
    let kept = |n: usize| match count {
        1 => keeps,
        count => keeps.max(usize::from(n == 0 || n + 2 == count)),
    };
    let line = |(n, line)| UnplacedLine {
        part: LineContent::Words(style, line, None),
        height: style.size * LEADING,
        keeps: kept(n),
    };
    (0..).zip(lines).map(line).collect()
}

/// Returns whether the texts at both ends of a line fit into the column without overlapping.
fn fits(
    fonts: &Fonts,
    column: &TextColumn,
    left: (Style, &String),
    right: (Style, &String),
) -> bool {
    let width = |(style, text): (Style, &String)| fonts.width(style.weight, text, style.size);
    let between = if right.1.is_empty() { 0.0 } else { column.size };
    width(left) + between + width(right) <= column.width
}

/// Returns bold type of this size. If the longest word does not fit, the type is smaller, but not smaller than the
/// column's type.
fn heading(fonts: &Fonts, column: &TextColumn, text: &str, size: f64) -> Style {
    let mut style = Style::bold(size);
    let widest = pieces(column.spaces, text)
        .into_iter()
        .map(|word| fonts.width(style.weight, word.trim_end(), size))
        .fold(0.0, f64::max);
    if widest > column.width {
        style.size = (size * column.width / widest).max(column.size);
    }
    style
}

/// Breaks a text between words. In scripts without spaces, it breaks between letters, but not inside a Latin word,
/// after an opening bracket or before other punctuation. A word wider than the line is broken anywhere.
pub(super) fn broken_lines(
    fonts: &Fonts,
    width: f64,
    spaces: bool,
    style: Style,
    text: &str,
) -> Vec<String> {
    let wide = |text: &str| fonts.width(style.weight, text.trim_end(), style.size) > width;
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(spaces, text) {
        let parts = match wide(&piece) {
            true => piece.chars().map(String::from).collect(),
            false => vec![piece],
        };
        for part in parts {
            let tried = format!("{line}{part}");
            if wide(&tried) && !line.is_empty() {
                lines.push(line.trim_end().to_owned());
                line = part;
            } else {
                line = tried;
            }
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Splits a text into the pieces between which a line may break.
fn pieces(spaces: bool, text: &str) -> Vec<String> {
    // Closing punctuation, the mark of a long vowel, and small kana.
    let marks = "，。、；：）？！」』～ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ)],.;:!?";
    let mut pieces: Vec<String> = Vec::new();
    for word in text.split_inclusive(' ') {
        if spaces {
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
    pieces
}

/// Returns whether two characters must stay together, such as Latin letters and digits, or an opening bracket and the
/// character after it.
fn joined(last: &str, letter: char) -> bool {
    last.ends_with(['（', '「', '『', '('])
        || letter.is_ascii_alphanumeric() && last.ends_with(|c: char| c.is_ascii_alphanumeric())
}

/// Draws a page's lines into a column; `(x, y)` is the upper left corner of the column.
pub(super) fn draw(
    pen: &mut Pen<'_>,
    (x, y): (f64, f64),
    column: &TextColumn,
    page: &[PlacedLine],
) {
    for placed in page {
        let base = y + placed.y;
        match &placed.part {
            LineContent::Words(style, words, right) => {
                pen.text((x, base), Align::Left, *style, words);
                if let Some((style, words)) = right {
                    pen.text((x + column.width, base), Align::Right, *style, words);
                }
            }
            LineContent::Ruled(style, left, right) => {
                pen.text((x, base), Align::Left, *style, left);
                pen.text((x + column.width, base), Align::Right, *style, right);
                let below = base + style.size * 0.45;
                pen.rule((x, below), column.width, column.least_line, Ink(0.35));
            }
            LineContent::Rule(length) => {
                pen.rule((x, base), *length, column.least_line * 1.5, Ink::BLACK);
            }
            LineContent::Figure(size) => figure(pen, (x, base), *size),
            LineContent::Board(board, size) => {
                let at = (x + (column.width - size) / 2.0, base);
                board.draw(pen, at, *size, column.least, column.least_line);
            }
            LineContent::Numbered(style, number, words, indent) => {
                let bold = Style {
                    weight: Weight::Bold,
                    ..*style
                };
                pen.text((x, base), Align::Left, bold, number);
                pen.text((x + indent, base), Align::Left, *style, words);
            }
        }
    }
}

/// Draws a grid with a 7 in its middle cell, and with the row, the column and the box of that cell tinted.
fn figure(pen: &mut Pen<'_>, (x, y): (f64, f64), size: f64) {
    use super::grid::{GridStyle, Square};
    use crate::grid::SIDE;
    let side = size * 0.92;
    let cell = side / 9.0;
    let rect = |column: f64, row: f64, width: f64, height: f64| Rect {
        x: x + cell * column,
        y: y + cell * row,
        width: cell * width,
        height: cell * height,
    };
    // Row, column and box meet in one cell; their parts are separate so that tints do not overlap.
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
    let look = GridStyle::of(side, 0.75);
    let content = super::GridContent::of(&crate::grid::Board::EMPTY, None);
    super::grid::draw(pen, square, &look, &content);
    let digit = pen.fonts.symbol_size(look.digit_size(side, SIDE), cell);
    let (.., height) = pen.fonts.digit(Weight::Bold, 7);
    let seven = pen.fonts.symbols()[6].to_string();
    let middle = (x + cell * 4.5, y + cell * 4.5 + height * digit);
    pen.text(middle, Align::Middle, Style::bold(digit), &seven);
}
