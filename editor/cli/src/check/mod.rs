//! `foeman check`: checks packs and prints findings.

mod at;

mod baseline;

mod choice;

mod github;

mod sarif;

mod subject;

mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::ValueEnum;
use foeman_engine::game::Registry;
use foeman_schema::finding::{Finding, Safety, Severity};

use super::fix;
use super::number;
use super::pack::{self, Pack, Shelves};
use super::report::{self, counted, tally};
use at::At;
use baseline::Baseline;
use choice::Choice;
use foeman_base::console::{Console, Exit, Failure, Stream};
use sarif::Sarif;
use subject::{Access, Subject};

/// The default limit of findings in text output.
const TOLD: usize = 100;

/// Checks packs, and fixes problems on request
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman check content/arena
  foeman check content/arena/items/melee.yaml     one file, with the rest of its pack around it
  foeman check my-pack their-pack --deny warning
  foeman check my-pack --select unknown-reference,missing-field
  foeman check my-pack --watch                    again after every change, until Ctrl+C
  foeman check content/arena --format json | jq .message
  foeman check my-pack --fix-unsafe --diff        preview all safe and probable fixes
  foeman check my-pack --fix                      apply the safe fixes
  foeman check my-pack --fix-at /sides/guards     apply the fix offered at one value, even if it deletes
  foeman check my-pack --fix-at my-pack/items.yaml:7 --fix-number 2
                                                  take theirs in the merge conflict at line 7
  foeman check my-pack --write-baseline known.json
  foeman check my-pack --baseline known.json      only new findings
  foeman check - --stdin-name my-pack/items.yaml < unsaved.yaml

Files are written only with `--fix`, `--fix-unsafe` or `--fix-at`, and then only the bytes that must change.
A fix is not applied if its finding remains, or if it causes another one as severe.
A fix that deletes, or that guesses between two spellings or two versions, is applied only with
`--fix-at` and the pointer or line shown in the report.
The exit status depends on the remaining findings; with `--diff`, on the current ones.
Findings left out by `--select`, `--ignore` or a baseline are not reported, fixed or counted.

More than three notes of one check become one line, and only the 100 worst findings are printed;
`--all` prints each.
A comment `# foeman: allow CODE -- reason` above a key suppresses the finding there.

A line of JSON is one finding: file, line, column, endLine, endColumn, pointer, hex, code,
severity, confidence, message, help, related places, and fixes with their edits.
SARIF is one document about all packs; `github` writes workflow commands, which annotate changes.
`foeman explain CODE` describes a check.")]
pub(super) struct Check {
    /// Folders with a `pack.yaml`, or YAML files: a file of a pack is checked within it; `-` for standard input
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Print every finding, and each note that would be summarised
    #[arg(long, conflicts_with = "max_errors")]
    all: bool,
    /// Maximum number of findings, worst first; 100 in text output by default
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::whole(1..=u32::MAX))]
    max_errors: Option<u32>,
    /// Print only findings: no summary, no offered fixes
    #[arg(long, short)]
    quiet: bool,
    /// Only findings of these checks, by code
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    select: Vec<String>,
    /// No findings of these checks
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Ignore the findings listed in this file, and report listed ones that are gone
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the current findings to this file, for `--baseline`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "fix", "fix_unsafe", "fix_at", "diff", "watch"])]
    write_baseline: Option<PathBuf>,
    /// The path of the file on standard input, which is checked within its pack
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fix", "fix_unsafe", "fix_at", "watch"])]
    stdin_name: Option<PathBuf>,
    /// Check again whenever a file changes, until Ctrl+C
    #[arg(long, conflicts_with_all = ["fix", "fix_unsafe", "fix_at", "diff"])]
    watch: bool,
    /// Findings of this level or worse give exit status 1; `error` unless the pack sets another level
    #[arg(long, value_enum, value_name = "LEVEL")]
    deny: Option<Level>,
    /// Apply all safe fixes
    #[arg(long)]
    fix: bool,
    /// Also apply probable fixes, such as the only similar name for a misspelt one
    #[arg(long)]
    fix_unsafe: bool,
    /// Apply one fix at this value or line, even an unsafe one: a pointer or `FILE:LINE`, as shown in the report
    #[arg(long, value_name = "PLACE", value_parser = At::parse, conflicts_with_all = ["fix", "fix_unsafe"])]
    fix_at: Option<At>,
    /// Apply the second, third … of the fixes offered there instead of the first
    #[arg(long, value_name = "NUMBER", requires = "fix_at", value_parser = number::whole(1..=u32::MAX))]
    fix_number: Option<u32>,
    /// Show the fixes as a unified diff; write nothing
    #[arg(long, conflicts_with = "format")]
    diff: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text with the source line
    Human,
    /// One JSON object per line
    Json,
    /// One SARIF 2.1.0 document
    Sarif,
    /// GitHub Actions workflow commands
    Github,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// Only errors, which make content unusable
    Error,
    /// Also probable mistakes
    Warning,
    /// Everything
    Info,
}

