//! The state of a solve: digits, candidates, and the singles that placements and removals have opened.
//!
//! Singles wait in two queues, in the order in which they came to be. HoDoKu takes them in that order,
//! which decides how many hidden singles a path has and so its score; queues are also what makes
//! singles cheap, since nothing is sought.

use super::counts::Counts;
use super::find::Effect;
use super::first_singles::Givens;
use crate::grid::{Board, Candidates, Cell, CellSet, Changes, Digit, DigitSet, House};

/// A position between two steps.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub candidates: Candidates,
    /// The blanks from which no placed digit excludes a digit, removals aside.
    open: [CellSet; 9],
    naked: Queue,
    hidden: Queue,
    /// The number of positions so far in which techniques beyond singles were sought.
    clock: u32,
    /// By step: what has changed after it.
    changed: Vec<Changes>,
    counts: Counts,
}

/// Singles in the order in which they came to be. Some have been placed since.
#[derive(Debug, Clone, Default)]
struct Queue {
    singles: Vec<(Cell, Digit)>,
    first: usize,
}

impl Queue {
    fn push(&mut self, cell: Cell, digit: Digit) {
        self.singles.push((cell, digit));
    }

    fn clear(&mut self) {
        self.singles.clear();
        self.first = 0;
    }

    /// Drops those at the front that are placed, and returns the first that is not.
    fn front(&mut self, candidates: &Candidates) -> Option<(Cell, Digit)> {
        while let Some(&(cell, digit)) = self.singles.get(self.first) {
            if candidates.of_cell(cell).contains(digit) {
                return Some((cell, digit));
            }
            self.first += 1;
        }
        self.clear();
        None
    }
}

impl State {
    /// Makes the state of a board without steps.
    pub(super) fn new(board: &Board) -> Self {
        let mut state = Self {
            candidates: Candidates::of(board),
            open: [CellSet::ALL; 9],
            naked: Queue::default(),
            hidden: Queue::default(),
            clock: 0,
            changed: Vec::new(),
            counts: Counts::NONE,
        };
        state.begin(board);
        state
    }

    /// Begins with another board.
    ///
    /// The first singles wait as if the givens were placed one by one in reading order, as HoDoKu does.
    pub(super) fn begin(&mut self, board: &Board) {
        self.candidates = Candidates::of(board);
        for digit in Digit::all() {
            self.open[digit.index()] = self.of_digit(digit);
        }
        self.clock = 0;
        self.changed.clear();
        let givens = Givens::of(board);
        self.naked.clear();
        self.naked.singles.extend(givens.naked(&self.candidates));
        self.hidden.clear();
        self.hidden.singles.extend(givens.hidden(&self.candidates));
    }

    /// Ends the steps since the last search: records what they changed, and counts the position, which all
    /// searches but those of singles need.
    pub(super) fn settle(&mut self) {
        let changes = self.candidates.take_changes();
        if changes.digits().is_empty() {
            return;
        }
        self.clock += 1;
        self.changed.push(Changes::NONE);
        for changed in &mut self.changed {
            *changed = changed.and(changes);
        }
        self.counts.update(&self.candidates, changes);
    }

    #[inline]
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(super) fn clock(&self) -> u32 {
        self.clock
    }

    /// Returns what has changed after this step.
    pub(super) fn changed(&self, since: u32) -> Changes {
        let changed = self.changed.get(since as usize);
        changed.copied().unwrap_or(Changes::NONE)
    }

    /// Returns the digits that lost a candidate after this step.
    pub(super) fn digits_changed(&self, since: u32) -> DigitSet {
        self.changed(since).digits()
    }

    /// Returns the blanks from which no placed digit excludes any of these, removals aside.
    pub(super) fn open(&self, digits: DigitSet) -> CellSet {
        let blanks = self.candidates.blanks();
        digits.fold(blanks, |cells, digit| cells & self.open[digit.index()])
    }

    #[inline]
    pub(super) fn of_cell(&self, cell: Cell) -> DigitSet {
        self.candidates.of_cell(cell)
    }

    #[inline]
    pub(super) fn of_digit(&self, digit: Digit) -> CellSet {
        self.candidates.of_digit(digit)
    }

    /// Returns the cells of a digit in a house.
    #[inline]
    pub(super) fn within(&self, digit: Digit, house: House) -> CellSet {
        self.candidates.of_digit(digit) & house.cells()
    }

