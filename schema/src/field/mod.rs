//! Fields: the simplified view of the JSON Schema that forms, reading and references share.

mod entered;

mod joins;

mod spec;

use serde_json::Value;

use crate::dialect::Dialect;
use crate::json_schema::keyword;
use crate::notation::Notation;
use crate::text::Pointer;

pub use joins::Joins;
pub(crate) use spec::{Keys, Rule, Site, Spec, Specs, Union};
use spec::{Takes, word};

/// A position in the schema of a dialect, which describes the values allowed at a pointer. As cheap to pass around as a
/// reference.
///
/// ```
/// use foeman_schema::example::DUELS;
/// use foeman_schema::field::{Field, FieldKind};
/// use foeman_schema::text::Pointer;
///
/// let damage = Field::at(&DUELS, &Pointer::parse("/weapons/sword/damage").unwrap()).unwrap();
/// assert_eq!(damage.kind(), FieldKind::Integer { min: 1, max: 20 });
/// assert_eq!(damage.unit(), Some("points"));
/// assert!(damage.required());
/// assert!(Field::at(&DUELS, &Pointer::parse("/weapons/sword/colour").unwrap()).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Field(&'static Site);

/// The kind of value that a field allows.
///
/// ```
/// use foeman_schema::example::DUELS;
/// use foeman_schema::field::{Field, FieldKind};
///
/// let duel = Field::record(&DUELS, "duels").unwrap();
/// assert_eq!(duel.kind(), FieldKind::Object);
/// let fighters = duel.child("fighters").unwrap();
/// assert_eq!(fighters.kind(), FieldKind::List { min: 2, max: Some(9) });
/// assert_eq!(fighters.value().unwrap().kind(), FieldKind::Reference { catalog: "fighters" });
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum FieldKind {
    /// Fixed keys, each with its own field: see [`Field::fields`].
    Object,
    /// Keys chosen by the author, with values of one kind: see [`Field::value`].
    Map,
    /// A list with items of one kind: see [`Field::value`].
    List {
        /// Minimum number of items.
        min: usize,
        /// Maximum number of items, if limited.
        max: Option<usize>,
    },
    /// One word of a fixed set.
    Choice(Vec<Choice>),
    /// A whole number.
    Integer {
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
    },
    /// Any number.
    Number,
    /// Text.
    Text {
        /// A regular expression that the text must match.
        pattern: Option<&'static str>,
        /// The name of the text's notation; see [`Field::notation`].
        notation: Option<&'static str>,
    },
    /// The id of a record.
    Reference {
        /// The catalog of the record.
        catalog: &'static str,
    },
    /// `true` or `false`.
    Bool,
    /// Any value: the schema is not one of the kinds above.
    Any,
}

/// Names that refer to keys of a map elsewhere. Types declare them next to [`Ref`](crate::dialect::Ref): `x-ref` with
/// `keys-of` in the schema of the names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeysOf {
    /// The path to the map from the object that has the field: one key per step. A reference on the path leads into the
    /// record it refers to.
    pub path: Vec<&'static str>,
    /// Whether the path starts in the nearest enclosing object that has the first key of the path, not in the object with
    /// the field: `"from": "around"`.
    pub around: bool,
    /// Whether each character of the text is a name, as in map rows, instead of the text as a whole.
    pub letters: bool,
}

impl KeysOf {
    fn declared(schema: &'static Value) -> Option<Self> {
        let reference = keyword(schema, "x-ref")?;
        let path = keyword(reference, "keys-of")?.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
        let says = |key: &str, word: &str| reference.get(key).and_then(Value::as_str) == Some(word);
        Some(Self { path, around: says("from", "around"), letters: says("each", "character") })
    }
}

/// A word of a [`FieldKind::Choice`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The word.
    pub value: &'static str,
    /// A description of the word; may be empty.
    pub doc: &'static str,
}

/// Two-letter keys that are words, not abbreviations.
const SHORT_WORDS: [&str; 8] = ["at", "by", "do", "if", "in", "of", "on", "to"];

/// The keys of texts that are shown to players.
const PROSE: [&str; 4] = ["title", "name", "about", "text"];

impl Field {
    /// Returns the field at `pointer` in a pack of `dialect`; `None` for the root and if no value is allowed there.
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

    /// Returns the field of the records of a catalog.
    pub fn record(dialect: &'static Dialect, catalog: &str) -> Option<Self> {
        Specs::of(dialect).record(dialect, catalog).map(Self)
    }

    /// Returns the field of the header of a pack.
    pub fn header(dialect: &'static Dialect) -> Self {
        Self(Specs::of(dialect).header(dialect))
    }

