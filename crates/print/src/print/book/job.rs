//! The complete settings of a book, checked against one another and against the requirements of its print shop.

use crate::print::error::PrintError;
use crate::print::fonts::Fonts;
use crate::print::grid::GridStyle;
use crate::print::shop::{PaperStock, Shop, ShopPreset, SolutionsAt, Standard};
use crate::print::{GridLook, Texts, Trim};
use jiff::civil::Date;
use serde::Deserialize;

/// The minimum type size of large print, in points.
pub(super) const LARGE: f64 = 16.0;

/// The order of puzzles within a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleOrder {
    /// Ascending estimated solving time; an error if a puzzle has no estimated time.
    Minutes,
    /// Ascending difficulty D.
    D,
    /// The order in which the puzzles were chosen.
    Chosen,
}

/// A page with the author's own text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnPage {
    /// The heading.
    pub heading: Option<String>,
    /// Paragraphs with blank lines between them.
    pub text: String,
}

/// The place in a book where hints are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HintsAt {
    /// In lists at the back.
    Back,
    /// Upside down at the foot of the puzzle's page.
    Beneath,
}

/// The settings of a book, complete and checked.
#[derive(Debug, Clone)]
#[allow(missing_docs)] // as BookSettings
pub struct BookJob {
    pub shop: Shop,
    pub trim: Trim,
    pub date: Date,
    pub title: String,
    pub subtitle: Option<String>,
    pub author: Option<String>,
    pub publisher: Option<String>,
    /// The user's own rights line; `None` for the rights line in the book's language.
    pub rights: Option<String>,
    /// The ISBNs, one per volume, or none.
    pub isbns: Vec<String>,
    /// The year of the book's date, if a date is set.
    pub year: Option<i16>,
    pub per_page: Option<usize>,
    pub solutions: SolutionsAt,
    pub solutions_per_page: Option<usize>,
    pub order: Option<PuzzleOrder>,
    pub large: bool,
    pub dots: bool,
    pub difficulty: bool,
    /// `true` if estimated solving times are printed with puzzles and sections.
    pub minutes: bool,
    /// `true` if each section states, for each rule, how many of the section's puzzles need the rule.
    pub shares: bool,
    /// `true` if ids are printed with puzzles and solutions.
    pub ids: bool,
    pub link: Option<String>,
    pub ramp: bool,
    /// The maximum number of days in all volumes together, for puzzles that are arranged in weeks.
    pub most_days: Option<usize>,
    pub volumes: usize,
    /// The number of worked puzzles per level, whose solving paths are printed step by step; `None` for no worked
    /// puzzles.
    pub worked: Option<usize>,
    /// `true` if the book has a part with an example of each technique.
    pub techniques: bool,
    /// The place of the hints for each puzzle; `None` for no hints.
    pub hints: Option<HintsAt>,
    /// The number of this volume, from 1, if there are several.
    pub volume: Option<usize>,
    /// The number of cells along a side of the largest puzzle.
    pub largest_side: usize,
    pub bleed: f64,
    pub marks: bool,
    pub standard: Standard,
    pub stock: PaperStock,
    /// The code of the language, such as `en`.
    pub language: String,
    pub texts: Texts,
    pub fonts: Fonts,
    pub look: GridLook,
    pub front: Vec<OwnPage>,
    pub back: Vec<OwnPage>,
}

impl BookJob {
    /// Returns whether the book is for a newspaper. Each page of such a book is made for a newspaper column, without
    /// running heads, page numbers or pages of front matter.
    pub(super) fn is_boxes(&self) -> bool {
        self.shop.preset == ShopPreset::Newspaper
    }

    /// Returns whether the book has pages that show solving steps.
    pub(super) const fn tells_steps(&self) -> bool {
        self.worked.is_some() || self.techniques || self.hints.is_some()
    }

    /// Returns whether links lead from puzzles to their hints, which are at the back.
    pub(super) fn links_hints(&self) -> bool {
        self.shop.links && self.hints == Some(HintsAt::Back)
    }

