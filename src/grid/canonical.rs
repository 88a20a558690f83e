//! The canonical form: the one puzzle that stands for all 3,359,232 × 9! that are the same puzzle
//! turned, mirrored, shuffled or relabelled. Its hash is the puzzle's id.
//!
//! It is the smallest form, read row by row, of the *solution*, with the clues carried along; where
//! the solution has symmetries of its own, the smallest puzzle of those that they give, with a
//! blank below every digit.
//!
//! Why it takes microseconds and not 3,359,232 relabellings: once the first row is relabelled to
//! 123456789 the second row of the smallest form can only begin with 456 or, if no band of the grid
//! allows that, with 457. For every choice of the first two rows (36, counting both ways up) and of
//! the first stack (3) that leaves at most four orders of the columns (36 for 456). The orders of
//! all other rows follow from their first cells: rows ascend in their band, and bands by their
//! first rows. So at most a few hundred forms are begun, two packed rows are compared for each, and
//! a handful are finished. (The idea that only minimal bands need finishing is that of the minlex
//! routines of gridchecker and of Glenn Fowler's sudoku program; the code is our own.)

use super::symmetry::{ORDERS, Transform};
use super::{Board, CELLS, SIDE};
use serde::{Serialize, Serializer};
use std::fmt;

/// A puzzle in canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Canonical {
    /// The canonical puzzle.
    pub puzzle: Board,
    /// Its solution: the smallest form of the solution.
    pub solution: Board,
    /// A symmetry that turns the given puzzle into the canonical one.
    pub transform: Transform,
    /// How many symmetries the solution has, the one that changes nothing included: 1 to 648.
    pub solution_symmetries: usize,
}

impl Canonical {
    /// The canonical form of a puzzle with this only solution.
    ///
    /// # Panics
    /// If `solution` is no full grid.
    pub fn of(puzzle: &Board, solution: &Board) -> Self {
        assert!(
            solution.is_full_grid(),
            "only a full grid has a canonical form"
        );
        let mut search = Search::new();
        for transposed in [false, true] {
            search.orientation(&Grid::new(solution, transposed));
        }
        let forms = search.forms.iter().map(|form| (form.apply(puzzle), form));
        let smallest = forms.min_by(|a, b| a.0.cmp(&b.0));
        let (puzzle, &transform) = smallest.unwrap_or((*puzzle, &Transform::IDENTITY));
        Self {
            puzzle,
            solution: transform.apply(solution),
            transform,
            solution_symmetries: search.forms.len(),
        }
    }

    /// The id that the puzzle shares with all its forms and with no other puzzle.
    pub fn id(&self) -> PuzzleId {
        let text = super::text::line_bytes(&self.puzzle, b'0');
        let mut id = [0; 16];
        id.copy_from_slice(&blake3::hash(&text).as_bytes()[..16]);
        PuzzleId(id)
    }
}

/// What names a puzzle for ever, however it is turned or relabelled: the first 128 bits of the
/// BLAKE3 of its canonical form's 81 characters, `0` for a blank. Two different puzzles among a
/// billion share one with a chance below 10⁻²⁰. Shown, and in serde's terms, as 32 hexadecimal
/// digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId([u8; 16]);

