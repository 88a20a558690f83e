//! Finds the removals of techniques by trying everything, directly from the definitions of the techniques.

use super::position::{Candidate, Position, Removals};
use std::collections::BTreeSet;
use sudoku_engine::grid::HouseKind;

/// Returns all ways to choose `size` of these items. Each choice keeps the order of the items.
fn choices<T: Clone>(items: &[T], size: usize) -> Vec<Vec<T>> {
    let picked = |bits: u32| (0..items.len()).filter(move |n| bits >> n & 1 == 1);
    (0..1_u32 << items.len())
        .filter(|bits| bits.count_ones() as usize == size)
        .map(|bits| picked(bits).map(|n| items[n].clone()).collect())
        .collect()
}

/// Returns the naked singles of a position, or its hidden singles if `hidden` is true. Each single is returned as the
/// candidate that can be placed.
pub fn singles(position: &Position, hidden: bool) -> Removals {
    let all = position
        .cells()
        .flat_map(|cell| position.digits().map(move |digit| (cell, digit)));
    let is_single = |&(cell, digit): &Candidate| {
        let is_last = |house: &[u8]| position.places(house, digit) == [cell];
        match hidden {
            true => position.houses().any(is_last),
            false => position.candidates[usize::from(cell)] == 1 << digit,
        }
    };
    all.filter(is_single).collect()
}

/// Returns the removals by locked candidates: if all places of a digit in one house also lie in another house, the
/// digit is removed from the rest of the other house.
pub fn locked(position: &Position) -> Removals {
    let mut removed = Removals::new();
    for from in position.houses() {
        for to in position.houses().filter(|to| *to != from) {
            for digit in position.digits() {
                let places = position.places(from, digit);
                if places.len() > 1 && places.iter().all(|cell| to.contains(cell)) {
                    let rest = position.places(to, digit);
                    let rest = rest.into_iter().filter(|cell| !from.contains(cell));
                    removed.extend(rest.map(|cell| (cell, digit)));
                }
            }
        }
    }
    removed
}

/// Returns the removals that follow from naked subsets of `size` cells, or from hidden subsets if `hidden` is true.
pub fn subsets(position: &Position, size: usize, hidden: bool) -> Removals {
    let mut removed = Removals::new();
    for house in position.houses() {
        let digits_of = |cell: u8| position.candidates[usize::from(cell)];
        let blanks: Vec<u8> = house
            .iter()
            .copied()
            .filter(|&cell| digits_of(cell) > 0)
            .collect();
        // The other digits of a hidden subset's house form a naked subset.
        let (size, least) = match hidden {
            true => (
                blanks.len().saturating_sub(size),
                blanks.len() - size.min(blanks.len()),
            ),
            false => (size, 1),
        };
        if size < least.max(1) {
            continue;
        }
        for cells in choices(&blanks, size) {
            let digits = cells
                .iter()
                .fold(0, |digits, &cell| digits | digits_of(cell));
            if digits.count_ones() as usize == size {
                for &cell in blanks.iter().filter(|cell| !cells.contains(cell)) {
                    let gone = position.digits().filter(|digit| digits >> digit & 1 == 1);
                    removed.extend(
                        gone.map(|digit| (cell, digit))
                            .filter(|&it| position.has(it)),
                    );
                }
            }
        }
    }
    removed
}

