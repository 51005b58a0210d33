//! Explains a check that a pack declares.

use std::io::{self, Write};
use std::path::Path;

use foeman_base::console::{Console, Failure, Paint, Stream, printable};
use foeman_engine::game::Registry;
use foeman_schema::catalogs::standards::Standard;
use foeman_schema::dialect::Record;
use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::standards::{self, Explanation};

use super::Format;
use crate::pack::{self, Shelves};
use crate::report;

/// Explains the standard with a code in a pack.
pub(super) fn run(
    code: &str,
    path: &Path,
    shelves: &Shelves,
    format: Format,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let pack = pack::read(path, shelves, registry, console)?;
    let Some(found) = standards::explain(&pack.draft, code) else {
        let known: Vec<String> =
            pack.draft.ids(Standard::CATALOG).map(|id| format!("{}/{id}", Standard::CATALOG)).collect();
        let near = near(code, known.iter().map(String::as_str));
        let remedy = did_you_mean(&near).unwrap_or_else(|| format!("the pack has {}", listed(&known)));
        return Err(Failure::Usage(format!("expected a standard of the pack, found `{code}`; {remedy}")));
    };
    match format {
        Format::Human => tell(code, &found, &mut console.out)?,
        Format::Markdown => write!(console.out, "{}", page(code, &found))?,
    }
    Ok(())
}

fn listed(known: &[String]) -> String {
    if known.is_empty() { "none".to_owned() } else { known.join(", ") }
}

fn head(code: &str, found: &Explanation) -> String {
    format!("{code}: {}, declared by {}", report::severity_name(found.severity), found.pack)
}

fn tell(code: &str, found: &Explanation, out: &mut Stream<'_>) -> io::Result<()> {
    let title = out.painted(Paint::Strong, printable(&head(code, found))).to_string();
    writeln!(out, "{title}\n\n{}", printable(&found.title))?;
    if !found.about.is_empty() {
        writeln!(out, "\n{}", printable(&found.about))?;
    }
    writeln!(out)?;
    for (name, text) in &found.facts {
        writeln!(out, "{name:<9}{}", printable(&text.replace('`', "")))?;
    }
    Ok(())
}

fn page(code: &str, found: &Explanation) -> String {
    let facts = found.facts.iter().map(|(name, text)| format!("- {name}: {text}\n")).collect::<String>();
    let about = if found.about.is_empty() { String::new() } else { format!("{}\n\n", found.about) };
    format!("## {}\n\n{}.\n\n{about}{facts}", found.title, head(code, found))
}
