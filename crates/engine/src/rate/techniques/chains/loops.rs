//! Finds alternating inference chains (AICs) and nice loops. Their nodes are single candidates; in grouped chains,
//! also groups of cells.
//!
//! Every chain begins and ends with a strong link, so at least one of its ends is true. A candidate that conflicts
//! with both ends is removed. If the ends conflict with each other, the chain closes into a continuous loop. Then
//! candidates that conflict with both ends of a weak link of the loop are removed. If both ends are the same node,
//! that node is true. As in HoDoKu, the other candidates of its cell are then removed. A group removes its digit
//! from all cells that see the whole group.

use super::bits::Bits;
use super::graph::{Graph, common_peers};
use super::groups::link_groups;
use super::path::{Levels, links, sum};
use crate::grid::{Geometry, Set};
use crate::rate::techniques::find::{ChainNode, Effect, FindCollector, Pattern, Role, Search};
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// The number of 64-bit words in a set of nodes that has room for 192 nodes. Nearly all graphs with groups have no more
/// nodes than that.
const GROUPED: usize = 3;
/// The number of 64-bit words in a set of nodes for the largest graphs, which have up to 729 candidates and 486 groups.
const LARGE: usize = 19;

/// Finds chains and loops in which each node is a single candidate.
pub(in crate::rate::techniques) fn loops<G: Geometry>(
    state: &State<G>,
    strong: &StrongLinks<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let names = [
        Technique::Aic,
        Technique::DiscontinuousLoop,
        Technique::ContinuousLoop,
    ];
    let digits = state.geometry().digits();
    let nodes = digits.map(|digit| strong.nodes(state, digit).len());
    match nodes.sum::<usize>() {
        ..=64 => search::<G, 1>(state, strong, names, finds),
        65..=128 => search::<G, 2>(state, strong, names, finds),
        _ => search::<G, LARGE>(state, strong, names, finds),
    }
    .unwrap_or(Search::Continue(()))
}

/// Finds chains and loops in which a node is a single candidate or a group of cells.
pub(in crate::rate::techniques) fn grouped_loops<G: Geometry>(
    state: &State<G>,
    strong: &StrongLinks<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let names = [
        Technique::GroupedAic,
        Technique::GroupedDiscontinuousLoop,
        Technique::GroupedContinuousLoop,
    ];
    search::<G, GROUPED>(state, strong, names, finds)
        .or_else(|| search::<G, LARGE>(state, strong, names, finds))
        .unwrap_or(Search::Continue(()))
}

/// Searches a graph with room for `64 * W` nodes; returns `None` if the position has more nodes.
fn search<G: Geometry, const W: usize>(
    state: &State<G>,
    strong: &StrongLinks<G>,
    names: [Technique; 3],
    finds: &mut FindCollector<G>,
) -> Option<Search> {
    let graph = build::<G, W>(state, strong, names[0] == Technique::GroupedAic)?;
    Some(Loops::new(state, &graph, names).search(finds))
}

fn build<G: Geometry, const W: usize>(
    state: &State<G>,
    strong: &StrongLinks<G>,
    grouped: bool,
) -> Option<Graph<G, W>> {
    let g = state.geometry();
    let mut graph = Graph::default();
    for digit in g.digits() {
        graph.link_houses(strong, digit)?;
    }
    graph.link_cells(state)?;
    if grouped {
        for digit in g.digits() {
            link_groups(&mut graph, state, digit)?;
        }
    }
    graph.close(state, true);
    Some(graph)
}

/// A search for chains and loops in one position.
struct Loops<'a, G: Geometry, const W: usize> {
    state: &'a State<G>,
    graph: &'a Graph<G, W>,
    names: [Technique; 3],
    levels: Levels<W>,
    chain: Vec<usize>,
}

impl<'a, G: Geometry, const W: usize> Loops<'a, G, W> {
    fn new(state: &'a State<G>, graph: &'a Graph<G, W>, names: [Technique; 3]) -> Self {
        Self {
            state,
            graph,
            names,
            levels: Levels::new(),
            chain: Vec::new(),
        }
    }

