//! The links of a book that is read on a screen.
//!
//! The contents lead to sections and parts. A puzzle leads to its first hint and to its solution, and the solution
//! leads back to the puzzle. Each hint leads to its puzzle and to the next hint. The last hint leads to the
//! solution.

use super::model::{Book, PageKind};
use super::{captions, place, sheets, worked};
use crate::print::SolutionsAt;
use crate::print::canvas::{PageLink, Rect};
use crate::print::grid::Square;
use crate::print::prose::{self, PlacedLine};
use crate::print::read::{Fault, FoundLink};
use crate::print::texts::filled;

/// The minimum height of a link's area, in points, so that a finger can hit the link. Apple's guide recommends 44
/// units and Google's guide 48 units; on a phone, a unit is about 1/160 inch.
const FINGER: f64 = 22.0;

type Corner = (f64, f64);

impl Book {
    /// Returns the links of the page with this number, from 1; none if the book is not read on a screen.
    pub(in crate::print) fn links(&self, page: usize) -> Vec<PageLink> {
        if !self.job.shop.links {
            return Vec::new();
        }
        let corner = sheets::corner(self, page);
        match self.kinds.get(page - 1) {
            Some(PageKind::Prose(lines)) => self.contents_links(lines, corner),
            Some(PageKind::Puzzles(range, _)) => {
                let places = range.clone().zip(&self.places.grids);
                let links = places.map(|(n, square)| self.puzzle_links(n, square, corner));
                links.flatten().collect()
            }
            Some(PageKind::Solutions(range)) => {
                let places = self.solutions.iter().flat_map(|places| &places.grids);
                let linked = range.clone().zip(places).map(|(n, square)| {
                    let target = self.pages[n].0;
                    link(around(square, corner), target, self.on_page(target))
                });
                linked.collect()
            }
            Some(PageKind::Columns(_, columns)) => self.hint_links(page, columns, corner),
            _ => Vec::new(),
        }
    }

    fn on_page(&self, page: usize) -> String {
        filled(&self.job.texts.page, &[("page", &page.to_string())])
    }

    fn on_hint_page(&self, page: usize) -> String {
        let texts = &self.job.texts;
        format!("{}{}{}", texts.hints, texts.separator, self.on_page(page))
    }

    fn on_solution_page(&self, page: usize) -> String {
        let page = page.to_string();
        filled(&self.job.texts.solution_on, &[("page", &page)])
    }

    /// Returns the links from the table of contents to the sections, the parts and the solutions. `lines` are the
    /// lines of a page, and `corner` is the upper left corner of its text area.
    fn contents_links(&self, lines: &[PlacedLine], corner: Corner) -> Vec<PageLink> {
        let size = self.job.text_size();
        let targets = self.parts().into_iter().map(|(page, _)| page);
        let targets: Vec<usize> = targets.collect();
        let entries = prose::entries(lines).into_iter();
        let linked = entries.filter_map(|(y, words)| {
            let target = targets.iter().find(|&&n| self.on_page(n) == words)?;
            let area = Rect {
                x: corner.0,
                y: corner.1 + y - size,
                width: self.column().width,
                height: size * 1.4,
            };
            Some(link(area, *target, words.to_owned()))
        });
        linked.collect()
    }

    /// Returns the links on the text below the puzzle with index `n`: to its first hint and to its solution. A link
    /// is left out if its target is not at the back of the book. The links are side by side if the text is on one
    /// line; otherwise, one is below the other.
    fn puzzle_links(&self, n: usize, square: &Square, corner: Corner) -> Vec<PageLink> {
        let mut targets = Vec::with_capacity(2);
        if let Some(&[first, ..]) = self.hint_pages.get(n) {
            targets.push((first, self.on_hint_page(first)));
        }
        if self.job.solutions == SolutionsAt::Back {
            let page = self.pages[n].1;
            targets.push((page, self.on_solution_page(page)));
        }
        let around = &self.places.around;
        let widest = self.page_count().to_string();
        let id = self.puzzles[n].short_id();
        let notes = captions::notes(&self.job, &id, [&widest; 2], self.places.beside);
        let is_line = captions::lines(&self.job, &notes, around, square.size).len() == 1;
        let count = targets.len().max(1) as f64;
        let (width, height) = match is_line {
            true => (square.size / count, around.below.max(FINGER)),
            false => (square.size, around.below.max(FINGER * count) / count),
        };
        let places = (0..).zip(targets).map(|(n, (target, words))| {
            let along = f64::from(n);
            let (right, down) = if is_line { (along, 0.0) } else { (0.0, along) };
            let area = Rect {
                x: corner.0 + square.x + right * width,
                y: corner.1 + square.y + square.size + 2.0 + down * height,
                width,
                height,
            };
            link(area, target, words)
        });
        places.collect()
    }

