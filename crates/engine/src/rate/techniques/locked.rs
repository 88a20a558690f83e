//! Locked candidates: the places of a digit in a box all lie in a line, or those in a line in a box.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{CellSet, Digit, House};

/// The lines that cross a box.
fn lines(of_box: usize) -> impl Iterator<Item = House> {
    let (band, stack) = (of_box / 3 * 3, of_box % 3 * 3);
    let rows = (band..band + 3).map(House::row);
    rows.chain((stack..stack + 3).map(House::column))
}

/// Finds digits whose places in a box lie in a line.
pub(super) fn pointing<const P: bool>(state: &State, since: u32, finds: &mut Finds<P>) -> Search {
    for of_box in 0..9 {
        let house = House::of_box(of_box);
        if !state.has_changed(house, since) {
            continue;
        }
        for digit in Digit::all() {
            let places = state.within(digit, house);
            if places.is_empty() || places.len() > 3 {
                continue;
            }
            for line in lines(of_box) {
                if places.is_subset(line.cells()) {
                    let rest = state.within(digit, line) - places;
                    report(
                        Technique::Pointing,
                        digit,
                        places,
                        rest,
                        [house, line],
                        finds,
                    )?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Finds digits whose places in a line lie in a box.
pub(super) fn claiming<const P: bool>(state: &State, since: u32, finds: &mut Finds<P>) -> Search {
    for line in House::all().take(18) {
        if !state.has_changed(line, since) {
            continue;
        }
        for digit in Digit::all() {
            let places = state.within(digit, line);
            let Some(first) = places.first() else {
                continue;
            };
            let house = House::of_box(first.box_index());
            if places.is_subset(house.cells()) {
                let rest = state.within(digit, house) - places;
                report(
                    Technique::Claiming,
                    digit,
                    places,
                    rest,
                    [line, house],
                    finds,
                )?;
            }
        }
    }
    Search::Continue(())
}

fn report<const P: bool>(
    technique: Technique,
    digit: Digit,
    places: CellSet,
    rest: CellSet,
    [from, to]: [House; 2],
    finds: &mut Finds<P>,
) -> Search {
    if rest.is_empty() {
        return Search::Continue(());
    }
    finds.take(technique, Effect::removing(digit, rest), || {
        Pattern::of_digit(digit)
            .house(from, Role::Base)
            .house(to, Role::Cover)
            .marks(digit, places, Role::Pattern)
    })
}
