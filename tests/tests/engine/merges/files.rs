//! The edited files, and their content.

use std::collections::BTreeMap;

use foeman_registry::SHIPPED;
use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::field::Field;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_test_support::packs;
use serde_json::Value;

use super::lists::{List, list};

/// The content of a file: its records by pointer.
pub(super) type Model = BTreeMap<String, Value>;

/// The edited file of each draft.
pub(super) const FILE: &str = "records.yaml";

/// A file of a shipped pack.
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) dialect: &'static Dialect,
    head: String,
}

impl Source {
    /// Returns all record files of the shipped packs.
    pub(super) fn shipped() -> Vec<Self> {
        let mut sources = Vec::new();
        for pack in ["arena", "codes", "entropy", "strategy", "bent-nail"] {
            let texts = packs::texts(pack);
            let id =
                texts["pack.yaml"].lines().find_map(|line| line.strip_prefix("ruleset: ")).expect("packs have one");
            let head = format!("pack: {pack}\nruleset: {id}\n");
            let dialect = Draft::from_texts([("pack.yaml".to_owned(), head.clone())], &SHIPPED.dialects()).dialect();
            let dialect = dialect.expect("the ruleset is shipped");
            for (path, text) in texts.into_iter().filter(|(path, _)| path.ends_with(".yaml") && path != "pack.yaml") {
                let source = Self { path: format!("{pack}/{path}"), text, dialect, head: head.clone() };
                let model = source.read(&source.text).expect("shipped packs can be read");
                if !model.is_empty() {
                    sources.push(source);
                }
            }
        }
        sources
    }

    pub(super) fn draft(&self, text: &str) -> Draft {
        let files = [("pack.yaml", self.head.as_str()), (FILE, text)];
        Draft::from_texts(files.map(|(path, text)| (path.to_owned(), text.to_owned())), &SHIPPED.dialects())
    }

    /// Reads the content of a text; `None` if it cannot be parsed, or if a key is duplicated.
    pub(super) fn read(&self, text: &str) -> Option<Model> {
        // A second parser that rejects duplicate keys.
        serde_yaml::from_str::<serde_yaml::Value>(text).ok()?;
        let draft = self.draft(text);
        let mut model = Model::new();
        for catalog in self.dialect.catalogs {
            for id in draft.own_ids(catalog.name) {
                let key = RecordKey::new(catalog.name, id);
                model.insert(key.pointer().to_string(), draft.raw(&key)?);
            }
        }
        Some(model)
    }

    pub(super) fn field(&self, at: &Pointer) -> Option<Field> {
        Field::at(self.dialect, at)
    }

    /// Sorts the lists whose order does not matter.
    pub(super) fn without_order(&self, model: &Model) -> Model {
        let sorted = |(key, value): (&String, &Value)| {
            let mut value = value.clone();
            self.sort(&Pointer::parse(key).expect("it was one"), &mut value);
            (key.clone(), value)
        };
        model.iter().map(sorted).collect()
    }

    fn sort(&self, at: &Pointer, value: &mut Value) {
        match value {
            Value::Object(map) => map.iter_mut().for_each(|(key, value)| self.sort(&at.child(key), value)),
            Value::Array(items) => {
                items
                    .iter_mut()
                    .enumerate()
                    .for_each(|(at_item, item)| self.sort(&at.child(at_item.to_string()), item));
                if self.field(at).is_some_and(|field| {
                    matches!(list(field), List::Set | List::Pile | List::Named { ordered: false, .. })
                }) {
                    items.sort_by_key(Value::to_string);
                }
            }
            _ => {}
        }
    }
}
