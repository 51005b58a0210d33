//! Builders of the requirements of standards, which every ruleset has.

use std::fmt::Display;
use std::str::FromStr;

use foeman_schema::draft::Draft;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::notation::requirement::{FieldPath, Name, Requirement};
use foeman_schema::standards::{self, field_of};
use serde_json::Value;

use super::sums::{Offers, Sum};
use super::{Alternative, Builder, Choice, List, Offer, Offered, Part, Scope};

/// The requirement of a standard.
pub(super) static REQUIREMENT: Builder = Builder {
    name: "requirement",
    rules: &[],
    parts: &[Part::Choice(Choice { name: "requirement", options: &[HAS, LACKS, COMPARED, IS] })],
    tidy: tidy::<Requirement>,
    reading: |scope, text| text.parse().ok().map(|requirement| words(scope, &requirement)),
};

/// A field of the records that a standard checks.
pub(super) static FIELD: Builder = Builder {
    name: "field",
    rules: &[],
    parts: &[ANY_FIELD],
    tidy: tidy::<FieldPath>,
    reading: |scope, text| text.parse().ok().map(|path| label(scope, &path)),
};

/// A catalog of the ruleset.
pub(super) static CATALOG: Builder = Builder {
    name: "catalog",
    rules: &[],
    parts: &[Part::Offered(Offered {
        name: "catalog",
        length: |text| text.bytes().take_while(|byte| byte.is_ascii_lowercase() || *byte == b'-').count(),
        offers: |scope, _| catalogs(scope.draft),
        fallback: "items",
        then: |_| &[],
    })],
    tidy: |text| Some(text.trim().to_owned()),
    reading: |scope, text| {
        let catalog = scope.draft.dialect()?.catalog(text)?;
        Some(format!("every {}", catalog.title.to_lowercase()))
    },
};

/// The maximum number of further words after the first one.
const MOST_WORDS: usize = 8;

const HAS: Alternative = Alternative { spellings: &["has "], words: "has the field", then: &[ANY_FIELD] };

const LACKS: Alternative = Alternative { spellings: &["lacks "], words: "does not have the field", then: &[ANY_FIELD] };

const COMPARED: Alternative =
    Alternative { spellings: &[""], words: "comparison of numbers", then: Sum::<Numbers>::COMPARED };

const IS: Alternative =
    Alternative { spellings: &[""], words: "comparison with words", then: &[WORD_FIELD, EQUALITY, WORD, MORE_WORDS] };

const ANY_FIELD: Part = Part::Offered(Offered {
    name: "field",
    length: path_length,
    offers: |scope, _| fields(scope, |_| true),
    fallback: "this.title",
    then: |_| &[],
});

const WORD_FIELD: Part = Part::Offered(Offered {
    name: "field",
    length: path_length,
    offers: |scope, _| fields(scope, has_words),
    fallback: "this.title",
    then: |_| &[],
});

const EQUALITY: Part = Part::Choice(Choice {
    name: "comparison",
    options: &[Alternative::new(&[" = ", "="], "is"), Alternative::new(&[" != ", "!="], "is not")],
});

const WORD: Part = Part::Offered(Offered {
    name: "word",
    length: word_length,
    offers: |scope, given| given.iter().rev().find_map(|path| values(scope, path)).unwrap_or_default(),
    fallback: "none",
    then: |_| &[],
});

const MORE_WORDS: Part = Part::List(List { name: "word", most: MOST_WORDS, item: &[Part::Fixed(&[" or "]), WORD] });

/// The names in comparisons of numbers.
struct Numbers;

impl Offers for Numbers {
    const DICE: bool = false;

    const EXAMPLE: &'static str = "count.items";

    fn names(scope: &Scope<'_>) -> Vec<Offer> {
        let count = |offer: Offer| Offer {
            value: format!("count.{}", offer.value),
            text: format!("number of records in {}", offer.value),
        };
        let counts = catalogs(scope.draft).into_iter().map(count);
        fields(scope, has_number).into_iter().chain(counts).collect()
    }
}

