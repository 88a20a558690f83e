//! Chains of four almost locked sets, each sharing a restricted digit with the next, never the same digit
//! twice running. Longer ones are not sought: a search of all lengths finds more than HoDoKu does.

use super::list::LockedSets;
use super::pairs::pattern;
use super::rows::{Rows, both, meet, ones};
use crate::grid::{Digit, DigitSet};
use crate::rate::techniques::find::{Effect, Finds, Search};
use crate::rate::techniques::technique::Technique;

/// After the rows of the third sets by the digit that leads to them: those that any digit leads to, and
/// those that several lead to; then, by digit, those to which another digit leads.
const ANY: usize = 9;
const SEVERAL: usize = 10;
const OTHERS: usize = 11;

/// A set that a chain could end with, and the digits that the two ends would remove.
type End = (usize, DigitSet);

/// Finds chains of four sets.
pub(in crate::rate::techniques) fn als_chain<const P: bool>(
    all: &LockedSets,
    finds: &mut Finds<P>,
) -> Search {
    let mut third = Rows::new(OTHERS + 9);
    let mut ends: Vec<End> = Vec::new();
    for (start, set) in all.sets.iter().enumerate() {
        ends.clear();
        for end in all.targets.iter(start).filter(|&end| end > start) {
            ends.push((end, set.removable(&all.sets[end])));
        }
        for first in set.digits {
            if !ends.is_empty() && reach_third(all, (start, first), &mut third) {
                for end in &ends {
                    finish(all, (start, first), end, &third, finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Collects, by the digit that leads to them, the third sets of chains that begin with this link; returns
/// whether there are any.
fn reach_third(all: &LockedSets, (start, first): (usize, Digit), third: &mut Rows) -> bool {
    third.clear_all();
    for second in all.sharing(start, first) {
        for digit in all.sets[second].digits.without(first) {
            let reached = all.by_digit.row(second * 9 + digit.index());
            third.add(digit.index(), reached);
        }
    }
    for digit in 0..9 {
        third.remove(digit, start);
        let reached = *third.row(digit);
        third.add(SEVERAL, &both(third.row(ANY), &reached));
        third.add(ANY, &reached);
    }
    // The last link must be over another digit than that which leads to the third set.
    let (any, several) = (*third.row(ANY), *third.row(SEVERAL));
    for digit in 0..9 {
        let reached = *third.row(digit);
        third.add(OTHERS + digit, &any);
        third.drop(OTHERS + digit, &reached);
        third.add(OTHERS + digit, &several);
    }
    !third.is_empty(ANY)
}

/// Reports the chains from a first link to an end, one for each digit of the last link.
fn finish<const P: bool>(
    all: &LockedSets,
    (start, first): (usize, Digit),
    &(end, removable): &End,
    third: &Rows,
    finds: &mut Finds<P>,
) -> Search {
    let (one, four) = (&all.sets[start], &all.sets[end]);
    for last in four.digits {
        let digits = removable.without(first).without(last);
        let before = all.by_digit.row(end * 9 + last.index());
        let others = third.row(OTHERS + last.index());
        if digits.is_empty() || !meet(others, before) {
            continue;
        }
        let mut effect = Effect::NONE;
        for digit in digits {
            effect.remove(digit, one.seen_by_both(four, digit));
        }
        let chain = ones(both(others, before)).find_map(|three| {
            let seconds = all.sharing(start, first).filter(|&two| two != end);
            let mut links = seconds.flat_map(|two| {
                let digits = all.restricted(two, three).without(first).without(last);
                digits.map(move |digit| (two, digit))
            });
            links
                .next()
                .map(|(two, digit)| ([start, two, three, end], digit))
        });
        let Some((chain, middle)) = chain else {
            continue;
        };
        let sum = || {
            let cells = chain.iter().flat_map(|&set| all.sets[set].cells);
            cells.map(|cell| cell.index() as u32).sum()
        };
        finds.take_ranked(Technique::AlsChain, effect, 4, sum, || {
            let joining: DigitSet = [first, middle, last].into_iter().collect();
            pattern(&chain.map(|set| &all.sets[set]), joining)
        })?;
    }
    Search::Continue(())
}
