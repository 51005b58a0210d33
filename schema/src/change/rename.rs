//! Renaming a record or a key together with all references to it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::{ChangeError, joined};
use crate::draft::{Draft, Record};
use crate::edit::{self, Edit, Reading, Splice};
use crate::field::{Field, FieldKind};
use crate::header;
use crate::json_schema::is_id;
use crate::notation::{Names, renamed};
use crate::refs::{self, Name, Written};
use crate::script::{self, Meaning};
use crate::source::is_header_key;
use crate::source::tree::{Node, NodeKind, Style};
use crate::text::{Location, Pointer, RecordKey, Span};
use crate::usages::{
    KeyScope, Scopes, base_of, each_name, first_owner, heirs, key_owner, names, owned, owner_at, readable,
};

/// How to treat dangling references that already have the new name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    /// Refuse the rename, because they would refer to the renamed record or key.
    Refused,
    /// Accept them: they were meant to refer to it.
    Welcome,
}

/// The pack whose files a rename edits.
#[derive(Clone, Copy)]
enum Reach<'a> {
    /// The pack that defines the name.
    Pack,
    /// A pack that requires it. The packs with these ids, including the one that defines the name, edit their own
    /// files.
    Follower(&'a [&'a str]),
}

impl Reach<'_> {
    /// Returns whether the pack with this id edits its own files.
    fn leaves_to(self, pack: &str) -> bool {
        matches!(self, Self::Follower(others) if others.contains(&pack))
    }
}

/// Returns the edit that renames a record or a key, tried out.
pub(super) fn rename(draft: &Draft, at: &Pointer, to: &str, waiting: Waiting) -> Result<Edit, ChangeError> {
    let edit = renamed_in(draft, at, to, (waiting, Reach::Pack))?;
    if same_commands(draft, &edit, at, to) { Ok(edit) } else { Err(taken(draft, at, to)) }
}

/// Returns the edit of a pack after a required pack has renamed a record or a key, tried out; empty if the pack does
/// not refer to it.
///
/// `others` are the ids of the packs that make the same rename in their own files.
pub(super) fn follow(draft: &Draft, at: &Pointer, to: &str, others: &[&str]) -> Result<Edit, ChangeError> {
    let has = match at.record() {
        Some((key, [])) => draft.contains(&key),
        Some(_) => owner_at(draft, at).is_some(),
        None => false,
    };
    if !has {
        return Ok(Edit::default());
    }
    renamed_in(draft, at, to, (Waiting::Refused, Reach::Follower(others)))
}

