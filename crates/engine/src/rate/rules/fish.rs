//! Rules 10 and 11, X-wing and swordfish: if the places of a digit in k rows all lie in k columns, the digit is
//! removed from the other cells of these columns. The same is done with rows and columns exchanged.

use super::subsets;
use crate::grid::{CellSet, DigitSet, House};
use crate::rate::bitboards::Bitboards;
use crate::rate::pass::{Evidence, Pass, StepPlace};
use crate::rate::scope::Scope;

/// Searches for X-wings (rule 10 of Wu 2012).
pub(crate) fn x_wing<E: Evidence>(candidates: &Bitboards, scope: Scope, pass: &mut Pass<E>) {
    fish(candidates, 2, scope, pass);
}

/// Searches for swordfish (rule 11 of Wu 2012).
pub(crate) fn swordfish<E: Evidence>(candidates: &Bitboards, scope: Scope, pass: &mut Pass<E>) {
    fish(candidates, 3, scope, pass);
}

fn fish<E: Evidence>(candidates: &Bitboards, size: usize, scope: Scope, pass: &mut Pass<E>) {
    for digit in scope.digits() {
        if candidates.of_digit(digit).is_empty() {
            continue;
        }
        for (base, cover) in [(&ROWS, &COLUMNS), (&COLUMNS, &ROWS)] {
            let masks = candidates.lines_of(digit, base[0].kind());
            let usable = subsets::usable(&masks, size);
            subsets::each(&masks, usable, size, |chosen, union| {
                let places = candidates.of_digit(digit);
                let bases = cells_of(base, chosen);
                let losing = (places & cells_of(cover, union)) - bases;
                pass.remove(candidates, DigitSet::of(digit), losing, || StepPlace {
                    houses: lines_of(base, chosen).collect(),
                    cells: (places & bases).collect(),
                    digits: DigitSet::of(digit),
                });
            });
        }
    }
}

const ROWS: [House; 9] = {
    let mut lines = [House::row(0); 9];
    let mut n = 0;
    while n < lines.len() {
        lines[n] = House::row(n);
        n += 1;
    }
    lines
};

const COLUMNS: [House; 9] = {
    let mut lines = [House::column(0); 9];
    let mut n = 0;
    while n < lines.len() {
        lines[n] = House::column(n);
        n += 1;
    }
    lines
};

fn lines_of(lines: &[House; 9], chosen: u16) -> impl Iterator<Item = House> {
    DigitSet::from_bits(chosen).map(|n| lines[n.index()])
}

fn cells_of(lines: &[House; 9], chosen: u16) -> CellSet {
    lines_of(lines, chosen).fold(CellSet::EMPTY, |cells, line| cells | line.cells())
}
