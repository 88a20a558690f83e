//! Finds wings: short chains through cells with few candidates.

use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::single_digit::{StrongLinks, StrongPairs};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, Set};

/// Finds W-wings: two cells with the same two candidates, joined by a strong link on one of the two digits.
pub(super) fn w_wing<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    let bivalue = state.bivalue();
    for one in bivalue {
        let digits = state.of_cell(one);
        let same = digits.fold(bivalue, |same, digit| same & state.of_digit(digit));
        for two in same.after(one) - g.peers(one) {
            let seen = g.peers(one) & g.peers(two);
            for linked in digits {
                let Some(removed_digit) = digits.without(linked).first() else {
                    continue;
                };
                let removed = seen & state.of_digit(removed_digit);
                if !removed.is_empty() {
                    let digits = [linked, removed_digit];
                    w_wing_links(g, links.of(linked), [one, two], digits, removed, finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Tries the strong links that join the two cells of a W-wing.
fn w_wing_links<G: Geometry>(
    g: G,
    links: &StrongPairs<G>,
    [one, two]: [G::Cell; 2],
    [linked, removed_digit]: [G::Digit; 2],
    removed: G::Cells,
    finds: &mut FindCollector<G>,
) -> Search {
    for pair in links.all() {
        let [a, b] = pair.ends;
        if g.sees(one, a) && g.sees(two, b) || g.sees(one, b) && g.sees(two, a) {
            let effect = Effect::removing(removed_digit, removed);
            finds.take(Technique::WWing, effect, || {
                Pattern::of_digits([linked, removed_digit].into_iter().collect())
                    .house(pair.house, Role::Link)
                    .cells(G::Cells::of(one).with(two), Role::Wing)
                    .marks(linked, G::Cells::of(a).with(b), Role::Link)
                    .marks(removed_digit, G::Cells::of(one).with(two), Role::Pattern)
            })?;
        }
    }
    Search::Continue(())
}

/// Finds XY-wings, whose pivot has two candidates, or XYZ-wings, whose pivot has three.
pub(super) fn wing<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    let bivalue = state.bivalue();
    let of_three = technique == Technique::XyzWing;
    let pivots = if of_three {
        state.counts().cells_up_to(3) - state.counts().cells_up_to(2)
    } else {
        bivalue
    };
    for pivot in pivots {
        let digits = state.of_cell(pivot);
        let near = bivalue & g.peers(pivot);
        // The cells that hold one of the pivot's digits, and the cells that hold two.
        let [mut held, mut twice] = [G::Cells::EMPTY; 2];
        for digit in digits {
            let cells = near & state.of_digit(digit);
            twice |= held & cells;
            held |= cells;
        }
        let wings = if of_three { twice } else { held - twice };
        for one in wings {
            let first = state.of_cell(one);
            let own = first.intersection(digits);
            // The other wing has the pivot's digits that this wing lacks, and one that this wing
            // has.
            let lacking = digits.difference(own);
            let partners = lacking.fold(wings.after(one), |cells, digit| {
                cells & state.of_digit(digit)
            });
            for two in partners {
                let Some(common) = first.intersection(state.of_cell(two)).single() else {
                    continue;
                };
                if digits.contains(common) != of_three {
                    continue;
                }
                let mut removed = state.of_digit(common) & g.peers(one) & g.peers(two);
                if of_three {
                    removed &= g.peers(pivot);
                }
                if removed.is_empty() {
                    continue;
                }
                finds.take(technique, Effect::removing(common, removed), || {
                    Pattern::of_digits(digits.union(first))
                        .cells(G::Cells::of(pivot), Role::Pivot)
                        .cells(G::Cells::of(one).with(two), Role::Wing)
                        .marks(common, G::Cells::of(one).with(two), Role::Pattern)
                })?;
            }
        }
    }
    Search::Continue(())
}
