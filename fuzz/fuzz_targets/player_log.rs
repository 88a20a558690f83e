//! Runs [`factory_fuzz::log`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::log(bytes));
