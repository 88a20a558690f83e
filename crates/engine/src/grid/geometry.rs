//! The geometry of a puzzle: its cells, digits and houses, and how they are arranged.
//!
//! The human techniques are written only once, for any geometry. A geometry is a small value that is copied
//! everywhere. [`Nine`](super::Nine), for 9×9, is a type of size zero whose methods read constant tables. For a
//! board that is known only at run time, the geometry is a reference to tables.

use super::HouseKind;
use super::parts::{NumberSet, Ordinal, Set, Table, TableEntry};
use std::fmt::Debug;

/// Two houses that share at least two cells, as seen from the first house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing<H, P> {
    /// The other house.
    pub other: H,
    /// The places of the shared cells in the first house.
    pub places: P,
    /// The places of the shared cells in the other house.
    pub places_in_other: P,
}

/// The type of a crossing in a geometry.
pub type CrossingOf<G> = Crossing<<G as Geometry>::House, <G as Geometry>::Places>;

/// The geometry of a puzzle.
///
/// Every house has as many cells as there are digits; the cells' places are numbered from 0. Houses are of
/// three kinds. Rows and columns, if a board has any, cross one another: the place of a cell in its row is the
/// number of its column, and the other way round. All other houses count as boxes: regions of any shape,
/// diagonals, windows. Singles, subsets, wings, chains and almost locked sets only need houses. Fish,
/// skyscrapers, kites, empty rectangles and uniqueness need rows and columns, and find nothing on boards
/// without them.
///
/// No house holds a digit twice. Where a geometry [has pairs](Self::HAS_PAIRS), the two cells of a pair
/// differ too: all techniques treat them as peers, except those of uniqueness, which ignore pairs.
///
/// ```
/// use sudoku_engine::grid::{Cell, Geometry, House, Nine};
/// /// Returns the houses that hold two cells, on any board.
/// fn shared<G: Geometry>(geometry: G, one: G::Cell, other: G::Cell) -> Vec<G::House> {
///     let of_one = geometry.houses_of(one);
///     let holds = |house: &G::House| geometry.houses_of(other).any(|it| it == *house);
///     of_one.filter(holds).collect()
/// }
/// let shared = shared(Nine, Cell::at(0, 0), Cell::at(0, 2));
/// assert_eq!(shared, [House::row(0), House::of_box(0)]);
/// ```
///
/// Methods with a default body are derived from the others. A geometry may override them with tables, as
/// [`Nine`](super::Nine) does.
pub trait Geometry: Copy + Debug + Eq {
    /// The maximum number of cells in a geometry of this type, which is also the size of tables by cell.
    const CELLS: usize;
    /// The maximum number of digits.
    const DIGITS: usize;
    /// The maximum number of houses.
    const HOUSES: usize;
    /// `true` if cells may be [peers](Self::pairs) without sharing a house.
    const HAS_PAIRS: bool = false;
    /// `true` if techniques search for almost locked sets, groups and forcing chains. On large boards, such searches
    /// take much time and find little. With `false`, the searches are not even compiled.
    const HAS_LARGE_PATTERNS: bool = true;

    /// A cell.
    type Cell: Ordinal;
    /// A digit.
    type Digit: Ordinal;
    /// A house. Houses are numbered and sorted as rows, columns, boxes.
    type House: Ordinal;
    /// A set of cells.
    type Cells: Set<Item = Self::Cell>;
    /// A set of digits.
    type Digits: Set<Item = Self::Digit>;
    /// A set of small numbers: places in a house, numbers of digits, or numbers of houses within their kind.
    type Places: NumberSet;
    /// A set of houses, each by its number.
    type Houses: NumberSet;
    /// A table with an entry for each cell.
    type PerCell<T: TableEntry>: Table<T>;
    /// A table with an entry for each digit, or for each place in a house.
    type PerDigit<T: TableEntry>: Table<T>;
    /// A table with an entry for each house.
    type PerHouse<T: TableEntry>: Table<T>;

    /// Returns all cells.
    fn all_cells(self) -> Self::Cells;

    /// Returns the number of digits, which is also the number of rows, of columns, and of cells in a house.
    fn digit_count(self) -> usize;

    /// Returns the digits, ascending.
    fn digits(self) -> impl Iterator<Item = Self::Digit>;

    /// Returns the houses: rows, columns, boxes.
    fn houses(self) -> impl Iterator<Item = Self::House>;

    /// Returns the kind of a house.
    fn kind(self, house: Self::House) -> HouseKind;

