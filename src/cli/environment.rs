//! Checks the environment and the clock when a process starts. A misspelt environment variable is an error,
//! like a misspelt setting in a job file; a clock beyond the last supported date is an error, too.

use super::errors::UsageError;
use jiff::Timestamp;
use std::time::SystemTime;

const PREFIX: &str = "FACTORY_";

/// Returns an error if the environment has a variable whose name begins with `FACTORY_` but which no option reads.
pub fn check(command: &clap::Command) -> anyhow::Result<()> {
    let mut known: Vec<String> = Vec::new();
    add_known(command, &mut known);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with(PREFIX) && !known.contains(&name) {
            let nearest = known
                .iter()
                .max_by(|a, b| strsim::jaro(&name, a).total_cmp(&strsim::jaro(&name, b)));
            let hint = nearest.map_or(String::new(), |near| format!("; did you mean {near}?"));
            let what = format!("the environment sets {name}, which no option reads{hint}");
            return Err(UsageError(what).into());
        }
    }
    Ok(())
}

fn add_known(command: &clap::Command, known: &mut Vec<String>) {
    let read = command.get_arguments().filter_map(clap::Arg::get_env);
    known.extend(read.map(|name| name.to_string_lossy().into_owned()));
    for subcommand in command.get_subcommands() {
        add_known(subcommand, known);
    }
}

/// Refuses to continue if the clock shows a year outside the range in which dates can be computed.
pub fn check_clock(now: SystemTime) -> anyhow::Result<()> {
    let year = |now: Timestamp| now.to_zoned(jiff::tz::TimeZone::UTC).year();
    match Timestamp::try_from(now).map(year) {
        Ok(-9998..=9998) => Ok(()),
        _ => anyhow::bail!(
            "the clock of this machine is not within the years −9998 to 9998: set it, and give the command again"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn a_clock_beyond_all_dates_is_refused() {
        let clock = |seconds| check_clock(UNIX_EPOCH + Duration::from_secs(seconds));
        assert!(clock(0).is_ok());
        assert!(check_clock(SystemTime::now()).is_ok());
        // 9998-12-31, and the first second after it.
        assert!(clock(253_370_764_799).is_ok());
        for beyond in [253_370_764_800, 253_402_300_799, 1 << 40] {
            let said = clock(beyond).unwrap_err().to_string();
            assert!(said.contains("the clock"), "{said}");
        }
    }
}
