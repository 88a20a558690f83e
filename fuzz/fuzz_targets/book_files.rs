//! Runs [`factory_fuzz::book_files`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::book_files(bytes));
