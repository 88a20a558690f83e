//! Places the grids on pages with several days. A page shows today's puzzle above yesterday's solution, or a whole
//! week.

use super::{DayFile, DayPage, DayPrinter, DayPuzzle, PlacedDay, head_of};
use crate::print::PrintError;
use crate::print::grid::Square;

/// The side of yesterday's solution as a share of the side of today's puzzle.
const YESTERDAY: f64 = 0.6;
/// The type size of the words around a solution, relative to those around a puzzle.
const SMALLER: f64 = 0.85;
/// The height of the words above a grid, as a multiple of the base type size.
const ABOVE: f64 = 1.5;
/// The height of the words below a grid, as a multiple of the base type size.
const BELOW: f64 = 1.4;
/// The number of columns on a week's page.
const COLUMNS: usize = 2;
/// The number of rows on a week's page. Seven of the eight places hold grids, and the last is for the newspaper's
/// own text.
const ROWS: usize = 4;
/// The base type size of a week's page, relative to the base type size of a page that is as wide as one column.
const WEEK_WORDS: f64 = 0.75;
/// The margin of a week's page, as a share of the page's width.
const WEEK_EDGE: f64 = 1.0 / 24.0;

impl DayPrinter {
    /// Returns the two places in a newspaper's box for a day: first the place of the puzzle, then the place of the
    /// solution below it.
    fn box_squares(&self) -> [Square; 2] {
        let trim = self.box_trim;
        let (edge, head) = (trim.width / 40.0, head_of(trim.width));
        let words = (ABOVE + BELOW) * head * (1.0 + SMALLER) + head * 0.4;
        let room = trim.height - 2.0 * edge - words;
        let size = (trim.width - 2.0 * edge).min(room / (1.0 + YESTERDAY));
        let x = (trim.width - size) / 2.0;
        let y = edge + ABOVE * head;
        let below = y + size + BELOW * head + head * 0.4;
        [
            Square { x, y, size },
            Square {
                x,
                y: below + ABOVE * head * SMALLER,
                size: size * YESTERDAY,
            },
        ]
    }

    /// Returns the side of the smallest grid in a newspaper's box for a day.
    pub(super) fn box_side(&self) -> f64 {
        self.box_squares()[1].size
    }

    /// Returns the files of a day's box: its puzzle with the solution of the day before, if there is one.
    ///
    /// # Errors
    /// If a page does not contain what it should, which would be a bug in this program.
    pub fn box_files(
        &self,
        today: DayPuzzle<'_>,
        yesterday: Option<DayPuzzle<'_>>,
    ) -> Result<Vec<DayFile>, PrintError> {
        let [above, below] = self.box_squares();
        let head = head_of(self.box_trim.width);
        let mut days = vec![PlacedDay {
            day: today,
            is_solution: false,
            square: above,
            head,
            width: above.size,
        }];
        days.extend(yesterday.map(|day| PlacedDay {
            day,
            is_solution: true,
            square: below,
            head: head * SMALLER,
            width: above.size,
        }));
        self.rendered(&DayPage {
            day: today,
            kind: "box",
            trim: self.box_trim,
            days,
        })
    }

    /// Returns the places of a week's grids.
    fn week_squares(&self) -> Vec<Square> {
        let trim = self.week_trim;
        let (edge, head) = (trim.width * WEEK_EDGE, self.week_head());
        let slot = (trim.height - 2.0 * edge) / ROWS as f64;
        let widest = (trim.width - 3.0 * edge) / COLUMNS as f64;
        let size = (slot - head * (ABOVE + BELOW + 0.6)).min(widest);
        let apart = (trim.width - size * COLUMNS as f64) / (COLUMNS + 1) as f64;
        let place = |n: usize| Square {
            x: apart + (n % COLUMNS) as f64 * (size + apart),
            y: edge + (n / COLUMNS) as f64 * slot + head * ABOVE,
            size,
        };
        (0..COLUMNS * ROWS).map(place).collect()
    }

    fn week_head(&self) -> f64 {
        head_of(self.week_trim.width / COLUMNS as f64) * WEEK_WORDS
    }

    /// Returns the side of a week's grids.
    pub(super) fn week_side(&self) -> f64 {
        self.week_squares()[0].size
    }

    /// Returns the files of a week: a page with the puzzles and a page with their solutions. The files are named by
    /// the date of the first of `days`. There are no files if there are no days.
    ///
    /// # Errors
    /// If a page does not contain what it should, which would be a bug in this program.
    pub fn week_files(&self, days: &[DayPuzzle<'_>]) -> Result<Vec<DayFile>, PrintError> {
        let Some(&first) = days.first() else {
            return Ok(Vec::new());
        };
        let mut files = Vec::new();
        for (is_solution, kind) in [(false, "week"), (true, "week-solutions")] {
            let placed = days.iter().zip(self.week_squares());
            let days = placed.map(|(&day, square)| PlacedDay {
                day,
                is_solution,
                square,
                head: self.week_head(),
                width: square.size,
            });
            files.extend(self.rendered(&DayPage {
                day: first,
                kind,
                trim: self.week_trim,
                days: days.collect(),
            })?);
        }
        Ok(files)
    }
}
