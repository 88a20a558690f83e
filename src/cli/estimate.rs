//! `--estimate`: estimates the time and yield (the share of puzzles that get each level) of a job from a
//! sample of a few seconds.

use super::Exit;
use crate::bucket::Level;
use crate::config::{Job, RunSpec};
use crate::line::progress::{grouped, size, tell};
use crate::line::{self, RunSample, puzzle_bytes};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// The estimate for a level; a number that can't be estimated from the sample is `None`.
struct LevelEstimate {
    level: Level,
    /// The number of puzzles wanted; `None` if every puzzle made is kept.
    wanted: Option<u64>,
    /// The share of the job's candidate puzzles that get this level.
    share: f64,
    /// The number of candidate puzzles that must be made before the level is full; `None` if the sample has no puzzle
    /// of the level, or if every puzzle made is kept.
    candidates: Option<u64>,
    /// The number of puzzles of the level at the end of the run; `None` if it is unknown.
    puzzles: Option<u64>,
}

/// Samples a job and prints the estimate.
pub fn run(spec: &RunSpec, time: Duration, json: bool) -> anyhow::Result<Exit> {
    if !spec.run.quiet && !json {
        let seconds = time.as_secs_f64();
        tell(format_args!(
            "sampling for {seconds:.0} s; nothing is written"
        ));
    }
    let sample = line::sample(spec, time)?;
    let job = &spec.job;
    let levels: Vec<LevelEstimate> = job
        .scheme
        .levels()
        .map(|level| level_estimate(job, &sample, level))
        .collect();
    let text = if json {
        as_json(job, &sample, &levels).to_string() + "\n"
    } else {
        as_table(job, &sample, &levels)
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

fn level_estimate(job: &Job, sample: &RunSample, level: Level) -> LevelEstimate {
    let share = sample.tally.yield_of(level);
    let wanted = job.quotas.as_ref().map(|quotas| quotas.of(level));
    let until = |wanted: u64| (wanted as f64 / share).ceil() as u64;
    let candidates = match wanted {
        Some(0) => Some(0),
        Some(wanted) if share > 0.0 => Some(until(wanted)),
        _ => None,
    };
    let by_count = job.count.map(|count| (share * count as f64).round() as u64);
    let puzzles = match (wanted, by_count) {
        (Some(wanted), Some(most)) => Some(wanted.min(most)),
        // Only a level that the sample has seen can be promised.
        (Some(wanted), None) => (wanted == 0 || share > 0.0).then_some(wanted),
        (None, most) => most,
    };
    LevelEstimate {
        level,
        wanted,
        share,
        candidates,
        puzzles,
    }
}

/// Returns the number of candidate puzzles of the whole run, at most the job's `count`; `None` if it is unknown.
fn whole_run(job: &Job, levels: &[LevelEstimate]) -> Option<u64> {
    let needed = levels
        .iter()
        .map(|it| it.candidates)
        .try_fold(0, |most, needed| Some(needed?.max(most)));
    match (job.count, needed) {
        (Some(count), Some(needed)) if !job.exhaust => Some(count.min(needed)),
        (Some(count), _) => Some(count),
        (None, needed) => needed,
    }
}

fn as_table(job: &Job, sample: &RunSample, levels: &[LevelEstimate]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(vec![
        "level",
        "wanted",
        "yield",
        "candidates",
        "time",
        "puzzles",
        "bytes",
    ]);
    for it in levels {
        table.add_row(vec![
            job.scheme.level_name(it.level).to_owned(),
            it.wanted.map_or_else(|| "all".to_owned(), grouped),
            format!("{:.3} %", 100.0 * it.share),
            it.candidates.map_or_else(|| "–".to_owned(), grouped),
            it.candidates
                .map_or_else(|| "–".to_owned(), |it| time_of(it, sample)),
            it.puzzles.map_or_else(|| "?".to_owned(), grouped),
            it.puzzles
                .map_or_else(|| "?".to_owned(), |it| size(bytes(job, it))),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let whole = match whole_run(job, levels) {
        Some(candidates) => format!(
            "the whole run: about {} candidates in {}, {} on the disk",
            grouped(candidates),
            time_of(candidates, sample),
            size(bytes_in_all(job, levels))
        ),
        None => format!(
            "no puzzle of {} among {} candidates: nobody can say when the run would end without --count or --timeout",
            unseen(job, levels),
            grouped(sample.tally.used)
        ),
    };
    format!(
        "{}\n\n{whole}\nseen in {:.1} s: {} candidates, {}/s on {} threads\n",
        table.trim_fmt(),
        sample.elapsed.as_secs_f64(),
        grouped(sample.tally.used),
        grouped(sample.rate() as u64),
        sample.threads
    )
}

fn as_json(job: &Job, sample: &RunSample, levels: &[LevelEstimate]) -> Value {
    let seconds = |candidates: u64| candidates as f64 / sample.rate().max(1e-9);
    let rows: Vec<Value> = levels
        .iter()
        .map(|it| {
            json!({
                "level": it.level.number(),
                "name": job.scheme.level_name(it.level),
                "wanted": it.wanted,
                "yield": it.share,
                "candidates": it.candidates,
                "seconds": it.candidates.map(seconds),
                "puzzles": it.puzzles,
                "bytes": it.puzzles.map(|puzzles| bytes(job, puzzles)),
            })
        })
        .collect();
    let whole = whole_run(job, levels);
    json!({
        "schema": 1,
        "estimate": true,
        "levels": rows,
        "candidates": whole,
        "seconds": whole.map(seconds),
        "bytes": bytes_in_all(job, levels),
        "sampled": sample.tally.used,
        "sampled_seconds": sample.elapsed.as_secs_f64(),
        "candidates_per_second": sample.rate(),
        "threads": sample.threads,
    })
}

/// Returns the size on disk, in bytes, of this number of puzzles of a job.
fn bytes(job: &Job, puzzles: u64) -> u64 {
    puzzles.saturating_mul(puzzle_bytes(job))
}

fn bytes_in_all(job: &Job, levels: &[LevelEstimate]) -> u64 {
    let puzzles = levels.iter().filter_map(|it| it.puzzles);
    bytes(job, puzzles.fold(0, u64::saturating_add))
}

fn unseen(job: &Job, levels: &[LevelEstimate]) -> String {
    let unseen = levels.iter().filter(|it| it.candidates.is_none());
    let names: Vec<&str> = unseen.map(|it| job.scheme.level_name(it.level)).collect();
    names.join(", ")
}

fn time_of(candidates: u64, sample: &RunSample) -> String {
    let seconds = candidates as f64 / sample.rate().max(1e-9);
    match seconds {
        ..60.0 => format!("{seconds:.1} s"),
        ..3600.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}
