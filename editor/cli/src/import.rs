//! `foeman import`: creates a pack from another program's file, or adds a map to a pack.

use std::io::Write;
use std::path::PathBuf;

use foeman_engine::exchange::Source;
use foeman_engine::game::Registry;
use foeman_schema::json_schema::json_schema;
use foeman_schema::text::kebab;

use super::beside::Beside;
use super::export::{named, read, tell};
use super::import_map::{self, ImportMap};
use super::report::counted;
use foeman_base::console::{Console, Exit, Failure, Paint};
use foeman_base::template::{NewError, write_new};

/// Creates a pack from another program's file, or adds a map to a pack
#[derive(clap::Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
Examples:
  foeman import ford.tmx --into my-pack --draft-mapping
                                             a first mapping from the tiles of a map to terrains
  foeman import ford.tmx --into my-pack      the map, with its zones
  foeman import z1 duel.z1 --out duel        a pack from a file of battle records
  foeman check duel
  foeman export z1 duel -o again.z1          the same file, if you change nothing
  foeman import hexkit Scenario/Isle.xml --out isle
                                             a pack from a scenario of Hexkit, with its bitmaps
  foeman import hexkit AutoSave.xml.gz --files /opt/Hexkit --out game
                                             the scenario of a saved game, and its history

Content that packs do not support is listed with its line. `z1` keeps it in the file `records.z1`
of the pack, `hexkit` in fields named `hexkit`; `foeman export` writes it again. Files that a
scenario of Hexkit includes are searched in the folder given with `--files`, in the one that
contains `Scenario`, and next to the scenario; no other folders are read. The moves of a saved game
are listed in `games/session.txt` of the pack. The folder of the pack must be new or empty.

Maps of Tiled (.tmx, .tmj), Wesnoth (.map), MegaMek (.board) and tables (.csv, .tsv) are added to an
existing pack. A mapping of the pack says which terrain stands for which tile or code; see
docs/maps.md. Tilesets are read from the folder of the map and from the folder given with `--files`."
)]
pub(super) struct Import {
    /// The format: `z1`, battle records of the original notes, `hexkit`, scenarios of Hexkit, or a map of `tiled`, `wesnoth`,
    /// `megamek` or `csv` [default for maps: by the file extension]
    form: Option<String>,
    /// The file
    file: PathBuf,
    /// The folder of the new pack
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Search this folder first for files that it refers to
    #[arg(long, value_name = "FOLDER")]
    files: Option<PathBuf>,
    #[command(flatten)]
    map: ImportMap,
}

/// Creates the pack, and reports content that cannot be imported.
pub(super) fn run(args: &Import, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let name = args.file.to_string_lossy();
    let map = args.form.as_deref().map_or_else(|| foeman_maps::format_of(&name), import_map::format);
    if let Some(format) = map {
        return import_map::run((&args.file, format), args.files.as_deref(), &args.map, registry, console);
    }
    let Some(form) = &args.form else {
        return Err(Failure::Usage(format!("expected the format of `{name}` before it, such as `tiled` or `hexkit`")));
    };
    let (engine, form) = named(form, registry)?;
    let Some(out) = args.out.as_deref().filter(|_| args.map.into.is_none()) else {
        return Err(Failure::Usage(format!("`{}` creates a pack; name its folder with `--out`", form.name)));
    };
    let bytes = read(&args.file, form.most)?;
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let id = Some(kebab(&name)).filter(|id| !id.is_empty()).unwrap_or_else(|| "imported".to_owned());
    let beside = Beside::of(&args.file, args.files.as_deref());
    let source = Source {
        bytes: &bytes,
        open: &mut |path, most| beside.open(path, most),
        find: &mut |folder, name| beside.find(folder, name),
    };
    let mut done = match (form.import)(source, &id) {
        Ok(done) => done,
        Err(note) => {
            tell(&[note], &args.file, Paint::Bad, console)?;
            return Ok(Exit::Found);
        }
    };
    let schema = format!("{:#}\n", json_schema(engine.dialect()));
    done.files.push((".foeman/schema.json".to_owned(), schema.into_bytes()));
    write_new(out, &done.files).map_err(|error| match error {
        NewError::Failed(..) => Failure::Io(error.to_string()),
        _ => Failure::Usage(error.to_string()),
    })?;
    tell(&done.notes, &args.file, Paint::Doubtful, console)?;
    let told = counted(done.notes.len(), "finding");
    writeln!(console.err, "made `{}`; {told} on content that packs do not support", out.display())?;
    Ok(Exit::Clean)
}
