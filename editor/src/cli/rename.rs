//! `foeman rename`: another name for a record, a key or a file, wherever it is used.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use foeman_rules::game::Registry;
use foeman_schema::change::{Change, plan};

use super::name::{self, Named};
use super::pack::Shelves;
use super::report::counted;
use super::write;
use crate::console::{Console, Exit, Failure, Paint};

/// Renames a record, a key or a file, and whatever leads to it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman rename items/broadsword long-sword --diff   what would change
  foeman rename items/broadsword long-sword
  foeman rename rosters/gate/figures/maud matilda     a figure, and where scenarios place it
  foeman rename maps/pit/legend/w '#'                 a key of a legend, and the cells drawn with it
  foeman rename items/melee.yaml items/swords.yaml    a file

Only the bytes of the name change: comments, quotes and layout stay.
Nothing is written when the name is taken, or when some file cannot be read and may hide references.")]
pub(super) struct Rename {
    /// CATALOG/ID, the keys that lead to a key, or the path of a file
    #[arg(value_name = "REF")]
    reference: String,
    /// Its new name: an id, a key, or the path of a file
    #[arg(allow_hyphen_values = true)]
    new: String,
    /// A folder with a `pack.yaml`, or a single YAML file [default: the pack here, or the Arena]
    #[arg(short, long, value_name = "PACK")]
    pack: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    /// Shows what would change as a unified diff; writes nothing
    #[arg(long)]
    diff: bool,
}

/// Renames, and writes the files concerned or shows how they would change.
pub(super) fn run(args: &Rename, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let open = if args.diff { name::open } else { name::open_to_write };
    let pack = open(args.pack.as_deref(), &args.shelves, registry, console)?;
    let (change, old) = match name::named(&pack.draft, &args.reference)? {
        Named::Value(at) => {
            let old = at.to_string().trim_start_matches('/').to_owned();
            (Change::Rename { at, to: args.new.clone() }, old)
        }
        Named::File(from) => (Change::RenameFile { from: from.clone(), to: args.new.clone() }, from),
    };
    let plan = plan(&pack.draft, &[change]).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut after = pack.draft.clone();
    plan.apply(Arc::make_mut(&mut after)).map_err(|error| Failure::Usage(error.to_string()))?;
    let places = counted(plan.edit().splices.len().max(plan.edit().files.len()), "place");
    let (verb, note) = if args.diff { ("would rename", "; nothing is written") } else { ("renamed", "") };
    let files = if args.diff {
        write::diff(&pack, &after, &mut console.out)?;
        console.out.flush()?;
        let changed = |path: &str| pack.draft.file_at(path).map(|file| pack.draft.text(file));
        after.files().filter(|file| changed(after.path(*file)) != Some(after.text(*file))).count()
    } else {
        write::files(&pack, &after)?
    };
    let renamed = console.err.painted(Paint::Good, format!("{verb} `{old}` to `{}`", args.new)).to_string();
    writeln!(console.err, "{}: {renamed}: {places} in {}{note}", pack.root.display(), counted(files, "file"))?;
    Ok(Exit::Clean)
}
