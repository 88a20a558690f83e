//! A job as read from `config/*.toml`, the environment and the command line, checked before any
//! work is done.
//!
//! [`Settings`] are one layer, [`Order`] is all layers together. The other rooms see neither
//! options nor keys of files.

mod against;
mod aim;
mod effective;
mod error;
mod filtering;
mod forecast;
mod job;
mod ladder_table;
mod ladders;
mod layers;
mod mix;
mod order;
mod policy;
mod profile;
mod scheme_table;
mod schemes;
mod settings;
mod source;
pub mod values;
mod written;

pub use against::{Against, LedgerState};
pub use aim::{Aim, MOST_TRIES};
pub use effective::{Setting, effective};
pub use error::{ConfigError, MOST_THREADS};
pub use job::{Job, MOST_PACKS, Part};
pub use ladder_table::{LadderTable, Switch};
pub use layers::{Layer, layers};
pub use mix::Strand;
pub use order::{Order, RunOptions, check_name, check_threads};
pub use policy::SeedPolicy;
pub use profile::profiles;
pub use scheme_table::SchemeTable;
pub use settings::{Settings, read_toml};
pub use source::{Choice, ChosenPack, PuzzleList, Source};
