//! Implements vectors of sixteen boards, one per lane, with AVX-512 at full width.

use crate::solve::goal::SearchGoal;
use crate::solve::lanes::{Lanes, ManyLanes};
use crate::solve::many::{self, ManyBoards, PassResult, QuestionSource};
use crate::solve::spread;
use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512, _mm512_mullo_epi32,
    _mm512_or_si512, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_sllv_epi32, _mm512_srlv_epi32,
    _mm512_storeu_si512, _mm512_sub_epi32, _mm512_testn_epi32_mask, _mm512_xor_si512,
};
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of sixteen lanes. Values of this type exist only while functions of this file run. The callers of these
/// functions have made sure that the processor supports AVX-512.
#[derive(Clone, Copy)]
struct Avx512(__m512i);

/// Answers all questions of a source, sixteen at a time.
#[target_feature(enable = "avx512f,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn answer(source: &mut dyn QuestionSource) {
    many::answer(source, |boards| pass(boards));
}

/// Searches the positions that a hard search has left open, sixteen at a time.
#[target_feature(enable = "avx512f,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn search_left(goal: &mut SearchGoal) {
    spread::search_left(goal, |boards| pass(boards));
}

#[target_feature(enable = "avx512f,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn pass(boards: &mut ManyBoards<16>) -> PassResult<16> {
    boards.pass::<Avx512>()
}

/// Wraps the result of an intrinsic in this vector type. The intrinsic must not access memory.
macro_rules! registers {
    ($value:expr) => {
        // SAFETY: all of this runs below `answer`, which demands AVX-512, and the intrinsics work
        // on registers only.
        Self(unsafe { $value })
    };
}

bit_operations!(Avx512, _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512);

impl Lanes for Avx512 {
    #[inline(always)]
    fn zero() -> Self {
        registers!(_mm512_setzero_si512())
    }

    #[inline(always)]
    fn splat(value: u32) -> Self {
        registers!(_mm512_set1_epi32(value as i32))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        registers!(_mm512_andnot_si512(other.0, self.0))
    }

    #[inline(always)]
    fn difference(self, other: Self) -> Self {
        registers!(_mm512_sub_epi32(self.0, other.0))
    }

    #[inline(always)]
    fn up<const N: i32>(self) -> Self {
        registers!(_mm512_sllv_epi32(self.0, _mm512_set1_epi32(N)))
    }

    #[inline(always)]
    fn down<const N: i32>(self) -> Self {
        registers!(_mm512_srlv_epi32(self.0, _mm512_set1_epi32(N)))
    }
}

impl ManyLanes<16> for Avx512 {
    #[inline(always)]
    fn read(lanes: &[u32; 16]) -> Self {
        // SAFETY: sixteen lanes are 64 readable bytes, and the load requires no alignment.
        Self(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn write(self, lanes: &mut [u32; 16]) {
        // SAFETY: sixteen lanes are 64 writable bytes, and the store requires no alignment.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        registers!(_mm512_mullo_epi32(self.0, _mm512_set1_epi32(factor as i32)))
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        // SAFETY: same as in `registers!`.
        u32::from(unsafe { _mm512_testn_epi32_mask(self.0, self.0) })
    }
}
