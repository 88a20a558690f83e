//! Continues one hard search in all lanes of a wide vector.
//!
//! A search of one board makes poor use of a wide vector (`simd/mod.rs`). Most boards need few guesses, but the
//! hardest need more than a hundred. The hardest boards soon have enough open positions for all lanes.
//!
//! The open positions are on one stack. A lane that makes a guess puts the position without the guessed candidate
//! onto the stack. A lane that has finished its own position takes the next one from the stack. So the lanes go
//! through the same tree of positions as a search of one board, in another order. The number of solutions is the
//! same, but the first one found may be another.

use super::goal::SearchGoal;
use super::many::{ManyBoards, PassResult};

/// Searches the positions that a hard search has left open, until all of them are searched or the search's goal is
/// reached. `pass` must be [`ManyBoards::pass`], compiled for the vector instructions in use.
#[inline(always)]
pub(super) fn search_left<const W: usize>(
    goal: &mut SearchGoal,
    pass: impl Fn(&mut ManyBoards<W>) -> PassResult<W>,
) {
    if goal.is_over() {
        return;
    }
    let mut boards = ManyBoards::<W>::EMPTY;
    let mut busy: u32 = 0;
    loop {
        let mut idle = !busy & ((1 << W) - 1);
        while idle != 0
            && let Some(position) = goal.left.pop()
        {
            let lane = idle.trailing_zeros();
            boards.set(lane as usize, &position);
            busy |= 1 << lane;
            idle &= idle - 1;
        }
        if busy == 0 {
            return;
        }
        let result = pass(&mut boards);
        let mut solved = busy & result.solved & !result.dead;
        while solved != 0 {
            let lane = solved.trailing_zeros() as usize;
            solved &= solved - 1;
            if goal.take(&boards.get(lane)) {
                return;
            }
        }
        busy &= !(result.dead | result.solved);
        let mut stuck = busy & result.still;
        while stuck != 0 {
            let lane = stuck.trailing_zeros() as usize;
            stuck &= stuck - 1;
            let refuted = boards.guess(&result.pairs, lane, goal);
            goal.left.push(refuted);
        }
    }
}
