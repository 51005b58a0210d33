//! Additions to an installed program: completions for shells, and manual pages.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap_complete::Shell;
use clap_mangen::Man;
use foeman_base::console::{Console, Exit, Failure, Paint};
use foeman_base::{PROGRAM, save};

/// Prints the completions of commands and options for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman completions bash > ~/.local/share/bash-completion/completions/foeman
  foeman completions zsh > ~/.zfunc/_foeman
  foeman completions fish > ~/.config/fish/completions/foeman.fish")]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes the manual pages, one for each command
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  foeman man ~/.local/share/man/man1      then `man foeman` and `man foeman-check` show them")]
pub(super) struct Manual {
    /// The folder, which is created if missing
    folder: PathBuf,
}

/// Prints completions.
pub(super) fn completions(
    args: &Completions,
    mut command: clap::Command,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, PROGRAM, &mut script);
    console.out.write_all(&script)?;
    Ok(Exit::Clean)
}

/// Writes the manual pages; each names the build.
pub(super) fn manual(
    args: &Manual,
    command: clap::Command,
    build: &str,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let failed = |path: &Path, error| Failure::Io(format!("could not write `{}`: {error}", path.display()));
    save::stays_in_pack(&args.folder)
        .and_then(|()| fs::create_dir_all(&args.folder))
        .map_err(|error| failed(&args.folder, error))?;
    let pages = pages(command, build)?;
    let count = pages.len();
    for (name, page) in pages {
        let path = args.folder.join(name);
        save::atomically(&path, &page).map_err(|error| failed(&path, error))?;
    }
    let made = console.out.painted(Paint::Good, format!("wrote {count} pages")).to_string();
    writeln!(console.out, "{made} to `{}`", args.folder.display())?;
    Ok(Exit::Clean)
}

/// Returns the manual pages by file name: of the program, of each command, and of commands of commands.
fn pages(command: clap::Command, build: &str) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut command = command.disable_help_subcommand(true);
    // This gives commands their full names, such as `foeman-codes-explain`.
    command.build();
    let (mut pages, mut left) = (Vec::new(), vec![command]);
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().filter(|command| !command.is_hide_set()).cloned());
        let page = Man::new(command).source(format!("{PROGRAM} {build}"));
        let mut text = Vec::new();
        page.render(&mut text)?;
        pages.push((page.get_filename(), text));
    }
    Ok(pages)
}
