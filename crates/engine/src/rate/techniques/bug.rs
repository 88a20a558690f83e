//! BUG+1: a bivalue universal grave but for one cell.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::CellSet;

/// Finds the one cell with three candidates where all others have two. As HoDoKu does, it removes the
/// other two digits rather than placing the one.
pub(super) fn bug_plus_one<const P: bool>(state: &State, finds: &mut Finds<P>) -> Search {
    let [above_one, above_two, above_three] =
        [1, 2, 3].map(|count| state.counts().cells_above(count));
    let Some(cell) = above_two.single() else {
        return Search::Continue(());
    };
    if !above_three.is_empty() || above_one != state.candidates.blanks() {
        return Search::Continue(());
    }
    for digit in state.of_cell(cell) {
        let houses = cell.houses();
        if houses
            .into_iter()
            .any(|house| state.places(digit, house).count_ones() != 3)
        {
            continue;
        }
        let mut effect = Effect::NONE;
        for other in state.of_cell(cell).without(digit) {
            effect.remove(other, CellSet::of(cell));
        }
        finds.take(Technique::BugPlusOne, effect, || {
            Pattern::of_digit(digit).marks(digit, CellSet::of(cell), Role::Pattern)
        })?;
    }
    Search::Continue(())
}
