//! Turns the errors of commands into one line on standard error and an exit code.

use super::Exit;
use crate::config::ConfigError;
use crate::grid::Layout;
use crate::ledger::LedgerError;
use crate::line::LineError;
use crate::line::progress::tell;
use crate::pack::PackError;
use crate::print::PrintError;
use crate::shard::ShardError;
use std::io;

/// The error for wrong options: an option that the command can't use, or an unusable file named by an option.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Refuses an option that is only for 9×9 puzzles. Each entry of `options` is the name of such an option, and
/// `true` if the user set it. The error names `layout`, the layout of the puzzles.
pub fn refuse_nine_only(options: &[(&str, bool)], layout: Layout) -> Result<(), UsageError> {
    match options.iter().find(|(_, is_used)| *is_used) {
        None => Ok(()),
        Some((option, _)) => Err(UsageError(format!(
            "{option} is for 9x9 only, and these are {layout}"
        ))),
    }
}

/// The error for bad data that a command must not skip.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadData(pub String);

/// Prints the error as one line and returns the exit code. A closed pipe counts as success, because the program that
/// reads the pipe needs no more output.
pub fn report(error: &anyhow::Error) -> Exit {
    let exit = exit_of(error);
    if exit != Exit::Done {
        // Names of files and fields may contain line breaks.
        tell(format!("{error:#}").replace(char::is_control, "\u{FFFD}"));
    }
    exit
}

/// Returns the exit code of an error.
pub fn exit_of(error: &anyhow::Error) -> Exit {
    error
        .chain()
        .find_map(exit_of_cause)
        .unwrap_or(Exit::Failed)
}

