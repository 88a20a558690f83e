//! What all settings together mean: a checked job, and how it is to be run.

use super::{Aim, ConfigError, Job, MOST_THREADS, Settings};
use crate::bucket::{Level, Quotas, Scheme};
use crate::create::Method;
use crate::dig;
use crate::rate::Extra;
use std::path::PathBuf;
use std::time::Duration;

/// A job and how to run it.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The job. Its seed is 0 as long as `seed_is_given` is false.
    pub job: Job,
    /// Whether the settings name a seed; without one the run draws or resumes one.
    pub seed_is_given: bool,
    /// What no byte of a pack depends on.
    pub run: RunOptions,
}

/// Settings that no byte of a pack depends on.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOptions {
    /// Worker threads; `None` for as many as there are processors.
    pub threads: Option<usize>,
    /// The folder that holds the packs.
    pub out: PathBuf,
    /// The pack's name, which may hold `{date}` and `{seed}`.
    pub name: String,
    /// When to stop with what there is.
    pub timeout: Option<Duration>,
    /// Whether to print nothing but errors.
    pub quiet: bool,
}

/// Named after its seed, a pack can be made again by anyone who sees its folder.
const DEFAULT_NAME: &str = "sudoku-{seed}";

impl Settings {
    /// Checks the settings and turns them into an order. `self` must already lie over the
    /// defaults.
    ///
    /// # Errors
    /// What [`ConfigError`] lists: contradictions are found before any work is done.
    pub fn order(self) -> Result<Order, ConfigError> {
        let scheme = self.scheme()?;
        let quotas = self.quotas(&scheme)?;
        if self.count == Some(0) {
            return Err(ConfigError::Zero {
                option: "--count".to_owned(),
            });
        }
        if self.count.is_none() && quotas.is_none() {
            return Err(ConfigError::Endless);
        }
        let exhaust = self.exhaust.unwrap_or(false);
        if exhaust && self.count.is_none() {
            return Err(ConfigError::ExhaustWithoutCount);
        }
        if let Some(threads) = self.threads {
            check_threads(threads)?;
        }
        let dig = dig::Plan {
            symmetry: self.symmetry.unwrap_or(dig::Symmetry::None),
            clues: self.clues,
            uniqueness: self.uniqueness.unwrap_or_default(),
            row_clues: self.row_clues,
            box_clues: self.box_clues,
            method: self.dig.unwrap_or_default(),
            pattern: self.pattern,
            digits: self.digits,
            minimal: self.minimal.unwrap_or(false),
        };
        let job = Job {
            seed: self.seed.unwrap_or(0),
            count: self.count,
            quotas,
            exhaust,
            create: self.method()?,
            dig,
            ratings: self.extras(scheme.by.extra())?,
            mix: self.mix(&scheme)?,
            scheme,
        };
        job.plans().try_for_each(|plan| plan.check())?;
        let name = self.name.unwrap_or_else(|| DEFAULT_NAME.to_owned());
        Ok(Order {
            job,
            seed_is_given: self.seed.is_some(),
            run: RunOptions {
                threads: self.threads,
                out: self.out.unwrap_or_else(|| PathBuf::from("output")),
                name: checked_name(name)?,
                timeout: self.timeout,
                quiet: self.quiet.unwrap_or(false),
            },
        })
    }

    fn quotas(&self, scheme: &Scheme) -> Result<Option<Quotas>, ConfigError> {
        let zero = |option: String| Err(ConfigError::Zero { option });
        if self.per_level == Some(0) {
            return zero("--per-level".to_owned());
        }
        if let Some((level, _)) = self.level.iter().find(|(_, wanted)| **wanted == 0) {
            return zero(format!("--level {level}"));
        }
        if self.per_level.is_none() && self.level.is_empty() {
            return Ok(None);
        }
        let mut wanted = vec![self.per_level.unwrap_or(0); scheme.levels.len()];
        for (level, &number) in &self.level {
            wanted[scheme.find_level(level)?.index()] = number;
        }
        Ok(Some(Quotas::new(wanted)))
    }

    fn mix(&self, scheme: &Scheme) -> Result<Vec<Aim>, ConfigError> {
        let strands = self.mix.iter().flatten();
        strands.map(|strand| strand.aim(scheme)).collect()
    }

    /// The way of making grids; seed cells that another layer names stand in for its own.
    fn method(&self) -> Result<Method, ConfigError> {
        let method = self.create.unwrap_or(Method::Diagonal);
        let Method::LasVegas { seed_cells } = method else {
            return Ok(method);
        };
        let seed_cells = self.seed_cells.unwrap_or(seed_cells);
        if !(1..=Method::MOST_SEED_CELLS).contains(&seed_cells) {
            return Err(ConfigError::SeedCells(seed_cells));
        }
        Ok(Method::LasVegas { seed_cells })
    }

    /// The scheme that the settings name, from their own tables or the built-in ones.
    ///
    /// # Errors
    /// If there is none of that name, or its numbers contradict one another.
    pub fn scheme(&self) -> Result<Scheme, ConfigError> {
        let name = self.scheme.as_deref().unwrap_or("wu");
        if let Some(own) = self.schemes.get(name) {
            return own.scheme(name);
        }
        Scheme::named(name).map_err(|_| {
            let mut known: Vec<&str> = Scheme::NAMES.to_vec();
            known.extend(self.schemes.keys().map(String::as_str));
            ConfigError::UnknownScheme {
                name: name.to_owned(),
                known: known.join(", "),
            }
        })
    }

    /// The ratings besides the cheap ones: those asked for and the one that the scheme needs.
    ///
    /// # Errors
    /// If one has an unknown name.
    pub fn extras(&self, needed: Option<Extra>) -> Result<Vec<Extra>, ConfigError> {
        let mut extras: Vec<Extra> = needed.into_iter().collect();
        for name in self.ratings.iter().flatten() {
            let named = Extra::ALL.into_iter().find(|extra| extra.name() == name);
            match named {
                Some(extra) => extras.push(extra),
                None if name == "all" => extras.extend(Extra::ALL),
                None => {
                    return Err(ConfigError::UnknownRating {
                        name: name.clone(),
                        known: Extra::ALL.map(Extra::name).join(", "),
                    });
                }
            }
        }
        extras.sort_unstable();
        extras.dedup();
        Ok(extras)
    }
}

/// Whether so many threads can be asked for.
///
/// # Errors
/// If there are none, or more than [`MOST_THREADS`].
pub fn check_threads(threads: usize) -> Result<(), ConfigError> {
    match threads {
        0 => Err(ConfigError::Zero {
            option: "--threads".to_owned(),
        }),
        1..=MOST_THREADS => Ok(()),
        _ => Err(ConfigError::TooManyThreads(threads)),
    }
}

/// A name that stays inside its folder on every system.
fn checked_name(name: String) -> Result<String, ConfigError> {
    let plain = name.replace("{date}", "date").replace("{seed}", "seed");
    let fits = !plain.is_empty()
        && plain.len() <= 100
        && !plain.starts_with('.')
        && !plain.ends_with(".part")
        && !plain.contains(".part.")
        && plain
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if fits {
        Ok(name)
    } else {
        Err(ConfigError::BadName { name })
    }
}

impl Job {
    /// The quota of a level, and every candidate where none was set.
    pub fn wanted(&self, level: Level) -> u64 {
        self.quotas
            .as_ref()
            .map_or(u64::MAX, |quotas| quotas.of(level))
    }
}
