//! Finds Sue de Coq: cells where a box and a line cross, with at least two more candidates than cells. Other cells
//! of the line and of the box take up the surplus digits.

use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{CrossingOf, Geometry, HouseKind, NumberSet, Set, Table};

/// One side of a Sue de Coq: the blanks of a line or box outside the crossing of the two, with their candidates.
struct Side<G: Geometry> {
    house: G::House,
    cells: G::PerDigit<G::Cell>,
    digits: G::PerDigit<G::Digits>,
    count: usize,
}

impl<G: Geometry> Side<G> {
    fn of(state: &State<G>, house: G::House, crossing: G::Places) -> Self {
        let g = state.geometry();
        let mut side = Self {
            house,
            cells: G::PerDigit::filled(g.nth_cell(house, 0)),
            digits: G::PerDigit::filled(G::Digits::EMPTY),
            count: 0,
        };
        for place in (0..g.digit_count()).filter(|&place| !crossing.contains(place)) {
            let cell = g.nth_cell(house, place);
            let digits = state.of_cell(cell);
            if !digits.is_empty() {
                side.cells[side.count] = cell;
                side.digits[side.count] = digits;
                side.count += 1;
            }
        }
        side
    }

    fn cells(&self, part: Part<G>) -> G::Cells {
        let chosen = part.cells.ones();
        chosen.map(|n| self.cells[n]).collect()
    }

    /// Calls `found` with each part of the side that has enough cells. A part is a choice of the side's cells that
    /// have none of the digits `taken`. `core` are the digits of the cells chosen from the crossing. The part must
    /// have at least `least` more cells than digits outside `core`.
    fn parts(
        &self,
        (taken, core): (G::Digits, G::Digits),
        least: usize,
        found: &mut impl FnMut(Part<G>) -> Search,
    ) -> Search {
        let mut free = G::Places::NONE;
        for (n, digits) in self.digits.as_slice()[..self.count].iter().enumerate() {
            if digits.is_disjoint(taken) {
                free |= G::Places::of(n);
            }
        }
        extend(&self.digits, free, (Part::NONE, 0), (core, least), found)
    }
}

/// A choice of cells from one side of a Sue de Coq. Some of these cells must hold digits of the core. The core
/// consists of the cells chosen from the crossing.
#[derive(Clone, Copy)]
struct Part<G: Geometry> {
    /// The cells, as bits: their indices in the side.
    cells: G::Places,
    digits: G::Digits,
    /// The number of cells that are left for digits of the core: all cells, minus one for each digit that is not in the
    /// core.
    surplus: usize,
}

impl<G: Geometry> Part<G> {
    const NONE: Self = Self {
        cells: G::Places::NONE,
        digits: G::Digits::EMPTY,
        surplus: 0,
    };
}

/// Extends a part by one or more of the remaining cells in every possible way.
fn extend<G: Geometry>(
    cells: &G::PerDigit<G::Digits>,
    mut left: G::Places,
    (part, size): (Part<G>, usize),
    (core, least): (G::Digits, usize),
    found: &mut impl FnMut(Part<G>) -> Search,
) -> Search {
    let size = size + 1;
    while !left.is_empty() {
        let n = left.trailing_zeros() as usize;
        left = left.without_first();
        let digits = part.digits.union(cells[n]);
        let new = digits.difference(core).len();
        if new + least > size + G::count(left) as usize {
            continue;
        }
        let part = Part {
            cells: part.cells | G::Places::of(n),
            digits,
            surplus: size.saturating_sub(new),
        };
        if part.surplus >= least {
            found(part)?;
        }
        extend(cells, left, (part, size), (core, least), found)?;
    }
    Search::Continue(())
}

/// Finds Sue de Coq patterns at all crossings of a box and a line.
pub(super) fn sue_de_coq<G: Geometry>(
    state: &State<G>,
    since: u32,
    finds: &mut FindCollector<G>,
) -> Search {
    let (g, blanks) = (state.geometry(), state.candidates.blanks());
    let changed = state.changed(since);
    for line in g.houses().take_while(|&it| g.kind(it) != HouseKind::Box) {
        for crossing in g.crossings(line) {
            let of_box = crossing.other;
            let changed = changed.contains(line) || changed.contains(of_box);
            let cells = blanks & g.cells_of(line) & g.cells_of(of_box);
            if changed && cells.single().is_none() {
                sue_de_coq_at(state, line, crossing, cells, finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Tries every choice of two or more blanks of a crossing as the core of a Sue de Coq.
fn sue_de_coq_at<G: Geometry>(
    state: &State<G>,
    line: G::House,
    crossing: CrossingOf<G>,
    blanks: G::Cells,
    finds: &mut FindCollector<G>,
) -> Search {
    if digits_of(state, blanks).len() < 4 {
        return Search::Continue(());
    }
    let sides = [
        Side::of(state, line, crossing.places),
        Side::of(state, crossing.other, crossing.places_in_other),
    ];
    cores(state, &sides, blanks, (G::Cells::EMPTY, 0), finds)
}

fn digits_of<G: Geometry>(state: &State<G>, cells: G::Cells) -> G::Digits {
    let each = cells.map(|cell| state.of_cell(cell));
    each.fold(G::Digits::EMPTY, G::Digits::union)
}

/// Tries the cores that consist of the cells of `core` and one or more of the remaining blanks.
fn cores<G: Geometry>(
    state: &State<G>,
    sides: &[Side<G>; 2],
    mut blanks: G::Cells,
    (core, size): (G::Cells, usize),
    finds: &mut FindCollector<G>,
) -> Search {
    while let Some(cell) = blanks.next() {
        let (core, size) = (core.with(cell), size + 1);
        if size > 1 {
            let digits = digits_of(state, core);
            if digits.len() >= size + 2 {
                take_up(state, sides, (core, digits, size), finds)?;
            }
        }
        if !blanks.is_empty() {
            cores(state, sides, blanks, (core, size), finds)?;
        }
    }
    Search::Continue(())
}

/// Tries every part of the line together with every part of the box, for one core.
fn take_up<G: Geometry>(
    state: &State<G>,
    [line, of_box]: &[Side<G>; 2],
    (core, core_digits, size): (G::Cells, G::Digits, usize),
    finds: &mut FindCollector<G>,
) -> Search {
    let wanted = core_digits.len() - size;
    line.parts((G::Digits::EMPTY, core_digits), 1, &mut |one| {
        if one.surplus >= wanted {
            return Search::Continue(());
        }
        let missing = wanted - one.surplus;
        of_box.parts((one.digits, core_digits), missing, &mut |two| {
            if two.surplus != missing {
                return Search::Continue(());
            }
            let mut effect = Effect::none();
            for (side, own, other) in [(line, one, two), (of_box, two, one)] {
                let pattern = core | side.cells(own);
                for digit in core_digits.difference(other.digits).union(own.digits) {
                    effect.remove(digit, state.within(digit, side.house) - pattern);
                }
            }
            finds.take(Technique::SueDeCoq, effect, || {
                Pattern::of_digits(core_digits.union(one.digits).union(two.digits))
                    .house(line.house, Role::Line)
                    .house(of_box.house, Role::Box)
                    .cells(core, Role::Pattern)
                    .cells(line.cells(one), Role::Line)
                    .cells(of_box.cells(two), Role::Box)
            })
        })
    })
}
