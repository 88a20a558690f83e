//! Formats the path by which the technique ladder solves a puzzle, line by line, and draws one step of such a
//! path.

use super::errors::UsageError;
use super::file_set::write_whole;
use crate::grid::Board;
use crate::print::StepPicture;
use crate::rate::hints::{
    TechniqueStep, position_after, technique_steps, technique_steps_as_given,
};
use crate::rate::techniques::{TechniqueLadder, TechniquePath};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// A kind of solving path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TechniquePathKind {
    /// Solving path by the fourteen rating rules
    Rules,
    /// Solving path by the technique ladder
    Techniques,
}

/// A finder of solving paths by the technique ladder.
#[derive(Debug)]
pub(super) struct PathFinder {
    pub(super) ladder: TechniqueLadder,
    /// `true` if puzzles are solved in the form in which they were entered; `false` if their canonical forms are
    /// solved.
    pub(super) as_given: bool,
}

/// The options for a drawing of one step of the technique ladder.
#[derive(Debug, Args)]
pub(super) struct StepArgs {
    /// Draw step N of the solving path by the technique ladder, counted from 1; for a single puzzle only
    #[arg(long, value_name = "N", requires = "svg", value_parser = clap::value_parser!(u64).range(1..))]
    step: Option<u64>,
    /// SVG file to draw the step into
    #[arg(long, value_name = "FILE", requires = "step")]
    svg: Option<PathBuf>,
    /// Replace the file named by --svg if it exists
    #[arg(long, requires = "svg")]
    force: bool,
}

impl StepArgs {
    /// Returns whether a step should be drawn.
    pub(super) const fn is_asked(&self) -> bool {
        self.step.is_some()
    }

    /// Keeps the puzzle in `chosen` for [`draw`](Self::draw). Does nothing without `--step`.
    ///
    /// # Errors
    /// A [`UsageError`] if a puzzle was already chosen.
    pub(super) fn choose(&self, puzzle: &Board, chosen: &mut Option<Board>) -> anyhow::Result<()> {
        if self.is_asked() && chosen.replace(*puzzle).is_some() {
            let what = "--step draws one puzzle: choose it by --limit 1 or --number K";
            return Err(UsageError(what.to_owned()).into());
        }
        Ok(())
    }

    /// Draws the step with the number `--step` from the chosen puzzle's path. Does nothing without `--step`, or if no
    /// puzzle was chosen.
    ///
    /// # Errors
    /// A [`UsageError`] if the path has no step with this number; another error if the file can't be written.
    pub(super) fn draw(&self, chosen: Option<&Board>, finder: &PathFinder) -> anyhow::Result<()> {
        let (Some(number), Some(file), Some(puzzle)) = (self.step, &self.svg, chosen) else {
            return Ok(());
        };
        let (_, steps) = finder.steps(puzzle);
        let before = usize::try_from(number - 1).unwrap_or(usize::MAX);
        let Some(step) = steps.get(before) else {
            let what = format!("--step {number}: the path has {} steps", steps.len());
            return Err(UsageError(what).into());
        };
        let picture = StepPicture {
            givens: puzzle,
            position: &position_after(puzzle, &steps[..before]),
            step,
        };
        write_whole(file, picture.svg().as_bytes(), self.force)?;
        Ok(())
    }
}

impl PathFinder {
    /// Returns a finder that solves the canonical form of each puzzle, which is also the form that is rated in packs.
    pub(super) const fn canonical(ladder: TechniqueLadder) -> Self {
        Self {
            ladder,
            as_given: false,
        }
    }

    fn steps(&self, puzzle: &Board) -> (TechniquePath, Vec<TechniqueStep>) {
        if self.as_given {
            return technique_steps_as_given(puzzle, &self.ladder);
        }
        technique_steps(puzzle, &self.ladder)
    }

    /// Returns the solving path of a puzzle, as text and as steps. In the text, each step takes two lines: the step
    /// itself, and an explanation of what it does and why it is right. If the ladder doesn't solve the puzzle, a
    /// last line says so.
    pub(super) fn path(&self, puzzle: &Board) -> (String, Vec<TechniqueStep>) {
        let (path, steps) = self.steps(puzzle);
        let mut text = String::new();
        for (number, step) in (1..).zip(&steps) {
            text += &format!(
                "\n{number:>4}. {step}\n      {} {}",
                step.text.what, step.text.why
            );
            if !step.depends.is_empty() {
                let needed: Vec<String> = step.depends.iter().map(usize::to_string).collect();
                text += &format!(" Needs {}.", needed.join(", "));
            }
        }
        if path.rating.is_none() {
            text += &format!(
                "\n      beyond the ladder: {} cells stay blank",
                path.blanks
            );
        }
        (text, steps)
    }
}
