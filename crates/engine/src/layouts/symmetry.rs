//! Draws symmetries of a layout: ways to move the cells without breaking the layout's rules. Houses become houses,
//! and cells that must differ remain cells that must differ.
//!
//! As for [`LayoutForm`](crate::grid::LayoutForm), the layout is treated as a graph whose points are cells and houses,
//! so no layout needs a table of its symmetries. One point after another gets a colour of its own, until all points
//! have different colours. This is done once for the layout itself. Each draw does it again on a copy of the layout,
//! with a random point of the same colour at each step. If the copy's colours then differ from the layout's,
//! another point is drawn. At the end, each cell of the copy moves to the layout's cell of the same colour. All
//! symmetries are equally likely, since all points that lead to symmetries lead to equally many symmetries.
//!
//! The regions of a jigsaw move with the cells. Most exchanges of rows would tear them, so jigsaws are only turned
//! and mirrored. The marks of an even-odd layout move, too, and each digit is replaced by a digit of the same parity.

use crate::grid::colours::{APART, CLUE, HOUSE, distinct, first_shared, mixed};
use crate::grid::{CellFeatures, ExtraRule, LayoutHouses, Regions};
use crate::seed::Generator;
#[cfg(feature = "serde")]
use serde::Serialize;

/// A symmetry of a layout: a way to move the cells and to relabel the digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct LayoutSymmetry {
    /// For each cell, the old cell that moves there. Cells are numbered from 0 in reading order.
    pub cells: Vec<u16>,
    /// The new value of each digit; digit d + 1 is at index d.
    pub digits: Vec<u8>,
}

impl LayoutSymmetry {
    /// Returns the moved and relabelled values of a board; 0 stays 0.
    ///
    /// # Panics
    /// If the board has fewer cells than the layout, or a value is larger than the layout's largest digit.
    pub fn apply(&self, values: &[u8]) -> Vec<u8> {
        let label = |&cell: &u16| match values[usize::from(cell)] {
            0 => 0,
            value => self.digits[usize::from(value) - 1],
        };
        self.cells.iter().map(label).collect()
    }

    /// Returns the moved regions and marks of a puzzle.
    ///
    /// # Panics
    /// If the features belong to a board with fewer cells than the layout.
    pub fn moved(&self, features: &CellFeatures) -> CellFeatures {
        let old = || self.cells.iter().map(|&cell| usize::from(cell));
        let regions = features.regions().and_then(|regions| {
            let letter = |cell| char::from(b'A' + regions.of_cell(cell) as u8);
            let letters: Vec<char> = old().map(letter).collect();
            Regions::from_letters(&letters).ok()
        });
        let marks = old().map(|cell| features.mark(cell)).collect();
        CellFeatures::new(regions, Some(marks))
    }
}

/// The symmetries of one layout, from which random ones are drawn.
///
/// ```
/// use sudoku_engine::grid::LayoutHouses;
/// use sudoku_engine::layouts::LayoutSymmetries;
/// use sudoku_engine::seed::Generator;
/// let houses = LayoutHouses::new("6x6".parse()?);
/// let symmetries = LayoutSymmetries::new(&houses);
/// let grid = [
///     1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2,
/// ];
/// let turned = symmetries.draw(&mut Generator::for_equivalents(7, 0)).apply(&grid);
/// assert!(turned != grid && houses.is_full_grid(&turned));
/// # Ok::<(), sudoku_engine::grid::LayoutError>(())
/// ```
#[derive(Debug)]
pub struct LayoutSymmetries<'a> {
    houses: &'a LayoutHouses,
    /// The colours of the layout's cells and houses (cells first), before the first step of the search and after each
    /// step.
    steps: Vec<StepColours>,
}

/// The colours of all cells and houses at one step of the search.
#[derive(Debug)]
struct StepColours {
    of_points: Vec<u64>,
    sorted: Vec<u64>,
    /// A colour that several points (cells or houses) have in common. One of these points gets a unique colour next.
    /// `None` if all points have different colours.
    next: Option<u64>,
}

impl StepColours {
    fn new(of_points: Vec<u64>) -> Self {
        let mut sorted = of_points.clone();
        sorted.sort_unstable();
        let next = first_shared(&sorted);
        Self {
            of_points,
            sorted,
            next,
        }
    }

    /// Returns the points (cells or houses) with the colour `next`. One of them is the next to get a unique colour.
    fn alike(&self) -> Vec<usize> {
        let points = self.of_points.iter().enumerate();
        let alike = points.filter(|(_, colour)| Some(**colour) == self.next);
        alike.map(|(point, _)| point).collect()
    }
}

