//! Draws the links of a step as lines, solid for strong links and dashed for weak links. In a chain, links have
//! arrows, and the nodes (what the links join) are numbered in order.

use super::places::place;
use crate::grid::Cell;
use crate::rate::hints::{Family, TechniqueStep};
use crate::rate::techniques::{ChainNode, Link};
use std::fmt::Write;

/// The distance between the end of a line and the middle of a candidate, in pixels.
const GAP: f64 = 8.0;
/// The colours of the lines in forcing chains, one per chain.
const INKS: [&str; 4] = ["#333333", "#a03a00", "#1f4e9c", "#1d6b1d"];

/// Returns the middle of a node; for a group, the middle of its cells.
fn middle(node: ChainNode) -> (f64, f64) {
    let places = node.cells.map(|cell: Cell| place(cell, node.digit));
    let count = node.cells.len().max(1) as f64;
    let (x, y) = places.fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (x / count, y / count)
}

/// Returns the two points that a link joins: the middles of its nodes. If `is_set` is `true`, as for almost locked
/// sets, returns instead the two candidates, one of each node, that are nearest to each other, because the middle of
/// such a set may be far from its cells.
fn ends(link: Link, is_set: bool) -> ((f64, f64), (f64, f64)) {
    let places = |node: ChainNode| node.cells.map(move |cell: Cell| place(cell, node.digit));
    let distance =
        |(one, other): &((f64, f64), (f64, f64))| (one.0 - other.0).hypot(one.1 - other.1);
    let pairs = places(link.from).flat_map(|one| places(link.to).map(move |other| (one, other)));
    let nearest = pairs.min_by(|one, other| distance(one).total_cmp(&distance(other)));
    let middles = (middle(link.from), middle(link.to));
    nearest.filter(|_| is_set).unwrap_or(middles)
}

/// Draws a frame around the candidates of a node, if there are several.
fn frame(out: &mut String, node: ChainNode) {
    let places: Vec<(f64, f64)> = node
        .cells
        .map(|cell: Cell| place(cell, node.digit))
        .collect();
    if places.len() < 2 {
        return;
    }
    let least = places.iter().fold((f64::MAX, f64::MAX), |least, at| {
        (least.0.min(at.0), least.1.min(at.1))
    });
    let most = places.iter().fold((0.0_f64, 0.0_f64), |most, at| {
        (most.0.max(at.0), most.1.max(at.1))
    });
    let _ = writeln!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"9\" fill=\"none\" stroke=\"#555555\"/>",
        least.0 - 9.5,
        least.1 - 9.5,
        most.0 - least.0 + 19.0,
        most.1 - least.1 + 19.0
    );
}

/// Draws the links of a step. Except for almost locked sets, nodes with several candidates get a frame. If the
/// links form a chain, the nodes are numbered.
pub(super) fn draw(out: &mut String, step: &TechniqueStep) {
    let mut nodes: Vec<ChainNode> = Vec::new();
    let has = |strong: bool| step.links.iter().any(|it| it.link.strong == strong);
    let is_chain = has(true) && has(false);
    let is_set = step.family == Family::AlmostLockedSet;
    for it in &step.links {
        let ink = INKS[it.chain % INKS.len()];
        let (from, to) = ends(it.link, is_set);
        line(out, from, to, (it.link.strong, is_chain, ink));
        for node in [it.link.from, it.link.to] {
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
    }
    for (n, node) in nodes.iter().enumerate() {
        if !is_set {
            frame(out, *node);
        }
        if is_chain {
            let first = node.cells.first().map(|cell| place(cell, node.digit));
            let (x, y) = first.filter(|_| is_set).unwrap_or_else(|| middle(*node));
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"8\" font-weight=\"bold\" fill=\"#7a3b00\" \
                 stroke=\"#ffffff\" stroke-width=\"1.6\" paint-order=\"stroke\">{}</text>",
                x + 8.8,
                y - 4.4,
                n + 1
            );
        }
    }
}

/// Draws one link, with an arrow if `has_arrow` is set. Draws nothing if its ends are too close together. A long
/// link is slightly curved, so that it does not cover what lies between its ends.
fn line(
    out: &mut String,
    from: (f64, f64),
    to: (f64, f64),
    (strong, has_arrow, ink): (bool, bool, &str),
) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < GAP {
        return;
    }
    let bend = if length > 60.0 { 0.08 } else { 0.0 };
    let control = (
        f64::midpoint(from.0, to.0) - dy * bend,
        f64::midpoint(from.1, to.1) + dx * bend,
    );
    let gap = GAP.min(length * 0.4);
    let start = towards(from, control, gap);
    let end = towards(to, control, gap);
    let dash = if strong {
        ""
    } else {
        " stroke-dasharray=\"4 3\""
    };
    let width = if strong { 2.0 } else { 1.4 };
    let _ = writeln!(
        out,
        "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"{width}\"{dash}/>",
        start.0, start.1, control.0, control.1, end.0, end.1
    );
    if has_arrow {
        let angle = (end.1 - control.1).atan2(end.0 - control.0);
        let wing = |turn: f64| {
            let angle = angle + turn;
            (end.0 - 5.5 * angle.cos(), end.1 - 5.5 * angle.sin())
        };
        let ((a, b), (c, d)) = (wing(0.45), wing(-0.45));
        let _ = writeln!(
            out,
            "<path d=\"M{:.1} {:.1}L{a:.1} {b:.1}L{c:.1} {d:.1}z\" fill=\"{ink}\"/>",
            end.0, end.1
        );
    }
}

/// Returns the point at this distance from `from` on the way to `to`. If `to` is nearer to `from` than this distance,
/// returns `to` itself.
fn towards(from: (f64, f64), to: (f64, f64), distance: f64) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let share = distance / dx.hypot(dy).max(distance);
    (from.0 + dx * share, from.1 + dy * share)
}
