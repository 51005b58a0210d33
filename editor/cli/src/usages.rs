//! `foeman usages`: finds references to a record or key.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use foeman_engine::game::Registry;
use foeman_schema::draft::Dependents;
use foeman_schema::usages::{Usage, usages};
use serde_json::json;

use super::name::{self, Named};
use super::pack::{Pack, Shelves};
use super::report;
use super::report::{Format, counted};
use foeman_base::across;
use foeman_base::console::{Console, Exit, Failure, Paint, Stream, printable};

/// Lists the references to a record or a key
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman usages items/broadsword
  foeman usages broadsword                        if only one catalog has this id
  foeman usages rosters/gate/figures/maud         the scenarios that place a figure
  foeman usages maps/pit/legend/w --pack my-pack  the rows of a map that draw with a key
  foeman usages terrains/sand --format json | jq .file

A line is FILE:LINE:COLUMN and the text there.
Packs that require this one are searched too, in the same folder and in those of `--packs`.
For cells of a map, the first one in each row is listed, with the number of cells.
A line of JSON has file, line, column, endLine, endColumn, pointer, count and text.")]
pub(super) struct Usages {
    /// CATALOG/ID, or the path to a key: `rosters/gate/figures/maud`
    #[arg(value_name = "REF")]
    reference: String,
    /// A folder with a `pack.yaml`, or a single YAML file [default: the pack here, or the Arena]
    #[arg(short, long, value_name = "PACK")]
    pack: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Finds the references and prints them in file order.
pub(super) fn run(args: &Usages, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let pack = name::open(args.pack.as_deref(), &args.shelves, registry, console)?;
    let Named::Value(at) = name::named(&pack.draft, &args.reference)? else {
        let found = &args.reference;
        return Err(Failure::Usage(format!("expected a record or a key of one, found the file `{found}`")));
    };
    let mut found = vec![(pack.clone(), usages(&pack.draft, &at))];
    let Dependents { packs, unreadable } = pack.draft.dependents();
    for (draft, usages) in across::usages_in(&pack.draft, &at, &packs) {
        let root = across::shown(draft, &pack.root);
        found.push((Pack { draft: Arc::new(draft.clone()), root, writer: None }, usages));
    }
    let (mut count, mut files) = (0, 0);
    for (pack, usages) in &mut found {
        usages.sort_by_key(|usage| usage.place);
        usages.iter().try_for_each(|usage| tell(pack, usage, args.format, &mut console.out))?;
        count += usages.iter().map(|usage| usage.count).sum::<usize>();
        let mut places: Vec<_> = usages.iter().map(|usage| usage.place.file).collect();
        places.dedup();
        files += places.len();
    }
    console.out.flush()?;
    let (uses, files) = (counted(count, "usage"), counted(files, "file"));
    writeln!(console.err, "{}: {uses} in {files}", at.to_string().trim_start_matches('/'))?;
    for other in &unreadable {
        let (path, why) = (other.path.display(), &other.why);
        writeln!(console.err, "`{path}` may require this pack and cannot be read: {why}")?;
    }
    Ok(Exit::Clean)
}

fn tell(pack: &Pack, usage: &Usage, format: Format, out: &mut Stream<'_>) -> io::Result<()> {
    let text = line(pack, usage);
    match format {
        Format::Json => {
            let mut object = report::json_place(pack, usage.place);
            object["pointer"] = json!(usage.at.to_string());
            object["count"] = json!(usage.count);
            object["text"] = json!(text);
            writeln!(out, "{object}")
        }
        Format::Human => {
            let at = out.painted(Paint::Strong, report::position(pack, usage.place)).to_string();
            let times = if usage.count > 1 { format!(" ({} times)", usage.count) } else { String::new() };
            writeln!(out, "{at}: {}{times}", printable(text))
        }
    }
}

/// Returns the line at the start of a usage, trimmed.
fn line<'a>(pack: &'a Pack, usage: &Usage) -> &'a str {
    let text = pack.draft.text(usage.place.file);
    let start = text[..usage.place.span.start].rfind('\n').map_or(0, |at| at + 1);
    text[start..].lines().next().unwrap_or_default().trim()
}
