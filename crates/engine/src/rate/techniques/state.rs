//! The state of a solve: digits, candidates, and the singles that wait to be placed.
//!
//! Naked and hidden singles wait in two queues, in the order in which they appeared. HoDoKu takes them in that
//! order. The order decides how many hidden singles a solution has, and so the puzzle's score. Queues also make
//! singles cheap, since nothing has to be searched.

use super::counts::Counts;
use super::find::Effect;
use super::first_singles::Givens;
use crate::grid::{Candidates, Changes, Geometry, NumberSet, Ordinal, Set, Table};

/// The state of a solution between two steps.
#[derive(Debug, Clone)]
pub(super) struct State<G: Geometry> {
    pub candidates: Candidates<G>,
    /// For each digit, the blanks that don't see the digit on the board, including blanks from which the candidate has
    /// been removed.
    open: G::PerDigit<G::Cells>,
    singles: WaitingSingles<G>,
    /// The houses with exactly one blank.
    last_blanks: G::Houses,
    /// The number of calls of `settle()` so far that found a change. It serves as the number of the last step.
    clock: u32,
    /// For each earlier value of the clock, the changes since then.
    changed: Vec<Changes<G>>,
    counts: Counts<G>,
}

/// Singles in the order in which they appeared. Some of them may have been placed in the meantime.
#[derive(Debug, Clone)]
struct Queue<G: Geometry> {
    singles: Vec<(G::Cell, G::Digit)>,
    first: usize,
}

impl<G: Geometry> Queue<G> {
    const EMPTY: Self = Self {
        singles: Vec::new(),
        first: 0,
    };

    fn push(&mut self, cell: G::Cell, digit: G::Digit) {
        self.singles.push((cell, digit));
    }

    fn clear(&mut self) {
        self.singles.clear();
        self.first = 0;
    }

