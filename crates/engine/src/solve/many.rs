//! Searches many boards in parallel, one in each lane of the widest available vectors.
//!
//! ```text
//! vector (digit d, band b): | board 0 | board 1 | … | board W – 1 |     27 vectors hold W boards
//! ```
//!
//! The rules are those of `bands.rs`, applied to all boards in passes. Each band of a digit is a vector of its
//! own, so vectors are never shuffled. In a new board, the digits of the givens are still candidates in the rest
//! of their houses. So a pass starts with the naked singles, which include the givens.
//!
//! Boards differ in the number of passes and guesses that they need. So each lane has its own search with a stack
//! of positions. As soon as a lane has answered its question, it takes the next one, while the other lanes go on.
//! Its answers depend neither on the other lanes nor on their number.

use super::bands::{next_row, other_columns, other_rows};
use super::goal::SearchGoal;
use super::guess::{Guess, GuessCount};
use super::lanes::{Lanes, ManyLanes};
use super::words::{BAND, BoardWords, lanes_of};
use crate::grid::{CELLS, Cell, CellSet};
use std::array::from_fn;

/// A question to the fast search: which solutions does a puzzle have? The puzzle consists of the digits that a grid has
/// in a set of cells.
pub(crate) struct Question<'a> {
    /// The grid, or at least its digits in the kept cells.
    pub(super) grid: &'a BoardWords,
    /// The cells whose digits are the puzzle's clues.
    pub(super) kept: CellSet,
    /// A blank in which solutions must differ from the grid; `None` if there is no such condition.
    pub(super) blank: Option<Cell>,
    /// `true` if the grid is full and is not counted as a solution.
    pub(super) without_grid: bool,
    /// The number of solutions after which the search ends.
    pub(super) limit: usize,
    /// The count of guesses with which the search starts.
    pub(super) guesses: GuessCount,
}

/// A source of questions for the fast search. Each lane of the search takes one question after another from it.
pub(crate) trait QuestionSource {
    /// Returns the next question for a lane; `None` if there are no more.
    fn question(&mut self, lane: usize) -> Option<Question<'_>>;

    /// Receives the answer to the last question that this lane took: the goal of the search, with the solutions found.
    fn answer(&mut self, lane: usize, goal: &SearchGoal);
}

/// Answers all questions of a source. `pass` must be [`ManyBoards::pass`], compiled for the vector instructions in
/// use.
#[inline(always)]
pub(super) fn answer<const W: usize>(
    source: &mut dyn QuestionSource,
    pass: impl Fn(&mut ManyBoards<W>) -> PassResult<W>,
) {
    let mut boards = ManyBoards::<W>::EMPTY;
    let mut searches: [LaneSearch; W] = [LaneSearch::IDLE; W];
    let mut busy = 0;
    for (lane, search) in searches.iter_mut().enumerate() {
        busy |= u32::from(search.begin(source, &mut boards, lane)) << lane;
    }
    while busy != 0 {
        let result = pass(&mut boards);
        busy = advance(&mut boards, &mut searches, source, &result, busy);
    }
}

/// Continues the searches in those lanes whose boards are dead, solved or no longer changing. `busy` has the lanes
/// that have a question, one bit each. Returns the lanes that still have one.
#[inline(always)]
fn advance<const W: usize>(
    boards: &mut ManyBoards<W>,
    searches: &mut [LaneSearch; W],
    source: &mut dyn QuestionSource,
    result: &PassResult<W>,
    mut busy: u32,
) -> u32 {
    let mut ended = busy & (result.dead | result.solved | result.still);
    while ended != 0 {
        let lane = ended.trailing_zeros() as usize;
        ended &= ended - 1;
        let is = |set: u32| set >> lane & 1 == 1;
        let search = &mut searches[lane];
        if !is(result.dead | result.solved) {
            search.guess(boards, &result.pairs, lane);
            continue;
        }
        let is_solved = is(result.solved & !result.dead);
        let is_over = is_solved && search.goal.take(&boards.get(lane));
        if !is_over && search.turn_back(boards, lane) {
            continue;
        }
        source.answer(lane, &search.goal);
        if !search.begin(source, boards, lane) {
            busy &= !(1 << lane);
        }
    }
    busy
}

/// The search that runs in one lane.
struct LaneSearch {
    goal: SearchGoal,
    /// The positions that are still to be searched.
    stack: Vec<BoardWords>,
}

impl LaneSearch {
    /// The search of a lane that has no question yet.
    const IDLE: Self = Self {
        goal: SearchGoal::new(0),
        stack: Vec::new(),
    };

    /// Takes the lane's next question, and starts the search for its answer. Returns `false` if there are no more
    /// questions.
    fn begin<const W: usize>(
        &mut self,
        source: &mut dyn QuestionSource,
        boards: &mut ManyBoards<W>,
        lane: usize,
    ) -> bool {
        let Some(question) = source.question(lane) else {
            return false;
        };
        let Question {
            grid, kept, blank, ..
        } = question;
        let kept = lanes_of(kept.bits());
        for (rows, slot) in boards.0.iter_mut().zip(grid) {
            for band in 0..3 {
                rows[band].0[lane] = slot[band] | (BAND & !kept[band]);
            }
        }
        if let Some(blank) = blank {
            let (band, bit) = (blank.index() / 27, 1 << (blank.index() % 27));
            for (rows, slot) in boards.0.iter_mut().zip(grid) {
                rows[band].0[lane] &= !(slot[band] & bit);
            }
        }
        let known = question.without_grid.then_some(*grid);
        self.goal.restart(known, question.limit, question.guesses);
        self.stack.clear();
        true
    }

