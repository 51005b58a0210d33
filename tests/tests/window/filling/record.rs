//! Fills the fields of a record, one after the other.

use std::collections::BTreeSet;

use egui::Role;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::{Pointer, RecordKey};
use foeman_window::shell::action::Action;
use serde_json::Value;

use super::Sheet;
use super::controls::{self, Control};
use super::expected::{self, Entered};
use super::samples::{self, sample};

/// Whether a value agrees with the input.
type Verdict = Box<dyn Fn(&Sheet, &Value) -> bool>;

/// Fills a record.
pub(super) struct Filler<'w> {
    pub sheet: &'w mut Sheet,
    pub key: RecordKey,
    /// The name on screen of the entry of a map, or of the short list, that is filled.
    pub called: String,
    /// The types of values, and their kinds, that were filled.
    seen: BTreeSet<String>,
    /// The values entered so far.
    pub entered: Vec<Entered>,
    /// The fields without a control that fills them.
    pub missing: Vec<String>,
}

impl<'w> Filler<'w> {
    pub(super) fn new(sheet: &'w mut Sheet, key: RecordKey) -> Self {
        sheet.state_mut().key = key.clone();
        controls::settle(sheet);
        Self { sheet, key, called: String::new(), seen: BTreeSet::new(), entered: Vec::new(), missing: Vec::new() }
    }

    /// Fills all fields.
    pub(super) fn filled(mut self) -> Self {
        let more = controls::all(self.sheet, &[Role::DisclosureTriangle], |name| name.starts_with("More fields"));
        more.iter().for_each(|more| controls::click(self.sheet, more));
        let dialect = self.sheet.state().pack().draft().dialect().unwrap();
        let record = Field::record(dialect, &self.key.catalog).unwrap();
        for field in record.fields() {
            self.fill(field, self.key.pointer().child(field.name()), 0.0);
        }
        self
    }

    fn value(&self, pointer: &Pointer) -> Option<Value> {
        expected::at(self.sheet.state().pack(), &self.key, &pointer.parts()[2..])
    }

    fn len(&self, pointer: &Pointer) -> usize {
        match self.value(pointer) {
            Some(Value::Array(items)) => items.len(),
            _ => 0,
        }
    }

