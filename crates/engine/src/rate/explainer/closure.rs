//! Computes the closure of an assumption: everything that follows if a candidate is on (true) or off (false).
//! Source: docs/se-specification.md, section 7, hint producers 23 to 25.
//!
//! The order is part of the rating. Candidates that are on are followed first, in the order in which they were
//! found. Every candidate keeps the causes that were found first. In a *dynamic* closure, candidates that are off
//! are removed from a working grid. A single in this grid can depend on several of the removals. A closure ends at
//! its first contradiction. What was found before the contradiction is used, as in the original.

use super::links::{Links, NONE};
use super::order;
use super::rules::{SeInside, SeRules};
use crate::grid::{Candidates, House, nth_cell};
use crate::rate::Mark;
use std::collections::BTreeMap;

/// A node: a candidate's number, and whether the candidate is on (true) or off (false).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub number: u16,
    pub on: bool,
}

/// The origin of a node: the first cause found for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The node is the assumption.
    Assumed,
    /// The cause is one node in the opposite state (on or off).
    One(u16),
    /// The node is a single in a house, or in a cell if `house` is [`IN_CELL`]. Its causes are the node `off` and
    /// the candidates that were removed earlier. In `gone`, each bit is one of these candidates, by its place in
    /// the house or by its digit in the cell.
    Single { off: u16, house: u8, gone: u16 },
    /// A technique removes the candidate. The causes are a range of the closure's list `removal_causes`; `chain` is
    /// the index of the chain that removes the candidate, or [`NONE`].
    Removal { first: u32, count: u16, chain: u16 },
}

/// The value of `house` for a single in a cell.
const IN_CELL: u8 = 27;

const UNKNOWN: u8 = 0;
const ON: u8 = 1;
const OFF: u8 = 2;

/// The closure of an assumption: everything that follows from the assumption.
#[derive(Debug, Default)]
pub(super) struct SeClosure {
    states: Vec<u8>,
    /// Each node's index in its list, `on` or `off`.
    places: Vec<u16>,
    on: Vec<(u16, Origin)>,
    off: Vec<(u16, Origin)>,
    /// The node that contradicts an earlier node, with the cause of the contradicting node.
    contradiction: Option<(Node, Origin)>,
    removal_causes: Vec<u16>,
    /// The nested chains, each as a key and its number of nodes.
    chains: Vec<(u64, u32)>,
    /// For each candidate, the [`Self::complexity`] of its off node and of its on node; 0 if not computed yet.
    counts: Vec<[u16; 2]>,
    work: u64,
}

/// The position in which a candidate is assumed to be on or off; all closures of a position share this data.
#[derive(Clone, Copy)]
pub(super) struct Base<'a> {
    pub candidates: &'a Candidates,
    pub links: &'a Links,
    pub rules: SeRules,
    pub techniques: Techniques,
}

/// A function that runs techniques in a closure's working grid (its copy of the candidates) and adds their removals to
/// the closure; returns `false` at a contradiction. It is passed as a function pointer, since the techniques themselves
/// compute closures.
///
/// The last argument names the techniques that are known to find nothing.
pub(super) type Techniques = fn(&Base<'_>, &mut SeClosure, &Candidates, Option<SeInside>) -> bool;

impl Base<'_> {
    /// Computes everything that follows from an assumption.
    pub(super) fn closure(&self, assumption: Node) -> SeClosure {
        let mut closure = SeClosure::default();
        self.follow(assumption, &mut closure);
        closure
    }

    /// Computes everything that follows from an assumption, in the memory of an earlier closure, which is overwritten.
    pub(super) fn follow(&self, assumption: Node, closure: &mut SeClosure) {
        closure.clear(self.links.len());
        let working = self.rules.dynamic.then(|| self.candidates.clone());
        closure.enter(assumption, Origin::Assumed);
        self.go_on(closure, working, (0, 0));
    }

    /// Continues a dynamic closure with techniques that the rules allow. The techniques of `done` are skipped because
    /// they find nothing more.
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

    /// Follows all nodes that are left: those that are on, from index `next_on`, and those that are off, from index
    /// `next_off`. Ends early at a contradiction. `working` is the working grid; `None` if the rules are static.
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
    /// Clears the closure, and sizes its lists for this number of candidates.
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

    /// Adds a node if it is new, and returns `false` if it contradicts an existing node.
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

    /// Adds the removal of a candidate by a technique, caused by the off nodes of `causes`. If a chain removes the
    /// candidate, `chain` has its key and number of nodes. Returns `false` at a contradiction.
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

    /// Adds `work`, the number of nodes followed in nested chains, to the number of nodes followed for this closure.
    pub(super) const fn add_work(&mut self, work: u64) {
        self.work += work;
    }

    /// Returns whether the node follows from the assumption.
    #[inline]
    pub(super) fn contains(&self, node: Node) -> bool {
        self.states[usize::from(node.number)] == if node.on { ON } else { OFF }
    }

    /// Returns the number of nodes.
    pub(super) const fn len(&self) -> usize {
        self.on.len() + self.off.len()
    }

    /// Returns the nth node: first the nodes that are on, then the nodes that are off, each in the order found.
    pub(super) fn node(&self, n: usize) -> Node {
        match self.on.get(n) {
            Some(&(number, _)) => Node::on(number),
            None => Node::off(self.off[n - self.on.len()].0),
        }
    }

    /// Returns the number of nodes that were followed.
    pub(super) const fn work(&self) -> u64 {
        self.work
    }

    /// Returns the number of nodes in the two chains that lead to the contradiction, plus the nodes of nested chains.
    /// A node of both chains is counted twice, a nested chain of both only once. `None` without a contradiction.
    /// `seen` is only working memory.
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

    /// Returns the number of nodes on the way to a node, the node itself included, without the nodes of nested
    /// chains. `seen` is only working memory.
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

    /// Adds to `inside` the nested chains on which a node depends; `seen` is only working memory.
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

    /// Adds to `seen` all direct and indirect causes of the nodes that are in `seen`.
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

    /// Returns the house in which a node that is on is a hidden single. `None` if the node is off, is the
    /// assumption, is the only candidate of its cell, or was found without a working grid.
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

    /// Calls `visit` for each direct cause of a node whose origin is `cause`.
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

    /// Lists a node and all its causes, causes first; each node comes with the list indices of its direct causes.
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

    /// Adds a node to the list, after its causes, unless the list already has the node, and returns its index.
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

/// The different chains nested in a hint, each as a key and its number of nodes.
#[derive(Debug, Default)]
pub(super) struct ChainsInside(BTreeMap<u64, u32>);

impl ChainsInside {
    /// Returns the number of nodes in all these chains.
    pub(super) fn nodes(&self) -> u32 {
        self.0.values().sum()
    }
}

/// A list of the nodes that a search has reached, each once.
#[derive(Debug, Default)]
pub(super) struct NodeSet {
    /// For each candidate, the number of the last search that reached its off node, then the number of the last search
    /// that reached its on node.
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
