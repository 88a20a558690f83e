//! Tables of a layout, which give the techniques their geometry. They are made at run time, when the layout is
//! known.
//!
//! A set of cells is an array of words: 4 words for boards up to 16×16, 10 for boards up to 25×25.

use super::{Crossing, CrossingOf, Geometry, HouseKind, LayoutHouses, Ordinal, Set, TableEntry};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// The tables of a layout with at most `CELLS` cells (64 for each of `W` words), `DIGITS` digits and `HOUSES`
/// houses. A reference to them is a [`Geometry`].
#[derive(Debug)]
pub struct LayoutTables<
    const W: usize,
    const CELLS: usize,
    const DIGITS: usize,
    const HOUSES: usize,
> {
    houses: LayoutHouses,
    all: CellBits<W>,
    /// The cells of each house.
    sets: Vec<CellBits<W>>,
    seats: Vec<Vec<(LayoutHouse, u64)>>,
    peers: Vec<CellBits<W>>,
    pairs: Vec<CellBits<W>>,
    crossings: Vec<Vec<Crossing<LayoutHouse, u64>>>,
    /// For each row, the rows that share a box or an extra house with this row; likewise for each column.
    bands: [Vec<u64>; 2],
    /// The different bands of rows, and the different bands (stacks) of columns.
    different_bands: [Vec<u64>; 2],
}

/// The tables of boards up to 16×16.
pub type SixteenTables = LayoutTables<4, 256, 16, 64>;

/// The tables of boards up to 25×25.
pub type TwentyFiveTables = LayoutTables<10, 625, 25, 128>;

/// A cell of a layout, stored as its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutCell(pub u16);

/// A digit of a layout, stored as its number, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutDigit(pub u8);

/// A house of a layout, stored as its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutHouse(pub u8);

macro_rules! ordinals {
    ($($name:ty),*) => {$(
        impl Ordinal for $name {
            #[inline]
            fn index(self) -> usize {
                self.0.into()
            }
        }
    )*};
}

ordinals!(LayoutCell, LayoutDigit, LayoutHouse);

/// A set of cells in `W` words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellBits<const W: usize>([u64; W]);

/// A set of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigitBits(u32);

macro_rules! set_operators {
    ($set:ty, [$($generic:tt)*], $combine:ident) => {
        impl<$($generic)*> BitOr for $set {
            type Output = Self;

            #[inline]
            fn bitor(self, other: Self) -> Self {
                self.$combine(other, |a, b| a | b)
            }
        }

        impl<$($generic)*> BitAnd for $set {
            type Output = Self;

            #[inline]
            fn bitand(self, other: Self) -> Self {
                self.$combine(other, |a, b| a & b)
            }
        }

        impl<$($generic)*> Sub for $set {
            type Output = Self;

            #[inline]
            fn sub(self, other: Self) -> Self {
                self.$combine(other, |a, b| a & !b)
            }
        }

        impl<$($generic)*> BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }

        impl<$($generic)*> BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }

        impl<$($generic)*> SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl<$($generic)*> FromIterator<<Self as Iterator>::Item> for $set {
            fn from_iter<I: IntoIterator<Item = <Self as Iterator>::Item>>(members: I) -> Self {
                members.into_iter().fold(Self::EMPTY, Self::with)
            }
        }
    };
}

set_operators!(CellBits<W>, [const W: usize], zip);
set_operators!(DigitBits, [], zip);

impl<const W: usize> CellBits<W> {
    #[inline]
    fn zip(mut self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word = combine(*word, with);
        }
        self
    }
}

impl DigitBits {
    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u32, u32) -> u32) -> Self {
        Self(combine(self.0, other.0))
    }
}

impl<const W: usize> Iterator for CellBits<W> {
    type Item = LayoutCell;

    #[inline]
    fn next(&mut self) -> Option<LayoutCell> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(LayoutCell((64 * word + bit) as u16))
    }
}

impl<const W: usize> Set for CellBits<W> {
    const EMPTY: Self = Self([0; W]);

    #[inline]
    fn of(member: LayoutCell) -> Self {
        let mut set = Self::EMPTY;
        set.0[member.index() / 64] = 1 << (member.index() % 64);
        set
    }

    #[inline]
    fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn after(mut self, member: LayoutCell) -> Self {
        let (word, bit) = (member.index() / 64, member.index() % 64);
        self.0[..word].fill(0);
        self.0[word] &= u64::MAX << bit << 1;
        self
    }

    #[inline]
    fn contains(self, member: LayoutCell) -> bool {
        self.0[member.index() / 64] >> (member.index() % 64) & 1 == 1
    }

    #[inline]
    fn is_disjoint(self, other: Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .all(|(word, with)| word & with == 0)
    }
}

