//! Finds the canonical form of a puzzle with one solution, and its id. Source: docs/pack-format.md, "The id".
//!
//! A grid can be moved in 3,359,232 ways that keep houses together. Rows and columns can be exchanged. Bands,
//! stacks, the rows of each band and the columns of each stack can each be put in six orders. After each move, the
//! digits are relabelled so that the solution's first row reads 123456789. The canonical form is the result with
//! the smallest solution, compared cell by cell in reading order. If several ways give this solution, the smallest
//! puzzle is taken, where a blank is less than any digit.
//!
//! Three observations make this feasible:
//! - The labels are known once the exchange, the first row and the order of the columns are chosen. There are only
//!   2 · 9 · 1,296 such choices.
//! - The second row is one of the band's other two rows. It is compared first, so only ways with the smallest
//!   second row are kept. The row's first three digits often show early that a way is not one of these.
//! - All other rows are then determined. The third row is the last of the band. In each other band, the rows are
//!   sorted by their first digits, and these two bands are sorted by the first digits of their first rows. There
//!   are no ties, because a column has no digit twice.

use crate::grid::{Grid, write};

/// The six orders of three items.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// A puzzle and its solution in canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalPair {
    /// The puzzle in canonical form.
    pub puzzle: Grid,
    /// The solution in canonical form.
    pub solution: Grid,
    /// The number of ways to move and relabel the solution into this form, which is also the number of symmetries of
    /// the solution.
    pub symmetries: usize,
}

/// A way to move the rows and columns of a grid: whether rows and columns are exchanged, which rows come first and
/// second, and the order of the columns.
struct Way {
    is_exchanged: bool,
    first: usize,
    second: usize,
    columns: [usize; 9],
}

/// Returns the canonical form of a puzzle and its only solution.
pub fn canonical(puzzle: &Grid, solution: &Grid) -> CanonicalPair {
    let mut best: Option<CanonicalPair> = None;
    for way in ways_with_smallest_second_row(solution) {
        let (moved_solution, moved_puzzle) = way.apply(solution, puzzle);
        let candidate = CanonicalPair {
            puzzle: moved_puzzle,
            solution: moved_solution,
            symmetries: 1,
        };
        best = Some(match best {
            Some(best) if best.solution < candidate.solution => best,
            Some(best) if best.solution == candidate.solution => CanonicalPair {
                puzzle: best.puzzle.min(candidate.puzzle),
                symmetries: best.symmetries + 1,
                ..best
            },
            _ => candidate,
        });
    }
    best.unwrap_or(CanonicalPair {
        puzzle: *puzzle,
        solution: *solution,
        symmetries: 0,
    })
}

/// Returns the id of a puzzle in canonical form: the first 16 bytes of the BLAKE3 hash of its 81 characters, `0` for
/// a blank.
pub fn id(canonical_puzzle: &Grid) -> [u8; 16] {
    let hash = blake3::hash(write(canonical_puzzle).as_bytes());
    std::array::from_fn(|byte| hash.as_bytes()[byte])
}

/// Returns the grid with rows and columns exchanged.
fn exchanged(grid: &Grid) -> Grid {
    std::array::from_fn(|cell| grid[9 * (cell % 9) + cell / 9])
}

fn ways_with_smallest_second_row(solution: &Grid) -> Vec<Way> {
    let mut smallest = [9; 9];
    let mut ways = Vec::new();
    for is_exchanged in [false, true] {
        let grid = if is_exchanged {
            exchanged(solution)
        } else {
            *solution
        };
        for first in 0..9 {
            let band = first / 3 * 3;
            for second in (band..band + 3).filter(|&row| row != first) {
                for columns in column_orders(&grid, first, second, &smallest) {
                    let row = relabelled(&grid, first, second, &columns);
                    if row < smallest {
                        smallest = row;
                        ways.clear();
                    }
                    if row == smallest {
                        ways.push(Way {
                            is_exchanged,
                            first,
                            second,
                            columns,
                        });
                    }
                }
            }
        }
    }
    ways
}

