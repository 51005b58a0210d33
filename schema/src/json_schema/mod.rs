//! Generates one JSON Schema per dialect from the record types, valid for every file of a pack.
//!
//! This module only rearranges the generated schema into the form that readers and editors expect: enums as `enum` with
//! `x-docs`, no `oneOf`, closed objects, `extends` on every record.
//! Keywords that only this program understands begin with `x-`; the published schema uses standard keywords instead.

pub(crate) mod variants;

mod declared;

pub(crate) mod inline;

mod keyword;

mod publish;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use jsonschema::Validator;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::dialect::{CatalogDef, Dialect};
use crate::header::Header;

use inline::Types;
pub(crate) use keyword::keyword;
use keyword::{keyword_in, keyword_mut, remove};

/// The form of ids: lower-case words joined by hyphens.
pub const ID_PATTERN: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";

/// Returns whether a text has the form of [`ID_PATTERN`].
pub(crate) fn is_id(text: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.split('-').all(word)
}

/// Returns the JSON Schema for every file of a pack of `dialect`. Deterministic.
pub fn json_schema(dialect: &'static Dialect) -> Value {
    compiled(dialect).published(dialect)
}

/// Values derived from a dialect: the forms immediately, everything else on first use.
#[derive(Debug)]
pub(crate) struct Compiled {
    dialect: &'static Dialect,
    /// The values derived from the base of the dialect, if it has one.
    base: Option<&'static Compiled>,
    /// For forms and reading: no nulls; the header at `header`, the records under `records`, the types that they refer to
    /// under `types`, shared definitions under `$defs`. For a dialect with a base, only the records with additional
    /// fields, and only those fields.
    forms: Value,
    header: OnceLock<Validator>,
    /// By catalog: the validator for complete records, and the one for records with `extends`, which may be partial.
    /// For a dialect with a base, only the [latest](Latest) ones are cached.
    records: BTreeMap<&'static str, [OnceLock<Arc<Validator>>; 2]>,
}

impl Compiled {
    /// Returns the schema of the header.
    pub(crate) fn header_form(&self) -> &Value {
        self.base.map_or(&self.forms["header"], Self::header_form)
    }

    /// Returns the schema of a catalog's records; for a dialect with a base, only the additional fields.
    pub(crate) fn record_form(&self, catalog: &str) -> Option<&Value> {
        self.forms["records"].get(catalog)
    }

    /// Returns a shared definition or a type, by its path.
    pub(crate) fn shared_form(&self, path: &str) -> Option<&Value> {
        self.base.map_or_else(|| self.forms.pointer(path), |base| base.shared_form(path))
    }

    /// Returns the validator for the header.
    pub(crate) fn header(&self) -> &Validator {
        if let Some(base) = self.base {
            return base.header();
        }
        self.header.get_or_init(|| {
            let mut schema = self.header_schema();
            schema["$defs"] = Value::Object(self.definitions());
            validator(&schema)
        })
    }

    /// Returns the validator for complete records of a catalog.
    pub(crate) fn complete(&'static self, catalog: &str) -> Option<Arc<Validator>> {
        self.of_records(catalog, Nulls::WhereOptional)
    }

    /// Returns the validator for records of a catalog with `extends`.
    pub(crate) fn partial(&'static self, catalog: &str) -> Option<Arc<Validator>> {
        self.of_records(catalog, Nulls::Everywhere)
    }

    fn of_records(&'static self, catalog: &str, nulls: Nulls) -> Option<Arc<Validator>> {
        let catalog = self.dialect.catalog(catalog)?.name;
        let make = || Arc::new(self.validator(catalog, nulls));
        match self.base {
            Some(base) if self.record_form(catalog).is_none() => base.of_records(catalog, nulls),
            Some(_) => Some(Latest::get(self.dialect, catalog, nulls, make)),
            None => {
                let [complete, partial] = self.records.get(catalog)?;
                let kept = if nulls == Nulls::Everywhere { partial } else { complete };
                Some(Arc::clone(kept.get_or_init(make)))
            }
        }
    }

    fn validator(&self, catalog: &str, nulls: Nulls) -> Validator {
        let mut schema = self.record_schema(catalog, nulls);
        // The shared definitions are large, and most catalogs do not use them.
        if schema.to_string().contains("\"#/$defs/") {
            schema["$defs"] = Value::Object(self.definitions());
        }
        validator(&schema)
    }