/// Returns the removals that follow from fish with `size` base lines. If `finned` is true, only fish with fins count,
/// and if it is false, only fish without fins.
pub fn fish(position: &Position, size: usize, finned: bool) -> Removals {
    let mut removed = Removals::new();
    let kinds = [HouseKind::Row, HouseKind::Column];
    for (bases, covers) in [(kinds[0], kinds[1]), (kinds[1], kinds[0])] {
        for digit in position.digits() {
            let places = |lines: &[Vec<u8>]| -> BTreeSet<u8> {
                lines
                    .iter()
                    .flat_map(|line| position.places(line, digit))
                    .collect()
            };
            for base in choices(position.lines(bases), size) {
                if base
                    .iter()
                    .any(|line| position.places(line, digit).is_empty())
                {
                    continue;
                }
                let in_base = places(&base);
                for cover in choices(position.lines(covers), size) {
                    let in_cover = places(&cover);
                    let fins: Vec<u8> = in_base.difference(&in_cover).copied().collect();
                    let is_used = |line: &Vec<u8>| line.iter().any(|cell| in_base.contains(cell));
                    if fins.is_empty() == finned || !cover.iter().all(is_used) {
                        continue;
                    }
                    let rest = in_cover.difference(&in_base).copied();
                    let seen =
                        rest.filter(|&cell| fins.iter().all(|&fin| position.sees(cell, fin)));
                    removed.extend(seen.map(|cell| (cell, digit)));
                }
            }
        }
    }
    removed
}

/// Returns the removals that follow from XY-wings, or from XYZ-wings if `of_three` is true.
pub fn wings(position: &Position, of_three: bool) -> Removals {
    let mut removed = Removals::new();
    let digits_of = |cell: u8| position.candidates[usize::from(cell)];
    let count = |cell: u8| digits_of(cell).count_ones();
    for pivot in position
        .cells()
        .filter(|&it| count(it) == 2 + u32::from(of_three))
    {
        let is_wing = |&it: &u8| count(it) == 2 && position.sees(pivot, it);
        let wings: Vec<u8> = position.cells().filter(is_wing).collect();
        for pair in choices(&wings, 2) {
            let common = digits_of(pair[0]) & digits_of(pair[1]);
            let all = digits_of(pair[0]) | digits_of(pair[1]);
            let own = if of_three { all } else { all & !common };
            if common.count_ones() == 1 && own == digits_of(pivot) {
                let digit = common.trailing_zeros() as u8;
                let is_seen = |&cell: &u8| {
                    pair.iter().all(|&wing| position.sees(cell, wing))
                        && (!of_three || position.sees(cell, pivot))
                        && position.has((cell, digit))
                };
                removed.extend(position.cells().filter(is_seen).map(|cell| (cell, digit)));
            }
        }
    }
    removed
}

/// The maximum number of strong links in a chain.
const LONGEST: usize = 20;

/// The links of a position. A strong link joins the only two places of a digit in a house, or the only two candidates
/// of a cell. A weak link joins two candidates that exclude each other.
pub struct Links<'a, 'b> {
    position: &'a Position<'b>,
    nodes: Vec<Candidate>,
    /// `true` if candidates in the same cell are linked too, as in chains of several digits.
    in_cells: bool,
    strong: Vec<BTreeSet<usize>>,
}

impl<'a, 'b> Links<'a, 'b> {
    /// Finds the strong links of a position: those in houses if `in_houses` is true, and those in cells if `in_cells`
    /// is true.
    pub fn of(position: &'a Position<'b>, in_houses: bool, in_cells: bool) -> Self {
        let all = position
            .cells()
            .flat_map(|cell| position.digits().map(move |digit| (cell, digit)));
        let nodes: Vec<Candidate> = all.filter(|&it| position.has(it)).collect();
        let mut strong = vec![BTreeSet::new(); nodes.len()];
        let mut join = |members: &[Candidate]| {
            if let [a, b] = members {
                let [a, b] = [a, b].map(|it| nodes.iter().position(|node| node == it).unwrap());
                strong[a].insert(b);
                strong[b].insert(a);
            }
        };
        for digit in position.digits().filter(|_| in_houses) {
            for house in position.houses() {
                let places = position.places(house, digit).into_iter();
                join(&places.map(|cell| (cell, digit)).collect::<Vec<_>>());
            }
        }
        for cell in position.cells().filter(|_| in_cells) {
            let digits = position.digits().map(|digit| (cell, digit));
            join(&digits.filter(|&it| position.has(it)).collect::<Vec<_>>());
        }
        Self {
            position,
            nodes,
            in_cells,
            strong,
        }
    }

