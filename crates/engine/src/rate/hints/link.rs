//! A link of a step, and the reason why the link holds.

use crate::grid::{Cell, CellSet, Digit, House};
use crate::rate::techniques::Link;

/// The reason for a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkReason {
    /// Both ends are candidates of this cell.
    Cell(Cell),
    /// Both ends are places of a digit in this house.
    House(House),
    /// Both ends are digits of this almost locked set, from which at most one digit can be missing.
    Set(CellSet),
    /// Every place of this digit in one almost locked set sees every place of the digit in the other set.
    Restricted(Digit),
}

/// A link of a chain with its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExplainedLink {
    /// The number of the chain that the link belongs to, from 0. Only forcing chains, forcing nets and almost
    /// locked sets can have several chains.
    pub chain: usize,
    /// The link.
    pub link: Link,
    /// `true` if this is one of several links that end at the same node and hold only together: if all the nodes at
    /// their starts are false, the node at their end is true.
    pub is_joint: bool,
    /// The reason for the link; `None` if no cell, house or almost locked set justifies the link.
    pub why: Option<LinkReason>,
}
