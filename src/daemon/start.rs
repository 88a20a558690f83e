//! The main function of the server: opens all parts of the server in order, runs the supervisor's loop, and
//! closes all parts at the end.

use super::clock::{Clock, SystemClock};
use super::error::{DaemonError, in_one_line};
use super::first_start::ConfigOrigin;
use super::http_server::{BoundListener, HttpServer};
use super::log::{self, LogFormat};
use super::notify::Notify;
use super::runner::ExitCode;
use super::shelf::Inventory;
use super::signals::Signals;
use super::supervise::Supervisor;
use super::watch::HealthWatch;
use crate::disk::{FolderLock, LockError, create_folders, with_patience};
use crate::stock::Stock;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tracing::{error, info, warn};

/// The maximum time between two checks of the schedules, the shelves and the queue.
const TURN: Duration = Duration::from_millis(200);
/// The time that jobs get to write their journals when the server shuts down.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(1300);

/// The arguments of [`run`], which come from the command line.
#[derive(Debug, Clone)]
pub struct ServerArgs {
    /// The place that the configuration comes from.
    pub config: ConfigOrigin,
    /// The format of the log.
    pub log: LogFormat,
    /// The function that returns the exit code for the error of a failed job.
    pub exit_code: ExitCode,
}

/// Runs the server until a signal ends it.
///
/// # Errors
/// If the server can't start. Later failures are only logged.
pub fn run(args: &ServerArgs) -> Result<(), DaemonError> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    args.config.prepare()?;
    let plan = args.config.read(Arc::clone(&clock))?;
    let output = plan.job_settings.output.clone();
    create_folders(&output).map_err(|source| DaemonError::File {
        path: output.clone(),
        source,
    })?;
    let lock = lock_output(&output)?;
    let listener = plan.http.clone().map(BoundListener::take).transpose()?;
    let signals = Signals::of_process()?;
    if let Some(listener) = &listener {
        let tokens = plan
            .http
            .as_ref()
            .and_then(|it| it.settings.tokens.as_deref());
        args.config.greet(listener.address(), &output, tokens);
    }
    log::begin(args.log);
    let is_new = !plan.job_settings.ledger.exists();
    let stock = Arc::new(Stock::open(&output, &plan.job_settings.ledger)?);
    let packs = stock.library().packs().len();
    if is_new && packs > 0 {
        let ledger = plan.job_settings.ledger.display().to_string();
        warn!(
            ledger,
            packs,
            "the ledger is new: puzzles of these packs can't be taken until factory ledger import adds the packs"
        );
    }
    let inventory: Arc<dyn Inventory> = Arc::clone(&stock) as Arc<dyn Inventory>;
    let supervisor = Supervisor::new(plan, clock, inventory, lock, args.exit_code)?;
    let queue = supervisor.queue().clone();
    let watch = HealthWatch::begin(Arc::clone(&stock), queue.clone(), &output)?;
    let server = listener.map(|it| it.open(queue, Arc::clone(&stock), output));
    let server = server.transpose()?;
    ServerLoop {
        config: &args.config,
        signals,
        supervisor,
        server,
        notify: Notify::new(),
    }
    .run();
    watch.end();
    stock.close();
    info!("ended");
    Ok(())
}

/// Locks `.daemon` in an output folder for this process, so that two servers never use one output
/// folder.
///
/// # Errors
/// [`DaemonError::Locked`] with the holder if another server has the lock; [`DaemonError::File`] if the
/// lock can't be written.
pub fn lock_output(output: &Path) -> Result<FolderLock, DaemonError> {
    let folder = output.join(".daemon");
    let taken = with_patience(|| FolderLock::take(&folder));
    taken.map_err(|error| match error {
        LockError::Held { holder } => DaemonError::Locked {
            path: output.to_owned(),
            holder,
        },
        LockError::File(source) => DaemonError::File {
            path: folder.join("lock"),
            source,
        },
    })
}

/// The server's main loop: the supervisor and the parts that work with it.
struct ServerLoop<'a> {
    config: &'a ConfigOrigin,
    signals: Signals,
    supervisor: Supervisor,
    server: Option<HttpServer>,
    notify: Notify,
}

impl ServerLoop<'_> {
    fn run(mut self) {
        self.supervisor.turn();
        self.supervisor.name_unfinished();
        self.supervisor.queue().set_ready();
        let mut status = self.supervisor.status();
        self.notify.ready(&status);
        info!(
            pid = std::process::id(),
            version = env!("CARGO_PKG_VERSION"),
            "started"
        );
        while !self.signals.is_end() {
            if self.signals.is_reload() {
                self.reload();
            }
            self.supervisor.turn();
            self.notify.alive();
            let now = self.supervisor.status();
            if now != status {
                self.notify.status(&now);
                status = now;
            }
            self.supervisor.queue().wait(TURN);
        }
        info!("ending: running jobs are journaled");
        self.notify.stopping();
        if let Some(server) = &self.server {
            server.begin_to_close();
        }
        self.supervisor.end(SHUTDOWN_GRACE);
        if let Some(server) = self.server {
            server.close();
        }
    }

    /// Reads the configuration again. An invalid configuration changes nothing.
    fn reload(&mut self) {
        self.notify.reloading();
        let clock = self.supervisor.clock();
        let adopted = self.config.read(clock).and_then(|plan| {
            let rules = plan.http.clone();
            self.supervisor.adopt(plan)?;
            if let (Some(server), Some(rules)) = (&self.server, rules) {
                server.adopt(rules);
            }
            Ok(())
        });
        match adopted {
            Ok(()) => info!(config = self.config.name(), "configuration read again"),
            Err(refused) => {
                let error = in_one_line(&refused);
                error!(error, "the new configuration is refused; the old one stays");
            }
        }
        self.notify.ready(&self.supervisor.status());
    }
}
