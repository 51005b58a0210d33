//! `foeman lsp`: starts the language server.

use std::io::{self, BufReader};

use foeman_engine::game::Registry;

use foeman_base::console::{Console, Exit, Failure};
use foeman_base::frontends::Frontends;

/// Starts the language server for text editors: findings, completion, renaming and more
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman lsp                                      as a text editor starts it

It speaks the Language Server Protocol on standard input and output until the editor closes them.
`docs/language-server.md` describes the setup of VS Code, Helix and Neovim.")]
pub(super) struct Lsp {
    /// Accepted for editors that pass it; standard input and output are always used
    #[arg(long)]
    stdio: bool,
}

/// Serves the editor on standard input and output.
pub(super) fn run(
    args: &Lsp,
    registry: Registry,
    frontends: &Frontends,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    // Editors may pass the option; standard input and output are the only transport.
    let _ = args.stdio;
    let input = Box::new(BufReader::new(io::stdin()));
    let proper = (frontends.language_server)(registry, input, &mut console.out)?;
    Ok(if proper { Exit::Clean } else { Exit::Found })
}
