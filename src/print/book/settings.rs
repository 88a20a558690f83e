//! What is asked of a book: flags laid over `book.toml`, checked against one another and against the
//! shop's demands.

use crate::print::error::{PrintError, parse_table};
use crate::print::fonts::{Font, Fonts};
use crate::print::shop::{Preset, Shop, SolutionsAt, Standard, Stock};
use crate::print::{Texts, Trim};
use jiff::civil::Date;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// No file of settings is longer.
const LONGEST_FILE: u64 = 1 << 20;
/// The day that a book is of where nothing says another.
const SOME_DAY: Date = Date::constant(2026, 1, 1);
/// Where a QR code leads; `{puzzle}` becomes 81 digits, 0 for a blank, and `{scf}` SudokuPad's shortest
/// form, with which a code has few and so large modules.
const LINK: &str = "https://sudokupad.app/scf{scf}";
/// Large print begins here, in points.
pub(super) const LARGE: f64 = 16.0;

/// The order of puzzles within a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Rising minutes; D where there are none.
    Minutes,
    /// Rising D.
    D,
    /// As they were chosen.
    Chosen,
}

/// A page of one's own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnPage {
    /// What stands at its top.
    pub heading: Option<String>,
    /// Paragraphs with blank lines between them.
    pub text: String,
}

/// What one layer says; `None` where it says nothing.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[allow(missing_docs)] // docs/books.md has a table of them
pub struct Settings {
    pub preset: Option<Preset>,
    pub trim: Option<String>,
    pub title: Option<String>,
    pub subtitle: Option<String>,
    pub author: Option<String>,
    pub isbn: Option<String>,
    pub date: Option<String>,
    pub language: Option<String>,
    pub per_page: Option<usize>,
    pub solutions: Option<SolutionsAt>,
    pub solutions_per_page: Option<usize>,
    pub order: Option<Order>,
    pub large_print: Option<bool>,
    pub pencil_marks: Option<bool>,
    pub difficulty: Option<bool>,
    pub qr: Option<bool>,
    pub qr_link: Option<String>,
    pub ramp: Option<bool>,
    pub volumes: Option<usize>,
    pub bleed: Option<bool>,
    pub marks: Option<bool>,
    pub standard: Option<Standard>,
    pub paper: Option<Stock>,
    pub font: Option<PathBuf>,
    pub labels: BTreeMap<String, String>,
    pub front: Vec<OwnPage>,
    pub back: Vec<OwnPage>,
}

macro_rules! first_of {
    ($over:ident, $below:ident, $($field:ident),*) => { $( if $over.$field.is_none() { $over.$field = $below.$field; } )* };
}

impl Settings {
    /// The settings in a `book.toml`.
    ///
    /// # Errors
    /// If it can't be read, or says what nobody understands.
    pub fn from_file(path: &Path) -> Result<Self, PrintError> {
        let unreadable = |source| PrintError::Unreadable {
            path: path.to_owned(),
            source,
        };
        if std::fs::metadata(path).map_err(unreadable)?.len() > LONGEST_FILE {
            let said = format!("{} is too long for settings", path.display());
            return Err(PrintError::Impossible(said));
        }
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        parse_table(&text, &path.display().to_string())
    }

    /// These settings, and `below` where they say nothing.
    #[must_use]
    pub fn over(mut self, below: Self) -> Self {
        first_of!(
            self,
            below,
            preset,
            trim,
            title,
            subtitle,
            author,
            isbn,
            date,
            language,
            per_page,
            solutions,
            solutions_per_page,
            order,
            large_print,
            pencil_marks,
            difficulty,
            qr,
            qr_link,
            ramp,
            volumes,
            bleed,
            marks,
            standard,
            paper,
            font
        );
        let mut labels = below.labels;
        labels.append(&mut self.labels);
        self.labels = labels;
        self.front.extend(below.front);
        self.back.extend(below.back);
        self
    }

