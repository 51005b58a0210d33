//! Suggestions for requirements: the fields of a catalog, and the words that a field accepts.

use crate::dialect::Dialect;
use crate::draft::Draft;
use crate::field::{Field, FieldKind};
use crate::notation::requirement::FieldPath;

use super::field_of;

/// Returns the fields of the records of a catalog, including fields in groups, each with its label.
pub fn fields(dialect: &'static Dialect, catalog: &str) -> Vec<(FieldPath, String, Field)> {
    let mut all = Vec::new();
    for field in Field::record(dialect, catalog).into_iter().flat_map(Field::fields) {
        let steps = vec![field.name().to_owned()];
        let nested = if *field.shape() == FieldKind::Object { field.fields() } else { Vec::new() };
        all.push((FieldPath::new(steps.clone()), field.label(), field));
        for below in nested {
            let path = FieldPath::new(steps.iter().cloned().chain([below.name().to_owned()]).collect());
            all.push((path, format!("{}, {}", field.label(), below.label()), below));
        }
    }
    // A name with a digit after a hyphen would be read as a subtraction.
    all.retain(|(path, _, _)| path.to_string().parse::<FieldPath>().is_ok());
    all
}

/// Returns the words that a field can be, each with its meaning; empty if they are not a fixed set.
pub fn words(draft: &Draft, catalog: &str, path: &FieldPath) -> Vec<(String, String)> {
    let field = draft.dialect().and_then(|dialect| field_of(dialect, catalog, path).ok().flatten());
    let Some(field) = field else { return Vec::new() };
    let item = if let FieldKind::List { .. } = field.shape() { field.value().unwrap_or(field) } else { field };
    let plain = |word: &str| (word.to_owned(), String::new());
    match item.shape() {
        FieldKind::Choice(words) => {
            words.iter().map(|choice| (choice.value.to_owned(), choice.doc.to_owned())).collect()
        }
        FieldKind::Reference { catalog } => {
            let titled = |(id, title): (&str, Option<&str>)| (id.to_owned(), title.unwrap_or(id).to_owned());
            draft.titles(catalog).map(titled).collect()
        }
        FieldKind::Bool => vec![plain("true"), plain("false")],
        _ => Vec::new(),
    }
}

/// Completes the last word of a requirement: returns its start in bytes, and the words that can stand there, each with
/// its meaning.
pub fn completions(draft: &Draft, catalog: Option<&str>, typed: &str) -> (usize, Vec<(String, String)>) {
    let belongs = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
    let start = typed.len() - typed.chars().rev().take_while(|c| belongs(*c)).count();
    let before = typed[..start].trim_end();
    let mut offers = Vec::new();
    if let Some(catalog) = catalog {
        offers.extend(words_after(draft, catalog, before));
        if let Some(dialect) = draft.dialect() {
            let named = |(path, label, _): (FieldPath, String, Field)| (path.to_string(), label);
            offers.extend(fields(dialect, catalog).into_iter().map(named));
        }
    }
    if before.is_empty() && catalog.is_some() {
        offers.push(("has".to_owned(), "the field is given".to_owned()));
        offers.push(("lacks".to_owned(), "the field is not given".to_owned()));
    }
    let catalogs = draft.dialect().into_iter().flat_map(|dialect| dialect.catalogs);
    offers.extend(catalogs.map(|it| (format!("count.{}", it.name), format!("number of records in {}", it.name))));
    (start, offers)
}

/// Returns the words that a field can be, after `this.FIELD =` or further words.
fn words_after(draft: &Draft, catalog: &str, before: &str) -> Vec<(String, String)> {
    let Some((left, right)) = before.split_once('=') else { return Vec::new() };
    let is_first = right.is_empty() || right.ends_with(" or");
    let path = left.trim_end_matches(['!', ' ']).trim().parse::<FieldPath>().ok().filter(|_| is_first);
    path.map(|path| words(draft, catalog, &path)).unwrap_or_default()
}