    fn keys(&self, pointer: &Pointer) -> Vec<String> {
        match self.value(pointer) {
            Some(Value::Object(map)) => map.keys().cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// Fills a value whose controls are below `top`.
    fn fill(&mut self, field: Field, pointer: Pointer, top: f32) {
        match field.kind() {
            FieldKind::Object if field.tag().is_some() => self.kinds(field, &pointer, top),
            FieldKind::Object => self.object(field, &pointer, top),
            FieldKind::Map => self.map(field, &pointer, top),
            FieldKind::List { .. } if is_listed(field) => self.list(field, &pointer, top),
            // `rows.rs` paints them.
            FieldKind::Text { .. } if field.widget() == Some("map-rows") => {}
            FieldKind::List { .. } if field.widget() != Some("compass") => self.parts(field, &pointer, top),
            _ => self.scalar(field, &pointer, top),
        }
    }

    fn object(&mut self, field: Field, pointer: &Pointer, top: f32) {
        let mut top = top;
        if !is_entry(field, pointer) {
            top = self.heading(field, top);
            self.press(&format!("Add {}", field.label().to_lowercase()), top);
        }
        for below in field.fields() {
            self.fill(below, pointer.child(below.name()), top);
        }
    }

    /// Fills the fields of the current variant of a value.
    fn kinds(&mut self, field: Field, pointer: &Pointer, top: f32) {
        let value = self.value(pointer).unwrap_or_default();
        let first = self.seen.insert(format!("{} {}", type_of(field), self.key));
        self.press_any("More", top);
        for below in field.fields_in(&value) {
            let is_common = field.kinds_with(below.name()).len() == kind_names(field).len();
            // Fields of all variants are filled once.
            if Some(below.name()) != field.tag() && (first || !is_common) {
                self.fill(below, pointer.child(below.name()), top);
            }
        }
    }

    fn map(&mut self, field: Field, pointer: &Pointer, top: f32) {
        let Some(below) = field.value() else { return };
        let label = field.label().to_lowercase();
        let top = self.heading(field, top);
        self.press(&format!("Add {label}"), top);
        let before = self.keys(pointer);
        let (add, new) = (format!("Add to {label}"), format!("New key of {label}"));
        if let Some(list) = self.first(&[Role::ComboBox], &add, top) {
            self.pick(&list, None, true);
        } else if let Some(input) = self.first(&[Role::TextInput], &new, top) {
            for key in ["q", "extra", "a1"] {
                controls::type_into(self.sheet, &input, key);
                self.press_beside("Add", &input);
                if self.keys(pointer).len() > before.len() {
                    break;
                }
            }
        }
        let after = self.keys(pointer);
        let Some(key) = after.iter().find(|key| !before.contains(key)).or(after.first()).cloned() else {
            return self.missing.push(format!("{pointer}: no entry"));
        };
        let titled = match field.key_target() {
            Some(catalog) => self.sheet.state().pack().index().title(&RecordKey::new(catalog, &key)).to_owned(),
            None => key.clone(),
        };
        self.called.clone_from(&titled);
        let remove = self.first(&[Role::Button], &format!("Remove {titled}"), top);
        let row = remove.map_or(top, |remove| remove.rect.top());
        self.fill(below, pointer.child(key.as_str()), row - 4.0);
        self.fold(&format!("Remove {titled}"), row);
    }

    /// Fills a short list on one line: at first as a text, then number by number.
    fn parts(&mut self, field: Field, pointer: &Pointer, top: f32) {
        let Some(below) = field.value() else { return };
        if self.value(pointer).is_none() {
            self.scalar(field, pointer, top);
        }
        self.called = position(pointer).map_or_else(|| field.label(), |number| format!("Item {number},"));
        for at in 0..self.len(pointer) {
            self.scalar(below, &pointer.child(at.to_string().as_str()), top);
        }
        self.entered.retain(|(other, _)| other != pointer);
    }

    fn list(&mut self, field: Field, pointer: &Pointer, top: f32) {
        let Some(below) = field.value() else { return };
        let add = format!("Add to {}", field.label().to_lowercase());
        let top = self.heading(field, top);
        self.press(&format!("Override {}", field.label().to_lowercase()), top);
        let kinds = kind_names(below);
        if kinds.is_empty() {
            let before = self.len(pointer);
            self.press(&add, top);
            return match self.len(pointer) {
                0 => self.missing.push(format!("{pointer}: no item")),
                after => self.last_item(below, pointer, top, after == before),
            };
        }
        let new: Vec<String> =
            kinds.iter().filter(|kind| self.seen.insert(format!("{} {kind}", type_of(below)))).cloned().collect();
        let all_seen = new.is_empty();
        let kinds = if all_seen { kinds[..1].to_vec() } else { new };
        for kind in kinds {
            let before = self.len(pointer);
            if let Some(button) = self.first(&[Role::Button], &add, top) {
                let options = controls::open(self.sheet, &button);
                let is_kind = |option: &&Control| option.name == kind || option.name.starts_with(&format!("{kind}: "));
                options.iter().find(is_kind).into_iter().for_each(|option| controls::click(self.sheet, option));
            }
            if self.len(pointer) <= before {
                self.missing.push(format!("{pointer}: no item of kind {kind}"));
            } else if !all_seen {
                self.last_item(below, pointer, top, false);
            } else {
                self.fold(&format!("Remove item {}", before + 1), top);
            }
        }
    }

    /// Fills the last item of a list, which is opened if it is folded, and folds it so that its fields are not mistaken for others.
    fn last_item(&mut self, field: Field, pointer: &Pointer, top: f32, is_folded: bool) {
        let number = self.len(pointer);
        let remove = format!("Remove item {number}");
        let is_compound = matches!(field.kind(), FieldKind::Object | FieldKind::Map);
        if is_folded && is_compound {
            self.fold(&remove, top);
        }
        let row = self.first(&[Role::Button], &remove, top).map_or(top, |remove| remove.rect.top());
        self.fill(field, pointer.child((number - 1).to_string().as_str()), row - 4.0);
        if is_compound {
            self.fold(&remove, row - 4.0);
        }
    }

    /// Folds or opens the value in the row of a button.
    fn fold(&mut self, button: &str, top: f32) {
        let Some(button) = self.first(&[Role::Button], button, top) else { return };
        let in_row = controls::all(self.sheet, &[Role::Button], |_| true);
        let sentence = in_row
            .iter()
            .filter(|other| {
                other.rect.y_range().contains(button.rect.center().y) && other.rect.left() < button.rect.left()
            })
            .filter(|other| !other.name.starts_with("Move item"))
            .max_by(|a, b| a.rect.width().total_cmp(&b.rect.width()));
        if let Some(sentence) = sentence {
            controls::click(self.sheet, sentence);
            // The fold is animated.
            controls::settle(self.sheet);
        }
    }

    /// Fills a value with the first control below `top` that changes it.
    fn scalar(&mut self, field: Field, pointer: &Pointer, top: f32) {
        let before = self.value(pointer);
        for control in self.targets(field, pointer, top) {
            let revision = self.sheet.state().pack().revision();
            let is_right = self.set(field, &control, before.as_ref());
            let now = self.value(pointer);
            if let Some(now) = now.filter(|now| is_right(self.sheet, now)) {
                self.entered.push((pointer.clone(), now));
                return;
            }
            if self.sheet.state().pack().revision() != revision {
                self.sheet.state_mut().workspace.perform(Action::Undo);
                controls::settle(self.sheet);
            }
        }
        let label = field.label();
        self.missing.push(format!("{pointer} ({label}): {before:?} of {:?} {:?}", kind_word(field), field.widget()));
    }

    /// Uses a control; returns the test of the value that it writes.
    fn set(&mut self, field: Field, control: &Control, before: Option<&Value>) -> Verdict {
        match control.role {
            Role::ComboBox => {
                let (picked, was) = (
                    self.pick(control, samples::wanted(&self.key, field), field.names_keys().is_none()),
                    before.cloned(),
                );
                Box::new(move |sheet, value| {
                    let is_new = field.names_keys().is_none() || was.as_ref() != Some(value);
                    let is_right = |option: &str| expected::is_chosen(sheet.state().pack(), field, option, value);
                    is_new && picked.as_deref().is_some_and(is_right)
                })
            }
            Role::CheckBox if field.kind() == FieldKind::Bool => {
                controls::click(self.sheet, control);
                let wanted = !control.is_on;
                Box::new(move |_, value| *value == Value::Bool(wanted))
            }
            Role::CheckBox | Role::RadioButton => {
                controls::click(self.sheet, control);
                let was = before.cloned();
                Box::new(move |_, value| was.as_ref() != Some(value))
            }
            _ => {
                let text = sample(field, before);
                controls::type_into(self.sheet, control, &text);
                Box::new(move |_, value| expected::is_typed(field, &text, value))
            }
        }
    }

    /// Opens a list and picks an option that is not chosen, if possible the `wanted` one; returns its name.
    fn pick(&mut self, list: &Control, wanted: Option<&str>, lists_records: bool) -> Option<String> {
        let options = controls::open(self.sheet, list);
        let own = self.sheet.state().pack().index().title(&self.key).to_owned();
        // A key within the record may have the title of the record.
        let is_free = |option: &&Control| !option.is_on && (!lists_records || option.name != own);
        let is_wanted = |option: &&Control| wanted == Some(option.name.as_str());
        let free = options.iter().find(is_wanted).or_else(|| options.iter().find(is_free));
        // The only record can be chosen already.
        let picked = free.or(options.first());
        match picked {
            Some(option) if free.is_some() => controls::click(self.sheet, option),
            _ => controls::escape(self.sheet),
        }
        picked.map(|option| option.name.clone())
    }
}

/// Returns the number of an item of a list, from 1.
pub(super) fn position(pointer: &Pointer) -> Option<usize> {
    pointer.last()?.parse::<usize>().ok().map(|at| at + 1)
}

/// Whether a value is an item of a list or an entry of a map, which have no headings.
fn is_entry(field: Field, pointer: &Pointer) -> bool {
    field.name().is_empty() || pointer.last() != Some(field.name())
}

/// Whether a list is shown item by item, instead of on one line.
fn is_listed(field: Field) -> bool {
    let FieldKind::List { min, max } = field.kind() else { return false };
    let is_scalar = |item: Field| !matches!(item.kind(), FieldKind::Object | FieldKind::Map | FieldKind::List { .. });
    let inline = max == Some(min) && min <= 4 && field.value().is_some_and(is_scalar);
    !inline && field.widget() != Some("compass")
}

fn kind_names(field: Field) -> Vec<String> {
    match field.tag().and_then(|tag| field.child(tag)).map(Field::kind) {
        Some(FieldKind::Choice(words)) => words.iter().map(|word| word.value.to_owned()).collect(),
        _ => Vec::new(),
    }
}

fn type_of(field: Field) -> String {
    field.type_name().map_or_else(|| format!("{:?}", kind_names(field)), str::to_owned)
}

fn kind_word(field: Field) -> String {
    match field.kind() {
        FieldKind::Choice(_) => "a choice".to_owned(),
        other => format!("{other:?}"),
    }
}
