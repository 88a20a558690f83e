//! The board of the fast search, and the rules that are applied to it before each guess.
//!
//! The board holds the candidates of each digit in three bands of 27 bits:
//!
//! ```text
//! one digit: | band 0: rows 1-3 | band 1: rows 4-6 | band 2: rows 7-9 | – |
//! one band:  bit 26 … 18 third row | 17 … 9 second row | 8 … 0 first row, column 1 is bit 0
//! ```
//!
//! Each vector holds the candidates of one or two digits, so a board is nine or five vectors. The rules are
//! applied in passes until nothing changes. Each rule handles all cells of a vector at once, without tables.
//!
//! A *mini-row* is the three cells that a row and a box share. In a band, a digit takes three of the nine
//! mini-rows, in three different rows and boxes. A mini-row that is in no possible choice of three is removed.
//! This takes a few shifts, and covers pointing, claiming and the removal of peers. The same is done for the
//! mini-columns of each stack. A candidate that is then alone in its box is placed (hidden singles). A candidate
//! that is alone in its cell removes the digit from the rest of its box (naked singles).
//!
//! A pass applies the rules for single digits only to the vectors that changed in the pass before. On average, half of
//! the vectors have changed. A guess in a cell with two candidates changes only one or two vectors.
//!
//! The layout by digits and bands is that of Zhou Yundong's JCZSolve (forum "New Sudoku Players'", 2012). JCZSolve
//! has tables and a queue of changed words. This search instead makes passes over the whole board, as tdoku does
//! (T. Dillon, 2019). A wide vector unit processes the whole board faster than a queue can be maintained.

use super::goal::{SearchGoal, SearchInput};
use super::guess::Guess;
use super::lanes::{Lanes, Slots};
use super::words::{BAND, BoardWords};
use std::array::from_fn;

/// A mask with all bits set in the three bands of each of the nine digits.
const LIVE: BoardWords = {
    let band = [u32::MAX, u32::MAX, u32::MAX, 0];
    [band, band, band, band, band, band, band, band, band, [0; 4]]
};

/// The state of a board after all rules have been applied until nothing changes.
pub(super) enum FixedPoint {
    /// Some cell has no candidate left, or some digit has no place left in a house.
    Dead,
    /// Every cell has its digit.
    Solved,
    /// The rules find nothing more, and at least one cell is still blank.
    Open,
}

/// The candidates of a board in `N` vectors, with a record of how far the rules have been applied.
#[derive(Clone, Copy)]
pub(super) struct Bands<V, const N: usize> {
    /// The candidates: for each digit, the cells that can hold it.
    pub(super) cells: [V; N],
    /// For each digit, the cells in which the last pass found it placed. Vectors that have changed since then are out
    /// of date.
    placed: [V; N],
    /// The vectors that have changed since the last pass of the rules for single digits, one bit for each.
    changed: u32,
}

impl<V: Slots, const N: usize> Bands<V, N> {
    /// Makes the board with the candidates that the givens leave. A given's cell has no other candidate, and the
    /// given's digit is no candidate elsewhere in the box. (The first pass of the rules removes it from the row and
    /// column.)
    #[inline(always)]
    pub(super) fn of(input: &SearchInput) -> Self {
        let mut taken = V::zero();
        for index in 0..N {
            taken = taken | V::load(&input.givens, index);
        }
        let (taken, _) = taken.across(V::zero());
        let mut bands = Self::from_words(&input.givens);
        for (index, vector) in bands.cells.iter_mut().enumerate() {
            let given = V::load(&input.givens, index);
            let free = (V::splat(BAND) & V::load(&LIVE, index)).minus(taken | boxes_of(given));
            *vector = free | given;
        }
        if let Some((cell, digit)) = input.barred {
            let mut words = bands.words();
            words[digit.index()][cell.index() / 27] &= !(1 << (cell.index() % 27));
            bands = Self::from_words(&words);
        }
        bands
    }

    /// Makes a board from plain numbers. No rules have been applied to it yet.
    #[inline(always)]
    pub(super) fn from_words(words: &BoardWords) -> Self {
        Self {
            cells: from_fn(|index| V::load(words, index)),
            placed: [V::zero(); N],
            changed: (1 << N) - 1,
        }
    }

