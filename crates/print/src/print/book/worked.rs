//! Typesets the pages that teach: puzzles solved step by step, techniques with examples, and three hints per
//! puzzle.
//!
//! The texts and boards of these pages are made once; only their division into columns and pages depends on the plan.

use super::model::{Book, PageKind, StepPart};
use super::paths::{self, PuzzlePath, TechniqueExample};
use super::told::StepWords;
use super::{BookJob, HintsAt, Puzzle, place};
use crate::grid::Board;
use crate::print::PrintError;
use crate::print::prose::{self, ProseBlock, TextColumn};
use crate::print::step_board::StepBoard;
use crate::print::texts::filled;
use crate::rate::hints::TechniqueStep;
use crate::rate::techniques::{TechniqueLadder, TechniqueSolver};
use std::sync::Arc;

/// The number of placements after which a board is drawn again.
const BOARD_EVERY: usize = 9;
/// The space between columns, as a multiple of the type size.
const BETWEEN: f64 = 2.2;

/// Returns the parts of a book that show solving steps: worked puzzles, techniques and hints. Parts that the settings
/// don't request are left out.
///
/// # Errors
/// If a puzzle is not 9×9, or a solving step fails its check.
pub(super) fn parts(
    job: &BookJob,
    levels: &[String],
    puzzles: &[Puzzle],
) -> Result<Vec<StepPart>, PrintError> {
    let texts = &job.texts;
    let teacher = Teacher::new(job, puzzles);
    let mut parts = Vec::new();
    let part = |name: &String, blocks| StepPart {
        name: name.clone(),
        blocks,
        page: 1,
    };
    if let Some(count) = job.worked {
        parts.push(part(&texts.worked, teacher.worked(levels, count)?));
    }
    if job.techniques {
        parts.push(part(&texts.techniques, teacher.techniques()?));
    }
    if job.hints == Some(HintsAt::Back) {
        parts.push(part(&texts.hints, teacher.hints()?));
    }
    Ok(parts)
}

/// Returns the three hints for each puzzle, if hints are printed on the puzzles' pages; otherwise an empty list.
///
/// # Errors
/// If a solving step fails its check.
pub(super) fn hints_beneath(
    job: &BookJob,
    puzzles: &[Puzzle],
) -> Result<Vec<[String; 3]>, PrintError> {
    match job.hints {
        Some(HintsAt::Beneath) => Teacher::new(job, puzzles).graded(),
        _ => Ok(Vec::new()),
    }
}

/// Returns the text that explains the names of cells in hints.
pub(super) fn notation(job: &BookJob) -> String {
    let words = StepWords::new(&job.texts, job.fonts.symbols());
    let cell = words.cell(crate::grid::Cell::at(4, 2));
    filled(&job.texts.notation, &[("cell", &cell)])
}

/// Returns the columns of a page with solving steps: their number, the dimensions of a column, and the distance from
/// the left edge of one column to the left edge of the next.
pub(super) fn column(book: &Book) -> (usize, TextColumn, f64) {
    let (job, column) = (&book.job, book.column());
    let (width, height) = book.frame.area(job);
    let (head, foot) = place::running(job);
    let between = BETWEEN * column.size;
    let least = StepBoard::least_size(&job.fonts, column.least);
    let count = if width >= 2.0 * least + between { 2 } else { 1 };
    let wide = (width - between * (count - 1) as f64) / count as f64;
    let column = TextColumn {
        width: wide,
        height: height - head - foot,
        ..column
    };
    (count, column, wide + between)
}

/// Checks that a board fits into a column, if the book has parts with boards.
///
/// # Errors
/// If the board does not fit.
pub(super) fn check_room(book: &Book) -> Result<(), PrintError> {
    let job = &book.job;
    let (_, column, _) = column(book);
    let least = StepBoard::least_size(&job.fonts, column.least);
    let has_boards = job.worked.is_some() || job.techniques;
    if !has_boards || least <= column.width.min(column.height * 0.7) {
        return Ok(());
    }
    Err(PrintError::Impossible(format!(
        "a trim of {} is too small for boards with candidates of {} pt: leave --worked and --techniques out, \
         or take a larger --trim",
        job.trim, column.least
    )))
}

/// Breaks a part into pages of columns.
pub(super) fn pages(book: &Book, part: &StepPart) -> Vec<PageKind> {
    let (count, column, _) = column(book);
    let columns = prose::pages(&book.job.fonts, &column, &part.blocks);
    let pages = columns.chunks(count);
    pages
        .map(|columns| PageKind::Columns(part.name.clone(), columns.to_vec()))
        .collect()
}

