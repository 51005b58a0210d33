//! Compound values in words, on one line: `Modify dx +1, against creature, range 0 to 3`.

use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::words::title_in;
use super::{Form, Spot, scalar};
use crate::pack::index::capitalised;

/// The maximum number of values of a list that are named.
const FEW: usize = 3;
/// The maximum depth of values in values that are described.
const DEEPEST: usize = 3;

/// Describes a value: its subject, then its other fields.
pub(crate) fn of(form: &Form<'_>, spot: &Spot<'_>) -> String {
    described(form, spot, 0)
}

fn described(form: &Form<'_>, spot: &Spot<'_>, depth: usize) -> String {
    let Some(value) = spot.effective() else { return String::new() };
    let fields = spot.field.fields_in(value);
    let (subject, said) = subject(form, spot, &fields);
    let rest = fields.iter().filter(|field| !said.contains(&field.name())).filter_map(|field| {
        let child = spot.child(*field, field.name());
        // Defaults go without saying.
        child.merged.or(child.written).filter(|value| !value.is_null() && Some(*value) != field.default())?;
        detail(form, &child, depth)
    });
    let words: Vec<String> = Some(subject).into_iter().filter(|words| !words.is_empty()).chain(rest).collect();
    capitalised(&words.join(", "))
}

/// Returns the subject of a value, and the names of the fields that it is made of: the title, the kind with its
/// required fields, or the title of the first record that it refers to.
fn subject(form: &Form<'_>, spot: &Spot<'_>, fields: &[Field]) -> (String, Vec<&'static str>) {
    if let Some(title) = spot.effective().and_then(title_in) {
        return (title.to_owned(), vec!["title", "name"]);
    }
    if let Some(tag) = spot.field.tag() {
        let plain = |field: &&Field| field.name() == tag || is_plain(**field);
        let needed: Vec<&Field> = fields.iter().filter(|field| field.required()).filter(plain).collect();
        let words = needed.iter().filter_map(|field| plain_value(form, &spot.child(**field, field.name())));
        return (words.collect::<Vec<_>>().join(" "), needed.iter().map(|field| field.name()).collect());
    }
    let named = fields.iter().find(|field| matches!(field.kind(), FieldKind::Reference { .. }));
    let title = |field: &Field| plain_value(form, &spot.child(*field, field.name()));
    named.and_then(|field| Some((title(field)?, vec![field.name()]))).unwrap_or_default()
}

fn is_plain(field: Field) -> bool {
    !matches!(field.kind(), FieldKind::Object | FieldKind::Map | FieldKind::List { .. })
}

/// Returns a scalar in words; a reference as the title of its record.
fn plain_value(form: &Form<'_>, spot: &Spot<'_>) -> Option<String> {
    let text = spot.effective().map(scalar::shown)?;
    Some(match spot.field.kind() {
        FieldKind::Reference { catalog } => form.pack.index().title(&RecordKey::new(catalog, text)).to_owned(),
        _ => text,
    })
}

/// Describes a value below another: its label and its subject.
fn detail(form: &Form<'_>, spot: &Spot<'_>, depth: usize) -> Option<String> {
    let label = spot.field.label();
    // Abbreviations such as ST stay as they are.
    let label = if label.chars().all(char::is_uppercase) { label } else { label.to_lowercase() };
    let value = spot.effective()?;
    match (spot.field.kind(), value) {
        (_, Value::Bool(on)) => Some(if *on { label } else { format!("not {label}") }),
        (FieldKind::List { .. }, Value::Array(items)) => {
            Some(format!("{label} {}", several(form, spot, items, depth)?))
        }
        (FieldKind::Map, Value::Object(map)) => (!map.is_empty()).then(|| format!("{label} {}", map.len())),
        (FieldKind::Object, _) => {
            let inner =
                (depth < DEEPEST).then(|| described(form, spot, depth + 1)).filter(|inner| !inner.is_empty())?;
            Some(format!("{label} ({inner})"))
        }
        _ => Some(format!("{label} {}", plain_value(form, spot)?)),
    }
}

/// Lists the values of a list; a pair of numbers is a range.
fn several(form: &Form<'_>, spot: &Spot<'_>, items: &[Value], depth: usize) -> Option<String> {
    let field = spot.field.value().filter(|_| !items.is_empty())?;
    if let ([from, to], Some("range")) = (items, spot.field.widget()) {
        return Some(format!("{from} to {to}"));
    }
    let item = |at: usize| {
        let item = spot.child(field, &at.to_string());
        if is_plain(field) {
            plain_value(form, &item).unwrap_or_default()
        } else if depth < DEEPEST && field.kind() == FieldKind::Object {
            format!("({})", described(form, &item, depth + 1))
        } else {
            item.effective().map(Value::to_string).unwrap_or_default()
        }
    };
    let mut words: Vec<String> = (0..items.len().min(FEW)).map(item).collect();
    if items.len() > FEW {
        words.push(format!("and {} more", items.len() - FEW));
    }
    Some(words.join(", "))
}
