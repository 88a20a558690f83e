//! The oracle of the tests: a search too simple to be wrong, which no other code uses. It takes the
//! blank with the fewest legal digits, tries each, and counts.

use crate::grid::{Board, Cell, Digit, DigitSet, House};

/// Counts solutions up to `limit`; `None` if that takes `nodes` placements or more.
pub fn count(board: &Board, limit: usize, nodes: u64) -> Option<usize> {
    let mut oracle = Oracle([DigitSet::ALL; 27], limit, nodes, 0);
    board
        .givens()
        .for_each(|(cell, digit)| oracle.flip(cell, digit));
    let mut blanks = Cell::all()
        .filter(|&cell| board.get(cell).is_none())
        .collect();
    (board.conflict().is_some() || oracle.descend(&mut blanks)).then_some(oracle.3)
}

/// The digits free in each house, the limit, the nodes left, the solutions found.
struct Oracle([DigitSet; 27], usize, u64, usize);

impl Oracle {
    fn flip(&mut self, cell: Cell, digit: Digit) {
        for free in cell.houses().map(House::index) {
            self.0[free] = DigitSet::from_bits(self.0[free].bits() ^ DigitSet::of(digit).bits());
        }
    }

    fn legal(&self, cell: Cell) -> DigitSet {
        let free = cell.houses().map(|house| self.0[house.index()]);
        free[0].intersection(free[1]).intersection(free[2])
    }

    fn descend(&mut self, blanks: &mut Vec<Cell>) -> bool {
        let fewest = (0..blanks.len()).min_by_key(|&i| self.legal(blanks[i]).len());
        let Some(cell) = fewest.map(|i| blanks.swap_remove(i)) else {
            self.3 += 1;
            return true;
        };
        for digit in self.legal(cell) {
            if self.3 < self.1 && self.2 > 0 {
                self.2 -= 1;
                self.flip(cell, digit);
                self.descend(blanks);
                self.flip(cell, digit);
            }
        }
        blanks.push(cell);
        self.2 > 0
    }
}
