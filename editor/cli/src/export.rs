//! `foeman export`: writes a pack in another program's format.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use foeman_engine::exchange::{Exchange, Note};
use foeman_engine::game::{Engine, Registry};
use foeman_maps::MOST_BYTES;
use foeman_schema::catalogs::mappings::MapFormat;

use super::beside::program_folder;
use super::export_map::{self, ExportMap};
use super::number;
use super::pack::{self, Shelves};
use super::report::counted;
use super::unknown;
use foeman_base::console::{Console, Exit, Failure, Paint, printable};
use foeman_base::save;

/// Exports a pack to another program's format
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman export z1 my-pack -o pack.z1            sides, types and figures of a pack
  foeman export z1 content/arena duel -o duel.z1 and the positions of a battle
  foeman export z1 --journal duel.journal -o duel.z1
                                                 the final state of a recorded battle
  foeman export z1 --journal duel.journal --entries 20 -o duel.z1
                                                 its state after 20 entries
  foeman export hexkit isle -o Scenario/Isle.xml a scenario that Hexkit reads
  foeman export tiled my-pack ford -o ford.tmx   a map, with a picture of its tiles

Content that the format does not support is listed with its place, and left out. A pack imported
from `z1` keeps the original in `records.z1`; records that you have not changed are written from
there. For `hexkit`, the bitmaps of the pack are written to the folder that contains `Scenario`, or
else next to the file, without overwriting any. The exit status is 1 if nothing can be written,
for example a map larger than 99 x 99 in `z1`.

`tiled`, `wesnoth` and `csv` export a map. A mapping of the pack says which tile or code is written
for a terrain; see docs/maps.md. `tiled` updates an existing TMX file: only changed cells and zones,
the title and the size are written. To write a new file instead, add `--replace`.")]
pub(super) struct Export {
    /// The format: `z1`, battle records of the original notes, `hexkit`, scenarios of Hexkit, or `tiled`, `wesnoth` or
    /// `csv` for maps
    form: String,
    /// A folder with a `pack.yaml`, or a single YAML file
    #[arg(required_unless_present = "journal")]
    pack: Option<PathBuf>,
    /// The battle [default: the only one; otherwise figures are not placed], or the map [default: the only one]
    scenario: Option<String>,
    /// Export the current state of this journal's battle, instead of a pack
    #[arg(long, value_name = "JOURNAL", conflicts_with_all = ["pack", "scenario"])]
    journal: Option<PathBuf>,
    /// Export the state after this many entries of the journal
    #[arg(long, value_name = "NUMBER", requires = "journal", allow_negative_numbers = true,
        value_parser = number::whole(1..=u32::MAX))]
    entries: Option<u32>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The mapping of the pack to use for a map [default: the only one of the format]
    #[arg(long, value_name = "ID", requires = "pack")]
    mapping: Option<String>,
    /// Write the figures and features of this scenario into a Tiled map
    #[arg(id = "figures", long = "scenario", value_name = "ID", requires = "pack")]
    figures: Option<String>,
    /// Replace an existing Tiled map instead of updating it
    #[arg(long, requires = "pack")]
    replace: bool,
    /// Search this folder too for the tilesets of an existing Tiled map
    #[arg(long, value_name = "FOLDER", requires = "pack", conflicts_with = "replace")]
    files: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
}

/// Writes the file, and reports the content it leaves out.
pub(super) fn run(args: &Export, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    if let (Some(format), Some(pack)) = (export_map::format(&args.form), &args.pack) {
        let (map, mapping) = (args.scenario.as_deref(), args.mapping.as_deref());
        only_for_tiled(args, format == MapFormat::Tiled)?;
        let is_update = format == MapFormat::Tiled && !args.replace && args.out.exists();
        let old = if is_update { Some(read(&args.out, MOST_BYTES)?) } else { None };
        let files = args.files.as_deref();
        let scenario = args.figures.as_deref();
        let map =
            ExportMap { format, pack, map, mapping, scenario, old, files, out: &args.out, shelves: &args.shelves };
        return export_map::run(&map, registry, console);
    }
    only_for_tiled(args, false)?;
    let (engine, form) = named(&args.form, registry)?;
    let Some(pack) = &args.pack else { return battle(args, engine, form, console) };
    let pack = pack::read(pack, &args.shelves, registry, console)?;
    if pack.draft.dialect().is_none_or(|dialect| dialect.id != engine.dialect().id) {
        let message = format!("expected a pack of the ruleset `{}` for `{}`", engine.dialect().id, form.name);
        return Err(Failure::Usage(message));
    }
    if let Some(id) = args.scenario.as_deref() {
        let ids: Vec<&str> = pack.draft.ids(engine.dialect().playable).collect();
        if !ids.contains(&id) {
            return Err(unknown("a scenario", id, &ids));
        }
    }
    let kept = match (pack.draft.root(), form.kept) {
        (Some(root), Some(kept)) if root.is_dir() => {
            let path = root.join(kept);
            if path.is_file() { Some(read(&path, form.most)?) } else { None }
        }
        _ => None,
    };
    let done = match (form.export)(&pack.draft, args.scenario.as_deref(), kept.as_deref()) {
        Ok(done) => done,
        Err(note) => {
            tell(&[note], &pack.root, Paint::Bad, console)?;
            return Ok(Exit::Found);
        }
    };
    tell(&done.notes, &pack.root, Paint::Doubtful, console)?;
    let written = save::atomically(&args.out, &done.bytes);
    written.map_err(|error| Failure::Io(format!("could not write `{}`: {error}", args.out.display())))?;
    put_beside(&args.out, &done.files, pack.draft.root(), console)?;
    let told = counted(done.notes.len(), "finding");
    writeln!(console.err, "wrote `{}`; {told} on content that `{}` does not support", args.out.display(), form.name)?;
    Ok(Exit::Clean)
}

