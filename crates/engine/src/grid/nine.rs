//! The geometry of 9×9 with boxes of 3×3: a zero-sized type whose methods read constant tables.

use super::geometry::{Crossing, CrossingOf, Geometry};
use super::parts::{Ordinal, Set, TableEntry};
use super::places::{HOUSE_BITS, SEATS, cells_at, nth_cell};
use super::{CELLS, Cell, CellSet, Digit, DigitSet, HOUSES, House, HouseKind, SIDE};

/// The geometry of 9×9 with boxes of 3×3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Nine;

impl Ordinal for Cell {
    #[inline]
    fn index(self) -> usize {
        self.index()
    }
}

impl Ordinal for Digit {
    #[inline]
    fn index(self) -> usize {
        self.index()
    }
}

impl Ordinal for House {
    #[inline]
    fn index(self) -> usize {
        self.index()
    }
}

impl Set for CellSet {
    const EMPTY: Self = Self::EMPTY;

    #[inline]
    fn of(member: Cell) -> Self {
        Self::of(member)
    }

    #[inline]
    fn len(self) -> usize {
        self.len()
    }

    #[inline]
    fn after(self, member: Cell) -> Self {
        Self::from_bits(self.bits() >> member.index() >> 1 << 1 << member.index())
    }

    #[inline]
    fn single(self) -> Option<Cell> {
        self.single()
    }
}

impl Set for DigitSet {
    const EMPTY: Self = Self::EMPTY;

    #[inline]
    fn of(member: Digit) -> Self {
        Self::of(member)
    }

    #[inline]
    fn len(self) -> usize {
        self.len()
    }

    #[inline]
    fn after(self, member: Digit) -> Self {
        Self::from_bits(self.bits() >> member.index() >> 1 << 1 << member.index())
    }

    #[inline]
    fn single(self) -> Option<Digit> {
        self.single()
    }
}

impl Geometry for Nine {
    const CELLS: usize = CELLS;
    const DIGITS: usize = SIDE;
    const HOUSES: usize = HOUSES;

    type Cell = Cell;
    type Digit = Digit;
    type House = House;
    type Cells = CellSet;
    type Digits = DigitSet;
    type Places = u16;
    type Houses = u32;
    type PerCell<T: TableEntry> = [T; CELLS];
    type PerDigit<T: TableEntry> = [T; SIDE];
    type PerHouse<T: TableEntry> = [T; HOUSES];

    #[inline]
    fn all_cells(self) -> CellSet {
        CellSet::ALL
    }

    #[inline]
    fn digit_count(self) -> usize {
        SIDE
    }

    #[inline]
    fn digits(self) -> impl Iterator<Item = Digit> {
        Digit::all()
    }

    #[inline]
    fn houses(self) -> impl Iterator<Item = House> {
        House::all()
    }

    #[inline]
    fn houses_in(self, mut houses: u32) -> impl Iterator<Item = House> {
        std::iter::from_fn(move || {
            let house = House::new(houses.trailing_zeros() as usize)?;
            houses &= houses - 1;
            Some(house)
        })
    }

    #[inline]
    fn all_digits(self) -> DigitSet {
        DigitSet::ALL
    }

    #[inline]
    fn all_houses(self) -> u32 {
        (1 << HOUSES) - 1
    }

    #[inline]
    fn houses_of_kind(self, kind: HouseKind) -> impl Iterator<Item = House> {
        House::of_kind(kind)
    }

