//! Sue de Coq: two or three cells where a box and a line cross hold at least two digits too many, which
//! cells in the rest of the line and of the box take up with digits of their own.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::nine::{LINES, count};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, DigitSet, House, nth_cell};

/// The blanks of a house outside a crossing, at most six, with their candidates.
struct Side {
    house: House,
    cells: [Cell; 9],
    digits: [DigitSet; 9],
    count: usize,
}

impl Side {
    fn of(state: &State, house: House, crossing: u16) -> Self {
        let mut side = Self {
            house,
            cells: [Cell::at(0, 0); 9],
            digits: [DigitSet::EMPTY; 9],
            count: 0,
        };
        for place in DigitSet::ALL.difference(DigitSet::from_bits(crossing)) {
            let cell = nth_cell(house, place.index());
            let digits = state.of_cell(cell);
            if !digits.is_empty() {
                side.cells[side.count] = cell;
                side.digits[side.count] = digits;
                side.count += 1;
            }
        }
        side
    }

    fn cells(&self, part: Part) -> CellSet {
        let chosen = (0..self.count).filter(|n| part.cells >> n & 1 == 1);
        chosen.map(|n| self.cells[n]).collect()
    }

    /// Calls `found` with every part without digits that are taken, and with at least so many more cells
    /// than digits that are new to the core.
    fn parts(
        &self,
        (taken, core): (DigitSet, DigitSet),
        least: usize,
        found: &mut impl FnMut(Part) -> Search,
    ) -> Search {
        let mut free = 0;
        for (n, digits) in self.digits[..self.count].iter().enumerate() {
            free |= u16::from(digits.intersection(taken).is_empty()) << n;
        }
        extend(&self.digits, free, (Part::NONE, 0), (core, least), found)
    }
}

/// Some cells of a side.
#[derive(Clone, Copy)]
struct Part {
    /// By their number in the side.
    cells: u16,
    digits: DigitSet,
    /// The number of cells that are left for digits of the core.
    surplus: usize,
}

impl Part {
    const NONE: Self = Self {
        cells: 0,
        digits: DigitSet::EMPTY,
        surplus: 0,
    };
}

/// Extends a part by the cells that are left.
fn extend(
    cells: &[DigitSet; 9],
    mut left: u16,
    (part, size): (Part, usize),
    (core, least): (DigitSet, usize),
    found: &mut impl FnMut(Part) -> Search,
) -> Search {
    let size = size + 1;
    while left != 0 {
        let n = left.trailing_zeros();
        left &= left - 1;
        let digits = part.digits.union(cells[n as usize]);
        let new = digits.difference(core).len();
        if new + least > size + count(left) as usize {
            continue;
        }
        let part = Part {
            cells: part.cells | 1 << n,
            digits,
            surplus: size.saturating_sub(new),
        };
        if part.surplus >= least {
            found(part)?;
        }
        extend(cells, left, (part, size), (core, least), found)?;
    }
    Search::Continue(())
}

/// The parts of three cells that have at least two, by the cells' numbers.
const CORES: [&[usize]; 4] = [&[0, 1], &[0, 1, 2], &[0, 2], &[1, 2]];

/// Finds crossings with their parts.
pub(super) fn sue_de_coq<const P: bool>(state: &State, since: u32, finds: &mut Finds<P>) -> Search {
    let (blanks, changed) = (state.candidates.blanks(), state.changed(since));
    for line in House::all().take(18) {
        for (n, &in_line) in LINES[..3].iter().enumerate() {
            let cell = if line.index() < 9 {
                Cell::at(line.number(), 3 * n)
            } else {
                Cell::at(3 * n, line.number())
            };
            let of_box = House::of_box(cell.box_index());
            let crossing = blanks & line.cells() & of_box.cells();
            let changed = changed.contains(line) || changed.contains(of_box);
            if changed && crossing.single().is_none() {
                let kind = line.index() / 9;
                let within = [in_line, LINES[3 * kind + line.number() % 3]];
                sue_de_coq_at(state, [line, of_box], within, crossing, finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Tries the cores in a crossing, which takes these places in the line and in the box.
fn sue_de_coq_at<const P: bool>(
    state: &State,
    [line, of_box]: [House; 2],
    [in_line, in_box]: [u16; 2],
    crossing: CellSet,
    finds: &mut Finds<P>,
) -> Search {
    let digits_of = |cells: CellSet| {
        let each = cells.map(|cell| state.of_cell(cell));
        each.fold(DigitSet::EMPTY, DigitSet::union)
    };
    if digits_of(crossing).len() < 4 {
        return Search::Continue(());
    }
    let sides = [
        Side::of(state, line, in_line),
        Side::of(state, of_box, in_box),
    ];
    let mut cells = [Cell::at(0, 0); 3];
    let mut count = 0;
    for (place, cell) in cells.iter_mut().zip(crossing) {
        *place = cell;
        count += 1;
    }
    for chosen in CORES {
        if chosen.iter().all(|&n| n < count) {
            let core: CellSet = chosen.iter().map(|&n| cells[n]).collect();
            let digits = digits_of(core);
            if digits.len() >= chosen.len() + 2 {
                take_up(state, &sides, (core, digits, chosen.len()), finds)?;
            }
        }
    }
    Search::Continue(())
}

/// Tries the parts of the line and the box beside a core.
fn take_up<const P: bool>(
    state: &State,
    [line, of_box]: &[Side; 2],
    (core, core_digits, size): (CellSet, DigitSet, usize),
    finds: &mut Finds<P>,
) -> Search {
    let wanted = core_digits.len() - size;
    line.parts((DigitSet::EMPTY, core_digits), 1, &mut |one| {
        if one.surplus >= wanted {
            return Search::Continue(());
        }
        let missing = wanted - one.surplus;
        of_box.parts((one.digits, core_digits), missing, &mut |two| {
            if two.surplus != missing {
                return Search::Continue(());
            }
            let mut effect = Effect::NONE;
            for (side, own, other) in [(line, one, two), (of_box, two, one)] {
                let pattern = core | side.cells(own);
                for digit in core_digits.difference(other.digits).union(own.digits) {
                    effect.remove(digit, state.within(digit, side.house) - pattern);
                }
            }
            finds.take(Technique::SueDeCoq, effect, || {
                Pattern::of_digits(core_digits.union(one.digits).union(two.digits))
                    .house(line.house, Role::Line)
                    .house(of_box.house, Role::Box)
                    .cells(core, Role::Pattern)
                    .cells(line.cells(one), Role::Line)
                    .cells(of_box.cells(two), Role::Box)
            })
        })
    })
}
