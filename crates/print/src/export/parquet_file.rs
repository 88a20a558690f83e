//! Writes Parquet: a table for data frames and machine learning, with one column per rating. Unknown values are
//! null.
//!
//! Only one row group at a time is in memory. The crate `parquet` writes into a buffer, which is emptied after
//! every group. Columns whose values are all different get no dictionary, since it would be useless.
//!
//! The crate is used without Arrow. It still has about twenty dependencies, so it is optional (feature `parquet`).

use super::columns::{self, COLUMNS, ColumnKind, Value, of_rule, times_used};
use super::{ExportEntry, Exporter, FileOptions};
use crate::rate::Rule;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};
use std::io::{self, Write};
use std::sync::Arc;

/// The number of rows to collect in memory before they are written as a row group.
const GROUP: usize = 20_000;

/// The columns in which every row has a different value.
const ALL_DIFFER: [&str; 3] = ["id", "puzzle", "solution"];

/// Starts a Parquet file.
pub(super) fn open(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    let first = COLUMNS
        .iter()
        .map(|&(name, kind, _)| (name.to_owned(), kind, ALL_DIFFER.contains(&name)));
    let rules = Rule::ALL
        .iter()
        .map(|&rule| (of_rule(rule), ColumnKind::Whole, false));
    let columns: Vec<_> = first.chain(rules).collect();
    let mut notes = vec![("title".to_owned(), options.source.title.clone())];
    notes.extend(options.source.notes.iter().cloned());
    Ok(Box::new(ParquetFile::new(&columns, notes)?))
}

/// The values of a column in the current row group.
#[derive(Debug)]
enum Values {
    Text(Vec<ByteArray>),
    Whole(Vec<i32>),
    Real(Vec<f64>),
}

/// A column of the current row group.
#[derive(Debug)]
struct ParquetColumn {
    values: Values,
    /// One number for each row: 1 if the row has a value in this column, else 0.
    there: Vec<i16>,
}

/// A Parquet file that is being written.
#[derive(Debug)]
struct ParquetFile {
    columns: Vec<ParquetColumn>,
    writer: SerializedFileWriter<Vec<u8>>,
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

impl ParquetFile {
    /// Starts a file with these columns; each has a name, a type, and a flag that is `true` if all values are
    /// different. `notes` are names and values that describe the file.
    ///
    /// # Errors
    /// If the crate `parquet` refuses the columns.
    fn new(
        columns: &[(String, ColumnKind, bool)],
        notes: Vec<(String, String)>,
    ) -> io::Result<Self> {
        let notes = notes.into_iter().map(|(name, value)| KeyValue {
            key: name,
            value: Some(value),
        });
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("sudoku-factory ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(notes.collect()))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true);
        for (name, _, _) in columns.iter().filter(|(_, _, all_differ)| *all_differ) {
            let path = ColumnPath::from(name.as_str());
            properties = properties
                .set_column_statistics_enabled(path.clone(), EnabledStatistics::None)
                .set_column_dictionary_enabled(path, false);
        }
        let schema = schema(columns).map_err(failed)?;
        let writer =
            SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()));
        Ok(Self {
            columns: columns
                .iter()
                .map(|(_, kind, _)| ParquetColumn::new(*kind))
                .collect(),
            writer: writer.map_err(failed)?,
        })
    }

    /// Adds a row: for each column a value of its type, or null.
    ///
    /// # Errors
    /// If a value does not have its column's type, and errors of `out`.
    fn add(&mut self, row: &[Value<'_>], out: &mut dyn Write) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.add(value)?;
        }
        match self.rows() < GROUP {
            true => Ok(()),
            false => self.flush(out),
        }
    }

    fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.there.len())
    }

    /// Writes the current row group.
    fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for column in &mut self.columns {
            column.write(&mut group).map_err(failed)?;
        }
        group.close().map_err(failed)?;
        self.pass_on(out)
    }

    /// Moves the bytes in the buffer of the crate `parquet` to `out`.
    fn pass_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.writer.flush()?;
        let buffer = self.writer.inner_mut();
        out.write_all(buffer)?;
        buffer.clear();
        Ok(())
    }
}

impl Exporter for ParquetFile {
    fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let count = |rule: &Rule| match entry.ratings() {
            Some(ratings) => Value::Whole(times_used(&ratings.ladder, *rule)),
            None => Value::Nothing,
        };
        let mut row = Vec::from(columns::values(entry));
        row.extend(Rule::ALL.iter().map(count));
        self.add(&row, out)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows() > 0 {
            self.flush(out)?;
        }
        self.writer.finish().map_err(failed)?;
        self.pass_on(out)
    }
}

fn schema(columns: &[(String, ColumnKind, bool)]) -> Result<Type, ParquetError> {
    let field = |(name, kind, _): &(String, ColumnKind, bool)| {
        let (physical, logical) = match kind {
            ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnKind::Whole => (Physical::INT32, None),
            ColumnKind::Real => (Physical::DOUBLE, None),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_logical_type(logical)
            .with_repetition(Repetition::OPTIONAL)
            .build();
        field.map(Arc::new)
    };
    let fields: Result<_, _> = columns.iter().map(field).collect();
    Type::group_type_builder("schema")
        .with_fields(fields?)
        .build()
}

impl ParquetColumn {
    fn new(kind: ColumnKind) -> Self {
        Self {
            values: match kind {
                ColumnKind::Text => Values::Text(Vec::new()),
                ColumnKind::Whole => Values::Whole(Vec::new()),
                ColumnKind::Real => Values::Real(Vec::new()),
            },
            there: Vec::new(),
        }
    }

    fn add(&mut self, value: &Value<'_>) -> io::Result<()> {
        match (&mut self.values, value) {
            (_, Value::Nothing) => {}
            (Values::Text(texts), Value::Text(text)) => texts.push(ByteArray::from(text.as_ref())),
            (Values::Whole(wholes), Value::Whole(whole)) => wholes.push(*whole),
            (Values::Real(reals), Value::Real(real)) => reals.push(*real),
            _ => return Err(io::Error::other("a value of another kind than its column")),
        }
        self.there.push(i16::from(!matches!(value, Value::Nothing)));
        Ok(())
    }

    /// Writes the values as the group's next column, and clears them.
    fn write(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    ) -> Result<(), ParquetError> {
        let Some(mut column) = group.next_column()? else {
            return Err(ParquetError::General("a column too many".to_owned()));
        };
        let there = Some(self.there.as_slice());
        match &mut self.values {
            Values::Text(texts) => {
                column
                    .typed::<ByteArrayType>()
                    .write_batch(texts, there, None)?;
                texts.clear();
            }
            Values::Whole(wholes) => {
                column
                    .typed::<Int32Type>()
                    .write_batch(wholes, there, None)?;
                wholes.clear();
            }
            Values::Real(reals) => {
                column
                    .typed::<DoubleType>()
                    .write_batch(reals, there, None)?;
                reals.clear();
            }
        }
        self.there.clear();
        column.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_in_memory_after_a_group() {
        let columns = [("n".to_owned(), ColumnKind::Whole, false)];
        let mut file = ParquetFile::new(&columns, Vec::new()).unwrap();
        let mut out = Vec::new();
        for n in 0..2 * GROUP as i32 + 1 {
            file.add(&[Value::Whole(n)], &mut out).unwrap();
        }
        assert!(file.writer.inner().is_empty() && file.rows() == 1);
        assert_eq!(file.writer.flushed_row_groups().len(), 2);
        file.end(&mut out).unwrap();
        assert!(out.starts_with(b"PAR1") && out.ends_with(b"PAR1"));
        assert!(file.add(&[Value::Real(1.0)], &mut out).is_err());
    }
}
