//! Typesets the text around a puzzle. The number and label are above the puzzle, the id and the solution's page
//! number below. Text that is too wide for the grid is first set slightly smaller, then on two lines, so its
//! height depends on the grid's width.

use super::{BookJob, Puzzle};
use crate::print::SolutionsAt;
use crate::print::fonts::Weight;
use crate::print::pen::Style;
use crate::print::prose::broken_lines;
use crate::print::texts::filled;

/// The distance from base line to base line, as a multiple of the type size.
pub(super) const LEADING: f64 = 1.4;
/// The minimum distance between the texts at the two ends of a line, as a multiple of the type size.
const BETWEEN: f64 = 0.9;
/// The minimum size of labels, relative to their normal size. Labels that would have to be even smaller get a separate
/// line.
const LEAST_SHARE: f64 = 0.75;
/// The distance between a number or label and its grid, in points.
pub(super) const ABOVE_GRID: f64 = 5.0;
/// The side of a QR code, in points.
pub(super) const CODE: f64 = 50.0;
/// The space to the left of a QR code, in points.
pub(super) const BY_CODE: f64 = 8.0;
/// The space above a QR code, in points.
pub(super) const ABOVE_CODE: f64 = 7.0;

/// The sizes of the text around a grid, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct CaptionSizes {
    /// The type size of numbers above a grid.
    pub(super) number: f64,
    /// The type size of the level and the minutes above a grid.
    pub(super) label: f64,
    /// `true` if the level and the minutes are on a separate line, below the number.
    pub(super) is_stacked: bool,
    /// The type size of the text below a grid, such as ids and page references.
    pub(super) small: f64,
    /// The height of the text above a grid.
    pub(super) above: f64,
    /// The height of the text below a grid.
    pub(super) below: f64,
    /// The side of a QR code below a grid, 0 for none.
    pub(super) code: f64,
}

/// The widest texts around the puzzles of a book, for which space is reserved around every puzzle.
#[derive(Debug, Clone)]
pub(super) struct Captions {
    number: String,
    label: String,
    /// The widest notes below a puzzle. The first list is used if the solutions are at the back or under the
    /// puzzles, and the second if they are beside the puzzles.
    notes: [Vec<String>; 2],
    /// The three hints of each puzzle, if hints are printed on the puzzles' pages; otherwise empty.
    pub(super) hints: Vec<[String; 3]>,
}

impl Captions {
    pub(super) fn of(
        job: &BookJob,
        levels: &[String],
        puzzles: &[Puzzle],
        hints: Vec<[String; 3]>,
    ) -> Self {
        // No digit is wider than 0.
        let widest = |number: usize| "0".repeat(number.to_string().len());
        let width = |label: &String| job.fonts.width(Weight::Regular, label, 1.0);
        let labels = puzzles
            .iter()
            .enumerate()
            .map(|(n, puzzle)| label(job, levels, n, puzzle));
        let ids = puzzles.iter().map(Puzzle::short_id);
        let id = ids.max_by(|a, b| width(a).total_cmp(&width(b)));
        let id = id.unwrap_or_default();
        // A book rarely has more pages than puzzles and solutions.
        let page = widest(puzzles.len() * 2 + 40);
        Self {
            number: widest(puzzles.len()),
            label: labels
                .max_by(|a, b| width(a).total_cmp(&width(b)))
                .unwrap_or_default(),
            notes: [false, true].map(|is_beside| notes(job, &id, [&page, &page], is_beside)),
            hints,
        }
    }

