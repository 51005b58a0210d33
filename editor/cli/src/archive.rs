//! `foeman pack` and `foeman unpack`: a pack as a single file, to be sent to others.

use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use foeman_base::archive::{self, ArchiveError, EXTENSION};
use foeman_base::console::{Console, Exit, Failure, Paint, printable};
use foeman_base::save::{self, folder_of};
use foeman_engine::game::Registry;

use super::pack::{self as packs, Shelves};
use super::report::counted;

/// Writes a pack into a single file, to be sent to others
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman pack my-pack                       writes `my-pack.foeman.zip`
  foeman pack my-pack -o raid.foeman.zip
  foeman unpack raid.foeman.zip             writes the folder `raid`

The file holds the YAML files of the pack, its translations, the images that its records name, and
its licence and read-me. The same files make the same bytes.")]
pub(super) struct Pack {
    /// A folder with a `pack.yaml`
    pack: PathBuf,
    /// Write to this file, overwriting it; with `-` to standard output [default: the folder's name]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
}

/// Writes the pack of an archive into a new folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman unpack raid.foeman.zip             writes the folder `raid`
  foeman unpack raid.foeman.zip -o packs/raid

Archives come from strangers: entries outside the folder, links, duplicates and sizes beyond 256 MiB
are refused before anything is written.")]
pub(super) struct Unpack {
    /// An archive of `foeman pack`, or a zip file of a pack's folder
    archive: PathBuf,
    /// The new or empty folder [default: the archive's name]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Packs a pack.
pub(super) fn pack(args: &Pack, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let pack = packs::read(&args.pack, &args.shelves, registry, console)?;
    let folder = folder_of(&pack.root);
    let packed = archive::pack(&pack.draft, &folder).map_err(|error| refused(&args.pack, &error))?;
    for (path, why) in &packed.missing {
        let text = printable(&format!("without `{path}`, which a record names: {why}"));
        writeln!(console.err, "{}: {text}", console.err.painted(Paint::Doubtful, "warning"))?;
    }
    let out = args.out.clone().unwrap_or_else(|| named_after(&pack.root));
    if out == Path::new("-") {
        if std::io::stdout().is_terminal() {
            return Err(Failure::Usage("an archive is no text; name a file with `-o`".to_owned()));
        }
        console.out.write_all(&packed.bytes)?;
        return Ok(Exit::Clean);
    }
    let failed = |error| Failure::Io(format!("could not write `{}`: {error}", out.display()));
    save::atomically(&out, &packed.bytes).map_err(failed)?;
    let made = console.out.painted(Paint::Good, format!("wrote `{}`", out.display())).to_string();
    writeln!(console.out, "{made}: {}, {} KB", counted(packed.files.len(), "file"), packed.bytes.len().div_ceil(1000))?;
    for required in pack.draft.required() {
        writeln!(console.out, "  it needs the pack `{}`, which is not in it", printable(&required.id))?;
    }
    Ok(Exit::Clean)
}

/// Returns the name of the archive of a pack: the name of its folder, in the current folder.
fn named_after(root: &Path) -> PathBuf {
    let folder = std::fs::canonicalize(folder_of(root)).unwrap_or_else(|_| root.to_owned());
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    PathBuf::from(format!("{name}.{EXTENSION}"))
}

/// Unpacks an archive.
pub(super) fn unpack(args: &Unpack, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let contents = archive::open(&args.archive).map_err(|error| refused(&args.archive, &error))?;
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(archive::folder_name(&args.archive)));
    let left_out = contents.left_out.len();
    let count = archive::unpack(contents, &folder, &registry.dialects());
    let count = count.map_err(|error| match error {
        ArchiveError::Folder(error) => Failure::Usage(error.to_string()),
        error => refused(&args.archive, &error),
    })?;
    let made = console.out.painted(Paint::Good, format!("wrote `{}`", folder.display())).to_string();
    writeln!(console.out, "{made}: {}", counted(count, "file"))?;
    if left_out > 0 {
        writeln!(console.err, "left out {} that no pack needs", counted(left_out, "file"))?;
    }
    Ok(Exit::Clean)
}

fn refused(path: &Path, error: &ArchiveError) -> Failure {
    let text = format!("`{}` is refused: {error}", path.display());
    match error {
        ArchiveError::Unreadable(why) => Failure::Io(format!("could not read `{}`: {why}", path.display())),
        _ => Failure::Usage(text),
    }
}
