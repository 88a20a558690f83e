//! The native half of the Python package: functions and classes that mostly take and return texts and bytes. The
//! iterators, arrays and dictionaries that Python users see are in `python/sudoku_factory`.
//!
//! Every function releases Python's global interpreter lock while it computes.

mod interrupt;
mod making;
mod pack_folder;
mod puzzle;
mod rows;
mod solving;

use factory_pipeline::pack::with_causes;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::error::Error;

create_exception!(
    sudoku_factory,
    SudokuError,
    PyValueError,
    "A puzzle or a job that can't be used. The message says why, and in a batch begins with the row."
);

/// Converts an error to a Python exception with the messages of the error and its causes.
fn refused(error: impl Into<Box<dyn Error>>) -> PyErr {
    SudokuError::new_err(with_causes(error.into().as_ref()))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("SudokuError", module.py().get_type::<SudokuError>())?;
    module.add_class::<making::Factory>()?;
    module.add_class::<pack_folder::PackFolder>()?;
    module.add_class::<puzzle::Puzzle>()?;
    module.add_function(wrap_pyfunction!(puzzle::puzzle_of_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve_rows, module)?)?;
    module.add_function(wrap_pyfunction!(solving::count, module)?)?;
    module.add_function(wrap_pyfunction!(solving::count_rows, module)?)?;
    module.add_function(wrap_pyfunction!(solving::canonical, module)?)?;
    module.add_function(wrap_pyfunction!(solving::steps_json, module)?)?;
    module.add_function(wrap_pyfunction!(solving::hint_json, module)?)
}
