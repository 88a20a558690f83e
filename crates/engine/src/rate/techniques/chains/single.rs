//! Finds X-chains, whose links all join candidates of one digit, and XY-chains, which go through cells with two
//! candidates.

use super::bits::Bits;
use super::graph::Graph;
use super::path::{Levels, links, sum};
use crate::grid::{Geometry, Set};
use crate::rate::techniques::find::{Effect, FindCollector, Pattern, Role, Search};
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// Finds X-chains: chains of a single digit.
pub(in crate::rate::techniques) fn x_chain<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    digits: G::Digits,
    finds: &mut FindCollector<G>,
) -> Search {
    // A strong link has two places, and each house has at most one strong link.
    match G::HOUSES {
        ..=32 => x_chain_in::<G, 1>(state, links, digits, finds),
        _ => x_chain_in::<G, 4>(state, links, digits, finds),
    }
}

fn x_chain_in<G: Geometry, const W: usize>(
    state: &State<G>,
    links: &StrongLinks<G>,
    digits: G::Digits,
    finds: &mut FindCollector<G>,
) -> Search {
    let mut graph = Graph::<G, W>::default();
    for digit in digits {
        graph.clear();
        let is_chain = links.of(digit).all().len() > 1;
        if is_chain && graph.link_houses(links, digit).is_some() {
            graph.close(state, false);
            equal_ends(Technique::XChain, &graph, finds)?;
        }
    }
    Search::Continue(())
}

/// Finds XY-chains: chains of cells with two candidates.
pub(in crate::rate::techniques) fn xy_chain<G: Geometry>(
    state: &State<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    // Nearly all graphs have at most 64 nodes, and none has more than two per cell.
    match state.bivalue().len() {
        ..=32 => xy_chain_in::<G, 1>(state, finds),
        _ => xy_chain_in::<G, 3>(state, finds),
    }
}

fn xy_chain_in<G: Geometry, const W: usize>(
    state: &State<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let mut graph = Graph::<G, W>::default();
    if graph.link_cells(state).is_some() {
        graph.close(state, false);
        equal_ends(Technique::XyChain, &graph, finds)?;
    }
    Search::Continue(())
}

/// Reports the chains that have the same digit at both ends.
fn equal_ends<G: Geometry, const W: usize>(
    technique: Technique,
    graph: &Graph<G, W>,
    finds: &mut FindCollector<G>,
) -> Search {
    let mut levels = Levels::new();
    let mut chain = Vec::new();
    for start in 0..graph.nodes.len() {
        let first = graph.nodes[start];
        let mut seen: Bits<W> = graph.strong[start];
        let mut ends = graph.equal_ends(start);
        ends.subtract(&seen);
        ends.remove(start);
        levels.begin(graph, start);
        let mut length = 2;
        while !ends.is_empty()
            && let Some(new) = levels.advance(graph, &mut seen)
        {
            length += 2;
            for end in new.and(&ends).iter() {
                let last = graph.nodes[end];
                let removed = graph.seen[start] & graph.seen[end];
                if !finds.may_keep(removed.len(), length) {
                    continue;
                }
                levels.chain(graph, end, &mut chain);
                let nodes = || {
                    chain
                        .iter()
                        .map(|&node| graph.nodes[node])
                        .collect::<Vec<_>>()
                };
                let effect = Effect::removing(first.digit, removed);
                finds.take_ranked(
                    technique,
                    effect,
                    length,
                    || sum(graph, &chain),
                    || {
                        Pattern::of_digits(nodes().iter().map(|node| node.digit).collect())
                            .chain(links(&nodes()))
                            .marks(first.digit, first.cells | last.cells, Role::Pattern)
                    },
                )?;
            }
            ends.subtract(&new);
        }
    }
    Search::Continue(())
}
