//! Fuzz targets: each accepts any bytes, and panics if an invariant is violated.
//!
//! A fuzzer runs them endlessly (`tests/fuzz/README.md`); `tests/tests/engine/fuzz.rs` runs them for a few seconds in
//! every test run.

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

/// A fuzz target.
#[derive(Debug)]
pub struct Target {
    /// Its name, one word.
    pub name: &'static str,
    /// Runs the program on the bytes, like a user could.
    pub run: fn(&[u8]),
    /// Inputs that reach interesting code.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
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

/// Makes rayon run everything on the calling thread: inputs are small, so handing them over would take longer. Not for
/// targets that wait for threads which use rayon.
///
/// Panics if rayon has already started.
pub fn on_one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("nothing has run on other threads yet");
}

/// Runs a target.
///
/// Panics if there is no target with that name.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("there is a target of that name");
    (target.run)(data);
}