/// Returns the exit code for an error in a job of the server.
#[cfg(feature = "serve")]
pub fn exit_of_error(error: &(dyn std::error::Error + 'static)) -> Exit {
    let chain = std::iter::successors(Some(error), |error| error.source());
    chain
        .into_iter()
        .find_map(exit_of_cause)
        .unwrap_or(Exit::Failed)
}

#[cfg(feature = "serve")]
fn exit_of_stock(error: &crate::stock::StockError) -> Option<Exit> {
    use crate::stock::StockError;
    match error {
        StockError::Held { .. } => Some(Exit::TryAgain),
        StockError::Ledger(error) => exit_of_ledger(error),
        StockError::Pack(error) => exit_of_pack(error),
        _ => None,
    }
}

#[cfg(feature = "serve")]
fn exit_of_daemon(error: &crate::daemon::DaemonError) -> Option<Exit> {
    use crate::daemon::DaemonError;
    match error {
        DaemonError::Config(_)
        | DaemonError::BadEntry { .. }
        | DaemonError::Unreadable { .. }
        | DaemonError::Fixed(_) => Some(Exit::Usage),
        DaemonError::Locked { .. } => Some(Exit::TryAgain),
        DaemonError::StateDamaged { .. } => Some(Exit::Damaged),
        DaemonError::Ledger(error) => exit_of_ledger(error),
        DaemonError::Stock(error) => exit_of_stock(error),
        _ => None,
    }
}

fn exit_of_cause(cause: &(dyn std::error::Error + 'static)) -> Option<Exit> {
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        return match error.kind() {
            io::ErrorKind::BrokenPipe => Some(Exit::Done),
            io::ErrorKind::StorageFull
            | io::ErrorKind::FileTooLarge
            | io::ErrorKind::QuotaExceeded => Some(Exit::TryAgain),
            _ => None,
        };
    }
    if cause.is::<ConfigError>() || cause.is::<UsageError>() {
        return Some(Exit::Usage);
    }
    if cause.is::<BadData>() {
        return Some(Exit::Damaged);
    }
    if let Some(error) = cause.downcast_ref::<PrintError>() {
        return exit_of_print(error);
    }
    if let Some(error) = cause.downcast_ref::<LineError>() {
        return exit_of_run(error);
    }
    if let Some(error) = cause.downcast_ref::<LedgerError>() {
        return exit_of_ledger(error);
    }
    if let Some(error) = cause.downcast_ref::<ShardError>() {
        return exit_of_shards(error);
    }
    #[cfg(feature = "serve")]
    if let Some(error) = cause.downcast_ref::<crate::daemon::DaemonError>() {
        return exit_of_daemon(error);
    }
    cause.downcast_ref::<PackError>().and_then(exit_of_pack)
}

fn exit_of_shards(error: &ShardError) -> Option<Exit> {
    match error {
        ShardError::Line(error) => exit_of_run(error),
        ShardError::Store { .. } => Some(Exit::TryAgain),
        // A later try would not help: the permission is missing.
        ShardError::Refused { .. } => Some(Exit::Failed),
        ShardError::UnknownStore { .. }
        | ShardError::NotBuiltIn { .. }
        | ShardError::NoBucket { .. }
        | ShardError::NoCredentials { .. }
        | ShardError::NoPlan { .. }
        | ShardError::NoLedger { .. }
        | ShardError::NotCounted { .. }
        | ShardError::NoShards(_)
        | ShardError::Index(_) => Some(Exit::Usage),
        ShardError::Missing { .. } | ShardError::TooFew { .. } => Some(Exit::Missing),
        _ => Some(Exit::Damaged),
    }
}

fn exit_of_run(error: &LineError) -> Option<Exit> {
    match error {
        LineError::PackOfAnotherJob { .. }
        | LineError::NothingGiven { .. }
        | LineError::OtherCount { .. }
        | LineError::InTheWay { .. } => Some(Exit::Usage),
        LineError::JournalOfAnotherJob { .. }
        | LineError::InputChanged { .. }
        | LineError::JournalDamaged { .. }
        | LineError::ChunkDiffers { .. }
        | LineError::Taken { .. }
        | LineError::PackDamaged { .. } => Some(Exit::Damaged),
        LineError::Locked { .. } | LineError::NoRoom { .. } | LineError::Overtaken { .. } => {
            Some(Exit::TryAgain)
        }
        LineError::Pack(error) => exit_of_pack(error),
        // Files and folders: the cause below decides whether a later try could help.
        _ => None,
    }
}

fn exit_of_ledger(error: &LedgerError) -> Option<Exit> {
    match error {
        LedgerError::Missing { .. }
        | LedgerError::NotALedger { .. }
        | LedgerError::HandedOut { .. }
        | LedgerError::Newer { .. }
        | LedgerError::Network { .. }
        | LedgerError::Unknown { .. }
        | LedgerError::NoTitle { .. }
        | LedgerError::Exists { .. } => Some(Exit::Usage),
        LedgerError::Busy { .. } | LedgerError::Disk { .. } => Some(Exit::TryAgain),
        LedgerError::Pack(error) => exit_of_pack(error),
        LedgerError::File { .. } | LedgerError::Sql { .. } => None,
        _ => Some(Exit::Damaged),
    }
}

fn exit_of_print(error: &PrintError) -> Option<Exit> {
    match error {
        PrintError::NoPuzzle => Some(Exit::Short),
        PrintError::ReadBack(_) => Some(Exit::Unsound),
        PrintError::Damaged(_) => Some(Exit::Damaged),
        _ => Some(Exit::Usage),
    }
}

fn exit_of_pack(error: &PackError) -> Option<Exit> {
    match error {
        PackError::Write { .. } | PackError::Read { .. } => None,
        PackError::TargetExists { .. }
        | PackError::NoPack { .. }
        | PackError::Layout { .. }
        | PackError::NoSuchPack { .. } => Some(Exit::Usage),
        _ => Some(Exit::Damaged),
    }
}

/// Prints an error of clap, the parser of options, as one line, and returns the exit code. The help or the
/// version, if the user requested it, is printed in full.
pub fn usage(error: &clap::Error) -> Exit {
    use clap::error::ErrorKind;
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match error.print() {
            Ok(()) => Exit::Done,
            Err(error) => report(&error.into()),
        },
        _ => {
            tell(one_line(&error.render().to_string()));
            Exit::Usage
        }
    }
}

/// Returns clap's message as one line, without its usage block.
fn one_line(message: &str) -> String {
    let said: Vec<&str> = message
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .collect();
    let said = said.join("; ").replace(":; ", ": ");
    format!(
        "{} (see factory --help)",
        said.strip_prefix("error: ").unwrap_or(&said)
    )
}
