//! Makes the files with the puzzles that a newspaper prints each day.

mod pages;
mod week;

pub use week::{DayFormat, DayKind, DayRule, Week, weekday};

use super::canvas::Canvas;
use super::error::PrintError;
use super::fonts::{Fonts, Weight};
use super::grid::{self, Square};
use super::look::{GridLook, StyleSheet};
use super::paper::Sheet;
use super::paper::Trim;
use super::pdf::{PdfFile, PdfMetadata};
use super::pen::{Pen, Style};
use super::shop::Standard;
use super::svg::Svg;
use super::texts::filled;
use super::{FontFamily, GridContent, OwnTexts, Texts, book, read};
use jiff::civil::Date;

/// A maker of the files for the days of a week.
pub struct DayPrinter {
    week: Week,
    texts: Texts,
    fonts: Fonts,
    look: GridLook,
    trim: Trim,
    box_trim: Trim,
    week_trim: Trim,
}

/// A file for one day or one week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayFile {
    /// The name of the file.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// A day's puzzle.
#[derive(Debug, Clone, Copy)]
pub struct DayPuzzle<'a> {
    /// The day.
    pub date: Date,
    /// The level's name in its scheme.
    pub level: &'a str,
    /// The puzzle.
    pub puzzle: &'a book::Puzzle,
}

/// A day's puzzle or solution on a page, with the words around it.
struct PlacedDay<'a> {
    day: DayPuzzle<'a>,
    is_solution: bool,
    square: Square,
    /// The base type size; the sizes of the words depend on it.
    head: f64,
    /// The width available for the words, in points.
    width: f64,
}

impl PlacedDay<'_> {
    fn content(&self) -> GridContent<'_> {
        self.day.puzzle.content(self.is_solution)
    }
}

/// A page with the puzzles or solutions of one or several days.
struct DayPage<'a> {
    /// The day whose date is in the file's name.
    day: DayPuzzle<'a>,
    /// The word for the kind of page in the file's name, such as `puzzle`.
    kind: &'static str,
    trim: Trim,
    days: Vec<PlacedDay<'a>>,
}

impl DayPrinter {
    /// Prepares to make a week's files, for puzzles with `side` cells along a side.
    ///
    /// # Errors
    /// If a setting can't be used: for example, a trim is too small for these puzzles, or the language is unknown.
    pub fn new(week: Week, side: usize) -> Result<Self, PrintError> {
        let size = |text: &str| {
            let trim = text.parse::<Trim>();
            trim.map_err(|error| PrintError::Impossible(error.to_string()))
        };
        let own = week.texts.as_deref().map(OwnTexts::open).transpose()?;
        let texts = Texts::new(&week.language, own.as_slice())?;
        let sheet = week.style.as_deref().map(StyleSheet::open).transpose()?;
        let sheet = sheet.unwrap_or_default();
        let font = week.font.as_ref().or(sheet.font.as_ref());
        let family = font.map(|path| FontFamily::open(path)).transpose()?;
        let fonts = Fonts::with_letters(family, texts.japanese_letters)?;
        let fonts = fonts.with_digits(sheet.digits.as_deref(), sheet.symbols.as_deref())?;
        fonts.check_symbols(side)?;
        for (key, text) in own.iter().flat_map(OwnTexts::strings) {
            fonts.check(&key, text)?;
        }
        let printer = Self {
            texts,
            fonts,
            look: sheet.look(),
            trim: size(&week.trim)?,
            box_trim: size(&week.box_trim)?,
            week_trim: size(&week.week_trim)?,
            week,
        };
        printer.check_sizes(side)?;
        Ok(printer)
    }

    /// Refuses a trim on which the digits of a grid with `cells` cells along a side would be too small to read.
    fn check_sizes(&self, cells: usize) -> Result<(), PrintError> {
        let mut sides = vec![("trim", self.trim, self.square().size)];
        if self.makes(DayKind::Box) {
            sides.push(("box-trim", self.box_trim, self.box_side()));
        }
        if self.makes(DayKind::Week) {
            sides.push(("week-trim", self.week_trim, self.week_side()));
        }
        for (key, trim, side) in sides {
            let digit = self.look.of(side, 0.5).digit_size(side, cells);
            if digit < 7.0 {
                let said = format!(
                    "a {key} of {trim} is too small: digits would have {digit:.1} pt, and 7 is the least"
                );
                return Err(PrintError::Impossible(said));
            }
        }
        Ok(())
    }

