//! Applies the basic rules to boards of any shape, until no rule changes anything.
//!
//! The result doesn't depend on the order of the rules. Rules only remove candidates, and no removal prevents a
//! later one.

use super::position::{Ending, FusedPosition};
use super::{BasicSet, subsets};
use crate::grid::{LayoutHouses, Shape};

/// The rules that look at one house at a time, cheapest first. Each has its own list of houses that it must look at
/// again.
const PASSES: [fn(&mut FusedPosition, &LayoutHouses, BasicSet, usize); 4] = [
    locked,
    |position, table, basic, house| subsets_of(position, table, basic, house, 2),
    |position, table, basic, house| subsets_of(position, table, basic, house, 3),
    |position, table, basic, house| subsets_of(position, table, basic, house, 4),
];

/// Returns, for each rule of [`PASSES`], whether this set of basic rules includes at least a part of the rule.
fn passes(basic: BasicSet) -> [bool; PASSES.len()] {
    let any = |first, second| basic.has(first) || basic.has(second);
    let subsets = |size| {
        any(
            BasicSet::subsets(size, false),
            BasicSet::subsets(size, true),
        )
    };
    [
        any(BasicSet::POINTING, BasicSet::CLAIMING),
        subsets(2),
        subsets(3),
        subsets(4),
    ]
}

/// Applies the rules until the position is solved, has failed, or doesn't change any more.
pub(super) fn settle(
    position: &mut FusedPosition,
    table: &LayoutHouses,
    basic: BasicSet,
) -> Ending {
    settle_until(position, table, basic, None)
}

/// Applies the rules as [`settle`] does, but stops as soon as the cell `until`, if any, is placed.
pub(super) fn settle_until(
    position: &mut FusedPosition,
    table: &LayoutHouses,
    basic: BasicSet,
    until: Option<usize>,
) -> Ending {
    let active = passes(basic);
    let mut waiting = [0u128; PASSES.len()];
    loop {
        position.place_due(table, basic, until);
        let is_there = until.is_some_and(|cell| position.is_placed(cell));
        if is_there || position.ending() != Ending::Undecided {
            return position.ending();
        }
        let changed_houses = std::mem::take(&mut position.changed_houses);
        for houses in &mut waiting {
            *houses |= changed_houses;
        }
        let next = (0..PASSES.len()).find(|&pass| active[pass] && waiting[pass] != 0);
        let Some(pass) = next else {
            return Ending::Undecided;
        };
        let mut houses = std::mem::take(&mut waiting[pass]);
        while houses != 0 && !position.has_failed() {
            PASSES[pass](position, table, basic, houses.trailing_zeros() as usize);
            houses &= houses - 1;
        }
    }
}

/// Applies the locked candidates of a house: pointing if it is a box or another region, claiming if it is a line.
fn locked(position: &mut FusedPosition, table: &LayoutHouses, basic: BasicSet, house: usize) {
    let side = table.layout().side();
    let rule = if house >= 2 * side {
        BasicSet::POINTING
    } else {
        BasicSet::CLAIMING
    };
    if !basic.has(rule) {
        return;
    }
    for digit in 0..side {
        let places = position.places(table, house, digit);
        if !(2..=table.largest_crossing()).contains(&places.count_ones()) {
            continue;
        }
        // The houses that hold all these places; after two of them there is seldom another.
        let (mut left, mut shared) = (places, !(1 << house));
        while left != 0 && shared != 0 {
            shared &= table.house_set(table.cell(house, left.trailing_zeros() as usize));
            left &= left - 1;
        }
        while shared != 0 {
            let other = shared.trailing_zeros() as usize;
            shared &= shared - 1;
            clear_rest(position, table, basic, (other, digit), house);
        }
    }
}

/// Removes a digit from those cells of a house that are not also in `kept_house`.
fn clear_rest(
    position: &mut FusedPosition,
    table: &LayoutHouses,
    basic: BasicSet,
    (house, digit): (usize, usize),
    kept_house: usize,
) {
    let mut places = position.places(table, house, digit);
    while places != 0 {
        let cell = table.cell(house, places.trailing_zeros() as usize);
        places &= places - 1;
        if table.house_set(cell) >> kept_house & 1 == 0 {
            position.remove_all(table, basic, cell, 1 << digit);
        }
    }
}

/// Applies naked and hidden subsets of this size in a house.
fn subsets_of(
    position: &mut FusedPosition,
    table: &LayoutHouses,
    basic: BasicSet,
    house: usize,
    size: usize,
) {
    let side = table.layout().side();
    let mut words = [0; Shape::LARGEST_SIDE];
    for hidden in [false, true] {
        if !basic.has(BasicSet::subsets(size, hidden)) {
            continue;
        }
        for (index, word) in words[..side].iter_mut().enumerate() {
            *word = if hidden {
                position.places(table, house, index)
            } else {
                position.cells[table.cell(house, index)]
            };
        }
        // The words are as before the first removal; what they show is still true.
        subsets::for_each(&words[..side], size, |chosen, union| {
            if union.count_ones() < chosen.count_ones() {
                position.fail();
            }
            let (places, digits) = if hidden {
                (union, chosen)
            } else {
                (chosen, union)
            };
            for place in 0..side {
                let cell = table.cell(house, place);
                let inside = places >> place & 1 == 1;
                // If hidden, the other digits are removed from the cells; if naked, the digits are
                // removed from other cells.
                let gone = match (hidden, inside) {
                    (true, true) => position.cells[cell] & !digits,
                    (false, false) => position.cells[cell] & digits,
                    _ => 0,
                };
                position.remove_all(table, basic, cell, gone);
            }
        });
    }
}
