//! Writes the part of the closing report that lists the packs, for a run that makes several packs.

use crate::bucket::Level;
use crate::line::progress::grouped;
use crate::line::{Outcome, PartMade};
use serde_json::{Value, json};

/// The maximum number of packs with missing puzzles that the report names.
const SHOWN: usize = 20;

/// Returns, as text, the folders of the first and the last pack, or the folder of the only pack.
pub fn place(outcome: &Outcome) -> String {
    match outcome.parts.as_slice() {
        [] => outcome.folder.display().to_string(),
        [only] => only.folder.display().to_string(),
        [first, .., last] => {
            format!("{} to {}", first.folder.display(), last.folder.display())
        }
    }
}

/// Returns a line about the content of the packs; empty if the job does not set the number of packs, or if no pack was
/// published.
pub fn text(outcome: &Outcome) -> String {
    let parts = &outcome.parts;
    let Some(first) = parts.first() else {
        return String::new();
    };
    let number = grouped(parts.len() as u64);
    let were_there = parts.iter().filter(|part| part.was_there).count();
    let kept = match were_there {
        0 => String::new(),
        n if n == parts.len() => String::new(),
        n => format!("; {} of them existed already", grouped(n as u64)),
    };
    let short = parts.iter().filter(|part| is_short(outcome, part)).count();
    let what = match short {
        0 if parts.iter().all(|part| part.made == first.made) => {
            format!("each holds {}", contents(outcome, first))
        }
        0 => "each holds as many puzzles as the others, or one more of a level".to_owned(),
        n if n == parts.len() => "all short".to_owned(),
        n => format!("{} short", grouped(n as u64)),
    };
    match parts.len() {
        1 => format!("1 pack{kept}: it holds {}\n", contents(outcome, first)),
        _ => format!("{number} packs{kept}: {what}\n"),
    }
}

/// Returns one line for each pack with missing puzzles, with the numbers of puzzles made and wanted for each level
/// that lacks some. After 20 packs, a last line counts the others.
pub fn shortages(outcome: &Outcome) -> Vec<String> {
    let short = outcome.parts.iter().filter(|part| is_short(outcome, part));
    let lines: Vec<String> = short.map(|part| shortage(outcome, part)).collect();
    let more = lines.len().saturating_sub(SHOWN);
    let mut shown: Vec<String> = lines.into_iter().take(SHOWN).collect();
    if more > 0 {
        let more = grouped(more as u64);
        shown.push(format!(
            "{more} more packs are short: --json lists them all"
        ));
    }
    shown
}

/// Returns the packs as a JSON list; null if the job does not set the number of packs.
pub fn json(outcome: &Outcome) -> Value {
    if outcome.job.part.is_none() {
        return Value::Null;
    }
    let scheme = &outcome.job.scheme;
    let of_pack = |part: &PartMade| {
        let of_level = |level: Level| {
            json!({
                "level": level.number(),
                "name": scheme.level_name(level),
                "wanted": wanted(outcome, level),
                "made": part.made[level.index()],
            })
        };
        json!({
            "pack": part.folder.display().to_string(),
            "was_there": part.was_there,
            "complete": !is_short(outcome, part),
            "levels": scheme.levels().map(of_level).collect::<Vec<_>>(),
        })
    };
    outcome.parts.iter().map(of_pack).collect()
}

/// Returns the number of puzzles of a level that the job asks for in each pack; `None` if the job has no quotas.
fn wanted(outcome: &Outcome, level: Level) -> Option<u64> {
    let of = outcome.job.packs().unwrap_or(1).max(1);
    let quotas = outcome.job.quotas.as_ref();
    quotas.map(|quotas| quotas.of(level) / of)
}

fn lacks(outcome: &Outcome, part: &PartMade, level: Level) -> bool {
    wanted(outcome, level).is_some_and(|wanted| part.made[level.index()] < wanted)
}

fn is_short(outcome: &Outcome, part: &PartMade) -> bool {
    let mut levels = outcome.job.scheme.levels();
    levels.any(|level| lacks(outcome, part, level))
}

fn shortage(outcome: &Outcome, part: &PartMade) -> String {
    let lacking = outcome
        .job
        .scheme
        .levels()
        .filter(|level| lacks(outcome, part, *level));
    let lacking: Vec<String> = lacking
        .map(|level| {
            format!(
                "{} {} of {}",
                outcome.job.scheme.level_name(level),
                grouped(part.made[level.index()]),
                grouped(wanted(outcome, level).unwrap_or(0))
            )
        })
        .collect();
    format!("{} is short: {}", part.folder.display(), lacking.join(", "))
}

/// Returns the content of a pack, level by level; levels that were not asked for are left out.
fn contents(outcome: &Outcome, part: &PartMade) -> String {
    let scheme = &outcome.job.scheme;
    let levels = scheme
        .levels()
        .filter(|level| wanted(outcome, *level) != Some(0));
    let levels: Vec<String> = levels
        .map(|level| {
            let made = grouped(part.made[level.index()]);
            format!("{made} {}", scheme.level_name(level))
        })
        .collect();
    levels.join(", ")
}
