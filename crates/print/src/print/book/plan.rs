//! What stands on which page.

use super::captions::Captions;
use super::place::{self, Frame, Places};
use super::{Job, Puzzle, front, sheets, title};
use crate::grid::PuzzleId;
use crate::print::pdf::{About, PdfFile};
use crate::print::pen::Pen;
use crate::print::prose::{Column, Placed};
use crate::print::read::{self, Fault, Found};
use crate::print::{Canvas, PrintError, Shop, SolutionsAt, preflight};
use std::collections::BTreeSet;

/// The plan is made again at most so often: each turn can only move things on.
const TURNS: usize = 8;
/// How long a line of text may be, in type sizes.
const LONGEST_LINE: f64 = 38.0;
/// More faults are not told.
const MOST_FAULTS: usize = 3;

/// A page, by what is on it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Title(Vec<title::Line>),
    Imprint(Vec<Placed>),
    Prose(Vec<Placed>),
    /// So many puzzles from this one on; the section is told at the top.
    Puzzles(std::ops::Range<usize>, usize),
    Solutions(std::ops::Range<usize>),
    Blank,
}

/// Puzzles of one level; of a newspaper, all of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    /// What it is called; nothing in a newspaper.
    pub(super) name: Option<String>,
    pub(super) puzzles: std::ops::Range<usize>,
    /// The page on which it begins.
    pub(super) page: usize,
}

/// A planned book.
#[derive(Debug)]
pub struct Book {
    pub(super) job: Job,
    pub(super) puzzles: Vec<Puzzle>,
    /// The name of each level, from the easiest.
    pub(super) levels: Vec<String>,
    pub(super) sections: Vec<Section>,
    pub(super) kinds: Vec<Kind>,
    pub(super) frame: Frame,
    pub(super) places: Places,
    pub(super) captions: Captions,
    pub(super) solutions: Option<Places>,
    /// By puzzle, from 0: its page and its solution's, from 1.
    pub(super) pages: Vec<(usize, usize)>,
    /// Where the solutions begin.
    pub(super) solutions_page: usize,
    /// The message about its weeks.
    pub(super) remark: Option<String>,
}

/// Where a puzzle came to stand.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Line {
    /// Its running number.
    pub number: usize,
    /// Its id.
    pub id: String,
    /// Its page.
    pub page: usize,
    /// Its solution's page.
    pub solution_page: usize,
    /// Its level's name.
    pub level: String,
}

