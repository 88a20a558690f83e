//! The results of applying one rule once to the whole board.
//!
//! All patterns are found before any of them is applied. So turning or relabelling a puzzle doesn't change the
//! number of patterns, nor the number of those with an effect. Trials are an exception, since they have to start
//! in some cell. [`Passes::First`] is another: it applies only the first pattern.

use super::bitboards::Bitboards;
use super::edit::Edit;
use super::scope::Scope;
use super::step::{Mark, Step, marks};
use super::{Passes, Rule};
use crate::grid::{Board, Cell, CellSet, Digit, DigitSet, House};

/// A type that receives steps. A list keeps the steps; `()` drops them. With `()`, rules are only counted, and the code
/// that makes steps is not even compiled.
pub(super) trait Evidence {
    /// `true` if the type keeps the steps that it receives.
    const KEEPS: bool;

    fn keep(&mut self, step: impl FnOnce() -> Step);
}

/// Drops all steps.
impl Evidence for () {
    const KEEPS: bool = false;

    #[inline(always)]
    fn keep(&mut self, _: impl FnOnce() -> Step) {}
}

impl Evidence for Vec<Step> {
    const KEEPS: bool = true;

    fn keep(&mut self, step: impl FnOnce() -> Step) {
        self.push(step());
    }
}

/// The houses, cells and digits of a pattern: a [`Step`] without its effect.
pub(super) struct StepPlace {
    pub houses: Vec<House>,
    pub cells: Vec<Cell>,
    pub digits: DigitSet,
}

/// The results of one pass of a rule, that is, of one search of the whole board.
pub(super) struct Pass<E> {
    /// For each digit, the cells in which the pass places the digit.
    pub placed: [CellSet; 9],
    /// For each digit, the cells from which the pass removes the digit.
    pub removed: [CellSet; 9],
    /// For each digit, the cells in which this pass and all earlier ones placed the digit.
    pub filled: [CellSet; 9],
    /// The number of patterns found, with or without effect.
    pub patterns: u32,
    /// The number of patterns that place or remove something, even if an earlier pattern of this pass already does the
    /// same.
    pub effective: u32,
    /// The number of patterns that place or remove something that no earlier pattern of this pass places or removes.
    pub used: u32,
    /// The steps found, if they are collected.
    pub steps: E,
    /// `true` if patterns without effect are counted in this pass.
    pub idle: bool,
    /// The digits that the pass places or removes anywhere.
    digits: DigitSet,
    passes: Passes,
    rule: Rule,
}

impl<E: Evidence> Pass<E> {
    pub(super) fn new(passes: Passes, steps: E) -> Self {
        Self {
            placed: [CellSet::EMPTY; 9],
            removed: [CellSet::EMPTY; 9],
            filled: [CellSet::EMPTY; 9],
            patterns: 0,
            effective: 0,
            used: 0,
            steps,
            idle: false,
            digits: DigitSet::EMPTY,
            passes,
            rule: Rule::NakedSingle,
        }
    }

    /// Starts the next pass. The results of the previous pass must have been applied.
    #[inline]
    pub(super) fn begin(&mut self, rule: Rule, idle: bool) {
        self.idle = idle;
        self.patterns = 0;
        self.effective = 0;
        self.used = 0;
        self.rule = rule;
    }

    /// Reports a single: the digit goes into the cell. A single that is reported twice, because the digit is
    /// hidden in several houses, counts once. With [`Passes::First`], only the first single of the pass counts.
    #[inline]
    pub(super) fn place(&mut self, cell: Cell, digit: Digit, pattern: impl FnOnce() -> StepPlace) {
        if self.placed[digit.index()].contains(cell) || !self.takes_more() {
            return;
        }
        self.placed[digit.index()] |= CellSet::of(cell);
        self.digits = self.digits.with(digit);
        self.patterns += 1;
        self.effective += 1;
        self.used += 1;
        let rule = self.rule;
        self.steps
            .keep(|| step(rule, pattern(), vec![Mark { cell, digit }], Vec::new()));
    }

    /// Returns whether singles may be reported all at once. This is allowed if neither the order of the singles nor
    /// their steps matter.
    #[inline]
    pub(super) fn takes_all_at_once(&self) -> bool {
        !E::KEEPS && self.passes == Passes::WholeBoard
    }

