//! Computes the canonical form: the one puzzle that represents all 3,359,232 × 9! forms into which a puzzle can be
//! turned, mirrored, shuffled or relabelled. The hash of the canonical form is the puzzle's id.
//!
//! The canonical form has the smallest *solution* of all forms, read row by row. If the solution has symmetries of
//! its own, several forms have this solution. Then the form with the smallest puzzle is taken, where a blank
//! counts less than any digit.
//!
//! The search takes microseconds, since few of the forms can have the smallest solution:
//!
//! - The first row is relabelled to 123456789. The second row then begins with 456 or, if no band or stack of the
//!   grid allows that, with 457.
//! - There are 36 choices of the first two rows (from a band or a stack, in both orders) and 3 of the first stack.
//!   Each choice fixes which stack is the middle one.
//! - For 456, all 6 orders of the middle stack's columns are tried. For 457, only 2 are: the column whose digit is
//!   missing below the first stack comes last. Of the orders for 457, most are then ruled out by the fourth digit of
//!   the second row.
//! - Each order fixes the other six columns. Those of the first stack follow from the 456 or 457 below them. Those
//!   of the last stack follow from 7, 8 and 9, which must come in this order in the second row.
//! - The other rows are ordered by their first cells: rows ascend within their band, and bands by their first
//!   rows.
//!
//! So about seventy forms are started. Their second rows are compared, each packed into one number, and a handful
//! of forms are finished. (The idea to finish only forms with the smallest first band comes from the minlex routines
//! of gridchecker and of Glenn Fowler's sudoku program; the code is our own.)

use super::symmetry::{ORDERS, Transform};
use super::{Board, SIDE};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::array::from_fn;
use std::fmt;
use std::str::FromStr;

/// A puzzle in canonical form.
///
/// ```
/// use sudoku_engine::{Board, Canonical, solve};
/// let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = solve(&puzzle, 2).first.expect("it has one");
/// let form = Canonical::of(&puzzle, &solution);
/// assert_eq!(form.puzzle, form.transform.apply(&puzzle));
/// let again = Canonical::of(&form.puzzle, &form.solution);
/// assert_eq!(form.id(), again.id());
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Canonical {
    /// The puzzle in canonical form.
    pub puzzle: Board,
    /// The puzzle's solution in canonical form: the smallest of all forms of the solution.
    pub solution: Board,
    /// A symmetry that turns the given puzzle into the canonical one; there may be several.
    pub transform: Transform,
    /// The number of symmetries of the solution, including the one that changes nothing: 1 to 648.
    pub solution_symmetries: usize,
}

impl Canonical {
    /// Finds the canonical form of a puzzle whose only solution is `solution`.
    ///
    /// # Panics
    /// If `solution` is not a full grid.
    pub fn of(puzzle: &Board, solution: &Board) -> Self {
        assert!(
            solution.is_full_grid(),
            "only a full grid has a canonical form"
        );
        let mut search = SmallestForm::new(puzzle);
        search.search(&[false, true].map(|transposed| OrientedGrid::new(solution, transposed)));
        let transform = search.found;
        Self {
            puzzle: search.smallest.unwrap_or_else(|| transform.apply(puzzle)),
            solution: transform.apply(solution),
            transform,
            solution_symmetries: search.symmetries,
        }
    }

    /// Returns the id that the puzzle shares with all its forms and with no other puzzle.
    pub fn id(&self) -> PuzzleId {
        let text = super::text::line_bytes(&self.puzzle, b'0');
        let mut id = [0; 16];
        id.copy_from_slice(&blake3::hash(&text).as_bytes()[..16]);
        PuzzleId(id)
    }
}

