//! Finds chains of alternating strong and weak links. One engine finds X-chains, XY-chains, AICs, nice loops and
//! their grouped forms.
//!
//! A chain `a = b - c = d` says that at least one of its ends is true. The engine numbers all nodes that have a
//! strong link ([`graph`]). For each node, it lists the nodes that follow from it by a weak and then a strong
//! link. A breadth-first search from each node finds the shortest chain to every other.

mod bits;
mod graph;
mod groups;
mod loops;
mod path;
mod single;

pub(super) use bits::{Bits, Ones};
pub(super) use graph::Graph;
pub(super) use groups::link_groups;
pub(super) use loops::{grouped_loops, loops};
pub(super) use single::{x_chain, xy_chain};
