//! Turns settings from `config/*.toml`, job files, the environment and the command line into a job, and checks the
//! job before any work is done.
//!
//! [`Settings`] are one layer, and [`RunSpec`] is the checked result of all layers.

mod effective;
mod error;
mod filtering;
mod forecast;
mod job;
mod ladder_table;
mod ladders;
mod layers;
mod layout_spec;
mod ledger_snapshot;
mod mix;
mod mix_target;
mod policy;
mod profile;
mod run_spec;
mod scheme_table;
mod schemes;
mod settings;
mod source;
pub mod values;
mod written;

pub use crate::layouts::Distinct;
pub use effective::{Setting, effective};
pub use error::{ConfigError, MOST_THREADS};
pub use job::{Job, MOST_PACKS, PackShare};
pub use ladder_table::{LadderTable, Switch};
pub use layers::{Layer, layers};
pub use ledger_snapshot::{LedgerSnapshot, LedgerState};
pub use mix::MixTable;
pub use mix_target::{MOST_TRIES, MixTarget};
pub use policy::SeedPolicy;
pub use profile::profiles;
pub use run_spec::{RunOptions, RunSpec, check_name, check_threads};
pub use scheme_table::SchemeTable;
pub use settings::{Settings, read_short, read_toml};
pub use source::{Choice, ChosenPack, PuzzleList, Source};
