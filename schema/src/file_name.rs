//! Portable file names: Windows and macOS reject some names that Linux accepts, and treat some different names as
//! equal.

use icu_normalizer::ComposingNormalizerBorrowed;

/// Maximum length of a file or folder name in bytes.
const BYTES: usize = 255;

/// Why the name of a file or folder is not portable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Why it cannot be, as the end of a sentence that begins with the path.
    pub why: String,
    /// A name that can.
    pub instead: String,
}

/// Returns why a name of a path is not portable; `None` if it is.
pub fn fault(name: &str) -> Option<Fault> {
    let why = if let Some(c) = name.chars().find(|c| is_reserved_sign(*c)) {
        format!("is not allowed on Windows, where names cannot contain `{}`", c.escape_default())
    } else if name.ends_with(['.', ' ']) {
        let end = if name.ends_with('.') { "dot" } else { "space" };
        format!("is not allowed on Windows, where names cannot end with a {end}")
    } else if is_device(name) {
        let stem = name.split('.').next().unwrap_or(name).trim_end();
        format!("is not allowed on Windows, where `{stem}` is a device")
    } else if name.len() > BYTES {
        format!("is a name of {} bytes, but most systems allow only {BYTES}", name.len())
    } else {
        return None;
    };
    Some(Fault { why, instead: sound(name) })
}

/// Returns why the first bad name in a path is not portable, and the path with portable names.
pub(crate) fn fault_of_path(path: &str) -> Option<Fault> {
    let fault = path.split('/').find_map(fault)?;
    Some(Fault { instead: path.split('/').map(sound).collect::<Vec<_>>().join("/"), ..fault })
}

/// Returns a key that is equal for names which are the same on a system that ignores case and Unicode normalisation.
pub fn folded(name: &str) -> String {
    composed(&composed(name).to_lowercase()).to_lowercase()
}

/// Returns a text in composed form (NFC), with each letter and its accents as one character.
pub(crate) fn composed(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}

fn is_reserved_sign(c: char) -> bool {
    c.is_control() || "<>:\"\\|?*".contains(c)
}

/// Returns whether Windows treats a name as a device, whatever its extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_lowercase();
    let numbered = |port: &str| {
        stem.strip_prefix(port)
            .is_some_and(|n| matches!(n, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³"))
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$") || numbered("com") || numbered("lpt")
}

/// Returns a portable name similar to this one.
fn sound(name: &str) -> String {
    let name: String = name.chars().map(|c| if is_reserved_sign(c) { '-' } else { c }).collect();
    let name = name.trim_end_matches(['.', ' ']);
    let (stem, ending) = name.rsplit_once('.').map_or((name, ""), |(stem, ending)| (stem, ending));
    let parts: Vec<&str> = stem.split('-').filter(|part| !part.is_empty()).collect();
    let mut stem = if stem.contains("--") || stem.ends_with('-') { parts.join("-") } else { stem.to_owned() };
    let dot = if ending.is_empty() { "" } else { "." };
    let room = BYTES.saturating_sub(ending.len() + dot.len());
    while stem.len() > room {
        stem.pop();
    }
    if stem.is_empty() {
        stem = "file".to_owned();
    }
    if is_device(&stem) {
        // Windows looks at the text before the first dot.
        let (front, rest) = stem.split_at(stem.find('.').unwrap_or(stem.len()));
        stem = format!("{}-file{rest}", front.trim_end());
    }
    format!("{stem}{dot}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_windows_refuses_have_another_that_it_takes() {
        for (name, instead) in [
            ("aux.yaml", "aux-file.yaml"),
            ("COM1.yaml", "COM1-file.yaml"),
            ("lpt9", "lpt9-file"),
            ("nul.tar.yaml", "nul-file.tar.yaml"),
            ("a:b?.yaml", "a-b.yaml"),
            ("maps.", "maps"),
            ("maps ", "maps"),
            ("???", "file"),
            ("a\tb.yaml", "a-b.yaml"),
        ] {
            let fault = fault(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(fault.instead, instead, "{name}: {}", fault.why);
        }
        for name in
            ["auxiliary.yaml", "com.yaml", "com10.yaml", "a-b.yaml", "a--b.yaml", "größe.yaml", ".hidden", "a b.yaml"]
        {
            assert_eq!(fault(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_differ_in_case_or_in_the_form_of_accents_are_one() {
        assert_eq!(folded("Maps.YAML"), folded("maps.yaml"));
        assert_eq!(folded("caf\u{e9}.yaml"), folded("CAFE\u{301}.yaml"));
        assert_ne!(folded("cafe.yaml"), folded("caf\u{e9}.yaml"));
    }
}
