//! Solves boards of any size by the plain backtracking of Huang 2015 (sections 2.1.1, 2.2 and 3), and counts the
//! digits placed.
//!
//! There are three searches. Two of them fill the blanks in reading order, one with the smallest digit first, one
//! with the largest. The third takes the blank with the fewest candidates first. It computes the candidates again
//! for each choice. None of the searches looks ahead, so they differ only in the order of blanks and digits. They
//! are compared by the number of digits placed, which doesn't depend on the machine.

use super::fused::FusedResult;
use crate::grid::ShapedBoard;

/// The order of a search: which blank is filled next, and which of its digits is tried first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchOrder {
    /// Blanks in reading order, smallest digit first.
    Ascending,
    /// Blanks in reading order, largest digit first.
    Descending,
    /// The blank with the fewest candidates (if there are several, the first in reading order), smallest digit first.
    Fewest,
}

/// Counts the solutions of a puzzle up to `limit`. Gives up after placing `most_tries` digits; `None` is no limit.
/// A board with contradicting clues has no solution.
pub fn search(
    puzzle: &ShapedBoard,
    order: SearchOrder,
    limit: usize,
    most_tries: Option<u64>,
) -> FusedResult {
    let shape = puzzle.shape();
    let seats = |cell| shape.seats(cell).map(|(house, _)| house as u8);
    let mut search = SearchState {
        order,
        limit,
        most_tries: most_tries.unwrap_or(u64::MAX),
        seats: (0..shape.cells()).map(seats).collect(),
        free: vec![(1 << shape.side()) - 1; shape.houses()],
        values: puzzle.values().to_vec(),
        blanks: Vec::new(),
        found: FusedResult::default(),
        puzzle,
    };
    if puzzle.conflict().is_some() || limit == 0 {
        return search.found;
    }
    for (cell, value) in puzzle.givens() {
        search.flip(cell, value);
    }
    let blank = |cell: &usize| puzzle.values()[*cell] == 0;
    let blanks = (0..shape.cells()).filter(blank);
    search.blanks = blanks.map(|cell| cell as u16).collect();
    search.descend(1);
    search.found
}

struct SearchState<'a> {
    puzzle: &'a ShapedBoard,
    order: SearchOrder,
    limit: usize,
    most_tries: u64,
    /// The indices of the row, column and box of each cell.
    seats: Vec<[u8; 3]>,
    /// For each house, the digits that can still be placed in it, one bit for each.
    free: Vec<u32>,
    values: Vec<u8>,
    /// The blanks that are not filled yet, in reading order.
    blanks: Vec<u16>,
    found: FusedResult,
}

impl SearchState<'_> {
    fn candidates(&self, cell: u16) -> u32 {
        let houses = self.seats[usize::from(cell)];
        let free = houses.map(|house| self.free[usize::from(house)]);
        free[0] & free[1] & free[2]
    }

    fn flip(&mut self, cell: usize, value: u8) {
        for house in self.seats[cell] {
            self.free[usize::from(house)] ^= 1 << (value - 1);
        }
    }

    /// Returns the index, in the list of blanks, of the blank to fill next; `None` if no blank is left.
    fn choose(&self) -> Option<usize> {
        let places = 0..self.blanks.len();
        match self.order {
            SearchOrder::Fewest => {
                places.min_by_key(|&at| self.candidates(self.blanks[at]).count_ones())
            }
            SearchOrder::Ascending | SearchOrder::Descending => { places }.next(),
        }
    }

    /// Tries all digits of the next blank; returns `true` once the limit of solutions or of tries is reached.
    fn descend(&mut self, depth: u32) -> bool {
        let Some(place) = self.choose() else {
            let values = self.values.clone();
            self.found.count += 1;
            if self.found.first.is_none() {
                self.found.first = ShapedBoard::from_values(self.puzzle.shape(), values);
            }
            return self.found.count >= self.limit;
        };
        self.found.effort.calls += 1;
        self.found.effort.depth = self.found.effort.depth.max(depth);
        let cell = self.blanks.remove(place);
        let mut untried = self.candidates(cell);
        let mut over = false;
        while untried != 0 && !over {
            if self.found.effort.tries == self.most_tries {
                self.found.gave_up = true;
                over = true;
                break;
            }
            self.found.effort.tries += 1;
            self.found.effort.nodes += 1;
            let digit = match self.order {
                SearchOrder::Descending => untried.ilog2(),
                SearchOrder::Ascending | SearchOrder::Fewest => untried.trailing_zeros(),
            };
            untried ^= 1 << digit;
            let value = digit as u8 + 1;
            self.flip(usize::from(cell), value);
            self.values[usize::from(cell)] = value;
            over = self.descend(depth + 1);
            self.flip(usize::from(cell), value);
        }
        self.blanks.insert(place, cell);
        over
    }
}
