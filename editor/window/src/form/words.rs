//! How values read, and how inputs are named.

use egui::{Id, Response};
use serde_json::Value;

/// A value as people read it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// An input that would otherwise be called after its hint or its value.
pub(super) fn named(response: Response, label: Option<Id>) -> Response {
    match label {
        Some(label) => response.labelled_by(label),
        None => response,
    }
}
