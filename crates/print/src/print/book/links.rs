//! The links of a book that is read on a screen: from the contents to sections, from a puzzle to its
//! solution, and from a solution to its puzzle.

use super::model::{Book, PageKind};
use super::sheets;
use crate::print::SolutionsAt;
use crate::print::canvas::{PageLink, Rect};
use crate::print::grid::Square;
use crate::print::prose;
use crate::print::read::{Fault, FoundLink};
use crate::print::texts::filled;

/// The minimum height of a link's area, in points, so that a finger can hit it (Apple's and Google's
/// guides ask for 44 and 48 pixels of 1/160 inch).
const FINGER: f64 = 22.0;

impl Book {
    /// Returns the links of the page with this number, from 1; empty if the book is for print.
    pub(in crate::print) fn links(&self, page: usize) -> Vec<PageLink> {
        let (job, texts) = (&self.job, &self.job.texts);
        if !job.shop.links {
            return Vec::new();
        }
        let corner = sheets::corner(self, page);
        let on_page = |n: usize| filled(&texts.page, &[("page", &n.to_string())]);
        match self.kinds.get(page - 1) {
            Some(PageKind::Prose(lines)) => {
                let sections = self.sections.iter().map(|section| section.page);
                let targets: Vec<usize> = sections.chain([self.solutions_page]).collect();
                let entries = prose::entries(lines).into_iter();
                let linked = entries.filter_map(|(y, words)| {
                    let target = targets.iter().find(|&&n| on_page(n) == words)?;
                    let area = Rect {
                        x: corner.0,
                        y: corner.1 + y - job.text_size(),
                        width: self.column().width,
                        height: job.text_size() * 1.4,
                    };
                    Some(link(area, *target, words.to_owned()))
                });
                linked.collect()
            }
            Some(PageKind::Puzzles(range, _)) if job.solutions == SolutionsAt::Back => {
                let places = range.clone().zip(&self.places.grids);
                let below = self.places.around.below.max(FINGER);
                let linked = places.map(|(n, square)| {
                    let target = self.pages[n].1;
                    let words = filled(&texts.solution_on, &[("page", &target.to_string())]);
                    let area = Rect {
                        x: corner.0 + square.x,
                        y: corner.1 + square.y + square.size + 2.0,
                        width: square.size,
                        height: below,
                    };
                    link(area, target, words)
                });
                linked.collect()
            }
            Some(PageKind::Solutions(range)) => {
                let places = self.solutions.iter().flat_map(|places| &places.grids);
                let linked = range.clone().zip(places).map(|(n, square)| {
                    let target = self.pages[n].0;
                    link(around(square, corner), target, on_page(target))
                });
                linked.collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the first pages of the sections and of the solutions, each with its name.
    pub(in crate::print) fn parts(&self) -> Vec<(usize, String)> {
        let texts = &self.job.texts;
        let sections = self.sections.iter().map(|section| {
            let (from, to) = (section.puzzles.start + 1, section.puzzles.end);
            let (from, to) = (from.to_string(), to.to_string());
            let range = filled(&texts.pages, &[("from", &from), ("to", &to)]);
            (section.page, section.name.clone().unwrap_or(range))
        });
        let has_back = self.job.solutions == SolutionsAt::Back;
        let solutions = has_back.then(|| (self.solutions_page, texts.solutions.clone()));
        sections.chain(solutions).collect()
    }

    /// Returns the puzzles or solutions of a page as text, each with its number.
    pub(in crate::print) fn words_of(&self, page: usize) -> String {
        let (range, is_solution) = match self.kinds.get(page - 1) {
            Some(PageKind::Puzzles(range, _)) => (range.clone(), false),
            Some(PageKind::Solutions(range)) => (range.clone(), true),
            _ => return self.title(),
        };
        let words = range.map(|n| {
            let puzzle = &self.puzzles[n];
            format!("{}: {}", n + 1, puzzle.content(is_solution).line())
        });
        words.collect::<Vec<_>>().join("; ")
    }

    /// Returns the differences between the links of a file and those of this book.
    pub(in crate::print) fn compare_links(&self, found: &[FoundLink]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for page in 1..=self.page_count() {
            let planned: Vec<usize> = self.links(page).iter().map(|it| it.page).collect();
            let found = found.iter().filter(|it| it.page == page);
            if planned != found.map(|it| it.target).collect::<Vec<_>>() {
                faults.push(Fault::new(page, "its links lead to other pages"));
            }
        }
        faults
    }
}

const fn link(area: Rect, page: usize, words: String) -> PageLink {
    PageLink { area, page, words }
}

/// Returns the area of a solution with the number above it.
fn around(square: &Square, (x, y): (f64, f64)) -> Rect {
    Rect {
        x: x + square.x,
        y: y + square.y - 4.0,
        width: square.size,
        height: square.size + 4.0,
    }
}
