//! Makes the PDF of a planned book: draws it, reads it back, and compares it with the plan.

use super::model::{Book, PageKind};
use super::{sheets, title};
use crate::print::pdf::{PdfFile, PdfMetadata};
use crate::print::pen::Pen;
use crate::print::read::{self, Fault, FoundGrid, PlannedPosition};
use crate::print::{Canvas, PrintError, Shop, ShopPreset, epub, preflight, prose};

/// The maximum number of faults in a message.
const MOST_FAULTS: usize = 3;

impl Book {
    /// Draws the page with this number, from 1.
    pub fn draw(&self, page: usize, canvas: &mut dyn Canvas) {
        let mut pen = Pen {
            canvas,
            fonts: &self.job.fonts,
        };
        sheets::draw(self, page, &mut pen);
    }

    /// Returns the book's title, followed by the volume if there are several.
    pub fn title(&self) -> String {
        title::with_volume(&self.job)
    }

    /// Returns the subtitle, which may be empty. By default, it consists of the number of puzzles and their levels.
    pub fn subtitle(&self) -> String {
        title::subtitle(self)
    }

    /// Returns the sheet of the page with this number, from 1: its size, trim and bleed.
    pub fn sheet(&self, page: usize) -> crate::print::Sheet {
        sheets::sheet(&self.job, page)
    }

    /// Returns the finished book, a PDF or an EPUB. The pages of an EPUB are first made as a PDF, which is read back
    /// and checked.
    ///
    /// # Errors
    /// The errors of [`pdf`](Self::pdf), and an error if the EPUB can't be packed.
    pub fn file(&self) -> Result<Vec<u8>, PrintError> {
        let pdf = self.pdf()?;
        match self.job.shop.preset {
            ShopPreset::Epub => epub::book(self),
            _ => Ok(pdf),
        }
    }

    /// Returns the finished PDF, after reading it back and checking it.
    ///
    /// # Errors
    /// If the PDF differs from the plan, or contains anything that the shop would refuse; the error names the faults.
    pub fn pdf(&self) -> Result<Vec<u8>, PrintError> {
        let mut file = PdfFile::new(&self.job.fonts, self.job.standard);
        for page in 1..=self.kinds.len() {
            file.linked_page(&self.sheet(page), &self.links(page), |canvas| {
                self.draw(page, canvas);
                Ok::<(), PrintError>(())
            })?;
        }
        let job = &self.job;
        let bytes = file.finish(&PdfMetadata {
            title: title::with_volume(job),
            author: job.author.clone(),
            date: job.date,
            condition: job.shop.condition(),
            made_for: Some((job.shop.preset, job.stock)),
            cover: None,
        })?;
        // The settings may exceed the shop's usual values, so they are accepted as intended.
        let shop = Shop {
            standard: job.standard,
            marks: job.marks || job.shop.marks,
            ..job.shop
        };
        let (checked, found) = preflight::check_and_read(&bytes, &shop, job.stock)?;
        let mut faults = self.compare(&found);
        faults.extend(checked.faults);
        if job.shop.links {
            faults.extend(self.compare_links(&read::links(&bytes)?));
        }
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

    /// Returns the differences between a file and this book.
    ///
    /// # Errors
    /// If the file is not a readable PDF.
    pub fn check(&self, file: &[u8]) -> Result<Vec<Fault>, PrintError> {
        Ok(self.compare(&read::grids(file)?))
    }

    fn compare(&self, found: &[FoundGrid]) -> Vec<Fault> {
        let planned = self.puzzles.iter().zip(&self.pages);
        let planned = (1..)
            .zip(planned)
            .map(
                |(number, (puzzle, &(page, solution_page)))| read::PlannedPuzzle {
                    number,
                    page,
                    solution_page,
                    short_id: puzzle.short_id(),
                    puzzle: puzzle.puzzle.values().to_vec(),
                    solution: puzzle.solution.values().to_vec(),
                },
            );
        let mut faults = read::compare(found, &planned.collect::<Vec<_>>());
        faults.extend(read::compare_positions(found, &self.positions()));
        faults
    }

    /// Returns the positions of solving paths that are drawn in the book, each with its page.
    fn positions(&self) -> Vec<PlannedPosition> {
        let mut positions = Vec::new();
        for (page, kind) in (1..).zip(&self.kinds) {
            let columns = match kind {
                PageKind::Prose(lines) => std::slice::from_ref(lines),
                PageKind::Columns(_, columns) => columns,
                _ => continue,
            };
            let boards = columns.iter().flat_map(|lines| prose::boards(lines));
            positions.extend(boards.map(|it| PlannedPosition {
                page,
                board: it.board,
                candidates: it.candidates.clone(),
            }));
        }
        positions
    }
}