impl PuzzleId {
    /// The id with these bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The sixteen bytes, in the order in which the digits are shown.
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for PuzzleId {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

/// A full grid, upright or transposed: digits 0 to 8, and what each third of a row holds.
struct Grid {
    transposed: bool,
    cells: [u8; CELLS],
    thirds: [[u16; 3]; SIDE],
}

impl Grid {
    fn new(solution: &Board, transposed: bool) -> Self {
        let old = solution.values();
        let mut grid = Self {
            transposed,
            cells: [0; CELLS],
            thirds: [[0; 3]; SIDE],
        };
        for row in 0..SIDE {
            for column in 0..SIDE {
                let origin = if transposed {
                    column * SIDE + row
                } else {
                    row * SIDE + column
                };
                let digit = old[origin] - 1;
                grid.cells[row * SIDE + column] = digit;
                grid.thirds[row][column / 3] |= 1 << digit;
            }
        }
        grid
    }

    #[inline]
    fn at(&self, row: usize, column: u8) -> usize {
        usize::from(self.cells[row * SIDE + usize::from(column)])
    }
}

/// Rows of a form, four bits a digit, the first digit highest: comparing numbers compares rows.
type Rows = [u64; SIDE];

/// Column orders and labels that make the first row 123456789.
struct Head {
    columns: [u8; SIDE],
    labels: [u8; SIDE],
}

impl Head {
    #[inline]
    fn row(&self, grid: &Grid, row: usize) -> u64 {
        self.columns.iter().fold(0, |packed, &column| {
            packed << 4 | u64::from(self.labels[grid.at(row, column)])
        })
    }

    #[inline]
    fn first_label(&self, grid: &Grid, row: usize) -> u8 {
        self.labels[grid.at(row, self.columns[0])]
    }
}

/// The smallest form met, and every symmetry that gives it.
struct Search {
    best: Rows,
    forms: Vec<Transform>,
}

impl Search {
    fn new() -> Self {
        Self {
            best: [u64::MAX; SIDE],
            forms: Vec::with_capacity(8),
        }
    }

    fn orientation(&mut self, grid: &Grid) {
        for band in 0..3 {
            for order in ORDERS {
                let rows = order.map(|row| 3 * band + usize::from(row));
                for stack in 0..3 {
                    self.first_stack(grid, rows, stack);
                }
            }
        }
    }

    /// Orders of the other two stacks, and of the columns in all three, that can give the smallest
    /// second row when `stack` comes first.
    fn first_stack(&mut self, grid: &Grid, rows: [usize; 3], stack: usize) {
        let [first, second, _] = rows;
        let below = grid.thirds[second][stack];
        let (left, right) = ((stack + 1) % 3, (stack + 2) % 3);
        let shared = (below & grid.thirds[first][left]).count_ones();
        // The stack whose digits come two or three times below the first becomes the second.
        let stacks = if shared >= 2 {
            [stack, left, right]
        } else {
            [stack, right, left]
        };
        let pure = below == grid.thirds[first][stacks[1]];
        // 456 beats 457: once seen, nothing else can win.
        if !pure && self.best[1] >> 24 == 0x456 {
            return;
        }
        for middle in ORDERS {
            let middle = middle.map(|column| 3 * stacks[1] as u8 + column);
            let is_below = |column| below >> grid.at(first, column) & 1 == 1;
            if !(is_below(middle[0]) && is_below(middle[1])) {
                continue;
            }
            for last in ORDERS {
                let last = last.map(|column| 3 * stacks[2] as u8 + column);
                if !pure && !is_below(last[0]) {
                    continue;
                }
                let third = if pure { middle[2] } else { last[0] };
                let wanted = [middle[0], middle[1], third].map(|column| grid.at(first, column));
                let lead = wanted.map(|digit| column_of(grid, second, stack, digit));
                self.try_head(grid, rows, [lead, middle, last]);
            }
        }
    }

    fn try_head(&mut self, grid: &Grid, rows: [usize; 3], columns: [[u8; 3]; 3]) {
        let mut head = Head {
            columns: [0; SIDE],
            labels: [0; SIDE],
        };
        for (place, &column) in columns.as_flattened().iter().enumerate() {
            head.columns[place] = column;
            head.labels[grid.at(rows[0], column)] = place as u8 + 1;
        }
        let second = head.row(grid, rows[1]);
        if second > self.best[1] {
            return;
        }
        let third = head.row(grid, rows[2]);
        if (second, third) > (self.best[1], self.best[2]) {
            return;
        }
        self.finish(grid, rows, &head, second, third);
    }

    /// The six other rows in the only order that can be smallest, compared with the best form.
    fn finish(&mut self, grid: &Grid, rows: [usize; 3], head: &Head, second: u64, third: u64) {
        let band = rows[0] / 3;
        let mut bands = [(band + 1) % 3, (band + 2) % 3].map(|band| {
            let mut lines = [3 * band, 3 * band + 1, 3 * band + 2];
            lines.sort_unstable_by_key(|&row| head.first_label(grid, row));
            lines
        });
        bands.sort_unstable_by_key(|lines| head.first_label(grid, lines[0]));
        let [[a, b, c], [d, e, f]] = bands;
        let order = [rows[0], rows[1], rows[2], a, b, c, d, e, f];
        let mut form: Rows = [0; SIDE];
        (form[0], form[1], form[2]) = (head.row(grid, rows[0]), second, third);
        for place in 3..SIDE {
            form[place] = head.row(grid, order[place]);
        }
        if form > self.best {
            return;
        }
        if form < self.best {
            self.best = form;
            self.forms.clear();
        }
        self.forms.push(Transform {
            transposed: grid.transposed,
            rows: order.map(|row| row as u8),
            columns: head.columns,
            digits: head.labels,
        });
    }
}

/// The column of a stack in which a digit stands in a row.
#[inline]
fn column_of(grid: &Grid, row: usize, stack: usize, digit: usize) -> u8 {
    let first = 3 * stack as u8;
    let found = [first, first + 1, first + 2]
        .into_iter()
        .find(|&column| grid.at(row, column) == digit);
    found.unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::symmetry::CELL_SYMMETRIES;

    const GRIDS: [&str; 3] = [
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    ];

    /// The smallest form by trying every way to move the cells.
    fn by_brute_force(grid: &Board) -> Board {
        let mut best = [9u8; CELLS];
        for number in 0..CELL_SYMMETRIES {
            let moved = Transform::of_cells(number);
            let mut labels = [0; 10];
            let (mut next, mut smaller) = (1, false);
            let mut form = [0; CELLS];
            for (place, value) in form.iter_mut().enumerate() {
                let (row, column) = (moved.rows[place / 9], moved.columns[place % 9]);
                let old = usize::from(grid.values()[moved.origin(row, column)]);
                if labels[old] == 0 {
                    labels[old] = next;
                    next += 1;
                }
                *value = labels[old];
                if !smaller && *value != best[place] {
                    if *value > best[place] {
                        break;
                    }
                    smaller = true;
                }
            }
            if smaller {
                best = form;
            }
        }
        Board::from_values(best).unwrap()
    }

    #[test]
    fn it_is_the_smallest_of_all_forms() {
        for text in GRIDS {
            let grid: Board = text.parse().unwrap();
            let canonical = Canonical::of(&grid, &grid);
            assert!(canonical.transform.is_valid());
            assert_eq!(canonical.transform.apply(&grid), canonical.solution);
            assert_eq!(canonical.solution, by_brute_force(&grid), "{text}");
        }
    }

    #[test]
    fn the_most_symmetric_grid_has_648() {
        let grid: Board = GRIDS[2].parse().unwrap();
        assert_eq!(Canonical::of(&grid, &grid).solution_symmetries, 648);
    }
}
