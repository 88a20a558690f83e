//! Draws a puzzle or a solution: thin lines between cells, thick lines around boxes, digits in the
//! middle of their cells. Clues in a solution are bold.

use super::canvas::{Curve, GlyphRun, Ink, Rect, StraightLine};
use super::fonts::Weight;
use super::pen::Pen;
use crate::grid::{Board, Cell, SIDE};

/// The type size of digits, as a share of a cell's side.
const DIGIT: f64 = 0.66;
/// The type size of digits in a cell with space for pencil marks, as a share of the cell's side.
const SMALL_DIGIT: f64 = 0.56;

/// The look of a grid: line widths, dots for pencil marks, direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridStyle {
    /// The width of thin lines, in points.
    pub thin: f64,
    /// The width of thick lines, in points.
    pub thick: f64,
    /// The width of the outer lines, in points.
    pub frame: f64,
    /// The type size of digits, as a share of a cell's side.
    pub digit: f64,
    /// The weight of clues in a puzzle; in a solution they are bold.
    pub clues: Weight,
    /// The ink of lines.
    pub ink: f64,
    /// The ink that tints every other box; 0 for no tint.
    pub tint: f64,
    /// The radius of the corners as a share of a cell; 0 for square corners.
    pub rounded: f64,
    /// `true` if every blank cell has nine pale dots for pencil marks.
    pub dots: bool,
    /// `true` if the grid is upside down.
    pub turned: bool,
}

impl GridStyle {
    /// Returns the look of a grid of this size, with lines that are not thinner than `least`.
    pub fn of(size: f64, least: f64) -> Self {
        let cell = size / SIDE as f64;
        let thin = (cell / 56.0).max(least).max(0.2);
        let thick = (cell / 14.0).clamp(thin * 2.0, thin * 4.0);
        Self {
            thin,
            thick,
            frame: thick,
            digit: DIGIT,
            clues: Weight::Regular,
            ink: 1.0,
            tint: 0.0,
            rounded: 0.0,
            dots: false,
            turned: false,
        }
    }

    /// Returns the type size of digits in a grid of this size.
    pub fn digit_size(&self, size: f64) -> f64 {
        let share = if self.dots { SMALL_DIGIT / DIGIT } else { 1.0 };
        self.digit * share * size / SIDE as f64
    }
}

/// The place of a grid: its upper left corner and its side length, between the middles of its outer
/// lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Square {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The side length.
    pub size: f64,
}

/// Draws a puzzle, or a solution with the puzzle's clues in bold.
pub fn draw(
    pen: &mut Pen<'_>,
    square: Square,
    look: &GridStyle,
    puzzle: &Board,
    solution: Option<&Board>,
) {
    if look.tint > 0.0 {
        draw_tint(pen, square, look.tint);
    }
    draw_lines(pen, square, look);
    if look.dots {
        draw_dots(pen, square, puzzle);
    }
    let clues = if solution.is_some() {
        Weight::Bold
    } else {
        look.clues
    };
    draw_digits(pen, square, look, puzzle, clues);
    if let Some(solution) = solution {
        let rest = solution.keep(solution.difference(puzzle));
        draw_digits(pen, square, look, &rest, Weight::Regular);
    }
}

/// Tints the four boxes beside the middle box, which touch no corner of the grid.
fn draw_tint(pen: &mut Pen<'_>, Square { x, y, size }: Square, ink: f64) {
    let side = size / 3.0;
    let tinted = [(1.0, 0.0), (0.0, 1.0), (2.0, 1.0), (1.0, 2.0)].map(|(column, row)| Rect {
        x: x + side * column,
        y: y + side * row,
        width: side,
        height: side,
    });
    pen.canvas.fill(&tinted, Ink(ink));
}

