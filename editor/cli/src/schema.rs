//! `foeman schema`: prints the JSON Schema of a pack's files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use foeman_engine::game::Registry;
use foeman_schema::dialect::Dialect;
use foeman_schema::json_schema::json_schema;

use super::pack::{self, Shelves};
use super::unknown;
use foeman_base::console::{Console, Exit, Failure};
use foeman_base::save;

/// Prints the JSON Schema of one ruleset, of all, or of one pack with the fields it declares
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman schema --out schemas                     `schemas/RULESET.schema.json` for each ruleset
  foeman schema RULESET > schema.json
  foeman schema RULESET --out my-pack/.foeman     `schema.json`, for the pack's text editor
  foeman schema my-pack --out my-pack/.foeman     the same, with the fields declared by the pack and
                                                  its required packs

Files that begin with `# yaml-language-server: $schema=.foeman/schema.json` are then completed
and checked by any text editor with a YAML language server.")]
pub(super) struct Schema {
    /// A ruleset, or the folder of a pack (or a single file); all rulesets by default
    #[arg(value_name = "RULESET or PACK")]
    of: Option<String>,
    #[command(flatten)]
    shelves: Shelves,
    /// Write to this folder, which is created if missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or saves the schemas.
pub(super) fn run(args: &Schema, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let dialects = registry.dialects();
    let Some(of) = &args.of else {
        let Some(folder) = &args.out else {
            // With a single ruleset, its name is optional.
            if let [only] = dialects.as_slice() {
                write!(console.out, "{}", schema_text(only))?;
                return Ok(Exit::Clean);
            }
            let list: Vec<_> = dialects.iter().map(|dialect| dialect.id).collect();
            let list = list.join("`, `");
            return Err(Failure::Usage(format!("expected a ruleset, one of `{list}`, or `--out` for all of them")));
        };
        for dialect in dialects {
            write_into(folder, &format!("{}.schema.json", dialect.id), dialect, console)?;
        }
        return Ok(Exit::Clean);
    };
    let dialect = dialect(of, args, registry, console)?;
    match &args.out {
        Some(folder) => write_into(folder, "schema.json", dialect, console)?,
        None => write!(console.out, "{}", schema_text(dialect))?,
    }
    Ok(Exit::Clean)
}

/// Returns the dialect of a ruleset, or of a pack with the fields declared by it and its required packs.
fn dialect(
    of: &str,
    args: &Schema,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<&'static Dialect, Failure> {
    let dialects = registry.dialects();
    if let Some(dialect) = dialects.iter().find(|dialect| dialect.id == of) {
        return Ok(dialect);
    }
    let path = Path::new(of);
    if !path.exists() {
        let ids: Vec<_> = dialects.iter().map(|dialect| dialect.id).collect();
        return Err(unknown("a ruleset or the folder of a pack", of, &ids));
    }
    let pack = pack::read(path, &args.shelves, registry, console)?;
    let missing = || {
        Failure::Usage(format!("expected a pack of a known ruleset, but `{of}` names none; run `foeman check {of}`"))
    };
    pack.draft.dialect().ok_or_else(missing)
}

fn write_into(folder: &Path, name: &str, dialect: &'static Dialect, console: &mut Console<'_>) -> Result<(), Failure> {
    let path = folder.join(name);
    let made = save::stays_in_pack(&path).and_then(|()| fs::create_dir_all(folder));
    let written = made.and_then(|()| save::atomically(&path, schema_text(dialect).as_bytes()));
    written.map_err(|error| Failure::Io(format!("could not write `{}`: {error}", path.display())))?;
    writeln!(console.err, "wrote `{}`", path.display())?;
    Ok(())
}

/// Formats the schema as it is printed and committed.
fn schema_text(dialect: &'static Dialect) -> String {
    format!("{:#}\n", json_schema(dialect))
}
