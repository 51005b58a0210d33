//! `foeman explain`: documentation of checks and rules.

mod pages;

mod standard;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::slice;

use clap::ValueEnum;
use foeman_engine::game::Registry;
use foeman_engine::handbook::{Entry, Handbook, Rule, named};
use foeman_schema::check::Check;
use foeman_schema::checks::checks_of;
use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::finding::Confidence;
use foeman_schema::reference;
use foeman_schema::standards;

use super::pack::Shelves;
use super::report;
use foeman_base::console::{Console, Exit, Failure, Paint, Stream};

/// Explains a check (why it matters, a bad and a fixed example) or a rule
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman explain                       all checks in a list
  foeman explain unknown-reference
  foeman explain standards/fair-price my-pack
                                       a check that a pack declares
  foeman explain F7.1                  a rule, as cited in the log and in findings
  foeman explain --rules               all rules in a list
  foeman explain items/damage          a field of packs
  foeman explain --fields              the whole format of packs
  foeman explain --format markdown > checks.md
  foeman explain --out docs            all of it as Markdown pages: `docs/checks/CODE.md`,
                                       `docs/format/RULESET/CATALOG.md`, `docs/rules/CHAPTER.md`")]
pub(super) struct Explain {
    /// The code of a finding, the number of a rule or chapter, or a field such as `items/requires/st`; without it, all
    /// checks are listed
    code: Option<String>,
    /// The pack that declares a check with a code such as `standards/ID`
    pack: Option<PathBuf>,
    #[command(flatten)]
    shelves: Shelves,
    /// List the rules instead of the checks
    #[arg(long, conflicts_with_all = ["code", "fields"])]
    rules: bool,
    /// List everything that packs may contain instead of the checks
    #[arg(long, conflicts_with = "code")]
    fields: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write checks, format and rules to this folder as Markdown pages, one per check, catalog and chapter
    #[arg(long, value_name = "DIR", conflicts_with_all = ["code", "rules", "fields"])]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal
    Human,
    /// A Markdown page; of everything without a code
    Markdown,
}

/// Explains one check or rule, or lists all.
pub(super) fn run(args: &Explain, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    if let Some(folder) = &args.out {
        return pages::write(folder, registry, console);
    }
    if let (Some(code), Some(pack)) = (&args.code, &args.pack) {
        standard::run(code, pack, &args.shelves, args.format, registry, console)?;
        return Ok(Exit::Clean);
    }
    let handbooks = || registry.engines().iter().filter_map(|engine| engine.capabilities().handbook);
    if args.rules {
        for (at, handbook) in handbooks().enumerate() {
            let between = if at > 0 { "\n" } else { "" };
            match args.format {
                Format::Human => list(handbook, &mut console.out)?,
                Format::Markdown => write!(console.out, "{between}{}", handbook.page())?,
            }
        }
        return Ok(Exit::Clean);
    }
    if args.fields {
        write!(console.out, "{}", shown(&reference::page(&registry.dialects()), args.format))?;
        return Ok(Exit::Clean);
    }
    let number = args.code.as_deref().map(str::to_uppercase);
    if let Some(entry) = number.as_deref().and_then(|number| handbooks().find_map(|book| book.entry(number))) {
        match args.format {
            Format::Human => tell(entry, &mut console.out)?,
            Format::Markdown => write!(console.out, "{}", marked(entry))?,
        }
        return Ok(Exit::Clean);
    }
    let checks = all_checks(registry);
    let out = &mut console.out;
    if let Some(path) = args.code.as_deref().filter(|code| !checks.contains_key(code)) {
        let fields = fields(path, registry);
        if !fields.is_empty() {
            write!(out, "{}", shown(&fields, args.format))?;
            return Ok(Exit::Clean);
        }
    }
    match (&args.code, args.format) {
        (Some(code), format) => {
            let names: Vec<_> = checks.keys().copied().collect();
            let check = checks.get(code.as_str()).ok_or_else(|| unknown(code, &names))?;
            match format {
                Format::Human => explain(check, out)?,
                Format::Markdown => write!(out, "{}", page(check))?,
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
            writeln!(out, "# Checks\n\nThe checks of `foeman check`, by code.")?;
            for check in checks.values() {
                write!(out, "\n{}", page(check))?;
            }
        }
    }
    Ok(Exit::Clean)
}

/// Describes a field in each ruleset that has it; empty if none has.
fn fields(path: &str, registry: Registry) -> String {
    let dialects = registry.dialects();
    let entries = dialects.iter().filter_map(|dialect| Some((dialect, reference::entry(dialect, path)?)));
    let mut entries: Vec<_> = entries.collect();
    // The header is the same in all rulesets.
    entries.dedup_by(|(_, one), (_, other)| one == other);
    match entries.as_slice() {
        [(_, only)] => only.clone(),
        several => {
            let named = several.iter().map(|(dialect, text)| format!("{}:\n\n{text}", dialect.title));
            named.collect::<Vec<_>>().join("\n")
        }
    }
}

/// Formats a page; for a terminal, without heading and link markup.
fn shown(page: &str, format: Format) -> String {
    if format == Format::Markdown {
        return page.to_owned();
    }
    let mut text = String::new();
    for line in page.lines() {
        let mut rest = line.trim_start_matches('#').trim_start_matches(|c| c == ' ' && line.starts_with('#'));
        while let Some((before, after)) = rest.split_once('[') {
            let Some((word, link)) = after.split_once("](") else { break };
            text.push_str(before);
            text.push_str(word);
            rest = link.split_once(')').map_or("", |(_, rest)| rest);
        }
        text.push_str(rest);
        text.push('\n');
    }
    text
}

/// The error for an unknown check, rule or field.
fn unknown(code: &str, checks: &[&str]) -> Failure {
    if standards::id_of(code).is_some() {
        let message = format!("`{code}` is declared by a pack; write the folder of the pack after it");
        return Failure::Usage(message);
    }
    let rule = named(&code.to_uppercase()).first().is_some_and(|(at, _)| *at == (0..code.len()));
    let (expected, list) = if rule {
        ("the number of a rule", "`foeman explain --rules` lists the rules")
    } else {
        (
            "the code of a check, the number of a rule or a field such as `items/damage`",
            "`foeman explain` lists the checks, with `--rules` the rules, with `--fields` the format",
        )
    };
    let remedy = did_you_mean(&near(code, checks.iter().copied())).unwrap_or_else(|| list.to_owned());
    Failure::Usage(format!("expected {expected}, found `{code}`; {remedy}"))
}

fn list(handbook: &Handbook, out: &mut Stream<'_>) -> io::Result<()> {
    for chapter in &handbook.chapters {
        let name = out.painted(Paint::Strong, chapter.title).to_string();
        writeln!(out, "{:<7}{name}", chapter.number)?;
        for rule in &chapter.rules {
            writeln!(out, "{:<7}{}", rule.number, rule.title)?;
        }
    }
    Ok(())
}

fn tell(entry: Entry<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    let rules = match entry {
        Entry::Chapter(chapter) => chapter.rules.as_slice(),
        Entry::Rule(_, rule) => slice::from_ref(rule),
    };
    for (at, rule) in rules.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        say(rule, out)?;
    }
    Ok(())
}