    /// Returns whether two candidates, given by their indices in `nodes`, exclude each other. Two candidates in one
    /// cell count only if `in_cells` is true.
    fn is_weak(&self, one: usize, other: usize) -> bool {
        let ((a, x), (b, y)) = (self.nodes[one], self.nodes[other]);
        self.in_cells && a == b && x != y || x == y && self.position.sees(a, b)
    }

    /// Returns the candidates that see two other candidates of their digit. These two must have the same digit, and
    /// are given by their indices in `nodes`.
    pub fn seen_by_both(&self, one: usize, other: usize) -> impl Iterator<Item = Candidate> {
        let ((a, digit), (b, _)) = (self.nodes[one], self.nodes[other]);
        let position = self.position;
        let cells = position.cells();
        let seen = cells.filter(move |&cell| position.sees(cell, a) && position.sees(cell, b));
        seen.map(move |cell| (cell, digit))
            .filter(move |&it| position.has(it))
    }

    /// Returns the ends of all chains that start at the candidate `start`, as indices in `nodes`. The first and
    /// last link of such a chain are strong, so at least one of its two ends is true. Ends that a single link
    /// reaches are left out.
    pub fn chains(&self, start: usize) -> BTreeSet<usize> {
        let first = &self.strong[start];
        let mut known = first.clone();
        let mut frontier = first.clone();
        for _ in 1..LONGEST {
            let mut new = BTreeSet::new();
            for &here in &frontier {
                let linked = (0..self.nodes.len()).filter(|&next| self.is_weak(here, next));
                new.extend(
                    linked
                        .filter(|&it| it != here)
                        .flat_map(|it| &self.strong[it]),
                );
            }
            frontier = new.difference(&known).copied().collect();
            known.extend(&frontier);
        }
        known.difference(first).copied().collect()
    }

    /// Returns the removals that follow from two strong links joined by a weak link.
    pub fn two_links(&self) -> Removals {
        let all = || 0..self.nodes.len();
        let mut removed = Removals::new();
        for a in all() {
            for &b in &self.strong[a] {
                for c in all().filter(|&c| c != a && self.is_weak(b, c)) {
                    for &d in self.strong[c].iter().filter(|&&d| d != a && d != b) {
                        let own = [self.nodes[b], self.nodes[c]];
                        let seen = self.seen_by_both(a, d);
                        removed.extend(seen.filter(|it| !own.contains(it)));
                    }
                }
            }
        }
        removed
    }

    /// Returns the removals that follow from chains whose ends have the same digit.
    pub fn equal_ends(&self) -> Removals {
        let mut removed = Removals::new();
        for start in 0..self.nodes.len() {
            for end in self.chains(start) {
                if end != start && self.nodes[end].1 == self.nodes[start].1 {
                    removed.extend(self.seen_by_both(start, end));
                }
            }
        }
        removed
    }

    /// Returns the removals that follow from chains whose ends are not joined by a weak link. The two ends have the
    /// same digit, or have different digits in cells that see each other. If both ends are the same candidate, this
    /// candidate is true.
    pub fn open_chains(&self) -> Removals {
        let mut removed = Removals::new();
        for start in 0..self.nodes.len() {
            let (a, x) = self.nodes[start];
            for end in self.chains(start) {
                let (b, y) = self.nodes[end];
                if start == end {
                    let others = self.position.digits().filter(|&digit| digit != x);
                    removed.extend(
                        others
                            .map(|digit| (a, digit))
                            .filter(|&it| self.position.has(it)),
                    );
                } else if self.is_weak(start, end) {
                    // The chain is a loop.
                } else if x == y {
                    removed.extend(self.seen_by_both(start, end));
                } else if self.position.sees(a, b) {
                    let both = [(a, y), (b, x)];
                    removed.extend(both.into_iter().filter(|&it| self.position.has(it)));
                }
            }
        }
        removed
    }
}
