//! Draws progress bars on a terminal: for a run, for work with a single count, and for work of unknown length.

use crate::bucket::Level;
use crate::config::Job;
use crate::line::tally::Tally;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::time::Duration;

/// The interval at which bars are redrawn; blocks arrive faster than the eye can follow.
pub(super) const DRAW_EVERY: Duration = Duration::from_millis(100);

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The progress bars of a run: one for the candidates, and one for each wanted level.
pub(super) struct Bars {
    all: MultiProgress,
    candidates: ProgressBar,
    levels: Vec<(Level, ProgressBar)>,
    /// The line with the speed and the remaining time.
    pace: ProgressBar,
}

impl Bars {
    pub(super) fn new(job: &Job) -> Self {
        let all = MultiProgress::new();
        let bar = |length: Option<u64>, name: &str| {
            let template = match length {
                Some(_) => "{prefix:>12} {wide_bar:.cyan/blue} {human_pos:>11} of {human_len:<11}",
                None => "{prefix:>12} {human_pos}",
            };
            let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            all.add(bar.with_style(style(template)).with_prefix(name.to_owned()))
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
        pace.set_style(style("{msg:>12}"));
        Self {
            all,
            candidates,
            levels,
            pace,
        }
    }

    /// Prints a line above the bars.
    pub(super) fn notice(&self, text: &str) {
        // A failing terminal is no reason to stop a run.
        drop(self.all.println(format!("factory: {text}")));
    }

    pub(super) fn set(&self, tally: &Tally, pace: String) {
        self.candidates.set_position(tally.used);
        self.pace.set_message(pace);
        for (level, bar) in &self.levels {
            bar.set_position(tally.kept[level.index()]);
        }
    }

    pub(super) fn leave(&self) {
        self.all.set_draw_target(ProgressDrawTarget::hidden());
        drop(io::stderr().lock().write_all(b"\n"));
    }

    pub(super) fn clear(&self) {
        self.candidates.finish_and_clear();
        self.pace.finish_and_clear();
        for (_, bar) in &self.levels {
            bar.finish_and_clear();
        }
    }
}

/// A spinner with a text, for work of unknown length.
pub struct Spinner(ProgressBar);

impl Spinner {
    /// Shows a spinner on standard error; shows nothing if standard error is not a terminal.
    pub fn new() -> Self {
        let style = style("{spinner} {msg} {elapsed:.bold}");
        let line = ProgressBar::new_spinner().with_style(style);
        line.enable_steady_tick(DRAW_EVERY);
        Self(line)
    }

    /// Sets the text of the spinner.
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

/// A single progress bar, for work that has only one count.
pub struct Counter(ProgressBar);

impl Counter {
    /// Shows a bar on standard error, labelled `what`; shows nothing if `silent` is true or standard error is not a
    /// terminal.
    pub fn new(what: &'static str, silent: bool) -> Self {
        let bar = if silent {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(0)
        };
        let template =
            "{prefix:>12} {wide_bar:.cyan/blue} {human_pos:>11} of {human_len:<11} {eta:>4}";
        Self(bar.with_style(style(template)).with_prefix(what))
    }

    /// Sets the finished amount and the total amount.
    pub fn advance(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }

    /// Removes the bar.
    pub fn finish(self) {
        self.0.finish_and_clear();
    }
}
