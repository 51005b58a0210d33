//! What is thrown at the program: each target takes any bytes, and panics where something that must hold does not.
//!
//! A fuzzer drives them without end (`tests/fuzz/README.md`); `tests/tests/engine/fuzz.rs` drives them for seconds in
//! every run of the tests.

pub mod bytes;

mod codes;

mod edits;

mod exchange;

mod format;

mod frames;

mod images;

mod journals;

mod loader;

mod merge;

mod records;

mod source;

/// Something that takes any bytes.
#[derive(Debug)]
pub struct Target {
    /// One word.
    pub name: &'static str,
    /// Does with the bytes what a user could make the program do with them.
    pub run: fn(&[u8]),
    /// Inputs that lead to interesting places.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All of them.
pub static TARGETS: &[Target] = &[
    source::TARGET,
    loader::TARGET,
    edits::TARGET,
    records::TARGET,
    codes::TARGET,
    journals::TARGET,
    frames::TARGET,
    images::TARGET,
    format::TARGET,
    merge::TARGET,
    exchange::TARGET,
];

/// Has everything done on the thread that asks for it, and on no other: inputs are small, handing them over takes longer.
/// Not for a target that waits for threads which have something done.
///
/// Panics where something was done on other threads before.
pub fn on_one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("nothing has run on other threads yet");
}

/// Runs a target.
///
/// Panics where there is none of that name.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("there is a target of that name");
    (target.run)(data);
}
