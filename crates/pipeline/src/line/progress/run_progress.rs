//! What a person sees while a run is under way: bars on a terminal, plain lines elsewhere.
//!
//! indicatif draws nothing where standard error is no terminal, so that a log would stay silent
//! for hours; there a line is printed at the start, every ten seconds, and at the end.

use super::drought;
use super::overseer::Observer;
use super::tally::Tally;
use crate::bucket::Level;
use crate::config::Job;
use indicatif::{
    HumanCount, HumanDuration, MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle,
};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often a line is printed where no bars can be drawn.
const LOG_EVERY: Duration = Duration::from_secs(10);
/// How often bars are set anew: blocks come faster than eyes can follow.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// So many of something: `1 puzzle`, `31,042 puzzles`.
pub fn counted(number: u64, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(number))
}

/// Says a line to people, on standard error. If nobody listens any more, that is no reason to stop.
pub fn tell(line: impl Display) {
    // One write, so that lines of several processes don't mix.
    let text = format!("factory: {line}\n");
    drop(io::stderr().lock().write_all(text.as_bytes()));
}

/// A number with its thousands apart: `31,042`.
pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A number of bytes: `12.3 MB`.
pub fn size(bytes: u64) -> String {
    indicatif::DecimalBytes(bytes).to_string()
}

/// Tells people how far a run is.
pub struct Progress {
    job: Job,
    face: Face,
    started: Instant,
    used_at_start: u64,
    told: Instant,
    next_notice: u64,
}

enum Face {
    Silent,
    Lines,
    Bars(Box<Bars>),
    Observed(Arc<dyn Observer>),
}

impl Progress {
    /// Progress of a run that starts at the number `used`, on standard error or for an observer.
    pub fn new(job: &Job, used: u64, quiet: bool, observer: Option<Arc<dyn Observer>>) -> Self {
        let face = if let Some(observer) = observer {
            Face::Observed(observer)
        } else if quiet {
            Face::Silent
        } else if io::stderr().is_terminal() {
            Face::Bars(Box::new(Bars::new(job)))
        } else {
            Face::Lines
        };
        if matches!(face, Face::Lines) {
            tell(format_args!(
                "{}, from candidate {}",
                job.origin(),
                grouped(used)
            ));
        }
        let now = Instant::now();
        Self {
            job: job.clone(),
            face,
            started: now,
            used_at_start: used,
            told: now,
            next_notice: drought::LONG_WAIT,
        }
    }

    /// Says something that people should know.
    pub fn notice(&self, text: &str) {
        match &self.face {
            Face::Silent => {}
            Face::Lines => tell(text),
            Face::Observed(observer) => observer.notice(text),
            // A failing terminal is no reason to stop a run.
            Face::Bars(bars) => drop(bars.all.println(format!("factory: {text}"))),
        }
    }

    /// Tells how far the run is, if it is time to.
    pub fn advance(&mut self, tally: &Tally) {
        let pause = match self.face {
            Face::Silent => return,
            Face::Lines => LOG_EVERY,
            Face::Bars(_) | Face::Observed(_) => DRAW_EVERY,
        };
        if tally.used >= self.next_notice {
            self.next_notice = drought::next_notice(tally.used);
            if let Some(notice) = drought::notice(&self.job, tally) {
                self.notice(&notice);
            }
        }
        if self.told.elapsed() >= pause {
            self.told = Instant::now();
            // Lines repeat no warning about levels without puzzles before the next doubling.
            if !(matches!(self.face, Face::Lines) && drought::is_dry(&self.job, tally)) {
                self.say(tally);
            }
        }
    }

    /// Says where the run ended. Bars are taken away, so that the closing table has the screen for
    /// itself; after Ctrl-C they stay, since the terminal's `^C` moved the cursor and taking them away
    /// from there would leave one of them behind.
    pub fn finish(&mut self, tally: &Tally, interrupted: bool) {
        match &self.face {
            Face::Silent => {}
            Face::Lines => {
                let pace = format!("{}/s", grouped(self.rate(tally) as u64));
                tell(log_line(&self.job, tally, &pace));
            }
            Face::Bars(bars) if interrupted => bars.leave(),
            Face::Bars(bars) => bars.clear(),
            Face::Observed(observer) => observer.advance(&self.job, tally),
        }
    }

