//! Parquet: a table for data frames and machine learning, a column for each rating. What is not
//! known is null.
//!
//! Written by a few hundred lines of our own: a flat table takes little of the format, and the
//! crates that know all of it bring thirty others.

mod file;
mod thrift;

use super::{About, ColumnAbout, Entry, Exporter, Gather};
use crate::grid::text;
use crate::rate::{Minutes, QqwingLevel, Rating, Rule};
use file::{File, Kind, Value};
use std::io::{self, Write};

/// A Parquet file.
#[derive(Debug, Clone, Copy)]
pub struct Parquet;

/// The columns before the counts of rules: name, kind, what it holds.
const COLUMNS: [(&str, Kind, &str); 16] = [
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
        name: column(*rule),
        kind: kind(Kind::Whole),
        about: format!("how often {} placed or removed something", rule.title()),
    });
    first.chain(rules).collect()
}

fn column(rule: Rule) -> String {
    format!("used_{}", rule.name().replace('-', "_"))
}

impl Exporter for Parquet {
    fn name(&self) -> &'static str {
        "parquet"
    }

    fn about(&self) -> &'static str {
        "a table with a column for each rating; data frames, machine learning"
    }

    fn ending(&self) -> &'static str {
        "parquet"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn schema(&self) -> Vec<ColumnAbout> {
        schema()
    }

    fn gather(&self, about: &About) -> Option<Box<dyn Gather>> {
        let first = COLUMNS
            .iter()
            .map(|&(name, kind, _)| (name.to_owned(), kind));
        let rules = Rule::ALL.iter().map(|&rule| (column(rule), Kind::Whole));
        let mut notes = vec![("title".to_owned(), about.title.clone())];
        notes.extend(about.notes.iter().cloned());
        Some(Box::new(File::new(first.chain(rules).collect(), notes)))
    }

    /// Writes a file of one row: more come by [`Exporter::gather`].
    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut file = self.gather(&About::default());
        file.iter_mut().try_for_each(|file| {
            file.add(entry, out)?;
            file.end(out)
        })
    }
}

impl Gather for File {
    fn add(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let words = Words::of(entry);
        let ratings = entry.ratings;
        let mut row = vec![
            text_of(&words.id),
            text_of(&words.puzzle),
            text_of(&words.solution),
            Value::Whole(entry.puzzle.clue_count() as i32),
            entry
                .level
                .map_or(Value::Nothing, |(number, _)| Value::Whole(number.into())),
            entry
                .level
                .map_or(Value::Nothing, |(_, name)| Value::Text(name)),
        ];
        let guesses = ratings.and_then(|it| it.guesses);
        let hodoku = ratings.and_then(|it| it.hodoku);
        let minutes = ratings.and_then(|it| it.minutes);
        let whole = |value: Option<i32>| value.map_or(Value::Nothing, Value::Whole);
        let real = |value: Option<f64>| value.map_or(Value::Nothing, Value::Real);
        let word = |value: Option<&'static str>| value.map_or(Value::Nothing, Value::Text);
        row.extend([
            real(ratings.map(|it| it.ladder.difficulty)),
            whole(ratings.map(|it| it.ladder.solved.into())),
            word(ratings.and_then(|it| it.ladder.hardest()).map(Rule::name)),
            whole(ratings.map(|it| it.looks.freedom.into())),
            text_of(&words.grade),
            whole(guesses.map(|it| it.stuart.into())),
            whole(guesses.map(|it| it.backdoor.into())),
            word(ratings.and_then(|it| it.qqwing).map(QqwingLevel::name)),
            whole(hodoku.map(|it| it.score as i32)),
            real(minutes.map(Minutes::value)),
        ]);
        row.extend(
            Rule::ALL
                .iter()
                .map(|rule| whole(ratings.map(|it| used(&it.ladder, *rule)))),
        );
        Self::add(self, &row, out)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        Self::end(self, out)
    }
}

/// The texts of a row that have to be made.
struct Words {
    id: Option<String>,
    puzzle: Option<String>,
    solution: Option<String>,
    grade: Option<String>,
}

impl Words {
    fn of(entry: &Entry<'_>) -> Self {
        Self {
            id: entry.id.map(|id| id.to_string()),
            puzzle: Some(text::line(entry.puzzle, '.')),
            solution: entry.solution.map(|board| text::line(board, '.')),
            grade: entry.ratings.map(|it| it.looks.grade.to_string()),
        }
    }
}

fn text_of(text: &Option<String>) -> Value<'_> {
    text.as_deref().map_or(Value::Nothing, Value::Text)
}

fn used(ladder: &Rating, rule: Rule) -> i32 {
    ladder.used[rule.index()] as i32
}
