//! Makes the table for a data merge, in which a page-layout program makes one copy of a page for each row. A
//! column whose name begins with `@` holds names of picture files; other columns hold texts. Files that are named
//! without a folder are looked for in the folder of the table.
//!
//! InDesign recognises UTF-16 with tabs as Unicode without asking. All other programs take UTF-8 with commas.
//!
//! Sources: Adobe InDesign's user guide ("About data source files") and the manuals of Affinity Publisher and
//! Scribus.

use std::io;

/// A table of texts and names of picture files, which a page-layout program reads for a data merge.
#[derive(Debug, Clone)]
pub struct MergeTable {
    rows: Vec<Vec<String>>,
}

impl MergeTable {
    /// Makes a table with these columns and no rows.
    pub fn new(columns: &[&str]) -> Self {
        let rows = vec![columns.iter().map(|&it| it.to_owned()).collect()];
        Self { rows }
    }

    /// Adds a row with one field per column.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// Returns the table in UTF-8, with commas between fields.
    ///
    /// # Errors
    /// If a row has more or fewer fields than there are columns.
    pub fn with_commas(&self) -> io::Result<Vec<u8>> {
        self.written(b',')
    }

    /// Returns the table in UTF-16, little-endian with a byte order mark, with tabs between fields.
    ///
    /// # Errors
    /// If a row has more or fewer fields than there are columns.
    pub fn with_tabs(&self) -> io::Result<Vec<u8>> {
        let text = String::from_utf8(self.written(b'\t')?).map_err(io::Error::other)?;
        let marked = std::iter::once(0xFEFF).chain(text.encode_utf16());
        Ok(marked.flat_map(u16::to_le_bytes).collect())
    }

    fn written(&self, delimiter: u8) -> io::Result<Vec<u8>> {
        let mut out = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .from_writer(Vec::new());
        for row in &self.rows {
            out.write_record(row)?;
        }
        out.into_inner()
            .map_err(|error| io::Error::other(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_tables_hold_the_same_words() {
        let mut table = MergeTable::new(&["level", "@puzzle"]);
        table.push(vec!["schwer, é".to_owned(), "001-puzzle.svg".to_owned()]);
        let commas = String::from_utf8(table.with_commas().unwrap()).unwrap();
        assert_eq!(commas, "level,@puzzle\n\"schwer, é\",001-puzzle.svg\n");
        let tabs = table.with_tabs().unwrap();
        assert_eq!(tabs[..2], [0xFF, 0xFE]);
        let units: Vec<u16> = tabs[2..]
            .chunks(2)
            .map(|it| u16::from_le_bytes([it[0], it[1]]))
            .collect();
        let tabs = String::from_utf16(&units).unwrap();
        assert_eq!(tabs, "level\t@puzzle\nschwer, é\t001-puzzle.svg\n");
        table.push(vec!["one field".to_owned()]);
        assert!(table.with_commas().is_err() && table.with_tabs().is_err());
    }
}
