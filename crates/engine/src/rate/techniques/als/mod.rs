//! Almost locked sets: n cells of a house that hold n + 1 digits, one of which they lose as soon as another
//! set takes a digit that the two share.

mod chain;
mod list;
mod pairs;
mod rows;

use super::find::{FindCollector, Search};
use super::technique::Technique;
use crate::grid::Geometry;
use list::LockedSets;

pub(super) use list::AnyLockedSets;

/// Finds a technique of almost locked sets, at least one of which has a cell among the changed ones.
pub(super) fn find<G: Geometry, const P: bool>(
    all: &AnyLockedSets<G>,
    technique: Technique,
    changed: G::Cells,
    finds: &mut FindCollector<G, P>,
) -> Search {
    match all {
        AnyLockedSets::Usual(all) => find_in(all, technique, changed, finds),
        AnyLockedSets::Many(all) => find_in(all, technique, changed, finds),
    }
}

fn find_in<G: Geometry, const W: usize, const P: bool>(
    all: &LockedSets<G, W>,
    technique: Technique,
    changed: G::Cells,
    finds: &mut FindCollector<G, P>,
) -> Search {
    let new = all.with_cells(changed);
    match technique {
        Technique::AlsXyWing => pairs::xy_wing(all, &new, finds),
        Technique::AlsChain => chain::als_chain(all, &new, finds),
        _ => pairs::xz(all, &new, technique, finds),
    }
}
