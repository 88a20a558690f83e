//! A board geometry that is known only at run time, made from any list of rows, columns and other houses.
//!
//! One type covers 6×6, jigsaws and diagonals. It shows that a `Geometry` needs no constant tables. Of the methods that
//! have a default, the type overrides only `has_plain_bands`.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};
use sudoku_engine::grid::{Geometry, HouseKind, Ordinal, Set, TableEntry};

/// The number of a cell, digit or house. `KIND` says which of the three it is, so that each has a separate type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id<const KIND: char>(pub u8);

pub type Cell = Id<'c'>;
pub type Digit = Id<'d'>;
pub type House = Id<'h'>;

impl<const KIND: char> Ordinal for Id<KIND> {
    fn index(self) -> usize {
        self.0.into()
    }
}

/// A set of cells or a set of digits. `KIND` says which of the two it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ids<const KIND: char>(u128, PhantomData<Id<KIND>>);

impl<const KIND: char> Ids<KIND> {
    const fn new(bits: u128) -> Self {
        Self(bits, PhantomData)
    }
}

impl<const KIND: char> Set for Ids<KIND> {
    const EMPTY: Self = Self::new(0);

    fn of(member: Id<KIND>) -> Self {
        Self::new(1 << member.0)
    }

    fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    fn after(self, member: Id<KIND>) -> Self {
        Self::new(self.0 & (u128::MAX << member.0 << 1))
    }
}

impl<const KIND: char> BitOr for Ids<KIND> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self::new(self.0 | other.0)
    }
}

impl<const KIND: char> BitAnd for Ids<KIND> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self::new(self.0 & other.0)
    }
}

impl<const KIND: char> Sub for Ids<KIND> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.0 & !other.0)
    }
}

impl<const KIND: char> BitOrAssign for Ids<KIND> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const KIND: char> BitAndAssign for Ids<KIND> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const KIND: char> SubAssign for Ids<KIND> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const KIND: char> Iterator for Ids<KIND> {
    type Item = Id<KIND>;

    fn next(&mut self) -> Option<Id<KIND>> {
        let n = (self.0 != 0).then(|| self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(Id(n as u8))
    }
}

impl<const KIND: char> FromIterator<Id<KIND>> for Ids<KIND> {
    fn from_iter<I: IntoIterator<Item = Id<KIND>>>(members: I) -> Self {
        members.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A board with `side` rows, `side` columns and possibly other houses.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    pub side: usize,
    /// The cells of each house in order. Rows come first, then columns, then all other houses.
    pub houses: Vec<Vec<u8>>,
    /// The cells of each house, as a set.
    sets: Vec<Ids<'c'>>,
    /// The houses of each cell, with the cell's place in each house.
    seats: Vec<Vec<(House, u16)>>,
    plain: bool,
}

impl Layout {
    /// Makes a layout from its houses other than rows and columns. `plain` must be `true` if these houses are
    /// rectangles of equal size.
    pub fn new(side: usize, others: Vec<Vec<u8>>, plain: bool) -> Self {
        let rows = (0..side).map(|row| (0..side).map(|n| row * side + n).collect());
        let columns = (0..side).map(|column| (0..side).map(|n| n * side + column).collect());
        let lines: Vec<Vec<usize>> = rows.chain(columns).collect();
        let lines = lines.into_iter();
        let lines = lines.map(|line| line.into_iter().map(|cell| cell as u8).collect());
        let houses: Vec<Vec<u8>> = lines.chain(others).collect();
        let mut seats = vec![Vec::new(); side * side];
        for (house, cells) in (0..).map(Id).zip(&houses) {
            for (place, &cell) in cells.iter().enumerate() {
                seats[usize::from(cell)].push((house, 1 << place));
            }
        }
        let set = |cells: &Vec<u8>| cells.iter().copied().map(Id).collect();
        Self {
            side,
            sets: houses.iter().map(set).collect(),
            houses,
            seats,
            plain,
        }
    }

    /// Returns a layout with boxes of this height and width.
    pub fn boxes(height: usize, width: usize) -> Self {
        let side = height * width;
        let of_box = |cell: usize| cell / side / height * height + cell % side / width;
        Self::new(side, regions(side, of_box), true)
    }

    /// Returns a 9×9 layout with boxes and both diagonals as houses.
    pub fn diagonals() -> Self {
        let mut others = regions(9, |cell| cell / 27 * 3 + cell % 9 / 3);
        others.push((0..9).map(|n| n * 10).collect());
        others.push((0..9).map(|n| 8 + n * 8).collect());
        Self::new(9, others, false)
    }

    /// Returns a 6×6 layout with irregular boxes, as in a jigsaw.
    pub fn jigsaw() -> Self {
        let map = b"aaabbbaacbbbacccddecddddecffffeeeeff";
        Self::new(6, regions(6, |cell| usize::from(map[cell] - b'a')), false)
    }

    pub fn cells(&self) -> usize {
        self.side * self.side
    }

    fn kind_of(&self, house: usize) -> HouseKind {
        match house / self.side {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    fn range(&self, kind: HouseKind) -> std::ops::Range<usize> {
        let first = self.side * kind as usize;
        match kind {
            HouseKind::Box => first..self.houses.len(),
            _ => first..first + self.side,
        }
    }
}

fn regions(side: usize, of_cell: impl Fn(usize) -> usize) -> Vec<Vec<u8>> {
    let mut regions = vec![Vec::new(); side];
    for cell in 0..side * side {
        regions[of_cell(cell)].push(cell as u8);
    }
    regions
}

impl Geometry for &Layout {
    const CELLS: usize = 81;
    const DIGITS: usize = 9;
    const HOUSES: usize = 32;

    type Cell = Cell;
    type Digit = Digit;
    type House = House;
    type Cells = Ids<'c'>;
    type Digits = Ids<'d'>;
    type Places = u16;
    type Houses = u32;
    type PerCell<T: TableEntry> = [T; 81];
    type PerDigit<T: TableEntry> = [T; 9];
    type PerHouse<T: TableEntry> = [T; 32];

    fn all_cells(self) -> Ids<'c'> {
        (0..Layout::cells(self) as u8).map(Id).collect()
    }

    fn digit_count(self) -> usize {
        self.side
    }

    fn digits(self) -> impl Iterator<Item = Digit> {
        (0..self.side as u8).map(Id)
    }

    fn houses(self) -> impl Iterator<Item = House> {
        (0..self.houses.len() as u8).map(Id)
    }

    fn kind(self, house: House) -> HouseKind {
        self.kind_of(house.index())
    }

    fn number(self, house: House) -> usize {
        house.index() - self.range(self.kind(house)).start
    }

    fn nth_house(self, kind: HouseKind, number: usize) -> House {
        Id((self.range(kind).start + number) as u8)
    }

    fn cells_of(self, house: House) -> Ids<'c'> {
        self.sets[house.index()]
    }

    fn nth_cell(self, house: House, place: usize) -> Cell {
        Id(self.houses[house.index()][place])
    }

    fn seats(self, cell: Cell) -> impl Iterator<Item = (House, u16)> {
        self.seats[cell.index()].iter().copied()
    }

    fn has_plain_bands(self) -> bool {
        self.plain
    }

    fn digits_at(numbers: u16) -> Ids<'d'> {
        Ids::new(numbers.into())
    }

    fn numbers_of(digits: Ids<'d'>) -> u16 {
        digits.0 as u16
    }
}
