//! A planned book: its puzzles, its sections, and the content of each page.

use super::captions::Captions;
use super::goals::goals;
use super::paths::TechniqueExample;
use super::place::{self, Margins, Places};
use super::{BookJob, Puzzle};
use crate::grid::PuzzleId;
use crate::print::pen::Style;
use crate::print::prose::{PlacedLine, ProseBlock, TextColumn};

/// The maximum length of a line of text, as a multiple of the type size.
const LONGEST_LINE: f64 = 38.0;

/// A centred line of the title page, with the position of its baseline.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TitleLine {
    pub(super) y: f64,
    pub(super) part: TitlePart,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum TitlePart {
    Words(Style, String),
    /// A thin line of this length, in points.
    Rule(f64),
}

/// The kind of a page, with the page's content.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PageKind {
    Title(Vec<TitleLine>),
    Imprint(Vec<PlacedLine>),
    Prose(Vec<PlacedLine>),
    /// The puzzles in this range, and the index of their section. The section's name is printed at the top of the page.
    Puzzles(std::ops::Range<usize>, usize),
    Solutions(std::ops::Range<usize>),
    /// The name of a part that shows solving steps, printed at the top of the page, and the columns of its text.
    Columns(String, Vec<Vec<PlacedLine>>),
    Blank,
}

/// A section: the puzzles of one level or, in a book arranged in weeks, all puzzles.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BookSection {
    /// The name of the section; `None` in a book arranged in weeks.
    pub(super) name: Option<String>,
    pub(super) puzzles: std::ops::Range<usize>,
    /// The page where the section begins.
    pub(super) page: usize,
    /// An example of a step, from one of the section's puzzles.
    pub(super) example: Option<TechniqueExample>,
}

/// A part of a book that shows solving steps: worked puzzles, techniques or hints.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StepPart {
    /// The name of the part, for the contents and the top of its pages.
    pub(super) name: String,
    pub(super) blocks: Vec<ProseBlock>,
    /// The page on which the part begins.
    pub(super) page: usize,
}

/// A planned book.
#[derive(Debug)]
pub struct Book {
    pub(super) job: BookJob,
    pub(super) puzzles: Vec<Puzzle>,
    /// The name of each level, from the easiest.
    pub(super) levels: Vec<String>,
    pub(super) sections: Vec<BookSection>,
    pub(super) kinds: Vec<PageKind>,
    pub(super) frame: Margins,
    pub(super) places: Places,
    pub(super) captions: Captions,
    pub(super) solutions: Option<Places>,
    /// The page of each puzzle and of its solution, from 1, by the puzzle's index.
    pub(super) pages: Vec<(usize, usize)>,
    /// The pages of the three hints of each puzzle, by the puzzle's index; empty if no links lead to hints.
    pub(super) hint_pages: Vec<[usize; 3]>,
    /// The first page of the solutions at the back.
    pub(super) solutions_page: usize,
    /// The parts that show solving steps: worked puzzles, techniques and hints.
    pub(super) parts: Vec<StepPart>,
    /// The message about the weeks into which the puzzles are arranged; `None` for a book without weeks, or if
    /// there is nothing to report.
    pub(super) remark: Option<String>,
}

/// A line of the list of a book's puzzles. It describes one puzzle, with the pages of the puzzle and of its solution.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ContentsLine {
    /// The puzzle's running number.
    pub number: usize,
    /// The puzzle's id.
    pub id: String,
    /// The puzzle's page.
    pub page: usize,
    /// The solution's page.
    pub solution_page: usize,
    /// The level's name.
    pub level: String,
}

impl Book {
    /// Returns the number of pages.
    pub fn page_count(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the settings of the book.
    pub fn job(&self) -> &BookJob {
        &self.job
    }

    /// Returns the message to show before a book arranged in weeks is printed. The message says which level's
    /// puzzles are used up first, and how many puzzles are left out of the book. `None` if there is nothing to
    /// report, as for a book without weeks.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Returns the puzzles, in the order of their numbers.
    pub(in crate::print) fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Returns the default text for the back cover: a summary of the book.
    pub(in crate::print) fn back_words(&self) -> String {
        let texts = &self.job.texts;
        let printed = texts.counted(&texts.printed, self.puzzles.len());
        format!(
            "{}\n\n{printed}",
            goals(&self.job, &self.puzzles).join("\n\n")
        )
    }

    /// Returns the ids of the puzzles, in the order of their numbers.
    pub fn ids(&self) -> impl Iterator<Item = PuzzleId> + '_ {
        self.puzzles.iter().map(|puzzle| puzzle.id)
    }

    /// Returns the list of the book's puzzles with their pages, in the order of the puzzles' numbers.
    pub fn lines(&self) -> Vec<ContentsLine> {
        let all = (1..).zip(&self.puzzles).zip(&self.pages);
        all.map(|((number, puzzle), &(page, solution_page))| ContentsLine {
            number,
            id: puzzle.id.to_string(),
            page,
            solution_page,
            level: self.levels.get(puzzle.level).cloned().unwrap_or_default(),
        })
        .collect()
    }

    pub(super) fn column(&self) -> TextColumn {
        let (width, height) = self.frame.area(&self.job);
        let (_, foot) = place::running(&self.job);
        TextColumn {
            // Longer lines are hard to follow.
            width: width.min(LONGEST_LINE * self.job.text_size()),
            height: height - foot,
            size: self.job.text_size(),
            least: self.job.least_text(),
            least_line: self.job.shop.least_line,
            spaces: self.job.texts.spaces,
        }
    }
}
