//! Patterns of one digit with two strong links: skyscraper, two-string kite, turbot fish, and the empty
//! rectangle, whose first link is a box.

use super::find::{ChainNode, Effect, Finds, Link, Pattern, Role, Search};
use super::nine::count;
use super::state::State;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, Digit, DigitSet, House, cells_at, nth_cell};

/// A house in which a digit has two places.
#[derive(Debug, Clone, Copy)]
pub(super) struct StrongPair {
    pub house: House,
    pub ends: [Cell; 2],
    /// The two places in the house, which in a line are the numbers of the lines that cross it.
    places: u16,
    cells: CellSet,
}

impl StrongPair {
    fn of(state: &State, digit: Digit, house: House) -> Self {
        let places = state.places(digit, house);
        let nth = |place: u32| nth_cell(house, place as usize);
        let ends = [nth(places.trailing_zeros()), nth(places.ilog2())];
        Self {
            house,
            ends,
            places,
            cells: ends.into_iter().collect(),
        }
    }

    /// The two ends in both directions.
    fn directions(&self) -> [[Cell; 2]; 2] {
        let [a, b] = self.ends;
        [[a, b], [b, a]]
    }

    fn other(&self, end: Cell) -> Cell {
        let [a, b] = self.ends;
        if a == end { b } else { a }
    }
}

/// The strong links of a digit: rows first, then columns, then boxes.
#[derive(Debug, Clone)]
pub(super) struct StrongPairs {
    pairs: [StrongPair; 27],
    /// The number of those that are in rows, in rows and columns, and in all houses.
    ends: [usize; 3],
}

impl StrongPairs {
    const NONE: Self = Self {
        pairs: [StrongPair {
            house: House::row(0),
            ends: [Cell::at(0, 0); 2],
            places: 0,
            cells: CellSet::EMPTY,
        }; 27],
        ends: [0; 3],
    };

    fn update(&mut self, state: &State, digit: Digit) {
        let mut count = 0;
        for kind in 0..3 {
            for number in DigitSet::from_bits(state.counts().pairs(digit, kind)) {
                let number = number.index();
                let house = [House::row, House::column, House::of_box][kind](number);
                self.pairs[count] = StrongPair::of(state, digit, house);
                count += 1;
            }
            self.ends[kind] = count;
        }
    }

    pub(super) fn all(&self) -> &[StrongPair] {
        &self.pairs[..self.ends[2]]
    }

    fn rows(&self) -> &[StrongPair] {
        &self.pairs[..self.ends[0]]
    }

    fn columns(&self) -> &[StrongPair] {
        &self.pairs[self.ends[0]..self.ends[1]]
    }
}

/// The strong links of all digits, which are listed again only for digits that have changed.
#[derive(Debug, Clone)]
pub(super) struct StrongLinks {
    of_digit: [StrongPairs; 9],
    /// The step after which they were listed.
    step: u32,
}

impl Default for StrongLinks {
    fn default() -> Self {
        Self {
            of_digit: [StrongPairs::NONE; 9],
            step: 0,
        }
    }
}

impl StrongLinks {
    /// Forgets the puzzle.
    pub(super) fn clear(&mut self) {
        self.step = 0;
    }

    /// Lists the links of this position.
    pub(super) fn update(&mut self, state: &State) -> &Self {
        if self.step != state.clock() {
            for digit in state.digits_changed(self.step) {
                self.of_digit[digit.index()].update(state, digit);
            }
            self.step = state.clock();
        }
        self
    }

    pub(super) fn of(&self, digit: Digit) -> &StrongPairs {
        &self.of_digit[digit.index()]
    }

