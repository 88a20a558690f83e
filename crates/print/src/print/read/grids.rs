//! Finds grids on pages: crossing lines with digits between them.

use super::content::PageReader;
use super::file::ParsedPdf;
use super::items::{PageArea, PageItem, Point};
use super::symbols::symbols_of;
use crate::grid::{Board, CELLS, Digit, DigitSet, SIDE, Shape};
use crate::print::PrintError;
use crate::print::symbols::Symbols;
use std::collections::BTreeMap;

/// The distance below which two positions count as equal, in points.
const NEAR: f64 = 0.25;
/// The maximum distance between a grid and the short id printed with it, in points.
const AROUND: f64 = 24.0;
/// The maximum distance between a grid and the number above it, in points; a line of text may lie between them.
const ABOVE: f64 = 48.0;
/// The minimum length of a grid's outer line, as a share of the grid's side. Round corners shorten the line by up to a
/// cell at each end.
const SHORTEST_EDGE: f64 = 0.75;
/// The vector from the start of a digit's baseline to the middle of the digit, in units of the type size: half the
/// width and half the height of a digit.
const MIDDLE: (f64, f64) = (0.28, 0.33);
/// The number of cells along a side of the smallest grid.
const LEAST_SIDE: usize = 4;
/// The maximum type size of a candidate, as a share of the cell's side.
const CANDIDATE: f64 = 0.45;

/// A grid found in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundGrid {
    /// The page of the grid, from 1.
    pub page: usize,
    /// The number that is printed above the grid.
    pub number: Option<usize>,
    /// The short id that is printed above or below the grid.
    pub short_id: Option<String>,
    /// The digits in the grid, in reading order; 0 for a blank.
    pub values: Vec<u8>,
    /// `true` if every cell holds a digit, as in a solution.
    pub is_full: bool,
    /// The candidates of each cell, printed in small type; `None` if the grid has no candidates.
    pub candidates: Option<Box<[DigitSet; CELLS]>>,
}

impl FoundGrid {
    /// Returns the digits as a 9×9 board; `None` for a grid of another size.
    pub fn board(&self) -> Option<Board> {
        let values = self.values.as_slice().try_into().ok()?;
        Board::from_values(values)
    }

    pub(super) const fn kind(&self) -> &'static str {
        match self.is_full {
            true => "solution",
            false => "puzzle",
        }
    }
}

/// Returns all grids of a PDF, page by page.
///
/// # Errors
/// If the file is not a readable PDF.
pub fn grids(bytes: &[u8]) -> Result<Vec<FoundGrid>, PrintError> {
    let file = ParsedPdf::open(bytes)?;
    let symbols = symbols_of(&file);
    let mut reader = PageReader::new(&file);
    let mut found = Vec::new();
    for (number, page) in (1..).zip(file.pages()?) {
        let items = reader.items(&page)?;
        found.extend(on_page(number, &items, &symbols));
    }
    Ok(found)
}

/// The place of a grid: its left edge, bottom edge and side in points, and its number of cells along a side.
#[derive(Debug, Clone, Copy, PartialEq)]
struct GridPlace {
    left: f64,
    bottom: f64,
    side: f64,
    cells: usize,
}

impl GridPlace {
    /// Returns the box of the grid, which reaches to the outer lines.
    fn bounds(&self) -> PageArea {
        let (left, bottom) = (self.left, self.bottom);
        [left, bottom, left + self.side, bottom + self.side]
    }

    /// Returns which of the nine places for a cell's candidates contains this point, from 0 to 8 in reading order;
    /// `None` if the point is outside the grid.
    fn candidate(&self, (x, y): Point) -> Option<usize> {
        let third = |from_edge: f64| {
            let place = (from_edge / self.side * 27.0).floor();
            (0.0..27.0).contains(&place).then_some(place as usize % 3)
        };
        let (column, row) = (third(x - self.left)?, third(self.bottom + self.side - y)?);
        Some(3 * row + column)
    }

