//! Finds patterns of one digit with two strong links: skyscraper, two-string kite, turbot fish, and the empty
//! rectangle, in which a box takes the place of the first link.

use super::find::{ChainNode, Effect, FindCollector, Link, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, HouseKind, NumberSet, Ordinal, Set};

/// A strong link of a digit: a house in which the digit has exactly two places.
#[derive(Debug, Clone, Copy)]
pub(super) struct StrongPair<G: Geometry> {
    pub house: G::House,
    pub ends: [G::Cell; 2],
    /// The digit's two places in the house, as bits. The places in a row are numbered by column, and the places in a
    /// column by row.
    places: G::Places,
    cells: G::Cells,
}

impl<G: Geometry> StrongPair<G> {
    fn of(state: &State<G>, digit: G::Digit, house: G::House) -> Self {
        let g = state.geometry();
        let places = state.places(digit, house);
        let nth = |place: u32| g.nth_cell(house, place as usize);
        let ends = [nth(places.trailing_zeros()), nth(places.ilog2())];
        Self {
            house,
            ends,
            places,
            cells: ends.into_iter().collect(),
        }
    }

    /// Returns the two ends of the link, in both orders.
    fn directions(&self) -> [[G::Cell; 2]; 2] {
        let [a, b] = self.ends;
        [[a, b], [b, a]]
    }

    fn other(&self, end: G::Cell) -> G::Cell {
        let [a, b] = self.ends;
        if a == end { b } else { a }
    }
}

/// The strong links of one digit: first those in rows, then those in columns, then those in boxes.
#[derive(Debug, Clone)]
pub(super) struct StrongPairs<G: Geometry> {
    pairs: Vec<StrongPair<G>>,
    /// The number of links in rows, the number in rows and columns, and the number in all houses.
    ends: [usize; 3],
}

impl<G: Geometry> StrongPairs<G> {
    const NONE: Self = Self {
        pairs: Vec::new(),
        ends: [0; 3],
    };

    fn update(&mut self, state: &State<G>, digit: G::Digit) {
        self.pairs.clear();
        for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
            for number in state.counts().pairs(digit, kind).ones() {
                let house = state.geometry().nth_house(kind, number);
                self.pairs.push(StrongPair::of(state, digit, house));
            }
            self.ends[kind as usize] = self.pairs.len();
        }
    }

    pub(super) fn all(&self) -> &[StrongPair<G>] {
        &self.pairs
    }

    fn rows(&self) -> &[StrongPair<G>] {
        &self.pairs[..self.ends[0]]
    }

    fn columns(&self) -> &[StrongPair<G>] {
        &self.pairs[self.ends[0]..self.ends[1]]
    }
}

/// The strong links of all digits. After a step, only the links of digits that have changed are computed again.
#[derive(Debug, Clone)]
pub(super) struct StrongLinks<G: Geometry> {
    of_digit: Vec<StrongPairs<G>>,
    /// The step after which the links were computed.
    step: u32,
}

impl<G: Geometry> Default for StrongLinks<G> {
    fn default() -> Self {
        Self {
            of_digit: vec![StrongPairs::NONE; G::DIGITS],
            step: 0,
        }
    }
}

impl<G: Geometry> StrongLinks<G> {
    /// Marks all links as out of date when a new puzzle begins.
    pub(super) fn clear(&mut self) {
        self.step = 0;
    }

    /// Brings the links up to date with the current position.
    pub(super) fn update(&mut self, state: &State<G>) -> &Self {
        if self.step != state.clock() {
            for digit in state.digits_changed(self.step) {
                self.of_digit[digit.index()].update(state, digit);
            }
            self.step = state.clock();
        }
        self
    }

    pub(super) fn of(&self, digit: G::Digit) -> &StrongPairs<G> {
        &self.of_digit[digit.index()]
    }

    /// Returns the cells in which a strong link of the digit ends: a link to another cell of a house, or to the other
    /// candidate of the same cell.
    pub(super) fn nodes(&self, state: &State<G>, digit: G::Digit) -> G::Cells {
        let pairs = self.of(digit).all().iter();
        let in_cells = state.bivalue() & state.of_digit(digit);
        pairs.fold(in_cells, |nodes, pair| nodes | pair.cells)
    }
}

/// Reports the removals of a chain of four cells, joined by a strong, a weak and a strong link.
fn report<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    digit: G::Digit,
    cells: [G::Cell; 4],
    houses: [G::House; 2],
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    let [first, .., last] = cells;
    let seen = state.of_digit(digit) & g.peers(first) & g.peers(last);
    let removed = seen - cells.into_iter().collect::<G::Cells>();
    if removed.is_empty() {
        return Search::Continue(());
    }
    let sum = || cells.iter().map(|cell| cell.index() as u32).sum();
    finds.take_ranked(technique, Effect::removing(digit, removed), 4, sum, || {
        let node = |cell: G::Cell| ChainNode {
            cells: G::Cells::of(cell),
            digit,
        };
        let link = |n: usize| Link {
            from: node(cells[n]),
            to: node(cells[n + 1]),
            strong: n != 1,
        };
        let pattern = Pattern::of_digit(digit).chain((0..3).map(link).collect());
        let pattern = pattern.marks(digit, cells.into_iter().collect(), Role::Pattern);
        let [a, b] = houses;
        pattern.house(a, Role::Link).house(b, Role::Link)
    })
}