/// A writer of the parts of one book that show solving steps.
struct Teacher<'a> {
    job: &'a BookJob,
    words: StepWords<'a>,
    puzzles: &'a [Puzzle],
}

impl<'a> Teacher<'a> {
    const fn new(job: &'a BookJob, puzzles: &'a [Puzzle]) -> Self {
        Self {
            job,
            words: StepWords::new(&job.texts, job.fonts.symbols()),
            puzzles,
        }
    }

    /// Returns the heading and the introduction of a part; `about` are the paragraphs of the introduction.
    fn head(&self, name: &str, about: &[&str]) -> Vec<ProseBlock> {
        let cell = self.words.cell(crate::grid::Cell::at(4, 2));
        let mut blocks = vec![
            ProseBlock::Heading(name.to_owned(), 1.9),
            ProseBlock::Space(0.5),
        ];
        for text in about {
            let text = filled(text, &[("cell", &cell)]);
            blocks.extend([ProseBlock::Text(text), ProseBlock::Space(0.5)]);
        }
        blocks
    }

    /// Returns a board as a block. The board is as small as the minimum type size of candidates allows, so
    /// that most columns hold two boards.
    fn board(&self, board: Arc<StepBoard>) -> ProseBlock {
        ProseBlock::Board(
            board,
            StepBoard::least_size(&self.job.fonts, self.job.least_text()),
        )
    }

    fn worked(&self, levels: &[String], count: usize) -> Result<Vec<ProseBlock>, PrintError> {
        let texts = &self.job.texts;
        let about = [&*texts.worked_about, &texts.notation, &texts.legend];
        let mut blocks = self.head(&texts.worked, &about);
        for (level, name) in levels.iter().enumerate() {
            let of_level = |n: &usize| self.puzzles[*n].level == level;
            let all: Vec<usize> = (0..self.puzzles.len()).filter(of_level).collect();
            let count = count.min(all.len());
            for n in (0..count).map(|n| all[n * all.len() / count]) {
                let number = filled(&texts.worked_of, &[("n", &(n + 1).to_string())]);
                let level = texts.level_of(name, self.puzzles[n].half);
                let heading = format!("{number}{}{level}", texts.separator);
                blocks.push(ProseBlock::Space(0.8));
                blocks.extend(self.puzzle(heading, &self.puzzles[n])?);
            }
        }
        Ok(blocks)
    }

    /// Returns the solving path of a puzzle, below `heading`. Successive singles of one kind are shown together.
    /// Each step that is not a single is shown with its own board.
    fn puzzle(&self, heading: String, puzzle: &Puzzle) -> Result<Vec<ProseBlock>, PrintError> {
        let path = paths::path(puzzle)?;
        let Some((givens, _)) = puzzle.nine() else {
            return Ok(Vec::new());
        };
        let start = StepBoard {
            givens,
            board: givens,
            candidates: None,
            step: None,
        };
        let mut blocks = vec![ProseBlock::Kept(vec![
            ProseBlock::Heading(heading, 1.35),
            ProseBlock::Space(0.3),
            self.board(Arc::new(start)),
        ])];
        let (mut at, mut since) = (0, 0);
        while let Some(step) = path.steps.get(at) {
            let next = path.steps[at..]
                .iter()
                .take_while(|it| step.technique.is_single() && it.technique == step.technique);
            let run = next.take(BOARD_EVERY).count().max(1);
            let has_board = !step.technique.is_single() || since + run > BOARD_EVERY;
            since = if has_board { 0 } else { since } + run;
            blocks.push(self.step(&path, &givens, at..at + run, has_board));
            blocks.push(ProseBlock::Space(0.5));
            at += run;
        }
        if !path.is_solved {
            blocks.push(ProseBlock::Text(self.job.texts.beyond.clone()));
        }
        Ok(blocks)
    }

    /// Returns the text of the steps in `run`: one step, or successive singles of one kind. If `has_board` is set,
    /// a board is kept on the same page as the text.
    fn step(
        &self,
        path: &PuzzlePath,
        givens: &Board,
        run: std::ops::Range<usize>,
        has_board: bool,
    ) -> ProseBlock {
        let (first, count) = (run.start, run.len());
        let step = &path.steps[first];
        let name = self.words.name(step.technique);
        let number = match count {
            1 => (first + 1).to_string(),
            _ => format!("{}–{}", first + 1, run.end),
        };
        let mut blocks = Vec::new();
        if step.technique.is_single() {
            let placed: Vec<String> = path.steps[run]
                .iter()
                .map(|it| self.words.placed(it))
                .collect();
            blocks.push(ProseBlock::Item(format!("{number}. {name}"), String::new()));
            blocks.push(ProseBlock::Text(
                placed.join(&self.job.texts.list_separator),
            ));
        } else {
            let effect = self.words.effect(step);
            blocks.push(ProseBlock::Item(format!("{number}. {name}"), effect));
            let paragraphs = self.words.paragraphs(step).into_iter();
            blocks.extend(paragraphs.map(ProseBlock::Text));
        }
        if has_board {
            blocks.push(ProseBlock::Space(0.3));
            blocks.push(self.board(Arc::new(path.board(givens, first))));
        }
        ProseBlock::Kept(blocks)
    }

