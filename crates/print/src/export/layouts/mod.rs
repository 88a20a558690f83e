//! Writes puzzles of layouts other than 9×9, in the formats that have room for them. The other formats are for 9×9
//! only: asking for one gives an error that names the format and the layout.

mod cnf;
mod formats;
mod links;
mod pencilmark;
mod text;

pub use formats::{LAYOUT_FORMATS, LayoutFormat, LayoutFormatError};
pub(super) use pencilmark::nine;

use crate::bucket::Scheme;
use crate::grid::text::{Alphabet, shaped_line};
use crate::grid::{CellFeatures, ExtraRule, Layout, LayoutHouses, Parity, Regions, ShapedBoard};
use crate::pack::LayoutRecord;

/// A puzzle of a layout, with all that is known about it.
#[derive(Debug, Clone, Copy)]
pub struct LayoutEntry<'a> {
    /// The layout.
    pub layout: Layout,
    /// The regions and marks of the puzzle, if it has them.
    pub features: &'a CellFeatures,
    /// The puzzle's number in its title, from 1. If all puzzles are from one pack, this number is the puzzle's
    /// place in the file of its level. Otherwise, the puzzles of the level or list are numbered as they are
    /// written.
    pub place: u64,
    /// The puzzle, with as many cells as the layout has.
    pub puzzle: &'a ShapedBoard,
    /// The unique solution; `None` if it is unknown or must not be shown.
    pub solution: Option<&'a ShapedBoard>,
    /// The puzzle's record in its pack, and the scheme of its level; `None` for a puzzle of a list.
    pub record: Option<(&'a LayoutRecord, &'a Scheme)>,
    /// The steps of the solving path as short texts, if they are shown; only JSON has a place for them.
    pub steps: Option<&'a [String]>,
}

/// A list of cells, such as the cells of a house that an extra rule adds. Each cell is given by its row and its column,
/// from 1.
type HouseCells = Vec<(usize, usize)>;

/// Returns the houses that the extra rules of a layout add, each with its rule.
fn extra_houses(layout: Layout) -> Vec<(ExtraRule, HouseCells)> {
    let (houses, side) = (LayoutHouses::new(layout), layout.side());
    let place = |&cell: &u16| (usize::from(cell) / side + 1, usize::from(cell) % side + 1);
    // The diagonals come before the windows.
    let diagonals = if layout.has(ExtraRule::Diagonals) {
        2
    } else {
        0
    };
    let plain = layout.shape().houses();
    let added = (plain..houses.len()).map(|house| {
        let rule = match house < plain + diagonals {
            true => ExtraRule::Diagonals,
            false => ExtraRule::Windows,
        };
        (rule, houses.cells_of(house).iter().map(place).collect())
    });
    added.collect()
}

impl LayoutEntry<'_> {
    /// Returns the name of the level, if it is known.
    fn level(&self) -> Option<&str> {
        self.record
            .map(|(record, scheme)| scheme.level_name(record.made.level))
    }

    /// Returns the title for readers, such as `chains 12`, or `12` if the level is unknown.
    fn title(&self) -> String {
        match self.level() {
            Some(level) => format!("{level} {}", self.place),
            None => self.place.to_string(),
        }
    }

    /// Returns the row and the column of each cell with this mark, from 1.
    fn marked(&self, parity: Parity) -> HouseCells {
        let side = self.layout.side();
        let cells =
            (0..self.layout.cells()).filter(|&cell| self.features.mark(cell) == Some(parity));
        cells
            .map(|cell| (cell / side + 1, cell % side + 1))
            .collect()
    }

    /// Returns the row and the column of each cell of each region, from 1; no regions if the puzzle has boxes.
    fn regions(&self) -> Vec<HouseCells> {
        let side = self.layout.side();
        let place = |cell: u16| (usize::from(cell) / side + 1, usize::from(cell) % side + 1);
        let members = self.features.regions().map(Regions::members);
        let regions = members.unwrap_or_default().into_iter();
        regions
            .map(|cells| cells.into_iter().map(place).collect())
            .collect()
    }

    /// Returns the puzzle as one line of text.
    fn line(&self) -> String {
        shaped_line(self.puzzle, Alphabet::One)
    }

    /// Returns the solution as one line of text, if it is shown.
    fn solution_line(&self) -> Option<String> {
        self.solution
            .map(|solution| shaped_line(solution, Alphabet::One))
    }
}
