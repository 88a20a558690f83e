//! Finds fish: the places of a digit in k rows lie in k columns, or its places in k columns lie in k rows. Finned
//! and sashimi fish are found, too.
//!
//! A finned fish removes a candidate only if the candidate sees every fin. The candidate never shares a row or
//! column with a fin. So on boards with rectangular boxes and no extra houses, all fins and all removals lie in
//! one box. That leaves few choices of lines to try. On other boards, the search checks for each candidate whether
//! it sees the fins.

use super::empty_searches::{Complement, EmptySearches};
use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, HouseKind, NumberSet, Set, Table};
use std::cell::OnceCell;

/// A digit's places in all rows, or in all columns.
struct Lines<G: Geometry> {
    geometry: G,
    digit: G::Digit,
    places: G::PerDigit<G::Places>,
    kind: HouseKind,
}

impl<G: Geometry> Lines<G> {
    fn of(state: &State<G>, digit: G::Digit, kind: HouseKind) -> Self {
        let g = state.geometry();
        let mut places = G::PerDigit::filled(G::Places::NONE);
        for (n, line) in g.houses_of_kind(kind).enumerate() {
            places[n] = state.places(digit, line);
        }
        Self {
            geometry: g,
            digit,
            places,
            kind,
        }
    }

    fn line(&self, n: usize) -> G::House {
        self.geometry.nth_house(self.kind, n)
    }

    fn cross(&self, n: usize) -> G::House {
        self.geometry.nth_house(cross_kind(self.kind), n)
    }

    /// Returns the bands of cross lines that could contain all fins of a finned fish. Cross lines are columns if
    /// the base lines are rows, and rows if they are columns. `base` are the base lines, and `union` are the cross
    /// lines of their places. Without the fins, the places of the base must fit into `size` cross lines. A band
    /// must also have a place outside the base from which the fish could remove the digit.
    fn fin_bands(
        &self,
        (base, union): (G::Places, G::Places),
        size: u32,
    ) -> impl Iterator<Item = G::Places> {
        let g = self.geometry;
        let surplus = G::count(union) - size;
        let places_of = |lines: G::Places| {
            let each = lines.ones().map(|n| self.places[n]);
            each.fold(G::Places::NONE, |all, places| all | places)
        };
        let mut found = G::PerDigit::filled([G::Places::NONE; 2]);
        let mut count = 0;
        for band in g.bands(self.kind) {
            let fins = places_of(base & band) & !places_of(base & !band);
            found[count] = [fins, places_of(band & !base) & union];
            count += 1;
        }
        g.bands(cross_kind(self.kind)).filter(move |&here| {
            let mut found = found.as_slice()[..count].iter();
            found.any(|&[fins, removed]| {
                !(removed & here).is_empty() && G::count(fins & here) >= surplus
            })
        })
    }

    /// Returns all cells of these lines.
    fn cells(&self, lines: G::Places) -> G::Cells {
        let cells = |n: usize| self.geometry.cells_of(self.line(n));
        lines.ones().fold(G::Cells::EMPTY, |all, n| all | cells(n))
    }

    fn cross_cells(&self, lines: G::Places) -> G::Cells {
        let cells = |n: usize| self.geometry.cells_of(self.cross(n));
        lines.ones().fold(G::Cells::EMPTY, |all, n| all | cells(n))
    }
}

/// The candidates that finned fish could remove. The search uses this list to skip bases that can't remove any. It
/// is needed only on boards where a candidate outside the fins' band can see all fins.
///
/// The cover of a finned fish contains the removed candidate, and all places of the base that this candidate
/// doesn't see. With most bases, such a cover would have too many lines for any candidate.
struct FishTargets<G: Geometry>(Vec<FishTarget<G>>);

/// A candidate that a finned fish could remove.
struct FishTarget<G: Geometry> {
    /// The candidate's line, as a bit: its row if the base lines are rows, and its column otherwise.
    line: G::Places,
    /// For each line, the cross lines that the cover must contain if the line is in the base. These are the
    /// candidate's own cross line, and the cross lines of those places of the line that the candidate doesn't see.
    covered: G::PerDigit<G::Places>,
}

impl<G: Geometry> FishTargets<G> {
    fn of(lines: &Lines<G>, state: &State<G>) -> Self {
        let g = lines.geometry;
        let places_of = |cell: G::Cell| {
            let [row, column] = g.lines_of(cell)?;
            let of_kind = match lines.kind {
                HouseKind::Row => [row, column],
                _ => [column, row],
            };
            Some(of_kind.map(|line| g.number(line)))
        };
        let digit_cells = state.of_digit(lines.digit);
        let target = |cell: G::Cell| {
            let [line, cross] = places_of(cell)?;
            let mut covered = G::PerDigit::filled(G::Places::of(cross));
            for [line, cross] in (digit_cells - g.peers(cell)).filter_map(places_of) {
                covered[line] |= G::Places::of(cross);
            }
            let line = G::Places::of(line);
            Some(FishTarget { line, covered })
        };
        Self(digit_cells.filter_map(target).collect())
    }