/// Finds skyscrapers: two rows, each with two places of a digit, where one place of each row lies in the same column;
/// or the same with rows and columns exchanged.
pub(super) fn skyscraper<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    digits: G::Digits,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    for by_row in [true, false] {
        for digit in digits {
            let pairs = links.of(digit);
            let pairs = if by_row {
                pairs.rows()
            } else {
                pairs.columns()
            };
            for (n, one) in pairs.iter().enumerate() {
                for two in &pairs[n + 1..] {
                    let shared = one.places & two.places;
                    if !shared.is_power_of_two() {
                        continue;
                    }
                    let near =
                        |pair: &StrongPair<G>| g.nth_cell(pair.house, shared.ilog2() as usize);
                    let (b, c) = (near(one), near(two));
                    let cells = [one.other(b), b, c, two.other(c)];
                    let houses = [one.house, two.house];
                    report(state, Technique::Skyscraper, digit, cells, houses, finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Finds kites: a row and a column with two places of a digit each, where one place of the row and one place of the
/// column lie in the same box.
pub(super) fn kite<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    digits: G::Digits,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    for digit in digits {
        let pairs = links.of(digit);
        for row in pairs.rows() {
            for column in pairs.columns() {
                let stack = g.band(HouseKind::Column, g.number(column.house));
                let band = g.band(HouseKind::Row, g.number(row.house));
                if (row.places & stack).is_empty() || (column.places & band).is_empty() {
                    continue;
                }
                join(state, Technique::TwoStringKite, digit, [row, column], finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Reports the chains that join these two strong links of a digit by a weak link. There are at most four.
fn join<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    digit: G::Digit,
    [one, two]: [&StrongPair<G>; 2],
    finds: &mut FindCollector<G>,
) -> Search {
    if !one.cells.is_disjoint(two.cells) {
        return Search::Continue(());
    }
    let g = state.geometry();
    for [a, b] in one.directions() {
        let near = two.cells & g.peers(b);
        if near.is_empty() {
            continue;
        }
        for [c, d] in two.directions() {
            // If one link is in a row and the other in a column, ends that see each other share a box;
            // the other cells lie in both lines.
            if near.contains(c) {
                let houses = [one.house, two.house];
                report(state, technique, digit, [a, b, c, d], houses, finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Finds turbot fish: two strong links of a digit, joined by a weak link.
pub(super) fn turbot_fish<G: Geometry>(
    state: &State<G>,
    links: &StrongLinks<G>,
    digits: G::Digits,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    for digit in digits {
        let pairs = links.of(digit).all();
        for (n, one) in pairs.iter().enumerate() {
            let [a, b] = one.ends;
            let near = g.peers(a) | g.peers(b);
            for two in &pairs[n + 1..] {
                if !two.cells.is_disjoint(near) {
                    join(state, Technique::TurbotFish, digit, [one, two], finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Finds empty rectangles: boxes where all places of a digit lie in one row and one column. One end of a strong
/// link must also lie in this row or in this column, outside the box.
pub(super) fn empty_rectangle<G: Geometry>(
    state: &State<G>,
    digits: G::Digits,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    for digit in digits {
        for of_box in g.houses_of_kind(HouseKind::Box) {
            let places = state.places(digit, of_box);
            if G::count(places) < 3 {
                continue;
            }
            for cross in g.cells_at(of_box, g.empty_rectangle_middles(of_box, places)) {
                empty_rectangle_at(state, digit, cross, of_box, finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Tries the strong links that have an end in the row or the column of an empty rectangle.
fn empty_rectangle_at<G: Geometry>(
    state: &State<G>,
    digit: G::Digit,
    cross: G::Cell,
    of_box: G::House,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = state.geometry();
    let places = state.within(digit, of_box);
    let Some(lines) = g.lines_of(cross) else {
        return Search::Continue(());
    };
    for (line, by_row) in [(lines[0], true), (lines[1], false)] {
        for near in state.within(digit, line) - g.cells_of(of_box) {
            let Some(link) = g.lines_of(near).map(|of_near| of_near[usize::from(by_row)]) else {
                continue;
            };
            let Some(far) = state.within(digit, link).without(near).single() else {
                continue;
            };
            let Some(of_far) = g.lines_of(far) else {
                continue;
            };
            let target = if by_row {
                g.cell_in(of_far[0], lines[1])
            } else {
                g.cell_in(lines[0], of_far[1])
            };
            let is_target = state.of_digit(digit).contains(target);
            if is_target && !g.cells_of(of_box).contains(target) && target != far {
                let effect = Effect::removing(digit, G::Cells::of(target));
                finds.take(Technique::EmptyRectangle, effect, || {
                    Pattern::of_digit(digit)
                        .house(of_box, Role::Box)
                        .house(link, Role::Link)
                        .marks(digit, places, Role::Pattern)
                        .marks(digit, G::Cells::of(near).with(far), Role::Link)
                })?;
            }
        }
    }
    Search::Continue(())
}
