//! The finds of techniques: a pattern with its effect, and the collector that takes the first, the best
//! or all of them.
//!
//! A collector that keeps no patterns is another type: the closures that make patterns are not
//! compiled into code that only rates.

use super::technique::Technique;
use super::technique_set::TechniqueSet;
use crate::grid::{Board, Cell, CellSet, Digit, DigitSet, House};
use crate::rate::Mark;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// The placements and removals of a find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effect {
    removes: [CellSet; 9],
    sets: [CellSet; 9],
    digits: DigitSet,
}

impl Effect {
    pub(super) const NONE: Self = Self {
        removes: [CellSet::EMPTY; 9],
        sets: [CellSet::EMPTY; 9],
        digits: DigitSet::EMPTY,
    };

    /// Makes the effect that removes one digit from these cells.
    pub(super) fn removing(digit: Digit, cells: CellSet) -> Self {
        let mut effect = Self::NONE;
        effect.remove(digit, cells);
        effect
    }

    /// Makes the effect that places one digit.
    pub(super) fn placing(digit: Digit, cell: Cell) -> Self {
        let mut effect = Self::NONE;
        effect.set(digit, CellSet::of(cell));
        effect
    }

    /// Adds removals; each must be a candidate.
    #[inline]
    pub(super) fn remove(&mut self, digit: Digit, cells: CellSet) {
        if !cells.is_empty() {
            self.removes[digit.index()] |= cells;
            self.digits = self.digits.with(digit);
        }
    }

    #[inline]
    pub(super) fn set(&mut self, digit: Digit, cells: CellSet) {
        if !cells.is_empty() {
            self.sets[digit.index()] |= cells;
            self.digits = self.digits.with(digit);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.digits.is_empty()
    }

    pub(super) fn digits(&self) -> DigitSet {
        self.digits
    }

    pub(super) fn removes(&self, digit: Digit) -> CellSet {
        self.removes[digit.index()]
    }

    pub(super) fn sets(&self, digit: Digit) -> CellSet {
        self.sets[digit.index()]
    }

    fn count(&self, cells: &[CellSet; 9]) -> usize {
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

    /// Returns whether no removal and every placement is the solution's.
    pub(super) fn agrees_with(&self, solution: &Board) -> bool {
        self.digits.into_iter().all(|digit| {
            let holds = |cell: Cell| solution.get(cell) == Some(digit);
            self.sets(digit).all(holds) && !self.removes(digit).any(holds)
        })
    }

    fn marks(&self, cells: &[CellSet; 9]) -> Vec<Mark> {
        let of = |digit: Digit| cells[digit.index()].map(move |cell| Mark { cell, digit });
        let mut marks: Vec<Mark> = self.digits.flat_map(of).collect();
        marks.sort_unstable();
        marks
    }
}

/// The part that a house, a cell or a candidate plays in a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// It belongs to the pattern.
    Pattern,
    /// A line that holds the places of a fish.
    Base,
    /// A line that a fish takes for itself.
    Cover,
    /// A place of a fish outside its cover.
    Fin,
    /// The cell that both or all wings see.
    Pivot,
    /// A cell that sees the pivot, or one of the two cells of a W-wing.
    Wing,
    /// A house or candidate that joins two parts.
    Link,
    /// A corner of a rectangle that holds the two digits only.
    Floor,
    /// A corner of a rectangle that holds further digits.
    Roof,
    /// A cell that makes a naked subset together with corners of a rectangle.
    Extra,
    /// The box of a pattern that takes a box and a line.
    Box,
    /// The line of a pattern that takes a box and a line.
    Line,
    /// A candidate of colour `n`: 0 and 1 are the two colours of one set, 2 and 3 those of the next.
    Colour(u8),
    /// A cell of almost locked set `n`, from 0.
    LockedSet(u8),
}

/// A node of a chain: a digit in one cell, or in two or three of a box and a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainNode {
    /// The cells; one, or a group.
    pub cells: CellSet,
    /// The digit.
    pub digit: Digit,
}

/// A link of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The node before it.
    pub from: ChainNode,
    /// The node after it.
    pub to: ChainNode,
    /// `true`: not both are false; `false`: not both are true.
    pub strong: bool,
}

/// The place of a find: its houses, cells, candidates and links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The digits in play.
    pub digits: DigitSet,
    /// The houses, each with its part.
    pub houses: Vec<(House, Role)>,
    /// The cells, each with its part.
    pub cells: Vec<(Cell, Role)>,
    /// The candidates, each with its part.
    pub candidates: Vec<(Mark, Role)>,
    /// The chains; forcing chains have several.
    pub chains: Vec<Vec<Link>>,
}

