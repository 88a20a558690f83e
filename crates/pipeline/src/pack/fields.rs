//! A puzzle's fields in JSON, the same in all outputs. Fields are only ever added.

use super::record::Record;
use crate::bucket::{Level, Scheme};
use crate::grid::{Board, PuzzleId};
use crate::rate::{HodokuRating, Minutes, Rating, Ratings, Rule, RuleCounts};
use serde_json::{Value, json};

/// Returns all that is known of a record.
pub fn record_fields(record: &Record, scheme: &Scheme) -> Value {
    let mut object = json!({
        "schema": 1,
        "number": record.number.to_string(),
        "puzzle": record.puzzle.to_string(),
        "clues": record.puzzle.clue_count(),
    });
    let id = Some(record.id);
    let rated = rated_fields(1, Some(&record.solution), id, Some(&record.ratings), scheme);
    if let (Value::Object(object), Value::Object(fields)) = (&mut object, rated) {
        object.extend(fields);
        // As packed: packs made when a scheme had a level for more puzzles hold it.
        let name = scheme.level_name(record.level);
        object.insert("level".to_owned(), record.level.number().into());
        object.insert("level_name".to_owned(), name.into());
    }
    object
}

/// Returns the number of solutions of a puzzle, the only solution, and id and rating if it has
/// them: a puzzle without exactly one solution has neither.
pub fn rated_fields(
    solutions: usize,
    solution: Option<&Board>,
    id: Option<PuzzleId>,
    ratings: Option<&Ratings>,
    scheme: &Scheme,
) -> Value {
    let level = ratings.and_then(|ratings| scheme.level(ratings));
    let ladder = ratings.map(|ratings| &ratings.ladder);
    let looks = ratings.map(|ratings| &ratings.looks);
    let hodoku = ratings.and_then(|ratings| ratings.hodoku);
    let known = hodoku.and_then(HodokuRating::known);
    let guesses = ratings.and_then(|ratings| ratings.guesses);
    let rules = |counts: &RuleCounts| listed(counts, scheme);
    json!({
        "id": id,
        "solutions": solutions,
        "solution": solution.map(Board::to_string),
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
        "hodoku_level": known.map(|hodoku| hodoku.level),
        "hodoku_score": known.map(|hodoku| hodoku.score),
        "hodoku_by_technique": hodoku.map(|hodoku| hodoku.by_technique),
        "minutes": ratings.and_then(|ratings| ratings.minutes).map(Minutes::value),
    })
}

/// Returns the paper's fourteen counts, and a fifteenth where the scheme uses the WXYZ-wing.
fn listed(counts: &RuleCounts, scheme: &Scheme) -> Vec<u32> {
    let has_wxyz = scheme.preset.order.contains(&Rule::WxyzWing);
    let shown = if has_wxyz { counts.len() } else { 14 };
    counts[..shown].to_vec()
}
