//! `foeman rename`: renames a record, a key or a file everywhere.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use foeman_engine::game::Registry;
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::text::Pointer;

use super::name::{self, Named};
use super::pack::{Pack, Shelves};
use super::report::counted;
use super::{across as others, write};
use foeman_base::across::{self, Follower};
use foeman_base::console::{Console, Exit, Failure, Paint};

/// Renames a record, a key or a file, and all references to it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman rename items/broadsword long-sword --diff   what would change
  foeman rename items/broadsword long-sword
  foeman rename rosters/gate/figures/maud matilda     a figure, also in the scenarios that place it
  foeman rename maps/pit/legend/w '#'                 a key of a legend, and the cells drawn with it
  foeman rename items/melee.yaml items/swords.yaml    a file

Only the bytes of the name change: comments, quotes and layout stay.
Packs that require this one are updated too, in the same folder and in those of `--packs`.
Nothing is written if the name is taken, or if a file that may contain references cannot be read.")]
pub(super) struct Rename {
    /// CATALOG/ID, the path to a key, or the path of a file
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
    /// Show the changes as a unified diff; write nothing
    #[arg(long)]
    diff: bool,
}

/// Renames and writes the changed files, or shows the changes.
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
    let plan = plan(&pack.draft, std::slice::from_ref(&change)).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut after = (*pack.draft).clone();
    plan.apply(&mut after).map_err(|error| Failure::Usage(error.to_string()))?;
    let followers = match &change {
        Change::Rename { at, to } => followers(&pack, &after, (at, to))?,
        // Packs do not refer to each other's files.
        _ => Vec::new(),
    };
    let edit = plan.edit();
    let mut places = vec![edit.splices.len().max(edit.files.len())];
    places.extend(followers.iter().map(|follower| follower.plan.edit().splices.len()));
    let own = pack.root.clone();
    let mut changes = vec![(pack, after)];
    changes.extend(followers.into_iter().map(|Follower { before, after, .. }| {
        let root = across::shown(&before, &own);
        (Pack { draft: Arc::new(before), root, writer: None }, after)
    }));
    let (verb, note) = if args.diff { ("would rename", "; nothing is written") } else { ("renamed", "") };
    let files = if args.diff {
        changes.iter().try_for_each(|(pack, after)| write::diff(pack, after, &mut console.out))?;
        console.out.flush()?;
        changes.iter().map(|(pack, after)| changed(pack, after)).collect()
    } else {
        others::write(&changes)?
    };
    for (((pack, _), places), files) in changes.iter().zip(places).zip(files) {
        let renamed = console.err.painted(Paint::Good, format!("{verb} `{old}` to `{}`", args.new)).to_string();
        let (places, files) = (counted(places, "place"), counted(files, "file"));
        writeln!(console.err, "{}: {renamed}: {places} in {files}{note}", pack.root.display())?;
    }
    Ok(Exit::Clean)
}

/// Plans the changes of dependent packs, or returns an error if one of them cannot follow.
fn followers(pack: &Pack, after: &Draft, (at, to): (&Pointer, &str)) -> Result<Vec<Follower>, Failure> {
    let packs = others::dependents(pack)?;
    let refused = |refused| others::refused(pack, &packs, &refused);
    across::followers([&pack.draft, after], (at, to), packs.clone()).map_err(refused)
}

/// Returns the number of files with another text or path.
fn changed(pack: &Pack, after: &Draft) -> usize {
    let text = |path: &str| pack.draft.file_at(path).map(|file| pack.draft.text(file));
    after.files().filter(|file| text(after.path(*file)) != Some(after.text(*file))).count()
}