    /// Returns the number of a house within its kind, from 0.
    fn number(self, house: Self::House) -> usize;

    /// Returns the house that has this number among the houses of this kind.
    fn nth_house(self, kind: HouseKind, number: usize) -> Self::House;

    /// Returns the cells of a house.
    fn cells_of(self, house: Self::House) -> Self::Cells;

    /// Returns the cell at a place of a house.
    fn nth_cell(self, house: Self::House, place: usize) -> Self::Cell;

    /// Returns the houses of a cell: the row, the column, then the boxes. With each comes the cell's place in the
    /// house, as a set of one place.
    fn seats(self, cell: Self::Cell) -> impl Iterator<Item = (Self::House, Self::Places)>;

    /// Makes the set of the digits with these numbers, which begin at 0.
    fn digits_at(numbers: Self::Places) -> Self::Digits;

    /// Returns the numbers, from 0, of these digits.
    fn numbers_of(digits: Self::Digits) -> Self::Places;

    /// Counts the places in a set.
    #[inline]
    fn count(places: Self::Places) -> u32 {
        places.count_ones()
    }

    /// Returns all digits.
    #[inline]
    fn all_digits(self) -> Self::Digits {
        self.digits().collect()
    }

    /// Returns all houses.
    #[inline]
    fn all_houses(self) -> Self::Houses {
        self.houses().fold(Self::Houses::NONE, |all, house| {
            all | Self::Houses::of(house.index())
        })
    }

    /// Returns the houses of one kind.
    #[inline]
    fn houses_of_kind(self, kind: HouseKind) -> impl Iterator<Item = Self::House> {
        self.houses().filter(move |&house| self.kind(house) == kind)
    }

    /// Returns the houses of a set, ascending.
    #[inline]
    fn houses_in(self, houses: Self::Houses) -> impl Iterator<Item = Self::House> {
        self.houses()
            .filter(move |house| houses.contains(house.index()))
    }

    /// Returns the houses of a set: boxes, then rows, then columns.
    #[inline]
    fn boxes_first(self, houses: Self::Houses) -> impl Iterator<Item = Self::House> {
        let is_box = move |house: &Self::House| self.kind(*house) == HouseKind::Box;
        let boxes = self.houses_in(houses).filter(is_box);
        boxes.chain(self.houses_in(houses).filter(move |it| !is_box(it)))
    }

    /// Returns the houses of a cell.
    #[inline]
    fn houses_of(self, cell: Self::Cell) -> impl Iterator<Item = Self::House> {
        self.seats(cell).map(|(house, _)| house)
    }

    /// Returns the houses of a cell as a set.
    #[inline]
    fn house_set(self, cell: Self::Cell) -> Self::Houses {
        let houses = self.houses_of(cell);
        houses.fold(Self::Houses::NONE, |all, house| {
            all | Self::Houses::of(house.index())
        })
    }

    /// Returns the row and the column of a cell; `None` if the cell lacks either.
    fn lines_of(self, cell: Self::Cell) -> Option<[Self::House; 2]> {
        let line = |kind: HouseKind| {
            let mut houses = self.houses_of(cell);
            houses.find(|&house| self.kind(house) == kind)
        };
        Some([line(HouseKind::Row)?, line(HouseKind::Column)?])
    }

    /// Returns the first box of a cell; `None` if the cell is in no box.
    #[inline]
    fn box_of(self, cell: Self::Cell) -> Option<Self::House> {
        let mut houses = self.houses_of(cell);
        houses.find(|&house| self.kind(house) == HouseKind::Box)
    }

    /// Returns the cell where a row and a column cross.
    #[inline]
    fn cell_in(self, row: Self::House, column: Self::House) -> Self::Cell {
        self.nth_cell(row, self.number(column))
    }

    /// Returns the cells at these places of a house.
    #[inline]
    fn cells_at(self, house: Self::House, places: Self::Places) -> Self::Cells {
        let cells = places.ones().map(|place| self.nth_cell(house, place));
        cells.collect()
    }

    /// Returns the cells that can't hold the same digit as this cell: the other cells of its houses. A geometry with
    /// [pairs](Self::pairs) must override this method to add them.
    fn peers(self, cell: Self::Cell) -> Self::Cells {
        let cells = self.houses_of(cell).map(|house| self.cells_of(house));
        let seen = cells.fold(Self::Cells::EMPTY, Self::Cells::union);
        seen.without(cell)
    }