    fn cell(&self, (x, y): Point) -> Option<usize> {
        let place = |from_edge: f64| {
            let place = (from_edge / self.side * self.cells as f64).floor();
            (0.0..self.cells as f64)
                .contains(&place)
                .then_some(place as usize)
        };
        let (column, row) = (place(x - self.left)?, place(self.bottom + self.side - y)?);
        Some(self.cells * row + column)
    }
}

/// The digits that were found in a grid.
#[derive(Debug, Clone)]
struct HeldDigits {
    values: Vec<u8>,
    count: usize,
    upside_down: usize,
    candidates: [DigitSet; CELLS],
}

impl HeldDigits {
    /// Creates an empty collection of digits, for a grid with `side` cells along a side.
    fn new(side: usize) -> Self {
        Self {
            values: vec![0; side * side],
            count: 0,
            upside_down: 0,
            candidates: [DigitSet::EMPTY; CELLS],
        }
    }

    /// Adds a digit to a cell. If `place` is given, the digit is a candidate at that place of the cell. A candidate at
    /// the wrong place is ignored, so that a comparison with the plan reports the cell.
    fn add(&mut self, cell: usize, value: u8, place: Option<usize>, is_turned: bool) {
        match (place, Digit::new(value)) {
            (Some(place), digit) => {
                let fits = digit.filter(|it| it.index() == place);
                if let (Some(digit), Some(all)) = (fits, self.candidates.get_mut(cell)) {
                    *all = all.with(digit);
                }
            }
            (None, _) => {
                self.count += 1;
                self.upside_down += usize::from(is_turned);
                self.values[cell] = value;
            }
        }
    }

    /// Returns whether the grid is upside down, its values, and whether every cell has a value. If a cell has two
    /// digits or a wrong character, all values are 0, so that a comparison with the plan reports the grid.
    fn read(&self) -> (bool, Vec<u8>, bool) {
        let is_turned = self.upside_down * 2 > self.count;
        let mut values = self.values.clone();
        if is_turned {
            values.reverse();
        }
        let filled = values.iter().filter(|value| **value > 0).count();
        let is_full = filled == values.len();
        if filled != self.count {
            values.fill(0);
        }
        (is_turned, values, is_full)
    }
}

/// Returns the grids on a page, found among the items of the page.
pub(in crate::print) fn on_page(
    page: usize,
    items: &[PageItem],
    symbols: &Symbols,
) -> Vec<FoundGrid> {
    let squares = squares(items);
    if squares.is_empty() {
        return Vec::new();
    }
    let held = squares.iter().map(|square| HeldDigits::new(square.cells));
    let mut held: Vec<HeldDigits> = held.collect();
    let mut words = Vec::new();
    for item in items {
        let PageItem::Text(it) = item else {
            continue;
        };
        let (begin, turned, text) = (it.begin, it.turned, &it.text);
        let sign = if turned { -1.0 } else { 1.0 };
        let middle = (
            begin.0 + sign * MIDDLE.0 * it.size,
            begin.1 + sign * MIDDLE.1 * it.size,
        );
        let inside = squares
            .iter()
            .enumerate()
            .find_map(|(n, it)| Some((n, it.cell(middle)?)));
        match (inside, digit(text, symbols)) {
            (Some((n, cell)), Some(value)) => {
                let square = &squares[n];
                let is_small = it.size < CANDIDATE * square.side / square.cells as f64;
                // Only boards of 9×9 have drawn candidates.
                let place = square
                    .candidate(middle)
                    .filter(|_| is_small && square.cells == SIDE);
                held[n].add(cell, value, place, turned);
            }
            _ => words.push((begin, text)),
        }
    }
    let mut found: Vec<(GridPlace, bool, FoundGrid)> = Vec::new();
    for (square, digits) in squares.into_iter().zip(held) {
        let (turned, values, is_full) = digits.read();
        let has_candidates = digits.candidates.iter().any(|it| !it.is_empty());
        let grid = FoundGrid {
            page,
            number: number(&square, &words),
            short_id: name(&square, &words),
            values,
            is_full,
            candidates: has_candidates.then(|| Box::new(digits.candidates)),
        };
        found.push((square, turned, grid));
    }
    adopt(&mut found);
    found.into_iter().map(|(_, _, grid)| grid).collect()
}

