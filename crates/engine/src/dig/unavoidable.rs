//! Unavoidable sets: sets of cells in which every puzzle of a grid needs at least one clue. If all cells of such a
//! set are blank, there is a second solution.
//!
//! Small sets are read off the grid in two ways, both used by Felgenhauer and Jarvis (*Enumerating possible Sudoku
//! grids*, 2005) and by McGuire, Tugemann, Civario (*There is no 16-clue Sudoku*, 2012):
//!
//! - Take the cells of two digits, and join those that share a house. In each connected part, the two digits can
//!   be swapped.
//! - Take two rows of a band (or two columns of a stack) and the permutation that leads from one to the other.
//!   Along each of its cycles, the two rows can be swapped.
//!
//! Other sets are learned from second solutions that the judge finds.
//!
//! Up to 128 sets are watched at once. The number of clues left in each set is a binary number of five bits,
//! spread over five *planes*. Each plane has one bit for every set. So five operations on planes subtract a
//! removed clue from all its sets:
//!
//! ```text
//! plane 4 … plane 0, each 128 bits: bit s of plane i is bit i of the clues left in set s
//! ```

use crate::grid::{Board, CELLS, Cell, CellSet, SIDE};
use std::array::from_fn;

/// The maximum number of watched unavoidable sets, one for each bit of a 128-bit number.
const SETS: usize = 128;
/// The number of bit planes that store how many clues each set has. Plane i has bit i of each set's count, so a count
/// can be up to 31.
const PLANES: usize = 5;
/// The maximum number of cells in a set that is derived from the grid alone: larger sets rarely matter.
const SMALL: usize = 12;

/// The known unavoidable sets of one grid.
#[derive(Debug, Clone)]
pub(super) struct Unavoidable {
    /// For each cell, the sets that contain it, one bit each.
    holding: [u128; CELLS],
    count: usize,
}

/// Some clues of the grid, and the number of these clues in each unavoidable set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    clues: CellSet,
    left: [u128; PLANES],
    /// The unavoidable sets with exactly one clue left, one bit each.
    last: u128,
}

impl Watch {
    /// Returns the cells that are clues.
    pub(super) const fn clues(&self) -> CellSet {
        self.clues
    }
}

impl Unavoidable {
    /// Finds the small unavoidable sets of a full grid, and starts to watch them with all cells as clues.
    pub(super) fn of(grid: &Board) -> (Self, Watch) {
        let mut sets = Self {
            holding: [0; CELLS],
            count: 0,
        };
        let mut watch = Watch {
            clues: CellSet::ALL,
            left: [0; PLANES],
            last: 0,
        };
        small_sets(grid, |set| sets.add_small(set, &mut watch));
        (sets, watch)
    }

    /// Adds an unavoidable set that was derived from the grid alone, while all of its cells are still clues.
    fn add_small(&mut self, set: &[Cell], watch: &mut Watch) {
        if self.count < SETS {
            self.watch(set.iter().copied(), set.len(), watch);
        }
    }

    /// Adds an unavoidable set, unless there is no room for the set or the set has too many clues left to be counted.
    pub(super) fn add(&mut self, set: CellSet, watch: &mut Watch) {
        let left = (set & watch.clues).len();
        if self.count < SETS && left >> PLANES == 0 {
            self.watch(set, left, watch);
        }
    }

    fn watch(&mut self, set: impl Iterator<Item = Cell>, left: usize, watch: &mut Watch) {
        let bit = 1 << self.count;
        self.count += 1;
        for cell in set {
            self.holding[cell.index()] |= bit;
        }
        for (place, plane) in watch.left.iter_mut().enumerate() {
            if left >> place & 1 == 1 {
                *plane |= bit;
            }
        }
        if left == 1 {
            watch.last |= bit;
        }
    }

