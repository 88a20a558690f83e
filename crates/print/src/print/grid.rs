//! Draws a puzzle or a solution of any layout: thin lines between cells, thick lines around boxes or regions, a tint in
//! diagonals and windows, marks for even and odd, digits in the middle of their cells. Clues in a solution are bold.

use super::canvas::{Curve, GlyphRun, HANDLE, Ink, Rect, StraightLine};
use super::content::GridContent;
use super::fonts::Weight;
use super::grid_features::FeatureDrawing;
use super::pen::Pen;
use crate::grid::SIDE;

/// The type size of digits, as a share of a cell's side.
const DIGIT: f64 = 0.66;
/// The type size of digits in a cell with space for pencil marks, as a share of the cell's side.
const SMALL_DIGIT: f64 = 0.56;

/// The look of a grid, such as its line widths and its dots for pencil marks.
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
    /// The weight of the clues in a puzzle. In a solution, the clues are always bold.
    pub clues: Weight,
    /// The ink of lines.
    pub ink: f64,
    /// The ink that tints every other box; 0 for no tint.
    pub tint: f64,
    /// The radius of the corners as a share of a cell; 0 for square corners.
    pub rounded: f64,
    /// `true` if every empty cell has pale dots for pencil marks, one for each digit.
    pub dots: bool,
    /// `true` if the grid is upside down.
    pub turned: bool,
}

impl GridStyle {
    /// Returns the look of a grid with sides of `size` points. No line is thinner than `least`, in points.
    pub fn of(size: f64, least: f64) -> Self {
        // Grids of one size have the same lines, whatever the number of their cells.
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

    /// Returns the type size of digits, in points, for a grid of `size` points with `side` cells along a side.
    pub fn digit_size(&self, size: f64, side: usize) -> f64 {
        let share = if self.dots { SMALL_DIGIT / DIGIT } else { 1.0 };
        self.digit * share * size / side as f64
    }
}

/// The place of a grid: its upper left corner and its side length, measured between the middles of its outer lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Square {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The side length.
    pub size: f64,
}

/// The ink of a layout's diagonals and windows. It is pale enough for digits, and dark enough for a printing press.
const HOUSE_TINT: f64 = 0.16;

/// Draws a puzzle, or a solution with the puzzle's clues in bold.
pub fn draw(pen: &mut Pen<'_>, square: Square, look: &GridStyle, content: &GridContent<'_>) {
    draw_tint(pen, square, look, content);
    if !pen.fonts.pictures().is_empty() {
        draw_clue_tint(pen, square, look, content);
    }
    let features = FeatureDrawing {
        corner: (square.x, square.y),
        size: square.size,
        thick: look.thick,
        ink: Ink(look.ink),
        turned: look.turned,
    };
    features.marks(pen, content);
    draw_lines(pen, square, look, content);
    features.borders(pen, content);
    if look.dots {
        draw_dots(pen, square, content);
    }
    let clues = match content.solution() {
        Some(_) => Weight::Bold,
        None => look.clues,
    };
    draw_digits(pen, square, look, content.puzzle(), clues);
    if let Some(solution) = content.solution() {
        let is_clue = |cell: usize| content.puzzle()[cell] != 0;
        let rest = (0..).zip(solution);
        let rest: Vec<u8> = rest
            .map(|(cell, &value)| if is_clue(cell) { 0 } else { value })
            .collect();
        draw_digits(pen, square, look, &rest, Weight::Regular);
    }
}

/// Tints the layout's diagonals and windows. If it has neither, and the look has a tint, tints every other box; the
/// regions of a jigsaw are not tinted.
fn draw_tint(pen: &mut Pen<'_>, square: Square, look: &GridStyle, content: &GridContent<'_>) {
    let Square { x, y, size } = square;
    let side = content.side();
    let cell = size / side as f64;
    let at = |n: usize| size * n as f64 / side as f64;
    let tinted = content.tinted();
    if !tinted.is_empty() {
        let cells = tinted.into_iter().map(|place| Rect {
            x: x + at(place % side),
            y: y + at(place / side),
            width: cell,
            height: cell,
        });
        let cells: Vec<Rect> = cells.collect();
        return pen.canvas.fill(&cells, Ink(HOUSE_TINT));
    }
    if look.tint > 0.0 && content.features().regions().is_none() {
        let shape = content.layout().shape();
        let (across, down) = (side / shape.box_columns(), side / shape.box_rows());
        let (width, height) = (size / across as f64, size / down as f64);
        let all = (0..down).flat_map(|row| (0..across).map(move |column| (row, column)));
        let odd = all.filter(|(row, column)| (row + column) % 2 == 1);
        let boxes = odd.map(|(row, column)| Rect {
            x: x + width * column as f64,
            y: y + height * row as f64,
            width,
            height,
        });
        let boxes: Vec<Rect> = boxes.collect();
        pen.canvas.fill(&boxes, Ink(look.tint));
    }
}

