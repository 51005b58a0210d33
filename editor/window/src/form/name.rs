//! The input for keys defined in another record: a searchable list of the valid keys.

use egui::Ui;
use foeman_schema::usages::{keys_at, names_from};
use serde_json::Value;

use super::words::title_in;
use super::{Form, Spot, scalar};
use crate::kit::picker::{self, Item, Picker};
use crate::shell::action::Action;
use foeman_scene::theme::palette;

/// Draws a list of the valid keys with their titles, or a text input if the other record cannot be determined.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    let draft = form.pack.draft();
    let Some(scope) = names_from(draft, &spot.pointer) else { return scalar::text(ui, form, spot, None, width) };
    let record = form.pack.merged(&scope.record).unwrap_or_default();
    let map = scope.steps.iter().try_fold(&*record, |value, step| value.get(step));
    let title = |key: &String| map.and_then(|map| title_in(map.get(key)?)).unwrap_or(key).to_owned();
    let keys = keys_at(draft, &scope.pointer());
    let titles: Vec<String> = keys.iter().map(title).collect();
    let now = spot.effective().map(scalar::shown).unwrap_or_default();
    let known = keys.iter().position(|key| *key == now);
    let colors = palette(ui);
    let (text, color) = match (known, spot.is_written()) {
        (Some(at), true) => (titles[at].as_str(), colors.text),
        (Some(at), false) => (titles[at].as_str(), colors.weak),
        (None, _) if now.is_empty() => ("not set", colors.weak),
        (None, _) => (now.as_str(), colors.error),
    };
    let items = titles.iter().zip(&keys).map(|(text, key)| Item { text, note: key, chosen: *key == now });
    let list = Picker {
        id: spot.id(),
        shown: spot.text(text).color(color),
        width,
        hint: "Search names",
        items: items.collect(),
        foot: format!("{} in {}", keys.len(), form.pack.index().title(&scope.record)),
        preview: None,
    };
    let name = form.name.take();
    let (button, picked) = picker::ui(ui, &list);
    if let Some(key) = picked.and_then(|at| keys.get(at)).filter(|key| **key != now) {
        form.actions.push(Action::Set(spot.pointer.clone(), Value::from(key.as_str())));
        form.actions.push(Action::Settle);
    }
    scalar::named(button, name);
}
