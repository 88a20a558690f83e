//! A puzzle's fields in JSON, the same in every command. Fields are only ever added.

use crate::bucket::{Level, Scheme};
use crate::grid::PuzzleId;
use crate::rate::{Minutes, Rating, Ratings, Rule, RuleCounts};
use crate::solve::search::Outcome;
use serde_json::{Value, json};

/// What the judge found, and id and rating where there are any: a puzzle without exactly one
/// solution has neither.
pub fn solved(
    solved: &Outcome,
    id: Option<PuzzleId>,
    ratings: Option<&Ratings>,
    scheme: &Scheme,
) -> Value {
    let level = ratings.and_then(|ratings| scheme.level(ratings));
    let ladder = ratings.map(|ratings| &ratings.ladder);
    let looks = ratings.map(|ratings| &ratings.looks);
    let hodoku = ratings.and_then(|ratings| ratings.hodoku);
    let guesses = ratings.and_then(|ratings| ratings.guesses);
    let rules = |counts: &RuleCounts| listed(counts, scheme);
    json!({
        "id": id,
        "solutions": solved.count,
        "solution": solved.first.filter(|_| solved.count == 1).map(|it| it.to_string()),
        "d": ladder.map(|ladder| ladder.difficulty),
        "level": level.map(Level::number),
        "level_name": level.map(|level| scheme.level_name(level)),
        "scheme": scheme.name,
        "solved_by_rules": ladder.map(|ladder| ladder.solved),
        "rules": ladder.map(|ladder| rules(&ladder.rules)),
        "used": ladder.map(|ladder| rules(&ladder.used)),
        "hardest_rule": ladder.and_then(Rating::hardest).map(Rule::name),
        "blanks": looks.map(|looks| looks.blanks),
        "freedom": looks.map(|looks| looks.freedom),
        "grade": looks.map(|looks| looks.grade.letter()),
        "stuart": guesses.map(|guesses| guesses.stuart),
        "backdoor": guesses.map(|guesses| guesses.backdoor),
        "qqwing": ratings.and_then(|ratings| ratings.qqwing),
        "hodoku_level": hodoku.map(|hodoku| hodoku.level),
        "hodoku_score": hodoku.map(|hodoku| hodoku.score),
        "hodoku_by_technique": hodoku.map(|hodoku| hodoku.by_technique),
        "minutes": ratings.and_then(|ratings| ratings.minutes).map(Minutes::value),
    })
}

/// The paper's fourteen counts, and a fifteenth where the scheme uses the WXYZ-wing.
fn listed(counts: &RuleCounts, scheme: &Scheme) -> Vec<u32> {
    let has_wxyz = scheme.preset.order.contains(&Rule::WxyzWing);
    let shown = if has_wxyz { counts.len() } else { 14 };
    counts[..shown].to_vec()
}
