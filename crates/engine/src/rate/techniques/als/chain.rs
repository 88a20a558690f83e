//! Chains of four and more almost locked sets, each sharing a restricted digit with the next, never the
//! same digit twice running.

use super::list::{LockedSet, LockedSets};
use super::pairs::pattern;
use super::rows::Rows;
use crate::grid::{Digit, DigitSet};
use crate::rate::techniques::find::{Effect, Finds, Search};
use crate::rate::techniques::technique::Technique;

/// The most sets in a chain.
const LONGEST: usize = 9;

/// A set reached by a restricted digit, and from where.
#[derive(Clone, Copy)]
struct Reached {
    set: usize,
    digit: Digit,
    before: usize,
}

/// Finds chains of sets.
pub(in crate::rate::techniques) fn als_chain<const P: bool>(
    all: &LockedSets,
    finds: &mut Finds<P>,
) -> Search {
    let reach = reach(all);
    for (start, set) in all.sets.iter().enumerate() {
        for first in set.digits {
            let reaches = |next: usize| reach.meets(next * 9 + first.index(), &all.targets, start);
            if all.sharing(start, first).any(reaches) {
                chains_from(all, (start, first), finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Computes by set and digit which sets a chain reaches that comes to the set over the digit. What is known
/// of one serves all that lead to it.
fn reach(all: &LockedSets) -> Rows {
    let count = all.sets.len();
    let mut reach = Rows::new(9 * count, count);
    let mut is_known = vec![false; 9 * count];
    let mut visited = Rows::new(1, 9 * count);
    let mut stack = Vec::new();
    for (start, set) in all.sets.iter().enumerate() {
        for entry in set.digits {
            let row = start * 9 + entry.index();
            let mut own = Rows::new(1, count);
            visited.clear(0);
            stack.push((start, entry));
            while let Some((here, entry)) = stack.pop() {
                let number = here * 9 + entry.index();
                if is_known[number] {
                    own.add_from(0, &reach, number);
                    continue;
                }
                for digit in all.sets[here].digits.without(entry) {
                    for next in all.sharing(here, digit) {
                        let number = next * 9 + digit.index();
                        if !visited.contains(0, number) {
                            visited.insert(0, number);
                            own.insert(0, next);
                            stack.push((next, digit));
                        }
                    }
                }
            }
            reach.add_from(row, &own, 0);
            is_known[row] = true;
        }
    }
    reach
}

/// Searches by levels the chains whose first link is over this digit.
fn chains_from<const P: bool>(
    all: &LockedSets,
    (start, first): (usize, Digit),
    finds: &mut Finds<P>,
) -> Search {
    let begin = Reached {
        set: start,
        digit: first,
        before: usize::MAX,
    };
    let mut seen = vec![DigitSet::EMPTY; all.sets.len()];
    seen[start] = DigitSet::ALL;
    let mut reached = vec![begin];
    let (mut from, mut to) = (0, 1);
    for length in 2..=LONGEST {
        for n in from..to {
            let here = reached[n];
            let digits = match n {
                0 => DigitSet::of(first),
                _ => all.sets[here.set].digits.without(here.digit),
            };
            for digit in digits {
                for set in all.sharing(here.set, digit) {
                    if seen[set].contains(digit) {
                        continue;
                    }
                    seen[set] = seen[set].with(digit);
                    reached.push(Reached { set, digit, before: n });
                    if length > 3 && set > start && all.targets.contains(start, set) {
                        report(all, &reached, length, finds)?;
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
    all: &LockedSets,
    reached: &[Reached],
    length: usize,
    finds: &mut Finds<P>,
) -> Search {
    let (begin, end) = (reached[0], reached[reached.len() - 1]);
    let (one, two) = (&all.sets[begin.set], &all.sets[end.set]);
    let common = one.digits.intersection(two.digits);
    let mut effect = Effect::NONE;
    for digit in common.without(begin.digit).without(end.digit) {
        effect.remove(digit, one.seen_by_both(two, digit));
    }
    let chain = || {
        let back = std::iter::successors(Some(end), |it| reached.get(it.before).copied());
        back.collect::<Vec<_>>()
    };
    let sum = || {
        let cells = chain().into_iter().flat_map(|it| all.sets[it.set].cells);
        cells.map(|cell| cell.index() as u32).sum()
    };
    finds.take_ranked(Technique::AlsChain, effect, length as u32, sum, || {
        let mut chain = chain();
        chain.reverse();
        let joining = chain.iter().map(|it| it.digit).collect();
        let drawn: Vec<&LockedSet> = chain.iter().map(|it| &all.sets[it.set]).collect();
        pattern(&drawn, joining)
    })
}