    /// Returns a form with the types that it refers to.
    fn expanded(&self, form: &Value) -> Value {
        let mut schema = form.clone();
        if let Some(types) = self.shared_form("/types").and_then(Value::as_object) {
            inline::expand(&mut schema, types);
        }
        schema
    }

    fn header_schema(&self) -> Value {
        let mut schema = self.expanded(self.header_form());
        variants::publish(&mut schema);
        allow_null(&mut schema, Nulls::WhereOptional);
        schema
    }

    fn record_schema(&self, catalog: &str, nulls: Nulls) -> Value {
        let mut schema = self.whole_record(catalog);
        variants::publish(&mut schema);
        allow_null(&mut schema, nulls);
        schema
    }

    /// Returns the full schema of a catalog's records.
    fn whole_record(&self, catalog: &str) -> Value {
        let Some(base) = self.base else { return self.expanded(&self.forms["records"][catalog]) };
        let mut whole = base.whole_record(catalog);
        declared::add(self.dialect, catalog, &mut whole);
        whole
    }

    /// Returns the shared definitions.
    fn definitions(&self) -> Map<String, Value> {
        let shared = self.shared_form("/$defs").and_then(Value::as_object).into_iter().flatten();
        let definition = |(name, form): (&String, &Value)| {
            let mut definition = self.expanded(form);
            variants::publish(&mut definition);
            allow_null(&mut definition, Nulls::WhereOptional);
            (name.clone(), definition)
        };
        shared.map(definition).collect()
    }

    fn published(&self, dialect: &Dialect) -> Value {
        let mut definitions = self.definitions();
        for catalog in dialect.catalogs {
            definitions.insert(catalog.name.to_owned(), self.record_schema(catalog.name, Nulls::WhereOptional));
            definitions.insert(publish::extending(catalog.name), self.record_schema(catalog.name, Nulls::Everywhere));
        }
        publish::publish(dialect, &self.header_schema(), definitions)
    }
}

