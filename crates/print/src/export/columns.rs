//! The columns that exported tables of puzzles, such as Parquet files, have in common. Dataset cards describe
//! them.

use super::ExportEntry;
use crate::bucket::Half;
use crate::grid::text;
use crate::rate::techniques::TechniquePath;
use crate::rate::{Minutes, QqwingLevel, Rating, Ratings, Rule};
use std::borrow::Cow;

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The name of the column.
    pub name: String,
    /// The type of the values: `string`, `int32` or `double`.
    pub kind: &'static str,
    /// The meaning of the values.
    pub about: String,
}

/// The type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Text,
    Whole,
    Real,
}

/// A value in a row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value<'a> {
    Nothing,
    Text(Cow<'a, str>),
    Whole(i32),
    Real(f64),
}

/// All columns that come before the counts of rules: the name, the type and the meaning of each.
pub(super) const COLUMNS: [(&str, ColumnKind, &str); 25] = [
    (
        "id",
        ColumnKind::Text,
        "canonical id: the same for all turned, mirrored and relabelled forms",
    ),
    (
        "puzzle",
        ColumnKind::Text,
        "81 cells row by row, a dot for a blank",
    ),
    ("solution", ColumnKind::Text, "81 digits"),
    ("clues", ColumnKind::Whole, "the number of givens"),
    (
        "level",
        ColumnKind::Whole,
        "number of the level, from 1, easiest first",
    ),
    ("level_name", ColumnKind::Text, "name of the level"),
    (
        "level_half",
        ColumnKind::Text,
        "half of the level that the puzzle is in, by ER: easier or harder; null if the level has no halves",
    ),
    (
        "d",
        ColumnKind::Real,
        "D, the weighted difficulty of Wu 2012",
    ),
    (
        "solved_by_rules",
        ColumnKind::Whole,
        "1 if the rating rules solve the puzzle, 0 if not",
    ),
    (
        "hardest_rule",
        ColumnKind::Text,
        "the rule with the greatest weight among the rules used",
    ),
    (
        "freedom",
        ColumnKind::Whole,
        "sum over the blanks: the blanks of its row, of its column and of its box, itself in each, less 1",
    ),
    (
        "grade",
        ColumnKind::Text,
        "grade from A to I, by the number of blanks and the freedom",
    ),
    (
        "stuart",
        ColumnKind::Whole,
        "Stuart's level: number of right guesses needed in addition to singles, locked candidates and pairs",
    ),
    (
        "backdoor",
        ColumnKind::Whole,
        "number of right guesses needed in addition to singles (size of the smallest backdoor)",
    ),
    ("qqwing", ColumnKind::Text, "QQWing's level"),
    ("hodoku_score", ColumnKind::Whole, "HoDoKu's score"),
    (
        "minutes",
        ColumnKind::Real,
        "estimated minutes that people need",
    ),
    (
        "se_er",
        ColumnKind::Real,
        "ER of Sudoku Explainer: the rating of the hardest step; null if the puzzle is too hard to rate",
    ),
    (
        "se_ep",
        ColumnKind::Real,
        "EP of Sudoku Explainer: the rating of the hardest step needed to place the first digit",
    ),
    (
        "se_ed",
        ColumnKind::Real,
        "ED of Sudoku Explainer: the rating of the first step",
    ),
    (
        "se_above",
        ColumnKind::Real,
        "a number that ER exceeds, if the puzzle is too hard to rate",
    ),
    (
        "se_table",
        ColumnKind::Text,
        "the table that ER, EP and ED come from: se-1.2.1 or se-1.18.1",
    ),
    (
        "technique_level",
        ColumnKind::Text,
        "level by the technique ladder; null if the ladder does not solve the puzzle",
    ),
    (
        "technique_score",
        ColumnKind::Whole,
        "score by the technique ladder; null if the ladder does not solve the puzzle",
    ),
    (
        "techniques",
        ColumnKind::Text,
        "techniques used, each with its number of steps, such as x-wing:1",
    ),
];

