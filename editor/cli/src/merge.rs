//! `foeman merge`: three-way merge of a pack file, for git.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use foeman_engine::game::Registry;
use foeman_schema::dialect::Dialect;
use foeman_schema::draft::{Draft, PACK_FILE};
use foeman_schema::merge::{self, Clash};

use super::report::counted;
use foeman_base::console::{Console, Exit, Failure, Paint, printable};
use foeman_base::save::atomically;

/// Merges two versions of a file with a common base, by record and field
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman merge base.yaml ours.yaml theirs.yaml -o -      to standard output
  foeman merge base.yaml ours.yaml theirs.yaml           OURS becomes both

As a merge driver of git, configured once in each clone of a repository, and in .gitattributes:
  git config merge.foeman.driver 'foeman merge %O %A %B --path %P'
  echo '*.yaml merge=foeman' >> .gitattributes

Changes of different records, of different fields of one record, and of different cells of a map
are merged, with their comments. A list is one value, unless the ruleset says that its items have
names or no order. The ruleset is read from the file itself, or from the `pack.yaml` above PATH.
If both versions change the same value, or one renames a record that the other renames, edits or
deletes, both are written between git's conflict markers, and the exit status is 1. A text that
cannot be read is merged line by line. If BASE is empty, the text that both versions share is used.")]
pub(super) struct Merge {
    /// The common base
    base: PathBuf,
    /// Our version
    ours: PathBuf,
    /// Their version
    theirs: PathBuf,
    /// The path of the file, for messages and to find its pack
    #[arg(long, value_name = "PATH")]
    path: Option<PathBuf>,
    /// Write to this file instead of OURS; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Merges, and writes the result.
pub(super) fn run(args: &Merge, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let [base, ours, theirs] = [read(&args.base)?, read(&args.ours)?, read(&args.theirs)?];
    let at = args.path.as_deref().unwrap_or(&args.ours);
    let dialect = dialect([&base, &ours, &theirs], at, registry);
    let merged = merge::merge_in(dialect, &base, &ours, &theirs, Clash::Mark);
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
    writeln!(console.err, "{path}: {count}: both versions changed the same value; search for `<<<<<<<`")?;
    Ok(Exit::Found)
}

/// Returns the dialect of a file in three versions: the one named in the file, or else the dialect of the surrounding
/// pack. `None` if the versions name different dialects, or if there is no pack.
fn dialect(versions: [&str; 3], path: &Path, registry: Registry) -> Option<&'static Dialect> {
    let dialects = registry.dialects();
    let named = |text: &str| {
        let heads = text.trim_start_matches('\u{feff}').lines().any(|line| line.starts_with("ruleset:"));
        heads.then(|| Draft::from_texts([(PACK_FILE.to_owned(), text.to_owned())], &dialects).dialect())
    };
    let mut found: Vec<_> = versions.into_iter().filter_map(named).collect();
    found.dedup_by_key(|dialect| dialect.map(|dialect| dialect.id));
    match found[..] {
        [] => {
            let path = std::path::absolute(path).ok()?;
            let head = path.ancestors().skip(1).map(|folder| folder.join(PACK_FILE)).find(|head| head.is_file())?;
            named(&fs::read_to_string(head).ok()?)?
        }
        [dialect] => dialect,
        _ => None,
    }
}

/// Reads a text. Git passes an empty file if the file does not exist on one side.
fn read(path: &Path) -> Result<String, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Io(format!("could not read `{}`: {error}", path.display()));
    let bytes = fs::read(path).map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|_| failed(&"expected text in UTF-8, found other bytes"))
}
