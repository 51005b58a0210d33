//! The documentation of a standard.

use crate::catalogs::standards::Standard;
use crate::dialect::Record as _;
use crate::draft::Draft;
use crate::finding::Severity;
use crate::notation::requirement::Requirement;
use crate::text::RecordKey;

use super::id_of;

/// The explanation of a standard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The title of the standard.
    pub title: String,
    /// The severity of its findings, as declared.
    pub severity: Severity,
    /// The title of the pack that declares it.
    pub pack: String,
    /// The reason for it; may be empty.
    pub about: String,
    /// Its requirements, as labelled texts.
    pub facts: Vec<(&'static str, String)>,
}

/// Returns the documentation of the standard whose findings have this code, if the pack has one.
pub fn explain(draft: &Draft, code: &str) -> Option<Explanation> {
    let key = RecordKey::new(Standard::CATALOG, id_of(code)?);
    let standard: Standard = draft.typed(&key)?.ok()?;
    let owner = draft.file_of(&key).and_then(|file| draft.owner(file));
    let listed = |list: &[Requirement]| list.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let checked =
        standard.catalog.as_ref().map_or("the pack as a whole".to_owned(), |it| format!("every record of `{it}`"));
    let facts = [
        ("Checks", checked),
        ("Where", listed(&standard.conditions)),
        ("Requires", listed(&standard.require)),
        ("Help", standard.help),
    ];
    Some(Explanation {
        title: standard.title,
        severity: standard.severity.into(),
        pack: owner.map_or_else(|| draft.title(), |pack| &pack.title).to_owned(),
        about: standard.about.trim().to_owned(),
        facts: facts.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect(),
    })
}