    /// Returns the links of a page of hints; none if these columns hold no hints. The number of a hint leads to the
    /// hint's puzzle. The words of a hint lead to the puzzle's next hint or, after the last hint, to the puzzle's
    /// solution.
    fn hint_links(
        &self,
        page: usize,
        columns: &[Vec<PlacedLine>],
        corner: Corner,
    ) -> Vec<PageLink> {
        let on_earlier = |hint: &usize| *hint < page;
        let earlier = (0..3).flat_map(|grade| self.hint_pages.iter().map(move |it| it[grade]));
        let earlier = earlier.filter(on_earlier).count();
        let is_hints = self.hint_pages.iter().flatten().any(|it| *it == page);
        let (_, column, apart) = worked::column(self);
        let (head, _) = place::running(&self.job);
        let mut links = Vec::new();
        let columns = columns.iter().filter(|_| is_hints).enumerate();
        let entries = columns.flat_map(|(place, lines)| {
            let entries = prose::numbered_entries(lines).into_iter();
            entries.map(move |entry| (place, entry))
        });
        for (hint, (place, (first, last, indent))) in (earlier..).zip(entries) {
            let (grade, n) = (hint / self.puzzles.len(), hint % self.puzzles.len());
            let (puzzle, solution) = self.pages[n];
            let number = Rect {
                x: corner.0 + apart * place as f64,
                y: corner.1 + head + first - column.size,
                width: indent,
                height: (last - first + column.size * 1.4).max(FINGER),
            };
            let words = Rect {
                x: number.x + indent,
                width: column.width - indent,
                ..number
            };
            links.push(link(number, puzzle, self.on_page(puzzle)));
            let next = self.hint_pages[n].get(grade + 1).copied();
            links.push(match next {
                Some(next) => link(words, next, self.on_hint_page(next)),
                None => link(words, solution, self.on_solution_page(solution)),
            });
        }
        links
    }

    /// Returns the first page and the name of each section, of each part that shows solving steps, and of the
    /// solutions if they are at the back. A section without a name is named by its range of puzzle numbers.
    pub(in crate::print) fn parts(&self) -> Vec<(usize, String)> {
        let texts = &self.job.texts;
        let sections = self.sections.iter().map(|section| {
            let (from, to) = (section.puzzles.start + 1, section.puzzles.end);
            let (from, to) = (from.to_string(), to.to_string());
            let range = filled(&texts.pages, &[("from", &from), ("to", &to)]);
            (section.page, section.name.clone().unwrap_or(range))
        });
        let parts = self.parts.iter().map(|part| (part.page, part.name.clone()));
        let has_back = self.job.solutions == SolutionsAt::Back;
        let solutions = has_back.then(|| (self.solutions_page, texts.solutions.clone()));
        sections.chain(parts).chain(solutions).collect()
    }

    /// Returns the text of a page: its puzzles or solutions, each with its number. For other pages, returns the book's
    /// title.
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

/// Returns, for each puzzle, the pages of its three hints; the list is empty if no links lead to hints. `kinds` are the
/// book's pages up to the end of the hints.
pub(super) fn hint_pages(book: &Book, kinds: &[PageKind]) -> Vec<[usize; 3]> {
    let part = book.parts.last().filter(|_| book.job.links_hints());
    let Some(first) = part.map(|part| part.page) else {
        return Vec::new();
    };
    let mut pages = Vec::with_capacity(3 * book.puzzles.len());
    for (page, kind) in (first..).zip(kinds.iter().skip(first - 1)) {
        if let PageKind::Columns(_, columns) = kind {
            let entries = columns
                .iter()
                .map(|lines| prose::numbered_entries(lines).len());
            pages.extend(std::iter::repeat_n(page, entries.sum()));
        }
    }
    let count = book.puzzles.len();
    let of_puzzle = |n: usize| [0, 1, 2].map(|grade| pages.get(grade * count + n).copied());
    let all = (0..count).map(|n| of_puzzle(n).map(Option::unwrap_or_default));
    all.collect()
}

const fn link(area: Rect, page: usize, words: String) -> PageLink {
    PageLink { area, page, words }
}

/// Returns the area that contains a solution and the number above the solution.
fn around(square: &Square, (x, y): Corner) -> Rect {
    Rect {
        x: x + square.x,
        y: y + square.y - 4.0,
        width: square.size,
        height: square.size + 4.0,
    }
}
