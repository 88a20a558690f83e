//! Finds BUG+1: all blanks but one have two candidates, and that one has three. Without its extra candidate, the
//! position would be a bivalue universal grave, which never has exactly one solution.

use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, NumberSet, Set};

/// Finds BUG+1 patterns: one cell with three candidates, while all other blanks have two. Like HoDoKu, this search
/// removes two of the three digits instead of placing the third.
pub(super) fn bug_plus_one<G: Geometry>(state: &State<G>, finds: &mut FindCollector<G>) -> Search {
    let [above_one, above_two, above_three] =
        [1, 2, 3].map(|count| state.counts().cells_above(count));
    let Some(cell) = above_two.single() else {
        return Search::Continue(());
    };
    if !above_three.is_empty() || above_one != state.candidates.blanks() {
        return Search::Continue(());
    }
    let g = state.geometry();
    for digit in state.of_cell(cell) {
        let mut houses = g.houses_of(cell);
        if houses.any(|house| state.places(digit, house).count_ones() != 3) {
            continue;
        }
        let mut effect = Effect::none();
        for other in state.of_cell(cell).without(digit) {
            effect.remove(other, G::Cells::of(cell));
        }
        finds.take(Technique::BugPlusOne, effect, || {
            Pattern::of_digit(digit).marks(digit, G::Cells::of(cell), Role::Pattern)
        })?;
    }
    Search::Continue(())
}
