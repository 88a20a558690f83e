//! Runs [`factory_fuzz::conditions`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::conditions(bytes));
