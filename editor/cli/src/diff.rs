//! `foeman diff`: compares two packs by meaning.

use std::io::Write;
use std::path::PathBuf;

use foeman_engine::game::Registry;
use foeman_schema::compare::{Difference, compare};
use foeman_schema::diff;
use foeman_schema::edit::written;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::pack::{self, Pack, Shelves};
use super::report::{Format, counted};
use foeman_base::console::{Console, Exit, Failure, Paint, Stream, printable};

/// The maximum number of map rows to draw.
const MOST_ROWS: usize = 40;

/// The maximum number of map columns to draw.
const MOST_COLUMNS: usize = 120;

/// The maximum length of a value, in characters.
const LONG: usize = 160;

/// Compares two packs by meaning
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman diff my-pack.before my-pack
  foeman diff content/arena my-arena --format json

Comments, quotes, layout, files and the order of records are ignored; a change of an inherited
value is listed only at its record. Maps show changed cells; the others are dots.

A line of JSON is one difference: kind (added, removed, changed, unreadable), pointer, from, to.
The exit status is 0 if the packs have the same meaning, and 1 if not.")]
pub(super) struct Diff {
    /// The old pack
    #[arg(value_name = "A")]
    from: PathBuf,
    /// The new pack
    #[arg(value_name = "B")]
    to: PathBuf,
    #[command(flatten)]
    shelves: Shelves,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Compares the packs and prints the differences.
pub(super) fn run(args: &Diff, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (from, to) = (readable(&args.from, args, registry, console)?, readable(&args.to, args, registry, console)?);
    let [was, is] = [&from, &to].map(|pack| pack.draft.dialect().map_or("", |dialect| dialect.id));
    if was != is {
        let (from, to) = (from.root.display(), to.root.display());
        let message = format!("expected packs of one ruleset, but `{from}` is for `{was}` and `{to}` for `{is}`");
        return Err(Failure::Usage(message));
    }
    let differences = compare(&from.draft, &to.draft);
    let mut told: Option<RecordKey> = None;
    for difference in &differences {
        match args.format {
            Format::Json => writeln!(console.out, "{}", object(difference))?,
            Format::Human => tell(&from, &to, difference, &mut told, &mut console.out)?,
        }
    }
    console.out.flush()?;
    let count = counted(differences.len(), "difference");
    writeln!(console.err, "{} and {}: {count}", from.root.display(), to.root.display())?;
    Ok(if differences.is_empty() { Exit::Clean } else { Exit::Found })
}

/// Reads a pack and requires that all its files are valid, because records in invalid files would be missing.
fn readable(
    path: &std::path::Path,
    args: &Diff,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Pack, Failure> {
    let pack = pack::read(path, &args.shelves, registry, console)?;
    let hidden = pack.draft.files().find(|file| pack.draft.is_unreadable(*file));
    if let Some(file) = hidden {
        let (file, root) = (pack.draft.path(file), pack.root.display());
        let message = format!("expected a readable pack, but `{file}` of `{root}` cannot be read");
        return Err(Failure::Usage(format!("{message}; `foeman check` gives the reason")));
    }
    Ok(pack)
}

fn object(difference: &Difference) -> Value {
    match difference {
        Difference::Added { key, value } => json!({"kind": "added", "pointer": key.pointer().to_string(), "to": value}),
        Difference::Removed { key } => json!({"kind": "removed", "pointer": key.pointer().to_string()}),
        Difference::Changed { at, from, to } => {
            json!({"kind": "changed", "pointer": at.to_string(), "from": from, "to": to})
        }
        Difference::Unreadable { key } => json!({"kind": "unreadable", "pointer": key.pointer().to_string()}),
    }
}

fn tell(
    from: &Pack,
    to: &Pack,
    difference: &Difference,
    told: &mut Option<RecordKey>,
    out: &mut Stream<'_>,
) -> Result<(), Failure> {
    let titled = |pack: &Pack, key: &RecordKey| {
        let title = pack.draft.title_of_record(key).map(printable).unwrap_or_default();
        if title.is_empty() { key.to_string() } else { format!("{key}  {title}") }
    };
    match difference {
        Difference::Added { key, .. } => {
            writeln!(out, "{}", out.painted(Paint::Good, format!("+ {}", titled(to, key))))?
        }
        Difference::Removed { key } => {
            writeln!(out, "{}", out.painted(Paint::Bad, format!("- {}", titled(from, key))))?
        }
        Difference::Unreadable { key } => writeln!(out, "? {key}  readable in only one of the packs")?,
        Difference::Changed { at, from: was, to: is } => {
            let record = at.record().filter(|(key, _)| to.draft.contains(key));
            let (name, steps) = match &record {
                Some((key, steps)) => (titled(to, key), steps.join("/")),
                None => ("the header".to_owned(), at.parts().join("/")),
            };
            let key = record.as_ref().map_or_else(|| RecordKey::new("", ""), |(key, _)| key.clone());
            if told.as_ref() != Some(&key) {
                writeln!(out, "{}", out.painted(Paint::Strong, format!("~ {name}")))?;
                *told = Some(key);
            }
            change(at, &steps, was.as_ref(), is.as_ref(), out)?;
        }
    }
    Ok(())
}

fn change(
    at: &Pointer,
    steps: &str,
    was: Option<&Value>,
    is: Option<&Value>,
    out: &mut Stream<'_>,
) -> Result<(), Failure> {
    let steps = printable(steps);
    match (was, is) {
        (Some(Value::String(was)), Some(Value::String(is))) if at.last() == Some("rows") => {
            drawn(&steps, was, is, out)?;
        }
        (Some(Value::Array(was)), Some(Value::Array(is))) => listed(&steps, was, is, out)?,
        (None, Some(is)) => writeln!(out, "    {steps}: {}", out.painted(Paint::Good, format!("+ {}", short(is))))?,
        (Some(was), None) => writeln!(out, "    {steps}: {}", out.painted(Paint::Bad, format!("- {}", short(was))))?,
        (was, is) => {
            let [was, is] = [was, is].map(|value| value.map(short).unwrap_or_default());
            writeln!(out, "    {steps}: {was} -> {}", out.painted(Paint::Strong, is))?;
        }
    }
    Ok(())
}

/// Formats a value on one line.
fn short(value: &Value) -> String {
    let text = written("", value, 0);
    let text = text.trim_start_matches(['"', ':']).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = printable(&text).to_string();
    match text.char_indices().nth(LONG) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

/// Prints added and removed items.
fn listed(steps: &str, was: &[Value], is: &[Value], out: &mut Stream<'_>) -> Result<(), Failure> {
    let [was, is] = [was, is].map(|items| items.iter().map(short).collect::<Vec<_>>());
    let [was, is] = [&was, &is].map(|items| items.iter().map(String::as_str).collect::<Vec<_>>());
    writeln!(out, "    {steps}:")?;
    for part in diff::lines(&was, &is, None).iter().filter(|part| !diff::is_same(part)) {
        for gone in &was[part.old_range()] {
            writeln!(out, "      {}", out.painted(Paint::Bad, format!("- {gone}")))?;
        }
        for come in &is[part.new_range()] {
            writeln!(out, "      {}", out.painted(Paint::Good, format!("+ {come}")))?;
        }
    }
    Ok(())
}

/// Draws the part of a map with changed cells; unchanged cells are dots.
fn drawn(steps: &str, was: &str, is: &str, out: &mut Stream<'_>) -> Result<(), Failure> {
    let rows = |text: &str| text.lines().map(|line| line.chars().collect::<Vec<_>>()).collect::<Vec<_>>();
    let (old, new) = (rows(was), rows(is));
    let same = |row: usize, column: usize| {
        old.get(row).and_then(|line| line.get(column)) == new.get(row).and_then(|line| line.get(column))
    };
    let mut changed = Vec::new();
    for (row, line) in new.iter().enumerate() {
        changed.extend((0..line.len()).filter(|&column| !same(row, column)).map(|column| (row, column)));
    }
    let sizes = [&old, &new].map(|rows| (rows.iter().map(Vec::len).max().unwrap_or_default(), rows.len()));
    let resized = if sizes[0] == sizes[1] {
        String::new()
    } else {
        let [(a, b), (c, d)] = sizes;
        format!(", {a} x {b} -> {c} x {d}")
    };
    writeln!(out, "    {steps}: {}{resized}", counted(changed.len(), "cell"))?;
    let Some(left) = changed.iter().map(|(_, column)| *column).min() else { return Ok(()) };
    let right = changed.iter().map(|(_, column)| *column).max().unwrap_or(left).min(left + MOST_COLUMNS - 1);
    let (top, bottom) = (changed[0].0, changed[changed.len() - 1].0);
    for (row, line) in new.iter().enumerate().take(bottom + 1).skip(top).take(MOST_ROWS) {
        let cells = line.iter().enumerate().take(right + 1).skip(left);
        let cells: String = cells.map(|(column, cell)| if same(row, column) { '·' } else { *cell }).collect();
        writeln!(out, "      {row:>4} {left:>4}  {}", out.painted(Paint::Good, printable(&cells)))?;
    }
    if bottom >= top + MOST_ROWS || changed.iter().any(|(_, column)| *column > right) {
        writeln!(out, "            … and more cells")?;
    }
    Ok(())
}
