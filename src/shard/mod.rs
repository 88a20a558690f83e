//! Divides a job into shards for many machines, and merges the shards into a pack. The pack has the same bytes as
//! one process would make.
//!
//! ```text
//!  plan.json ──► shard 0: candidates 0 to n−1        ──► shards/0-n.a8.…  ──┐
//!            ──► shard 1: candidates n to 2n−1       ──► shards/n-2n.a8.… ──┤ merge, in number
//!            ──► …                                                          ┴► order ──► pack
//! ```
//!
//! A candidate depends only on the job and its own number, so shards need nothing from each other. Any batch
//! system can start the program with an index, even twice. Repeats and full levels show only when all shards are
//! together. So the merge handles these, with the pipeline's own collector and journal.

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
mod spot_check_size;
mod store;
mod survey;

pub use allowance::DEFAULT_ALLOWANCE;
pub use error::ShardError;
pub use file::{ShardHeader, ShardWriter};
pub use index::{INDEX_SOURCES, IndexSource, read_index};
pub use location::store_of;
pub use make::{ShardRequest, ShardResult, make};
pub use merge::{MergeRequest, merge};
pub use name::ShardName;
pub use plan::{MOST_SHARDS, PLAN_FILE, PlanResult, Run, ShardPlan, plan};
pub use retrying::RetryingStore;
pub use spot_check_size::{DEFAULT_ERROR_RATE, SpotCheckSize};
pub use store::{Folder, Store};
pub use survey::Survey;

/// The name of the folder with a run's shards.
pub const SHARDS: &str = "shards";
