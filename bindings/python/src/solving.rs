//! Functions for one puzzle, or for rows of 81 bytes: solving, counting solutions, canonical forms, steps and hints.
//!
//! Python's global interpreter lock is released while anything is computed.

use crate::refused;
use crate::rows::Rows;
use factory_bindings::{from_json, only_solution};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use sudoku_engine::rate::hints::HintRequest;
use sudoku_engine::{
    Board, Canonical, TechniqueLadder, TextError, count as count_of, technique_steps,
};

/// The number of rows computed between two checks for Ctrl-C; even the hardest puzzles take only a few milliseconds
/// each.
const PIECE: usize = 64;

/// Reads a 9×9 puzzle from a text in any form that the program reads.
pub(crate) fn board(text: &str) -> PyResult<Board> {
    text.parse().map_err(|error: TextError| {
        let cells = text.trim().chars().count();
        let is_other = (4..=35).any(|side| side != 9 && side * side == cells);
        match is_other && !text.contains(char::is_whitespace) {
            true => refused(format!(
                "{cells} cells: only puzzles of 9x9 can be used here"
            )),
            false => refused(error),
        }
    })
}

fn ladder(uniqueness_techniques: bool) -> TechniqueLadder {
    match uniqueness_techniques {
        true => TechniqueLadder::people(),
        false => TechniqueLadder::people().without_uniqueness(),
    }
}

/// Calls `compute` with the board of each row, and passes the row's number, from 0, and the result to `take`. The
/// first error ends the loop. Ctrl-C takes effect after every [`PIECE`] rows.
fn for_rows<T: Send>(
    py: Python<'_>,
    rows: &PyBuffer<u8>,
    compute: impl Fn(&Board) -> Result<T, &'static str> + Sync,
    take: impl Fn(usize, T) -> PyResult<()>,
) -> PyResult<()> {
    let rows = Rows::of(rows)?;
    let count = rows.len()?;
    for first in (0..count).step_by(PIECE) {
        let piece = first..count.min(first + PIECE);
        let computed: Vec<_> = py.detach(|| {
            let of_row = |row| compute(&rows.board(row)?).map_err(str::to_owned);
            piece.clone().map(of_row).collect()
        });
        for (row, result) in piece.zip(computed) {
            let result = result.map_err(|error| refused(format!("row {row}: {error}")))?;
            take(row, result)?;
        }
        py.check_signals()?;
    }
    Ok(())
}

/// Returns the only solution of a puzzle as 81 digits.
#[pyfunction]
pub(crate) fn solve(py: Python<'_>, puzzle: &str) -> PyResult<String> {
    let board = board(puzzle)?;
    let solution = py.detach(|| only_solution(&board)).map_err(refused)?;
    Ok(solution.to_string())
}

/// Solves the puzzles in `rows`, which have 81 bytes each, and writes their only solutions to the rows of `solutions`.
#[pyfunction]
pub(crate) fn solve_rows(
    py: Python<'_>,
    rows: PyBuffer<u8>,
    solutions: PyBuffer<u8>,
) -> PyResult<()> {
    let solutions = Rows::for_results(&solutions)?;
    for_rows(py, &rows, only_solution, |row, solution| {
        solutions.set_board(row, &solution)
    })
}

/// Returns the number of a puzzle's solutions, or `limit` if there are at least that many.
#[pyfunction]
pub(crate) fn count(py: Python<'_>, puzzle: &str, limit: NonZeroUsize) -> PyResult<usize> {
    let board = board(puzzle)?;
    Ok(py.detach(|| count_of(&board, limit.get())))
}

/// Counts the solutions of the puzzle in each row, up to `limit`, and writes the counts to an array with one byte per
/// row.
#[pyfunction]
pub(crate) fn count_rows(
    py: Python<'_>,
    rows: PyBuffer<u8>,
    counts: PyBuffer<u8>,
    limit: u8,
) -> PyResult<()> {
    let counts = Rows::for_results(&counts)?;
    let count = |board: &Board| Ok(count_of(board, limit.into()) as u8);
    for_rows(py, &rows, count, |row, count| counts.set_byte(row, count))
}

/// Returns the canonical form of a puzzle as 81 characters, and the id of the puzzle.
#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, puzzle: &str) -> PyResult<(String, String)> {
    let board = board(puzzle)?;
    let form = py.detach(|| Ok(Canonical::of(&board, &only_solution(&board)?)));
    let form = form.map_err(|error: &str| refused(error))?;
    Ok((form.puzzle.to_string(), form.id().to_string()))
}

/// Returns the solving path of a puzzle by the technique ladder, as a JSON array in the form that docs/steps.md
/// describes. The ladder has techniques of uniqueness only if `uniqueness_techniques` is `true`.
#[pyfunction]
pub(crate) fn steps_json(
    py: Python<'_>,
    puzzle: &str,
    uniqueness_techniques: bool,
) -> PyResult<String> {
    let board = board(puzzle)?;
    let steps = py.detach(|| {
        only_solution(&board)?;
        Ok(technique_steps(&board, &ladder(uniqueness_techniques)).1)
    });
    let steps = steps.map_err(|error: &str| refused(error))?;
    serde_json::to_string(&steps).map_err(refused)
}

/// Returns a hint for a state of play. Both the request and the hint are JSON objects in the forms that docs/steps.md
/// describes.
#[pyfunction]
pub(crate) fn hint_json(py: Python<'_>, request: &str) -> PyResult<String> {
    let request: HintRequest = from_json(request).map_err(refused)?;
    let hint = py.detach(|| {
        let play = request.play().map_err(|error| error.to_string())?;
        let hint = request.hint(&play).map_err(|error| error.to_string())?;
        serde_json::to_string(&hint.object(request.level)).map_err(|error| error.to_string())
    });
    hint.map_err(refused)
}
