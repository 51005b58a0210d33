//! What a value may be, in plain terms: the view of the JSON Schema that forms, reading and references share.

mod entered;

mod joins;

mod spec;

use serde_json::Value;

use crate::dialect::Dialect;
use crate::notation::Notation;
use crate::text::Pointer;

pub use joins::Joins;
pub(crate) use spec::{Keys, Rule, Site, Spec, Specs, Union};
use spec::{Takes, word};

/// A place in a dialect's schema: what may stand at a pointer. As cheap to pass around as a reference.
#[derive(Clone, Copy, Debug)]
pub struct Field(&'static Site);

/// What a value may be.
#[derive(Clone, PartialEq, Debug)]
pub enum FieldKind {
    /// Fixed keys, each with its own kind: see [`Field::fields`].
    Object,
    /// Keys chosen by the author, all values of one kind: see [`Field::value`].
    Map,
    /// A list, all items of one kind: see [`Field::value`].
    List {
        /// Fewest items.
        min: usize,
        /// Most items, where there is a limit.
        max: Option<usize>,
    },
    /// One of some words.
    Choice(Vec<Choice>),
    /// A whole number.
    Integer {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// Any number.
    Number,
    /// Text.
    Text {
        /// A regular expression it must match.
        pattern: Option<&'static str>,
        /// The name of the notation it is written in; see [`Field::notation`].
        notation: Option<&'static str>,
    },
    /// The id of a record.
    Reference {
        /// The catalog it is in.
        catalog: &'static str,
    },
    /// `true` or `false`.
    Bool,
    /// Anything: the schema says nothing that forms understand.
    Any,
}

/// Names that are keys of a map elsewhere, as the types declare them beside [`Ref`](crate::dialect::Ref): `x-ref` with
/// `keys-of`, at the names' own schema.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeysOf {
    /// The way to the map from the object that has the field: a key at each step, and through the records that
    /// references on the way name.
    pub path: Vec<&'static str>,
    /// Whether the way begins in the nearest object around the names that has its first key, and not in the one that
    /// has the field: `"from": "around"`.
    pub around: bool,
    /// Whether each character of a text is a name, as in the rows of a map, and not the text as a whole.
    pub letters: bool,
}

impl KeysOf {
    fn declared(schema: &'static Value) -> Option<Self> {
        let reference = schema.get("x-ref")?;
        let path = reference.get("keys-of")?.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
        let says = |key: &str, word: &str| reference.get(key).and_then(Value::as_str) == Some(word);
        Some(Self { path, around: says("from", "around"), letters: says("each", "character") })
    }
}

/// One of the words of a [`FieldKind::Choice`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The word.
    pub value: &'static str,
    /// What it means; may be empty.
    pub doc: &'static str,
}

/// Keys of two letters that are words and no abbreviations.
const SHORT_WORDS: [&str; 8] = ["at", "by", "do", "if", "in", "of", "on", "to"];

impl Field {
    /// What may stand at `pointer` in a pack of `dialect`; `None` where nothing may, and for the root.
    ///
    /// `/items/broadsword` is a whole record, `/title` a key of the header.
    pub fn at(dialect: &'static Dialect, pointer: &Pointer) -> Option<Self> {
        let (first, rest) = pointer.parts().split_first()?;
        let (start, rest) = match rest.split_first() {
            Some((_, below)) if dialect.catalog(first).is_some() => (Self::record(dialect, first)?, below),
            _ => (Self::header(dialect).child(first)?, rest),
        };
        rest.iter().try_fold(start, |field, step| field.child(step))
    }

    /// The records of a catalog.
    pub fn record(dialect: &'static Dialect, catalog: &str) -> Option<Self> {
        Specs::of(dialect).record(dialect, catalog).map(Self)
    }

    /// The header of a pack.
    pub fn header(dialect: &'static Dialect) -> Self {
        Self(Specs::of(dialect).header(dialect))
    }

