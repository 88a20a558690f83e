//! The summary of a branch of a forcing net, for the texts in all languages: the branch's first and last
//! placements.

use crate::rate::hints::link::ExplainedLink;
use crate::rate::techniques::ChainNode;

/// The number of placements that are named at each end of a long branch.
const SAID: usize = 2;

/// A summary of a branch of a forcing net. For a long branch, the summary names only the first and last placements.
pub(super) struct BranchSummary<'a> {
    /// The node that the branch assumes to be true or false.
    pub start: ChainNode,
    /// `true` if the branch assumes that the node is true, `false` if it assumes that the node is false.
    pub holds: bool,
    /// The first placements; all placements if the branch is short.
    pub first: Vec<&'a ExplainedLink>,
    /// The number of placements that are left out between the first and the last ones.
    pub between: usize,
    /// The last two placements. Empty if the branch has at most four placements.
    pub last: Vec<&'a ExplainedLink>,
}

impl<'a> BranchSummary<'a> {
    /// Makes the summary of a branch from its links. A link must come after the links that lead to its start.
    /// Returns `None` if there are no links.
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