/// The id of a puzzle, the same however the puzzle is turned or relabelled: the first 128 bits of the BLAKE3 hash of
/// the canonical form's 81 characters, `0` for a blank. The chance that any two of a billion different puzzles share
/// an id is below 10⁻²⁰. An id is displayed, and written by serde, as 32 hexadecimal digits.
///
/// ```
/// use sudoku_engine::PuzzleId;
/// let id = PuzzleId::from_bytes([0xab; 16]);
/// assert_eq!(id.to_string(), "ab".repeat(16));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId([u8; 16]);

impl PuzzleId {
    /// Makes the id with these bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Returns the sixteen bytes, in the order in which they are displayed.
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// The error for a text that is not 32 hexadecimal digits, and so no id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id has 32 digits, 0 to 9 and a to f")]
pub struct PuzzleIdError;

impl FromStr for PuzzleId {
    type Err = PuzzleIdError;

    /// Reads an id as it is displayed; capital letters are accepted.
    ///
    /// ```
    /// use sudoku_engine::PuzzleId;
    /// let id: PuzzleId = "00112233445566778899aabbccddeeff".parse()?;
    /// assert_eq!((id.bytes()[1], "0011".parse::<PuzzleId>().is_ok()), (0x11, false));
    /// # Ok::<(), sudoku_engine::grid::PuzzleIdError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PuzzleIdError> {
        let is_hex = text.len() == 32 && text.bytes().all(|it| it.is_ascii_hexdigit());
        let number = u128::from_str_radix(text, 16).ok().filter(|_| is_hex);
        let number = number.ok_or(PuzzleIdError)?;
        Ok(Self(number.to_be_bytes()))
    }
}

#[cfg(feature = "serde")]
impl Serialize for PuzzleId {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for PuzzleId {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A full grid, upright or transposed: its digits from 0 to 8, and the column of each digit in every row.
struct OrientedGrid {
    transposed: bool,
    digits: [[u8; SIDE]; SIDE],
    columns: [[u8; SIDE]; SIDE],
}

impl OrientedGrid {
    fn new(solution: &Board, transposed: bool) -> Self {
        let mut grid = Self {
            transposed,
            digits: [[0; SIDE]; SIDE],
            columns: [[0; SIDE]; SIDE],
        };
        for (place, &value) in solution.values().iter().enumerate() {
            let (row, column) = if transposed {
                (place % SIDE, place / SIDE)
            } else {
                (place / SIDE, place % SIDE)
            };
            let digit = value - 1;
            grid.digits[row][column] = digit;
            grid.columns[row][usize::from(digit)] = column as u8;
        }
        grid
    }

    #[inline]
    fn at(&self, row: usize, column: u8) -> usize {
        usize::from(self.digits[row][usize::from(column)])
    }
}

/// The first two rows of a possible canonical form, and the third row of their band.
#[derive(Clone, Copy)]
struct RowPair {
    rows: [usize; 3],
    /// For each digit of the first row, from left to right, the column of the same digit in the second row.
    below: [u8; SIDE],
    /// For each digit of the second row, from left to right, the column of the same digit in the first row.
    above: [u8; SIDE],
}

impl RowPair {
    /// Returns the row pairs of all bands, each in both orders.
    fn all(grid: &OrientedGrid) -> [Self; 18] {
        from_fn(|n| {
            let rows = ORDERS[n % 6].map(|row| n / 6 * 3 + usize::from(row));
            let [first, second, _] = rows;
            let of = |from: usize, to: usize| {
                grid.digits[from].map(|digit| grid.columns[to][usize::from(digit)])
            };
            Self {
                rows,
                below: of(first, second),
                above: of(second, first),
            }
        })
    }

    fn below(&self, column: u8) -> u8 {
        self.below[usize::from(column)]
    }

    fn above(&self, column: u8) -> u8 {
        self.above[usize::from(column)]
    }

