//! A shelf: a stock of puzzles of all levels of a scheme, which the server keeps full. When the stock of a level is
//! low, a job fills all levels of the shelf.

use super::error::in_one_line;
use super::view::{ShelfLevel, ShelfState, ShelfView};
use crate::bucket::Scheme;
use crate::config::Settings;
use crate::stock::Stock;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::time::Duration;

/// The pause after the first job that failed or left a level of its shelf low in stock. The pause doubles after
/// each further such job.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
/// The maximum pause after a job that failed or left a level of its shelf low in stock.
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);
/// The time that a job may take to make the first few puzzles of an empty shelf.
const FIRST_TIME: Duration = Duration::from_secs(1);

/// A source of the numbers of puzzles in stock. A puzzle in a published pack is in stock if it was neither shipped nor
/// retired.
pub trait Inventory: Send + Sync {
    /// Adds the levels of a scheme to the stock, so that clients see these levels even while they are empty.
    fn list(&self, scheme: &Scheme);

    /// Returns, for each level of a scheme, the level's name and the number of its puzzles that can be taken.
    fn free(&self, scheme: &str) -> BTreeMap<String, u64>;

    /// Counts the puzzles again, since packs may have been added or deleted.
    ///
    /// # Errors
    /// A line that says which file or folder could not be read.
    fn refresh(&self) -> Result<(), String>;
}

impl Inventory for Stock {
    fn list(&self, scheme: &Scheme) {
        Self::list(self, scheme);
    }

    fn free(&self, scheme: &str) -> BTreeMap<String, u64> {
        let all = Self::free(self).into_iter();
        all.filter(|it| it.label.scheme == scheme)
            .map(|it| (it.label.name, it.free))
            .collect()
    }

    fn refresh(&self) -> Result<(), String> {
        Self::refresh(self).map_err(|error| in_one_line(&error))
    }
}

/// The lower and the upper bound of the stock of one level of a shelf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The name of the level.
    pub level: String,
    /// The number of puzzles below which the level is low in stock.
    pub least: u64,
    /// The number of puzzles to which the level is filled when it is low in stock.
    pub most: u64,
}

/// A shelf of the configuration: a stock of puzzles that the server keeps full.
#[derive(Debug, Clone, PartialEq)]
pub struct Shelf {
    /// The name of the shelf.
    pub name: String,
    /// The name of the scheme of the shelf's levels.
    pub scheme: String,
    /// The levels of the shelf with their bounds, easiest first.
    pub levels: Vec<Bounds>,
    /// The settings of the jobs that fill the shelf, without the number of puzzles.
    pub settings: Settings,
    /// The number of puzzles of each level that a quick first job makes for an empty shelf. This job takes about a
    /// second, and runs before the jobs that fill the shelf. `None` if there is no such job.
    pub first: Option<u64>,
    /// The number of the shelf's newest packs that are never deleted. Older packs are deleted when none of their
    /// puzzles is left in stock. If this is `None`, all packs are kept.
    pub keep: Option<usize>,
}

impl Shelf {
    /// Returns a shelf that has the bounds `every` for all levels, except for the levels in `own`, which have their
    /// own bounds.
    ///
    /// # Errors
    /// A line that says which level is unknown or has bounds that contradict each other, or that no level can ever
    /// be low in stock.
    pub fn new(
        name: &str,
        settings: Settings,
        scheme: &Scheme,
        every: (u64, u64),
        own: &BTreeMap<String, (u64, u64)>,
    ) -> Result<Self, String> {
        if let Some(unknown) = own.keys().find(|it| scheme.find_level(it).is_err()) {
            let known: Vec<&str> = scheme.levels().map(|it| scheme.level_name(it)).collect();
            let known = known.join(", ");
            return Err(format!(
                "no level is called {unknown:?}; the levels are {known}"
            ));
        }
        let mut levels = Vec::new();
        for level in scheme.levels() {
            let of = |key: &String| scheme.find_level(key).is_ok_and(|it| it == level);
            let own = own.iter().find(|(key, _)| of(key)).map(|(_, own)| *own);
            let (least, most) = own.unwrap_or(every);
            let level = scheme.level_name(level).to_owned();
            if least > most {
                return Err(format!(
                    "{level} has least = {least} and most = {most}: least must not be more than most"
                ));
            }
            levels.push(Bounds { level, least, most });
        }
        if levels.iter().all(|it| it.least == 0) {
            return Err("least is 0 for every level, so none is ever low".to_owned());
        }
        Ok(Self {
            name: name.to_owned(),
            scheme: scheme.name.clone(),
            levels,
            settings,
            first: None,
            keep: None,
        })
    }

    /// Returns the settings of the job that fills all levels of the shelf, or `None` if no level is low in stock.
    pub fn job_request(&self, stock: &BTreeMap<String, u64>) -> Option<Settings> {
        let of = |bounds: &Bounds| stock.get(&bounds.level).copied().unwrap_or(0);
        self.levels.iter().find(|it| of(it) < it.least)?;
        let lacks = |bounds: &Bounds| {
            let lack = bounds.most.saturating_sub(of(bounds));
            (lack > 0).then(|| (bounds.level.clone(), lack))
        };
        Some(Settings {
            level: self.levels.iter().filter_map(lacks).collect(),
            per_level: None,
            ..self.settings.clone()
        })
    }

