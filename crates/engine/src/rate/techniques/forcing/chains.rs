//! Finds forcing chains, in which each step of a branch has one premise.

use super::closure::{Closure, Consequences, Premise};
use super::derive::{assumed, derive};
use crate::grid::Geometry;
use crate::rate::techniques::chains::Bits;
use crate::rate::techniques::find::{Effect, FindCollector, Pattern, Role, Search};
use crate::rate::techniques::single_digit::StrongLinks;
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// Finds contradictions and verities by chains. (A verity is what follows from every one of several
/// premises of which one holds.)
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

/// Searches a closure with at most `64 * W` nodes; returns `None` if there are more. Few closures have more
/// than 256 nodes; 9×9 has at most 729 candidates and 486 groups.
fn in_closure<G: Geometry, const W: usize>(
    state: &State<G>,
    links: &StrongLinks<G>,
    names: [Technique; 2],
    finds: &mut FindCollector<G>,
) -> Option<Search> {
    let closure = Closure::<G, W>::of(state, links)?;
    Some(search(&closure, names, &mut PatternSource::of(None), finds))
}

/// The data from which the patterns of results are made.
pub(super) struct PatternSource<'a, G: Geometry, const W: usize> {
    /// The position, if the search is for nets, in which a consequence may have several reasons; `None` for
    /// chains.
    net: Option<&'a State<G>>,
    /// The nodes that nets have already proved true or false. Patterns take long to build, so only one pattern is
    /// built for each result.
    shown: Consequences<W>,
}

impl<'a, G: Geometry, const W: usize> PatternSource<'a, G, W> {
    /// Makes the data of a search; `net` is the position if the search is for nets.
    pub(super) fn of(net: Option<&'a State<G>>) -> Self {
        Self {
            net,
            shown: Consequences::default(),
        }
    }

    /// Returns whether a net has already shown that a node is true or false, and records that the node has been
    /// shown.
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

/// Searches a closure for contradictions and verities, and reports them as finds of these two techniques.
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

/// Reports the opposite of a premise that leads to a contradiction.
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

/// Reports what follows from every one of these premises, at least one of which holds.
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