    /// Drops the singles at the front that have been placed, and returns the first one that has not.
    fn front(&mut self, candidates: &Candidates<G>) -> Option<(G::Cell, G::Digit)> {
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

/// The naked and the hidden singles that wait to be placed.
#[derive(Debug, Clone)]
struct WaitingSingles<G: Geometry> {
    naked: Queue<G>,
    hidden: Queue<G>,
}

impl<G: Geometry> WaitingSingles<G> {
    /// Queues the singles that appear because a cell has lost this candidate.
    #[inline]
    fn queue_opened(&mut self, candidates: &Candidates<G>, cell: G::Cell, digit: G::Digit) {
        if let Some(last) = candidates.of_cell(cell).single() {
            self.naked.push(cell, last);
        }
        let g = candidates.geometry();
        for house in g.houses_of(cell) {
            let places = candidates.places(house)[digit.index()];
            if places.is_power_of_two() {
                let cell = g.nth_cell(house, places.trailing_zeros() as usize);
                self.hidden.push(cell, digit);
            }
        }
    }
}

impl<G: Geometry> State<G> {
    /// Makes the state of an empty board.
    pub(super) fn new(geometry: G) -> Self {
        Self {
            candidates: Candidates::with_givens(geometry, std::iter::empty()),
            open: G::PerDigit::filled(geometry.all_cells()),
            singles: WaitingSingles {
                naked: Queue::EMPTY,
                hidden: Queue::EMPTY,
            },
            last_blanks: G::Houses::NONE,
            clock: 0,
            changed: Vec::new(),
            counts: Counts::none(),
        }
    }

    /// Starts with a board that has these givens, which must be in reading order.
    ///
    /// The first singles are queued as if the givens were placed one by one, as HoDoKu does.
    pub(super) fn begin(&mut self, givens: impl Iterator<Item = (G::Cell, G::Digit)> + Clone) {
        let g = self.geometry();
        self.candidates = Candidates::with_givens(g, givens.clone());
        for digit in g.digits() {
            self.open[digit.index()] = self.of_digit(digit);
        }
        self.clock = 0;
        self.changed.clear();
        let candidates = &self.candidates;
        let with_one = g.houses().filter(|&it| candidates.blanks_in(it) == 1);
        self.last_blanks = with_one.fold(G::Houses::NONE, |all, house| {
            all | G::Houses::of(house.index())
        });
        let givens = Givens::of(g, givens);
        let WaitingSingles { naked, hidden } = &mut self.singles;
        naked.clear();
        naked.singles.extend(givens.naked(candidates));
        hidden.clear();
        hidden.singles.extend(givens.hidden(candidates));
    }

    /// Records what has changed since the last call, and updates the counts that all searches except those for singles
    /// need.
    pub(super) fn settle(&mut self) {
        let changes = self.candidates.take_changes();
        if changes.digits().is_empty() {
            return;
        }
        self.clock += 1;
        self.changed.push(Changes::none(self.geometry()));
        for changed in &mut self.changed {
            *changed = changed.and(changes);
        }
        self.counts.update(&self.candidates, changes);
    }

    /// Returns the geometry of the board.
    #[inline]
    pub(super) fn geometry(&self) -> G {
        self.candidates.geometry()
    }

    #[inline]
    pub(super) fn counts(&self) -> &Counts<G> {
        &self.counts
    }

    pub(super) fn clock(&self) -> u32 {
        self.clock
    }

    /// Returns what has changed since this step.
    pub(super) fn changed(&self, since: u32) -> Changes<G> {
        let changed = self.changed.get(since as usize);
        let nothing = || Changes::none(self.geometry());
        changed.copied().unwrap_or_else(nothing)
    }

    /// Returns the digits that have lost a place since this step.
    pub(super) fn digits_changed(&self, since: u32) -> G::Digits {
        self.changed(since).digits()
    }

    /// Returns the blanks that see none of these digits on the board, including blanks from which one of the digits has
    /// been removed as a candidate.
    pub(super) fn open(&self, digits: G::Digits) -> G::Cells {
        let blanks = self.candidates.blanks();
        digits.fold(blanks, |cells, digit| cells & self.open[digit.index()])
    }

    #[inline]
    pub(super) fn of_cell(&self, cell: G::Cell) -> G::Digits {
        self.candidates.of_cell(cell)
    }

    #[inline]
    pub(super) fn of_digit(&self, digit: G::Digit) -> G::Cells {
        self.candidates.of_digit(digit)
    }

    /// Returns the cells of a house that have this digit as a candidate.
    #[inline]
    pub(super) fn within(&self, digit: G::Digit, house: G::House) -> G::Cells {
        self.candidates.of_digit(digit) & self.geometry().cells_of(house)
    }

    /// Returns the places of a digit in a house, as bits.
    #[inline]
    pub(super) fn places(&self, digit: G::Digit, house: G::House) -> G::Places {
        self.candidates.places(house)[digit.index()]
    }

    /// Returns the cells with two candidates.
    #[inline]
    pub(super) fn bivalue(&self) -> G::Cells {
        self.counts().bivalue
    }

    pub(super) fn is_solved(&self) -> bool {
        self.candidates.blanks().is_empty()
    }

    /// Removes a candidate, and queues the singles that appear because of this.
    pub(super) fn remove(&mut self, cell: G::Cell, digit: G::Digit) {
        if self.candidates.remove(cell, digit) {
            self.singles.queue_opened(&self.candidates, cell, digit);
        }
    }

    /// Places a digit, and queues the singles that appear because of this. First come the singles that appear because
    /// peers lose the digit, in reading order. Then come those that appear because the cell loses its other digits.
    pub(super) fn place(&mut self, cell: G::Cell, digit: G::Digit) {
        let g = self.geometry();
        let singles = &mut self.singles;
        let candidates = &mut self.candidates;
        candidates.place_and_tell(cell, digit, |candidates, cell, digit| {
            singles.queue_opened(candidates, cell, digit);
        });
        self.open[digit.index()] -= g.peers(cell);
        for house in g.houses_of(cell) {
            let of_house = G::Houses::of(house.index());
            // A branch here could not be predicted.
            let is_last = usize::from(self.candidates.blanks_in(house) == 1);
            self.last_blanks &= !of_house;
            self.last_blanks |= [G::Houses::NONE, of_house][is_last];
        }
    }

    /// Applies the placements and removals of a step to the state.
    pub(super) fn apply(&mut self, effect: &Effect<G>) {
        for digit in effect.digits() {
            for cell in effect.sets(digit) & self.of_digit(digit) {
                self.place(cell, digit);
            }
            for cell in effect.removes(digit) {
                self.remove(cell, digit);
            }
        }
    }

    /// Returns the hidden singles (with `hidden`) or the naked singles that wait to be placed. A single may be
    /// listed more than once.
    pub(super) fn waiting(&self, hidden: bool) -> impl Iterator<Item = (G::Cell, G::Digit)> {
        let WaitingSingles {
            naked,
            hidden: other,
        } = &self.singles;
        let queue = if hidden { other } else { naked };
        let waiting = queue.singles[queue.first..].iter().copied();
        waiting.filter(|&(cell, digit)| self.of_cell(cell).contains(digit))
    }

    /// Returns whether any singles wait to be placed.
    pub(super) fn has_singles(&self) -> bool {
        [false, true]
            .into_iter()
            .any(|hidden| self.waiting(hidden).next().is_some())
    }

    /// Returns whether a blank is the last blank of one of its houses.
    pub(super) fn fills_house(&self, cell: G::Cell) -> bool {
        !(self.last_blanks & self.geometry().house_set(cell)).is_empty()
    }

    /// Finds the first naked single that waits to be placed and is the last blank of a house.
    pub(super) fn full_house(&mut self) -> Option<(G::Cell, G::Digit)> {
        if self.last_blanks.is_empty() {
            return None;
        }
        let mut waiting = self.waiting(false);
        waiting.find(|&(cell, _)| self.fills_house(cell))
    }

    pub(super) fn naked_single(&mut self) -> Option<(G::Cell, G::Digit)> {
        self.singles.naked.front(&self.candidates)
    }

    pub(super) fn hidden_single(&mut self) -> Option<(G::Cell, G::Digit)> {
        self.singles.hidden.front(&self.candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Board, Cell, Digit, Nine};
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
            let mut placed = State::new(Nine);
            for (cell, digit) in board.givens() {
                placed.place(cell, digit);
            }
            let mut begun = State::new(Nine);
            begun.begin(board.givens());
            prop_assert_eq!(&begun.candidates, &placed.candidates);
            for hidden in [false, true] {
                prop_assert!(begun.waiting(hidden).eq(placed.waiting(hidden)));
            }
        }
    }
}
