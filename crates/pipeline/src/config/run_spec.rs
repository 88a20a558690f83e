//! Turns complete settings into a checked job and the options of its run.

use super::{
    ConfigError, Job, LedgerSnapshot, MOST_PACKS, MOST_THREADS, MixTarget, PackShare, SeedPolicy,
    Settings,
};
use crate::bucket::{Level, Quotas, Scheme};
use crate::create::Method;
use crate::dig;
use crate::filter::{Filters, ImpossibleRequirements};
use crate::layouts::Distinct;
use crate::rate::Extra;
use crate::rate::explainer::SeTable;
use jiff::civil::Date;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A checked job with the options of its run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSpec {
    /// The job. If the settings contain no seed, the job's seed is 0 until the run determines one.
    pub job: Job,
    /// `true` if the settings or the date determine the seed, or if the job makes no puzzles and needs no seed. If
    /// `false`, the run draws a seed, or continues an earlier run and uses the earlier run's seed.
    pub seed_is_given: bool,
    /// The files from which puzzles are read; empty if the job makes its puzzles. The job's source is set when these
    /// files are read.
    pub from: Vec<PathBuf>,
    /// The settings that do not change the bytes of a pack.
    pub run: RunOptions,
}

/// Settings that do not change the bytes of a pack.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOptions {
    /// The number of worker threads; `None` for one per processor.
    pub threads: Option<usize>,
    /// The folder that holds the packs.
    pub out: PathBuf,
    /// The pack's name, which may contain the placeholders `{date}` and `{seed}`.
    pub name: String,
    /// The ledger of published puzzles; `None` if no ledger is used.
    pub ledger: Option<PathBuf>,
    /// `true` if the seed comes from the date.
    pub seed_of_date: bool,
    /// The date for which the pack is made; `None` for today.
    pub date: Option<Date>,
    /// The number of packs to keep among the packs whose names fit the pattern in `name`; `None` for all.
    pub keep: Option<usize>,
    /// The file for the run's metrics, in the format that Prometheus's node_exporter reads.
    pub metrics_file: Option<PathBuf>,
    /// The time limit of the run; a run that reaches its limit stops and keeps the puzzles made so far.
    pub timeout: Option<Duration>,
    /// `true` to print only errors.
    pub quiet: bool,
}

/// The default name of a pack. It contains the seed, so anyone who sees the folder can make the pack again.
const DEFAULT_NAME: &str = "sudoku-{seed}";

impl Settings {
    /// Checks the settings and turns them into a run spec. `self` must already include the defaults.
    ///
    /// # Errors
    /// [`ConfigError`] for contradictory settings, found before any work is done; among them
    /// [`ConfigError::NineOnly`] for a setting that only 9×9 supports.
    pub fn run_spec(self) -> Result<RunSpec, ConfigError> {
        match self.layout()? {
            Some(layout) => self.layout_spec(layout),
            None if self.distinct == Some(Distinct::Drawing) => Err(ConfigError::DistinctAlone),
            None if self.regions.is_some() => Err(ConfigError::RegionsAlone),
            None => self.nine_spec(),
        }
    }

    /// Checks the settings of 9×9 and turns them into a run spec.
    fn nine_spec(self) -> Result<RunSpec, ConfigError> {
        let scheme = self.scheme()?;
        let quotas = self.quotas(&scheme)?;
        let (part, quotas) = self.packs(quotas)?;
        let from = self.from.clone().unwrap_or_default();
        if !from.is_empty() {
            self.check_given()?;
        }
        let exhaust = self.exhaust.unwrap_or(false);
        self.check_count(exhaust, quotas.is_some() || !from.is_empty())?;
        let filters = self.filters(&scheme)?;
        self.threads.map(check_threads).transpose()?;
        let mix = self.mix(&scheme, quotas.as_ref())?;
        let seed_of_date = self.seed_of_date()? && from.is_empty();
        self.check_keep()?;
        let ratings = self.extras(&scheme, &filters)?;
        let scheme = with_ladder_of(scheme, &ratings);
        let job = Job {
            seed: self.seed.unwrap_or(0),
            count: self.count,
            quotas,
            exhaust,
            create: self.method()?,
            dig: self.plan(),
            source: None,
            ratings,
            mix,
            scheme,
            filters,
            part,
            ledger: LedgerSnapshot::default(),
            layout: None,
            regions: None,
            distinct: Distinct::Form,
        };
        job.plans().try_for_each(|plan| plan.check())?;
        let is_each = self.per_level.is_some();
        job.check_requirements(from.is_empty())
            .map_err(|error| match error {
                ImpossibleRequirements::Level { .. } if is_each => {
                    ConfigError::ImpossibleOfEach(error)
                }
                error => error.into(),
            })?;
        self.with_job(job, seed_of_date, from)
    }