    fn search(&mut self, finds: &mut FindCollector<G>) -> Search {
        for start in 0..self.graph.nodes.len() {
            let mut ends = self.graph.ends(start);
            self.levels.begin(self.graph, start);
            let mut seen: Bits<W> = self.graph.strong[start];
            let mut length = 2;
            ends.subtract(&seen);
            while !ends.is_empty()
                && let Some(new) = self.levels.advance(self.graph, &mut seen)
            {
                length += 2;
                for end in new.and(&ends).iter() {
                    self.check(start, end, length, finds)?;
                }
                ends.subtract(&new);
            }
        }
        Search::Continue(())
    }

    /// Reports what is removed by the chain between two nodes.
    fn check(
        &mut self,
        start: usize,
        end: usize,
        length: u32,
        finds: &mut FindCollector<G>,
    ) -> Search {
        let (a, b) = (self.graph.nodes[start], self.graph.nodes[end]);
        if self.graph.weak[start].contains(end) {
            self.levels.chain(self.graph, end, &mut self.chain);
            let effect = self.closed_effect();
            return self.report(2, effect, length, finds);
        }
        let (name, effect) = if start == end {
            (1, self.proof(a))
        } else if a.digit == b.digit {
            let removed = self.graph.seen[start] & self.graph.seen[end];
            if removed.is_empty() || !finds.may_keep(removed.len(), length) {
                return Search::Continue(());
            }
            (0, Effect::removing(a.digit, removed))
        } else {
            let [in_b, in_a] = [(start, b), (end, a)].map(|(from, to)| {
                to.cells.len() == 1 && !to.cells.is_disjoint(self.graph.seen[from])
            });
            if !in_a && !in_b {
                return Search::Continue(());
            }
            let mut effect = Effect::none();
            if in_b {
                effect.remove(a.digit, b.cells);
            }
            if in_a {
                effect.remove(b.digit, a.cells);
            }
            (usize::from(!(in_a && in_b)), effect)
        };
        if effect.is_empty() || !finds.may_keep(effect.removed(), length) {
            return Search::Continue(());
        }
        self.levels.chain(self.graph, end, &mut self.chain);
        self.report(name, effect, length, finds)
    }

    /// Returns what is removed if a node is proved true. For a single candidate, these are the other candidates of
    /// its cell. For a group of cells, these are the candidates of its digit that see the whole group.
    fn proof(&self, node: ChainNode<G>) -> Effect<G> {
        let mut effect = Effect::none();
        match node.cells.single() {
            Some(cell) => {
                for digit in self.state.of_cell(cell).without(node.digit) {
                    effect.remove(digit, G::Cells::of(cell));
                }
            }
            None => {
                let seen = common_peers(self.state.geometry(), node.cells)
                    & self.state.of_digit(node.digit);
                effect.remove(node.digit, seen);
            }
        }
        effect
    }

    /// Returns what a closed chain removes: all candidates that conflict with both nodes of a weak link. Such a
    /// candidate has the digit of both nodes and sees them, or it lies in the same cell as both nodes.
    fn closed_effect(&self) -> Effect<G> {
        let mut effect = Effect::none();
        let chain = &self.chain;
        for n in (1..chain.len()).step_by(2) {
            let after = chain[(n + 1) % chain.len()];
            let (a, b) = (self.graph.nodes[chain[n]], self.graph.nodes[after]);
            if a.digit == b.digit {
                effect.remove(a.digit, self.graph.seen[chain[n]] & self.graph.seen[after]);
            } else if let Some(cell) = a.cells.single() {
                for digit in self.state.of_cell(cell).without(a.digit).without(b.digit) {
                    effect.remove(digit, a.cells);
                }
            }
        }
        effect
    }

    fn report(
        &self,
        name: usize,
        effect: Effect<G>,
        length: u32,
        finds: &mut FindCollector<G>,
    ) -> Search {
        let nodes = || self.chain.iter().map(|&node| self.graph.nodes[node]);
        let sum = || sum(self.graph, &self.chain);
        finds.take_ranked(self.names[name], effect, length, sum, || {
            let mut all: Vec<ChainNode<G>> = nodes().collect();
            if name == 2 {
                all.extend(nodes().next());
            }
            let digits = all.iter().map(|node| node.digit).collect();
            let pattern = Pattern::of_digits(digits).chain(links(&all));
            nodes().fold(pattern, |pattern, node| {
                pattern.marks(node.digit, node.cells, Role::Pattern)
            })
        })
    }
}
