//! Shows the progress of a run on standard error, or reports it to the hooks of the program that runs the job.

use super::bars::{Bars, DRAW_EVERY};
use super::{grouped, tell};
use crate::bucket::Level;
use crate::config::Job;
use crate::line::stall_warning::{self, may_be_used_up, stall_warning};
use crate::line::stop::StopWatch;
use crate::line::tally::Tally;
use indicatif::HumanDuration;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The interval between lines of progress on a standard error that is not a terminal.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Hooks that receive the progress of a run. The thread that collects puzzles calls these methods, so slow methods
/// slow the run.
pub trait RunHooks: Send + Sync {
    /// Receives the current counts, at most ten times a second, and once more at the end.
    fn advance(&self, job: &Job, tally: &Tally);

    /// Receives a message to the user.
    fn notice(&self, text: &str);

    /// Returns the watch that can stop the run; signals don't stop a run with hooks. The default watch never stops the
    /// run.
    fn stop(&self) -> StopWatch {
        StopWatch::default()
    }
}

/// Shows the progress of a run.
pub struct RunProgress {
    job: Job,
    display: ProgressDisplay,
    started: Instant,
    used_at_start: u64,
    reported: Instant,
    next_notice: u64,
}

/// The ways to show the progress of a run.
enum ProgressDisplay {
    Silent,
    Lines,
    Bars(Box<Bars>),
    Hooked(Arc<dyn RunHooks>),
}

impl RunProgress {
    /// Starts to show the progress of a run, on standard error or through the hooks. The run begins after `used`
    /// candidates.
    pub fn new(job: &Job, used: u64, quiet: bool, hooks: Option<Arc<dyn RunHooks>>) -> Self {
        let display = if let Some(hooks) = hooks {
            ProgressDisplay::Hooked(hooks)
        } else if quiet {
            ProgressDisplay::Silent
        } else if io::stderr().is_terminal() {
            ProgressDisplay::Bars(Box::new(Bars::new(job)))
        } else {
            ProgressDisplay::Lines
        };
        if matches!(display, ProgressDisplay::Lines) {
            tell(format_args!(
                "{}, from candidate {}",
                job.origin(),
                grouped(used)
            ));
        }
        let now = Instant::now();
        Self {
            job: job.clone(),
            display,
            started: now,
            used_at_start: used,
            reported: now,
            next_notice: stall_warning::LONG_WAIT,
        }
    }

    /// Shows a message to the user, unless the display is silent.
    pub fn notice(&self, text: &str) {
        match &self.display {
            ProgressDisplay::Silent => {}
            ProgressDisplay::Lines => tell(text),
            ProgressDisplay::Hooked(hooks) => hooks.notice(text),
            ProgressDisplay::Bars(bars) => bars.notice(text),
        }
    }

    /// Shows the progress of the run, unless the progress was shown a moment ago.
    pub fn advance(&mut self, tally: &Tally) {
        let pause = match self.display {
            ProgressDisplay::Silent => return,
            ProgressDisplay::Lines => LOG_EVERY,
            ProgressDisplay::Bars(_) | ProgressDisplay::Hooked(_) => DRAW_EVERY,
        };
        if tally.used >= self.next_notice {
            self.next_notice = stall_warning::next_notice(tally.used);
            if let Some(notice) = stall_warning(&self.job, tally) {
                self.notice(&notice);
            }
        }
        if self.reported.elapsed() >= pause {
            self.reported = Instant::now();
            // Lines repeat a warning about levels without puzzles only after the next doubling.
            if !(matches!(self.display, ProgressDisplay::Lines)
                && stall_warning::is_dry(&self.job, tally))
            {
                self.say(tally);
            }
        }
    }

    /// Shows the state in which the run ended. Progress bars are removed, except after Ctrl-C: the `^C` that the
    /// terminal prints moves the cursor, so a removal would miss one of the bars.
    pub fn finish(&mut self, tally: &Tally, interrupted: bool) {
        match &self.display {
            ProgressDisplay::Silent => {}
            ProgressDisplay::Lines => {
                let pace = format!("{}/s", grouped(self.rate(tally) as u64));
                tell(log_line(&self.job, tally, &pace));
            }
            ProgressDisplay::Bars(bars) if interrupted => bars.leave(),
            ProgressDisplay::Bars(bars) => bars.clear(),
            ProgressDisplay::Hooked(hooks) => hooks.advance(&self.job, tally),
        }
    }

    fn say(&self, tally: &Tally) {
        if let ProgressDisplay::Hooked(hooks) = &self.display {
            return hooks.advance(&self.job, tally);
        }
        let rate = self.rate(tally);
        let mut pace = format!("{}/s", grouped(rate as u64));
        let left = candidates_left(&self.job, tally);
        let left = left.map(|left| Duration::try_from_secs_f64(left as f64 / rate.max(1e-3)));
        if let Some(Ok(left)) = left {
            pace += &format!(", about {} left", HumanDuration(left));
        }
        match &self.display {
            ProgressDisplay::Bars(bars) => bars.set(tally, pace),
            _ => tell(log_line(&self.job, tally, &pace)),
        }
    }

    /// Returns the number of candidate puzzles that this process makes per second.
    fn rate(&self, tally: &Tally) -> f64 {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        (tally.used - self.used_at_start) as f64 / seconds
    }
}

/// Estimates the number of candidate puzzles still to be made, from the share of candidates that reached each level so
/// far; `None` if no estimate is possible.
pub fn candidates_left(job: &Job, tally: &Tally) -> Option<u64> {
    let to_count = job
        .most_candidates()
        .map(|count| count.saturating_sub(tally.used));
    if job.exhaust || job.quotas.is_none() {
        return to_count;
    }
    let to_quotas = job
        .scheme
        .levels()
        .map(|level| candidates_needed(job, tally, level))
        .try_fold(0, |most, needed| Some(needed?.max(most)));
    match (to_count, to_quotas) {
        (Some(count), Some(quotas)) => Some(count.min(quotas)),
        (count, quotas) => count.or(quotas),
    }
}

/// Estimates the number of candidate puzzles needed to fill the quota of a level, from the share of candidates that
/// reached the level so far; 0 if the quota is full. `None` if the job has no quotas, if no puzzle of the level has
/// been found yet, or if all possible puzzles may have been found.
pub fn candidates_needed(job: &Job, tally: &Tally, level: Level) -> Option<u64> {
    let missing = job
        .quotas
        .as_ref()?
        .of(level)
        .saturating_sub(tally.kept[level.index()]);
    let share = tally.yield_of(level);
    match missing {
        0 => Some(0),
        _ if share > 0.0 && !may_be_used_up(job, tally) => {
            Some((missing as f64 / share).ceil() as u64)
        }
        _ => None,
    }
}

fn log_line(job: &Job, tally: &Tally, pace: &str) -> String {
    let mut line = format!("{} candidates", grouped(tally.used));
    if let Some(count) = job.most_candidates() {
        line += &format!(" of {}", grouped(count));
    }
    let is_wanted = |level: &Level| job.wanted(*level) > 0;
    for level in job.scheme.levels().filter(is_wanted) {
        let name = job.scheme.level_name(level);
        line += &format!(", {name} {}", grouped(tally.kept[level.index()]));
        if let Some(quotas) = &job.quotas {
            line += &format!("/{}", grouped(quotas.of(level)));
        }
    }
    format!("{line}; {pace}")
}
