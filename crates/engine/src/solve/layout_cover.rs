//! The independent judge for boards of any layout.
//!
//! It solves an exact cover as [`exact_cover`](super::exact_cover) does, with more constraints for the layout's
//! own rules. A candidate (cell, digit) covers the constraint of its cell and one constraint of each of its
//! houses.
//!
//! In some layouts, two cells must differ although they share no house. Such a pair has one more constraint for
//! each digit: at most one of the two cells may hold it. Since the digit may also be in neither, the search never
//! chooses this constraint (a secondary item of Knuth, *The Art of Computer Programming* 4B, 7.2.2.1).
//!
//! Plain 9×9 has its own judge with constant tables, since packs can have hundreds of thousands of 9×9 puzzles.

use super::fused::{Effort, FusedResult};
use crate::grid::{Layout, LayoutHouses, ShapedBoard};

/// A counter of solutions by exact cover, for the puzzles of one layout. It contains the tables for this layout.
///
/// ```
/// use sudoku_engine::grid::{Layout, ShapedBoard};
/// use sudoku_engine::solve::layout_cover::LayoutCover;
/// let layout: Layout = "4x4".parse()?;
/// let mut cover = LayoutCover::new(layout);
/// assert_eq!(cover.search(&ShapedBoard::empty(layout.shape()), 1000, None).count, 288);
/// # Ok::<(), sudoku_engine::grid::LayoutError>(())
/// ```
#[derive(Debug, Clone)]
pub struct LayoutCover {
    layout: Layout,
    /// The number of constraints of the exact cover. Each constraint has a head node. (Node 0 is the root of the list
    /// of constraints that must be met.)
    constraints: usize,
    /// For each node, the head node of its constraint.
    head: Vec<u32>,
    /// For each candidate, the number of its first node. The last entry is the number after the last node.
    first: Vec<u32>,
    /// For each node, its candidate.
    candidate: Vec<u32>,
    links: CoverLinks,
    /// The lists for the empty board, from which every search starts.
    empty: CoverLinks,
}

/// The linked lists of the search. They run sideways through the constraints, and up and down through the nodes of each
/// constraint.
#[derive(Debug, Clone)]
struct CoverLinks {
    left: Vec<u32>,
    right: Vec<u32>,
    up: Vec<u32>,
    down: Vec<u32>,
    size: Vec<u32>,
}

/// The state of a search in progress.
struct CoverGoal {
    limit: usize,
    most_tries: u64,
    values: Vec<u8>,
    first: Option<Vec<u8>>,
    found: FusedResult,
}

impl LayoutCover {
    /// Makes the tables for the puzzles of a layout.
    pub fn new(layout: Layout) -> Self {
        Self::of_houses(&LayoutHouses::new(layout))
    }

    /// Makes the tables for puzzles with these houses and these marks for odd and even digits. A candidate that its
    /// cell's mark excludes meets no constraint, and is in no list.
    pub fn of_houses(houses: &LayoutHouses) -> Self {
        let layout = houses.layout();
        let side = layout.side();
        // Primary constraints first: cells, then the digits of houses; then those of pairs.
        let primary = layout.cells() + houses.len() * side;
        let pairs = pairs_of(houses);
        let constraints = primary + pairs.len() * side;
        let mut of_cell = vec![Vec::new(); layout.cells()];
        for (n, &(one, other)) in pairs.iter().enumerate() {
            of_cell[one].push(primary + n * side);
            of_cell[other].push(primary + n * side);
        }
        let mut cover = Self {
            layout,
            constraints,
            head: (0..=constraints as u32).collect(),
            first: Vec::new(),
            candidate: vec![0; constraints + 1],
            links: CoverLinks::of_heads(primary, constraints),
            empty: CoverLinks::of_heads(0, 0),
        };
        for (cell, paired) in of_cell.iter().enumerate() {
            for digit in 0..side {
                cover.first.push(cover.head.len() as u32);
                if houses.allowed(cell) >> digit & 1 == 0 {
                    continue;
                }
                cover.add(1 + cell);
                for seat in houses.seats(cell) {
                    cover.add(1 + layout.cells() + usize::from(seat.house) * side + digit);
                }
                for constraint in paired {
                    cover.add(1 + constraint + digit);
                }
            }
        }
        cover.first.push(cover.head.len() as u32);
        cover.empty = cover.links.clone();
        cover
    }

    /// Adds a node to a constraint, for the candidate that is being added.
    fn add(&mut self, head: usize) {
        let node = self.head.len() as u32;
        self.head.push(head as u32);
        self.candidate.push(self.first.len() as u32 - 1);
        let links = &mut self.links;
        let last = links.up[head];
        links.up.push(last);
        links.down.push(head as u32);
        links.down[last as usize] = node;
        links.up[head] = node;
        links.size[head] += 1;
    }

    /// Returns the layout for which the tables were made.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Counts the solutions of a puzzle up to `limit`, and returns the first one. Gives up after trying
    /// `most_tries` candidates; `None` is no limit. A board of another shape, or with contradicting clues, has no
    /// solution.
    pub fn search(
        &mut self,
        puzzle: &ShapedBoard,
        limit: usize,
        most_tries: Option<u64>,
    ) -> FusedResult {
        let shape = self.layout.shape();
        let mut goal = CoverGoal {
            limit,
            most_tries: most_tries.unwrap_or(u64::MAX),
            values: puzzle.values().to_vec(),
            first: None,
            found: FusedResult::default(),
        };
        if puzzle.shape() == shape && limit > 0 {
            self.links.clone_from(&self.empty);
            if self.take_givens(puzzle) {
                self.descend(1, &mut goal);
            }
        }
        let first = goal.first.take();
        FusedResult {
            first: first.and_then(|values| ShapedBoard::from_values(shape, values)),
            ..goal.found
        }
    }

