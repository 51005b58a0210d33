//! `foeman schema`: the JSON Schema that a pack's files follow.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use foeman_rules::game::Registry;
use foeman_schema::dialect::Dialect;
use foeman_schema::json_schema::json_schema;

use super::unknown;
use crate::console::{Console, Exit, Failure};
use crate::save;

/// Writes the JSON Schema of a ruleset's packs, or of all rulesets
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman schema --out schemas                     `schemas/RULESET.schema.json` for each ruleset
  foeman schema RULESET > schema.json
  foeman schema RULESET --out my-pack/.foeman     `schema.json`, for the pack's text editor

Files that begin with `# yaml-language-server: $schema=.foeman/schema.json` are then completed
and checked by any text editor with a YAML language server.")]
pub(super) struct Schema {
    /// The ruleset; all of them when left out
    ruleset: Option<String>,
    /// Write into this folder, which is made if it is missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or saves the schemas.
pub(super) fn run(args: &Schema, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let dialects = registry.dialects();
    let ids: Vec<_> = dialects.iter().map(|dialect| dialect.id).collect();
    let chosen: Vec<_> = match &args.ruleset {
        Some(id) => dialects.iter().copied().filter(|dialect| dialect.id == id).collect(),
        None => dialects.clone(),
    };
    match (chosen.as_slice(), &args.out) {
        ([], _) => return Err(unknown("a ruleset", args.ruleset.as_deref().unwrap_or_default(), &ids)),
        ([only], None) => write!(console.out, "{}", schema_text(only))?,
        (_, None) => {
            let list = ids.join("`, `");
            return Err(Failure::Usage(format!("expected a ruleset, one of `{list}`, or `--out` for all of them")));
        }
        ([only], Some(folder)) if args.ruleset.is_some() => write_into(folder, "schema.json", only, console)?,
        (all, Some(folder)) => {
            for dialect in all {
                write_into(folder, &format!("{}.schema.json", dialect.id), dialect, console)?;
            }
        }
    }
    Ok(Exit::Clean)
}

fn write_into(folder: &Path, name: &str, dialect: &'static Dialect, console: &mut Console<'_>) -> Result<(), Failure> {
    let path = folder.join(name);
    let written = fs::create_dir_all(folder).and_then(|()| save::atomically(&path, schema_text(dialect).as_bytes()));
    written.map_err(|error| Failure::Io(format!("could not write `{}`: {error}", path.display())))?;
    writeln!(console.err, "wrote `{}`", path.display())?;
    Ok(())
}

/// The schema as it is printed and committed.
fn schema_text(dialect: &'static Dialect) -> String {
    format!("{:#}\n", json_schema(dialect))
}
