//! Defines the JSON fields of a puzzle, the same in all outputs. Fields are never removed or renamed, and their order
//! is alphabetical.

use crate::bucket::{Half, Level, Scheme};
use crate::grid::{Board, PuzzleId};
use crate::rate::{
    HodokuLevel, HodokuRating, Minutes, QqwingLevel, Rating, Ratings, Rule, RuleCounts,
};
use crate::record::Record;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The fields of a puzzle in JSON, with null for unknown values.
#[derive(Debug, Serialize)]
pub struct PuzzleFields<'a> {
    backdoor: Option<u8>,
    blanks: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clues: Option<usize>,
    d: Option<f64>,
    freedom: Option<u16>,
    grade: Option<char>,
    hardest_rule: Option<&'static str>,
    hodoku_by_technique: Option<bool>,
    hodoku_level: Option<HodokuLevel>,
    hodoku_score: Option<u32>,
    id: Option<PuzzleId>,
    /// The name of the technique ladder.
    ladder: Option<String>,
    level: Option<u8>,
    level_half: Option<&'static str>,
    level_name: Option<&'a str>,
    minutes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    qqwing: Option<QqwingLevel>,
    rules: Option<&'a [u32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<u8>,
    scheme: &'a str,
    se_above: Option<f64>,
    se_ed: Option<f64>,
    se_ep: Option<f64>,
    se_er: Option<f64>,
    se_table: Option<&'static str>,
    /// The unique solution.
    pub solution: Option<String>,
    solutions: usize,
    solved_by_rules: Option<bool>,
    /// The solving path, if the user asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Value>,
    stuart: Option<u8>,
    technique_level: Option<HodokuLevel>,
    technique_score: Option<u32>,
    techniques: Option<BTreeMap<&'static str, u32>>,
    used: Option<&'a [u32]>,
}

impl<'a> PuzzleFields<'a> {
    /// Returns the JSON fields of a record.
    pub fn of_record(record: &'a Record, scheme: &'a Scheme) -> Self {
        let level = record.level;
        Self {
            clues: Some(record.puzzle.clue_count()),
            // The level as packed: the scheme of an older pack may have had a level for more
            // puzzles.
            level: Some(level.number()),
            level_half: scheme.half(level, &record.ratings).map(Half::name),
            level_name: Some(scheme.level_name(level)),
            number: Some(record.number.to_string()),
            puzzle: Some(record.puzzle.to_string()),
            schema: Some(1),
            ..Self::new(
                1,
                Some(&record.solution),
                Some(record.id),
                Some(&record.ratings),
                scheme,
            )
        }
    }

    /// Returns the JSON fields of a puzzle. The solution, the id and the ratings are known only if the puzzle has
    /// exactly one solution.
    pub fn new(
        solutions: usize,
        solution: Option<&Board>,
        id: Option<PuzzleId>,
        ratings: Option<&'a Ratings>,
        scheme: &'a Scheme,
    ) -> Self {
        let level = ratings.and_then(|ratings| scheme.level(ratings));
        let half = ratings.and_then(|ratings| scheme.half(level?, ratings));
        let ladder = ratings.map(|ratings| &ratings.ladder);
        let looks = ratings.map(|ratings| &ratings.looks);
        let hodoku = ratings.and_then(|ratings| ratings.hodoku);
        let known = hodoku.and_then(HodokuRating::known);
        let guesses = ratings.and_then(|ratings| ratings.guesses);
        let se = ratings.and_then(|ratings| ratings.se);
        let path = ratings.and_then(|ratings| ratings.techniques);
        let by_technique = path.and_then(|path| path.rating);
        let rules = |counts: &'a RuleCounts| listed(counts, scheme);
        Self {
            backdoor: guesses.map(|guesses| guesses.backdoor),
            blanks: looks.map(|looks| looks.blanks),
            clues: None,
            d: ladder.map(|ladder| ladder.difficulty),
            freedom: looks.map(|looks| looks.freedom),
            grade: looks.map(|looks| looks.grade.letter()),
            hardest_rule: ladder.and_then(Rating::hardest).map(Rule::name),
            hodoku_by_technique: hodoku.map(|hodoku| hodoku.by_technique),
            hodoku_level: known.map(|hodoku| hodoku.level),
            hodoku_score: known.map(|hodoku| hodoku.score),
            id,
            ladder: path.map(|_| scheme.ladder().name().to_owned()),
            level: level.map(Level::number),
            level_half: half.map(Half::name),
            level_name: level.map(|level| scheme.level_name(level)),
            minutes: ratings.and_then(|it| it.minutes).map(Minutes::value),
            number: None,
            puzzle: None,
            qqwing: ratings.and_then(|ratings| ratings.qqwing),
            rules: ladder.map(|ladder| rules(&ladder.rules)),
            schema: None,
            scheme: &scheme.name,
            se_above: se.and_then(|se| se.above_value()),
            se_ed: se.and_then(|se| se.ed_value()),
            se_ep: se.and_then(|se| se.ep_value()),
            se_er: se.and_then(|se| se.er_value()),
            se_table: se.map(|se| se.table.name()),
            solution: solution.map(Board::to_string),
            solutions,
            solved_by_rules: ladder.map(|ladder| ladder.solved),
            steps: None,
            stuart: guesses.map(|guesses| guesses.stuart),
            technique_level: by_technique.map(|it| it.level),
            technique_score: by_technique.map(|it| it.score),
            techniques: path.map(|path| path.used().map(|(it, n)| (it.key(), n)).collect()),
            used: ladder.map(|ladder| rules(&ladder.used)),
        }
    }

    /// Returns the fields as a JSON object.
    pub fn json(&self) -> Value {
        // Texts and numbers can always be written as JSON.
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Returns the counts of the fourteen rating rules of Wu 2012 and, if the scheme uses the WXYZ-wing, the count of that
/// rule, too.
fn listed<'a>(counts: &'a RuleCounts, scheme: &Scheme) -> &'a [u32] {
    let has_wxyz = scheme.preset.order.contains(&Rule::WxyzWing);
    let shown = if has_wxyz { counts.len() } else { 14 };
    &counts[..shown]
}