impl Pattern {
    pub(super) fn of_digits(digits: DigitSet) -> Self {
        Self {
            digits,
            ..Self::default()
        }
    }

    pub(super) fn of_digit(digit: Digit) -> Self {
        Self::of_digits(DigitSet::of(digit))
    }

    pub(super) fn house(mut self, house: House, role: Role) -> Self {
        self.houses.push((house, role));
        self
    }

    pub(super) fn cells(mut self, cells: CellSet, role: Role) -> Self {
        self.cells.extend(cells.map(|cell| (cell, role)));
        self
    }

    pub(super) fn marks(mut self, digit: Digit, cells: CellSet, role: Role) -> Self {
        let marks = cells.map(|cell| (Mark { cell, digit }, role));
        self.candidates.extend(marks);
        self
    }

    pub(super) fn chain(mut self, links: Vec<Link>) -> Self {
        self.chains.push(links);
        self
    }
}

/// One application of one technique: all that a hint needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The technique.
    pub technique: Technique,
    /// The place of the find.
    pub pattern: Pattern,
    /// The candidates that are removed, in reading order.
    pub removes: Vec<Mark>,
    /// The digits that are placed, in reading order.
    pub sets: Vec<Mark>,
}

/// A find that a collector keeps.
#[derive(Debug, Clone)]
pub(super) struct Find {
    pub technique: Technique,
    pub effect: Effect,
    pub pattern: Option<Pattern>,
    rank: (usize, usize, Reverse<u32>, Reverse<u32>),
}

impl Find {
    pub(super) fn into_move(self) -> Move {
        Move {
            technique: self.technique,
            pattern: self.pattern.unwrap_or_default(),
            removes: self.effect.marks(&self.effect.removes),
            sets: self.effect.marks(&self.effect.sets),
        }
    }
}

/// The finds that a collector keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    First,
    Best,
    All,
}

/// The collector of one search.
pub(super) struct Finds<const PATTERNS: bool> {
    keep: Keep,
    wanted: TechniqueSet,
    pub kept: Vec<Find>,
}

/// Says whether a search goes on.
pub(super) type Search = ControlFlow<()>;

impl<const PATTERNS: bool> Finds<PATTERNS> {
    pub(super) fn new(keep: Keep, wanted: TechniqueSet) -> Self {
        Self {
            keep,
            wanted,
            kept: Vec::new(),
        }
    }

    /// Empties the collector for the next search.
    pub(super) fn begin(&mut self, keep: Keep, wanted: TechniqueSet) {
        self.keep = keep;
        self.wanted = wanted;
        self.kept.clear();
    }

    #[inline]
    pub(super) fn wants(&self, technique: Technique) -> bool {
        self.wanted.contains(technique)
    }

    /// Returns whether nothing is kept yet, or everything is.
    pub(super) fn wants_more(&self) -> bool {
        self.kept.is_empty() || self.keep == Keep::All
    }

    /// Returns whether a find with so many removals, or placements, and so long a chain may be kept.
    #[inline]
    pub(super) fn may_keep(&self, removed: usize, length: u32) -> bool {
        match (self.keep, self.kept.first()) {
            (Keep::Best, Some(best)) => {
                (0, removed, Reverse(length)) >= (best.rank.0, best.rank.1, best.rank.2)
            }
            _ => true,
        }
    }

    /// Takes a find that removes something.
    #[inline]
    pub(super) fn take(
        &mut self,
        technique: Technique,
        effect: Effect,
        pattern: impl FnOnce() -> Pattern,
    ) -> Search {
        self.take_ranked(technique, effect, 0, || 0, pattern)
    }

    /// Takes a find: of several the one that places most, then removes most, then has the shortest
    /// chain, then the smallest sum of cell numbers, is the best.
    pub(super) fn take_ranked(
        &mut self,
        technique: Technique,
        effect: Effect,
        length: u32,
        sum: impl FnOnce() -> u32,
        pattern: impl FnOnce() -> Pattern,
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
        if let (Keep::Best, Some(best)) = (self.keep, self.kept.first()) {
            if (rank.0, rank.1, rank.2) < (best.rank.0, best.rank.1, best.rank.2) {
                return Search::Continue(());
            }
            rank.3 = Reverse(sum());
            if rank <= best.rank {
                return Search::Continue(());
            }
            self.kept.clear();
        } else if self.keep == Keep::Best {
            rank.3 = Reverse(sum());
        }
        self.kept.push(Find {
            technique,
            effect,
            pattern: PATTERNS.then(pattern),
            rank,
        });
        match self.keep {
            Keep::First => Search::Break(()),
            Keep::Best | Keep::All => Search::Continue(()),
        }
    }
}
