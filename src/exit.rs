//! The exit codes of the program, which scripts and batch systems rely on.

use crate::line::{Outcome, StopCause};
use std::process::ExitCode;

/// The result of a command, or of a job of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything was done as requested.
    Done,
    /// The command failed; the message says why, and no file is left half-written.
    Failed,
    /// The command line or the job file is wrong.
    Usage,
    /// The command succeeded, but a quota is not filled or some inputs were refused; the output is complete.
    Short,
    /// Verification found faults.
    Unsound,
    /// Data is damaged or conflicting.
    Damaged,
    /// Some shards of a run are missing, or have too few puzzles. These shards must be made before the merge can be
    /// repeated.
    Missing,
    /// The program has a bug: it panicked.
    Bug,
    /// A temporary error: the disk is full, storage can't be reached, or another run holds the
    /// lock.
    TryAgain,
    /// Ctrl-C interrupted the command; the journal is safe.
    Interrupted,
    /// A signal terminated the command; the journal is safe.
    Terminated,
}

impl Exit {
    /// Returns the result of a command whose run had this outcome.
    pub fn of(outcome: &Outcome) -> Self {
        match outcome.stopped {
            Some(StopCause::Interrupt) => Self::Interrupted,
            Some(StopCause::Terminate) => Self::Terminated,
            _ if outcome.is_short() => Self::Short,
            _ => Self::Done,
        }
    }

    /// Returns the exit code.
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Short => 3,
            Self::Unsound => 4,
            Self::Damaged => 65,
            Self::Missing => 66,
            Self::Bug => 70,
            Self::TryAgain => 75,
            Self::Interrupted => 130,
            Self::Terminated => 143,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}
