//! Rules 10 and 11, X-wing and swordfish: a digit whose places in k rows lie in k columns leaves
//! the other cells of these columns; and the same with rows and columns exchanged.

use super::subsets;
use crate::grid::{Candidates, CellSet, Digit, DigitSet, House};
use crate::rate::pass::{Evidence, Pass, Pattern};

/// Rule 10.
pub(crate) fn x_wing<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    fish(candidates, 2, pass);
}

/// Rule 11.
pub(crate) fn swordfish<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    fish(candidates, 3, pass);
}

fn fish<E: Evidence>(candidates: &Candidates, size: u8, pass: &mut Pass<E>) {
    for digit in Digit::all() {
        for (base, cover) in [
            (
                House::row as fn(usize) -> House,
                House::column as fn(usize) -> House,
            ),
            (House::column, House::row),
        ] {
            let mut masks = [0; 9];
            for (line, mask) in masks.iter_mut().enumerate() {
                *mask = candidates.places(base(line), digit);
            }
            subsets::each(&masks, size, |chosen, union| {
                let lines = |of: fn(usize) -> House, bits| {
                    DigitSet::from_bits(bits)
                        .fold(CellSet::EMPTY, |cells, n| cells | of(n.index()).cells())
                };
                let places = candidates.of_digit(digit);
                let bases = lines(base, chosen);
                let losing = (places & lines(cover, union)) - bases;
                pass.remove(candidates, DigitSet::of(digit), losing, || Pattern {
                    houses: vec![],
                    cells: (places & bases).collect(),
                    digits: DigitSet::of(digit),
                });
            });
        }
    }
}
