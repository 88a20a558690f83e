//! Distributes a run's puzzles among its packs.
//!
//! The puzzles of each level go to the packs in turn, in the order of their numbers. This makes the packs equally
//! difficult even if the puzzles come from a sorted list. All puzzles come from one run with one journal, so no
//! puzzle is in two packs.
//!
//! If a level has too few puzzles, as many packs as possible are filled, starting with the first. One full book
//! can be printed, twelve thin ones can't.

use super::tally::Tally;
use crate::bucket::{Level, MOST_LEVELS, PerLevel};
use crate::config::Job;

/// Distributes the puzzles of a run among its packs.
pub struct Deal<'a> {
    job: &'a Job,
    kept: PerLevel<u64>,
    dealt: PerLevel<u64>,
}

impl<'a> Deal<'a> {
    /// Creates a distributor for the puzzles of a run. `tally` holds the number of puzzles per level.
    pub fn new(job: &'a Job, tally: &Tally) -> Self {
        Self {
            job,
            kept: tally.kept,
            dealt: [0; MOST_LEVELS],
        }
    }

    /// Returns the index, from 0, of the pack that gets the next puzzle of this level.
    pub fn next(&mut self, level: Level) -> usize {
        let turn = self.dealt[level.index()];
        self.dealt[level.index()] += 1;
        let of = self.job.packs().unwrap_or(1);
        let full = match &self.job.quotas {
            None => of,
            Some(quotas) => {
                let each = (quotas.of(level) / of).max(1);
                let full = self.kept[level.index()] / each;
                if turn >= full * each {
                    return full as usize;
                }
                full
            }
        };
        (turn % full) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{PackShare, Settings};

    fn job(of: u64) -> Job {
        let asked = Settings {
            per_level: Some(4),
            packs: Some(of),
            ..Settings::default()
        };
        let order = asked.over(Settings::defaults().unwrap()).run_spec();
        order.unwrap().job
    }

    #[test]
    fn a_pack_has_its_share_of_the_quotas() {
        let job = job(12);
        let third = job.of_part(3);
        let part = PackShare {
            number: Some(3),
            of: 12,
        };
        assert_eq!(third.part, Some(part));
        assert!(job.scheme.levels().all(|level| job.wanted(level) == 48));
        assert!(job.scheme.levels().all(|level| third.wanted(level) == 4));
    }

    #[test]
    fn puzzles_are_dealt_in_turn_and_the_first_packs_are_filled() {
        let job = job(3);
        let dealt = |kept: u64| {
            let tally = Tally {
                kept: [kept; MOST_LEVELS],
                ..Tally::default()
            };
            let mut deal = Deal::new(&job, &tally);
            (0..kept)
                .map(|_| deal.next(Level::HARD))
                .collect::<Vec<_>>()
        };
        assert_eq!(dealt(12), [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
        assert_eq!(dealt(9), [0, 1, 0, 1, 0, 1, 0, 1, 2]);
        assert_eq!(dealt(4), [0, 0, 0, 0]);
        assert_eq!(dealt(2), [0, 0]);
        assert!(dealt(0).is_empty());
    }
}