    /// Returns the places of a digit in a house, nine bits.
    #[inline]
    pub(super) fn places(&self, digit: Digit, house: House) -> u16 {
        self.candidates.places(house)[digit.index()]
    }

    /// Returns the cells with two candidates.
    #[inline]
    pub(super) fn bivalue(&self) -> CellSet {
        self.counts().bivalue
    }

    pub(super) fn is_solved(&self) -> bool {
        self.candidates.blanks().is_empty()
    }

    fn queue_hidden(&mut self, house: House, digit: Digit) {
        let places = self.places(digit, house);
        if places.is_power_of_two() {
            let cell = crate::grid::nth_cell(house, places.trailing_zeros() as usize);
            self.hidden.push(cell, digit);
        }
    }

    /// Removes a candidate and queues the singles that it opens.
    pub(super) fn remove(&mut self, cell: Cell, digit: Digit) {
        if !self.candidates.remove(cell, digit) {
            return;
        }
        if let Some(last) = self.of_cell(cell).single() {
            self.naked.push(cell, last);
        }
        for house in cell.houses() {
            self.queue_hidden(house, digit);
        }
    }

    /// Places a digit and queues the singles that it opens: first those of the peers in reading order, then
    /// those of the other digits of the cell.
    pub(super) fn place(&mut self, cell: Cell, digit: Digit) {
        let mut losing = self.of_digit(digit) & cell.peers();
        let others = self.of_cell(cell).without(digit);
        self.candidates.place(cell, digit);
        self.open[digit.index()] -= cell.peers();
        while let Some(peer) = losing.next() {
            if let Some(last) = self.of_cell(peer).single() {
                self.naked.push(peer, last);
            }
            for house in peer.houses() {
                // A house that loses more places opens with the last of them.
                if self.places(digit, house).is_power_of_two() && losing.is_disjoint(house.cells())
                {
                    self.queue_hidden(house, digit);
                }
            }
        }
        for other in others {
            for house in cell.houses() {
                self.queue_hidden(house, other);
            }
        }
    }

    /// Applies a step.
    pub(super) fn apply(&mut self, effect: &Effect) {
        for digit in effect.digits() {
            for cell in effect.sets(digit) & self.of_digit(digit) {
                self.place(cell, digit);
            }
            for cell in effect.removes(digit) {
                self.remove(cell, digit);
            }
        }
    }

    /// Returns the singles that wait, naked or hidden, some more than once.
    pub(super) fn waiting(&self, hidden: bool) -> impl Iterator<Item = (Cell, Digit)> {
        let queue = if hidden { &self.hidden } else { &self.naked };
        let waiting = queue.singles[queue.first..].iter().copied();
        waiting.filter(|&(cell, digit)| self.of_cell(cell).contains(digit))
    }

    /// Returns whether a blank is the last one of a house.
    pub(super) fn fills_house(&self, cell: Cell) -> bool {
        let is_last = |house: House| self.candidates.blanks_in(house) == 1;
        cell.houses().into_iter().any(is_last)
    }

    /// Finds the first naked single that fills a house.
    pub(super) fn full_house(&mut self) -> Option<(Cell, Digit)> {
        self.naked.front(&self.candidates)?;
        self.waiting(false)
            .find(|&(cell, _)| self.fills_house(cell))
    }

    pub(super) fn naked_single(&mut self) -> Option<(Cell, Digit)> {
        self.naked.front(&self.candidates)
    }

    pub(super) fn hidden_single(&mut self) -> Option<(Cell, Digit)> {
        self.hidden.front(&self.candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn first_singles_wait_as_if_the_givens_were_placed_one_by_one(
            tries in prop::collection::vec((0..81_usize, 0..9_usize), 10..60),
        ) {
            let mut board = Board::EMPTY;
            for (cell, digit) in tries {
                let cell = Cell::new(cell).expect("below 81");
                let digit = Digit::all().nth(digit).expect("below 9");
                if Candidates::of(&board).of_cell(cell).contains(digit) {
                    board.set(cell, Some(digit));
                }
            }
            let mut placed = State::new(&Board::EMPTY);
            for (cell, digit) in board.givens() {
                placed.place(cell, digit);
            }
            let begun = State::new(&board);
            prop_assert_eq!(&begun.candidates, &placed.candidates);
            for hidden in [false, true] {
                prop_assert!(begun.waiting(hidden).eq(placed.waiting(hidden)));
            }
        }
    }
}
