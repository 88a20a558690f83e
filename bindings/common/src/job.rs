//! Reads jobs in JSON, with the keys of the program's job files, and makes their candidates.

use super::made::MadePuzzle;
use super::only_solution;
use factory_pipeline::config::values::in_words;
use factory_pipeline::config::{ConfigError, Job, Settings};
use factory_pipeline::line::{LayoutCandidates, Maker, StageTimes};
use factory_pipeline::pack::{LayoutRecord, PuzzleFields, Record};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use sudoku_engine::layouts::{LayoutKit, LayoutMaker};
use sudoku_engine::{Board, Canonical, Scheme};

/// The program's default settings and profiles, as `build.rs` writes them to a JSON file.
#[derive(Deserialize)]
struct Layers {
    defaults: Settings,
    profiles: BTreeMap<String, Settings>,
}

const LAYERS: &str = include_str!(concat!(env!("OUT_DIR"), "/layers.json"));

/// The names of the profiles, in the order in which the program's error messages list them.
const PROFILES: [&str; 6] = ["paper", "book", "newspaper", "kids", "expert", "classic"];

/// Reads a value from JSON; the error messages are worded like the program's own, without a line and a column, since
/// the packages write the JSON.
///
/// # Errors
/// A message, if the text is no JSON or has not the form of the value.
pub fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    // A reader of bytes, as for manifests, so that there is one of it.
    serde_json::from_slice(text.as_bytes()).map_err(|error| {
        let message = error.to_string();
        let plain = message.rsplit_once(" at line ");
        in_words(plain.map_or(&*message, |(before, _)| before))
    })
}

/// Reads a job: a JSON text with the keys of the program's job files. Keys that the text leaves out come from the job's
/// profile, then from the defaults.
///
/// # Errors
/// The program's own message, if a key or value can't be used; a message of ours, if a key has no effect here, since
/// callers choose seed, numbers and threads themselves, and write no packs.
pub fn read_job(text: &str) -> Result<Job, String> {
    let mut layers: Layers = from_json(LAYERS)?;
    let mut settings: Settings = from_json(text).map_err(|error| format!("job: {error}"))?;
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
    if let Some((key, _)) = decided_by_callers.iter().find(|it| it.1) {
        return Err(format!("job: {key} has no effect here: leave it out"));
    }
    // A job says when it ends; the caller says so here.
    settings.count.get_or_insert(1);
    let below = match settings.profile.clone() {
        None => layers.defaults,
        Some(name) => match layers.profiles.remove(&name) {
            Some(profile) => profile.over(layers.defaults),
            None => {
                let known = PROFILES.join(", ");
                return Err(ConfigError::UnknownProfile { name, known }.to_string());
            }
        },
    };
    let spec = settings.over(below).run_spec();
    let spec = spec.map_err(|error| error.to_string())?;
    Ok(spec.job)
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
        let made = match range.end - range.start {
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