    /// What the schema says here, decoded.
    pub(crate) fn spec(self) -> &'static Spec {
        self.0.spec
    }

    /// The key it stands at; the catalog for a record, empty for the header and for items of lists.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The key as a label for people: `blocks-move` is `Blocks move`, `st` is `ST`, `to` is `To`.
    pub fn label(self) -> String {
        if let Some(title) = self.text("title") {
            return title.to_owned();
        }
        let name = self.name();
        if name.len() <= 2 && !SHORT_WORDS.contains(&name) {
            // `st` is an abbreviation, and people write those in capitals.
            return name.to_uppercase();
        }
        let spaced = name.replace('-', " ");
        let mut letters = spaced.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// What it means, in sentences; may be empty.
    pub fn doc(self) -> &'static str {
        self.text("description").unwrap_or_default()
    }

    /// What its type means, whatever is said of it at this place.
    pub fn type_doc(self) -> &'static str {
        self.spec().at.get("description").and_then(Value::as_str).unwrap_or_default()
    }

    /// The name of its type, where the schema gives it one.
    pub fn type_name(self) -> Option<&'static str> {
        self.spec().said.get("$ref")?.as_str()?.rsplit('/').next()
    }

    /// The unit a number counts in.
    pub fn unit(self) -> Option<&'static str> {
        self.text("x-unit")
    }

    /// The name of the special widget a form should use.
    pub fn widget(self) -> Option<&'static str> {
        self.text("x-widget")
    }

    /// The title of the pack that declares the field; nothing for one of the catalog's type.
    pub fn declared_by(self) -> Option<&'static str> {
        self.text("x-pack")
    }

    /// The notation it is written in, where it is more than text.
    pub fn notation(self) -> Option<&'static Notation> {
        self.spec().notation
    }

    /// The value that holds where nothing is written.
    pub fn default(self) -> Option<&'static Value> {
        self.get("default")
    }

    /// A value in the right form.
    pub fn example(self) -> Option<&'static Value> {
        self.get("examples")?.get(0)
    }

    /// Whether it must be present in a complete record.
    pub fn required(self) -> bool {
        self.0.required
    }

    /// What it may be.
    pub fn kind(self) -> FieldKind {
        self.shape().clone()
    }

    /// What it may be, without a copy of it.
    pub(crate) fn shape(self) -> &'static FieldKind {
        &self.spec().kind
    }

    /// The catalog of the record whose id stands here, if one does.
    pub(crate) fn target(self) -> Option<&'static str> {
        match *self.shape() {
            FieldKind::Reference { catalog } => Some(catalog),
            _ => None,
        }
    }

    /// The key that says which kind a value is of, where what else it has depends on that.
    pub fn tag(self) -> Option<&'static str> {
        self.spec().tag
    }

    /// The fields that a value of one kind has, its tag first; empty where there are no kinds, or not this one.
    pub fn fields_of(self, kind: &str) -> Vec<Self> {
        let kinds = &self.spec().below().kinds;
        kinds.iter().filter(|(name, _)| *name == kind).flat_map(|(_, fields)| fields).map(Self).collect()
    }

    /// The fields that `value` may have: of a value that says which kind it is only those of this kind, and of one
    /// that does not say so only the tag.
    pub fn fields_in(self, value: &Value) -> Vec<Self> {
        let Some(tag) = self.tag() else { return self.fields() };
        let fields = self.fields_of(value.get(tag).and_then(Value::as_str).unwrap_or_default());
        if fields.is_empty() { self.child(tag).into_iter().collect() } else { fields }
    }

    /// The kinds that have a field called `name`; empty where there are no kinds.
    pub fn kinds_with(self, name: &str) -> Vec<&'static str> {
        let kinds = self.spec().below().kinds.iter();
        kinds.filter(|(_, fields)| fields.iter().any(|field| field.name == name)).map(|(kind, _)| *kind).collect()
    }

    /// The fields of an object in the order they are declared, those of all kinds it may be of; empty for anything
    /// else.
    pub fn fields(self) -> Vec<Self> {
        self.spec().below().fields.iter().map(Self).collect()
    }

    /// What the values of a map or the items of a list may be.
    pub fn value(self) -> Option<Self> {
        self.spec().below().value.as_ref().map(Self)
    }

    /// What may stand one step down: at a key of an object or map, or a position of a list.
    pub fn child(self, step: &str) -> Option<Self> {
        let below = self.spec().below();
        if let Some(position) = below.position(step) {
            return Some(Self(&below.fields[position]));
        }
        self.value().filter(|_| !below.is_list || crate::source::tree::position(step).is_some())
    }

    /// What was expected here, for messages: "a whole number from 1 to 99".
    pub fn expected(self) -> String {
        match *self.shape() {
            FieldKind::Object | FieldKind::Map => "keys with values".to_owned(),
            FieldKind::List { min, max: Some(max) } if min == max => format!("a list of {max}"),
            FieldKind::List { min, max: Some(max) } => format!("a list of {min} to {max}"),
            FieldKind::List { min: 0, max: None } => "a list".to_owned(),
            FieldKind::List { min, max: None } => format!("a list of at least {min}"),
            FieldKind::Choice(ref words) => {
                let words: Vec<_> = words.iter().map(|choice| format!("`{}`", choice.value)).collect();
                match words.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, front)) => format!("{} or {last}", front.join(", ")),
                    None => "nothing".to_owned(),
                }
            }
            FieldKind::Integer { min: i64::MIN, max: i64::MAX } => "a whole number".to_owned(),
            FieldKind::Integer { min, max: i64::MAX } => format!("a whole number of at least {min}"),
            FieldKind::Integer { min: i64::MIN, max } => format!("a whole number of at most {max}"),
            FieldKind::Integer { min, max } => format!("a whole number from {min} to {max}"),
            FieldKind::Number => match (self.get("minimum"), self.get("maximum")) {
                (None, None) => "a number".to_owned(),
                (Some(min), None) => format!("a number of at least {min}"),
                (None, Some(max)) => format!("a number of at most {max}"),
                (Some(min), Some(max)) => format!("a number from {min} to {max}"),
            },
            FieldKind::Text { .. } => match self.example().and_then(Value::as_str) {
                Some(example) if self.is_number_or_text() => format!("a number, or text in the form `{example}`"),
                Some(example) => format!("text in the form `{example}`"),
                None => "text".to_owned(),
            },
            FieldKind::Reference { catalog } => self.id_of(catalog),
            FieldKind::Bool => "`true` or `false`".to_owned(),
            FieldKind::Any => "a value".to_owned(),
        }
    }

    /// What the key of this map has to be, where keys are ids.
    pub(crate) fn expected_key(self) -> Option<String> {
        self.key_target().map(|catalog| self.id_of(catalog))
    }

    /// The id of a record of a catalog, in words.
    fn id_of(self, catalog: &str) -> String {
        let title = self.spec().dialect.catalog(catalog).map_or(catalog, |catalog| catalog.title).to_lowercase();
        let article = if title.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("the id of {article} {title}")
    }

    /// What can be said of a value here in short, each with its name: what is expected, the unit, what holds where
    /// nothing is written, an example, and whether it is needed.
    pub fn facts(self) -> Vec<(&'static str, String)> {
        let plain = |value: &Value| value.to_string().replace('"', "");
        let mut facts = vec![("Expected", self.expected())];
        facts.extend(self.unit().map(|unit| ("Unit", unit.to_owned())));
        let default = self.default().filter(|default| !default.is_object() && !default.is_array());
        facts.extend(default.map(|default| ("Default", plain(default))));
        facts.extend(self.example().map(|example| ("Example", plain(example))));
        if self.required() {
            facts.push(("Needed", "Without it the record cannot be read".to_owned()));
        }
        facts
    }

    /// The value of a text typed here: a number where numbers are written as numbers, the number, `true` or `false`
    /// that it is where anything may stand, else the text.
    pub fn typed(self, text: &str) -> Value {
        let literal =
            || serde_json::from_str(text).ok().filter(|value: &Value| value.is_number() || value.is_boolean());
        match self.shape() {
            FieldKind::Any => return literal().unwrap_or_else(|| Value::from(text)),
            FieldKind::Number => return literal().filter(Value::is_number).unwrap_or_else(|| Value::from(text)),
            _ => {}
        }
        let number = text.parse::<i64>().ok().filter(|number| self.is_number_or_text() && number.to_string() == text);
        number.map_or_else(|| Value::from(text), Value::from)
    }

    /// Whether a value here is text whatever YAML would make of it.
    pub(crate) fn is_text(self) -> bool {
        self.spec().takes == Takes::Text
    }

    /// Whether a value here is a notation in which plain numbers are written as numbers: `2`, but also `2D-1`.
    pub fn is_number_or_text(self) -> bool {
        self.spec().takes == Takes::NumberOrText
    }

    /// What the keys of a map look like, as an example.
    pub(crate) fn key_example(self) -> Option<&'static str> {
        self.spec().at.pointer("/propertyNames/examples/0").and_then(Value::as_str)
    }

    /// What the keys of this map name, where they name the keys of a map elsewhere.
    pub fn key_names(self) -> Option<KeysOf> {
        self.get("propertyNames").and_then(KeysOf::declared)
    }

    /// The catalog whose ids the keys of this map are, where they name records.
    pub fn key_target(self) -> Option<&'static str> {
        self.get("propertyNames")?.pointer("/x-ref/catalog").and_then(Value::as_str)
    }

    /// What this text names, where it or each of its characters names a key of a map elsewhere.
    pub fn names_keys(self) -> Option<KeysOf> {
        KeysOf::declared(self.spec().at)
    }

    /// What keys of this map look like, as a regular expression, where the schema says so.
    pub(crate) fn key_pattern(self) -> Option<&'static str> {
        self.get("propertyNames")?.get("pattern")?.as_str()
    }

    /// A word of the schema, said at the field or else at its type.
    fn get(self, key: &str) -> Option<&'static Value> {
        word(self.spec().said, self.spec().at, key)
    }

    fn text(self, key: &str) -> Option<&'static str> {
        self.get(key).and_then(Value::as_str)
    }
}