    /// Returns the decoded schema.
    pub(crate) fn spec(self) -> &'static Spec {
        self.0.spec
    }

    /// Returns the key of the field; the catalog for a record, empty for the header and for items of lists.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the key as a display label: `blocks-move` gives `Blocks move`, `st` gives `ST`, `to` gives `To`.
    pub fn label(self) -> String {
        if let Some(title) = self.text("title") {
            return title.to_owned();
        }
        let name = self.name();
        if name.len() <= 2 && !SHORT_WORDS.contains(&name) {
            // `st` is an abbreviation, written in capitals.
            return name.to_uppercase();
        }
        let spaced = name.replace('-', " ");
        let mut letters = spaced.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// Returns the description of the field, in sentences; may be empty.
    pub fn doc(self) -> &'static str {
        self.text("description").unwrap_or_default()
    }

    /// Returns the description of the type; if it has a name, ignoring one written at the field.
    pub(crate) fn type_doc(self) -> &'static str {
        let spec = self.spec();
        if spec.shared.is_none() {
            return self.doc();
        }
        keyword(spec.at, "description").and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns the name of the type, if it is a shared definition of the schema.
    pub fn type_name(self) -> Option<&'static str> {
        self.spec().shared
    }

    /// Returns the unit of a number.
    pub fn unit(self) -> Option<&'static str> {
        self.text("x-unit")
    }

    /// Returns the name of a special widget for forms.
    pub fn widget(self) -> Option<&'static str> {
        self.text("x-widget")
    }

    /// Returns the heading of the group of fields that it belongs to in forms: `x-group`, such as `Combat`.
    pub fn group(self) -> Option<&'static str> {
        self.text("x-group")
    }

    /// Returns whether it is one of the few values that summarise a record: `x-headline`.
    pub fn is_headline(self) -> bool {
        self.get("x-headline") == Some(&Value::Bool(true))
    }

    /// Returns whether `holder`, a value of the object that has this field, can use it. `x-for` names the values of other
    /// keys for which it can: `{"class": ["wpn", "amo"]}`. Unset keys allow everything.
    pub fn is_used_in(self, holder: &Value) -> bool {
        let conditions = self.get("x-for").and_then(Value::as_object).into_iter().flatten();
        conditions.into_iter().all(|(key, values)| {
            let now = holder.get(key).filter(|now| !now.is_null());
            now.is_none_or(|now| values.as_array().is_none_or(|values| values.contains(now)))
        })
    }

    /// Returns whether the value is a text that is shown to players, and so can be translated.
    ///
    /// This is the only definition of such texts. The keyword `x-text` decides; without it, plain texts under the keys
    /// `title`, `name`, `about` and `text` are, except in fields that a pack declares.
    pub fn is_prose(self) -> bool {
        if let Some(said) = self.get("x-text").and_then(Value::as_bool) {
            return said;
        }
        let is_plain = matches!(self.shape(), FieldKind::Text { pattern: None, notation: None }) && self.is_text();
        is_plain && PROSE.contains(&self.name()) && self.declared_by().is_none() && self.names_keys().is_none()
    }

    /// Returns whether the text is shown on counters, which have little room: `x-counter`.
    pub fn is_on_counter(self) -> bool {
        self.get("x-counter") == Some(&Value::Bool(true))
    }

    /// Returns the field of the items, if it is a list.
    pub(crate) fn item(self) -> Option<Self> {
        self.value().filter(|_| self.spec().below().is_list)
    }

    /// Returns the title of the pack that declares the field; `None` for a field of the catalog's type.
    pub fn declared_by(self) -> Option<&'static str> {
        self.text("x-pack")
    }

    /// Returns the notation, for texts that have one.
    pub fn notation(self) -> Option<&'static Notation> {
        self.spec().notation
    }

    /// Returns the default value.
    pub fn default(self) -> Option<&'static Value> {
        self.get("default")
    }

    /// Returns an example value.
    pub fn example(self) -> Option<&'static Value> {
        self.get("examples")?.get(0)
    }

    /// Returns whether a complete record must have the field.
    pub fn required(self) -> bool {
        self.0.required
    }

    /// Returns the kind of value.
    pub fn kind(self) -> FieldKind {
        self.shape().clone()
    }

    /// Returns the kind of value without cloning it.
    pub(crate) fn shape(self) -> &'static FieldKind {
        &self.spec().kind
    }

    /// Returns the catalog of the record that the value refers to, if it is a reference.
    pub(crate) fn target(self) -> Option<&'static str> {
        match *self.shape() {
            FieldKind::Reference { catalog } => Some(catalog),
            _ => None,
        }
    }

    /// Returns the key that selects the variant of a value, for objects with variants.
    pub fn tag(self) -> Option<&'static str> {
        self.spec().tag
    }

    /// Returns the fields of one variant, the tag first; empty if there are no variants or not this one.
    pub fn fields_of(self, kind: &str) -> Vec<Self> {
        let kinds = &self.spec().below().kinds;
        kinds.iter().filter(|(name, _)| *name == kind).flat_map(|(_, fields)| fields).map(Self).collect()
    }

    /// Returns the fields that `value` may have: the fields of its variant, or only the tag if it has no variant yet.
    pub fn fields_in(self, value: &Value) -> Vec<Self> {
        let Some(tag) = self.tag() else { return self.fields() };
        let fields = self.fields_of(value.get(tag).and_then(Value::as_str).unwrap_or_default());
        if fields.is_empty() { self.child(tag).into_iter().collect() } else { fields }
    }

    /// Returns the variants that have a field called `name`; empty if there are no variants.
    pub fn kinds_with(self, name: &str) -> Vec<&'static str> {
        let kinds = self.spec().below().kinds.iter();
        kinds.filter(|(_, fields)| fields.iter().any(|field| field.name == name)).map(|(kind, _)| *kind).collect()
    }

    /// Returns the fields of an object in declaration order, including the fields of all variants; empty for any other
    /// kind.
    pub fn fields(self) -> Vec<Self> {
        self.spec().below().fields.iter().map(Self).collect()
    }

    /// Returns the field of the values of a map or the items of a list.
    pub fn value(self) -> Option<Self> {
        self.spec().below().value.as_ref().map(Self)
    }

    /// Returns the field one step down: at a key of an object or map, or a position of a list.
    pub fn child(self, step: &str) -> Option<Self> {
        let below = self.spec().below();
        if let Some(position) = below.position(step) {
            return Some(Self(&below.fields[position]));
        }
        self.value().filter(|_| !below.is_list || crate::source::tree::position(step).is_some())
    }

    /// Returns the expected kind of value for messages: "a whole number from 1 to 99".
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

    /// Returns the expected kind of key for messages, for maps whose keys are ids.
    pub(crate) fn expected_key(self) -> Option<String> {
        self.key_target().map(|catalog| self.id_of(catalog))
    }

    /// Describes the id of a record of a catalog in words.
    fn id_of(self, catalog: &str) -> String {
        let title = self.spec().dialect.catalog(catalog).map_or(catalog, |catalog| catalog.title).to_lowercase();
        let an = title.starts_with(['a', 'e', 'i', 'o', 'u']) && !title.starts_with("uni");
        let article = if an { "an" } else { "a" };
        format!("the id of {article} {title}")
    }

    /// Returns a summary of the field as labelled facts: expected value, unit, default, example, and whether it is
    /// required.
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

    /// Converts text typed into the field to a value: a number if the notation writes plain numbers as numbers; a
    /// number or boolean if any value is allowed; text otherwise.
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

    /// Returns whether the value is read as text even if YAML would read it as another type.
    pub(crate) fn is_text(self) -> bool {
        self.spec().takes == Takes::Text
    }

    /// Returns whether the field has a notation in which plain numbers are written as numbers: `2`, but also `2D-1`.
    pub(crate) fn is_number_or_text(self) -> bool {
        self.spec().takes == Takes::NumberOrText
    }

    /// Returns an example of a key of the map.
    pub(crate) fn key_example(self) -> Option<&'static str> {
        self.spec().at.pointer("/propertyNames/examples/0").and_then(Value::as_str)
    }

    /// Returns the map elsewhere that the keys of this map refer to, if any.
    pub fn key_names(self) -> Option<KeysOf> {
        self.spec().key_names.clone()
    }

    /// Returns the catalog whose ids are the keys of this map, if they refer to records.
    pub fn key_target(self) -> Option<&'static str> {
        keyword(keyword(self.get("propertyNames")?, "x-ref")?, "catalog")?.as_str()
    }

    /// Returns the map elsewhere whose keys this text, or each of its characters, refers to, if any.
    pub fn names_keys(self) -> Option<KeysOf> {
        self.spec().names_keys.clone()
    }

    /// Returns the regular expression for the keys of this map, if the schema has one.
    pub(crate) fn key_pattern(self) -> Option<&'static str> {
        keyword(self.get("propertyNames")?, "pattern")?.as_str()
    }

    /// Returns a keyword of the schema, from the field or else from its type.
    fn get(self, key: &str) -> Option<&'static Value> {
        word(self.spec().said, self.spec().at, key)
    }

    fn text(self, key: &str) -> Option<&'static str> {
        self.get(key).and_then(Value::as_str)
    }
}
