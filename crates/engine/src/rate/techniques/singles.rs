//! Singles: the last digit of a house, the only candidate of a cell, the only place of a digit.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, Digit, House};

/// Takes the next single of a wanted kind from the queues.
pub(super) fn next(state: &mut State, technique: Technique) -> Option<(Cell, Digit)> {
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

/// Reports the singles that wait in the queues.
pub(super) fn find<const P: bool>(
    state: &State,
    technique: Technique,
    finds: &mut Finds<P>,
) -> Search {
    let is_naked = matches!(technique, Technique::FullHouse | Technique::NakedSingle);
    for (cell, digit) in state.waiting(!is_naked) {
        let house = proof(state, technique, cell, digit);
        if house.is_none() && technique != Technique::NakedSingle {
            continue;
        }
        finds.take(technique, Effect::placing(digit, cell), || {
            let pattern = Pattern::of_digit(digit).cells(CellSet::of(cell), Role::Pattern);
            match house {
                Some(house) => pattern.house(house, Role::Base),
                None => pattern,
            }
        })?;
    }
    Search::Continue(())
}

/// Returns the house that proves a single; boxes first, which people see first.
fn proof(state: &State, technique: Technique, cell: Cell, digit: Digit) -> Option<House> {
    let [row, column, of_box] = cell.houses();
    let houses: &[House] = match technique {
        Technique::HiddenSingleBox => &[of_box],
        Technique::HiddenSingleLine => &[row, column],
        Technique::NakedSingle => &[],
        _ => &[of_box, row, column],
    };
    let is_last = |house: House| match technique {
        Technique::FullHouse => state.candidates.blanks_in(house) == 1,
        _ => state.within(digit, house) == CellSet::of(cell),
    };
    houses.iter().copied().find(|&house| is_last(house))
}