impl<'a> LayoutSymmetries<'a> {
    /// Prepares the symmetries of a layout.
    pub fn new(houses: &'a LayoutHouses) -> Self {
        let cells = houses.layout().cells();
        let first = (0..cells + houses.len()).map(|it| if it < cells { CLUE } else { HOUSE });
        let mut symmetries = Self {
            houses,
            steps: Vec::new(),
        };
        let mut colours = symmetries.refined(first.collect());
        while let Some(&point) = colours.alike().first() {
            let after = symmetries.set_apart(&colours, point);
            symmetries.steps.push(colours);
            colours = after;
        }
        symmetries.steps.push(colours);
        symmetries
    }

    /// Draws one of the layout's symmetries, all equally likely. For a jigsaw, the cells are moved only in one of the
    /// eight ways to turn and mirror the board.
    pub fn draw(&self, rng: &mut Generator) -> LayoutSymmetry {
        let layout = self.houses.layout();
        let unmoved = || (0..layout.cells() as u16).collect();
        let cells = match layout.has(ExtraRule::Jigsaw) {
            true => turned(layout.side(), rng.below(TURNS)),
            false => self.cells(rng).unwrap_or_else(unmoved),
        };
        let mut digits: Vec<u8> = (1..=layout.side() as u8).collect();
        match layout.has(ExtraRule::EvenOdd) {
            true => shuffle_parities(&mut digits, rng),
            false => rng.shuffle(&mut digits),
        }
        LayoutSymmetry { cells, digits }
    }

    /// Draws a way to move the cells; `None` if the search finds no way. That is not expected, since leaving all cells
    /// in place is always a symmetry.
    fn cells(&self, rng: &mut Generator) -> Option<Vec<u16>> {
        let first = self.steps.first()?;
        self.descend(0, &first.of_points, rng)
    }

    /// Searches for a way to move the cells, beginning at this step; `None` if there is none. Each step gives a
    /// unique colour to one point (a cell or house) in a copy of the layout. `colours` are the copy's colours
    /// before this step.
    fn descend(&self, step: usize, colours: &[u64], rng: &mut Generator) -> Option<Vec<u16>> {
        let own = &self.steps[step];
        let Some(after) = self.steps.get(step + 1) else {
            return self.moves(&own.of_points, colours);
        };
        let copy = StepColours {
            of_points: colours.to_vec(),
            sorted: Vec::new(),
            next: own.next,
        };
        let mut points = copy.alike();
        rng.shuffle(&mut points);
        points.into_iter().find_map(|point| {
            let coloured = self.set_apart(&copy, point);
            let is_same = coloured.sorted == after.sorted;
            is_same.then(|| self.descend(step + 1, &coloured.of_points, rng))?
        })
    }

    /// Returns, for each cell, the old cell that moves there: the cell whose colour in the copy is the same. `own`
    /// has the colours of the layout, `copy` has the colours of its copy. `None` if some colours are equal by
    /// accident, so that the result is not a symmetry.
    fn moves(&self, own: &[u64], copy: &[u64]) -> Option<Vec<u16>> {
        let cells = self.houses.layout().cells();
        let mut by_colour: Vec<(u64, u16)> = (0..cells as u16)
            .map(|it| (copy[usize::from(it)], it))
            .collect();
        by_colour.sort_unstable();
        let old = |cell: usize| {
            let at = by_colour.binary_search_by_key(&own[cell], |it| it.0);
            at.ok().map(|at| by_colour[at].1)
        };
        let moved = (0..cells).map(old).collect::<Option<Vec<u16>>>()?;
        let mut peers = Vec::new();
        let keeps_peers = (0..cells).all(|cell| {
            peers.clear();
            let of_new = self.houses.peers(cell).iter();
            peers.extend(of_new.map(|&peer| moved[usize::from(peer)]));
            peers.sort_unstable();
            peers == self.houses.peers(moved[cell].into())
        });
        keeps_peers.then_some(moved)
    }

    /// Gives a point (a cell or house) a unique colour, and refines all colours.
    fn set_apart(&self, colours: &StepColours, point: usize) -> StepColours {
        let mut apart = colours.of_points.clone();
        apart[point] = mixed(apart[point] ^ APART);
        self.refined(apart)
    }

