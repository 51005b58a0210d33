//! Findings as text and as JSON.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::PathBuf;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use foeman_schema::checks::summary as summary_of;
use foeman_schema::digest;
use foeman_schema::finding::{Finding, Fix, Safety, Severity};
use foeman_schema::fix::offered;
use foeman_schema::resolve::ContentError;
use foeman_schema::text::{FileId, Location, Pointer};
use serde_json::{Value, json};

use super::pack::Pack;
use foeman_base::console::{Paint, Stream, printable};

/// The output format of lists.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text
    Human,
    /// One JSON object per line
    Json,
}

/// Prints a finding: position and message, then the source line.
pub(super) fn finding(pack: &Pack, finding: &Finding, out: &mut Stream<'_>) -> io::Result<()> {
    let severity = finding.severity;
    let title = out.painted(paint(severity), format!("{}[{}]", severity_name(severity), finding.code)).to_string();
    let message = out.painted(Paint::Strong, printable(&finding.message)).to_string();
    let cell = finding.hex.map(|[col, row]| format!(" (hex {col}, {row})")).unwrap_or_default();
    writeln!(out, "{}: {title}: {message}{cell}", position(pack, finding.place))?;
    let mut group = Group::with_level(level(severity)).element(excerpt(pack, finding.place, None));
    for (place, label) in &finding.related {
        group = group.element(excerpt(pack, *place, Some(label)).path(position_path(pack, place.file)));
    }
    let renderer = if out.has_color() { Renderer::styled() } else { Renderer::plain() };
    writeln!(out, "{}", renderer.render(&[group]))?;
    if let Some(help) = &finding.help {
        let label = out.painted(Paint::Good, "help").to_string();
        writeln!(out, "  {label}: {}", printable(help))?;
    }
    let is_choice = finding.fixes.iter().all(|fix| fix.safety == Safety::Single);
    for (nth, fix) in finding.fixes.iter().take(if is_choice { usize::MAX } else { 1 }).enumerate() {
        let label = out.painted(Paint::Good, "fix").to_string();
        let option = match fix.safety {
            Safety::Safe => "--fix".to_owned(),
            Safety::Unsafe => "--fix-unsafe".to_owned(),
            Safety::Single if nth == 0 => format!("--fix-at {}", place_of_fix(pack, finding)),
            Safety::Single => format!("--fix-at {} --fix-number {}", place_of_fix(pack, finding), nth + 1),
        };
        writeln!(out, "  {label}: {} (`{option}`)", printable(&fix.title))?;
    }
    writeln!(out)
}

/// Returns the place for `--fix-at`: the pointer of a finding, or its line if it has no pointer.
fn place_of_fix(pack: &Pack, finding: &Finding) -> String {
    if finding.pointer != Pointer::root() {
        return printable(&finding.pointer.to_string());
    }
    let (line, _) = pack.draft.line_col(finding.place.file, finding.place.span.start);
    let place = printable(&format!("{}:{line}", position_path(pack, finding.place.file)));
    let is_plain = |c: char| c.is_alphanumeric() || "/\\._-:~+@".contains(c);
    if place.chars().all(is_plain) { place } else { format!("'{}'", place.replace('\'', "'\\''")) }
}

/// Prints findings, at most `most` individually; many notes of one check become one line.
pub(super) fn digest(pack: &Pack, findings: &[Finding], most: usize, out: &mut Stream<'_>) -> io::Result<()> {
    let digest = digest::digest(findings);
    let single: Vec<&Finding> = digest.single.iter().map(|&at| &findings[at]).collect();
    let told = worst(single.iter().copied(), most);
    for one in &told {
        finding(pack, one, out)?;
    }
    if told.len() < single.len() {
        let more = single.len() - told.len();
        let all = tally(findings, out);
        writeln!(out, "and {more} more: {all} in total (`--all` shows each)\n")?;
    }
    let dialect = pack.draft.dialect();
    for fold in digest.folds {
        let title = out.painted(paint(Severity::Info), format!("info[{}]", fold.code)).to_string();
        let summary = summary_of(&pack.draft, fold.code);
        let message = format!("{}: {}", beginning_small(&summary), fold.counts(dialect));
        let message = out.painted(Paint::Strong, printable(&message)).to_string();
        writeln!(out, "{}: {title}: {message} (`--all` shows each)\n", pack.root.display())?;
    }
    Ok(())
}

