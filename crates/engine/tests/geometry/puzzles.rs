//! Makes minimal puzzles for any layout by plain backtracking; every run makes the same puzzles.

use super::layout::{Cell, Digit, Id, Layout};

/// A puzzle and its only solution: for each cell a digit from 1, or 0 for a blank.
pub struct Puzzle {
    pub givens: Vec<u8>,
    pub solution: Vec<u8>,
}

impl Puzzle {
    pub fn givens(&self) -> Vec<(Cell, Digit)> {
        givens(&self.givens)
    }
}

/// Returns each cell that holds a digit, together with its digit, in reading order.
pub fn givens(grid: &[u8]) -> Vec<(Cell, Digit)> {
    let cells = (0..).map(Id).zip(grid);
    let cells = cells.filter(|&(_, &digit)| digit > 0);
    cells.map(|(cell, &digit)| (cell, Id(digit - 1))).collect()
}

/// A generator of random numbers (Marsaglia's xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % n
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.below(n + 1));
        }
    }
}

/// Returns the peers of each cell; some peers are listed more than once.
fn peers(layout: &Layout) -> Vec<Vec<usize>> {
    let mut peers = vec![Vec::new(); layout.cells()];
    for house in &layout.houses {
        for &cell in house {
            let others = house.iter().filter(|&&other| other != cell);
            peers[usize::from(cell)].extend(others.map(|&other| usize::from(other)));
        }
    }
    peers
}

/// Calls `found` for each way to fill the blanks of a grid, until `found` returns `false`. In each cell, the digits
/// are tried in the order `order`. Returns `false` if `found` did.
fn fill(
    grid: &mut [u8],
    peers: &[Vec<usize>],
    order: &[u8],
    found: &mut impl FnMut(&[u8]) -> bool,
) -> bool {
    let held = |cell: usize| -> u32 {
        let digits = peers[cell].iter().map(|&peer| 1 << grid[peer]);
        digits.fold(1, |held, digit| held | digit)
    };
    let blanks = (0..grid.len()).filter(|&cell| grid[cell] == 0);
    let choices = blanks.map(|cell| (cell, held(cell)));
    let Some((cell, held)) = choices.max_by_key(|(_, held)| held.count_ones()) else {
        return found(grid);
    };
    for &digit in order.iter().filter(|&digit| held >> digit & 1 == 0) {
        grid[cell] = digit;
        let goes_on = fill(grid, peers, order, found);
        grid[cell] = 0;
        if !goes_on {
            return false;
        }
    }
    true
}

fn solutions(grid: &[u8], peers: &[Vec<usize>], order: &[u8]) -> usize {
    let mut count = 0;
    fill(&mut grid.to_vec(), peers, order, &mut |_| {
        count += 1;
        count < 2
    });
    count
}

/// Makes `count` minimal puzzles of a layout, the same ones in every run.
pub fn puzzles(layout: &Layout, count: usize) -> Vec<Puzzle> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let peers = peers(layout);
    let make = |_| {
        let mut order: Vec<u8> = (1..=layout.side as u8).collect();
        let mut grid = vec![0; layout.cells()];
        // A random first row and another order of digits make the grids differ.
        random.shuffle(&mut order);
        grid[..layout.side].copy_from_slice(&order);
        random.shuffle(&mut order);
        let mut solution = Vec::new();
        fill(&mut grid, &peers, &order, &mut |grid| {
            solution = grid.to_vec();
            false
        });
        let mut givens = solution.clone();
        let mut cells: Vec<usize> = (0..layout.cells()).collect();
        random.shuffle(&mut cells);
        for cell in cells {
            let digit = std::mem::take(&mut givens[cell]);
            if solutions(&givens, &peers, &order) != 1 {
                givens[cell] = digit;
            }
        }
        Puzzle { givens, solution }
    };
    (0..count).map(make).collect()
}
