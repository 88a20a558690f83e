//! Runs on many machines: a job in shards, and the pack of all of them, which has the same bytes as
//! that of one process.
//!
//! ```text
//!  plan.json ──► shard 0: candidates 0 to n−1        ──► shards/0-n.a8.…   ──┐
//!            ──► shard 1: candidates n to 2n−1       ──► shards/n-2n.a8.… ──┤ merge, in number
//!            ──► …                                                          ┴► order ──► pack
//! ```
//!
//! A candidate is a pure function of the job and its number, so shards need nothing of one another:
//! any engine that starts the program with an index will do, and may start it twice. What only shows
//! when all come together, repeats and full levels, is decided by the merge, through the line's own
//! collector and journal.

mod allowance;
#[cfg(feature = "cloud")]
mod cloud;
mod error;
mod file;
mod index;
mod location;
mod make;
mod merge;
mod name;
mod plan;
mod read;
mod retrying;
mod spot_check;
mod store;
mod survey;

pub use allowance::DEFAULT_ALLOWANCE;
pub use error::ShardError;
pub use file::{ShardHeader, ShardWriter};
pub use index::{INDEX_SOURCES, IndexSource, read_index};
pub use location::store_of;
pub use make::{ShardRequest, ShardResult, make};
pub use merge::{DEFAULT_SPOT_CHECKS, MergeRequest, merge};
pub use name::ShardName;
pub use plan::{MOST_SHARDS, PLAN_FILE, PlanResult, Run, ShardPlan, plan};
pub use retrying::RetryingStore;
pub use store::{Folder, Store};
pub use survey::{Survey, index_list};

/// The folder of a run's shards.
pub const SHARDS: &str = "shards";