/// Checks the packs in turn, once or after each change.
pub(super) fn run(args: &Check, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let typed = args.packs.iter().any(|path| subject::is_typed(path));
    if typed != args.stdin_name.is_some() || (typed && args.packs.len() > 1) {
        let message = "expected `-` alone with `--stdin-name FILE`, the path of the text in its pack";
        return Err(Failure::Usage(message.to_owned()));
    }
    let choice = Choice::of(&args.select, &args.ignore, registry)?;
    if args.watch {
        let check =
            &mut |console: &mut Console<'_>, read: &mut Vec<PathBuf>| once(args, &choice, registry, console, read);
        return watch::each_time(&args.packs, console, check);
    }
    once(args, &choice, registry, console, &mut Vec::new())
}

/// Checks the packs in turn; adds all paths it has read to `read`.
fn once(
    args: &Check,
    choice: &Choice,
    registry: Registry,
    console: &mut Console<'_>,
    read: &mut Vec<PathBuf>,
) -> Result<Exit, Failure> {
    let known = args.baseline.as_deref().map(Baseline::read).transpose()?.unwrap_or_default();
    let mut sarif = Sarif::new(registry);
    let mut written = Baseline::default();
    let mut exit = Exit::Clean;
    for path in &args.packs {
        let start = Instant::now();
        let access = if args.allowed().is_some() && !args.diff { Access::Write } else { Access::Read };
        let subject = Subject::open(path, args.stdin_name.as_deref(), &args.shelves, registry, access, console)?;
        read.extend(subject.pack.draft.roots());
        let wanted = |pack: &Pack, finding: &Finding| {
            choice.has(finding) && subject.has(pack, finding) && !known.has(pack, finding)
        };
        let meant = |pack: &Pack, finding: &Finding| args.is_meant(pack, finding);
        let number = args.fix_number.map_or(0, |number| number as usize - 1);
        let analysis = subject.pack.analysis();
        let is_chosen = |finding: &&Finding| choice.has(finding) && subject.has(&subject.pack, finding);
        let chosen: Vec<&Finding> = analysis.findings().iter().filter(is_chosen).collect();
        written.add(&subject.pack, &chosen);
        let mut compared = known.compared(&subject.pack, &chosen);
        if args.diff || args.format == Format::Human {
            // Printed first, because it explains the other findings and might be beyond the limit.
            pack::warn(&subject.pack, &mut console.err)?;
        }
        let findings = if args.diff {
            let fixes = fix::Fixes { allowed: args.allowed().unwrap_or(Safety::Safe), number };
            fix::show(&subject.pack, fixes, (&wanted, &meant), console)?
        } else {
            let (pack, findings) = match args.allowed() {
                Some(allowed) => {
                    let fixes = fix::Fixes { allowed, number };
                    fix::apply(subject.pack.clone(), fixes, (&wanted, &meant), console)?
                }
                None => (subject.pack.clone(), std::mem::take(&mut compared.new)),
            };
            tell(args, &pack, &findings, &mut sarif, console)?;
            if !args.quiet {
                let silent =
                    [(analysis.allowed(), "allowed"), (analysis.left_out().len(), "checks disabled by the pack")];
                summarise(&pack, &findings, &silent, start.elapsed().as_millis(), &mut console.err)?;
                fix::offer(&findings, args.allowed(), &mut console.err)?;
            }
            findings
        };
        if !args.quiet {
            compared.tell(args.baseline.as_deref(), &mut console.err)?;
        }
        let deny = args.deny.map_or_else(|| denied_by(&subject.pack), Level::severity);
        if findings.iter().any(|finding| finding.severity >= deny) {
            exit = Exit::Found;
        }
        if !args.watch && args.packs.last() == Some(path) {
            // The program ends soon, and to free the trees of a large pack takes time.
            std::mem::forget(analysis);
        }
    }
    if args.format == Format::Sarif && !args.diff {
        writeln!(console.out, "{}", sarif.document())?;
    }
    console.out.flush()?;
    if let Some(path) = &args.write_baseline {
        written.write(path)?;
        writeln!(console.err, "{}: wrote {}", path.display(), counted(written.count(), "finding"))?;
        return Ok(Exit::Clean);
    }
    Ok(exit)
}

