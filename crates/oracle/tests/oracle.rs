//! Tests the second opinion against the engine, the papers and itself.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod agreement;
mod examples;
mod forms;
mod samples;
mod trials;
