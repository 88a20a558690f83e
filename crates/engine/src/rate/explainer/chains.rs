//! Finds cycles and static forcing chains (rated 6.5, 6.6, 7.0 and more).
//! Source: docs/se-specification.md, section 6, hint producer 21.
//!
//! Static chains use only links that exist before the chain begins. There are three searches: over links of one
//! digit, over links within cells, and over both. Each goes breadth first from every candidate. The hint with the
//! lowest rating is applied; of several such hints, the one with the fewest nodes. A search does not follow chains
//! that are too long to beat the best hint so far.

use super::hint::{SeHint, SeTechnique};
use super::links::{HopTable, LinkKind, Links, NONE};
use crate::grid::{Candidates, CellSet, Digit, DigitSet};
use crate::rate::Mark;

/// A chain that a search found, stored as the data from which its nodes can be found again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FoundChain {
    pub kind: LinkKind,
    pub form: Form,
    /// The candidate at the start.
    pub start: u16,
    /// The number of different nodes in the chain.
    pub complexity: u16,
    /// The last node that is on and the last node that is off in a cycle; both are [`NONE`] for other forms.
    pub end: (u16, u16),
}

/// The form of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The start follows from itself, and every link holds in both directions.
    Cycle,
    /// The assumption that the start is on (true) proves that it is off (false).
    On,
    /// The assumption that the start is off (false) proves that it is on (true).
    Off,
}

/// The memory that the searches for chains reuse.
#[derive(Debug, Default)]
pub(super) struct ChainSearch {
    /// For each candidate that is on: the number of the last search that reached the candidate, and the two nodes
    /// before it in that search, first the off node, then the on node.
    on: Vec<(u32, u16, u16)>,
    turn: u32,
    layer: Vec<u16>,
    next: Vec<u16>,
}

/// The best hint so far: among the hints with the lowest rating, the hint with the fewest nodes.
#[derive(Default)]
struct BestHint {
    found: Option<(f64, FoundChain, Vec<Mark>)>,
    /// All hints with their ratings; `None` if the search is only for the best hint.
    all: Option<Vec<(f64, FoundChain, Vec<Mark>)>>,
    /// The maximum number of nodes that a chain can have to beat the best hint so far: first for a cycle, then for a
    /// chain of any other form.
    most: [u16; 2],
}

/// The maximum number of nodes in a chain: two for each candidate, since it can be on or off.
const MOST_NODES: u16 = 2 * 729;

/// Returns a chain's rating: the base, plus 0.1 for each limit that the number of nodes minus 2 exceeds. The limits
/// are 4, 6, 8, 12, 16 and so on: by turns 3/2 and 4/3 of the limit before.
pub(super) fn number(base: f64, complexity: u32) -> f64 {
    let length = complexity.saturating_sub(2);
    let mut number = base;
    let (mut limit, mut is_third) = (4, false);
    while length > limit {
        number += 0.1;
        limit = if is_third {
            limit * 4 / 3
        } else {
            limit * 3 / 2
        };
        is_third = !is_third;
    }
    number
}

impl BestHint {
    /// Returns whether a hint of this kind, form and complexity would be better than the best hint so far.
    fn beaten_by(&self, kind: LinkKind, form: Form, complexity: u16) -> bool {
        let Some((number, found, _)) = &self.found else {
            return true;
        };
        let new = chain_number(kind, form, complexity);
        new < *number || new == *number && complexity < found.complexity
    }

    fn set(&mut self, found: FoundChain, losing: Vec<Mark>) {
        let number = chain_number(found.kind, found.form, found.complexity);
        if let Some(all) = &mut self.all {
            all.push((number, found, losing));
            return;
        }
        self.found = Some((number, found, losing));
        self.set_most(found.kind);
    }

