//! Strong links of groups: all places of a digit where a box and a line cross, two or three.

use super::graph::Graph;
use crate::grid::{Digit, House, HouseKind, cells_at};
use crate::rate::techniques::find::ChainNode;
use crate::rate::techniques::nine::{LINES, count};
use crate::rate::techniques::state::State;

/// Adds the strong links of a digit that have a group as an end.
pub(in crate::rate::techniques) fn link_groups<const W: usize>(
    graph: &mut Graph<W>,
    state: &State,
    digit: Digit,
) -> Option<()> {
    let first = graph.nodes.len();
    for house in House::all() {
        let places = state.places(digit, house);
        if count(places) < 3 {
            continue;
        }
        for group in groups(house, places) {
            let rest = places & !group;
            if rest.is_power_of_two() || groups(house, places).any(|group| group == rest) {
                let [a, b] = [group, rest].map(|places| ChainNode {
                    cells: cells_at(house, places),
                    digit,
                });
                graph.link(a, b, first)?;
            }
        }
    }
    Some(())
}

/// The groups among places of a house: in a line those of its boxes, in a box those of its lines.
fn groups(house: House, places: u16) -> impl Iterator<Item = u16> {
    let of_box = house.kind() == HouseKind::Box;
    let crossings = if of_box { &LINES[..] } else { &LINES[..3] };
    crossings
        .iter()
        .map(move |crossing| places & crossing)
        .filter(|&group| count(group) > 1)
}
