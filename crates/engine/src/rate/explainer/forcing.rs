//! Finds forcing chains: Nishio (rated 7.5), multiple (8.0), dynamic (8.5), dynamic plus (9.0) and nested (9.5 to
//! 11.0). Longer chains add tenths to these ratings.
//! Source: docs/se-specification.md, sections 7 and 8, hint producers 23 to 30.
//!
//! The closure of an assumption is all that follows from it. A search computes each closure at most once per
//! position. Of the hints that the search finds, the one with the fewest nodes is applied.

use super::chains::number;
use super::closure::{Base, ChainsInside, Node, NodeSet, SeClosure};
use super::hint::{SeHint, SeTechnique};
use super::order;
use super::rules::{SeInside, SeRules};
use crate::grid::{Cell, DigitSet, House, cells_at};
use crate::rate::Mark;

/// A hint by forcing chains, with the rules for following the assumptions. The result is the node `end`: either all
/// chains lead to it, or a contradiction proves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ForcingHint {
    pub rules: SeRules,
    pub reason: Reason,
    /// The candidate that is assumed, or the first candidate of the cell or house.
    pub start: Node,
    pub end: Node,
    pub complexity: u32,
}

/// The reason for a hint. Of several hints of equal complexity, the one whose reason is listed first is preferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// The result follows if the candidate is on, and also if it is off.
    BothWays,
    /// The result follows from every candidate of the cell.
    Cell,
    /// The result follows from every place of the digit in the house.
    House(House),
    /// The start leads to a contradiction.
    Contradiction,
}

impl Reason {
    const fn rank(self) -> u8 {
        match self {
            Self::BothWays => 1,
            Self::Cell => 5,
            Self::House(_) => 6,
            Self::Contradiction => 7,
        }
    }
}

/// The memory that the producers (Sudoku Explainer's word for the searches for hints) reuse.
#[derive(Debug, Default)]
pub(super) struct ForcingMemory {
    /// For each candidate, the closure (everything that follows) of the assumption that it is off, and the closure of
    /// the assumption that it is on.
    closures: Vec<[SeClosure; 2]>,
    /// For each of the `closures`, the techniques that have nothing more to add to it; `None` if the closure was not
    /// computed yet at this position.
    made: Vec<[Option<SeInside>; 2]>,
    /// The rules by which the closures were computed; `None` at a new position.
    rules: Option<SeRules>,
    seen: NodeSet,
    /// The number of nodes followed for this puzzle.
    pub work: u64,
    /// The maximum number of nodes to follow for a puzzle.
    effort: u64,
}

impl ForcingMemory {
    /// Creates the memory for searches that give up on a puzzle after they have followed `effort` nodes. They may
    /// follow a few more before they end.
    pub(super) fn with_effort(effort: u64) -> Self {
        Self {
            effort,
            ..Self::default()
        }
    }

    /// Discards the closures of the last position.
    pub(super) const fn begin(&mut self) {
        self.rules = None;
    }

    /// Returns everything that follows from the assumption `start`, which must have been followed before.
    pub(super) fn closure(&self, start: Node) -> &SeClosure {
        &self.closures[usize::from(start.number)][usize::from(start.on)]
    }
}

/// A search for forcing chains by one set of rules.
struct ForcingSearch<'a> {
    base: Base<'a>,
    memory: &'a mut ForcingMemory,
    best: Option<ForcingHint>,
    /// All hints found, if `wants_all`; otherwise empty.
    all: Vec<ForcingHint>,
    wants_all: bool,
}

/// The searches for forcing chains, which Sudoku Explainer calls producers 23 to 30, each with its base rating and
/// its rules.
pub(super) const PRODUCERS: [(SeTechnique, f64, SeRules); 8] = [
    (
        SeTechnique::Nishio,
        7.5,
        SeRules {
            nishio: true,
            ..rules(true, SeInside::Nothing)
        },
    ),
    (
        SeTechnique::MultipleChains,
        8.0,
        rules(false, SeInside::Nothing),
    ),
    (
        SeTechnique::DynamicChains,
        8.5,
        rules(true, SeInside::Nothing),
    ),
    (
        SeTechnique::DynamicChainsPlus,
        9.0,
        rules(true, SeInside::Patterns),
    ),
    (
        SeTechnique::NestedForcingChains,
        9.5,
        rules(true, SeInside::Chains),
    ),
    (
        SeTechnique::NestedMultipleChains,
        10.0,
        rules(true, SeInside::Multiple),
    ),
    (
        SeTechnique::NestedDynamicChains,
        10.5,
        rules(true, SeInside::Dynamic),
    ),
    (
        SeTechnique::NestedNestedChains,
        11.0,
        rules(true, SeInside::Nested),
    ),
];

