//! The summary of a branch of a net, for the texts in every language: its first and last placements.

use crate::rate::hints::link::ExplainedLink;
use crate::rate::techniques::ChainNode;

/// The placements that are said at the beginning and at the end of a long branch.
const SAID: usize = 2;

/// A branch of a net, shortened.
pub(super) struct BranchSummary<'a> {
    /// The node that is supposed.
    pub start: ChainNode,
    /// `true` if the branch supposes that the node is true, `false` if it supposes the opposite.
    pub holds: bool,
    /// The first placements, or all of a short branch.
    pub first: Vec<&'a ExplainedLink>,
    /// The number of placements that are left out.
    pub between: usize,
    /// The last placements.
    pub last: Vec<&'a ExplainedLink>,
}

impl<'a> BranchSummary<'a> {
    /// Shortens links of which each starts at a node whose truth is already known.
    pub(super) fn of(links: &'a [ExplainedLink]) -> Option<Self> {
        let begin = links.first()?;
        let mut placed: Vec<&ExplainedLink> = Vec::new();
        for it in links.iter().filter(|it| it.link.strong) {
            if placed.iter().all(|known| known.link.to != it.link.to) {
                placed.push(it);
            }
        }
        let (mut first, mut between, mut last) = (placed, 0, Vec::new());
        if first.len() > 2 * SAID {
            last = first.split_off(first.len() - SAID);
            between = first.len() - SAID;
            first.truncate(SAID);
        }
        Some(Self {
            start: begin.link.from,
            holds: !begin.link.strong,
            first,
            between,
            last,
        })
    }
}
