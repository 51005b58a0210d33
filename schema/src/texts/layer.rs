//! Translations as a layer over the values of a pack.

use std::collections::HashMap;
use std::sync::Arc;

use super::collect::context_of;
use crate::draft::Draft;
use crate::field::Field;
use crate::po::{Entry, Po, tag_of};
use crate::source::tree::{Node, NodeKind, Pair, Style};
use crate::source::{Body, Chunk, Part, SourceFile, is_header_key};
use crate::text::{FileId, Pointer, RecordKey};

impl Draft {
    /// Returns the languages into which the pack or a required pack is translated, by name.
    pub fn languages(&self) -> Vec<String> {
        let own = self.files().map(|file| self.file(file));
        let all = own.chain(self.required().iter().flat_map(|pack| pack.files()));
        let mut tags: Vec<String> =
            all.filter(|file| file.po.is_some()).map(|file| tag_of(&file.path).to_owned()).collect();
        tags.sort();
        tags.dedup();
        tags
    }

    /// Returns whether [`in_language`](Self::in_language) has translations for a language: in a file with its name, or
    /// with the name of a language that it belongs to, as `de` for `de-AT`.
    pub fn has_language(&self, tag: &str) -> bool {
        let languages = self.languages();
        wider(tag).iter().any(|name| languages.iter().any(|known| known.eq_ignore_ascii_case(name)))
    }

    /// Returns the draft with its texts in a language, for front ends that show the content of a pack.
    ///
    /// `de-AT` uses `lang/de-AT.po` and then `lang/de.po`. A text without a current translation stays as written;
    /// without such a language, all texts do. Files of required packs translate their texts.
    /// Only values change. The text of the files and all locations stay the same, so saving or formatting the result
    /// writes no translation. Edits belong on the original draft.
    #[must_use]
    pub fn in_language(&self, tag: &str) -> Self {
        let own: Vec<&SourceFile> = self.files().map(|file| self.file(file)).collect();
        let mut translated = self.with_language(tag);
        let layer = Layer::of(&own, tag);
        if !layer.is_empty() {
            for (number, file) in own.iter().enumerate() {
                let id = FileId(number as u32);
                layer.lay_over(self, file, translated.file_mut(id), id == self.header_file());
            }
        }
        translated.change_required(&|files| {
            let before: Vec<SourceFile> = files.to_vec();
            let layer = Layer::of(&before.iter().collect::<Vec<_>>(), tag);
            if !layer.is_empty() {
                before.iter().zip(files).for_each(|(old, new)| layer.lay_over(self, old, new, false));
            }
        });
        translated
    }
}

/// The current translations to one language, by context; the more specific file comes first.
struct Layer<'a> {
    files: Vec<HashMap<&'a str, &'a Entry>>,
}

impl<'a> Layer<'a> {
    fn of(files: &[&'a SourceFile], tag: &str) -> Self {
        let po = |name: &&str| -> Option<&'a Po> {
            let named = |file: &&&'a SourceFile| file.po.is_some() && tag_of(&file.path).eq_ignore_ascii_case(name);
            files.iter().find(named).and_then(|file| file.po.as_deref())
        };
        Self { files: wider(tag).iter().filter_map(po).map(current).collect() }
    }

    fn is_empty(&self) -> bool {
        self.files.iter().all(HashMap::is_empty)
    }

