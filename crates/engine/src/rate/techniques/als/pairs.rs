//! Two almost locked sets (the XZ rule, and its case that is called WXYZ-wing), and two joined by a third
//! (the XY-wing rule).

use super::list::{LockedSet, LockedSets};
use super::rows::{add, both, from, is_empty, ones, ones_from};
use crate::grid::{Geometry, Ordinal, Set};
use crate::rate::techniques::find::{Effect, Finds, Pattern, Role, Search};
use crate::rate::techniques::technique::Technique;

/// Draws the sets, each with its own role, and the digits that join them.
pub(super) fn pattern<G: Geometry, const W: usize>(
    all: &LockedSets<G, W>,
    sets: &[&LockedSet<G>],
    joining: G::Digits,
) -> Pattern<G> {
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
pub(super) fn xz<G: Geometry, const W: usize, const P: bool>(
    all: &LockedSets<G, W>,
    technique: Technique,
    finds: &mut Finds<G, P>,
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
fn is_wxyz<G: Geometry>(one: &LockedSet<G>, two: &LockedSet<G>) -> bool {
    let sizes = [one.cells.len(), two.cells.len()];
    (sizes == [1, 3] || sizes == [3, 1]) && one.digits.union(two.digits).len() == 4
}

fn xz_effect<G: Geometry>(
    one: &LockedSet<G>,
    two: &LockedSet<G>,
    restricted: G::Digits,
) -> Effect<G> {
    let mut effect = Effect::none();
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
pub(super) fn xy_wing<G: Geometry, const W: usize, const P: bool>(
    all: &LockedSets<G, W>,
    finds: &mut Finds<G, P>,
) -> Search {
    let mut shared = vec![G::Digits::EMPTY; all.sets.len()];
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
fn list_shared<G: Geometry, const W: usize>(
    all: &LockedSets<G, W>,
    pivot: usize,
    shared: &mut [G::Digits],
) {
    for i in all.partners.iter(pivot) {
        shared[i] = G::Digits::EMPTY;
    }
    for digit in all.sets[pivot].digits {
        for i in all.sharing(pivot, digit) {
            shared[i] = shared[i].with(digit);
        }
    }
}

/// Reports what the wings of a pivot remove. `shared`: the digits that each shares with the pivot.
fn report_wing<G: Geometry, const W: usize, const P: bool>(
    all: &LockedSets<G, W>,
    sets: [&LockedSet<G>; 3],
    shared: [G::Digits; 2],
    finds: &mut Finds<G, P>,
) -> Search {
    let [one, _, two] = sets;
    let linking = shared
        .into_iter()
        .filter(|digits| digits.single().is_some());
    let linking = linking.fold(G::Digits::EMPTY, G::Digits::union);
    let removable = one.removable(two, one.digits.difference(linking));
    for x in shared[0] {
        for y in shared[1].without(x) {
            let digits = removable.without(x).without(y);
            if digits.is_empty() {
                continue;
            }
            let mut effect = Effect::none();
            for z in digits {
                effect.remove(z, one.seen_by_both(two, z));
            }
            finds.take(Technique::AlsXyWing, effect, || {
                pattern(all, &sets, G::Digits::of(x).with(y))
            })?;
        }
    }
    Search::Continue(())
}
