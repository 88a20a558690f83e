//! Draws random regions for a jigsaw puzzle, by deforming the boxes.
//!
//! Again and again, two neighbouring regions exchange one cell each, provided that both remain connected. The
//! drawing is done when no region is a row or column, and no two regions have the same shape, however turned or
//! mirrored.

use crate::grid::{Regions, Shape, unreached};
use crate::seed::Generator;

/// The number of exchanges tried per cell of the board, before the drawing is checked for the first time.
const FIRST_ATTEMPTS: usize = 6;
/// The maximum number of rounds of exchanges; after each round, the drawing is checked.
const MOST_ROUNDS: usize = 200;

/// A drawing in progress.
struct RegionSketch {
    side: usize,
    /// The region of each cell.
    of_cell: Vec<usize>,
    /// The cells of each region.
    members: Vec<Vec<usize>>,
}

/// Draws regions for a board with boxes of this shape; `None` if every drawing had two regions of the same shape, or a
/// region that is a row or column.
pub(super) fn draw_regions(shape: Shape, rng: &mut Generator) -> Option<Regions> {
    let mut sketch = RegionSketch::of_boxes(shape);
    let mut attempts = FIRST_ATTEMPTS * shape.cells();
    for _ in 0..MOST_ROUNDS {
        for _ in 0..attempts {
            sketch.exchange(rng);
        }
        if !sketch.has_alike()
            && let Some(regions) = sketch.regions()
        {
            return Some(regions);
        }
        attempts = shape.side();
    }
    None
}

impl RegionSketch {
    fn of_boxes(shape: Shape) -> Self {
        let side = shape.side();
        let of_box = |number| shape.house_cells(2 * side + number).collect();
        let members: Vec<Vec<usize>> = (0..side).map(of_box).collect();
        let mut of_cell = vec![0; shape.cells()];
        for (region, cells) in members.iter().enumerate() {
            for &cell in cells {
                of_cell[cell] = region;
            }
        }
        Self {
            side,
            of_cell,
            members,
        }
    }

    /// Returns the cells above, below and beside a cell.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (side, column) = (self.side, cell % self.side);
        let above = cell.checked_sub(side);
        let below = Some(cell + side).filter(|&it| it < side * side);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < side).then_some(cell + 1);
        [above, below, left, right].into_iter().flatten()
    }

    /// Moves a random cell to the region of one of its neighbours, and in exchange moves a cell of that region to the
    /// first cell's old region. Changes nothing if a region would fall apart.
    fn exchange(&mut self, rng: &mut Generator) {
        let cell = rng.below(self.of_cell.len() as u32) as usize;
        let from = self.of_cell[cell];
        let others: Vec<usize> = self
            .beside(cell)
            .map(|it| self.of_cell[it])
            .filter(|&region| region != from)
            .collect();
        if others.is_empty() {
            return;
        }
        let to = others[rng.below(others.len() as u32) as usize];
        let touches = |&it: &usize| {
            self.beside(it)
                .any(|near| near != cell && self.of_cell[near] == from)
        };
        let given: Vec<usize> = self.members[to].iter().copied().filter(touches).collect();
        if given.is_empty() {
            return;
        }
        let given = given[rng.below(given.len() as u32) as usize];
        let replaced = |region: usize, old: usize, new: usize| -> Vec<usize> {
            let cells = self.members[region].iter();
            cells.map(|&it| if it == old { new } else { it }).collect()
        };
        let (one, other) = (replaced(from, cell, given), replaced(to, given, cell));
        let is_whole = |cells: &[usize]| unreached(cells, self.side).is_none();
        if is_whole(&one) && is_whole(&other) {
            (self.of_cell[cell], self.of_cell[given]) = (to, from);
            (self.members[from], self.members[to]) = (one, other);
        }
    }

    /// Returns whether two regions have the same shape, however turned or mirrored.
    fn has_alike(&self) -> bool {
        let mut shapes: Vec<Vec<(usize, usize)>> =
            self.members.iter().map(|it| self.shape_of(it)).collect();
        shapes.sort_unstable();
        shapes.windows(2).any(|two| two[0] == two[1])
    }

    /// Returns the shape of a region: a sorted list of the rows and columns of its cells, counted from the top and left
    /// edges of the region. The eight turned and mirrored copies of the region are compared, and the smallest list is
    /// returned.
    fn shape_of(&self, cells: &[usize]) -> Vec<(usize, usize)> {
        let last = self.side - 1;
        let copy = |symmetry: usize| {
            let moved = cells.iter().map(|&cell| {
                let (mut row, mut column) = (cell / self.side, cell % self.side);
                if symmetry & 1 != 0 {
                    row = last - row;
                }
                if symmetry & 2 != 0 {
                    column = last - column;
                }
                if symmetry & 4 != 0 {
                    (row, column) = (column, row);
                }
                (row, column)
            });
            let mut moved: Vec<(usize, usize)> = moved.collect();
            let top = moved.iter().map(|it| it.0).min().unwrap_or_default();
            let left = moved.iter().map(|it| it.1).min().unwrap_or_default();
            for place in &mut moved {
                *place = (place.0 - top, place.1 - left);
            }
            moved.sort_unstable();
            moved
        };
        (0..8).map(copy).min().unwrap_or_default()
    }

    /// Returns the regions; `None` if one is a row or column.
    fn regions(&self) -> Option<Regions> {
        let letter = |&region: &usize| char::from(b'A' + region as u8);
        let letters: Vec<char> = self.of_cell.iter().map(letter).collect();
        Regions::from_letters(&letters).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_differ_in_shape_and_drawings_from_one_another() {
        for (side, drawings) in [(6, 60), (8, 60), (9, 60), (12, 20), (25, 1)] {
            let shape = Shape::of_side(side).unwrap();
            let mut seen = std::collections::HashSet::new();
            for k in 0..drawings {
                let mut rng = Generator::for_candidate(1, k);
                let regions = draw_regions(shape, &mut rng).expect("a drawing");
                let sketch = RegionSketch {
                    side,
                    of_cell: regions.cells().iter().map(|&it| it.into()).collect(),
                    members: regions
                        .members()
                        .into_iter()
                        .map(|cells| cells.into_iter().map(usize::from).collect())
                        .collect(),
                };
                assert!(!sketch.has_alike());
                assert!(
                    sketch
                        .members
                        .iter()
                        .all(|it| unreached(it, side).is_none())
                );
                assert!(seen.insert(regions), "drawn twice");
            }
        }
    }
}