    /// Returns the other nodes of the candidate to which a node belongs.
    fn others(&self, node: u32) -> impl DoubleEndedIterator<Item = u32> + use<> {
        let candidate = self.candidate[node as usize] as usize;
        (self.first[candidate]..self.first[candidate + 1]).filter(move |&other| other != node)
    }

    /// Chooses the candidates that are given. Returns `false` if two of them meet the same constraint, or if one is
    /// excluded by its cell's mark (odd or even).
    fn take_givens(&mut self, puzzle: &ShapedBoard) -> bool {
        let mut met = vec![false; self.constraints + 1];
        for (cell, digit) in puzzle.givens() {
            let candidate = cell * self.layout.side() + usize::from(digit) - 1;
            if self.first[candidate] == self.first[candidate + 1] {
                return false;
            }
            for node in self.first[candidate]..self.first[candidate + 1] {
                let head = self.head[node as usize];
                if std::mem::replace(&mut met[head as usize], true) {
                    return false;
                }
                self.cover(head);
            }
        }
        true
    }

    /// Tries every candidate of the constraint with the fewest candidates; returns `true` once the limit of
    /// solutions or of tries is reached.
    fn descend(&mut self, depth: u32, goal: &mut CoverGoal) -> bool {
        let Some(head) = self.links.scarcest() else {
            goal.found.count += 1;
            goal.first.get_or_insert_with(|| goal.values.clone());
            return goal.found.count >= goal.limit;
        };
        let effort = &mut goal.found.effort;
        *effort = Effort {
            calls: effort.calls + 1,
            depth: effort.depth.max(depth),
            ..*effort
        };
        self.cover(head);
        let mut node = self.links.down[head as usize];
        let mut enough = false;
        while node != head && !enough {
            if goal.found.effort.tries == goal.most_tries {
                (goal.found.gave_up, enough) = (true, true);
                break;
            }
            goal.found.effort.tries += 1;
            goal.found.effort.nodes += 1;
            let candidate = self.candidate[node as usize] as usize;
            let side = self.layout.side();
            goal.values[candidate / side] = (candidate % side) as u8 + 1;
            for other in self.others(node) {
                self.cover(self.head[other as usize]);
            }
            enough = self.descend(depth + 1, goal);
            for other in self.others(node).rev() {
                self.uncover(self.head[other as usize]);
            }
            node = self.links.down[node as usize];
        }
        self.uncover(head);
        enough
    }

    /// Removes a constraint from the list of constraints, and its candidates from the lists of all other constraints.
    fn cover(&mut self, head: u32) {
        let links = &mut self.links;
        let (left, right) = (links.left[head as usize], links.right[head as usize]);
        links.right[left as usize] = right;
        links.left[right as usize] = left;
        let mut node = self.links.down[head as usize];
        while node != head {
            for other in self.others(node) {
                let links = &mut self.links;
                let (up, down) = (links.up[other as usize], links.down[other as usize]);
                links.down[up as usize] = down;
                links.up[down as usize] = up;
                links.size[self.head[other as usize] as usize] -= 1;
            }
            node = self.links.down[node as usize];
        }
    }

    /// Undoes [`LayoutCover::cover`]. Constraints must be uncovered in the reverse order.
    fn uncover(&mut self, head: u32) {
        let mut node = self.links.up[head as usize];
        while node != head {
            for other in self.others(node).rev() {
                let links = &mut self.links;
                let (up, down) = (links.up[other as usize], links.down[other as usize]);
                links.down[up as usize] = other;
                links.up[down as usize] = other;
                links.size[self.head[other as usize] as usize] += 1;
            }
            node = self.links.up[node as usize];
        }
        let links = &mut self.links;
        let (left, right) = (links.left[head as usize], links.right[head as usize]);
        links.right[left as usize] = head;
        links.left[right as usize] = head;
    }
}

impl CoverLinks {
    /// Makes the lists of constraints that have no candidates yet. Only the first `primary` constraints are in the list
    /// of those that must be met.
    fn of_heads(primary: usize, constraints: usize) -> Self {
        let own: Vec<u32> = (0..=constraints as u32).collect();
        let mut links = Self {
            left: own.clone(),
            right: own.clone(),
            up: own.clone(),
            down: own,
            size: vec![0; constraints + 1],
        };
        let ring = primary + 1;
        for head in 0..ring {
            links.left[head] = ((head + primary) % ring) as u32;
            links.right[head] = ((head + 1) % ring) as u32;
        }
        links
    }

    /// Returns the constraint with the fewest candidates (if there are several, the first); `None` if every constraint
    /// is met.
    fn scarcest(&self) -> Option<u32> {
        let (mut best, mut fewest) = (None, u32::MAX);
        let mut head = self.right[0];
        while head != 0 {
            let size = self.size[head as usize];
            if size < fewest {
                (best, fewest) = (Some(head), size);
                if size < 2 {
                    break;
                }
            }
            head = self.right[head as usize];
        }
        best
    }
}

/// Returns the pairs of cells that must not hold the same digit although they share no house. Each pair is listed once.
fn pairs_of(houses: &LayoutHouses) -> Vec<(usize, usize)> {
    let of_cell = |cell: usize| {
        let others = houses.pairs(cell).iter().map(|&other| usize::from(other));
        others
            .filter(move |&other| other > cell)
            .map(move |other| (cell, other))
    };
    (0..houses.layout().cells()).flat_map(of_cell).collect()
}
