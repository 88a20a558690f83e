//! Reads the puzzles of a pack on disk.

use crate::puzzle::Puzzle;
use crate::refused;
use factory_bindings::MadePuzzle;
use factory_pipeline::pack::Pack;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use sudoku_engine::{Level, Record, Scheme};

/// A pack of puzzles in a folder on disk.
#[pyclass(frozen, module = "sudoku_factory")]
pub(crate) struct PackFolder {
    pack: Pack,
    scheme: Arc<Scheme>,
}

#[pymethods]
impl PackFolder {
    /// Opens the folder of a pack and checks its manifest.
    #[new]
    fn new(folder: PathBuf) -> PyResult<Self> {
        let pack = Pack::open(&folder).map_err(refused)?;
        let scheme = Arc::new(pack.manifest().job.scheme.clone());
        Ok(Self { pack, scheme })
    }

    /// Returns the names of the levels, easiest first.
    #[getter]
    fn levels(&self) -> Vec<String> {
        self.scheme.levels.clone()
    }

    /// Reads the puzzles of a level, 1 for the easiest, in the order of their candidate numbers.
    fn read(&self, py: Python<'_>, level: u8) -> PyResult<Vec<Puzzle>> {
        let level = Level::try_from(level).map_err(refused)?;
        let records = py.detach(|| {
            let records = self.pack.records(level)?;
            records.collect::<Result<Vec<Record>, _>>()
        });
        let scheme = || Arc::clone(&self.scheme);
        let puzzle = |record| Puzzle::new(scheme(), MadePuzzle::of_nine(record));
        let records = records.map_err(refused)?;
        Ok(records.into_iter().map(puzzle).collect())
    }
}
