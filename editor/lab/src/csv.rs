//! Lines for spreadsheets.

/// A CSV field: quoted when it must be (RFC 4180).
pub fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