/// Returns the rules of a search for forcing chains other than Nishio.
pub(super) const fn rules(dynamic: bool, inside: SeInside) -> SeRules {
    SeRules {
        dynamic,
        nishio: false,
        inside,
    }
}

/// Lists all hints by the rules of `base`, best first; some are missing if too many nodes were followed for the
/// puzzle.
pub(super) fn find_all(base: Base<'_>, memory: &mut ForcingMemory) -> Vec<ForcingHint> {
    let mut search = ForcingSearch::new(base, memory, true);
    search.search(DigitSet::ALL);
    let mut all = search.all;
    all.sort_by_key(|found| (found.complexity, found.reason.rank()));
    all
}

/// Finds the best hint of one of the [`PRODUCERS`], given by its technique and base rating. `None` if there is no
/// hint, or if too many nodes were followed for the puzzle. Nishio, which looks at one digit at a time, tries only
/// candidates of changed digits.
pub(super) fn find(
    base: Base<'_>,
    (technique, least): (SeTechnique, f64),
    changed: DigitSet,
    memory: &mut ForcingMemory,
) -> Option<(SeHint, ForcingHint)> {
    let mut search = ForcingSearch::new(base, memory, false);
    let digits = if base.rules.nishio {
        changed
    } else {
        DigitSet::ALL
    };
    search.search(digits);
    let found = search.best.filter(|_| !search.is_spent())?;
    let number = number(least, found.complexity);
    let Mark { cell, digit } = base.links.mark(found.end.number);
    let hint = match found.end.on {
        true => SeHint::placing(technique, number, cell, digit),
        false => SeHint::removing(technique, number, vec![Mark { cell, digit }]),
    };
    Some((hint, found))
}

impl<'a> ForcingSearch<'a> {
    fn new(base: Base<'a>, memory: &'a mut ForcingMemory, wants_all: bool) -> Self {
        let count = base.links.len();
        if !memory
            .rules
            .is_some_and(|rules| base.rules.go_on_from(rules))
        {
            memory.made.clear();
            memory.made.resize(count, [None; 2]);
        }
        memory.rules = Some(base.rules);
        if memory.closures.len() < count {
            memory.closures.resize_with(count, Default::default);
        }
        Self {
            base,
            memory,
            best: None,
            all: Vec::new(),
            wants_all,
        }
    }

    fn search(&mut self, digits: DigitSet) {
        let SeRules {
            dynamic, nishio, ..
        } = self.base.rules;
        let least = if dynamic { 2 } else { 3 };
        for cell in self.base.candidates.blanks() {
            let held = self.base.candidates.of_cell(cell);
            if self.is_spent() {
                return;
            }
            if held.len() < least {
                continue;
            }
            let wanted = held.intersection(digits);
            let numbers: Vec<u16> = wanted
                .map(|digit| self.base.links.number(cell, digit))
                .collect();
            for &number in &numbers {
                if dynamic {
                    self.try_both(number);
                    if !nishio && held.len() > 2 {
                        let ways = [Node::on(number), Node::off(number)];
                        self.take_common(Reason::BothWays, &ways);
                    }
                }
                if !nishio {
                    self.try_houses(cell, number);
                }
            }
            if !nishio {
                let ways: Vec<Node> = numbers.iter().map(|&number| Node::on(number)).collect();
                self.take_common(Reason::Cell, &ways);
            }
        }
    }

    /// Returns whether more than the maximum number of nodes have been followed for this puzzle.
    const fn is_spent(&self) -> bool {
        self.memory.work > self.memory.effort
    }