    /// Returns the board after a guess has been placed or refuted. `words` must have the candidates that remain. Marks
    /// the vectors that may have changed.
    #[inline(always)]
    fn after(&self, guess: &Guess, words: &BoardWords) -> Self {
        let of = |digit: usize| 1 << (digit / (10 / N));
        let changed = match guess.rival {
            Some(rival) => of(guess.digit) | of(rival),
            None => (1 << N) - 1,
        };
        Self {
            changed,
            placed: self.placed,
            ..Self::from_words(words)
        }
    }

    /// Returns the board as plain numbers.
    #[inline(always)]
    pub(super) fn words(&self) -> BoardWords {
        let mut words = [[0; 4]; 10];
        for (index, vector) in self.cells.iter().enumerate() {
            vector.store(&mut words, index);
        }
        words
    }

    /// Searches all positions that follow from this one, depth first. Returns `true` if the search is over: the goal
    /// is reached, or the search has turned out to be hard. A hard search stores in `goal` the positions that are
    /// still to be searched. `descend` must be this function, compiled for the vector instructions in use.
    #[inline(always)]
    pub(super) fn walk(
        mut self,
        goal: &mut SearchGoal,
        descend: impl Fn(Self, &mut SearchGoal) -> bool,
    ) -> bool {
        if goal.is_hard() {
            goal.leave(&self.words());
            return true;
        }
        loop {
            match self.settle() {
                FixedPoint::Dead => return false,
                FixedPoint::Solved => return goal.take(&self.words()),
                FixedPoint::Open => {}
            }
            let words = self.words();
            let guess = Guess::at(&words, goal.known.as_ref(), goal.guesses.next());
            if descend(self.after(&guess, &guess.placed(&words)), goal) {
                if goal.is_hard() {
                    goal.leave(&guess.refuted(&words));
                }
                return true;
            }
            self = self.after(&guess, &guess.refuted(&words));
        }
    }

    /// Applies all rules until nothing changes.
    #[inline(always)]
    pub(super) fn settle(&mut self) -> FixedPoint {
        let full = V::splat(BAND) & V::load(&LIVE, 0);
        loop {
            let start = self.cells;
            if self.lock_changed().any() {
                return FixedPoint::Dead;
            }
            let (mut placed, mut clash) = (V::zero(), V::zero());
            for &single in &self.placed {
                clash = clash | (placed & single);
                placed = placed | single;
            }
            let (placed, clash) = placed.across(clash);
            let (mut once, mut twice) = (V::zero(), V::zero());
            for (vector, single) in self.cells.iter_mut().zip(self.placed) {
                *vector = vector.minus(placed.minus(single));
                twice = twice | (once & *vector);
                once = once | *vector;
            }
            let (once, twice) = once.across(twice);
            if (clash | full.minus(once)).any() {
                return FixedPoint::Dead;
            }
            if !full.minus(placed).any() {
                return FixedPoint::Solved;
            }
            let naked = once.minus(twice | placed);
            let has_naked = naked.any();
            if has_naked {
                self.claim_boxes(naked);
            }
            self.changed = 0;
            for (index, (vector, before)) in self.cells.iter().zip(start).enumerate() {
                self.changed |= u32::from((*vector ^ before).any()) << index;
            }
            match (self.changed, has_naked) {
                // At a fixed point, a naked single is alone in its box and so is placed, unless a second
                // one claims the same box for the same digit.
                (0, true) => return FixedPoint::Dead,
                (0, false) => return FixedPoint::Open,
                _ => {}
            }
        }
    }

    /// Applies the rules for single digits to the vectors that have changed. In the vector returned, a lane is not
    /// zero if a digit of these vectors has no place left in the lane's band. All other lanes are zero.
    #[inline(always)]
    fn lock_changed(&mut self) -> V {
        let mut lost = V::zero();
        let mut changed = self.changed;
        while changed != 0 {
            let index = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let cells;
            (cells, self.placed[index]) = lock(self.cells[index]);
            self.cells[index] = cells;
            lost = lost | (cells.zeros() & V::load(&LIVE, index));
        }
        lost
    }