    /// Returns a copy of the watch without these clues; `None` if some unavoidable set would have no clue left.
    pub(super) fn without(&self, orbit: CellSet, watch: &Watch) -> Option<Watch> {
        let removed = orbit & watch.clues;
        let holding = |cell: Cell| self.holding[cell.index()];
        let mut after = *watch;
        after.clues -= orbit;
        for cell in removed {
            let mut borrow = holding(cell);
            if borrow & after.last != 0 {
                return None;
            }
            for plane in &mut after.left {
                *plane ^= borrow;
                borrow &= *plane;
            }
            let [one, more @ ..] = &after.left;
            after.last = more.iter().fold(*one, |last, plane| last & !plane);
        }
        Some(after)
    }
}

/// Calls `found` with the smallest unavoidable sets in which two digits, two rows of a band or two columns of a stack
/// can be swapped. Sets of more than [`SMALL`] cells are left out, and some sets are found twice.
#[inline]
pub(super) fn small_sets(grid: &Board, mut found: impl FnMut(&[Cell])) {
    let places = DigitPlaces::of(grid);
    for first in 0..SIDE {
        for second in first + 1..SIDE {
            places.swap_digits(first, second, &mut found);
            if first / 3 == second / 3 {
                places.swap_rows(first, second, &mut found);
                places.swap_columns(first, second, &mut found);
            }
        }
    }
}

/// A value for each of the nine cells of a row, column or box, with room for sixteen so that no index has to
/// be checked.
type Line<T> = [T; 16];

/// The positions of each digit by row, by column and by box, and the digit of each cell.
struct DigitPlaces {
    /// The digit at each row and column.
    values: Line<Line<u8>>,
    /// The column of each digit in each row.
    column_in_row: Line<Line<u8>>,
    /// The box of each digit in each row.
    box_in_row: Line<Line<u8>>,
    /// The row of each digit in each column.
    row_in_column: Line<Line<u8>>,
    /// The row of each digit in each box.
    row_in_box: Line<Line<u8>>,
}

/// Returns the value at this place of this line in a table of lines.
#[inline(always)]
const fn entry(table: &Line<Line<u8>>, line: usize, place: usize) -> usize {
    table[line & 15][place & 15] as usize
}

impl DigitPlaces {
    fn of(grid: &Board) -> Self {
        let none = [[0; 16]; 16];
        let mut places = Self {
            values: none,
            column_in_row: none,
            box_in_row: none,
            row_in_column: none,
            row_in_box: none,
        };
        for (cell, digit) in grid.givens() {
            let (row, column, digit) = (cell.row(), cell.column(), digit.index());
            places.values[row][column] = digit as u8;
            places.column_in_row[digit][row] = column as u8;
            places.box_in_row[digit][row] = cell.box_index() as u8;
            places.row_in_column[digit][column] = row as u8;
            places.row_in_box[digit][cell.box_index()] = row as u8;
        }
        places
    }

    /// Finds the parts of the grid in which two digits can be swapped. A part consists of the cells of both digits
    /// in a set of rows. For the first digit's cell in each of these rows, the second digit's cells in the same
    /// column and in the same box are also in these rows.
    fn swap_digits(&self, first: usize, second: usize, found: &mut impl FnMut(&[Cell])) {
        let next = from_fn(|row| {
            let column = entry(&self.column_in_row, first, row);
            let in_box = entry(&self.box_in_row, first, row);
            1 << entry(&self.row_in_column, second, column)
                | 1 << entry(&self.row_in_box, second, in_box)
        });
        let column = |digit, row| entry(&self.column_in_row, digit, row);
        let cells = |row| [first, second].map(|digit| Cell::at(row, column(digit, row)));
        parts(&next, cells, found);
    }

    /// Finds the columns in which two rows of a band can be swapped.
    fn swap_rows(&self, first: usize, second: usize, found: &mut impl FnMut(&[Cell])) {
        let next = from_fn(|column| {
            let digit = entry(&self.values, first, column);
            1 << entry(&self.column_in_row, digit, second)
        });
        let cells = |column| [first, second].map(|row| Cell::at(row, column));
        parts(&next, cells, found);
    }

