//! Generates the format reference from the schema: every catalog, field and notation.
//!
//! There is no second source: the descriptions are the doc comments of the types.

mod pages;

use std::fmt::Write as _;

use serde_json::Value;

use crate::dialect::Dialect;
use crate::field::{Field, FieldKind};
use crate::notation::{self, Notation};

pub use pages::pages;

/// The introduction to the format, the same for all rulesets.
const HEAD: &str = "\
# The format of packs

A pack is a folder with `pack.yaml` and any number of YAML files below it, or a single YAML file.
Any file can contain records of any catalog; a catalog is a map from ids to records, and each id is unique in its catalog.
Ids consist of lower-case letters, digits and hyphens; refer to a record by its id, or by `pack:id` if it belongs to a required pack.

`extends: ID` makes a record inherit from another one of its catalog: maps are merged, other values are replaced, and `null` removes a value.
Keys marked *needed* can be inherited.

A comment `# foeman: allow CODE -- reason` above a key suppresses the findings of a [check](checks.md) there.
The rows of a map are text with one character for each cell; the map's `legend` assigns a terrain to each character.
";

/// Returns the format reference of these rulesets as a Markdown page. Sections common to several rulesets appear only
/// with the first.
pub fn page(dialects: &[&'static Dialect]) -> String {
    let mut text = HEAD.to_owned();
    let mut told: Vec<(Section, &'static str)> = Vec::new();
    for dialect in dialects {
        let about = dialect.about.trim_end_matches('.');
        let _ = write!(text, "\n## {}\n\n`ruleset: {}`: {about}.\n", dialect.title, dialect.id);
        for section in sections(dialect) {
            let known = told.iter().find(|(other, _)| *other == section).map(|(_, title)| *title);
            let body = known.map_or_else(|| section.body.clone(), |title| format!("As in {title}.\n"));
            let _ = write!(text, "\n### {}\n\n{body}", section.title);
            if known.is_none() {
                told.push((section, dialect.title));
            }
        }
    }
    let shared = notation::SHARED.iter().map(|notation| notation_section(notation));
    for section in shared {
        let _ = write!(text, "\n## {}\n\n{}", section.title, section.body);
    }
    text
}

/// A section of the page with a heading.
#[derive(Clone, PartialEq, Eq)]
struct Section {
    title: String,
    body: String,
}

/// Returns the sections on the header, the catalogs, the types shared by several fields, and the notations.
fn sections(dialect: &'static Dialect) -> Vec<Section> {
    let mut types = Vec::new();
    let mut sections = vec![section("The header".to_owned(), &mut types, |page| {
        page.line("These top-level keys are allowed only in `pack.yaml`.");
        page.list(Field::header(dialect).fields(), 0);
    })];
    for catalog in dialect.catalogs {
        let Some(field) = Field::record(dialect, catalog.name) else { continue };
        sections.push(section(format!("`{}`", catalog.name), &mut types, |page| {
            page.sentences(field.doc(), 0);
            page.list(field.fields(), 0);
        }));
    }
    // The description of a type may add further types.
    let mut at = 0;
    while let Some(&(name, field)) = types.get(at) {
        sections.push(section(words(name), &mut types, |page| {
            page.sentences(field.type_doc(), 0);
            page.inner(field, 0);
        }));
        at += 1;
    }
    sections.extend(dialect.notations.iter().map(|notation| notation_section(notation)));
    sections
}

fn section(title: String, types: &mut Vec<(&'static str, Field)>, write: impl FnOnce(&mut Page)) -> Section {
    let mut page = Page { text: String::new(), types: std::mem::take(types) };
    write(&mut page);
    *types = page.types;
    Section { title, body: page.text }
}

/// Returns the description of a field such as `items` or `items/requires/st`, in Markdown; `None` if it does not exist.
pub fn entry(dialect: &'static Dialect, path: &str) -> Option<String> {
    let mut steps = path.split('/').filter(|step| !step.is_empty());
    let first = steps.next()?;
    let start = Field::record(dialect, first).or_else(|| Field::header(dialect).child(first))?;
    let field = steps.try_fold(start, below)?;
    let mut page = Page { text: String::new(), types: Vec::new() };
    page.line(&format!("## `{path}`\n\n{}.", capital(&brief(field))));
    page.sentences(field.doc(), 0);
    page.inner(field, 0);
    if let Some(notation) = field.notation() {
        let Section { title, body } = notation_section(notation);
        page.line(&format!("\n### {title}\n\n{}", body.trim_end()));
    }
    Some(page.text)
}

/// Returns the field one step down, skipping the items of lists and the values of maps.
fn below(field: Field, step: &str) -> Option<Field> {
    match field.kind() {
        FieldKind::List { .. } => below(field.value()?, step),
        FieldKind::Map => field.value().and_then(|value| below(value, step).or(Some(value))),
        _ => field.child(step),
    }
}

/// The page being written.
struct Page {
    text: String,
    /// Types with a separate section, because several fields have them.
    types: Vec<(&'static str, Field)>,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes one line per sentence.
    fn sentences(&mut self, text: &str, depth: usize) {
        for sentence in sentences(text) {
            self.line(&format!("{}{sentence}", "  ".repeat(depth)));
        }
    }

    fn list(&mut self, fields: Vec<Field>, depth: usize) {
        if depth == 0 && !self.text.is_empty() {
            self.text.push('\n');
        }
        for field in fields {
            let needed = if field.required() { ", needed" } else { "" };
            self.line(&format!("{}- `{}`: {}{needed}", "  ".repeat(depth), field.name(), brief(field)));
            self.sentences(field.doc(), depth + 1);
            match own_section(inside(field)) {
                Some(name) => {
                    self.line(&format!("{}See [{}](#{}).", "  ".repeat(depth + 1), words(name), anchor(name)));
                    if !self.types.iter().any(|(known, _)| *known == name) {
                        self.types.push((name, inside(field)));
                    }
                }
                None => self.inner(field, depth + 1),
            }
        }
    }

    /// Writes the descriptions of nested fields.
    fn inner(&mut self, field: Field, depth: usize) {
        let field = inside(field);
        if let (Some(tag), FieldKind::Object) = (field.tag(), field.kind()) {
            let Some(FieldKind::Choice(kinds)) = field.child(tag).map(Field::kind) else { return };
            let fields = |kind: &str| field.fields_of(kind).into_iter().filter(|field| field.name() != tag);
            let is_same = |one: &Field, other: &Field| one.name() == other.name() && one.doc() == other.doc();
            let in_all = |field: &Field| {
                kinds.len() > 1 && kinds.iter().all(|kind| fields(kind.value).any(|other| is_same(field, &other)))
            };
            for kind in &kinds {
                self.line(&format!("{}- `{tag}: {}`: {}", "  ".repeat(depth), kind.value, in_line(kind.doc)));
                self.list(fields(kind.value).filter(|field| !in_all(field)).collect(), depth + 1);
            }
            let first = kinds.first().map_or("", |kind| kind.value);
            let common: Vec<Field> = fields(first).filter(in_all).collect();
            if !common.is_empty() {
                self.line(&format!("{}- With each `{tag}`:", "  ".repeat(depth)));
                self.list(common, depth + 1);
            }
            return;
        }
        match field.kind() {
            FieldKind::Object => self.list(field.fields(), depth),
            FieldKind::Choice(words) => {
                for word in words.iter().filter(|word| !word.doc.is_empty()) {
                    self.line(&format!("{}- `{}`: {}", "  ".repeat(depth), word.value, in_line(word.doc)));
                }
            }
            _ => {}
        }
    }
}

/// Returns the innermost item of a list or value of a map, at any depth.
fn inside(mut field: Field) -> Field {
    while let (FieldKind::List { .. } | FieldKind::Map, Some(value)) = (field.kind(), field.value()) {
        field = value;
    }
    field
}

/// Returns the name of a type that has a separate section because it may be recursive.
fn own_section(field: Field) -> Option<&'static str> {
    let name = field.type_name()?;
    (matches!(field.kind(), FieldKind::Object) && field.tag().is_some()).then_some(name)
}

/// Describes the expected value, the unit and the default.
fn brief(field: Field) -> String {
    let mut text = match (field.kind(), field.value()) {
        (FieldKind::List { .. }, Some(item)) => format!("{}, of {}", field.expected(), one(item)),
        (FieldKind::Map, Some(value)) => match (field.key_target(), field.key_names()) {
            (Some(catalog), _) => format!("for ids of `{catalog}`, {} each", one(value)),
            (None, Some(names)) => format!("for names of `{}`, {} each", names.path.join("/"), one(value)),
            (None, None) => format!("for any names, {} each", one(value)),
        },
        (FieldKind::Object, _) => "keys".to_owned(),
        _ => one(field),
    };
    if let Some(unit) = field.unit() {
        let _ = write!(text, ", in {unit}");
    }
    match field.default() {
        Some(Value::Null) | None => {}
        // The defaults of an object are described at its keys.
        Some(Value::Object(_)) => {}
        Some(Value::Array(list)) if list.is_empty() => {}
        Some(Value::String(text)) if text.is_empty() => {}
        Some(default) => {
            let _ = write!(text, "; default `{}`", plain(default));
        }
    }
    text
}

/// Describes a single value.
fn one(field: Field) -> String {
    match (field.kind(), field.notation()) {
        (FieldKind::Object, _) => "keys".to_owned(),
        (FieldKind::List { .. } | FieldKind::Map, _) => brief(field),
        (FieldKind::Reference { catalog }, _) => format!("{} (`{catalog}`)", field.expected()),
        (_, Some(notation)) => {
            format!(
                "text in the notation [{}](#{}), such as {}",
                notation.name,
                anchor_of(notation),
                examples(notation, 2)
            )
        }
        _ => field.expected(),
    }
}

fn notation_section(notation: &Notation) -> Section {
    let body = format!("{}.\nFor example {}.\n", notation.about, examples(notation, usize::MAX));
    Section { title: format!("Notation: {}", notation.name), body }
}

fn examples(notation: &Notation, most: usize) -> String {
    let texts: Vec<String> = notation.examples.iter().take(most).map(|text| format!("`{text}`")).collect();
    texts.join(", ")
}

fn anchor_of(notation: &Notation) -> String {
    format!("notation-{}", notation.name)
}

/// Converts `ImageLayer` to words: `Image layer`.
fn words(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        match c {
            '-' | '_' => text.push(' '),
            c if c.is_uppercase() && !text.is_empty() => text.extend([' '].into_iter().chain(c.to_lowercase())),
            c => text.push(c),
        }
    }
    capital(&text)
}

fn anchor(name: &str) -> String {
    words(name).to_lowercase().replace(' ', "-")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn in_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// Splits a text with hard line breaks into sentences.
fn sentences(text: &str) -> Vec<String> {
    let text = in_line(text);
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(". ") {
        let next = text[at + 2..].chars().next();
        // A full stop before a lower-case letter belongs to an abbreviation.
        if next.is_some_and(|c| c.is_uppercase() || c == '`') {
            sentences.push(text[start..=at].trim().to_owned());
            start = at + 2;
        }
    }
    sentences.push(text[start..].trim().to_owned());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}
