//! Reads the configuration of the server, such as `config/daemon.toml`. It sets the folders, the schedules, the
//! shelves (stocks that the server keeps full) and the HTTP server. All jobs are checked when the file is read,
//! and not only when they are due.

use super::clock::Clock;
use super::error::{DaemonError, in_one_line};
use super::http::{HttpSettings, Rules};
use super::job_settings::SharedJobSettings;
use super::schedule::Schedule;
use super::shelf::Shelf;
use crate::config::{Settings, check_name, check_threads, read_short, read_toml};
use jiff::tz::TimeZone;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of jobs that can run at the same time.
const MOST_AT_ONCE: usize = 64;

/// The content of the configuration file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ConfigTable {
    output: Option<PathBuf>,
    ledger: Option<PathBuf>,
    zone: Option<String>,
    threads: Option<usize>,
    jobs_at_once: Option<usize>,
    http: Option<HttpSettings>,
    #[serde(default)]
    schedule: Vec<ScheduleTable>,
    #[serde(default)]
    shelf: Vec<ShelfTable>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ScheduleTable {
    name: String,
    cron: String,
    zone: Option<String>,
    job: Option<PathBuf>,
    make: Option<Settings>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ShelfTable {
    name: String,
    least: u64,
    most: u64,
    first: Option<u64>,
    keep: Option<usize>,
    #[serde(default)]
    level: BTreeMap<String, BoundsTable>,
    job: Option<PathBuf>,
    make: Option<Settings>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoundsTable {
    least: u64,
    most: u64,
}

/// A checked configuration of the server.
#[derive(Clone)]
pub struct DaemonPlan {
    /// The settings that all jobs share.
    pub job_settings: SharedJobSettings,
    /// The number of jobs that run at the same time.
    pub jobs_at_once: usize,
    /// The address and rules of the HTTP server; `None` for no server.
    pub http: Option<Rules>,
    /// The schedules, each with its job.
    pub schedules: Vec<PlannedJob>,
    /// The shelves, each a stock of puzzles that the server keeps full.
    pub shelves: Vec<Shelf>,
}

/// A schedule and its job.
#[derive(Debug, Clone)]
pub struct PlannedJob {
    /// The name of the schedule.
    pub name: String,
    /// The schedule's cron pattern and its time zone, as written in the configuration.
    pub when: String,
    /// The times when the job is due.
    pub schedule: Schedule,
    /// The complete settings of the job, including the defaults.
    pub settings: Settings,
}

impl DaemonPlan {
    /// Reads and checks the configuration at `path`. Relative paths of job files start from the
    /// configuration's folder.
    ///
    /// # Errors
    /// If a file can't be read, or anything in it is wrong.
    pub fn read(path: &Path, clock: Arc<dyn Clock>) -> Result<Self, DaemonError> {
        let text = fs::File::open(path).and_then(read_short);
        let text = text.map_err(|source| DaemonError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        let table: ConfigTable = read_toml(&text, &path.display().to_string())?;
        Reader { path }.plan(table, clock)
    }

    /// Checks the text of a configuration that was not read from a file. `origin` is the configuration's name in error
    /// messages. `tokens` is the path of the token file, and is used in place of any such path in the text.
    ///
    /// # Errors
    /// If anything in the configuration is wrong.
    pub fn parse(
        text: &str,
        origin: &str,
        tokens: Option<PathBuf>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, DaemonError> {
        let mut table: ConfigTable = read_toml(text, origin)?;
        if let Some(http) = &mut table.http {
            http.tokens = tokens;
        }
        let path = Path::new(origin);
        Reader { path }.plan(table, clock)
    }
}

/// A reader of the server's configuration, with the path of the configuration file.
struct Reader<'a> {
    path: &'a Path,
}

impl Reader<'_> {
    fn plan(&self, table: ConfigTable, clock: Arc<dyn Clock>) -> Result<DaemonPlan, DaemonError> {
        if let Some(threads) = table.threads {
            check_threads(threads).map_err(|why| self.wrong("threads", &why))?;
        }
        let jobs_at_once = table.jobs_at_once.unwrap_or(1);
        if !(1..=MOST_AT_ONCE).contains(&jobs_at_once) {
            let why = format!("{jobs_at_once} is not between 1 and {MOST_AT_ONCE}");
            return Err(self.bad("jobs-at-once".to_owned(), why));
        }
        let zone = self.zone("zone", table.zone.as_deref(), &TimeZone::system())?;
        let output = table.output.unwrap_or_else(|| PathBuf::from("output"));
        let job_settings = SharedJobSettings {
            ledger: match table.ledger {
                Some(ledger) => ledger,
                None => output.join("ledger.sqlite"),
            },
            output,
            threads: table.threads,
            zone,
            clock,
        };
        let schedules = table.schedule.iter();
        let schedules = schedules.map(|it| self.schedule(it, &job_settings));
        let schedules: Vec<_> = schedules.collect::<Result<_, _>>()?;
        let shelves = table.shelf.iter();
        let shelves = shelves.map(|it| self.shelf(it, &job_settings));
        let shelves: Vec<_> = shelves.collect::<Result<_, _>>()?;
        self.check_names("schedule", schedules.iter().map(|it| it.name.as_str()))?;
        self.check_names("shelf", shelves.iter().map(|it| it.name.as_str()))?;
        Ok(DaemonPlan {
            job_settings,
            jobs_at_once,
            http: table.http.map(|it| self.http(it)).transpose()?,
            schedules,
            shelves,
        })
    }

    /// Checks the settings of the HTTP server. A relative path of the token file starts from the configuration's
    /// folder, like the paths of job files.
    fn http(&self, settings: HttpSettings) -> Result<Rules, DaemonError> {
        let beside = |file: PathBuf| self.beside(&file);
        let rules = Rules::new(HttpSettings {
            tokens: settings.tokens.map(beside),
            ..settings
        });
        rules.map_err(|why| self.wrong("[http]", &why))
    }

    fn beside(&self, file: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(file)
    }

    fn schedule(
        &self,
        table: &ScheduleTable,
        job_settings: &SharedJobSettings,
    ) -> Result<PlannedJob, DaemonError> {
        let what = format!("schedule {:?}", table.name);
        check_name(&table.name).map_err(|why| self.wrong(&what, &why))?;
        let zone = self.zone(&what, table.zone.as_deref(), &job_settings.zone)?;
        let when = format!(
            "{} {}",
            table.cron,
            zone.iana_name().unwrap_or("local time")
        );
        let schedule =
            Schedule::new(&table.cron, zone).map_err(|why| self.bad(what.clone(), why))?;
        let settings = self.job(&what, table.job.as_deref(), table.make.as_ref())?;
        let settings = job_settings
            .check(&table.name, settings)
            .map_err(|why| self.wrong(&what, &why))?;
        let name = settings.name.as_deref().unwrap_or_default();
        if !["{date}", "{seed}"].iter().any(|it| name.contains(it)) {
            let why = "its packs need different names: put {date} or {seed} into name, such as nightly-{date}";
            return Err(self.bad(what, why.to_owned()));
        }
        settings
            .clone()
            .run_spec()
            .map_err(|why| self.wrong(&what, &why))?;
        Ok(PlannedJob {
            name: table.name.clone(),
            when,
            schedule,
            settings,
        })
    }

    fn shelf(
        &self,
        table: &ShelfTable,
        job_settings: &SharedJobSettings,
    ) -> Result<Shelf, DaemonError> {
        let what = format!("shelf {:?}", table.name);
        let refuse = |why: String| self.bad(what.clone(), why);
        check_name(&table.name).map_err(|why| self.wrong(&what, &why))?;
        let mut settings = self.job(&what, table.job.as_deref(), table.make.as_ref())?;
        // A schedule deletes its oldest packs; a shelf deletes packs with no puzzle left.
        let keep = table.keep.or(settings.keep.take());
        if keep == Some(0) || table.first == Some(0) {
            return Err(refuse("first and keep must be more than 0".to_owned()));
        }
        if settings.per_level.is_some() || !settings.level.is_empty() || settings.packs.is_some() {
            let why = "least and most say how many puzzles each level gets: remove per-level, level and packs from its job";
            return Err(refuse(why.to_owned()));
        }
        if let Some(layout) = &settings.layout {
            let why =
                format!("shelves are of 9x9 only: give {layout} a schedule, or ask for its packs");
            return Err(refuse(why));
        }
        if settings.seed.is_some() {
            let why = "its job has a seed, so it would make the same puzzles again and again: remove the seed";
            return Err(refuse(why.to_owned()));
        }
        let checked = job_settings.check(&table.name, settings);
        let settings = checked.map_err(|why| self.wrong(&what, &why))?;
        let name = settings.name.as_deref().unwrap_or_default();
        if name.matches("{seed}").count() != 1 {
            let why = "its packs need different names: put {seed} into name once, such as web-{date}-{seed}";
            return Err(refuse(why.to_owned()));
        }
        let scheme = settings.scheme().map_err(|why| self.wrong(&what, &why))?;
        let own = table
            .level
            .iter()
            .map(|(name, it)| (name.clone(), (it.least, it.most)));
        let (every, own) = ((table.least, table.most), own.collect());
        let shelf = Shelf::new(&table.name, settings, &scheme, every, &own).map_err(&refuse)?;
        if let Some(request) = shelf.job_request(&BTreeMap::new()) {
            request.run_spec().map_err(|why| self.wrong(&what, &why))?;
        }
        Ok(Shelf {
            first: table.first,
            keep,
            ..shelf
        })
    }

    /// Returns the settings of the job of a schedule or shelf: the settings in the job file `file`, overridden by the
    /// settings in `make`. Both may be `None`. `what` names the schedule or shelf in error messages.
    fn job(
        &self,
        what: &str,
        file: Option<&Path>,
        make: Option<&Settings>,
    ) -> Result<Settings, DaemonError> {
        let below = match file {
            None => Settings::default(),
            Some(file) => {
                let read = Settings::from_file(&self.beside(file));
                read.map_err(|why| self.wrong(what, &why))?
            }
        };
        Ok(make.cloned().unwrap_or_default().over(below))
    }

    fn zone(
        &self,
        what: &str,
        name: Option<&str>,
        otherwise: &TimeZone,
    ) -> Result<TimeZone, DaemonError> {
        let Some(name) = name else {
            return Ok(otherwise.clone());
        };
        TimeZone::get(name).map_err(|_| {
            let why =
                format!("no time zone is called {name:?}; write a name such as Europe/Berlin");
            self.bad(what.to_owned(), why)
        })
    }

    fn check_names<'a>(
        &self,
        kind: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<(), DaemonError> {
        let mut seen = Vec::new();
        for name in names {
            if seen.contains(&name) {
                let why = format!("another {kind} has the same name");
                return Err(self.bad(format!("{kind} {name:?}"), why));
            }
            seen.push(name);
        }
        Ok(())
    }

    fn wrong(&self, what: &str, why: &dyn Error) -> DaemonError {
        self.bad(what.to_owned(), in_one_line(why))
    }

    fn bad(&self, what: String, why: String) -> DaemonError {
        DaemonError::BadEntry {
            origin: self.path.display().to_string(),
            what,
            why,
        }
    }
}
