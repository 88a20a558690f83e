//! Which cell the fused search guesses in. The paper says "the one with the fewest candidates" and
//! leaves open which of them; on 16×16 that decides between milliseconds and minutes.
//!
//! The choice here goes by what a guess would set off: a candidate counts for every house in which
//! it has few places and every peer with few candidates, half as much for each place or candidate
//! more. What turned out without a place in an earlier try counts once more for each time, and so
//! does all of a cell that did (the weighted degree of Boussemart et al., *Boosting systematic
//! search by weighting constraints*, 2004, turned to ties). On the 206 puzzles of `giant16`,
//! with the paper's rules, that takes 1,950 tries on average to find the solution and prove it the
//! only one; without the weights 3,400, and by the first cell 33,000. Restarts and trying several cells ahead gained
//! nothing.

use super::position::{Blame, Position};
use super::table::Table;
use crate::grid::Shape;

/// Which of the cells with equally few candidates is guessed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The first in reading order, as in the paper.
    First,
    /// The one where a guess would set off most, with an eye to what failed before.
    Pressing,
}

/// How often each cell, and each digit in each house, was found without a place.
#[derive(Debug)]
pub(super) struct Weights {
    cells: Vec<u32>,
    words: Vec<u32>,
}

impl Weights {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            cells: vec![0; shape.cells()],
            words: vec![0; shape.houses() * shape.side()],
        }
    }

    /// Begins a new puzzle.
    pub(super) fn forget(&mut self) {
        self.cells.fill(0);
        self.words.fill(0);
    }

    /// Takes note of a failure.
    pub(super) fn learn(&mut self, blame: Blame) {
        match blame {
            Blame::Nothing => {}
            Blame::Cell(cell) => self.cells[cell] += 1,
            Blame::Word(word) => self.words[word] += 1,
        }
    }

    /// The cell to guess in; `None` on a full board.
    pub(super) fn choose(&self, position: &Position, table: &Table, ties: Ties) -> Option<usize> {
        let mut cells = position.scarcest();
        match ties {
            Ties::First => cells.next(),
            // The first of equals: `min_by_key` keeps it, `max_by_key` would not.
            Ties::Pressing => {
                cells.min_by_key(|&cell| std::cmp::Reverse(self.pressure(position, table, cell)))
            }
        }
    }

    fn pressure(&self, position: &Position, table: &Table, cell: usize) -> u64 {
        let share = |set: u32| 64u64 >> set.count_ones().min(6);
        let weight = |failures: u32| 1 + u64::from(failures);
        let mut pressure = 0;
        let mut digits = position.cells[cell];
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            for seat in table.seats[cell] {
                let house = usize::from(seat.house);
                let word = house * table.shape.side() + digit;
                pressure += weight(self.words[word]) * share(position.places(table, house, digit));
            }
            for &peer in table.peers(cell) {
                let peer = usize::from(peer);
                if position.cells[peer] >> digit & 1 == 1 {
                    pressure += weight(self.cells[peer]) * share(position.cells[peer]);
                }
            }
        }
        pressure * weight(self.cells[cell])
    }
}