/// Refuses options that only maps of Tiled have.
fn only_for_tiled(args: &Export, is_tiled: bool) -> Result<(), Failure> {
    let given =
        [(args.replace, "--replace"), (args.files.is_some(), "--files"), (args.figures.is_some(), "--scenario")];
    match given.into_iter().find(|(given, _)| *given && !is_tiled) {
        Some((_, name)) => {
            Err(Failure::Usage(format!("`{name}` is only for the format `tiled`, found `{}`", args.form)))
        }
        None => Ok(()),
    }
}

/// Exports the battle of a journal.
fn battle(
    args: &Export,
    engine: &'static dyn Engine,
    form: &'static Exchange,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let path = args.journal.as_deref().unwrap_or(Path::new(""));
    let name = path.display();
    let text = String::from_utf8(read(path, MOST_JOURNAL)?)
        .map_err(|error| Failure::Io(format!("could not read `{name}`: expected a journal, found {error}")))?;
    let mut game = engine.replay(&text).map_err(|error| {
        Failure::Io(format!("could not read the journal `{name}`, line {}: {}", error.line, error.message))
    })?;
    if let Some(entries) = args.entries {
        let (wanted, all) = (entries as usize, game.entries());
        if wanted > all {
            return Err(Failure::Usage(format!("expected at most {all} entries, as `{name}` has, found `{wanted}`")));
        }
        game.back_to(wanted);
    }
    let Some(done) = game.recorded() else {
        return Err(Failure::Usage(format!("expected a format that can store battles, found `{}`", form.name)));
    };
    let done = match done {
        Ok(done) => done,
        Err(note) => {
            tell(&[note], path, Paint::Bad, console)?;
            return Ok(Exit::Found);
        }
    };
    tell(&done.notes, path, Paint::Doubtful, console)?;
    let written = save::atomically(&args.out, &done.bytes);
    written.map_err(|error| Failure::Io(format!("could not write `{}`: {error}", args.out.display())))?;
    writeln!(
        console.err,
        "wrote `{}`; `foeman import {}` makes a pack that continues it",
        args.out.display(),
        form.name
    )?;
    Ok(Exit::Clean)
}

/// The maximum length of a journal, in bytes.
const MOST_JOURNAL: usize = 64 << 20;

/// Writes the additional files of an export where its program looks for them, without overwriting any.
fn put_beside(
    out: &Path,
    files: &[(String, Option<Vec<u8>>)],
    pack: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let out = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let Some(root) = program_folder(&out).or(out.parent()) else { return Ok(()) };
    for (path, bytes) in files {
        let place = root.join(path);
        if !save::is_inside(path) {
            writeln!(console.err, "left out `{}`: it is outside the pack", printable(path))?;
            continue;
        }
        if place.exists() {
            writeln!(console.err, "kept the existing `{}`", place.display())?;
            continue;
        }
        let own = || pack.and_then(|pack| fs::read(save::file_in(pack, path).ok()?).ok());
        let Some(bytes) = bytes.clone().or_else(own) else { continue };
        let made = save::stays_in_pack(&place).and_then(|()| place.parent().map_or(Ok(()), fs::create_dir_all));
        let failed = |error| Failure::Io(format!("could not write `{}`: {error}", place.display()));
        made.and_then(|()| save::atomically(&place, &bytes)).map_err(failed)?;
        writeln!(console.err, "wrote `{}`", place.display())?;
    }
    Ok(())
}

/// Returns the format with a name, and its ruleset.
pub(super) fn named(name: &str, registry: Registry) -> Result<(&'static dyn Engine, &'static Exchange), Failure> {
    let forms = || registry.engines().iter().filter_map(|engine| Some((*engine, engine.capabilities().exchange?)));
    let names: Vec<&str> = forms().map(|(_, form)| form.name).collect();
    forms().find(|(_, form)| form.name == name).ok_or_else(|| unknown("a format", name, &names))
}

/// Reads a file, with a size limit.
pub(super) fn read(path: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes));
    match file {
        Ok(_) if bytes.len() > most => {
            Err(Failure::Usage(format!("expected at most {most} bytes, but `{}` has more", path.display())))
        }
        Ok(_) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Failure::Io(format!("could not read `{}`: file not found", path.display())))
        }
        Err(error) => Err(Failure::Io(format!("could not read `{}`: {error}", path.display()))),
    }
}

/// Prints findings, one line each with its position.
pub(super) fn tell(notes: &[Note], of: &Path, paint: Paint, console: &mut Console<'_>) -> Result<(), Failure> {
    for note in notes {
        let what = console.err.painted(paint, if paint == Paint::Bad { "error" } else { "note" }).to_string();
        writeln!(console.err, "{}: {}: {what}: {}", of.display(), printable(&note.place), printable(&note.message))?;
    }
    Ok(())
}
