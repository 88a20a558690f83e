//! Runs [`factory_fuzz::pdf`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::pdf(bytes));
