//! `foeman fmt`: formats packs.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use foeman_engine::game::Registry;
use foeman_schema::diff;
use foeman_schema::draft::Draft;
use foeman_schema::fmt::{self, Refusal};
use foeman_schema::text::FileId;

use super::pack::{self, Pack, Shelves};
use super::report::{counted, position_path};
use super::write;
use foeman_base::console::{Console, Exit, Failure, Paint, Stream, printable};

/// The maximum length of standard input, larger than any valid file.
const MOST_BYTES: u64 = 64 << 20;

/// Formats packs
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman fmt content/arena
  foeman fmt content/arena/items/melee.yaml      one file
  foeman fmt content/* --check                   list the files to format; writes nothing
  foeman fmt my-pack --diff                      what would change; writes nothing
  foeman fmt - < unsaved.yaml                    from standard input to standard output

Indentation, spaces, quotes and empty lines change; words, order, comments and meaning do not.
Files that cannot be read are reported and left unchanged. Required packs are not formatted.

The exit status is 1 if a file cannot be read, and with `--check` or `--diff` if one would change.
docs/formatting.md describes the layout.")]
pub(super) struct Fmt {
    /// Folders with a `pack.yaml`, or YAML files; `-` for standard input
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// List the files that would change; write nothing
    #[arg(long)]
    check: bool,
    /// Show the changes as a unified diff; write nothing
    #[arg(long)]
    diff: bool,
    /// The name of standard input in error messages
    #[arg(long, value_name = "FILE")]
    stdin_name: Option<PathBuf>,
}

/// Formats the packs in turn, or shows the changes.
pub(super) fn run(args: &Fmt, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let typed = args.packs.iter().any(|path| path.as_os_str() == "-");
    if typed && args.packs.len() > 1 || !typed && args.stdin_name.is_some() {
        let message = "expected `-` alone, optionally with `--stdin-name FILE`; format packs in a separate call";
        return Err(Failure::Usage(message.to_owned()));
    }
    if typed {
        return type_out(args, console);
    }
    let mut exit = Exit::Clean;
    for path in &args.packs {
        let shelves = Shelves::default();
        let pack = if args.check || args.diff {
            pack::read(path, &shelves, registry, console)?
        } else {
            pack::open_to_write(path, &shelves, registry, &mut console.err)?
        };
        if one(args, &pack, console)? == Exit::Found {
            exit = Exit::Found;
        }
    }
    Ok(exit)
}

fn one(args: &Fmt, pack: &Pack, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (edit, left) = fmt::pack(&pack.draft);
    let mut after = Draft::clone(&pack.draft);
    after.apply(&edit);
    let changed: Vec<FileId> = pack.draft.files().filter(|file| pack.draft.text(*file) != after.text(*file)).collect();
    for (file, refusal) in &left {
        let (line, column) = pack.draft.line_col(*file, refusal.at.start);
        refused(&position_path(pack, *file), (line, column), refusal, &mut console.err)?;
    }
    let stays = args.check || args.diff;
    if args.diff {
        write::diff(pack, &after, &mut console.out)?;
    } else if args.check {
        for file in &changed {
            writeln!(console.out, "{}", printable(&position_path(pack, *file)))?;
        }
    } else {
        write::files(pack, &after)?;
    }
    console.out.flush()?;
    let count = counted(changed.len(), "file");
    let told = match (changed.is_empty(), stays) {
        (true, _) if left.is_empty() => console.err.painted(Paint::Good, "already formatted").to_string(),
        (true, _) => "all other files are already formatted".to_owned(),
        (false, true) => format!("would format {count}; nothing is written"),
        (false, false) => console.err.painted(Paint::Good, format!("formatted {count}")).to_string(),
    };
    writeln!(console.err, "{}: {told}", pack.root.display())?;
    Ok(if left.is_empty() && (changed.is_empty() || !stays) { Exit::Clean } else { Exit::Found })
}

/// Formats standard input to standard output; copies it unchanged if it cannot be parsed, so that nothing is lost.
fn type_out(args: &Fmt, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut before = String::new();
    let read = (&mut console.input).take(MOST_BYTES).read_to_string(&mut before);
    read.map_err(|error| Failure::Io(format!("could not read standard input: expected text in UTF-8: {error}")))?;
    let name = args.stdin_name.as_deref().unwrap_or(Path::new("-"));
    match fmt::text(&before) {
        Ok(after) => {
            let changed = before != after;
            if args.diff {
                let name = name.display().to_string();
                write!(console.out, "{}", diff::unified([&name, &before], [&name, &after]))?;
            } else if args.check && changed {
                writeln!(console.out, "{}", name.display())?;
            } else if !args.check {
                console.out.exactly(after.as_bytes())?;
            }
            Ok(if changed && (args.check || args.diff) { Exit::Found } else { Exit::Clean })
        }
        Err(refusal) => {
            if !args.check && !args.diff {
                console.out.exactly(before.as_bytes())?;
            }
            console.out.flush()?;
            let front = before.get(..refusal.at.start).unwrap_or(&before);
            let line = front.matches('\n').count() as u32 + 1;
            let column = front.rsplit('\n').next().unwrap_or_default().chars().count() as u32 + 1;
            refused(&name.display().to_string(), (line, column), &refusal, &mut console.err)?;
            Ok(Exit::Found)
        }
    }
}

fn refused(path: &str, (line, column): (u32, u32), refusal: &Refusal, err: &mut Stream<'_>) -> Result<(), Failure> {
    let error = err.painted(Paint::Bad, "error").to_string();
    let message = printable(&refusal.message).to_string();
    writeln!(err, "{}:{line}:{column}: {error}: {message}; left unchanged", printable(path))?;
    Ok(())
}
