//! What the window, the command line and the language server share.
//!
//! - [`save`]: writing the files of a pack so that a crash never leaves a mixture; [`look`] and [`watch`]: noticing
//!   changes by other programs
//! - [`archive`]: a pack as a single file
//! - [`profile`]: the user's own folder
//! - [`desk`] and [`turns`]: battles by files, on a person's computer
//! - [`template`]: the packs to start from, embedded in the program
//! - [`across`]: references from other packs
//! - [`exam`]: running a pack's scripted checks; [`report`]: a battle log as text
//! - [`console`]: output streams, errors and exit status
//! - [`frontends`]: what the command line can start

pub mod across;

pub mod archive;

pub mod console;

pub mod desk;

pub mod exam;

pub mod frontends;

pub mod look;

pub mod profile;

pub mod report;

pub mod save;

pub mod template;

pub mod turns;

pub mod watch;

/// The name of the program, of its folder for settings, and of the source of its diagnostics.
pub const PROGRAM: &str = "foeman";
