//! The week of a newspaper: which puzzles each weekday gets, and which files are made of them.

use crate::print::PrintError;
use crate::print::error::parse_table;
use crate::print::ramp::levels_of_days;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A format of the files that are made for a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DayFormat {
    /// A PDF page.
    Pdf,
    /// An SVG picture.
    Svg,
    /// Text with one line for each row of a grid.
    Txt,
}

impl DayFormat {
    /// Returns the extension of files in this format, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Svg => "svg",
            Self::Txt => "txt",
        }
    }
}

/// A kind of file that is made for a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DayKind {
    /// The puzzle.
    Puzzle,
    /// The solution.
    Solution,
    /// The puzzle with the solution of the day before.
    Box,
    /// The puzzles of a week on one page, and their solutions on another.
    Week,
}

/// The rule that chooses the puzzle for a weekday. Its fields are written like the options of `factory show`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DayRule {
    /// The level, by name or number; `None` for any level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// A condition that the puzzle must meet; `None` for no condition.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The order in which the puzzles are used; `None` for the default order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
}

/// A week's settings, as in `config/week.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Week {
    pub(super) trim: String,
    /// The size of a box that holds a day's puzzle and the solution of the day before.
    #[serde(rename = "box-trim", default = "box_trim")]
    pub(super) box_trim: String,
    /// The size of a page with the puzzles of a week.
    #[serde(rename = "week-trim", default = "week_trim")]
    pub(super) week_trim: String,
    /// The kinds of the files that are made.
    #[serde(default = "usual_kinds")]
    pub kinds: Vec<DayKind>,
    /// The pattern of file names, without extensions.
    pub(super) name: String,
    /// The formats of the files.
    pub formats: Vec<DayFormat>,
    /// The language of the texts.
    pub language: String,
    /// `true` if the estimated solving time is printed below each puzzle whose time is known.
    #[serde(default = "yes")]
    pub(super) minutes: bool,
    /// `true` if the short id is printed below each puzzle.
    #[serde(default = "yes")]
    pub(super) ids: bool,
    /// A file with the user's own texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<PathBuf>,
    /// A font file, or a folder with a font family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font: Option<PathBuf>,
    /// A style sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    monday: Option<DayRule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tuesday: Option<DayRule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wednesday: Option<DayRule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thursday: Option<DayRule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    friday: Option<DayRule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saturday: Option<DayRule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sunday: Option<DayRule>,
}

/// The settings of a week to use if no file defines them.
const BUILT_IN: &str = include_str!("../../../../../config/week.toml");

fn box_trim() -> String {
    "100x196mm".to_owned()
}

fn week_trim() -> String {
    "a4".to_owned()
}

const fn yes() -> bool {
    true
}

fn usual_kinds() -> Vec<DayKind> {
    vec![DayKind::Puzzle, DayKind::Solution]
}

impl Week {
    /// Returns the week's settings from `config/week.toml`, which are part of the program.
    ///
    /// # Errors
    /// If the built-in settings can't be read, which would be a bug in this program.
    pub fn built_in() -> Result<Self, PrintError> {
        Self::from_text(BUILT_IN, "config/week.toml")
    }

    /// Reads the settings of a week from a text; `origin` is the name of the text's source in error messages.
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
        if week.kinds.is_empty() {
            return refuse("kinds names none of puzzle, solution, box and week");
        }
        Ok(week)
    }

    /// Returns the rules that choose the puzzles for the seven days from Monday, for a scheme with these levels. A day
    /// without a rule in these settings gets the level that it has in a book with `--ramp`.
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

/// Returns the day of the week of a date, from 0 for Monday to 6 for Sunday.
pub fn weekday(date: Date) -> usize {
    usize::from(date.weekday().to_monday_zero_offset().unsigned_abs())
}
