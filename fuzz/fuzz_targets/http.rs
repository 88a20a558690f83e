//! Runs [`factory_fuzz::http`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::http(bytes));
