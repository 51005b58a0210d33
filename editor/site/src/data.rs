//! Data for scripts, as classic scripts that assign to a property of `window`.

use serde_json::Value;

/// Returns a script that assigns a value to `window.NAME`.
pub(crate) fn script(name: &str, value: &Value) -> Vec<u8> {
    format!("window.{name}={};\n", escaped(&value.to_string())).into_bytes()
}

/// Escapes JSON so that it means the same as a script, even inside HTML.
fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' => out.push_str("\\u003c"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_a_script() {
        let text = "</script><!--\u{2028}";
        let script = String::from_utf8(script("x", &Value::from(text))).expect("it is text");
        assert!(!script.contains('<') && !script.contains('\u{2028}'));
        let json = script.trim_start_matches("window.x=").trim_end_matches(";\n");
        assert_eq!(serde_json::from_str::<String>(json).expect("it is JSON"), text);
    }
}
