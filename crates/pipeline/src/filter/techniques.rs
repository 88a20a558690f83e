//! Defines the filters by techniques: which techniques a puzzle must use, must not use, or must need.

use super::Field;
use super::condition::ConditionNode;
use super::lexer::Comparison;
use crate::rate::techniques::Technique;
use serde::{Deserialize, Serialize};

/// The filters by techniques; each list has the order in which [`Technique`] lists all techniques.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TechniqueFilters {
    /// Techniques that must each be used at least once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<Technique>,
    /// Techniques that must not be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<Technique>,
    /// The last allowed technique in the ladder, with a list of the techniques after it, which are forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<MostTechnique>,
    /// Techniques that the puzzle must need: without such a technique, the other techniques up to the level of the
    /// puzzle's hardest step don't solve the puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub need: Vec<Technique>,
}

/// The last allowed technique in a ladder, with a list of the techniques after it, which are forbidden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MostTechnique {
    /// The last allowed technique.
    pub technique: Technique,
    /// The forbidden techniques: all that come after `technique` in the ladder.
    pub beyond: Vec<Technique>,
}

impl TechniqueFilters {
    /// Returns whether the filters let every puzzle pass.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the filters as conditions. For a technique that puzzles must need, the condition says only that it is
    /// used.
    pub(super) fn nodes(&self) -> impl Iterator<Item = ConditionNode> {
        let used =
            |sign| move |&it: &Technique| ConditionNode::Compare(Field::Technique(it), sign, 0.0);
        let solved = self.max.is_some() || !self.need.is_empty();
        let solved = solved.then_some(ConditionNode::Compare(
            Field::TechniqueScore,
            Comparison::AtLeast,
            0.0,
        ));
        let some = self.require.iter().chain(&self.need);
        let beyond = self.max.iter().flat_map(|it| &it.beyond);
        let none = self.forbid.iter().chain(beyond);
        let some = some.map(used(Comparison::More));
        solved
            .into_iter()
            .chain(some)
            .chain(none.map(used(Comparison::Equal)))
    }
}