/// Returns the boxes of the grids on a page, found among the items of the page.
pub(in crate::print) fn boxes(items: &[PageItem]) -> Vec<PageArea> {
    squares(items).iter().map(GridPlace::bounds).collect()
}

/// Gives each upside-down grid the number of the nearest upright grid above it. If there is no such grid, gives it
/// the number of the nearest upright grid to its left with the same lower edge. Removes the short ids of
/// upside-down grids.
fn adopt(found: &mut [(GridPlace, bool, FoundGrid)]) {
    for n in 0..found.len() {
        let (square, turned, _) = found[n];
        if !turned {
            continue;
        }
        let upright = || found.iter().filter(|other| !other.1);
        let above = |other: &&(GridPlace, bool, FoundGrid)| {
            let apart = other.0.left + other.0.side / 2.0 - (square.left + square.side / 2.0);
            apart.abs() < 1.0 && other.0.bottom > square.bottom
        };
        let beside = |other: &&(GridPlace, bool, FoundGrid)| {
            (other.0.bottom - square.bottom).abs() < 1.0 && other.0.left < square.left
        };
        let nearest = upright()
            .filter(above)
            .min_by(|a, b| a.0.bottom.total_cmp(&b.0.bottom));
        let nearest = nearest.or_else(|| {
            upright()
                .filter(beside)
                .max_by(|a, b| a.0.left.total_cmp(&b.0.left))
        });
        let number = nearest.and_then(|it| it.2.number);
        found[n].2.number = number;
        found[n].2.short_id = None;
    }
}

/// Returns the digit that a symbol stands for. Returns 0 for a character from 0 to 9 that is not one of the symbols;
/// such a character must not occur in a grid. Returns `None` for any other text.
fn digit(text: &str, symbols: &Symbols) -> Option<u8> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    let place = symbols
        .iter()
        .zip(1..)
        .find(|(symbol, _)| **symbol == letter);
    let wrong = || letter.is_ascii_digit().then_some(0);
    let value = place.map(|(_, value)| value).or_else(wrong)?;
    letters.next().is_none().then_some(value)
}

/// A horizontal or vertical line: the coordinate that all its points share, then the coordinates at which it begins and
/// ends.
type GridLine = (f64, f64, f64);

/// Finds the grids on a page. A grid has equally many horizontal and vertical lines, which are evenly spaced. Each line
/// reaches from one outer line to the opposite one. The outer lines themselves may be shorter, because corners can be
/// round.
fn squares(items: &[PageItem]) -> Vec<GridPlace> {
    let key = |value: f64| (value / NEAR).round() as i64;
    let mut across: BTreeMap<(i64, i64), Vec<f64>> = BTreeMap::new();
    let mut down: BTreeMap<(i64, i64), Vec<f64>> = BTreeMap::new();
    for item in items {
        let PageItem::Lines(lines, ..) = item else {
            continue;
        };
        for &((ax, ay), (bx, by)) in lines {
            if (ay - by).abs() < NEAR {
                across
                    .entry((key(ax.min(bx)), key(ax.max(bx))))
                    .or_default()
                    .push(ay);
            } else if (ax - bx).abs() < NEAR {
                down.entry((key(ay.min(by)), key(ay.max(by))))
                    .or_default()
                    .push(ax);
            }
        }
    }
    let [edges_across, edges_down] = [&across, &down].map(all_lines);
    let mut squares = Vec::new();
    for (&(left, right), ys) in &across {
        for (&(bottom, top), xs) in &down {
            let [left, right, bottom, top] = [left, right, bottom, top].map(|it| it as f64 * NEAR);
            if (right - left - (top - bottom)).abs() > 2.0 * NEAR {
                continue;
            }
            let has_edges = || {
                are_edged(&edges_across, (bottom, top), (left, right))
                    && are_edged(&edges_down, (left, right), (bottom, top))
            };
            let cells = cells_between(ys, (bottom, top), xs, (left, right));
            if let Some(cells) = cells.filter(|_| has_edges()) {
                squares.push(GridPlace {
                    left,
                    bottom,
                    side: right - left,
                    cells,
                });
            }
        }
    }
    // In reading order: from top to bottom and from left to right.
    squares.sort_by(|a, b| {
        let rows = (b.bottom + b.side).total_cmp(&(a.bottom + a.side));
        rows.then(a.left.total_cmp(&b.left))
    });
    squares
}

