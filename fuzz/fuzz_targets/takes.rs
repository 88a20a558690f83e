//! Runs [`factory_fuzz::takes`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::takes(bytes));
