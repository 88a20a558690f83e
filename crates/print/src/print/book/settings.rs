//! The settings of a book, from `book.toml` and from the command line, which overrides it. All settings are
//! checked against one another and against the print shop's requirements.

use super::isbn;
use super::job::{BookJob, HintsAt, OwnPage, PuzzleOrder, is_said};
use crate::grid::SIDE;
use crate::print::error::{PrintError, read_table};
use crate::print::fonts::{FontFamily, Fonts};
use crate::print::shop::{PaperStock, Shop, ShopPreset, SolutionsAt, Standard};
use crate::print::{GridLook, OwnTexts, StyleSheet, Texts, Trim};
use jiff::civil::Date;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The default date of a book.
const SOME_DAY: Date = Date::constant(2026, 1, 1);
/// The link in a QR code. `{puzzle}` is replaced by the 81 digits of the puzzle, with 0 for a blank. `{scf}` is
/// replaced by the puzzle in SudokuPad's shortest notation. A short link needs fewer squares in the QR code, so the
/// squares are larger.
const LINK: &str = "https://sudokupad.app/scf{scf}";

/// The settings of a book from one source, such as `book.toml` or the command line; a setting that the source does not
/// contain is `None`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[allow(missing_docs)] // docs/books.md has a table of them
pub struct BookSettings {
    pub preset: Option<ShopPreset>,
    pub trim: Option<String>,
    pub title: Option<String>,
    pub subtitle: Option<String>,
    pub author: Option<String>,
    pub publisher: Option<String>,
    pub rights: Option<String>,
    pub isbn: Option<String>,
    pub date: Option<String>,
    pub language: Option<String>,
    pub per_page: Option<usize>,
    pub solutions: Option<SolutionsAt>,
    pub solutions_per_page: Option<usize>,
    pub order: Option<PuzzleOrder>,
    pub large_print: Option<bool>,
    pub pencil_marks: Option<bool>,
    pub difficulty: Option<bool>,
    pub minutes: Option<bool>,
    pub shares: Option<bool>,
    pub ids: Option<bool>,
    pub qr: Option<bool>,
    pub qr_link: Option<String>,
    pub ramp: Option<bool>,
    pub volumes: Option<usize>,
    pub worked: Option<usize>,
    pub techniques: Option<bool>,
    pub hints: Option<bool>,
    pub hints_at: Option<HintsAt>,
    pub bleed: Option<bool>,
    pub marks: Option<bool>,
    pub standard: Option<Standard>,
    pub paper: Option<PaperStock>,
    pub font: Option<PathBuf>,
    pub texts: Option<PathBuf>,
    pub digits: Option<String>,
    pub symbols: Option<PathBuf>,
    pub style: Option<PathBuf>,
    /// The user's own texts, with the same keys as in a file for `--texts`.
    pub labels: toml::Table,
    pub front: Vec<OwnPage>,
    pub back: Vec<OwnPage>,
}

macro_rules! first_of {
    ($over:ident, $below:ident, $($field:ident),*) => { $( if $over.$field.is_none() { $over.$field = $below.$field; } )* };
}

impl BookSettings {
    /// Reads the settings of a `book.toml`.
    ///
    /// # Errors
    /// If the file can't be read or understood.
    pub fn from_file(path: &Path) -> Result<Self, PrintError> {
        read_table(path).map(|(settings, _)| settings)
    }

