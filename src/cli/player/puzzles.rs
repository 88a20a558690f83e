//! Reads the puzzles that an argument names, and solves each puzzle.

use super::super::errors::{BadData, UsageError};
use super::super::inputs;
use super::super::rate::not_rated;
use crate::grid::Board;
use crate::solve::search;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A puzzle with its only solution.
pub(super) type SolvedPuzzle = (Board, Board);

/// Returns the puzzles of an argument with their solutions. The argument is a puzzle or the name of a file of puzzles
/// (`-` for standard input). Each puzzle must have exactly one solution.
pub(super) fn puzzles(argument: &str) -> anyhow::Result<Vec<SolvedPuzzle>> {
    if let Ok(puzzle) = argument.parse() {
        return Ok(vec![solved(puzzle, "the puzzle")?]);
    }
    let looks_like_one = argument.len() >= 60
        && argument
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    if looks_like_one {
        let length = argument.len();
        return Err(UsageError(format!("the puzzle has {length} characters, not 81")).into());
    }
    let mut puzzles = Vec::new();
    inputs::for_each_chunk(&[PathBuf::from(argument)], None, 1024, |chunk| {
        for input in chunk {
            let place = format!("{} line {}", input.source(), input.line);
            let wrong = |error| BadData(format!("{}: {error}", input.source()));
            puzzles.push(solved(
                input.board.as_ref().copied().map_err(wrong)?,
                &place,
            )?);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if puzzles.is_empty() {
        return Err(BadData(format!("{argument}: there is no puzzle in it")).into());
    }
    Ok(puzzles)
}

fn solved(puzzle: Board, place: &str) -> anyhow::Result<SolvedPuzzle> {
    let found = search::solve(&puzzle, 2);
    let why = not_rated(&puzzle, found.count);
    match found.first.filter(|_| found.count == 1) {
        Some(solution) => Ok((puzzle, solution)),
        None => Err(BadData(format!("{place}: {why}")).into()),
    }
}

/// Returns the puzzle of an argument with its solution. The argument is a puzzle or the name of a file, whose first
/// puzzle is returned.
pub(super) fn puzzle(argument: &str) -> anyhow::Result<SolvedPuzzle> {
    let first = puzzles(argument)?.into_iter().next();
    Ok(first.ok_or_else(|| BadData(format!("{argument}: there is no puzzle in it")))?)
}