/// Returns the values of the columns for Sudoku Explainer's ER, EP and ED, and for the lower bound of ER.
pub(super) fn se_numbers(ratings: Option<&Ratings>) -> [Option<f64>; 4] {
    let se = ratings.and_then(|it| it.se);
    [
        se.and_then(|it| it.er_value()),
        se.and_then(|it| it.ep_value()),
        se.and_then(|it| it.ed_value()),
        se.and_then(|it| it.above_value()),
    ]
}

/// Returns all columns, in the order in which tables have them.
pub(super) fn schema() -> Vec<Column> {
    let kind = |kind| match kind {
        ColumnKind::Text => "string",
        ColumnKind::Whole => "int32",
        ColumnKind::Real => "double",
    };
    let first = COLUMNS.iter().map(|&(name, it, about)| Column {
        name: name.to_owned(),
        kind: kind(it),
        about: about.to_owned(),
    });
    let rules = Rule::ALL.iter().map(|rule| Column {
        name: of_rule(*rule),
        kind: kind(ColumnKind::Whole),
        about: format!(
            "number of times that {} placed a digit or removed candidates",
            rule.title()
        ),
    });
    first.chain(rules).collect()
}

/// Returns the name of the column with the number of uses of a rule.
pub(super) fn of_rule(rule: Rule) -> String {
    format!("used_{}", rule.name().replace('-', "_"))
}

/// Returns the values of [`COLUMNS`], with a null for unknown values.
pub(super) fn values<'a>(entry: &ExportEntry<'a>) -> [Value<'a>; COLUMNS.len()] {
    let ratings = entry.ratings();
    let guesses = ratings.and_then(|it| it.guesses);
    let hodoku = ratings.and_then(|it| it.hodoku?.known());
    let minutes = ratings.and_then(|it| it.minutes);
    let path = ratings.and_then(|it| it.techniques);
    let by_technique = path.and_then(|it| it.rating);
    let [er, ep, ed, above] = se_numbers(ratings);
    let whole = |value: Option<i32>| value.map_or(Value::Nothing, Value::Whole);
    let real = |value: Option<f64>| value.map_or(Value::Nothing, Value::Real);
    let made = |text: Option<String>| text.map_or(Value::Nothing, |it| Value::Text(it.into()));
    let word = |text: Option<&'a str>| text.map_or(Value::Nothing, |it| Value::Text(it.into()));
    [
        made(entry.id().map(|id| id.to_string())),
        made(Some(text::line(entry.puzzle, '.'))),
        made(entry.solution.map(|board| text::line(board, '.'))),
        Value::Whole(entry.puzzle.clue_count() as i32),
        whole(entry.level.map(|(number, _)| number.into())),
        word(entry.level.map(|(_, name)| name)),
        word(entry.half.map(Half::name)),
        real(ratings.map(|it| it.ladder.difficulty)),
        whole(ratings.map(|it| it.ladder.solved.into())),
        word(ratings.and_then(|it| it.ladder.hardest()).map(Rule::name)),
        whole(ratings.map(|it| it.looks.freedom.into())),
        made(ratings.map(|it| it.looks.grade.to_string())),
        whole(guesses.map(|it| it.stuart.into())),
        whole(guesses.map(|it| it.backdoor.into())),
        word(ratings.and_then(|it| it.qqwing).map(QqwingLevel::key)),
        whole(hodoku.map(|it| it.score as i32)),
        real(minutes.map(Minutes::value)),
        real(er),
        real(ep),
        real(ed),
        real(above),
        word(ratings.and_then(|it| Some(it.se?.table.name()))),
        word(by_technique.map(|it| it.level.key())),
        whole(by_technique.map(|it| it.score as i32)),
        made(path.map(used_techniques)),
    ]
}

/// Returns the techniques of a solving path, each with its number of steps, as one text.
pub(super) fn used_techniques(path: TechniquePath) -> String {
    let used = path.used();
    let used: Vec<String> = used
        .map(|(it, steps)| format!("{}:{steps}", it.key()))
        .collect();
    used.join(" ")
}

/// Returns the number of times that a rule placed a digit or removed candidates.
pub(super) fn times_used(ladder: &Rating, rule: Rule) -> i32 {
    ladder.used[rule.index()] as i32
}