    /// Returns the sizes of the text around a grid of this width. If the solution is beside the grid (`is_beside`), the
    /// QR code is also beside the grid and not below it.
    pub(super) fn around(&self, job: &BookJob, side: f64, is_beside: bool) -> CaptionSizes {
        let notes = &self.notes[usize::from(is_beside)];
        let has_code = job.link.is_some() && !is_beside;
        let (text, least) = (job.text_size(), job.least_text());
        let mut around = CaptionSizes {
            number: text * 1.35,
            label: (text * 0.95).max(least),
            small: (text * 0.75).max(least),
            code: if has_code { CODE } else { 0.0 },
            ..CaptionSizes::default()
        };
        let width = |weight, text: &str, size| job.fonts.width(weight, text, size);
        let number = width(Weight::Bold, &self.number, around.number);
        let label = width(Weight::Regular, &self.label, 1.0).max(0.01);
        let beside = (side - number - BETWEEN * around.label) / label;
        if beside < around.label {
            around.is_stacked = beside < (around.label * LEAST_SHARE).max(least);
            let room = if around.is_stacked {
                side / label
            } else {
                beside
            };
            around.label = around.label.min(room).max(least);
        }
        let stacked = if around.is_stacked {
            around.label * LEADING
        } else {
            0.0
        };
        around.above = around.number + ABOVE_GRID + stacked;
        if around.code == 0.0 {
            let all = notes.iter().map(|note| width(Weight::Regular, note, 1.0));
            let all: f64 = all.sum();
            let between = BETWEEN * notes.len().saturating_sub(1) as f64;
            around.small = around
                .small
                .min(side / (all + between).max(0.01))
                .max(least);
        }
        let lines = lines(job, notes, &around, side).len().max(1) as f64;
        let words = around.small * (1.7 + LEADING * (lines - 1.0));
        around.below = match around.code {
            0.0 => words,
            code => words.max(code + ABOVE_CODE),
        };
        around
    }
}

/// Returns the label of the puzzle with the index `n`: the text above the puzzle, without the puzzle's number. The
/// layout is left out of the level's name, since the head of the page shows the layout. A book of weeks mixes
/// levels on its pages, so its labels show the level's complete name.
pub(super) fn label(job: &BookJob, levels: &[String], n: usize, puzzle: &Puzzle) -> String {
    let texts = &job.texts;
    let mut label = Vec::new();
    if job.ramp {
        label.push(texts.weekdays[n % 7].clone());
    }
    let level = levels.get(puzzle.level);
    let level = level.map(|name| match name.split_once(": ") {
        Some((_, level)) if !job.ramp => level,
        _ => name,
    });
    label.extend(level.map(|name| texts.level_of(name, puzzle.half)));
    if job.minutes {
        label.extend(puzzle.checked_minutes.map(|it| texts.minutes(it)));
    }
    if job.difficulty {
        let d = format!("{:.1}", puzzle.difficulty).replace('.', &texts.decimal);
        label.push(filled(&texts.difficulty, &[("d", &d)]));
    }
    label.join(&texts.separator)
}

/// Returns the notes below a puzzle: its id, the page of its first hint, the place of its solution, and the purpose
/// of its QR code. If the solution is beside the grid (`is_beside`), the note on the QR code is left out.
pub(super) fn notes(
    job: &BookJob,
    id: &str,
    [hint, page]: [&str; 2],
    is_beside: bool,
) -> Vec<String> {
    let texts = &job.texts;
    let mut notes = Vec::with_capacity(4);
    if job.ids {
        notes.push(id.to_owned());
    }
    if job.links_hints() {
        let hint = filled(&texts.page, &[("page", hint)]);
        notes.push(format!("{}{}{hint}", texts.hints, texts.separator));
    }
    notes.push(match (job.solutions, is_beside) {
        (SolutionsAt::Back, _) => filled(&texts.solution_on, &[("page", page)]),
        (SolutionsAt::Beneath, false) => texts.solution_below.clone(),
        (SolutionsAt::Beneath, true) => texts.solution_beside.clone(),
    });
    let code = job.link.iter().filter(|_| !is_beside);
    notes.extend(code.map(|_| texts.play_online.clone()));
    notes
}

/// A line below a puzzle: the texts at its left end and at its right end.
pub(super) type Ends = (String, String);

/// Arranges the notes below a grid of this width in lines.
pub(super) fn lines(
    job: &BookJob,
    notes: &[String],
    around: &CaptionSizes,
    side: f64,
) -> Vec<Ends> {
    let style = Style::text(around.small);
    let width = |note: &String| job.fonts.width(Weight::Regular, note, around.small);
    let room = match around.code {
        0.0 => side,
        code => side - code - BY_CODE,
    };
    let between = BETWEEN * around.small * notes.len().saturating_sub(1) as f64;
    if around.code == 0.0 && notes.iter().map(width).sum::<f64>() + between <= room + 0.01 {
        return match notes {
            [left, middle @ .., right] => {
                let left = [std::slice::from_ref(left), middle].concat();
                vec![(left.join(&job.texts.separator), right.clone())]
            }
            all => vec![(String::new(), all.concat())],
        };
    }
    let broken = |note: &String| broken_lines(&job.fonts, room, job.texts.spaces, style, note);
    let lines = notes.iter().flat_map(broken);
    lines.map(|line| (line, String::new())).collect()
}
