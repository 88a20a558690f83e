//! Finds the digits for which techniques of a single digit can still remove a candidate. A template is a way to
//! place a digit in all houses that lack it.
//!
//! A candidate that is in no template is false. Techniques of a single digit remove only such candidates. So they
//! skip a digit whose candidates are all in templates, which is the usual case. Source: the templates of HoDoKu.

use super::state::State;
use crate::grid::{Geometry, HouseKind, Ordinal, Set, Table};

/// Templates of each digit: sets of candidates that place the digit in all houses that lack it.
#[derive(Debug, Clone)]
pub(super) struct Templates<G: Geometry> {
    /// For each digit, some of its templates in the position after the step `step`.
    known: Vec<Vec<G::Cells>>,
    /// The digits with a candidate that is in no template. Such a candidate can be removed.
    incomplete: G::Digits,
    /// The step after which `incomplete` was computed.
    step: u32,
}

impl<G: Geometry> Default for Templates<G> {
    fn default() -> Self {
        Self {
            known: vec![Vec::new(); G::DIGITS],
            incomplete: G::Digits::EMPTY,
            step: 0,
        }
    }
}

impl<G: Geometry> Templates<G> {
    /// Clears all templates when a new puzzle begins.
    pub(super) fn clear(&mut self) {
        self.known.iter_mut().for_each(Vec::clear);
        self.incomplete = G::Digits::EMPTY;
        self.step = 0;
    }

    /// Returns the digits with a candidate that a technique for a single digit could remove.
    pub(super) fn removable(&mut self, state: &State<G>) -> G::Digits {
        if self.step != state.clock() {
            for digit in state.digits_changed(self.step) {
                self.incomplete = self.incomplete.without(digit);
                if !complete(state, digit, &mut self.known[digit.index()]) {
                    self.incomplete = self.incomplete.with(digit);
                }
            }
            self.step = state.clock();
        }
        self.incomplete
    }
}

/// Drops the templates of a digit that are no longer valid or needed, and adds new ones until every candidate of
/// the digit is in a template. Returns `false` if some candidate is in no template.
fn complete<G: Geometry>(state: &State<G>, digit: G::Digit, known: &mut Vec<G::Cells>) -> bool {
    let (g, candidates) = (state.geometry(), state.of_digit(digit));
    let size = state.counts().open_lines(g, digit, HouseKind::Row);
    let mut missing = candidates;
    known.retain_mut(|template| {
        *template &= candidates;
        let is_template = template.len() == size && !template.is_disjoint(missing);
        if is_template {
            missing -= *template;
        }
        is_template
    });
    if missing.is_empty() {
        return true;
    }
    let mut open = G::PerHouse::filled(G::Cells::EMPTY);
    let mut count = 0;
    for house in g.houses() {
        let cells = candidates & g.cells_of(house);
        if !cells.is_empty() {
            open[count] = cells;
            count += 1;
        }
    }
    let open = &open.as_slice()[..count];
    while let Some(cell) = missing.first() {
        let left = candidates - g.peers(cell);
        let Some(template) = template(g, open, (G::Cells::of(cell), left), missing) else {
            return false;
        };
        missing -= template;
        known.push(template);
    }
    true
}

/// Extends `cells` to a template of a digit with candidates from `left`; returns `None` if that is impossible. First
/// tries the candidates in `missing`, which are in no other template yet. `open` lists, for each house that lacks the
/// digit, the digit's places in the house.
fn template<G: Geometry>(
    g: G,
    open: &[G::Cells],
    (cells, left): (G::Cells, G::Cells),
    missing: G::Cells,
) -> Option<G::Cells> {
    let Some(next) = open.iter().position(|house| house.is_disjoint(cells)) else {
        return Some(cells);
    };
    let here = open[next] & left;
    let in_order = [here & missing, here - missing];
    in_order.into_iter().find_map(|mut choices| {
        choices.find_map(|cell| {
            let cells = (cells.with(cell), left - g.peers(cell));
            template(g, &open[next + 1..], cells, missing)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Board, Cell, CellSet, Digit, Nine};
    use proptest::prelude::*;

    /// Returns the cells that are in any template, found row by row without shortcuts.
    fn in_templates(candidates: CellSet, row: usize, template: CellSet) -> CellSet {
        if row == 9 {
            return template;
        }
        let here: Vec<Cell> = candidates.filter(|cell| cell.index() / 9 == row).collect();
        if here.is_empty() {
            return in_templates(candidates, row + 1, template);
        }
        let fits = |cell: &&Cell| template.is_disjoint(Nine.peers(**cell));
        let each = here.iter().filter(fits);
        each.fold(CellSet::EMPTY, |all, &cell| {
            all | in_templates(candidates, row + 1, template.with(cell))
        })
    }

    proptest! {
        #[test]
        fn digits_are_passed_over_only_if_all_candidates_are_in_templates(
            givens in prop::collection::vec(any::<bool>(), 81),
            steps in prop::collection::vec((0..81_usize, 0..9_usize), 0..120),
        ) {
            let solution: Board =
                "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                    .parse()
                    .expect("a grid");
            let answers = || solution.givens();
            let mut state = State::new(Nine);
            let given: Vec<_> = answers().zip(&givens).filter(|it| *it.1).map(|it| it.0).collect();
            state.begin(given.into_iter());
            let mut templates = Templates::default();
            // A step removes a false candidate, or places a true one.
            for some in steps.chunks(10) {
                for &(cell, digit) in some {
                    let cell = Cell::new(cell).expect("below 81");
                    let digit = Digit::from_index(digit);
                    if solution.get(cell) != Some(digit) {
                        state.remove(cell, digit);
                    } else if state.of_cell(cell).contains(digit) {
                        state.place(cell, digit);
                    }
                }
                state.settle();
                let removable = templates.removable(&state);
                for digit in Digit::all() {
                    let candidates = state.of_digit(digit);
                    let all = in_templates(candidates, 0, CellSet::EMPTY);
                    prop_assert_eq!(removable.contains(digit), all != candidates);
                }
            }
        }
    }
}
