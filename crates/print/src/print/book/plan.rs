//! Plans a book: decides the content of each page.

use super::captions::Captions;
use super::model::{Book, BookSection, PageKind};
use super::place::{self, Margins, Places};
use super::{BookJob, HintsAt, Puzzle, front, links, paths, worked};
use crate::print::{PrintError, SolutionsAt};
use std::collections::BTreeSet;

/// The maximum number of times that a book is planned. Each plan takes its margins and its table of contents from
/// the plan before it. So planning is repeated until two plans in a row are equal.
const TURNS: usize = 8;
/// The largest side, in cells, of grids that share a page by default. Larger grids get a page of their own.
const LARGEST_SHARING: usize = 12;

impl Book {
    pub(super) fn plan(
        job: BookJob,
        levels: &[String],
        mut puzzles: Vec<Puzzle>,
    ) -> Result<Self, PrintError> {
        if job.tells_steps() {
            paths::rate(&mut puzzles);
        }
        let hints = worked::hints_beneath(&job, &puzzles)?;
        let captions = Captions::of(&job, levels, &puzzles, hints);
        let pages = 2 * puzzles.len();
        let placed = placed(&job, &captions, 0).map_err(|error| {
            let fits = |job: &BookJob| placed(job, &captions, pages).is_ok();
            match (error, place::next_trim(&job, fits)) {
                (PrintError::Impossible(said), Some(trim)) => {
                    PrintError::Impossible(format!("{said}, such as {trim}"))
                }
                (error, _) => error,
            }
        });
        let (frame, places) = placed?;
        let per_page = places.grids.len();
        let mut book = Self {
            sections: sections(&job, levels, &puzzles),
            parts: worked::parts(&job, levels, &puzzles)?,
            pages: vec![(1, 1); puzzles.len()],
            hint_pages: Vec::new(),
            solutions_page: 1,
            remark: None,
            kinds: Vec::new(),
            levels: levels.to_vec(),
            solutions: None,
            frame,
            places,
            captions,
            puzzles,
            job,
        };
        front::find_examples(&mut book)?;
        for _ in 0..TURNS {
            let before = (book.kinds.clone(), book.frame);
            book.turn(per_page)?;
            if (&book.kinds, book.frame) == (&before.0, before.1) {
                break;
            }
        }
        book.check_pages()?;
        Ok(book)
    }

    /// Checks that the shop accepts the book's number of pages; the error says what to change.
    fn check_pages(&self) -> Result<(), PrintError> {
        let (job, pages) = (&self.job, self.kinds.len());
        let Err(refused) = job.shop.check_pages(job.trim, pages, job.stock) else {
            return Ok(());
        };
        if pages < job.shop.least_pages {
            let said =
                format!("{refused}: add puzzles, or put fewer on a page with --per-page 1 or 2");
            return Err(PrintError::Impossible(said));
        }
        // A twentieth is reserved for pages without grids.
        let most = job.shop.most_pages(job.trim, job.stock) * 19 / 20;
        let (volumes, puzzles) = (job.volumes * pages.div_ceil(most), self.puzzles.len());
        let levels: BTreeSet<usize> = self.puzzles.iter().map(|it| it.level).collect();
        let mut a_level = (puzzles * job.volumes * most / pages / levels.len()).max(1);
        let tens = 10_usize.pow(a_level.ilog10().saturating_sub(1));
        a_level -= a_level % tens;
        Err(PrintError::Impossible(format!(
            "{refused}: take fewer puzzles, with --per-level {a_level}, or more books, with --volumes {volumes}"
        )))
    }

