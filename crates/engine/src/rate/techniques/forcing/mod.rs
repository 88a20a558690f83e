//! Finds forcing chains and nets: a candidate is assumed to be true, or false, and the consequences are
//! followed. If they contradict each other, the opposite of the assumption holds. What follows from every
//! candidate of a cell, or from every place of a digit, holds, too.

mod chains;
mod closure;
mod derive;
mod nets;

pub(super) use chains::forcing_chains;
pub(super) use nets::forcing_nets;
