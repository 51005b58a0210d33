//! Colours: `#rrggbb` in hexadecimal.

/// Whether a text is a colour; the error says what was expected and found.
pub(super) fn check(text: &str) -> Result<(), String> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        Ok(())
    } else {
        Err(format!("expected a colour as `#d9c08c`, but found `{text}`"))
    }
}
