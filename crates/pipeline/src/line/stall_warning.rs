//! Warns, after 100,000 candidate puzzles or more, about wanted levels that may never fill. Either they have no
//! puzzle yet, or nearly all candidates are repeats (only checked for layouts other than 9×9).

use super::progress::grouped;
use super::tally::Tally;
use crate::bucket::Level;
use crate::config::Job;
use crate::layouts::Distinct;

/// The number of candidate puzzles after which a run reports the wanted levels that have no puzzle yet. The run repeats
/// the report each time that the number of candidates has doubled.
pub const LONG_WAIT: u64 = 100_000;

/// Returns the number of candidate puzzles after which the next report of levels without puzzles is due.
pub(super) fn next_notice(used: u64) -> u64 {
    let mut next = LONG_WAIT;
    while next <= used {
        next = next.saturating_mul(2).max(next + 1);
    }
    next
}

/// Returns the warning about levels whose quotas may never be filled: they have no puzzle yet, or nearly all new
/// puzzles are repeats. `None` if there are no such levels, or before [`LONG_WAIT`] candidates.
pub fn stall_warning(job: &Job, tally: &Tally) -> Option<String> {
    if let Some(warning) = repeat_warning(job, tally) {
        return Some(warning);
    }
    let unmet = unmet(job, tally);
    let names: Vec<&str> = unmet.map(|level| job.scheme.level_name(level)).collect();
    let end = match job.count {
        Some(count) => format!("the run goes on to candidate {}", grouped(count)),
        None => "without --count or --timeout the run may never end".to_owned(),
    };
    (!names.is_empty()).then(|| {
        let used = grouped(tally.used);
        let names = names.join(", ");
        format!("no puzzle of level {names} among {used} candidates so far; {end}")
    })
}

/// Returns whether the puzzles of the layout are possibly used up: at least nine in ten candidate puzzles were repeats.
/// Always `false` for 9×9, where repeats come from the ledger of published puzzles.
pub fn may_be_used_up(job: &Job, tally: &Tally) -> bool {
    job.layout.is_some() && tally.used > 0 && tally.repeats >= tally.used - tally.used / 10
}

/// Returns the warning that nearly all candidate puzzles so far are repeats. `None` for 9×9, before [`LONG_WAIT`]
/// candidates, or if there is nothing to warn of.
fn repeat_warning(job: &Job, tally: &Tally) -> Option<String> {
    let layout = job.layout.filter(|_| tally.used >= LONG_WAIT)?;
    let is_unfilled = |level: &Level| tally.kept[level.index()] < job.wanted(*level);
    let names = job.scheme.levels().filter(is_unfilled);
    let names: Vec<&str> = names.map(|level| job.scheme.level_name(level)).collect();
    let remedy = match job.distinct {
        Distinct::Form => "--distinct drawing takes turned and relabelled copies, too",
        Distinct::Drawing => "ask for fewer",
    };
    let is_stuck = !names.is_empty() && may_be_used_up(job, tally);
    is_stuck.then(|| {
        let (names, used) = (names.join(", "), grouped(tally.used));
        let repeats = grouped(tally.repeats);
        format!("{layout} may have too few puzzles to fill level {names}: {repeats} of {used} candidates so far are repeats; {remedy}")
    })
}

/// Returns whether there are levels with unfilled quotas, and no candidate has reached any of these levels yet.
/// Always `false` before [`LONG_WAIT`] candidates.
pub(super) fn is_dry(job: &Job, tally: &Tally) -> bool {
    let left = |level: &Level| tally.kept[level.index()] < job.wanted(*level);
    let waiting = job.scheme.levels().filter(left).count();
    waiting > 0 && waiting == unmet(job, tally).count()
}

/// Returns the wanted levels that have no puzzle yet; no levels before [`LONG_WAIT`] candidates.
fn unmet(job: &Job, tally: &Tally) -> impl Iterator<Item = Level> {
    let quotas = job.quotas.as_ref().filter(|_| tally.used >= LONG_WAIT);
    let wanted = move |level: Level| quotas.map_or(0, |quotas| quotas.of(level));
    let is_unmet = move |level: &Level| wanted(*level) > 0 && tally.yield_of(*level) == 0.0;
    job.scheme.levels().filter(is_unmet)
}
