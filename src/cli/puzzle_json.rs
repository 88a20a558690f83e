//! The fields of a puzzle in JSON, which all commands share.

use crate::bucket::Scheme;
use crate::grid::PuzzleId;
use crate::pack::rated_fields;
use crate::rate::Ratings;
use crate::solve::search::Outcome;
use serde_json::Value;

/// Returns the fields of a puzzle: its solutions, and its id and rating where there are any.
pub fn solved(
    solved: &Outcome,
    id: Option<PuzzleId>,
    ratings: Option<&Ratings>,
    scheme: &Scheme,
) -> Value {
    let only = solved.first.filter(|_| solved.count == 1);
    rated_fields(solved.count, only.as_ref(), id, ratings, scheme)
}
