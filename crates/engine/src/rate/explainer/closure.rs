//! The closure of an assumption: all that follows from a candidate being on or off. SE 1.2.1,
//! section 7.
//!
//! The order is part of the rating: what is on is followed first, in the order of its finding, and
//! every node keeps the causes by which it was found first. In a *dynamic* closure candidates that
//! are off leave a working grid, so that a later single rests on several causes. A closure ends at
//! its first contradiction and is used as far as it got, as in the original.

use super::links::{Links, NONE};
use super::order;
use super::rules::{SeInside, SeRules};
use crate::grid::{Candidates, House, nth_cell};
use crate::rate::Mark;
use std::collections::BTreeMap;

/// A node: the candidate's number, and whether it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub number: u16,
    pub on: bool,
}

/// The origin of a node: the first cause that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It is the assumption.
    Assumed,
    /// One node, of the other state.
    One(u16),
    /// A single in a cell (`house` is [`IN_CELL`]) or house: this node that is off, and the others
    /// that are, by their bits.
    Single { off: u16, house: u8, gone: u16 },
    /// The nodes that are off and on which a removal rests, in the closure's list, and the place of
    /// the chain that removes it, or [`NONE`].
    Removal { first: u32, count: u16, chain: u16 },
}

/// The mark of a single in a cell.
const IN_CELL: u8 = 27;

const UNKNOWN: u8 = 0;
const ON: u8 = 1;
const OFF: u8 = 2;

/// All that follows from an assumption.
#[derive(Debug, Default)]
pub(super) struct SeClosure {
    states: Vec<u8>,
    /// Each node's place in its list.
    places: Vec<u16>,
    on: Vec<(u16, Origin)>,
    off: Vec<(u16, Origin)>,
    /// The node that contradicts one that is there, with its cause.
    contradiction: Option<(Node, Origin)>,
    removal_causes: Vec<u16>,
    /// The chains inside: a key of each, and its number of nodes.
    chains: Vec<(u64, u32)>,
    /// The number of nodes before each node and itself; 0 where it was not asked for yet.
    counts: Vec<[u16; 2]>,
    work: u64,
}

/// The position before the assumption, which all closures share.
#[derive(Clone, Copy)]
pub(super) struct Base<'a> {
    pub candidates: &'a Candidates,
    pub links: &'a Links,
    pub rules: SeRules,
    pub techniques: Techniques,
}