    /// Returns the settings of the week.
    pub const fn week(&self) -> &Week {
        &self.week
    }

    /// Returns whether files of this kind are made.
    pub fn makes(&self, kind: DayKind) -> bool {
        self.week.kinds.contains(&kind)
    }

    /// Returns a day's date and level as texts in the language of the page.
    pub fn words(&self, day: &DayPuzzle<'_>) -> (String, String) {
        let level = self.texts.level_of(day.level, day.puzzle.half);
        (self.texts.date_in_words(day.date), level)
    }

    fn square(&self) -> Square {
        let (edge, head) = (self.trim.width / 40.0, head_of(self.trim.width));
        let above = edge + head * 1.5;
        let below = edge + head * 1.4;
        let size = (self.trim.width - 2.0 * edge).min(self.trim.height - above - below);
        Square {
            x: (self.trim.width - size) / 2.0,
            y: above,
            size,
        }
    }

    fn draw(&self, canvas: &mut dyn Canvas, placed: &PlacedDay<'_>) {
        let pen = &mut Pen {
            canvas,
            fonts: &self.fonts,
        };
        let (square, head, width) = (placed.square, placed.head, placed.width);
        let (day, puzzle) = (&placed.day, placed.day.puzzle);
        let base = square.y - head * 0.45;
        let weekday = &self.texts.weekdays[weekday(day.date)];
        let title = self.title(placed);
        let size = (head * 0.8).max(7.0);
        let (bold, plain) = (Style::bold(size), Style::text(size));
        let at = (square.x, base);
        pen.ends(at, width, (bold, &title), (plain, weekday), 7.0);
        let look = self.look.of(square.size, 0.5);
        grid::draw(pen, square, &look, &placed.content());
        let base = square.y + square.size + head;
        let small = (head * 0.62).max(7.0);
        let mut label = self.texts.level_of(day.level, puzzle.half);
        if let Some(minutes) = puzzle.checked_minutes.filter(|_| self.week.minutes) {
            label += &self.texts.separator;
            label += &self.texts.minutes(minutes);
        }
        let id = match self.week.ids {
            true => puzzle.short_id(),
            false => String::new(),
        };
        if puzzle.layout.rules().next().is_some() {
            label += &self.texts.separator;
            label += &puzzle.layout.to_string();
        }
        let (plain, quiet) = (Style::text(small), Style::text(small).quiet());
        let at = (square.x, base);
        pen.ends(at, square.size, (plain, &label), (quiet, &id), 7.0);
    }

    /// Returns the title that is printed above a grid, on the same line as the weekday. It is a sentence with the date
    /// in words, only the date in words, or a sentence with the date in figures. The first form that fits on every day
    /// of the year is used, so that all titles are alike.
    fn title(&self, placed: &PlacedDay<'_>) -> String {
        let text = match placed.is_solution {
            false => &self.texts.puzzle_of,
            true => &self.texts.solution_for,
        };
        let (date, size) = (placed.day.date, (placed.head * 0.8).max(7.0));
        let forms = |date: Date| {
            let in_words = self.texts.date_in_words(date);
            let sentence = |date: &str| filled(text, &[("date", date)]);
            let in_figures = sentence(&date.to_string());
            [sentence(&in_words), in_words, in_figures]
        };
        let wide = |weight, words: &str| self.fonts.width(weight, words, size);
        let weekdays = self.texts.weekdays.iter();
        let weekday = weekdays
            .map(|it| wide(Weight::Regular, it))
            .fold(0.0, f64::max);
        let room = placed.width - size - weekday;
        // In each month a day with two digits is as wide as any.
        let dates = (1..=12).filter_map(|month| Date::new(date.year(), month, 28).ok());
        let dates: Vec<_> = dates.map(forms).collect();
        let has_room = |form: &usize| {
            dates
                .iter()
                .all(|it| wide(Weight::Bold, &it[*form]) <= room)
        };
        let form = (0..2).find(has_room).unwrap_or(2);
        forms(date).into_iter().nth(form).unwrap_or_default()
    }