fn marked(entry: Entry<'_>) -> String {
    match entry {
        Entry::Chapter(chapter) => chapter.page(),
        Entry::Rule(_, rule) => rule.page(),
    }
}

fn say(rule: &Rule, out: &mut Stream<'_>) -> io::Result<()> {
    let name = out.painted(Paint::Strong, format!("{} {}", rule.number, rule.title)).to_string();
    writeln!(out, "{name}\n\n{}", rule.text)?;
    if rule.filled.is_empty() { Ok(()) } else { writeln!(out, "\nWhere the sources are silent: {}", rule.filled) }
}

fn explain(check: &Check, out: &mut Stream<'_>) -> io::Result<()> {
    let name = out.painted(Paint::Strong, check.name).to_string();
    writeln!(out, "{name}: {}\n\n{}\n\n{}\n", standing(check), check.summary, check.doc.trim())?;
    writeln!(out, "Bad:\n\n{}\n\nFixed:\n\n{}", indented(check.bad), indented(&check.fixed()))
}

/// Describes a check as a section of a Markdown page.
fn page(check: &Check) -> String {
    let fixed = check.fixed();
    let (bad, fixed) = (check.bad.trim(), fixed.trim());
    let head = format!("## {}\n\n{}: {}.\n\n{}\n", check.name, standing(check), check.summary, check.doc.trim());
    format!("{head}\nBad:\n\n```yaml\n{bad}\n```\n\nFixed:\n\n```yaml\n{fixed}\n```\n")
}

/// Formats severity and confidence: `error, certain`.
fn standing(check: &Check) -> String {
    let sure = match check.confidence {
        Confidence::Guess => "often wrong",
        Confidence::Likely => "seldom wrong",
        Confidence::Certain => "certain",
    };
    format!("{}, {sure}", report::severity_name(check.severity))
}

/// Returns the checks of all rulesets by name.
pub(super) fn all_checks(registry: Registry) -> BTreeMap<&'static str, &'static Check> {
    let dialects = registry.dialects();
    dialects.iter().flat_map(|dialect| checks_of(dialect)).map(|check| (check.name, check)).collect()
}

fn indented(example: &str) -> String {
    let lines: Vec<_> = example.trim_end().lines().map(|line| format!("    {line}")).collect();
    lines.join("\n").trim_end().to_owned()
}
