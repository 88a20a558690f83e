//! Finds the ids of puzzles that people name. A name is an id, or the puzzle itself in any form (turned, mirrored,
//! relabelled). A puzzle with regions or marks can be named only by its id.

use super::errors::{BadData, UsageError};
use super::layout_list::{LayoutSolution, LayoutWorker};
use crate::grid::text::{AnyBoard, Reading};
use crate::grid::{Board, Canonical, Layout, PuzzleId, ShapedBoard};
use crate::layouts::LayoutKit;
use crate::solve::search;
use anyhow::Context;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// A finder of puzzle ids, for puzzles of one layout.
pub struct PuzzleIds {
    /// The layout of the puzzles; `None` for plain 9×9.
    layout: Option<Layout>,
}

impl PuzzleIds {
    /// Creates a finder for puzzles of `layout`, or of plain 9×9 if `layout` is `None`.
    pub fn new(layout: Option<Layout>) -> Self {
        let layout = layout.filter(|it| *it != Layout::NINE);
        Self { layout }
    }

    /// Returns the ids of the puzzles in a file, or in standard input for `-`. The first word of each line is an id or
    /// a puzzle. A file without any is an error.
    pub fn of_file(&self, file: &Path) -> anyhow::Result<Vec<PuzzleId>> {
        let mut text = String::new();
        match file.as_os_str() == "-" {
            true => io::stdin().read_to_string(&mut text),
            false => fs::File::open(file).and_then(|mut file| file.read_to_string(&mut text)),
        }
        .with_context(|| format!("cannot read {}", file.display()))?;
        // Some programs begin a text with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut words = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let word = line.split([',', ';', '\t', ' ', '#']).next();
            let word = word.unwrap_or_default().trim_matches('"');
            // Skips the header of a table.
            if word.is_empty() || (number == 1 && word == "id") {
                continue;
            }
            words.push((number, word));
        }
        let ids = self.of_each(words, |number, why| {
            BadData(format!("{}, line {number}: {why}", file.display()))
        })?;
        match ids.is_empty() {
            true => Err(BadData(format!("{}: no id and no puzzle in it", file.display())).into()),
            false => Ok(ids),
        }
    }

    /// Returns the ids for words that are ids or puzzles.
    pub fn of_words(&self, words: &[String]) -> anyhow::Result<Vec<PuzzleId>> {
        let words = (1..).zip(words.iter().map(String::as_str)).collect();
        Ok(self.of_each(words, |_, why| UsageError(why))?)
    }

    /// Returns the ids for words that are ids or puzzles. Each word is paired with a number, such as its line number.
    /// For a wrong word, `refuse` makes the error from this number and the reason.
    fn of_each<E>(
        &self,
        words: Vec<(usize, &str)>,
        refuse: impl Fn(usize, String) -> E,
    ) -> Result<Vec<PuzzleId>, E> {
        let is_puzzle = |word: &str| word.parse::<PuzzleId>().is_err();
        // The houses of a layout are computed only if a word is a puzzle.
        let layout = self
            .layout
            .filter(|_| words.iter().any(|it| is_puzzle(it.1)));
        let first = words.iter().find(|it| is_puzzle(it.1));
        if let Some((layout, &(number, _))) = layout.zip(first)
            && layout.has_features()
        {
            let why = format!("puzzles of {layout} are named by their ids only");
            return Err(refuse(number, why));
        }
        let kit = layout.map(LayoutKit::new);
        let mut worker = kit.as_ref().map(LayoutWorker::new);
        let ids = words.into_iter().map(|(number, word)| {
            let id = match (word.parse().ok(), &mut worker) {
                (Some(id), _) => Ok(id),
                (None, None) => id_of_nine(word),
                (None, Some(worker)) => id_of_layout(word, worker),
            };
            id.map_err(|why| refuse(number, why))
        });
        ids.collect()
    }
}

/// Returns the id of a 9×9 puzzle.
fn id_of_nine(word: &str) -> Result<PuzzleId, String> {
    let expected = "write an id (32 hexadecimal digits) or a puzzle (81 characters)";
    let puzzle: Board = word
        .parse()
        .map_err(|_| format!("{word:?} is no puzzle: {expected}"))?;
    let solved = search::solve(&puzzle, 2);
    match solved.first.filter(|_| solved.count == 1) {
        Some(solution) => Ok(Canonical::of(&puzzle, &solution).id()),
        None => Err(format!("{word} has no single solution, and so no id")),
    }
}

/// Returns the id of a puzzle of the worker's layout.
fn id_of_layout(word: &str, worker: &mut LayoutWorker<'_>) -> Result<PuzzleId, String> {
    let layout = worker.layout();
    let reading = Reading {
        shape: Some(layout.shape()),
        alphabet: None,
    };
    let puzzle = match reading.one(word) {
        Ok(AnyBoard::Nine(board)) => ShapedBoard::from(&board),
        Ok(AnyBoard::Shaped(board)) => board,
        Err(_) => {
            let cells = layout.cells();
            return Err(format!(
                "{word:?} is no puzzle of {layout}: write an id (32 hexadecimal digits) or a puzzle ({cells} characters)"
            ));
        }
    };
    match worker.solution(&puzzle) {
        LayoutSolution::Only(solution) => Ok(worker.id(&puzzle, &solution)),
        LayoutSolution::Other(..) => Err(format!("{word} has no single solution, and so no id")),
    }
}
