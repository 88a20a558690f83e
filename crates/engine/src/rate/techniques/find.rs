//! The finds of techniques: a find is a pattern with its effect. A collector keeps the first find, the best, or
//! all of them.
//!
//! A collector that is used only for rating needs no patterns. So techniques pass a closure that makes the
//! pattern, and the collector calls it only if it keeps patterns.

use super::technique::Technique;
use super::technique_set::TechniqueSet;
use crate::grid::{Geometry, House, Nine, Ordinal, Set, Table, Transform};
use crate::rate::{Mark, MarkOf};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// The digits that a step of a technique places, and the candidates that it removes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effect<G: Geometry> {
    removes: G::PerDigit<G::Cells>,
    sets: G::PerDigit<G::Cells>,
    digits: G::Digits,
}

impl<G: Geometry> Effect<G> {
    /// Makes an effect that does nothing yet.
    #[inline]
    pub(super) fn none() -> Self {
        Self {
            removes: G::PerDigit::filled(G::Cells::EMPTY),
            sets: G::PerDigit::filled(G::Cells::EMPTY),
            digits: G::Digits::EMPTY,
        }
    }

    /// Makes an effect that removes one digit from these cells.
    pub(super) fn removing(digit: G::Digit, cells: G::Cells) -> Self {
        let mut effect = Self::none();
        effect.remove(digit, cells);
        effect
    }

    /// Makes an effect that places one digit.
    pub(super) fn placing(digit: G::Digit, cell: G::Cell) -> Self {
        let mut effect = Self::none();
        effect.set(digit, G::Cells::of(cell));
        effect
    }

    /// Adds the removal of a digit from these cells, all of which must have the digit as a candidate.
    #[inline]
    pub(super) fn remove(&mut self, digit: G::Digit, cells: G::Cells) {
        if !cells.is_empty() {
            self.removes[digit.index()] |= cells;
            self.digits = self.digits.with(digit);
        }
    }

    #[inline]
    pub(super) fn set(&mut self, digit: G::Digit, cells: G::Cells) {
        if !cells.is_empty() {
            self.sets[digit.index()] |= cells;
            self.digits = self.digits.with(digit);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.digits.is_empty()
    }

    pub(super) fn digits(&self) -> G::Digits {
        self.digits
    }

    pub(super) fn removes(&self, digit: G::Digit) -> G::Cells {
        self.removes[digit.index()]
    }

    pub(super) fn sets(&self, digit: G::Digit) -> G::Cells {
        self.sets[digit.index()]
    }

    fn count(&self, cells: &G::PerDigit<G::Cells>) -> usize {
        self.digits
            .into_iter()
            .map(|digit| cells[digit.index()].len())
            .sum()
    }

    pub(super) fn removed(&self) -> usize {
        self.count(&self.removes)
    }

    pub(super) fn placed(&self) -> usize {
        self.count(&self.sets)
    }

    /// Returns whether the solution has every placed digit and none of the removed candidates. `answer` returns
    /// whether the solution has a digit in a cell, or `None` if the solution is not known; every effect agrees with
    /// an unknown solution.
    pub(super) fn agrees_with(&self, answer: impl Fn(G::Cell, G::Digit) -> Option<bool>) -> bool {
        self.digits.into_iter().all(|digit| {
            let is_set = |cell: G::Cell| answer(cell, digit) != Some(false);
            let is_removed = |cell: G::Cell| answer(cell, digit) != Some(true);
            self.sets(digit).all(is_set) && self.removes(digit).all(is_removed)
        })
    }

    fn marks(&self, cells: &G::PerDigit<G::Cells>) -> Vec<MarkOf<G>> {
        let of = |digit: G::Digit| cells[digit.index()].map(move |cell| Mark { cell, digit });
        let mut marks: Vec<MarkOf<G>> = self.digits.flat_map(of).collect();
        marks.sort_unstable();
        marks
    }
}

/// The role that a house, a cell or a candidate plays in a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Part of the pattern, with no special role.
    Pattern,
    /// A base line of a fish.
    Base,
    /// A cover line of a fish.
    Cover,
    /// A place of the digit in a base line of a fish, outside the cover lines.
    Fin,
    /// The cell that all wings see.
    Pivot,
    /// A cell that sees the pivot and shares a digit with it, or one of the two cells of a W-wing that have the same
    /// candidates.
    Wing,
    /// A house or candidate that joins two parts of the pattern.
    Link,
    /// A corner of a unique rectangle without candidates other than the rectangle's two digits.
    Floor,
    /// A corner of a unique rectangle that also has other candidates.
    Roof,
    /// A cell that forms a naked subset together with corners of a unique rectangle.
    Extra,
    /// The box of a pattern that has a box and a line.
    Box,
    /// The line of a pattern that has a box and a line.
    Line,
    /// A candidate of colour `n`. Colours 0 and 1 belong to the first set of linked cells, and 2 and 3 to the second.
    Colour(u8),
    /// A cell of almost locked set number `n`, counted from 0.
    LockedSet(u8),
}

