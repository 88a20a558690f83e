//! Defines a puzzle in a list of puzzles of one layout, and reads and writes its line of text. The lists in packs
//! consist of such lines.
//!
//! A line holds the puzzle, then its regions (a letter for each cell) if the layout is a jigsaw, then its marks
//! (`o` for odd, `e` for even, a dot for no mark) if even and odd cells are marked. A space or comma separates
//! these parts.

use super::EntryProblem;
use crate::grid::text::{Alphabet, AnyBoard, Reading, shaped_line};
use crate::grid::{CellFeatures, ExtraRule, Layout, Parity, Regions, ShapedBoard};

/// A puzzle in a list of puzzles of one layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutListPuzzle {
    /// The puzzle.
    pub board: ShapedBoard,
    /// The puzzle's own regions and marks, if it has them.
    pub features: CellFeatures,
}

impl LayoutListPuzzle {
    /// Returns the puzzle as one line of text, with its regions and marks.
    pub fn line(&self) -> String {
        self.features.line(shaped_line(&self.board, Alphabet::One))
    }
}

/// The layout of all puzzles in a list, with the alphabet and regions that its entries may leave out.
#[derive(Debug, Clone)]
pub struct LayoutList {
    /// The layout.
    pub layout: Layout,
    /// The alphabet of the cells; `None` for [`Alphabet::One`].
    pub alphabet: Option<Alphabet>,
    /// The regions of puzzles whose entries name none, if the layout is a jigsaw.
    pub regions: Option<Regions>,
}

impl From<Layout> for LayoutList {
    fn from(layout: Layout) -> Self {
        Self {
            layout,
            alphabet: None,
            regions: None,
        }
    }
}

/// The marks of all cells of a puzzle.
pub(super) type CellMarks = Vec<Option<Parity>>;

/// Converts a board of any size to a [`ShapedBoard`].
pub(super) fn shaped(board: AnyBoard) -> ShapedBoard {
    match board {
        AnyBoard::Nine(board) => ShapedBoard::from(&board),
        AnyBoard::Shaped(board) => board,
    }
}

impl LayoutList {
    /// Returns the settings for reading the cells of puzzles: the shape of the boxes, and the alphabet.
    pub(super) fn reading(&self) -> Reading {
        Reading {
            shape: Some(self.layout.shape()),
            alphabet: self.alphabet,
        }
    }

    /// Reads the cells of a puzzle in a field.
    fn board(&self, text: &str) -> Result<ShapedBoard, EntryProblem> {
        let (wanted, found) = (self.layout.cells(), text.chars().count());
        if wanted != found {
            let said = format!("expected {wanted} cells, found {found}");
            return Err(EntryProblem::Notation(said));
        }
        let board = self.reading().one(text).map(shaped);
        board.map_err(|error| {
            let (column, expected, found) = (error.column, error.expected, error.found);
            EntryProblem::Notation(format!("cell {column}: expected {expected}, found {found}"))
        })
    }

    /// Returns a puzzle with the regions and marks of its entry, which are `None` if the entry has none. A jigsaw
    /// without regions gets those of the list. Returns an error if regions or marks that the layout needs are still
    /// missing, or have the wrong size.
    pub(super) fn puzzle(
        &self,
        board: ShapedBoard,
        regions: Option<Regions>,
        marks: Option<CellMarks>,
    ) -> Result<LayoutListPuzzle, EntryProblem> {
        let layout = self.layout;
        let regions = match layout.has(ExtraRule::Jigsaw) {
            true => Some(regions.or_else(|| self.regions.clone()).ok_or_else(|| {
                let said = format!("no regions for a puzzle of {layout}");
                EntryProblem::Notation(said)
            })?),
            false => None,
        };
        let marks = match layout.has(ExtraRule::EvenOdd) {
            true => Some(marks.ok_or_else(|| {
                EntryProblem::Notation(format!("no marks for a puzzle of {layout}"))
            })?),
            false => None,
        };
        let side = layout.side();
        if let Some(found) = regions.as_ref().map(Regions::side).filter(|it| *it != side) {
            let said = format!("regions of {found}x{found}, not of {layout}");
            return Err(EntryProblem::Notation(said));
        }
        let cells = layout.cells();
        if let Some(found) = marks.as_ref().map(Vec::len).filter(|it| *it != cells) {
            let said = format!("{found} marks, and {layout} has {cells} cells");
            return Err(EntryProblem::Notation(said));
        }
        Ok(LayoutListPuzzle {
            board,
            features: CellFeatures::new(regions, marks),
        })
    }

    /// Reads a puzzle from texts: its cells, and its regions and marks if the entry has them.
    pub(super) fn of_texts(
        &self,
        cells: &str,
        regions: Option<&str>,
        marks: Option<&str>,
    ) -> Result<LayoutListPuzzle, EntryProblem> {
        let board = self.board(cells)?;
        let read = |text: &str| text.parse::<Regions>();
        let regions = regions.map(read).transpose();
        let regions = regions.map_err(|error| EntryProblem::Notation(error.to_string()))?;
        let marks = marks.map(marks_of).transpose()?;
        self.puzzle(board, regions, marks)
    }

    /// Reads a line that holds a puzzle, with its regions and marks.
    pub(super) fn line(&self, line: &str) -> Result<LayoutListPuzzle, EntryProblem> {
        let line = line.split('#').next().unwrap_or_default();
        let words = line.split([' ', '\t', ',']);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        self.words(&words)
    }

    /// Reads a puzzle from words or fields: the puzzle's cells, then its regions unless they are left out, then its
    /// marks.
    pub(super) fn words(&self, words: &[&str]) -> Result<LayoutListPuzzle, EntryProblem> {
        let layout = self.layout;
        let has_regions = layout.has(ExtraRule::Jigsaw);
        let has_marks = layout.has(ExtraRule::EvenOdd);
        let own = usize::from(has_regions) + usize::from(has_marks);
        let leaves_out = self.regions.is_some() && words.len() == own;
        if words.len() != own + 1 && !leaves_out {
            let regions = if has_regions { " REGIONS" } else { "" };
            let marks = if has_marks { " MARKS" } else { "" };
            let said = format!(
                "expected PUZZLE{regions}{marks} of {layout}, found {}",
                match words.len() {
                    1 => "1 word".to_owned(),
                    count => format!("{count} words"),
                }
            );
            return Err(EntryProblem::Notation(said));
        }
        let cells = layout.cells();
        let odd = words.iter().find(|word| word.chars().count() != cells);
        if let Some(word) = odd {
            let count = word.chars().count();
            let said = format!("{count} characters, and {layout} has {cells} cells");
            return Err(EntryProblem::Notation(said));
        }
        let regions = (has_regions && !leaves_out).then(|| words[1]);
        let marks = has_marks.then(|| words[words.len() - 1]);
        self.of_texts(words[0], regions, marks)
    }
}

/// Reads the marks of all cells: `o` for odd, `e` for even and a dot for none.
fn marks_of(text: &str) -> Result<CellMarks, EntryProblem> {
    let why = "marks are o for odd, e for even and a dot for none";
    CellFeatures::marks_of(text).ok_or_else(|| EntryProblem::Notation(why.to_owned()))
}
