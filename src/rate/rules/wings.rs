//! Rules 12 and 13 and the WXYZ-wing: a pivot and two-candidate wings that it sees, each of which
//! shares one digit of the pivot and holds Z besides. Whichever digit the pivot takes, Z stands in
//! a wing, or in the pivot itself where it is one of its candidates: what sees all of these is not Z.

use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet};
use crate::rate::WingGeometry;
use crate::rate::pass::{Evidence, Pass, Pattern};

/// Rule 12: pivot XY, wings XZ and YZ.
pub(crate) fn xy_wing<E: Evidence>(
    candidates: &Candidates,
    geometry: WingGeometry,
    pass: &mut Pass<E>,
) {
    for pivot in candidates.with_count(2) {
        let hinges = candidates.of_cell(pivot);
        for z in DigitSet::ALL.difference(hinges) {
            let wing = Wing::new(candidates, geometry, pivot, z);
            wing.spread(hinges, CellSet::ALL, pass);
        }
    }
}

/// Rule 13: pivot XYZ, wings XZ and YZ.
pub(crate) fn xyz_wing<E: Evidence>(
    candidates: &Candidates,
    geometry: WingGeometry,
    pass: &mut Pass<E>,
) {
    pivot_holds_z(candidates, geometry, 3, pass);
}

/// The WXYZ-wing: pivot WXYZ, wings WZ, XZ and YZ. The paper prints no geometry for it: general.
pub(crate) fn wxyz_wing<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    pivot_holds_z(candidates, WingGeometry::General, 4, pass);
}

fn pivot_holds_z<E: Evidence>(
    candidates: &Candidates,
    geometry: WingGeometry,
    size: usize,
    pass: &mut Pass<E>,
) {
    for pivot in candidates.with_count(size) {
        let digits = candidates.of_cell(pivot);
        for z in digits {
            let wing = Wing::new(candidates, geometry, pivot, z);
            wing.spread(digits.without(z), pivot.peers(), pass);
        }
    }
}

/// A pivot with as many of its wings as are found so far.
#[derive(Clone, Copy)]
struct Wing<'a> {
    candidates: &'a Candidates,
    geometry: WingGeometry,
    z: Digit,
    /// The cells in which a wing may lie.
    pairs: CellSet,
    /// The pivot, then the wings.
    cells: [Cell; 4],
    len: usize,
}

impl<'a> Wing<'a> {
    fn new(candidates: &'a Candidates, geometry: WingGeometry, pivot: Cell, z: Digit) -> Self {
        let pairs = candidates.with_count(2) & candidates.of_digit(z) & pivot.peers();
        Self {
            candidates,
            geometry,
            z,
            pairs,
            cells: [pivot; 4],
            len: 1,
        }
    }

    /// Finds a wing for each of the hinges; `seeing` are the cells that see all that holds Z.
    fn spread<E: Evidence>(self, mut hinges: DigitSet, seeing: CellSet, pass: &mut Pass<E>) {
        let Some(hinge) = hinges.next() else {
            return self.report(seeing, pass);
        };
        for cell in self.pairs & self.candidates.of_digit(hinge) {
            let mut longer = self;
            longer.cells[self.len] = cell;
            longer.len += 1;
            longer.spread(hinges, seeing & cell.peers(), pass);
        }
    }

    fn report<E: Evidence>(&self, seeing: CellSet, pass: &mut Pass<E>) {
        if self.geometry == WingGeometry::Printed && !self.is_printed() {
            return;
        }
        if self.fills_a_house() {
            return;
        }
        let losing = seeing & self.candidates.of_digit(self.z);
        pass.remove(self.candidates, DigitSet::of(self.z), losing, || {
            let cells = self.cells[..self.len].to_vec();
            let all = |digits: DigitSet, &cell| digits.union(self.candidates.of_cell(cell));
            let digits = cells.iter().fold(DigitSet::EMPTY, all);
            Pattern {
                houses: vec![],
                cells,
                digits,
            }
        });
    }

    /// Whether its cells are all that is blank in a house: three cells with three digits that can
    /// take nothing from anybody.
    fn fills_a_house(&self) -> bool {
        let cells: CellSet = self.cells[..self.len].iter().copied().collect();
        let blanks = self.candidates.blanks();
        let [pivot, ..] = self.cells;
        pivot
            .houses()
            .iter()
            .any(|house| house.cells() & blanks == cells)
    }

    /// One wing in the pivot's box, the other outside on a line of the pivot that misses the first.
    fn is_printed(&self) -> bool {
        let [pivot, a, b, _] = self.cells;
        let fits = |near: Cell, far: Cell| {
            near.box_index() == pivot.box_index()
                && far.box_index() != pivot.box_index()
                && if far.row() == pivot.row() {
                    near.row() != pivot.row()
                } else {
                    near.column() != pivot.column()
                }
        };
        fits(a, b) || fits(b, a)
    }
}
