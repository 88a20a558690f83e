//! Fish: the places of a digit in k rows lie in k columns, or the other way round, finned and sashimi
//! ones included.
//!
//! A fin must be seen from a cell of the cover outside the base; since it lies in another column than
//! that cell and in another row, the two share a box. So all fins and all removals lie in one box,
//! which leaves few covers to try.

use super::empty_searches::{Complement, EmptySearches};
use super::find::{Effect, Finds, Pattern, Role, Search};
use super::nine::count;
use super::state::State;
use super::technique::Technique;
use crate::grid::{CellSet, Digit, House};

/// A digit's places in nine parallel lines, nine bits each, and which lines they are.
struct Lines {
    digit: Digit,
    places: [u16; 9],
    /// The lines that may be in a base, nine bits.
    usable: u16,
    columns: bool,
}

impl Lines {
    fn of(state: &State, digit: Digit, columns: bool, usable: u16) -> Self {
        let line = if columns { House::column } else { House::row };
        let mut places = [0; 9];
        for (n, places) in places.iter_mut().enumerate() {
            *places = state.places(digit, line(n));
        }
        Self {
            digit,
            places,
            usable,
            columns,
        }
    }

    /// The union of the places of some lines of a band, by their bits.
    fn bands(&self) -> [[u16; 8]; 3] {
        let mut bands = [[0; 8]; 3];
        for (n, places) in self.places.iter().enumerate() {
            let (bit, unions) = (1 << (n % 3), &mut bands[n / 3]);
            for lines in bit..2 * bit {
                unions[lines] = unions[lines - bit] | places;
            }
        }
        bands
    }

    fn line(&self, n: usize) -> House {
        let line = if self.columns {
            House::column
        } else {
            House::row
        };
        line(n)
    }

    fn cross(&self, n: usize) -> House {
        let line = if self.columns {
            House::row
        } else {
            House::column
        };
        line(n)
    }

    /// The cells of some lines.
    fn cells(&self, lines: u16) -> CellSet {
        ones(lines).fold(CellSet::EMPTY, |all, n| all | self.line(n).cells())
    }

    fn cross_cells(&self, lines: u16) -> CellSet {
        ones(lines).fold(CellSet::EMPTY, |all, n| all | self.cross(n).cells())
    }
}

/// Returns whether a digit may have fish of this size that were not found by their complement.
fn is_worth(
    state: &State,
    digit: Digit,
    columns: bool,
    size: u32,
    (kind, empty): (Complement, &EmptySearches),
) -> bool {
    let open = state.counts().open_houses(digit, usize::from(columns));
    let others = open.saturating_sub(size as usize);
    others > 0 && !empty.has(state, kind, others)
}

/// The indices of the bits that are set, ascending.
fn ones(mut bits: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let n = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(n)
    })
}

/// Finds fish of `size` base lines without fins.
pub(super) fn basic<const P: bool>(
    state: &State,
    since: u32,
    empty: &mut EmptySearches,
    technique: Technique,
    size: u32,
    finds: &mut Finds<P>,
) -> Search {
    for digit in state.digits_changed(since) {
        for columns in [false, true] {
            let few = state
                .counts()
                .houses_up_to(digit, usize::from(columns), size as usize);
            let is_worth = is_worth(state, digit, columns, size, (Complement::Fish, empty));
            if count(few) < size || !is_worth {
                continue;
            }
            let lines = Lines::of(state, digit, columns, few);
            let fits = |union: u16| count(union) <= size;
            bases(
                &lines,
                lines.usable,
                size,
                &fits,
                size,
                (0, 0),
                &mut |base, union| {
                    let effect_cells =
                        (state.of_digit(digit) & lines.cross_cells(union)) - lines.cells(base);
                    if effect_cells.is_empty() {
                        return Search::Continue(());
                    }
                    let effect = Effect::removing(digit, effect_cells);
                    finds.take(technique, effect, || pattern(state, &lines, base, union))
                },
            )?;
        }
    }
    if finds.kept.is_empty() {
        empty.record(state, Complement::Fish, size);
    }
    Search::Continue(())
}

/// Calls `found` for the sets of base lines, from those that are left, whose union fits and has at least
/// as many bits as there are lines.
fn bases(
    lines: &Lines,
    mut left: u16,
    size: u32,
    fits: &impl Fn(u16) -> bool,
    missing: u32,
    (base, union): (u16, u16),
    found: &mut impl FnMut(u16, u16) -> Search,
) -> Search {
    while count(left) >= missing {
        let n = left.trailing_zeros() as usize;
        left &= left - 1;
        let (base, union) = (base | 1 << n, union | lines.places[n]);
        if !fits(union) {
            continue;
        }
        if missing > 1 {
            bases(lines, left, size, fits, missing - 1, (base, union), found)?;
        } else if count(union) >= size {
            found(base, union)?;
        }
    }
    Search::Continue(())
}

fn pattern(state: &State, lines: &Lines, base: u16, cover: u16) -> Pattern {
    let digit = lines.digit;
    let covered = lines.cross_cells(cover);
    let cells = state.of_digit(digit) & lines.cells(base);
    let mut pattern = Pattern::of_digit(digit);
    for n in ones(base) {
        pattern = pattern.house(lines.line(n), Role::Base);
    }
    for n in ones(cover) {
        pattern = pattern.house(lines.cross(n), Role::Cover);
    }
    pattern
        .marks(digit, cells & covered, Role::Pattern)
        .marks(digit, cells - covered, Role::Fin)
}

