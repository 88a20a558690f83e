//! The houses and peers of a layout, as flat lists.

use super::{CellFeatures, ExtraRule, Layout, Parity, Shape};

/// A cell's place in one of its houses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellPlace {
    /// The number of the house: rows first, then columns, boxes, and the houses of extra rules.
    pub house: u8,
    /// The place of the cell in the house, from 0.
    pub place: u8,
}

/// One list for each cell; the lists are stored one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CellLists<T> {
    items: Vec<T>,
    ends: Vec<u32>,
}

impl<T> CellLists<T> {
    fn new(lists: Vec<Vec<T>>) -> Self {
        let ends = lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        });
        Self {
            ends: ends.collect(),
            items: lists.into_iter().flatten().collect(),
        }
    }

    #[inline]
    fn of(&self, cell: usize) -> &[T] {
        let first = if cell == 0 { 0 } else { self.ends[cell - 1] };
        &self.items[first as usize..self.ends[cell] as usize]
    }
}

/// The houses of a layout, and for each cell the cells that can't hold the same digit.
///
/// ```
/// use sudoku_engine::grid::LayoutHouses;
/// let houses = LayoutHouses::new("9x9+x".parse()?);
/// assert_eq!((houses.len(), houses.seats(40).len(), houses.peers(0).len()), (29, 5, 26));
/// # Ok::<(), sudoku_engine::grid::LayoutError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutHouses {
    layout: Layout,
    features: CellFeatures,
    houses: usize,
    /// The cells of every house by place, house after house.
    members: Vec<u16>,
    seats: CellLists<CellPlace>,
    /// The houses of each cell, one bit each.
    house_sets: Vec<u128>,
    peers: CellLists<u16>,
    pairs: CellLists<u16>,
    largest_crossing: u32,
}

impl LayoutHouses {
    /// Makes the lists of houses and peers of a layout. For a layout whose puzzles have features of their own, the
    /// lists have boxes in place of regions, and no marks.
    pub fn new(layout: Layout) -> Self {
        Self::with_features(layout, CellFeatures::NONE)
    }

    /// Makes the lists of houses and peers of a puzzle with these features. Features that the layout doesn't have, and
    /// features of a board of another size, are left out.
    pub fn with_features(layout: Layout, features: CellFeatures) -> Self {
        let shape = layout.shape();
        let features = features.of_layout(layout);
        let regions = features.regions().map(super::Regions::members);
        let boxes = match &regions {
            Some(_) => 2 * shape.side(),
            None => shape.houses(),
        };
        let mut houses: Vec<Vec<u16>> = (0..boxes)
            .map(|house| shape.house_cells(house).map(|cell| cell as u16).collect())
            .collect();
        houses.extend(regions.unwrap_or_default());
        for rule in layout.rules() {
            houses.extend(houses_of(rule, shape));
        }
        let mut seats = vec![Vec::new(); layout.cells()];
        let mut house_sets = vec![0; layout.cells()];
        for (house, cells) in houses.iter().enumerate() {
            for (place, &cell) in cells.iter().enumerate() {
                let (house, place) = (house as u8, place as u8);
                seats[usize::from(cell)].push(CellPlace { house, place });
                house_sets[usize::from(cell)] |= 1 << house;
            }
        }
        let moves: Vec<(isize, isize)> = layout.rules().flat_map(moves_of).copied().collect();
        let shares = |one: usize, other: usize| house_sets[one] & house_sets[other] != 0;
        let pairs = |cell| {
            let reached = moves.iter().filter_map(|&by| moved(shape, cell, by));
            let mut apart: Vec<u16> = reached.filter(|&it| !shares(cell, it.into())).collect();
            apart.sort_unstable();
            apart
        };
        let pairs: Vec<Vec<u16>> = (0..layout.cells()).map(pairs).collect();
        let peers = |cell: usize| {
            let of_houses = seats[cell]
                .iter()
                .flat_map(|it: &CellPlace| &houses[usize::from(it.house)]);
            let mut peers: Vec<u16> = of_houses.chain(&pairs[cell]).copied().collect();
            peers.retain(|&other| usize::from(other) != cell);
            peers.sort_unstable();
            peers.dedup();
            peers
        };
        Self {
            layout,
            features,
            houses: houses.len(),
            peers: CellLists::new((0..layout.cells()).map(peers).collect()),
            pairs: CellLists::new(pairs),
            members: houses.concat(),
            seats: CellLists::new(seats),
            largest_crossing: largest_crossing(&houses, &house_sets),
            house_sets,
        }
    }

