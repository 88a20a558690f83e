//! A flat table as a Parquet file: groups of rows, in each a page for each column, and a footer that
//! says where they are.
//!
//! Pages hold plain values behind run-length coded definition levels (1 where there is a value),
//! packed by gzip, which every reader knows. Only one group of rows is in memory at a time.
//! Source: the Parquet format, <https://parquet.apache.org/docs/file-format/>.

use super::thrift::{Struct, varint};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// Rows in memory before they are written.
const GROUP: usize = 20_000;

const MAGIC: &[u8; 4] = b"PAR1";
// Numbers of the format's enumerations.
const OPTIONAL: i32 = 1;
const UTF8: i32 = 0;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const GZIP: i32 = 2;
const DATA_PAGE: i32 = 0;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Whole,
    Real,
}

/// A value of a row.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value<'a> {
    Nothing,
    Text(&'a str),
    Whole(i32),
    Real(f64),
}

/// A column of the group of rows under way.
#[derive(Debug)]
struct Column {
    name: String,
    kind: Kind,
    values: Vec<u8>,
    /// Whether there is a value, and for how many rows on end.
    runs: Vec<(bool, u64)>,
}

/// A file under way.
#[derive(Debug)]
pub(super) struct File {
    columns: Vec<Column>,
    notes: Vec<(String, String)>,
    rows: usize,
    all_rows: u64,
    /// Bytes written so far.
    position: u64,
    groups: Vec<Struct>,
}

impl File {
    /// A file with these columns; `notes` are names and values that describe it.
    pub(super) fn new(columns: Vec<(String, Kind)>, notes: Vec<(String, String)>) -> Self {
        let column = |(name, kind)| Column {
            name,
            kind,
            values: Vec::new(),
            runs: Vec::new(),
        };
        Self {
            columns: columns.into_iter().map(column).collect(),
            notes,
            rows: 0,
            all_rows: 0,
            position: 0,
            groups: Vec::new(),
        }
    }

    /// Adds a row: a value for each column, of its kind or nothing.
    ///
    /// # Errors
    /// If a value is not of its column's kind, and those of `out`.
    pub(super) fn add(&mut self, row: &[Value<'_>], out: &mut dyn Write) -> io::Result<()> {
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.add(value)?;
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.write_group(out)?;
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group(out)?;
        }
        self.begin(out)?;
        let note =
            |(name, value): &(String, String)| Struct::default().text(1, name).text(2, value);
        let footer = Struct::default()
            .int(1, 1)
            .structs(2, self.schema())
            .long(3, self.all_rows)
            .structs(4, std::mem::take(&mut self.groups))
            .structs(5, self.notes.iter().map(note).collect())
            .text(
                6,
                concat!("sudoku-factory version ", env!("CARGO_PKG_VERSION")),
            )
            .end();
        out.write_all(&footer)?;
        out.write_all(&(footer.len() as u32).to_le_bytes())?;
        out.write_all(MAGIC)
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.position == 0 {
            out.write_all(MAGIC)?;
            self.position = MAGIC.len() as u64;
        }
        Ok(())
    }

    fn schema(&self) -> Vec<Struct> {
        let root = Struct::default()
            .text(4, "puzzles")
            .int(5, self.columns.len() as i32);
        let columns = self.columns.iter().map(|column| {
            let element = Struct::default()
                .int(1, column.kind.number())
                .int(3, OPTIONAL)
                .text(4, &column.name);
            match column.kind {
                Kind::Text => element
                    .int(6, UTF8)
                    .inner(10, Struct::default().inner(1, Struct::default())),
                Kind::Whole | Kind::Real => element,
            }
        });
        std::iter::once(root).chain(columns).collect()
    }

    fn write_group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        let rows = std::mem::take(&mut self.rows);
        let mut chunks = Vec::with_capacity(self.columns.len());
        let mut bytes = 0;
        for column in &mut self.columns {
            let (chunk, plain, packed) = column.write(rows, self.position, out)?;
            self.position += packed;
            bytes += plain;
            chunks.push(chunk);
        }
        self.all_rows += rows as u64;
        self.groups.push(
            Struct::default()
                .structs(1, chunks)
                .long(2, bytes)
                .long(3, rows as u64),
        );
        Ok(())
    }
}

impl Column {
    fn add(&mut self, value: &Value<'_>) -> io::Result<()> {
        match (self.kind, value) {
            (_, Value::Nothing) => {}
            (Kind::Text, Value::Text(text)) => {
                self.values.extend((text.len() as u32).to_le_bytes());
                self.values.extend(text.as_bytes());
            }
            (Kind::Whole, Value::Whole(value)) => self.values.extend(value.to_le_bytes()),
            (Kind::Real, Value::Real(value)) => self.values.extend(value.to_le_bytes()),
            _ => {
                return Err(io::Error::other(format!(
                    "{} holds other values",
                    self.name
                )));
            }
        }
        let is_there = !matches!(value, Value::Nothing);
        match self.runs.last_mut() {
            Some((same, count)) if *same == is_there => *count += 1,
            _ => self.runs.push((is_there, 1)),
        }
        Ok(())
    }

    /// Writes the page of the rows so far and empties the column: what the footer says of it, its
    /// size unpacked and as written, page header included.
    fn write(
        &mut self,
        rows: usize,
        at: u64,
        out: &mut dyn Write,
    ) -> io::Result<(Struct, u64, u64)> {
        let mut levels = Vec::new();
        for (is_there, count) in self.runs.drain(..) {
            varint(&mut levels, count << 1);
            levels.push(is_there.into());
        }
        let mut page = (levels.len() as u32).to_le_bytes().to_vec();
        page.append(&mut levels);
        page.append(&mut self.values);
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&page)?;
        let packed = packer.finish()?;
        let values = Struct::default()
            .int(1, rows as i32)
            .int(2, PLAIN)
            .int(3, RLE)
            .int(4, RLE);
        let header = Struct::default()
            .int(1, DATA_PAGE)
            .int(2, page.len() as i32)
            .int(3, packed.len() as i32)
            .inner(5, values)
            .end();
        out.write_all(&header)?;
        out.write_all(&packed)?;
        let [plain_size, packed_size] =
            [&page, &packed].map(|bytes| (header.len() + bytes.len()) as u64);
        let about = Struct::default()
            .int(1, self.kind.number())
            .ints(2, &[PLAIN, RLE])
            .texts(3, &[&self.name])
            .int(4, GZIP)
            .long(5, rows as u64)
            .long(6, plain_size)
            .long(7, packed_size)
            .long(9, at);
        let chunk = Struct::default().long(2, at).inner(3, about);
        Ok((chunk, plain_size, packed_size))
    }
}

impl Kind {
    /// The format's number of the physical type.
    const fn number(self) -> i32 {
        match self {
            Self::Whole => 1,
            Self::Real => 5,
            Self::Text => 6,
        }
    }
}
