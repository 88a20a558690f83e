//! The calls for one puzzle, or for rows of 81 bytes: they solve puzzles, count solutions and compute canonical forms.

use super::arguments::{CallAnswer, CallArguments};
use std::num::NonZeroUsize;
use sudoku_engine::{Board, Canonical, count as count_of, solve as solve_of};

/// The number of cells of a board, which is also the number of bytes in a row.
const CELLS: usize = 81;

/// Returns the only solution of a board.
pub(super) fn only_solution(board: &Board) -> Result<Board, String> {
    let solved = solve_of(board, 2);
    match (solved.count, solved.first) {
        (1, Some(solution)) => Ok(solution),
        (0, _) => Err("no solution".to_owned()),
        _ => Err("more than one solution".to_owned()),
    }
}

/// Returns the digits of a board in reading order, 0 for a blank.
pub(super) fn values(board: &Board) -> impl Iterator<Item = u8> {
    let text = board.to_string().into_bytes().into_iter();
    text.map(|byte| byte.checked_sub(b'0').filter(|it| *it <= 9).unwrap_or(0))
}

pub(super) fn solve(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let solution = only_solution(&arguments.board()?)?;
    Ok(solution.to_string().into_bytes())
}

pub(super) fn count(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let board = arguments.board()?;
    let limit: NonZeroUsize = arguments.number("limit")?;
    Ok(count_of(&board, limit.get()).to_string().into_bytes())
}

/// Answers with the canonical form of a puzzle and its id, one per line.
pub(super) fn canonical(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let board = arguments.board()?;
    let form = Canonical::of(&board, &only_solution(&board)?);
    Ok(format!("{}\n{}", form.puzzle, form.id()).into_bytes())
}

/// Calls `make` with the board of each row and with a list to which `make` appends bytes, and answers with this list.
fn for_rows(
    rows: &[u8],
    mut make: impl FnMut(&Board, &mut Vec<u8>) -> Result<(), String>,
) -> CallAnswer {
    let (rows, rest) = rows.as_chunks::<CELLS>();
    if !rest.is_empty() {
        return Err("rows need 81 bytes each".to_owned());
    }
    let mut made = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let board = Board::from_values(*row);
        let board = board.ok_or_else(|| "a cell holds no digit of 0 to 9".to_owned());
        let added = board.and_then(|board| make(&board, &mut made));
        added.map_err(|error| format!("row {number}: {error}"))?;
    }
    Ok(made)
}

pub(super) fn solve_rows(arguments: &mut CallArguments<'_>) -> CallAnswer {
    for_rows(arguments.0, |board, made| {
        made.extend(values(&only_solution(board)?));
        Ok(())
    })
}

/// Answers with one byte per puzzle: the number of its solutions, at most the given limit. Each row of the input is a
/// puzzle.
pub(super) fn count_rows(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let limit: u8 = arguments.number("limit")?;
    for_rows(arguments.0, |board, made| {
        made.push(count_of(board, limit.into()) as u8);
        Ok(())
    })
}
