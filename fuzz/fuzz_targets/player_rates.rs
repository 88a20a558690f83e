//! Runs [`factory_fuzz::rates`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::rates(bytes));
