//! The `foeman` program.

use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter, IsTerminal};
use std::process::ExitCode;

use foeman_base::console::{Console, Letters, Look};
use foeman_editor::run_on;
use foeman_registry::SHIPPED;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    if args.first().is_some_and(|command| command == "check") {
        join_pool();
    }
    let look = |terminal: bool| if terminal { Look::of_terminal() } else { Look::Plain };
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let (out_look, err_look) = (look(stdout.is_terminal()), look(stderr.is_terminal()));
    let mut out = BufWriter::new(stdout.lock());
    let mut err = stderr.lock();
    // Not locked, because the language server reads stdin on a separate thread.
    let console = Console::new(&mut out, out_look, &mut err, err_look).reading(BufReader::new(io::stdin()));
    let mut console = console.drawing_in(Letters::of_locale());
    ExitCode::from(run_on(args, SHIPPED, &mut console).status())
}

/// Makes the main thread one of the threads that check a pack. It has nothing else to do meanwhile, and a small pack is
/// checked in 0.85 of the time if one thread less is started. The window and the language server keep theirs free.
fn join_pool() {
    // It fails only if the system refuses threads, and then checking says so.
    let _ = rayon::ThreadPoolBuilder::new().use_current_thread().build_global();
}
