//! Computes all that follows from each candidate by chains, for all candidates at once.

use crate::grid::{Geometry, Set};
use crate::rate::techniques::chains::{Bits, Graph, link_groups};
use crate::rate::techniques::find::{ChainNode, Link};
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;

/// The nodes that are true (`on`) and the nodes that are false (`off`) under a premise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Consequences<const W: usize> {
    pub on: Bits<W>,
    pub off: Bits<W>,
}

impl<const W: usize> Default for Consequences<W> {
    fn default() -> Self {
        Self::NOTHING
    }
}

impl<const W: usize> Consequences<W> {
    pub(super) const NOTHING: Self = Self {
        on: Bits::EMPTY,
        off: Bits::EMPTY,
    };

    pub(super) fn add(&mut self, other: &Self) {
        self.on.add(&other.on);
        self.off.add(&other.off);
    }

    pub(super) fn and(self, other: &Self) -> Self {
        Self {
            on: self.on.and(&other.on),
            off: self.off.and(&other.off),
        }
    }
}

/// A premise: a node that is assumed to be true or false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Premise {
    pub node: usize,
    pub on: bool,
}

/// The graph of all candidates and groups, with everything that follows from each candidate.
pub(super) struct Closure<G: Geometry, const W: usize> {
    pub graph: Graph<G, W>,
    /// The number of nodes that are single candidates. They come first, and groups after them.
    pub candidates: usize,
    if_on: Vec<Consequences<W>>,
    if_off: Vec<Consequences<W>>,
    /// The sets in which at least one candidate must be true: the candidates of each cell, and the places of each digit
    /// in each house.
    pub choices: Vec<Bits<W>>,
    /// For each candidate, the indices in `choices` of the sets that have it as their first member.
    begun: Vec<Vec<usize>>,
}

impl<G: Geometry, const W: usize> Closure<G, W> {
    /// Computes what follows from each candidate; returns `None` if there are more nodes than `64 * W`.
    pub(super) fn of(state: &State<G>, links: &StrongLinks<G>) -> Option<Self> {
        let g = state.geometry();
        let mut graph = Graph::default();
        for digit in g.digits() {
            for cell in state.of_digit(digit) {
                let cells = G::Cells::of(cell);
                graph.number_of(ChainNode { cells, digit }, 0)?;
            }
        }
        let candidates = graph.nodes.len();
        for digit in g.digits() {
            graph.link_houses(links, digit)?;
        }
        graph.link_cells(state)?;
        for digit in g.digits() {
            link_groups(&mut graph, state, digit)?;
        }
        graph.close(state, true);
        let if_on = all_consequences(&graph);
        let if_off = (0..candidates)
            .map(|node| {
                let mut consequences = Consequences::NOTHING;
                for on in graph.strong[node].iter() {
                    consequences.add(&if_on[on]);
                }
                consequences.off.insert(node);
                consequences
            })
            .collect();
        let choices = choices(state, &graph);
        let mut begun = vec![Vec::new(); candidates];
        for (n, choice) in choices.iter().enumerate() {
            for first in choice.iter().take(1) {
                begun[first].push(n);
            }
        }
        Some(Self {
            choices,
            begun,
            candidates,
            if_on,
            if_off,
            graph,
        })
    }

    pub(super) fn consequences(&self, premise: Premise) -> &Consequences<W> {
        let table = if premise.on {
            &self.if_on
        } else {
            &self.if_off
        };
        &table[premise.node]
    }

    pub(super) fn consequences_mut(&mut self, premise: Premise) -> &mut Consequences<W> {
        let table = if premise.on {
            &mut self.if_on
        } else {
            &mut self.if_off
        };
        &mut table[premise.node]
    }

    /// Returns the first of the `choices` whose members are all in `off`; `None` if there is none. Such a choice is a
    /// contradiction, since one of its members must be true.
    pub(super) fn choice_in(&self, off: &Bits<W>) -> Option<&Bits<W>> {
        let firsts = off.iter().take_while(|&node| node < self.candidates);
        let begun = firsts.flat_map(|node| &self.begun[node]);
        let within = begun.filter(|&&n| off.contains_all(&self.choices[n]));
        within.min().map(|&n| &self.choices[n])
    }

