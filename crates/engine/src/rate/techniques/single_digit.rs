//! Patterns of one digit with two strong links: skyscraper, two-string kite, turbot fish, and the empty
//! rectangle, whose first link is a box.

use super::find::{ChainNode, Effect, Finds, Link, Pattern, Role, Search};
use super::nine::is_two;
use super::state::State;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, Digit, House};

/// A house in which a digit has two places.
#[derive(Clone, Copy)]
pub(super) struct StrongPair {
    pub house: House,
    pub ends: [Cell; 2],
}

impl StrongPair {
    pub(super) fn of(state: &State, digit: Digit, house: House) -> Option<Self> {
        let places = state.places(digit, house);
        if !is_two(places) {
            return None;
        }
        let nth = |place: u32| crate::grid::nth_cell(house, place as usize);
        let ends = [nth(places.trailing_zeros()), nth(places.ilog2())];
        Some(Self { house, ends })
    }

    /// The two ends in both directions.
    fn directions(self) -> [[Cell; 2]; 2] {
        let [a, b] = self.ends;
        [[a, b], [b, a]]
    }
}

/// The strong links of a digit: rows first, then columns, then boxes.
pub(super) struct StrongPairs {
    pairs: [StrongPair; 27],
    count: usize,
    /// The number of those that are in rows, and in rows and columns.
    ends: [usize; 2],
}

impl StrongPairs {
    pub(super) fn of(state: &State, digit: Digit) -> Self {
        let none = StrongPair {
            house: House::row(0),
            ends: [Cell::at(0, 0); 2],
        };
        let mut all = Self {
            pairs: [none; 27],
            count: 0,
            ends: [0; 2],
        };
        for house in House::all() {
            if let Some(pair) = StrongPair::of(state, digit, house) {
                all.pairs[all.count] = pair;
                all.count += 1;
                all.ends[0] += usize::from(house.index() < 9);
                all.ends[1] += usize::from(house.index() < 18);
            }
        }
        all
    }

    pub(super) fn all(&self) -> &[StrongPair] {
        &self.pairs[..self.count]
    }

    fn rows(&self) -> &[StrongPair] {
        &self.pairs[..self.ends[0]]
    }

    fn columns(&self) -> &[StrongPair] {
        &self.pairs[self.ends[0]..self.ends[1]]
    }
}

