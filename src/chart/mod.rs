//! Draws charts as plain SVG: grouped bars, areas, histograms, heat maps and lines. Each function turns numbers
//! into the text of a file.
//!
//! A file has a title and a description for people who can't see it. Text stays text, so that it can be searched
//! and read aloud. Colour-blind people can distinguish the colours (Okabe and Ito, *Color Universal Design*,
//! 2008). There is no script and no external resource. Coordinates have one decimal, so that the same numbers give
//! the same bytes.

pub mod axis;
pub(crate) mod sheet;

pub use sheet::Labels;

use axis::{Axis, largest, number, range};
use sheet::{BOTTOM, Drawing, INK, LEFT, RIGHT, TOP};

/// The bars of one colour in a bar chart.
#[derive(Debug, Clone, Copy)]
pub struct Series<'a> {
    /// The name of the series in the legend.
    pub name: &'a str,
    /// The values of the series, 0 or more, one for each group of bars.
    pub values: &'a [f64],
}

/// A line of one colour in a line chart.
#[derive(Debug, Clone, Copy)]
pub struct ChartLine<'a> {
    /// The name of the line in the legend.
    pub name: &'a str,
    /// The points (x, y) of the line from left to right.
    pub points: &'a [(f64, f64)],
}

/// The scale that turns the values of a chart into heights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// A scale on which heights are proportional to values, from 0.
    Linear,
    /// A scale in powers of ten, on which values of 0 or below are left out.
    Logarithmic,
}

/// Returns an SVG chart of bars in groups. Each group has one bar of each series, and each bar has its value on
/// top.
pub fn bars(labels: &Labels<'_>, groups: &[&str], series: &[Series<'_>]) -> String {
    let highest = largest(series.iter().flat_map(|one| one.values));
    let axis = Axis::from_zero(highest, BOTTOM, TOP);
    let mut drawing = Drawing::new(labels);
    drawing.legend(series.iter().map(|one| one.name));
    drawing.heights(&axis);
    let group_width = (RIGHT - LEFT) / groups.len().max(1) as f64;
    let width = group_width * 0.76 / series.len().max(1) as f64;
    for (at, name) in groups.iter().enumerate() {
        let start = LEFT + group_width * at as f64;
        drawing.text(start + group_width / 2.0, BOTTOM + 20.0, "middle", name);
        for (nth, one) in series.iter().enumerate() {
            let Some(&value) = one.values.get(at) else {
                continue;
            };
            let left = start + group_width * 0.12 + width * nth as f64;
            let top = axis.place(value);
            drawing.bar((left, top), (width - 2.0, BOTTOM - top), nth);
            // Narrow bars have no space for the decimals of large values.
            let shown = if width < 30.0 && value >= 10.0 {
                value.round()
            } else {
                value
            };
            drawing.small(
                left + width / 2.0 - 1.0,
                top - 5.0,
                "middle",
                &number(shown),
            );
        }
    }
    drawing.ground();
    drawing.finish()
}

/// Returns an SVG chart with one translucent area for each series. The names in `groups` are evenly spaced along
/// the horizontal axis.
pub fn areas(labels: &Labels<'_>, groups: &[&str], series: &[Series<'_>]) -> String {
    let highest = largest(series.iter().flat_map(|one| one.values));
    let heights = Axis::from_zero(highest, BOTTOM, TOP);
    let width = (RIGHT - LEFT) / groups.len().max(1) as f64;
    let middle = |at: usize| LEFT + width * (at as f64 + 0.5);
    let mut drawing = Drawing::new(labels);
    drawing.legend(series.iter().map(|one| one.name));
    drawing.heights(&heights);
    for (at, name) in groups.iter().enumerate() {
        drawing.text(middle(at), BOTTOM + 20.0, "middle", name);
    }
    for (nth, one) in series.iter().enumerate() {
        let values = one.values.iter().take(groups.len()).enumerate();
        let points: Vec<_> = values
            .map(|(at, &value)| (middle(at), heights.place(value)))
            .collect();
        drawing.area(&points, nth);
    }
    drawing.ground();
    drawing.finish()
}

/// Returns a histogram as SVG: one bar for the count in each bin. All bins are `width` wide, and the first begins
/// at `first`. Each of `marks` becomes a dashed line with a name.
pub fn histogram(
    labels: &Labels<'_>,
    first: f64,
    width: f64,
    counts: &[u64],
    marks: &[(f64, &str)],
) -> String {
    let counts: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
    let heights = Axis::from_zero(largest(&counts), BOTTOM, TOP);
    let end = first + width * counts.len().max(1) as f64;
    let across = Axis::new(first, end, LEFT, RIGHT);
    let mut drawing = Drawing::new(labels);
    drawing.heights(&heights);
    drawing.widths(&across);
    for (nth, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        let left = across.place(first + width * nth as f64);
        let right = across.place(first + width * (nth + 1) as f64);
        let top = heights.place(count);
        let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
        drawing.bar((left, top), (right - left - gap, BOTTOM - top), 0);
    }
    for (nth, &(value, name)) in marks.iter().enumerate() {
        // The names of neighbouring marks are at two heights, so that they don't overlap.
        drawing.mark(
            across.place(value),
            TOP - 6.0 - 13.0 * (nth % 2) as f64,
            name,
        );
    }
    drawing.ground();
    drawing.finish()
}

