//! The `foeman` program.

use std::io::{self, BufReader, BufWriter, IsTerminal};
use std::process::ExitCode;

use foeman_base::console::{Console, Letters, Look};
use foeman_editor::run_on;
use foeman_registry::SHIPPED;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let look = |terminal: bool| if terminal { Look::of_terminal() } else { Look::Plain };
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let (out_look, err_look) = (look(stdout.is_terminal()), look(stderr.is_terminal()));
    let mut out = BufWriter::new(stdout.lock());
    let mut err = stderr.lock();
    // Not locked, because the language server reads stdin on a separate thread.
    let console = Console::new(&mut out, out_look, &mut err, err_look).reading(BufReader::new(io::stdin()));
    let mut console = console.drawing_in(Letters::of_locale());
    ExitCode::from(run_on(std::env::args_os().skip(1), SHIPPED, &mut console).status())
}
