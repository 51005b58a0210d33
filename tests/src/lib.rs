//! What tests that cross crates share: [`big`], a pack of any size, [`fuzz`], the targets of the fuzzers,
//! [`hostile`], files of strangers, [`offscreen`], a window without a screen, and [`plain`], battles of several sizes.
//! What needs no window is in `foeman-test-support`.

pub mod big;

pub mod fuzz;

pub mod hostile;

pub mod offscreen;

pub mod plain;
