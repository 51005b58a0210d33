//! Random edits of a file, with their effect on the text and on the content.

use std::fmt;

use foeman_schema::change::{Cell, Change, Spot, plan};
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use super::files::{FILE, Model, Source};
use super::oracle::{Verdict, verdict};
use super::sites::any;

/// The subject of an edit, for the oracle.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Touch {
    /// A value was replaced. Lists that count as one value, and objects of another type, are changed as a whole.
    Changed,
    /// A key was removed.
    Cleared,
    /// A key or record was added.
    New,
    /// A record was deleted or renamed.
    Record,
    /// A record was moved.
    Moved,
    /// A comment was written above it.
    Note(String),
    /// Its style was changed.
    Layout,
    /// A name was added to a set.
    SetAdded(String),
    /// A name was removed from a set.
    SetRemoved(String),
    /// An item was added to a multiset.
    PileAdded(Value),
    /// An item of a multiset was changed or removed.
    PileChanged(Value),
    /// A named item was added; whether the order of the list matters.
    NamedAdded(bool),
    /// A cell of a map was painted: its row and column.
    Cell([usize; 2]),
}

/// The operation of an edit.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Op {
    Set(Pointer, Value),
    Remove(Pointer),
    Append(Pointer, Value),
    RemoveItem(Pointer, Value),
    EditItem(Pointer, Value, Value),
    Draw(Pointer, [usize; 2], char),
    Rename(String),
    Move(Option<String>),
    NoteAbove(String),
    NoteBehind(String),
    Unfold,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Edit {
    pub(super) at: Pointer,
    pub(super) touch: Touch,
    pub(super) op: Op,
}

/// One person's version of a file.
pub(super) struct Editor {
    pub(super) text: String,
    pub(super) model: Model,
    pub(super) edits: Vec<Edit>,
}

impl Editor {
    /// Makes one to three edits of a file, often near another person's edits.
    pub(super) fn edited(source: &Source, others: &[Edit], dice: &mut fastrand::Rng) -> Self {
        let base = source.read(&source.text).expect("it was read before");
        let mut editor = Self { text: source.text.clone(), model: base.clone(), edits: Vec::new() };
        let count = dice.usize(1..4);
        for _ in 0..60 {
            if editor.edits.len() == count {
                break;
            }
            let edit = match others.get(dice.usize(0..8)) {
                Some(other) if dice.u8(0..4) == 0 => Some(other.clone()),
                near => any(source, &base, near, dice),
            };
            let Some(edit) = edit else { continue };
            // One person does not change the same value twice.
            let apart = |own: &Edit| {
                own.at != edit.at && verdict(std::slice::from_ref(own), std::slice::from_ref(&edit)) == Verdict::Join
            };
            let many_moves =
                matches!(edit.touch, Touch::Moved) && editor.edits.iter().any(|own| own.touch == Touch::Moved);
            if !editor.edits.iter().all(apart) || many_moves {
                continue;
            }
            let Some(text) = edit.written(source, &editor) else { continue };
            let expected = edit.applied(editor.model.clone());
            if text != editor.text && source.read(&text).as_ref() == Some(&expected) {
                (editor.text, editor.model) = (text, expected);
                editor.edits.push(edit);
            }
        }
        editor
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}: ", self.at, self.touch)?;
        match &self.op {
            Op::Set(at, value) => write!(f, "set {at} to {value}"),
            Op::Remove(at) => write!(f, "remove {at}"),
            Op::Append(_, item) => write!(f, "append {item}"),
            Op::RemoveItem(_, item) => write!(f, "remove item {item}"),
            Op::EditItem(_, old, new) => write!(f, "edit item {old} to {new}"),
            op => write!(f, "{op:?}"),
        }
    }
}

impl Edit {
    /// Returns the comment that it adds.
    pub(super) fn note(&self) -> Option<&str> {
        match &self.op {
            Op::NoteAbove(note) | Op::NoteBehind(note) => Some(note),
            _ => None,
        }
    }

    /// Whether it removes something.
    pub(super) fn takes_away(&self) -> bool {
        matches!(self.touch, Touch::Cleared | Touch::SetRemoved(_) | Touch::PileChanged(_))
            || matches!(self.op, Op::Remove(_))
    }

    pub(super) fn adds(&self) -> bool {
        matches!(self.touch, Touch::New | Touch::SetAdded(_) | Touch::PileAdded(_))
    }

