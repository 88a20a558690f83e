//! A canvas for charts in SVG that are legible on dark and light pages.
//!
//! The colours of text, lines and background are written twice. Attributes have those for a light page, since
//! every program understands attributes. CSS rules have those for readers who prefer dark pages. Levels can be
//! distinguished by name and place, without their colours, which have a similar lightness.

use crate::chart::sheet::TYPE;
use crate::print::svg::{self, escaped};
use std::fmt::Write;

/// The width of a chart, in SVG units.
pub(super) const WIDTH: f64 = 760.0;
const EDGE: f64 = 24.0;
/// The height of a chart's heading, in SVG units.
pub(super) const HEAD: f64 = 74.0;

/// The colours of five levels, from the easiest to the hardest. For other numbers of levels, colours in between
/// are used.
const RAMP: [[f64; 3]; 5] = [
    [67.0, 160.0, 99.0],
    [42.0, 153.0, 176.0],
    [72.0, 124.0, 209.0],
    [142.0, 99.0, 196.0],
    [208.0, 78.0, 108.0],
];

/// The CSS rules for a dark page. All other styles of a chart are attributes.
pub(super) const STYLE: &str = "@media (prefers-color-scheme:dark){\
    .paper{fill:#161b22}.ink{fill:#e6edf3}.faint{fill:#9ba4af}\
    .grid{stroke:#2b323b}.axis{stroke:#6e7681}.ground{fill:#2b323b}}";

/// A chart that is being drawn.
pub(super) struct ChartCanvas(String);

impl ChartCanvas {
    /// Returns a chart of this height, with its heading and, below the heading, the text `about`. `name` distinguishes
    /// the chart's elements from those of other charts on the page.
    pub(super) fn new(name: &str, height: f64, title: &str, about: &str) -> Self {
        let mut text = svg::head(
            &format!(
                "viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\""
            ),
            [&format!("{name}-title"), &format!("{name}-about")],
            [title, about],
            TYPE,
        );
        let [title, about] = [title, about].map(escaped);
        let _ = write!(
            text,
            "<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height:.0}\" rx=\"12\" fill=\"#ffffff\"/>\n\
             <text class=\"ink\" x=\"{EDGE}\" y=\"36\" font-size=\"18\" font-weight=\"600\" fill=\"#1f2328\">{title}</text>\n\
             <text class=\"faint\" x=\"{EDGE}\" y=\"57\" fill=\"#59636e\">{about}</text>\n"
        );
        Self(text)
    }

    /// Writes text in the main colour.
    pub(super) fn ink(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        self.words("ink", "#1f2328", 13, (x, y), anchor, words);
    }

    /// Writes text in the faint colour.
    pub(super) fn faint(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        self.words("faint", "#59636e", 12, (x, y), anchor, words);
    }

    fn words(
        &mut self,
        class: &str,
        fill: &str,
        size: u8,
        (x, y): (f64, f64),
        anchor: &str,
        words: &str,
    ) {
        let words = escaped(words);
        let _ = writeln!(
            self.0,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{fill}\">{words}</text>"
        );
    }

    /// Draws a block of colour with the tooltip `said`.
    pub(super) fn block(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        colour: &str,
        said: &str,
    ) {
        let said = escaped(said);
        let _ = writeln!(
            self.0,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{:.1}\" fill=\"{colour}\"><title>{said}</title></rect>",
            (width / 3.0).min(2.0)
        );
    }

    /// Draws the background of a bar.
    pub(super) fn trough(&mut self, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let _ = writeln!(
            self.0,
            "<rect class=\"ground\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"2.0\" fill=\"#eef1f4\"/>"
        );
    }

    /// Draws a table cell with the text `words` and the tooltip `said`. `depth` is from 0 to 1; the larger it is,
    /// the darker the cell.
    pub(super) fn cell(
        &mut self,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        depth: f64,
        words: &str,
        said: &str,
    ) {
        let (opacity, said, words) = (0.05 + 0.95 * depth, escaped(said), escaped(words));
        let (class, fill) = if depth > 0.65 {
            ("", "#ffffff")
        } else {
            ("ink", "#1f2328")
        };
        let _ = writeln!(
            self.0,
            "<g><title>{said}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\" \
             fill=\"#2f6fd0\" fill-opacity=\"{opacity:.2}\"/>\
             <text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"12\" fill=\"{fill}\">{words}</text></g>",
            x + width / 2.0,
            y + height / 2.0 + 4.3,
        );
    }

    /// Draws a vertical line through the chart that marks a round value of the horizontal axis.
    pub(super) fn grid(&mut self, x: f64, top: f64, bottom: f64) {
        self.line("grid", "#e7ebef", (x, top), (x, bottom));
    }

    /// Draws the base line below the bars.
    pub(super) fn axis(&mut self, y: f64, left: f64, right: f64) {
        self.line("axis", "#afb8c1", (left, y), (right, y));
    }

    /// Draws a small triangle that marks the median of a row's values.
    pub(super) fn middle(&mut self, x: f64, y: f64, colour: &str) {
        let _ = writeln!(
            self.0,
            "<path d=\"M{x:.1} {:.1} l4.5 7 h-9 z\" fill=\"{colour}\"/>",
            y + 2.0
        );
    }

    fn line(&mut self, class: &str, stroke: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = writeln!(
            self.0,
            "<line class=\"{class}\" x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\" stroke=\"{stroke}\"/>"
        );
    }

    /// Returns the finished chart, for a page that contains [`STYLE`].
    pub(super) fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// Returns the colour of a level by its index `nth` among `count` levels, of which the easiest has the index 0.
pub(super) fn colour(nth: usize, count: usize) -> String {
    let place = nth as f64 / (count.max(2) - 1) as f64 * (RAMP.len() - 1) as f64;
    let before = (place as usize).min(RAMP.len() - 2);
    let share = place - before as f64;
    let mixed = [0, 1, 2].map(|n| {
        let [from, to] = [RAMP[before][n], RAMP[before + 1][n]];
        (from + (to - from) * share).round() as u8
    });
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}