fn all_lines(by_ends: &BTreeMap<(i64, i64), Vec<f64>>) -> Vec<GridLine> {
    let lines = by_ends.iter().flat_map(|(&(from, to), places)| {
        let [from, to] = [from, to].map(|it| it as f64 * NEAR);
        places.iter().map(move |&place| (place, from, to))
    });
    lines.collect()
}

/// Returns the number of cells along a side of the grid between these outer lines; `None` if there is no grid. The
/// largest number whose inner lines all exist is returned, because the lines of a 12×12 grid include those of a 6×6
/// grid.
fn cells_between(ys: &[f64], heights: (f64, f64), xs: &[f64], widths: (f64, f64)) -> Option<usize> {
    let mut sides = (LEAST_SIDE..=Shape::LARGEST_SIDE).rev();
    sides.find(|&side| are_even(ys, heights, side) && are_even(xs, widths, side))
}

/// Returns whether inner lines divide the space between two outer lines evenly into `side` cells. No inner line may be
/// missing.
fn are_even(all: &[f64], (from, to): (f64, f64), side: usize) -> bool {
    (1..side).all(|n| {
        let wanted = from + (to - from) * n as f64 / side as f64;
        all.iter().any(|it| (it - wanted).abs() < 2.0 * NEAR)
    })
}

/// Returns whether the grid has an outer line at each of the two coordinates in `ends`. Each line must cover most
/// of the grid's side, which reaches from `from` to `to`, and must not go beyond the side.
fn are_edged(lines: &[GridLine], ends: (f64, f64), (from, to): (f64, f64)) -> bool {
    let near = 2.0 * NEAR;
    [ends.0, ends.1].iter().all(|end| {
        lines.iter().any(|&(place, begin, stop)| {
            let is_within = begin > from - near && stop < to + near;
            (place - end).abs() < near && is_within && stop - begin > SHORTEST_EDGE * (to - from)
        })
    })
}

/// Returns the nearest number printed above the left end of the grid; `None` if there is none within [`ABOVE`].
fn number(square: &GridPlace, words: &[(Point, &String)]) -> Option<usize> {
    let top = square.bottom + square.side;
    let above = |(point, _): &&(Point, &String)| {
        (point.0 - square.left).abs() < 1.0 && (0.0..ABOVE).contains(&(point.1 - top))
    };
    let numbers = words.iter().filter(above);
    let numbers = numbers.filter_map(|(point, text)| Some((point.1, text.parse().ok()?)));
    let nearest = numbers.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, number)| number)
}

/// Returns the nearest short id printed above or below the grid; `None` if there is none within [`AROUND`].
fn name(square: &GridPlace, words: &[(Point, &String)]) -> Option<String> {
    let top = square.bottom + square.side;
    let distance = |(_, y): Point| if y > top { y - top } else { square.bottom - y };
    let is_name = |text: &str| text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let near = |(point, text): &&(Point, &String)| {
        let across = (square.left - 1.0..=square.left + square.side).contains(&point.0);
        across && is_name(text) && (0.0..AROUND).contains(&distance(*point))
    };
    let named = words.iter().filter(near);
    let nearest = named.min_by(|a, b| distance(a.0).total_cmp(&distance(b.0)));
    nearest.map(|(_, text)| (*text).clone())
}
