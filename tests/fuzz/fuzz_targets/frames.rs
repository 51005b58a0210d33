//! See `tests/src/fuzz/frames.rs`.
#![no_main]

// Do not limit the fuzzer to one thread: the server starts threads, and would deadlock.
libfuzzer_sys::fuzz_target!(|data: &[u8]| foeman_tests::fuzz::run("frames", data));
