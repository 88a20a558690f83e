//! Applies naked and hidden singles on the whole board at once.

use crate::solve::bands::{Bands, boxes_of};
use crate::solve::lanes::{Lanes, Slots};
use crate::solve::simd::Slot;

/// The first bit of each box in a band.
const BOXES: u32 = 0o111;
/// The first bit of each row in a band.
const ROWS: u32 = 0o001_001_001;
/// The bits of the first row of a band, one for each column.
const COLUMNS: u32 = 0o777;

/// Places singles until there are none left. The board must have a solution.
pub(super) fn settle(bands: &mut Bands<Slot, 9>) {
    loop {
        let start = bands.cells;
        let (mut once, mut twice) = (Slot::zero(), Slot::zero());
        for &digit in &start {
            twice = twice | (once & digit);
            once = once | digit;
        }
        let naked = once.minus(twice);
        let mut placed = Slot::zero();
        let mut singles = [Slot::zero(); 9];
        for (digit, single) in bands.cells.iter_mut().zip(&mut singles) {
            *single = *digit & (naked | alone(*digit));
            placed = placed | *single;
            *digit = digit.minus(seen_by(*single).minus(*single));
        }
        let mut changed = Slot::zero();
        for ((digit, single), before) in bands.cells.iter_mut().zip(singles).zip(start) {
            *digit = digit.minus(placed.minus(single));
            changed = changed | (*digit ^ before);
        }
        if !changed.any() {
            return;
        }
    }
}

/// Copies the lowest row of each band to all three of its rows.
#[inline(always)]
fn three_rows(row: Slot) -> Slot {
    row | row.up::<9>() | row.up::<18>()
}

/// The bits that are set in at least one of several words, and those that are set in at least two.
#[derive(Clone, Copy)]
struct SeenBits(Slot, Slot);

impl SeenBits {
    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0, self.1 | other.1 | (self.0 & other.0))
    }

    fn shifted<const N: i32>(self) -> Self {
        Self(self.0.down::<N>(), self.1.down::<N>())
    }

    fn once(self) -> Slot {
        self.0.minus(self.1)
    }
}

/// Returns all cells of those rows, columns and boxes in which a digit has exactly one place.
#[inline(always)]
fn alone(digit: Slot) -> Slot {
    let cells = SeenBits(digit, Slot::zero());
    let minirow = cells.and(cells.shifted::<1>()).and(cells.shifted::<2>());
    let of_row = minirow
        .and(minirow.shifted::<3>())
        .and(minirow.shifted::<6>());
    let row = of_row.once() & Slot::splat(ROWS);
    let of_box = minirow
        .and(minirow.shifted::<9>())
        .and(minirow.shifted::<18>());
    let in_box = of_box.once() & Slot::splat(BOXES);
    let of_band = cells.and(cells.shifted::<9>()).and(cells.shifted::<18>());
    let second = SeenBits(of_band.0.next_band(), of_band.1.next_band());
    let third = SeenBits(second.0.next_band(), second.1.next_band());
    let column = of_band.and(second).and(third).once() & Slot::splat(COLUMNS);
    row.up::<9>().difference(row)
        | three_rows(in_box.up::<3>().difference(in_box))
        | three_rows(column)
}

/// Returns all cells in the rows, columns and boxes of these cells.
#[inline(always)]
fn seen_by(cells: Slot) -> Slot {
    let columns = (cells | cells.down::<9>() | cells.down::<18>()) & Slot::splat(COLUMNS);
    let columns = columns | columns.next_band() | columns.next_band().next_band();
    let minirows = cells | cells.down::<1>() | cells.down::<2>();
    let rows = (minirows | minirows.down::<3>() | minirows.down::<6>()) & Slot::splat(ROWS);
    three_rows(columns) | rows.up::<9>().difference(rows) | boxes_of(cells)
}
