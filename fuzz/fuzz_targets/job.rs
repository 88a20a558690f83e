//! Runs [`factory_fuzz::job`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::job(bytes));