    /// Applies the edit to a model.
    pub(super) fn applied(&self, mut model: Model) -> Model {
        match &self.op {
            Op::Set(at, value) if at.parts().len() == 2 => drop(model.insert(at.to_string(), value.clone())),
            Op::Set(at, value) => {
                let (parent, last) = (
                    at.parent().expect("the pointer is not the root"),
                    at.last().expect("the pointer is not the root"),
                );
                match find_mut(&mut model, &parent) {
                    Some(Value::Object(map)) => drop(map.insert(last.to_owned(), value.clone())),
                    Some(Value::Array(items)) => {
                        if let Some(item) = last.parse().ok().and_then(|at: usize| items.get_mut(at)) {
                            *item = value.clone();
                        }
                    }
                    _ => {}
                }
            }
            Op::Remove(at) if at.parts().len() == 2 => drop(model.remove(&at.to_string())),
            Op::Remove(at) => {
                let (parent, last) = (
                    at.parent().expect("the pointer is not the root"),
                    at.last().expect("the pointer is not the root"),
                );
                match find_mut(&mut model, &parent) {
                    Some(Value::Object(map)) => drop(map.shift_remove(last)),
                    Some(Value::Array(items)) => {
                        last.parse().ok().filter(|at| *at < items.len()).map(|at: usize| items.remove(at));
                    }
                    _ => {}
                }
            }
            Op::Append(list, item) => {
                if let Some(items) = find_mut(&mut model, list).and_then(Value::as_array_mut) {
                    items.push(item.clone());
                }
            }
            Op::RemoveItem(list, item) => {
                if let Some(items) = find_mut(&mut model, list).and_then(Value::as_array_mut)
                    && let Some(at) = items.iter().position(|other| other == item)
                {
                    items.remove(at);
                }
            }
            Op::EditItem(list, old, new) => {
                if let Some(items) = find_mut(&mut model, list).and_then(Value::as_array_mut)
                    && let Some(item) = items.iter_mut().find(|item| *item == old)
                {
                    *item = new.clone();
                }
            }
            Op::Draw(rows, cell, letter) => {
                if let Some(Value::String(text)) = find_mut(&mut model, rows) {
                    *text = drawn(text, *cell, *letter);
                }
            }
            Op::Rename(to) => {
                if let Some(value) = model.remove(&self.at.to_string()) {
                    let key = self.at.parent().expect("a record has a catalog").child(to);
                    model.insert(key.to_string(), value);
                }
            }
            Op::Move(_) | Op::NoteAbove(_) | Op::NoteBehind(_) | Op::Unfold => {}
        }
        model
    }

    /// Whether a model contains the effect of the edit.
    pub(super) fn holds_in(&self, model: &Model) -> bool {
        let has = |list: &Pointer, item: &Value| {
            find(model, list).and_then(Value::as_array).is_some_and(|items| items.contains(item))
        };
        match &self.op {
            Op::Set(at, value) => find(model, at) == Some(value),
            Op::Remove(at) if at.parts().len() == 2 || matches!(self.touch, Touch::Cleared) => {
                find(model, at).is_none()
            }
            Op::Append(list, item) | Op::EditItem(list, _, item) => has(list, item),
            Op::RemoveItem(list, item) if matches!(self.touch, Touch::SetRemoved(_)) => !has(list, item),
            Op::Draw(rows, [row, col], letter) => {
                let text = find(model, rows).and_then(Value::as_str).unwrap_or_default();
                text.lines().nth(*row).and_then(|line| line.chars().nth(*col)) == Some(*letter)
            }
            Op::Rename(to) => {
                let new = self.at.parent().expect("a record has a catalog").child(to);
                find(model, &new).is_some() && find(model, &self.at).is_none()
            }
            _ => true,
        }
    }