    /// Returns the files of a day, in every requested format: those of the puzzle, then those of the solution. A
    /// kind of file that the week does not request is left out.
    ///
    /// # Errors
    /// If the level's name can't be typeset, or a page does not contain what it should, which would be a bug.
    pub fn files(&self, day: DayPuzzle<'_>) -> Result<Vec<DayFile>, PrintError> {
        self.fonts
            .check("a level's name", &self.texts.level(day.level))?;
        let mut files = Vec::new();
        for (kind, word) in [(DayKind::Puzzle, "puzzle"), (DayKind::Solution, "solution")] {
            if !self.makes(kind) {
                continue;
            }
            let square = self.square();
            let placed = PlacedDay {
                day,
                is_solution: kind == DayKind::Solution,
                square,
                head: head_of(self.trim.width),
                width: square.size,
            };
            files.extend(self.rendered(&DayPage {
                day,
                kind: word,
                trim: self.trim,
                days: vec![placed],
            })?);
        }
        Ok(files)
    }

    /// Returns the name of a day's file; `kind` is the word for the kind of page, such as `puzzle`.
    pub fn name(&self, day: &DayPuzzle<'_>, kind: &str, format: DayFormat) -> String {
        let weekday = self.texts.weekdays[weekday(day.date)].to_lowercase();
        let date = day.date.to_string();
        let values = [
            ("date", date.as_str()),
            ("kind", kind),
            ("level", day.level),
            ("weekday", &weekday),
        ];
        format!("{}.{}", filled(&self.week.name, &values), format.ending())
    }

    /// Returns the files of a page, one in each format.
    fn rendered(&self, page: &DayPage<'_>) -> Result<Vec<DayFile>, PrintError> {
        let mut files = Vec::new();
        for format in &self.week.formats {
            let bytes = match format {
                DayFormat::Pdf => self.pdf(page)?,
                DayFormat::Svg => self.svg(page).into_bytes(),
                DayFormat::Txt => {
                    let boards = page.days.iter().map(|it| plain(&it.content()));
                    boards.collect::<Vec<_>>().join("\n").into_bytes()
                }
            };
            let name = self.name(&page.day, page.kind, *format);
            files.push(DayFile { name, bytes });
        }
        Ok(files)
    }

    fn pdf(&self, page: &DayPage<'_>) -> Result<Vec<u8>, PrintError> {
        let mut file = PdfFile::new(&self.fonts, Standard::Plain);
        let sheet = Sheet::plain(page.trim.width, page.trim.height);
        file.page(&sheet, |canvas| {
            page.days
                .iter()
                .for_each(|placed| self.draw(canvas, placed));
            Ok::<(), PrintError>(())
        })?;
        let date = page.day.date;
        let bytes = file.finish(&PdfMetadata {
            title: date.to_string(),
            date,
            ..PdfMetadata::default()
        })?;
        let found = read::grids(&bytes)?;
        let wanted = page.days.iter().map(|it| it.content().drawn());
        match found.iter().map(|grid| &*grid.values).eq(wanted) {
            true => Ok(bytes),
            false => Err(PrintError::ReadBack(format!("the page of {date}"))),
        }
    }

    fn svg(&self, page: &DayPage<'_>) -> String {
        let mut svg = Svg::new();
        page.days
            .iter()
            .for_each(|placed| self.draw(&mut svg, placed));
        let sheet = Sheet::plain(page.trim.width, page.trim.height);
        let words = page.days.iter().map(|it| it.content().line());
        let words = words.collect::<Vec<_>>().join("; ");
        svg.finish(&sheet, &self.fonts, &page.day.date.to_string(), &words)
    }
}

/// Returns the base type size for a page of this width. The sizes of the page's words depend on it.
fn head_of(width: f64) -> f64 {
    (width / 20.0).clamp(9.0, 18.0)
}

/// Returns the rows of a grid as text, one per line, with a dot for an empty cell.
fn plain(content: &GridContent<'_>) -> String {
    let cells: Vec<char> = content.line().chars().collect();
    let rows = cells.chunks(content.side());
    rows.flat_map(|row| row.iter().chain(&['\n'])).collect()
}