    /// Returns whether the three digits that one row has in a box are also together in a box of the other
    /// row. This holds for all boxes or for none.
    fn is_pure(&self) -> bool {
        let [a, b, c, ..] = self.above.map(|column| column / 3);
        a == b && b == c
    }
}

/// The rows of a form, each as a number with four bits per digit. The first digit has the highest bits, so that
/// comparing the numbers compares the rows.
type FormRows = [u64; SIDE];

/// The column order and labels that make the first row 123456789.
struct FirstRow {
    columns: [u8; SIDE],
    labels: [u8; SIDE],
}

impl FirstRow {
    #[inline]
    fn row(&self, grid: &OrientedGrid, row: usize) -> u64 {
        self.columns.iter().fold(0, |packed, &column| {
            packed << 4 | u64::from(self.labels[grid.at(row, column)])
        })
    }

    #[inline]
    fn first_label(&self, grid: &OrientedGrid, row: usize) -> u8 {
        self.labels[grid.at(row, self.columns[0])]
    }
}

/// The smallest form found so far, and the symmetries that lead to it.
struct SmallestForm<'a> {
    puzzle: &'a Board,
    best: FormRows,
    /// The number of symmetries that lead to the form.
    symmetries: usize,
    /// Of the symmetries that lead to the form, the one that gives the smallest puzzle.
    found: Transform,
    /// The smallest puzzle; `None` while only one symmetry leads to the form, since no puzzles are compared yet.
    smallest: Option<Board>,
}

impl<'a> SmallestForm<'a> {
    fn new(puzzle: &'a Board) -> Self {
        Self {
            puzzle,
            best: [u64::MAX; SIDE],
            symmetries: 0,
            found: Transform::IDENTITY,
            smallest: None,
        }
    }

    /// Tries the forms whose first row begins with 123 and whose second row begins with 456, if the grid or its
    /// transpose has any; otherwise tries the forms whose second row begins with 457. No other form can be the
    /// smallest.
    fn search(&mut self, grids: &[OrientedGrid; 2]) {
        let pairs = grids.each_ref().map(RowPair::all);
        let is_pure = pairs.as_flattened().iter().any(RowPair::is_pure);
        for (grid, pairs) in grids.iter().zip(&pairs) {
            for pair in pairs.iter().filter(|pair| pair.is_pure() == is_pure) {
                for stack in 0..3 {
                    match is_pure {
                        true => self.pure_stack(grid, pair, stack),
                        false => self.mixed_stack(grid, pair, stack),
                    }
                }
            }
        }
    }

    /// Tries all column orders of the middle stack for this choice of the first stack; in each resulting form, the
    /// first row begins with 123 and the second with 456.
    fn pure_stack(&mut self, grid: &OrientedGrid, pair: &RowPair, stack: u8) {
        let middle = pair.above(3 * stack) / 3;
        for order in ORDERS {
            let middle = order.map(|column| 3 * middle + column);
            let columns = [
                middle.map(|column| pair.below(column)),
                middle,
                middle.map(|column| pair.above(column)),
            ];
            self.try_head(grid, pair.rows, columns);
        }
    }

    /// Tries the column orders that can give the smallest second row for this choice of the first stack; in each
    /// resulting form, the first row begins with 123 and the second with 457.
    fn mixed_stack(&mut self, grid: &OrientedGrid, pair: &RowPair, stack: u8) {
        let above = |column| pair.above(column);
        let below = |column| pair.below(column);
        let (left, right) = ((stack + 1) % 3, (stack + 2) % 3);
        // The stack that has two of the digits below the first stack becomes the second.
        let shared = columns_of(stack)
            .iter()
            .filter(|&&c| above(c) / 3 == left)
            .count();
        let (middle, last) = if shared == 2 {
            (left, right)
        } else {
            (right, left)
        };
        let [p, q, odd] = odd_last(columns_of(middle), |column| below(column) / 3 == stack);
        for [p, q] in [[p, q], [q, p]] {
            let fourth = match above(p) {
                column if column == below(p) => 1,
                column if column == below(q) => 2,
                column if column / 3 == stack => 3,
                _ => 8,
            };
            if 0x4570 | fourth > self.best[1] >> 20 {
                continue;
            }
            let [x, y, seventh] = odd_last(columns_of(last), |column| below(column) / 3 == middle);
            let eighth = if fourth == 8 { above(p) } else { above(q) };
            let ninth = if eighth == x { y } else { x };
            let lead = [p, q, seventh].map(below);
            self.try_head(
                grid,
                pair.rows,
                [lead, [p, q, odd], [seventh, eighth, ninth]],
            );
        }
    }

