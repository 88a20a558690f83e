//! Chains of four and more almost locked sets, each sharing a restricted digit with the next, never the
//! same digit twice running.

use super::list::{Joins, LockedSet, joins, locked_sets};
use super::pairs::pattern;
use crate::grid::{Digit, DigitSet};
use crate::rate::techniques::find::{Effect, Finds, Search};
use crate::rate::techniques::state::State;
use crate::rate::techniques::technique::Technique;

/// The most sets in a chain.
const LONGEST: usize = 9;

/// A set reached by a restricted digit, and from where.
#[derive(Clone, Copy)]
struct Reached {
    set: usize,
    digit: Digit,
    before: usize,
    /// The digit of the first link.
    first: Option<Digit>,
}

/// Finds chains of sets.
pub(in crate::rate::techniques) fn als_chain<const P: bool>(
    state: &State,
    finds: &mut Finds<P>,
) -> Search {
    let sets = locked_sets(state);
    let joins = joins(&sets);
    for start in 0..sets.len() {
        for first in sets[start].digits {
            chains_from(state, &sets, &joins, (start, first), finds)?;
        }
    }
    Search::Continue(())
}

/// Searches by levels the chains whose first link is over this digit.
fn chains_from<const P: bool>(
    state: &State,
    sets: &[LockedSet],
    joins: &Joins,
    (start, first): (usize, Digit),
    finds: &mut Finds<P>,
) -> Search {
    let begin = Reached {
        set: start,
        digit: first,
        before: usize::MAX,
        first: None,
    };
    let mut seen = vec![DigitSet::EMPTY; sets.len()];
    seen[start] = DigitSet::ALL;
    let mut reached = vec![begin];
    let (mut from, mut to) = (0, 1);
    for length in 2..=LONGEST {
        for n in from..to {
            let here = reached[n];
            for &(set, restricted) in &joins[here.set] {
                let digits = match here.first {
                    None => restricted.intersection(DigitSet::of(first)),
                    Some(_) => restricted.without(here.digit),
                };
                for digit in digits.difference(seen[set]) {
                    seen[set] = seen[set].with(digit);
                    reached.push(Reached {
                        set,
                        digit,
                        before: n,
                        first: Some(first),
                    });
                    if length > 3 && set > start {
                        report(state, sets, &reached, length, finds)?;
                    }
                }
            }
        }
        (from, to) = (to, reached.len());
    }
    Search::Continue(())
}

/// Reports the chain that ends with the set reached last.
fn report<const P: bool>(
    state: &State,
    sets: &[LockedSet],
    reached: &[Reached],
    length: usize,
    finds: &mut Finds<P>,
) -> Search {
    let (begin, end) = (reached[0], reached[reached.len() - 1]);
    let (one, two) = (&sets[begin.set], &sets[end.set]);
    if !one.cells.is_disjoint(two.cells) {
        return Search::Continue(());
    }
    let common = one.digits.intersection(two.digits);
    let mut effect = Effect::NONE;
    for digit in common.without(begin.digit).without(end.digit) {
        effect.remove(digit, one.seen_by_both(two, state, digit));
    }
    let chain = || {
        let back = std::iter::successors(Some(end), |it| reached.get(it.before).copied());
        back.collect::<Vec<_>>()
    };
    let sum = || {
        let cells = chain().into_iter().flat_map(|it| sets[it.set].cells);
        cells.map(|cell| cell.index() as u32).sum()
    };
    finds.take_ranked(Technique::AlsChain, effect, length as u32, sum, || {
        let mut chain = chain();
        chain.reverse();
        let joining = chain.iter().map(|it| it.digit).collect();
        let drawn: Vec<&LockedSet> = chain.iter().map(|it| &sets[it.set]).collect();
        pattern(&drawn, joining)
    })
}
