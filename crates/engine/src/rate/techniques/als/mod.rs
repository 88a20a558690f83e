//! Almost locked sets: n cells of a house that hold n + 1 digits, one of which they lose as soon as another
//! set takes a digit that the two share.

mod chain;
mod list;
mod pairs;
mod rows;

use super::find::{Finds, Search};
use super::technique::Technique;
use crate::grid::Geometry;
use list::LockedSets;

pub(super) use list::AnyLockedSets;

/// Finds a technique of almost locked sets.
pub(super) fn find<G: Geometry, const P: bool>(
    all: &AnyLockedSets<G>,
    technique: Technique,
    finds: &mut Finds<G, P>,
) -> Search {
    match all {
        AnyLockedSets::Usual(all) => find_in(all, technique, finds),
        AnyLockedSets::Many(all) => find_in(all, technique, finds),
    }
}

fn find_in<G: Geometry, const W: usize, const P: bool>(
    all: &LockedSets<G, W>,
    technique: Technique,
    finds: &mut Finds<G, P>,
) -> Search {
    match technique {
        Technique::AlsXyWing => pairs::xy_wing(all, finds),
        Technique::AlsChain => chain::als_chain(all, finds),
        _ => pairs::xz(all, technique, finds),
    }
}
