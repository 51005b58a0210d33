//! Validates a record against its schema: translates errors of jsonschema into our messages and locates them.

mod accept;

#[cfg(test)]
mod laws;

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::did_you_mean::near;
use crate::field::{Field, FieldKind};
use crate::read::number;
use crate::source::limits;
use crate::text::quoted;

pub(crate) use accept::{accepts_header, accepts_record, is_read_otherwise, lacks_nothing};

/// A violation of the schema at a value or key inside a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Violation {
    /// The path from the record to the value.
    pub(crate) steps: Vec<String>,
    /// The kind of violation.
    pub(crate) kind: ViolationKind,
}

/// The kinds of violations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ViolationKind {
    /// The last step is an unknown key; with similar keys, the known keys, and the variants that have the key.
    UnknownKey { near: Vec<String>, fields: Vec<String>, kinds: Vec<&'static str> },
    /// The last step is a malformed key.
    InvalidKey { expected: String },
    /// A value of the wrong type. `meant` is the value of a quoted number or another word for it.
    WrongType { expected: String, found: String, meant: Option<Value> },
    /// A value of the right type that is out of range, malformed or not one of the choices. `near` are similar values,
    /// and `key` is a sibling key that the value names.
    InvalidValue { expected: String, found: String, near: Vec<String>, key: Option<&'static str> },
    /// Text that violates its notation, with the message of the notation.
    InvalidNotation { message: String },
    /// A missing required key; the steps lead to the map that lacks it.
    MissingField { key: String, doc: String },
    /// The record satisfies its schema but cannot be deserialised, with serde's message.
    Unreadable { message: String },
}

impl ViolationKind {
    /// Creates the violation for a value of the wrong type.
    pub(crate) fn wrong_type(field: Field, value: &Value) -> Self {
        let meant = value.as_str().and_then(|text| meant(field, text));
        // An unquoted number would have been read as a number.
        let is_quoted = meant.as_ref().is_some_and(|meant| value.as_str() == Some(&meant.to_string()));
        let quotes = if is_quoted { " in quotes" } else { "" };
        Self::WrongType { expected: field.expected(), found: format!("{}{quotes}", found(value)), meant }
    }
}

/// Returns the number or boolean that a text stands for, in a field that does not allow text.
fn meant(field: Field, text: &str) -> Option<Value> {
    match field.shape() {
        FieldKind::Integer { .. } | FieldKind::Number => number(text).filter(|number| {
            let printed = number.to_string();
            printed == text && (!number.is_f64() || *field.shape() == FieldKind::Number)
        }),
        FieldKind::Bool => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some(Value::Bool(true)),
            "false" | "no" | "off" => Some(Value::Bool(false)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the violations in a value described by `field` and checked by `validator`, at most one per value.
pub(crate) fn flaws(value: &Value, field: Field, validator: &Validator) -> Vec<Violation> {
    let mut flaws = Vec::new();
    if !validator.is_valid(value) {
        for error in validator.iter_errors(value) {
            translate(&error, value, field, &mut flaws);
        }
    }
    notations(value, field, &mut Vec::new(), &mut flaws);
    flaws.sort_by(|a, b| (&a.steps, rank(&a.kind)).cmp(&(&b.steps, rank(&b.kind))));
    flaws.dedup_by(|b, a| a.steps == b.steps && !is_missing(&a.kind) && !is_missing(&b.kind));
    let mut flaws = without_misspelt(flaws);
    flaws.truncate(limits::FLAWS);
    flaws
}

/// Ranks the violations of a value; the lowest is reported.
fn rank(kind: &ViolationKind) -> u8 {
    match kind {
        ViolationKind::UnknownKey { .. } | ViolationKind::InvalidKey { .. } => 0,
        ViolationKind::WrongType { .. } => 1,
        // A notation is more specific than the pattern derived from it.
        ViolationKind::InvalidNotation { .. } => 2,
        ViolationKind::InvalidValue { .. } => 3,
        ViolationKind::MissingField { .. } => 4,
        ViolationKind::Unreadable { .. } => 5,
    }
}

fn is_missing(kind: &ViolationKind) -> bool {
    matches!(kind, ViolationKind::MissingField { .. })
}

/// Drops missing keys that are present but misspelt: only the misspelt key is reported.
fn without_misspelt(mut flaws: Vec<Violation>) -> Vec<Violation> {
    let misspelt: Vec<(Vec<String>, Vec<String>)> = flaws
        .iter()
        .filter_map(|flaw| match &flaw.kind {
            ViolationKind::UnknownKey { near, .. } => Some((flaw.steps[..flaw.steps.len() - 1].to_vec(), near.clone())),
            _ => None,
        })
        .collect();
    // With `extends`, which is misspelt here, the record may inherit the missing keys.
    let extends = misspelt.iter().any(|(_, near)| near.iter().any(|key| key == "extends"));
    flaws.retain(|flaw| match &flaw.kind {
        ViolationKind::MissingField { .. } if extends => false,
        ViolationKind::MissingField { key, .. } => {
            !misspelt.iter().any(|(steps, near)| *steps == flaw.steps && near.contains(key))
        }
        _ => true,
    });
    flaws
}

fn translate(error: &ValidationError<'_>, root: &Value, field: Field, flaws: &mut Vec<Violation>) {
    let steps: Vec<String> = error.instance_path().iter().map(|segment| segment.to_string()).collect();
    let Some(value) = steps.iter().try_fold(root, |value, step| step_into(value, step)) else { return };
    let Some(site) = steps.iter().try_fold(field, |field, step| field.child(step)) else { return };
    let invalid = || ViolationKind::InvalidValue {
        expected: site.expected(),
        found: found(value),
        near: near_choices(site, value),
        key: key_beside(field, &steps, value),
    };
    let wrong = || ViolationKind::wrong_type(site, value);
    let mut add = |kind: ViolationKind| flaws.push(Violation { steps: steps.clone(), kind });
    match error.kind() {
        Kind::AdditionalProperties { unexpected } => {
            let steps = |key: &String| steps.iter().chain([key]).cloned().collect();
            flaws.extend(
                unexpected.iter().map(|key| Violation { steps: steps(key), kind: unknown_key(site, value, key) }),
            );
        }
        Kind::PropertyNames { error } if site.tag().is_some() => {
            let Some(key) = error.instance().as_str() else { return };
            let kind = unknown_key(site, value, key);
            flaws.push(Violation { steps: steps.iter().cloned().chain([key.to_owned()]).collect(), kind });
        }
        Kind::PropertyNames { error } => {
            let Some(key) = error.instance().as_str() else { return };
            let expected = match site.key_example() {
                Some(example) => format!("a key in the form `{example}`"),
                None => "another key".to_owned(),
            };
            let steps = steps.iter().cloned().chain([key.to_owned()]).collect();
            flaws.push(Violation { steps, kind: ViolationKind::InvalidKey { expected } });
        }
        Kind::Required { property } => {
            let key = property.as_str().unwrap_or_default().to_owned();
            let missing = site.fields_in(value).into_iter().find(|field| field.name() == key);
            let doc = missing.map(Field::doc).unwrap_or_default().to_owned();
            add(ViolationKind::MissingField { key, doc });
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            // The alternative with the deepest error is the most likely intention.
            let depth =
                |errors: &Vec<ValidationError<'_>>| errors.iter().map(|error| error.instance_path().iter().len()).max();
            match context.iter().max_by_key(|errors| depth(errors)) {
                Some(errors) if depth(errors) > Some(steps.len()) => {
                    errors.iter().for_each(|error| translate(error, root, field, flaws));
                }
                _ => add(invalid()),
            }
        }
        Kind::Type { .. } => add(wrong()),
        Kind::Enum { .. } | Kind::Constant { .. } if !value.is_string() => add(wrong()),
        _ if value.is_null() => add(wrong()),
        _ => add(invalid()),
    }
}

/// Creates the violation for an unknown key in `value`.
fn unknown_key(site: Field, value: &Value, key: &str) -> ViolationKind {
    let names: Vec<&str> = site.fields_in(value).into_iter().map(Field::name).collect();
    let near = near(key, names.iter().copied()).into_iter().map(str::to_owned).collect();
    ViolationKind::UnknownKey {
        near,
        fields: names.into_iter().map(str::to_owned).collect(),
        kinds: site.kinds_with(key),
    }
}

fn step_into<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    match value {
        Value::Object(map) => map.get(step),
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        _ => None,
    }
}

fn near_choices(field: Field, value: &Value) -> Vec<String> {
    let (FieldKind::Choice(choices), Some(text)) = (field.shape(), value.as_str()) else { return Vec::new() };
    near(text, choices.iter().map(|choice| choice.value)).into_iter().map(str::to_owned).collect()
}

/// Returns the sibling key that is the first word of a value: the author of `while: in-terrain bog` probably intended
/// `in-terrain: bog`.
fn key_beside(field: Field, steps: &[String], value: &Value) -> Option<&'static str> {
    let (last, above) = steps.split_last()?;
    let word = value.as_str()?.split(' ').next()?;
    let map = above.iter().try_fold(field, |field, step| field.child(step))?;
    map.fields().into_iter().map(Field::name).find(|name| *name == word && name != last)
}

/// Describes a value for messages: quoted, or by its type.
pub(crate) fn found(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Object(_) => "keys with values".to_owned(),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::String(text) => quoted(text),
        other => format!("`{other}`"),
    }
}

fn notations(value: &Value, field: Field, steps: &mut Vec<String>, flaws: &mut Vec<Violation>) {
    let mut check = |text: &str| {
        if let Some(notation) = field.notation()
            && let Err(message) = (notation.check)(text)
        {
            flaws.push(Violation { steps: steps.clone(), kind: ViolationKind::InvalidNotation { message } });
        }
    };
    match value {
        Value::String(text) => check(text),
        Value::Number(number) if field.is_number_or_text() => check(&number.to_string()),
        Value::Object(map) => {
            for (key, value) in map {
                if let Some(below) = field.child(key) {
                    steps.push(key.clone());
                    notations(value, below, steps, flaws);
                    steps.pop();
                }
            }
        }
        Value::Array(items) => {
            let Some(below) = field.value() else { return };
            for (position, item) in items.iter().enumerate() {
                steps.push(position.to_string());
                notations(item, below, steps, flaws);
                steps.pop();
            }
        }
        _ => {}
    }
}
