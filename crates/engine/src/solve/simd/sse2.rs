//! Implements the vectors of the fast search with SSE2, which every x86-64 processor has.
//!
//! In a search of one board, each vector holds the possible cells of one digit.

use crate::solve::bands::Bands;
use crate::solve::goal::{SearchGoal, SearchInput};
use crate::solve::lanes::{Lanes, ManyLanes, Slots};
use crate::solve::many::{self, ManyBoards, PassResult, QuestionSource};
use crate::solve::spread;
use crate::solve::words::BoardWords;
use std::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_andnot_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_loadu_si128,
    _mm_movemask_epi8, _mm_movemask_ps, _mm_mul_epu32, _mm_or_si128, _mm_set1_epi32,
    _mm_set1_epi64x, _mm_setzero_si128, _mm_shuffle_epi32, _mm_slli_epi32, _mm_slli_epi64,
    _mm_srli_epi32, _mm_srli_epi64, _mm_storeu_si128, _mm_sub_epi32, _mm_xor_si128,
};
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of one slot, which has four lanes for the bands of one digit.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Sse2(__m128i);

/// Searches for the solutions of a puzzle. Each vector holds the data of one digit.
pub(super) fn search(input: &SearchInput, goal: &mut SearchGoal) {
    descend(Bands::<Sse2, 9>::of(input), goal);
    if !goal.left.is_empty() {
        search_left(goal);
    }
}

fn descend(node: Bands<Sse2, 9>, goal: &mut SearchGoal) -> bool {
    node.walk(goal, descend)
}

/// Answers all questions of a source, four at a time.
pub(super) fn answer(source: &mut dyn QuestionSource) {
    many::answer(source, pass);
}

/// Searches the positions that a hard search has left open, four at a time.
fn search_left(goal: &mut SearchGoal) {
    spread::search_left(goal, pass);
}

fn pass(boards: &mut ManyBoards<4>) -> PassResult<4> {
    boards.pass::<Sse2>()
}

/// Wraps the result of an intrinsic in this vector type. The intrinsic must not access memory.
macro_rules! registers {
    ($value:expr) => {
        // SAFETY: SSE2 is part of x86-64, and the intrinsics work on registers only.
        Self(unsafe { $value })
    };
}

bit_operations!(Sse2, _mm_and_si128, _mm_or_si128, _mm_xor_si128);

impl Lanes for Sse2 {
    #[inline(always)]
    fn zero() -> Self {
        registers!(_mm_setzero_si128())
    }

    #[inline(always)]
    fn splat(value: u32) -> Self {
        registers!(_mm_set1_epi32(value as i32))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        registers!(_mm_andnot_si128(other.0, self.0))
    }

    #[inline(always)]
    fn difference(self, other: Self) -> Self {
        registers!(_mm_sub_epi32(self.0, other.0))
    }

    #[inline(always)]
    fn up<const N: i32>(self) -> Self {
        registers!(_mm_slli_epi32::<N>(self.0))
    }

    #[inline(always)]
    fn down<const N: i32>(self) -> Self {
        registers!(_mm_srli_epi32::<N>(self.0))
    }
}

impl Slots for Sse2 {
    #[inline(always)]
    fn load(words: &BoardWords, index: usize) -> Self {
        // SAFETY: a slot is sixteen readable bytes, and the load requires no alignment.
        Self(unsafe { _mm_loadu_si128(words[index].as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut BoardWords, index: usize) {
        // SAFETY: a slot is sixteen writable bytes, and the store requires no alignment.
        unsafe { _mm_storeu_si128(words[index].as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        registers!(_mm_shuffle_epi32::<0b11_00_10_01>(self.0))
    }

    #[inline(always)]
    fn zeros(self) -> Self {
        registers!(_mm_cmpeq_epi32(self.0, _mm_setzero_si128()))
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: same as in `registers!`.
        unsafe { _mm_movemask_epi8(self.zeros().0) != 0xFFFF }
    }

    #[inline(always)]
    fn across(self, twice: Self) -> (Self, Self) {
        (self, twice)
    }
}

impl ManyLanes<4> for Sse2 {
    #[inline(always)]
    fn read(lanes: &[u32; 4]) -> Self {
        // SAFETY: four lanes are sixteen readable bytes, and the load requires no alignment.
        Self(unsafe { _mm_loadu_si128(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn write(self, lanes: &mut [u32; 4]) {
        // SAFETY: four lanes are sixteen writable bytes, and the store requires no alignment.
        unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        // SSE2 only multiplies every second lane.
        let factor = Self::splat(factor).0;
        let even = registers!(_mm_mul_epu32(self.0, factor));
        let odd = registers!(_mm_slli_epi64::<32>(_mm_mul_epu32(
            _mm_srli_epi64::<32>(self.0),
            factor
        )));
        let low = registers!(_mm_set1_epi64x(0xFFFF_FFFF));
        (even & low) | odd
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        // SAFETY: same as in `registers!`.
        (unsafe { _mm_movemask_ps(_mm_castsi128_ps(self.zeros().0)) }) as u32
    }
}
