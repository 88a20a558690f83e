//! Rectangles that would have two fillings: four cells in two rows, two columns and two boxes that can
//! hold the same two digits. They rely on the puzzle's having a single solution.
//!
//! As in HoDoKu a corner counts as long as no placed digit excludes the two digits, and a search begins
//! at a corner that has only these two.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, Digit, DigitSet, House};

/// A rectangle, seen from a corner that holds its two digits only.
#[derive(Debug, Clone)]
pub(super) struct Rectangle {
    /// The corner, its neighbours in the row and in the column, and the opposite corner.
    corners: [Cell; 4],
    digits: DigitSet,
    /// The corners that hold further digits.
    roof: CellSet,
    /// The further digits of all of them.
    extra: DigitSet,
}

impl Rectangle {
    fn of(state: &State, corners: [Cell; 4]) -> Self {
        let digits = state.of_cell(corners[0]);
        let further = |cell: Cell| state.of_cell(cell).difference(digits);
        let roof: CellSet = corners
            .into_iter()
            .filter(|&cell| !further(cell).is_empty())
            .collect();
        Self {
            corners,
            digits,
            roof,
            extra: roof.fold(DigitSet::EMPTY, |all, cell| all.union(further(cell))),
        }
    }

    fn cells(&self) -> CellSet {
        self.corners.into_iter().collect()
    }

    /// The houses that hold all cells of the roof.
    fn shared_houses(&self) -> impl Iterator<Item = House> {
        let roof = self.roof;
        let houses = roof.first().map(Cell::houses);
        houses
            .into_iter()
            .flatten()
            .filter(move |house| roof.is_subset(house.cells()))
    }

    fn roof_is_line(&self) -> bool {
        self.roof.len() == 2 && self.shared_houses().next().is_some()
    }

    fn pattern(&self) -> Pattern {
        Pattern::of_digits(self.digits)
            .cells(self.cells() - self.roof, Role::Floor)
            .cells(self.roof, Role::Roof)
    }
}

/// Lists the rectangles of a position, by their first corner in reading order.
pub(super) fn rectangles(state: &State) -> Vec<Rectangle> {
    let mut rectangles = Vec::new();
    for start in state.bivalue() {
        let open = state.open(state.of_cell(start)).without(start);
        let [row, column, of_box] = start.houses().map(House::cells);
        for beside in open & row {
            // The rectangle takes two boxes: one of the neighbours is in the box of the corner.
            let below = if of_box.contains(beside) {
                (open & column) - of_box
            } else {
                open & column & of_box
            };
            for below in below {
                let opposite = Cell::at(below.row(), beside.column());
                if open.contains(opposite) {
                    rectangles.push(Rectangle::of(state, [start, beside, below, opposite]));
                }
            }
        }
    }
    rectangles
}

/// Finds one kind of rectangle.
pub(super) fn find<const P: bool>(
    state: &State,
    rectangles: &[Rectangle],
    technique: Technique,
    finds: &mut Finds<P>,
) -> Search {
    let mut rectangles = rectangles.iter();
    rectangles.try_for_each(|rectangle| check(state, technique, rectangle, finds))
}

fn check<const P: bool>(
    state: &State,
    technique: Technique,
    rectangle: &Rectangle,
    finds: &mut Finds<P>,
) -> Search {
    use Technique::*;
    let roofs = rectangle.roof.len();
    match technique {
        UniqueRectangle1 if roofs == 1 => type_1(state, rectangle, finds),
        UniqueRectangle2 if rectangle.roof_is_line() => type_2(state, technique, rectangle, finds),
        UniqueRectangle5 if roofs == 3 || roofs == 2 && !rectangle.roof_is_line() => {
            type_2(state, technique, rectangle, finds)
        }
        UniqueRectangle3 if rectangle.roof_is_line() => type_3(state, rectangle, finds),
        UniqueRectangle4 if rectangle.roof_is_line() => type_4(state, rectangle, finds),
        UniqueRectangle6 if roofs == 2 && !rectangle.roof_is_line() => {
            type_6(state, rectangle, finds)
        }
        HiddenRectangle => hidden(state, rectangle, finds),
        _ => Search::Continue(()),
    }
}

fn type_1<const P: bool>(state: &State, it: &Rectangle, finds: &mut Finds<P>) -> Search {
    let mut effect = Effect::NONE;
    for digit in it.digits {
        effect.remove(digit, it.roof & state.of_digit(digit));
    }
    finds.take(Technique::UniqueRectangle1, effect, || it.pattern())
}

