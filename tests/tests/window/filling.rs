//! Every field of every kind of record can be filled through the accessible controls of its form.

mod values;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::fmt;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_window::shell::action::Action;
use foeman_window::shell::view::Pane;
use serde_json::Value;

use crate::{Window, pack_window};
use values::samples;

/// Fields without a control in the form, each with the place where it is edited.
const ELSEWHERE: [(&str, &str); 1] = [("maps/rows", "the form opens the map")];
/// The maximum depth of values in values that are filled.
const DEEPEST: usize = 4;

#[test]
fn every_field_of_the_arena_is_filled_by_its_form() {
    fill_pack("arena");
}

#[test]
fn every_field_of_the_strategy_pack_is_filled_by_its_form() {
    fill_pack("strategy");
}

#[test]
fn every_field_of_the_entropy_pack_is_filled_by_its_form() {
    fill_pack("entropy");
}

#[test]
fn every_field_of_the_codes_pack_is_filled_by_its_form() {
    fill_pack("codes");
}

/// Adds a record to each catalog of a shipped pack, and fills all its fields.
fn fill_pack(name: &str) {
    let (_folder, _path, mut window) = pack_window(name);
    let dialect = window.state().workspace().pack().unwrap().draft().dialect().unwrap();
    window.state_mut().perform(Action::Toggle(Pane::Tree));
    let mut missing = Vec::new();
    let mut filled = 0;
    for catalog in dialect.catalogs {
        window.state_mut().perform(Action::AddRecord(catalog.name.to_owned()));
        settle(&mut window);
        let is_ready = |node: &egui_kittest::Node<'_>| !node.accesskit_node().is_disabled();
        window.get_all_by_role_and_label(Role::Button, "Add").find(is_ready).expect("the dialog adds it").click();
        crate::settle(&mut window);
        let key = window.state().workspace().session().selected().cloned().expect("the new record is selected");
        assert_eq!(key.catalog, catalog.name);
        let mut filler = Filler::new(&mut window, key);
        filler.record(Field::record(dialect, catalog.name).unwrap());
        filled += filler.filled;
        missing.append(&mut filler.missing);
    }
    assert!(missing.is_empty(), "{} of {}: {missing:#?}", missing.len(), missing.len() + filled);
    assert!(filled > 10, "{filled} values");
    laid_out(&window);
}

/// Asserts that the files can be formatted, with the same values.
fn laid_out(window: &Window) {
    let (_, refused) = fmt::pack(window.state().workspace().pack().unwrap().draft());
    assert!(refused.is_empty(), "{refused:?}");
}

/// Draws until a click has its effect. Checks that still run do not matter here.
fn settle(window: &mut Window) {
    window.run_steps(3);
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

/// Fills the fields of one record.
struct Filler<'w> {
    window: &'w mut Window,
    key: RecordKey,
    /// The left edge of the form on screen.
    left: f32,
    filled: usize,
    missing: Vec<String>,
}

impl<'w> Filler<'w> {
    fn new(window: &'w mut Window, key: RecordKey) -> Self {
        let left = window.get_by_label("Duplicate this record").rect().left() - 360.0;
        Self { window, key, left, filled: 0, missing: Vec::new() }
    }

