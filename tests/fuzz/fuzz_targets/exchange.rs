//! See `tests/src/fuzz/exchange.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| foeman_tests::fuzz::run("exchange", data));
