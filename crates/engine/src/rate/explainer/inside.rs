//! Applies other techniques inside dynamic chains, once nothing more follows from the links.
//! Source: docs/se-specification.md, section 8, hint producers 26 to 30.
//!
//! The techniques are locked candidates, hidden pairs, naked pairs and X-wings; in nested chains, also chains.
//! They change only the chain's copy of the candidates.

use super::closure::{Base, SeClosure};
use super::nested;
use super::removed_candidates::{Removals, RemovedCandidates};
use super::rules::SeInside;
use crate::grid::Candidates;
use crate::rate::Mark;

/// Tries the techniques that the rules of `base` allow inside a chain, except those of `done`. Adds to the closure
/// the removals of the first technique that finds any. Only removals that depend on earlier removals count.
/// Returns `false` if a removal contradicts the closure; otherwise `true`, even if nothing is found.
pub(super) fn follow(
    base: &Base<'_>,
    closure: &mut SeClosure,
    working: &Candidates,
    done: Option<SeInside>,
) -> bool {
    let removed = RemovedCandidates { base, working };
    let patterns: &[fn(&RemovedCandidates<'_>) -> Vec<Removals>] = &[
        |it| it.locking(),
        |it| it.hidden_pairs(),
        |it| it.naked_pairs(),
        |it| it.x_wings(),
    ];
    let inside = base.rules.inside;
    if inside == SeInside::Nothing {
        return true;
    }
    let done = done.unwrap_or(SeInside::Nothing);
    let patterns = if done == SeInside::Nothing {
        patterns
    } else {
        &[]
    };
    for technique in patterns {
        let mut found = technique(&removed);
        found.retain(|(_, causes)| !causes.is_empty());
        for (losing, causes) in &mut found {
            if !enter(base, closure, losing, causes, None) {
                return false;
            }
        }
        if !found.is_empty() {
            return true;
        }
    }
    for &producer in &nested::producers(inside)[nested::producers(done).len()..] {
        let (mut found, work) = nested::hints(&removed, producer);
        closure.add_work(work);
        found.retain(|hint| !hint.causes.is_empty());
        for hint in &mut found {
            let chain = Some((hint.key, hint.complexity));
            if !enter(base, closure, &mut hint.losing, &hint.causes, chain) {
                return false;
            }
        }
        if !found.is_empty() {
            return true;
        }
    }
    true
}

/// Adds the removals of one hint to the closure, sorted by column, row and digit. Returns `false` as soon as a
/// removal contradicts the closure.
fn enter(
    base: &Base<'_>,
    closure: &mut SeClosure,
    losing: &mut [Mark],
    causes: &[u16],
    chain: Option<(u64, u32)>,
) -> bool {
    losing.sort_by_key(|mark| (mark.cell.column(), mark.cell.row(), mark.digit));
    losing.iter().all(|mark| {
        let number = base.links.number(mark.cell, mark.digit);
        closure.enter_removal(number, causes, chain)
    })
}