/// Returns the values derived from `dialect`; created on first use and kept, since dialects live until the program
/// ends.
pub(crate) fn compiled(dialect: &'static Dialect) -> &'static Compiled {
    static MADE: RwLock<BTreeMap<usize, &'static Compiled>> = RwLock::new(BTreeMap::new());
    let address = std::ptr::from_ref(dialect).addr();
    if let Some(known) = MADE.read().unwrap_or_else(PoisonError::into_inner).get(&address) {
        return known;
    }
    let base = dialect.base.map(compiled);
    let mut made = MADE.write().unwrap_or_else(PoisonError::into_inner);
    made.entry(address).or_insert_with(|| {
        Box::leak(Box::new(match base {
            Some(base) => extend(dialect, base),
            None => compile(dialect),
        }))
    })
}

/// Cache of the most recently used validators for records with declared fields. They are large, and while a declaration
/// is being typed only the last version is used again.
struct Latest;

/// A validator with its key: the address of the dialect, the catalog, and which values may be null.
type Kept = (usize, &'static str, Nulls, Arc<Validator>);

impl Latest {
    /// Maximum number in the cache.
    const MOST: usize = 16;

    fn get(
        dialect: &'static Dialect,
        catalog: &'static str,
        nulls: Nulls,
        make: impl FnOnce() -> Arc<Validator>,
    ) -> Arc<Validator> {
        static KEPT: Mutex<VecDeque<Kept>> = Mutex::new(VecDeque::new());
        let of = (std::ptr::from_ref(dialect).addr(), catalog, nulls);
        let known = |kept: &VecDeque<Kept>| {
            let mut found = kept.iter().filter(|kept| (kept.0, kept.1, kept.2) == of);
            found.next().map(|kept| Arc::clone(&kept.3))
        };
        if let Some(known) = known(&KEPT.lock().unwrap_or_else(PoisonError::into_inner)) {
            return known;
        }
        // Creating one takes long and happens outside the lock; if two threads create the same one, one of them is
        // dropped.
        let made = make();
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known(&kept) {
            return known;
        }
        kept.truncate(Self::MOST - 1);
        kept.push_front((of.0, of.1, of.2, Arc::clone(&made)));
        made
    }
}

/// Returns the additions of a dialect with declared fields to its base.
fn extend(dialect: &'static Dialect, base: &'static Compiled) -> Compiled {
    let more = |catalog: &CatalogDef| {
        dialect.declared_in(catalog.name).next()?;
        Some((catalog.name.to_owned(), declared::more(dialect, catalog.name, base.record_form(catalog.name)?)))
    };
    let records: Map<String, Value> = dialect.catalogs.iter().filter_map(more).collect();
    let forms = Map::from_iter([("records".to_owned(), Value::Object(records))]);
    Compiled {
        dialect,
        base: Some(base),
        forms: Value::Object(forms),
        header: OnceLock::new(),
        records: BTreeMap::new(),
    }
}

fn compile(dialect: &'static Dialect) -> Compiled {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut header = Header::json_schema(&mut generator).to_value();
    let records: Vec<Value> =
        dialect.catalogs.iter().map(|catalog| (catalog.schema)(&mut generator).to_value()).collect();
    let mut generated = generator.take_definitions(true);
    tidy(&mut header);
    generated.values_mut().for_each(tidy);
    let mut types = Types::new(generated);
    types.inline(&mut header);
    let mut whole = |(catalog, mut schema): (&CatalogDef, Value)| {
        tidy(&mut schema);
        types.form(&mut schema);
        (catalog.name.to_owned(), record_schema(catalog, schema))
    };
    let records: Map<String, Value> = dialect.catalogs.iter().zip(records).map(&mut whole).collect();
    let [mut shared, types] = types.into_parts();
    let header = header_schema(dialect, header, &mut shared);
    // The macro `json!` would copy everything.
    let [records, types, shared] = [records, types, shared].map(Value::Object);
    let forms = [("header", header), ("records", records), ("types", types), ("$defs", shared)];
    Compiled {
        dialect,
        base: None,
        forms: forms.into_iter().map(|(key, form)| (key.to_owned(), form)).collect(),
        header: OnceLock::new(),
        records: dialect.catalogs.iter().map(|catalog| (catalog.name, Default::default())).collect(),
    }
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).expect("schemas made from types are valid; a test walks all dialects")
}

fn header_schema(dialect: &Dialect, mut schema: Value, shared: &mut Map<String, Value>) -> Value {
    schema["properties"]["ruleset"]["enum"] = json!([dialect.id]);
    schema["properties"]["ruleset"]["x-docs"] = json!({ dialect.id: dialect.about });
    declared::header(dialect, &mut schema["properties"]["fields"], shared);
    schema
}

fn record_schema(catalog: &CatalogDef, mut schema: Value) -> Value {
    schema["title"] = json!(catalog.title);
    let extends = json!({
        "description": "A record of this catalog to inherit from. Maps are merged, and `null` removes a value.",
        "type": "string",
        "x-ref": { "catalog": catalog.name },
    });
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.insert("extends".to_owned(), extends);
    }
    schema
}

/// Rearranges a generated schema and all its subschemas.
fn tidy(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    // The formats of Rust's integers are redundant next to minimum and maximum.
    remove(object, "format");
    remove(object, "$schema");
    without_null(object);
    enum_of_constants(object);
    match keyword_mut(object, "default") {
        Some(Value::Null) => drop(remove(object, "default")),
        Some(default) => remove_nulls(default),
        None => {}
    }
    if let Some(Value::String(description)) = keyword_mut(object, "description") {
        *description = description.replace('\n', " ");
    }
    each_subschema(object, &mut tidy);
    variants::flatten(object);
    in_reading_order(object);
}

/// Moves the most important keywords to the front; the others keep their order.
fn in_reading_order(object: &mut Map<String, Value>) {
    const FIRST: [&str; 10] =
        ["title", "description", "$ref", "type", "enum", "x-docs", "x-ref", "x-tag", "x-notation", "pattern"];
    const LAST: [&str; 6] = ["default", "examples", "properties", "additionalProperties", "required", "allOf"];
    let rank = |key: &str| match FIRST.iter().position(|first| *first == key) {
        Some(place) => place,
        None => FIRST.len() + LAST.iter().position(|last| *last == key).map_or(0, |place| place + 1),
    };
    if object.keys().is_sorted_by_key(|key| rank(key)) {
        return;
    }
    let mut entries: Vec<(usize, (String, Value))> =
        std::mem::take(object).into_iter().map(|entry| (rank(&entry.0), entry)).collect();
    entries.sort_by_key(|(rank, _)| *rank);
    object.extend(entries.into_iter().map(|(_, entry)| entry));
}

