//! Finds strong links of groups. A group is two or more places of a digit where a box and a line cross.

use super::graph::Graph;
use crate::grid::{Geometry, NumberSet};
use crate::rate::techniques::find::ChainNode;
use crate::rate::techniques::state::State;

/// Adds the strong links of a digit that have a group of cells at one or both ends; returns `None` if the graph is
/// full.
pub(in crate::rate::techniques) fn link_groups<G: Geometry, const W: usize>(
    graph: &mut Graph<G, W>,
    state: &State<G>,
    digit: G::Digit,
) -> Option<()> {
    let first = graph.nodes.len();
    let g = state.geometry();
    for house in g.houses() {
        let places = state.places(digit, house);
        if G::count(places) < 3 {
            continue;
        }
        for group in groups(g, house, places) {
            let rest = places & !group;
            if rest.is_power_of_two() || groups(g, house, places).any(|group| group == rest) {
                let [a, b] = [group, rest].map(|places| ChainNode {
                    cells: g.cells_at(house, places),
                    digit,
                });
                graph.link(a, b, first)?;
            }
        }
    }
    Some(())
}

/// Returns the groups of cells among a digit's places in a house: in a line, the places that share a box; in a box, the
/// places that share a line.
fn groups<G: Geometry>(
    g: G,
    house: G::House,
    places: G::Places,
) -> impl Iterator<Item = G::Places> {
    g.crossings(house)
        .map(move |crossing| places & crossing.places)
        .filter(|&group| G::count(group) > 1)
}
