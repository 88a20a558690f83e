//! The random generators of the program, and the functions that draw values from them. A generator usually belongs
//! to one candidate puzzle of a run, and is made from the job's seed and the candidate's number.
//!
//! A candidate must depend only on its job and its number k. So its generator, xoshiro256++, starts from the
//! BLAKE3 hash of a fixed text, the seed and k. Neighbouring seeds or numbers then have unrelated states.
//! xoshiro's own `seed_from_u64` would give related streams for seeds such as "today's date".
//!
//! Sampling is implemented here, because the helpers of `rand` may give other values in a new minor version.
//! Bounded integers use Lemire's multiplication with rejection (*Fast random integer generation in an interval*,
//! ACM TOMACS 2019). Shuffles use the method of Fisher and Yates. The bytes of every pack depend on these two, so
//! they never change within an algorithm number.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// The text that is hashed together with a job's seed and a number, to make the generator of a candidate. (A candidate
/// is a puzzle made from a number of a job.) Changing this text changes every puzzle ever made from a seed.
const CANDIDATES: &[u8; 26] = b"sudoku-factory 1 candidate";
/// The text that is hashed to make the generators for random equivalents (turned and relabelled forms) of puzzles.
const EQUIVALENTS: &[u8; 26] = b"sudoku-factory 1 shuffling";
/// The text that is hashed to make the generators for simulated games.
const GAMES: &[u8; 26] = b"sudoku-factory 1 one game.";

/// A generator of random numbers, usually for one candidate: a puzzle made from one number of a job.
///
/// ```
/// use sudoku_engine::seed::Generator;
/// let mut a = Generator::for_candidate(7, 0);
/// let mut b = Generator::for_candidate(7, 0);
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Debug, Clone)]
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    /// Makes the generator for candidate number `k` of the job with this seed.
    pub fn for_candidate(seed: u64, k: u64) -> Self {
        Self::new(CANDIDATES, seed, k)
    }

    /// Makes the generator for random equivalents (turned and relabelled forms) of the puzzle with this number in a
    /// list. The values drawn are unrelated to those for the candidate with the same number.
    pub fn for_equivalents(seed: u64, number: u64) -> Self {
        Self::new(EQUIVALENTS, seed, number)
    }

    /// Makes the generator for the simulated game with this number.
    pub fn for_games(seed: u64, number: u64) -> Self {
        Self::new(GAMES, seed, number)
    }

    fn new(domain: &[u8; 26], seed: u64, number: u64) -> Self {
        let mut text = [0u8; 26 + 16];
        text[..26].copy_from_slice(domain);
        text[26..34].copy_from_slice(&seed.to_le_bytes());
        text[34..].copy_from_slice(&number.to_le_bytes());
        Self(Xoshiro256PlusPlus::from_seed(
            *blake3::hash(&text).as_bytes(),
        ))
    }

    /// Draws an integer from `0..bound`. All are equally likely.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "an empty range has no member to draw");
        loop {
            let product = u64::from(self.next_u32()) * u64::from(bound);
            let low = product as u32;
            // Lemire's test: the slow modulo is computed only if the low half could be biased.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts the items into a random order (Fisher–Yates). All orders are equally likely.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last as u32 + 1) as usize;
            items.swap(last, chosen);
        }
    }

    /// Draws a number above 0 and at most 1. All multiples of 2⁻⁵³ in that range are equally likely.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) + 1) as f64 * (-53f64).exp2()
    }

    /// Returns the upper half of the next 64 random bits, since the upper bits of xoshiro are its best.
    #[inline]
    fn next_u32(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks values that must never change, since the way of drawing numbers is part of the pack format.
    #[test]
    fn values_are_stable() {
        let mut rng = Generator::for_candidate(1, 0);
        let drawn: Vec<u32> = (0..6).map(|_| rng.below(1000)).collect();
        let mut items: Vec<u8> = (0..9).collect();
        rng.shuffle(&mut items);
        insta::assert_snapshot!(format!("{drawn:?} {items:?}"), @"[762, 131, 508, 203, 593, 640] [4, 2, 5, 7, 0, 3, 1, 8, 6]");
    }

    #[test]
    fn bounded_integers_are_even() {
        let mut rng = Generator::for_candidate(5, 5);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7) as usize] += 1;
        }
        // With six degrees of freedom, chi-square stays below 22.5 in 999 of 1000 fair draws.
        let chi: f64 = seen
            .iter()
            .map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(chi < 22.5, "chi-square {chi}, counts {seen:?}");
    }

    #[test]
    fn neighbours_share_nothing() {
        let first = |seed, k| Generator::for_candidate(seed, k).0.next_u64();
        let mut all: Vec<u64> = (0..200)
            .flat_map(|seed| (0..200).map(move |k| first(seed, k)))
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 40_000);
    }
}
