//! Finds forcing chains and nets: a candidate is assumed to be true, or false, and the consequences are followed.
//! If the consequences contradict each other, the opposite of the assumption holds. A consequence of every
//! candidate of a cell, or of every place of a digit in a house, holds in any case.

mod chains;
mod closure;
mod derive;
mod nets;

pub(super) use chains::forcing_chains;
pub(super) use nets::forcing_nets;
