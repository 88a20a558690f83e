//! The columns of tables that tell all there is to a puzzle, as Parquet files and the cards of data sets
//! have them.

use super::ColumnAbout;
use crate::rate::Rule;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Whole,
    Real,
}

/// The columns before the counts of rules: name, kind, what it holds.
pub(super) const COLUMNS: [(&str, Kind, &str); 16] = [
    (
        "id",
        Kind::Text,
        "canonical id: the same for all turned, mirrored and relabelled forms",
    ),
    (
        "puzzle",
        Kind::Text,
        "81 cells row by row, a dot for a blank",
    ),
    ("solution", Kind::Text, "81 digits"),
    ("clues", Kind::Whole, "how many cells are given"),
    (
        "level",
        Kind::Whole,
        "number of the level, from 1, easiest first",
    ),
    ("level_name", Kind::Text, "name of the level"),
    (
        "d",
        Kind::Real,
        "D, the weighted difficulty of Wu, Xiao and Yang (2012)",
    ),
    (
        "solved_by_rules",
        Kind::Whole,
        "1 if the rules reach the solution, 0 if not",
    ),
    (
        "hardest_rule",
        Kind::Text,
        "the heaviest rule that was used",
    ),
    (
        "freedom",
        Kind::Whole,
        "sum of the candidates of all blanks",
    ),
    ("grade", Kind::Text, "A to I by blanks and freedom"),
    ("stuart", Kind::Whole, "guesses needed, Stuart's level"),
    ("backdoor", Kind::Whole, "size of the smallest backdoor"),
    ("qqwing", Kind::Text, "QQWing's level"),
    ("hodoku_score", Kind::Whole, "HoDoKu's score"),
    ("minutes", Kind::Real, "how long a person takes"),
];

/// The columns in order.
pub(super) fn schema() -> Vec<ColumnAbout> {
    let kind = |kind| match kind {
        Kind::Text => "string",
        Kind::Whole => "int32",
        Kind::Real => "double",
    };
    let first = COLUMNS.iter().map(|&(name, it, about)| ColumnAbout {
        name: name.to_owned(),
        kind: kind(it),
        about: about.to_owned(),
    });
    let rules = Rule::ALL.iter().map(|rule| ColumnAbout {
        name: of_rule(*rule),
        kind: kind(Kind::Whole),
        about: format!("how often {} placed or removed something", rule.title()),
    });
    first.chain(rules).collect()
}

/// The column that counts a rule.
pub(super) fn of_rule(rule: Rule) -> String {
    format!("used_{}", rule.name().replace('-', "_"))
}
