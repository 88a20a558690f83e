//! The calls that need a job: making puzzles from their candidate numbers, as the program does, and
//! rating puzzles by the job's scheme.

use super::arguments::{CallAnswer, CallArguments};
use super::solving::{only_solution, values};
use factory_pipeline::config::values::in_words;
use factory_pipeline::config::{ConfigError, Job, Settings};
use factory_pipeline::line::{Maker, StageTimes};
use factory_pipeline::pack::PuzzleFields;
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use sudoku_engine::{Canonical, Record};

/// The maximum number of jobs kept in memory, since reading a job takes longer than making a puzzle.
const KEPT: usize = 16;

thread_local! {
    /// The most recently used jobs, each with the text that it was read from; the newest is at the end.
    static JOBS: RefCell<Vec<(String, Rc<Job>)>> = const { RefCell::new(Vec::new()) };
}

/// The program's default settings and profiles, as `build.rs` writes them to a JSON file.
#[derive(Deserialize)]
struct Layers {
    defaults: Settings,
    profiles: BTreeMap<String, Settings>,
}

const LAYERS: &str = include_str!(concat!(env!("OUT_DIR"), "/layers.json"));

/// The names of the profiles, in the order in which the program's error messages list them.
const PROFILES: [&str; 6] = ["paper", "book", "newspaper", "kids", "expert", "classic"];

/// Reads the next argument as a job: a JSON text with the keys of the program's job files. Keys that it
/// leaves out come from a profile, then from the defaults.
fn job(arguments: &mut CallArguments<'_>) -> Result<Rc<Job>, String> {
    let text = arguments.text()?;
    JOBS.with_borrow_mut(|jobs| {
        let known = jobs.iter().position(|(known, _)| known == text);
        let entry = match known {
            Some(place) => jobs.remove(place),
            None => (text.to_owned(), Rc::new(read(text)?)),
        };
        let job = Rc::clone(&entry.1);
        if jobs.len() == KEPT {
            jobs.remove(0);
        }
        jobs.push(entry);
        Ok(job)
    })
}

/// Reads settings from JSON; an error message has the same wording as the program's own.
fn layer<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let plain = message.rsplit_once(" at line ");
        in_words(plain.map_or(&*message, |(before, _)| before))
    })
}

fn read(text: &str) -> Result<Job, String> {
    let mut layers: Layers = layer(LAYERS)?;
    let mut settings: Settings = layer(text).map_err(|error| format!("job: {error}"))?;
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
    if !spec.from.is_empty() {
        return Err("a job here makes its puzzles: leave out the key from".to_owned());
    }
    Ok(spec.job)
}

/// Reads a job, a seed and two candidate numbers, and makes the candidates from the first number to the
/// one before the second. Returns the job and the puzzles that are kept.
fn records(arguments: &mut CallArguments<'_>) -> Result<(Rc<Job>, Vec<Record>), String> {
    let job = job(arguments)?;
    let seeded = Job {
        seed: arguments.number("seed")?,
        ..Job::clone(&job)
    };
    let first: u64 = arguments.number("start")?;
    let last: u64 = arguments.number("start")?;
    let made = Maker::new(&seeded).make_all(first..last, &mut StageTimes::default());
    Ok((
        job,
        made.into_iter().filter_map(|it| it.made.ok()).collect(),
    ))
}

/// Answers with the names of a job's levels, easiest first, one per line.
pub(super) fn levels(arguments: &mut CallArguments<'_>) -> CallAnswer {
    Ok(job(arguments)?.scheme.levels.join("\n").into_bytes())
}

/// Rates a given puzzle, and answers with the ratings and all other fields as a JSON object.
pub(super) fn rate(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let (job, board) = (job(arguments)?, arguments.board()?);
    let solution = only_solution(&board)?;
    let form = Canonical::of(&board, &solution);
    let ratings = job.scheme.raters(&job.ratings).rate(&form);
    let fields = PuzzleFields::new(
        1,
        Some(&solution),
        Some(form.id()),
        Some(&ratings),
        &job.scheme,
    );
    serde_json::to_vec(&fields).map_err(|error| error.to_string())
}

/// Makes puzzles, and answers with their fields as JSON, one puzzle per line.
pub(super) fn puzzles(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let (job, records) = records(arguments)?;
    let mut lines = Vec::new();
    for record in &records {
        let fields = PuzzleFields::of_record(record, &job.scheme);
        serde_json::to_writer(&mut lines, &fields).map_err(|error| error.to_string())?;
        lines.push(b'\n');
    }
    Ok(lines)
}

/// Makes puzzles, and answers with rows of 81 bytes: first all puzzles, then all solutions.
pub(super) fn rows(arguments: &mut CallArguments<'_>) -> CallAnswer {
    let (_, records) = records(arguments)?;
    let puzzles = records.iter().flat_map(|it| values(&it.puzzle));
    let solutions = records.iter().flat_map(|it| values(&it.solution));
    Ok(puzzles.chain(solutions).collect())
}
