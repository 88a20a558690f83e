//! Finds singles: the last blank of a house, the only candidate of a cell, the only place of a
//! digit.

use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, HouseKind, Set};

/// Returns the first single of this kind that waits to be placed; `None` if there is none.
pub(super) fn next<G: Geometry>(
    state: &mut State<G>,
    technique: Technique,
) -> Option<(G::Cell, G::Digit)> {
    match technique {
        Technique::FullHouse => state.full_house(),
        Technique::NakedSingle => state.naked_single(),
        Technique::HiddenSingleBox => {
            state.hidden_single()?;
            let mut waiting = state.waiting(true);
            waiting.find(|&(cell, digit)| proof(state, technique, cell, digit).is_some())
        }
        _ => state.hidden_single(),
    }
}

/// Reports the singles of this kind that wait to be placed.
pub(super) fn find<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    finds: &mut FindCollector<G>,
) -> Search {
    let is_naked = matches!(technique, Technique::FullHouse | Technique::NakedSingle);
    for (cell, digit) in state.waiting(!is_naked) {
        let house = proof(state, technique, cell, digit);
        if house.is_none() && technique != Technique::NakedSingle {
            continue;
        }
        finds.take(technique, Effect::placing(digit, cell), || {
            let pattern = Pattern::of_digit(digit).cells(G::Cells::of(cell), Role::Pattern);
            match house {
                Some(house) => pattern.house(house, Role::Base),
                None => pattern,
            }
        })?;
    }
    Search::Continue(())
}

/// Returns the house that proves a single: a box if possible, because people look at boxes first. `None` if no house
/// proves it.
fn proof<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    cell: G::Cell,
    digit: G::Digit,
) -> Option<G::House> {
    let g = state.geometry();
    let (boxes, lines) = match technique {
        Technique::HiddenSingleBox => (true, false),
        Technique::HiddenSingleLine => (false, true),
        Technique::NakedSingle => (false, false),
        _ => (true, true),
    };
    let is_last = |&house: &G::House| match technique {
        Technique::FullHouse => state.candidates.blanks_in(house) == 1,
        _ => state.within(digit, house) == G::Cells::of(cell),
    };
    let is_box = |&house: &G::House| g.kind(house) == HouseKind::Box;
    let in_box = || g.houses_of(cell).filter(is_box).find(is_last);
    let in_line = || g.houses_of(cell).filter(|it| !is_box(it)).find(is_last);
    boxes
        .then(in_box)
        .flatten()
        .or_else(|| lines.then(in_line).flatten())
}
