//! `foeman schema`: the JSON Schema that a pack's files follow.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use foeman_rules::game::Registry;
use foeman_schema::dialect::Dialect;
use foeman_schema::json_schema::json_schema;

use super::unknown;
use crate::console::{Console, Exit, Failure};
use crate::save;

/// Writes the JSON Schema of a ruleset's packs
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman schema > schema.json
  foeman schema --out my-pack/.foeman     for the pack's text editor

Files that begin with `# yaml-language-server: $schema=.foeman/schema.json` are then completed
and checked by any text editor with a YAML language server.")]
pub(super) struct Schema {
    /// The ruleset; needed when the program knows several
    ruleset: Option<String>,
    /// Write `schema.json` into this folder, which is made if it is missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or saves the schema.
pub(super) fn run(args: &Schema, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let dialect = chosen(args.ruleset.as_deref(), registry)?;
    let text = schema_text(dialect);
    let Some(folder) = &args.out else {
        write!(console.out, "{text}")?;
        return Ok(Exit::Clean);
    };
    let path = folder.join("schema.json");
    let written = fs::create_dir_all(folder).and_then(|()| save::atomically(&path, text.as_bytes()));
    written.map_err(|error| Failure::Io(format!("could not write `{}`: {error}", path.display())))?;
    writeln!(console.err, "wrote `{}`", path.display())?;
    Ok(Exit::Clean)
}

fn chosen(ruleset: Option<&str>, registry: Registry) -> Result<&'static Dialect, Failure> {
    let dialects = registry.dialects();
    let ids: Vec<_> = dialects.iter().map(|dialect| dialect.id).collect();
    match (ruleset, dialects.as_slice()) {
        (Some(id), _) => {
            let known = dialects.iter().copied().find(|dialect| dialect.id == id);
            known.ok_or_else(|| unknown("a ruleset", id, &ids))
        }
        (None, [only]) => Ok(only),
        (None, _) => Err(Failure::Usage(format!("expected a ruleset, one of `{}`, but found none", ids.join("`, `")))),
    }
}

/// The schema as it is printed and committed.
fn schema_text(dialect: &'static Dialect) -> String {
    format!("{:#}\n", json_schema(dialect))
}
