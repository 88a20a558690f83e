//! Finds unique rectangles and loops (rated 4.5 to 5.3) of types 1, 2 and 4; [`loop_sets`] finds type 3.
//! Source: docs/se-specification.md, section 5, hint producer 15.
//!
//! In a loop whose cells all have the same two candidates, the two digits could be exchanged. The puzzle would
//! then have two solutions. So at least one cell of the loop holds another digit. Of the hints of all loops, the
//! one with the lowest rating is applied.

use super::hint::{SeHint, SeTechnique, removals};
use super::{loop_sets, order};
use crate::grid::{Candidates, Cell, CellSet, DigitSet, House, HouseKind};
use crate::rate::Mark;

/// A loop of cells that all have the same two digits as candidates. The loop would have two solutions if no cell had
/// extra candidates.
struct SeLoop {
    /// The cells in the order of the loop.
    pub cells: Vec<Cell>,
    /// The two digits that all cells of the loop have as candidates.
    pub pair: DigitSet,
    /// The cells with extra candidates, in the order of the loop.
    pub larger: Vec<Cell>,
    /// The extra candidates of the cells in `larger`.
    pub extras: DigitSet,
}

/// The form of a loop's hint; for each set of cells, one hint of each form is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LoopForm {
    One,
    Two,
    ThreeNaked,
    ThreeHidden,
    Four,
}

impl LoopForm {
    /// Returns the number of the form, by which hints with equal ratings are sorted.
    const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::ThreeNaked | Self::ThreeHidden => 3,
            Self::Four => 4,
        }
    }
}

/// The hints of all loops that have been found so far.
struct LoopHints<'a> {
    pub candidates: &'a Candidates,
    repaired: bool,
    found: Vec<(LoopForm, CellSet, SeHint)>,
}

/// Finds the hint with the lowest rating among all loops. With `repaired`, two faults of Sudoku Explainer 1.2.1 are
/// corrected, as in release 1.18.1.
pub(super) fn unique_loop(candidates: &Candidates, repaired: bool) -> Option<SeHint> {
    let mut hints = LoopHints {
        candidates,
        repaired,
        found: Vec::new(),
    };
    for start in candidates.with_count(2) {
        let pair = candidates.of_cell(start);
        let with_both = pair.fold(CellSet::ALL, |cells, digit| {
            cells & candidates.of_digit(digit)
        });
        let closing = can_close(with_both);
        if !closing.contains(start) {
            continue;
        }
        let mut walk = Walk {
            candidates,
            pair,
            with_both,
            closing,
            repaired,
            cells: Vec::new(),
            loops: Vec::new(),
        };
        walk.go_on(start, 2, DigitSet::EMPTY, None, [0; 2]);
        for cells in walk.loops {
            hints.add_loop(cells, pair);
        }
    }
    let key =
        |hint: &(LoopForm, CellSet, SeHint)| (super::hint::tenths(hint.2.number), hint.0.number());
    let least = hints.found.into_iter().min_by_key(key)?;
    Some(least.2)
}

/// The depth-first search for loops through a cell. The cells along a loop are coloured with two alternating colours;
/// every house with cells of the loop must have exactly one cell of each colour.
struct Walk<'a> {
    candidates: &'a Candidates,
    pair: DigitSet,
    with_both: CellSet,
    /// The cells that can be part of a loop.
    closing: CellSet,
    repaired: bool,
    cells: Vec<Cell>,
    loops: Vec<Vec<Cell>>,
}

impl Walk<'_> {
    /// Adds a cell to the loop and tries all cells that can follow this cell. The next house must be of another
    /// kind than `last`, the kind of the house that led to this cell. Up to `allowed` further cells may have any
    /// extra candidates. After that, a cell with extra candidates can follow only if these and the digits in
    /// `gathered` are all the same digit. Unless `repaired`, `gathered` also gets the extra candidates of neighbours
    /// that were tried before, even if they are not in the loop.
    ///
    /// `met` has, for each colour, the houses of the cells with this colour. No house may have two cells of one
    /// colour.
    fn go_on(
        &mut self,
        cell: Cell,
        allowed: i8,
        mut gathered: DigitSet,
        last: Option<HouseKind>,
        mut met: [u32; 2],
    ) {
        let houses = cell.houses().map(|house| 1 << house.index());
        let colour = &mut met[self.cells.len() % 2];
        let own = houses[0] | houses[1] | houses[2];
        if *colour & own != 0 {
            return;
        }
        *colour |= own;
        self.cells.push(cell);
        let houses = order::houses_of(cell).into_iter();
        for house in houses.filter(|house| Some(house.kind()) != last) {
            for next in self.with_both & house.cells() {
                if next == self.cells[0] && self.cells.len() >= 4 {
                    if met[0] == met[1] {
                        self.loops.push(self.cells.clone());
                    }
                } else if !self.cells.contains(&next) {
                    let more = self.candidates.of_cell(next).difference(self.pair);
                    let extras = gathered.union(more);
                    if !self.repaired {
                        gathered = extras;
                    }
                    let is_plain = more.is_empty();
                    let is_allowed = is_plain || allowed > 0 || extras.len() == 1;
                    if is_allowed && self.closing.contains(next) {
                        let left = if is_plain { allowed } else { allowed - 1 };
                        self.go_on(next, left, extras, Some(house.kind()), met);
                    }
                }
            }
        }
        self.cells.pop();
    }
}