/// Returns the `most` worst findings, in their original order.
pub(super) fn worst<'a>(findings: impl IntoIterator<Item = &'a Finding>, most: usize) -> Vec<&'a Finding> {
    let mut ranked: Vec<(usize, &Finding)> = findings.into_iter().enumerate().collect();
    if ranked.len() > most {
        ranked.sort_by_key(|(at, finding)| (Reverse(finding.severity), *at));
        ranked.truncate(most);
        ranked.sort_by_key(|(at, _)| *at);
    }
    ranked.into_iter().map(|(_, finding)| finding).collect()
}

/// Prints the number of findings that were not printed.
pub(super) fn rest(findings: &[Finding], told: usize, out: &mut Stream<'_>) -> io::Result<()> {
    let all = tally(findings, out);
    writeln!(out, "and {} more: {all} in total", findings.len() - told)
}

/// Lower-cases the first letter, for use after a colon.
fn beginning_small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Prints why a value cannot be played.
pub(super) fn problem(pack: &Pack, problem: &ContentError, out: &mut Stream<'_>) -> io::Result<()> {
    let place = pack.draft.place(&problem.pointer);
    let at = place.map_or_else(|| problem.pointer.to_string(), |place| position(pack, place));
    let title = out.painted(Paint::Bad, "error").to_string();
    writeln!(out, "{at}: {title}: {}", printable(&problem.message))?;
    if let Some(place) = place {
        let renderer = if out.has_color() { Renderer::styled() } else { Renderer::plain() };
        writeln!(out, "{}", renderer.render(&[Group::with_level(Level::ERROR).element(excerpt(pack, place, None))]))?;
    }
    writeln!(out)
}

/// Converts a finding to a JSON object.
pub(super) fn json(pack: &Pack, finding: &Finding) -> Value {
    let related = finding.related.iter().map(|(place, label)| {
        let mut object = json_place(pack, *place);
        object["label"] = json!(label);
        object
    });
    let mut object = json_place(pack, finding.place);
    object["pointer"] = json!(finding.pointer.to_string());
    object["hex"] = json!(finding.hex);
    object["code"] = json!(finding.code);
    object["severity"] = json!(finding.severity);
    object["confidence"] = json!(finding.confidence);
    object["message"] = json!(finding.message);
    object["help"] = json!(finding.help);
    object["related"] = related.collect();
    object["fixes"] = finding.fixes.iter().map(|fix| json_fix(pack, fix)).collect();
    object
}

/// Converts a fix to JSON, with its edits as positions and replacement texts.
fn json_fix(pack: &Pack, fix: &Fix) -> Value {
    let edit = offered(&pack.draft, fix).unwrap_or_default();
    let edits = edit.splices.iter().map(|splice| {
        let mut object = json_place(pack, Location { file: splice.file, span: splice.span });
        object["text"] = json!(splice.text);
        object
    });
    json!({ "title": fix.title, "safety": fix.safety, "edits": edits.collect::<Value>() })
}

/// Returns the name of a severity, in text and JSON.
pub(super) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Returns the colour of a severity.
pub(super) fn paint(severity: Severity) -> Paint {
    match severity {
        Severity::Info => Paint::Strong,
        Severity::Warning => Paint::Doubtful,
        Severity::Error => Paint::Bad,
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Info => Level::INFO,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    }
}

pub(super) fn json_place(pack: &Pack, place: Location) -> Value {
    let (line, column) = pack.draft.line_col(place.file, place.span.start);
    let (end_line, end_column) = pack.draft.line_col(place.file, place.span.end);
    json!({
        "file": position_path(pack, place.file),
        "line": line,
        "column": column,
        "endLine": end_line,
        "endColumn": end_column,
    })
}

