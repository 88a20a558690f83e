//! The independent judge of 9×9 puzzles, which is used to verify finished packs.
//!
//! It solves Sudoku as an exact cover, by Algorithm X with dancing links (Knuth, *Dancing Links*, 2000). It shares
//! neither code nor representation with the fast search. So a pack is verified by a judge that did not make it.
//!
//! Every candidate (cell, digit) covers four of 324 constraints: its cell is filled, and its row, column and box
//! have the digit. A solution is a choice of 81 candidates that covers each constraint once.
//!
//! Node 0 is the root, and nodes 1 to 324 are the headers of the constraints. Candidate k has four nodes, the
//! first of which is 325 + 4k. Their numbers are consecutive, so they need no links sideways.

use super::fused::{Effort, FusedResult};
use crate::grid::{Board, CELLS, ShapedBoard};

const CONSTRAINTS: usize = 4 * CELLS;
const FIRST_NODE: usize = CONSTRAINTS + 1;
const CANDIDATES: usize = 9 * CELLS;
const NODES: usize = FIRST_NODE + 4 * CANDIDATES;

/// For each node, the header of the constraint to which it belongs.
static HEAD: [u16; NODES] = {
    let mut head = [0; NODES];
    let mut node = 0;
    while node < NODES {
        head[node] = if node < FIRST_NODE {
            node as u16
        } else {
            let (candidate, kind) = ((node - FIRST_NODE) / 4, (node - FIRST_NODE) % 4);
            let (cell, digit) = (candidate / 9, candidate % 9);
            let (row, column) = (cell / 9, cell % 9);
            let constraint = match kind {
                0 => cell,
                1 => 9 * row + digit,
                2 => 9 * column + digit,
                _ => 9 * (row / 3 * 3 + column / 3) + digit,
            };
            (1 + kind * CELLS + constraint) as u16
        };
        node += 1;
    }
    head
};

/// The linked lists of the search. They run sideways through the constraints, and up and down through the nodes of each
/// constraint. The number of nodes of each constraint is stored, too.
#[derive(Clone)]
struct DancingLinks {
    left: [u16; FIRST_NODE],
    right: [u16; FIRST_NODE],
    up: [u16; NODES],
    down: [u16; NODES],
    size: [u16; FIRST_NODE],
}

/// The lists for the empty board, with all constraints and all candidates.
static EMPTY: DancingLinks = {
    let mut links = DancingLinks {
        left: [0; FIRST_NODE],
        right: [0; FIRST_NODE],
        up: [0; NODES],
        down: [0; NODES],
        size: [0; FIRST_NODE],
    };
    let mut head = 0;
    while head < FIRST_NODE {
        links.left[head] = ((head + CONSTRAINTS) % FIRST_NODE) as u16;
        links.right[head] = ((head + 1) % FIRST_NODE) as u16;
        links.up[head] = head as u16;
        links.down[head] = head as u16;
        head += 1;
    }
    let mut node = FIRST_NODE;
    while node < NODES {
        let head = HEAD[node] as usize;
        let last = links.up[head];
        links.up[node] = last;
        links.down[node] = head as u16;
        links.down[last as usize] = node as u16;
        links.up[head] = node as u16;
        links.size[head] += 1;
        node += 1;
    }
    links
};

/// Counts the solutions of a puzzle up to `limit` and returns the first one found. A board with
/// contradicting clues has no solution.
pub fn solve(puzzle: &Board, limit: usize) -> (usize, Option<Board>) {
    let search = run(puzzle, limit, u64::MAX);
    (search.count, search.solution())
}

/// Counts the solutions of a puzzle up to `limit`, and returns the first one and the cost of the search. Gives up
/// after trying `most_tries` candidates; `None` is no limit. A board with contradicting clues has no solution.
pub fn search(puzzle: &Board, limit: usize, most_tries: Option<u64>) -> FusedResult {
    let search = run(puzzle, limit, most_tries.unwrap_or(u64::MAX));
    FusedResult {
        count: search.count,
        first: search.solution().as_ref().map(ShapedBoard::from),
        effort: search.effort,
        gave_up: search.gave_up,
    }
}

fn run(puzzle: &Board, limit: usize, most_tries: u64) -> CoverSearch {
    let mut search = CoverSearch {
        links: EMPTY.clone(),
        limit,
        most_tries,
        count: 0,
        first: None,
        values: *puzzle.values(),
        effort: Effort::default(),
        gave_up: false,
    };
    if search.take_givens(puzzle) && limit > 0 {
        search.descend(1);
    }
    search
}