/// Types 2 and 5.
fn type_2<const P: bool>(
    state: &State,
    technique: Technique,
    it: &Rectangle,
    finds: &mut Finds<P>,
) -> Search {
    let Some(extra) = it.extra.single() else {
        return Search::Continue(());
    };
    let removed = it
        .roof
        .fold(state.of_digit(extra), |seen, cell| seen & cell.peers());
    finds.take(technique, Effect::removing(extra, removed), || {
        it.pattern().marks(extra, it.roof, Role::Pattern)
    })
}

fn type_3<const P: bool>(state: &State, it: &Rectangle, finds: &mut Finds<P>) -> Search {
    for house in it.shared_houses() {
        let others = (house.cells() & state.candidates.blanks()) - it.cells();
        let mut cells = [it.corners[0]; 7];
        // The digits of each choice of cells, together with those of the roof.
        let mut unions = [it.extra; 1 << 7];
        let mut count = 0;
        for (place, cell) in cells.iter_mut().zip(others) {
            *place = cell;
            for chosen in 0..1 << count {
                unions[chosen | 1 << count] = unions[chosen].union(state.of_cell(cell));
            }
            count += 1;
        }
        let choices = unions[..(1 << count) - 1].iter().enumerate();
        for (chosen, &digits) in choices.skip(1) {
            if digits.len() as u32 != chosen.count_ones() + 1 {
                continue;
            }
            let picked = (0..count).filter(|n| chosen >> n & 1 == 1);
            let cells: CellSet = picked.map(|n| cells[n]).collect();
            let mut effect = Effect::NONE;
            for shared in it.shared_houses() {
                if cells.is_subset(shared.cells()) {
                    for digit in digits {
                        effect.remove(digit, state.within(digit, shared) - cells - it.cells());
                    }
                }
            }
            finds.take(Technique::UniqueRectangle3, effect, || {
                it.pattern()
                    .house(house, Role::Base)
                    .cells(cells, Role::Extra)
            })?;
        }
    }
    Search::Continue(())
}

fn type_4<const P: bool>(state: &State, it: &Rectangle, finds: &mut Finds<P>) -> Search {
    for locked in it.digits {
        let Some(other) = it.digits.without(locked).first() else {
            continue;
        };
        // HoDoKu asks it of every house that the two share.
        let only = |house: House| state.within(locked, house).is_subset(it.roof);
        if it.shared_houses().all(only) {
            let effect = Effect::removing(other, it.roof & state.of_digit(other));
            finds.take(Technique::UniqueRectangle4, effect, || {
                it.pattern().marks(locked, it.roof, Role::Pattern)
            })?;
        }
    }
    Search::Continue(())
}

/// Returns whether a digit lies in the row and the column of a corner only in the rectangle.
fn is_locked_at(state: &State, it: &Rectangle, digit: Digit, corner: Cell) -> bool {
    let [row, column, _] = corner.houses();
    let places = state.within(digit, row) | state.within(digit, column);
    places.is_subset(it.cells())
}

fn type_6<const P: bool>(state: &State, it: &Rectangle, finds: &mut Finds<P>) -> Search {
    for digit in it.digits {
        if it
            .roof
            .into_iter()
            .all(|corner| is_locked_at(state, it, digit, corner))
        {
            let effect = Effect::removing(digit, it.roof & state.of_digit(digit));
            finds.take(Technique::UniqueRectangle6, effect, || {
                it.pattern()
                    .marks(digit, it.cells() & state.of_digit(digit), Role::Pattern)
            })?;
        }
    }
    Search::Continue(())
}

fn hidden<const P: bool>(state: &State, it: &Rectangle, finds: &mut Finds<P>) -> Search {
    let [_, beside, below, opposite] = it.corners;
    // With a neighbour of two digits it is of type 1 or 4.
    if !it.roof.contains(beside) || !it.roof.contains(below) {
        return Search::Continue(());
    }
    for locked in it.digits {
        let Some(other) = it.digits.without(locked).first() else {
            continue;
        };
        if is_locked_at(state, it, locked, opposite) {
            let cell = CellSet::of(opposite) & state.of_digit(other);
            finds.take(
                Technique::HiddenRectangle,
                Effect::removing(other, cell),
                || {
                    it.pattern()
                        .marks(locked, it.cells() & state.of_digit(locked), Role::Pattern)
                },
            )?;
        }
    }
    Search::Continue(())
}
