//! Reads jobs from JSON, with the keys of the program's job files. Also makes a job's candidate puzzles, and rates
//! puzzles by the job's scheme.

use super::made::MadePuzzle;
use super::only_solution;
use factory_pipeline::config::values::{in_words, nearest_quoted};
use factory_pipeline::config::{ConfigError, Job, Settings};
use factory_pipeline::line::{LayoutCandidates, Maker, StageTimes};
use factory_pipeline::pack::{LayoutRecord, PuzzleFields, Record};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;
use sudoku_engine::bucket::Quotas;
use sudoku_engine::layouts::{LayoutKit, LayoutMaker};
use sudoku_engine::rate::Extra;
use sudoku_engine::{Board, Canonical, Level, Scheme};

/// The program's default settings and profiles, as `build.rs` writes them to a JSON file.
#[derive(Deserialize)]
struct Layers {
    defaults: Settings,
    profiles: BTreeMap<String, Settings>,
}

const LAYERS: &str = include_str!(concat!(env!("OUT_DIR"), "/layers.json"));

/// The names of the profiles, in the order in which the program's error messages list them.
const PROFILES: [&str; 6] = ["paper", "book", "newspaper", "kids", "expert", "classic"];

/// Reads a value from JSON. Error messages are worded like the program's own, but give no line and column, since the
/// JSON is written by the packages and not by the user.
///
/// # Errors
/// A message, if the text is not JSON or doesn't have the form of the value.
pub fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    // A reader of bytes, as for manifests, so that there is one of it.
    serde_json::from_slice(text.as_bytes()).map_err(|error| {
        let message = error.to_string();
        let plain = message.rsplit_once(" at line ");
        in_words(plain.map_or(&*message, |(before, _)| before))
    })
}

/// Reads a job: a JSON text with the keys of the program's job files. Keys that the text leaves out come from the
/// job's profile, then from the defaults.
///
/// # Errors
/// A message, if a key or value can't be used. It is worded as in the program, but names options without dashes. Also
/// a message, if a key has no effect here: callers choose the seed, the numbers and the threads, and write no packs.
pub fn read_job(text: &str) -> Result<Job, String> {
    let mut layers: Layers = from_json(LAYERS)?;
    let mut settings: Settings = from_json(text).map_err(|error| unread(&error))?;
    if let Some(key) = key_of_callers(&settings) {
        return Err(format!(
            "job: leave out {key}: seed, count, start and level are arguments, and no pack is written"
        ));
    }
    // A job says when it ends; the caller says so here.
    settings.count.get_or_insert(1);
    let below = match settings.profile.clone() {
        None => layers.defaults,
        Some(name) => match layers.profiles.remove(&name) {
            Some(profile) => profile.over(layers.defaults),
            None => {
                let known = PROFILES.join(", ");
                return Err(format!(
                    "no profile is called {name:?}; the profiles are {known}"
                ));
            }
        },
    };
    let spec = settings.over(below).run_spec();
    let spec = spec.map_err(|error| refused(&error))?;
    Ok(spec.job)
}

/// Returns the message of an error and its cause. The names of options in the message lose their two dashes.
fn refused(error: &ConfigError) -> String {
    // `Error::source` would add the code of every error to the package for browsers.
    let cause: &dyn Display = match error {
        ConfigError::Unreadable { source, .. } => source,
        ConfigError::BadScheme { source, .. } => source,
        ConfigError::UnlikeAnything { source, .. } => source,
        _ => {
            let message = error.to_string().replace(" --", " ");
            return message.trim_start_matches("--").to_owned();
        }
    };
    format!("{error}: {cause}")
}

/// Returns the message for a job that can't be read. For an unknown key, the message suggests the nearest key and
/// doesn't list all keys.
fn unread(error: &str) -> String {
    let unknown = error.strip_prefix("unknown field `");
    let key = unknown.and_then(|rest| rest.split('`').next());
    match key.and_then(|key| Some((key, nearest_quoted(key, error)?))) {
        Some((key, nearest)) => format!("job: unknown field `{key}`; did you mean `{nearest}`?"),
        None => format!("job: {error}"),
    }
}

/// Returns the first key in the settings that only callers may decide, such as the seed; `None` if there is none.
fn key_of_callers(settings: &Settings) -> Option<&'static str> {
    let decided_by_callers = [
        ("count", settings.count.is_some()),
        ("exhaust", settings.exhaust.is_some()),
        ("from", settings.from.is_some()),
        ("ledger", settings.ledger.is_some()),
        ("level", !settings.level.is_empty()),
        ("name", settings.name.is_some()),
        ("out", settings.out.is_some()),
        ("packs", settings.packs.is_some()),
        ("per-level", settings.per_level.is_some()),
        ("seed", settings.seed.is_some()),
        ("seed-policy", settings.seed_policy.is_some()),
        ("threads", settings.threads.is_some()),
    ];
    let key = decided_by_callers.iter().find(|it| it.1);
    key.map(|it| it.0)
}

