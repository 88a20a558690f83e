//! Finds chains of four almost locked sets. Each set shares a restricted digit with the next, never the same digit
//! twice in a row. Longer chains are not searched, since the techniques follow HoDoKu, which would not find all
//! of them.

use super::list::LockedSets;
use super::pairs::pattern;
use super::rows::{Row, Rows, add, both, drop_from, has, is_empty, meet, ones};
use crate::grid::{Geometry, Ordinal, Set, Table};
use crate::rate::techniques::find::{Effect, FindCollector, Search};
use crate::rate::techniques::technique::Technique;

/// The almost locked sets that can come third in a chain with a given first set and first link.
struct ThirdSets<G: Geometry, const W: usize> {
    /// For each digit, the sets that can come third if this digit links the second set to the third.
    by_digit: G::PerDigit<Row<W>>,
    /// For each digit that can be the last link, the sets that can come third if another digit links the second set
    /// to the third. The entries of all other digits are out of date.
    by_others: G::PerDigit<Row<W>>,
}

/// A set that could be the fourth and last of a chain, the digit that links the third set to it, and the digits that
/// this set and the first together could remove.
type End<G> = (usize, <G as Geometry>::Digit, <G as Geometry>::Digits);

/// Finds chains of four almost locked sets. At least one of the four is in `new`, the sets that have a changed
/// cell.
pub(super) fn als_chain<G: Geometry, const W: usize>(
    all: &LockedSets<G, W>,
    new: &Row<W>,
    finds: &mut FindCollector<G>,
) -> Search {
    let mut thirds = ThirdSets {
        by_digit: G::PerDigit::filled([0; W]),
        by_others: G::PerDigit::filled([0; W]),
    };
    let mut ends: Vec<End<G>> = Vec::new();
    let reachable = reachable(all, new);
    for (start, set) in all.sets.iter().enumerate() {
        ends.clear();
        let mut last = G::Digits::EMPTY;
        for end in reachable.iter(start) {
            let removable = set.removable(&all.sets[end], set.digits);
            for digit in all.sets[end].digits {
                let digits = removable.without(digit);
                if !digits.is_empty() && !is_empty(all.row(end, digit)) {
                    ends.push((end, digit, digits));
                    last = last.with(digit);
                }
            }
        }
        for first in set.digits {
            if !ends.is_empty() && thirds.reach(all, (start, first), last) {
                for &(end, last, digits) in &ends {
                    let digits = digits.without(first);
                    if digits.is_empty() || !thirds.meets(all, end, last) {
                        continue;
                    }
                    let links = (start, first, last, end);
                    finish(all, links, digits, &thirds, finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Returns, for each set, the later sets that can end a chain of four sets with this set at the start. In such a
/// chain, the digit of the middle link differs from the digits of the first and last link. The first and last set
/// together can remove something. At least one of the four sets is in `new`, the sets that have a changed cell.
fn reachable<G: Geometry, const W: usize>(all: &LockedSets<G, W>, new: &Row<W>) -> Rows<W> {
    let sets = || all.sets.iter().enumerate();
    // For each set and digit, the sets that share another digit with the set.
    let mut others = Rows::new(all.sets.len() * G::DIGITS);
    for (n, set) in sets() {
        for digit in set.digits {
            for other in set.digits.without(digit) {
                others.add(n * G::DIGITS + digit.index(), all.row(n, other));
            }
        }
    }
    let mut reachable = Rows::new(all.sets.len());
    for (second, set) in sets() {
        for middle in set.digits {
            // All ends, and the ends of chains whose third set or end is new.
            let (mut ends, mut new_ends) = ([0; W], [0; W]);
            for third in all.sharing(second, middle) {
                let row = others.row(third * G::DIGITS + middle.index());
                add(&mut ends, row);
                if has(new, third) {
                    add(&mut new_ends, row);
                }
            }
            add(&mut new_ends, &both(&ends, new));
            if !is_empty(&ends) {
                for start in others.iter(second * G::DIGITS + middle.index()) {
                    let is_new = has(new, second) || has(new, start);
                    let ends = if is_new { &ends } else { &new_ends };
                    reachable.add(start, &both(ends, all.targets.row(start)));
                }
            }
        }
    }
    reachable
}

impl<G: Geometry, const W: usize> ThirdSets<G, W> {
    /// Finds the sets that can come third in a chain whose first set is `start` and whose first link is the digit
    /// `first`. Fills in `by_others` only for the digits in `last`, those that can be the last link. Returns `false`
    /// if no set can come third.
    fn reach(
        &mut self,
        all: &LockedSets<G, W>,
        (start, first): (usize, G::Digit),
        last: G::Digits,
    ) -> bool {
        let mut led = G::Digits::EMPTY;
        for second in all.sharing(start, first) {
            for digit in all.sets[second].digits.without(first) {
                if !led.contains(digit) {
                    self.by_digit[digit.index()] = [0; W];
                    led = led.with(digit);
                }
                let reached = all.row(second, digit);
                add(&mut self.by_digit[digit.index()], reached);
            }
        }
        // The sets to which any digit leads, and the sets to which several digits lead.
        let (mut any, mut several) = ([0; W], [0; W]);
        for digit in led {
            let reached = &mut self.by_digit[digit.index()];
            reached[start / 64] &= !(1 << (start % 64));
            add(&mut several, &both(&any, reached));
            add(&mut any, reached);
        }
        // The last link and the link that leads to the third set must be over different digits.
        for digit in last {
            let others = &mut self.by_others[digit.index()];
            *others = any;
            if led.contains(digit) {
                drop_from(others, &self.by_digit[digit.index()]);
                add(others, &several);
            }
        }
        !is_empty(&any)
    }
    /// Returns whether the digit `last` links any of the third sets to the set `end`.
    fn meets(&self, all: &LockedSets<G, W>, end: usize, last: G::Digit) -> bool {
        let before = all.row(end, last);
        meet(&self.by_others[last.index()], before)
    }
}

/// Reports a chain with the sets `start` and `end` at its ends, and the digits `first` and `last` as its first and
/// last link. `digits` are the digits that the chain removes. Reports nothing if no two sets can link the ends.
fn finish<G: Geometry, const W: usize>(
    all: &LockedSets<G, W>,
    (start, first, last, end): (usize, G::Digit, G::Digit, usize),
    digits: G::Digits,
    thirds: &ThirdSets<G, W>,
    finds: &mut FindCollector<G>,
) -> Search {
    let (one, four) = (&all.sets[start], &all.sets[end]);
    let before = all.row(end, last);
    let mut effect = Effect::none();
    for digit in digits {
        effect.remove(digit, one.seen_by_both(four, digit));
    }
    if !finds.may_keep(effect.removed(), 4) {
        return Search::Continue(());
    }
    let between = both(&thirds.by_others[last.index()], before);
    let chain = ones(between).find_map(|three| {
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
        return Search::Continue(());
    };
    let sum = || {
        let cells = chain.iter().flat_map(|&set| all.sets[set].cells);
        cells.map(|cell| cell.index() as u32).sum()
    };
    finds.take_ranked(Technique::AlsChain, effect, 4, sum, || {
        let joining: G::Digits = [first, middle, last].into_iter().collect();
        pattern(all, &chain.map(|set| &all.sets[set]), joining)
    })
}
