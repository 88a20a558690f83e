//! Which wanted levels have not been met after so many candidates that they may never fill.

use super::progress::grouped;
use super::tally::Tally;
use crate::config::Job;

/// After so many candidates a level without a single one is worth a word.
pub const LONG_WAIT: u64 = 100_000;

/// What people should be told once, as soon as [`LONG_WAIT`] candidates were looked at; `None`
/// before that, and where every wanted level was met.
pub fn notice(job: &Job, tally: &Tally) -> Option<String> {
    let quotas = job.quotas.as_ref().filter(|_| tally.used >= LONG_WAIT)?;
    let is_unmet = |level: &_| quotas.of(*level) > 0 && tally.yield_of(*level) == 0.0;
    let unmet = job.scheme.levels().filter(is_unmet);
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