    /// Applies the edit to the text; `None` if it cannot be written.
    fn written(&self, source: &Source, editor: &Editor) -> Option<String> {
        let position = |list: &Pointer, item: &Value| {
            let items = find(&editor.model, list)?.as_array()?;
            items.iter().position(|other| other == item).map(|at| list.child(at.to_string()))
        };
        let record = || RecordKey::new(&self.at.parts()[0], &self.at.parts()[1]);
        let changes = match &self.op {
            Op::Set(at, value) if at.parts().len() == 2 && matches!(self.touch, Touch::New) => {
                vec![Change::AddRecord { record: record(), value: value.clone(), file: FILE.to_owned() }]
            }
            Op::Set(at, value) => vec![Change::Set { at: at.clone(), value: value.clone() }],
            // A comment above it would move to the next item.
            Op::Remove(_) if matches!(self.touch, Touch::Record | Touch::Cleared) && self.has_comment(&editor.text) => {
                return None;
            }
            // Removing the last key would leave an empty map in brackets.
            Op::Remove(at) if matches!(self.touch, Touch::Cleared) && is_last(&editor.model, at) => return None,
            Op::Remove(at) => vec![Change::Remove { at: at.clone() }],
            Op::Append(list, item) => vec![Change::Append { list: list.clone(), items: vec![item.clone()] }],
            Op::RemoveItem(list, item) => vec![Change::Remove { at: position(list, item)? }],
            Op::EditItem(list, old, new) => {
                let at = position(list, old)?;
                let key = old.as_object().and_then(|old| old.keys().find(|key| old.get(*key) != new.get(*key)));
                match key {
                    Some(key) => vec![Change::Set { at: at.child(key.as_str()), value: new[key].clone() }],
                    None => vec![Change::Set { at, value: new.clone() }],
                }
            }
            Op::Draw(rows, [row, col], key) if rows.last() == Some("rows") => {
                let cells = vec![Cell { col: *col as u32, row: *row as u32, key: *key }];
                vec![Change::Paint { rows: rows.clone(), cells }]
            }
            Op::Draw(rows, cell, letter) => {
                let text = drawn(find(&editor.model, rows)?.as_str()?, *cell, *letter);
                vec![Change::Set { at: rows.clone(), value: Value::from(text) }]
            }
            Op::Move(before) => {
                let to = before.clone().map_or_else(|| Spot::File(FILE.to_owned()), Spot::Before);
                vec![Change::MoveRecord { record: record(), to }]
            }
            Op::Rename(to) => {
                return self.with_line(&editor.text, |line| {
                    let id = &self.at.parts()[1];
                    Some(line.replacen(&format!("{id}:"), &format!("{to}:"), 1))
                });
            }
            Op::NoteAbove(note) => {
                return self.with_line(&editor.text, |line| {
                    let indent = line.len() - line.trim_start().len();
                    Some(format!("{}# {note}\n{line}", &line[..indent]))
                });
            }
            Op::NoteBehind(note) => {
                return self.with_line(&editor.text, |line| {
                    (!line.contains(" #")).then(|| format!("{} # {note}\n", line.trim_end()))
                });
            }
            Op::Unfold => return self.with_line(&editor.text, unfolded),
        };
        let mut draft = source.draft(&editor.text);
        plan(&draft, &changes).ok()?.apply(&mut draft).ok()?;
        let file = draft.file_at(FILE)?;
        Some(draft.text(file).to_owned())
    }

    /// Returns the offset of the record's line, or of a field of the record.
    fn line(&self, text: &str) -> Option<usize> {
        let mut way = self.at.parts().iter();
        let mut wanted = way.next()?;
        let (mut indent, mut at) = (0, 0);
        for line in text.split_inclusive('\n') {
            let content = line.trim_start();
            if line.len() - content.len() == indent && content.trim_end().starts_with(&format!("{wanted}:")) {
                match way.next() {
                    Some(next) => (wanted, indent) = (next, indent + 2),
                    None => return Some(at),
                }
            }
            at += line.len();
        }
        None
    }

    /// Returns the text with the edit's line changed.
    fn with_line(&self, text: &str, edit: impl Fn(&str) -> Option<String>) -> Option<String> {
        let (before, rest) = text.split_at(self.line(text)?);
        let line = rest.split_inclusive('\n').next()?;
        Some(format!("{before}{}{}", edit(line)?, &rest[line.len()..]))
    }

    /// Whether there is a comment above the edit's line.
    fn has_comment(&self, text: &str) -> bool {
        let above = self.line(text).and_then(|at| text[..at].lines().next_back());
        above.is_none_or(|above| above.trim_start().starts_with('#'))
    }
}

/// Whether a key is the only one of its map.
fn is_last(model: &Model, at: &Pointer) -> bool {
    let map = at.parent().and_then(|map| find(model, &map)).and_then(Value::as_object);
    map.is_none_or(|map| map.len() < 2)
}

/// Converts `key: {a: b, c: d}` to block style.
fn unfolded(line: &str) -> Option<String> {
    let (key, rest) = line.trim_end().split_once(": {")?;
    let inner = rest.strip_suffix('}')?;
    if inner.is_empty() || inner.contains(['{', '[', '"', '\'', '#']) {
        return None;
    }
    let indent = key.len() - key.trim_start().len() + 2;
    let lines = inner.split(", ").map(|part| format!("{:indent$}{part}\n", ""));
    Some(format!("{key}:\n{}", lines.collect::<String>()))
}

fn drawn(rows: &str, [row, col]: [usize; 2], letter: char) -> String {
    let line = |(at, line): (usize, &str)| {
        let cells = line.chars().enumerate().map(|(cell, old)| if (at, cell) == (row, col) { letter } else { old });
        cells.collect::<String>()
    };
    let end = if rows.ends_with('\n') { "\n" } else { "" };
    rows.lines().enumerate().map(line).collect::<Vec<_>>().join("\n") + end
}

/// Returns the value at a pointer.
pub(super) fn find<'a>(model: &'a Model, at: &Pointer) -> Option<&'a Value> {
    let (record, rest) = at.parts().split_at_checked(2)?;
    let value = model.get(&Pointer::root().join(record).to_string())?;
    rest.iter().try_fold(value, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        value => value.get(step),
    })
}

fn find_mut<'a>(model: &'a mut Model, at: &Pointer) -> Option<&'a mut Value> {
    let (record, rest) = at.parts().split_at_checked(2)?;
    let value = model.get_mut(&Pointer::root().join(record).to_string())?;
    rest.iter().try_fold(value, |value, step| match value {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        value => value.get_mut(step),
    })
}