    /// Returns whether any candidate could be removed by a fish of this size whose base includes these lines.
    fn has_one_for(&self, base: G::Places, size: u32) -> bool {
        self.0.iter().any(|target| {
            let covered = base.ones().map(|line| target.covered[line]);
            let covered = covered.fold(G::Places::NONE, |all, lines| all | lines);
            (target.line & base).is_empty() && G::count(covered) <= size
        })
    }
}

/// Returns the kind of line that crosses lines of this kind: columns for rows, rows for columns.
fn cross_kind(kind: HouseKind) -> HouseKind {
    match kind {
        HouseKind::Row => HouseKind::Column,
        _ => HouseKind::Row,
    }
}

/// Returns whether a search for fish of this size can find anything. The search is useless if no more than `size`
/// of the lines have places of the digit. It is also useless if the search for the complementary fish, in the other
/// lines, has found nothing.
fn is_worth<G: Geometry>(
    state: &State<G>,
    digit: G::Digit,
    lines: HouseKind,
    size: u32,
    (kind, empty): (Complement, &EmptySearches<G>),
) -> bool {
    let open = state.counts().open_lines(state.geometry(), digit, lines);
    let others = open.saturating_sub(size as usize);
    others > 0 && !empty.has(state, kind, others)
}

/// Finds fish without fins that have `size` base lines.
pub(super) fn basic<G: Geometry>(
    state: &State<G>,
    digits: G::Digits,
    empty: &mut EmptySearches<G>,
    technique: Technique,
    size: u32,
    finds: &mut FindCollector<G>,
) -> Search {
    for digit in digits {
        for kind in [HouseKind::Row, HouseKind::Column] {
            let few = state.counts().houses_up_to(digit, kind, size as usize);
            let is_worth = is_worth(state, digit, kind, size, (Complement::Fish, empty));
            if G::count(few) < size || !is_worth {
                continue;
            }
            let lines = Lines::of(state, digit, kind);
            let fits = |_, union: G::Places| G::count(union) <= size;
            let start = (few, G::Places::NONE, G::Places::NONE);
            bases(&lines, size, &fits, size, start, &mut |base, union| {
                let effect_cells =
                    (state.of_digit(digit) & lines.cross_cells(union)) - lines.cells(base);
                if effect_cells.is_empty() {
                    return Search::Continue(());
                }
                let effect = Effect::removing(digit, effect_cells);
                finds.take(technique, effect, || pattern(state, &lines, base, union))
            })?;
        }
    }
    if finds.kept.is_empty() {
        empty.record(state, Complement::Fish, size);
    }
    Search::Continue(())
}

/// Calls `found(base, union)` for each set of `size` lines that passes `fits`. `union` are the cross lines of all
/// places of these lines; there must be at least `size` of them. Each set consists of the lines in the argument
/// `base` and of `missing` lines from `rest`. If `fits` holds for a set, it must also hold for all its subsets.
fn bases<G: Geometry>(
    lines: &Lines<G>,
    size: u32,
    fits: &impl Fn(G::Places, G::Places) -> bool,
    missing: u32,
    (mut rest, base, union): (G::Places, G::Places, G::Places),
    found: &mut impl FnMut(G::Places, G::Places) -> Search,
) -> Search {
    while G::count(rest) >= missing {
        let n = rest.trailing_zeros() as usize;
        rest = rest.without_first();
        let (base, union) = (base | G::Places::of(n), union | lines.places[n]);
        if !fits(base, union) {
            continue;
        }
        if missing > 1 {
            bases(lines, size, fits, missing - 1, (rest, base, union), found)?;
        } else if G::count(union) >= size {
            found(base, union)?;
        }
    }
    Search::Continue(())
}

fn pattern<G: Geometry>(
    state: &State<G>,
    lines: &Lines<G>,
    base: G::Places,
    cover: G::Places,
) -> Pattern<G> {
    let digit = lines.digit;
    let covered = lines.cross_cells(cover);
    let cells = state.of_digit(digit) & lines.cells(base);
    let mut pattern = Pattern::of_digit(digit);
    for n in base.ones() {
        pattern = pattern.house(lines.line(n), Role::Base);
    }
    for n in cover.ones() {
        pattern = pattern.house(lines.cross(n), Role::Cover);
    }
    pattern
        .marks(digit, cells & covered, Role::Pattern)
        .marks(digit, cells - covered, Role::Fin)
}

