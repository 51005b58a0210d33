//! `foeman merge`: what two people have made of a file of a pack, as one; for git.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use foeman_schema::merge::{self, Clash};

use super::report::counted;
use crate::console::{Console, Exit, Failure, Paint, printable};
use crate::save::atomically;

/// Joins two versions of a file that come from a third, by record and field
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman merge base.yaml ours.yaml theirs.yaml -o -      to standard output
  foeman merge base.yaml ours.yaml theirs.yaml           OURS becomes both

As git's merge driver for packs, told once to each copy of a repository, and in its .gitattributes:
  git config merge.foeman.driver 'foeman merge %O %A %B --path %P'
  echo '*.yaml merge=foeman' >> .gitattributes

Other records, other fields of one record, other items of a list and other cells of a map are
joined, with their comments. Where both have changed the same, both stand between git's marks, and
the exit status is 1. A text that cannot be read is joined line by line.")]
pub(super) struct Merge {
    /// The file as it was
    base: PathBuf,
    /// What we have made of it
    ours: PathBuf,
    /// What they have made of it
    theirs: PathBuf,
    /// The path that the file is told by
    #[arg(long, value_name = "PATH")]
    path: Option<PathBuf>,
    /// Write to this file instead of OURS; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Merges, and writes what becomes of both.
pub(super) fn run(args: &Merge, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let [base, ours, theirs] = [read(&args.base)?, read(&args.ours)?, read(&args.theirs)?];
    let merged = merge::merge(&base, &ours, &theirs, Clash::Mark);
    let output = args.output.as_deref().unwrap_or(&args.ours);
    if output.as_os_str() == "-" {
        console.out.exactly(merged.text.as_bytes())?;
        console.out.flush()?;
    } else {
        if output == args.ours && read(output)? != ours {
            let message = "another program has changed it since it was read; try again";
            return Err(Failure::Io(format!("could not write `{}`: {message}", output.display())));
        }
        let failed = |error| Failure::Io(format!("could not write `{}`: {error}", output.display()));
        atomically(output, merged.text.as_bytes()).map_err(failed)?;
    }
    if merged.clashes == 0 {
        return Ok(Exit::Clean);
    }
    let path = printable(&args.path.as_deref().unwrap_or(output).display().to_string()).to_string();
    let count = console.err.painted(Paint::Bad, counted(merged.clashes, "clash")).to_string();
    writeln!(console.err, "{path}: {count}: both have changed the same; look for `<<<<<<<`")?;
    Ok(Exit::Found)
}

/// A text; a file that is not there on one side has nothing in it.
fn read(path: &Path) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Io(format!("could not read `{}`: {error}", path.display()));
    let bytes = fs::read(path).map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|_| failed(&"expected text in UTF-8, but found other bytes"))
}