    fn translation(&self, at: &Pointer, original: &str) -> Option<&'a str> {
        let context = context_of(at);
        let found = self.files.iter().filter_map(|file| file.get(&*context));
        found.into_iter().find(|entry| entry.original == original).map(|entry| &*entry.translation)
    }

    /// Translates the values of a file.
    fn lay_over(&self, draft: &Draft, old: &SourceFile, new: &mut SourceFile, is_header: bool) {
        let Some(dialect) = draft.dialect() else { return };
        for (old, new) in old.sections.iter().zip(&mut new.sections) {
            let field = match is_header_key(&old.key) {
                true => Field::header(dialect).child(&old.key).filter(|_| is_header),
                false => Field::record(dialect, &old.key),
            };
            let Some(field) = field else { continue };
            match (&old.body, &mut new.body) {
                (Body::Whole(old), Body::Whole(new)) if is_header_key(old.name()) => {
                    let mut at = Pointer::root().child(old.name().as_str());
                    self.part(old, new, |node| self.node(node, field, &mut at));
                }
                (Body::Whole(whole), Body::Whole(new)) => {
                    self.part(whole, new, |node| self.records(node, field, &old.key));
                }
                (Body::Cut(olds), Body::Cut(news)) => {
                    for (part, new) in olds.iter().zip(news) {
                        let mut at = RecordKey::new(&old.key, part.name().as_str()).pointer();
                        self.part(part, new, |node| self.node(node, field, &mut at));
                    }
                }
                _ => {}
            }
        }
    }

    fn part(&self, old: &Part, new: &mut Part, translate: impl FnOnce(&Node) -> Option<Node>) {
        let Some(pair) = old.entry() else { return };
        if let Some(value) = translate(&pair.value) {
            let pair = Pair::new(pair.key.clone(), pair.key_span(), value);
            new.chunk = Arc::new(Chunk::of(pair));
        }
    }

    fn records(&self, node: &Node, field: Field, catalog: &str) -> Option<Node> {
        self.entries(node, |entry| {
            self.node(&entry.value, field, &mut RecordKey::new(catalog, entry.key.as_str()).pointer())
        })
    }

    /// Returns a value with its texts translated, or `None` if nothing changes.
    fn node(&self, node: &Node, field: Field, at: &mut Pointer) -> Option<Node> {
        match &node.kind {
            NodeKind::Scalar { text, .. } => {
                let translation = self.translation(at, text).filter(|_| field.is_prose() && !node.is_null())?;
                // Quoted, so that it is not read as a number.
                let kind = NodeKind::Scalar { text: translation.into(), style: Style::Double };
                Some(node.with(kind))
            }
            NodeKind::Map { .. } => self.entries(node, |entry| {
                let field = field.child(&entry.key)?;
                at.push(entry.key.as_str());
                let value = self.node(&entry.value, field, at);
                at.pop();
                value
            }),
            NodeKind::Seq { layout, items } => {
                let field = field.item()?;
                let mut changed = false;
                let translate = |(number, item): (usize, &Node)| {
                    at.push(number.to_string());
                    let value = self.node(item, field, at);
                    at.pop();
                    changed |= value.is_some();
                    value.unwrap_or_else(|| item.clone())
                };
                let items: Vec<Node> = items.iter().enumerate().map(translate).collect();
                changed.then(|| node.with(NodeKind::seq(*layout, items)))
            }
        }
    }

    fn entries(&self, node: &Node, mut translate: impl FnMut(&Pair) -> Option<Node>) -> Option<Node> {
        let NodeKind::Map { layout, entries } = &node.kind else { return None };
        let mut changed: Vec<(usize, Node)> = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            changed.extend(translate(entry).map(|value| (number, value)));
        }
        if changed.is_empty() {
            return None;
        }
        let mut pairs: Vec<Pair> = entries.to_vec();
        for (number, value) in changed {
            pairs[number].value = value;
        }
        Some(node.with(NodeKind::map(*layout, pairs)))
    }
}

/// Returns the name of a language, and of those it belongs to: `de-AT` and `de`.
fn wider(tag: &str) -> Vec<&str> {
    let mut names = vec![tag];
    while let Some((front, _)) = names.last().and_then(|name| name.rsplit_once(['-', '_'])) {
        names.push(front);
    }
    names
}

/// Returns the entries of a file whose translations are used.
fn current(po: &Po) -> HashMap<&str, &Entry> {
    let mut current: HashMap<&str, &Entry> = HashMap::new();
    for entry in &po.entries {
        if !entry.obsolete && !entry.fuzzy && !entry.translation.is_empty() {
            current.entry(&entry.context).or_insert(entry);
        }
    }
    current
}
