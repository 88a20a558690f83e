//! Checks that a manifest is consistent with itself and with its job: for example, that its counts add up.

use super::finding::PackProblem;
use crate::bucket::Level;
use crate::config::{MOST_PACKS, Source};
use crate::pack::{ALGORITHM, LevelSummary, Manifest, level_files};

/// Lists the claims of a manifest that cannot be true.
pub(super) fn problems(manifest: &Manifest) -> Vec<PackProblem> {
    let mut problems = Vec::new();
    let names = manifest.files.iter().map(|file| file.name.as_str());
    let expected = level_files(&manifest.job);
    if !names.eq(expected.iter().map(String::as_str)) {
        problems.push(PackProblem::Listing);
    }
    let mut claim = |holds: bool, claim: String, reason: &str| {
        if !holds {
            let reason = reason.to_owned();
            problems.push(PackProblem::Claim { claim, reason });
        }
    };
    whole(manifest, &mut claim);
    counts(manifest, &mut claim);
    source(manifest, &mut claim);
    for level in manifest.job.scheme.levels() {
        of_level(manifest, level, &mut claim);
    }
    problems
}

/// A callback that reports a claim of the manifest if the claim is false. Its arguments are the result of the check
/// (`true` for a true claim), the claim's text, and the reason why the claim can't be true.
type Claim<'a> = dyn FnMut(bool, String, &str) + 'a;

fn whole(manifest: &Manifest, claim: &mut Claim<'_>) {
    let job = &manifest.job;
    let numbers = manifest.numbers;
    let algorithm = manifest.algorithm;
    claim(
        algorithm == ALGORITHM,
        format!("algorithm {algorithm}"),
        &format!("this program knows {ALGORITHM}: take the release that made the pack"),
    );
    if let Some(quotas) = &job.quotas {
        let (wanted, levels) = (quotas.levels(), job.scheme.levels.len());
        claim(
            wanted == levels,
            format!("{wanted} quotas"),
            &format!("the scheme has {levels} levels"),
        );
    }
    if let Some(part) = job.part {
        let number = part.number.unwrap_or(0);
        claim(
            (1..=part.of).contains(&number) && part.of <= MOST_PACKS,
            format!("pack {number} of {}", part.of),
            &format!("packs are numbered from 1, and there are at most {MOST_PACKS}"),
        );
    }
    let mut needed = job.scheme.by.extras().iter();
    claim(
        needed.all(|needed| job.ratings.iter().any(|it| it.serves(*needed))),
        format!("scheme {}", job.scheme.name),
        "the job's ratings lack the one that it measures",
    );
    claim(
        job.count.is_none_or(|count| numbers <= count),
        format!("numbers {numbers}"),
        "the job's count is less",
    );
    let attempts = manifest.las_vegas_attempts;
    claim(
        attempts.is_some() == job.tries_patterns()
            && attempts.is_none_or(|attempts| attempts >= numbers),
        format!("las_vegas_attempts {}", shown(attempts, "null")),
        "there is at least one for each candidate if grids are made that way, else none",
    );
}

/// Checks that the counts of a manifest add up: every candidate was either rated or dropped and, without quotas,
/// every rated candidate was kept or is a repeat. Also checks that the job can drop candidates for the stated
/// reasons.
fn counts(manifest: &Manifest, claim: &mut Claim<'_>) {
    let job = &manifest.job;
    let numbers = manifest.numbers;
    let dropped = &manifest.dropped;
    let (outside, no_level) = (dropped.out_of_range, dropped.no_level);
    let (filtered, refused) = (dropped.filtered, dropped.refused);
    let rated = manifest.levels.iter().map(|level| level.rated);
    claim(
        sum(rated.clone().chain([outside, no_level, filtered, refused])) == Some(numbers),
        format!("numbers {numbers}"),
        "every candidate is rated into one level, out of range or filtered out, and these counts do not add up",
    );
    claim(
        outside == 0 || job.plans().any(|plan| plan.can_miss()),
        format!("out_of_range {outside}"),
        "the job wants no range of clues",
    );
    claim(
        filtered == 0 || !job.filters.is_empty(),
        format!("filtered {filtered}"),
        "the job has no filters",
    );
    claim(
        no_level == 0 || job.scheme.has_gaps(),
        format!("no_level {no_level}"),
        "the job's scheme has a level for every puzzle",
    );
    let repeats = manifest.dropped.repeats;
    let kept = sum(manifest.levels.iter().map(|level| level.made));
    let (accounted, rated) = (kept.and_then(|kept| kept.checked_add(repeats)), sum(rated));
    claim(
        match (&job.quotas, job.part) {
            (Some(_), _) => true,
            (None, None) => accounted == rated,
            // Other packs hold the remaining puzzles.
            (None, Some(_)) => accounted.is_some() && accounted <= rated,
        },
        format!("repeats {repeats}"),
        "without quotas every rated candidate is kept or a repeat, and these counts do not add up",
    );
    quotas(manifest, claim);
}

