//! See `tests/src/fuzz/frames.rs`.
#![no_main]

// Not on one thread: the server has threads of its own, and would deadlock.
libfuzzer_sys::fuzz_target!(|data: &[u8]| foeman_tests::fuzz::run("frames", data));
