//! Two almost locked sets (the XZ rule, and its case that is called WXYZ-wing), and two joined by a third
//! (the XY-wing rule).

use super::list::{LockedSet, joins, locked_sets};
use crate::grid::DigitSet;
use crate::rate::techniques::find::{Effect, Finds, Pattern, Role, Search};
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// Draws the sets, each with its own role, and the digits that join them.
pub(super) fn pattern(sets: &[&LockedSet], joining: DigitSet) -> Pattern {
    let mut pattern = Pattern::of_digits(joining);
    for (n, set) in sets.iter().enumerate() {
        pattern = pattern.cells(set.cells, Role::LockedSet(n as u8));
        for digit in joining.intersection(set.digits) {
            pattern = pattern.marks(digit, set.places[digit.index()], Role::Link);
        }
    }
    pattern
}

/// Finds pairs of sets that share a restricted digit.
pub(in crate::rate::techniques) fn xz<const P: bool>(
    state: &State,
    technique: Technique,
    finds: &mut Finds<P>,
) -> Search {
    let sets = locked_sets(state);
    for (n, one) in sets.iter().enumerate() {
        for two in &sets[n + 1..] {
            let restricted = one.restricted(two);
            if restricted.is_empty() || technique == Technique::WxyzWing && !is_wxyz(one, two) {
                continue;
            }
            let effect = xz_effect(state, one, two, restricted);
            finds.take(technique, effect, || pattern(&[one, two], restricted))?;
        }
    }
    Search::Continue(())
}

/// Returns whether the sets are a cell and three others, with four digits in all.
fn is_wxyz(one: &LockedSet, two: &LockedSet) -> bool {
    let sizes = [one.cells.len(), two.cells.len()];
    (sizes == [1, 3] || sizes == [3, 1]) && one.digits.union(two.digits).len() == 4
}

fn xz_effect(state: &State, one: &LockedSet, two: &LockedSet, restricted: DigitSet) -> Effect {
    let mut effect = Effect::NONE;
    let doubly = restricted.len() > 1;
    for digit in one.digits.intersection(two.digits) {
        if doubly || !restricted.contains(digit) {
            effect.remove(digit, one.seen_by_both(two, state, digit));
        }
    }
    if doubly {
        for set in [one, two] {
            for digit in set.digits.difference(restricted) {
                effect.remove(digit, state.of_digit(digit) & set.seen[digit.index()]);
            }
        }
    }
    effect
}

/// Finds two sets that are joined by a third.
pub(in crate::rate::techniques) fn xy_wing<const P: bool>(
    state: &State,
    finds: &mut Finds<P>,
) -> Search {
    let sets = locked_sets(state);
    let joins = joins(&sets);
    for (pivot, joined) in joins.iter().enumerate() {
        for (n, &(i, first)) in joined.iter().enumerate() {
            for &(j, second) in &joined[n + 1..] {
                let (one, two) = (&sets[i], &sets[j]);
                // Two different digits must be found, one for each wing.
                if !one.cells.is_disjoint(two.cells) || first == second && first.len() == 1 {
                    continue;
                }
                let common = one.digits.intersection(two.digits);
                for x in first {
                    for y in second.without(x) {
                        let mut effect = Effect::NONE;
                        for z in common.without(x).without(y) {
                            effect.remove(z, one.seen_by_both(two, state, z));
                        }
                        finds.take(Technique::AlsXyWing, effect, || {
                            let joining = DigitSet::of(x).with(y);
                            pattern(&[one, &sets[pivot], two], joining)
                        })?;
                    }
                }
            }
        }
    }
    Search::Continue(())
}
