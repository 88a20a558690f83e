//! Functions of one puzzle, and of rows of 81 bytes: solve, count, canonical form, steps and hints.

use crate::refused;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::num::NonZeroUsize;
use sudoku_engine::rate::hints::{Hint, HintLevel};
use sudoku_engine::{
    Board, Canonical, Play, TechniqueLadder, count as count_of, solve as solve_of, technique_steps,
};

/// The cells of a board, and so the bytes of a row.
const CELLS: usize = 81;

/// Reads a puzzle from 81 characters or more, as the program does.
pub(crate) fn board(text: &str) -> PyResult<Board> {
    text.parse().map_err(refused)
}

/// Returns the only solution of a board.
pub(crate) fn only_solution(board: &Board) -> Result<Board, &'static str> {
    let solved = solve_of(board, 2);
    match (solved.count, solved.first) {
        (1, Some(solution)) => Ok(solution),
        (0, _) => Err("no solution"),
        _ => Err("more than one solution"),
    }
}

fn ladder(uniqueness_techniques: bool) -> TechniqueLadder {
    match uniqueness_techniques {
        true => TechniqueLadder::people(),
        false => TechniqueLadder::people().without_uniqueness(),
    }
}

/// Calls `make` with the board of each row of 81 bytes, 0 for a blank.
fn for_rows(
    rows: &[u8],
    mut make: impl FnMut(&Board) -> Result<(), &'static str>,
) -> Result<(), String> {
    let (rows, rest) = rows.as_chunks::<CELLS>();
    if !rest.is_empty() {
        return Err("rows need 81 bytes each".to_owned());
    }
    for (number, row) in rows.iter().enumerate() {
        let board = Board::from_values(*row).ok_or("a cell holds no digit of 0 to 9");
        board
            .and_then(|board| make(&board))
            .map_err(|error| format!("row {number}: {error}"))?;
    }
    Ok(())
}

/// Returns the only solution, 81 digits.
#[pyfunction]
pub(crate) fn solve(py: Python<'_>, puzzle: &str) -> PyResult<String> {
    let board = board(puzzle)?;
    let solution = py.detach(|| only_solution(&board)).map_err(refused)?;
    Ok(solution.to_string())
}

/// Returns the only solutions of rows of 81 bytes each, as rows.
#[pyfunction]
pub(crate) fn solve_rows<'py>(py: Python<'py>, rows: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let solved = py.detach(|| {
        let mut solved = Vec::with_capacity(rows.len());
        for_rows(rows, |board| {
            let solution = only_solution(board)?;
            solved.extend(values(&solution));
            Ok(())
        })?;
        Ok(solved)
    });
    let solved: Vec<u8> = solved.map_err(|error: String| refused(error))?;
    Ok(PyBytes::new(py, &solved))
}

/// Returns the digits of a board, 0 for a blank.
pub(crate) fn values(board: &Board) -> impl Iterator<Item = u8> {
    let text = board.to_string().into_bytes();
    text.into_iter().map(|byte| {
        if byte.is_ascii_digit() {
            byte - b'0'
        } else {
            0
        }
    })
}

/// Returns the number of solutions, or `limit` if there are at least that many.
#[pyfunction]
pub(crate) fn count(py: Python<'_>, puzzle: &str, limit: NonZeroUsize) -> PyResult<usize> {
    let board = board(puzzle)?;
    Ok(py.detach(|| count_of(&board, limit.get())))
}

/// Returns the number of solutions of each row, at most 255, a byte each.
#[pyfunction]
pub(crate) fn count_rows<'py>(
    py: Python<'py>,
    rows: &[u8],
    limit: u8,
) -> PyResult<Bound<'py, PyBytes>> {
    let counted = py.detach(|| {
        let mut counts = Vec::with_capacity(rows.len() / CELLS);
        for_rows(rows, |board| {
            counts.push(count_of(board, limit.into()) as u8);
            Ok(())
        })?;
        Ok(counts)
    });
    let counts: Vec<u8> = counted.map_err(|error: String| refused(error))?;
    Ok(PyBytes::new(py, &counts))
}

/// Returns the canonical form of a puzzle, 81 characters, and its id.
#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, puzzle: &str) -> PyResult<(String, String)> {
    let board = board(puzzle)?;
    let form = py.detach(|| Ok(Canonical::of(&board, &only_solution(&board)?)));
    let form = form.map_err(|error: &str| refused(error))?;
    Ok((form.puzzle.to_string(), form.id().to_string()))
}

/// Returns the path of the human ladder as a JSON array of docs/steps.md.
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

/// Returns a hint as a JSON object of docs/steps.md.
#[pyfunction]
pub(crate) fn hint_json(
    py: Python<'_>,
    state: &str,
    givens: Option<&str>,
    uniqueness_techniques: bool,
) -> PyResult<String> {
    let play = Play {
        givens: givens.map(board).transpose()?,
        ..Play::new(board(state)?)
    };
    let hint = py.detach(|| Hint::new(&play, &ladder(uniqueness_techniques)));
    let hint = hint.map_err(refused)?;
    serde_json::to_string(&hint.object(HintLevel::All)).map_err(refused)
}