/// Enters what the techniques inside a closure remove in its working grid, and returns `false` at a
/// contradiction. They use closures themselves, and so come from above.
///
/// The last argument names those that are known to find nothing.
pub(super) type Techniques = fn(&Base<'_>, &mut SeClosure, &Candidates, Option<SeInside>) -> bool;

impl Base<'_> {
    /// Follows an assumption to its end.
    pub(super) fn closure(&self, assumption: Node) -> SeClosure {
        let mut closure = SeClosure::default();
        self.follow(assumption, &mut closure);
        closure
    }

    /// Follows an assumption to its end, in the memory of another closure.
    pub(super) fn follow(&self, assumption: Node, closure: &mut SeClosure) {
        closure.clear(self.links.len());
        let working = self.rules.dynamic.then(|| self.candidates.clone());
        closure.enter(assumption, Origin::Assumed);
        self.go_on(closure, working, (0, 0));
    }

    /// Goes on with a dynamic closure that was followed to its end by these techniques, which come
    /// first in the rules and find nothing more.
    pub(super) fn resume(&self, closure: &mut SeClosure, done: SeInside) {
        closure.work = 0;
        if closure.contradiction.is_some() {
            return;
        }
        let mut working = self.candidates.clone();
        for &(number, _) in &closure.off {
            let Mark { cell, digit } = self.links.mark(number);
            working.remove(cell, digit);
        }
        let followed = (closure.on.len(), closure.off.len());
        let goes_on = (self.techniques)(self, closure, &working, Some(done));
        if goes_on && closure.off.len() > followed.1 {
            self.go_on(closure, Some(working), followed);
        }
    }

    /// Follows all nodes but the first of each list, which are followed.
    fn go_on(
        &self,
        closure: &mut SeClosure,
        mut working: Option<Candidates>,
        (mut next_on, mut next_off): (usize, usize),
    ) {
        let followed = next_on + next_off;
        loop {
            let goes_on = if let Some(&(number, _)) = closure.on.get(next_on) {
                next_on += 1;
                self.follow_on(closure, number)
            } else if let Some(&(number, _)) = closure.off.get(next_off) {
                next_off += 1;
                self.follow_off(closure, working.as_mut(), number)
            } else if let Some(working) = &working {
                let known = closure.off.len();
                let goes_on = (self.techniques)(self, closure, working, None);
                if closure.off.len() == known {
                    break;
                }
                goes_on
            } else {
                break;
            };
            if !goes_on {
                break;
            }
        }
        closure.work += (next_on + next_off - followed) as u64;
    }

    fn follow_on(&self, closure: &mut SeClosure, number: u16) -> bool {
        let mut offs = self.links.weak(number, self.rules.link_kind()).iter();
        offs.all(|&off| closure.enter(Node::off(off), Origin::One(number)))
    }

    fn follow_off(
        &self,
        closure: &mut SeClosure,
        working: Option<&mut Candidates>,
        number: u16,
    ) -> bool {
        let Some(working) = working else {
            let mut ons = self.links.strong(number, self.rules.link_kind()).iter();
            return ons.all(|&on| on == NONE || closure.enter(Node::on(on), Origin::One(number)));
        };
        let Mark { cell, digit } = self.links.mark(number);
        let mut singles = [None; 4];
        let held = working.of_cell(cell);
        if !self.rules.nishio
            && held.len() == 2
            && let Some(other) = held.without(digit).first()
        {
            let gone = self.candidates.of_cell(cell).difference(held).bits();
            let on = self.links.number(cell, other);
            singles[0] = Some((on, IN_CELL, gone));
        }
        let holders = working.of_digit(digit);
        for (slot, house) in singles[1..].iter_mut().zip(order::houses_of(cell)) {
            if let Some(other) = (holders & house.cells()).without(cell).single() {
                let [before, now] = [self.candidates, &*working].map(|it| it.places(house));
                let gone = before[digit.index()] & !now[digit.index()];
                let on = self.links.number(other, digit);
                *slot = Some((on, house.index() as u8, gone));
            }
        }
        working.remove(cell, digit);
        singles.into_iter().flatten().all(|(on, house, gone)| {
            let off = number;
            closure.enter(Node::on(on), Origin::Single { off, house, gone })
        })
    }
}

impl Node {
    /// Returns the node of a candidate that is on.
    pub(super) const fn on(number: u16) -> Self {
        Self { number, on: true }
    }

    /// Returns the node of a candidate that is off.
    pub(super) const fn off(number: u16) -> Self {
        Self { number, on: false }
    }
}

impl SeClosure {
    /// Forgets everything, for a position with so many candidates.
    fn clear(&mut self, candidates: usize) {
        self.states.clear();
        self.states.resize(candidates, UNKNOWN);
        self.places.resize(candidates, 0);
        self.counts.clear();
        self.counts.resize(candidates, [0; 2]);
        self.on.clear();
        self.off.clear();
        self.removal_causes.clear();
        self.chains.clear();
        self.work = 0;
        self.contradiction = None;
    }

    /// Enters a node if it is new, and returns `false` if it contradicts one that is there.
    #[inline]
    fn enter(&mut self, node: Node, cause: Origin) -> bool {
        let state = &mut self.states[usize::from(node.number)];
        let (own, list) = match node.on {
            true => (ON, &mut self.on),
            false => (OFF, &mut self.off),
        };
        if *state == own {
            return true;
        }
        if *state != UNKNOWN {
            self.contradiction = Some((node, cause));
            return false;
        }
        *state = own;
        self.places[usize::from(node.number)] = list.len() as u16;
        list.push((node.number, cause));
        true
    }

