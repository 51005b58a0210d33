//! Controls of a form and values for them.

use egui::accesskit::NodeId;
use egui::{Event, Key, Modifiers, Role};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::Pointer;
use serde_json::Value;

use super::{Filler, press, settle};
use crate::Window;

/// A control: its node, and its role.
pub(super) type Target = (NodeId, Role);

/// Whether an accessible name belongs to a word of a choice: `wpn: Weapon`, or the word as it is shown.
pub(super) fn names(label: &str, word: &str) -> bool {
    let spaced = word.replace('-', " ");
    let start = label.to_lowercase();
    start == word || start.starts_with(&format!("{word}:")) || start.starts_with(&format!("{word} ")) || {
        start.starts_with(&format!("{spaced} ")) || start == spaced
    }
}

/// Returns texts to type for a field, those that differ from its value first.
pub(super) fn samples(window: &Window, field: Field, before: Option<&Value>) -> Vec<String> {
    let mut texts: Vec<String> = match field.kind() {
        FieldKind::Integer { min, max } => {
            let now = before.and_then(Value::as_i64);
            let tries = [min.max(1), min.max(2), max.min(3), 0];
            tries
                .into_iter()
                .filter(|number| (min..=max).contains(number) && Some(*number) != now)
                .map(|number| number.to_string())
                .collect()
        }
        FieldKind::Number => vec!["2".to_owned(), "1.5".to_owned()],
        FieldKind::List { min, .. } => {
            vec!["1-3".to_owned(), vec!["1"; min.max(1)].join(", "), vec!["2"; min.max(1)].join(", ")]
        }
        _ => Vec::new(),
    };
    let example = field.example().map(|example| example.as_str().map_or_else(|| example.to_string(), str::to_owned));
    texts.extend(example);
    if let FieldKind::Text { .. } = field.kind() {
        texts.extend(used(window, field).into_iter().take(6));
        if field.notation().is_none() {
            texts.push("extra".to_owned());
        }
        texts.extend(["2", "1", "#112233", "a"].map(str::to_owned));
    }
    if texts.is_empty() {
        texts.push("extra".to_owned());
    }
    texts
}

/// Returns texts that the pack uses for a key.
fn used(window: &Window, field: Field) -> Vec<String> {
    let pack = window.state().workspace().pack().unwrap();
    let mut found = Vec::new();
    let dialect = pack.draft().dialect().unwrap();
    for catalog in dialect.catalogs {
        for id in pack.draft().own_ids(catalog.name) {
            let key = foeman_schema::text::RecordKey::new(catalog.name, id);
            collect(pack.raw(&key).as_deref(), field.name(), &mut found);
        }
    }
    found
}

fn collect(value: Option<&Value>, key: &str, found: &mut Vec<String>) {
    match value {
        Some(Value::Object(map)) => {
            for (name, value) in map {
                match value.as_str() {
                    Some(text) if name == key && !found.iter().any(|other| other == text) => {
                        found.push(text.to_owned())
                    }
                    _ => collect(Some(value), key, found),
                }
            }
        }
        Some(Value::Array(items)) => items.iter().for_each(|item| collect(Some(item), key, found)),
        _ => {}
    }
}

impl Filler<'_> {
    /// Returns the controls in the form that could belong to a value, the lowest first.
    pub(super) fn targets(&self, field: Field, label: &str, pointer: &Pointer) -> Vec<Target> {
        let all = [Role::TextInput, Role::SpinButton, Role::ComboBox, Role::CheckBox, Role::MultilineTextInput];
        let mut found = self.candidates(label, &all);
        // Items of lists are named by their position, entries of maps by their key.
        if let Some(last) = pointer.last() {
            if let Ok(at) = last.parse::<usize>() {
                found.extend(self.candidates(&format!("Item {}", at + 1), &all));
            }
            found.extend(self.candidates(last, &all));
        }
        // Parts of a list on one line.
        found.extend(self.candidates(&format!("{label} 1"), &all));
        match field.widget() {
            Some("facing") => found.extend(self.candidates("Face south", &[Role::RadioButton])),
            Some("compass") => found.extend(self.candidates("Leads north", &[Role::CheckBox])),
            _ => {}
        }
        if found.is_empty() {
            // Entries of maps by record are named by its title.
            found = self.every(&all);
        }
        found.reverse();
        found
    }

    /// Returns the controls of the form with this name.
    pub(super) fn candidates(&self, label: &str, roles: &[Role]) -> Vec<Target> {
        let found = self.window.query_all_by_label(label);
        found.filter(|node| self.is_inside(node)).filter_map(|node| target(&node, roles)).collect()
    }

    fn every(&self, roles: &[Role]) -> Vec<Target> {
        let nodes = roles.iter().flat_map(|role| self.window.query_all_by_role(*role));
        nodes.filter(|node| self.is_inside(node)).filter_map(|node| target(&node, roles)).collect()
    }

    fn is_inside(&self, node: &Node<'_>) -> bool {
        node.rect().left() > self.left && !node.accesskit_node().is_disabled()
    }

    fn click(&mut self, (id, role): Target) -> bool {
        let found = self.node(id, role).map(|node| node.click());
        settle(self.window);
        found.is_some()
    }

    fn node(&self, id: NodeId, role: Role) -> Option<Node<'_>> {
        self.window.query_all_by_role(role).find(|node| node.accesskit_node().locate().0 == id)
    }

    /// Sets a control to a value.
    pub(super) fn set(&mut self, target: Target, text: &str) {
        match target.1 {
            Role::ComboBox => self.pick(target),
            Role::TextInput | Role::MultilineTextInput => self.type_into(target, text),
            Role::SpinButton => {
                if self.click(target) {
                    self.window.key_press_modifiers(Modifiers::COMMAND, Key::A);
                    self.window.event(Event::Text(text.to_owned()));
                    self.window.run_steps(2);
                    press(self.window, Modifiers::NONE, Key::Enter);
                }
            }
            _ => drop(self.click(target)),
        }
    }

    pub(super) fn type_into(&mut self, target: Target, text: &str) {
        if !self.click(target) {
            return;
        }
        self.window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.window.run_steps(1);
        self.window.event(Event::Text(text.to_owned()));
        settle(self.window);
    }

    /// Opens a list and picks an entry that is not chosen.
    pub(super) fn pick(&mut self, target: Target) {
        let before = self.options();
        if !self.click(target) {
            return;
        }
        let new = |filler: &Self| -> Vec<Target> {
            filler.options().into_iter().filter(|option| !before.contains(option)).collect()
        };
        let options = new(self);
        let free = options.iter().copied().find(|(id, role)| {
            let node = self.node(*id, *role);
            node.is_some_and(|node| {
                node.accesskit_node().is_selected() != Some(true) && !node.accesskit_node().is_disabled()
            })
        });
        match free {
            Some(option) => drop(self.click(option)),
            None => press(self.window, Modifiers::NONE, Key::Escape),
        }
    }

    fn options(&self) -> Vec<Target> {
        let roles = [Role::ListBoxOption, Role::Button];
        let nodes = roles.iter().flat_map(|role| self.window.query_all_by_role(*role));
        let named = nodes.filter(|node| node.accesskit_node().label().is_some_and(|label| label != "Clear filter"));
        named.map(|node| (node.accesskit_node().locate().0, node.accesskit_node().role())).collect()
    }
}

fn target(node: &Node<'_>, roles: &[Role]) -> Option<Target> {
    let role = node.accesskit_node().role();
    roles.contains(&role).then(|| (node.accesskit_node().locate().0, role))
}
