//! Forcing chains and nets: a candidate is assumed, or denied, and followed up. If that contradicts itself
//! the opposite holds; what follows from every candidate of a cell or every place of a digit holds, too.

mod chains;
mod closure;
mod derive;
mod nets;

pub(super) use chains::forcing_chains;
pub(super) use nets::forcing_nets;
