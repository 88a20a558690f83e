//! Chains: strong and weak links in turn, by one engine for X-chains, XY-chains, AICs, nice loops and
//! their grouped forms.
//!
//! A chain `a = b - c = d` says that of its ends at least one is true. The engine ([`graph`]) numbers the
//! nodes that have a strong link and joins each to those that are true when it is true, by one weak and one
//! strong link; a search by levels from each node then finds the shortest chain to every other.

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