    /// Returns the run spec of a checked job, with the options of the run from these settings. Checks the pack's
    /// name.
    pub(super) fn with_job(
        self,
        job: Job,
        seed_of_date: bool,
        from: Vec<PathBuf>,
    ) -> Result<RunSpec, ConfigError> {
        let name = name_or_default(self.name, &from)?;
        Ok(RunSpec {
            job,
            seed_is_given: self.seed.is_some() || seed_of_date || !from.is_empty(),
            from,
            run: RunOptions {
                threads: self.threads,
                out: self.out.unwrap_or_else(|| PathBuf::from("output")),
                name,
                ledger: self.ledger,
                seed_of_date,
                date: None,
                keep: self.keep,
                metrics_file: self.metrics_file,
                timeout: self.timeout,
                quiet: self.quiet.unwrap_or(false),
            },
        })
    }

    /// Returns whether the seed comes from the date. Returns an error if the seed policy needs a seed and none is set,
    /// or if a seed is set that the policy would replace.
    pub(super) fn seed_of_date(&self) -> Result<bool, ConfigError> {
        let refuse = |policy, said| Err(ConfigError::SeedPolicy { policy, said });
        match (self.seed_policy, self.seed) {
            (Some(SeedPolicy::Fixed), None) => refuse("fixed", "no seed"),
            (Some(SeedPolicy::Date), Some(_)) => refuse("date", "a seed"),
            (Some(SeedPolicy::Entropy), Some(_)) => refuse("entropy", "a seed"),
            (policy, _) => Ok(policy == Some(SeedPolicy::Date)),
        }
    }

    pub(super) fn check_keep(&self) -> Result<(), ConfigError> {
        let name = self.name.as_deref().unwrap_or_default();
        let needs = |what| Err(ConfigError::Keep(what));
        match self.keep {
            None => Ok(()),
            Some(0) => Err(ConfigError::Zero {
                option: "keep".to_owned(),
            }),
            Some(_) if name.matches("{date}").count() != 1 || name.contains("{seed}") => {
                needs("a name with one {date} and no {seed}, such as nightly-{date}")
            }
            Some(_) if self.ledger.is_none() => needs("a ledger, which knows what was shipped"),
            Some(_) => Ok(()),
        }
    }

    /// Checks that the job can end: the settings contain a count, or `ends` is true because something else ends the
    /// job. Refuses a count of 0. Also refuses `exhaust` without a count, except for a job that doesn't make its
    /// puzzles.
    pub(super) fn check_count(&self, exhaust: bool, ends: bool) -> Result<(), ConfigError> {
        match self.count {
            Some(0) => Err(ConfigError::Zero {
                option: "--count".to_owned(),
            }),
            None if !ends => Err(ConfigError::Endless),
            None if exhaust && self.from.as_ref().is_none_or(Vec::is_empty) => {
                Err(ConfigError::ExhaustWithoutCount)
            }
            _ => Ok(()),
        }
    }

