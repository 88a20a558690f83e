//! Strong links of groups: all places of a digit where a box and a line cross, two or three.

use super::graph::Graph;
use crate::grid::{CellSet, Digit, House, HouseKind};
use crate::rate::techniques::find::ChainNode;
use crate::rate::techniques::state::State;

/// Adds the strong links of a digit that have a group as an end.
pub(in crate::rate::techniques) fn link_groups<const W: usize>(
    graph: &mut Graph<W>,
    state: &State,
    digit: Digit,
) -> Option<()> {
    for house in House::all() {
        let places = state.within(digit, house);
        if places.len() < 3 {
            continue;
        }
        for group in groups(state, digit, house) {
            let rest = places - group;
            let one = rest.single().is_some();
            let other = groups(state, digit, house).any(|group| group == rest);
            if one || other {
                let [a, b] = [group, rest].map(|cells| ChainNode { cells, digit });
                graph.link(a, b)?;
            }
        }
    }
    Some(())
}

/// The groups of a digit in a house: in a line those of its boxes, in a box those of its lines.
fn groups(state: &State, digit: Digit, house: House) -> impl Iterator<Item = CellSet> {
    let places = state.within(digit, house);
    let crossing = House::all()
        .filter(move |other| (house.kind() == HouseKind::Box) != (other.kind() == HouseKind::Box));
    crossing
        .map(move |other| places & other.cells())
        .filter(|cells| cells.len() > 1)
}
