//! Reads lists of puzzles of a layout whose puzzles have features of their own. A line has the puzzle, then its regions
//! (a letter for each cell) if the layout is a jigsaw, then its marks (`o` odd, `e` even, a dot for none) if even and
//! odd cells are marked, with a space or comma between. That is the form of the lists in packs.

use super::errors::UsageError;
use super::inputs::PuzzleReader;
use super::list::{ListItem, ListPuzzle};
use crate::config::ConfigError;
use crate::grid::text::{Alphabet, AnyBoard, Reading, TextError, shaped_line};
use crate::grid::{Board, CellFeatures, ExtraRule, Layout, Regions, RegionsError, ShapedBoard};
use crate::import::{EntryProblem, Format, ImportError, ReadOptions};
use crate::line::progress::counted;
use clap::Args;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, Read};
use std::path::PathBuf;

/// The most bytes of a line; a line with a puzzle, regions and marks of the largest board is shorter.
const MOST_BYTES: u64 = 1 << 16;

/// A puzzle of a list.
pub struct LayoutListPuzzle {
    /// The puzzle.
    pub board: ShapedBoard,
    /// Its regions and marks, if it has them.
    pub features: CellFeatures,
}

impl LayoutListPuzzle {
    /// Returns the line of the puzzle, with its regions and marks.
    pub fn line(&self) -> String {
        self.features.line(self.text())
    }
}

impl ListPuzzle for LayoutListPuzzle {
    fn text(&self) -> String {
        shaped_line(&self.board, Alphabet::One)
    }

    fn clues(&self) -> usize {
        self.board.clue_count()
    }

    fn nine(&self) -> Option<&Board> {
        None
    }
}

/// Returns a board of any size as one of a layout's boards.
pub fn shaped_board(board: AnyBoard) -> ShapedBoard {
    match board {
        AnyBoard::Nine(board) => ShapedBoard::from(&board),
        AnyBoard::Shaped(board) => board,
    }
}

/// The option for regions that all puzzles of a list have.
#[derive(Debug, Clone, Args)]
pub struct RegionsArgs {
    /// File with the regions of all puzzles of a jigsaw layout, so that lines need none: n lines of n letters
    #[arg(long, value_name = "FILE", requires = "layout")]
    regions: Option<PathBuf>,
}

impl RegionsArgs {
    /// Refuses a file of regions for lists of 9×9.
    pub fn refuse_nine(&self) -> Result<(), UsageError> {
        match &self.regions {
            None => Ok(()),
            Some(_) => Err(UsageError(ConfigError::RegionsAlone.to_string())),
        }
    }

    /// Reads the regions of all puzzles of a list, if a file of regions is named. Refuses options for reading that such
    /// lists don't know.
    pub fn read(
        &self,
        layout: Layout,
        options: ReadOptions,
    ) -> Result<Option<Regions>, UsageError> {
        let is_text = options.format.is_none_or(|format| format == Format::Text);
        if layout.has_features() && (options.lenient || !is_text) {
            let said = format!(
                "puzzles of {layout} are read from lines of text only (docs/layouts.md): leave out --lenient and --from-format"
            );
            return Err(UsageError(said));
        }
        let Some(file) = &self.regions else {
            return Ok(None);
        };
        let refuse = |why: &dyn std::fmt::Display| UsageError(format!("{}: {why}", file.display()));
        if !layout.has(ExtraRule::Jigsaw) {
            return Err(refuse(&format_args!("{layout} has no regions to draw")));
        }
        let text = fs::read_to_string(file).map_err(|error| refuse(&error))?;
        let regions: Regions = text.parse().map_err(|error| refuse(&error))?;
        match regions.side() == layout.side() {
            true => Ok(Some(regions)),
            false => Err(refuse(&format_args!(
                "these are regions of {0}x{0}, not of {layout}",
                regions.side()
            ))),
        }
    }
}

/// Returns the puzzles of a list with their regions and marks. `common` are the regions of lines that have none.
pub fn featured_boards(
    reader: PuzzleReader,
    layout: Layout,
    reading: Reading,
    common: Option<Regions>,
) -> impl Iterator<Item = ListItem<LayoutListPuzzle>> {
    let (mut reader, mut number) = (reader, 0);
    std::iter::from_fn(move || {
        loop {
            let mut line = Vec::new();
            match reader
                .by_ref()
                .take(MOST_BYTES)
                .read_until(b'\n', &mut line)
            {
                Err(error) => return Some(Err(error)),
                Ok(0) => return None,
                Ok(_) => {}
            }
            number += 1;
            let line = String::from_utf8_lossy(&line);
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let entry = entry((number, line), layout, reading, common.as_ref());
                return Some(Ok((number, entry)));
            }
        }
    })
}

/// Reads a line with its number.
fn entry(
    (number, line): (u64, &str),
    layout: Layout,
    reading: Reading,
    common: Option<&Regions>,
) -> Result<LayoutListPuzzle, ImportError> {
    let refuse = |why: String| ImportError::Entry {
        line: number,
        problem: EntryProblem::Notation(why),
    };
    let words: Vec<&str> = line
        .split([' ', '\t', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let has_regions = layout.has(ExtraRule::Jigsaw);
    let has_marks = layout.has(ExtraRule::EvenOdd);
    let own = usize::from(has_regions) + usize::from(has_marks);
    let leaves_out = common.is_some() && words.len() == own;
    if words.len() != own + 1 && !leaves_out {
        let expected = [("", true), (" REGIONS", has_regions), (" MARKS", has_marks)];
        let expected = expected.iter().filter(|(_, is_there)| *is_there);
        let expected: String = expected.map(|(word, _)| *word).collect();
        let found = counted(words.len() as u64, "word");
        return Err(refuse(format!(
            "expected PUZZLE{expected} of {layout}, found {found}"
        )));
    }
    let cells = layout.cells();
    let odd = words.iter().find(|word| word.chars().count() != cells);
    if let Some(word) = odd {
        let count = word.chars().count();
        return Err(refuse(format!(
            "{count} characters, and {layout} has {cells} cells"
        )));
    }
    let of_line = |error| TextError {
        line: number,
        ..error
    };
    let board = reading.one(words[0]).map_err(of_line)?;
    let regions = match has_regions && !leaves_out {
        true => {
            let regions: Result<Regions, RegionsError> = words[1].parse();
            Some(regions.map_err(|error| refuse(error.to_string()))?)
        }
        false => common.cloned(),
    };
    let marks = match has_marks {
        true => {
            let marks = CellFeatures::marks_of(words[words.len() - 1]);
            let why = "marks are o for odd, e for even and a dot for none";
            Some(marks.ok_or_else(|| refuse(why.to_owned()))?)
        }
        false => None,
    };
    Ok(LayoutListPuzzle {
        board: shaped_board(board),
        features: CellFeatures::new(regions, marks),
    })
}

/// Adds the regions and marks of a puzzle to the fields of an answer.
pub fn add_features(features: &CellFeatures, fields: &mut Value) {
    if let Some(regions) = features.regions() {
        fields["regions"] = regions.to_string().into();
    }
    if let Some(marks) = features.marks_line() {
        fields["marks"] = marks.into();
    }
}
