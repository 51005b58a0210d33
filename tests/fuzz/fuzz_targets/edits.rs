//! See `tests/src/fuzz/edits.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| foeman_tests::fuzz::run("edits", data));
