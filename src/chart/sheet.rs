//! The drawing of a chart. Only this module turns shapes and texts into SVG elements.

use super::axis::Axis;
use crate::print::svg::{self, escaped};

pub(super) const WIDTH: f64 = 720.0;
pub(super) const HEIGHT: f64 = 420.0;
pub(super) const LEFT: f64 = 76.0;
pub(super) const RIGHT: f64 = 692.0;
pub(super) const TOP: f64 = 84.0;
pub(super) const BOTTOM: f64 = 358.0;

pub(super) const INK: &str = "#24292f";
pub(super) const FAINT: &str = "#59636e";
pub(super) const GRID: &str = "#e4e8ec";
pub(super) const COLOURS: [&str; 6] = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9",
];

/// The SVG attributes for the typeface and size of a chart's text.
pub(crate) const TYPE: &str = " font-size=\"13\" \
    font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif\"";

/// The texts around a chart: its heading, its description and the names of its axes.
#[derive(Debug, Clone, Copy)]
pub struct Labels<'a> {
    /// The heading of the chart.
    pub title: &'a str,
    /// The description of the chart, for those who can't see it.
    pub description: &'a str,
    /// The name of the horizontal axis.
    pub x: &'a str,
    /// The name of the vertical axis.
    pub y: &'a str,
}

/// The SVG text of a chart that is being drawn.
pub(super) struct Drawing(String);

impl Drawing {
    pub(super) fn new(labels: &Labels<'_>) -> Self {
        let mut drawing = Self(svg::head(
            &format!("viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\""),
            ["title", "description"],
            [labels.title, labels.description],
            TYPE,
        ));
        let title = escaped(labels.title);
        drawing.0 += &format!(
            "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"10\" fill=\"#ffffff\"/>\n\
             <text x=\"24\" y=\"34\" font-size=\"17\" font-weight=\"600\" fill=\"{INK}\">{title}</text>\n"
        );
        drawing.text((LEFT + RIGHT) / 2.0, HEIGHT - 18.0, "middle", labels.x);
        let middle = (TOP + BOTTOM) / 2.0;
        drawing.0 += &format!(
            "<text transform=\"translate(26 {middle:.1}) rotate(-90)\" text-anchor=\"middle\" \
             fill=\"{FAINT}\">{}</text>\n",
            escaped(labels.y)
        );
        drawing
    }

    /// Draws a legend with the names and colours of the series, or nothing if there is only one name.
    pub(super) fn legend<'a>(&mut self, names: impl ExactSizeIterator<Item = &'a str>) {
        if names.len() < 2 {
            return;
        }
        let mut left = 24.0;
        for (nth, name) in names.enumerate() {
            self.bar((left, 50.0), (12.0, 12.0), nth);
            self.text(left + 18.0, 61.0, "start", name);
            left += 44.0 + 7.4 * name.chars().count() as f64;
        }
    }

    /// Draws the ticks of the vertical axis on the left, with faint lines across the chart.
    pub(super) fn heights(&mut self, axis: &Axis) {
        for (y, name) in axis.ticks() {
            self.0 += &format!(
                "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{GRID}\"/>\n"
            );
            self.text(LEFT - 8.0, y + 4.0, "end", &name);
        }
    }

    /// Draws the ticks of the horizontal axis along the bottom.
    pub(super) fn widths(&mut self, axis: &Axis) {
        for (x, name) in axis.ticks() {
            let end = BOTTOM + 5.0;
            self.0 += &format!(
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{BOTTOM}\" y2=\"{end}\" stroke=\"{FAINT}\"/>\n"
            );
            self.text(x, BOTTOM + 20.0, "middle", &name);
        }
    }

    /// Draws the baseline of the chart. This must be done last, so that it covers the lower ends of the bars.
    pub(super) fn ground(&mut self) {
        self.0 += &format!(
            "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{BOTTOM}\" y2=\"{BOTTOM}\" stroke=\"{FAINT}\"/>\n"
        );
    }

    pub(super) fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: usize) {
        let fill = COLOURS[colour % COLOURS.len()];
        self.0 += &format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>\n"
        );
    }

    /// Draws a cell of a heat map, in a colour from light blue for the depth 0 to dark blue for the depth 1.
    pub(super) fn cell(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), depth: f64) {
        let [pale, dark] = [[243.0, 247.0, 251.0], [8.0, 69.0, 120.0]];
        let mixed = [0, 1, 2].map(|n| (pale[n] + (dark[n] - pale[n]) * depth).round() as u8);
        let [red, green, blue] = mixed;
        self.0 += &format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\" \
             fill=\"#{red:02x}{green:02x}{blue:02x}\"/>\n"
        );
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], colour: usize) {
        let colour = COLOURS[colour % COLOURS.len()];
        let places: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        self.0 += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" \
             stroke-linejoin=\"round\"/>\n",
            places.join(" ")
        );
        for (x, y) in points {
            self.0 +=
                &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>\n");
        }
    }

    /// Draws a translucent area from the baseline up to a line through these points.
    pub(super) fn area(&mut self, points: &[(f64, f64)], colour: usize) {
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            return;
        };
        let fill = COLOURS[colour % COLOURS.len()];
        let feet = [(last.0, BOTTOM), (first.0, BOTTOM)];
        let corners: Vec<String> = points
            .iter()
            .chain(&feet)
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        self.0 += &format!(
            "<polygon points=\"{}\" fill=\"{fill}\" fill-opacity=\"0.45\" stroke=\"{fill}\" \
             stroke-width=\"2\"/>\n",
            corners.join(" ")
        );
    }

    /// Draws a dashed vertical line at `x`, from `top` down to the baseline, with a name at its top.
    pub(super) fn mark(&mut self, x: f64, top: f64, name: &str) {
        self.0 += &format!(
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{BOTTOM}\" stroke=\"{FAINT}\" \
             stroke-dasharray=\"4 4\"/>\n"
        );
        self.small(x + 4.0, top + 2.0, "start", name);
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        let words = escaped(words);
        self.0 += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{FAINT}\">{words}</text>\n"
        );
    }

    pub(super) fn small(&mut self, x: f64, y: f64, anchor: &str, words: &str) {
        let words = escaped(words);
        self.0 += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"11\" fill=\"{INK}\">{words}</text>\n"
        );
    }

    pub(super) fn value(&mut self, x: f64, y: f64, ink: &str, words: &str) {
        self.0 += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{words}</text>\n"
        );
    }

    pub(super) fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}
