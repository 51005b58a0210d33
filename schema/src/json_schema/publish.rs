//! The published schema, for text editors and validators, which ignore keywords that begin with `x-`.
//!
//! Translates those keywords into standard ones.
//! Two of the keywords used are not in any draft of JSON Schema, but supported by VS Code and the YAML language server:
//! `enumDescriptions`, the description of each word of an `enum`, and `patternErrorMessage`, a message to show instead
//! of a regular expression.
//! Strict validators of draft 2020-12 have to be configured for these two and for union types: with `["string",
//! "integer"]` editors explain what is wrong with a text, while with `anyOf` they report the wrong expected type.

use serde_json::{Map, Value, json};

use super::{ID_PATTERN, each_subschema};
use crate::dialect::Dialect;
use crate::header;
use crate::notation::Notation;

/// The description of `null` in a list of words.
const NOTHING: &str = "Removes the inherited value.";

/// Returns the name of the definition for records with `extends`.
pub(super) fn extending(catalog: &str) -> String {
    format!("{catalog}-extending")
}

/// Combines the schemas of header and records into the schema of every file of a pack.
pub(super) fn publish(dialect: &Dialect, header: &Value, definitions: Map<String, Value>) -> Value {
    let mut properties = Map::new();
    for key in header::KEYS {
        properties.insert(key.to_owned(), header["properties"][key].clone());
    }
    for catalog in dialect.catalogs {
        let about = definitions[catalog.name]["description"].clone();
        // Strict validators require that required keys are declared in the same schema, and editors show the
        // description given there.
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

/// Header keys are allowed only in the file with the header.
fn head() -> Map<String, Value> {
    let needed = |key| if key == "pack" { "ruleset" } else { "pack" };
    header::KEYS.into_iter().map(|key| (key.to_owned(), json!([needed(key)]))).collect()
}

/// Translates `x-` keywords into standard ones, in a schema and all its subschemas.
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

/// Returns the descriptions of the words of an `enum`, in order; `None` if no word has one.
fn meanings(object: &Map<String, Value>) -> Option<Value> {
    let docs = object.get("x-docs")?;
    let words = object.get("enum")?.as_array()?;
    let meaning = |word: &Value| word.as_str().map_or(NOTHING, |word| docs[word].as_str().unwrap_or_default());
    let meanings: Vec<&str> = words.iter().map(meaning).collect();
    words.iter().zip(&meanings).any(|(word, meaning)| word.is_string() && !meaning.is_empty()).then(|| json!(meanings))
}

/// Returns the message for a text that does not follow a notation.
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
