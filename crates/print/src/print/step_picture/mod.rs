//! Draws one step of the technique ladder as an SVG picture. The picture shows the grid with its candidates, the
//! step's pattern and its links.
//!
//! Shapes as well as colours mark the parts of a pattern, so that a black-and-white print shows them too. Circles
//! and squares mark the two sides of a pattern, and diamonds mark fins. A stroke goes through each removed
//! candidate.

mod links;
mod places;
mod shapes;

use super::svg;
use crate::grid::{Board, Cell, Digit};
use crate::rate::hints::{Position, StepHouse, StepRole, TechniqueStep};
use crate::rate::techniques::Role;
use places::{CELL, EDGE, frame, middle, place};
pub(super) use shapes::{DrawnShape, shape_of};
use std::fmt::Write;

/// The height of the caption in pixels. The caption is the line below the grid, with the step's name and effect.
const CAPTION: f64 = 26.0;
const SIDE: f64 = 2.0 * EDGE + 9.0 * CELL;
const INK: &str = "#1a1a1a";

/// A step to draw.
#[derive(Debug, Clone, Copy)]
pub struct StepPicture<'a> {
    /// The givens, drawn in bold.
    pub givens: &'a Board,
    /// The position before the step.
    pub position: &'a Position,
    /// The step.
    pub step: &'a TechniqueStep,
}

impl StepPicture<'_> {
    /// Returns the picture as an SVG file; its description is the text of the step.
    pub fn svg(&self) -> String {
        let height = SIDE + CAPTION;
        let step = self.step;
        let about = format!("{} {}", step.text.what, step.text.why);
        let mut out = svg::head(
            &format!("width=\"{SIDE}\" height=\"{height}\" viewBox=\"0 0 {SIDE} {height}\""),
            ["title", "description"],
            [step.name, &about],
            " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" text-anchor=\"middle\"",
        );
        let _ = writeln!(
            out,
            "<rect width=\"{SIDE}\" height=\"{height}\" fill=\"#ffffff\"/>"
        );
        for house in &step.houses {
            tint(&mut out, *house);
        }
        self.frame_cells(&mut out);
        grid(&mut out);
        self.digits(&mut out);
        self.shapes(&mut out);
        links::draw(&mut out, step);
        self.candidates(&mut out);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"13\" fill=\"{INK}\">{}</text>\n</svg>",
            SIDE / 2.0,
            SIDE + CAPTION / 2.0 - 4.0,
            svg::escaped(&shortened(&step.to_string()))
        );
        out
    }

    /// Draws frames around the cells of the pattern, and writes the letter of an almost locked set into each of its
    /// cells.
    fn frame_cells(&self, out: &mut String) {
        for it in &self.step.cells {
            let (x, y) = middle(it.cell);
            let StepRole::Part(role) = it.role else {
                continue;
            };
            let (fill, width) = match role {
                Role::LockedSet(n) => (
                    ["#e3f1de", "#dde8f8", "#fbf0d0", "#f0e2f4"][n as usize % 4],
                    1.5,
                ),
                Role::Pivot | Role::Roof => ("#fbf0d0", 3.0),
                Role::Extra | Role::Box | Role::Colour(1) => ("#dde8f8", 1.5),
                _ => ("#e3f1de", 1.5),
            };
            let side = CELL - 5.0;
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"3\" fill=\"{fill}\" \
                 stroke=\"#555555\" stroke-width=\"{width}\"/>",
                x - side / 2.0,
                y - side / 2.0
            );
            if let Role::LockedSet(n) = role {
                let _ = writeln!(
                    out,
                    "<text x=\"{}\" y=\"{}\" font-size=\"8\" font-style=\"italic\" fill=\"{INK}\">{}</text>",
                    x + CELL * 0.38,
                    y + CELL * 0.41,
                    char::from(b'A' + n % 26)
                );
            }
        }
    }

    /// Writes the digits of the board, with the givens in bold.
    fn digits(&self, out: &mut String) {
        for (is_given, style) in [(true, "font-weight=\"bold\""), (false, "fill=\"#555555\"")] {
            let _ = write!(out, "<g font-size=\"26\" {style}>");
            let digits = self.position.board().givens();
            for (cell, digit) in digits.filter(|it| self.givens.get(it.0).is_some() == is_given) {
                let (x, y) = middle(cell);
                let _ = write!(out, "<text x=\"{x}\" y=\"{}\">{digit}</text>", y + 9.0);
            }
            out.push_str("</g>\n");
        }
    }

    /// Draws the shapes behind the candidates.
    fn shapes(&self, out: &mut String) {
        for it in &self.step.candidates {
            if let Some(shape) = shape_of(it) {
                shape.draw(out, place(it.cell, it.digit));
            }
        }
    }

    /// Writes the candidates: pale by default, bold if they belong to the step, struck through if removed.
    fn candidates(&self, out: &mut String) {
        let role = |cell: Cell, digit: Digit| {
            let mut known = self.step.candidates.iter();
            let known = known.find(|it| it.cell == cell && it.digit == digit);
            known.map(|it| it.role)
        };
        let set = |out: &mut String, style: &str, wanted: &dyn Fn(Option<StepRole>) -> bool| {
            let _ = write!(out, "<g font-size=\"10.5\" {style}>");
            for cell in self.position.candidates().blanks() {
                for digit in self.position.candidates().of_cell(cell) {
                    if wanted(role(cell, digit)) {
                        let (x, y) = place(cell, digit);
                        let y = y + 3.8;
                        let _ = write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\">{digit}</text>");
                    }
                }
            }
            out.push_str("</g>\n");
        };
        let is_removed = |role| role == Some(StepRole::Removed);
        set(out, "fill=\"#6a6a6a\"", &|role| role.is_none());
        set(out, "font-weight=\"bold\"", &|role| {
            role.is_some() && !is_removed(role)
        });
        set(out, "font-weight=\"bold\" fill=\"#b00020\"", &is_removed);
        for mark in &self.step.removes {
            DrawnShape::Stroke.draw(out, place(mark.cell, mark.digit));
        }
    }
}