    /// Refuses settings for making puzzles: seed, grid method, dig method, symmetry, ranges of clues, pattern,
    /// number of digits, and minimality. Default methods, no symmetry and `minimal = false` are accepted. Called
    /// for jobs that don't make their puzzles.
    pub(super) fn check_given(&self) -> Result<(), ConfigError> {
        let says = [
            ("seed", self.seed.is_some()),
            (
                "create",
                self.create.is_some_and(|it| it != Method::Diagonal),
            ),
            (
                "seed-cells",
                self.seed_cells.is_some_and(|it| it != Method::SEED_CELLS),
            ),
            (
                "dig",
                self.dig.is_some_and(|it| it != dig::DigMethod::default()),
            ),
            (
                "symmetry",
                self.symmetry.is_some_and(|it| it != dig::Symmetry::None),
            ),
            (
                "uniqueness",
                self.uniqueness
                    .is_some_and(|it| it != dig::Uniqueness::default()),
            ),
            ("clues", self.clues.is_some()),
            ("row-clues", self.row_clues.is_some()),
            ("box-clues", self.box_clues.is_some()),
            ("pattern", self.pattern.is_some()),
            ("digits", self.digits.is_some()),
            ("minimal", self.minimal == Some(true)),
        ];
        match says.into_iter().find(|(_, is_said)| *is_said) {
            Some((option, _)) => Err(ConfigError::NothingToMake { option }),
            None => Ok(()),
        }
    }

    /// Returns the job's dig plan. A target of the mix can replace the plan's range of clues.
    fn plan(&self) -> dig::Plan {
        dig::Plan {
            symmetry: self.symmetry.unwrap_or(dig::Symmetry::None),
            clues: self.clues,
            uniqueness: self.uniqueness.unwrap_or_default(),
            row_clues: self.row_clues,
            box_clues: self.box_clues,
            method: self.dig.unwrap_or_default(),
            pattern: self.pattern,
            digits: self.digits,
            minimal: self.minimal.unwrap_or(false),
        }
    }

