//! The input for keys defined in another record: a searchable list of the valid keys.

use egui::Ui;
use foeman_schema::usages::{KeyScope, keys_at, names_from};
use serde_json::Value;

use super::words::title_in;
use super::{Form, Spot, scalar};
use crate::kit::picker::{self, Item, Picker};
use crate::shell::action::Action;
use foeman_scene::theme::palette;

/// A key of a map in another record.
pub(crate) struct Name {
    /// The key.
    pub key: String,
    /// The title of its value, if it has one.
    pub title: Option<String>,
}

impl Name {
    /// Returns its title, or else its key.
    pub(super) fn shown(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.key)
    }
}

/// Returns the keys of a map, in its order.
pub(crate) fn names(form: &Form<'_>, scope: &KeyScope) -> Vec<Name> {
    let record = form.pack.merged(&scope.record).unwrap_or_default();
    let map = scope.steps.iter().try_fold(&*record, |value, step| value.get(step));
    let title = |key: &str| map.and_then(|map| title_in(map.get(key)?)).map(str::to_owned);
    let keys = keys_at(form.pack.draft(), &scope.pointer()).into_iter();
    keys.map(|key| Name { title: title(&key), key }).collect()
}

/// Draws a list of the valid keys with their titles, or a text input if the other record cannot be determined.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    let draft = form.pack.draft();
    let Some(scope) = names_from(draft, &spot.pointer) else { return scalar::text(ui, form, spot, None, width) };
    let names = names(form, &scope);
    let now = spot.effective().map(scalar::shown).unwrap_or_default();
    let known = names.iter().find(|name| name.key == now);
    let colors = palette(ui);
    let (text, color) = match (known, spot.is_written()) {
        (Some(name), true) => (name.shown(), colors.text),
        (Some(name), false) => (name.shown(), colors.weak),
        (None, _) if now.is_empty() => ("not set", colors.weak),
        (None, _) => (now.as_str(), colors.error),
    };
    let items = names.iter().map(|name| Item { text: name.shown(), note: &name.key, chosen: name.key == now });
    let list = Picker {
        id: spot.id(),
        shown: spot.text(text).color(color),
        width,
        hint: "Search names",
        items: items.collect(),
        foot: format!("{} in {}", names.len(), form.pack.index().title(&scope.record)),
        preview: None,
    };
    let called = form.name.take();
    let (button, picked) = picker::ui(ui, &list);
    if let Some(name) = picked.and_then(|at| names.get(at)).filter(|name| name.key != now) {
        form.actions.push(Action::Set(spot.pointer.clone(), Value::from(name.key.as_str())));
        form.actions.push(Action::Settle);
    }
    scalar::named(button, called);
}