/// A node of a chain: a digit in one cell, or in a group of two or three cells where a box and a line cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainNode<G: Geometry = Nine> {
    /// One cell, or the cells of a group.
    pub cells: G::Cells,
    /// The digit that the node places in one of its cells.
    pub digit: G::Digit,
}

/// A link of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<G: Geometry = Nine> {
    /// The node at the start of the link.
    pub from: ChainNode<G>,
    /// The node at the end of the link.
    pub to: ChainNode<G>,
    /// `true` for a strong link: at least one of the two nodes is true. `false` for a weak link: at most one of the two
    /// nodes is true.
    pub strong: bool,
}

/// The pattern of a technique's step: its houses, cells, candidates and links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern<G: Geometry = Nine> {
    /// The digits of the pattern.
    pub digits: G::Digits,
    /// The houses, each with its role.
    pub houses: Vec<(G::House, Role)>,
    /// The cells, each with its role.
    pub cells: Vec<(G::Cell, Role)>,
    /// The candidates, each with its role.
    pub candidates: Vec<(MarkOf<G>, Role)>,
    /// The chains. Only forcing chains and nets have several.
    pub chains: Vec<Vec<Link<G>>>,
}

impl<G: Geometry> Default for Pattern<G> {
    fn default() -> Self {
        Self::of_digits(G::Digits::EMPTY)
    }
}

impl<G: Geometry> Pattern<G> {
    pub(super) fn of_digits(digits: G::Digits) -> Self {
        Self {
            digits,
            houses: Vec::new(),
            cells: Vec::new(),
            candidates: Vec::new(),
            chains: Vec::new(),
        }
    }

    pub(super) fn of_digit(digit: G::Digit) -> Self {
        Self::of_digits(G::Digits::of(digit))
    }

    pub(super) fn house(mut self, house: G::House, role: Role) -> Self {
        self.houses.push((house, role));
        self
    }

    pub(super) fn cells(mut self, cells: G::Cells, role: Role) -> Self {
        self.cells.extend(cells.map(|cell| (cell, role)));
        self
    }

    pub(super) fn marks(mut self, digit: G::Digit, cells: G::Cells, role: Role) -> Self {
        let marks = cells.map(|cell| (Mark { cell, digit }, role));
        self.candidates.extend(marks);
        self
    }

    pub(super) fn chain(mut self, links: Vec<Link<G>>) -> Self {
        self.chains.push(links);
        self
    }
}

/// One application of a technique, with everything that is needed to explain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move<G: Geometry = Nine> {
    /// The technique that is applied.
    pub technique: Technique,
    /// The houses, cells, candidates and links of the pattern.
    pub pattern: Pattern<G>,
    /// The candidates that are removed, in reading order.
    pub removes: Vec<MarkOf<G>>,
    /// The digits that are placed, each with its cell, in reading order.
    pub sets: Vec<MarkOf<G>>,
}

impl Move {
    /// Returns this move as it looks after `transform` has turned and relabelled the board.
    #[must_use]
    pub fn moved(mut self, transform: &Transform) -> Self {
        let move_mark = |mark: &mut Mark| {
            mark.cell = transform.cell(mark.cell);
            mark.digit = transform.digit(mark.digit);
        };
        self.removes.iter_mut().for_each(move_mark);
        self.removes.sort_unstable();
        self.sets.iter_mut().for_each(move_mark);
        self.sets.sort_unstable();
        let pattern = &mut self.pattern;
        let digits = pattern.digits;
        pattern.digits = digits.map(|digit| transform.digit(digit)).collect();
        for (mark, _) in &mut pattern.candidates {
            move_mark(mark);
        }
        for (cell, _) in &mut pattern.cells {
            *cell = transform.cell(*cell);
        }
        for (house, _) in &mut pattern.houses {
            *house = transform.house(*house);
        }
        for link in pattern.chains.iter_mut().flatten() {
            for node in [&mut link.from, &mut link.to] {
                node.cells = transform.cells(node.cells);
                node.digit = transform.digit(node.digit);
            }
        }
        pattern.sort();
        self
    }
}

