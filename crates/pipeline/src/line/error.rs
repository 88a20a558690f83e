//! Why a run can't start or go on. Whatever was kept by then is safe in its journal.
//!
//! Where the system is at fault its own error is the source and no part of the message, so that a
//! report of the whole chain says everything once.

use super::chunk::SupplyError;
use super::past::PastError;
use super::progress::{grouped, size};
use crate::grid::PuzzleId;
use crate::pack::PackError;
use std::collections::HashSet;
use std::io;
use std::path::PathBuf;

/// Why a run failed. Every message is one line that says what, where and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The folder that holds the packs can't be made or written.
    #[error("cannot write below {} (another folder can be named with --out)", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file of the run can't be read or written.
    #[error("{}{}", path.display(), if is_full(source) { " (what was kept is safe: make room, then give the same command again)" } else { "" })]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A finished pack of other settings stands where this one would go.
    #[error("{} is a pack of another job; nothing was touched: choose another --name or --out", path.display())]
    PackOfAnotherJob {
        /// The pack.
        path: PathBuf,
    },
    /// A finished pack of the same job, but for the count, stands there: that of an earlier
    /// timeout, perhaps.
    #[error("{} is a pack of this job that ends at candidate {used}; nothing was touched: choose another --name or --out", path.display())]
    OtherCount {
        /// The pack.
        path: PathBuf,
        /// How many candidates it looked at.
        used: u64,
    },
    /// Something that is no pack stands where the pack would go.
    #[error("{} is in the way and no pack of this program; nothing was touched: choose another --name or --out", path.display())]
    InTheWay {
        /// The file or folder.
        path: PathBuf,
    },
    /// The unfinished run found there is of other settings.
    #[error("{} is an unfinished run of another job; nothing was touched: choose another --name, start anew beside it with --fresh, or delete it", path.display())]
    JournalOfAnotherJob {
        /// The folder of the unfinished run.
        path: PathBuf,
    },
    /// The list of puzzles is not the one with which the unfinished run began.
    #[error("{names} changed since the unfinished run in {} began ({then} entries then, {now} now): give the same puzzles again, start anew beside it with --fresh, or choose another --name", path.display())]
    InputChanged {
        /// The folder of the unfinished run.
        path: PathBuf,
        /// The files.
        names: String,
        /// How many entries there were.
        then: u64,
        /// How many there are.
        now: u64,
    },
    /// A file of puzzles can't be read.
    #[error("cannot read {}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// There is no puzzle and nothing in the place of one.
    #[error("{names}: no puzzle to take")]
    NothingGiven {
        /// The files.
        names: String,
    },
    /// The journal fails its checksums in the middle.
    #[error("{} is damaged: {problem}; start anew beside it with --fresh, or delete its folder", path.display())]
    JournalDamaged {
        /// The journal.
        path: PathBuf,
        /// Where, and what is wrong there.
        problem: String,
    },
    /// The disk lacks room for what the run would write.
    #[error("{} puzzles need {} below {}, and {} are free: make room, or name another folder with --out", grouped(*puzzles), size(*needed), path.display(), size(*free))]
    NoRoom {
        /// The folder that holds the packs.
        path: PathBuf,
        /// How many puzzles the pack may hold.
        puzzles: u64,
        /// Bytes that they take, with their journal.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// Another process is making the same pack.
    #[error("{} is being made by process {holder}; wait for it, or choose another --name", path.display())]
    Locked {
        /// The folder of the run.
        path: PathBuf,
        /// The process, or `unknown`.
        holder: String,
    },
    /// The system gave no seed.
    #[error("the system gave no random seed ({reason}); name one with --seed")]
    NoEntropy {
        /// What the system said.
        reason: String,
    },
    /// The system refuses to tell of signals.
    #[error("cannot watch for signals")]
    Signals {
        /// Why not.
        source: io::Error,
    },
    /// The worker threads can't be started.
    #[error("cannot start the worker threads; try fewer with --threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A finished pack of this job is there, and damaged.
    #[error("{finding}; verify {} and move it away to make it again", path.display())]
    PackDamaged {
        /// The pack.
        path: PathBuf,
        /// The first thing found wrong.
        finding: String,
    },
    /// The ledger can't be used.
    #[error("the ledger")]
    Ledger(#[source] PastError),
    /// Other jobs publish the same puzzles faster than this one can replace them.
    #[error("puzzles of {} were published by other jobs again and again; what was kept is safe: give the same command again", path.display())]
    Overtaken {
        /// The folder of the unfinished run.
        path: PathBuf,
    },
    /// Puzzles of a merged run were published by others after it was planned.
    #[error("{} puzzles of {} were published by another run meanwhile ({first}{}); nothing was recorded or published: the same command with --replace takes the next candidates instead", grouped(*puzzles), path.display(), if *puzzles > 3 { " and so on" } else { "" })]
    Taken {
        /// The folder of the unfinished run.
        path: PathBuf,
        /// How many.
        puzzles: u64,
        /// The ids of the first three.
        first: String,
    },
    /// Candidates that were made elsewhere can't be had.
    #[error(transparent)]
    Supply(SupplyError),
    /// Candidates that were made elsewhere are not what this program makes.
    #[error(
        "candidates {first} to {last} fill the last quota where they were made, and don't where they were made again: one of the machines is at fault"
    )]
    ChunkDiffers {
        /// The first of them.
        first: u64,
        /// The last of them.
        last: u64,
    },
    /// The pack can't be written or read.
    #[error(transparent)]
    Pack(#[from] PackError),
}

impl LineError {
    /// [`LineError::Taken`] with these puzzles.
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
