//! A puzzle or a solution as it is drawn: thin lines between cells, thick ones around boxes, digits
//! in the middle of their cells. Clues in a solution are bold.

use super::canvas::{GlyphRun, Ink, Rect, StraightLine};
use super::fonts::Weight;
use super::pen::Pen;
use crate::grid::{Board, Cell, SIDE};

/// The height of digits as a share of a cell, measured by type size.
const DIGIT: f64 = 0.66;
/// The height of digits as a share of a cell that has room for pencil marks.
const SMALL_DIGIT: f64 = 0.56;

/// The look of a grid: line widths, dots for pencil marks, direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridStyle {
    /// The width of thin lines, in points.
    pub thin: f64,
    /// The width of thick lines, in points.
    pub thick: f64,
    /// `true` if every blank cell has nine pale dots for pencil marks.
    pub dots: bool,
    /// `true` if the grid is upside down.
    pub turned: bool,
}

impl GridStyle {
    /// Returns the look of a grid of this size whose lines may not be thinner than `least`.
    pub fn of(size: f64, least: f64) -> Self {
        let cell = size / SIDE as f64;
        let thin = (cell / 56.0).max(least).max(0.2);
        Self {
            thin,
            thick: (cell / 14.0).clamp(thin * 2.0, thin * 4.0),
            dots: false,
            turned: false,
        }
    }

    /// Returns the type size of digits in a grid of this size.
    pub fn digit_size(&self, size: f64) -> f64 {
        let share = if self.dots { SMALL_DIGIT } else { DIGIT };
        share * size / SIDE as f64
    }
}

/// The place of a grid: its upper left corner and the length of a side, between the middles of its
/// outer lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Square {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The length of a side.
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
    draw_lines(pen, square, look);
    if look.dots {
        draw_dots(pen, square, puzzle);
    }
    let clues = if solution.is_some() {
        Weight::Bold
    } else {
        Weight::Regular
    };
    draw_digits(pen, square, look, puzzle, clues);
    if let Some(solution) = solution {
        let rest = solution.keep(solution.difference(puzzle));
        draw_digits(pen, square, look, &rest, Weight::Regular);
    }
}

fn draw_lines(pen: &mut Pen<'_>, Square { x, y, size }: Square, look: &GridStyle) {
    let at = |n: usize| size * n as f64 / SIDE as f64;
    let across = |n: usize| StraightLine {
        from: (x, y + at(n)),
        to: (x + size, y + at(n)),
    };
    let down = |n: usize| StraightLine {
        from: (x + at(n), y),
        to: (x + at(n), y + size),
    };
    let lines = |is_thick: bool| -> Vec<StraightLine> {
        let chosen = || (0..=SIDE).filter(|n| (n % 3 == 0) == is_thick);
        chosen().map(across).chain(chosen().map(down)).collect()
    };
    pen.canvas.lines(&lines(false), look.thin, Ink::BLACK);
    pen.canvas.lines(&lines(true), look.thick, Ink::BLACK);
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
