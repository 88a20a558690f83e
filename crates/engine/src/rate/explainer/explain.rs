//! Finds the chains behind a hint: repeats the search that found the hint, and this time records the nodes on the
//! way.

use super::chains::{self, Form};
use super::closure::{Base, Node, SeClosure, Techniques};
use super::forcing::{self, Reason};
use super::links::{LinkKind, Links, NONE};
use super::step::{SeChain, SeNode};
use crate::grid::{Candidates, cells_at};
use crate::rate::Mark;
use std::borrow::Borrow;

/// The search that found a hint with chains, with the data to find the chains again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChainSource {
    /// The search for cycles and static forcing chains, with the chain that it found.
    Static(chains::FoundChain),
    /// The search that compares closures, with the hint that it found.
    Closures(forcing::ForcingHint),
}

/// Finds the chains of a hint.
pub(super) fn chains_of(
    candidates: &Candidates,
    source: ChainSource,
    techniques: Techniques,
) -> Vec<SeChain> {
    let links = Links::of(candidates);
    match source {
        ChainSource::Static(found) => {
            vec![static_chain(&links, found)]
        }
        ChainSource::Closures(found) => {
            let base = Base {
                candidates,
                links: &links,
                rules: found.rules,
                techniques,
            };
            closure_chains(&base, found, |way| base.closure(way))
        }
    }
}

/// The tree of a breadth-first search over hops (a weak link, then a strong link). For each node that is on, the
/// tree has the last hop that leads to it: the off node in between, then the on node at the hop's start.
struct Tree {
    before: Vec<Option<(u16, u16)>>,
}

impl Tree {
    /// Searches from the nodes `roots`, which are on, until `ends` accepts a node. Returns the tree and the
    /// accepted node; `None` if no node is accepted.
    fn search(
        links: &Links,
        kind: LinkKind,
        roots: &[u16],
        mut ends: impl FnMut(&Self, u16) -> bool,
    ) -> Option<(Self, u16)> {
        let mut tree = Self {
            before: vec![None; links.len()],
        };
        let mut queue = roots.to_vec();
        for &root in roots {
            tree.before[usize::from(root)] = Some((NONE, NONE));
        }
        let mut next = 0;
        while let Some(&parent) = queue.get(next) {
            next += 1;
            if ends(&tree, parent) {
                return Some((tree, parent));
            }
            for (off, on) in links.hops_from(parent, kind) {
                let before = &mut tree.before[usize::from(on)];
                if before.is_none() {
                    *before = Some((off, parent));
                    queue.push(on);
                }
            }
        }
        None
    }

    /// Returns the nodes on the way from the root of the tree to the on node of the candidate `on`.
    fn path(&self, mut on: u16) -> Vec<Node> {
        let mut nodes = vec![Node::on(on)];
        while let Some((off, parent)) = self.before[usize::from(on)] {
            if parent == NONE {
                break;
            }
            nodes.extend([Node::off(off), Node::on(parent)]);
            on = parent;
        }
        nodes.reverse();
        nodes
    }
}

/// Searches again for a cycle or forcing chain that was found before, and returns its nodes.
pub(super) fn static_chain(links: &Links, found: chains::FoundChain) -> SeChain {
    let (start, kind) = (found.start, found.kind);
    let nodes = match found.form {
        Form::Cycle => {
            let tree = Tree::search(links, kind, &[start], |_, on| on == found.end.0);
            tree.map(|(tree, on)| {
                let mut nodes = tree.path(on);
                nodes.push(Node::off(found.end.1));
                nodes
            })
        }
        Form::On => {
            let turns_off = |_: &Tree, on| links.weak(on, kind).contains(&start);
            Tree::search(links, kind, &[start], turns_off).map(|(tree, on)| {
                let mut nodes = tree.path(on);
                nodes.push(Node::off(start));
                nodes
            })
        }
        Form::Off => {
            let is_there = |on: &u16| *on != NONE;
            let roots = links.strong(start, kind).iter().copied();
            let roots: Vec<u16> = roots.filter(is_there).collect();
            let last = |on| links.hops_from(on, kind).find(|&(_, to)| to == start);
            Tree::search(links, kind, &roots, |_, on| last(on).is_some()).map(|(tree, on)| {
                let mut nodes = vec![Node::off(start)];
                nodes.extend(tree.path(on));
                nodes.extend(last(on).map(|(off, _)| Node::off(off)));
                nodes.push(Node::on(start));
                nodes
            })
        }
    };
    let nodes = nodes.unwrap_or_default();
    let in_line = |(place, &node): (usize, &Node)| {
        let causes = place.checked_sub(1).into_iter().collect();
        named(links, node, causes)
    };
    SeChain {
        closed: found.form == Form::Cycle,
        nodes: nodes.iter().enumerate().map(in_line).collect(),
    }
}

/// Finds the chains of a hint in the closures of its assumptions; `closure` returns the closure of an assumption.
pub(super) fn closure_chains<C: Borrow<SeClosure>>(
    base: &Base<'_>,
    found: forcing::ForcingHint,
    closure: impl Fn(Node) -> C,
) -> Vec<SeChain> {
    let Mark { cell, digit } = base.links.mark(found.start.number);
    let number = |cell, digit| Node::on(base.links.number(cell, digit));
    let ways: Vec<Node> = match found.reason {
        Reason::Contradiction => {
            let closure = closure(found.start);
            let closure = closure.borrow();
            let chains = closure.contradiction_chains(base).into_iter();
            return chains.map(|nodes| chain(base, closure, nodes)).collect();
        }
        Reason::BothWays => vec![Node::on(found.start.number), Node::off(found.start.number)],
        Reason::Cell => {
            let held = base.candidates.of_cell(cell);
            held.map(|digit| number(cell, digit)).collect()
        }
        Reason::House(house) => {
            let places = base.candidates.places(house)[digit.index()];
            let cells = cells_at(house, places);
            cells.map(|cell| number(cell, digit)).collect()
        }
    };
    let of_way = |way| {
        let closure = closure(way);
        let closure = closure.borrow();
        chain(base, closure, closure.chain(base, found.end))
    };
    ways.into_iter().map(of_way).collect()
}

fn chain(base: &Base<'_>, closure: &SeClosure, nodes: Vec<(Node, Vec<usize>)>) -> SeChain {
    let node = |(node, causes)| SeNode {
        house: closure.house_of(node),
        ..named(base.links, node, causes)
    };
    SeChain {
        closed: false,
        nodes: nodes.into_iter().map(node).collect(),
    }
}

fn named(links: &Links, node: Node, causes: Vec<usize>) -> SeNode {
    SeNode {
        mark: links.mark(node.number),
        on: node.on,
        causes,
        house: None,
    }
}
