//! Parquet: a table for data frames and machine learning, a column for each rating. What is not
//! known is null.
//!
//! The crate that writes it brings some twenty others, so it can be left out (feature `parquet`).

mod file;

use super::columns::{self, COLUMNS, Kind, of_rule};
use super::{About, ColumnAbout, Entry, Exporter, Gather};
use crate::grid::text;
use crate::rate::{Minutes, QqwingLevel, Rating, Rule};
use file::{File, Value};
use std::io::{self, Write};

/// A Parquet file.
#[derive(Debug, Clone, Copy)]
pub struct Parquet;

/// The columns of which no value comes twice.
const ALL_DIFFER: [&str; 3] = ["id", "puzzle", "solution"];

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
        columns::schema()
    }

    fn gather(&self, about: &About) -> io::Result<Option<Box<dyn Gather>>> {
        let first = COLUMNS
            .iter()
            .map(|&(name, kind, _)| (name.to_owned(), kind, ALL_DIFFER.contains(&name)));
        let rules = Rule::ALL
            .iter()
            .map(|&rule| (of_rule(rule), Kind::Whole, false));
        let columns: Vec<_> = first.chain(rules).collect();
        let mut notes = vec![("title".to_owned(), about.title.clone())];
        notes.extend(about.notes.iter().cloned());
        Ok(Some(Box::new(File::new(&columns, notes)?)))
    }

    /// Writes a file of one row: more come by [`Exporter::gather`].
    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut file = self.gather(&About::default())?;
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
