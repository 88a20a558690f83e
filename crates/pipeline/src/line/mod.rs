//! The line: numbers in, packs out. The only room that starts threads for computing.
//!
//! ```text
//!             tickets (ranges of numbers)            blocks
//!  collector ───────────────────────────► workers ──────────► collector ──► journal ──► pack
//!                                         create, dig,        number order,
//!                                         rate, bucket        quotas, repeats
//! ```
//!
//! The order in which threads finish does not matter: the collector looks at candidates in number
//! order; the puzzles it keeps are journaled, and a run resumes where its journal ends. So threads,
//! speed and kills cannot change a pack.

mod assemble;
mod bulk;
mod candidate;
mod chunk;
mod collector;
mod error;
mod estimate;
mod extend;
mod fingerprint;
mod finished;
mod full_levels;
mod gather;
mod given;
mod journal;
mod lock;
mod outcome;
mod overseer;
mod parts;
mod past;
mod paths;
mod pipeline;
pub mod progress;
mod publish;
mod puzzle_rater;
mod replace_taken;
mod run;
mod run_dir;
mod seen;
mod space;
mod spot_check;
mod stage_times;
mod stall_warning;
mod stop;
mod stretch;
mod tally;
mod targeted_dig;
mod worker;

pub use assemble::{Assembled, assemble};
pub use bulk::{Bulk, NoThreads};
pub use candidate::{Candidate, Maker};
pub use chunk::{Chunk, Chunks, Counts, Supply, SupplyError, TooFew};
pub use error::LineError;
pub use estimate::{Sample, sample};
pub use extend::lay_out;
pub use fingerprint::fingerprint;
pub use finished::PartMade;
pub use full_levels::FullLevels;
pub use given::{Given, Refusal, Refused};
pub use outcome::{End, Outcome};
pub use overseer::{Observer, Overseer};
pub use past::{Past, PastError, Publication, Published, Verdict};
pub use run::{RunRequest, merge, run, run_beside};
pub use run_dir::{drawn_seed, night, of_tonight};
pub use seen::{Seen, ThisRun};
pub use space::{PUZZLE_BYTES, free as free_space};
pub use spot_check::{CandidateMatch, SPOT_CHECKS, SpotReport, spot_check};
pub use stage_times::StageTimes;
pub use stall_warning::{LONG_WAIT, notice as drought};
pub use stop::{StopReason, StopWatch, outlive_size_limit};
pub use stretch::{chunk_of, stretch};
pub use tally::{Lost, Spread, Tally};
