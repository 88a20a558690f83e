//! Places grids on a page: as large as possible, in even rows and columns.

use super::captions::{BY_CODE, CODE, CaptionSizes, Captions, LEADING};
use super::{BookJob, hint_block};
use crate::grid::SIDE;
use crate::print::grid::{GridStyle, Square};
use crate::print::{PrintError, SolutionsAt, Trim};

/// The margins of a page, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Margins {
    pub(super) inside: f64,
    pub(super) outside: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// The places of the grids on a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Places {
    /// The places of the grids, relative to the text area's upper left corner.
    pub(super) grids: Vec<Square>,
    /// The places of the upside-down solutions under or beside the grids, if there are any.
    pub(super) turned: Vec<Square>,
    /// `true` if the upside-down solutions are beside the grids.
    pub(super) beside: bool,
    pub(super) around: CaptionSizes,
}

impl Margins {
    /// Returns the margins of a book with this number of pages.
    pub(super) fn of(job: &BookJob, pages: usize) -> Self {
        let (shop, trim) = (&job.shop, job.trim);
        // A good-looking margin: a sixteenth of the width, within limits.
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

    /// Returns the width and the height between the margins.
    pub(super) fn area(&self, job: &BookJob) -> (f64, f64) {
        (
            job.trim.width - self.inside - self.outside,
            job.trim.height - self.top - self.bottom,
        )
    }
}

/// Returns the heights, in points, of a page's running head and foot; both are 0 in newspaper columns.
pub(super) fn running(job: &BookJob) -> (f64, f64) {
    if job.is_boxes() {
        return (0.0, 0.0);
    }
    let size = job.text_size();
    (size * 2.4, size * 2.2)
}

/// Returns the places of `count` puzzles on a page.
pub(super) fn puzzles(
    job: &BookJob,
    captions: &Captions,
    frame: &Margins,
    count: usize,
) -> Result<Places, PrintError> {
    let around = |is_beside| move |side| captions.around(job, side, is_beside);
    if job.solutions == SolutionsAt::Back {
        let (width, _) = frame.area(job);
        let hints = hint_block::height(job, width, &captions.hints);
        return fitted(job, frame, (count, hints), TurnedPlace::None, around(false));
    }
    if count > 2 {
        let said = "solutions beneath need room: go with --per-page 1 or 2, or --solutions back";
        return Err(PrintError::Impossible(said.to_owned()));
    }
    let under = fitted(job, frame, (count, 0.0), TurnedPlace::Under, around(false));
    let beside = fitted(job, frame, (count, 0.0), TurnedPlace::Beside, around(true));
    match (under, beside) {
        (Ok(under), Ok(beside)) if under.side() >= beside.side() * 0.95 => Ok(under),
        (_, Ok(beside)) => Ok(beside),
        (under, Err(_)) => under,
    }
}

/// Returns the places of `count` solutions on a page at the back of the book.
pub(super) fn solutions(
    job: &BookJob,
    frame: &Margins,
    count: usize,
) -> Result<Places, PrintError> {
    let small = (job.text_size() * 0.75).max(job.least_text());
    fitted(job, frame, (count, 0.0), TurnedPlace::None, |_| {
        CaptionSizes {
            number: small * 1.25,
            label: small,
            small,
            above: small * 1.25 + 4.0,
            ..CaptionSizes::default()
        }
    })
}

/// Returns the first number in `counts` for which `place` finds room on a page. If there is none, returns the error
/// for the last number.
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

/// The place of an upside-down solution: not on the page, under its puzzle, or beside its puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
enum TurnedPlace {
    None,
    Under,
    Beside,
}

/// The room on a page for grids and the text around them.
struct PageFit {
    width: f64,
    height: f64,
    around: CaptionSizes,
    turned: TurnedPlace,
    /// The minimum side of an upside-down solution, in points.
    least: f64,
    /// The height left free for the QR code above an upside-down solution beside a grid; 0 if there is no QR code.
    code: f64,
}

/// The side of an upside-down solution under its puzzle, relative to the side of the puzzle.
const UNDER: f64 = 0.34;
/// The side of an upside-down solution beside its puzzle, relative to the side of the puzzle.
const BESIDE: f64 = 0.45;

impl PageFit {
    /// Returns the side of the upside-down solution for a grid with this side.
    fn turned_side(&self, size: f64) -> f64 {
        match self.turned {
            TurnedPlace::None => 0.0,
            TurnedPlace::Under => (size * UNDER).max(self.least),
            TurnedPlace::Beside => (size * BESIDE).min(size - self.code).max(self.least),
        }
    }