/// Shortens a caption to fit the picture's width.
fn shortened(text: &str) -> String {
    const MOST: usize = 66;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MOST - 1).collect();
    format!("{kept}…")
}

/// Tints a house. Cover houses and the houses of links have a different fill from that of base houses, and a dashed
/// frame.
fn tint(out: &mut String, it: StepHouse) {
    let (x, y, width, height) = frame(it.house);
    let (fill, frame) = match it.role {
        Role::Cover | Role::Link => ("#f6f2e4", " stroke-dasharray=\"7 4\""),
        _ => ("#e9eff8", ""),
    };
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" fill-opacity=\"0.75\" \
         stroke=\"#8090a8\" stroke-width=\"2.5\"{frame}/>",
        x - 2.0,
        y - 2.0,
        width + 4.0,
        height + 4.0
    );
}

/// Draws the lines of the grid, and the numbers of rows and columns.
fn grid(out: &mut String) {
    for n in 0..=9 {
        let at = EDGE + f64::from(n) * CELL;
        let end = EDGE + 9.0 * CELL;
        let (width, ink) = if n % 3 == 0 {
            (2.2, INK)
        } else {
            (0.7, "#777777")
        };
        let _ = writeln!(
            out,
            "<path d=\"M{EDGE} {at}H{end}M{at} {EDGE}V{end}\" stroke=\"{ink}\" stroke-width=\"{width}\"/>"
        );
    }
    out.push_str("<g font-size=\"9\" fill=\"#777777\">");
    for n in 1..=9 {
        let at = EDGE + (f64::from(n) - 0.5) * CELL;
        let (above, left, low) = (EDGE - 7.0, EDGE / 2.0 - 1.0, at + 3.0);
        let _ = write!(
            out,
            "<text x=\"{at}\" y=\"{above}\">c{n}</text><text x=\"{left}\" y=\"{low}\">r{n}</text>"
        );
    }
    out.push_str("</g>\n");
}