    /// Computes the maximum number of nodes that a chain over this kind of link can have to beat the best hint so far:
    /// first for a cycle, then for a chain of any other form.
    fn set_most(&mut self, kind: LinkKind) {
        self.most = [Form::Cycle, Form::On].map(|form| {
            let better = |&complexity: &u16| self.beaten_by(kind, form, complexity);
            match self.found {
                None => MOST_NODES,
                Some(_) => (4..MOST_NODES)
                    .step_by(2)
                    .take_while(better)
                    .last()
                    .unwrap_or(0),
            }
        });
    }
}

fn chain_number(kind: LinkKind, form: Form, complexity: u16) -> f64 {
    let base = match (kind, form) {
        (LinkKind::Xy, _) => 7.0,
        (LinkKind::X, Form::On | Form::Off) => 6.6,
        _ => 6.5,
    };
    number(base, complexity.into())
}

impl ChainSearch {
    /// Finds the best cycle or forcing chain.
    pub(super) fn find(
        &mut self,
        candidates: &Candidates,
        links: &Links,
    ) -> Option<(SeHint, FoundChain)> {
        let mut best = BestHint::default();
        self.search(candidates, links, [DigitSet::ALL; 3], &mut best);
        let (number, found, losing) = best.found?;
        let Mark { cell, digit } = links.mark(found.start);
        let hint = match found.form {
            Form::Cycle => SeHint::removing(SeTechnique::Cycle, number, losing),
            Form::On => SeHint::removing(
                SeTechnique::ForcingChain,
                number,
                vec![Mark { cell, digit }],
            ),
            Form::Off => SeHint::placing(SeTechnique::ForcingChain, number, cell, digit),
        };
        Some((hint, found))
    }

    /// Lists all cycles, with their removals, and all forcing chains, lowest rating first. `digits` has, for each
    /// kind of link, the digits of the candidates from which searches start.
    pub(super) fn find_all(
        &mut self,
        candidates: &Candidates,
        links: &Links,
        digits: [DigitSet; 3],
    ) -> Vec<(FoundChain, Vec<Mark>)> {
        let mut best = BestHint {
            all: Some(Vec::new()),
            ..BestHint::default()
        };
        self.search(candidates, links, digits, &mut best);
        let mut all = best.all.unwrap_or_default();
        all.sort_by_key(|(_, found, _)| found.complexity);
        all.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
        all.into_iter()
            .map(|(_, found, losing)| (found, losing))
            .collect()
    }

    fn search(
        &mut self,
        candidates: &Candidates,
        links: &Links,
        digits: [DigitSet; 3],
        best: &mut BestHint,
    ) {
        self.on.clear();
        self.on.resize(links.len(), (0, NONE, NONE));
        self.turn = 0;
        for (kind, digits) in [LinkKind::X, LinkKind::Y, LinkKind::Xy]
            .into_iter()
            .zip(digits)
        {
            best.set_most(kind);
            if best.most == [0; 2] || digits.is_empty() {
                continue;
            }
            match links.len() {
                0..=256 => self.search_all::<4>(candidates, links, (kind, digits), best),
                _ => self.search_all::<12>(candidates, links, (kind, digits), best),
            }
        }
    }

    /// Searches for chains over one kind of link from all candidates of these digits. Sets of candidates have
    /// `WORDS` words of 64 bits.
    fn search_all<const WORDS: usize>(
        &mut self,
        candidates: &Candidates,
        links: &Links,
        (kind, digits): (LinkKind, DigitSet),
        best: &mut BestHint,
    ) {
        let hops = HopTable::<WORDS>::of(links, kind);
        for start in 0..links.len() as u16 {
            let Mark { cell, digit } = links.mark(start);
            let starts = kind != LinkKind::Y || candidates.of_cell(cell).len() == 2;
            if starts && digits.contains(digit) {
                self.from(candidates, links, &hops, (kind, start), best);
            }
        }
    }