    /// Recolours each point (cell or house) by the colours of its neighbours, until the number of different colours
    /// stops growing.
    fn refined(&self, mut colours: Vec<u64>) -> StepColours {
        let mut sorted = Vec::new();
        let mut count = distinct(&colours, &mut sorted);
        loop {
            self.refine_once(&mut colours);
            let now = distinct(&colours, &mut sorted);
            if now == count {
                return StepColours::new(colours);
            }
            count = now;
        }
    }

    fn refine_once(&self, colours: &mut [u64]) {
        let cells = self.houses.layout().cells();
        let mut sums = vec![0_u64; colours.len()];
        for cell in 0..cells {
            for seat in self.houses.seats(cell) {
                let house = cells + usize::from(seat.house);
                let (of_cell, of_house) = (mixed(colours[cell]), mixed(colours[house] ^ HOUSE));
                sums[house] = sums[house].wrapping_add(of_cell);
                sums[cell] = sums[cell].wrapping_add(of_house);
            }
            for &other in self.houses.pairs(cell) {
                let of_other = mixed(colours[usize::from(other)] ^ CLUE);
                sums[cell] = sums[cell].wrapping_add(of_other);
            }
        }
        for (colour, sum) in colours.iter_mut().zip(sums) {
            *colour = mixed(colour.wrapping_mul(3).wrapping_add(sum));
        }
    }
}

/// The number of ways to turn and mirror a board.
const TURNS: u32 = 8;

/// Returns, for each cell of a board that is turned and mirrored in one of eight ways, the old cell that moves there.
fn turned(side: usize, way: u32) -> Vec<u16> {
    let flipped = |line: usize, bit: u32| match way >> bit & 1 {
        0 => line,
        _ => side - 1 - line,
    };
    let old = |cell: usize| {
        let (row, column) = (flipped(cell / side, 0), flipped(cell % side, 1));
        match way >> 2 & 1 {
            0 => (row * side + column) as u16,
            _ => (column * side + row) as u16,
        }
    };
    (0..side * side).map(old).collect()
}

/// Shuffles the odd digits and the even digits, each among themselves.
fn shuffle_parities(digits: &mut [u8], rng: &mut Generator) {
    for first in [0, 1] {
        let places = (first..digits.len()).step_by(2);
        let mut own: Vec<u8> = places.clone().map(|place| digits[place]).collect();
        rng.shuffle(&mut own);
        for (place, digit) in places.zip(own) {
            digits[place] = digit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::fused::Searcher;
    use std::collections::HashMap;

    /// Draws this many symmetries of a layout. Returns the number of different ones, how often the rarest was drawn,
    /// and how often the most frequent was drawn.
    fn drawn(layout: &str, draws: usize) -> (usize, usize, usize) {
        let houses = LayoutHouses::new(layout.parse().unwrap());
        let symmetries = LayoutSymmetries::new(&houses);
        let mut rng = Generator::for_equivalents(1, 0);
        let mut seen: HashMap<Vec<u16>, usize> = HashMap::new();
        for _ in 0..draws {
            let cells = symmetries.cells(&mut rng).unwrap();
            *seen.entry(cells).or_default() += 1;
        }
        let counts = || seen.values().copied();
        (seen.len(), counts().min().unwrap(), counts().max().unwrap())
    }

    #[test]
    fn all_symmetries_are_equally_likely() {
        // Two exchanges within each of two bands and of the bands, the same of stacks, and the diagonal.
        let (all, least, most) = drawn("4x4", 12_800);
        assert_eq!(all, 128);
        assert!(least > 60 && most < 145, "{least} to {most}");
        // Of eight ways to exchange rows, four keep their distances from the middle; then columns follow or are
        // mirrored.
        assert_eq!(drawn("4x4+x", 4000).0, 16);
        // Only turns and mirror images keep the moves of a knight.
        assert_eq!(drawn("9x9+knight", 400).0, 8);
    }

    #[test]
    fn symmetries_keep_full_grids() {
        for layout in ["6x6", "9x9", "9x9+windows", "10x10", "16x16", "25x25"] {
            let houses = LayoutHouses::new(layout.parse().unwrap());
            let symmetries = LayoutSymmetries::new(&houses);
            let mut searcher = Searcher::on(houses.layout());
            let mut rng = Generator::for_candidate(3, 0);
            let mut draw = |bound| rng.below(bound);
            let grid = (0..200).find_map(|_| searcher.random_grid(&mut draw, 4000));
            let grid = grid.unwrap();
            let mut rng = Generator::for_equivalents(3, 0);
            for _ in 0..4 {
                let moved = symmetries.draw(&mut rng).apply(&grid);
                assert!(houses.is_full_grid(&moved) && moved != grid, "{layout}");
            }
        }
    }
}