    /// Continues the search with the position that was kept last, and makes it the lane's board. Returns `false` if no
    /// position is left.
    fn turn_back<const W: usize>(&mut self, boards: &mut ManyBoards<W>, lane: usize) -> bool {
        let position = self.stack.pop();
        position.inspect(|it| boards.set(lane, it)).is_some()
    }

    /// Makes a guess on the lane's board, and keeps the position without the guessed candidate for later.
    fn guess<const W: usize>(
        &mut self,
        boards: &mut ManyBoards<W>,
        pairs: &[LaneWords<W>; 3],
        lane: usize,
    ) {
        let refuted = boards.guess(pairs, lane, &mut self.goal);
        self.stack.push(refuted);
    }
}

/// The results of a pass of the rules over all boards. Each field except `pairs` has one bit for each lane.
pub(super) struct PassResult<const W: usize> {
    /// The lanes in which some cell has no candidate left, or some digit has no place left in a house.
    pub(super) dead: u32,
    /// The lanes in which every cell has its digit.
    pub(super) solved: u32,
    /// The lanes in which the pass changed nothing.
    pub(super) still: u32,
    /// The cells that had exactly two candidates before the pass.
    pub(super) pairs: [LaneWords<W>; 3],
}

/// One word of each of `W` boards.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct LaneWords<const W: usize>([u32; W]);

/// The candidates of `W` boards: for each digit and band, one word of each board.
pub(super) struct ManyBoards<const W: usize>([[LaneWords<W>; 3]; 9]);

impl<const W: usize> ManyBoards<W> {
    pub(super) const EMPTY: Self = Self([[LaneWords([0; W]); 3]; 9]);

    /// Replaces the board of a lane.
    pub(super) fn set(&mut self, lane: usize, board: &BoardWords) {
        for (rows, slot) in self.0.iter_mut().zip(board) {
            for (row, word) in rows.iter_mut().zip(slot) {
                row.0[lane] = *word;
            }
        }
    }

    /// Returns the board of a lane.
    pub(super) fn get(&self, lane: usize) -> BoardWords {
        let mut board = [[0; 4]; 10];
        for (rows, slot) in self.0.iter().zip(&mut board) {
            for (row, word) in rows.iter().zip(slot) {
                *word = row.0[lane];
            }
        }
        board
    }

    /// Makes a guess on the board of a lane, in a cell with two candidates if there is one. `pairs` has the cells
    /// with two candidates. Returns the board without the guessed candidate.
    #[inline(always)]
    pub(super) fn guess(
        &mut self,
        pairs: &[LaneWords<W>; 3],
        lane: usize,
        goal: &mut SearchGoal,
    ) -> BoardWords {
        let board = self.get(lane);
        let compares_from = goal.guesses.next();
        let known = goal.known.as_ref();
        let pair = (0..3).find(|&band| pairs[band].0[lane] != 0);
        let guess = match pair.filter(|_| compares_from > CELLS) {
            Some(band) => {
                let cells = pairs[band].0[lane];
                Guess::in_cell(&board, band, cells & cells.wrapping_neg(), known)
            }
            None => Guess::at(&board, known, compares_from),
        };
        self.set(lane, &guess.placed(&board));
        guess.refuted(&board)
    }

    /// Applies all rules to all boards once.
    #[inline(always)]
    pub(super) fn pass<V: ManyLanes<W>>(&mut self) -> PassResult<W> {
        let zero = V::zero();
        let full = V::splat(BAND);
        let (mut once, mut twice, mut thrice) = ([zero; 3], [zero; 3], [zero; 3]);
        for rows in &self.0 {
            for band in 0..3 {
                let cells = V::read(&rows[band].0);
                thrice[band] = thrice[band] | (twice[band] & cells);
                twice[band] = twice[band] | (once[band] & cells);
                once[band] = once[band] | cells;
            }
        }
        let mut pairs = [LaneWords([0; W]); 3];
        for (band, row) in pairs.iter_mut().enumerate() {
            twice[band].minus(thrice[band]).write(&mut row.0);
        }
        let naked: [V; 3] = from_fn(|band| once[band].minus(twice[band]));
        let missing = full.minus(once[0] & once[1] & once[2]);
        let mut singles = [[zero; 3]; 9];
        let mut placed = [zero; 3];
        let (mut clash, mut lost, mut changed) = (zero, zero, zero);
        for (rows, singles) in self.0.iter_mut().zip(&mut singles) {
            let before: [V; 3] = from_fn(|band| V::read(&rows[band].0));
            let claimed = from_fn(|band| {
                let single = before[band] & naked[band];
                before[band].minus(boxes_of(single).minus(single))
            });
            let cells;
            (cells, *singles) = lock(claimed);
            for band in 0..3 {
                // Only zero gets its highest bit set by the subtraction.
                lost = lost | cells[band].difference(V::splat(1));
                clash = clash | (placed[band] & singles[band]);
                placed[band] = placed[band] | singles[band];
                changed = changed | (cells[band] ^ before[band]);
                cells[band].write(&mut rows[band].0);
            }
        }
        for (rows, singles) in self.0.iter_mut().zip(&singles) {
            for band in 0..3 {
                let cells = V::read(&rows[band].0);
                let others = cells & placed[band].minus(singles[band]);
                changed = changed | others;
                cells.minus(others).write(&mut rows[band].0);
            }
        }
        let lost = lost & V::splat(1 << 31);
        let still = changed.zero_lanes();
        // At a fixed point, a naked single is alone in its box and so is placed, unless a second one claims
        // the same box for the same digit.
        let torn = (0..3).fold(zero, |torn, band| torn | naked[band].minus(placed[band]));
        PassResult {
            dead: !(missing | clash | lost).zero_lanes() | (still & !torn.zero_lanes()),
            solved: full.minus(placed[0] & placed[1] & placed[2]).zero_lanes(),
            still,
            pairs,
        }
    }
}

