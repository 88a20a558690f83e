//! Runs [`factory_fuzz::ids`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::ids(bytes));