    /// Returns the largest number of cells that two houses share.
    #[inline]
    pub const fn largest_crossing(&self) -> u32 {
        self.largest_crossing
    }

    /// Returns the layout.
    #[inline]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the regions and marks of the puzzle.
    #[inline]
    pub const fn features(&self) -> &CellFeatures {
        &self.features
    }

    /// Returns the digits that the mark of a cell allows, bit d for digit d + 1.
    #[inline]
    pub fn allowed(&self, cell: usize) -> u32 {
        let all = u32::MAX >> (32 - self.layout.side());
        match self.features.mark(cell) {
            None => all,
            Some(Parity::Odd) => all & 0x5555_5555,
            Some(Parity::Even) => all & 0xAAAA_AAAA,
        }
    }

    /// Counts the houses.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // no layout is without houses
    pub const fn len(&self) -> usize {
        self.houses
    }

    /// Returns the cell at a place of a house.
    #[inline]
    pub fn cell(&self, house: usize, place: usize) -> usize {
        usize::from(self.members[house * self.layout.side() + place])
    }

    /// Returns the cells of a house in the order of their places.
    #[inline]
    pub fn cells_of(&self, house: usize) -> &[u16] {
        let side = self.layout.side();
        &self.members[house * side..(house + 1) * side]
    }

    /// Returns the houses of a cell with its place in each: row, column, box, then the houses of extra rules.
    #[inline]
    pub fn seats(&self, cell: usize) -> &[CellPlace] {
        self.seats.of(cell)
    }

    /// Returns the houses of a cell, one bit each.
    #[inline]
    pub fn house_set(&self, cell: usize) -> u128 {
        self.house_sets[cell]
    }

    /// Returns the cells that can't hold the same digit as this cell, in reading order.
    #[inline]
    pub fn peers(&self, cell: usize) -> &[u16] {
        self.peers.of(cell)
    }

    /// Returns the peers of a cell that share no house with the cell.
    #[inline]
    pub fn pairs(&self, cell: usize) -> &[u16] {
        self.pairs.of(cell)
    }

    /// Returns whether these values are a full grid that obeys all rules.
    pub fn is_full_grid(&self, values: &[u8]) -> bool {
        let side = self.layout.side();
        values.len() == self.layout.cells()
            && (0..values.len()).all(|cell| {
                (1..=side).contains(&usize::from(values[cell]))
                    && self.allowed(cell) >> (values[cell] - 1) & 1 == 1
                    && self
                        .peers(cell)
                        .iter()
                        .all(|&peer| values[usize::from(peer)] != values[cell])
            })
    }
}

/// Returns the largest number of cells that two houses share. `house_sets` has the houses of each cell.
fn largest_crossing(houses: &[Vec<u16>], house_sets: &[u128]) -> u32 {
    let mut largest = 0;
    for (house, cells) in houses.iter().enumerate() {
        for other in 0..house {
            let shared = cells
                .iter()
                .filter(|&&cell| house_sets[usize::from(cell)] >> other & 1 == 1);
            largest = largest.max(shared.count() as u32);
        }
    }
    largest
}