    /// Returns the cells where a digit has a strong link, in a house or in the cell.
    pub(super) fn nodes(&self, state: &State, digit: Digit) -> CellSet {
        let pairs = self.of(digit).all().iter();
        let in_cells = state.bivalue() & state.of_digit(digit);
        pairs.fold(in_cells, |nodes, pair| nodes | pair.cells)
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
pub(super) fn skyscraper<const P: bool>(
    state: &State,
    links: &StrongLinks,
    since: u32,
    finds: &mut Finds<P>,
) -> Search {
    let changed = state.digits_changed(since);
    for by_row in [true, false] {
        for digit in changed {
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
                    let near = |pair: &StrongPair| nth_cell(pair.house, shared.ilog2() as usize);
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

/// The three of nine lines in a band or stack.
fn three(band: usize) -> u16 {
    0b111 << (3 * band)
}

/// Finds a row and a column with two places each, one end of each in the same box.
pub(super) fn kite<const P: bool>(
    state: &State,
    links: &StrongLinks,
    since: u32,
    finds: &mut Finds<P>,
) -> Search {
    for digit in state.digits_changed(since) {
        let pairs = links.of(digit);
        for row in pairs.rows() {
            for column in pairs.columns() {
                let stack = three(column.house.number() / 3);
                let band = three(row.house.number() / 3);
                if row.places & stack == 0 || column.places & band == 0 {
                    continue;
                }
                join(state, Technique::TwoStringKite, digit, [row, column], finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Reports the two chains at most that two strong links form with a weak link from one to the other.
fn join<const P: bool>(
    state: &State,
    technique: Technique,
    digit: Digit,
    [one, two]: [&StrongPair; 2],
    finds: &mut Finds<P>,
) -> Search {
    if !one.cells.is_disjoint(two.cells) {
        return Search::Continue(());
    }
    for [a, b] in one.directions() {
        let near = two.cells & b.peers();
        if near.is_empty() {
            continue;
        }
        for [c, d] in two.directions() {
            // Of a row and a column, cells that see each other share a box: the others are in both.
            if near.contains(c) {
                let houses = [one.house, two.house];
                report(state, technique, digit, [a, b, c, d], houses, finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Finds two strong links joined by a weak one.
pub(super) fn turbot_fish<const P: bool>(
    state: &State,
    links: &StrongLinks,
    since: u32,
    finds: &mut Finds<P>,
) -> Search {
    for digit in state.digits_changed(since) {
        let pairs = links.of(digit).all();
        for (n, one) in pairs.iter().enumerate() {
            let [a, b] = one.ends;
            let near = a.peers() | b.peers();
            for two in &pairs[n + 1..] {
                if !two.cells.is_disjoint(near) {
                    join(state, Technique::TurbotFish, digit, [one, two], finds)?;
                }
            }
        }
    }
    Search::Continue(())
}

/// By the places of a digit in a box: the cells of the box, nine bits, in whose row and column they all
/// lie, at least one beside the cell in each.
static CROSSES: [u16; 512] = {
    let mut table = [0; 512];
    let mut n = 0;
    while n < 9 * 512 {
        let (cell, places) = (n / 512, (n % 512) as u16);
        let row = 0b111 << (cell / 3 * 3);
        let column = 0b1_001_001 << (cell % 3);
        let beside = [places & row & !column, places & column & !row];
        if places & !(row | column) == 0 && beside[0] != 0 && beside[1] != 0 {
            table[places as usize] |= 1 << cell;
        }
        n += 1;
    }
    table
};

/// Finds boxes whose places lie in one row and one column, with a strong link that ends on one of them.
pub(super) fn empty_rectangle<const P: bool>(
    state: &State,
    since: u32,
    finds: &mut Finds<P>,
) -> Search {
    for digit in state.digits_changed(since) {
        for of_box in (0..9).map(House::of_box) {
            let places = state.places(digit, of_box);
            if count(places) < 3 {
                continue;
            }
            for cross in cells_at(of_box, CROSSES[usize::from(places)]) {
                let places = state.within(digit, of_box);
                empty_rectangle_at(state, digit, cross, places, finds)?;
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
            let Some(far) = state.within(digit, link).without(near).single() else {
                continue;
            };
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
