//! Names of files and links.
//!
//! The ids of packs are untrusted. A name has only ASCII letters, digits, `-` and `_`, so it cannot leave its
//! folder, needs no escaping in a link, and is valid on every system.

use foeman_schema::text::RecordKey;

/// The length from which a name is shortened, in bytes.
const LONGEST: usize = 80;

/// Names that have another meaning: devices of Windows, and the table of a catalog.
const RESERVED: [&str; 7] = ["con", "prn", "aux", "nul", "index", "rows", "assets"];

/// Returns the file name for an id, without an extension. Different ids have different names, even if a file system
/// ignores case.
pub(crate) fn name(id: &str) -> String {
    let is_device = |id: &str| {
        let port = id.strip_prefix("com").or_else(|| id.strip_prefix("lpt"));
        RESERVED.contains(&id) || port.is_some_and(|port| port.len() == 1)
    };
    let mut name = String::with_capacity(id.len());
    for (at, byte) in id.bytes().enumerate() {
        let is_plain = byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if is_plain && !(at == 0 && is_device(id)) {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("_{byte:02x}"));
        }
    }
    if name.is_empty() {
        return "_".to_owned();
    }
    if name.len() <= LONGEST {
        return name;
    }
    // An escape never begins with `_x`.
    let mut short: String = name.chars().take(LONGEST - 20).collect();
    short.push_str(&format!("_x{:016x}", hash(id)));
    short
}

/// FNV-1a, which is the same in every build.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the path of a file about a record from the root of the site, such as `items/broadsword.html`.
pub(crate) fn path(key: &RecordKey, extension: &str) -> String {
    format!("{}/{}.{extension}", name(&key.catalog), name(&key.id))
}

/// Returns the path of the page of a figure that a record contains.
pub(crate) fn member_path(key: &RecordKey, member: &str, extension: &str) -> String {
    format!("{}/{}.f.{}.{extension}", name(&key.catalog), name(&key.id), name(member))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for id in ["../../etc/passwd", "a/b", "..", ".", "C:\\x", "arena:sword", "a\0b", "Ärger", "<script>", ""] {
            let name = name(id);
            let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
            assert!(!name.is_empty() && name.chars().all(plain), "{id:?}: {name}");
        }
    }

    #[test]
    fn different_ids_have_different_names() {
        let long = "x".repeat(300);
        let ids = ["a", "A", "_41", "index", "con", "com1", "com", "-", "", "_", &long, &long[1..]];
        let names: std::collections::BTreeSet<String> = ids.iter().map(|id| name(id).to_lowercase()).collect();
        assert_eq!(names.len(), ids.len(), "{names:?}");
        assert!(names.iter().all(|name| name.len() <= LONGEST));
        assert!(!names.contains("con") && !names.contains("index"));
    }
}
