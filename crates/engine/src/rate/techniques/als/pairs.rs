//! Finds pairs of almost locked sets that remove candidates. In ALS-XZ, the two sets share a restricted digit. In
//! an ALS-XY-wing, each of them shares one with a third set. A WXYZ-wing is a special case of ALS-XZ.

use super::list::{LockedSet, LockedSets};
use super::rows::{Row, add, both, drop_from, has, is_empty, ones, ones_from};
use crate::grid::{Geometry, Ordinal, Set};
use crate::rate::techniques::find::{Effect, FindCollector, Pattern, Role, Search};
use crate::rate::techniques::technique::Technique;

/// Returns the pattern that consists of these almost locked sets and the digits that link them. The cells of each set
/// get a separate role.
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

/// Finds ALS-XZ patterns or WXYZ-wings: pairs of almost locked sets that share a restricted digit. At least one of
/// the two is in `new`, the sets that have a changed cell.
pub(super) fn xz<G: Geometry, const W: usize>(
    all: &LockedSets<G, W>,
    new: &Row<W>,
    technique: Technique,
    finds: &mut FindCollector<G>,
) -> Search {
    for (n, one) in all.sets.iter().enumerate() {
        let mut useful = *all.doubly.row(n);
        add(&mut useful, all.targets.row(n));
        if !has(new, n) {
            useful = both(&useful, new);
        }
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

/// Returns whether two almost locked sets form a WXYZ-wing: one set is a single cell and the other has three cells,
/// with four digits in all.
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

/// Finds ALS-XY-wings: two almost locked sets that are both linked to a third. At least one of the three is in
/// `new`, the sets that have a changed cell.
pub(super) fn xy_wing<G: Geometry, const W: usize>(
    all: &LockedSets<G, W>,
    new: &Row<W>,
    finds: &mut FindCollector<G>,
) -> Search {
    for (pivot, middle) in all.sets.iter().enumerate() {
        let partners = all.partners.row(pivot);
        for i in ones(*partners) {
            let mut joined = both(all.targets.row(i), partners);
            if !has(new, pivot) && !has(new, i) {
                joined = both(&joined, new);
            }
            if is_empty(&joined) {
                continue;
            }
            let shared = all.restricted(pivot, i);
            // Two different digits must be found, one for each wing.
            if let Some(digit) = shared.single() {
                let mut only = *all.row(pivot, digit);
                drop_from(&mut only, all.doubly.row(pivot));
                drop_from(&mut joined, &only);
            }
            for j in ones(joined) {
                let sets = [&all.sets[i], middle, &all.sets[j]];
                report_wing(all, sets, [shared, all.restricted(pivot, j)], finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Reports the ALS-XY-wings that these three sets form. The second set is the pivot, and the others are its wings.
/// `shared` lists, for each wing, the restricted digits that the wing shares with the pivot.
fn report_wing<G: Geometry, const W: usize>(
    all: &LockedSets<G, W>,
    sets: [&LockedSet<G>; 3],
    shared: [G::Digits; 2],
    finds: &mut FindCollector<G>,
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
