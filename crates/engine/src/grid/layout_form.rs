//! Computes the id of a puzzle of any layout. The id remains the same however the puzzle is turned, mirrored,
//! shuffled or relabelled.
//!
//! The puzzle is a graph whose points are cells, houses and digits (B. McKay, *Practical graph isomorphism*,
//! 1981). A cell is joined to its houses, to its digit in the solution and to the cells that it may not equal.
//! Clues have a different colour from blanks. Each point is recoloured by the colours of its neighbours until the
//! number of colours stops growing. If points still share a colour, one of them is given a colour of its own, and
//! the search tries this with each of them. Every try ends with a list of the puzzle's cells in the order of their
//! colours. The id is a hash of the smallest list.
//!
//! In this way the symmetries of a layout follow from its houses, so no layout needs a table of symmetries. The
//! regions of a jigsaw puzzle are houses, so the id depends on them. In puzzles with marks, marked cells and even
//! digits have colours of their own, so that only digits of the same parity are relabelled.
//!
//! Colours are hashes of 64 bits. Two that are equal by accident may hide a repeated puzzle, or make the id depend
//! on the order of the cells, but never lead to a wrong puzzle. For 9×9 without further rules,
//! [`Canonical`](super::Canonical) computes the id instead.

use super::colours::{APART, BLANK, CLUE, DIGIT, HOUSE, distinct, first_shared, mixed};
use super::{LayoutHouses, Parity, PuzzleId};

/// The tables and the working memory for computing the ids of one layout's puzzles.
///
/// ```
/// use sudoku_engine::grid::{LayoutForm, LayoutHouses};
/// let houses = LayoutHouses::new("4x4".parse()?);
/// let mut form = LayoutForm::new(&houses);
/// let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// let mirrored: Vec<u8> = solution.iter().rev().copied().collect();
/// let clues = |grid: &[u8]| -> Vec<u8> { grid.iter().map(|&it| if it < 3 { it } else { 0 }).collect() };
/// assert_eq!(
///     form.id(&clues(&solution), &solution),
///     form.id(&clues(&mirrored), &mirrored),
/// );
/// # Ok::<(), sudoku_engine::grid::LayoutError>(())
/// ```
#[derive(Debug)]
pub struct LayoutForm<'a> {
    houses: &'a LayoutHouses,
    /// For each depth of the search, the colours of all points: cells, then houses, then digits.
    colours: Vec<Vec<u64>>,
    sums: Vec<u64>,
    sorted: Vec<u64>,
    least: Option<Vec<u16>>,
}

/// The puzzle whose id is computed.
#[derive(Clone, Copy)]
struct FormInput<'a> {
    puzzle: &'a [u8],
    solution: &'a [u8],
}

/// The initial colour, a hash value, of an even digit in the graph of a puzzle with marks.
const EVEN_DIGIT: u64 = 0x8c8f_5a3d_97b1_6e27;
/// The number that is mixed into the colour of a cell that is marked as odd.
const ODD_MARK: u64 = 0xa076_1d64_78bd_642f;
/// The number that is mixed into the colour of a cell that is marked as even.
const EVEN_MARK: u64 = 0xe703_7ed1_a0b4_28db;

impl<'a> LayoutForm<'a> {
    /// Prepares the computation of ids for the puzzles of a layout.
    pub fn new(houses: &'a LayoutHouses) -> Self {
        Self {
            houses,
            colours: Vec::new(),
            sums: Vec::new(),
            sorted: Vec::new(),
            least: None,
        }
    }

    /// Computes the id of a puzzle with its solution, which must be a full grid; a blank in the solution is not
    /// detected.
    ///
    /// # Panics
    /// If a list doesn't have one value for each cell of the layout, or the solution has a digit that is too large.
    pub fn id(&mut self, puzzle: &[u8], solution: &[u8]) -> PuzzleId {
        let (cells, side) = (self.houses.layout().cells(), self.houses.layout().side());
        assert_eq!((puzzle.len(), solution.len()), (cells, cells));
        let input = FormInput { puzzle, solution };
        let features = self.houses.features();
        let of_cell = puzzle.iter().enumerate().map(|(cell, &value)| {
            let marked = match features.mark(cell) {
                None => 0,
                Some(Parity::Odd) => ODD_MARK,
                Some(Parity::Even) => EVEN_MARK,
            };
            marked ^ if value == 0 { BLANK } else { CLUE }
        });
        let others = [HOUSE].repeat(self.houses.len());
        let digit = |n: usize| match features.has_marks() && n % 2 == 1 {
            true => EVEN_DIGIT,
            false => DIGIT,
        };
        let digits = (0..side).map(digit);
        let first = of_cell.chain(others).chain(digits).collect();
        self.colours.truncate(0);
        self.colours.push(first);
        self.least = None;
        self.descend(0, input);
        let least = self.least.take().unwrap_or_default();
        let bytes: Vec<u8> = least.into_iter().flat_map(u16::to_le_bytes).collect();
        self.hash(&bytes)
    }

    /// Computes an id that a puzzle shares only with puzzles of its layout that show the same clues, regions and marks.
    pub fn drawing_id(&self, puzzle: &[u8]) -> PuzzleId {
        let features = self.houses.features().bytes();
        self.hash(&[puzzle, &features].concat())
    }