    /// Removes the digit of each naked single from the other cells of its box.
    #[inline(always)]
    fn claim_boxes(&mut self, naked: V) {
        for vector in &mut self.cells {
            let single = *vector & naked;
            *vector = vector.minus(boxes_of(single).minus(single));
        }
    }
}

/// Removes the places of a digit that are impossible because of its other places in rows, columns and boxes. Other
/// digits are not considered. Returns the places that remain, and the places that are now the only one in a box.
#[inline(always)]
fn lock<V: Slots>(cells: V) -> (V, V) {
    let (cells, minirows) = lock_rows(cells);
    let columns = all_rows(cells);
    let (second, third) = other_columns(columns);
    let others = (second & third.next_band()) | (third & second.next_band());
    let columns = columns & others.next_band();
    let cells = cells & columns;
    let next = columns.next_band();
    let column_fixed = columns.minus(next | next.next_band());
    (cells, cells & row_fixed(minirows) & column_fixed)
}

/// Removes the places of a digit that are impossible because of its other places in the rows and boxes of the band.
/// Other digits are not considered. Returns the cells that remain, and the mini-rows that contain them, each as the bit
/// of its first cell.
#[inline(always)]
fn lock_rows<V: Lanes>(cells: V) -> (V, V) {
    let minirows = (cells | cells.down::<1>() | cells.down::<2>()) & V::splat(0o111_111_111);
    // A mini-row (row, box) stays if the other two rows can take the other two boxes, in either order.
    let second = (minirows.down::<3>() & V::splat(0o011_011_011))
        | (minirows.up::<6>() & V::splat(0o100_100_100));
    let third = (minirows.down::<6>() & V::splat(0o001_001_001))
        | (minirows.up::<3>() & V::splat(0o110_110_110));
    let others = (second & next_row(third)) | (third & next_row(second));
    let minirows = minirows & next_row(others);
    let cells = cells & minirows.up::<3>().difference(minirows);
    (cells, minirows)
}

/// Returns a band twice, with each mini-column moved to the left within its box: by one place, and by two places.
/// (From the first place, a mini-column moves to the last.) In `columns`, each mini-column must have the same bit in
/// all three rows.
#[inline(always)]
pub(super) fn other_columns<V: Lanes>(columns: V) -> (V, V) {
    let second = (columns.down::<1>() & V::splat(0o333_333_333))
        | (columns.up::<2>() & V::splat(0o444_444_444));
    let third = (columns.down::<2>() & V::splat(0o111_111_111))
        | (columns.up::<1>() & V::splat(0o666_666_666));
    (second, third)
}

/// Returns the cells of each mini-row that is the only one left in its box.
#[inline(always)]
fn row_fixed<V: Lanes>(minirows: V) -> V {
    let fixed = minirows.minus(other_rows(minirows));
    fixed.up::<3>().difference(fixed)
}

/// Moves each row of a band to the place of the row before, and the first row to the place of the last. Bits above the
/// band are undefined.
#[inline(always)]
pub(super) fn next_row<V: Lanes>(rows: V) -> V {
    rows.down::<9>() | rows.up::<18>()
}

/// Returns, in the place of each row of a band, the union of the two other rows. Bits above the band are undefined.
#[inline(always)]
pub(super) fn other_rows<V: Lanes>(rows: V) -> V {
    rows.down::<9>() | rows.up::<18>() | rows.down::<18>() | rows.up::<9>()
}

/// Returns the union of the three rows of a band, repeated in the place of each row. Bits above the band are undefined.
#[inline(always)]
fn all_rows<V: Lanes>(rows: V) -> V {
    rows | other_rows(rows)
}

/// Returns all cells of the boxes that contain any of these cells.
#[inline(always)]
pub(super) fn boxes_of<V: Lanes>(cells: V) -> V {
    let columns = all_rows(cells);
    let minirows = (columns | columns.down::<1>() | columns.down::<2>()) & V::splat(0o111_111_111);
    minirows.up::<3>().difference(minirows)
}
