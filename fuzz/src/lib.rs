//! Fuzz targets: one function for each kind of untrusted input. `fuzz/run` calls them with mutated inputs.
//!
//! A target reads the input as the program would, and panics if the program breaks a promise. For example, an
//! error must be one line, and a value must stay the same if it is written and read again. The fuzzer itself finds
//! panics, overflows, endless loops and excessive use of memory.
//!
//! Wrong checksums would stop nearly every mutated input. So targets whose inputs have checksums read each input
//! again, after [`repair`] has corrected it.
#![deny(missing_docs)]

#[cfg(test)]
mod corpus;
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

/// Asserts that a message is one line, as every message about bad input must be.
fn assert_one_line(message: &impl std::fmt::Display) {
    let text = message.to_string();
    assert!(
        !text.is_empty() && !text.contains('\n'),
        "{text:?} is not one line"
    );
}