    /// Returns these settings, with missing ones taken from `below`. Labels that only `below` contains are added.
    /// The author's own pages in `below` come after those in these settings.
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
            publisher,
            rights,
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
            minutes,
            shares,
            ids,
            qr,
            qr_link,
            ramp,
            volumes,
            worked,
            techniques,
            hints,
            hints_at,
            bleed,
            marks,
            standard,
            paper,
            font,
            texts,
            digits,
            symbols,
            style
        );
        let mut labels = below.labels;
        labels.extend(std::mem::take(&mut self.labels));
        self.labels = labels;
        self.front.extend(below.front);
        self.back.extend(below.back);
        self
    }

    /// Returns the trim of the book, after checking that the shop accepts it.
    fn page_size(&self, shop: &Shop) -> Result<Trim, PrintError> {
        let trim = self.trim.as_deref().map(str::parse::<Trim>).transpose();
        let trim = trim.map_err(|error| PrintError::Impossible(error.to_string()))?;
        let trim = trim.unwrap_or(shop.trim);
        shop.check_trim(trim)?;
        Ok(trim)
    }

    /// Returns the texts of the book's language, some of them replaced by the user's own texts, and the fonts for all
    /// texts.
    fn words(&self) -> Result<(Texts, Fonts), PrintError> {
        let file = self.texts.as_deref().map(OwnTexts::open).transpose()?;
        let labels = OwnTexts::new("[labels]", self.labels.clone());
        let own: Vec<OwnTexts> = file.into_iter().chain([labels]).collect();
        let texts = Texts::new(self.language.as_deref().unwrap_or("en"), &own)?;
        let family = self.font.as_deref().map(FontFamily::open).transpose()?;
        let fonts = Fonts::with_letters(family, texts.japanese_letters)?;
        for (key, text) in own.iter().flat_map(OwnTexts::strings) {
            fonts.check(&key, text)?;
        }
        let fonts = fonts.with_digits(self.digits.as_deref(), self.symbols.as_deref())?;
        Ok((texts, fonts))
    }

    /// Completes these settings from the style sheet, without changing any settings that are already set, and returns
    /// the look of the grids.
    fn take_style(&mut self) -> Result<GridLook, PrintError> {
        let Some(file) = &self.style else {
            return Ok(GridLook::default());
        };
        let sheet = StyleSheet::open(file)?;
        let look = sheet.look();
        self.font = self.font.take().or(sheet.font);
        if self.digits.is_none() && self.symbols.is_none() {
            (self.digits, self.symbols) = (sheet.digits, sheet.symbols);
        }
        self.large_print = self.large_print.or(sheet.large_print);
        self.pencil_marks = self.pencil_marks.or(sheet.pencil_marks);
        Ok(look)
    }

    /// Returns the complete settings of the book, checked.
    ///
    /// # Errors
    /// If a setting has a value that is not allowed, two settings contradict each other, or a file can't be used.
    pub fn job(mut self) -> Result<BookJob, PrintError> {
        let look = self.take_style()?;
        let shop = self.preset.unwrap_or(ShopPreset::Kdp).shop();
        self.check_leaves(&shop)?;
        let trim = self.page_size(&shop)?;
        let (texts, fonts) = self.words()?;
        let date = self.date.as_deref().map(day).transpose()?;
        let marks = self.marks.unwrap_or(shop.marks);
        let large = self.large_print.unwrap_or(false);
        let (volumes, hints) = (self.volumes.unwrap_or(1), self.hints_place());
        let is_on = |flag: Option<bool>| flag.unwrap_or(false);
        let link = self.qr_link.unwrap_or_else(|| LINK.to_owned());
        let job = BookJob {
            trim,
            date: date.unwrap_or(SOME_DAY),
            year: date.map(Date::year),
            title: self.title.unwrap_or_else(|| texts.title.clone()),
            subtitle: self.subtitle,
            author: self.author.filter(|it| is_said(it)),
            publisher: self.publisher.filter(|it| is_said(it)),
            rights: self.rights,
            isbns: isbn::for_volumes(self.isbn.as_deref(), volumes)?,
            per_page: one_of("--per-page", self.per_page, &[1, 2, 4, 6])?,
            solutions: self.solutions.unwrap_or(shop.solutions),
            solutions_per_page: one_of(
                "--solutions-per-page",
                self.solutions_per_page,
                &[4, 6, 9],
            )?,
            order: self.order,
            large,
            dots: is_on(self.pencil_marks),
            difficulty: is_on(self.difficulty),
            minutes: is_on(self.minutes),
            shares: is_on(self.shares),
            ids: is_on(self.ids),
            link: is_on(self.qr).then_some(link),
            ramp: self.ramp.unwrap_or(shop.ramp),
            most_days: None,
            volumes,
            worked: self.worked,
            techniques: is_on(self.techniques),
            hints,
            volume: None,
            largest_side: SIDE,
            bleed: [0.0, shop.bleed][usize::from(self.bleed.unwrap_or(marks))],
            marks,
            standard: self.standard.unwrap_or(shop.standard),
            stock: self.paper.unwrap_or(PaperStock::White),
            fonts,
            front: self.front,
            back: self.back,
            language: self.language.unwrap_or_else(|| "en".to_owned()),
            texts,
            look,
            shop,
        };
        job.check()?;
        Ok(job)
    }

    /// Returns the place where hints are printed; `None` if no hints are printed. If the settings name a place, hints
    /// are printed unless they are switched off.
    fn hints_place(&self) -> Option<HintsAt> {
        let usual = (self.hints == Some(true)).then_some(HintsAt::Back);
        let place = self.hints_at.or(usual);
        place.filter(|_| self.hints != Some(false))
    }

    /// Refuses settings for title pages and imprints if the book's pages are newspaper columns, which have neither.
    fn check_leaves(&self, shop: &Shop) -> Result<(), PrintError> {
        // Every standard except the plain one has title and author in its metadata.
        let is_plain = self.standard.unwrap_or(shop.standard) == Standard::Plain;
        let given = [
            ("--title", is_plain && self.title.is_some()),
            ("--subtitle", self.subtitle.is_some()),
            ("--author", is_plain && self.author.is_some()),
            ("--publisher", self.publisher.is_some()),
            ("rights", self.rights.is_some()),
            ("--isbn", self.isbn.is_some()),
            (
                "pages of your own",
                !(self.front.is_empty() && self.back.is_empty()),
            ),
        ];
        let given: Vec<&str> = given.iter().filter(|it| it.1).map(|it| it.0).collect();
        if shop.preset != ShopPreset::Newspaper || given.is_empty() {
            return Ok(());
        }
        let (name, given) = (shop.name, given.join(", "));
        Err(PrintError::Impossible(format!(
            "{name} makes boxes without a title page: leave out {given}, or take --preset home --ramp"
        )))
    }
}

/// Reads a date such as `2027-03-01`.
///
/// # Errors
/// If the text is not a date.
pub fn day(text: &str) -> Result<Date, PrintError> {
    text.parse().map_err(|_| {
        PrintError::Impossible(format!(
            "{text:?} is not a date: write one such as 2027-03-01"
        ))
    })
}

fn one_of(name: &str, value: Option<usize>, known: &[usize]) -> Result<Option<usize>, PrintError> {
    match value {
        Some(value) if !known.contains(&value) => {
            let said = format!("{name} is {value}; it must be one of {known:?}");
            Err(PrintError::UnknownValue(said))
        }
        value => Ok(value),
    }
}
