//! Lists the links that prove a removal by almost locked sets.
//!
//! Within a set, links are strong: at most one of the set's digits is missing. Between two sets, links are weak:
//! only one of the sets can hold a restricted digit.

use super::link::{ExplainedLink, LinkReason};
use super::scene::Scene;
use crate::grid::{Cell, CellSet, Digit, DigitSet};
use crate::rate::techniques::{ChainNode, Link};

/// Returns whether a digit is restricted: each of its places in one set sees each of its places in the other set.
fn is_restricted(scene: &Scene<'_>, digit: Digit, sets: [CellSet; 2]) -> bool {
    let [one, two] = sets.map(|cells| cells & scene.candidates.of_digit(digit));
    let sees_all = |cell: Cell| two.is_subset(cell.peers());
    !one.is_empty() && !two.is_empty() && one.into_iter().all(sees_all)
}

/// Chooses the digits that join each set of a chain to the next set. No digit is chosen twice in a row. Returns no
/// digits if there is no such choice.
pub(super) fn restricted_digits(scene: &Scene<'_>, sets: &[CellSet]) -> Vec<Digit> {
    let joining = scene.it.pattern.digits;
    let mut chosen: Vec<Vec<Digit>> = vec![Vec::new()];
    for pair in sets.windows(2) {
        let fits = |digit: &Digit| is_restricted(scene, *digit, [pair[0], pair[1]]);
        let digits: DigitSet = joining.filter(fits).collect();
        let longer = chosen.iter().flat_map(|before| {
            let new = digits.filter(|digit| before.last() != Some(digit));
            new.map(|digit| [&before[..], &[digit]].concat())
        });
        chosen = longer.collect();
    }
    chosen.into_iter().next().unwrap_or_default()
}

/// Returns the links of a pattern of almost locked sets. For each removed digit that both the first and the last
/// set have, the links lead from the digit's places in the first set to those in the last. Two sets that share
/// several restricted digits are linked in rings instead: one ring for each pair of successive restricted digits.
pub(super) fn locked_sets(scene: &Scene<'_>) -> Vec<ExplainedLink> {
    let sets = scene.locked_sets();
    let restricted: Vec<Digit> = scene.it.pattern.digits.collect();
    if let ([one, two], [_, _, ..]) = (&sets[..], &restricted[..]) {
        let rings = restricted.windows(2).enumerate();
        return rings
            .flat_map(|(chain, x)| ring(scene, chain, [*one, *two], [x[0], x[1]]))
            .collect();
    }
    let (Some(&first), Some(&last)) = (sets.first(), sets.last()) else {
        return Vec::new();
    };
    let joints = restricted_digits(scene, &sets);
    let in_both = scene.union(first).intersection(scene.union(last));
    let removed = scene.removed_digits().intersection(in_both);
    removed
        .enumerate()
        .flat_map(|(chain, z)| open_chain(scene, chain, (&sets, &joints), z))
        .collect()
}

/// Returns the links of a chain of almost locked sets, from the places of a digit in the first set to its places in the
/// last set. `joints` are the digits that join each set to the next.
fn open_chain(
    scene: &Scene<'_>,
    chain: usize,
    (sets, joints): (&[CellSet], &[Digit]),
    z: Digit,
) -> Vec<ExplainedLink> {
    let mut links = Vec::new();
    let mut before = z;
    for (n, &set) in sets.iter().enumerate() {
        let after = joints.get(n).copied().unwrap_or(z);
        links.push(within(scene, chain, set, before, after));
        if let (Some(&next), true) = (sets.get(n + 1), n < joints.len()) {
            links.push(between(scene, chain, [set, next], after));
        }
        before = after;
    }
    links
}

/// Returns the links that join two almost locked sets in a ring, by two restricted digits.
fn ring(
    scene: &Scene<'_>,
    chain: usize,
    [one, two]: [CellSet; 2],
    [x, y]: [Digit; 2],
) -> Vec<ExplainedLink> {
    vec![
        within(scene, chain, one, y, x),
        between(scene, chain, [one, two], x),
        within(scene, chain, two, x, y),
        between(scene, chain, [two, one], y),
    ]
}

fn place(scene: &Scene<'_>, set: CellSet, digit: Digit) -> ChainNode {
    let cells = set & scene.candidates.of_digit(digit);
    ChainNode { cells, digit }
}

fn within(scene: &Scene<'_>, chain: usize, set: CellSet, from: Digit, to: Digit) -> ExplainedLink {
    let link = Link {
        from: place(scene, set, from),
        to: place(scene, set, to),
        strong: true,
    };
    ExplainedLink {
        chain,
        link,
        is_joint: false,
        why: Some(LinkReason::Set(set)),
    }
}

fn between(
    scene: &Scene<'_>,
    chain: usize,
    [from, to]: [CellSet; 2],
    digit: Digit,
) -> ExplainedLink {
    let link = Link {
        from: place(scene, from, digit),
        to: place(scene, to, digit),
        strong: false,
    };
    ExplainedLink {
        chain,
        link,
        is_joint: false,
        why: Some(LinkReason::Restricted(digit)),
    }
}
