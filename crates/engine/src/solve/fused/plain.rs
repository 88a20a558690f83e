//! The plain searches B, C and D of Jiang 2018, as in the paper's listing.
//!
//! No rule runs between guesses, and nothing looks ahead. A cell that has lost its last candidate is noticed only
//! when it is chosen.

use super::position::FusedPosition;
use super::request::{FusedRequest, FusedResult, Solver};
use crate::grid::LayoutHouses;

/// The state of one of the plain searches B, C and D of Jiang 2018.
pub(super) struct PlainSearch<'a> {
    table: &'a LayoutHouses,
    request: &'a FusedRequest,
    /// The digits of the board, 0 for a blank.
    values: Vec<u8>,
    /// The candidates of every cell at every depth of the search: one board after another.
    candidates: Vec<u32>,
    /// The cells to fill. Searches C and D fill them in this order; search B chooses the next cell itself, and moves it
    /// to the front of the cells that remain.
    blanks: Vec<u16>,
}

impl<'a> PlainSearch<'a> {
    /// Makes a search that starts from the position that is left after the basic rules have been applied.
    pub(super) fn new(
        table: &'a LayoutHouses,
        start: &FusedPosition,
        request: &'a FusedRequest,
    ) -> Self {
        let cells = start.cells.len();
        let mut blanks: Vec<u16> = (0..cells)
            .filter(|&cell| !start.is_placed(cell))
            .map(|cell| cell as u16)
            .collect();
        if request.solver == Solver::Select {
            blanks.sort_by_key(|&cell| start.cells[usize::from(cell)].count_ones());
        }
        let mut candidates = start.cells.clone();
        candidates.resize(cells * (blanks.len() + 1), 0);
        Self {
            table,
            request,
            values: start.values(),
            candidates,
            blanks,
        }
    }

    /// Runs the search until it is over or no tries are left.
    pub(super) fn run(mut self, found: &mut FusedResult) {
        self.descend(0, found);
    }

    /// Tries all ways to fill those cells of the list `blanks` that are at index `filled` or later.
    fn descend(&mut self, filled: usize, found: &mut FusedResult) {
        if filled == self.blanks.len() {
            found.take(self.table.layout().shape(), self.values.clone());
            return;
        }
        found.call(filled as u32 + 1);
        let level = match self.request.solver {
            Solver::Select => 0,
            _ => filled * self.values.len(),
        };
        let cell = self.choose(filled, level);
        let mut digits = self.candidates[level + cell];
        while digits != 0 && found.may_try(self.request) {
            let digit = digits.trailing_zeros();
            digits &= digits - 1;
            let value = digit as u8 + 1;
            let peers = self.table.peers(cell);
            if self.request.solver == Solver::Select {
                if peers
                    .iter()
                    .any(|&peer| self.values[usize::from(peer)] == value)
                {
                    continue;
                }
            } else {
                let next = level + self.values.len();
                self.candidates.copy_within(level..next, next);
                for &peer in peers {
                    self.candidates[next + usize::from(peer)] &= !(1 << digit);
                }
            }
            found.effort.nodes += 1;
            self.values[cell] = value;
            self.descend(filled + 1, found);
            self.values[cell] = 0;
        }
    }

    /// Returns the next cell to fill. Search B of Jiang 2018 also moves this cell to the front of the remaining cells.
    fn choose(&mut self, filled: usize, level: usize) -> usize {
        if self.request.solver == Solver::SelectUpdate {
            let count = |&place: &usize| {
                let cell = self.blanks[place];
                (
                    self.candidates[level + usize::from(cell)].count_ones(),
                    cell,
                )
            };
            let scarcest = (filled..self.blanks.len()).min_by_key(count);
            self.blanks.swap(filled, scarcest.unwrap_or(filled));
        }
        usize::from(self.blanks[filled])
    }
}
