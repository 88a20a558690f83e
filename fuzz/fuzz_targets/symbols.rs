//! Runs [`factory_fuzz::symbols`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::symbols(bytes));