fn renamed_in(
    draft: &Draft,
    at: &Pointer,
    to: &str,
    (waiting, reach): (Waiting, Reach<'_>),
) -> Result<Edit, ChangeError> {
    if at.last() == Some(to) {
        return Err(ChangeError::Form { expected: "a new name".to_owned(), found: to.to_owned() });
    }
    let words = words(draft, at, to, (waiting, reach))?;
    let new = at.parent().unwrap_or_default().child(to);
    if at.parts().len() > 1 && draft.find(&new).is_some() {
        return Err(ChangeError::Exists(new));
    }
    let edit = words.edit(draft)?;
    if words.is_proven(draft, &edit) { Ok(edit) } else { Err(ChangeError::Broken(at.clone())) }
}

/// Like [`rename`], but without trying out the edit.
pub(super) fn sketch(draft: &Draft, at: &Pointer, to: &str, waiting: Waiting) -> Result<Edit, ChangeError> {
    words(draft, at, to, (waiting, Reach::Pack))?.edit(draft)
}

/// Returns whether all words of scripted commands keep their meaning, apart from the new name.
fn same_commands(draft: &Draft, edit: &Edit, at: &Pointer, to: &str) -> bool {
    let before = script::words(draft);
    if before.is_empty() {
        return true;
    }
    let mut after = draft.clone();
    after.apply(edit);
    let new = at.parent().unwrap_or_default().child(to);
    // Pointers below the renamed record or key change with it.
    let own = owned(draft, at);
    let moved = |pointer: &Pointer| match pointer.parts().strip_prefix(at.parts()) {
        Some(below) => new.join(below),
        // The key of a record that inherits the renamed key.
        None if pointer.last() == at.last() && owned(draft, pointer) == own => {
            pointer.parent().unwrap_or_default().child(to)
        }
        None => pointer.clone(),
    };
    let expected = |meaning: &Meaning| match meaning {
        Meaning::Id(ids) => {
            let mut ids: Vec<Pointer> = ids.iter().map(moved).collect();
            ids.sort();
            Meaning::Id(ids)
        }
        Meaning::Title(at) => Meaning::Title(moved(at)),
        Meaning::Away(at) => Meaning::Away(moved(at)),
        other => other.clone(),
    };
    let after = script::words(&after);
    let same = |(old, new): (&script::ScriptWord, &script::ScriptWord)| match (&old.meaning, &new.meaning) {
        // The list of known words may differ.
        (Meaning::Unknown { .. }, Meaning::Unknown { .. }) => true,
        (old, new) => expected(old) == *new,
    };
    before.len() == after.len() && before.iter().zip(&after).all(same)
}

/// Returns the error for the command whose words would change their meaning.
fn taken(draft: &Draft, at: &Pointer, to: &str) -> ChangeError {
    let words = script::words(draft);
    let word = words.iter().find(|word| word.text == to).or_else(|| words.iter().find(|word| names(draft, word, at)));
    match word {
        Some(word) => ChangeError::Ambiguous { name: to.to_owned(), by: word.at.clone() },
        None => ChangeError::Broken(at.clone()),
    }
}

fn words(draft: &Draft, at: &Pointer, to: &str, (waiting, reach): (Waiting, Reach<'_>)) -> Result<Words, ChangeError> {
    let mut words = match at.parts() {
        [key] => section(draft, key, to)?,
        [_, _] if !at.parts().first().is_some_and(|key| is_header_key(key)) => record(draft, at, to, (waiting, reach))?,
        [] => return Err(ChangeError::Nameless(at.clone())),
        _ => key(draft, at, to, (waiting, reach))?,
    };
    words.add_commands(draft, at)?;
    Ok(words)
}

/// A reference or definition to rewrite.
struct Word {
    at: Pointer,
    place: Location,
    what: What,
    /// The text before the name: empty, or the id of a pack with a colon.
    before: String,
}

impl Word {
    fn new(at: Pointer, place: Location, what: What) -> Self {
        Self { at, place, what, before: String::new() }
    }
}

/// The part of a value to rewrite.
#[derive(Clone, Copy)]
enum What {
    /// The key at the pointer.
    Key,
    /// The whole text at the pointer.
    Text,
    /// A word in the text at the pointer that refers to records of this catalog.
    Part(Names, &'static str),
    /// A character in the text at the pointer, at every occurrence.
    Letter(Style),
    /// The bytes of a word in the command at the pointer.
    Command(usize, usize),
}

/// All occurrences of one name.
struct Words {
    old: String,
    new: String,
    list: Vec<Word>,
}

/// Finds the key of a catalog wherever it is written. Only keys that the format does not know can be renamed.
fn section(draft: &Draft, key: &str, to: &str) -> Result<Words, ChangeError> {
    let at = Pointer::root().child(key);
    let known = |key: &str| is_header_key(key) || draft.dialect().is_some_and(|dialect| dialect.catalog(key).is_some());
    if known(key) {
        return Err(ChangeError::Nameless(at));
    }
    if !known(to) && draft.dialect().is_some() {
        let catalogs = draft.dialect().into_iter().flat_map(|dialect| dialect.catalogs).map(|catalog| catalog.name);
        let names: Vec<String> = catalogs.chain(header::KEYS).map(|name| format!("`{name}`")).collect();
        return Err(ChangeError::Form { expected: format!("one of {}", names.join(", ")), found: to.to_owned() });
    }
    let mut list = Vec::new();
    for file in draft.files() {
        let sections = &draft.file(file).sections;
        let own: Vec<_> = sections.iter().filter(|section| section.key == key).collect();
        if !own.is_empty() && sections.iter().any(|section| section.key == to) {
            return Err(ChangeError::Exists(Pointer::root().child(to)));
        }
        let place = |span: Span| Location { file, span };
        let word = |span: Span| Word::new(at.clone(), place(span), What::Key);
        list.extend(own.into_iter().map(|section| word(section.key_span)));
    }
    if list.is_empty() {
        return Err(ChangeError::Missing { at, near: Vec::new() });
    }
    Ok(Words { old: key.to_owned(), new: to.to_owned(), list })
}

/// Finds a record's id and every reference to it.
fn record(draft: &Draft, at: &Pointer, to: &str, (waiting, reach): (Waiting, Reach<'_>)) -> Result<Words, ChangeError> {
    let Some((key, _)) = at.record() else { return Err(ChangeError::Nameless(at.clone())) };
    if !draft.contains(&key) {
        return Err(super::error::with_near(draft, edit::EditError::Missing(at.clone())));
    }
    // A record of another pack may have replaced the renamed one.
    let is_meant = match draft.origin(&key) {
        Some(pack) if matches!(reach, Reach::Pack) => {
            return Err(ChangeError::Borrowed { at: at.clone(), pack: pack.id.clone() });
        }
        Some(pack) => reach.leaves_to(&pack.id),
        None => true,
    };
    let before = |id: &str| -> Option<String> {
        let (pack, name) = id.rsplit_once(':').map_or((None, id), |(pack, name)| (Some(pack), name));
        let same = name == key.id && pack.map_or(is_meant, |pack| reach.leaves_to(pack));
        same.then(|| pack.map_or_else(String::new, |pack| format!("{pack}:")))
    };
    let new = RecordKey::new(&key.catalog, to);
    if !is_id(to) {
        let expected = "lower-case words joined by hyphens, such as `long-sword`".to_owned();
        return Err(ChangeError::Form { expected, found: to.to_owned() });
    }
    if draft.contains(&new) {
        return Err(ChangeError::Exists(new.pointer()));
    }
    check_readable(draft)?;
    let mut list = Vec::new();
    for record in draft.index().own_records().iter().filter(|record| record.key == key) {
        if !record.first {
            return Err(ChangeError::Twice(at.clone()));
        }
        list.push(Word::new(at.clone(), draft.place_of_key(record), What::Key));
    }
    let mut awaited = None;
    for (record, node, field) in readable(draft).filter(|(record, ..)| record.pack.is_none()) {
        let base = base_of(draft, record);
        refs::in_tree(node, field, &mut record.key.pointer(), &mut |found| {
            if found.catalog != key.catalog {
                return;
            }
            if let Some(before) = before(found.id) {
                let place = Location { file: record.file, span: found.span.shifted(base) };
                let what = match found.written {
                    Written::Text => What::Text,
                    Written::Key => What::Key,
                    Written::Word(names) => What::Part(names, found.catalog),
                };
                list.push(Word { at: found.at.clone(), place, what, before });
            } else if found.id == to && waiting == Waiting::Refused {
                awaited.get_or_insert_with(|| found.at.clone());
            }
        });
    }
    match awaited {
        Some(by) => Err(ChangeError::Awaited { name: to.to_owned(), by }),
        None => Ok(Words { old: key.id, new: to.to_owned(), list }),
    }
}

/// Finds a key of a map and every reference to it.
fn key(draft: &Draft, at: &Pointer, to: &str, (waiting, reach): (Waiting, Reach<'_>)) -> Result<Words, ChangeError> {
    let missing = || super::error::with_near(draft, edit::EditError::Missing(at.clone()));
    let nameless = || ChangeError::Nameless(at.clone());
    let (name, map) = at.last().zip(at.parent()).ok_or_else(missing)?;
    let missing = || match owner_at(draft, at).filter(|owner| owner.pointer() != map) {
        Some(owner) => ChangeError::Inherited { at: at.clone(), from: owner.pointer().child(name) },
        None => missing(),
    };
    let node = draft.find(&map).and_then(|found| found.node).ok_or_else(missing)?;
    if matches!(node.kind, NodeKind::Seq { .. }) {
        return Err(nameless());
    }
    if node.entry(name).is_none() {
        return Err(missing());
    }
    if node.entries().iter().filter(|entry| entry.key == name).count() > 1 {
        return Err(ChangeError::Twice(at.clone()));
    }
    let field = draft.field(&map);
    let chosen = field.is_some_and(|field| field.kind() == FieldKind::Map);
    if !chosen && field.is_some_and(|field| field.child(name).is_some()) {
        return Err(nameless());
    }
    check_key(field, to)?;
    let owner = owner_at(draft, at).filter(|_| chosen);
    let Some(owner) = owner else { return slip(draft, at, name, to) };
    check_readable(draft)?;
    let (_, steps) = at.record().ok_or_else(nameless)?;
    let list = written(draft, &owner, steps, to)?;
    leading(draft, &owner, Words { old: name.to_owned(), new: to.to_owned(), list }, (waiting, reach))
}

/// Finds a key that cannot have references: a misspelt one, or one of the header.
fn slip(draft: &Draft, at: &Pointer, name: &str, to: &str) -> Result<Words, ChangeError> {
    let found = draft.find(at).and_then(|found| Some((found.file, found.key?)));
    match found {
        None => Err(ChangeError::Broken(at.clone())),
        Some((file, span)) => {
            let word = Word::new(at.clone(), Location { file, span }, What::Key);
            Ok(Words { old: name.to_owned(), new: to.to_owned(), list: vec![word] })
        }
    }
}

/// Finds the key in the record that defines it and in the records that override it. Fails if one of them already has
/// the new key.
fn written(draft: &Draft, owner: &KeyScope, steps: &[String], to: &str) -> Result<Vec<Word>, ChangeError> {
    let (name, map) = steps.split_last().ok_or_else(|| ChangeError::Nameless(owner.pointer()))?;
    let mut list = Vec::new();
    for heir in heirs(draft, owner) {
        let scope = KeyScope { record: heir.clone(), steps: map.to_vec() };
        let at = heir.pointer().join(steps);
        if key_owner(draft, &scope, to).is_some() || draft.find(&scope.pointer().child(to)).is_some() {
            return Err(ChangeError::Exists(scope.pointer().child(to)));
        }
        if owner_at(draft, &at).as_ref() != Some(owner) {
            continue;
        }
        let Some(found) = draft.find(&at) else { continue };
        let Some(span) = found.key else { return Err(ChangeError::Broken(at)) };
        let entries = draft.find(&scope.pointer()).and_then(|map| map.node).map(Node::entries).unwrap_or_default();
        if entries.iter().filter(|entry| entry.key == *name).count() > 1 {
            return Err(ChangeError::Twice(at));
        }
        list.push(Word::new(at, Location { file: found.file, span }, What::Key));
    }
    Ok(list)
}

/// Adds the references to a key.
fn leading(
    draft: &Draft,
    owner: &KeyScope,
    mut words: Words,
    (waiting, reach): (Waiting, Reach<'_>),
) -> Result<Words, ChangeError> {
    let heirs: BTreeSet<RecordKey> = heirs(draft, owner).into_iter().collect();
    let mut scopes = Scopes::default();
    let mut awaited = None;
    let holds = |name: &Name<'_>, word: &str| {
        if name.keys.letters { name.text.contains(word) } else { name.text == word }
    };
    each_name(draft, &mut |record, name| {
        let (old, new) = (holds(name, &words.old), holds(name, &words.new));
        if !old && !new {
            return;
        }
        let Some(scope) = scopes.of(draft, record, name) else { return };
        if new && waiting == Waiting::Refused && scope.steps == owner.steps && heirs.contains(&scope.record) {
            awaited.get_or_insert_with(|| name.at.clone());
        }
        if old && first_owner(draft, &scope, &words.old).as_ref() == Some(owner) {
            let what = match (name.style, name.keys.letters) {
                (None, _) => What::Key,
                (Some(style), true) => What::Letter(style),
                (Some(_), false) => What::Text,
            };
            let place = Location { file: record.file, span: name.span.shifted(base_of(draft, record)) };
            words.list.push(Word::new(name.at.clone(), place, what));
        }
    });
    words.list.retain(|word| draft.owner(word.place.file).is_none_or(|pack| !reach.leaves_to(&pack.id)));
    let borrowed = words.list.iter().find_map(|word| Some((word, draft.owner(word.place.file)?)));
    match (awaited, borrowed) {
        (Some(by), _) => Err(ChangeError::Awaited { name: words.new, by }),
        (None, Some((word, pack))) => Err(ChangeError::Borrowed { at: word.at.clone(), pack: pack.id.clone() }),
        (None, None) => Ok(words),
    }
}

/// Checks that a key is valid in a map: as the schema requires, or else any word.
fn check_key(field: Option<Field>, to: &str) -> Result<(), ChangeError> {
    let plain = !to.is_empty() && to.trim() == to && !to.chars().any(char::is_control);
    let form = |expected: String| ChangeError::Form { expected, found: to.to_owned() };
    let Some(field) = field else {
        return if plain { Ok(()) } else { Err(form("a key".to_owned())) };
    };
    if field.kind() == FieldKind::Object && field.child(to).is_none() {
        let known: Vec<String> = field.fields().iter().map(|field| format!("`{}`", field.name())).collect();
        return Err(form(format!("one of {}", known.join(", "))));
    }
    match field.key_pattern() {
        Some(pattern) => {
            let example = field.key_example().map(|example| format!(", such as `{example}`")).unwrap_or_default();
            let form_of = jsonschema::draft202012::new(&json!({ "pattern": pattern }));
            let fits = form_of.is_ok_and(|form| form.is_valid(&json!(to)));
            if fits { Ok(()) } else { Err(form(format!("a key in the form `{pattern}`{example}"))) }
        }
        None if plain => Ok(()),
        None => Err(form("a key".to_owned())),
    }
}

/// Fails if some text cannot be read, since references hidden there would not be renamed.
fn check_readable(draft: &Draft) -> Result<(), ChangeError> {
    for id in draft.files() {
        let file = draft.file(id);
        let whole = file.fault.as_ref().map(|fault| fault.span);
        let parts = file.sections.iter().flat_map(|section| section.parts());
        let part = parts.filter_map(|part| Some(part.fault()?.span.shifted(part.span.start))).next();
        let conflict = file.conflicts.first().map(|conflict| conflict.span);
        if let Some(span) = whole.or(part).or(conflict) {
            let (line, _) = draft.line_col(id, span.start);
            return Err(ChangeError::Unreadable { path: draft.path(id).to_owned(), line });
        }
    }
    Ok(())
}

impl Words {
    /// Adds the words of scripted commands that refer to the renamed record or key.
    fn add_commands(&mut self, draft: &Draft, at: &Pointer) -> Result<(), ChangeError> {
        // The last word of a command first, so that the bytes before stay in place.
        for word in script::own_words(draft).into_iter().rev().filter(|word| names(draft, word, at)) {
            if matches!(&word.meaning, Meaning::Id(ids) if ids.len() > 1) {
                return Err(ChangeError::Ambiguous { name: self.old.clone(), by: word.at });
            }
            let what = What::Command(word.range.start, word.range.end);
            self.list.push(Word::new(word.at, word.place, what));
        }
        Ok(())
    }

    /// Returns the edit that rewrites all occurrences.
    fn edit(&self, draft: &Draft) -> Result<Edit, ChangeError> {
        let mut edits = Vec::new();
        for word in &self.list {
            match self.splices(draft, word) {
                Some(splices) => edits.push(Edit::from(splices)),
                // An alias: the text is at the anchor, which may be rewritten itself. The proof catches the case that
                // it is not.
                None if draft.text(word.place.file)[word.place.span.range()].starts_with('*') => {}
                None => return Err(ChangeError::Broken(word.at.clone())),
            }
        }
        joined(draft, edits)
    }

    fn splices(&self, draft: &Draft, word: &Word) -> Option<Vec<Splice>> {
        let style = match word.what {
            What::Key | What::Text if word.before.is_empty() => {
                return Some(vec![edit::word(draft, word.place, &self.old, &self.new)?]);
            }
            // Rewrites only the name after the pack's id, to keep the quotes.
            What::Key | What::Text => {
                let Location { file, span } = word.place;
                let written = draft.text(file).get(span.range())?;
                let whole = format!("{}{}", word.before, self.old);
                let at = written.find(&whole).filter(|_| written.trim_matches(['"', '\'']) == whole)?;
                let start = span.start + at + word.before.len();
                let span = Span::new(start, start + self.old.len());
                return Some(vec![Splice { file, span, text: self.new.clone() }]);
            }
            What::Part(..) | What::Command(..) => {
                let Location { file, span } = word.place;
                let is_plain = draft.text(file).get(span.range()) == Some(&self.old);
                return is_plain.then(|| vec![Splice { file, span, text: self.new.clone() }]);
            }
            What::Letter(style) => style,
        };
        let redrawn = |place: Location| {
            let old = draft.text(place.file).get(place.span.range())?;
            let text = old.replace(&self.old, &self.new);
            Some((text != old).then_some(Splice { file: place.file, span: place.span, text }))
        };
        match style {
            Style::Literal { .. } => {
                let lines = draft.line_places(&word.at);
                let splices: Option<Vec<_>> = lines.into_iter().map(redrawn).collect();
                splices.map(|splices| splices.into_iter().flatten().collect())
            }
            Style::Plain => {
                let text = draft.find(&word.at)?.node?.text()?.to_owned();
                Some(vec![edit::word(draft, word.place, &text, &text.replace(&self.old, &self.new))?])
            }
            // Part of an escape sequence would be mistaken for a cell.
            Style::Single | Style::Double | Style::Folded => {
                let written = draft.text(word.place.file).get(word.place.span.range())?;
                let escaped = written.contains('\\') && (self.old == "n" || self.new == "\\");
                redrawn(word.place).filter(|_| !escaped).map(|splice| splice.into_iter().collect())
            }
        }
    }

    /// Returns whether the new text reads as the old values with the new name in these locations, and has no other
    /// changes.
    fn is_proven(&self, draft: &Draft, edit: &Edit) -> bool {
        let records = draft.index().own_records();
        let mut by_record: BTreeMap<usize, Vec<&Word>> = BTreeMap::new();
        let is_record = |word: &&Word| word.at.record().is_some_and(|(key, _)| !is_header_key(&key.catalog));
        for word in self.list.iter().filter(is_record) {
            let at = (word.place.file, word.place.span.start);
            let start = |record: &Record| (record.file, draft.place_of_key(record).span.start);
            let number = records.partition_point(|record| start(record) <= at);
            by_record.entry(number.saturating_sub(1)).or_default().push(word);
        }
        let section = self.list.iter().any(|word| word.at.parts().len() == 1);
        let renamed = |number: usize, key: &RecordKey, value: Option<Value>| -> Reading {
            let mut key = key.clone();
            if section && key.catalog == self.old {
                key.catalog.clone_from(&self.new);
            }
            let Some(words) = by_record.get(&number) else { return Reading { key, value } };
            let mut value = value;
            for word in words {
                match (word.at.record().map(|(_, steps)| steps.to_vec()), &word.what) {
                    (Some(steps), What::Key) if steps.is_empty() => key.id.clone_from(&self.new),
                    (Some(steps), what) => {
                        value = value.and_then(|value| self.written_in(value, &steps, *what, &word.before));
                    }
                    (None, _) => {}
                }
            }
            Reading { key, value }
        };
        edit::reads(draft, edit, &renamed, self.list.len() > by_record.values().map(Vec::len).sum())
    }

    /// Returns the value with the new name in one location.
    fn written_in(&self, mut value: Value, steps: &[String], what: What, before: &str) -> Option<Value> {
        let Some((step, below)) = steps.split_first() else {
            return Some(match (what, value) {
                (What::Letter(_), Value::String(text)) => Value::from(text.replace(&self.old, &self.new)),
                (What::Part(names, catalog), Value::String(text)) => {
                    Value::from(renamed(&text, names, catalog, [&self.old, &self.new]))
                }
                (What::Command(start, end), Value::String(mut text)) => {
                    text.get(start..end).filter(|word| *word == self.old)?;
                    text.replace_range(start..end, &self.new);
                    Value::from(text)
                }
                _ => Value::from(format!("{before}{}", self.new)),
            });
        };
        match &mut value {
            Value::Object(map) if below.is_empty() && matches!(what, What::Key) => {
                let new = || format!("{before}{}", self.new);
                let rename = |(key, value): (String, Value)| (if key == *step { new() } else { key }, value);
                let old = std::mem::take(map);
                *map = old.into_iter().map(rename).collect::<Map<_, _>>();
            }
            Value::Object(map) => {
                // Keys further up may be renamed already.
                let step = if map.contains_key(step) { step } else { &self.new };
                let inner = map.get_mut(step)?;
                *inner = self.written_in(inner.take(), below, what, before)?;
            }
            Value::Array(items) => {
                let inner = items.get_mut(step.parse::<usize>().ok()?)?;
                *inner = self.written_in(inner.take(), below, what, before)?;
            }
            _ => return None,
        }
        Some(value)
    }
}
