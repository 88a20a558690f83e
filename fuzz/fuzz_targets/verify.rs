//! Runs [`factory_fuzz::verify`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::verify(bytes));
