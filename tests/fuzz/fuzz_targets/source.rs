//! See `tests/src/fuzz/source.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: foeman_tests::fuzz::on_one_thread(),
    |data: &[u8]| foeman_tests::fuzz::run("source", data)
);