    fn techniques(&self) -> Result<Vec<ProseBlock>, PrintError> {
        let texts = &self.job.texts;
        let about = [&*texts.techniques_about, &texts.notation, &texts.legend];
        let mut blocks = self.head(&texts.techniques, &about);
        for example in paths::examples(self.puzzles)? {
            blocks.push(ProseBlock::Space(0.6));
            blocks.push(self.technique(&example));
        }
        Ok(blocks)
    }

    /// Returns the description of a technique, with its example.
    fn technique(&self, example: &TechniqueExample) -> ProseBlock {
        let words = self.job.texts.technique(example.step.technique);
        let mut blocks = vec![ProseBlock::Heading(words.name, 1.35)];
        if !words.about.is_empty() {
            blocks.push(ProseBlock::Text(words.about));
        }
        blocks.push(ProseBlock::Space(0.5));
        blocks.push(self.board(Arc::clone(&example.board)));
        blocks.extend(self.told(example.puzzle, &example.step));
        ProseBlock::Kept(blocks)
    }

    /// Returns the text below the board of an example: the number of the puzzle with index `n`, and the step's
    /// description.
    fn told(&self, n: usize, step: &TechniqueStep) -> Vec<ProseBlock> {
        let number = (n + 1).to_string();
        let caption = filled(&self.job.texts.example, &[("n", &number)]);
        let mut blocks = vec![ProseBlock::Item(caption, self.words.effect(step))];
        let particulars = self.words.particulars(step).into_iter();
        blocks.extend(particulars.map(ProseBlock::Text));
        blocks
    }

    /// Returns the three hints for each puzzle.
    fn graded(&self) -> Result<Vec<[String; 3]>, PrintError> {
        let texts = &self.job.texts;
        let mut solver = TechniqueSolver::new(&TechniqueLadder::people());
        let mut hints = Vec::with_capacity(self.puzzles.len());
        for puzzle in self.puzzles {
            let step = paths::crux(&mut solver, puzzle)?;
            let beyond = || std::array::from_fn(|_| texts.nudge_beyond.clone());
            hints.push(step.map_or_else(beyond, |step| self.words.hints(&step)));
        }
        Ok(hints)
    }

    fn hints(&self) -> Result<Vec<ProseBlock>, PrintError> {
        let (texts, hints) = (&self.job.texts, self.graded()?);
        let mut blocks = self.head(&texts.hints, &[&texts.hints_about, &texts.notation]);
        let grades = [&texts.hints_first, &texts.hints_second, &texts.hints_third];
        for (grade, heading) in grades.into_iter().enumerate() {
            blocks.push(ProseBlock::Space(0.8));
            blocks.push(ProseBlock::Heading(heading.clone(), 1.35));
            blocks.push(ProseBlock::Space(0.3));
            for (number, hints) in (1..).zip(&hints) {
                let number = number.to_string();
                blocks.push(ProseBlock::Numbered(number, hints[grade].clone()));
                // Links need room for a finger.
                if self.job.shop.links {
                    blocks.push(ProseBlock::Space(1.0));
                }
            }
        }
        Ok(blocks)
    }
}

/// Returns an example for the first page of a section: the name of the technique, a board, and the text
/// below the board.
pub(super) fn section_example(book: &Book, example: &TechniqueExample) -> Vec<ProseBlock> {
    let job = &book.job;
    let teacher = Teacher::new(job, &book.puzzles);
    let name = job.texts.technique(example.step.technique).name;
    let mut blocks = vec![
        ProseBlock::Space(0.6),
        ProseBlock::Rule(1.0),
        ProseBlock::Space(0.6),
        ProseBlock::Heading(name, 1.35),
        ProseBlock::Space(0.4),
        teacher.board(Arc::clone(&example.board)),
    ];
    blocks.extend(teacher.told(example.puzzle, &example.step));
    vec![ProseBlock::Kept(blocks)]
}
