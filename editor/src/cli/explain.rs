//! `foeman explain`: what a check looks for, why, and how to mend it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::ValueEnum;
use foeman_rules::game::Registry;
use foeman_schema::check::Check;
use foeman_schema::checks::checks_of;
use foeman_schema::finding::Confidence;

use super::{report, unknown};
use crate::console::{Console, Exit, Failure, Paint, Stream};

/// Explains a check: why it matters, a bad and a mended example
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman explain                       all checks in a list
  foeman explain unknown-reference
  foeman explain --format markdown > checks.md")]
pub(super) struct Explain {
    /// The code of a finding; all are listed without one
    code: Option<String>,
    /// How the explanation is written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal
    Human,
    /// As a page; of all checks without a code
    Markdown,
}

/// Explains one check, or lists all.
pub(super) fn run(args: &Explain, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let checks = all_checks(registry);
    let out = &mut console.out;
    match (&args.code, args.format) {
        (Some(code), format) => {
            let names: Vec<_> = checks.keys().copied().collect();
            let check = checks.get(code.as_str()).ok_or_else(|| unknown("the code of a check", code, &names))?;
            match format {
                Format::Human => explain(check, out)?,
                Format::Markdown => page(check, out)?,
            }
        }
        (None, Format::Human) => {
            let width = checks.keys().map(|name| name.len()).max().unwrap_or_default();
            for check in checks.values() {
                let severity = format!("{:<7}", report::severity_name(check.severity));
                let severity = out.painted(report::paint(check.severity), severity).to_string();
                writeln!(out, "{:<width$}  {severity}  {}", check.name, check.summary)?;
            }
        }
        (None, Format::Markdown) => {
            writeln!(out, "# Checks\n\nWhat `foeman check` looks for, by code.")?;
            for check in checks.values() {
                writeln!(out)?;
                page(check, out)?;
            }
        }
    }
    Ok(Exit::Clean)
}

fn explain(check: &Check, out: &mut Stream<'_>) -> io::Result<()> {
    let name = out.painted(Paint::Strong, check.name).to_string();
    writeln!(out, "{name}: {}\n\n{}\n\n{}\n", standing(check), check.summary, check.doc.trim())?;
    writeln!(out, "Bad:\n\n{}\n\nMended:\n\n{}", indented(check.bad), indented(check.fixed))
}

fn page(check: &Check, out: &mut Stream<'_>) -> io::Result<()> {
    let (bad, fixed) = (check.bad.trim(), check.fixed.trim());
    writeln!(out, "## {}\n\n{}: {}.\n\n{}\n", check.name, standing(check), check.summary, check.doc.trim())?;
    writeln!(out, "Bad:\n\n```yaml\n{bad}\n```\n\nMended:\n\n```yaml\n{fixed}\n```")
}

/// `error, certain`.
fn standing(check: &Check) -> String {
    let sure = match check.confidence {
        Confidence::Guess => "often wrong",
        Confidence::Likely => "seldom wrong",
        Confidence::Certain => "certain",
    };
    format!("{}, {sure}", report::severity_name(check.severity))
}

/// The checks of all rulesets by name.
fn all_checks(registry: Registry) -> BTreeMap<&'static str, &'static Check> {
    let dialects = registry.dialects();
    dialects.iter().flat_map(|dialect| checks_of(dialect)).map(|check| (check.name, check)).collect()
}

fn indented(example: &str) -> String {
    let lines: Vec<_> = example.trim_end().lines().map(|line| format!("    {line}")).collect();
    lines.join("\n").trim_end().to_owned()
}
