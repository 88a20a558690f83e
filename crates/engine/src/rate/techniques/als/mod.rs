//! Almost locked sets: n cells of a house with n + 1 candidates between them. A set that loses one of these digits
//! holds all the others. So a digit that only one of two sets can hold links the two.

mod chain;
mod list;
mod pairs;
mod rows;

use super::find::{FindCollector, Search};
use super::technique::Technique;
use crate::grid::Geometry;
use list::LockedSets;

pub(super) use list::AnyLockedSets;

/// Searches for a technique of almost locked sets. At least one of the sets must have a cell that is in `changed`.
pub(super) fn find<G: Geometry>(
    all: &AnyLockedSets<G>,
    technique: Technique,
    changed: G::Cells,
    finds: &mut FindCollector<G>,
) -> Search {
    match all {
        AnyLockedSets::Usual(all) => find_in(all, technique, changed, finds),
        AnyLockedSets::Many(all) => find_in(all, technique, changed, finds),
    }
}

fn find_in<G: Geometry, const W: usize>(
    all: &LockedSets<G, W>,
    technique: Technique,
    changed: G::Cells,
    finds: &mut FindCollector<G>,
) -> Search {
    let new = all.with_cells(changed);
    match technique {
        Technique::AlsXyWing => pairs::xy_wing(all, &new, finds),
        Technique::AlsChain => chain::als_chain(all, &new, finds),
        _ => pairs::xz(all, &new, technique, finds),
    }
}
