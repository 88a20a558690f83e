//! `--metrics-file`: writes the result of a run in the format of node_exporter's textfile
//! collector.

use super::Exit;
use crate::bucket::Level;
use crate::disk;
use crate::ledger::Ledger;
use crate::line::{Outcome, free_space};
use anyhow::Context;
use jiff::Timestamp;
use std::fmt::{Display, Write};
use std::fs;
use std::path::Path;

const SUCCESS: &str = "factory_last_success_timestamp_seconds";

/// The run whose results are written as metrics.
pub struct ReportedRun<'a> {
    /// The exit code of the run.
    pub exit: Exit,
    /// The outcome of the run; `None` if an error ended the run before its outcome was known.
    pub outcome: Option<&'a Outcome>,
    /// The folder that holds the run's packs.
    pub out: &'a Path,
    /// The ledger, if the run uses a ledger.
    pub ledger: Option<&'a Ledger>,
    /// The duration of the run in seconds.
    pub seconds: f64,
}

/// Writes the metrics under a temporary name and renames the file, so that monitoring programs never read an
/// incomplete file. If the run ended without a pack, the time of the last success is copied from the old file.
pub fn write(file: &Path, run: &ReportedRun<'_>) -> anyhow::Result<()> {
    let job = file.file_stem().unwrap_or_default().to_string_lossy();
    let before = fs::read_to_string(file).unwrap_or_default();
    let text = text(run, &job.replace(['"', '\\', '\n'], "-"), &before);
    fs::create_dir_all(disk::folder_of(file))
        .and_then(|()| disk::write(file, text.as_bytes()))
        .with_context(|| format!("cannot write the metrics to {}", file.display()))
}

fn text(run: &ReportedRun<'_>, job: &str, before: &str) -> String {
    let mut out = Metrics {
        text: String::new(),
        job,
    };
    let now = Timestamp::now().as_second();
    out.gauge(
        "factory_last_run_timestamp_seconds",
        "When the last run ended.",
        now,
    );
    let last = match run.exit {
        Exit::Done | Exit::Short => Some(now.to_string()),
        _ => last_success(before),
    };
    if let Some(last) = last {
        out.gauge(SUCCESS, "When a run last ended with a pack.", last);
    }
    out.gauge(
        "factory_exit_code",
        "The exit code of the last run.",
        run.exit.code(),
    );
    out.gauge("factory_run_seconds", "How long it took.", run.seconds);
    if let Some(outcome) = run.outcome {
        work(&mut out, outcome);
    }
    if let Some(free) = free_space(run.out) {
        out.gauge(
            "factory_free_bytes",
            "Bytes that are free where packs go.",
            free,
        );
    }
    if let Some(ledger) = run.ledger {
        holdings(&mut out, ledger, now);
    }
    out.text
}

fn holdings(out: &mut Metrics<'_>, ledger: &Ledger, now: i64) {
    if let Ok(head) = ledger.head() {
        out.gauge(
            "factory_ledger_puzzles",
            "Puzzles in the ledger.",
            head.puzzles,
        );
    }
    if let Ok(Some((_, made))) = ledger.last_backup()
        && let Ok(made) = made.parse::<Timestamp>()
    {
        out.gauge(
            "factory_ledger_backup_age_seconds",
            "Age of the ledger's last backup at the end of the run.",
            (now - made.as_second()).max(0),
        );
    }
}

fn work(out: &mut Metrics<'_>, outcome: &Outcome) {
    out.gauge(
        "factory_candidates",
        "Candidates looked at.",
        outcome.tally.used,
    );
    out.gauge(
        "factory_candidates_per_second",
        "Candidates made a second.",
        outcome.candidates_per_second(),
    );
    levels(out, outcome);
}

fn levels(out: &mut Metrics<'_>, outcome: &Outcome) {
    let of_level = |count: &dyn Fn(Level) -> u64| -> Vec<(String, u64)> {
        let scheme = &outcome.job.scheme;
        let levels = scheme.levels();
        levels
            .map(|level| (scheme.level_name(level).to_owned(), count(level)))
            .collect()
    };
    let kept = |level: Level| outcome.tally.kept[level.index()];
    let wanted = |level| match outcome.job.quotas {
        Some(_) => outcome.job.wanted(level),
        None => 0,
    };
    out.by_level("factory_kept", "Puzzles kept, by level.", &of_level(&kept));
    let short = |level| wanted(level).saturating_sub(kept(level));
    out.by_level(
        "factory_short",
        "Puzzles that the quota lacks, by level.",
        &of_level(&short),
    );
}

fn last_success(before: &str) -> Option<String> {
    let line = before.lines().find(|line| line.starts_with(SUCCESS))?;
    let value = line.rsplit(' ').next()?;
    value.parse::<i64>().ok().map(|value| value.to_string())
}

/// The text of the metrics, while it is written.
struct Metrics<'a> {
    text: String,
    job: &'a str,
}

impl Metrics<'_> {
    fn head(&mut self, name: &str, help: &str) {
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} gauge");
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, help);
        let _ = writeln!(self.text, "{name}{{job_file=\"{}\"}} {value}", self.job);
    }

    fn by_level(&mut self, name: &str, help: &str, values: &[(String, u64)]) {
        self.head(name, help);
        for (level, value) in values {
            let job = self.job;
            let _ = writeln!(
                self.text,
                "{name}{{job_file=\"{job}\",level=\"{level}\"}} {value}"
            );
        }
    }
}