    /// Plans all pages again, with `per_page` puzzles on a page. The margins are those for the number of pages in
    /// the previous plan.
    fn turn(&mut self, per_page: usize) -> Result<(), PrintError> {
        self.frame = Margins::of(&self.job, self.kinds.len());
        self.places = place::puzzles(&self.job, &self.captions, &self.frame, per_page)?;
        let mut kinds = front::matter(self)?;
        for n in 0..self.sections.len() {
            self.sections[n].page = kinds.len() + 1;
            kinds.extend(front::opener(self, n));
            let range = self.sections[n].puzzles.clone();
            for first in range.clone().step_by(per_page) {
                let on_page = first..(first + per_page).min(range.end);
                for puzzle in on_page.clone() {
                    self.pages[puzzle] = (kinds.len() + 1, kinds.len() + 1);
                }
                kinds.push(PageKind::Puzzles(on_page, n));
            }
        }
        for n in 0..self.parts.len() {
            worked::check_room(self)?;
            self.parts[n].page = kinds.len() + 1;
            kinds.extend(worked::pages(self, &self.parts[n]));
        }
        self.hint_pages = links::hint_pages(self, &kinds);
        self.solutions_page = kinds.len() + 1;
        if self.job.solutions == SolutionsAt::Back {
            let places = solutions(&self.job, &self.frame)?;
            let count = places.grids.len();
            self.solutions = Some(places);
            let all = 0..self.puzzles.len();
            for first in all.clone().step_by(count) {
                let on_page = first..(first + count).min(all.end);
                for puzzle in on_page.clone() {
                    self.pages[puzzle].1 = kinds.len() + 1;
                }
                kinds.push(PageKind::Solutions(on_page));
            }
        }
        kinds.extend(front::own(self, &self.job.back));
        if self.job.shop.last_blank {
            kinds.push(PageKind::Blank);
        }
        if self.job.shop.even && !kinds.len().is_multiple_of(2) {
            let at = kinds.len() - usize::from(self.job.shop.last_blank);
            kinds.insert(at, PageKind::Blank);
        }
        self.kinds = kinds;
        Ok(())
    }
}

/// Returns the margins of a book with this number of pages, and the places of the puzzles on a page. Fails if the
/// puzzles, or the solutions at the back, do not fit.
fn placed(
    job: &BookJob,
    captions: &Captions,
    pages: usize,
) -> Result<(Margins, Places), PrintError> {
    let frame = Margins::of(job, pages);
    let place = |count| place::puzzles(job, captions, &frame, count);
    let count = match job.per_page {
        Some(count) => count,
        None => {
            let is_giant = job.largest_side > LARGEST_SHARING;
            let is_beneath =
                job.solutions == SolutionsAt::Beneath || job.hints == Some(HintsAt::Beneath);
            let alone = job.large || is_giant || is_beneath;
            let most = if alone { 1 } else { job.shop.per_page };
            let counts: Vec<usize> = [6, 4, 2, 1].into_iter().filter(|n| *n <= most).collect();
            place::most(&counts, place)?
        }
    };
    let places = place(count)?;
    if job.solutions == SolutionsAt::Back {
        solutions(job, &frame)?;
    }
    Ok((frame, places))
}

/// Returns the places of solutions on a page at the back. By default, the page holds as many solutions as can be
/// printed large enough to read.
fn solutions(job: &BookJob, frame: &Margins) -> Result<Places, PrintError> {
    let fits = |count| place::solutions(job, frame, count);
    let count = match job.solutions_per_page {
        Some(count) => count,
        None => place::most(&[9, 6, 4, 2, 1], fits)?,
    };
    fits(count)
}

fn sections(job: &BookJob, levels: &[String], puzzles: &[Puzzle]) -> Vec<BookSection> {
    if job.ramp {
        return vec![BookSection {
            name: None,
            puzzles: 0..puzzles.len(),
            page: 1,
            example: None,
        }];
    }
    let mut sections = Vec::new();
    for (level, name) in levels.iter().enumerate() {
        let of_level = |puzzle: &&Puzzle| puzzle.level == level;
        let start = puzzles
            .iter()
            .take_while(|puzzle| puzzle.level < level)
            .count();
        let count = puzzles.iter().filter(of_level).count();
        if count > 0 {
            sections.push(BookSection {
                name: Some(job.texts.level(name)),
                puzzles: start..start + count,
                page: 1,
                example: None,
            });
        }
    }
    sections
}
