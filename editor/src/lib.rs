//! The `foeman` program: subcommands and a window, both thin front ends of the libraries.
//!
//! Everything can be called from tests: [`run`] takes the arguments, the rulesets and the output streams.
//! Read the modules in this order: [`console`] (output and exit status), [`cli`] (one file per subcommand), [`save`]
//! (atomic writes), [`look`] and [`watch`] (detecting changes on disk), `exam` (a pack's checks), `lab` (simulations),
//! `report` (a battle's log as text), [`lsp`] (the language server), [`template`] (new packs), [`theme`] (colours and
//! sizes), [`scene`] (maps and figures as shapes and pictures), [`window`].

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

use foeman_rules::game::Registry;

use console::{Console, Exit, Look};

/// Runs the program without colours, like in a pipe; `args` exclude the program's name.
///
/// Returns the exit status: 0 success, 1 findings or a failed verification, 2 wrong usage, 3 read or write error.
pub fn run<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    registry: Registry,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let mut console = Console::new(out, Look::Plain, err, Look::Plain);
    run_on(args, registry, &mut console).status()
}

/// Runs the program on a console; `args` exclude the program's name.
pub fn run_on<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    registry: Registry,
    console: &mut Console<'_>,
) -> Exit {
    cli::run(args, registry, console)
}
