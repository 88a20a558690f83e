//! Searches a graph breadth-first from one node, and returns the chain that leads to another node.

use super::bits::Bits;
use super::graph::Graph;
use crate::grid::{Geometry, Ordinal};
use crate::rate::techniques::find::{ChainNode, Link};

/// The maximum number of strong links in a chain.
const LONGEST: usize = 20;

/// The nodes that are true if the start of a chain is false, grouped by the number of strong links needed to reach
/// them.
#[derive(Debug, Clone)]
pub(super) struct Levels<const W: usize> {
    start: usize,
    levels: Vec<Bits<W>>,
}

impl<const W: usize> Levels<W> {
    pub(super) fn new() -> Self {
        Self {
            start: 0,
            levels: Vec::with_capacity(LONGEST),
        }
    }

    /// Begins the search at a node. The first level consists of the nodes to which the node `start` has a strong link.
    pub(super) fn begin<G: Geometry>(&mut self, graph: &Graph<G, W>, start: usize) {
        self.start = start;
        self.levels.clear();
        self.levels.push(graph.strong[start]);
    }

    /// Advances by one level, that is, by a weak and a strong link. Returns the nodes that are not yet in `seen`,
    /// and adds them to `seen`. `None` if there are no such nodes, or if the chains would get too long.
    pub(super) fn advance<G: Geometry>(
        &mut self,
        graph: &Graph<G, W>,
        seen: &mut Bits<W>,
    ) -> Option<Bits<W>> {
        let frontier = self.levels.last().filter(|_| self.levels.len() < LONGEST)?;
        let mut new = Bits::EMPTY;
        for node in frontier.iter() {
            new.add(&graph.next[node]);
        }
        new.subtract(seen);
        if new.is_empty() {
            return None;
        }
        seen.add(&new);
        self.levels.push(new);
        Some(new)
    }

    /// Writes into `chain` the nodes of a shortest chain from the start to `end`, a node of the last level.
    pub(super) fn chain<G: Geometry>(
        &self,
        graph: &Graph<G, W>,
        end: usize,
        chain: &mut Vec<usize>,
    ) {
        chain.clear();
        chain.push(end);
        let mut node = end;
        for level in self.levels.iter().rev().skip(1) {
            let found = level
                .iter()
                .find(|&before| graph.next[before].contains(node));
            let Some(before) = found else { return };
            let middle = graph.weak[before].and(&graph.strong[node]);
            let Some(middle) = middle.iter().next() else {
                return;
            };
            chain.push(middle);
            chain.push(before);
            node = before;
        }
        chain.push(self.start);
        chain.reverse();
    }
}

/// Returns the sum of the indices of all cells in a chain.
pub(super) fn sum<G: Geometry, const W: usize>(graph: &Graph<G, W>, chain: &[usize]) -> u32 {
    let cells = chain.iter().flat_map(|&node| graph.nodes[node].cells);
    cells.map(|cell| cell.index() as u32).sum()
}

/// Returns the links of a chain of nodes: alternately strong and weak, starting with a strong link.
pub(super) fn links<G: Geometry>(nodes: &[ChainNode<G>]) -> Vec<Link<G>> {
    let pairs = nodes.windows(2).enumerate();
    pairs
        .map(|(n, pair)| Link {
            from: pair[0],
            to: pair[1],
            strong: n % 2 == 0,
        })
        .collect()
}
