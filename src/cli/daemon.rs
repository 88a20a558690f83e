//! `factory daemon`: starts the server, which runs scheduled jobs and answers HTTP requests.

use super::Exit;
use clap::Args;
use std::path::PathBuf;

/// The arguments of `factory daemon`.
#[derive(Debug, Args)]
#[cfg_attr(not(feature = "serve"), allow(dead_code))] // parsed all the same
pub struct DaemonArgs {
    /// Configuration file (TOML) with schedules, shelves (stocks of puzzles to keep full) and HTTP settings
    /// (docs/daemon.md; default: config/daemon.toml if it exists, otherwise a built-in configuration)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Check the configuration and print what it means, but do not start the server
    #[arg(long)]
    check: bool,
    /// Format of the log on standard error: json (one object per line) or text
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = ["json", "text"])]
    log: String,
}

/// Fails with the message that this program was built without the server.
#[cfg(not(feature = "serve"))]
pub fn run(_: &DaemonArgs) -> anyhow::Result<Exit> {
    let what = "this program was built without the server: build it with --features serve";
    Err(super::errors::UsageError(what.to_owned()).into())
}

/// Runs the server until a signal ends it.
#[cfg(feature = "serve")]
pub fn run(args: &DaemonArgs) -> anyhow::Result<Exit> {
    use crate::daemon::{self, ConfigOrigin, LogFormat, ServerArgs};

    let config = ConfigOrigin::find(args.config.as_deref());
    if args.check {
        return with_daemon::check(&config);
    }
    daemon::run(&ServerArgs {
        config,
        log: match args.log.as_str() {
            "text" => LogFormat::Text,
            _ => LogFormat::Json,
        },
        exit_code: |error| super::errors::exit_of_error(error).code(),
    })?;
    Ok(Exit::Done)
}

#[cfg(feature = "serve")]
mod with_daemon {
    use super::Exit;
    use crate::daemon::http::HttpSettings;
    use crate::daemon::{ConfigOrigin, DaemonPlan, Shelf, SystemClock};
    use crate::line::progress::grouped;
    use jiff::Timestamp;
    use std::fmt::Write as _;
    use std::io::Write;
    use std::net::IpAddr;
    use std::sync::Arc;

    /// Prints the meaning of a configuration: the schedules, the shelves and the HTTP settings.
    pub fn check(config: &ConfigOrigin) -> anyhow::Result<Exit> {
        let plan = config.read(Arc::new(SystemClock))?;
        std::io::stdout().write_all(meaning(&plan).as_bytes())?;
        Ok(Exit::Done)
    }

    fn meaning(plan: &DaemonPlan) -> String {
        let mut text = String::new();
        let job_settings = &plan.job_settings;
        let _ = writeln!(text, "output    {}", job_settings.output.display());
        let _ = writeln!(text, "ledger    {}", job_settings.ledger.display());
        match &plan.http {
            Some(rules) => http(&rules.settings, &mut text),
            None => text += "listens   nowhere: there is no section [http]\n",
        }
        for planned in &plan.schedules {
            let _ = writeln!(text, "schedule  {}: {}", planned.name, planned.when);
            if let Some(next) = planned.schedule.next_after(Timestamp::now()) {
                let _ = writeln!(text, "          next at {}", next.strftime("%F %R %Z"));
            }
            if let Some(keep) = planned.settings.keep {
                let _ = writeln!(text, "          deletes its packs except the newest {keep}");
            }
        }
        for shelf in &plan.shelves {
            self::shelf(shelf, &mut text);
        }
        text
    }
    fn http(settings: &HttpSettings, text: &mut String) {
        let _ = writeln!(text, "listens   at http://{}", settings.listen);
        let _ = match &settings.tokens {
            Some(path) => writeln!(text, "tokens    {}", path.display()),
            None => writeln!(
                text,
                "tokens    none: nobody can take puzzles or start jobs"
            ),
        };
        if !settings.hosts.is_empty() {
            let _ = writeln!(text, "hosts     {}", settings.hosts.join(", "));
        }
        if !settings.proxies.is_empty() {
            let proxies: Vec<String> = settings.proxies.iter().map(IpAddr::to_string).collect();
            let _ = writeln!(text, "proxies   {}", proxies.join(", "));
        }
        let _ = match settings.play.as_slice() {
            [] => writeln!(
                text,
                "play      shipped puzzles, or those in stock while none was shipped"
            ),
            names => writeln!(text, "play      {}", names.join(", ")),
        };
    }

    fn shelf(shelf: &Shelf, text: &mut String) {
        let _ = writeln!(text, "shelf     {}, of scheme {}", shelf.name, shelf.scheme);
        for bounds in &shelf.levels {
            let (least, most) = (grouped(bounds.least), grouped(bounds.most));
            let level = &bounds.level;
            let _ = writeln!(
                text,
                "          {level}: filled to {most} when below {least}"
            );
        }
        if let Some(first) = shelf.first {
            let _ = writeln!(
                text,
                "          first gets {first} of each level when empty"
            );
        }
        if let Some(keep) = shelf.keep {
            let _ = writeln!(
                text,
                "          deletes packs with no puzzle left except the newest {keep}"
            );
        }
    }
}
