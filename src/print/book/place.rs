//! Where grids stand on a page: as large as they fit, in even rows and columns.

use super::Job;
use crate::print::grid::{Look, Square};
use crate::print::{PrintError, SolutionsAt};

/// Margins of a page in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    pub(super) inside: f64,
    pub(super) outside: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// What is set around grids, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Around {
    /// The type size of numbers above a grid.
    pub(super) number: f64,
    /// The type size of level and minutes.
    pub(super) label: f64,
    /// The type size of ids and page hints.
    pub(super) small: f64,
    /// Above a grid.
    pub(super) above: f64,
    /// Below a grid.
    pub(super) below: f64,
    /// The side of a QR code, 0 for none.
    pub(super) code: f64,
}

/// Grids on a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Places {
    /// One a grid, relative to the text area's upper left corner.
    pub(super) grids: Vec<Square>,
    /// The turned solutions beneath them, if there are any.
    pub(super) beneath: Vec<Square>,
    pub(super) around: Around,
}

impl Frame {
    /// The margins of a book of so many pages.
    pub(super) fn of(job: &Job, pages: usize) -> Self {
        let (shop, trim) = (&job.shop, job.trim);
        // A margin that looks well: a sixteenth of the width, within reason.
        let well = (trim.width / 16.0).clamp(8.0, 40.0);
        let margin = well.max(shop.margin + 2.0);
        let gutter = shop.gutter(pages) + 4.0;
        Self {
            inside: if shop.bound {
                gutter.max(margin)
            } else {
                margin
            },
            outside: margin,
            top: margin * 1.05,
            bottom: margin * 1.05,
        }
    }

    /// Width and height between the margins.
    pub(super) fn area(&self, job: &Job) -> (f64, f64) {
        (
            job.trim.width - self.inside - self.outside,
            job.trim.height - self.top - self.bottom,
        )
    }
}

/// The type size of running text.
pub(super) fn text_size(job: &Job) -> f64 {
    match job.large {
        true => super::settings::LARGE,
        false => (job.trim.width / 54.0).clamp(8.0, 11.5),
    }
}

/// What stands at the top and at the bottom of a page with grids, in heights.
pub(super) fn running(job: &Job) -> (f64, f64) {
    if job.is_boxes() {
        return (0.0, 0.0);
    }
    let size = text_size(job);
    (size * 2.4, size * 2.2)
}

/// The places of puzzles.
pub(super) fn puzzles(job: &Job, frame: &Frame, count: usize) -> Result<Places, PrintError> {
    let text = text_size(job);
    let code = if job.link.is_some() { 50.0 } else { 0.0 };
    let small = (text * 0.75).max(job.shop.least_type.max(7.0));
    let around = Around {
        number: text * 1.35,
        label: text * 0.95,
        small,
        above: text * 1.35 + 5.0,
        below: (small * 1.7).max(if code > 0.0 { code + 7.0 } else { 0.0 }),
        code,
    };
    let beneath = job.solutions == SolutionsAt::Beneath;
    if beneath && count > 2 {
        let said = "solutions beneath need room: go with --per-page 1 or 2, or --solutions back";
        return Err(PrintError::Impossible(said.to_owned()));
    }
    fitted(job, frame, count, around, beneath)
}

/// The places of solutions at the back.
pub(super) fn solutions(job: &Job, frame: &Frame, count: usize) -> Result<Places, PrintError> {
    let small = (text_size(job) * 0.75).max(job.shop.least_type.max(7.0));
    let around = Around {
        number: small * 1.25,
        label: small,
        small,
        above: small * 1.25 + 4.0,
        below: 0.0,
        code: 0.0,
    };
    fitted(job, frame, count, around, false)
}

/// The largest of these counts that fits; the first refusal if none does.
pub(super) fn most(
    counts: &[usize],
    place: impl Fn(usize) -> Result<Places, PrintError>,
) -> Result<usize, PrintError> {
    let mut refusal = None;
    for &count in counts {
        match place(count) {
            Ok(_) => return Ok(count),
            Err(error) => refusal = Some(error),
        }
    }
    Err(refusal.unwrap_or_else(|| PrintError::Impossible("nothing to place".to_owned())))
}

/// A page that grids are to be fitted into.
struct Fit {
    width: f64,
    height: f64,
    around: Around,
    /// The least side of a turned solution beneath each grid, where there are any.
    beneath: Option<f64>,
}

/// A turned solution is this part of its puzzle, but never too small to read.
const TURNED: f64 = 0.34;

