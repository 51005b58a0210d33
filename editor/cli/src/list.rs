//! `foeman list`: lists catalogs and records.

use std::io::Write;
use std::path::PathBuf;

use foeman_engine::game::Registry;
use foeman_schema::text::{Location, RecordKey, Span};
use serde_json::json;

use super::pack::{Pack, Shelves};
use super::report::{self, Format, counted};
use super::{name, unknown};
use foeman_base::console::{Console, Exit, Failure, Paint, printable};

/// Lists the catalogs of a pack, or the records of a catalog
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman list                                     the catalogs, with their numbers of records
  foeman list items
  foeman list items --pack my-pack --own          without the records of required packs
  foeman list scenarios --format json | jq -r .id

A line has the record's id, title, location and description.
A line of JSON has catalog, id, title, about, extends, pack (if it is a required one), file, line and column.")]
pub(super) struct List {
    /// The catalog, such as `items`
    catalog: Option<String>,
    /// A folder with a `pack.yaml`, or a single YAML file [default: the pack here, or the Arena]
    #[arg(short, long, value_name = "PACK")]
    pack: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    /// Only records of the pack itself
    #[arg(long)]
    own: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Prints the list in file order.
pub(super) fn run(args: &List, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let pack = name::open(args.pack.as_deref(), &args.shelves, registry, console)?;
    let catalogs = pack.draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    let names: Vec<&str> = catalogs.iter().map(|catalog| catalog.name).collect();
    if let Some(wanted) = args.catalog.as_deref().filter(|wanted| !names.contains(wanted)) {
        return Err(unknown("a catalog", wanted, &names));
    }
    let chosen = |name: &&&str| args.catalog.as_deref().is_none_or(|wanted| wanted == **name);
    let lists = names.iter().filter(chosen).map(|name| (*name, records(&pack, name, args.own)));
    if args.format == Format::Json {
        for (catalog, keys) in lists {
            for key in keys {
                writeln!(console.out, "{}", object(&pack, catalog, &key))?;
            }
        }
    } else if args.catalog.is_some() {
        for (_, keys) in lists {
            table(&pack, &keys, console)?;
            writeln!(console.err, "{}", counted(keys.len(), "record"))?;
        }
    } else {
        let wide = names.iter().map(|name| name.len()).max().unwrap_or_default();
        for (catalog, keys) in lists.filter(|(_, keys)| !keys.is_empty()) {
            let name = console.out.painted(Paint::Strong, format!("{catalog:<wide$}")).to_string();
            writeln!(console.out, "{name}  {:>5}", keys.len())?;
        }
    }
    Ok(Exit::Clean)
}

fn records(pack: &Pack, catalog: &str, own: bool) -> Vec<RecordKey> {
    let key = |id: &str| RecordKey::new(catalog, id);
    if own { pack.draft.own_ids(catalog).map(key).collect() } else { pack.draft.ids(catalog).map(key).collect() }
}

fn title<'a>(pack: &'a Pack, key: &RecordKey) -> &'a str {
    pack.draft.title_of_record(key).unwrap_or_default()
}

/// Returns the location of a record's key.
fn place(pack: &Pack, key: &RecordKey) -> Location {
    let start = Location { file: pack.draft.header_file(), span: Span::at(0) };
    pack.draft.record_place(key).map_or(start, |place| Location { span: Span::at(place.span.start), ..place })
}

fn table(pack: &Pack, keys: &[RecordKey], console: &mut Console<'_>) -> Result<(), Failure> {
    let ids = keys.iter().map(|key| key.id.chars().count()).max().unwrap_or_default();
    let titles = keys.iter().map(|key| printable(title(pack, key)).chars().count()).max().unwrap_or_default().min(40);
    for key in keys {
        let id = console.out.painted(Paint::Strong, format!("{:<ids$}", printable(&key.id))).to_string();
        let (title, place) = (printable(title(pack, key)), report::position(pack, place(pack, key)));
        write!(console.out, "{id}  {title:<titles$}  {place}")?;
        if let Some(about) = pack.draft.about(key) {
            let about = console.out.painted(Paint::Faint, printable(&about));
            write!(console.out, "  {about}")?;
        }
        writeln!(console.out)?;
    }
    Ok(())
}

fn object(pack: &Pack, catalog: &str, key: &RecordKey) -> serde_json::Value {
    let mut object = json!({ "catalog": catalog, "id": key.id, "title": title(pack, key) });
    object["about"] = json!(pack.draft.about(key));
    object["extends"] = json!(pack.draft.extends(key));
    object["pack"] = json!(pack.draft.origin(key).map(|origin| &origin.id));
    let place = report::json_place(pack, place(pack, key));
    for part in ["file", "line", "column"] {
        object[part] = place[part].clone();
    }
    object
}