/// Finds finned and sashimi fish that have `size` base lines. One search looks for both kinds. If it finds nothing,
/// it is not repeated for the other kind.
pub(super) fn finned<G: Geometry>(
    state: &State<G>,
    digits: G::Digits,
    empty: &mut EmptySearches<G>,
    size: u32,
    finds: &mut FindCollector<G>,
) -> Search {
    let kind = Complement::FinnedFish;
    let mut found = false;
    let g = state.geometry();
    for digit in digits.intersection(state.digits_changed(empty.step(kind, size))) {
        for by in [HouseKind::Row, HouseKind::Column] {
            if !is_worth(state, digit, by, size, (kind, empty)) {
                continue;
            }
            let lines = Lines::of(state, digit, by);
            let targets = OnceCell::new();
            let has_target = |base: G::Places| {
                let of_lines = || FishTargets::of(&lines, state);
                let is_short = G::count(base) < 2;
                is_short || targets.get_or_init(of_lines).has_one_for(base, size)
            };
            // Fins and at least one line of the cover lie in one band, all other places in the cover.
            let fits = |base, union| {
                let fits_bands = g.lines_outside_best_band(cross_kind(by), union) < size;
                fits_bands && (g.has_plain_bands() || has_target(base))
            };
            let mut usable = G::Places::NONE;
            for (n, &places) in lines.places.as_slice().iter().enumerate() {
                if !places.is_empty() && fits(G::Places::of(n), places) {
                    usable |= G::Places::of(n);
                }
            }
            let start = (usable, G::Places::NONE, G::Places::NONE);
            bases(&lines, size, &fits, size, start, &mut |base, union| {
                if G::count(union) == size {
                    return Search::Continue(());
                }
                for band in lines.fin_bands((base, union), size) {
                    finned_in(state, &lines, (base, union, band), size, |fins, effect| {
                        found = true;
                        let technique = name(&lines, base, fins, size);
                        finds.take(technique, effect, || {
                            pattern(state, &lines, base, union & !fins)
                        })
                    })?;
                }
                Search::Continue(())
            })?;
        }
    }
    if !found {
        empty.record(state, kind, size);
    }
    Search::Continue(())
}

/// Returns the technique to which a fish with fins belongs. The fish is sashimi if any base line has fewer than two
/// places besides the fins.
fn name<G: Geometry>(lines: &Lines<G>, base: G::Places, fins: G::Places, size: u32) -> Technique {
    let lacks = |n: usize| (lines.places[n] & !fins).count_ones() < 2;
    match (size, base.ones().any(lacks)) {
        (2, false) => Technique::FinnedXWing,
        (2, true) => Technique::SashimiXWing,
        (3, false) => Technique::FinnedSwordfish,
        (3, true) => Technique::SashimiSwordfish,
        (_, false) => Technique::FinnedJellyfish,
        (_, true) => Technique::SashimiJellyfish,
    }
}

/// Tries all covers that leave fins only in the given band of cross lines.
fn finned_in<G: Geometry>(
    state: &State<G>,
    lines: &Lines<G>,
    (base, union, band): (G::Places, G::Places, G::Places),
    size: u32,
    mut found: impl FnMut(G::Places, Effect<G>) -> Search,
) -> Search {
    let g = state.geometry();
    let here = union & band;
    let surplus = G::count(union) - size;
    if G::count(here) <= surplus {
        return Search::Continue(());
    }
    // Larger sets of fins come first, so that covers are tried in ascending order.
    let mut fins = here;
    while !fins.is_empty() {
        if G::count(fins) == surplus {
            let mut beside = !base;
            for n in base.ones() {
                if !(lines.places[n] & fins).is_empty() {
                    beside &= g.band(lines.kind, n);
                }
            }
            let mut cells = G::Cells::EMPTY;
            for n in beside.ones() {
                let places = lines.places[n] & here & !fins;
                cells |= g.cells_at(lines.line(n), places);
            }
            if !g.has_plain_bands() {
                let of_base = state.of_digit(lines.digit) & lines.cells(base);
                let finned = of_base & lines.cross_cells(fins);
                cells = finned.fold(cells, |seen, fin| seen & g.peers(fin));
            }
            if !cells.is_empty() {
                debug_assert!(cells.is_subset(state.of_digit(lines.digit)));
                found(fins, Effect::removing(lines.digit, cells))?;
            }
        }
        fins = fins.previous_subset(here);
    }
    Search::Continue(())
}
