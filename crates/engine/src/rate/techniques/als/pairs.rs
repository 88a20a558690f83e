//! Two almost locked sets (the XZ rule, and its case that is called WXYZ-wing), and two joined by a third
//! (the XY-wing rule).

use super::list::{LockedSet, LockedSets};
use super::rows::{add, both, from, is_empty, ones, ones_from};
use crate::grid::DigitSet;
use crate::rate::techniques::find::{Effect, Finds, Pattern, Role, Search};
use crate::rate::techniques::technique::Technique;

/// Draws the sets, each with its own role, and the digits that join them.
pub(super) fn pattern<const W: usize>(
    all: &LockedSets<W>,
    sets: &[&LockedSet],
    joining: DigitSet,
) -> Pattern {
    let mut pattern = Pattern::of_digits(joining);
    for (n, set) in sets.iter().enumerate() {
        pattern = pattern.cells(set.cells, Role::LockedSet(n as u8));
        for digit in joining.intersection(set.digits) {
            pattern = pattern.marks(digit, set.places(&all.candidates, digit), Role::Link);
        }
    }
    pattern
}

/// Finds pairs of sets that share a restricted digit.
pub(super) fn xz<const W: usize, const P: bool>(
    all: &LockedSets<W>,
    technique: Technique,
    finds: &mut Finds<P>,
) -> Search {
    for (n, one) in all.sets.iter().enumerate() {
        let mut useful = *all.doubly.row(n);
        add(&mut useful, all.targets.row(n));
        for other in ones_from(both(all.partners.row(n), &useful), n + 1) {
            let (two, restricted) = (&all.sets[other], all.restricted(n, other));
            if technique == Technique::WxyzWing && !is_wxyz(one, two) {
                continue;
            }
            let effect = xz_effect(one, two, restricted);
            finds.take(technique, effect, || pattern(all, &[one, two], restricted))?;
        }
    }
    Search::Continue(())
}

/// Returns whether the sets are a cell and three others, with four digits in all.
fn is_wxyz(one: &LockedSet, two: &LockedSet) -> bool {
    let sizes = [one.cells.len(), two.cells.len()];
    (sizes == [1, 3] || sizes == [3, 1]) && one.digits.union(two.digits).len() == 4
}

fn xz_effect(one: &LockedSet, two: &LockedSet, restricted: DigitSet) -> Effect {
    let mut effect = Effect::NONE;
    let doubly = restricted.len() > 1;
    for digit in one.digits.intersection(two.digits) {
        if doubly || !restricted.contains(digit) {
            effect.remove(digit, one.seen_by_both(two, digit));
        }
    }
    if doubly {
        for set in [one, two] {
            for digit in set.digits.difference(restricted) {
                effect.remove(digit, set.seen[digit.index()]);
            }
        }
    }
    effect
}

/// Finds two sets that are joined by a third.
pub(super) fn xy_wing<const W: usize, const P: bool>(
    all: &LockedSets<W>,
    finds: &mut Finds<P>,
) -> Search {
    let mut shared = vec![DigitSet::EMPTY; all.sets.len()];
    for (pivot, middle) in all.sets.iter().enumerate() {
        let partners = all.partners.row(pivot);
        let mut is_listed = false;
        for i in all.partners.iter(pivot) {
            let joined = from(both(all.targets.row(i), partners), i + 1);
            if is_empty(&joined) {
                continue;
            }
            if !is_listed {
                list_shared(all, pivot, &mut shared);
                is_listed = true;
            }
            for j in ones(joined) {
                // Two different digits must be found, one for each wing.
                if shared[i] == shared[j] && shared[i].single().is_some() {
                    continue;
                }
                let sets = [&all.sets[i], middle, &all.sets[j]];
                report_wing(all, sets, [shared[i], shared[j]], finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Lists the digits that each partner of a pivot shares with it.
fn list_shared<const W: usize>(all: &LockedSets<W>, pivot: usize, shared: &mut [DigitSet]) {
    for i in all.partners.iter(pivot) {
        shared[i] = DigitSet::EMPTY;
    }
    for digit in all.sets[pivot].digits {
        for i in all.sharing(pivot, digit) {
            shared[i] = shared[i].with(digit);
        }
    }
}

/// Reports what the wings of a pivot remove. `shared`: the digits that each shares with the pivot.
fn report_wing<const W: usize, const P: bool>(
    all: &LockedSets<W>,
    sets: [&LockedSet; 3],
    shared: [DigitSet; 2],
    finds: &mut Finds<P>,
) -> Search {
    let [one, _, two] = sets;
    let removable = one.removable(two);
    for x in shared[0] {
        for y in shared[1].without(x) {
            let digits = removable.without(x).without(y);
            if digits.is_empty() {
                continue;
            }
            let mut effect = Effect::NONE;
            for z in digits {
                effect.remove(z, one.seen_by_both(two, z));
            }
            finds.take(Technique::AlsXyWing, effect, || {
                pattern(all, &sets, DigitSet::of(x).with(y))
            })?;
        }
    }
    Search::Continue(())
}