    /// Adds to the consequences of each premise everything that follows from these consequences. Returns whether
    /// anything was new.
    pub(super) fn expand(&mut self) -> bool {
        let mut grown = false;
        for node in 0..self.candidates {
            for on in [true, false] {
                let premise = Premise { node, on };
                let before = *self.consequences(premise);
                let mut after = before;
                for (bits, table) in [(before.on, &self.if_on), (before.off, &self.if_off)] {
                    for node in bits.iter().filter(|&node| node < self.candidates) {
                        after.add(&table[node]);
                    }
                }
                grown |= after != before;
                *self.consequences_mut(premise) = after;
            }
        }
        grown
    }

    /// Returns the links of a chain from a premise to a node that this premise makes true or false.
    pub(super) fn chain(&self, premise: Premise, end: Premise) -> Vec<Link<G>> {
        let count = self.graph.nodes.len();
        // States are numbered: first the nodes as true, then the nodes as false.
        let number = |it: Premise| if it.on { it.node } else { count + it.node };
        let mut before = vec![usize::MAX; 2 * count];
        let mut queue = std::collections::VecDeque::from([number(premise)]);
        before[number(premise)] = number(premise);
        while let Some(here) = queue.pop_front() {
            if here == number(end) {
                break;
            }
            let (on, node) = (here < count, here % count);
            let links = if on {
                &self.graph.weak
            } else {
                &self.graph.strong
            };
            for next in links[node].iter() {
                let next = number(Premise {
                    node: next,
                    on: !on,
                });
                if before[next] == usize::MAX {
                    before[next] = here;
                    queue.push_back(next);
                }
            }
        }
        let mut links = Vec::new();
        let mut here = number(end);
        while before[here] != usize::MAX && before[here] != here {
            let from = before[here];
            links.push(Link {
                from: self.graph.nodes[from % count],
                to: self.graph.nodes[here % count],
                strong: from >= count,
            });
            here = from;
        }
        links.reverse();
        links
    }
}

/// Computes, for each node, what follows if the node is true. Results are reused: what follows from one node also
/// follows from every node that implies the first one.
fn all_consequences<G: Geometry, const W: usize>(graph: &Graph<G, W>) -> Vec<Consequences<W>> {
    let mut all: Vec<Option<Consequences<W>>> = vec![None; graph.nodes.len()];
    let mut stack = Vec::new();
    for start in 0..graph.nodes.len() {
        let mut consequences = Consequences::NOTHING;
        consequences.on.insert(start);
        stack.push(start);
        while let Some(node) = stack.pop() {
            if let Some(known) = &all[node] {
                consequences.add(known);
                continue;
            }
            consequences.off.add(&graph.weak[node]);
            let mut new = graph.next[node];
            new.subtract(&consequences.on);
            consequences.on.add(&new);
            stack.extend(new.iter());
        }
        all[start] = Some(consequences);
    }
    all.into_iter().flatten().collect()
}

fn choices<G: Geometry, const W: usize>(state: &State<G>, graph: &Graph<G, W>) -> Vec<Bits<W>> {
    let g = state.geometry();
    let mut choices = Vec::new();
    let mut add = |members: &mut dyn Iterator<Item = (G::Cell, G::Digit)>| {
        let mut bits = Bits::EMPTY;
        for (cell, digit) in members {
            if let Some(node) = graph.known(cell, digit) {
                bits.insert(node);
            }
        }
        if !bits.is_empty() {
            choices.push(bits);
        }
    };
    for cell in state.candidates.blanks() {
        add(&mut state.of_cell(cell).map(|digit| (cell, digit)));
    }
    for house in g.houses() {
        for digit in g.digits() {
            add(&mut state.within(digit, house).map(|cell| (cell, digit)));
        }
    }
    choices
}