/// Formats a location as file, line and column, which terminals and editors recognise.
pub(super) fn position(pack: &Pack, place: Location) -> String {
    let (line, column) = pack.draft.line_col(place.file, place.span.start);
    format!("{}:{line}:{column}", position_path(pack, place.file))
}

/// Returns the path of a file as the user can open it: below the pack's folder, or the single file itself.
pub(super) fn position_path(pack: &Pack, file: FileId) -> String {
    let path = pack.draft.path(file);
    if pack.draft.owner(file).is_some() {
        // Packs next to this one; others have absolute paths, or special names if they are built in.
        let beside = path.strip_prefix("../").zip(pack.root.parent());
        return beside.map_or_else(|| path.to_owned(), |(path, folder)| folder.join(path).display().to_string());
    }
    let path: PathBuf = if pack.root.is_dir() { pack.root.join(path) } else { pack.root.clone() };
    path.display().to_string()
}

/// Returns the first line of a location with the location marked; a long line is shortened.
///
/// Reads no more text than is shown, so that the cost does not grow with file size or line length.
fn excerpt<'a>(pack: &'a Pack, place: Location, label: Option<&'a str>) -> Snippet<'a, Annotation<'a>> {
    let text = pack.draft.text(place.file);
    let start = place.span.start.min(text.len());
    let (front, cut_front) = before(&text[..start]);
    let (back, cut_back) = after(&text[start..]);
    let marks = [cut_front, cut_back].map(|cut| if cut { CUT } else { "" });
    let line = format!("{}{}{}", marks[0], &text[start - front..start + back], marks[1]);
    let from = marks[0].len() + front;
    let until = from + (place.span.end.max(start) - start).min(back);
    let kind = if label.is_some() { AnnotationKind::Context } else { AnnotationKind::Primary };
    let (number, _) = pack.draft.line_col(place.file, start);
    Snippet::source(line).line_start(number as usize).annotation(kind.span(from..until).label(label))
}

/// Replaces the part of a line that is not shown.
const CUT: &str = "…";

/// The maximum number of characters shown before a location.
const FRONT: usize = 60;

/// The maximum number of characters shown from the start of a location.
const BACK: usize = 68;

/// Returns how many bytes at the end of a text to show, and whether its last line is cut off.
fn before(text: &str) -> (usize, bool) {
    let mut bytes = 0;
    for (count, c) in text.chars().rev().enumerate() {
        if c == '\n' {
            return (bytes, false);
        }
        if count == FRONT {
            return (bytes, true);
        }
        bytes += c.len_utf8();
    }
    (bytes, false)
}

/// Returns how many bytes at the start of a text to show, and whether its first line is cut off.
fn after(text: &str) -> (usize, bool) {
    let mut bytes = 0;
    for (count, c) in text.chars().enumerate() {
        if c == '\n' || text[bytes..].starts_with("\r\n") {
            return (bytes, false);
        }
        if count == BACK {
            return (bytes, true);
        }
        bytes += c.len_utf8();
    }
    (bytes, false)
}

/// Counts findings by severity: `1 error, 2 info`, or `no findings`.
pub(super) fn tally(findings: &[Finding], out: &Stream<'_>) -> String {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let counts = [Severity::Error, Severity::Warning, Severity::Info].map(|severity| (severity, count(severity)));
    let found: Vec<_> = counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| out.painted(paint(severity), counted(count, severity_name(severity))))
        .map(|painted| painted.to_string())
        .collect();
    if found.is_empty() { out.painted(Paint::Good, "no findings").to_string() } else { found.join(", ") }
}

/// Formats a count: `1 error`, `2 errors`.
pub(super) fn counted(count: usize, what: &str) -> String {
    // "info" has no plural.
    let plural = if count == 1 || what == "info" { "" } else { "s" };
    format!("{count} {what}{plural}")
}
