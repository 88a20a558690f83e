//! Fuzz targets: one function for each reader of foreign bytes, which both drivers of `fuzz/run` call.
//!
//! A target reads the bytes as the program would and panics if a promise is broken: what was read is written and read
//! again with the same result, and a refusal is one line. Panics, overflows, endless loops and too much memory are found
//! by the driver. Checksums would stop nearly every mutant, so [`repair`] makes them right before a second reading.
#![deny(missing_docs)]

mod http;
mod ids;
mod jobs;
mod packs;
mod player;
mod print;
pub mod repair;
mod runs;
mod scratch;
mod text;

pub use http::http;
pub use ids::{ids, takes};
pub use jobs::{conditions, job};
pub use packs::{manifest, pack, verify};
pub use player::{log, rates};
pub use print::{book_files, pdf, symbols};
pub use runs::{journal, plan, shard};
pub use text::{any_size, formats, layouts};

/// Asserts that a message is one line, as everything that the program prints about bad input.
fn assert_one_line(message: &impl std::fmt::Display) {
    let text = message.to_string();
    assert!(
        !text.is_empty() && !text.contains('\n'),
        "{text:?} is not one line"
    );
}
