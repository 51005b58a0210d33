//! `declared-field`: an invalid declaration of a field in the header.

use serde::Deserialize as _;
use serde_json::{Map, Number, Value};

use crate::check::{Check, Scope};
use crate::declaration::{Declaration, Kind};
use crate::did_you_mean::{did_you_mean, near};
use crate::draft::Draft;
use crate::field::Field;
use crate::finding::{Confidence, Finding, Fix, Safety, Severity, near_value};
use crate::survey::Survey;
use crate::text::Pointer;
use crate::validate::found;

pub(crate) static CHECK: Check = Check {
    name: "declared-field",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "The pack declares a field that cannot work",
    doc: "\
Under `fields` in its header, a pack adds fields to the records of a catalog.
The name of a field must be new in that catalog, its type must allow at least one value, and its default must be an allowed value.
A field with `list: true` has no default: it is empty unless a record sets it.",
    bad: r##"fields:
  terrains:
    tide: {kind: integer, min: 0, max: 12, default: 14, unit: feet}
    title: {kind: text}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[(r"    tide: {kind: integer, min: 0, max: 12, default: 14, unit: feet}
    title: {kind: text}
", r"    tide: {kind: integer, min: 0, max: 12, default: 4, unit: feet}
    local-name: {kind: text}
"), (r#"d9c08c""#, r#"d9c08c", tide: 9, local-name: The Strand"#)],
    run,
};

/// A problem with a declaration: its location (at the key, if `at_key`), the message and the fix.
struct Fault {
    at: Pointer,
    at_key: bool,
    message: String,
    help: Option<String>,
    fixes: Vec<Fix>,
}

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let Some(fields) = draft.header("fields") else { return };
    for (catalog, fields) in fields.as_object().into_iter().flatten() {
        let at = Pointer::root().child("fields").child(catalog);
        for (name, said) in fields.as_object().into_iter().flat_map(Map::iter) {
            let at = at.child(name);
            let Some(fault) = taken(draft, catalog, name, &at).or_else(|| fault(draft, catalog, name, said, &at))
            else {
                continue;
            };
            let place = if fault.at_key { draft.key_place(&fault.at) } else { draft.place(&fault.at) };
            let Some(place) = place else { continue };
            let Fault { at, message, help, fixes, .. } = fault;
            findings.push(Finding { help, fixes, ..check.finding(place, at, message) });
        }
    }
}

/// Reports a name that the records of the catalog already have.
fn taken(draft: &Draft, catalog: &str, name: &str, at: &Pointer) -> Option<Fault> {
    let known = draft.record_field(catalog)?.child(name)?;
    known.declared_by().is_none().then(|| Fault {
        at: at.clone(),
        at_key: true,
        message: format!("records of `{catalog}` already have a field `{name}`"),
        help: Some(format!("choose another name, such as `own-{name}`")),
        fixes: Vec::new(),
    })
}

fn fault(draft: &Draft, catalog: &str, name: &str, said: &Value, at: &Pointer) -> Option<Fault> {
    // Unreadable declarations are reported by other checks.
    let declaration = Declaration::deserialize(said).ok()?;
    let fault = |key: &str, message: String, help: &str| Fault {
        at: at.child(key),
        at_key: false,
        message,
        help: Some(help.to_owned()),
        fixes: Vec::new(),
    };
    let kind = &declaration.kind;
    let [min, max] = kind.bounds();
    for (key, bound) in [("min", min), ("max", max)] {
        if let Some(bound) = bound.filter(|bound| matches!(kind, Kind::Integer { .. }) && !bound.is_i64()) {
            let message = format!("expected a whole number, found {bound}");
            return Some(fault(key, message, "write a whole number, or `kind: number`"));
        }
    }
    if let Some((min, max)) = min.zip(max).filter(|(min, max)| min.as_f64() > max.as_f64()) {
        let message = format!("expected at most {max}, the value of `max`, found {min}");
        return Some(fault("min", message, "swap `min` and `max`"));
    }
    if let Kind::Choice { of, .. } = kind
        && let Some((position, word)) = of.iter().enumerate().find(|(at, word)| of[..*at].contains(word))
    {
        let at = at.child("of").child(position.to_string());
        let message = format!("`{word}` is listed twice");
        let fixes = vec![Fix::removal(word, &at)];
        return Some(Fault { at, at_key: false, message, help: Some("remove it".to_owned()), fixes });
    }
    let default = kind.default()?;
    if declaration.list {
        let message = "a list field cannot have a default".to_owned();
        return Some(Fault {
            at_key: true,
            ..fault("default", message, "remove it; the list is empty unless a record sets it")
        });
    }
    if kind.fits(default) {
        return None;
    }
    let expected = draft.record_field(catalog).and_then(|record| record.child(name)).map(Field::expected)?;
    let words: &[String] = if let Kind::Choice { of, .. } = kind { of } else { &[] };
    let near = near(default.as_str().unwrap_or_default(), words.iter().map(String::as_str));
    let help = did_you_mean(&near).unwrap_or_else(|| nearest(default, kind));
    let mut fixes = near_value(&at.child("default"), &near);
    // The misspelt word may be the one in `of`.
    fixes.iter_mut().for_each(|fix| fix.safety = Safety::Single);
    let message = format!("expected {expected}, found {}", found(default));
    Some(Fault { fixes, ..fault("default", message, &help) })
}

/// Returns the help for a default outside the allowed range.
fn nearest(default: &Value, kind: &Kind) -> String {
    let [min, max] = kind.bounds();
    let above = |max: &&Number| default.as_f64().zip(max.as_f64()).is_some_and(|(default, max)| default > max);
    let below = |min: &&Number| default.as_f64().zip(min.as_f64()).is_some_and(|(default, min)| default < min);
    match (min.filter(below), max.filter(above)) {
        (Some(bound), _) | (_, Some(bound)) => format!("write `default: {bound}`, or widen the bounds"),
        _ if matches!(kind, Kind::Text { .. } | Kind::Choice { .. }) && !default.is_string() => {
            "put it in quotes".to_owned()
        }
        _ => "write a value that the field allows".to_owned(),
    }
}
