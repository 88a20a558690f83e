//! Finds forcing chains, in which each fact follows from a single earlier fact.

use super::closure::{Closure, Consequences, Premise};
use super::derive::{assumed, derive};
use crate::grid::Geometry;
use crate::rate::techniques::chains::Bits;
use crate::rate::techniques::find::{Effect, FindCollector, Pattern, Role, Search};
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// Finds contradictions and verities by chains. (A verity is a result that follows from each of several premises, at
/// least one of which is true.)
pub(in crate::rate::techniques) fn forcing_chains<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let names = [
        Technique::ForcingChainContradiction,
        Technique::ForcingChainVerity,
    ];
    in_closure::<G, 4>(state, links, names, finds)
        .or_else(|| in_closure::<G, 8>(state, links, names, finds))
        .or_else(|| in_closure::<G, 19>(state, links, names, finds))
        .unwrap_or(Search::Continue(()))
}

/// Searches the consequences of all candidates, with bit sets for up to `64 * W` nodes; returns `None` if there are
/// more nodes. Few positions have more than 256 nodes; a 9×9 board has at most 729 candidates and 486 groups.
fn in_closure<G: Geometry, const W: usize>(
    state: &State<G>,
    links: &StrongLinks<G>,
    names: [Technique; 2],
    finds: &mut FindCollector<G>,
) -> Option<Search> {
    let closure = Closure::<G, W>::of(state, links)?;
    Some(search(&closure, names, &mut PatternSource::of(None), finds))
}

/// The data that are needed to build the patterns of a search's results.
pub(super) struct PatternSource<'a, G: Geometry, const W: usize> {
    /// The position, if the search is for nets; `None` if it is for chains. (Only in a net can a fact follow from
    /// several other facts together.)
    net: Option<&'a State<G>>,
    /// The nodes that nets have already proved true or false. A second proof of the same node is skipped, because
    /// building its pattern takes long.
    shown: Consequences<W>,
}

impl<'a, G: Geometry, const W: usize> PatternSource<'a, G, W> {
    /// Makes the data for a search. `net` is the position if the search is for nets, and `None` if it is for chains.
    pub(super) fn of(net: Option<&'a State<G>>) -> Self {
        Self {
            net,
            shown: Consequences::default(),
        }
    }

    /// Returns whether a net has already proved this node true (`on`) or false, and records the node as proved.
    fn is_old(&mut self, node: usize, on: bool) -> bool {
        let shown = if on {
            &mut self.shown.on
        } else {
            &mut self.shown.off
        };
        let is_old = shown.contains(node);
        shown.insert(node);
        self.net.is_some() && is_old
    }
}

/// Searches the consequences of all candidates for contradictions and verities, and reports them as results of the two
/// given techniques.
pub(super) fn search<G: Geometry, const W: usize>(
    closure: &Closure<G, W>,
    [contradictions, verities]: [Technique; 2],
    source: &mut PatternSource<'_, G, W>,
    finds: &mut FindCollector<G>,
) -> Search {
    for node in 0..closure.candidates {
        for on in [true, false] {
            contradiction(closure, contradictions, source, Premise { node, on }, finds)?;
        }
    }
    for node in 0..closure.candidates {
        let premises = [true, false].map(|on| Premise { node, on });
        verity(closure, verities, source, &premises, finds)?;
    }
    for choice in &closure.choices {
        let premises: Vec<Premise> = choice
            .iter()
            .map(|node| Premise { node, on: true })
            .collect();
        verity(closure, verities, source, &premises, finds)?;
    }
    Search::Continue(())
}

/// Reports that a premise is wrong if a contradiction follows from it.
fn contradiction<G: Geometry, const W: usize>(
    closure: &Closure<G, W>,
    technique: Technique,
    source: &mut PatternSource<'_, G, W>,
    premise: Premise,
    finds: &mut FindCollector<G>,
) -> Search {
    let Consequences { on, off } = closure.consequences(premise);
    let mut clash: Vec<Premise> = Vec::new();
    if on.meets(off) {
        for node in on.and(off).iter().take(1) {
            clash.extend([true, false].map(|on| Premise { node, on }));
        }
    } else if let Some(choice) = closure.choice_in(off) {
        clash.extend(choice.iter().map(|node| Premise { node, on: false }));
    } else {
        return Search::Continue(());
    }
    if finds.wants(technique) && source.is_old(premise.node, !premise.on) {
        return Search::Continue(());
    }
    let node = closure.graph.nodes[premise.node];
    let mut effect = Effect::none();
    if premise.on {
        effect.remove(node.digit, node.cells);
    } else {
        effect.set(node.digit, node.cells);
    }
    finds.take(technique, effect, || {
        let pattern = Pattern::of_digit(node.digit).marks(node.digit, node.cells, Role::Pattern);
        if let Some(state) = source.net {
            return pattern.chain(derive(state, assumed(&closure.graph.nodes, premise), None));
        }
        let chains = clash.iter().map(|&end| closure.chain(premise, end));
        chains.fold(pattern, Pattern::chain)
    })
}

/// Reports what follows from each of these premises, at least one of which is true.
fn verity<G: Geometry, const W: usize>(
    closure: &Closure<G, W>,
    technique: Technique,
    source: &mut PatternSource<'_, G, W>,
    premises: &[Premise],
    finds: &mut FindCollector<G>,
) -> Search {
    let Some((&first, rest)) = premises.split_first() else {
        return Search::Continue(());
    };
    let common = *closure.consequences(first);
    let common = rest
        .iter()
        .fold(common, |common, &it| common.and(closure.consequences(it)));
    for on in [true, false] {
        let nodes: Bits<W> = if on { common.on } else { common.off };
        for node in nodes.iter().filter(|&node| node < closure.candidates) {
            if finds.wants(technique) && source.is_old(node, on) {
                continue;
            }
            let it = closure.graph.nodes[node];
            let mut effect = Effect::none();
            if on {
                effect.set(it.digit, it.cells);
            } else {
                effect.remove(it.digit, it.cells);
            }
            finds.take(technique, effect, || {
                let end = Premise { node, on };
                let nodes = &closure.graph.nodes;
                let chains = premises.iter().map(|&premise| match source.net {
                    Some(state) => {
                        derive(state, assumed(nodes, premise), Some(assumed(nodes, end)))
                    }
                    None => closure.chain(premise, end),
                });
                chains.fold(Pattern::of_digit(it.digit), Pattern::chain)
            })?;
        }
    }
    Search::Continue(())
}
