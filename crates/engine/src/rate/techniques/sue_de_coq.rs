//! Sue de Coq: two or three cells where a box and a line cross hold at least two digits too many, which
//! cells in the rest of the line and of the box take up with digits of their own.

use super::find::{Effect, Finds, Pattern, Role, Search};
use super::state::State;
use super::technique::Technique;
use crate::grid::{Cell, CellSet, DigitSet, House};

/// Cells with their digits.
#[derive(Clone, Copy)]
struct Part {
    cells: CellSet,
    size: usize,
    digits: DigitSet,
}

impl Part {
    const NONE: Self = Self {
        cells: CellSet::EMPTY,
        size: 0,
        digits: DigitSet::EMPTY,
    };

    /// The number of cells that are left for digits of the crossing.
    fn surplus(self, crossing: Self) -> usize {
        let new = self.digits.difference(crossing.digits).len();
        self.size.saturating_sub(new)
    }
}

/// Calls `found` with every non-empty part of these cells that has only allowed digits, as long as cells
/// may yet outnumber the digits that are new to the crossing.
fn parts(
    state: &State,
    cells: &[Cell],
    part: Part,
    (allowed, crossing): (DigitSet, Part),
    found: &mut impl FnMut(Part) -> Search,
) -> Search {
    for (n, &cell) in cells.iter().enumerate() {
        let digits = state.of_cell(cell);
        if !digits.difference(allowed).is_empty() {
            continue;
        }
        let part = Part {
            cells: part.cells.with(cell),
            size: part.size + 1,
            digits: part.digits.union(digits),
        };
        let new = part.digits.difference(crossing.digits).len();
        let rest = &cells[n + 1..];
        if new >= part.size + rest.len() {
            continue;
        }
        found(part)?;
        parts(state, rest, part, (allowed, crossing), found)?;
    }
    Search::Continue(())
}

/// Finds crossings with their parts.
pub(super) fn sue_de_coq<const P: bool>(state: &State, since: u32, finds: &mut Finds<P>) -> Search {
    let blanks = state.candidates.blanks();
    for line in House::all().take(18) {
        for n in 0..3 {
            let cell = if line.index() < 9 {
                Cell::at(line.number(), 3 * n)
            } else {
                Cell::at(3 * n, line.number())
            };
            let of_box = House::of_box(cell.box_index());
            let crossing = blanks & line.cells() & of_box.cells();
            let changed = state.has_changed(line, since) || state.has_changed(of_box, since);
            if !changed || crossing.len() < 2 {
                continue;
            }
            let mut buffers = [[cell; 9]; 3];
            let [core_buffer, line_buffer, box_buffer] = &mut buffers;
            let cells = list(crossing, core_buffer);
            let in_line = list((blanks & line.cells()) - of_box.cells(), line_buffer);
            let in_box = list((blanks & of_box.cells()) - line.cells(), box_buffer);
            let all = Part {
                digits: DigitSet::ALL,
                ..Part::NONE
            };
            let bounds = (DigitSet::ALL, all);
            parts(state, cells, Part::NONE, bounds, &mut |core| {
                if core.size < 2 || core.digits.len() < core.size + 2 {
                    return Search::Continue(());
                }
                sides(state, [(line, in_line), (of_box, in_box)], core, finds)
            })?;
        }
    }
    Search::Continue(())
}

/// Writes the cells of a set, at most nine, into a buffer.
fn list(cells: CellSet, buffer: &mut [Cell; 9]) -> &[Cell] {
    let mut count = 0;
    for (place, cell) in buffer.iter_mut().zip(cells) {
        *place = cell;
        count += 1;
    }
    &buffer[..count]
}

/// Tries the parts of the line and the box beside a core.
fn sides<const P: bool>(
    state: &State,
    [(line, in_line), (of_box, in_box)]: [(House, &[Cell]); 2],
    core: Part,
    finds: &mut Finds<P>,
) -> Search {
    let wanted = core.digits.len() - core.size;
    parts(
        state,
        in_line,
        Part::NONE,
        (DigitSet::ALL, core),
        &mut |one| {
            let taken = one.surplus(core);
            if taken == 0 || taken >= wanted {
                return Search::Continue(());
            }
            let allowed = DigitSet::ALL.difference(one.digits);
            parts(state, in_box, Part::NONE, (allowed, core), &mut |two| {
                if two.surplus(core) != wanted - taken {
                    return Search::Continue(());
                }
                let mut effect = Effect::NONE;
                for (house, own, other) in [(line, one, two), (of_box, two, one)] {
                    let pattern = core.cells | own.cells;
                    for digit in core.digits.difference(other.digits).union(own.digits) {
                        effect.remove(digit, state.within(digit, house) - pattern);
                    }
                }
                finds.take(Technique::SueDeCoq, effect, || {
                    Pattern::of_digits(core.digits.union(one.digits).union(two.digits))
                        .house(line, Role::Line)
                        .house(of_box, Role::Box)
                        .cells(core.cells, Role::Pattern)
                        .cells(one.cells, Role::Line)
                        .cells(two.cells, Role::Box)
                })
            })
        },
    )
}