/// Returns the row `second` with its columns in this order, relabelled so that the row `first` reads 1 to 9.
fn relabelled(grid: &Grid, first: usize, second: usize, columns: &[usize; 9]) -> [u8; 9] {
    let labels = labels(grid, first, columns);
    columns.map(|column| labels[usize::from(grid[9 * second + column])])
}

/// Returns the new label of each digit: with its columns in this order, the row `first` reads 1 to 9. The label of
/// a blank (0) is 0.
fn labels(grid: &Grid, first: usize, columns: &[usize; 9]) -> [u8; 10] {
    let mut labels = [0; 10];
    for (label, column) in (1..).zip(columns) {
        labels[usize::from(grid[9 * first + column])] = label;
    }
    labels
}

/// Returns the orders of the columns in which the second row can still be as small as `smallest`. The columns of the
/// first two stacks are ordered first, which gives six digits the labels 1 to 6. The other digits count as 7, the least
/// label that they can get. If the first three labels of the second row are then too large, no orders of the third
/// stack are added.
fn column_orders(grid: &Grid, first: usize, second: usize, smallest: &[u8; 9]) -> Vec<[usize; 9]> {
    let mut found = Vec::new();
    for stacks in ORDERS {
        let column = |stack: usize, place: usize| 3 * stacks[stack] + place;
        for left in ORDERS {
            for middle in ORDERS {
                let mut labels = [7; 10];
                for place in 0..3u8 {
                    let at = usize::from(place);
                    let digit = |column: usize| usize::from(grid[9 * first + column]);
                    labels[digit(column(0, left[at]))] = 1 + place;
                    labels[digit(column(1, middle[at]))] = 4 + place;
                }
                let start = left.map(|at| labels[usize::from(grid[9 * second + column(0, at)])]);
                if start[..] > smallest[..3] {
                    continue;
                }
                found.extend(ORDERS.map(|right| {
                    let orders = [left, middle, right];
                    std::array::from_fn(|at| column(at / 3, orders[at / 3][at % 3]))
                }));
            }
        }
    }
    found
}

impl Way {
    /// Moves and relabels the solution and the puzzle.
    fn apply(&self, solution: &Grid, puzzle: &Grid) -> (Grid, Grid) {
        let (solution, puzzle) = if self.is_exchanged {
            (exchanged(solution), exchanged(puzzle))
        } else {
            (*solution, *puzzle)
        };
        let labels = labels(&solution, self.first, &self.columns);
        let rows = self.rows(&solution, &labels);
        let moved = |grid: &Grid| -> Grid {
            std::array::from_fn(|cell| {
                let digit = grid[9 * rows[cell / 9] + self.columns[cell % 9]];
                labels[usize::from(digit)]
            })
        };
        (moved(&solution), moved(&puzzle))
    }

    /// Returns the numbers of all rows in their new order. First come the rows `first` and `second`, and the third row
    /// of their band. In each of the other two bands, the rows are sorted by their labels in the first column. Of
    /// these two bands, the one with the smallest such label comes first.
    fn rows(&self, solution: &Grid, labels: &[u8; 10]) -> Vec<usize> {
        let first_label = |row: &usize| labels[usize::from(solution[9 * row + self.columns[0]])];
        let band = self.first / 3;
        let third = 3 * band + 3 - self.first % 3 - self.second % 3;
        let mut others: Vec<Vec<usize>> = (0..3)
            .filter(|&other| other != band)
            .map(|other| (3 * other..3 * other + 3).collect())
            .collect();
        for rows in &mut others {
            rows.sort_by_key(first_label);
        }
        others.sort_by_key(|rows| first_label(&rows[0]));
        let mut rows = vec![self.first, self.second, third];
        rows.extend(others.concat());
        rows
    }
}
