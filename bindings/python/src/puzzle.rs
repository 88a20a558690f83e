//! The Python class for a puzzle, with its fields, comparison and pickling.

use crate::refused;
use factory_bindings::MadePuzzle;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use sudoku_engine::Scheme;
use sudoku_engine::grid::Layout;

/// A puzzle made by a job, with its candidate number, solution, level and ratings.
///
/// Puzzles are equal if all their fields are. They can be copied, pickled and sent to other processes.
#[pyclass(frozen, eq, module = "sudoku_factory")]
#[derive(PartialEq)]
pub(crate) struct Puzzle {
    scheme: Arc<Scheme>,
    made: MadePuzzle,
}

impl Puzzle {
    pub(crate) const fn new(scheme: Arc<Scheme>, made: MadePuzzle) -> Self {
        Self { scheme, made }
    }
}

/// The scheme in JSON, the name of a layout other than 9×9, and the record of a puzzle.
type PickledPuzzle<'py> = (String, Option<String>, Bound<'py, PyBytes>);

/// Returns the puzzle whose scheme, layout and bytes [`Puzzle::__reduce__`] wrote to a pickle.
#[pyfunction]
#[pyo3(name = "_puzzle_of_bytes")]
pub(crate) fn puzzle_of_bytes(
    scheme: &str,
    layout: Option<&str>,
    bytes: &[u8],
) -> PyResult<Puzzle> {
    let layout = layout.map(str::parse::<Layout>).transpose();
    let layout = layout.map_err(refused)?;
    Ok(Puzzle {
        scheme: Arc::new(serde_json::from_str(scheme).map_err(refused)?),
        made: MadePuzzle::from_bytes(layout, bytes).map_err(refused)?,
    })
}

#[pymethods]
impl Puzzle {
    /// Returns the puzzle's candidate number, from which the puzzle can be made again with the same seed and job.
    #[getter]
    fn number(&self) -> u64 {
        self.made.number()
    }

    /// Returns the puzzle in reading order, `.` for a blank: 81 characters, or as many as its layout has cells.
    #[getter]
    fn puzzle(&self) -> String {
        let [puzzle, _] = self.made.texts();
        puzzle
    }

    /// Returns the only solution in reading order.
    #[getter]
    fn solution(&self) -> String {
        let [_, solution] = self.made.texts();
        solution
    }

    /// Returns the id as 32 hexadecimal digits. All turned, mirrored, shuffled and relabelled forms of a puzzle
    /// share the id, unless the job has `distinct` set to `drawing`.
    #[getter]
    fn id(&self) -> String {
        self.made.id().to_string()
    }

    /// Returns the number of givens.
    #[getter]
    fn clues(&self) -> usize {
        self.made.clue_count()
    }

    /// Returns the level, 1 for the easiest.
    #[getter]
    fn level(&self) -> u8 {
        self.made.level().number()
    }

    /// Returns the name of the level.
    #[getter]
    fn level_name(&self) -> &str {
        self.scheme.level_name(self.made.level())
    }

    /// Returns the difficulty: for 9×9 the difficulty D of Wu 2012, at least 1, for other layouts the score by
    /// techniques.
    #[getter]
    fn d(&self) -> f64 {
        self.made.difficulty()
    }

    /// Returns the ratings and all other known fields. The names for 9×9 are those of `factory export --to jsonl`.
    /// The names for other layouts are those of `factory show --json`, where `level` is the level's name. The
    /// candidate number is always an int, although the JSON for 9×9 has it as a text.
    #[getter]
    fn ratings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = py.import("json")?.call_method1("loads", (self.json()?,))?;
        let fields = fields.cast_into::<PyDict>()?;
        fields.set_item("number", self.number())?;
        Ok(fields)
    }

    /// Returns the ratings and all other known fields as a JSON text, byte for byte as the program writes it.
    fn json(&self) -> PyResult<String> {
        self.made.json(&self.scheme).map_err(refused)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.number(), self.made.texts()).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the function and the arguments by which pickle makes the puzzle again.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, PickledPuzzle<'py>)> {
        let (layout, bytes) = self.made.bytes().map_err(refused)?;
        let scheme = serde_json::to_string(&*self.scheme).map_err(refused)?;
        let layout = layout.map(|layout| layout.to_string());
        let remake = py
            .import("sudoku_factory._native")?
            .getattr("_puzzle_of_bytes")?;
        Ok((remake, (scheme, layout, PyBytes::new(py, &bytes))))
    }

    fn __repr__(&self) -> String {
        let [puzzle, _] = self.made.texts();
        format!("<Puzzle {puzzle} {}>", self.level_name())
    }
}