/// Returns those of the cells that can be part of a loop. Repeatedly drops each cell that doesn't share houses of
/// two kinds with other remaining cells. Returns no cells if fewer than four remain.
fn can_close(mut cells: CellSet) -> CellSet {
    loop {
        let meets = |house: &House, cell| !(house.cells() & cells).without(cell).is_empty();
        let closing: CellSet = cells
            .filter(|&cell| {
                cell.houses()
                    .iter()
                    .filter(|house| meets(house, cell))
                    .count()
                    > 1
            })
            .collect();
        if closing.len() < 4 {
            return CellSet::EMPTY;
        }
        if closing == cells {
            return closing;
        }
        cells = closing;
    }
}

impl LoopHints<'_> {
    fn add_loop(&mut self, cells: Vec<Cell>, pair: DigitSet) {
        let of = |cell: &Cell| self.candidates.of_cell(*cell);
        let is_larger = |cell: &Cell| of(cell).len() > 2;
        let larger: Vec<Cell> = cells.iter().copied().filter(is_larger).collect();
        let extras = larger
            .iter()
            .fold(DigitSet::EMPTY, |all, cell| all.union(of(cell)))
            .difference(pair);
        let found = SeLoop {
            cells,
            pair,
            larger,
            extras,
        };
        match *found.larger {
            [] => {}
            [cell] => self.add(
                &found,
                LoopForm::One,
                0,
                removals(self.candidates, CellSet::of(cell), pair),
            ),
            [first, second] => {
                if extras.len() == 1 {
                    self.add_second_type(&found);
                } else {
                    self.add_third_type(&found, [first, second]);
                }
                self.add_fourth_type(&found, first, second);
            }
            _ => self.add_second_type(&found),
        }
    }

    /// Adds a hint of type 2: all extra candidates are one digit, which one of the cells with extra candidates must
    /// hold.
    fn add_second_type(&mut self, found: &SeLoop) {
        let seen = found
            .larger
            .iter()
            .fold(CellSet::ALL, |seen, cell| seen & cell.peers());
        let losing = removals(self.candidates, seen, found.extras);
        self.add(found, LoopForm::Two, 0, losing);
    }

    /// Adds the hints of type 3: the extra candidates of two cells are part of a naked or hidden
    /// set.
    fn add_third_type(&mut self, found: &SeLoop, ends: [Cell; 2]) {
        for set in loop_sets::sets(
            self.candidates,
            found.pair,
            found.extras,
            ends,
            self.repaired,
        ) {
            let form = match set.is_naked {
                true => LoopForm::ThreeNaked,
                false => LoopForm::ThreeHidden,
            };
            self.add(found, form, set.more, set.losing);
        }
    }

    /// Adds a hint of type 4: in a house that holds both cells with extra candidates, one of the loop's two digits
    /// has no other places.
    fn add_fourth_type(&mut self, found: &SeLoop, first: Cell, second: Cell) {
        let both = CellSet::of(first).with(second);
        let locked = |digit| {
            let holders = self.candidates.of_digit(digit);
            order::shared_houses(first, second)
                .any(|house| (holders & house.cells()).is_subset(both))
        };
        let Some(digit) = found.pair.into_iter().find(|&digit| locked(digit)) else {
            return;
        };
        let losing = removals(self.candidates, both, found.pair.without(digit));
        self.add(found, LoopForm::Four, 0, losing);
    }

    /// Adds a hint, rated `more` tenths higher than the loop itself. Does nothing if `losing` is empty, or if there
    /// already is a hint of this form for the same cells.
    fn add(&mut self, found: &SeLoop, form: LoopForm, more: u8, losing: Vec<Mark>) {
        let cells: CellSet = found.cells.iter().copied().collect();
        let is_known = |hint: &(LoopForm, CellSet, SeHint)| hint.0 == form && hint.1 == cells;
        if losing.is_empty() || self.found.iter().any(is_known) {
            return;
        }
        let tenths = match found.cells.len() {
            4 => 45,
            6 => 46,
            8 => 47,
            _ => 50,
        };
        let number = f64::from(tenths + more) / 10.0;
        let hint = SeHint::removing(SeTechnique::UniqueLoop, number, losing);
        let hint = hint.at(&[], found.cells.iter().copied(), found.pair);
        self.found.push((form, cells, hint));
    }
}