    /// Assumes that a candidate is on, then that it is off, and looks for contradictions.
    fn try_both(&mut self, number: u16) {
        for start in [Node::on(number), Node::off(number)] {
            self.follow(start);
            let ForcingMemory { closures, seen, .. } = &mut *self.memory;
            let closure = &mut closures[usize::from(number)][usize::from(start.on)];
            if let Some(complexity) = closure.contradiction(&self.base, seen) {
                let end = Node {
                    on: !start.on,
                    ..start
                };
                self.take(Reason::Contradiction, start, end, complexity);
            }
        }
    }

    /// Keeps the results that follow from every place of a digit in a house. Each place in turn is assumed to hold the
    /// digit. Only houses in which the digit's first place is `cell` are tried. `number` is the candidate of the digit
    /// in `cell`.
    fn try_houses(&mut self, cell: Cell, number: u16) {
        let digit = self.base.links.mark(number).digit;
        for house in order::houses_of(cell) {
            let places = self.base.candidates.places(house)[digit.index()];
            let holders = cells_at(house, places);
            if holders.len() > 1 && holders.first() == Some(cell) {
                let ways: Vec<Node> = holders
                    .map(|holder| Node::on(self.base.links.number(holder, digit)))
                    .collect();
                self.take_common(Reason::House(house), &ways);
            }
        }
    }

    /// Keeps hints whose result follows from each of the assumptions `ways`, at least one of which is true. If the
    /// search lists all hints, keeps every such hint. Otherwise keeps at most one, the hint with the fewest nodes.
    fn take_common(&mut self, reason: Reason, ways: &[Node]) {
        for &way in ways {
            self.follow(way);
        }
        let ForcingMemory { closures, seen, .. } = &mut *self.memory;
        let place = |way: Node| (usize::from(way.number), usize::from(way.on));
        let (first, others) = (place(ways[0]), &ways[1..]);
        let contains = |closures: &[[SeClosure; 2]], way, node| {
            let (number, on) = place(way);
            closures[number][on].contains(node)
        };
        let mut least = match self.best {
            Some(best) if !self.wants_all => best.complexity,
            _ => u32::MAX,
        };
        let (mut end, mut all) = (None, Vec::new());
        for n in 0..closures[first.0][first.1].len() {
            let node = closures[first.0][first.1].node(n);
            if others.iter().any(|&way| !contains(closures, way, node)) {
                continue;
            }
            let mut complexity = 0;
            for (number, on) in ways.iter().map(|&way| place(way)) {
                complexity += closures[number][on].complexity(&self.base, node, seen);
                if complexity > least && !self.wants_all {
                    break;
                }
            }
            if self.base.rules.inside > SeInside::Patterns && complexity <= least {
                let mut inside = ChainsInside::default();
                for &way in ways {
                    let (number, on) = place(way);
                    let closure = &closures[number][on];
                    closure.add_chains_before(&self.base, node, seen, &mut inside);
                }
                complexity += inside.nodes();
            }
            if self.wants_all {
                all.push((node, complexity));
                continue;
            }
            if complexity < least || complexity == least && end.is_none() {
                (least, end) = (complexity, Some(node));
            }
        }
        all.extend(end.map(|end| (end, least)));
        for (end, complexity) in all {
            self.take(reason, ways[0], end, complexity);
        }
    }

    /// Keeps a hint if it is better than the best hint so far, or if the search lists all hints.
    fn take(&mut self, reason: Reason, start: Node, end: Node, complexity: u32) {
        let found = ForcingHint {
            rules: self.base.rules,
            reason,
            start,
            end,
            complexity,
        };
        let key = |found: ForcingHint| (found.complexity, found.reason.rank());
        if self.wants_all {
            self.all.push(found);
        } else if self.best.is_none_or(|best| key(found) < key(best)) {
            self.best = Some(found);
        }
    }

    fn follow(&mut self, start: Node) {
        let (number, on) = (usize::from(start.number), usize::from(start.on));
        let inside = self.base.rules.inside;
        let made = self.memory.made[number][on].replace(inside);
        if made == Some(inside) {
            return;
        }
        let closure = &mut self.memory.closures[number][on];
        match made {
            Some(done) => self.base.resume(closure, done),
            None => self.base.follow(start, closure),
        }
        self.memory.work += closure.work();
    }
}
