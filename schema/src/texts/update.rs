//! Making and updating PO files.

use std::collections::{HashMap, HashSet};

use super::collect::{Text, hint, texts};
use crate::draft::Draft;
use crate::po::{Entry, Po};

/// Returns a template: a PO file with all texts of the pack and without translations.
pub fn template(draft: &Draft) -> String {
    updated(draft, "", &Po::default())
}

/// Returns the text of a PO file for all texts of the pack, with the translations of `before`.
///
/// - Translations of changed originals become fuzzy and keep the earlier original.
/// - Entries whose text is no longer there become obsolete. If exactly one new text has the same original and field,
///   it gets the translation: the record has another id, or an item another position.
/// - Entries are in the order of the pack's files; comments and other flags of translators stay.
pub fn updated(draft: &Draft, tag: &str, before: &Po) -> String {
    let texts = texts(draft);
    let mut old = Old::of(before, &texts);
    let entries: Vec<Entry> = texts.iter().map(|text| entry(draft, text, &mut old)).collect();
    let header = before.header.clone().unwrap_or_else(|| header(draft, tag));
    let obsolete = old.obsolete(before);
    let entries = entries.into_iter().chain(obsolete).collect();
    let po = Po { header: Some(header), entries, trailing: before.trailing.clone(), faults: Vec::new() };
    po.to_string()
}

fn header(draft: &Draft, tag: &str) -> Entry {
    let title = draft.title().replace(['\n', '\r'], " ");
    let said = [
        format!("Project-Id-Version: {title}\n"),
        format!("Language: {tag}\n"),
        "MIME-Version: 1.0\n".to_owned(),
        "Content-Type: text/plain; charset=UTF-8\n".to_owned(),
        "Content-Transfer-Encoding: 8bit\n".to_owned(),
    ];
    Entry { translation: said.concat(), ..Entry::default() }
}

fn entry(draft: &Draft, text: &Text, old: &mut Old<'_>) -> Entry {
    let (line, _) = draft.line_col(text.place.file, text.place.span.start);
    let mut entry = old.take(text).cloned().unwrap_or_default();
    if entry.original != text.original {
        let reverted = entry.fuzzy && entry.previous.as_deref() == Some(&*text.original);
        if !entry.fuzzy && !entry.original.is_empty() {
            entry.previous = Some(std::mem::take(&mut entry.original));
        }
        entry.fuzzy = !entry.translation.is_empty() && !reverted;
    }
    if !entry.fuzzy {
        entry.previous = None;
    }
    let lines = |text: String| if text.is_empty() { text } else { format!("{text}\n") };
    Entry {
        hints: lines(hint(draft, text)),
        places: lines(format!("{}:{line}", draft.path(text.place.file))),
        context: text.context.clone(),
        original: text.original.clone(),
        obsolete: false,
        ..entry
    }
}

/// The entries of a PO file, of which some are used in the updated one.
struct Old<'a> {
    by_context: HashMap<&'a str, &'a Entry>,
    /// Entries whose text is no longer there, by field and original; `None` if there are several.
    moved: HashMap<(&'a str, &'a str), Option<&'a Entry>>,
    used: HashSet<&'a str>,
}

impl<'a> Old<'a> {
    fn of(po: &'a Po, texts: &[Text]) -> Self {
        let known: HashSet<&str> = texts.iter().map(|text| &*text.context).collect();
        let (mut by_context, mut moved) = (HashMap::new(), HashMap::new());
        // Of several entries for one text the first counts, and obsolete ones only without another one.
        let (gone, live): (Vec<&Entry>, Vec<&Entry>) = po.entries.iter().partition(|entry| entry.obsolete);
        for entry in live.into_iter().chain(gone) {
            by_context.entry(&*entry.context).or_insert(entry);
            if !known.contains(&*entry.context) && !entry.translation.is_empty() {
                let same = moved.entry((field(&entry.context), &*entry.original)).or_insert(Some(entry));
                if same.is_some_and(|same| same.context != entry.context) {
                    *same = None;
                }
            }
        }
        Self { by_context, moved, used: HashSet::new() }
    }

    fn take(&mut self, text: &Text) -> Option<&'a Entry> {
        let same = self.by_context.get(&*text.context).copied();
        let found = same.or_else(|| {
            let moved = self.moved.get(&(field(&text.context), &*text.original)).copied().flatten();
            moved.filter(|entry| !self.used.contains(&*entry.context))
        })?;
        self.used.insert(&found.context);
        Some(found)
    }

    /// Returns the translated entries that were not used.
    fn obsolete(&self, po: &'a Po) -> impl Iterator<Item = Entry> {
        let mut kept: HashSet<&str> = self.used.clone();
        let left = po.entries.iter().filter(move |entry| !entry.translation.is_empty() && kept.insert(&entry.context));
        left.map(|entry| Entry { obsolete: true, hints: String::new(), places: String::new(), ..entry.clone() })
    }
}

/// Returns the last key of the name of a text.
fn field(context: &str) -> &str {
    context.rsplit('/').next().unwrap_or(context)
}