    fn try_head(&mut self, grid: &OrientedGrid, rows: [usize; 3], columns: [[u8; 3]; 3]) {
        let mut head = FirstRow {
            columns: [0; SIDE],
            labels: [0; SIDE],
        };
        for (place, &column) in columns.as_flattened().iter().enumerate() {
            head.columns[place] = column;
            head.labels[grid.at(rows[0], column)] = place as u8 + 1;
        }
        let second = head.row(grid, rows[1]);
        if second <= self.best[1] {
            self.finish(grid, rows, &head, second);
        }
    }

    /// Puts the rows of the other bands into the only order that can give the smallest form, and keeps the form
    /// unless it is larger than the smallest so far. `rows` is the form's first band, `second` its second row as a
    /// number.
    fn finish(&mut self, grid: &OrientedGrid, rows: [usize; 3], head: &FirstRow, second: u64) {
        let band = rows[0] / 3;
        // The label and the row in one number, sorted by label; the first labels are all different.
        let lines = |band: usize| {
            let rows = [3 * band, 3 * band + 1, 3 * band + 2];
            sorted(rows.map(|row| head.first_label(grid, row) << 4 | row as u8))
        };
        let [next, last] = [lines((band + 1) % 3), lines((band + 2) % 3)];
        let bands = if next < last {
            [next, last]
        } else {
            [last, next]
        };
        let bands = bands.map(|lines| lines.map(|line| usize::from(line & 15)));
        let order = [rows, bands[0], bands[1]];
        let order = order.as_flattened();
        let mut smaller = second < self.best[1];
        self.best[1] = second;
        for (row, best) in order.iter().zip(&mut self.best).skip(2) {
            let row = head.row(grid, *row);
            if !smaller && row > *best {
                return;
            }
            smaller |= row < *best;
            *best = row;
        }
        let mut form = Transform {
            transposed: grid.transposed,
            columns: head.columns,
            digits: head.labels,
            ..Transform::IDENTITY
        };
        for (place, &row) in form.rows.iter_mut().zip(order) {
            *place = row as u8;
        }
        self.keep(form, smaller);
    }

    /// Records the symmetry `form`, which leads to the smallest form so far; `is_new` is `true` if this is the
    /// first symmetry that leads there.
    fn keep(&mut self, form: Transform, is_new: bool) {
        if is_new {
            self.symmetries = 1;
            self.found = form;
            self.smallest = None;
            return;
        }
        self.symmetries += 1;
        let known = self
            .smallest
            .unwrap_or_else(|| self.found.apply(self.puzzle));
        let puzzle = form.apply(self.puzzle);
        if puzzle < known {
            self.found = form;
        }
        self.smallest = Some(known.min(puzzle));
    }
}

/// Sorts three numbers without branches.
fn sorted([a, b, c]: [u8; 3]) -> [u8; 3] {
    let (low, high) = (a.min(b), a.max(b));
    let (middle, high) = (high.min(c), high.max(c));
    [low.min(middle), low.max(middle), high]
}

fn columns_of(stack: u8) -> [u8; 3] {
    [3 * stack, 3 * stack + 1, 3 * stack + 2]
}

/// Orders three columns, exactly two of which are alike: first these two, then the different column.
fn odd_last([a, b, c]: [u8; 3], alike: impl Fn(u8) -> bool) -> [u8; 3] {
    match (alike(a), alike(b)) {
        (true, true) => [a, b, c],
        (true, false) => [a, c, b],
        _ => [b, c, a],
    }
}
