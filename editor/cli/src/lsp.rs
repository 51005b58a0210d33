//! `foeman lsp`: the language server.

use std::io::{self, BufReader};

use foeman_engine::game::Registry;

use crate::console::{Console, Exit, Failure};
use crate::lsp::serve;
use crate::lsp::server::Farewell;

/// Serves text editors: findings while one types, completion, renaming and more
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman lsp                                      as a text editor starts it

It speaks the language server protocol on standard input and output, and stays until the editor leaves.
`docs/language-server.md` says how VS Code, Helix and Neovim are told of it.")]
pub(super) struct Lsp {
    /// For editors that say how they speak: there is no other way
    #[arg(long)]
    stdio: bool,
}

/// Serves the editor at the other end of standard input and output.
pub(super) fn run(args: &Lsp, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    // Standard input and output it is, with the option and without.
    let _ = args.stdio;
    let farewell = serve(registry, BufReader::new(io::stdin()), &mut console.out)?;
    Ok(if farewell == Farewell::Proper { Exit::Clean } else { Exit::Found })
}
