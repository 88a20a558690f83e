//! Writes the closing report of the main job, as a table for people and as one JSON object.

use super::packs_report;
use crate::bucket::Level;
use crate::line::progress::{candidates_needed, counted, grouped};
use crate::line::{Outcome, StopCause, may_be_used_up};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Returns the closing report as text of several lines.
pub fn table(outcome: &Outcome) -> String {
    let tally = &outcome.tally;
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let rating = match outcome.job.layout {
        None => "D min",
        Some(_) => "points min",
    };
    table.set_header(vec![
        "level",
        "wanted",
        "made",
        "yield",
        "clues min",
        "mean",
        "max",
        rating,
        "mean",
        "max",
    ]);
    // A level that is not wanted is shown only if it has puzzles.
    let tells = |level: &Level| outcome.job.wanted(*level) > 0 || tally.rated[level.index()] > 0;
    for level in outcome.job.scheme.levels().filter(tells) {
        table.add_row(row(outcome, level));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = format!("{}\n\n{}\n\n", headline(outcome), table.trim_fmt());
    if let Some(line) = drops(outcome) {
        let _ = writeln!(text, "{line}");
    }
    if !outcome.already_made {
        let _ = writeln!(text, "{}", pace(outcome));
    }
    let _ = writeln!(
        text,
        "{} looked at, {} kept",
        counted(tally.used, "candidate"),
        counted(tally.kept_in_all(), "puzzle")
    );
    text + &packs_report::text(outcome)
}

fn headline(outcome: &Outcome) -> String {
    let place = packs_report::place(outcome);
    let state = match outcome.stopped {
        None if outcome.already_made => "already made: nothing was changed",
        None if outcome.is_short() => "made, with a quota short",
        None => "made",
        Some(StopCause::Timeout) if outcome.tally.used == 0 => {
            "not made: the time was up before the first candidate"
        }
        Some(StopCause::Timeout) => "made as far as the time went",
        Some(_) => "interrupted: the same command carries on",
    };
    format!("{place}  ({}): {state}", outcome.job.origin())
}

fn row(outcome: &Outcome, level: Level) -> Vec<String> {
    let tally = &outcome.tally;
    let wanted = outcome.job.quotas.as_ref().map(|quotas| quotas.of(level));
    let mut row = vec![
        outcome.job.scheme.level_name(level).to_owned(),
        wanted.map_or_else(|| "all".to_owned(), grouped),
        grouped(tally.kept[level.index()]),
        share(tally.yield_of(level)),
    ];
    let spreads = [
        (tally.clues[level.index()].summary(), 0, 1),
        (tally.difficulty[level.index()].summary(), 2, 2),
    ];
    for (summary, ends, middle) in spreads {
        match summary {
            Some((least, mean, greatest)) => row.extend([
                format!("{least:.ends$}"),
                format!("{mean:.middle$}"),
                format!("{greatest:.ends$}"),
            ]),
            None => row.extend(["–".to_owned(), "–".to_owned(), "–".to_owned()]),
        }
    }
    row
}

/// Returns a share as text in per cent, with enough digits that a small share does not become 0.
fn share(share: f64) -> String {
    let digits = if share > 0.0 && share < 0.0005 { 4 } else { 1 };
    format!("{:.digits$} %", 100.0 * share)
}

/// Returns a line about dropped puzzles, and about the share of random patterns that the Las Vegas
/// method could complete; `None` if there is nothing to report.
fn drops(outcome: &Outcome) -> Option<String> {
    let tally = &outcome.tally;
    let mut said = Vec::new();
    if tally.repeats > 0 {
        said.push(format!("{} skipped", counted(tally.repeats, "repeat")));
    }
    if tally.out_of_range > 0 {
        let number = grouped(tally.out_of_range);
        let digs = counted(tally.out_of_range, "dig");
        said.push(match outcome.job.dig.pattern {
            None if outcome.job.dig.has_looks() => {
                format!("{digs} ended outside the wanted clues or looks")
            }
            None => format!("{digs} ended outside the wanted clues"),
            Some(_) => {
                let made = (tally.used - tally.out_of_range) as f64 / tally.used.max(1) as f64;
                let share = 100.0 * made;
                format!("{share:.1} % of the grids gave a puzzle on the pattern, {number} did not")
            }
        });
    }
    if tally.no_level > 0 {
        let puzzles = counted(tally.no_level, "puzzle");
        said.push(format!("{puzzles} got no level"));
    }
    if tally.filtered > 0 {
        let candidates = counted(tally.filtered, "candidate");
        said.push(format!("{candidates} did not pass the filters"));
    }
    if outcome.refused > 0 {
        let number = grouped(outcome.refused);
        said.push(format!(
            "{number} refused (unreadable, or without exactly one solution)"
        ));
    }
    if outcome.job.tries_patterns() {
        let share = 100.0 * tally.used as f64 / tally.attempts.max(1) as f64;
        said.push(format!("{share:.2} % of the random patterns were solvable"));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

/// Returns a line with the speed, and with each stage's share of the workers' time.
fn pace(outcome: &Outcome) -> String {
    let times = [
        ("create", outcome.times.create),
        ("dig", outcome.times.dig),
        ("rate", outcome.times.rate),
    ];
    let all: f64 = times.iter().map(|(_, time)| time.as_secs_f64()).sum();
    let pace = format!(
        "{:.1} s, {} candidates/s on {} threads",
        outcome.elapsed.as_secs_f64(),
        grouped(outcome.candidates_per_second() as u64),
        outcome.threads,
    );
    // A merge itself makes very few puzzles.
    if all == 0.0 {
        return pace;
    }
    let stages: Vec<String> = times
        .iter()
        .map(|(name, time)| {
            let seconds = time.as_secs_f64();
            let share = 100.0 * seconds / all;
            format!("{name} {seconds:.1} s ({share:.0} %)")
        })
        .collect();
    format!("{pace}\nof their time {}", stages.join(", "))
}

/// Returns a line for each level with missing puzzles. The line says how many puzzles the level lacks, and how
/// many more candidate puzzles would probably be needed. If the job has no quotas, or no candidate was made,
/// returns one line instead, which says after how many candidates the time was up.
pub fn shortages(outcome: &Outcome) -> Vec<String> {
    if outcome.job.quotas.is_none() || outcome.tally.used == 0 {
        let used = grouped(outcome.tally.used);
        return vec![format!("the time was up after {used} candidates")];
    }
    let lines = outcome
        .job
        .scheme
        .levels()
        .filter_map(|level| shortage(outcome, level));
    lines.collect()
}

fn shortage(outcome: &Outcome, level: Level) -> Option<String> {
    let wanted = outcome.job.quotas.as_ref()?.of(level);
    let made = outcome.tally.kept[level.index()];
    if made >= wanted {
        return None;
    }
    let outlook = match candidates_needed(&outcome.job, &outcome.tally, level) {
        _ if may_be_used_up(&outcome.job, &outcome.tally) => {
            "nearly all candidates are repeats: there may be no more puzzles".to_owned()
        }
        Some(needed) => format!(
            "at the yield seen ({:.2} %) it would take about {}",
            100.0 * outcome.tally.yield_of(level),
            match outcome.job.source {
                None => counted(needed, "more candidate"),
                Some(_) => counted(needed, "more puzzle") + " like those given",
            }
        ),
        None => {
            "none was seen, so nobody can say how many more candidates it would take".to_owned()
        }
    };
    Some(format!(
        "{}: {} of {}; {outlook}",
        outcome.job.scheme.level_name(level),
        grouped(made),
        grouped(wanted)
    ))
}

/// Returns advice on how to continue a run, with the total number of candidate puzzles to make. If levels lack
/// puzzles, this total is an estimate of the number that fills the quotas, or `count` if `count` is larger.
/// Otherwise the total is `count`, or about twice the number already made if `count` is `None` or already reached.
/// Returns `None` if the puzzles came from a list, no candidate was made, the run was interrupted, nearly all
/// candidates are repeats, or no estimate is possible.
pub fn advice(outcome: &Outcome, count: Option<u64>, ledger: Option<&Path>) -> Option<String> {
    let used = outcome.tally.used;
    let is_used_up = may_be_used_up(&outcome.job, &outcome.tally);
    if outcome.job.source.is_some() || used == 0 || is_used_up || outcome.was_interrupted() {
        return None;
    }
    let levels = || outcome.job.scheme.levels();
    let lacks = |level| {
        let wanted = outcome.job.quotas.as_ref().map_or(0, |it| it.of(level));
        outcome.tally.kept[level.index()] < wanted
    };
    let was_seen = |level| outcome.tally.yield_of(level) > 0.0;
    let short = || levels().filter(|level| lacks(*level));
    // No estimate is possible if none of the short levels was ever seen.
    if short().next().is_some() && !short().any(was_seen) {
        return None;
    }
    let needed = short().map(|level| candidates_needed(&outcome.job, &outcome.tally, level));
    // There is no estimate for a level that was never seen.
    let most = needed.map(|needed| needed.unwrap_or(used)).max();
    let likely = rounded_up(used.saturating_add(most.unwrap_or(used)));
    let count = match count.filter(|count| *count > used) {
        // A run that ended early may need more than was asked for.
        Some(count) if most.is_some() => count.max(likely),
        Some(count) => count,
        None => likely,
    };
    if outcome.job.part.is_some() {
        return Some(format!(
            "to fill all packs give the same options with --count {count} and another --name"
        ));
    }
    let quoted = |path: &Path| quoted(&path.display().to_string());
    let folder = quoted(&outcome.folder);
    let ledger = ledger.map_or_else(String::new, |it| format!(" --ledger {}", quoted(it)));
    Some(format!(
        "to go on from here: factory extend {folder} --count {count}{ledger}"
    ))
}

/// Increases a number by a tenth, and rounds it up to a number of two digits followed by zeros.
fn rounded_up(number: u64) -> u64 {
    let more = number.saturating_add(number / 10);
    let unit = 10_u64.pow(more.max(10).ilog10() - 1);
    (more / unit).saturating_add(1).saturating_mul(unit)
}

/// Quotes a path so that a shell reads it as one word.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/+:@%,".contains(c);
    if !path.is_empty() && path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

/// Returns the JSON name for the way in which a run ended.
fn end_name(outcome: &Outcome) -> &'static str {
    match outcome.stopped {
        None if outcome.already_made => "already-made",
        None if outcome.job.quotas.is_none() => "counted",
        None if outcome.is_short() => "short",
        None => "full",
        Some(StopCause::Timeout) => "timeout",
        Some(StopCause::Interrupt) => "interrupted",
        Some(StopCause::Terminate) => "terminated",
    }
}

/// Returns the closing report as one JSON object. Later versions may add fields, but do not change or remove any.
pub fn json(outcome: &Outcome) -> Value {
    let tally = &outcome.tally;
    let spread = |summary: Option<(f64, f64, f64)>| {
        summary.map(|(min, mean, max)| json!({ "min": min, "mean": mean, "max": max }))
    };
    let levels: Vec<Value> = outcome
        .job
        .scheme
        .levels()
        .map(|level| {
            let wanted = outcome.job.quotas.as_ref().map(|quotas| quotas.of(level));
            let made = tally.kept[level.index()];
            let short = wanted.is_some_and(|wanted| made < wanted);
            json!({
                "level": level.number(),
                "name": outcome.job.scheme.level_name(level),
                "wanted": wanted,
                "made": made,
                "rated": tally.rated[level.index()],
                "yield": tally.yield_of(level),
                "clues": spread(tally.clues[level.index()].summary()),
                "d": spread(tally.difficulty[level.index()].summary()),
                "candidates_needed": short
                    .then(|| candidates_needed(&outcome.job, tally, level)),
            })
        })
        .collect();
    json!({
        "schema": 1,
        "pack": outcome.job.part.is_none().then(|| outcome.folder.display().to_string()),
        "packs": packs_report::json(outcome),
        "seed": outcome.job.seed.to_string(),
        "end": end_name(outcome),
        "already_made": outcome.already_made,
        "complete": !outcome.is_short(),
        "candidates": tally.used,
        "kept": tally.kept_in_all(),
        "repeats": tally.repeats,
        "out_of_range": tally.out_of_range,
        "filtered": tally.filtered,
        "refused": outcome.refused,
        "no_level": tally.no_level,
        "las_vegas_attempts": outcome.job.tries_patterns().then_some(tally.attempts),
        "levels": levels,
        "resumed_at": outcome.resumed_at,
        "seconds": outcome.elapsed.as_secs_f64(),
        "candidates_per_second": outcome.candidates_per_second(),
        "threads": outcome.threads,
        "stage_seconds": {
            "create": outcome.times.create.as_secs_f64(),
            "dig": outcome.times.dig.as_secs_f64(),
            "rate": outcome.times.rate.as_secs_f64(),
        },
    })
}
