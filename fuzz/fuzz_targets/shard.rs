//! Runs [`factory_fuzz::shard`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| factory_fuzz::shard(bytes));
