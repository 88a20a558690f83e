//! Makes candidate puzzles from their numbers on several threads, and writes the puzzles that are kept into packs.
//! Only this module starts threads for computing.
//!
//! ```text
//!             tickets (ranges of numbers)            blocks
//!  collector ───────────────────────────► workers ──────────► collector ──► journal ──► pack
//!                                         create, dig,        number order,
//!                                         rate, bucket        quotas, repeats
//! ```
//!
//! The order in which threads finish does not matter: the collector takes candidates in number
//! order, the kept puzzles are journaled, and a run resumes where its journal ends. So threads,
//! speed and kills cannot change a pack.

mod build_from_records;
mod candidate;
mod candidate_source;
mod chunk;
mod collector;
mod deal;
mod error;
mod estimate;
#[cfg(test)]
#[cfg(shuttle)]
mod explore;
mod extend;
mod fingerprint;
mod input_list;
mod journal;
mod layout_candidates;
mod make_range;
mod outcome;
mod pack_folders;
mod pipeline;
pub mod progress;
mod publish;
mod published_index;
mod puzzle_rater;
mod quota_flags;
mod remake;
mod run;
mod run_dir;
#[cfg(test)]
#[cfg(shuttle)]
mod schedules;
mod seen;
#[cfg(test)]
#[cfg(shuttle)]
mod shuttled;
mod space;
mod spot_check;
mod stall_warning;
mod stop;
mod sync;
mod tally;
mod targeted_dig;
mod threads;
mod worker;

pub use build_from_records::{BuiltPack, build_from_records};
pub use candidate::{Candidate, Maker};
pub use chunk::{Chunk, ChunkError, ChunkSource, ResultCounts, TooFew};
pub use error::LineError;
pub use estimate::{RunSample, sample};
pub use extend::lay_out;
pub use fingerprint::fingerprint;
pub use input_list::{InputList, RejectReason, RejectedEntry};
pub use layout_candidates::LayoutCandidates;
pub use make_range::{KeptRecords, chunk_of, make_range};
pub use outcome::{Outcome, PartMade};
pub use pack_folders::PackFolders;
pub use progress::RunHooks;
pub use published_index::{IndexError, Publication, PublishedIndex, PublishedPuzzle, Verdict};
pub use quota_flags::QuotaFlags;
pub use remake::{RemadeCandidate, remake};
pub use run::{Merge, MergeChunks, RunRequest, merge, run};
pub use run_dir::{date_of, drawn_seed, folder_of_date, seed_of_unfinished};
pub use seen::SeenPuzzles;
pub use space::{free as free_space, puzzle_bytes};
pub use spot_check::{SPOT_CHECKS, SpotReport, spot_check};
pub use stall_warning::{LONG_WAIT, may_be_used_up, stall_warning};
pub use stop::{StopCause, StopWatch, outlive_size_limit};
pub use tally::{LossReason, Spread, StageTimes, Tally};
pub use threads::{Bulk, NoThreads};
pub use worker::BLOCK;
