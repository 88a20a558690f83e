//! Rule 9, intersection removal: if a digit's places in one house all lie in another house, the digit is removed from
//! the rest of the other house. The rule is called pointing if the first house is a box, and claiming if the first
//! house is a row or column.

use crate::grid::{DigitSet, HOUSES, House, HouseKind, cells_at, nth_cell};
use crate::rate::bitboards::Bitboards;
use crate::rate::fields::{self, ByHouse, count, field};
use crate::rate::pass::{Evidence, Pass, StepPlace};
use crate::rate::scope::Scope;

/// The places that a box shares with each of its rows and then with each of its columns, as bits. The first three masks
/// are also the places that a row or column shares with each of its boxes.
const THREES: [u16; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];

/// For each set of two or more places, the mask of [`THREES`] that contains all these places, as a bit: bit n for
/// mask n. The entry is 0 if no mask contains them all.
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

/// Searches for locked candidates (intersection removal, rule 9 of Wu 2012). A digit with only one place in a house is
/// skipped there, since it is a single.
pub(crate) fn intersection_removal<E: Evidence>(
    candidates: &Bitboards,
    scope: Scope,
    pass: &mut Pass<E>,
) {
    // Most patterns have no effect, and are only counted.
    let mut effective = [0; 9];
    let mut missed = 0;
    for digit in scope.digits() {
        let cells = candidates.by_house(digit);
        if *cells == [0; 4] {
            continue;
        }
        for from in scope.within(houses_with_locked(cells)).each_house() {
            let places = field(cells, from);
            let has_effect = count(field(cells, other_house(from, places))) > count(places);
            effective[digit.index()] |= u32::from(has_effect) << from.index();
            missed += u32::from(!has_effect);
        }
    }
    pass.miss(missed);
    if effective == [0; 9] {
        return;
    }
    scope.by_house(&effective, |from, digit| {
        let places = field(candidates.by_house(digit), from);
        let into = other_house(from, places);
        let losing = (candidates.of_digit(digit) & into.cells()) - from.cells();
        pass.remove(candidates, DigitSet::of(digit), losing, || StepPlace {
            houses: vec![from, into],
            cells: cells_at(from, places as u16).collect(),
            digits: DigitSet::of(digit),
        });
    });
}

/// Returns the other house that contains all these places of the house `from`. There must be two or more places.
#[inline]
fn other_house(from: House, places: u32) -> House {
    let known = if from.index() < 18 { 0o07 } else { 0o77 };
    let ways = WAYS[places as usize & 0x1FF] & known;
    INTO[from.index()][ways.trailing_zeros() as usize % 6]
}

/// Returns, as bits, the houses in which a set has two or more cells, all of which also lie in one other house.
#[inline]
fn houses_with_locked(cells: &ByHouse) -> u32 {
    /// The lowest bit of each third of a house's nine bits. A third of a row or column lies in one box, a third of a
    /// box in one row.
    const THIRDS: u64 = 0o111_111_111_111_111_111_111;
    /// The three lowest of the nine bits of each box, one for each of its columns. For rows and columns, all bits
    /// are 0.
    const COLUMNS: ByHouse = [0, 0, 0o007_007_007 << 36, 0o007_007_007_007_007_007];
    let mut locked = [0; 4];
    for (word, &places) in cells.iter().enumerate() {
        let any = fields::filled(places);
        let several = fields::filled(fields::without_first(places, any));
        let thirds = (places | places >> 1 | places >> 2) & THIRDS;
        let spread = fields::filled(fields::without_first(thirds, any));
        let columns = (places | places >> 3 | places >> 6) & COLUMNS[word];
        let any = fields::filled(columns);
        let one_column = any & !fields::filled(fields::without_first(columns, any));
        locked[word] = several & (!spread | one_column);
    }
    fields::houses_of(locked)
}

/// For each house and each mask of [`THREES`], the other house that contains the places in the mask.
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
