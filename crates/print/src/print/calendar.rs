//! The puzzles that a newspaper prints on each day of the week, and their files.

use super::canvas::Canvas;
use super::error::{PrintError, parse_table};
use super::fonts::{Fonts, Weight};
use super::grid::{self, GridStyle, Square};
use super::paper::Sheet;
use super::paper::Trim;
use super::pdf::{PdfFile, PdfMetadata};
use super::pen::{Pen, Style};
use super::ramp::levels_of_days;
use super::shop::Standard;
use super::svg::Svg;
use super::texts::filled;
use super::{FontFamily, OwnTexts, Texts, book, read};
use crate::grid::{Board, text};
use jiff::civil::Date;
use serde::Deserialize;
use std::path::PathBuf;

/// A form of a day's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DayFormat {
    /// A page.
    Pdf,
    /// A picture.
    Svg,
    /// Nine lines.
    Txt,
}

/// The puzzle that a weekday takes, in the words of `factory show`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DayRule {
    /// A level by name or number.
    pub level: Option<String>,
    /// A condition.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// An order.
    pub sort: Option<String>,
}

/// A week, as in `config/week.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Week {
    trim: String,
    /// The pattern of file names, without their endings.
    name: String,
    /// The forms of the files that are made.
    pub formats: Vec<DayFormat>,
    /// The language of the texts.
    pub language: String,
    /// A file of texts of the user's own.
    pub texts: Option<PathBuf>,
    /// A font file, or a folder of a family.
    pub font: Option<PathBuf>,
    monday: Option<DayRule>,
    tuesday: Option<DayRule>,
    wednesday: Option<DayRule>,
    thursday: Option<DayRule>,
    friday: Option<DayRule>,
    saturday: Option<DayRule>,
    sunday: Option<DayRule>,
}

/// The week that is used if no file gives another.
const BUILT_IN: &str = include_str!("../../../../config/week.toml");

impl Week {
    /// Returns the week of `config/week.toml`.
    ///
    /// # Errors
    /// No error is known.
    pub fn built_in() -> Result<Self, PrintError> {
        Self::from_text(BUILT_IN, "config/week.toml")
    }

    /// Reads a week; `origin` names where the text is from.
    ///
    /// # Errors
    /// If the text can't be understood.
    pub fn from_text(text: &str, origin: &str) -> Result<Self, PrintError> {
        let week: Self = parse_table(text, origin)?;
        let refuse = |said: &str| Err(PrintError::Impossible(format!("{origin}: {said}")));
        if !week.name.contains("{date}") || !week.name.contains("{kind}") {
            return refuse("name needs {date} and {kind}, or files would fall on one another");
        }
        if week.name.contains(['/', '\\']) || week.name.starts_with('.') {
            return refuse("name is a file's, not a folder's");
        }
        if week.formats.is_empty() {
            return refuse("formats names none of pdf, svg and txt");
        }
        Ok(week)
    }

    /// Returns the puzzles of the seven days from Monday, for a scheme with these levels; a day
    /// that the file does not name takes its level of the ramp.
    pub fn days(&self, levels: &[String]) -> [DayRule; 7] {
        let named = [
            &self.monday,
            &self.tuesday,
            &self.wednesday,
            &self.thursday,
            &self.friday,
            &self.saturday,
            &self.sunday,
        ];
        let ramp = levels_of_days(levels.len());
        std::array::from_fn(|day| {
            let of_ramp = || DayRule {
                level: levels.get(ramp[day]).cloned(),
                ..DayRule::default()
            };
            named[day].clone().unwrap_or_else(of_ramp)
        })
    }
}

/// Returns the number of a day in its week, 0 for Monday.
pub fn weekday(date: Date) -> usize {
    usize::from(date.weekday().to_monday_zero_offset().unsigned_abs())
}

/// A maker of the files of a week's days.
pub struct DayPrinter {
    week: Week,
    texts: Texts,
    fonts: Fonts,
    trim: Trim,
}

/// A file of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayFile {
    /// The name of the file.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// A day's puzzle with all that is printed of it.
struct Day<'a> {
    date: Date,
    puzzle: &'a book::Puzzle,
    level: String,
    solution: Option<&'a Board>,
}

impl DayPrinter {
    /// Prepares the making of a week's files.
    ///
    /// # Errors
    /// If the trim is not a size, or the language is unknown.
    pub fn new(week: Week) -> Result<Self, PrintError> {
        let trim = week.trim.parse();
        let trim: Trim =
            trim.map_err(|error: super::NoTrim| PrintError::Impossible(error.to_string()))?;
        let own = week.texts.as_deref().map(OwnTexts::open).transpose()?;
        let texts = Texts::new(&week.language, own.as_slice())?;
        let family = week.font.as_deref().map(FontFamily::open).transpose()?;
        let fonts = Fonts::with_letters(family, texts.japanese_letters)?;
        for (key, text) in own.iter().flat_map(OwnTexts::strings) {
            fonts.check(&key, text)?;
        }
        let printer = Self {
            texts,
            fonts,
            trim,
            week,
        };
        let side = printer.square().size;
        let digit = GridStyle::of(side, 0.5).digit_size(side);
        if digit < 7.0 {
            let said = format!(
                "a trim of {trim} is too small: digits would have {digit:.1} pt, and 7 is the least"
            );
            return Err(PrintError::Impossible(said));
        }
        Ok(printer)
    }

    /// Returns the week.
    pub const fn week(&self) -> &Week {
        &self.week
    }

