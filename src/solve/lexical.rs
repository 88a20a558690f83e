//! The papers' backtracking: cell by cell in reading order, digits ascending ("small number") or
//! descending ("large number", the reverse search) (Huang 2015, sections 2.1.1 and 2.2).
//!
//! The ascending search finds the lexicographically smallest solution, the descending one the
//! largest: the puzzle has one solution exactly when they agree. Huang asks the descending search
//! alone whether it returns the grid from which the puzzle was dug. That is unsound: the grid may
//! itself be the largest of several.
//!
//! A digit that leaves a later blank without any is passed over at once. That look ahead changes
//! how long a search takes, never what it finds.

use crate::grid::{Board, CELLS, Cell, CellSet, DigitSet, HOUSES};

/// The smallest solution in the order of [`Board`], `None` if there is none.
pub fn ascending(puzzle: &Board) -> Option<Board> {
    extreme(puzzle, |digits| digits & digits.wrapping_neg())
}

/// The largest solution in the order of [`Board`], `None` if there is none.
pub fn descending(puzzle: &Board) -> Option<Board> {
    extreme(puzzle, |digits| 1 << digits.ilog2())
}

/// Whether the puzzle has exactly one solution: both searches find one, and the same.
pub fn is_unique(puzzle: &Board) -> bool {
    ascending(puzzle).is_some_and(|least| descending(puzzle) == Some(least))
}

/// The numbers of a cell's three houses.
type Houses = [u8; 3];

static HOUSES_OF: [Houses; CELLS] = {
    let mut table = [[0; 3]; CELLS];
    let mut index = 0;
    while index < CELLS {
        let (row, column) = (index / 9, index % 9);
        let of_box = row / 3 * 3 + column / 3;
        table[index] = [row as u8, 9 + column as u8, 18 + of_box as u8];
        index += 1;
    }
    table
};

/// The digits still free in each house, one bit each.
struct Free([u16; HOUSES]);

impl Free {
    /// Takes a digit (one bit) or gives it back in the cell's three houses.
    #[inline]
    fn flip(&mut self, houses: &Houses, digit: u16) {
        for &house in houses {
            self.0[usize::from(house)] ^= digit;
        }
    }

    /// The digits free in all three houses.
    #[inline]
    fn in_all(&self, houses: &Houses) -> u16 {
        houses
            .iter()
            .fold(0x1FF, |free, &house| free & self.0[usize::from(house)])
    }
}

/// A blank, its houses, the blanks after it that it sees, and what the search has done there.
#[derive(Clone, Copy)]
struct Blank {
    cell: Cell,
    houses: Houses,
    later: CellSet,
    untried: u16,
    placed: u16,
}

/// The first solution when `pick` chooses among the bits of the digits untried (never none).
fn extreme(puzzle: &Board, pick: impl Fn(u16) -> u16) -> Option<Board> {
    let mut free = Free([0x1FF; HOUSES]);
    for (cell, digit) in puzzle.givens() {
        let bit = 1 << digit.index();
        if free.in_all(&HOUSES_OF[cell.index()]) & bit == 0 {
            return None;
        }
        free.flip(&HOUSES_OF[cell.index()], bit);
    }
    let mut ahead = CellSet::ALL - puzzle.clues();
    let mut blanks: Vec<Blank> = Vec::with_capacity(ahead.len());
    while let Some(cell) = ahead.next() {
        blanks.push(Blank {
            cell,
            houses: HOUSES_OF[cell.index()],
            later: cell.peers() & ahead,
            untried: 0,
            placed: 0,
        });
    }
    if !fill(&mut blanks, &mut free, pick) {
        return None;
    }
    let mut solution = *puzzle;
    for blank in blanks {
        let digit = DigitSet::from_bits(blank.placed).first();
        solution.set(blank.cell, digit);
    }
    Some(solution)
}

/// Fills the blanks in their order; says whether that is possible.
fn fill(blanks: &mut [Blank], free: &mut Free, pick: impl Fn(u16) -> u16) -> bool {
    let mut at = 0;
    if let Some(first) = blanks.first_mut() {
        first.untried = free.in_all(&first.houses);
    }
    while let Some(blank) = blanks.get_mut(at) {
        free.flip(&blank.houses, blank.placed);
        blank.placed = 0;
        if blank.untried == 0 {
            let Some(before) = at.checked_sub(1) else {
                return false;
            };
            at = before;
            continue;
        }
        blank.placed = pick(blank.untried);
        blank.untried ^= blank.placed;
        free.flip(&blank.houses, blank.placed);
        if { blank.later }.any(|cell| free.in_all(&HOUSES_OF[cell.index()]) == 0) {
            continue;
        }
        at += 1;
        if let Some(next) = blanks.get_mut(at) {
            next.untried = free.in_all(&next.houses);
        }
    }
    true
}