    /// Returns the style of a grid of this size, without room for pencil marks.
    pub(super) fn grid_style(&self, size: f64) -> GridStyle {
        self.look.of(size, self.shop.least_line)
    }

    /// Returns the type size of running text, in points.
    pub(super) fn text_size(&self) -> f64 {
        match self.large {
            true => LARGE,
            false => (self.trim.width / 54.0).clamp(8.0, 11.5),
        }
    }

    /// Returns the minimum type size of digits and text, in points, except for running heads and
    /// page numbers.
    pub(super) fn least_text(&self) -> f64 {
        match self.large {
            true => LARGE,
            false => self.shop.least_type.max(7.0),
        }
    }

    pub(super) fn check(&self) -> Result<(), PrintError> {
        let impossible = |said: String| Err(PrintError::Impossible(said));
        if !is_said(&self.title) {
            return impossible("the title is empty: leave --title out, or say one".to_owned());
        }
        if let Some(count) = self.per_page.filter(|count| self.large && *count > 1) {
            return impossible(format!(
                "--large-print is one puzzle a page, not {count}: leave --per-page out"
            ));
        }
        if self.worked == Some(0) {
            return impossible("--worked is 0; leave it out, or say at least 1".to_owned());
        }
        if self.is_boxes() && self.tells_steps() {
            let name = self.shop.name;
            return impossible(format!(
                "{name} makes boxes without other pages: leave --worked, --techniques and --hints out"
            ));
        }
        self.check_hints()?;
        if self.volumes == 0 {
            return impossible("--volumes is 0; it must be at least 1".to_owned());
        }
        let names_puzzle = |link: &String| link.contains("{puzzle}") || link.contains("{scf}");
        if let Some(link) = self.link.as_ref().filter(|link| !names_puzzle(link)) {
            return impossible(format!(
                "qr-link is {link:?}, the same for every puzzle: write {{puzzle}} or {{scf}} where the puzzle belongs"
            ));
        }
        if self.marks && !self.shop.marks && self.shop.bound {
            let name = self.shop.name;
            return impossible(format!("{name} refuses marks: leave --marks out"));
        }
        if self.shop.preset == ShopPreset::Kdp && self.standard != Standard::Plain {
            let said = "kdp wants no metadata, and every PDF/X has some: leave --standard out";
            return impossible(said.to_owned());
        }
        if self.shop.links && self.standard != Standard::Plain {
            let name = self.shop.name;
            return impossible(format!(
                "{name} has links, which PDF/X forbids: leave --standard out"
            ));
        }
        self.check_glyphs()
    }

    /// Checks that there is room for hints on the pages of puzzles.
    fn check_hints(&self) -> Result<(), PrintError> {
        if self.hints == Some(HintsAt::Beneath) {
            if let Some(count) = self.per_page.filter(|count| *count > 1) {
                return Err(PrintError::Impossible(format!(
                    "--hints-at beneath is one puzzle a page, not {count}: leave --per-page out"
                )));
            }
            if self.solutions == SolutionsAt::Beneath {
                let said = "hints and solutions can't both be beneath: leave one at the back";
                return Err(PrintError::Impossible(said.to_owned()));
            }
        }
        Ok(())
    }

    fn check_glyphs(&self) -> Result<(), PrintError> {
        let own = self.front.iter().chain(&self.back);
        let own = own.flat_map(|page| page.heading.iter().chain([&page.text]));
        let given = [
            ("the title", Some(&self.title)),
            ("the subtitle", self.subtitle.as_ref()),
            ("the author", self.author.as_ref()),
            ("the publisher", self.publisher.as_ref()),
            ("the rights line", self.rights.as_ref()),
        ];
        let given = given
            .into_iter()
            .filter_map(|(what, text)| Some((what, text?)));
        for (what, text) in given.chain(own.map(|text| ("a page of your own", text))) {
            self.fonts.check(what, text)?;
        }
        Ok(())
    }
}

/// Returns whether a text contains more than white space.
pub(super) fn is_said(text: &str) -> bool {
    !text.trim().is_empty()
}