struct CoverSearch {
    links: DancingLinks,
    limit: usize,
    most_tries: u64,
    count: usize,
    first: Option<[u8; CELLS]>,
    values: [u8; CELLS],
    effort: Effort,
    gave_up: bool,
}

impl CoverSearch {
    fn solution(&self) -> Option<Board> {
        self.first.and_then(Board::from_values)
    }

    /// Chooses the candidates that are given; returns `false` if two of them cover the same constraint.
    fn take_givens(&mut self, puzzle: &Board) -> bool {
        let mut met = [false; FIRST_NODE];
        for (cell, digit) in puzzle.givens() {
            let first = FIRST_NODE + 4 * (9 * cell.index() + digit.index());
            for &head in &HEAD[first..first + 4] {
                if met[usize::from(head)] {
                    return false;
                }
                met[usize::from(head)] = true;
                self.links.cover(head);
            }
        }
        true
    }

    /// Tries every candidate of the constraint with the fewest candidates; returns `true` once the limit of
    /// solutions or of tries is reached.
    fn descend(&mut self, depth: u32) -> bool {
        let Some(head) = self.links.scarcest() else {
            self.count += 1;
            self.first.get_or_insert(self.values);
            return self.count >= self.limit;
        };
        self.effort.calls += 1;
        self.effort.depth = self.effort.depth.max(depth);
        self.links.cover(head);
        let mut node = self.links.down[usize::from(head)];
        let mut enough = false;
        while node != head && !enough {
            if self.effort.tries == self.most_tries {
                (self.gave_up, enough) = (true, true);
                break;
            }
            self.effort.tries += 1;
            self.effort.nodes += 1;
            let candidate = (usize::from(node) - FIRST_NODE) / 4;
            self.values[candidate / 9] = (candidate % 9) as u8 + 1;
            for other in others(node) {
                self.links.cover(HEAD[other]);
            }
            enough = self.descend(depth + 1);
            for other in others(node).rev() {
                self.links.uncover(HEAD[other]);
            }
            node = self.links.down[usize::from(node)];
        }
        self.links.uncover(head);
        enough
    }
}

/// Returns the three other nodes of the candidate to which a node belongs, in ascending order.
fn others(node: u16) -> impl DoubleEndedIterator<Item = usize> {
    let node = usize::from(node);
    let first = node - (node - FIRST_NODE) % 4;
    (first..first + 4).filter(move |&other| other != node)
}

impl DancingLinks {
    /// Returns the constraint with the fewest candidates (if there are several, the first); `None` if every constraint
    /// is covered.
    fn scarcest(&self) -> Option<u16> {
        let (mut best, mut fewest) = (None, u16::MAX);
        let mut head = self.right[0];
        while head != 0 {
            let size = self.size[usize::from(head)];
            if size < fewest {
                (best, fewest) = (Some(head), size);
                if size < 2 {
                    break;
                }
            }
            head = self.right[usize::from(head)];
        }
        best
    }

    /// Removes a constraint from the list of constraints, and its candidates from the lists of all other constraints.
    fn cover(&mut self, head: u16) {
        let (left, right) = (self.left[usize::from(head)], self.right[usize::from(head)]);
        self.right[usize::from(left)] = right;
        self.left[usize::from(right)] = left;
        let mut node = self.down[usize::from(head)];
        while node != head {
            for other in others(node) {
                let (up, down) = (self.up[other], self.down[other]);
                self.down[usize::from(up)] = down;
                self.up[usize::from(down)] = up;
                self.size[usize::from(HEAD[other])] -= 1;
            }
            node = self.down[usize::from(node)];
        }
    }

    /// Undoes [`DancingLinks::cover`]. Constraints must be uncovered in the reverse order.
    fn uncover(&mut self, head: u16) {
        let mut node = self.up[usize::from(head)];
        while node != head {
            for other in others(node).rev() {
                let (up, down) = (self.up[other], self.down[other]);
                self.down[usize::from(up)] = other as u16;
                self.up[usize::from(down)] = other as u16;
                self.size[usize::from(HEAD[other])] += 1;
            }
            node = self.up[usize::from(node)];
        }
        let (left, right) = (self.left[usize::from(head)], self.right[usize::from(head)]);
        self.right[usize::from(left)] = head;
        self.left[usize::from(right)] = head;
    }
}
