//! Computes histograms of the difficulty D, which count the puzzles of a pack in bars of equal width. The
//! histograms are kept, because counting reads the whole pack.

use crate::pack::{Pack, PackError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of bars in a histogram.
const MOST_BARS: f64 = 48.0;
const WIDTHS: [f64; 10] = [0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 2.5, 5.0, 10.0];
/// The maximum number of packs whose histograms are kept.
const MOST_KEPT: usize = 64;

/// One bar of a histogram of the difficulty D.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bar {
    /// The difficulty D at which the bar begins.
    pub d: f64,
    /// The number of puzzles whose difficulty D lies in this bar.
    pub n: u64,
}

/// The histograms of packs, keyed by each pack's seal, which is the digest of its manifest.
#[derive(Debug, Default)]
pub struct Histograms(Mutex<BTreeMap<String, Arc<Vec<Bar>>>>);

impl Histograms {
    /// Returns a pack's histogram. For layouts other than 9×9, whose puzzles have no difficulty D, the histogram is
    /// empty.
    ///
    /// # Errors
    /// If the pack can't be read.
    pub fn of(&self, pack: &Pack) -> Result<Arc<Vec<Bar>>, PackError> {
        if pack.manifest().job.layout.is_some() {
            return Ok(Arc::default());
        }
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(pack.seal()) {
            return Ok(Arc::clone(known));
        }
        let mut difficulties = Vec::new();
        for level in pack.manifest().job.scheme.levels() {
            for record in pack.records(level)? {
                difficulties.push(record?.ratings.ladder.difficulty);
            }
        }
        let bars = Arc::new(bars(&difficulties));
        let mut kept = kept();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(pack.seal().to_owned(), Arc::clone(&bars));
        Ok(bars)
    }
}

fn bars(difficulties: &[f64]) -> Vec<Bar> {
    let Some(most) = difficulties.iter().copied().reduce(f64::max) else {
        return Vec::new();
    };
    let fits = |width: &f64| most / width < MOST_BARS;
    let width = WIDTHS
        .into_iter()
        .find(fits)
        .unwrap_or(most / MOST_BARS * 1.01);
    let first = difficulties.iter().copied().fold(most, f64::min);
    let at = |d: f64| (d / width).floor() as usize;
    let from = at(first);
    let mut counts = vec![0; at(most) - from + 1];
    for d in difficulties {
        counts[at(*d) - from] += 1;
    }
    // In floating point, 3 · 0.1 is not 0.3.
    let begin = |n: usize| ((from + n) as f64 * width * 1e6).round() / 1e6;
    let counts = counts.into_iter().enumerate();
    counts.map(|(at, n)| Bar { d: begin(at), n }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_puzzle_is_in_one_bar(all in proptest::collection::vec(0.0..1e4_f64, 1..300)) {
            let bars = bars(&all);
            prop_assert!(bars.len() <= MOST_BARS as usize + 1);
            prop_assert_eq!(bars.iter().map(|bar| bar.n).sum::<u64>(), all.len() as u64);
            prop_assert!(bars.windows(2).all(|it| it[0].d < it[1].d));
            let most = all.iter().copied().fold(0.0, f64::max);
            prop_assert!(bars[bars.len() - 1].d <= most + 1e-6);
        }
    }

    #[test]
    fn bars_begin_at_round_numbers() {
        let told: Vec<(f64, u64)> = bars(&[0.31, 0.32, 0.45, 2.0])
            .iter()
            .map(|it| (it.d, it.n))
            .collect();
        assert_eq!((told[0], told[2]), ((0.3, 2), (0.4, 0)));
        assert_eq!(told.last(), Some(&(2.0, 1)));
        assert_eq!(bars(&[]), []);
    }
}
