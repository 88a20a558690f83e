//! Wings: short chains through cells of two candidates.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::single_digit::StrongPairs;
use super::state::State;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, Digit};

/// Finds two cells of the same two candidates, joined by a strong link of one of them.
pub(super) fn w_wing<const P: bool>(state: &State, finds: &mut Finds<P>) -> Search {
    let bivalue = state.bivalue();
    let mut links: [Option<StrongPairs>; 9] = Default::default();
    for one in bivalue {
        let digits = state.of_cell(one);
        for two in bivalue {
            if two <= one || state.of_cell(two) != digits || one.sees(two) {
                continue;
            }
            let seen = one.peers() & two.peers();
            for linked in digits {
                let Some(removed_digit) = digits.without(linked).first() else {
                    continue;
                };
                let removed = seen & state.of_digit(removed_digit);
                if !removed.is_empty() {
                    let links =
                        links[linked.index()].get_or_insert_with(|| StrongPairs::of(state, linked));
                    let digits = [linked, removed_digit];
                    w_wing_links(links, [one, two], digits, removed, finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Tries the strong links that join two wings.
fn w_wing_links<const P: bool>(
    links: &StrongPairs,
    [one, two]: [Cell; 2],
    [linked, removed_digit]: [Digit; 2],
    removed: CellSet,
    finds: &mut Finds<P>,
) -> Search {
    for pair in links.all() {
        let [a, b] = pair.ends;
        if one.sees(a) && two.sees(b) || one.sees(b) && two.sees(a) {
            let effect = Effect::removing(removed_digit, removed);
            finds.take(Technique::WWing, effect, || {
                Pattern::of_digits([linked, removed_digit].into_iter().collect())
                    .house(pair.house, Role::Link)
                    .cells(CellSet::of(one).with(two), Role::Wing)
                    .marks(linked, CellSet::of(a).with(b), Role::Link)
                    .marks(removed_digit, CellSet::of(one).with(two), Role::Pattern)
            })?;
        }
    }
    Search::Continue(())
}

/// Finds XY-wings, or XYZ-wings: pivots of two or three candidates.
pub(super) fn wing<const P: bool>(
    state: &State,
    technique: Technique,
    finds: &mut Finds<P>,
) -> Search {
    let bivalue = state.bivalue();
    let of_three = technique == Technique::XyzWing;
    let pivots = if of_three {
        state.candidates.with_count(3)
    } else {
        bivalue
    };
    for pivot in pivots {
        let digits = state.of_cell(pivot);
        let wings = bivalue & pivot.peers();
        for one in wings {
            let first = state.of_cell(one);
            let shared = first.intersection(digits).len();
            if shared != if of_three { 2 } else { 1 } {
                continue;
            }
            for two in wings {
                let second = state.of_cell(two);
                let all = first.union(second).union(digits);
                let Some(common) = first.intersection(second).single() else {
                    continue;
                };
                let joins = second.intersection(digits).len() == shared && all.len() == 3;
                if two <= one || !joins || digits.contains(common) != of_three {
                    continue;
                }
                let mut removed = state.of_digit(common) & one.peers() & two.peers();
                if of_three {
                    removed &= pivot.peers();
                }
                if removed.is_empty() {
                    continue;
                }
                finds.take(technique, Effect::removing(common, removed), || {
                    Pattern::of_digits(all)
                        .cells(CellSet::of(pivot), Role::Pivot)
                        .cells(CellSet::of(one).with(two), Role::Wing)
                        .marks(common, CellSet::of(one).with(two), Role::Pattern)
                })?;
            }
        }
    }
    Search::Continue(())
}
