//! `foeman explain`: what a check looks for, why, and how to mend it.

use std::collections::BTreeMap;
use std::io::Write;

use foeman_rules::game::Registry;
use foeman_schema::check::{self, checks_of};
use foeman_schema::finding::Confidence;
use foeman_schema::near;

use super::report;
use crate::console::{Console, Exit, Failure, Paint};

/// Explains a check: why it matters, a bad and a mended example
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman explain                       all checks in a list
  foeman explain unknown-reference")]
pub(super) struct Explain {
    /// The code of a finding; all are listed without one
    code: Option<String>,
}

/// Explains one check, or lists all.
pub(super) fn run(args: &Explain, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let checks = all_checks(registry);
    let Some(code) = &args.code else {
        let width = checks.keys().map(|name| name.len()).max().unwrap_or_default();
        for check in checks.values() {
            let severity = report::severity_name(check.severity);
            let painted = console.out.painted(report::paint(check.severity), format!("{severity:<7}")).to_string();
            writeln!(console.out, "{:<width$}  {painted}  {}", check.name, check.summary)?;
        }
        return Ok(Exit::Clean);
    };
    let Some(check) = checks.get(code.as_str()) else {
        let remedy = near::nearest(code, checks.keys().copied()).map_or_else(
            || "; `foeman explain` lists all".to_owned(),
            |near| format!("; did you mean `{near}`?"),
        );
        return Err(Failure::Usage(format!("expected the code of a check, but found `{code}`{remedy}")));
    };
    let name = console.out.painted(Paint::Strong, check.name).to_string();
    let sure = match check.confidence {
        Confidence::Guess => "often wrong",
        Confidence::Likely => "seldom wrong",
        Confidence::Certain => "certain",
    };
    writeln!(console.out, "{name}: {} ({sure})\n", report::severity_name(check.severity))?;
    writeln!(console.out, "{}\n\n{}\n", check.summary, check.doc.trim())?;
    writeln!(console.out, "Bad:\n\n{}\n", indented(check.bad))?;
    writeln!(console.out, "Mended:\n\n{}", indented(check.fixed))?;
    Ok(Exit::Clean)
}

/// The checks of all rulesets by name.
fn all_checks(registry: Registry) -> BTreeMap<&'static str, &'static check::Check> {
    let dialects = registry.dialects();
    dialects.iter().flat_map(|dialect| checks_of(dialect)).map(|check| (check.name, check)).collect()
}

fn indented(example: &str) -> String {
    let lines: Vec<_> = example.trim_end().lines().map(|line| format!("    {line}")).collect();
    lines.join("\n").trim_end().to_owned()
}