    /// Enters a removal of a technique that rests on these nodes; of a chain with its key and
    /// number of nodes.
    pub(super) fn enter_removal(
        &mut self,
        number: u16,
        causes: &[u16],
        chain: Option<(u64, u32)>,
    ) -> bool {
        let first = self.removal_causes.len() as u32;
        let count = causes.len() as u16;
        self.removal_causes.extend_from_slice(causes);
        let place = chain.map_or(NONE, |_| self.chains.len() as u16);
        self.chains.extend(chain);
        let cause = Origin::Removal {
            first,
            count,
            chain: place,
        };
        self.enter(Node::off(number), cause)
    }

    /// Adds the nodes followed inside.
    pub(super) const fn add_work(&mut self, work: u64) {
        self.work += work;
    }

    /// Returns whether the node follows.
    #[inline]
    pub(super) fn contains(&self, node: Node) -> bool {
        self.states[usize::from(node.number)] == if node.on { ON } else { OFF }
    }

    /// Returns how many nodes there are.
    pub(super) const fn len(&self) -> usize {
        self.on.len() + self.off.len()
    }

    /// Returns the nth node: first those that are on, then those that are off, as they were found.
    pub(super) fn node(&self, n: usize) -> Node {
        match self.on.get(n) {
            Some(&(number, _)) => Node::on(number),
            None => Node::off(self.off[n - self.on.len()].0),
        }
    }

    /// Returns how many nodes were followed.
    pub(super) const fn work(&self) -> u64 {
        self.work
    }

    /// Returns the number of nodes before both nodes of the contradiction, themselves included; if
    /// there is one.
    pub(super) fn contradiction(&mut self, base: &Base<'_>, seen: &mut NodeSet) -> Option<u32> {
        let (node, cause) = self.contradiction?;
        let there = Node {
            on: !node.on,
            ..node
        };
        let mut inside = ChainsInside::default();
        seen.begin(base.links.len());
        self.visit_causes(base, node, cause, &mut |cause| seen.add(cause));
        self.see_all(base, seen);
        let before = seen.nodes.len() as u32;
        self.add_inside(cause, &mut inside);
        self.add_all_inside(seen, &mut inside);
        let count = 1 + before + self.complexity(base, there, seen);
        self.add_chains_before(base, there, seen, &mut inside);
        Some(count + inside.nodes())
    }

    /// Returns the number of nodes before a node, itself included, without those of chains inside.
    pub(super) fn complexity(&mut self, base: &Base<'_>, node: Node, seen: &mut NodeSet) -> u32 {
        let (number, list) = (usize::from(node.number), usize::from(node.on));
        if self.counts[number][list] == 0 {
            seen.begin(base.links.len());
            seen.add(node);
            self.see_all(base, seen);
            self.counts[number][list] = seen.nodes.len() as u16;
        }
        self.counts[number][list].into()
    }

    /// Adds the chains inside on which a node rests.
    pub(super) fn add_chains_before(
        &self,
        base: &Base<'_>,
        node: Node,
        seen: &mut NodeSet,
        inside: &mut ChainsInside,
    ) {
        if !self.chains.is_empty() {
            seen.begin(base.links.len());
            seen.add(node);
            self.see_all(base, seen);
            self.add_all_inside(seen, inside);
        }
    }

    /// Adds to the nodes seen all before them.
    fn see_all(&self, base: &Base<'_>, seen: &mut NodeSet) {
        let mut next = 0;
        while let Some(&node) = seen.nodes.get(next) {
            next += 1;
            self.visit_causes(base, node, self.cause(node), &mut |cause| seen.add(cause));
        }
    }

    fn add_all_inside(&self, seen: &NodeSet, inside: &mut ChainsInside) {
        if !self.chains.is_empty() {
            for &node in &seen.nodes {
                self.add_inside(self.cause(node), inside);
            }
        }
    }

    fn add_inside(&self, cause: Origin, inside: &mut ChainsInside) {
        if let Origin::Removal { chain, .. } = cause {
            inside
                .0
                .extend(self.chains.get(usize::from(chain)).copied());
        }
    }

