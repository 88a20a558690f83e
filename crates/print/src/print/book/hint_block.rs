//! Typesets the three hints of a puzzle at the foot of its page, upside down and in small type, so that nobody reads a
//! hint by accident. For readers who turn the book, the first hint is uppermost.

use super::BookJob;
use super::captions::LEADING;
use crate::print::canvas::Ink;
use crate::print::pen::{Align, Pen, Style};
use crate::print::prose::broken_lines;

/// The maximum length of a line of a hint, as a multiple of the type size.
const LONGEST_LINE: f64 = 52.0;
/// The space for a hint's number, as a multiple of the type size.
const INDENT: f64 = 1.4;
/// The height of the heading together with the line drawn below it, as a multiple of the type size.
const HEAD: f64 = 2.2;
/// The space below the hints, as a multiple of the type size.
const BELOW: f64 = 0.6;

/// The column of a page in which hints are printed, with lengths in points.
struct HintColumn {
    /// The distance from the left edge of the text area.
    left: f64,
    width: f64,
    size: f64,
}

impl HintColumn {
    /// Returns the column for a text area of this width.
    fn new(job: &BookJob, width: f64) -> Self {
        let size = (job.text_size() * 0.82).max(job.least_text());
        let wide = width.min(LONGEST_LINE * size);
        Self {
            left: (width - wide) / 2.0,
            width: wide,
            size,
        }
    }

    /// Returns the lines of all hints in order. The first line of each hint comes with the hint's number.
    fn lines(&self, job: &BookJob, hints: &[String; 3]) -> Vec<(Option<String>, String)> {
        let (style, room) = (Style::text(self.size), self.width - INDENT * self.size);
        let mut lines = Vec::new();
        for (number, hint) in (1..).zip(hints) {
            let broken = broken_lines(&job.fonts, room, job.texts.spaces, style, hint);
            let numbered = |(n, line)| ((n == 0).then(|| format!("{number}")), line);
            lines.extend((0..).zip(broken).map(numbered));
        }
        lines
    }
}

/// Returns the height of the largest block of hints in a text area of this width; 0 if there are no hints.
pub(super) fn height(job: &BookJob, width: f64, hints: &[[String; 3]]) -> f64 {
    let column = HintColumn::new(job, width);
    let counts = hints.iter().map(|it| column.lines(job, it).len());
    let most = counts.max().map(|most| most as f64 * LEADING);
    most.map_or(0.0, |lines| column.size * (HEAD + lines + BELOW))
}

/// Draws the hints of a puzzle at the foot of a text area, given by its left edge, its lower edge and its width.
pub(super) fn draw(
    job: &BookJob,
    hints: &[String; 3],
    pen: &mut Pen<'_>,
    (x, foot): (f64, f64),
    width: f64,
) {
    let column = HintColumn::new(job, width);
    let (size, lines) = (column.size, column.lines(job, hints));
    let bottom = foot - size * BELOW;
    let top = bottom - lines.len() as f64 * LEADING * size;
    let (left, right) = (x + column.left, x + column.left + column.width);
    let heading = Style::text(size).quiet();
    let base = top - size * 1.1;
    pen.text((left, base), Align::Left, heading, &job.texts.hints);
    let rule = base + size * 0.5;
    pen.rule((left, rule), column.width, job.shop.least_line, Ink(0.35));
    for (line, (number, words)) in lines.into_iter().enumerate() {
        // Upside down, the base line lies above the letters, and the first line is the lowest.
        let base = bottom - (line as f64 + 0.9) * LEADING * size;
        if let Some(number) = number {
            let style = Style::bold(size);
            pen.turned_text((right, base), style, &number);
        }
        let at = (right - INDENT * size, base);
        pen.turned_text(at, Style::text(size), &words);
    }
}
