//! The schema for others: text editors and validators, which know nothing of words that begin with `x-`.
//!
//! What those words say is said once more in words that are read elsewhere.
//! Two of them stand in no draft of JSON Schema but are what VS Code and the YAML language server read:
//! `enumDescriptions`, what each word of an `enum` means, and `patternErrorMessage`, what to say instead of a regular
//! expression.
//! Beyond draft 2020-12 a strict validator has to be told of these two, and that types may be unions: `["string",
//! "integer"]` makes those editors say what is wrong with a text, while `anyOf` makes them ask for the wrong type.

use serde_json::{Map, Value, json};

use super::{ID_PATTERN, each_subschema};
use crate::dialect::Dialect;
use crate::header;
use crate::notation::Notation;

/// What `null` means where words are listed.
const NOTHING: &str = "Nothing; what would be inherited is taken away.";

/// The name of the definition for records that extend another.
pub(super) fn extending(catalog: &str) -> String {
    format!("{catalog}-extending")
}

/// The schema of every file of a pack, of the schemas of its header and of its records.
pub(super) fn publish(dialect: &Dialect, header: &Value, definitions: Map<String, Value>) -> Value {
    let mut properties = Map::new();
    for key in header::KEYS {
        properties.insert(key.to_owned(), header["properties"][key].clone());
    }
    for catalog in dialect.catalogs {
        let about = definitions[catalog.name]["description"].clone();
        // Strict validators want what is required to be declared beside it, and editors show what is said there.
        let extends = json!({ "description": definitions[catalog.name]["properties"]["extends"]["description"] });
        let section = json!({
            "description": about,
            "type": ["object", "null"],
            "propertyNames": { "pattern": ID_PATTERN },
            "additionalProperties": {
                "if": { "type": "object", "properties": { "extends": extends }, "required": ["extends"] },
                "then": { "$ref": format!("#/$defs/{}", extending(catalog.name)) },
                "else": { "$ref": format!("#/$defs/{}", catalog.name) },
            },
        });
        properties.insert(catalog.name.to_owned(), section);
    }
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A file of a {} pack", dialect.title),
        "description": dialect.about,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "dependentRequired": head(),
        "$defs": definitions,
    });
    translate(&mut schema, dialect);
    schema
}

/// Keys of the header stand in the file that says which pack it is.
fn head() -> Map<String, Value> {
    let needed = |key| if key == "pack" { "ruleset" } else { "pack" };
    header::KEYS.into_iter().map(|key| (key.to_owned(), json!([needed(key)]))).collect()
}

/// Says what words that begin with `x-` say in words that others read, in a schema and all that is in it.
fn translate(schema: &mut Value, dialect: &Dialect) {
    let Some(object) = schema.as_object_mut() else { return };
    let notation = object.get("x-notation").and_then(Value::as_str).and_then(|name| dialect.notation(name));
    let example = object.get("examples").and_then(|examples| examples.get(0)).and_then(Value::as_str);
    let expected = match (notation, example) {
        (Some(notation), _) => Some(expected(notation)),
        (None, Some(example)) if object.contains_key("pattern") => {
            Some(format!("expected text in the form `{example}`"))
        }
        _ => None,
    };
    let meanings = meanings(object);
    let mut pattern = notation.map(|notation| notation.pattern.to_owned());
    for (key, value) in std::mem::take(object) {
        match key.as_str() {
            "x-docs" => drop(meanings.clone().map(|meanings| object.insert("enumDescriptions".to_owned(), meanings))),
            "x-notation" | "pattern" => {
                let Some(pattern) =
                    pattern.take().or_else(|| value.as_str().filter(|_| key == "pattern").map(str::to_owned))
                else {
                    continue;
                };
                object.insert("pattern".to_owned(), pattern.into());
                if let Some(expected) = &expected {
                    object.insert("patternErrorMessage".to_owned(), expected.as_str().into());
                }
            }
            word if word.starts_with("x-") => {}
            _ => drop(object.insert(key, value)),
        }
    }
    each_subschema(object, &mut |below| translate(below, dialect));
    for key in ["if", "then", "else", "not"] {
        if let Some(below) = object.get_mut(key) {
            translate(below, dialect);
        }
    }
}

/// What each word of an `enum` means, in its order; nothing where no word has a meaning of its own.
fn meanings(object: &Map<String, Value>) -> Option<Value> {
    let docs = object.get("x-docs")?;
    let words = object.get("enum")?.as_array()?;
    let meaning = |word: &Value| word.as_str().map_or(NOTHING, |word| docs[word].as_str().unwrap_or_default());
    let meanings: Vec<&str> = words.iter().map(meaning).collect();
    words.iter().zip(&meanings).any(|(word, meaning)| word.is_string() && !meaning.is_empty()).then(|| json!(meanings))
}

/// What a text that does not follow a notation should have been.
fn expected(notation: &Notation) -> String {
    let mut about = notation.about.chars();
    let first: String = about.next().into_iter().flat_map(char::to_lowercase).collect();
    let examples: Vec<String> = notation.examples.iter().map(|example| format!("`{example}`")).collect();
    let examples = match examples.split_last() {
        Some((last, front)) if !front.is_empty() => format!("{} or {last}", front.join(", ")),
        _ => examples.concat(),
    };
    format!("expected {first}{}, as {examples}", about.as_str())
}
