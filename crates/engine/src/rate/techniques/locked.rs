//! Finds locked candidates: the places of a digit in a box all lie in one line, or its places in a
//! line all lie in one box.

use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, HouseKind, NumberSet, Ordinal};

/// Finds digits whose places in a box all lie in one line.
pub(super) fn pointing<G: Geometry>(
    state: &State<G>,
    since: u32,
    finds: &mut FindCollector<G>,
) -> Search {
    let houses = state.geometry().houses_of_kind(HouseKind::Box);
    locked(state, Technique::Pointing, houses, since, finds)
}

/// Finds digits whose places in a line all lie in one box.
pub(super) fn claiming<G: Geometry>(
    state: &State<G>,
    since: u32,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    let rows = g.houses_of_kind(HouseKind::Row);
    let lines = rows.chain(g.houses_of_kind(HouseKind::Column));
    locked(state, Technique::Claiming, lines, since, finds)
}

/// Finds digits whose places in one of these houses all lie in another house as well.
fn locked<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    houses: impl Iterator<Item = G::House>,
    since: u32,
    finds: &mut FindCollector<G>,
) -> Search {
    let (g, changed) = (state.geometry(), state.changed(since));
    for house in houses.filter(|&house| changed.contains(house)) {
        for digit in g.digits() {
            let places = state.candidates.places(house)[digit.index()];
            for crossing in g.crossings_with(house, places) {
                let other = crossing.other;
                if !(state.places(digit, other) & !crossing.places_in_other).is_empty() {
                    report(state, technique, digit, [house, other], finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Reports a digit whose places in one house all lie in another house, if the digit can be removed from the rest of
/// that other house.
fn report<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    digit: G::Digit,
    [from, to]: [G::House; 2],
    finds: &mut FindCollector<G>,
) -> Search {
    let rest = state.within(digit, to) - state.geometry().cells_of(from);
    finds.take(technique, Effect::removing(digit, rest), || {
        Pattern::of_digit(digit)
            .house(from, Role::Base)
            .house(to, Role::Cover)
            .marks(digit, state.within(digit, from), Role::Pattern)
    })
}
