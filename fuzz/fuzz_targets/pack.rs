//! Runs [`factory_fuzz::pack`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::pack(bytes));