    /// Returns the settings of the job that makes the first few puzzles of the shelf. Returns `None` if the shelf is
    /// not empty, or if `first` is `None`.
    pub fn first_request(&self, stock: &BTreeMap<String, u64>) -> Option<Settings> {
        let first = self.first?;
        let is_empty = |bounds: &Bounds| stock.get(&bounds.level).is_none_or(|it| *it == 0);
        if !self.levels.iter().all(is_empty) {
            return None;
        }
        let request = self.job_request(stock)?;
        let level = request.level.iter();
        let level = level.map(|(level, most)| (level.clone(), first.min(*most)));
        Some(Settings {
            level: level.collect(),
            timeout: Some(FIRST_TIME),
            ..request
        })
    }

    /// Returns the state of the shelf in the form in which clients see it.
    pub fn view(&self, stock: &BTreeMap<String, u64>, state: ShelfState) -> ShelfView {
        let levels = self.levels.iter().map(|bounds| ShelfLevel {
            level: bounds.level.clone(),
            stock: stock.get(&bounds.level).copied().unwrap_or(0),
            least: bounds.least,
            most: bounds.most,
        });
        ShelfView {
            name: self.name.clone(),
            scheme: self.scheme.clone(),
            state,
            levels: levels.collect(),
        }
    }
}

/// The pause before the next job, after a job failed or left a level of its shelf low in stock. The pause doubles after
/// each further such job.
#[derive(Debug, Clone, Copy, Default)]
pub struct RetryPause {
    tries: u32,
    /// The times when the pause began and when it ends.
    time: Option<(Timestamp, Timestamp)>,
    /// The number of the scheduled job after which the pause began; `None` for the pause of a shelf.
    pub of: Option<u64>,
}

impl RetryPause {
    /// Begins a pause, after a job has failed or has left a level of its shelf low in stock.
    pub fn begin(&mut self, now: Timestamp) {
        let rest = FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(self.tries));
        self.tries = self.tries.saturating_add(1);
        let until = now.checked_add(rest.min(LONGEST_PAUSE)).unwrap_or(now);
        self.time = Some((now, until));
    }

    /// Returns whether the pause still lasts. It also ends if the clock is set back.
    pub fn is_on(&self, now: Timestamp) -> bool {
        let holds = |(begun, until)| (begun..until).contains(&now);
        self.time.is_some_and(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stock(counts: [u64; 5]) -> BTreeMap<String, u64> {
        let scheme = Scheme::named("wu").unwrap();
        let names: Vec<String> = scheme
            .levels()
            .map(|it| scheme.level_name(it).to_owned())
            .collect();
        names.into_iter().zip(counts).collect()
    }

    fn shelf(own: &[(&str, (u64, u64))]) -> Result<Shelf, String> {
        let own = own.iter().map(|(name, it)| ((*name).to_owned(), *it));
        let scheme = Scheme::named("wu").unwrap();
        Shelf::new(
            "web",
            Settings::default(),
            &scheme,
            (1000, 5000),
            &own.collect(),
        )
    }

    #[test]
    fn a_low_level_fills_the_whole_shelf() {
        let shelf = shelf(&[("5", (10, 20))]).unwrap();
        assert_eq!(
            shelf.job_request(&stock([1000, 5000, 6000, 1000, 10])),
            None
        );
        let request = shelf
            .job_request(&stock([999, 5000, 6000, 4990, 12]))
            .unwrap();
        let mut wanted: Vec<u64> = request.level.values().copied().collect();
        wanted.sort_unstable();
        // Two levels are full, so they get no puzzles.
        assert_eq!(wanted, [8, 10, 4001]);
        // A level without any stock is low.
        assert_eq!(shelf.job_request(&BTreeMap::new()).unwrap().level.len(), 5);
    }

    #[test]
    fn bounds_that_contradict_one_another_are_refused() {
        assert!(
            shelf(&[("1", (9, 8))])
                .unwrap_err()
                .contains("least must not")
        );
        assert!(shelf(&[("heavy", (1, 8))]).unwrap_err().contains("heavy"));
        let none = ["1", "2", "3", "4", "5"].map(|it| (it, (0, 8)));
        assert!(shelf(&none).unwrap_err().contains("none is ever low"));
    }

    #[test]
    fn an_empty_shelf_gets_a_few_first() {
        let shelf = Shelf {
            first: Some(3),
            ..shelf(&[("5", (1, 2))]).unwrap()
        };
        let few = shelf.first_request(&stock([0; 5])).unwrap();
        let wanted: Vec<u64> = few.level.values().copied().collect();
        assert_eq!(wanted.iter().sum::<u64>(), 4 * 3 + 2);
        assert_eq!(few.timeout, Some(FIRST_TIME));
        assert!(shelf.first_request(&stock([0, 0, 1, 0, 0])).is_none());
    }

    #[test]
    fn pauses_grow_and_end() {
        let mut rest = RetryPause::default();
        let now = Timestamp::UNIX_EPOCH;
        assert!(!rest.is_on(now));
        rest.begin(now);
        assert!(rest.is_on(now + Duration::from_secs(59)));
        assert!(!rest.is_on(now + Duration::from_secs(61)));
        for _ in 0..40 {
            rest.begin(now);
        }
        assert!(rest.is_on(now + Duration::from_secs(3599)));
        assert!(!rest.is_on(now + Duration::from_secs(3601)));
    }
}
