//! Rule 9, intersection removal: a digit whose places in one house all lie in another leaves the
//! rest of the other. Pointing from box to row or column, claiming from row or column to box.

use crate::grid::{Candidates, Digit, DigitSet, House, cells_at, nth_cell};
use crate::rate::pass::{Evidence, Pass, Pattern};

/// The places of a box in each of its rows, then in each of its columns; of a line, the first
/// three are those in each of its boxes.
const THREES: [u16; 6] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444];

/// Rule 9. A digit with one place in the first house is a single and no pattern here.
pub(crate) fn intersection_removal<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    for from in House::all() {
        let ways = if from.index() < 18 { 3 } else { 6 };
        for digit in Digit::all() {
            let places = candidates.places(from, digit);
            if places & places.wrapping_sub(1) == 0 {
                continue;
            }
            for (way, three) in THREES[..ways].iter().enumerate() {
                if places & !three == 0 {
                    let into = other_house(from, way);
                    let cells = cells_at(from, places);
                    let losing = (candidates.of_digit(digit) & into.cells()) - cells;
                    pass.remove(candidates, DigitSet::of(digit), losing, || Pattern {
                        houses: vec![from, into],
                        cells: cells.collect(),
                        digits: DigitSet::of(digit),
                    });
                }
            }
        }
    }
}

/// The house that shares with `from` the places `THREES[way]`.
fn other_house(from: House, way: usize) -> House {
    let cell = nth_cell(from, THREES[way].trailing_zeros() as usize);
    let [row, column, of_box] = cell.houses();
    match (from.index() < 18, way < 3) {
        (true, _) => of_box,
        (false, true) => row,
        (false, false) => column,
    }
}