impl Fit {
    /// What a grid of this side has beneath it.
    fn turned(&self, size: f64) -> f64 {
        let least = self.beneath;
        least.map_or(0.0, |least| (size * TURNED).max(least) + self.around.small)
    }

    /// The side of grids in so many columns and rows.
    fn side(&self, columns: usize, rows: usize) -> f64 {
        let (gap_x, gap_y) = (self.width * 0.055, self.around.above * 0.55);
        let (across, down) = (columns as f64, rows as f64);
        let by_width = (self.width - (across - 1.0) * gap_x) / across;
        let slot = (self.height - (down - 1.0) * gap_y) / down;
        let slot = slot - self.around.above - self.around.below;
        if self.beneath.is_none() {
            return by_width.min(slot);
        }
        let by_share = (slot - self.around.small) / (1.0 + TURNED);
        by_width.min(by_share).min(slot - self.turned(0.0))
    }

    /// Columns and rows of the largest grids; side by side only where that makes them clearly
    /// larger.
    fn shape(&self, count: usize) -> (usize, usize) {
        let worth = |(columns, rows): (usize, usize)| match columns > rows {
            true => self.side(columns, rows) * 0.9,
            false => self.side(columns, rows),
        };
        let shapes = (1..=count).filter(|columns| count.is_multiple_of(*columns));
        let shapes = shapes.map(|columns| (columns, count / columns));
        let best = shapes.max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
        best.unwrap_or((1, 1))
    }

    /// To the edges, but no further apart than looks well, and the whole a little above the middle,
    /// where the eye expects it.
    fn grids(&self, (columns, rows): (usize, usize), size: f64) -> Vec<Square> {
        let slot = self.around.above + size + self.around.below + self.turned(size);
        let aside = match columns {
            1 => 0.0,
            columns => ((self.width - size) / (columns - 1) as f64).min(size * 1.35),
        };
        let left = (self.width - size - aside * (columns - 1) as f64) / 2.0;
        let apart = match rows {
            1 => 0.0,
            rows => ((self.height - slot) / (rows - 1) as f64).min(slot + size * 0.22),
        };
        let above = (self.height - slot - apart * (rows - 1) as f64) * 0.42;
        let place = |n: usize| Square {
            x: left + (n % columns) as f64 * aside,
            y: self.around.above + above + (n / columns) as f64 * apart,
            size,
        };
        (0..columns * rows).map(place).collect()
    }

    /// The turned solution beneath a grid.
    fn under(&self, grid: &Square) -> Square {
        let size = self.turned(grid.size) - self.around.small;
        Square {
            x: grid.x + (grid.size - size) / 2.0,
            y: grid.y + grid.size + self.around.below + self.around.small,
            size,
        }
    }
}

fn fitted(
    job: &Job,
    frame: &Frame,
    count: usize,
    around: Around,
    beneath: bool,
) -> Result<Places, PrintError> {
    let (width, height) = frame.area(job);
    let (head, foot) = running(job);
    let fit = Fit {
        width,
        height: height - head - foot,
        around,
        beneath: beneath.then(|| least_side(job)),
    };
    let shape = fit.shape(count);
    let size = fit.side(shape.0, shape.1).min(most_side(job));
    let look = Look {
        dots: job.dots,
        ..Look::of(size, job.shop.least_line)
    };
    let digit = look.digit_size(size);
    if digit < job.least_digit {
        return Err(too_small(job, count, digit));
    }
    let mut grids = fit.grids(shape, size);
    for grid in &mut grids {
        grid.y += head;
    }
    let beneath = grids.iter().filter(|_| beneath).map(|grid| fit.under(grid));
    Ok(Places {
        beneath: beneath.collect(),
        grids,
        around,
    })
}

/// A grid of this side has digits of the least size.
fn least_side(job: &Job) -> f64 {
    let unit = Look::of(1.0, job.shop.least_line).digit_size(1.0);
    job.shop.least_type.max(7.0) / unit + 0.5
}

/// No grid is larger: a hand's breadth for everybody, more in large print.
fn most_side(job: &Job) -> f64 {
    let centimetres = if job.large { 17.0 } else { 15.0 };
    centimetres * 10.0 * crate::print::MM
}

fn too_small(job: &Job, count: usize, digit: f64) -> PrintError {
    PrintError::Impossible(format!(
        "a trim of {} is too small for {count} a page: digits would have {:.1} pt, and {} is the least; put fewer on a page, or take a larger --trim",
        job.trim,
        (digit * 10.0).floor() / 10.0,
        job.least_digit,
    ))
}