/// The first cell of each mini-row in a band.
const MINIROWS: u32 = 0o111_111_111;

/// Removes the places of a digit that are impossible because of its other places in rows, columns and boxes. Other
/// digits are not considered. Returns, band by band, the places that remain, and the places that are now the only one
/// in a box.
#[inline(always)]
fn lock<V: ManyLanes<W>, const W: usize>(cells: [V; 3]) -> ([V; 3], [V; 3]) {
    let (minirows, rows) = lock_minirows(packed(cells.map(minirows_of)));
    let cells = both(cells, unpacked(minirows));
    let columns = cells.map(all_rows);
    let ways = columns.map(other_columns);
    let columns: [V; 3] = from_fn(|band| {
        let (next, last) = ((band + 1) % 3, (band + 2) % 3);
        let others = (ways[next].0 & ways[last].1) | (ways[next].1 & ways[last].0);
        columns[band] & others
    });
    let cells = both(cells, columns);
    let alone = from_fn(|band| {
        let elsewhere = columns[(band + 1) % 3] | columns[(band + 2) % 3];
        columns[band].minus(elsewhere)
    });
    (cells, both(both(cells, alone), unpacked(rows)))
}

#[inline(always)]
fn both<V: Lanes>(one: [V; 3], other: [V; 3]) -> [V; 3] {
    from_fn(|band| one[band] & other[band])
}

/// Packs the mini-rows of three bands into one vector, in which each band has every third bit.
#[inline(always)]
fn packed<V: Lanes>([first, second, third]: [V; 3]) -> V {
    first | second.up::<1>() | third.up::<2>()
}

/// Returns, band by band, all cells of the mini-rows that were packed by [`packed`].
#[inline(always)]
fn unpacked<V: ManyLanes<W>, const W: usize>(minirows: V) -> [V; 3] {
    let mask = V::splat(MINIROWS);
    let bands = [minirows, minirows.down::<1>(), minirows.down::<2>()];
    bands.map(|band| (band & mask).times(0o7))
}

/// Returns the union of the three rows of a band, repeated in the place of each row.
#[inline(always)]
fn all_rows<V: ManyLanes<W>, const W: usize>(cells: V) -> V {
    let columns = cells | cells.down::<9>() | cells.down::<18>();
    (columns & V::splat(0o777)).times(0o001_001_001)
}

/// Returns all cells of the boxes that contain any of these cells.
#[inline(always)]
fn boxes_of<V: ManyLanes<W>, const W: usize>(cells: V) -> V {
    let columns = cells | cells.down::<9>() | cells.down::<18>();
    let boxes = columns | columns.down::<1>() | columns.down::<2>();
    (boxes & V::splat(0o111)).times(0o007_007_007)
}

/// Returns the mini-rows that contain any of these cells, each as the bit of its first cell.
#[inline(always)]
fn minirows_of<V: Lanes>(cells: V) -> V {
    (cells | cells.down::<1>() | cells.down::<2>()) & V::splat(MINIROWS)
}

/// Removes the packed mini-rows in which the digit is impossible because of its other places in rows and boxes. Returns
/// the mini-rows that remain, and those of them that are alone in their box.
#[inline(always)]
fn lock_minirows<V: Lanes>(minirows: V) -> (V, V) {
    // As in `bands.rs`, with three bits in the place of one.
    let second = (minirows.down::<3>() & V::splat(0o077_077_077))
        | (minirows.up::<6>() & V::splat(0o700_700_700));
    let third = (minirows.down::<6>() & V::splat(0o007_007_007))
        | (minirows.up::<3>() & V::splat(0o770_770_770));
    let others = (second & next_row(third)) | (third & next_row(second));
    let minirows = minirows & next_row(others);
    (minirows, minirows.minus(other_rows(minirows)))
}
