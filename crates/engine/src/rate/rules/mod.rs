//! The rules, one family per file. Each rule reads the candidates and reports its patterns, without changing the
//! board. The trial is not here but in `rate/trial.rs`, because it calls the ladder.

mod fish;
mod hidden;
mod intersection;
mod naked;
mod singles;
mod subsets;
mod wings;

pub(super) use fish::{swordfish, x_wing};
pub(super) use hidden::{hidden_pair, hidden_quad, hidden_triplet};
pub(super) use intersection::intersection_removal;
pub(super) use naked::{naked_pair, naked_quad, naked_triplet};
pub(super) use singles::{hidden_single, naked_single};
pub(super) use wings::{wxyz_wing, xy_wing, xyz_wing};