fn tidy<T: FromStr + Display>(text: &str) -> Option<String> {
    text.parse::<T>().ok().map(|value| value.to_string())
}

/// Returns the length of the path at the start of a text: `this`, then words after full stops.
fn path_length(text: &str) -> usize {
    if !text.starts_with("this.") {
        return 0;
    }
    let belongs = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    text.bytes().take_while(belongs).count()
}

/// Returns the length of the word at the start of a text; 0 for a number.
fn word_length(text: &str) -> usize {
    let length = text.bytes().take_while(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-').count();
    if text[..length].contains(|c: char| c.is_ascii_lowercase()) { length } else { 0 }
}

fn catalogs(draft: &Draft) -> Vec<Offer> {
    let catalogs = draft.dialect().into_iter().flat_map(|dialect| dialect.catalogs);
    catalogs.map(|catalog| Offer { value: catalog.name.to_owned(), text: catalog.title.to_owned() }).collect()
}

/// Returns the fields of the records that a standard checks, including fields in groups.
fn fields(scope: &Scope<'_>, fits: fn(&FieldKind) -> bool) -> Vec<Offer> {
    let Some((dialect, catalog)) = scope.draft.dialect().zip(catalog(scope)) else { return Vec::new() };
    let fields = standards::fields(dialect, catalog).into_iter().filter(|(_, _, field)| fits(&field.kind()));
    fields.map(|(path, text, _)| Offer { value: path.to_string(), text }).collect()
}

/// Returns the catalog whose records the standard checks.
fn catalog<'a>(scope: &Scope<'a>) -> Option<&'a str> {
    scope.holder.get("catalog").and_then(Value::as_str)
}

fn has_number(kind: &FieldKind) -> bool {
    matches!(
        kind,
        FieldKind::Integer { .. } | FieldKind::Number | FieldKind::Bool | FieldKind::List { .. } | FieldKind::Map
    )
}

fn has_words(kind: &FieldKind) -> bool {
    matches!(kind, FieldKind::Choice(_) | FieldKind::Reference { .. } | FieldKind::Bool)
}

/// Returns the words that a field can be; `None` if the text is not the path of a field.
fn values(scope: &Scope<'_>, path: &str) -> Option<Vec<Offer>> {
    let words = standards::words(scope.draft, catalog(scope)?, &path.parse().ok()?).into_iter();
    let words = words.filter(|(word, _)| word_length(word) == word.len());
    let offer =
        |(value, text): (String, String)| Offer { text: if text.is_empty() { value.clone() } else { text }, value };
    Some(words.map(offer).collect())
}

/// Describes a field: `price`, `ST of attributes`.
fn label(scope: &Scope<'_>, path: &FieldPath) -> String {
    let catalog = catalog(scope).unwrap_or_default();
    let step = |end: usize| {
        let part = FieldPath::new(path.steps()[..=end].to_vec());
        let field = scope.draft.dialect().and_then(|dialect| field_of(dialect, catalog, &part).ok().flatten());
        let label = field.map_or_else(|| path.steps()[end].clone(), Field::label);
        // Abbreviations such as ST keep their capitals.
        if label.chars().all(|c| !c.is_lowercase()) { label } else { label.to_lowercase() }
    };
    (0..path.steps().len()).rev().map(step).collect::<Vec<_>>().join(" of ")
}

fn words(scope: &Scope<'_>, requirement: &Requirement) -> String {
    let name = |name: &Name| match name {
        Name::Field(path) => label(scope, path),
        Name::Count(catalog) => format!("number of records in {catalog}"),
    };
    match requirement {
        Requirement::Has(path) => format!("{} is given", label(scope, path)),
        Requirement::Lacks(path) => format!("{} is not given", label(scope, path)),
        Requirement::Is(path, words) => format!("{} is {}", label(scope, path), words.join(" or ")),
        Requirement::IsNot(path, words) => format!("{} is not {}", label(scope, path), words.join(" or ")),
        Requirement::Compares(comparison) => {
            let [left, right] = [&comparison.left, &comparison.right].map(|side| side.words(&name));
            format!("{left} {} {right}", comparison.sign.words())
        }
    }
}
