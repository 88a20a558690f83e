//! Rule 9, intersection removal: if a digit's places in one house all lie in another house, the digit is removed from
//! the rest of the other house. The rule is called pointing if the first house is a box, and claiming if the first
//! house is a row or column.

use crate::grid::{
    Candidates, Changes, Digit, DigitSet, HOUSES, House, HouseKind, cells_at, nth_cell,
};
use crate::rate::pass::{Evidence, Pass, StepPlace};

/// The places of a box in each of its rows, then in each of its columns, as bits. For a row or column, the first
/// three masks are the places in each of its boxes.
const THREES: [u16; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];

/// For each set of two or more places, the mask of [`THREES`] that contains all these places, as a bit; 0 if there
/// is none.
static WAYS: [u8; 512] = {
    let mut table = [0; 512];
    let mut places = 1;
    while places < 512usize {
        let mut way = 0;
        while way < 6 {
            if !places.is_power_of_two() && places & !(THREES[way] as usize) == 0 {
                table[places] |= 1 << way;
            }
            way += 1;
        }
        places += 1;
    }
    table
};

/// Searches for intersection removals (locked candidates), rule 9. A digit with one place in the first house
/// is a single, and not a pattern here.
pub(crate) fn intersection_removal<E: Evidence>(
    candidates: &Candidates,
    scope: Changes,
    pass: &mut Pass<E>,
) {
    for from in scope.houses() {
        let known = if from.kind() == HouseKind::Box {
            0o77
        } else {
            0o07
        };
        for (n, &places) in candidates.places(from).iter().enumerate() {
            let ways = WAYS[usize::from(places & 0x1FF)] & known;
            if ways == 0 {
                continue;
            }
            let digit = Digit::from_index(n);
            let into = INTO[from.index()][ways.trailing_zeros() as usize % 6];
            let losing = (candidates.of_digit(digit) & into.cells()) - from.cells();
            pass.remove(candidates, DigitSet::of(digit), losing, || StepPlace {
                houses: vec![from, into],
                cells: cells_at(from, places).collect(),
                digits: DigitSet::of(digit),
            });
        }
    }
}

/// For each house and each mask of [`THREES`], the other house that shares these places.
static INTO: [[House; 6]; HOUSES] = {
    let mut table = [[House::row(0); 6]; HOUSES];
    let mut n = 0;
    while n < HOUSES * 6 {
        let (from, way) = (n / 6, n % 6);
        let Some(house) = House::new(from) else {
            unreachable!()
        };
        let [row, column, of_box] = nth_cell(house, THREES[way].trailing_zeros() as usize).houses();
        table[from][way] = match (house.kind(), way < 3) {
            (HouseKind::Row | HouseKind::Column, _) => of_box,
            (HouseKind::Box, true) => row,
            (HouseKind::Box, false) => column,
        };
        n += 1;
    }
    table
};
