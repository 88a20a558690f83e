//! Draws the shapes behind candidates. The shape depends on the candidate's role in the step.

use crate::rate::hints::{StepCandidate, StepRole};
use crate::rate::techniques::Role;
use std::fmt::Write;

/// The distance from a shape's middle to its edge, in pixels.
const REACH: f64 = 6.6;

/// A shape with its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::print) enum DrawnShape {
    /// A green circle. It marks the first of the two colours of a colouring or chain, and every candidate that needs no
    /// other shape.
    Circle,
    /// A blue square. It marks the second of the two colours of a colouring or chain, and the second part of a pattern.
    Square,
    /// A yellow diamond. It marks fins, the first colour of a second pair of colours, and the third part of a pattern.
    Diamond,
    /// A purple triangle. It marks the second colour of a second pair of colours, and the fourth part of a pattern.
    Triangle,
    /// A circle inside a circle, for a placed digit.
    Double,
    /// A line through a removed candidate.
    Stroke,
}

/// Returns the shape for a candidate; `None` for a removed candidate that is not in the pattern.
pub(in crate::print) const fn shape_of(it: &StepCandidate) -> Option<DrawnShape> {
    Some(match (it.role, it.colour) {
        (StepRole::Removed | StepRole::Target, None) => return None,
        (StepRole::Set, _) => DrawnShape::Double,
        (_, Some('a')) => DrawnShape::Square,
        (_, Some('B')) | (StepRole::Part(Role::Fin | Role::LockedSet(2)), _) => DrawnShape::Diamond,
        (_, Some('b')) | (StepRole::Part(Role::LockedSet(3)), _) => DrawnShape::Triangle,
        (StepRole::Part(Role::LockedSet(1) | Role::Extra | Role::Box), None) => DrawnShape::Square,
        _ => DrawnShape::Circle,
    })
}

impl DrawnShape {
    /// Draws the shape around a point.
    pub(super) fn draw(self, out: &mut String, (x, y): (f64, f64)) {
        let r = REACH;
        let at = |dx: f64, dy: f64| format!("{:.1} {:.1}", x + dx, y + dy);
        let polygon = |corners: &[(f64, f64)]| {
            let corners: Vec<String> = corners.iter().map(|it| at(it.0, it.1)).collect();
            format!("M{}z", corners.join("L"))
        };
        let (path, paint) = match self {
            Self::Circle => return circle(out, (x, y), r, "#bfe6b5"),
            Self::Double => {
                circle(out, (x, y), r + 2.2, "#ffffff");
                return circle(out, (x, y), r, "#bfe6b5");
            }
            Self::Square => {
                let s = r - 0.6;
                let path = polygon(&[(-s, -s), (s, -s), (s, s), (-s, s)]);
                (path, "fill=\"#bcd6f7\" stroke=\"#1f4e9c\"")
            }
            Self::Diamond => {
                let s = r + 1.6;
                let path = polygon(&[(0.0, -s), (s, 0.0), (0.0, s), (-s, 0.0)]);
                (path, "fill=\"#ffe98a\" stroke=\"#8a6a00\"")
            }
            Self::Triangle => {
                let s = r + 2.0;
                let path = polygon(&[(0.0, -s), (s, 0.7 * s), (-s, 0.7 * s)]);
                (path, "fill=\"#e3c8ee\" stroke=\"#6c2a86\"")
            }
            Self::Stroke => {
                let path = format!("M{}L{}", at(-r, 0.8 * r), at(r, -0.8 * r));
                (path, "stroke=\"#b00020\" stroke-width=\"1.8\"")
            }
        };
        let _ = writeln!(out, "<path d=\"{path}\" {paint}/>");
    }
}

fn circle(out: &mut String, (x, y): (f64, f64), r: f64, fill: &str) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\" fill=\"{fill}\" stroke=\"#1d6b1d\"/>"
    );
}
