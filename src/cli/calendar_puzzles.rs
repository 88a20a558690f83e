//! Chooses the puzzles that each weekday of a calendar can take, from packs of one layout.

use super::errors::UsageError;
use super::select_args::{open_alike, open_of_layout, tell_unrated};
use crate::bucket::Scheme;
use crate::filter::Condition;
use crate::grid::{Layout, SIDE};
use crate::pack::{Pack, PackError};
use crate::print::book::Puzzle;
use crate::print::calendar::{DayRule, Week};
use crate::select::{Selection, SortOrder};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The names of the weekdays in week files and indexes.
pub(super) const NAMES: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// The packs of a calendar.
pub(super) struct CalendarPacks {
    packs: Vec<Pack>,
    scheme: Scheme,
    /// The layout of the packs; `None` for plain 9×9.
    layout: Option<Layout>,
}

/// The puzzles available for each weekday, from all packs of a calendar.
pub(super) struct WeekPuzzles {
    /// The names of the levels, easiest first.
    pub(super) levels: Vec<String>,
    /// The puzzles for each weekday from Monday, in the order in which they are used.
    pub(super) days: Vec<Vec<Puzzle>>,
    /// The label of each weekday's puzzles in messages: their level, or a text such as `for monday` if the
    /// weekday's rule has a condition or no level.
    pub(super) labels: Vec<String>,
}

impl WeekPuzzles {
    /// Returns all puzzles, keyed by their ids as text.
    pub(super) fn by_id(&self) -> BTreeMap<String, &Puzzle> {
        let puzzles = self.days.iter().flatten();
        puzzles.map(|it| (it.id.to_string(), it)).collect()
    }
}

impl CalendarPacks {
    /// Opens packs of one layout and one scheme.
    pub(super) fn open(folders: &[PathBuf]) -> anyhow::Result<Self> {
        if let Some((packs, layout, scheme)) = open_of_layout(folders)? {
            return Ok(Self {
                packs,
                scheme,
                layout: Some(layout),
            });
        }
        let (packs, scheme) = open_alike(folders)?;
        Ok(Self {
            packs,
            scheme,
            layout: None,
        })
    }

    /// Returns the number of rows of a board.
    pub(super) fn side(&self) -> usize {
        self.layout.map_or(SIDE, Layout::side)
    }

    /// Chooses, for each weekday, the puzzles that the settings of the week allow.
    pub(super) fn week(self, week: &Week) -> anyhow::Result<WeekPuzzles> {
        let mut days = Vec::with_capacity(7);
        let mut labels = Vec::with_capacity(7);
        for (name, wanted) in NAMES.iter().zip(week.days(&self.scheme.levels)) {
            let selection = self
                .selection(&wanted)
                .map_err(|said| UsageError(format!("{name} of the week: {said}")))?;
            days.push(self.chosen(&selection)?);
            let level = selection.level.filter(|_| selection.condition.is_none());
            let label = level.map_or_else(
                || format!("for {name}"),
                |level| self.scheme.level_name(level).to_owned(),
            );
            labels.push(label);
        }
        Ok(WeekPuzzles {
            levels: self.scheme.levels,
            days,
            labels,
        })
    }

    fn chosen(&self, selection: &Selection) -> Result<Vec<Puzzle>, PackError> {
        if let Some(layout) = self.layout {
            let puzzles = selection.list_layouts(&self.packs, |chosen| {
                let level = chosen.record.made.level.index();
                Puzzle::of_layout(&chosen.record, layout, level)
            })?;
            return Ok(puzzles.into_iter().flatten().collect());
        }
        tell_unrated(selection, &self.packs);
        let mut puzzles = Vec::new();
        selection.choose(
            &self.packs,
            |_| true,
            |chosen| {
                puzzles.push(Puzzle::of(&chosen.record, &self.scheme));
                Ok::<(), PackError>(())
            },
        )?;
        Ok(puzzles)
    }

    fn selection(&self, wanted: &DayRule) -> Result<Selection, String> {
        let scheme = &self.scheme;
        let said = [("where", &wanted.condition), ("sort", &wanted.sort)];
        let said = said.iter().find(|(_, text)| text.is_some());
        if let (Some(layout), Some((key, _))) = (self.layout, said) {
            return Err(format!("{key} is for 9x9 only, and these are {layout}"));
        }
        let level = wanted.level.as_ref().map(|text| scheme.find_level(text));
        let condition = wanted
            .condition
            .as_ref()
            .map(|text| Condition::parse(text, scheme));
        let order = wanted.sort.as_ref().map(|text| SortOrder::parse(text));
        Ok(Selection {
            level: level.transpose().map_err(|error| error.to_string())?,
            condition: condition.transpose().map_err(|error| error.to_string())?,
            order: order.transpose().map_err(|error| error.to_string())?,
            ..Selection::default()
        })
    }
}
