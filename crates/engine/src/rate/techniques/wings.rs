//! Wings: short chains through cells of two candidates.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::single_digit::{StrongLinks, StrongPairs};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, Digit};

/// Finds two cells of the same two candidates, joined by a strong link of one of them.
pub(super) fn w_wing<const P: bool>(
    state: &State,
    links: &StrongLinks,
    finds: &mut Finds<P>,
) -> Search {
    let bivalue = state.bivalue();
    for one in bivalue {
        let digits = state.of_cell(one);
        let same = digits.fold(bivalue, |same, digit| same & state.of_digit(digit));
        for two in after(same, one) - one.peers() {
            let seen = one.peers() & two.peers();
            for linked in digits {
                let Some(removed_digit) = digits.without(linked).first() else {
                    continue;
                };
                let removed = seen & state.of_digit(removed_digit);
                if !removed.is_empty() {
                    let digits = [linked, removed_digit];
                    w_wing_links(links.of(linked), [one, two], digits, removed, finds)?;
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

/// Returns the cells of a set that come after a cell.
fn after(cells: CellSet, cell: Cell) -> CellSet {
    CellSet::from_bits(cells.bits() >> cell.index() >> 1 << 1 << cell.index())
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
        state.counts().cells_up_to(3) - state.counts().cells_up_to(2)
    } else {
        bivalue
    };
    for pivot in pivots {
        let digits = state.of_cell(pivot);
        let near = bivalue & pivot.peers();
        // The cells that hold a digit of the pivot, and those that hold two.
        let [mut held, mut twice] = [CellSet::EMPTY; 2];
        for digit in digits {
            let cells = near & state.of_digit(digit);
            twice |= held & cells;
            held |= cells;
        }
        let wings = if of_three { twice } else { held - twice };
        for one in wings {
            let first = state.of_cell(one);
            let own = first.intersection(digits);
            // The other wing has the digits of the pivot that this one lacks, and one that it has.
            let lacking = digits.difference(own);
            let partners = lacking.fold(after(wings, one), |cells, digit| {
                cells & state.of_digit(digit)
            });
            for two in partners {
                let Some(common) = first.intersection(state.of_cell(two)).single() else {
                    continue;
                };
                if digits.contains(common) != of_three {
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
                    Pattern::of_digits(digits.union(first))
                        .cells(CellSet::of(pivot), Role::Pivot)
                        .cells(CellSet::of(one).with(two), Role::Wing)
                        .marks(common, CellSet::of(one).with(two), Role::Pattern)
                })?;
            }
        }
    }
    Search::Continue(())
}
