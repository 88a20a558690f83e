//! The tables of one shape: the houses and peers of its cells.

use crate::grid::Shape;

/// A cell's place in one of its houses.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellPlace {
    pub(super) house: u8,
    pub(super) place: u8,
}

/// The tables of a shape.
#[derive(Debug)]
pub(super) struct ShapeTables {
    pub(super) shape: Shape,
    /// The cells of every house in the order of their places, house after house.
    members: Vec<u16>,
    /// Every cell's place in its row, column and box.
    pub(super) seats: Vec<[CellPlace; 3]>,
    /// The peers of every cell, cell after cell.
    peers: Vec<u16>,
    peers_each: usize,
}

impl ShapeTables {
    pub(super) fn new(shape: Shape) -> Self {
        let seats = |cell| {
            shape.seats(cell).map(|(house, place)| CellPlace {
                house: house as u8,
                place: place as u8,
            })
        };
        let (rows, columns) = (shape.box_rows(), shape.box_columns());
        Self {
            shape,
            members: (0..shape.houses())
                .flat_map(|house| shape.house_cells(house).map(|cell| cell as u16))
                .collect(),
            seats: (0..shape.cells()).map(seats).collect(),
            peers: (0..shape.cells())
                .flat_map(|cell| peers(shape, cell))
                .collect(),
            peers_each: 2 * (shape.side() - 1) + (rows - 1) * (columns - 1),
        }
    }

    /// Returns the cell at a place of a house.
    #[inline]
    pub(super) fn cell(&self, house: usize, place: usize) -> usize {
        usize::from(self.members[house * self.shape.side() + place])
    }

    /// Returns the cells that see this one.
    #[inline]
    pub(super) fn peers(&self, cell: usize) -> &[u16] {
        &self.peers[cell * self.peers_each..(cell + 1) * self.peers_each]
    }
}

fn peers(shape: Shape, cell: usize) -> impl Iterator<Item = u16> {
    let mut seen: Vec<usize> = shape
        .seats(cell)
        .into_iter()
        .flat_map(|(house, _)| shape.house_cells(house))
        .filter(|&other| other != cell)
        .collect();
    seen.sort_unstable();
    seen.dedup();
    seen.into_iter().map(|other| other as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_those_that_share_a_house() {
        for side in [4, 6, 12, 16, 25] {
            let shape = Shape::of_side(side).unwrap();
            let table = ShapeTables::new(shape);
            for cell in [0, shape.cells() / 2, shape.cells() - 1] {
                let houses = |c| shape.seats(c).map(|(house, _)| house);
                let expected: Vec<u16> = (0..shape.cells())
                    .filter(|&c| c != cell && (0..3).any(|k| houses(c)[k] == houses(cell)[k]))
                    .map(|c| c as u16)
                    .collect();
                assert_eq!(table.peers(cell), expected);
            }
        }
    }
}
