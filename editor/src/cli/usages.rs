//! `foeman usages`: where a record or a key is used.

use std::io::Write;
use std::path::PathBuf;

use foeman_rules::game::Registry;
use foeman_schema::usages::{Usage, usages};
use serde_json::json;

use super::name::{self, Named};
use super::pack::{Pack, Shelves};
use super::report;
use super::report::{Format, counted};
use crate::console::{Console, Exit, Failure, Paint, printable};

/// Lists where a record or a key is used
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman usages items/broadsword
  foeman usages broadsword                        where only one catalog has it
  foeman usages rosters/gate/figures/maud         the scenarios that place a figure
  foeman usages maps/pit/legend/w --pack my-pack  the rows of a map that draw with a key
  foeman usages terrains/sand --format json | jq .file

A line is FILE:LINE:COLUMN: and what stands there.
Of the cells of a map the first one of each row is named, with how many there are.
A line of JSON has file, line, column, endLine, endColumn, pointer, count and text.")]
pub(super) struct Usages {
    /// CATALOG/ID, or the keys that lead to a key: `rosters/gate/figures/maud`
    #[arg(value_name = "REF")]
    reference: String,
    /// A folder with a `pack.yaml`, or a single YAML file [default: the pack here, or the Arena]
    #[arg(short, long, value_name = "PACK")]
    pack: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    /// How usages are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Finds the usages and writes them in file order.
pub(super) fn run(args: &Usages, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let pack = name::open(args.pack.as_deref(), &args.shelves, registry, console)?;
    let Named::Value(at) = name::named(&pack.draft, &args.reference)? else {
        let found = &args.reference;
        return Err(Failure::Usage(format!("expected a record or a key of one, but found the file `{found}`")));
    };
    let mut found = usages(&pack.draft, &at);
    found.sort_by_key(|usage| usage.place);
    for usage in &found {
        let text = line(&pack, usage);
        match args.format {
            Format::Json => {
                let mut object = report::json_place(&pack, usage.place);
                object["pointer"] = json!(usage.at.to_string());
                object["count"] = json!(usage.count);
                object["text"] = json!(text);
                writeln!(console.out, "{object}")?;
            }
            Format::Human => {
                let at = console.out.painted(Paint::Strong, report::position(&pack, usage.place)).to_string();
                let times = if usage.count > 1 { format!(" ({} times)", usage.count) } else { String::new() };
                writeln!(console.out, "{at}: {}{times}", printable(text))?;
            }
        }
    }
    console.out.flush()?;
    let count: usize = found.iter().map(|usage| usage.count).sum();
    let mut files: Vec<_> = found.iter().map(|usage| usage.place.file).collect();
    files.dedup();
    let (uses, files) = (counted(count, "usage"), counted(files.len(), "file"));
    writeln!(console.err, "{}: {uses} in {files}", at.to_string().trim_start_matches('/'))?;
    Ok(Exit::Clean)
}

/// The line a usage begins in, without the blanks around it.
fn line<'a>(pack: &'a Pack, usage: &Usage) -> &'a str {
    let text = pack.draft.text(usage.place.file);
    let start = text[..usage.place.span.start].rfind('\n').map_or(0, |at| at + 1);
    text[start..].lines().next().unwrap_or_default().trim()
}
