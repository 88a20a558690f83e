//! Singles: the last digit of a house, the only candidate of a cell, the only place of a digit.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use super::technique_set::TechniqueSet;
use crate::grid::{Cell, CellSet, Digit, House};

/// Takes the next single from the queues.
pub(super) fn next(state: &mut State, wanted: TechniqueSet) -> Option<(Technique, Cell, Digit)> {
    let named = |technique: Technique| move |(cell, digit)| (technique, cell, digit);
    if wanted.contains(Technique::FullHouse) {
        return state.full_house().map(named(Technique::FullHouse));
    }
    if wanted.contains(Technique::NakedSingle) {
        return state.naked_single().map(named(Technique::NakedSingle));
    }
    state.hidden_single().map(named(Technique::HiddenSingle))
}

/// Reports the next single from the queues.
pub(super) fn find<const P: bool>(
    state: &mut State,
    technique: Technique,
    finds: &mut Finds<P>,
) -> Search {
    let wanted = TechniqueSet::EMPTY.with(technique);
    let Some((_, cell, digit)) = next(state, wanted) else {
        return Search::Continue(());
    };
    finds.take(technique, Effect::placing(digit, cell), || {
        let pattern = Pattern::of_digit(digit).cells(CellSet::of(cell), Role::Pattern);
        match proof(state, technique, cell, digit) {
            Some(house) => pattern.house(house, Role::Base),
            None => pattern,
        }
    })
}

/// Returns the house that proves a single; boxes first, which people see first.
fn proof(state: &State, technique: Technique, cell: Cell, digit: Digit) -> Option<House> {
    let [row, column, of_box] = cell.houses();
    [of_box, row, column].into_iter().find(|&house| match technique {
        Technique::FullHouse => state.candidates.blanks_in(house) == 1,
        Technique::HiddenSingle => state.within(digit, house) == CellSet::of(cell),
        _ => false,
    })
}