/// Writes findings in the requested format, up to the limit.
fn tell(
    args: &Check,
    pack: &Pack,
    findings: &[Finding],
    sarif: &mut Sarif,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let most = match (args.max_errors, args.format) {
        (Some(most), _) => most as usize,
        (None, Format::Human) if !args.all => TOLD,
        (None, _) => usize::MAX,
    };
    let out = &mut console.out;
    if args.format == Format::Human && !args.all {
        return Ok(report::digest(pack, findings, most, out)?);
    }
    let worst = report::worst(findings, most);
    for finding in &worst {
        match args.format {
            Format::Human => report::finding(pack, finding, out)?,
            Format::Json => writeln!(out, "{}", report::json(pack, finding))?,
            Format::Github => github::write(pack, finding, out)?,
            Format::Sarif => sarif.add(pack, finding),
        }
    }
    out.flush()?;
    if worst.len() < findings.len() {
        report::rest(findings, worst.len(), &mut console.err)?;
    }
    Ok(())
}

impl Check {
    /// Returns which fixes to apply, if any.
    fn allowed(&self) -> Option<Safety> {
        match (self.fix, self.fix_unsafe) {
            _ if self.fix_at.is_some() => Some(Safety::Single),
            (_, true) => Some(Safety::Unsafe),
            (true, false) => Some(Safety::Safe),
            (false, false) => None,
        }
    }

    /// Whether the fix of a finding is asked for.
    fn is_meant(&self, pack: &Pack, finding: &Finding) -> bool {
        self.fix_at.as_ref().is_none_or(|at| at.is_of(pack, finding))
    }
}

impl Level {
    fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
        }
    }
}

/// Returns the level set by the pack itself.
fn denied_by(pack: &Pack) -> Severity {
    let findings = pack.draft.header("findings");
    let level = findings.and_then(|findings| Level::from_str(findings.get("deny")?.as_str()?, false).ok());
    level.unwrap_or(Level::Error).severity()
}

/// Prints the number of findings, and the numbers of hidden findings.
fn summarise(
    pack: &Pack,
    findings: &[Finding],
    silent: &[(usize, &str)],
    ms: u128,
    out: &mut Stream<'_>,
) -> Result<(), Failure> {
    let mut found = tally(findings, out);
    let silent = silent.iter().filter(|(count, _)| *count > 0);
    let silent: Vec<String> = silent.map(|(count, what)| format!("{what}: {count}")).collect();
    if !silent.is_empty() {
        found = format!("{found} ({})", silent.join(", "));
    }
    let catalogs = pack.draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    let records: usize = catalogs.iter().map(|catalog| pack.draft.own_ids(catalog.name).count()).sum();
    let files = counted(pack.draft.files().count(), "file");
    let name = pack.root.display();
    writeln!(out, "{name}: {found} in {files} with {} ({ms} ms)", counted(records, "record"))?;
    let worst = findings.iter().rev().max_by_key(|finding| finding.severity);
    if let Some(worst) = worst.filter(|worst| worst.severity > Severity::Info) {
        writeln!(out, "for details, run `foeman explain {}`", worst.code)?;
    }
    Ok(())
}