impl Pattern {
    /// Sorts cells, candidates and houses that have the same role into the order in which a search lists them. The
    /// houses of links stay in the order of the chain.
    fn sort(&mut self) {
        for run in self.cells.chunk_by_mut(|a, b| a.1 == b.1) {
            run.sort_unstable_by_key(|it| it.0);
        }
        for run in self.candidates.chunk_by_mut(|a, b| a.1 == b.1) {
            run.sort_unstable_by_key(|it| (it.0.digit, it.0.cell));
        }
        let alike = |a: &(House, Role), b: &(House, Role)| {
            a.1 == b.1 && a.1 != Role::Link && a.0.kind() == b.0.kind()
        };
        for run in self.houses.chunk_by_mut(alike) {
            run.sort_unstable_by_key(|it| it.0);
        }
    }
}

/// One result of a search: a technique and its effect, and the pattern if patterns are collected.
#[derive(Debug, Clone)]
pub(super) struct Find<G: Geometry> {
    pub technique: Technique,
    pub effect: Effect<G>,
    pub pattern: Option<Pattern<G>>,
    rank: (usize, usize, Reverse<u32>, Reverse<u32>),
}

impl<G: Geometry> Find<G> {
    pub(super) fn into_move(self) -> Move<G> {
        Move {
            technique: self.technique,
            pattern: self.pattern.unwrap_or_default(),
            removes: self.effect.marks(&self.effect.removes),
            sets: self.effect.marks(&self.effect.sets),
        }
    }
}

/// The results of a search that are kept: the first, the best or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FindSelection {
    First,
    Best,
    All,
}

/// A collector of the results of one search.
pub(super) struct FindCollector<G: Geometry> {
    keep: FindSelection,
    wanted: TechniqueSet,
    makes_patterns: bool,
    pub kept: Vec<Find<G>>,
}

/// The return value of a search step, which decides whether the search continues.
pub(super) type Search = ControlFlow<()>;

impl<G: Geometry> FindCollector<G> {
    pub(super) fn new(keep: FindSelection, wanted: TechniqueSet, makes_patterns: bool) -> Self {
        Self {
            keep,
            wanted,
            makes_patterns,
            kept: Vec::new(),
        }
    }

    /// Empties the collector for the next search, from which only results of the techniques in `wanted` are kept.
    pub(super) fn begin(&mut self, keep: FindSelection, wanted: TechniqueSet) {
        self.keep = keep;
        self.wanted = wanted;
        self.kept.clear();
    }

    #[inline]
    pub(super) fn wants(&self, technique: Technique) -> bool {
        self.wanted.contains(technique)
    }

    /// Returns whether another search makes sense: the collector is still empty, or it keeps all results.
    pub(super) fn wants_more(&self) -> bool {
        self.kept.is_empty() || self.keep == FindSelection::All
    }

    /// Returns whether a result with this number of removals, this chain length and no placements could be kept.
    #[inline]
    pub(super) fn may_keep(&self, removed: usize, length: u32) -> bool {
        match (self.keep, self.kept.first()) {
            (FindSelection::Best, Some(best)) => {
                (0, removed, Reverse(length)) >= (best.rank.0, best.rank.1, best.rank.2)
            }
            _ => true,
        }
    }

    /// Adds a result to the collector, unless the result has no effect or its technique is not wanted.
    #[inline]
    pub(super) fn take(
        &mut self,
        technique: Technique,
        effect: Effect<G>,
        pattern: impl FnOnce() -> Pattern<G>,
    ) -> Search {
        self.take_ranked(technique, effect, 0, || 0, pattern)
    }

    /// Adds a result to the collector, unless the result has no effect or its technique is not wanted. If only the best
    /// result is kept, this is the one that places the most digits. If several do, it is the one with the most
    /// removals, then the one with the shortest chain, then the one with the smallest sum of cell numbers.
    pub(super) fn take_ranked(
        &mut self,
        technique: Technique,
        effect: Effect<G>,
        length: u32,
        sum: impl FnOnce() -> u32,
        pattern: impl FnOnce() -> Pattern<G>,
    ) -> Search {
        if !self.wants(technique) || effect.is_empty() {
            return Search::Continue(());
        }
        let mut rank = (
            effect.placed(),
            effect.removed(),
            Reverse(length),
            Reverse(0),
        );
        if let (FindSelection::Best, Some(best)) = (self.keep, self.kept.first()) {
            if (rank.0, rank.1, rank.2) < (best.rank.0, best.rank.1, best.rank.2) {
                return Search::Continue(());
            }
            rank.3 = Reverse(sum());
            if rank <= best.rank {
                return Search::Continue(());
            }
            self.kept.clear();
        } else if self.keep == FindSelection::Best {
            rank.3 = Reverse(sum());
        }
        self.kept.push(Find {
            technique,
            effect,
            pattern: self.makes_patterns.then(pattern),
            rank,
        });
        match self.keep {
            FindSelection::First => Search::Break(()),
            FindSelection::Best | FindSelection::All => Search::Continue(()),
        }
    }
}
