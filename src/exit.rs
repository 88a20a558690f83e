//! The exit codes, which scripts and job engines rely on.

use crate::line::{Outcome, StopCause};
use std::process::ExitCode;

/// The result of a command, or of a job of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All that was asked for is done.
    Done,
    /// It failed; the message says why, and nothing is half-written.
    Failed,
    /// Wrong usage, or a wrong job file.
    Usage,
    /// Done, but a quota is short or some inputs were refused; what was done is written.
    Short,
    /// Verification found something wrong.
    Unsound,
    /// Damaged or conflicting data.
    Damaged,
    /// Shards are missing, or kept too few puzzles: make those, then merge again.
    Missing,
    /// A bug: a panic, caught at the top.
    Bug,
    /// A passing error: the disk is full, storage is out of reach, or another run holds the lock.
    TryAgain,
    /// Interrupted by Ctrl-C; the journal is safe.
    Interrupted,
    /// Terminated by a signal; the journal is safe.
    Terminated,
}

impl Exit {
    /// Returns the result of a run.
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