/// Tints the clues of a complete solution. Pictures in place of digits need the tint, since they have no bold type.
fn draw_clue_tint(pen: &mut Pen<'_>, square: Square, look: &GridStyle, content: &GridContent<'_>) {
    let is_full = content.solution().is_some_and(|all| !all.contains(&0));
    let (side, count) = (content.side(), content.puzzle().len());
    let cell = square.size / side as f64;
    let clues = (0..count).filter(|&n| is_full && content.puzzle()[n] != 0);
    let places = clues.map(|n| if look.turned { count - 1 - n } else { n });
    let cells = places.map(|place| Rect {
        x: square.x + cell * (place % side) as f64,
        y: square.y + cell * (place / side) as f64,
        width: cell,
        height: cell,
    });
    let cells: Vec<Rect> = cells.collect();
    if !cells.is_empty() {
        pen.canvas.fill(&cells, Ink::TINT);
    }
}

fn draw_lines(pen: &mut Pen<'_>, square: Square, look: &GridStyle, content: &GridContent<'_>) {
    let Square { x, y, size } = square;
    let (side, shape) = (content.side(), content.layout().shape());
    let at = |n: usize| size * n as f64 / side as f64;
    let corner = size / side as f64 * look.rounded;
    let from = |n: usize| if n == 0 || n == side { corner } else { 0.0 };
    let across = |n: usize| StraightLine {
        from: (x + from(n), y + at(n)),
        to: (x + size - from(n), y + at(n)),
    };
    let down = |n: usize| StraightLine {
        from: (x + at(n), y + from(n)),
        to: (x + at(n), y + size - from(n)),
    };
    let is_edge = |n: usize| n == 0 || n == side;
    let has_frame = look.frame != look.thick || corner > 0.0;
    let is_thick = |n: usize, step: usize| n.is_multiple_of(step) && !(has_frame && is_edge(n));
    // Where regions take the place of boxes, only the outer lines are straight thick lines.
    let steps = match content.features().regions() {
        None => [shape.box_rows(), shape.box_columns()],
        Some(_) => [side; 2],
    };
    let mut draw = |chosen: &dyn Fn(usize, usize) -> bool, width: f64| {
        let chosen = |step: usize| (0..=side).filter(move |n| chosen(*n, step));
        let rows = chosen(steps[0]).map(across);
        let lines: Vec<StraightLine> = rows.chain(chosen(steps[1]).map(down)).collect();
        pen.canvas.lines(&lines, width, Ink(look.ink));
    };
    draw(&|n, step| !n.is_multiple_of(step), look.thin);
    draw(&is_thick, look.thick);
    if has_frame {
        draw(&|n, _| is_edge(n), look.frame);
    }
    if corner > 0.0 {
        let corners = corners(square, corner);
        pen.canvas.curves(&corners, look.frame, Ink(look.ink));
    }
}

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

fn draw_dots(pen: &mut Pen<'_>, Square { x, y, size }: Square, content: &GridContent<'_>) {
    let (side, shape) = (content.side(), content.layout().shape());
    let cell = size / side as f64;
    let dot = (cell / 36.0).max(0.75);
    // The dots of a cell are arranged as the digits are in a box.
    let (rows, columns) = (shape.box_rows(), shape.box_columns());
    let share = |n: usize, of: usize| (n as f64 + 0.5) / of as f64 * 0.84 + 0.08;
    let mut dots = Vec::new();
    let blanks = (0..)
        .zip(content.puzzle())
        .filter(|(_, value)| **value == 0);
    for (blank, _) in blanks {
        for n in 0..side {
            dots.push(Rect {
                x: x + cell * ((blank % side) as f64 + share(n % columns, columns)) - dot / 2.0,
                y: y + cell * ((blank / side) as f64 + share(n / columns, rows)) - dot / 2.0,
                width: dot,
                height: dot,
            });
        }
    }
    pen.canvas.fill(&dots, Ink(0.4));
}

/// Draws the digits of a grid: one value for each cell in reading order, 0 for an empty cell.
fn draw_digits(pen: &mut Pen<'_>, square: Square, look: &GridStyle, values: &[u8], weight: Weight) {
    let side = values.len().isqrt();
    let cell_size = square.size / side as f64;
    let size = pen
        .fonts
        .symbol_size(look.digit_size(square.size, side), cell_size);
    let held = (0..).zip(values).filter(|(_, value)| **value != 0);
    for (cell, &value) in held {
        let (key, font, glyph, middle) = pen.fonts.digit(weight, value);
        let (mut column, mut row) = ((cell % side) as f64, (cell / side) as f64);
        let mut half = (glyph.advance * size / 2.0, middle * size);
        if look.turned {
            (column, row) = ((side - 1) as f64 - column, (side - 1) as f64 - row);
            half = (-half.0, -half.1);
        }
        let middle = (
            square.x + cell_size * (column + 0.5),
            square.y + cell_size * (row + 0.5),
        );
        pen.glyphs(&GlyphRun {
            at: (middle.0 - half.0, middle.1 + half.1),
            size,
            turned: look.turned,
            ink: Ink::BLACK,
            font: (key, font),
            glyphs: &[glyph],
        });
    }
}