/// Reports `far = near - other near = other far`.
fn report<const P: bool>(
    state: &State,
    technique: Technique,
    digit: Digit,
    cells: [Cell; 4],
    houses: [House; 2],
    finds: &mut Finds<P>,
) -> Search {
    let [first, .., last] = cells;
    let seen = state.of_digit(digit) & first.peers() & last.peers();
    let removed = seen - cells.into_iter().collect::<CellSet>();
    if removed.is_empty() {
        return Search::Continue(());
    }
    let sum = || cells.iter().map(|cell| cell.index() as u32).sum();
    finds.take_ranked(technique, Effect::removing(digit, removed), 4, sum, || {
        let node = |cell: Cell| ChainNode {
            cells: CellSet::of(cell),
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

/// Finds two parallel lines with two places each, one end of each in the same cross line.
pub(super) fn skyscraper<const P: bool>(state: &State, since: u32, finds: &mut Finds<P>) -> Search {
    for by_row in [true, false] {
        for digit in state.digits_changed(since) {
            let pairs = StrongPairs::of(state, digit);
            let pairs = if by_row {
                pairs.rows()
            } else {
                pairs.columns()
            };
            for (n, one) in pairs.iter().enumerate() {
                for two in &pairs[n + 1..] {
                    let cross = |cell: Cell| if by_row { cell.column() } else { cell.row() };
                    let shared = |a: Cell, b: Cell| cross(a) == cross(b);
                    for [a, b] in one.directions() {
                        for [c, d] in two.directions() {
                            if shared(b, c) && !shared(a, d) {
                                let houses = [one.house, two.house];
                                let technique = Technique::Skyscraper;
                                report(state, technique, digit, [a, b, c, d], houses, finds)?;
                            }
                        }
                    }
                }
            }
        }
    }
    Search::Continue(())
}

/// Finds a row and a column with two places each, one end of each in the same box.
pub(super) fn kite<const P: bool>(state: &State, since: u32, finds: &mut Finds<P>) -> Search {
    for digit in state.digits_changed(since) {
        let pairs = StrongPairs::of(state, digit);
        for row in pairs.rows() {
            for column in pairs.columns() {
                for [a, b] in row.directions() {
                    for [c, d] in column.directions() {
                        let distinct = b != c && a != d && a != c && b != d;
                        if b.box_index() == c.box_index() && distinct {
                            let houses = [row.house, column.house];
                            let technique = Technique::TwoStringKite;
                            report(state, technique, digit, [a, b, c, d], houses, finds)?;
                        }
                    }
                }
            }
        }
    }
    Search::Continue(())
}

/// Finds two strong links joined by a weak one.
pub(super) fn turbot_fish<const P: bool>(
    state: &State,
    since: u32,
    finds: &mut Finds<P>,
) -> Search {
    for digit in state.digits_changed(since) {
        let pairs = StrongPairs::of(state, digit);
        for (n, one) in pairs.all().iter().enumerate() {
            for two in &pairs.all()[n + 1..] {
                for [a, b] in one.directions() {
                    for [c, d] in two.directions() {
                        let distinct = b != c && a != d && a != c && b != d;
                        if distinct && b.sees(c) {
                            let houses = [one.house, two.house];
                            let technique = Technique::TurbotFish;
                            report(state, technique, digit, [a, b, c, d], houses, finds)?;
                        }
                    }
                }
            }
        }
    }
    Search::Continue(())
}

/// Finds boxes whose places lie in one row and one column, with a strong link that ends on one of them.
pub(super) fn empty_rectangle<const P: bool>(
    state: &State,
    since: u32,
    finds: &mut Finds<P>,
) -> Search {
    for digit in state.digits_changed(since) {
        for of_box in 0..9 {
            let places = state.within(digit, House::of_box(of_box));
            if places.len() < 3 || places.len() > 5 {
                continue;
            }
            for n in 0..9 {
                let cross = Cell::at(of_box / 3 * 3 + n / 3, of_box % 3 * 3 + n % 3);
                let [row, column, _] = cross.houses();
                let (in_row, in_column) = (places & row.cells(), places & column.cells());
                let proper = !(in_row - column.cells()).is_empty()
                    && !(in_column - row.cells()).is_empty()
                    && places.is_subset(row.cells() | column.cells());
                if proper {
                    empty_rectangle_at(state, digit, cross, places, finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// Tries the strong links that end on the row or the column of an empty rectangle.
fn empty_rectangle_at<const P: bool>(
    state: &State,
    digit: Digit,
    cross: Cell,
    places: CellSet,
    finds: &mut Finds<P>,
) -> Search {
    let [row, column, of_box] = cross.houses();
    for (line, by_row) in [(row, true), (column, false)] {
        for near in state.within(digit, line) - of_box.cells() {
            let link = near.houses()[usize::from(by_row)];
            let Some(pair) = StrongPair::of(state, digit, link) else {
                continue;
            };
            let [a, b] = pair.ends;
            let far = if a == near { b } else { a };
            let target = if by_row {
                Cell::at(far.row(), cross.column())
            } else {
                Cell::at(cross.row(), far.column())
            };
            let is_target = state.of_digit(digit).contains(target);
            if is_target && !of_box.cells().contains(target) && target != far {
                let effect = Effect::removing(digit, CellSet::of(target));
                finds.take(Technique::EmptyRectangle, effect, || {
                    Pattern::of_digit(digit)
                        .house(of_box, Role::Box)
                        .house(link, Role::Link)
                        .marks(digit, places, Role::Pattern)
                        .marks(digit, CellSet::of(near).with(far), Role::Link)
                })?;
            }
        }
    }
    Search::Continue(())
}