    fn record(&mut self, field: Field) {
        let more = |node: &egui_kittest::Node<'_>| {
            node.accesskit_node().label().is_some_and(|label| label.starts_with("More fields"))
        };
        let found = self.window.query_all_by_role(Role::DisclosureTriangle).find(more).map(|node| node.click());
        if found.is_some() {
            settle(self.window);
        }
        for field in field.fields() {
            self.fill(field, self.key.pointer().child(field.name()), 0);
        }
    }

    fn at(&self, pointer: &Pointer) -> Option<Value> {
        let raw = self.window.state().workspace().pack()?.raw(&self.key)?;
        let steps = pointer.parts().get(2..)?;
        let value = steps.iter().try_fold(&*raw, |value, step| match value {
            Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            other => other.get(step),
        });
        value.cloned()
    }

    fn fill(&mut self, field: Field, pointer: Pointer, depth: usize) {
        let place = format!("{}/{}", self.key.catalog, pointer.parts()[2..].join("/"));
        if depth > DEEPEST || ELSEWHERE.iter().any(|(other, _)| *other == place) {
            return;
        }
        let label = field.label();
        match field.kind() {
            FieldKind::Object if field.tag().is_some() => self.kinds(field, &pointer, depth),
            FieldKind::Object => self.object(field, &pointer, depth),
            FieldKind::Map => self.map(field, &pointer, depth),
            FieldKind::List { .. } if is_listed(field) => self.list(field, &pointer, depth),
            _ => self.scalar(field, &label, &pointer, &place),
        }
    }

    fn object(&mut self, field: Field, pointer: &Pointer, depth: usize) {
        let add = format!("Add {}", field.label().to_lowercase());
        if self.at(pointer).is_none() && self.window.query_by_label(&add).is_some() {
            self.press(&add);
        }
        for below in field.fields() {
            self.fill(below, pointer.child(below.name()), depth + 1);
        }
    }

    /// Fills the fields of the current variant of a value.
    fn kinds(&mut self, field: Field, pointer: &Pointer, depth: usize) {
        let value = self.at(pointer).unwrap_or_default();
        self.unfold("More");
        let first = pointer.last() == Some("0");
        let all = field.fields_of(&kind_names(field)[0]).len();
        for below in field.fields_in(&value) {
            // The fields of all variants are filled in the first item only.
            let is_common = field.kinds_with(below.name()).len() == kind_names(field).len() && all > 1;
            if Some(below.name()) != field.tag() && (first || !is_common) {
                self.fill(below, pointer.child(below.name()), depth + 1);
            }
        }
    }

    fn map(&mut self, field: Field, pointer: &Pointer, depth: usize) {
        let Some(below) = field.value() else { return };
        let label = field.label().to_lowercase();
        let keys = |filler: &Self| -> Vec<String> {
            filler.at(pointer).and_then(|map| Some(map.as_object()?.keys().cloned().collect())).unwrap_or_default()
        };
        let absent = format!("Add {label}");
        if self.at(pointer).is_none() && self.window.query_by_label(&absent).is_some() {
            self.press(&absent);
        }
        let before = keys(self);
        let add = format!("Add to {label}");
        let new = format!("New key of {label}");
        if let Some(button) = self.candidates(&add, &[Role::ComboBox]).pop() {
            self.pick(button);
        } else if let Some(input) = self.candidates(&new, &[Role::TextInput]).pop() {
            for key in ["q", "extra", "a1"] {
                self.type_into(input, key);
                press(self.window, Modifiers::NONE, Key::Enter);
                if keys(self).len() > before.len() {
                    break;
                }
            }
        }
        let after = keys(self);
        match after.iter().find(|key| !before.contains(key)).or(after.first()) {
            Some(key) => self.fill(below, pointer.child(key.as_str()), depth + 1),
            None => self.missing.push(format!("{pointer}: no entry")),
        }
    }

    fn list(&mut self, field: Field, pointer: &Pointer, depth: usize) {
        let Some(below) = field.value() else { return };
        let kinds = kind_names(below);
        let chosen: &[String] = if depth == 0 { &kinds } else { &kinds[..kinds.len().min(1)] };
        if chosen.is_empty() {
            let before = self.len(pointer);
            self.press(&format!("Add to {}", field.label().to_lowercase()));
            match self.len(pointer) {
                0 => self.missing.push(format!("{pointer}: no item")),
                after => {
                    self.filled += usize::from(after > before);
                    self.fill(below, pointer.child((after - 1).to_string().as_str()), depth + 1);
                    self.fold(after);
                }
            }
        }
        for kind in chosen {
            self.press(&format!("Add to {}", field.label().to_lowercase()));
            let starts = |node: &egui_kittest::Node<'_>| {
                node.accesskit_node().label().is_some_and(|label| values::names(&label, kind))
            };
            if !self.click_on(starts) {
                self.missing.push(format!("{pointer}: kind {kind}"));
                continue;
            }
            let after = self.len(pointer);
            if after == 0 {
                self.missing.push(format!("{pointer}: no item of kind {kind}"));
                continue;
            }
            self.filled += 1;
            self.fill(below, pointer.child((after - 1).to_string().as_str()), depth + 1);
            self.fold(after);
        }
    }

    fn len(&self, pointer: &Pointer) -> usize {
        self.at(pointer).and_then(|list| Some(list.as_array()?.len())).unwrap_or_default()
    }

    /// Folds an item of a list, so that its fields are not mistaken for others.
    fn fold(&mut self, number: usize) {
        let start = format!("{number}. ");
        let heading = |node: &egui_kittest::Node<'_>| {
            node.accesskit_node().label().is_some_and(|label| label.starts_with(&start))
        };
        self.click_on(heading);
    }

    /// Clicks on the last button like this; returns whether there is one.
    fn click_on(&mut self, is_meant: impl Fn(&egui_kittest::Node<'_>) -> bool) -> bool {
        let found = match self.window.query_all_by_role(Role::Button).filter(|node| is_meant(node)).last() {
            Some(node) => {
                node.click();
                true
            }
            None => false,
        };
        settle(self.window);
        found
    }

    fn unfold(&mut self, label: &str) {
        let left = self.left;
        let here = |node: &egui_kittest::Node<'_>| node.rect().left() > left;
        let found = self.window.query_all_by_label(label).filter(here).last().map(|node| node.click());
        if found.is_some() {
            settle(self.window);
        }
    }

    fn press(&mut self, label: &str) {
        let found = self.window.query_all_by_role_and_label(Role::Button, label).last().map(|node| node.click());
        if found.is_some() {
            settle(self.window);
        }
    }
}