impl Iterator for DigitBits {
    type Item = LayoutDigit;

    #[inline]
    fn next(&mut self) -> Option<LayoutDigit> {
        let digit = (self.0 != 0).then(|| self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(LayoutDigit(digit as u8))
    }
}

impl Set for DigitBits {
    const EMPTY: Self = Self(0);

    #[inline]
    fn of(member: LayoutDigit) -> Self {
        Self(1 << member.0)
    }

    #[inline]
    fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    fn after(self, member: LayoutDigit) -> Self {
        Self(self.0 & (u32::MAX << member.0 << 1))
    }
}

impl<const W: usize, const CELLS: usize, const DIGITS: usize, const HOUSES: usize>
    LayoutTables<W, CELLS, DIGITS, HOUSES>
{
    /// Makes the tables of a layout.
    ///
    /// # Panics
    /// If the layout has more cells, digits or houses than the type has room for.
    pub fn new(houses: LayoutHouses) -> Self {
        let layout = houses.layout();
        let fits = layout.cells() <= CELLS && layout.side() <= DIGITS && houses.len() <= HOUSES;
        assert!(fits, "{layout} has no room in these tables");
        let set = |cells: &[u16]| cells.iter().copied().map(LayoutCell).collect();
        let cells = || 0..layout.cells();
        let seat = |it: &super::CellPlace| (LayoutHouse(it.house), 1 << it.place);
        let mut tables = Self {
            all: cells().map(|cell| LayoutCell(cell as u16)).collect(),
            sets: (0..houses.len())
                .map(|house| set(houses.cells_of(house)))
                .collect(),
            seats: cells()
                .map(|cell| houses.seats(cell).iter().map(seat).collect())
                .collect(),
            peers: cells().map(|cell| set(houses.peers(cell))).collect(),
            pairs: cells().map(|cell| set(houses.pairs(cell))).collect(),
            crossings: Vec::new(),
            bands: [Vec::new(), Vec::new()],
            different_bands: [Vec::new(), Vec::new()],
            houses,
        };
        tables.crossings = (0..tables.houses.len())
            .map(|it| tables.crossings_of(it))
            .collect();
        let rows = [HouseKind::Row, HouseKind::Column];
        tables.bands = rows.map(|kind| {
            let lines = 0..layout.side();
            lines.map(|line| tables.band_of(kind, line)).collect()
        });
        tables.different_bands = tables.bands.each_ref().map(|bands| {
            let mut different = Vec::new();
            for &band in bands {
                if !different.contains(&band) {
                    different.push(band);
                }
            }
            different
        });
        tables
    }

    /// Returns the houses of the layout.
    pub const fn houses(&self) -> &LayoutHouses {
        &self.houses
    }

    fn side(&self) -> usize {
        self.houses.layout().side()
    }

    fn crossings_of(&self, house: usize) -> Vec<Crossing<LayoutHouse, u64>> {
        let places_in = |house: usize, other: usize| {
            let cells = self.houses.cells_of(house).iter().enumerate();
            let shared = cells.filter(|&(_, &cell)| self.sets[other].contains(LayoutCell(cell)));
            shared.fold(0, |places, (place, _)| places | 1u64 << place)
        };
        let others = (0..self.houses.len()).filter(|&other| other != house);
        let crossings = others.map(|other| Crossing {
            other: LayoutHouse(other as u8),
            places: places_in(house, other),
            places_in_other: places_in(other, house),
        });
        crossings.filter(|it| it.places.count_ones() > 1).collect()
    }

    /// Returns the lines (rows or columns) that share a box or an extra house with a line, including the line itself.
    fn band_of(&self, kind: HouseKind, line: usize) -> u64 {
        let side = self.side();
        let first = side * kind as usize;
        let cells = self.sets[first + line];
        let regions = self.sets[2 * side..].iter().copied();
        let beside = regions.filter(|region| !region.is_disjoint(cells));
        let beside = beside.fold(cells, Set::union);
        let lines = (0..side).filter(|&line| !self.sets[first + line].is_disjoint(beside));
        lines.fold(0, |all, line| all | 1 << line)
    }
}

impl<const W: usize, const CELLS: usize, const DIGITS: usize, const HOUSES: usize> PartialEq
    for LayoutTables<W, CELLS, DIGITS, HOUSES>
{
    /// Returns whether the layouts and the puzzles' features are equal; they determine all other fields.
    fn eq(&self, other: &Self) -> bool {
        self.houses.layout() == other.houses.layout()
            && self.houses.features() == other.houses.features()
    }
}

impl<const W: usize, const CELLS: usize, const DIGITS: usize, const HOUSES: usize> Eq
    for LayoutTables<W, CELLS, DIGITS, HOUSES>
{
}

impl<const W: usize, const CELLS: usize, const DIGITS: usize, const HOUSES: usize> Geometry
    for &LayoutTables<W, CELLS, DIGITS, HOUSES>
{
    const CELLS: usize = CELLS;
    const DIGITS: usize = DIGITS;
    const HOUSES: usize = HOUSES;
    const HAS_PAIRS: bool = true;
    const HAS_LARGE_PATTERNS: bool = false;

    type Cell = LayoutCell;
    type Digit = LayoutDigit;
    type House = LayoutHouse;
    type Cells = CellBits<W>;
    type Digits = DigitBits;
    type Places = u64;
    type Houses = u128;
    type PerCell<T: TableEntry> = [T; CELLS];
    type PerDigit<T: TableEntry> = [T; DIGITS];
    type PerHouse<T: TableEntry> = [T; HOUSES];

    #[inline]
    fn all_cells(self) -> CellBits<W> {
        self.all
    }

    #[inline]
    fn digit_count(self) -> usize {
        self.side()
    }

    #[inline]
    fn digits(self) -> impl Iterator<Item = LayoutDigit> {
        (0..self.side() as u8).map(LayoutDigit)
    }

    #[inline]
    fn houses(self) -> impl Iterator<Item = LayoutHouse> {
        (0..self.houses.len() as u8).map(LayoutHouse)
    }

    #[inline]
    fn houses_in(self, mut houses: u128) -> impl Iterator<Item = LayoutHouse> {
        std::iter::from_fn(move || {
            let house = (houses != 0).then(|| houses.trailing_zeros())?;
            houses &= houses - 1;
            Some(LayoutHouse(house as u8))
        })
    }

    #[inline]
    fn houses_of_kind(self, kind: HouseKind) -> impl Iterator<Item = LayoutHouse> {
        let side = self.side();
        let first = side * kind as usize;
        let end = match kind {
            HouseKind::Box => self.houses.len(),
            _ => first + side,
        };
        (first as u8..end as u8).map(LayoutHouse)
    }

    #[inline]
    fn kind(self, house: LayoutHouse) -> HouseKind {
        match house.index() / self.side() {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    #[inline]
    fn number(self, house: LayoutHouse) -> usize {
        house.index() - self.side() * self.kind(house) as usize
    }

    #[inline]
    fn nth_house(self, kind: HouseKind, number: usize) -> LayoutHouse {
        LayoutHouse((self.side() * kind as usize + number) as u8)
    }

    #[inline]
    fn cells_of(self, house: LayoutHouse) -> CellBits<W> {
        self.sets[house.index()]
    }

    #[inline]
    fn nth_cell(self, house: LayoutHouse, place: usize) -> LayoutCell {
        LayoutCell(self.houses.cell(house.index(), place) as u16)
    }

    #[inline]
    fn seats(self, cell: LayoutCell) -> impl Iterator<Item = (LayoutHouse, u64)> {
        self.seats[cell.index()].iter().copied()
    }

    #[inline]
    fn house_set(self, cell: LayoutCell) -> u128 {
        self.houses.house_set(cell.index())
    }

    #[inline]
    fn lines_of(self, cell: LayoutCell) -> Option<[LayoutHouse; 2]> {
        let seats = &self.seats[cell.index()];
        Some([seats[0].0, seats[1].0])
    }

    #[inline]
    fn box_of(self, cell: LayoutCell) -> Option<LayoutHouse> {
        Some(self.seats[cell.index()][2].0)
    }

    #[inline]
    fn peers(self, cell: LayoutCell) -> CellBits<W> {
        self.peers[cell.index()]
    }

    #[inline]
    fn pairs(self, cell: LayoutCell) -> CellBits<W> {
        self.pairs[cell.index()]
    }

    #[inline]
    fn allowed(self, cell: LayoutCell) -> DigitBits {
        DigitBits(self.houses.allowed(cell.index()))
    }

    #[inline]
    fn crossings(self, house: LayoutHouse) -> impl Iterator<Item = CrossingOf<Self>> {
        self.crossings[house.index()].iter().copied()
    }

    #[inline]
    fn band(self, kind: HouseKind, line: usize) -> u64 {
        self.bands[kind as usize][line]
    }

    #[inline]
    fn bands(self, kind: HouseKind) -> impl Iterator<Item = u64> {
        self.different_bands[kind as usize].iter().copied()
    }

    #[inline]
    fn has_plain_bands(self) -> bool {
        !self.houses.layout().has_extra_rules()
    }

    #[inline]
    fn digits_at(numbers: u64) -> DigitBits {
        DigitBits(numbers as u32)
    }

    #[inline]
    fn numbers_of(digits: DigitBits) -> u64 {
        digits.0.into()
    }
}
