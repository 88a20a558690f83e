//! Finds unique rectangles: four cells in two rows, two columns and two boxes. If all four had only the same two
//! candidates, the puzzle would have two solutions. The technique relies on there being only one.
//!
//! A search starts at a corner whose only candidates are the two digits. Each other corner is a blank that sees
//! neither of the two digits on the board. As in HoDoKu, steps may have removed the two digits from its
//! candidates.

use super::find::{Effect, FindCollector, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Geometry, Set};

/// A possible unique rectangle, seen from a corner whose only candidates are the rectangle's two digits.
#[derive(Debug, Clone)]
pub(super) struct Rectangle<G: Geometry> {
    geometry: G,
    /// The first corner, its neighbour in the same row, its neighbour in the same column, and the opposite corner.
    corners: [G::Cell; 4],
    digits: G::Digits,
    /// The corners with any candidate besides the two digits of the rectangle.
    roof: G::Cells,
    /// The candidates of the roof (the corners with other digits) besides the two digits of the rectangle.
    extra: G::Digits,
}

impl<G: Geometry> Rectangle<G> {
    fn of(state: &State<G>, corners: [G::Cell; 4]) -> Self {
        let digits = state.of_cell(corners[0]);
        let further = |cell: G::Cell| state.of_cell(cell).difference(digits);
        let roof: G::Cells = corners
            .into_iter()
            .filter(|&cell| !further(cell).is_empty())
            .collect();
        Self {
            geometry: state.geometry(),
            corners,
            digits,
            roof,
            extra: roof.fold(G::Digits::EMPTY, |all, cell| all.union(further(cell))),
        }
    }

    fn cells(&self) -> G::Cells {
        self.corners.into_iter().collect()
    }

    /// Returns the houses that contain all cells of the roof.
    fn shared_houses(&self) -> impl Iterator<Item = G::House> {
        let roof = self.roof;
        let g = self.geometry;
        let houses = roof.first().map(|cell| g.houses_of(cell));
        houses
            .into_iter()
            .flatten()
            .filter(move |&house| roof.is_subset(g.cells_of(house)))
    }

    fn roof_is_line(&self) -> bool {
        self.roof.len() == 2 && self.shared_houses().next().is_some()
    }

    fn pattern(&self) -> Pattern<G> {
        Pattern::of_digits(self.digits)
            .cells(self.cells() - self.roof, Role::Floor)
            .cells(self.roof, Role::Roof)
    }
}

/// Lists the possible unique rectangles of a position, in reading order of their first corners.
pub(super) fn rectangles<G: Geometry>(state: &State<G>) -> Vec<Rectangle<G>> {
    let g = state.geometry();
    let mut rectangles = Vec::new();
    for start in state.bivalue() {
        let open = state.open(state.of_cell(start)).without(start);
        let (Some([row, column]), Some(of_box)) = (g.lines_of(start), g.box_of(start)) else {
            continue;
        };
        let [row, column, of_box] = [row, column, of_box].map(|house| g.cells_of(house));
        for beside in open & row {
            // The rectangle lies in two boxes, so one of the neighbours is in the box of the corner.
            let below = if of_box.contains(beside) {
                (open & column) - of_box
            } else {
                open & column & of_box
            };
            for below in below {
                let (Some([row, _]), Some([_, column])) = (g.lines_of(below), g.lines_of(beside))
                else {
                    continue;
                };
                let corners = [start, beside, below, g.cell_in(row, column)];
                if open.contains(corners[3]) && is_deadly(g, corners) {
                    rectangles.push(Rectangle::of(state, corners));
                }
            }
        }
    }
    rectangles
}

/// Returns whether two digits can be exchanged in the four corners. Corners `a` and `d` are opposite each other, and so
/// are `b` and `c`. Every house must contain as many corners of one pair as of the other. On boards with rectangular
/// boxes and no extra houses, every rectangle in two boxes meets this condition, so the result is `true` without a
/// check.
fn is_deadly<G: Geometry>(g: G, [a, b, c, d]: [G::Cell; 4]) -> bool {
    let is_even = |house: G::House| {
        let count = |one: G::Cell, two: G::Cell| {
            let cells = G::Cells::of(one).with(two);
            (cells & g.cells_of(house)).len()
        };
        count(a, d) == count(b, c)
    };
    g.has_plain_bands() || [a, b, c, d].iter().all(|&it| g.houses_of(it).all(is_even))
}

