//! Defines the errors that keep a run from starting or continuing. The puzzles kept so far are safe in the run's
//! journal.
//!
//! An error of the operating system is attached as the source, and the message does not repeat it. So a report of
//! the message and all its sources says everything once.

use super::chunk::ChunkError;
use super::progress::{grouped, size};
use super::published_index::IndexError;
use crate::grid::PuzzleId;
use crate::pack::PackError;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a run failed. Every message is one line with the problem, the place and the remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The folder for the packs can't be created or written.
    #[error("cannot write below {} (another folder can be named with --out)", .0.display())]
    Folder(PathBuf, #[source] io::Error),
    /// A file of the run can't be read or written.
    #[error("{}{}", .0.display(), if is_full(.1) { " (what was kept is safe: make room, then give the same command again)" } else { "" })]
    File(PathBuf, #[source] io::Error),
    /// The path of the pack is already taken by a finished pack of a job with other settings.
    #[error("{} is a pack of another job; nothing was touched: choose another --name or --out", .0.display())]
    PackOfAnotherJob(PathBuf),
    /// A finished pack of the same job with a different count already exists; an earlier timeout may have ended that
    /// pack's run.
    #[error("{} is a pack of this job that ends at candidate {used}; nothing was touched: factory extend goes on from there, or choose another --name or --out", path.display())]
    OtherCount {
        /// The folder of the existing pack.
        path: PathBuf,
        /// The number of candidate puzzles that the existing pack used.
        used: u64,
    },
    /// The path of the pack is already taken by a file or folder that is not a pack.
    #[error("{} is in the way and is not a pack of this program; nothing was touched: choose another --name or --out", .0.display())]
    InTheWay(PathBuf),
    /// The unfinished run in the folder has other settings.
    #[error("{} is an unfinished run of another job; nothing was touched: choose another --name, begin again beside it with --fresh, or delete it", .0.display())]
    JournalOfAnotherJob(PathBuf),
    /// The list of puzzles differs from the list with which the unfinished run began.
    #[error("{names} changed since the unfinished run in {} began ({then} entries then, {now} now): give the same puzzles again, begin again beside it with --fresh, or choose another --name", path.display())]
    InputChanged {
        /// The folder of the unfinished run.
        path: PathBuf,
        /// The names of the files with the list.
        names: String,
        /// The number of entries in the list when the run began.
        then: u64,
        /// The number of entries in the list now.
        now: u64,
    },
    /// A file of puzzles can't be read.
    #[error("cannot read {}", .0.display())]
    Input(PathBuf, #[source] io::Error),
    /// The files hold neither puzzles nor other entries.
    #[error("{0}: no puzzle to take")]
    NothingGiven(String),
    /// The journal is damaged before its end. Killing a run can damage only the end of a journal.
    #[error("{} is damaged: {problem}; begin again beside it with --fresh, or delete its folder", path.display())]
    JournalDamaged {
        /// The file of the journal.
        path: PathBuf,
        /// The problem, with its place in the file.
        problem: String,
    },
    /// The disk lacks space for the run.
    #[error("{} puzzles need {} below {}, and {} are free: make room, or name another folder with --out", grouped(*puzzles), size(*needed), path.display(), size(*free))]
    NoRoom {
        /// The folder that holds the packs.
        path: PathBuf,
        /// The maximum number of puzzles in the pack.
        puzzles: u64,
        /// The number of bytes that the puzzles need, including the journal.
        needed: u64,
        /// The number of free bytes.
        free: u64,
    },
    /// Another process is making the same pack.
    #[error("{} is being made by process {holder}; wait for it, or choose another --name", path.display())]
    Locked {
        /// The folder of the run.
        path: PathBuf,
        /// The number of the process, or `unknown`.
        holder: String,
    },
    /// The operating system supplied no random seed.
    #[error("the system gave no random seed ({0}); name one with --seed")]
    NoEntropy(String),
    /// The operating system refuses signal handlers.
    #[error("cannot watch for signals")]
    Signals(#[source] io::Error),
    /// The worker threads can't be started.
    #[error("cannot start the worker threads; try fewer with --threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A finished pack of this job exists but is damaged.
    #[error("{finding}; verify {} and move it away to make it again", path.display())]
    PackDamaged {
        /// The folder of the damaged pack.
        path: PathBuf,
        /// The first fault found.
        finding: String,
    },
    /// The ledger can't be read or written.
    #[error("the ledger")]
    Ledger(#[source] IndexError),
    /// Other jobs published puzzles of this run again and again, faster than the run could replace these puzzles.
    #[error("puzzles of {} were published by other jobs again and again; what was kept is safe: give the same command again", .0.display())]
    Overtaken(PathBuf),
    /// Other jobs published some puzzles of a run that merges chunks, after this run was planned.
    #[error("{} puzzles of {} were published by another run meanwhile ({first}{}); nothing was recorded or published: the same command with --replace takes the next candidates instead", grouped(*puzzles), path.display(), if *puzzles > 3 { " and so on" } else { "" })]
    Taken {
        /// The folder of the unfinished run.
        path: PathBuf,
        /// The number of puzzles that other jobs published.
        puzzles: u64,
        /// The ids of the first three of these puzzles, as text.
        first: String,
    },
    /// The source of chunks failed, or a chunk lacks candidate puzzles that the run needs.
    #[error(transparent)]
    Chunks(ChunkError),
    /// Candidate puzzles that another process made differ from the candidates that this program makes for the same
    /// numbers.
    #[error(
        "candidates {first} to {last} filled the last quota on the machine that made them, but not when they were made again here: one of the machines is at fault"
    )]
    ChunkDiffers {
        /// The number of the first candidate.
        first: u64,
        /// The number of the last candidate.
        last: u64,
    },
    /// The pack can't be written or read.
    #[error(transparent)]
    Pack(#[from] PackError),
}

impl LineError {
    /// Returns a function that turns an operating system error into a [`LineError::File`].
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self + Copy + '_ {
        |error| Self::File(path.to_owned(), error)
    }

    /// Creates a [`LineError::Taken`] for puzzles with these ids.
    pub(super) fn taken(path: PathBuf, ids: &HashSet<PuzzleId>) -> Self {
        let puzzles = ids.len() as u64;
        let mut ids: Vec<String> = ids.iter().map(PuzzleId::to_string).collect();
        ids.sort_unstable();
        ids.truncate(3);
        Self::Taken {
            path,
            puzzles,
            first: ids.join(", "),
        }
    }
}

fn is_full(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::StorageFull
}
