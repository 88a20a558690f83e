//! The back-end in plain Rust, for every processor that has no other back-end.

use crate::solve::bands::Bands;
use crate::solve::goal::{SearchGoal, SearchInput};
use crate::solve::lanes::{Lanes, ManyLanes, Slots};
use crate::solve::many::{self, ManyBoards, PassResult, QuestionSource};
use crate::solve::spread;
use crate::solve::words::BoardWords;
use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitXor};

/// A vector of one slot, which has four lanes for the bands of one digit.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Portable([u32; 4]);

/// Searches a puzzle without vector instructions.
pub(super) fn search(input: &SearchInput, goal: &mut SearchGoal) {
    descend(Bands::<Portable, 9>::of(input), goal);
    if !goal.left.is_empty() {
        search_left(goal);
    }
}

fn descend(node: Bands<Portable, 9>, goal: &mut SearchGoal) -> bool {
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
    boards.pass::<Portable>()
}

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self(self.0.map(f))
    }
}

impl BitAnd for Portable {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Portable {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Portable {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Lanes for Portable {
    #[inline(always)]
    fn zero() -> Self {
        Self([0; 4])
    }

    #[inline(always)]
    fn splat(value: u32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn difference(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn up<const N: i32>(self) -> Self {
        self.map(|a| a << N)
    }

    #[inline(always)]
    fn down<const N: i32>(self) -> Self {
        self.map(|a| a >> N)
    }
}

impl Slots for Portable {
    #[inline(always)]
    fn load(words: &BoardWords, index: usize) -> Self {
        Self(words[index])
    }

    #[inline(always)]
    fn store(self, words: &mut BoardWords, index: usize) {
        words[index] = self.0;
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        let [first, second, third, none] = self.0;
        Self([second, third, first, none])
    }

    #[inline(always)]
    fn zeros(self) -> Self {
        self.map(|a| if a == 0 { u32::MAX } else { 0 })
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, lane| all | lane) != 0
    }

    #[inline(always)]
    fn across(self, twice: Self) -> (Self, Self) {
        (self, twice)
    }
}

impl ManyLanes<4> for Portable {
    #[inline(always)]
    fn read(lanes: &[u32; 4]) -> Self {
        Self(*lanes)
    }

    #[inline(always)]
    fn write(self, lanes: &mut [u32; 4]) {
        *lanes = self.0;
    }

    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        self.map(|a| a.wrapping_mul(factor))
    }

    #[inline(always)]
    fn zero_lanes(self) -> u32 {
        (0..4).fold(0, |zeros, lane| {
            zeros | u32::from(self.0[lane] == 0) << lane
        })
    }
}
