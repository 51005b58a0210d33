//! Names of languages, and the files that contain their translations.

/// The folder of translations in a pack.
const FOLDER: &str = "lang/";

/// The extension of translations.
const EXTENSION: &str = ".po";

/// Maximum length of the name of a language.
const MOST_LETTERS: usize = 35;

/// Returns whether a file of a pack contains translations: a path directly in `lang/` that ends in `.po`.
pub fn is_po(path: &str) -> bool {
    let name = path.strip_prefix(FOLDER).and_then(|name| name.strip_suffix(EXTENSION));
    name.is_some_and(|name| !name.contains('/'))
}

/// Returns the name of the language of a file of translations, as written in its path.
pub(crate) fn tag_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(EXTENSION).unwrap_or(name)
}

/// Returns the path of the translations to a language, relative to the pack's folder.
pub fn path_of(tag: &str) -> String {
    format!("{FOLDER}{tag}{EXTENSION}")
}

/// Returns the name of a language in its usual spelling (BCP 47): `de`, `de-AT`, `zh-Hant`. `None` if the text is not
/// in the form of a language tag. The language need not exist.
///
/// ```
/// use foeman_schema::po::canonical;
///
/// assert_eq!(canonical("de_at").as_deref(), Some("de-AT"));
/// assert_eq!(canonical("ZH-hant-tw").as_deref(), Some("zh-Hant-TW"));
/// assert_eq!(canonical("../de"), None);
/// assert_eq!(canonical("german!"), None);
/// ```
pub fn canonical(text: &str) -> Option<String> {
    let mut made = String::new();
    for (number, part) in text.split(['-', '_']).enumerate() {
        let letters = part.chars().all(|c| c.is_ascii_alphabetic());
        let both = part.chars().all(|c| c.is_ascii_alphanumeric());
        let part = match (number, part.len()) {
            (0, 2..=3 | 5..=8) if letters => part.to_ascii_lowercase(),
            (1.., 2) if letters => part.to_ascii_uppercase(),
            (1.., 4) if letters => format!("{}{}", part[..1].to_ascii_uppercase(), part[1..].to_ascii_lowercase()),
            (1.., 1..=8) if both => part.to_ascii_lowercase(),
            _ => return None,
        };
        if number > 0 {
            made.push('-');
        }
        made.push_str(&part);
    }
    (made.len() <= MOST_LETTERS).then_some(made)
}
