//! A puzzle's fields in JSON, the same in every command.

use crate::bucket::Scheme;
use crate::grid::PuzzleId;
use crate::pack::rated_fields;
use crate::rate::Ratings;
use crate::solve::search::Outcome;
use serde_json::Value;

/// What the judge found, and id and rating where there are any.
pub fn solved(
    solved: &Outcome,
    id: Option<PuzzleId>,
    ratings: Option<&Ratings>,
    scheme: &Scheme,
) -> Value {
    let only = solved.first.filter(|_| solved.count == 1);
    rated_fields(solved.count, only.as_ref(), id, ratings, scheme)
}
