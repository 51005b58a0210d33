//! `foeman check`: what is wrong with a pack, and where.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::ValueEnum;
use foeman_rules::game::Registry;
use foeman_schema::finding::{Finding, Safety, Severity};

use super::mend;
use super::pack::{self, Pack, Shelves};
use super::report::{self, counted, tally};
use crate::console::{Console, Exit, Failure, Stream};

/// Checks packs, and mends them if asked to
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman check content/arena
  foeman check my-pack their-pack --deny warning
  foeman check content/arena --format json | jq .message
  foeman check my-pack --fix-unsafe --diff        what would be mended, guesses too
  foeman check my-pack --fix                      mend what is certain

Files are written only with `--fix` or `--fix-unsafe`, and then only the bytes that must change.
A fix that does not mend its finding, or brings up another one as severe, is not made.
The exit status is that of the findings left; with `--diff`, of the findings there are.

More than three notes of one kind are told as one line, unless `--all` asks for each.

A line of JSON is one finding: file, line, column, endLine, endColumn, pointer, hex, code,
severity, confidence, message, help, related places, and fixes with their edits.
`foeman explain CODE` tells more about a code.")]
pub(super) struct Check {
    /// Folders with a `pack.yaml`, or single YAML files
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Shows notes that come in numbers one by one
    #[arg(long)]
    all: bool,
    /// Findings of this level or worse end with exit status 1
    #[arg(long, value_enum, default_value_t = Level::Error, value_name = "LEVEL")]
    deny: Level,
    /// Mends what can be mended without guessing
    #[arg(long)]
    fix: bool,
    /// Mends also by good guesses, such as the only near name for a misspelt one
    #[arg(long)]
    fix_unsafe: bool,
    /// Shows what would be mended as a unified diff; writes nothing
    #[arg(long, conflicts_with = "format")]
    diff: bool,
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
        let pack = pack::open(path, &args.shelves, registry)?;
        let findings = if args.diff {
            mend::show(&pack, args.allowed().unwrap_or(Safety::Safe), console)?
        } else {
            let (pack, findings) = match args.allowed() {
                Some(allowed) => mend::mend(pack, allowed, console)?,
                None => {
                    let findings = pack.analysis().findings().to_vec();
                    (pack, findings)
                }
            };
            let spent = start.elapsed();
            match args.format {
                Format::Json => {
                    for finding in &findings {
                        writeln!(console.out, "{}", report::json(&pack, finding))?;
                    }
                }
                Format::Human if args.all => {
                    for finding in &findings {
                        report::finding(&pack, finding, &mut console.out)?;
                    }
                }
                Format::Human => report::digest(&pack, &findings, &mut console.out)?,
            }
            console.out.flush()?;
            summarise(&pack, &findings, spent.as_millis(), &mut console.err)?;
            mend::offer(&findings, args.allowed(), &mut console.err)?;
            findings
        };
        if findings.iter().any(|finding| finding.severity >= deny) {
            exit = Exit::Found;
        }
    }
    Ok(exit)
}

impl Check {
    /// Which fixes are to be made.
    fn allowed(&self) -> Option<Safety> {
        match (self.fix, self.fix_unsafe) {
            (_, true) => Some(Safety::Unsafe),
            (true, false) => Some(Safety::Safe),
            (false, false) => None,
        }
    }
}

fn summarise(pack: &Pack, findings: &[Finding], ms: u128, out: &mut Stream<'_>) -> Result<(), Failure> {
    let found = tally(findings, out);
    let catalogs = pack.draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    let records: usize = catalogs.iter().map(|catalog| pack.draft.own_ids(catalog.name).count()).sum();
    let files = counted(pack.draft.files().count(), "file");
    let name = pack.root.display();
    writeln!(out, "{name}: {found} in {files} with {} ({ms} ms)", counted(records, "record"))?;
    let worst = findings.iter().rev().max_by_key(|finding| finding.severity);
    if let Some(worst) = worst.filter(|worst| worst.severity > Severity::Info) {
        writeln!(out, "`foeman explain {}` tells more", worst.code)?;
    }
    Ok(())
}