    /// Returns the distance between a grid and its upside-down solution.
    fn apart(&self) -> f64 {
        match self.turned {
            TurnedPlace::None => 0.0,
            TurnedPlace::Under => self.around.small,
            TurnedPlace::Beside => self.around.small * 1.6,
        }
    }

    /// Returns the side of the largest grids that fit in this number of columns and rows.
    fn side(&self, columns: usize, rows: usize) -> f64 {
        let (gap_x, gap_y) = (self.width * 0.055, self.around.above * 0.55);
        let (across, down) = (columns as f64, rows as f64);
        let wide = (self.width - (across - 1.0) * gap_x) / across;
        let slot = (self.height - (down - 1.0) * gap_y) / down;
        let high = slot - self.around.above - self.around.below;
        let shared = |room: f64, share: f64| {
            let room = room - self.apart();
            (room / (1.0 + share)).min(room - self.least)
        };
        match self.turned {
            TurnedPlace::None => wide.min(high),
            TurnedPlace::Under => wide.min(shared(high, UNDER)),
            TurnedPlace::Beside => high.min(shared(wide, BESIDE)),
        }
    }

    /// Returns the numbers of columns and rows that allow the largest grids. There are more columns than rows only if
    /// this makes the grids clearly larger.
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

    /// Returns the places of the grids on a page. The grids are spread over the page, but not too far apart, and their
    /// common middle is slightly above the middle of the page.
    fn grids(&self, (columns, rows): (usize, usize), size: f64) -> Vec<Square> {
        let turned = self.turned_side(size) + self.apart();
        let (wide, high) = match self.turned {
            TurnedPlace::Beside => (size + turned, size),
            TurnedPlace::Under | TurnedPlace::None => (size, size + turned),
        };
        let slot = self.around.above + high + self.around.below;
        let aside = match columns {
            1 => 0.0,
            columns => ((self.width - wide) / (columns - 1) as f64).min(wide * 1.35),
        };
        let left = (self.width - wide - aside * (columns - 1) as f64) / 2.0;
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

    /// Returns the place of a grid's upside-down solution; `None` if the solution is not on the page.
    fn turned(&self, grid: &Square) -> Option<Square> {
        let size = self.turned_side(grid.size);
        let (x, y) = match self.turned {
            TurnedPlace::None => return None,
            TurnedPlace::Under => (
                grid.x + (grid.size - size) / 2.0,
                grid.y + grid.size + self.around.below + self.apart(),
            ),
            TurnedPlace::Beside => (grid.x + grid.size + self.apart(), grid.y + grid.size - size),
        };
        Some(Square { x, y, size })
    }
}

/// The maximum number of attempts to fit grids and text on a page. Several attempts may be needed: text takes more
/// space around small grids than around large ones, and the more space the text takes, the smaller the grids become.
const TURNS: usize = 8;

/// Fits `count` grids on a page. `hints` is the height, in points, of the hints at the foot of the page. `around`
/// returns the sizes of the texts around a grid, for a grid with a given side.
fn fitted(
    job: &BookJob,
    frame: &Margins,
    (count, hints): (usize, f64),
    turned: TurnedPlace,
    around: impl Fn(f64) -> CaptionSizes,
) -> Result<Places, PrintError> {
    let (width, height) = frame.area(job);
    let (head, foot) = running(job);
    let mut fit = PageFit {
        width,
        height: height - head - foot - hints,
        around: around(f64::INFINITY),
        turned,
        least: least_side(job),
        code: match (&job.link, turned) {
            (Some(_), TurnedPlace::Beside) => {
                CODE + BY_CODE + around(f64::INFINITY).small * LEADING
            }
            _ => 0.0,
        },
    };
    let mut size = 0.0;
    for _ in 0..TURNS {
        let shape = fit.shape(count);
        size = fit.side(shape.0, shape.1).min(most_side(job));
        let needed = around(size);
        let (above, below) = (fit.around.above, fit.around.below);
        let is_enough = needed.above <= above && needed.below <= below;
        fit.around = CaptionSizes {
            above: needed.above.max(above),
            below: needed.below.max(below),
            ..needed
        };
        if is_enough {
            break;
        }
    }
    let shape = fit.shape(count);
    size = size.min(fit.side(shape.0, shape.1));
    let look = GridStyle {
        dots: job.dots,
        ..job.grid_style(size)
    };
    let digit = look.digit_size(size, job.largest_side);
    if digit < job.least_text() || fit.turned_side(size) > size - fit.code {
        return Err(too_small(job, count, digit));
    }
    let mut grids = fit.grids(shape, size);
    for grid in &mut grids {
        grid.y += head;
    }
    Ok(Places {
        turned: grids.iter().filter_map(|grid| fit.turned(grid)).collect(),
        beside: turned == TurnedPlace::Beside,
        grids,
        around: fit.around,
    })
}

impl Places {
    /// Returns the side of the grids on the page.
    fn side(&self) -> f64 {
        self.grids.first().map_or(0.0, |grid| grid.size)
    }
}

/// Returns the side, in points, of a grid that is just large enough for digits of the minimum type size.
fn least_side(job: &BookJob) -> f64 {
    let unit = job.grid_style(1.0).digit_size(1.0, job.largest_side);
    job.least_text() / unit + 0.5
}

/// Returns the maximum side of a grid, in points: 15 cm, 17 cm in large print, or 19 cm for grids larger than 9×9.
fn most_side(job: &BookJob) -> f64 {
    let centimetres = match (job.largest_side > SIDE, job.large) {
        (true, _) => 19.0,
        (false, true) => 17.0,
        (false, false) => 15.0,
    };
    centimetres * 10.0 * crate::print::MM
}

fn too_small(job: &BookJob, count: usize, digit: f64) -> PrintError {
    let fewer = match count {
        1 => "",
        _ => "put fewer on a page, or ",
    };
    let (tenths, least) = ((digit * 10.0).floor(), job.least_text());
    let why = match tenths >= 1.0 {
        true => format!(
            "digits would have {:.1} pt, and the minimum is {least} pt",
            tenths / 10.0
        ),
        false => format!("no grid fits whose digits have {least} pt or more"),
    };
    PrintError::Impossible(format!(
        "a trim of {} is too small for {count} a page: {why}; {fewer}take a larger --trim",
        job.trim
    ))
}

/// Common trims, in the notation of `--trim`.
const USUAL: [&str; 11] = [
    "5x8", "5.25x8", "5.5x8.5", "a5", "6x9", "7x10", "7.5x9.25", "8x10", "8.5x8.5", "8.5x11", "a4",
];

/// Returns the nearest larger common trim that the shop accepts and for which `fits` returns `true`; `None` if
/// there is no such trim.
pub(super) fn next_trim(job: &BookJob, fits: impl Fn(&BookJob) -> bool) -> Option<&'static str> {
    let mut job = job.clone();
    let asked = job.trim;
    let mut usual: Vec<(f64, &str, Trim)> = Vec::new();
    for name in USUAL {
        let Ok(trim) = name.parse::<Trim>() else {
            continue;
        };
        let apart = (trim.width - asked.width).abs() + (trim.height - asked.height).abs();
        let larger = trim.width > asked.width || trim.height > asked.height;
        if larger && job.shop.check_trim(trim).is_ok() {
            usual.push((apart, name, trim));
        }
    }
    usual.sort_by(|a, b| a.0.total_cmp(&b.0));
    let found = usual.into_iter().find(|&(_, _, trim)| {
        job.trim = trim;
        fits(&job)
    });
    found.map(|(_, name, _)| name)
}
