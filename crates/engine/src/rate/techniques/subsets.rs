//! Finds subsets: k cells of a house with only k candidates (naked), or k digits with only k places in a house
//! (hidden). A naked subset that removes candidates from both a box and a line is called locked.

use super::empty_searches::{Complement, EmptySearches};
use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Changes, Geometry, HouseKind, NumberSet, Set, Table};

/// Calls `found(chosen, union)` for each choice of `size` sets that have `size` members between them. `chosen` are the
/// indices of these sets and `union` are their members, both as bits. `small` are the indices of the sets with 1 to
/// `size` members.
fn subsets<G: Geometry>(
    sets: &G::PerDigit<G::Places>,
    small: G::Places,
    size: u32,
    found: &mut impl FnMut(G::Places, G::Places) -> Search,
) -> Search {
    let mut list = G::PerDigit::filled(0);
    let mut few = 0;
    for n in small.ones() {
        list[few] = n;
        few += 1;
    }
    let list = &list.as_slice()[..few];
    let nothing = (G::Places::NONE, G::Places::NONE);
    extend::<G>(sets, list, size, size, nothing, found)
}

fn extend<G: Geometry>(
    sets: &G::PerDigit<G::Places>,
    small: &[usize],
    size: u32,
    missing: u32,
    (chosen, union): (G::Places, G::Places),
    found: &mut impl FnMut(G::Places, G::Places) -> Search,
) -> Search {
    for (n, &index) in small.iter().enumerate() {
        if small.len() - n < missing as usize {
            break;
        }
        let (chosen, union) = (chosen | G::Places::of(index), union | sets[index]);
        let members = G::count(union);
        if members > size {
            continue;
        }
        if missing == 1 {
            if members == size {
                found(chosen, union)?;
            }
        } else {
            extend::<G>(
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

/// Returns the houses that have changed after the step `since` and could still have subsets of this size. The search
/// for the complementary subsets (hidden for naked, naked for hidden) has not ruled these houses out.
fn worthwhile<G: Geometry>(
    state: &State<G>,
    since: u32,
    size: u32,
    (complement, empty): (Complement, &EmptySearches<G>),
) -> Changes<G> {
    // A subset whose complement is one cell or digit is also found as a single.
    let least = if state.has_singles() { 1 } else { 2 };
    let size = size as usize;
    let others = least..=state.geometry().digit_count() - size;
    let others = others.filter(|&others| !empty.has(state, complement, others));
    let houses = others.fold(G::Houses::NONE, |all, others| {
        all | state.counts().with_blanks(size + others)
    });
    state.changed(since).within(houses)
}

/// Finds naked subsets or locked subsets of `size` cells, depending on the technique.
pub(super) fn naked<G: Geometry>(
    state: &State<G>,
    since: u32,
    empty: &mut EmptySearches<G>,
    technique: Technique,
    size: u32,
    finds: &mut FindCollector<G>,
) -> Search {
    let locked = matches!(technique, Technique::LockedPair | Technique::LockedTriple);
    let g = state.geometry();
    // Boxes come first, as in HoDoKu.
    let houses = worthwhile(state, since, size, (Complement::Hidden, empty)).boxes_first();
    for house in houses.take_while(|&it| !locked || g.kind(it) == HouseKind::Box) {
        let small = state.counts().places_up_to(house, size as usize);
        if G::count(small) < size {
            continue;
        }
        let mut sets = G::PerDigit::filled(G::Places::NONE);
        for place in small.ones() {
            sets[place] = G::numbers_of(state.of_cell(g.nth_cell(house, place)));
        }
        subsets::<G>(&sets, small, size, &mut |chosen, union| {
            let (cells, digits) = (g.cells_at(house, chosen), G::digits_at(union));
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

/// Returns the effect of a naked subset in a house; `None` if nothing is removed. With `locked`, the house must be
/// a box, and the subset must also lie in a line, which is returned, too. A locked subset must remove candidates
/// from the box and also from the line; otherwise the result is `None`.
fn naked_effect<G: Geometry>(
    state: &State<G>,
    house: G::House,
    cells: G::Cells,
    digits: G::Digits,
    locked: bool,
) -> Option<(Effect<G>, Option<G::House>)> {
    let mut effect = Effect::none();
    for digit in digits {
        effect.remove(digit, state.within(digit, house) - cells);
    }
    if !locked {
        return (!effect.is_empty()).then_some((effect, None));
    }
    if effect.is_empty() || cells.len() > 3 {
        return None;
    }
    let g = state.geometry();
    let mut others = g.houses_of(cells.first()?).filter(|&it| it != house);
    let line = others.find(|&line| cells.is_subset(g.cells_of(line)))?;
    let in_box = effect.removed();
    for digit in digits {
        effect.remove(digit, state.within(digit, line) - cells);
    }
    // Subsets that lie in both the box and the line were counted with the box.
    (effect.removed() > in_box).then_some((effect, Some(line)))
}

/// Finds hidden subsets of `size` digits.
pub(super) fn hidden<G: Geometry>(
    state: &State<G>,
    since: u32,
    empty: &mut EmptySearches<G>,
    technique: Technique,
    size: u32,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    let houses = worthwhile(state, since, size, (Complement::Naked, empty));
    for house in houses.boxes_first() {
        let small = G::numbers_of(state.counts().digits_up_to(house, size as usize));
        if G::count(small) < size {
            continue;
        }
        subsets::<G>(
            state.candidates.places(house),
            small,
            size,
            &mut |chosen, union| {
                let (cells, digits) = (g.cells_at(house, union), G::digits_at(chosen));
                let held = cells.fold(G::Digits::EMPTY, |all, cell| all.union(state.of_cell(cell)));
                if held == digits {
                    return Search::Continue(());
                }
                let mut effect = Effect::none();
                for digit in held.difference(digits) {
                    effect.remove(digit, state.of_digit(digit) & cells);
                }
                finds.take(technique, effect, || {
                    let pattern = Pattern::of_digits(digits).house(house, Role::Base);
                    let marks = |pattern: Pattern<G>, digit: G::Digit| {
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
