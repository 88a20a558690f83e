//! Positions on the solving paths of puzzles, in which the techniques are tested.
//!
//! A position also has a method to check whether singles alone refute a candidate.

use super::layout::{Id, Layout};
use super::puzzles::{Puzzle, givens};
use std::collections::BTreeSet;
use sudoku_engine::grid::{HouseKind, Ordinal};
use sudoku_engine::rate::MarkOf;
use sudoku_engine::rate::techniques::{
    Move, Technique, TechniqueLadder, TechniqueSolver, all_moves_on,
};

/// A candidate: a cell and a digit, both counted from 0.
pub type Candidate = (u8, u8);

/// The candidates that a step or a technique removes.
pub type Removals = BTreeSet<Candidate>;

/// A position: the digits that are placed (from 1; 0 for a blank), and the candidates of each cell as bits.
#[derive(Clone)]
pub struct Position<'a> {
    pub layout: &'a Layout,
    pub grid: Vec<u8>,
    pub candidates: Vec<u16>,
    removed: Vec<MarkOf<&'a Layout>>,
}

impl<'a> Position<'a> {
    pub fn new(layout: &'a Layout, puzzle: &Puzzle) -> Self {
        let mut position = Self {
            layout,
            grid: vec![0; layout.cells()],
            candidates: vec![(1 << layout.side) - 1; layout.cells()],
            removed: Vec::new(),
        };
        for (cell, digit) in puzzle.givens() {
            position.place((cell.0, digit.0));
        }
        position
    }

    /// Returns the houses, each as a list of its cells.
    pub fn houses(&self) -> impl Iterator<Item = &'a [u8]> {
        self.layout.houses.iter().map(Vec::as_slice)
    }

    /// Returns all rows or all columns, each as a list of its cells.
    pub fn lines(&self, kind: HouseKind) -> &'a [Vec<u8>] {
        let side = self.layout.side;
        &self.layout.houses[side * kind as usize..][..side]
    }

    pub fn has(&self, (cell, digit): Candidate) -> bool {
        self.candidates[usize::from(cell)] >> digit & 1 == 1
    }

    pub fn sees(&self, one: u8, other: u8) -> bool {
        one != other
            && self
                .houses()
                .any(|it| it.contains(&one) && it.contains(&other))
    }

    pub fn digits(&self) -> std::ops::Range<u8> {
        0..self.layout.side as u8
    }

    pub fn cells(&self) -> std::ops::Range<u8> {
        0..self.layout.cells() as u8
    }

    /// Returns the cells of a house in which this digit is a candidate.
    pub fn places(&self, house: &[u8], digit: u8) -> Vec<u8> {
        let cells = house.iter().copied();
        cells.filter(|&cell| self.has((cell, digit))).collect()
    }

    pub fn place(&mut self, (cell, digit): Candidate) {
        self.grid[usize::from(cell)] = digit + 1;
        self.candidates[usize::from(cell)] = 0;
        let layout = self.layout;
        let houses = layout.houses.iter().filter(|it| it.contains(&cell));
        for &other in houses.flatten() {
            self.candidates[usize::from(other)] &= !(1 << digit);
        }
    }

    fn remove(&mut self, (cell, digit): Candidate) {
        self.candidates[usize::from(cell)] &= !(1 << digit);
        let (cell, digit) = (Id(cell), Id(digit));
        self.removed.push(MarkOf::<&Layout> { cell, digit });
    }

    fn apply(&mut self, step: &Move<&'a Layout>) {
        for mark in &step.sets {
            self.place((mark.cell.0, mark.digit.0));
        }
        for mark in &step.removes {
            self.remove((mark.cell.0, mark.digit.0));
        }
    }

    /// Returns whether the position is contradictory: a cell has no candidate, or a digit has no place in a
    /// house.
    fn is_broken(&self) -> bool {
        let is_empty = |cell: usize| self.grid[cell] == 0 && self.candidates[cell] == 0;
        let lacks = |house: &[u8], digit: u8| {
            let placed = |&cell: &u8| self.grid[usize::from(cell)] == digit + 1;
            !house.iter().any(placed) && self.places(house, digit).is_empty()
        };
        (0..self.grid.len()).any(is_empty)
            || self
                .houses()
                .any(|house| self.digits().any(|digit| lacks(house, digit)))
    }

    /// Returns the first single found, naked or hidden; `None` if there is none.
    fn single(&self) -> Option<Candidate> {
        let naked = |cell: u8| {
            let digits = self.candidates[usize::from(cell)];
            (digits.count_ones() == 1).then(|| (cell, digits.trailing_zeros() as u8))
        };
        let hidden = |house: &[u8]| {
            let mut digits = self.digits();
            digits.find_map(|digit| match self.places(house, digit)[..] {
                [cell] => Some((cell, digit)),
                _ => None,
            })
        };
        self.cells()
            .find_map(naked)
            .or_else(|| self.houses().find_map(hidden))
    }

    /// Returns whether assuming a candidate leads to a contradiction by singles alone.
    pub fn is_refuted(&self, candidate: Candidate) -> bool {
        let mut position = self.clone();
        position.place(candidate);
        while !position.is_broken() {
            match position.single() {
                Some(single) => position.place(single),
                None => return false,
            }
        }
        true
    }

    /// Returns all steps of a technique that are possible in the position.
    pub fn moves(&self, technique: Technique) -> Vec<Move<&'a Layout>> {
        all_moves_on(self.layout, technique, &givens(&self.grid), &self.removed)
    }

    /// Returns all candidates that any of these techniques can remove in the position.
    pub fn removals(&self, techniques: &[Technique]) -> Removals {
        let moves = techniques
            .iter()
            .flat_map(|&technique| self.moves(technique));
        let marks = moves.flat_map(|step| step.removes);
        marks.map(|mark| (mark.cell.0, mark.digit.0)).collect()
    }
}

/// Returns the positions on the solving paths of these puzzles in which the next step is not a single, and checks every
/// step against the solution.
pub fn positions<'a>(layout: &'a Layout, puzzles: &[Puzzle]) -> Vec<Position<'a>> {
    let mut solver = TechniqueSolver::on(layout, &TechniqueLadder::hodoku());
    let mut positions = Vec::new();
    for puzzle in puzzles {
        let (path, moves) = solver.solve_givens(&puzzle.givens());
        let mut position = Position::new(layout, puzzle);
        for step in &moves {
            if !step.technique.is_single() {
                positions.push(position.clone());
            }
            let holds =
                |mark: &MarkOf<&Layout>| puzzle.solution[mark.cell.index()] == mark.digit.0 + 1;
            assert!(step.sets.iter().all(holds), "{step:?}");
            assert!(!step.removes.iter().any(holds), "{step:?}");
            position.apply(step);
        }
        let blanks = position.grid.iter().filter(|&&digit| digit == 0);
        assert_eq!(blanks.count(), path.blanks);
    }
    positions
}
