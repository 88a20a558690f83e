//! Finds chains of alternating strong and weak links. One engine finds X-chains, XY-chains, AICs, nice loops
//! and their grouped forms.
//!
//! A chain `a = b - c = d` says that at least one of its ends is true. The engine ([`graph`]) numbers the
//! nodes that have a strong link, and joins each to the nodes that are true when it is true, by one weak
//! and one strong link. A breadth-first search from each node then finds the shortest chain to every other.

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
