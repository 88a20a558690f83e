//! Makes random full grids, and chooses clues from which the basic rules solve a puzzle.
//!
//! A digit that the rules can place from the other clues is not chosen as a clue.

use super::choice::TieBreak;
use super::position::{Ending, FusedPosition};
use super::request::{FusedRequest, FusedResult};
use super::search::Searcher;
use super::{BasicSet, rules};

/// The limit for comparing cells to choose where to guess. If even the cells with the fewest candidates have more
/// candidates than this, cells are not compared, since they hardly differ.
const FEW: u32 = 3;

/// The side of the largest board on which cells are not compared. Such boards are filled so fast that comparing cells
/// for a guess costs more than it saves.
const SMALL_SIDE: usize = 6;

impl Searcher {
    /// Returns whether the rules, applied to these values, place a digit in this blank. The digit is the
    /// right one if the values have a solution.
    pub fn finds(&mut self, values: &[u8], cell: usize, basic: BasicSet) -> bool {
        let table = &self.table;
        let position = Self::slot(&mut self.path, 0);
        position.begin(table, values, basic);
        if position.is_known(cell) {
            return true;
        }
        rules::settle_until(position, table, basic, Some(cell));
        position.is_placed(cell)
    }

    /// Returns whether the rules alone fill the board from these values.
    pub fn solves(&mut self, values: &[u8], basic: BasicSet) -> bool {
        let position = Self::slot(&mut self.path, 0);
        position.begin(&self.table, values, basic);
        rules::settle(position, &self.table, basic) == Ending::Solved
    }

    /// Finds a cell whose digit, added as a clue, lets the rules `basic` fill the board, but not the rules `easier`.
    /// The digit is taken from `solution`. Returns the first such cell in `cells`; `None` if there is none.
    pub fn clue_between(
        &mut self,
        values: &[u8],
        solution: &[u8],
        [easier, basic]: [BasicSet; 2],
        mut cells: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        for (depth, basic) in [easier, basic].into_iter().enumerate() {
            let position = Self::slot(&mut self.path, depth);
            position.begin(&self.table, values, basic);
            rules::settle(position, &self.table, basic);
        }
        Self::slot(&mut self.path, 2);
        let (starts, tried) = self.path.split_at_mut(2);
        let (tried, table) = (&mut tried[0], &self.table);
        let mut solves = |cell: usize, start: &FusedPosition, basic: BasicSet| {
            tried.clone_from(start);
            tried.demand(cell, usize::from(solution[cell]) - 1);
            rules::settle(tried, table, basic) == Ending::Solved
        };
        cells.find(|&cell| !solves(cell, &starts[0], easier) && solves(cell, &starts[1], basic))
    }

    /// Returns cells whose digits are enough clues for the rules to fill the board. The cells are tried in the order
    /// given. A cell is left out if the rules can find its digit from the clues chosen before it.
    pub fn enough_clues(
        &mut self,
        solution: &[u8],
        order: &[usize],
        basic: BasicSet,
    ) -> Vec<usize> {
        let table = &self.table;
        let position = Self::slot(&mut self.path, 0);
        position.begin(table, &[], basic);
        let mut clues = Vec::new();
        for &cell in order {
            if !position.is_placed(cell) {
                position.demand(cell, usize::from(solution[cell]) - 1);
                rules::settle(position, table, basic);
                clues.push(cell);
            }
        }
        clues
    }

    /// Searches for a solution that has a digit other than `digit` (counted from 1) in the blank `cell`. The
    /// puzzle's givens are `values`. Gives up after `most_tries` tries.
    pub fn other_solution(
        &mut self,
        values: &[u8],
        (cell, digit): (usize, u8),
        most_tries: u64,
    ) -> FusedResult {
        let request = FusedRequest {
            basic: BasicSet::LOCKED,
            limit: 1,
            most_tries: Some(most_tries),
            ..FusedRequest::default()
        };
        let mut found = FusedResult::default();
        let (shape, table) = (self.shape(), &self.table);
        let position = Self::slot(&mut self.path, 0);
        position.begin(table, values, request.basic);
        let excluded = position.cells[cell] & 1 << (digit - 1);
        position.remove_all(table, request.basic, cell, excluded);
        match rules::settle(position, table, request.basic) {
            Ending::Failed => {}
            Ending::Solved => found.take(shape, position.values()),
            Ending::Undecided => {
                self.weights.reset();
                self.descend(1, &request, &mut found);
            }
        }
        found
    }

    /// Finds a random full grid; `None` if no grid is found within `most_tries` tries. `draw(n)` must return a random
    /// number below n. These numbers decide the order in which digits are tried.
    pub fn random_grid(
        &mut self,
        draw: &mut dyn FnMut(u32) -> u32,
        most_tries: u64,
    ) -> Option<Vec<u8>> {
        Self::slot(&mut self.path, 0).begin(&self.table, &[], BasicSet::LOCKED);
        self.weights.reset();
        let mut left = most_tries;
        self.fill(1, draw, &mut left)
    }

    /// Fills the board, starting from the position at depth `depth - 1` of the path. `None` if that is impossible or no
    /// tries are left.
    fn fill(
        &mut self,
        depth: usize,
        draw: &mut dyn FnMut(u32) -> u32,
        left: &mut u64,
    ) -> Option<Vec<u8>> {
        let above = &self.path[depth - 1];
        let first = above.scarcest().next()?;
        let is_large = self.table.layout().side() > SMALL_SIDE;
        let tie_break = match is_large && above.cells[first].count_ones() <= FEW {
            true => TieBreak::Pressing,
            false => TieBreak::First,
        };
        let cell = self.weights.choose(above, &self.table, tie_break)?;
        let mut digits = above.cells[cell];
        while digits != 0 {
            *left = left.checked_sub(1)?;
            let digit = nth_one(digits, draw(digits.count_ones()));
            digits &= !(1 << digit);
            Self::slot(&mut self.path, depth);
            let (above, below) = self.path.split_at_mut(depth);
            let position = &mut below[0];
            position.clone_from(&above[depth - 1]);
            position.demand(cell, digit as usize);
            match rules::settle(position, &self.table, BasicSet::LOCKED) {
                Ending::Failed => self.weights.count_failure(position.blame()),
                Ending::Solved => return Some(position.values()),
                Ending::Undecided => {
                    let filled = self.fill(depth + 1, draw, left);
                    if filled.is_some() || *left == 0 {
                        return filled;
                    }
                }
            }
        }
        None
    }

    /// Returns the position at this depth of the path. If the path ends just above this depth, adds a position first.
    fn slot(path: &mut Vec<FusedPosition>, depth: usize) -> &mut FusedPosition {
        if depth == path.len() {
            path.push(FusedPosition::default());
        }
        &mut path[depth]
    }
}

/// Returns the position of bit number n among the bits that are set, counting from 0.
const fn nth_one(mut bits: u32, n: u32) -> u32 {
    let mut before = 0;
    while before < n {
        bits &= bits - 1;
        before += 1;
    }
    bits.trailing_zeros()
}