    /// Returns the first 16 bytes of a hash of the layout's name and these bytes, as an id.
    fn hash(&self, bytes: &[u8]) -> PuzzleId {
        let mut hash = blake3::Hasher::new();
        hash.update(self.houses.layout().to_string().as_bytes());
        hash.update(bytes);
        let mut id = [0; 16];
        id.copy_from_slice(&hash.finalize().as_bytes()[..16]);
        PuzzleId::from_bytes(id)
    }

    /// Refines the colours at this depth. If several points still share a colour, the search picks one such colour. It
    /// gives each point of this colour in turn a unique colour, and goes one level deeper.
    fn descend(&mut self, depth: usize, input: FormInput<'_>) {
        self.refine(depth, input);
        let Some(colour) = self.first_shared(depth) else {
            self.take_leaf(depth, input);
            return;
        };
        let points = self.colours[depth].len();
        for point in 0..points {
            if self.colours[depth][point] == colour {
                if self.colours.len() == depth + 1 {
                    self.colours.push(Vec::new());
                }
                let (above, below) = self.colours.split_at_mut(depth + 1);
                below[0].clone_from(&above[depth]);
                below[0][point] = mixed(colour ^ APART);
                self.descend(depth + 1, input);
            }
        }
    }

    /// Recolours each point (cell, house or digit) by the colours of its neighbours, until the number of different
    /// colours stops growing.
    fn refine(&mut self, depth: usize, input: FormInput<'_>) {
        let mut count = self.count(depth);
        loop {
            self.refine_once(depth, input);
            let now = self.count(depth);
            if now == count || now == self.colours[depth].len() {
                return;
            }
            count = now;
        }
    }

    fn refine_once(&mut self, depth: usize, input: FormInput<'_>) {
        let (houses, colours) = (self.houses, &mut self.colours[depth]);
        let cells = houses.layout().cells();
        let digits = cells + houses.len();
        self.sums.clear();
        self.sums.resize(colours.len(), 0);
        for cell in 0..cells {
            let digit = digits + usize::from(input.solution[cell]) - 1;
            let of_cell = mixed(colours[cell]);
            // Sums don't depend on the order of neighbours; houses, digits and pairs are told apart.
            let mut sum = mixed(colours[digit] ^ DIGIT);
            self.sums[digit] = self.sums[digit].wrapping_add(of_cell);
            for seat in houses.seats(cell) {
                let house = cells + usize::from(seat.house);
                sum = sum.wrapping_add(mixed(colours[house] ^ HOUSE));
                self.sums[house] = self.sums[house].wrapping_add(of_cell);
            }
            for &other in houses.pairs(cell) {
                sum = sum.wrapping_add(mixed(colours[usize::from(other)] ^ CLUE));
            }
            self.sums[cell] = sum;
        }
        for (colour, sum) in colours.iter_mut().zip(&self.sums) {
            *colour = mixed(colour.wrapping_mul(3).wrapping_add(*sum));
        }
    }

    /// Counts the different colours at a depth of the search, and leaves a sorted copy of the colours in `sorted`.
    fn count(&mut self, depth: usize) -> usize {
        distinct(&self.colours[depth], &mut self.sorted)
    }

    /// Returns the shared colour that the fewest points (cells, houses or digits) have. Of several such colours,
    /// returns the smallest. Returns `None` if no points share a colour.
    fn first_shared(&mut self, depth: usize) -> Option<u64> {
        self.count(depth);
        first_shared(&self.sorted)
    }

    /// Lists the puzzle's cells in the order of their colours. For each cell, the list has a number for its clue and
    /// mark, then its digit, its houses, and the peers that share no house with it. Digits, houses and cells are
    /// numbered in the order of their colours. Keeps the list if it is the smallest so far.
    fn take_leaf(&mut self, depth: usize, input: FormInput<'_>) {
        let (houses, colours) = (self.houses, &self.colours[depth]);
        let cells = houses.layout().cells();
        let digits = cells + houses.len();
        let mut order: Vec<u16> = (0..colours.len() as u16).collect();
        order.sort_unstable_by_key(|&point| colours[usize::from(point)]);
        let mut ranks = vec![0; colours.len()];
        for (rank, &point) in order.iter().enumerate() {
            ranks[usize::from(point)] = rank as u16;
        }
        let mut list = Vec::with_capacity(8 * cells);
        let ranked = |points: &mut dyn Iterator<Item = usize>, list: &mut Vec<u16>| {
            let begin = list.len();
            list.extend(points.map(|point| ranks[point]));
            list[begin..].sort_unstable();
        };
        for cell in order
            .iter()
            .map(|&it| usize::from(it))
            .filter(|&it| it < cells)
        {
            let mark = houses.features().mark(cell);
            let mark = mark.map_or(0, |mark| 2 + 2 * u16::from(mark == Parity::Even));
            list.push(u16::from(input.puzzle[cell] != 0) + mark);
            list.push(ranks[digits + usize::from(input.solution[cell]) - 1]);
            let seats = houses.seats(cell).iter();
            ranked(
                &mut seats.map(|seat| cells + usize::from(seat.house)),
                &mut list,
            );
            let pairs = houses.pairs(cell).iter();
            ranked(&mut pairs.map(|&other| other.into()), &mut list);
        }
        if houses.features().has_marks() {
            let of_digits = order.iter().map(|&it| usize::from(it));
            let of_digits = of_digits.filter(|&it| it >= digits);
            list.extend(of_digits.map(|digit| ((digit - digits) % 2) as u16));
        }
        if self.least.as_ref().is_none_or(|least| list < *least) {
            self.least = Some(list);
        }
    }
}