    /// Reports singles in all of these cells, none of which was reported before in this pass. `cells_of` returns the
    /// cells that have a digit as a candidate.
    #[inline]
    pub(super) fn place_all(&mut self, cells: CellSet, cells_of: impl Fn(Digit) -> CellSet) {
        let mut digits = 0;
        for digit in Digit::all() {
            let cells = cells & cells_of(digit);
            self.placed[digit.index()] |= cells;
            digits |= u16::from(!cells.is_empty()) << digit.index();
        }
        self.digits |= DigitSet::from_bits(digits);
        let count = cells.len() as u32;
        self.patterns += count;
        self.effective += count;
        self.used += count;
    }

    /// Reports that this many patterns without effect were found.
    #[inline]
    pub(super) fn miss(&mut self, patterns: u32) {
        self.patterns += patterns;
    }

    /// Reports a pattern that removes all of these digits from all of these cells. Each of the cells must have at
    /// least one of the digits as a candidate. If there are no cells, the pattern is counted as one without
    /// effect. With [`Passes::First`], only the first pattern with cells has an effect.
    #[inline]
    pub(super) fn remove(
        &mut self,
        candidates: &Bitboards,
        digits: DigitSet,
        cells: CellSet,
        pattern: impl FnOnce() -> StepPlace,
    ) {
        self.patterns += 1;
        if cells.is_empty() || !self.takes_more() {
            return;
        }
        self.effective += 1;
        self.digits = self.digits.union(digits);
        let before = self.removed;
        for digit in digits {
            self.removed[digit.index()] |= cells & candidates.of_digit(digit);
        }
        if self.removed == before {
            return;
        }
        self.used += 1;
        let (rule, removed) = (self.rule, &self.removed);
        self.steps.keep(|| {
            let new = |digit: Digit| removed[digit.index()] - before[digit.index()];
            step(rule, pattern(), Vec::new(), marks(new))
        });
    }

    /// Reports a trial that led to the solution or to a contradiction. `placed` lists, for each digit, the cells in
    /// which this result places the digit.
    pub(super) fn decide(&mut self, cell: Cell, tried: Digit, placed: &[CellSet; 9]) {
        self.patterns = 1;
        self.effective = 1;
        self.used = 1;
        self.placed = *placed;
        self.digits = DigitSet::ALL;
        let rule = self.rule;
        self.steps.keep(|| {
            let mut placements = marks(|digit| placed[digit.index()]);
            placements.sort_by_key(|mark| mark.cell != cell);
            let digits = DigitSet::of(tried);
            step(
                rule,
                StepPlace {
                    houses: vec![],
                    cells: vec![cell],
                    digits,
                },
                placements,
                Vec::new(),
            )
        });
    }

    /// Applies the results to the candidates. Returns the houses in which candidates were removed, and the digits of
    /// the removed candidates.
    #[inline]
    pub(super) fn apply(&mut self, candidates: &mut Bitboards) -> Scope {
        let mut edit = Edit::of(candidates);
        for digit in std::mem::take(&mut self.digits) {
            let n = digit.index();
            let placed = std::mem::take(&mut self.placed[n]);
            let removed = std::mem::take(&mut self.removed[n]);
            if !removed.is_empty() {
                edit.remove(digit, removed);
            }
            if !placed.is_empty() {
                self.filled[n] |= edit.fill_all(digit, placed);
            }
        }
        edit.finish()
    }

    /// Returns the number of digits that the pass places.
    pub(super) fn placed_count(&self) -> u32 {
        self.placed.iter().map(|cells| cells.len() as u32).sum()
    }

    /// Returns whether the solution has every placed digit and none of the removed candidates.
    pub(super) fn agrees_with(&self, solution: &Board) -> bool {
        Digit::all().all(|digit| {
            let (mut placed, mut removed) =
                (self.placed[digit.index()], self.removed[digit.index()]);
            let holds = |cell| solution.get(cell) == Some(digit);
            placed.all(holds) && !removed.any(holds)
        })
    }

    /// Returns whether the pass reported everything that its rule could place or remove.
    pub(super) fn took_all(&self) -> bool {
        self.passes == Passes::WholeBoard || self.effective == 0
    }

    #[inline]
    fn takes_more(&self) -> bool {
        self.passes == Passes::WholeBoard || self.effective == 0
    }
}

fn step(rule: Rule, at: StepPlace, placements: Vec<Mark>, eliminations: Vec<Mark>) -> Step {
    Step {
        rule,
        houses: at.houses,
        cells: at.cells,
        digits: at.digits,
        placements,
        eliminations,
    }
}
