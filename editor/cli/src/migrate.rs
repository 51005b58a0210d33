//! `foeman migrate`: converts packs of older formats.

use std::io::Write;
use std::path::PathBuf;

use foeman_engine::game::Registry;
use foeman_schema::draft::Draft;
use foeman_schema::header::FORMAT;
use foeman_schema::migrate;

use super::pack::{self, Pack, Shelves};
use super::write;
use foeman_base::console::{Console, Exit, Failure, Paint};

/// Converts packs of older formats to the current one
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman migrate my-pack --diff      what would change; writes nothing
  foeman migrate my-pack
  foeman migrate packs/* --check     list packs in an older format; writes nothing

Only text affected by changes of the format is rewritten; comments, layout and meaning stay.
docs/formats.md lists the formats. The exit status is 1 for a pack in a newer format than this
program supports, and with `--check` or `--diff` if a pack would change.")]
pub(super) struct Migrate {
    /// Folders with a `pack.yaml`, or single YAML files
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// List the packs that would change; write nothing
    #[arg(long)]
    check: bool,
    /// Show the changes as a unified diff; write nothing
    #[arg(long)]
    diff: bool,
}

/// Migrates the packs in turn, or shows the changes.
pub(super) fn run(args: &Migrate, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
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

fn one(args: &Migrate, pack: &Pack, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let name = pack.root.display();
    let said = pack.draft.header("format").and_then(|format| format.as_u64());
    if let Some(newer) = said.filter(|format| *format > u64::from(FORMAT)) {
        let error = console.err.painted(Paint::Bad, "error").to_string();
        let message =
            format!("expected a format of at most {FORMAT}, found `{newer}`; get a newer version of this program");
        writeln!(console.err, "{name}: {error}: {message}")?;
        return Ok(Exit::Found);
    }
    let Some(old) = migrate::older(&pack.draft) else {
        writeln!(console.err, "{name}: already in format {FORMAT}")?;
        return Ok(Exit::Clean);
    };
    let mut after = Draft::clone(&pack.draft);
    let edit = migrate::edit(&pack.draft);
    if after.apply(&edit).is_empty() {
        let message = "could not change the header; `foeman check` lists its problems";
        return Err(Failure::Usage(format!("`{name}`: {message}")));
    }
    let stays = args.check || args.diff;
    if args.diff {
        write::diff(pack, &after, &mut console.out)?;
    } else if args.check {
        writeln!(console.out, "{name}")?;
    } else {
        write::files(pack, &after)?;
    }
    console.out.flush()?;
    let told = match stays {
        true => format!("would migrate from format {old} to {FORMAT}; nothing is written"),
        false => console.err.painted(Paint::Good, format!("migrated from format {old} to {FORMAT}")).to_string(),
    };
    writeln!(console.err, "{name}: {told}")?;
    Ok(if stays { Exit::Found } else { Exit::Clean })
}