impl Book {
    pub(super) fn plan(
        job: Job,
        levels: &[String],
        puzzles: Vec<Puzzle>,
    ) -> Result<Self, PrintError> {
        let captions = Captions::of(&job, levels, &puzzles);
        let pages = 2 * puzzles.len();
        let placed = placed(&job, &captions, 0).map_err(|error| {
            let fits = |job: &Job| placed(job, &captions, pages).is_ok();
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
            pages: vec![(1, 1); puzzles.len()],
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

    /// Checks that the shop takes so many pages; the error says what to change.
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
        // A twentieth is for pages that are not grids.
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

    /// Plans anew by what the last plan came to.
    fn turn(&mut self, per_page: usize) -> Result<(), PrintError> {
        self.frame = Frame::of(&self.job, self.kinds.len());
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
                kinds.push(Kind::Puzzles(on_page, n));
            }
        }
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
                kinds.push(Kind::Solutions(on_page));
            }
        }
        kinds.extend(front::own(self, &self.job.back));
        if self.job.shop.last_blank {
            kinds.push(Kind::Blank);
        }
        if self.job.shop.even && !kinds.len().is_multiple_of(2) {
            let at = kinds.len() - usize::from(self.job.shop.last_blank);
            kinds.insert(at, Kind::Blank);
        }
        self.kinds = kinds;
        Ok(())
    }

    /// How many pages it has.
    pub fn page_count(&self) -> usize {
        self.kinds.len()
    }

    /// What was ordered.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the message about its weeks to show before it is printed: the level that ends them,
    /// and the puzzles left out.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// What its puzzles are called, by their numbers.
    pub fn ids(&self) -> impl Iterator<Item = PuzzleId> + '_ {
        self.puzzles.iter().map(|puzzle| puzzle.id)
    }

    /// Where each puzzle stands, by its number.
    pub fn lines(&self) -> Vec<Line> {
        let all = (1..).zip(&self.puzzles).zip(&self.pages);
        all.map(|((number, puzzle), &(page, solution_page))| Line {
            number,
            id: puzzle.id.to_string(),
            page,
            solution_page,
            level: self.levels.get(puzzle.level).cloned().unwrap_or_default(),
        })
        .collect()
    }

    /// Draws a page, from 1.
    pub fn draw(&self, page: usize, canvas: &mut dyn Canvas) {
        let mut pen = Pen {
            canvas,
            fonts: &self.job.fonts,
        };
        sheets::draw(self, page, &mut pen);
    }

    /// The boxes of a page, from 1.
    pub fn sheet(&self, page: usize) -> crate::print::Sheet {
        sheets::sheet(&self.job, page)
    }

    /// The PDF, read back: what is not printed as planned, or what the shop would refuse, is an error.
    ///
    /// # Errors
    /// What the reader found.
    pub fn pdf(&self) -> Result<Vec<u8>, PrintError> {
        let mut file = PdfFile::new(&self.job.fonts, self.job.standard);
        for page in 1..=self.kinds.len() {
            file.page(&self.sheet(page), |canvas| {
                self.draw(page, canvas);
                Ok::<(), PrintError>(())
            })?;
        }
        let job = &self.job;
        let bytes = file.finish(&About {
            title: title::with_volume(job),
            author: job.author.clone(),
            date: job.date,
            condition: match job.shop.preset {
                crate::print::Preset::Press => "FOGRA39",
                _ => "CGATS TR 001",
            },
            made_for: Some((job.shop.preset, job.stock)),
        })?;
        // What was ordered beyond the shop's habits was ordered on purpose.
        let shop = Shop {
            standard: job.standard,
            marks: job.marks || job.shop.marks,
            ..job.shop
        };
        let (checked, found) = preflight::check_and_read(&bytes, &shop, job.stock)?;
        let mut faults = self.compare(&found);
        faults.extend(checked.faults);
        match faults.is_empty() {
            true => Ok(bytes),
            false => {
                let said: Vec<String> = faults
                    .iter()
                    .take(MOST_FAULTS)
                    .map(Fault::to_string)
                    .collect();
                Err(PrintError::ReadBack(said.join("; ")))
            }
        }
    }

    /// What a file says otherwise than this book.
    ///
    /// # Errors
    /// If it is no PDF that can be read.
    pub fn check(&self, file: &[u8]) -> Result<Vec<Fault>, PrintError> {
        Ok(self.compare(&read::grids(file)?))
    }

    fn compare(&self, found: &[Found]) -> Vec<Fault> {
        let planned = self.puzzles.iter().zip(&self.pages);
        let planned = (1..)
            .zip(planned)
            .map(|(number, (puzzle, &(page, solution_page)))| read::Planned {
                number,
                page,
                solution_page,
                short_id: puzzle.short_id(),
                puzzle: puzzle.puzzle,
                solution: puzzle.solution,
            });
        read::compare(found, &planned.collect::<Vec<_>>())
    }

    pub(super) fn column(&self) -> Column {
        let (width, height) = self.frame.area(&self.job);
        let (_, foot) = place::running(&self.job);
        Column {
            // Longer lines are hard to follow.
            width: width.min(LONGEST_LINE * place::text_size(&self.job)),
            height: height - foot,
            size: place::text_size(&self.job),
            least: self.job.least_text(),
            least_line: self.job.shop.least_line,
            spaces: self.job.texts.spaces,
        }
    }
}

/// Margins and places of a book of so many pages.
fn placed(job: &Job, captions: &Captions, pages: usize) -> Result<(Frame, Places), PrintError> {
    let frame = Frame::of(job, pages);
    let place = |count| place::puzzles(job, captions, &frame, count);
    let count = match job.per_page {
        Some(count) => count,
        None => {
            let alone = job.large || job.solutions == SolutionsAt::Beneath;
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

/// The places of solutions at the back, as many a page as can be read if nothing is said.
fn solutions(job: &Job, frame: &Frame) -> Result<Places, PrintError> {
    let fits = |count| place::solutions(job, frame, count);
    let count = match job.solutions_per_page {
        Some(count) => count,
        None => place::most(&[9, 6, 4, 2, 1], fits)?,
    };
    fits(count)
}

fn sections(job: &Job, levels: &[String], puzzles: &[Puzzle]) -> Vec<Section> {
    if job.ramp {
        return vec![Section {
            name: None,
            puzzles: 0..puzzles.len(),
            page: 1,
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
            sections.push(Section {
                name: Some(job.texts.level(name)),
                puzzles: start..start + count,
                page: 1,
            });
        }
    }
    sections
}
