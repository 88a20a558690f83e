//! Almost locked sets: n cells of a house that hold n + 1 digits, one of which they lose as soon as another
//! set takes a digit that the two share.

mod chain;
mod list;
mod pairs;
mod rows;

pub(super) use chain::als_chain;
pub(super) use list::LockedSets;
pub(super) use pairs::{xy_wing, xz};