    /// The whole order, checked.
    ///
    /// # Errors
    /// What contradicts what, or a file that can't be used.
    pub fn job(self) -> Result<Job, PrintError> {
        let shop = self.preset.unwrap_or(Preset::Kdp).shop();
        let impossible = |said: String| PrintError::Impossible(said);
        let trim = self.trim.as_deref().map(str::parse::<Trim>).transpose();
        let trim = trim
            .map_err(|error| impossible(error.to_string()))?
            .unwrap_or(shop.trim);
        let texts = Texts::new(self.language.as_deref().unwrap_or("en"), &self.labels)?;
        let own = self.font.as_deref().map(Font::open).transpose()?;
        let marks = self.marks.unwrap_or(shop.marks);
        let large = self.large_print.unwrap_or(false);
        let link = self.qr_link.unwrap_or_else(|| LINK.to_owned());
        let job = Job {
            trim,
            date: self.date.as_deref().map_or(Ok(SOME_DAY), day)?,
            title: self.title.unwrap_or_else(|| texts.title.clone()),
            subtitle: self.subtitle,
            author: self.author,
            isbn: self.isbn,
            per_page: one_of("--per-page", self.per_page, &[1, 2, 4, 6])?,
            solutions: self.solutions.unwrap_or(shop.solutions),
            solutions_per_page: one_of(
                "--solutions-per-page",
                self.solutions_per_page,
                &[4, 6, 9],
            )?,
            order: self.order,
            large,
            least_digit: [shop.least_type.max(7.0), LARGE][usize::from(large)],
            dots: self.pencil_marks.unwrap_or(false),
            difficulty: self.difficulty.unwrap_or(false),
            link: self.qr.unwrap_or(false).then_some(link),
            ramp: self.ramp.unwrap_or(shop.ramp),
            volumes: self.volumes.unwrap_or(1),
            volume: None,
            bleed: [0.0, shop.bleed][usize::from(self.bleed.unwrap_or(marks))],
            marks,
            standard: self.standard.unwrap_or(shop.standard),
            stock: self.paper.unwrap_or(Stock::White),
            fonts: Fonts::new(own)?,
            front: self.front,
            back: self.back,
            texts,
            shop,
        };
        job.check()?;
        Ok(job)
    }
}

/// Reads a day such as `2027-03-01`.
///
/// # Errors
/// If it is none.
pub fn day(text: &str) -> Result<Date, PrintError> {
    text.parse().map_err(|_| {
        PrintError::Impossible(format!("{text:?} is no date: write one such as 2027-03-01"))
    })
}

fn one_of(name: &str, value: Option<usize>, known: &[usize]) -> Result<Option<usize>, PrintError> {
    match value {
        Some(value) if !known.contains(&value) => {
            let said = format!("{name} is {value}; it must be one of {known:?}");
            Err(PrintError::Impossible(said))
        }
        value => Ok(value),
    }
}

/// A book as it was ordered.
#[derive(Debug, Clone)]
#[allow(missing_docs)] // as Settings
pub struct Job {
    pub shop: Shop,
    pub trim: Trim,
    pub date: Date,
    pub title: String,
    pub subtitle: Option<String>,
    pub author: Option<String>,
    pub isbn: Option<String>,
    pub per_page: Option<usize>,
    pub solutions: SolutionsAt,
    pub solutions_per_page: Option<usize>,
    pub order: Option<Order>,
    pub large: bool,
    /// No digit of a grid is smaller, in points.
    pub least_digit: f64,
    pub dots: bool,
    pub difficulty: bool,
    pub link: Option<String>,
    pub ramp: bool,
    pub volumes: usize,
    /// Which of several volumes this is, from 1.
    pub volume: Option<usize>,
    pub bleed: f64,
    pub marks: bool,
    pub standard: Standard,
    pub stock: Stock,
    pub texts: Texts,
    pub fonts: Fonts,
    pub front: Vec<OwnPage>,
    pub back: Vec<OwnPage>,
}

impl Job {
    /// Whether pages are boxes of a newspaper's page, with nothing around the puzzles.
    pub(super) fn is_boxes(&self) -> bool {
        self.shop.preset == Preset::Newspaper
    }

    fn check(&self) -> Result<(), PrintError> {
        let impossible = |said: String| Err(PrintError::Impossible(said));
        if self.volumes == 0 {
            return impossible("--volumes is 0; it must be at least 1".to_owned());
        }
        if self.marks && !self.shop.marks && self.shop.bound {
            let name = self.shop.name;
            return impossible(format!("{name} refuses marks: leave --marks out"));
        }
        self.check_glyphs()
    }

    fn check_glyphs(&self) -> Result<(), PrintError> {
        let own = self.front.iter().chain(&self.back);
        let own = own.flat_map(|page| page.heading.iter().chain([&page.text]));
        let given = [&self.subtitle, &self.author, &self.isbn];
        let labels = self.texts.levels.values();
        let all = own
            .chain(given.into_iter().flatten())
            .chain([&self.title])
            .chain(labels);
        for text in all {
            let letters: String = text.chars().filter(|c| *c != '\n').collect();
            if let Some(character) = self.fonts.missing(&letters) {
                let text = letters.chars().take(40).collect();
                return Err(PrintError::NoGlyph { character, text });
            }
        }
        Ok(())
    }
}