    #[inline]
    fn boxes_first(self, houses: u32) -> impl Iterator<Item = House> {
        let mut left = (u64::from(houses) << HOUSES | u64::from(houses)) >> 18;
        left &= (1 << HOUSES) - 1;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            House::new(if place < 9 { place + 18 } else { place - 9 })
        })
    }

    #[inline]
    fn kind(self, house: House) -> HouseKind {
        house.kind()
    }

    #[inline]
    fn number(self, house: House) -> usize {
        house.number()
    }

    #[inline]
    fn nth_house(self, kind: HouseKind, number: usize) -> House {
        match kind {
            HouseKind::Row => House::row(number),
            HouseKind::Column => House::column(number),
            HouseKind::Box => House::of_box(number),
        }
    }

    #[inline]
    fn cells_of(self, house: House) -> CellSet {
        house.cells()
    }

    #[inline]
    fn nth_cell(self, house: House, place: usize) -> Cell {
        nth_cell(house, place)
    }

    #[inline]
    fn seats(self, cell: Cell) -> impl Iterator<Item = (House, u16)> {
        SEATS[cell.index()]
            .iter()
            .map(|seat| (seat.house, seat.place))
    }

    #[inline]
    fn lines_of(self, cell: Cell) -> Option<[House; 2]> {
        Some([House::row(cell.row()), House::column(cell.column())])
    }

    #[inline]
    fn peers(self, cell: Cell) -> CellSet {
        cell.peers()
    }

    #[inline]
    fn crossings(self, house: House) -> impl Iterator<Item = CrossingOf<Self>> {
        let crossings = &CROSSINGS[house.index()];
        let count = if house.index() < 18 { 3 } else { 6 };
        crossings[..count].iter().copied()
    }

    #[inline]
    fn band(self, _: HouseKind, line: usize) -> u16 {
        0b111 << (line / 3 * 3)
    }

    #[inline]
    fn bands(self, _: HouseKind) -> impl Iterator<Item = u16> {
        LINES[..3].iter().copied()
    }

    #[inline]
    fn has_plain_bands(self) -> bool {
        true
    }

    #[inline]
    fn digits_at(numbers: u16) -> DigitSet {
        DigitSet::from_bits(numbers)
    }

    #[inline]
    fn numbers_of(digits: DigitSet) -> u16 {
        digits.bits()
    }

    #[inline]
    fn count(places: u16) -> u32 {
        DigitSet::from_bits(places).len() as u32
    }

    #[inline]
    fn houses_of(self, cell: Cell) -> impl Iterator<Item = House> {
        cell.houses().into_iter()
    }

    #[inline]
    fn house_set(self, cell: Cell) -> u32 {
        HOUSE_BITS[cell.index()]
    }

    #[inline]
    fn cells_at(self, house: House, places: u16) -> CellSet {
        cells_at(house, places)
    }

    #[inline]
    fn crossings_with(self, house: House, places: u16) -> impl Iterator<Item = CrossingOf<Self>> {
        let of_line = if house.index() < 18 { 0b111 } else { 0b111_111 };
        let mut lines = IN_LINES[usize::from(places)] & of_line;
        std::iter::from_fn(move || {
            let n = (lines != 0).then(|| lines.trailing_zeros() as usize)?;
            lines &= lines - 1;
            Some(CROSSINGS[house.index()][n])
        })
    }

    #[inline]
    fn empty_rectangle_middles(self, _: House, places: u16) -> u16 {
        EMPTY_RECTANGLE_MIDDLES[usize::from(places)]
    }

    #[inline]
    fn lines_outside_best_band(self, _: HouseKind, lines: u16) -> u32 {
        LINES_OUTSIDE_BEST_BAND[usize::from(lines)].into()
    }
}

/// The places of each row of a box, then those of each column, as nine bits. The first three entries are also the
/// places of a row or column of the board that lie in its first, second and third box.
const LINES: [u16; 6] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
];

/// For each house, its crossings: the lines that cross a box, or the three boxes that cross a line.
static CROSSINGS: [[Crossing<House, u16>; 6]; HOUSES] = {
    let none = Crossing {
        other: House::row(0),
        places: 0,
        places_in_other: 0,
    };
    let mut table = [[none; 6]; HOUSES];
    let mut n = 0;
    while n < 9 * 6 {
        let (of_box, line) = (n / 6, n % 6);
        let (band, stack) = (of_box / 3, of_box % 3);
        let (other, place) = if line < 3 {
            (House::row(band * 3 + line), stack)
        } else {
            (House::column(stack * 3 + line - 3), band)
        };
        table[18 + of_box][line] = Crossing {
            other,
            places: LINES[line],
            places_in_other: LINES[place],
        };
        table[other.index()][place] = Crossing {
            other: House::of_box(of_box),
            places: LINES[place],
            places_in_other: LINES[line],
        };
        n += 1;
    }
    table
};

/// For each set of places in a box, the entries of [`LINES`] that contain all of these places, one bit each.
static IN_LINES: [u8; 512] = {
    let mut table = [0; 512];
    let mut places = 1;
    while places < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[places] |= ((places as u16 & !LINES[line] == 0) as u8) << line;
            line += 1;
        }
        places += 1;
    }
    table
};

/// For each set of places in a box, the cells of the box (nine bits) that can be the middle of an empty rectangle.
/// Each place must lie in the row or the column of the middle. At least one must lie only in the row, and at least
/// one only in the column.
static EMPTY_RECTANGLE_MIDDLES: [u16; 512] = {
    let mut table = [0; 512];
    let mut n = 0;
    while n < 9 * 512 {
        let (cell, places) = (n / 512, (n % 512) as u16);
        let row = 0b111 << (cell / 3 * 3);
        let column = 0b1_001_001 << (cell % 3);
        let beside = [places & row & !column, places & column & !row];
        if places & !(row | column) == 0 && beside[0] != 0 && beside[1] != 0 {
            table[places as usize] |= 1 << cell;
        }
        n += 1;
    }
    table
};

/// For each set of rows, the number of its rows outside the band that contains the most of them; likewise for columns
/// and stacks.
static LINES_OUTSIDE_BEST_BAND: [u8; 512] = {
    let mut table = [0; 512];
    let mut lines = 0;
    while lines < 512 {
        let mut least = 9;
        let mut band = 0;
        while band < 3 {
            let others = (lines as u16 & !(0b111 << (3 * band))).count_ones();
            least = if others < least { others } else { least };
            band += 1;
        }
        table[lines] = least as u8;
        lines += 1;
    }
    table
};
