//! Turns settings into a job of the server. A job has complete settings, a date, and a cause: a schedule, a shelf
//! or a request. All jobs of a server use one folder and one ledger.
//!
//! A random seed is drawn before the job enters the queue. So a job that starts again after a kill has the same
//! settings. If its pack was published just before the kill, the job finds the pack.

use super::clock::Clock;
use super::job_table::JobWork;
use super::view::Cause;
use crate::config::{ConfigError, Job, Settings};
use crate::line::{LineError, PackFolders, drawn_seed, seed_of_unfinished};
use crate::pack::Pack;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The reason why settings can't be turned into a job.
#[derive(Debug, thiserror::Error)]
pub enum JobSettingsError {
    /// The settings are not valid settings of a job.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The settings include something that only the server decides.
    #[error("{option} is for the command, not for jobs of the server ({why}): remove it")]
    NotHere {
        /// The name of the setting that the server decides.
        option: &'static str,
        /// The reason why the server decides this setting.
        why: &'static str,
    },
    /// A random seed could not be drawn.
    #[error(transparent)]
    Seed(#[from] LineError),
    /// The settings ask for more puzzles than a requested job may make.
    #[error(
        "the job asks for up to {asked} puzzles, but a job on request may ask for at most {most}"
    )]
    TooMany {
        /// The number of puzzles that the settings ask for.
        asked: u64,
        /// The maximum number of puzzles of a requested job.
        most: u64,
    },
    /// The settings name a pack, but another pack has that name already.
    #[error("{0} is the name of another pack")]
    NameTaken(String),
}

/// The settings that all jobs of a server share.
#[derive(Clone)]
pub struct SharedJobSettings {
    /// The folder in which all jobs publish their packs.
    pub output: PathBuf,
    /// The path of the ledger of all jobs.
    pub ledger: PathBuf,
    /// The number of worker threads of a job, unless the job's own settings say otherwise.
    pub threads: Option<usize>,
    /// The time zone in which dates are computed.
    pub zone: TimeZone,
    /// The clock from which jobs get their date.
    pub clock: Arc<dyn Clock>,
}

impl SharedJobSettings {
    /// Returns today's date in the server's time zone.
    pub fn today(&self) -> Date {
        self.clock.now().to_zoned(self.zone.clone()).date()
    }

    /// Checks the settings of a job in the configuration and completes them with the defaults. A
    /// pack without a name is named after its schedule or shelf.
    ///
    /// # Errors
    /// If the settings are not valid, or include something that the server decides.
    pub fn check(&self, name: &str, settings: Settings) -> Result<Settings, JobSettingsError> {
        let of = |set: Option<&Path>, ours: &Path| set.is_some_and(|it| it != ours);
        let refuse = |option, why| Err(JobSettingsError::NotHere { option, why });
        // The folders in the defaults apply to the command line only.
        if of(settings.out.as_deref(), &self.output) {
            return refuse("out", "all packs go into the server's output folder");
        }
        if of(settings.ledger.as_deref(), &self.ledger) {
            return refuse("ledger", "all packs go into the server's ledger");
        }
        if settings.regions.is_some() {
            return refuse(
                "regions",
                "the server draws the regions of each puzzle itself",
            );
        }
        let whole = settings.complete()?;
        if whole.metrics_file.is_some() {
            return refuse("metrics-file", "/metrics covers all jobs");
        }
        if whole.from.as_ref().is_some_and(|from| !from.is_empty()) {
            return refuse("from", "the server makes all its puzzles itself");
        }
        Ok(Settings {
            out: Some(self.output.clone()),
            ledger: Some(self.ledger.clone()),
            threads: whole.threads.or(self.threads),
            name: whole.name.or_else(|| Some(format!("{name}-{{seed}}"))),
            quiet: Some(true),
            ..whole
        })
    }

    /// Returns the work of a job (its cause, date and settings) on this date, from settings that
    /// [`check`](Self::check) returned.
    ///
    /// # Errors
    /// If the settings are not valid, or no random seed can be drawn.
    pub fn work(
        &self,
        name: &str,
        cause: Cause,
        settings: Settings,
        date: Date,
    ) -> Result<JobWork, JobSettingsError> {
        let mut settings = settings;
        let spec = settings.clone().run_spec()?;
        if !spec.seed_is_given && settings.seed.is_none() {
            settings.seed = Some(drawn_seed()?);
            settings.seed_policy = None;
        }
        Ok(JobWork {
            name: name.to_owned(),
            cause,
            date,
            settings,
            is_first: false,
            keep: None,
        })
    }

    /// Returns the work of a requested job: its cause, date and settings. The settings may ask for at most `most`
    /// puzzles, and may not ask to delete packs.
    ///
    /// # Errors
    /// If the settings are not valid, include something that the server decides, ask for too many puzzles, or use
    /// the name of another pack, or if no random seed can be drawn.
    pub fn asked(&self, settings: Settings, most: u64) -> Result<JobWork, JobSettingsError> {
        if settings.keep.is_some() {
            let (option, why) = ("keep", "only the configuration can have packs deleted");
            return Err(JobSettingsError::NotHere { option, why });
        }
        let mut settings = self.check("asked", settings)?;
        let spec = settings.clone().run_spec()?;
        // A job that was cancelled goes on, with the seed that was drawn for it.
        if !spec.seed_is_given && !spec.run.name.contains("{seed}") {
            settings.seed = seed_of_unfinished(&spec);
        }
        let date = self.today();
        let mut work = self.work("asked", Cause::Asked, settings, date)?;
        let spec = work.run_spec()?;
        let name = spec.run.name.replace("{seed}", &spec.job.seed.to_string());
        work.name = name.replace("{date}", &date.to_string());
        let asked = most_puzzles(&spec.job);
        if asked > most {
            return Err(JobSettingsError::TooMany { asked, most });
        }
        let folders = PackFolders::new(self.output.join(&work.name));
        match is_free(&folders, &spec.job) && !folders.hold_another_run(&spec.job) {
            true => Ok(work),
            false => Err(JobSettingsError::NameTaken(work.name)),
        }
    }
}

/// Returns whether a job may publish its pack in these folders. A folder that exists already must contain a pack of
/// the same job, so a job may be requested twice.
fn is_free(folders: &PackFolders, job: &Job) -> bool {
    let (folder, mut job) = folders.first(job);
    folder.symlink_metadata().is_err()
        || Pack::open_any(&folder).is_ok_and(|pack| {
            job.ledger.clone_from(&pack.manifest().job.ledger);
            folders.pack_at(&folder, &job, true).is_ok()
        })
}

/// Returns the maximum number of puzzles that a job may make.
fn most_puzzles(job: &Job) -> u64 {
    let quotas = job.quotas.as_ref().map_or(u64::MAX, |quotas| {
        let levels = job.scheme.levels();
        levels.fold(0, |sum: u64, it| sum.saturating_add(quotas.of(it)))
    });
    quotas.min(job.most_candidates().unwrap_or(u64::MAX))
}
