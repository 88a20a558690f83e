//! Chooses the cell in which the fused search guesses.
//!
//! Jiang 2018 takes "the one with the fewest candidates". That leaves open which cell is taken if several have
//! equally few. On 16×16, this choice decides between milliseconds and minutes.
//!
//! Of several such cells, the search takes the one in which a guess has the most effect, unless the caller asks
//! for the first cell. The effect of a cell is a sum over its candidates. Each candidate adds an amount for every
//! house of the cell. The amount halves with each further place of the digit in the house. Each candidate also
//! adds an amount for every peer that has it. That amount halves with each further candidate of the peer.
//!
//! Earlier failures make the effect larger. A failure is a try that left a digit without a place in a house, or a
//! cell without a candidate. Each amount is multiplied by one plus the failures of its house or peer, and the sum
//! by one plus the failures of the cell. (This is the weighted degree of Boussemart et al., *Boosting systematic
//! search by weighting constraints*, 2004, used only among equal cells.)
//!
//! The figures are averages over the 206 puzzles of 16×16 in `tests/data/giant16.txt.gz`, with the paper's rules.
//! Finding the solution and proving it the only one takes 1,950 tries. Without the counts of earlier failures, it
//! takes 3,400 tries. With the first of the cells, it takes 33,000. Two other methods gained nothing: restarts,
//! and trying several cells ahead.

use super::position::{Blame, FusedPosition};
use crate::grid::LayoutHouses;

/// The way to choose among several cells with equally few candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The first cell in reading order, as in Jiang 2018.
    First,
    /// The cell in which a guess has the most effect. The effect on a cell counts more if earlier guesses often left
    /// the cell without a candidate. The effect on a digit in a house counts more if earlier guesses often left the
    /// digit without a place there.
    Pressing,
}

/// Counts of failures: how often each cell had no candidate left, and how often each digit had no place left in each
/// house.
#[derive(Debug)]
pub(super) struct Weights {
    cells: Vec<u32>,
    words: Vec<u32>,
}

impl Weights {
    pub(super) fn new(table: &LayoutHouses) -> Self {
        let layout = table.layout();
        Self {
            cells: vec![0; layout.cells()],
            words: vec![0; table.len() * layout.side()],
        }
    }

    /// Sets all weights to zero for a new puzzle.
    pub(super) fn reset(&mut self) {
        self.cells.fill(0);
        self.words.fill(0);
    }

    /// Counts a failure for the cell, or for the digit in a house, that caused it.
    pub(super) fn count_failure(&mut self, blame: Blame) {
        match blame {
            Blame::Nothing => {}
            Blame::Cell(cell) => self.cells[cell] += 1,
            Blame::Word(word) => self.words[word] += 1,
        }
    }

    /// Returns the cell in which to guess; `None` on a full board.
    pub(super) fn choose(
        &self,
        position: &FusedPosition,
        table: &LayoutHouses,
        tie_break: TieBreak,
    ) -> Option<usize> {
        let mut cells = position.scarcest();
        match tie_break {
            TieBreak::First => cells.next(),
            // Among equals the first wins: `min_by_key` returns the first one, `max_by_key` the
            // last.
            TieBreak::Pressing => {
                cells.min_by_key(|&cell| std::cmp::Reverse(self.pressure(position, table, cell)))
            }
        }
    }

    fn pressure(&self, position: &FusedPosition, table: &LayoutHouses, cell: usize) -> u64 {
        let share = |set: u32| 64u64 >> set.count_ones().min(6);
        let weight = |failures: u32| 1 + u64::from(failures);
        let mut pressure = 0;
        let mut digits = position.cells[cell];
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            for seat in table.seats(cell) {
                let house = usize::from(seat.house);
                let word = house * table.layout().side() + digit;
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