    /// Returns the house in which a node that is on is a single; `None` if it is the only candidate of
    /// its cell, or does not come from a working grid.
    pub(super) fn house_of(&self, node: Node) -> Option<House> {
        let entered = self.contains(node).then(|| self.cause(node));
        let cause = entered.or_else(|| Some(self.contradiction?.1))?;
        match cause {
            Origin::Single { house, .. } if node.on => House::new(house.into()),
            _ => None,
        }
    }

    fn cause(&self, node: Node) -> Origin {
        let list = if node.on { &self.on } else { &self.off };
        list[usize::from(self.places[usize::from(node.number)])].1
    }

    /// Calls `visit` with every direct cause of a node.
    fn visit_causes(
        &self,
        base: &Base<'_>,
        node: Node,
        cause: Origin,
        visit: &mut impl FnMut(Node),
    ) {
        match cause {
            Origin::Assumed => {}
            Origin::One(number) => visit(Node {
                number,
                on: !node.on,
            }),
            Origin::Single { off, house, gone } => {
                visit(Node::off(off));
                let Mark { cell, digit } = base.links.mark(off);
                for n in crate::grid::DigitSet::from_bits(gone) {
                    let number = match House::new(house.into()) {
                        Some(house) => base.links.number(nth_cell(house, n.index()), digit),
                        None => base.links.number(cell, n),
                    };
                    visit(Node::off(number));
                }
            }
            Origin::Removal { first, count, .. } => {
                for &number in &self.removal_causes[first as usize..][..count as usize] {
                    visit(Node::off(number));
                }
            }
        }
    }

    /// Lists a node and all before it, causes first, each with its direct causes' places in the list.
    pub(super) fn chain(&self, base: &Base<'_>, node: Node) -> Vec<(Node, Vec<usize>)> {
        let mut chain = Vec::new();
        self.add_chain(base, (node, self.cause(node)), &mut chain);
        chain
    }

    /// Lists the two chains of the contradiction.
    pub(super) fn contradiction_chains(&self, base: &Base<'_>) -> Vec<Vec<(Node, Vec<usize>)>> {
        let Some((node, cause)) = self.contradiction else {
            return Vec::new();
        };
        let mut chain = Vec::new();
        self.add_chain(base, (node, cause), &mut chain);
        let there = Node {
            on: !node.on,
            ..node
        };
        vec![chain, self.chain(base, there)]
    }

    /// Adds what comes before a node, then the node, unless it is in the list, and returns its place.
    fn add_chain(
        &self,
        base: &Base<'_>,
        (node, cause): (Node, Origin),
        chain: &mut Vec<(Node, Vec<usize>)>,
    ) -> usize {
        if let Some(place) = chain.iter().position(|&(known, _)| known == node) {
            return place;
        }
        let mut before = Vec::new();
        self.visit_causes(base, node, cause, &mut |cause| before.push(cause));
        let mut places: Vec<usize> = Vec::new();
        for cause in before {
            let place = self.add_chain(base, (cause, self.cause(cause)), chain);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        chain.push((node, places));
        chain.len() - 1
    }
}

/// Different chains inside a hint: a key and the number of nodes of each.
#[derive(Debug, Default)]
pub(super) struct ChainsInside(BTreeMap<u64, u32>);

impl ChainsInside {
    /// Returns how many nodes they have together.
    pub(super) fn nodes(&self) -> u32 {
        self.0.values().sum()
    }
}

/// The nodes met, each once.
#[derive(Debug, Default)]
pub(super) struct NodeSet {
    /// The turn in which each node was met last.
    met: Vec<[u32; 2]>,
    turn: u32,
    nodes: Vec<Node>,
}

impl NodeSet {
    fn begin(&mut self, candidates: usize) {
        if self.met.len() < candidates {
            self.met.resize(candidates, [0; 2]);
        }
        if self.turn == u32::MAX {
            self.met.fill([0; 2]);
            self.turn = 0;
        }
        self.turn += 1;
        self.nodes.clear();
    }

    fn add(&mut self, node: Node) {
        let met = &mut self.met[usize::from(node.number)][usize::from(node.on)];
        if *met != self.turn {
            *met = self.turn;
            self.nodes.push(node);
        }
    }
}