/// Whether a list is shown item by item, instead of on one line.
fn is_listed(field: Field) -> bool {
    let FieldKind::List { min, max } = field.kind() else { return false };
    let is_scalar = |item: Field| !matches!(item.kind(), FieldKind::Object | FieldKind::Map | FieldKind::List { .. });
    let inline = max == Some(min) && min <= 4 && field.value().is_some_and(is_scalar);
    !inline && field.widget() != Some("compass")
}

fn kind_names(field: Field) -> Vec<String> {
    let tag = field.tag().and_then(|tag| field.child(tag));
    match tag.map(Field::kind) {
        Some(FieldKind::Choice(words)) => words.iter().map(|word| word.value.to_owned()).collect(),
        _ => Vec::new(),
    }
}

impl Filler<'_> {
    /// Fills a value with the first control that changes it. Another field with the same label is undone.
    fn scalar(&mut self, field: Field, label: &str, pointer: &Pointer, place: &str) {
        let before = self.at(pointer);
        for target in self.targets(field, label, pointer) {
            for sample in samples(self.window, field, before.as_ref()) {
                let revision = self.raw();
                self.set(target, &sample);
                let now = self.at(pointer);
                if now.is_some() && now != before {
                    self.filled += 1;
                    return;
                }
                if self.raw() != revision {
                    press(self.window, Modifiers::COMMAND, Key::Z);
                }
            }
        }
        // A reference to the only record cannot change.
        if before.is_some() && matches!(field.kind(), FieldKind::Reference { .. } | FieldKind::Text { .. }) {
            self.filled += usize::from(!self.targets(field, label, pointer).is_empty());
            return;
        }
        self.missing.push(format!("{place} ({label}): {before:?} of {:?}", field.kind()));
    }

    fn raw(&self) -> Option<Value> {
        let raw = self.window.state().workspace().pack()?.raw(&self.key)?;
        Some((*raw).clone())
    }
}