    /// Returns the peers of a cell that share no house with the cell.
    #[inline]
    fn pairs(self, _cell: Self::Cell) -> Self::Cells {
        Self::Cells::EMPTY
    }

    /// Returns the digits that the rules for this cell alone allow, whatever the other cells hold.
    #[inline]
    fn allowed(self, _cell: Self::Cell) -> Self::Digits {
        self.all_digits()
    }

    /// Returns whether a cell is a peer of another.
    #[inline]
    fn sees(self, one: Self::Cell, other: Self::Cell) -> bool {
        self.peers(one).contains(other)
    }

    /// Returns the places of a house whose cells also lie in another house.
    fn places_in(self, house: Self::House, other: Self::House) -> Self::Places {
        let shared = self.cells_of(other);
        let places = 0..self.digit_count();
        let places = places.filter(|&place| shared.contains(self.nth_cell(house, place)));
        places.fold(Self::Places::NONE, |all, place| {
            all | Self::Places::of(place)
        })
    }

    /// Returns the houses that share two or more cells with this house; for a box, the lines come first.
    fn crossings(self, house: Self::House) -> impl Iterator<Item = CrossingOf<Self>> {
        let others = self.houses().filter(move |&other| other != house);
        let crossings = others.map(move |other| Crossing {
            other,
            places: self.places_in(house, other),
            places_in_other: self.places_in(other, house),
        });
        crossings.filter(|it| it.places.count_ones() > 1)
    }

    /// Returns the crossings of a house that contain all these places; none if there are no places.
    #[inline]
    fn crossings_with(
        self,
        house: Self::House,
        places: Self::Places,
    ) -> impl Iterator<Item = CrossingOf<Self>> {
        let crossings = self.crossings(house);
        crossings.filter(move |it| !places.is_empty() && (places & !it.places).is_empty())
    }

    /// Returns the places in a box that can be the middle of an empty rectangle. Each of `places` must lie in the
    /// row or the column of the middle. At least one must lie only in the row, and at least one only in the column.
    fn empty_rectangle_middles(self, of_box: Self::House, places: Self::Places) -> Self::Places {
        let cells = self.cells_at(of_box, places);
        let mut middles = Self::Places::NONE;
        for place in 0..self.digit_count() {
            let cell = self.nth_cell(of_box, place);
            if let Some(lines) = self.lines_of(cell) {
                let [in_row, in_column] = lines.map(|line| cells & self.cells_of(line));
                let beside = [in_row - in_column, in_column - in_row];
                let all = cells.is_subset(in_row | in_column);
                if all && beside.iter().all(|cells| !cells.is_empty()) {
                    middles |= Self::Places::of(place);
                }
            }
        }
        middles
    }

    /// Returns the numbers of the lines (rows or columns, by `kind`) that share a box with a line, including the
    /// line itself.
    fn band(self, kind: HouseKind, line: usize) -> Self::Places {
        let cells = self.cells_of(self.nth_house(kind, line));
        let boxes = self.houses_of_kind(HouseKind::Box);
        let boxes = boxes.map(|of_box| self.cells_of(of_box));
        let beside = boxes.filter(|of_box| !of_box.is_disjoint(cells));
        let beside = beside.fold(cells, Self::Cells::union);
        let lines = self.houses_of_kind(kind);
        let lines = lines.filter(|&line| !self.cells_of(line).is_disjoint(beside));
        lines.fold(Self::Places::NONE, |all, line| {
            all | Self::Places::of(self.number(line))
        })
    }

    /// Returns the bands as sets of rows, or the stacks as sets of columns, each once.
    fn bands(self, kind: HouseKind) -> impl Iterator<Item = Self::Places> {
        let is_new = move |&line: &usize| {
            let band = self.band(kind, line);
            (0..line).all(|before| self.band(kind, before) != band)
        };
        let lines = (0..self.houses_of_kind(kind).count()).filter(is_new);
        lines.map(move |line| self.band(kind, line))
    }

    /// Counts how many of these lines lie outside the band that contains the most of them; `u32::MAX` if the board
    /// has no lines of this kind.
    fn lines_outside_best_band(self, kind: HouseKind, lines: Self::Places) -> u32 {
        let outside = self.bands(kind).map(|band| Self::count(lines & !band));
        outside.min().unwrap_or(u32::MAX)
    }

    /// Returns whether the boxes form a regular grid of rectangles and there are no other houses. Cells in the same
    /// band and the same stack then always see each other, so techniques need not check this for individual cells.
    #[inline]
    fn has_plain_bands(self) -> bool {
        false
    }
}