/// A job, ready to make candidate puzzles and to rate given puzzles by its scheme.
#[derive(Debug, Clone)]
pub struct JsonJob {
    job: Job,
    scheme: Arc<Scheme>,
    /// The tables of the job's layout; `None` for 9×9.
    kit: Option<Arc<LayoutKit>>,
}

impl JsonJob {
    /// Reads a job as [`read_job`] does.
    ///
    /// # Errors
    /// The errors of [`read_job`].
    pub fn new(text: &str) -> Result<Self, String> {
        let job = read_job(text)?;
        Ok(Self {
            scheme: Arc::new(job.scheme.clone()),
            kit: job.layout.map(|layout| Arc::new(job.kit(layout))),
            job,
        })
    }

    /// Returns a copy of the job with another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        let mut seeded = self.clone();
        seeded.job.seed = seed;
        seeded
    }

    /// Returns a copy of the job that asks for puzzles of one level. On layouts other than 9×9, the copy digs
    /// puzzles for this level, as the program does; 9×9 puzzles don't depend on the level. The copy still makes
    /// puzzles of other levels, too.
    #[must_use]
    pub fn wanting(&self, level: Level) -> Self {
        let mut wanting = self.clone();
        let quotas = self.scheme.levels().map(|it| u64::from(it == level));
        wanting.job.quotas = Some(Quotas::new(quotas.collect()));
        wanting
    }

    /// Returns the scheme of the job.
    pub const fn scheme(&self) -> &Arc<Scheme> {
        &self.scheme
    }

    /// Returns whether the job makes 9×9 puzzles without extra rules.
    pub const fn is_nine(&self) -> bool {
        self.kit.is_none()
    }

    /// Makes the 9×9 candidate puzzles whose numbers are in a range, and returns the records of the puzzles that the
    /// job keeps. Returns an empty list if the job has another layout.
    pub fn records(&self, range: Range<u64>) -> Vec<Record> {
        if !self.is_nine() {
            return Vec::new();
        }
        let (maker, mut times) = (Maker::new(&self.job), StageTimes::default());
        let made = match range.end.saturating_sub(range.start) {
            // Side by side pays from two on.
            1 => vec![maker.make(range.start, &mut times)],
            _ => maker.make_all(range, &mut times),
        };
        made.into_iter().filter_map(|it| it.made.ok()).collect()
    }

    /// Makes candidate puzzles of the job's layout, one for each number in a range, and returns the puzzles that the
    /// job keeps.
    pub fn puzzles(&self, range: Range<u64>) -> Vec<MadePuzzle> {
        let Some(kit) = &self.kit else {
            let records = self.records(range).into_iter();
            return records.map(MadePuzzle::of_nine).collect();
        };
        let (candidates, mut maker) =
            (LayoutCandidates::new(&self.job, kit), LayoutMaker::new(kit));
        let mut times = StageTimes::default();
        let made = range.filter_map(|number| {
            let candidate = candidates.make(&mut maker, number, &mut times);
            candidate.made.ok()
        });
        let of_layout = |record: LayoutRecord| MadePuzzle::of_layout(record, kit.layout());
        made.map(of_layout).collect()
    }

    /// Returns whether rating a single puzzle may take seconds because the job asks for Sudoku Explainer's ratings.
    pub fn is_slow_to_rate(&self) -> bool {
        self.job.ratings.iter().any(|it| matches!(it, Extra::Se(_)))
    }

    /// Rates a given 9×9 puzzle, and returns the ratings and all other fields as a JSON object.
    ///
    /// # Errors
    /// If the puzzle has no solution or several, or the job has another layout.
    pub fn rate(&self, puzzle: &Board) -> Result<String, String> {
        if !self.is_nine() {
            return Err("only puzzles of 9x9 are rated".to_owned());
        }
        let solution = only_solution(puzzle)?;
        let form = Canonical::of(puzzle, &solution);
        let ratings = self.scheme.raters(&self.job.ratings).rate(&form);
        let (id, scheme) = (Some(form.id()), &self.scheme);
        let fields = PuzzleFields::new(1, Some(&solution), id, Some(&ratings), scheme);
        serde_json::to_string(&fields).map_err(|error| error.to_string())
    }
}
