//! Runs [`factory_fuzz::any_size`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::any_size(bytes));
