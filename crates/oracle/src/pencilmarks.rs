//! Holds the state of a puzzle that is being solved: the digits placed so far, and the candidates of each blank.

use crate::grid::{Grid, HOUSE_COUNT, cells_of, houses_of, is_full, seen_from};

/// The digits placed so far, and the candidates of the blanks.
#[derive(Clone)]
pub(crate) struct Pencilmarks {
    pub(crate) digits: Grid,
    is_candidate: [[bool; 10]; 81],
    /// `true` if a digit was placed where it was not a candidate.
    has_clash: bool,
}

impl Pencilmarks {
    /// Returns the candidates of a puzzle: for each blank, the digits that do not occur in the cells that the blank
    /// sees.
    pub(crate) fn of(puzzle: &Grid) -> Self {
        let mut marks = Self {
            digits: [0; 81],
            is_candidate: [[true; 10]; 81],
            has_clash: false,
        };
        for cell in (0..81).filter(|&cell| puzzle[cell] != 0) {
            marks.place(cell, puzzle[cell]);
        }
        marks
    }

    /// Places a digit in a blank, and removes it from the candidates of all cells that the blank sees.
    pub(crate) fn place(&mut self, cell: usize, digit: u8) {
        self.has_clash |= !self.has(cell, digit);
        self.digits[cell] = digit;
        for &seen in seen_from(cell) {
            self.is_candidate[seen][usize::from(digit)] = false;
        }
    }

    pub(crate) fn remove(&mut self, cell: usize, digit: u8) {
        self.is_candidate[cell][usize::from(digit)] = false;
    }

    /// Returns whether a cell is blank and may still take a digit.
    pub(crate) fn has(&self, cell: usize, digit: u8) -> bool {
        self.digits[cell] == 0 && self.is_candidate[cell][usize::from(digit)]
    }

    /// Returns the blanks in reading order.
    pub(crate) fn blanks(&self) -> Vec<usize> {
        (0..81).filter(|&cell| self.digits[cell] == 0).collect()
    }

    /// Returns the candidates of a cell in ascending order; none if it has a digit.
    pub(crate) fn candidates(&self, cell: usize) -> Vec<u8> {
        let mut found = Vec::with_capacity(9);
        found.extend((1..=9).filter(|&digit| self.has(cell, digit)));
        found
    }

    /// Returns the cells of a house that may take a digit, in reading order.
    pub(crate) fn places(&self, house: usize, digit: u8) -> Vec<usize> {
        let cells = cells_of(house).into_iter();
        let mut found = Vec::with_capacity(9);
        found.extend(cells.filter(|&cell| self.has(cell, digit)));
        found
    }

    pub(crate) fn is_solved(&self) -> bool {
        !self.has_clash && is_full(&self.digits)
    }

    /// Returns whether a blank has no candidate, a house has no place for a digit, or a digit was placed where it
    /// was not a candidate.
    pub(crate) fn is_contradictory(&self) -> bool {
        let is_stuck = |&cell: &usize| !(1..=9).any(|digit| self.has(cell, digit));
        let lacks = |house: usize, digit: u8| {
            let mut cells = cells_of(house).into_iter();
            !cells.any(|cell| self.digits[cell] == digit || self.has(cell, digit))
        };
        self.has_clash
            || self.blanks().iter().any(is_stuck)
            || (0..HOUSE_COUNT).any(|house| (1..=9).any(|digit| lacks(house, digit)))
    }

    /// Returns whether one of this cell's houses contains all cells in `cells` and no other blanks.
    pub(crate) fn are_only_blanks_around(&self, cell: usize, cells: &[usize]) -> bool {
        let holds = |house: usize| {
            let mut blanks = cells_of(house)
                .into_iter()
                .filter(|&it| self.digits[it] == 0);
            cells.iter().all(|&it| houses_of(it).contains(&house))
                && blanks.all(|blank| cells.contains(&blank))
        };
        houses_of(cell).into_iter().any(holds)
    }
}
