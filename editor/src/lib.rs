//! The `foeman` program: subcommands and a window, both thin leaves over the libraries.
//!
//! Everything is callable from a test: [`run`] takes the arguments, the rulesets and the streams to write to.
//! Read the modules in this order: [`console`] (where output goes and how a run ends), [`cli`] (one file for each
//! subcommand), [`save`] (writing files without ever leaving half of one), [`look`] and [`watch`] (whether somebody
//! else has), `exam` (a pack's checks), `lab` (simulations), `report` (a battle's log as text), [`lsp`] (the language server), [`template`] (packs to begin with), [`theme`] (colours and sizes), [`scene`] (maps
//! and figures as a list of shapes, and as pictures), [`window`].

pub mod console;

pub mod cli;

pub mod save;

pub mod look;

pub mod watch;

mod across;

mod exam;

mod lab;

mod report;

pub mod lsp;

pub mod template;

pub mod theme;

pub mod scene;

pub mod window;

use std::ffi::OsString;
use std::io::Write;

use foeman_engine::game::Registry;

use console::{Console, Exit, Look};

/// Runs the program without colours, as it runs in a pipe; `args` are those after the program's name.
///
/// Returns the exit status: 0 clean, 1 findings or a failed verification, 2 wrong usage, 3 could not read or write.
pub fn run<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    registry: Registry,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let mut console = Console::new(out, Look::Plain, err, Look::Plain);
    run_on(args, registry, &mut console).status()
}

/// Runs the program on a console; `args` are those after the program's name.
pub fn run_on<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    registry: Registry,
    console: &mut Console<'_>,
) -> Exit {
    cli::run(args, registry, console)
}
