//! A puzzle's fields in JSON, the same in every command. Fields are only ever added.

use crate::bucket::{Level, Scheme};
use crate::grid::{Board, Transform};
use crate::rate::{Rating, Rule, RuleCounts};
use serde_json::{Value, json};

/// A puzzle with one solution.
pub fn rated(solution: &Board, rating: &Rating, level: Level, scheme: &Scheme) -> Value {
    let rules = |counts: &RuleCounts| listed(counts, scheme);
    json!({
        "id": null,
        "solutions": 1,
        "solution": solution.to_string(),
        "d": rating.difficulty,
        "level": level.number(),
        "level_name": level.name(),
        "scheme": scheme.name,
        "solved_by_rules": rating.solved,
        "rules": rules(&rating.rules),
        "used": rules(&rating.used),
    })
}

/// A puzzle without a solution, or with several.
pub fn unrated(solutions: usize) -> Value {
    json!({
        "id": null,
        "solutions": solutions,
        "solution": null,
        "d": null,
        "level": null,
        "level_name": null,
        "rules": null,
        "used": null,
        "qqwing": null,
        "hodoku": null,
    })
}

/// A symmetry: the new board's row r is the old row `rows[r]`, all counted from 0, after rows and
/// columns changed places if `transposed`; digit d + 1 becomes `digits[d]`.
pub fn transform(symmetry: &Transform) -> Value {
    json!({
        "transposed": symmetry.transposed,
        "rows": symmetry.rows,
        "columns": symmetry.columns,
        "digits": symmetry.digits,
    })
}

/// The paper's fourteen counts, and a fifteenth where the scheme uses the WXYZ-wing.
fn listed(counts: &RuleCounts, scheme: &Scheme) -> Vec<u32> {
    let has_wxyz = scheme.preset.order.contains(&Rule::WxyzWing);
    let shown = if has_wxyz { counts.len() } else { 14 };
    counts[..shown].to_vec()
}
