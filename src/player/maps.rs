//! Draws maps of a board as plain SVG, with a number on each cell that can be filled next. Wang 2009 has such maps
//! of probabilities and likelihood ratios (Figs. 3.2 to 3.4, 3.6 and 3.7).
//!
//! Two maps are side by side. A cell's shade shows its number relative to the map's maximum. The number is also in
//! the cell as text, so that nothing is shown by colour alone.

use crate::grid::{Board, Cell};

/// The side of a cell in a map, in SVG units.
const CELL: usize = 40;
const SPACE: usize = 28;
const TITLE: usize = 26;

/// A map of a board, which gives a number to some of its cells.
#[derive(Debug, Clone, PartialEq)]
pub struct CellMap {
    /// The title of the map.
    pub title: String,
    /// The cells that have a number, each with its number, which is 0 or more.
    pub values: Vec<(Cell, f64)>,
}

/// Draws maps of this board as SVG, two side by side in each row. The same numbers always produce the same bytes.
pub fn draw(board: &Board, maps: &[CellMap]) -> String {
    let (wide, high) = (9 * CELL + SPACE, 9 * CELL + SPACE + TITLE);
    let [width, height] = [
        wide * maps.len().min(2) + SPACE,
        high * maps.len().div_ceil(2) + SPACE,
    ];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title description\" \
         font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif\" \
         text-anchor=\"middle\">\n\
         <title id=\"title\">The next cell to be filled</title>\n\
         <desc id=\"description\">Maps of a Sudoku board with a number in each cell that can be \
         filled next</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (number, map) in maps.iter().enumerate() {
        let left = SPACE + number % 2 * wide;
        let top = SPACE + number / 2 * high + TITLE;
        svg += &one(board, map, (left, top));
    }
    svg + "</svg>\n"
}

fn one(board: &Board, map: &CellMap, (left, top): (usize, usize)) -> String {
    let most = map
        .values
        .iter()
        .map(|(_, value)| *value)
        .fold(0.0, f64::max);
    let middle = left + 9 * CELL / 2;
    let mut svg = format!(
        "<text x=\"{middle}\" y=\"{}\" font-size=\"15\" fill=\"#24292f\">{}</text>\n",
        top - 10,
        map.title
    );
    let corner = |cell: Cell| (left + cell.column() * CELL, top + cell.row() * CELL);
    for &(cell, value) in &map.values {
        let share = if most > 0.0 { value / most } else { 0.0 };
        let (x, y) = corner(cell);
        svg += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#56b4e9\" \
             fill-opacity=\"{:.3}\"/>\n\
             <text x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"#000000\">{value:.4}</text>\n",
            0.15 + 0.85 * share,
            x + CELL / 2,
            y + CELL / 2 + 4
        );
    }
    for (cell, digit) in board.givens() {
        let (x, y) = corner(cell);
        svg += &format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"20\" fill=\"#8c959f\">{digit}</text>\n",
            x + CELL / 2,
            y + CELL / 2 + 7
        );
    }
    for line in 0..=9 {
        let (at, end) = (line * CELL, 9 * CELL);
        let pen = if line % 3 == 0 { 2 } else { 1 };
        svg += &format!(
            "<path d=\"M{} {top}v{end}M{left} {}h{end}\" stroke=\"#24292f\" stroke-width=\"{pen}\"/>\n",
            left + at,
            top + at
        );
    }
    svg
}