    pub(super) fn quotas(&self, scheme: &Scheme) -> Result<Option<Quotas>, ConfigError> {
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

    /// Returns the number of packs as a [`PackShare`] (`None` if the settings contain no number), and the quotas of
    /// all packs together. The argument `quotas` has the quotas of one pack. Returns an error if there are no packs
    /// or too many.
    fn packs(
        &self,
        quotas: Option<Quotas>,
    ) -> Result<(Option<PackShare>, Option<Quotas>), ConfigError> {
        let of = match self.packs {
            None => return Ok((None, quotas)),
            Some(0) => {
                return Err(ConfigError::Zero {
                    option: "--packs".to_owned(),
                });
            }
            Some(of) if of > MOST_PACKS => return Err(ConfigError::TooManyPacks(of)),
            Some(of) => of,
        };
        let quotas = quotas.map(|each| each.times(of).ok_or(ConfigError::TooManyPacks(of)));
        Ok((Some(PackShare { number: None, of }), quotas.transpose()?))
    }

    /// Returns the targets of the mix, except for targets of levels with a quota of 0, for which digging would be
    /// useless. If no target is left, returns all targets.
    fn mix(&self, scheme: &Scheme, quotas: Option<&Quotas>) -> Result<Vec<MixTarget>, ConfigError> {
        let targets = self.mix.iter().flatten();
        let targets: Vec<MixTarget> = targets
            .map(|target| target.target(scheme))
            .collect::<Result<_, _>>()?;
        let is_wanted = |target: &&MixTarget| match (quotas, target.level) {
            (Some(quotas), Some(level)) => quotas.of(level) > 0,
            _ => true,
        };
        let wanted: Vec<MixTarget> = targets.iter().filter(is_wanted).copied().collect();
        Ok(if wanted.is_empty() { targets } else { wanted })
    }

    /// Returns the method that makes full grids. For the Las Vegas method, the setting `seed_cells` overrides the
    /// number of seed cells in the setting `create`. Returns an error if the number is out of range.
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

    /// Returns the ratings made on request: those that the settings name, and those that the scheme or the filters
    /// need. If the settings name a ladder, the rating by techniques is included.
    ///
    /// # Errors
    /// If a rating has an unknown name, or both versions of the Sudoku Explainer table are requested.
    pub fn extras(&self, scheme: &Scheme, filters: &Filters) -> Result<Vec<Extra>, ConfigError> {
        let mut extras = filters.condition().extras();
        extras.extend(scheme.by.extras());
        let mut asked = Vec::new();
        // A setting for the ladder also requests its rating.
        extras.extend(self.ladder.as_ref().map(|_| Extra::Techniques));
        for name in self.ratings.iter().flatten() {
            match Extra::try_from(name.clone()) {
                Ok(extra) => asked.push(extra),
                Err(_) if name == "all" => extras.extend(Extra::ALL),
                Err(_) => {
                    return Err(ConfigError::UnknownRating {
                        name: name.clone(),
                        known: Extra::ALL.map(Extra::name).join(", "),
                    });
                }
            }
        }
        let table = one_table(&asked)?;
        extras.extend(asked);
        extras.retain(|extra| !matches!(extra, Extra::Se(it) if *it != table));
        extras.sort_unstable();
        extras.dedup();
        Ok(extras)
    }
}

/// Returns the version of the Sudoku Explainer table that the ratings name, or the default version if they name none.
///
/// # Errors
/// If both versions are requested, since a record has room for only one.
fn one_table(asked: &[Extra]) -> Result<SeTable, ConfigError> {
    let named = |table: &SeTable| asked.contains(&Extra::Se(*table));
    let mut tables = SeTable::ALL.into_iter().filter(named);
    match (tables.next(), tables.next()) {
        (_, Some(_)) => Err(ConfigError::TwoTables),
        (table, None) => Ok(table.unwrap_or_default()),
    }
}

/// Removes the scheme's technique ladder if the ratings use no techniques. Otherwise, sets the ladder `people` if
/// the scheme has no ladder. The ladder is part of a pack's job, so an unused ladder could make otherwise equal
/// packs differ.
fn with_ladder_of(scheme: Scheme, ratings: &[Extra]) -> Scheme {
    let techniques = ratings.contains(&Extra::Techniques);
    Scheme {
        techniques: techniques.then(|| scheme.ladder()),
        ..scheme
    }
}

/// Returns the name of the pack: `name`, or else a name made from the name of the first puzzle file, or else the
/// default.
fn name_or_default(name: Option<String>, from: &[PathBuf]) -> Result<String, ConfigError> {
    let name = name.or_else(|| Some(name_after(from.first()?)));
    let name = name.unwrap_or_else(|| DEFAULT_NAME.to_owned());
    check_name(&name).map(|()| name)
}

/// Returns the name of a pack whose puzzles are read from files, made from the name of the first file.
fn name_after(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let plain: String = stem
        .chars()
        .map(|c| if fits(c) { c } else { '-' })
        .take(80)
        .collect();
    match plain.trim_matches(['.', '-']) {
        "" => "list".to_owned(),
        name => name.replace(".part", "-part"),
    }
}

/// Checks that the number of threads is allowed.
///
/// # Errors
/// If `threads` is 0 or above [`MOST_THREADS`].
pub fn check_threads(threads: usize) -> Result<(), ConfigError> {
    match threads {
        0 => Err(ConfigError::Zero {
            option: "--threads".to_owned(),
        }),
        1..=MOST_THREADS => Ok(()),
        _ => Err(ConfigError::TooManyThreads(threads)),
    }
}

/// Checks that a pack's name can't lead out of the folder that holds the packs, on any operating system.
///
/// # Errors
/// [`ConfigError::BadName`] if the name is not allowed.
pub fn check_name(name: &str) -> Result<(), ConfigError> {
    let plain = name.replace("{date}", "date").replace("{seed}", "seed");
    let fits = !plain.is_empty()
        && plain.len() <= 100
        && !plain.starts_with(['.', '-'])
        && !plain.ends_with(".part")
        && !plain.contains(".part.")
        && plain
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if fits {
        Ok(())
    } else {
        let name = name.to_owned();
        Err(ConfigError::BadName { name })
    }
}

impl Job {
    /// Returns the quota of a level, or `u64::MAX` if there are no quotas.
    pub fn wanted(&self, level: Level) -> u64 {
        self.quotas
            .as_ref()
            .map_or(u64::MAX, |quotas| quotas.of(level))
    }
}