/// Finds finned and sashimi fish of `size` base lines. Where neither kind was found, the search for the
/// second kind need not look again.
pub(super) fn finned<const P: bool>(
    state: &State,
    since: u32,
    empty: &mut EmptySearches,
    size: u32,
    finds: &mut Finds<P>,
) -> Search {
    let kind = Complement::FinnedFish;
    let mut found = false;
    for digit in state.digits_changed(since.max(empty.step(kind, size))) {
        for columns in [false, true] {
            if !is_worth(state, digit, columns, size, (kind, empty)) {
                continue;
            }
            let mut lines = Lines::of(state, digit, columns, 0);
            // Fins and at least one line of the cover lie in one stack, all else in the cover.
            let fits = |union: u16| u32::from(SPREAD[usize::from(union)]) < size;
            for (n, &places) in lines.places.iter().enumerate() {
                lines.usable |= u16::from(places != 0 && fits(places)) << n;
            }
            let bands = lines.bands();
            bases(
                &lines,
                lines.usable,
                size,
                &fits,
                size,
                (0, 0),
                &mut |base, union| {
                    if count(union) == size {
                        return Search::Continue(());
                    }
                    for stack in stacks(&bands, (base, union), size) {
                        finned_in(state, &lines, (base, union, stack), size, |fins, effect| {
                            found = true;
                            let technique = name(&lines, base, fins, size);
                            finds.take(technique, effect, || {
                                pattern(state, &lines, base, union & !fins)
                            })
                        })?;
                    }
                    Search::Continue(())
                },
            )?;
        }
    }
    if !found {
        empty.record(state, kind, size);
    }
    Search::Continue(())
}

/// By cross lines: the fewest of them that lie outside one stack.
static SPREAD: [u8; 512] = {
    let mut table = [0; 512];
    let mut lines = 0;
    while lines < 512 {
        let mut least = 9;
        let mut stack = 0;
        while stack < 3 {
            let others = (lines as u16 & !(0b111 << (3 * stack))).count_ones();
            least = if others < least { others } else { least };
            stack += 1;
        }
        table[lines] = least as u8;
        lines += 1;
    }
    table
};

/// The groups of three cross lines that may have enough fins in one band, another line of which has places
/// there, too.
fn stacks(
    bands: &[[u16; 8]; 3],
    (base, union): (u16, u16),
    size: u32,
) -> impl Iterator<Item = usize> {
    let surplus = count(union) - size;
    let lines = |band: usize| usize::from(base >> (3 * band) & 0b111);
    let [a, b, c] = [0, 1, 2].map(|band| bands[band][lines(band)]);
    let several = a & b | a & c | b & c;
    let fins = [a & !several, b & !several, c & !several];
    let removed = [0, 1, 2].map(|band| bands[band][0b111 ^ lines(band)] & union);
    (0..3).filter(move |stack| {
        let here = 0b111 << (3 * stack);
        let mut bands = fins.iter().zip(&removed);
        bands.any(|(fins, removed)| removed & here != 0 && count(fins & here) >= surplus)
    })
}

/// Names a fish with fins: sashimi if a base line has less than two places besides.
fn name(lines: &Lines, base: u16, fins: u16, size: u32) -> Technique {
    let lacks = |n: usize| (lines.places[n] & !fins).count_ones() < 2;
    match (size, ones(base).any(lacks)) {
        (2, false) => Technique::FinnedXWing,
        (2, true) => Technique::SashimiXWing,
        (3, false) => Technique::FinnedSwordfish,
        (3, true) => Technique::SashimiSwordfish,
        (_, false) => Technique::FinnedJellyfish,
        (_, true) => Technique::SashimiJellyfish,
    }
}

/// Tries the covers that leave fins only in one group of three cross lines.
fn finned_in(
    state: &State,
    lines: &Lines,
    (base, union, stack): (u16, u16, usize),
    size: u32,
    mut found: impl FnMut(u16, Effect) -> Search,
) -> Search {
    let here = union & 0b111 << (3 * stack);
    let surplus = count(union) - size;
    if count(here) <= surplus {
        return Search::Continue(());
    }
    // Greater sets of fins first, so that covers are tried in ascending order.
    let mut fins = here;
    while fins != 0 {
        if count(fins) == surplus {
            let mut bands = 0u8;
            for n in ones(base).filter(|&n| lines.places[n] & fins != 0) {
                bands |= 1 << (n / 3);
            }
            if bands.is_power_of_two() {
                let band = 0b111 << (3 * bands.trailing_zeros());
                let mut cells = CellSet::EMPTY;
                for n in ones(band & !base) {
                    let places = lines.places[n] & here & !fins;
                    cells |= crate::grid::cells_at(lines.line(n), places);
                }
                if !cells.is_empty() {
                    debug_assert!(cells.is_subset(state.of_digit(lines.digit)));
                    found(fins, Effect::removing(lines.digit, cells))?;
                }
            }
        }
        fins = (fins - 1) & here;
    }
    Search::Continue(())
}
