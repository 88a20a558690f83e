//! Draws the regions and marks of a puzzle: thick lines between the regions of a jigsaw, grey squares under even digits
//! and grey circles under odd ones.

use super::canvas::{Disc, Ink, Rect, StraightLine};
use super::content::GridContent;
use super::pen::Pen;
use crate::grid::Parity;

/// The ink of marks. It is darker than the tint of diagonals, since marks may lie on diagonals, and pale enough for
/// digits to be read.
const MARK_INK: f64 = 0.27;
/// The side of a square mark as a share of a cell's side.
const SQUARE_SHARE: f64 = 0.76;
/// The diameter of a circle mark as a share of a cell's side.
const CIRCLE_SHARE: f64 = 0.84;

/// The place and the look of the grid whose features are drawn.
pub(super) struct FeatureDrawing {
    /// The upper left corner of the grid.
    pub corner: (f64, f64),
    /// The side length of the grid.
    pub size: f64,
    /// The width of thick lines.
    pub thick: f64,
    /// The ink of lines.
    pub ink: Ink,
    /// `true` if the grid is upside down.
    pub turned: bool,
}

impl FeatureDrawing {
    /// Returns the cell of the puzzle that is drawn at this place of a grid with `cells` cells. If the grid is
    /// upside down, its cells are drawn in reverse order.
    const fn cell_at(&self, place: usize, cells: usize) -> usize {
        if self.turned {
            cells - 1 - place
        } else {
            place
        }
    }

    /// Draws the marks of the puzzle's cells, if there are any.
    pub(super) fn marks(&self, pen: &mut Pen<'_>, content: &GridContent<'_>) {
        let (features, side) = (content.features(), content.side());
        if !features.has_marks() {
            return;
        }
        let cell = self.size / side as f64;
        let (mut squares, mut discs) = (Vec::new(), Vec::new());
        for place in 0..side * side {
            let middle = (
                self.corner.0 + cell * ((place % side) as f64 + 0.5),
                self.corner.1 + cell * ((place / side) as f64 + 0.5),
            );
            match features.mark(self.cell_at(place, side * side)) {
                Some(Parity::Even) => squares.push(Rect {
                    x: middle.0 - cell * SQUARE_SHARE / 2.0,
                    y: middle.1 - cell * SQUARE_SHARE / 2.0,
                    width: cell * SQUARE_SHARE,
                    height: cell * SQUARE_SHARE,
                }),
                Some(Parity::Odd) => discs.push(Disc {
                    middle,
                    radius: cell * CIRCLE_SHARE / 2.0,
                }),
                None => {}
            }
        }
        if !squares.is_empty() {
            pen.canvas.fill(&squares, Ink(MARK_INK));
        }
        if !discs.is_empty() {
            pen.canvas.discs(&discs, Ink(MARK_INK));
        }
    }

    /// Draws the thick lines between the puzzle's regions, if there are any.
    pub(super) fn borders(&self, pen: &mut Pen<'_>, content: &GridContent<'_>) {
        let Some(regions) = content.features().regions() else {
            return;
        };
        let side = content.side();
        let at = |column: usize, row: usize| {
            let along = |n: usize| self.size * n as f64 / side as f64;
            (self.corner.0 + along(column), self.corner.1 + along(row))
        };
        let region = |row: usize, column: usize| {
            regions.of_cell(self.cell_at(row * side + column, side * side))
        };
        let mut lines = Vec::new();
        for n in 1..side {
            let across = runs(side, |column| region(n - 1, column) != region(n, column));
            lines.extend(across.into_iter().map(|(begin, end)| StraightLine {
                from: at(begin, n),
                to: at(end, n),
            }));
            let down = runs(side, |row| region(row, n - 1) != region(row, n));
            lines.extend(down.into_iter().map(|(begin, end)| StraightLine {
                from: at(n, begin),
                to: at(n, end),
            }));
        }
        pen.canvas.lines(&lines, self.thick, self.ink);
    }
}

/// Returns the beginning and the end of every run of places below `side` for which `is_border` returns `true`. The
/// end is the place after the last one of the run.
fn runs(side: usize, is_border: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for place in (0..side).filter(|&place| is_border(place)) {
        match runs.last_mut() {
            Some(run) if run.1 == place => run.1 = place + 1,
            _ => runs.push((place, place + 1)),
        }
    }
    runs
}