/// Finds the unique rectangles of one technique, which is one of the types 1 to 6 or the hidden rectangle.
pub(super) fn find<G: Geometry>(
    state: &State<G>,
    rectangles: &[Rectangle<G>],
    technique: Technique,
    finds: &mut FindCollector<G>,
) -> Search {
    let mut rectangles = rectangles.iter();
    rectangles.try_for_each(|rectangle| check(state, technique, rectangle, finds))
}

fn check<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    rectangle: &Rectangle<G>,
    finds: &mut FindCollector<G>,
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

fn type_1<G: Geometry>(
    state: &State<G>,
    it: &Rectangle<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let mut effect = Effect::none();
    for digit in it.digits {
        effect.remove(digit, it.roof & state.of_digit(digit));
    }
    finds.take(Technique::UniqueRectangle1, effect, || it.pattern())
}

/// Finds unique rectangles of types 2 and 5.
fn type_2<G: Geometry>(
    state: &State<G>,
    technique: Technique,
    it: &Rectangle<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let Some(extra) = it.extra.single() else {
        return Search::Continue(());
    };
    let removed = it.roof.fold(state.of_digit(extra), |seen, cell| {
        seen & it.geometry.peers(cell)
    });
    finds.take(technique, Effect::removing(extra, removed), || {
        it.pattern().marks(extra, it.roof, Role::Pattern)
    })
}

/// The maximum number of blanks that a house may have outside the rectangle, in the search for unique rectangles of
/// type 3. The search tries all choices of these blanks, so houses with more are skipped. A house of 16 cells, two
/// of which are corners, has 14 other cells.
const MOST_OTHERS: usize = 14;

fn type_3<G: Geometry>(
    state: &State<G>,
    it: &Rectangle<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let g = it.geometry;
    for house in it.shared_houses() {
        let others = (g.cells_of(house) & state.candidates.blanks()) - it.cells();
        if others.len() > MOST_OTHERS {
            continue;
        }
        // The digits of each choice of cells, joined with those of the roof.
        let mut unions = Vec::with_capacity(1 << others.len());
        unions.push(it.extra);
        for cell in others {
            for chosen in 0..unions.len() {
                unions.push(unions[chosen] | state.of_cell(cell));
            }
        }
        let choices = unions[..unions.len() - 1].iter().enumerate();
        for (chosen, &digits) in choices.skip(1) {
            if digits.len() as u32 != chosen.count_ones() + 1 {
                continue;
            }
            let picked = others.enumerate().filter(|(n, _)| chosen >> n & 1 == 1);
            let cells: G::Cells = picked.map(|(_, cell)| cell).collect();
            let mut effect = Effect::none();
            for shared in it.shared_houses() {
                if cells.is_subset(g.cells_of(shared)) {
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

fn type_4<G: Geometry>(
    state: &State<G>,
    it: &Rectangle<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    for locked in it.digits {
        let Some(other) = it.digits.without(locked).first() else {
            continue;
        };
        // HoDoKu requires this of every house that the two share.
        let only = |house: G::House| state.within(locked, house).is_subset(it.roof);
        if it.shared_houses().all(only) {
            let effect = Effect::removing(other, it.roof & state.of_digit(other));
            finds.take(Technique::UniqueRectangle4, effect, || {
                it.pattern().marks(locked, it.roof, Role::Pattern)
            })?;
        }
    }
    Search::Continue(())
}

/// Returns whether all places of a digit in the row and in the column of a corner are corners of the rectangle.
fn is_locked_at<G: Geometry>(
    state: &State<G>,
    it: &Rectangle<G>,
    digit: G::Digit,
    corner: G::Cell,
) -> bool {
    let Some([row, column]) = it.geometry.lines_of(corner) else {
        return false;
    };
    let places = state.within(digit, row) | state.within(digit, column);
    places.is_subset(it.cells())
}

fn type_6<G: Geometry>(
    state: &State<G>,
    it: &Rectangle<G>,
    finds: &mut FindCollector<G>,
) -> Search {
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

fn hidden<G: Geometry>(
    state: &State<G>,
    it: &Rectangle<G>,
    finds: &mut FindCollector<G>,
) -> Search {
    let [_, beside, below, opposite] = it.corners;
    // If a neighbour has only the two digits, it is type 1 or 4.
    if !it.roof.contains(beside) || !it.roof.contains(below) {
        return Search::Continue(());
    }
    for locked in it.digits {
        let Some(other) = it.digits.without(locked).first() else {
            continue;
        };
        if is_locked_at(state, it, locked, opposite) {
            let cell = G::Cells::of(opposite) & state.of_digit(other);
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
