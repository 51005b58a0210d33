//! Display texts of values, and accessible names of inputs.

use egui::{Id, Response};
use serde_json::Value;

/// Formats a value for display.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Sets the label as an input's accessible name, instead of its hint or value.
pub(crate) fn named(response: Response, label: Option<Id>) -> Response {
    match label {
        Some(label) => response.labelled_by(label),
        None => response,
    }
}
