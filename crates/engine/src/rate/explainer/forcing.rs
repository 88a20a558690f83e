//! Nishio (7.5), multiple (8.0), dynamic (8.5) and dynamic plus (9.0) forcing chains, each with a
//! tenth for every limit that its length exceeds. SE 1.2.1, section 7, producers 23 to 26.
//!
//! All closures of a position are made at most once; of all that follows from every choice the hint
//! of the fewest nodes is applied.

use super::chains::number;
use super::closure::{Base, Closure, Node, Rules};
use super::hint::{ChainSource, Hint, SeTechnique};
use super::links::Links;
use super::order;
use crate::grid::{Candidates, Cell, House, cells_at};
use crate::rate::Mark;

/// A hint that was found: the closures and the node that ends them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub rules: Rules,
    pub reason: Reason,
    /// The candidate assumed, or the first one of the cell or house.
    pub start: Node,
    pub end: Node,
    pub complexity: u32,
}

/// The reason of a hint, in the order in which hints of equal length are preferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// It follows from the candidate being on and from its being off.
    BothWays,
    /// It follows from every candidate of the cell.
    Cell,
    /// It follows from every place of the digit in the house.
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

/// A producer of forcing chains.
pub(super) struct Forcing<'a> {
    base: Base<'a>,
    closures: Vec<[Option<Closure>; 2]>,
    best: Option<Found>,
}

/// The producers 23 to 26, with the number at which each begins.
pub(super) const PRODUCERS: [(SeTechnique, f64, Rules); 4] = [
    (SeTechnique::Nishio, 7.5, rules(true, true, false)),
    (SeTechnique::MultipleChains, 8.0, rules(false, false, false)),
    (SeTechnique::DynamicChains, 8.5, rules(true, false, false)),
    (
        SeTechnique::DynamicChainsPlus,
        9.0,
        rules(true, false, true),
    ),
];

const fn rules(dynamic: bool, nishio: bool, plus: bool) -> Rules {
    Rules {
        dynamic,
        nishio,
        plus,
    }
}

/// Finds the least hint of a producer, and adds the nodes followed to `work`.
pub(super) fn find(
    candidates: &Candidates,
    links: &Links,
    (technique, base, rules): (SeTechnique, f64, Rules),
    work: &mut u64,
) -> Option<Hint> {
    let mut closures = Vec::new();
    closures.resize_with(links.len(), Default::default);
    let base_of = Base {
        candidates,
        links,
        rules,
    };
    let mut forcing = Forcing {
        base: base_of,
        closures,
        best: None,
    };
    forcing.search();
    for closure in forcing.closures.iter().flatten().flatten() {
        *work += closure.work();
    }
    let found = forcing.best?;
    let number = number(base, found.complexity);
    let Mark { cell, digit } = links.mark(found.end.number);
    let mut hint = match found.end.on {
        true => Hint::placing(technique, number, cell, digit),
        false => Hint::removing(technique, number, vec![Mark { cell, digit }]),
    };
    hint.chain = Some(ChainSource::Closures(found));
    Some(hint)
}

impl Forcing<'_> {
    fn search(&mut self) {
        let Rules {
            dynamic, nishio, ..
        } = self.base.rules;
        let least = if dynamic { 2 } else { 3 };
        for cell in self.base.candidates.blanks() {
            let held = self.base.candidates.of_cell(cell);
            if held.len() < least {
                continue;
            }
            let numbers: Vec<u16> = held
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

    /// Tries a candidate on and off, for contradictions.
    fn try_both(&mut self, number: u16) {
        for start in [Node::on(number), Node::off(number)] {
            self.follow(start);
            let closure = self.closure(start);
            if let Some(complexity) = closure.and_then(|it| it.contradiction(&self.base)) {
                let end = Node {
                    on: !start.on,
                    ..start
                };
                self.take(Reason::Contradiction, start, end, complexity);
            }
        }
    }

    /// Tries all places of a candidate's digit in those houses in which it has the first.
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

    /// Takes what follows in all these ways, of which one holds.
    fn take_common(&mut self, reason: Reason, ways: &[Node]) {
        for &way in ways {
            self.follow(way);
        }
        let closures: Vec<&Closure> = ways.iter().filter_map(|&way| self.closure(way)).collect();
        let mut least: Option<(u32, Node)> = None;
        for node in closures[0].nodes() {
            if closures[1..].iter().all(|closure| closure.contains(node)) {
                let counts = closures.iter().map(|it| it.complexity(&self.base, node));
                let complexity = counts.sum();
                if least.is_none_or(|(best, _)| complexity < best) {
                    least = Some((complexity, node));
                }
            }
        }
        if let Some((complexity, end)) = least {
            self.take(reason, ways[0], end, complexity);
        }
    }

    /// Takes a hint if it comes before the best so far.
    fn take(&mut self, reason: Reason, start: Node, end: Node, complexity: u32) {
        let key = |complexity: u32, reason: Reason| (complexity, reason.rank());
        let is_better = |best: Found| key(complexity, reason) < key(best.complexity, best.reason);
        if self.best.is_none_or(is_better) {
            self.best = Some(Found {
                rules: self.base.rules,
                reason,
                start,
                end,
                complexity,
            });
        }
    }

    fn follow(&mut self, start: Node) {
        let slot = &mut self.closures[usize::from(start.number)][usize::from(start.on)];
        if slot.is_none() {
            *slot = Some(self.base.closure(start));
        }
    }

    fn closure(&self, start: Node) -> Option<&Closure> {
        self.closures[usize::from(start.number)][usize::from(start.on)].as_ref()
    }
}
