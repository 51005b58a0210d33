//! `foeman check`: what is wrong with a pack, and where.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::ValueEnum;
use foeman_rules::game::Registry;
use foeman_schema::check::check;
use foeman_schema::finding::{Finding, Severity};

use super::pack::{self, Pack};
use super::report;
use crate::console::{Console, Exit, Failure, Paint, Stream};

/// Checks packs; writes nothing
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman check content/arena
  foeman check my-pack their-pack --deny warning
  foeman check content/arena --format json | jq .message

A line of JSON is one finding: file, line, column, endLine, endColumn, pointer, hex, code,
severity, confidence, message, help and related places.
`foeman explain CODE` tells more about a code.")]
pub(super) struct Check {
    /// Folders with a `pack.yaml`, or single YAML files
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Findings of this level or worse end with exit status 1
    #[arg(long, value_enum, default_value_t = Level::Error, value_name = "LEVEL")]
    deny: Level,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, with the line concerned
    Human,
    /// One JSON object on each line
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// Only what cannot be used as it stands
    Error,
    /// Also what is probably a mistake
    Warning,
    /// Everything
    Info,
}

/// Checks the packs one after the other.
pub(super) fn run(args: &Check, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let deny = match args.deny {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Info => Severity::Info,
    };
    let mut exit = Exit::Clean;
    for path in &args.packs {
        let start = Instant::now();
        let pack = pack::open(path, registry)?;
        let findings = check(&pack.draft);
        let spent = start.elapsed();
        for finding in &findings {
            match args.format {
                Format::Human => report::finding(&pack, finding, &mut console.out)?,
                Format::Json => writeln!(console.out, "{}", report::json(&pack, finding))?,
            }
        }
        console.out.flush()?;
        summarise(&pack, &findings, spent.as_millis(), &mut console.err)?;
        if findings.iter().any(|finding| finding.severity >= deny) {
            exit = Exit::Found;
        }
    }
    Ok(exit)
}

fn summarise(pack: &Pack, findings: &[Finding], ms: u128, out: &mut Stream<'_>) -> Result<(), Failure> {
    let counts = [Severity::Error, Severity::Warning, Severity::Info]
        .map(|severity| (severity, findings.iter().filter(|finding| finding.severity == severity).count()));
    let found: Vec<_> = counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| out.painted(report::paint(severity), counted(count, report::severity_name(severity))))
        .map(|painted| painted.to_string())
        .collect();
    let found = if found.is_empty() { out.painted(Paint::Good, "no findings").to_string() } else { found.join(", ") };
    let catalogs = pack.draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    let records: usize = catalogs.iter().map(|catalog| pack.draft.ids(catalog.name).count()).sum();
    let files = counted(pack.draft.files().count(), "file");
    let name = pack.root.display();
    writeln!(out, "{name}: {found} in {files} with {} ({ms} ms)", counted(records, "record"))?;
    let worst = findings.iter().rev().max_by_key(|finding| finding.severity);
    if let Some(worst) = worst.filter(|worst| worst.severity > Severity::Info) {
        writeln!(out, "`foeman explain {}` tells more", worst.code)?;
    }
    Ok(())
}

/// `1 error`, `2 errors`.
fn counted(count: usize, what: &str) -> String {
    // "info" has no plural.
    let plural = if count == 1 || what == "info" { "" } else { "s" };
    format!("{count} {what}{plural}")
}