/// Turns `[T, null]`, generated for an optional field, into `T`; `required` shows that the field is optional.
fn without_null(object: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = keyword_mut(object, "type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = keyword_mut(object, "enum") {
        values.retain(|value| !value.is_null());
    }
    let Some(Value::Array(choices)) = keyword_mut(object, "anyOf") else { return };
    choices.retain(|choice| choice.get("type") != Some(&json!("null")));
    if let [Value::Object(only)] = choices.as_slice() {
        let only = only.clone();
        object.remove("anyOf");
        for (key, value) in only {
            // Keywords of the field take precedence over keywords of its type.
            object.entry(key).or_insert(value);
        }
    }
}

/// Turns the `oneOf` of constants that schemars generates for documented variants into `enum` with `x-docs`.
fn enum_of_constants(object: &mut Map<String, Value>) {
    let Some(Value::Array(variants)) = keyword_in(object, "oneOf") else { return };
    let mut values = Vec::new();
    let mut docs = Map::new();
    for variant in variants {
        let doc = variant.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
        let names = match (variant.get("const"), variant.get("enum")) {
            (Some(Value::String(name)), _) => vec![name.clone()],
            (_, Some(Value::Array(names))) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => return,
        };
        for name in names {
            docs.insert(name.clone(), json!(doc));
            values.push(json!(name));
        }
    }
    object.remove("oneOf");
    object.insert("type".to_owned(), json!("string"));
    object.insert("enum".to_owned(), Value::Array(values));
    object.insert("x-docs".to_owned(), Value::Object(docs));
}

/// Which values may be null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nulls {
    /// Values of optional keys; required keys stay required.
    WhereOptional,
    /// All values in maps, and no key is required: `null` removes an inherited value.
    Everywhere,
}

fn allow_null(schema: &mut Value, nulls: Nulls) {
    let Some(object) = schema.as_object_mut() else { return };
    let required = match nulls {
        Nulls::WhereOptional => object.get("required").cloned().unwrap_or_default(),
        Nulls::Everywhere => object.remove("required").unwrap_or_default(),
    };
    let is_required = |key: &String| {
        nulls == Nulls::WhereOptional && required.as_array().is_some_and(|keys| keys.iter().any(|k| k == key))
    };
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        for (key, property) in properties {
            if !is_required(key) && key != "extends" {
                or_null(property);
            }
        }
    }
    if nulls == Nulls::Everywhere {
        variants::without_required(object);
    }
    if let (Nulls::Everywhere, Some(values @ Value::Object(_))) = (nulls, object.get_mut("additionalProperties")) {
        or_null(values);
    }
    // Lists are replaced as a whole, so their items are complete.
    if let Some(items) = object.get_mut("items") {
        allow_null(items, Nulls::WhereOptional);
    }
    for key in ["properties", "additionalProperties"] {
        match object.get_mut(key) {
            Some(Value::Object(properties)) if key == "properties" => {
                properties.values_mut().for_each(|property| allow_null(property, nulls));
            }
            Some(values) => allow_null(values, nulls),
            None => {}
        }
    }
}

/// Removes keys whose value is null, which means absent.
pub(crate) fn remove_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(remove_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_nulls),
        _ => {}
    }
}

fn or_null(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(kind) = object.get_mut("type") {
        let mut kinds = kind.as_array().cloned().unwrap_or_else(|| vec![kind.clone()]);
        kinds.push(json!("null"));
        *kind = Value::Array(kinds);
        if let Some(Value::Array(values)) = object.get_mut("enum") {
            values.push(Value::Null);
        }
    } else if object.contains_key("$ref") {
        let target = std::mem::take(object);
        object.insert("anyOf".to_owned(), json!([target, { "type": "null" }]));
    }
}

/// Calls `visit` on the schemas directly inside `object`.
fn each_subschema(object: &mut Map<String, Value>, visit: &mut dyn FnMut(&mut Value)) {
    for key in ["properties", "$defs", "patternProperties"] {
        if let Some(Value::Object(schemas)) = keyword_mut(object, key) {
            schemas.values_mut().for_each(&mut *visit);
        }
    }
    for key in ["items", "additionalProperties", "propertyNames"] {
        if let Some(schema) = keyword_mut(object, key) {
            visit(schema);
        }
    }
    for key in ["oneOf", "anyOf", "allOf", "prefixItems"] {
        if let Some(Value::Array(schemas)) = keyword_mut(object, key) {
            schemas.iter_mut().for_each(&mut *visit);
        }
    }
}