    fn say(&self, tally: &Tally) {
        if let Face::Observed(observer) = &self.face {
            return observer.advance(&self.job, tally);
        }
        let rate = self.rate(tally);
        let mut pace = format!("{}/s", grouped(rate as u64));
        let left = candidates_left(&self.job, tally);
        let left = left.map(|left| Duration::try_from_secs_f64(left as f64 / rate.max(1e-3)));
        if let Some(Ok(left)) = left {
            pace += &format!(", about {} left", HumanDuration(left));
        }
        match &self.face {
            Face::Bars(bars) => bars.set(tally, pace),
            _ => tell(log_line(&self.job, tally, &pace)),
        }
    }

    /// Candidates a second in this process.
    fn rate(&self, tally: &Tally) -> f64 {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        (tally.used - self.used_at_start) as f64 / seconds
    }
}

/// How many more candidates the run will look at, as far as the yields seen so far can tell.
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

/// How many more candidates it takes to fill the quota of a level at the yield seen; `None` if
/// none was seen yet.
pub fn candidates_needed(job: &Job, tally: &Tally, level: Level) -> Option<u64> {
    let missing = job
        .quotas
        .as_ref()?
        .of(level)
        .saturating_sub(tally.kept[level.index()]);
    let share = tally.yield_of(level);
    match missing {
        0 => Some(0),
        _ if share > 0.0 => Some((missing as f64 / share).ceil() as u64),
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

/// One bar for the candidates, one for each level that is wanted.
struct Bars {
    all: MultiProgress,
    candidates: ProgressBar,
    levels: Vec<(Level, ProgressBar)>,
    /// How fast, and how long still.
    pace: ProgressBar,
}

impl Bars {
    fn new(job: &Job) -> Self {
        let all = MultiProgress::new();
        let bar = |length: Option<u64>, name: &str| {
            let template = match length {
                Some(_) => "{prefix:>12} {wide_bar:.cyan/blue} {human_pos:>11} of {human_len:<11}",
                None => "{prefix:>12} {human_pos}",
            };
            let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            let style = ProgressStyle::with_template(template);
            let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            all.add(bar.with_prefix(name.to_owned()))
        };
        let candidates = bar(job.most_candidates(), "candidates");
        let wanted = |level| job.quotas.as_ref().map(|quotas| quotas.of(level));
        let levels = job
            .scheme
            .levels()
            .filter(|level| wanted(*level) != Some(0))
            .map(|level| (level, bar(wanted(level), job.scheme.level_name(level))))
            .collect();
        let pace = bar(None, "");
        pace.set_style(
            ProgressStyle::with_template("{msg:>12}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Self {
            all,
            candidates,
            levels,
            pace,
        }
    }

    fn set(&self, tally: &Tally, pace: String) {
        self.candidates.set_position(tally.used);
        self.pace.set_message(pace);
        for (level, bar) in &self.levels {
            bar.set_position(tally.kept[level.index()]);
        }
    }

    fn leave(&self) {
        self.all.set_draw_target(ProgressDrawTarget::hidden());
        drop(io::stderr().lock().write_all(b"\n"));
    }

    fn clear(&self) {
        self.candidates.finish_and_clear();
        self.pace.finish_and_clear();
        for (_, bar) in &self.levels {
            bar.finish_and_clear();
        }
    }
}

/// A moving line for work of unknown length.
pub struct Spinner(ProgressBar);

impl Spinner {
    /// A line on standard error; nothing where no terminal is.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed:.bold}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        let line = ProgressBar::new_spinner().with_style(style);
        line.enable_steady_tick(DRAW_EVERY);
        Self(line)
    }

    /// Says what is being done.
    pub fn say(&self, doing: impl Into<String>) {
        self.0.set_message(doing.into());
    }
}

impl Default for Spinner {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// One bar, for work that only counts.
pub struct Counter(ProgressBar);

impl Counter {
    /// A bar on standard error that counts things of this name; nothing if `silent` or where no
    /// terminal is.
    pub fn new(what: &'static str, silent: bool) -> Self {
        let bar = if silent {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(0)
        };
        let template =
            "{prefix:>12} {wide_bar:.cyan/blue} {human_pos:>11} of {human_len:<11} {eta:>4}";
        let style = ProgressStyle::with_template(template);
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(bar.with_prefix(what))
    }

    /// So much of so much is done.
    pub fn advance(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.0.finish_and_clear();
    }
}
