//! Runs [`factory_fuzz::plan`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::plan(bytes));