/// Returns the houses that a rule adds to rows, columns and boxes or regions. Each house is a list of its cells in
/// the order of their places.
fn houses_of(rule: ExtraRule, shape: Shape) -> Vec<Vec<u16>> {
    let side = shape.side();
    let cell = |row: usize, column: usize| (row * side + column) as u16;
    match rule {
        ExtraRule::Diagonals => vec![
            (0..side).map(|n| cell(n, n)).collect(),
            (0..side).map(|n| cell(n, side - 1 - n)).collect(),
        ],
        ExtraRule::Windows => {
            let (rows, columns) = (shape.box_rows(), shape.box_columns());
            // Between n boxes there is room for n − 1 windows, a line apart from one another.
            let corners =
                |count: usize, step: usize| (0..count - 1).map(move |n| 1 + n * (step + 1));
            let tops = corners(side / rows, rows);
            let corners =
                tops.flat_map(|top| corners(side / columns, columns).map(move |left| (top, left)));
            let window = |(top, left)| {
                let places = 0..side;
                let at = |place| cell(top + place / columns, left + place % columns);
                places.map(at).collect()
            };
            corners.map(window).collect()
        }
        ExtraRule::Knight | ExtraRule::King | ExtraRule::Jigsaw | ExtraRule::EvenOdd => Vec::new(),
    }
}

/// Returns the moves (rows down, columns to the right) from a cell to the cells that must hold a different
/// digit by this rule.
fn moves_of(rule: ExtraRule) -> &'static [(isize, isize)] {
    match rule {
        ExtraRule::Knight => &[
            (1, 2),
            (1, -2),
            (-1, 2),
            (-1, -2),
            (2, 1),
            (2, -1),
            (-2, 1),
            (-2, -1),
        ],
        ExtraRule::King => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
        ExtraRule::Diagonals | ExtraRule::Windows | ExtraRule::Jigsaw | ExtraRule::EvenOdd => &[],
    }
}

/// Returns the cell to which a move leads; `None` if that is outside the board.
fn moved(shape: Shape, cell: usize, (down, right): (isize, isize)) -> Option<u16> {
    let side = shape.side();
    let row = (cell / side).checked_add_signed(down)?;
    let column = (cell % side).checked_add_signed(right)?;
    (row < side && column < side).then_some((row * side + column) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn houses(name: &str) -> LayoutHouses {
        LayoutHouses::new(name.parse().unwrap())
    }

    #[test]
    fn peers_are_those_that_share_a_house_or_a_move() {
        for name in [
            "4x4",
            "6x6/3x2",
            "9x9+windows",
            "12x12",
            "25x25+x",
            "9x9+knight",
            "9x9+king",
        ] {
            let houses = houses(name);
            for cell in 0..houses.layout().cells() {
                for house in houses.seats(cell) {
                    assert_eq!(houses.cell(house.house.into(), house.place.into()), cell);
                }
                for &peer in houses.peers(cell) {
                    assert!(houses.peers(peer.into()).contains(&(cell as u16)));
                    let apart = houses.house_set(cell) & houses.house_set(peer.into()) == 0;
                    assert_eq!(apart, houses.pairs(cell).contains(&peer), "{name}");
                }
            }
        }
        assert_eq!(houses("9x9").peers(0).len(), 20);
        assert_eq!(houses("10x10").largest_crossing(), 5);
        assert_eq!(houses("9x9+knight").pairs(40).len(), 8);
        assert_eq!(houses("9x9+king").pairs(0).len(), 0);
        assert_eq!(houses("9x9+king").pairs(20), [12, 28, 30]);
    }

    #[test]
    fn windows_lie_between_the_boxes() {
        let nine = houses("9x9+windows");
        assert_eq!(nine.len(), 31);
        assert_eq!(nine.cells_of(27), [10, 11, 12, 19, 20, 21, 28, 29, 30]);
        assert_eq!(nine.cells_of(30), [50, 51, 52, 59, 60, 61, 68, 69, 70]);
        assert_eq!(houses("6x6+windows").cells_of(18), [7, 8, 9, 13, 14, 15]);
        assert_eq!(houses("25x25+windows").len(), 75 + 16);
    }
}
