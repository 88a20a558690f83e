//! The oracle of the tests: too simple to be wrong, and asked by no other code.
//!
//! It takes the blank with the fewest legal digits, tries each, and counts.

use crate::grid::{Board, Cell, Digit};

/// Counts solutions up to `limit`. Gives `None` if that takes `nodes` placements or more.
pub fn count(board: &Board, limit: usize, nodes: u64) -> Option<usize> {
    let mut oracle = Oracle {
        seen: [0; 27],
        limit,
        nodes,
        count: 0,
    };
    for (cell, digit) in board.givens() {
        oracle.flip(cell, digit);
    }
    let blanks = Cell::all().filter(|&cell| board.get(cell).is_none());
    (board.conflict().is_some() || oracle.descend(&mut blanks.collect())).then_some(oracle.count)
}

struct Oracle {
    seen: [u16; 27],
    limit: usize,
    nodes: u64,
    count: usize,
}

impl Oracle {
    fn flip(&mut self, cell: Cell, digit: Digit) {
        for house in cell.houses() {
            self.seen[house.index()] ^= 1 << digit.index();
        }
    }

    fn legal(&self, cell: Cell) -> u16 {
        let seen = cell.houses().map(|house| self.seen[house.index()]);
        !seen.iter().fold(!0x1FF, |all, seen| all | seen)
    }

    fn descend(&mut self, blanks: &mut Vec<Cell>) -> bool {
        let least = (0..blanks.len()).min_by_key(|&i| self.legal(blanks[i]).count_ones());
        let Some(cell) = least.map(|i| blanks.swap_remove(i)) else {
            self.count += 1;
            return true;
        };
        for digit in Digit::all() {
            let is_legal = self.legal(cell) >> digit.index() & 1 == 1;
            if is_legal && self.count < self.limit && self.nodes > 0 {
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
