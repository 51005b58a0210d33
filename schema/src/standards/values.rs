//! The values of a record in conditions, requirements and messages of standards.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value;

use crate::arithmetic::Values;
use crate::catalogs::standards::Standard;
use crate::dialect::Dialect;
use crate::draft::Draft;
use crate::field::Field;
use crate::notation::message::{Message, Piece};
use crate::notation::requirement::{FieldPath, Name, Requirement};
use crate::survey::{Sound, Survey};
use crate::text::RecordKey;

/// The maximum length of a value in a message, in characters.
const LONGEST: usize = 60;

/// The maximum length of a message or help, in characters. Each finding has a copy of them.
const LONGEST_TEXT: usize = 300;

/// A record that is checked, or the pack as a whole.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    survey: &'a Survey<'a>,
    dialect: &'static Dialect,
    record: Option<(&'a RecordKey, &'a Sound)>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(survey: &'a Survey<'a>, record: Option<(&'a RecordKey, &'a Sound)>) -> Option<Self> {
        Some(Self { survey, dialect: survey.draft.dialect()?, record })
    }

    /// Returns the draft.
    pub(crate) fn draft(self) -> &'a Draft {
        self.survey.draft
    }

    /// Returns whether the record meets a requirement.
    pub(crate) fn meets(self, requirement: &Requirement) -> bool {
        match requirement {
            Requirement::Has(path) => self.has(path),
            Requirement::Lacks(path) => !self.has(path),
            Requirement::Is(path, words) => self.is_one_of(path, words),
            Requirement::IsNot(path, words) => !self.is_one_of(path, words),
            Requirement::Compares(comparison) => comparison.holds(&mut { self }),
        }
    }

    fn has(self, path: &FieldPath) -> bool {
        match self.find(path).filter(|(_, written)| *written) {
            None | Some((Value::Null, _)) => false,
            Some((Value::String(text), _)) => !text.trim().is_empty(),
            Some((Value::Array(items), _)) => !items.is_empty(),
            Some((Value::Object(entries), _)) => !entries.is_empty(),
            Some((Value::Bool(_) | Value::Number(_), _)) => true,
        }
    }

    fn is_one_of(self, path: &FieldPath, words: &[String]) -> bool {
        let is = |value: &Value| value.as_str().is_some_and(|text| words.iter().any(|word| word == text));
        match self.find(path) {
            Some((Value::Array(items), _)) => items.iter().any(is),
            Some((Value::Bool(yes), _)) => words.iter().any(|word| *word == yes.to_string()),
            Some((value, _)) => is(value),
            None => false,
        }
    }

    /// Returns the value of a field and whether it is written or inherited; otherwise it is the default.
    fn find(self, path: &FieldPath) -> Option<(&'a Value, bool)> {
        let (key, sound) = self.record?;
        let field = Field::record(self.dialect, &key.catalog)?;
        let [first, rest @ ..] = path.steps() else { return None };
        let mut at = self.in_record(field, (key, sound), first)?;
        for step in rest {
            at = self.below(at, step)?;
        }
        Some((at.value, at.written))
    }

    fn below(self, at: At<'a>, step: &str) -> Option<At<'a>> {
        if let Some(catalog) = at.field.target() {
            let record = self.survey.found(catalog, at.value.as_str()?)?;
            return self.in_record(Field::record(self.dialect, catalog)?, record, step);
        }
        at.field.child(step).and_then(|below| found(below, at.value.get(step)))
    }

    fn in_record(self, record: Field, (key, sound): (&'a RecordKey, &'a Sound), step: &str) -> Option<At<'a>> {
        let declared = || sound.declared.as_ref().and_then(|declared| declared.fields.get(step));
        found(record.child(step)?, sound.value(self.draft(), key).get(step).or_else(declared))
    }

    /// Returns the value of a name as a number.
    fn number(self, name: &Name) -> i32 {
        let value = match name {
            Name::Count(catalog) => return whole(self.survey.draft.ids(catalog).count()),
            Name::Field(path) => self.find(path).map(|(value, _)| value),
        };
        match value {
            Some(Value::Bool(yes)) => i32::from(*yes),
            Some(Value::Number(number)) => rounded(number.as_f64().unwrap_or_default()),
            Some(Value::String(text)) => text.trim().parse().map_or(0, rounded),
            Some(Value::Array(items)) => whole(items.len()),
            Some(Value::Object(entries)) => whole(entries.len()),
            Some(Value::Null) | None => 0,
        }
    }

    /// Returns the title of the record, or its id.
    fn title(self) -> &'a str {
        match self.record {
            Some((key, sound)) if sound.title.is_empty() => &key.id,
            Some((_, sound)) => &sound.title,
            None => self.survey.draft.title(),
        }
    }

    /// Formats the message of a finding.
    pub(crate) fn message(self, message: &Message) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Title => self.title().to_owned(),
            Piece::Id => self.record.map_or_else(String::new, |(key, _)| key.id.clone()),
            Piece::Value(name) => self.shown(name).into_owned(),
        };
        shortened(&message.pieces().iter().map(piece).collect::<String>(), LONGEST_TEXT).into_owned()
    }

    /// Returns the message that the record does not meet a requirement, for standards without a message.
    pub(crate) fn unmet(self, requirement: &Requirement) -> String {
        let shown = |path: &FieldPath| self.shown(&Name::Field(path.clone()));
        let title = self.title();
        match requirement {
            Requirement::Has(path) => format!("{title}: expected `{path}`, found nothing"),
            Requirement::Lacks(path) => format!("{title}: expected no `{path}`, found `{}`", shown(path)),
            Requirement::Is(path, _) | Requirement::IsNot(path, _) => {
                format!("{title}: expected `{requirement}`, found `{}`", shown(path))
            }
            Requirement::Compares(comparison) => {
                let names: BTreeSet<String> =
                    comparison.names().map(|name| format!("{} for `{name}`", self.shown(name))).collect();
                let names: Vec<String> = names.into_iter().collect();
                format!("{title}: expected `{requirement}`, found {}", names.join(" and "))
            }
        }
    }

    /// Returns the value of a name for messages.
    fn shown(self, name: &Name) -> Cow<'a, str> {
        let value = match name {
            Name::Count(_) => return self.number(name).to_string().into(),
            Name::Field(path) => self.find(path).map(|(value, _)| value),
        };
        match value {
            Some(Value::String(text)) => shortened(text, LONGEST),
            Some(Value::Array(items)) => entries(items.len()),
            Some(Value::Object(items)) => entries(items.len()),
            Some(Value::Null) | None => "nothing".into(),
            Some(other) => other.to_string().into(),
        }
    }
}

impl Values<Name> for Subject<'_> {
    fn value(&mut self, name: &Name) -> i32 {
        self.number(name)
    }

    /// Requirements with dice are refused when they are read.
    fn dice(&mut self, _: u8) -> i32 {
        0
    }
}

/// A value on the path of a field.
#[derive(Clone, Copy)]
struct At<'a> {
    field: Field,
    value: &'a Value,
    written: bool,
}

/// Returns a written value or the default.
fn found<'a>(field: Field, value: Option<&'a Value>) -> Option<At<'a>> {
    let written = value.is_some();
    Some(At { field, value: value.or_else(|| field.default())?, written })
}

/// Returns the help of a standard, if it has one.
pub(crate) fn help_of(standard: &Standard) -> Option<String> {
    let help = standard.help.trim();
    (!help.is_empty()).then(|| shortened(help, LONGEST_TEXT).into_owned())
}

fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

fn entries(count: usize) -> Cow<'static, str> {
    crate::plural::plural(count, "entry", "entries").into()
}

fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Rounds to the nearest whole number, saturating.
fn rounded(number: f64) -> i32 {
    number.round() as i32
}