/// Returns a table of values as coloured cells in SVG. `values` holds one list of cells for each row, with the
/// bottom row first; no value is negative. Larger values are darker. The darkness grows with the square root of a
/// value, so that small values are visible.
pub fn heat_map(
    labels: &Labels<'_>,
    columns: &[&str],
    rows: &[&str],
    values: &[Vec<f64>],
) -> String {
    let highest = largest(values.iter().flatten()).max(f64::MIN_POSITIVE);
    let left = LEFT + 48.0;
    let width = (RIGHT - left) / columns.len().max(1) as f64;
    let height = (BOTTOM - TOP) / rows.len().max(1) as f64;
    let mut drawing = Drawing::new(labels);
    for (nth, name) in columns.iter().enumerate() {
        let middle = left + width * (nth as f64 + 0.5);
        drawing.text(middle, BOTTOM + 20.0, "middle", name);
    }
    for (nth, (name, cells)) in rows.iter().zip(values).enumerate() {
        let top = BOTTOM - height * (nth + 1) as f64;
        let middle = top + height / 2.0 + 4.0;
        drawing.text(left - 10.0, middle, "end", name);
        for (column, &value) in cells.iter().enumerate().take(columns.len()) {
            let depth = (value / highest).sqrt();
            let start = left + width * column as f64;
            drawing.cell((start, top), (width - 2.0, height - 2.0), depth);
            let ink = if depth > 0.6 { "#ffffff" } else { INK };
            drawing.value(start + width / 2.0 - 1.0, middle, ink, &number(value));
        }
    }
    drawing.finish()
}

/// Returns an SVG chart of lines through points, with a dot at each point.
pub fn lines(labels: &Labels<'_>, lines: &[ChartLine<'_>], scale: Scale) -> String {
    let shown = |&(_, y): &(f64, f64)| scale == Scale::Linear || y > 0.0;
    let points = || lines.iter().flat_map(|line| line.points).copied();
    let ys = points().filter(|p| shown(p)).map(|(_, y)| y);
    let heights = match scale {
        Scale::Linear => Axis::from_zero(largest(&ys.collect::<Vec<_>>()), BOTTOM, TOP),
        Scale::Logarithmic => Axis::of_powers(ys, BOTTOM, TOP),
    };
    let (least, most) = range(points().map(|(x, _)| x));
    let across = Axis::new(least, most, LEFT + 12.0, RIGHT - 12.0);
    let mut drawing = Drawing::new(labels);
    drawing.legend(lines.iter().map(|line| line.name));
    drawing.heights(&heights);
    drawing.widths(&across);
    for (nth, line) in lines.iter().enumerate() {
        let placed = line.points.iter().filter(|p| shown(p));
        let placed: Vec<_> = placed
            .map(|&(x, y)| (across.place(x), heights.place(y)))
            .collect();
        drawing.path(&placed, nth);
    }
    drawing.ground();
    drawing.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: Labels<'_> = Labels {
        title: "A & B",
        description: "two < three",
        x: "level",
        y: "puzzles",
    };

    /// Every chart, even one without data, has balanced tags and escaped text, and contains only valid numbers.
    #[test]
    fn charts_are_sound_even_of_nothing() {
        let charts = [
            bars(
                &LABELS,
                &["one", "two"],
                &[Series {
                    name: "ours",
                    values: &[1.0, 2.0],
                }],
            ),
            bars(&LABELS, &[], &[]),
            areas(
                &LABELS,
                &["one", "two"],
                &[Series {
                    name: "ours",
                    values: &[0.2, 0.0],
                }],
            ),
            areas(&LABELS, &[], &[]),
            histogram(&LABELS, 1.0, 0.5, &[3, 0, 9], &[(1.5, "limit")]),
            histogram(&LABELS, 0.0, 1.0, &[], &[]),
            heat_map(&LABELS, &["a", "b"], &["c"], &[vec![0.0, 7.0]]),
            heat_map(&LABELS, &[], &[], &[]),
            lines(
                &LABELS,
                &[ChartLine {
                    name: "A",
                    points: &[(1.0, 0.0), (2.0, 5.0)],
                }],
                Scale::Logarithmic,
            ),
            lines(&LABELS, &[], Scale::Linear),
        ];
        for chart in charts {
            assert!(chart.contains("<title id=\"title\">A &amp; B</title>"));
            assert!(chart.contains("two &lt; three</desc>"));
            assert_eq!(
                chart.matches("<text").count(),
                chart.matches("</text>").count()
            );
            for word in ["NaN", "inf", "<script", "href"] {
                assert!(!chart.contains(word), "{word} in {chart}");
            }
        }
    }
}
