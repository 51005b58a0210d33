//! `foeman show`: prints a record with its inherited fields.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use foeman_engine::game::Registry;
use foeman_schema::edit::written;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::name::{self, Named};
use super::pack::{Pack, Shelves};
use super::report;
use foeman_base::console::{Console, Exit, Failure, Paint};

/// Shows a record as the rules see it, with all inherited fields and their origins
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman show items/cutlass
  foeman show cutlass                             if only one catalog has this id
  foeman show items/cutlass --pack my-pack
  foeman show items/cutlass --format json | jq .damage

Inherited fields are marked with the records they are from, nearest first.")]
pub(super) struct Show {
    /// CATALOG/ID, or an id that only one catalog has
    #[arg(value_name = "RECORD")]
    reference: String,
    /// A folder with a `pack.yaml`, or a single YAML file [default: the pack here, or the Arena]
    #[arg(short, long, value_name = "PACK")]
    pack: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Yaml)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// YAML as in a file
    Yaml,
    /// One JSON object
    Json,
}

/// Prints the merged record.
pub(super) fn run(args: &Show, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let pack = name::open(args.pack.as_deref(), &args.shelves, registry, console)?;
    let found = &args.reference;
    let Named::Value(at) = name::named(&pack.draft, found)? else {
        return Err(Failure::Usage(format!("expected a record, found the file `{found}`")));
    };
    let key = match at.record() {
        Some((key, [])) => key,
        _ => return Err(Failure::Usage(format!("expected a record, found `{found}`, which is part of one"))),
    };
    let Some(record) = pack.draft.merged(&key) else {
        let message = format!("could not read `{key}` or a record that it extends");
        return Err(Failure::Usage(format!("{message}; `foeman check` gives the reason")));
    };
    if args.format == Format::Json {
        writeln!(console.out, "{record:#}")?;
        return Ok(Exit::Clean);
    }
    let place = pack.draft.record_place(&key).map(|place| report::position(&pack, place)).unwrap_or_default();
    writeln!(console.err, "{place}")?;
    let name = console.out.painted(Paint::Strong, &key.id).to_string();
    writeln!(console.out, "{}:\n  {name}:", key.catalog)?;
    for (field, value) in record.as_object().into_iter().flatten() {
        let text = written(field, value, 4);
        let (first, rest) = text.split_once('\n').map_or((&*text, None), |(first, rest)| (first, Some(rest)));
        let from = origins(&pack, &key, field);
        let from = if from.is_empty() { from } else { format!("  # from {from}") };
        writeln!(console.out, "    {first}{}", console.out.painted(Paint::Faint, from))?;
        if let Some(rest) = rest {
            writeln!(console.out, "{rest}")?;
        }
    }
    Ok(Exit::Clean)
}

/// Returns the records that a field is inherited from, nearest first; empty if the record sets the whole field.
fn origins(pack: &Pack, key: &RecordKey, field: &str) -> String {
    let writes = |key: &RecordKey| pack.draft.defined(&key.pointer().child(field));
    let lineage = pack.draft.lineage(key);
    let whole = |key: &RecordKey| {
        let value = pack.draft.raw(key).and_then(|record| record.get(field).cloned());
        !matches!(value, Some(Value::Object(_)))
    };
    let mut from = Vec::new();
    for ancestor in lineage.iter().filter(|ancestor| writes(ancestor)) {
        if ancestor != key {
            from.push(ancestor.id.as_str());
        }
        // Only maps are merged with the inherited value.
        if whole(ancestor) {
            break;
        }
    }
    from.join(", ")
}
