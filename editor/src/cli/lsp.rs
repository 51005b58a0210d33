//! `foeman lsp`: starts the language server.

use std::io::{self, BufReader};

use foeman_rules::game::Registry;

use crate::console::{Console, Exit, Failure};
use crate::lsp::serve;
use crate::lsp::server::Farewell;

/// Starts the language server for text editors: findings, completion, renaming and more
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman lsp                                      as a text editor starts it

It speaks the language server protocol on standard input and output, and stays until the editor leaves.
`docs/language-server.md` says how VS Code, Helix and Neovim are told of it.")]
pub(super) struct Lsp {
    /// Accepted for editors that pass it; standard input and output are always used
    #[arg(long)]
    stdio: bool,
}

/// Serves the editor on standard input and output.
pub(super) fn run(args: &Lsp, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    // The option changes nothing.
    let _ = args.stdio;
    let farewell = serve(registry, BufReader::new(io::stdin()), &mut console.out)?;
    Ok(if farewell == Farewell::Proper { Exit::Clean } else { Exit::Found })
}