    /// Searches for chains that start at a candidate. If the candidate is assumed to be on, looks for cycles and for a
    /// proof that it is off. If it is assumed to be off, looks for a proof that it is on.
    fn from<const WORDS: usize>(
        &mut self,
        candidates: &Candidates,
        links: &Links,
        hops: &HopTable<WORDS>,
        (kind, start): (LinkKind, u16),
        best: &mut BestHint,
    ) {
        let [cycle, chain] = best.most;
        let most = cycle.max(if kind == LinkKind::Y { 0 } else { chain });
        if most == 0 {
            return;
        }
        let nodes = |hops: usize| 2 * hops as u16 + 2;
        let found = |form, complexity| FoundChain {
            kind,
            form,
            start,
            complexity,
            end: (NONE, NONE),
        };
        let steps = usize::from(most / 2 - 1);
        let [to_off, to_on] = hops.distances(links, (kind, start), steps);
        if to_on.is_some_and(|hops| nodes(hops) - 2 <= cycle) {
            self.cycles(candidates, links, hops, (kind, start), best);
        }
        if kind == LinkKind::Y {
            return;
        }
        if let Some(complexity) = to_off.map(nodes)
            && complexity <= best.most[1]
        {
            best.set(found(Form::On, complexity), Vec::new());
        }
        if best.most[1] >= 4 {
            let steps = usize::from(best.most[1] / 2 - 2);
            if let Some(between) = hops.distance_from_off(links, (kind, start), steps) {
                best.set(found(Form::Off, nodes(between + 1)), Vec::new());
            }
        }
    }

    /// Searches breadth first for the cycles through a candidate.
    fn cycles<const WORDS: usize>(
        &mut self,
        candidates: &Candidates,
        links: &Links,
        hops: &HopTable<WORDS>,
        (kind, start): (LinkKind, u16),
        best: &mut BestHint,
    ) {
        self.turn += 1;
        self.on[usize::from(start)] = (self.turn, NONE, NONE);
        self.layer.clear();
        self.layer.push(start);
        let mut complexity = 2;
        while !self.layer.is_empty() && complexity <= best.most[0] {
            self.next.clear();
            for n in 0..self.layer.len() {
                let parent = self.layer[n];
                for &(off, on) in hops.from(parent) {
                    if self.on[usize::from(on)].0 != self.turn {
                        self.on[usize::from(on)] = (self.turn, off, parent);
                        self.next.push(on);
                    } else if on == start && complexity >= 4 {
                        let found = FoundChain {
                            kind,
                            form: Form::Cycle,
                            start,
                            complexity,
                            end: (parent, off),
                        };
                        if let Some(losing) = self.close(candidates, links, found.end) {
                            best.set(found, losing);
                            if best.all.is_none() {
                                return;
                            }
                        }
                    }
                }
            }
            std::mem::swap(&mut self.layer, &mut self.next);
            complexity += 2;
        }
    }

    /// Returns the removals of a cycle, given its last node that is on and its last node that is off. `None` if the
    /// cycle removes nothing, or if a node would be in the cycle twice.
    fn close(
        &self,
        candidates: &Candidates,
        links: &Links,
        (mut on, mut off): (u16, u16),
    ) -> Option<Vec<Mark>> {
        let last = off;
        let mut cells = CellSet::EMPTY;
        let mut seen = [[CellSet::EMPTY; 2]; 9];
        loop {
            for (number, is_off) in [(off, 1), (on, 0)] {
                let Mark { cell, digit } = links.mark(number);
                cells = cells.with(cell);
                seen[digit.index()][is_off] |= cell.peers();
            }
            let (_, before, parent) = self.on[usize::from(on)];
            if before == last {
                return None;
            }
            if parent == NONE {
                break;
            }
            (on, off) = (parent, before);
        }
        let mut losing = Vec::new();
        for digit in Digit::all() {
            let [by_on, by_off] = seen[digit.index()];
            let lost = (by_on & by_off & candidates.of_digit(digit)) - cells;
            losing.extend(lost.map(|cell| Mark { cell, digit }));
        }
        (!losing.is_empty()).then_some(losing)
    }
}
