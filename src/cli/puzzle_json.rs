//! A puzzle's fields in JSON, the same in every command. Fields are only ever added.

use crate::bucket::{Level, Scheme};
use crate::grid::PuzzleId;
use crate::rate::{Rating, Rule, RuleCounts};
use crate::solve::search::Outcome;
use serde_json::{Value, json};

/// What the judge found, and id and rating where there are any: a puzzle without exactly one
/// solution has neither.
pub fn solved(
    solved: &Outcome,
    id: Option<PuzzleId>,
    rating: Option<&Rating>,
    scheme: &Scheme,
) -> Value {
    let level = rating.map(|rating| scheme.level(rating));
    let rules = |counts: fn(&Rating) -> &RuleCounts| rating.map(|r| listed(counts(r), scheme));
    json!({
        "id": id,
        "solutions": solved.count,
        "solution": solved.first.filter(|_| solved.count == 1).map(|it| it.to_string()),
        "d": rating.map(|rating| rating.difficulty),
        "level": level.map(Level::number),
        "level_name": level.map(Level::name),
        "scheme": scheme.name,
        "solved_by_rules": rating.map(|rating| rating.solved),
        "rules": rules(|rating| &rating.rules),
        "used": rules(|rating| &rating.used),
    })
}

/// The paper's fourteen counts, and a fifteenth where the scheme uses the WXYZ-wing.
fn listed(counts: &RuleCounts, scheme: &Scheme) -> Vec<u32> {
    let has_wxyz = scheme.preset.order.contains(&Rule::WxyzWing);
    let shown = if has_wxyz { counts.len() } else { 14 };
    counts[..shown].to_vec()
}
