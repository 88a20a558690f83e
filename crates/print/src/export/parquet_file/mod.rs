//! Parquet: a table for data frames and machine learning, a column for each rating. What is not
//! known is null.
//!
//! The crate that writes it brings some twenty others, so it can be left out (feature `parquet`).

mod file;

use super::columns::{self, COLUMNS, Kind, Value, of_rule, times_used};
use super::{About, ColumnAbout, Entry, Exporter, Gather};
use crate::rate::Rule;
use file::File;
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
        let count = |rule: &Rule| match entry.ratings {
            Some(ratings) => Value::Whole(times_used(&ratings.ladder, *rule)),
            None => Value::Nothing,
        };
        let mut row = Vec::from(columns::values(entry));
        row.extend(Rule::ALL.iter().map(count));
        Self::add(self, &row, out)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        Self::end(self, out)
    }
}