fn draw_lines(pen: &mut Pen<'_>, square: Square, look: &GridStyle) {
    let Square { x, y, size } = square;
    let at = |n: usize| size * n as f64 / SIDE as f64;
    let corner = size / SIDE as f64 * look.rounded;
    let from = |n: usize| match n {
        0 | SIDE => corner,
        _ => 0.0,
    };
    let across = |n: usize| StraightLine {
        from: (x + from(n), y + at(n)),
        to: (x + size - from(n), y + at(n)),
    };
    let down = |n: usize| StraightLine {
        from: (x + at(n), y + from(n)),
        to: (x + at(n), y + size - from(n)),
    };
    let is_edge = |n: usize| n == 0 || n == SIDE;
    let has_frame = look.frame != look.thick || corner > 0.0;
    let is_thick = |n: usize| n.is_multiple_of(3) && !(has_frame && is_edge(n));
    let mut draw = |chosen: &dyn Fn(usize) -> bool, width: f64| {
        let chosen = || (0..=SIDE).filter(|n| chosen(*n));
        let lines: Vec<StraightLine> = chosen().map(across).chain(chosen().map(down)).collect();
        pen.canvas.lines(&lines, width, Ink(look.ink));
    };
    draw(&|n| !n.is_multiple_of(3), look.thin);
    draw(&is_thick, look.thick);
    if has_frame {
        draw(&is_edge, look.frame);
    }
    if corner > 0.0 {
        let corners = corners(square, corner);
        pen.canvas.curves(&corners, look.frame, Ink(look.ink));
    }
}

/// The distance from an end of a quarter circle to the handle (control point) of this end, in radii.
const HANDLE: f64 = 0.552_285;

/// Returns the four rounded corners of a frame.
fn corners(Square { x, y, size }: Square, radius: f64) -> [Curve; 4] {
    [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(right, down): (f64, f64)| {
        let (tip_x, tip_y) = (x + size * right, y + size * down);
        let (inward_x, inward_y) = (1.0 - 2.0 * right, 1.0 - 2.0 * down);
        let across = |share: f64| (tip_x + inward_x * radius * share, tip_y);
        let along = |share: f64| (tip_x, tip_y + inward_y * radius * share);
        Curve {
            from: along(1.0),
            handles: [along(1.0 - HANDLE), across(1.0 - HANDLE)],
            to: across(1.0),
        }
    })
}

fn draw_dots(pen: &mut Pen<'_>, Square { x, y, size }: Square, puzzle: &Board) {
    let cell = size / SIDE as f64;
    let side = (cell / 36.0).max(0.75);
    let mut dots = Vec::new();
    for blank in Cell::all().filter(|&cell| puzzle.get(cell).is_none()) {
        for n in 0..SIDE {
            let share = |n: usize| (n as f64 + 0.5) / 3.0 * 0.84 + 0.08;
            dots.push(Rect {
                x: x + cell * (blank.column() as f64 + share(n % 3)) - side / 2.0,
                y: y + cell * (blank.row() as f64 + share(n / 3)) - side / 2.0,
                width: side,
                height: side,
            });
        }
    }
    pen.canvas.fill(&dots, Ink(0.4));
}

fn draw_digits(pen: &mut Pen<'_>, square: Square, look: &GridStyle, board: &Board, weight: Weight) {
    let size = look.digit_size(square.size);
    let cell_size = square.size / SIDE as f64;
    for (cell, digit) in board.givens() {
        let (key, font, glyph, middle) = pen.fonts.digit(weight, digit.value());
        let (mut column, mut row) = (cell.column() as f64, cell.row() as f64);
        let mut half = (glyph.advance * size / 2.0, middle * size);
        if look.turned {
            (column, row) = ((SIDE - 1) as f64 - column, (SIDE - 1) as f64 - row);
            half = (-half.0, -half.1);
        }
        let middle = (
            square.x + cell_size * (column + 0.5),
            square.y + cell_size * (row + 0.5),
        );
        pen.canvas.glyphs(&GlyphRun {
            at: (middle.0 - half.0, middle.1 + half.1),
            size,
            turned: look.turned,
            ink: Ink::BLACK,
            font: (key, font),
            glyphs: &[glyph],
        });
    }
}
