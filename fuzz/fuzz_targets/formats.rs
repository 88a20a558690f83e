//! Runs [`factory_fuzz::formats`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::formats(bytes));
