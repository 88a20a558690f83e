//! The reference solver for tests: a search too simple to be wrong, which no other code uses. It
//! takes the blank with the fewest legal digits, tries each of them, and counts.

use crate::grid::{Board, Cell, Digit, DigitSet, House};

/// Counts the solutions of a board up to `limit`; `None` if that takes `nodes` placements or more.
pub fn count(board: &Board, limit: usize, nodes: u64) -> Option<usize> {
    let mut oracle = Oracle {
        free: [DigitSet::ALL; 27],
        limit,
        nodes,
        found: 0,
    };
    board
        .givens()
        .for_each(|(cell, digit)| oracle.flip(cell, digit));
    let mut blanks = Cell::all()
        .filter(|&cell| board.get(cell).is_none())
        .collect();
    (board.conflict().is_some() || oracle.descend(&mut blanks)).then_some(oracle.found)
}

/// The state of the naive search.
struct Oracle {
    /// For each house, the digits that can still be placed in it.
    free: [DigitSet; 27],
    limit: usize,
    /// The number of placements that are still allowed.
    nodes: u64,
    /// The number of solutions found.
    found: usize,
}

impl Oracle {
    fn flip(&mut self, cell: Cell, digit: Digit) {
        for house in cell.houses().map(House::index) {
            let free = &mut self.free[house];
            *free = DigitSet::from_bits(free.bits() ^ DigitSet::of(digit).bits());
        }
    }

    fn legal(&self, cell: Cell) -> DigitSet {
        let free = cell.houses().map(|house| self.free[house.index()]);
        free[0].intersection(free[1]).intersection(free[2])
    }

    fn descend(&mut self, blanks: &mut Vec<Cell>) -> bool {
        let fewest = (0..blanks.len()).min_by_key(|&i| self.legal(blanks[i]).len());
        let Some(cell) = fewest.map(|i| blanks.swap_remove(i)) else {
            self.found += 1;
            return true;
        };
        for digit in self.legal(cell) {
            if self.found < self.limit && self.nodes > 0 {
                self.nodes -= 1;
                self.flip(cell, digit);
                self.descend(blanks);
                self.flip(cell, digit);
            }
        }
        blanks.push(cell);
        self.nodes > 0
    }
}
