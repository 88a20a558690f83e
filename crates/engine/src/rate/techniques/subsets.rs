//! Subsets: k cells of a house that hold k digits (naked), k digits with k places in a house (hidden),
//! and naked ones that lie in a box and a line and remove something from both (locked).

use super::empty_searches::{Complement, EmptySearches};
use super::find::{Effect, Finds, Pattern, Role, Search};
use super::nine::count;
use super::state::State;
use super::technique::Technique;
use crate::grid::{CellSet, Digit, DigitSet, House, cells_at, nth_cell};

/// Calls `found` for every k of these sets that have k members together, with the chosen indices and
/// the union as bits. `small`: the sets that are neither empty nor larger than k, nine bits.
fn subsets(
    sets: &[u16; 9],
    small: u16,
    size: u32,
    found: &mut impl FnMut(u16, u16) -> Search,
) -> Search {
    let mut list = [0usize; 9];
    let mut few = 0;
    for n in DigitSet::from_bits(small) {
        list[few] = n.index();
        few += 1;
    }
    extend(sets, &list[..few], size, size, (0, 0), found)
}

fn extend(
    sets: &[u16; 9],
    small: &[usize],
    size: u32,
    missing: u32,
    (chosen, union): (u16, u16),
    found: &mut impl FnMut(u16, u16) -> Search,
) -> Search {
    for (n, &index) in small.iter().enumerate() {
        if small.len() - n < missing as usize {
            break;
        }
        let (chosen, union) = (chosen | 1 << index, union | sets[index]);
        let members = count(union);
        if members > size {
            continue;
        }
        if missing == 1 {
            if members == size {
                found(chosen, union)?;
            }
        } else {
            extend(
                sets,
                &small[n + 1..],
                size,
                missing - 1,
                (chosen, union),
                found,
            )?;
        }
    }
    Search::Continue(())
}

/// Returns whether a house that has changed may have subsets of this size that were not found by their
/// complement.
fn is_worth(
    state: &State,
    house: House,
    size: u32,
    (complement, empty): (Complement, &EmptySearches),
) -> bool {
    let blanks = state.candidates.blanks_in(house);
    let others = blanks.saturating_sub(size as usize);
    others > 0 && !empty.has(state, complement, others)
}

/// Finds naked or locked subsets of `size` cells, whichever the technique is.
pub(super) fn naked<const P: bool>(
    state: &State,
    since: u32,
    empty: &mut EmptySearches,
    technique: Technique,
    size: u32,
    finds: &mut Finds<P>,
) -> Search {
    let locked = matches!(technique, Technique::LockedPair | Technique::LockedTriple);
    // Boxes first, which is HoDoKu's order.
    let houses = state.changed(since).boxes_first();
    for house in houses.take_while(|house| !locked || house.index() >= 18) {
        if !is_worth(state, house, size, (Complement::Hidden, empty)) {
            continue;
        }
        let small = state.counts().places_up_to(house, size as usize);
        if count(small) < size {
            continue;
        }
        let mut sets = [0; 9];
        for place in DigitSet::from_bits(small).map(Digit::index) {
            sets[place] = state.of_cell(nth_cell(house, place)).bits();
        }
        subsets(&sets, small, size, &mut |chosen, union| {
            let (cells, digits) = (cells_at(house, chosen), DigitSet::from_bits(union));
            if let Some((effect, crossing)) = naked_effect(state, house, cells, digits, locked) {
                return finds.take(technique, effect, || {
                    let pattern = Pattern::of_digits(digits).house(house, Role::Base);
                    let pattern = match crossing {
                        Some(line) => pattern.house(line, Role::Base),
                        None => pattern,
                    };
                    pattern.cells(cells, Role::Pattern)
                });
            }
            Search::Continue(())
        })?;
    }
    if !locked && finds.kept.is_empty() {
        empty.record(state, Complement::Naked, size);
    }
    Search::Continue(())
}

/// Returns the effect of a naked subset, and for a locked one the line that it lies in besides its box.
fn naked_effect(
    state: &State,
    house: House,
    cells: CellSet,
    digits: DigitSet,
    locked: bool,
) -> Option<(Effect, Option<House>)> {
    let mut effect = Effect::NONE;
    for digit in digits {
        effect.remove(digit, state.within(digit, house) - cells);
    }
    if !locked {
        return (!effect.is_empty()).then_some((effect, None));
    }
    if effect.is_empty() || cells.len() > 3 {
        return None;
    }
    let [row, column, _] = cells.first()?.houses();
    let line = [row, column]
        .into_iter()
        .find(|line| cells.is_subset(line.cells()))?;
    let in_box = effect.removed();
    for digit in digits {
        effect.remove(digit, state.within(digit, line) - cells);
    }
    // What lies in the box and in the line was counted with the box.
    (effect.removed() > in_box).then_some((effect, Some(line)))
}

/// Finds hidden subsets of `size` digits.
pub(super) fn hidden<const P: bool>(
    state: &State,
    since: u32,
    empty: &mut EmptySearches,
    technique: Technique,
    size: u32,
    finds: &mut Finds<P>,
) -> Search {
    for house in state.changed(since).boxes_first() {
        if !is_worth(state, house, size, (Complement::Naked, empty)) {
            continue;
        }
        let small = state.counts().digits_up_to(house, size as usize).bits();
        if count(small) < size {
            continue;
        }
        subsets(
            state.candidates.places(house),
            small,
            size,
            &mut |chosen, union| {
                let (cells, digits) = (cells_at(house, union), DigitSet::from_bits(chosen));
                let held = cells.fold(DigitSet::EMPTY, |all, cell| all.union(state.of_cell(cell)));
                if held == digits {
                    return Search::Continue(());
                }
                let mut effect = Effect::NONE;
                for digit in held.difference(digits) {
                    effect.remove(digit, state.of_digit(digit) & cells);
                }
                finds.take(technique, effect, || {
                    let pattern = Pattern::of_digits(digits).house(house, Role::Base);
                    let marks = |pattern: Pattern, digit: Digit| {
                        pattern.marks(digit, state.of_digit(digit) & cells, Role::Pattern)
                    };
                    digits.fold(pattern, marks)
                })
            },
        )?;
    }
    if finds.kept.is_empty() {
        empty.record(state, Complement::Hidden, size);
    }
    Search::Continue(())
}