    /// Finds the rows in which two columns of a stack can be swapped.
    fn swap_columns(&self, first: usize, second: usize, found: &mut impl FnMut(&[Cell])) {
        let next = from_fn(|row| {
            let digit = entry(&self.values, row, first);
            1 << entry(&self.row_in_column, digit, second)
        });
        let cells = |row| [first, second].map(|column| Cell::at(row, column));
        parts(&next, cells, found);
    }
}

/// Splits nine lines into the smallest parts such that `next` never leads from one part to another. Calls `found`
/// with the cells of each part that has at most [`SMALL`] cells, two per line. `next` has, for each line, the lines
/// to which that line leads, one bit each. Every line leads, step by step, to all other lines of its part, because
/// `next` consists of permutations.
#[inline]
fn parts(next: &[u16; SIDE], cells: impl Fn(usize) -> [Cell; 2], found: &mut impl FnMut(&[Cell])) {
    let mut rest: u16 = 0x1FF;
    while rest != 0 {
        let mut part = [0; SIDE];
        let (mut size, mut ahead) = (0, rest & rest.wrapping_neg());
        while ahead != 0 {
            let line = ahead.trailing_zeros() as usize;
            rest &= !(1 << line);
            part[size] = line;
            size += 1;
            ahead = (ahead | next[line]) & rest;
        }
        if 2 * size <= SMALL {
            let mut set = [Cell::at(0, 0); SMALL];
            for (pair, line) in set.chunks_exact_mut(2).zip(&part[..size]) {
                pair.copy_from_slice(&cells(*line));
            }
            found(&set[..2 * size]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::create::{self, Method};
    use crate::seed::Generator;
    use crate::solve::search;

    fn grid(k: u64) -> (Board, Generator) {
        let mut rng = Generator::for_candidate(2, k);
        (create::full_grid(&Method::Diagonal, &mut rng).grid, rng)
    }

    /// Returns the watched unavoidable sets as cell sets.
    fn sets(of: &Unavoidable) -> Vec<CellSet> {
        let holds = |set: usize, cell: &Cell| of.holding[cell.index()] >> set & 1 == 1;
        (0..of.count)
            .map(|set| Cell::all().filter(|cell| holds(set, cell)).collect())
            .collect()
    }

    #[test]
    fn small_sets_are_unavoidable() {
        for k in 0..50 {
            let (grid, _) = grid(k);
            let (known, _) = Unavoidable::of(&grid);
            assert!(known.count > 20);
            for set in sets(&known) {
                assert!((4..=SMALL).contains(&set.len()));
                let puzzle = grid.keep(CellSet::ALL - set);
                assert_eq!(search::count(&puzzle, 2), 2, "{puzzle}");
            }
        }
    }

    #[test]
    fn a_clue_stays_exactly_when_it_is_the_last_of_a_set() {
        for k in 0..50 {
            let (grid, mut rng) = grid(k);
            let (mut known, mut watch) = Unavoidable::of(&grid);
            let mut order: Vec<Cell> = Cell::all().collect();
            rng.shuffle(&mut order);
            for (step, pair) in order.chunks(2).enumerate() {
                if step == 10 {
                    let learned = order.iter().skip(3).step_by(4).copied().collect();
                    known.add(learned, &mut watch);
                }
                let orbit: CellSet = pair.iter().copied().collect();
                let rest = watch.clues() - orbit;
                let emptied = sets(&known).iter().any(|set| set.is_disjoint(rest));
                let after = known.without(orbit, &watch);
                assert_eq!(after.is_none(), emptied);
                watch = after.unwrap_or(watch);
            }
        }
    }

    /// Checks that sets are ignored once there is no room for them, and that the watched sets don't change.
    #[test]
    fn there_is_an_end_to_the_list() {
        let (grid, _) = grid(0);
        let (mut known, mut watch) = Unavoidable::of(&grid);
        let before = known.count;
        known.add(CellSet::ALL, &mut watch);
        assert_eq!(known.count, before);
        for cell in Cell::all().chain(Cell::all()) {
            known.add(CellSet::of(cell), &mut watch);
        }
        assert_eq!(known.count, SETS);
        assert_eq!(sets(&known)[before], CellSet::from_bits(1));
    }
}
