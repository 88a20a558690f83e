//! Implements the vectors of the fast search with AVX2.
//!
//! In a search of one board, each vector holds two digits. Most x86-64 processors since 2013 (Intel) and 2015
//! (AMD) have AVX2.

use super::avx512;
use crate::solve::bands::Bands;
use crate::solve::goal::{SearchGoal, SearchInput};
use crate::solve::lanes::{Lanes, ManyLanes, Slots};
use crate::solve::many::{self, ManyBoards, PassResult, QuestionSource};
use crate::solve::spread;
use crate::solve::words::BoardWords;
use std::arch::is_x86_feature_detected;
use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_ps, _mm256_cmpeq_epi32,
    _mm256_loadu_si256, _mm256_movemask_ps, _mm256_mullo_epi32, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_shuffle_epi32,
    _mm256_slli_epi32, _mm256_srli_epi32, _mm256_storeu_si256, _mm256_sub_epi32,
    _mm256_testz_si256, _mm256_xor_si256,
};
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of two slots, each with four lanes for the bands of one digit. Values of this type exist only while
/// functions of this file run. The callers of these functions have made sure that the processor supports AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Returns whether the processor supports the instructions that [`search`] needs.
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// Searches for the solutions of a puzzle. Each vector holds the data of two digits.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn search(input: &SearchInput, goal: &mut SearchGoal) {
    descend(Bands::<Avx2, 5>::of(input), goal);
    if !goal.left.is_empty() {
        search_left(goal);
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn descend(node: Bands<Avx2, 5>, goal: &mut SearchGoal) -> bool {
    node.walk(goal, |below, goal| descend(below, goal))
}

/// Returns whether the processor supports the instructions that [`search_avx512`] needs.
pub(super) fn has_avx512() -> bool {
    has_avx2() && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl")
}

/// Searches a puzzle like [`search`], but with the instructions of AVX-512. AVX-512 has twice as many registers as
/// AVX2, and can compute any logical function of three vectors with one instruction.
#[target_feature(enable = "avx512f,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn search_avx512(input: &SearchInput, goal: &mut SearchGoal) {
    descend_avx512(Bands::<Avx2, 5>::of(input), goal);
    if !goal.left.is_empty() {
        avx512::search_left(goal);
    }
}

#[target_feature(enable = "avx512f,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn descend_avx512(node: Bands<Avx2, 5>, goal: &mut SearchGoal) -> bool {
    node.walk(goal, |below, goal| descend_avx512(below, goal))
}

/// Answers all questions of a source, eight at a time.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn answer(source: &mut dyn QuestionSource) {
    many::answer(source, |boards| pass(boards));
}

/// Searches the positions that a hard search has left open, eight at a time.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search_left(goal: &mut SearchGoal) {
    spread::search_left(goal, |boards| pass(boards));
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn pass(boards: &mut ManyBoards<8>) -> PassResult<8> {
    boards.pass::<Avx2>()
}

/// Wraps the result of an intrinsic in this vector type. The intrinsic must not access memory.
macro_rules! registers {
    ($value:expr) => {
        // SAFETY: all of this runs below `search`, which demands AVX2, and the intrinsics work
        // on registers only.
        Self(unsafe { $value })
    };
}

bit_operations!(Avx2, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256);

impl Lanes for Avx2 {
    #[inline(always)]
    fn zero() -> Self {
        registers!(_mm256_setzero_si256())
    }

    #[inline(always)]
    fn splat(value: u32) -> Self {
        registers!(_mm256_set1_epi32(value as i32))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        registers!(_mm256_andnot_si256(other.0, self.0))
    }

    #[inline(always)]
    fn difference(self, other: Self) -> Self {
        registers!(_mm256_sub_epi32(self.0, other.0))
    }

    #[inline(always)]
    fn up<const N: i32>(self) -> Self {
        registers!(_mm256_slli_epi32::<N>(self.0))
    }

    #[inline(always)]
    fn down<const N: i32>(self) -> Self {
        registers!(_mm256_srli_epi32::<N>(self.0))
    }
}

impl Slots for Avx2 {
    #[inline(always)]
    fn load(words: &BoardWords, index: usize) -> Self {
        let pair = &words[2 * index..2 * index + 2];
        // SAFETY: two slots are 32 readable bytes, and the load requires no alignment.
        Self(unsafe { _mm256_loadu_si256(pair.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut BoardWords, index: usize) {
        let pair = &mut words[2 * index..2 * index + 2];
        // SAFETY: two slots are 32 writable bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(pair.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        registers!(_mm256_shuffle_epi32::<0b11_00_10_01>(self.0))
    }

    #[inline(always)]
    fn zeros(self) -> Self {
        registers!(_mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()))
    }

    #[inline(always)]
    fn any(self) -> bool {
        // SAFETY: same as in `registers!`.
        unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn across(self, twice: Self) -> (Self, Self) {
        let swap = |v: Self| registers!(_mm256_permute2x128_si256::<1>(v.0, v.0));
        let other = swap(self);
        (self | other, twice | swap(twice) | (self & other))
    }
}

impl ManyLanes<8> for Avx2 {
    #[inline(always)]
    fn read(lanes: &[u32; 8]) -> Self {
        // SAFETY: eight lanes are 32 readable bytes, and the load requires no alignment.
        Self(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn write(self, lanes: &mut [u32; 8]) {
        // SAFETY: eight lanes are 32 writable bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        registers!(_mm256_mullo_epi32(self.0, _mm256_set1_epi32(factor as i32)))
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        // SAFETY: same as in `registers!`.
        (unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(self.zeros().0)) }) as u32
    }
}
