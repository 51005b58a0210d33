//! The `foeman` program: the command line, the window and the language server, put together.
//!
//! [`run`] takes the arguments, the rulesets and the streams to write to, so that tests can call everything.

use std::ffi::OsString;
use std::io::Write;

use foeman_base::console::{Console, Exit, Look};
use foeman_base::frontends::{Frontends, Panel};
use foeman_engine::game::Registry;
use foeman_lsp::server::Farewell;

/// The window and the language server.
const FRONTENDS: Frontends = Frontends {
    window: foeman_window::run,
    panels: || {
        foeman_window::shell::shot::samples().map(|sample| Panel { name: sample.name, about: sample.about }).collect()
    },
    language_server: |registry, input, out| Ok(foeman_lsp::serve(registry, input, out)? == Farewell::Proper),
};

/// Runs the program without colours, as in a pipe; `args` are those after the program's name.
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
    foeman_cli::run(args, registry, &FRONTENDS, console)
}
