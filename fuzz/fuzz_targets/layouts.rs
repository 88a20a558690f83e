//! Runs [`factory_fuzz::layouts`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::layouts(bytes));
