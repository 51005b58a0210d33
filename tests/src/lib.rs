//! What tests that cross crates share: [`big`], a pack of any size, [`fuzz`], the targets of the fuzzers,
//! [`hostile`], files of strangers, and [`offscreen`], a window without a screen. What needs no window is in
//! `foeman-test-support`.

pub mod big;

pub mod fuzz;

pub mod hostile;

pub mod offscreen;
