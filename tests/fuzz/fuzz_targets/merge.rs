//! See `tests/src/fuzz/merge.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| foeman_tests::fuzz::run("merge", data));