    fn edge(&self) -> f64 {
        self.trim.width / 40.0
    }

    fn head(&self) -> f64 {
        (self.trim.width / 20.0).clamp(9.0, 18.0)
    }

    fn square(&self) -> Square {
        let (edge, head) = (self.edge(), self.head());
        let above = edge + head * 1.5;
        let below = edge + head * 1.4;
        let size = (self.trim.width - 2.0 * edge).min(self.trim.height - above - below);
        Square {
            x: (self.trim.width - size) / 2.0,
            y: above,
            size,
        }
    }

    fn draw(&self, canvas: &mut dyn Canvas, day: &Day<'_>) {
        let pen = &mut Pen {
            canvas,
            fonts: &self.fonts,
        };
        let (square, head) = (self.square(), self.head());
        let base = square.y - head * 0.45;
        let weekday = &self.texts.weekdays[weekday(day.date)];
        let title = self.title(day, square.size, weekday);
        let (bold, plain) = (Style::bold(head * 0.8), Style::text(head * 0.8));
        let at = (square.x, base);
        pen.ends(at, square.size, (bold, &title), (plain, weekday), 7.0);
        let look = GridStyle::of(square.size, 0.5);
        grid::draw(pen, square, &look, &day.puzzle.puzzle, day.solution);
        let base = square.y + square.size + head;
        let small = (head * 0.62).max(7.0);
        let mut label = day.level.clone();
        if day.puzzle.minutes.is_some() {
            label += &self.texts.separator;
            label += &self.texts.minutes_or_none(day.puzzle.checked_minutes);
        }
        let id = day.puzzle.short_id();
        let (plain, quiet) = (Style::text(small), Style::text(small).quiet());
        let at = (square.x, base);
        pen.ends(at, square.size, (plain, &label), (quiet, &id), 7.0);
    }

    /// Returns the words at the left above a grid: the date in words if there is room for it beside the
    /// weekday, else in figures.
    fn title(&self, day: &Day<'_>, width: f64, weekday: &str) -> String {
        let text = match day.solution {
            None => &self.texts.puzzle_of,
            Some(_) => &self.texts.solution_for,
        };
        let size = self.head() * 0.8;
        let wide = |weight, words: &str| self.fonts.width(weight, words, size);
        let in_words = filled(text, &[("date", &self.texts.date_in_words(day.date))]);
        let taken = wide(Weight::Bold, &in_words) + size + wide(Weight::Regular, weekday);
        match taken <= width {
            true => in_words,
            false => filled(text, &[("date", &day.date.to_string())]),
        }
    }

    /// Returns the files of a day: the puzzle's, then the solution's, of each format. `level` is
    /// the level's name in its scheme.
    ///
    /// # Errors
    /// If a page does not contain what it should: a bug.
    pub fn files(
        &self,
        date: Date,
        level: &str,
        puzzle: &book::Puzzle,
    ) -> Result<Vec<DayFile>, PrintError> {
        self.fonts
            .check("a level's name", &self.texts.level(level))?;
        let mut files = Vec::new();
        for (kind, solution) in [("puzzle", None), ("solution", Some(&puzzle.solution))] {
            let day = Day {
                date,
                puzzle,
                level: self.texts.level_of(level, puzzle.half),
                solution,
            };
            let weekday = self.texts.weekdays[weekday(date)].to_lowercase();
            let date = date.to_string();
            let values = [
                ("date", date.as_str()),
                ("kind", kind),
                ("level", level),
                ("weekday", &weekday),
            ];
            let stem = filled(&self.week.name, &values);
            for format in &self.week.formats {
                let (ending, bytes) = match format {
                    DayFormat::Pdf => ("pdf", self.pdf(&day)?),
                    DayFormat::Svg => ("svg", self.svg(&day).into_bytes()),
                    DayFormat::Txt => (
                        "txt",
                        plain(solution.unwrap_or(&puzzle.puzzle)).into_bytes(),
                    ),
                };
                let name = format!("{stem}.{ending}");
                files.push(DayFile { name, bytes });
            }
        }
        Ok(files)
    }

    fn pdf(&self, day: &Day<'_>) -> Result<Vec<u8>, PrintError> {
        let mut file = PdfFile::new(&self.fonts, Standard::Plain);
        let sheet = Sheet::plain(self.trim.width, self.trim.height);
        file.page(&sheet, |canvas| {
            self.draw(canvas, day);
            Ok::<(), PrintError>(())
        })?;
        let bytes = file.finish(&PdfMetadata {
            title: day.date.to_string(),
            author: None,
            date: day.date,
            condition: "",
            made_for: None,
            cover: None,
        })?;
        let wanted = day.solution.unwrap_or(&day.puzzle.puzzle);
        let found = read::grids(&bytes)?;
        match found.as_slice() {
            [grid] if grid.board == *wanted => Ok(bytes),
            _ => Err(PrintError::ReadBack(format!("the page of {}", day.date))),
        }
    }

    fn svg(&self, day: &Day<'_>) -> String {
        let mut svg = Svg::new();
        self.draw(&mut svg, day);
        let sheet = Sheet::plain(self.trim.width, self.trim.height);
        let words = text::line(day.solution.unwrap_or(&day.puzzle.puzzle), '.');
        svg.finish(&sheet, &self.fonts, &day.date.to_string(), &words)
    }
}

/// Returns nine lines of nine, a dot for a blank.
fn plain(board: &Board) -> String {
    let line = text::line(board, '.');
    let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * (row + 1)]).collect();
    rows.join("\n") + "\n"
}
