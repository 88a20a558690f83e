//! Rules 12 and 13 and the WXYZ-wing: a pivot, and wings that the pivot sees. Each wing has two candidates, Z and
//! a digit that it shares with the pivot.
//!
//! Whichever digit the pivot takes, Z is in a wing, or in the pivot if Z is one of the pivot's candidates. So Z is
//! removed from any cell that sees all these places.

use crate::grid::{Cell, CellSet, Digit, DigitSet, House};
use crate::rate::WingGeometry;
use crate::rate::bitboards::Bitboards;
use crate::rate::pass::{Evidence, Pass, StepPlace};

/// Searches for XY-wings (rule 12 of Wu 2012): a pivot with XY, and wings with XZ and YZ.
pub(crate) fn xy_wing<E: Evidence>(
    candidates: &Bitboards,
    geometry: WingGeometry,
    pass: &mut Pass<E>,
) {
    let two = candidates.with_two();
    for pivot in two.cells {
        let hinges = DigitSet::from_bits(two.digits[pivot.index()]);
        let near = two.cells & pivot.peers();
        let of_wings = hinges.map(|hinge| near & candidates.of_digit(hinge));
        // The digits that each of the hinges has beside it in a possible wing.
        let beside = of_wings.map(|wings| two.digits_in(wings));
        let shared = beside.fold(DigitSet::ALL, DigitSet::intersection);
        for z in shared.difference(hinges) {
            if let Some(wings) = Wings::new(candidates, two.cells, pivot, hinges, z) {
                wings.each(geometry, CellSet::ALL, pass);
            }
        }
    }
}

/// Searches for XYZ-wings (rule 13 of Wu 2012): a pivot with XYZ, and wings with XZ and YZ.
pub(crate) fn xyz_wing<E: Evidence>(
    candidates: &Bitboards,
    geometry: WingGeometry,
    pass: &mut Pass<E>,
) {
    pivot_holds_z(candidates, 3, geometry, pass);
}

/// Searches for WXYZ-wings: a pivot with WXYZ, and wings with WZ, XZ and YZ. The cells may have any arrangement, since
/// Wu 2012 shows none.
pub(crate) fn wxyz_wing<E: Evidence>(candidates: &Bitboards, pass: &mut Pass<E>) {
    pivot_holds_z(candidates, 4, WingGeometry::General, pass);
}

fn pivot_holds_z<E: Evidence>(
    candidates: &Bitboards,
    size: usize,
    geometry: WingGeometry,
    pass: &mut Pass<E>,
) {
    let two = candidates.with_two();
    let more_than: [CellSet; 5] = candidates.more_than();
    for pivot in more_than[size - 1] - more_than[size] {
        let near = two.cells & pivot.peers();
        if near.is_empty() || near.single().is_some() {
            continue;
        }
        let digits = candidates.of_cell(pivot);
        // The digits of possible wings, and those of more than one.
        let (mut once, mut twice) = (0, 0);
        for wing in near {
            let of_wing = two.digits[wing.index()];
            if of_wing & !digits.bits() == 0 {
                twice |= once & of_wing;
                once |= of_wing;
            }
        }
        for z in DigitSet::from_bits(twice) {
            if let Some(wings) = Wings::new(candidates, two.cells, pivot, digits.without(z), z) {
                wings.each(geometry, pivot.peers(), pass);
            }
        }
    }
}

/// The possible wings of a pivot for one digit Z, which is a candidate of each wing.
struct Wings<'a> {
    candidates: &'a Bitboards,
    pivot: Cell,
    z: Digit,
    /// For each digit that the pivot shares with a wing, the cells that can be that wing.
    seats: [CellSet; 3],
    hinges: usize,
}

impl<'a> Wings<'a> {
    /// Finds the possible wings of a pivot. `pairs` are the cells with exactly two candidates. `hinges` are the digits
    /// that the pivot must share with a wing. Returns `None` if there is no possible wing for one of them.
    #[inline]
    fn new(
        candidates: &'a Bitboards,
        pairs: CellSet,
        pivot: Cell,
        hinges: DigitSet,
        z: Digit,
    ) -> Option<Self> {
        let near = pairs & candidates.of_digit(z) & pivot.peers();
        let mut seats = [CellSet::EMPTY; 3];
        for (seats, hinge) in seats.iter_mut().zip(hinges) {
            *seats = near & candidates.of_digit(hinge);
            if seats.is_empty() {
                return None;
            }
        }
        let hinges = hinges.len();
        Some(Self {
            candidates,
            pivot,
            z,
            seats,
            hinges,
        })
    }

    /// Reports every choice of wings, one for each digit that the pivot shares with a wing. `seeing` are the cells that
    /// may lose Z: those that see the pivot, or all cells if Z can't be in the pivot.
    fn each<E: Evidence>(&self, geometry: WingGeometry, seeing: CellSet, pass: &mut Pass<E>) {
        let [first, second, third] = self.seats;
        for a in first {
            for b in second {
                let seeing = seeing & a.peers() & b.peers();
                if self.hinges == 2 {
                    if geometry == WingGeometry::General || is_printed(self.pivot, a, b) {
                        self.report(&[self.pivot, a, b], seeing, pass);
                    }
                } else {
                    for c in third {
                        self.report(&[self.pivot, a, b, c], seeing & c.peers(), pass);
                    }
                }
            }
        }
    }

    /// Reports a wing pattern. A pattern without effect is left out if such patterns are not counted. It is also
    /// left out if its cells are the only blanks of one of the pivot's houses (docs/rating.md).
    fn report<E: Evidence>(&self, cells: &[Cell], seeing: CellSet, pass: &mut Pass<E>) {
        let losing = seeing & self.candidates.of_digit(self.z);
        if losing.is_empty() && (!pass.idle || fill_a_house(self.candidates, cells)) {
            return;
        }
        pass.remove(self.candidates, DigitSet::of(self.z), losing, || {
            StepPlace {
                houses: vec![],
                cells: cells.to_vec(),
                digits: cells.iter().fold(DigitSet::EMPTY, |all, &cell| {
                    all.union(self.candidates.of_cell(cell))
                }),
            }
        });
    }
}

fn fill_a_house(candidates: &Bitboards, cells: &[Cell]) -> bool {
    let pattern: CellSet = cells.iter().copied().collect();
    let fills = |house: House| house.cells() & candidates.blanks() == pattern;
    cells[0].houses().into_iter().any(fills)
}

/// Returns whether the wings have the arrangement that Wu 2012 shows. One wing lies in the pivot's box. The other
/// lies outside the box, in a row or column of the pivot; the first wing must not lie in that line.
fn is_printed(pivot: Cell, a: Cell, b: Cell) -> bool {
    let fits = |near: Cell, far: Cell| {
        let missed = if far.row() == pivot.row() {
            near.row() != pivot.row()
        } else {
            near.column() != pivot.column()
        };
        missed && near.box_index() == pivot.box_index() && far.box_index() != pivot.box_index()
    };
    fits(a, b) || fits(b, a)
}