/// Checks that the run ended for a valid reason: all quotas were full, or the candidates were used up. Also checks
/// that levels with unfilled quotas lack only repeats: the sum of `rated` − `made` over these levels must not
/// exceed `repeats`.
fn quotas(manifest: &Manifest, claim: &mut Claim<'_>) {
    let job = &manifest.job;
    if let Some(Source::Packs(_)) = job.source {
        return;
    }
    let is_short = |level: &&LevelSummary| level.wanted.is_some_and(|wanted| level.made < wanted);
    let short = || manifest.levels.iter().filter(is_short);
    let is_done = job.quotas.is_some() && !job.exhaust && short().next().is_none();
    let most = job.most_candidates();
    claim(
        is_done || most.is_some_and(|most| manifest.numbers >= most),
        format!("numbers {}", manifest.numbers),
        &format!(
            "the run ends only where all quotas are full or candidates are used up, after {}",
            shown(most, "no number of them")
        ),
    );
    // Of several packs, others hold the remaining puzzles; with a second ledger state, puzzles were dropped.
    if job.part.is_none() && job.ledger.states.len() < 2 {
        let lacked = sum(short().map(|level| level.rated.saturating_sub(level.made)));
        let repeats = manifest.dropped.repeats;
        claim(
            lacked.is_some_and(|lacked| lacked <= repeats),
            format!("repeats {repeats}"),
            "levels below their quota lack more of their rated puzzles than that",
        );
    }
}

/// Checks that the counts of a manifest agree with the source of the job's puzzles: a list or packs.
fn source(manifest: &Manifest, claim: &mut Claim<'_>) {
    let job = &manifest.job;
    let (numbers, refused) = (manifest.numbers, manifest.dropped.refused);
    let listed = match &job.source {
        Some(Source::List(list)) => (list.entries, list.refused),
        _ => (numbers, 0),
    };
    claim(
        numbers <= listed.0,
        format!("numbers {numbers}"),
        "the job's list has fewer entries",
    );
    claim(
        refused <= listed.1 && (numbers < listed.0 || refused == listed.1),
        format!("refused {refused}"),
        "the job's list has another number of entries without a single solution",
    );
    if let Some(Source::Packs(choice)) = &job.source {
        claim(
            sum(choice.packs.iter().map(|pack| pack.taken)) == Some(numbers),
            format!("numbers {numbers}"),
            "what was taken from the source packs does not add up to it",
        );
    }
}

fn of_level(manifest: &Manifest, level: Level, claim: &mut Claim<'_>) {
    let summary = manifest.level(level);
    let wanted = manifest.job.quotas.as_ref().map(|quotas| quotas.of(level));
    let number = level.number();
    let level = manifest.job.scheme.level_name(level);
    claim(
        summary.level == level,
        format!("{} as level {number}", summary.level),
        &format!("that is {level}"),
    );
    claim(
        summary.wanted == wanted,
        format!("{level}: wanted {}", shown(summary.wanted, "all")),
        &format!("the job wants {}", shown(wanted, "all")),
    );
    claim(
        wanted.is_none_or(|wanted| summary.made <= wanted),
        format!("{level}: made {}", summary.made),
        "that is more than the job wants",
    );
    claim(
        summary.made <= summary.rated,
        format!("{level}: made {}", summary.made),
        "that is more than were rated into the level",
    );
}

fn shown(count: Option<u64>, none: &str) -> String {
    count.map_or_else(|| none.to_owned(), |count| count.to_string())
}

/// Returns the sum of the counts; `None` if the sum exceeds 64 bits.
fn sum(mut counts: impl Iterator<Item = u64>) -> Option<u64> {
    counts.try_fold(0u64, u64::checked_add)
}
