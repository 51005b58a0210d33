//! The input for scripted commands: a searchable list of possible next words.

use egui::{RichText, Ui};
use foeman_schema::field::Field;
use foeman_schema::notation::command;
use foeman_schema::script;
use serde_json::Value;

use super::{Form, Spot, scalar};
use crate::kit::picker::{self, Item, Picker};
use crate::shell::action::Action;
use foeman_scene::theme::{ROW, palette};

/// Whether the values of a field are scripted commands.
pub(crate) fn is_one(field: Field) -> bool {
    field.notation().is_some_and(|notation| notation.name == command::NOTATION.name)
}

/// Draws the button that opens the list. The picked word is appended, or replaces the last word if that is incomplete.
pub(crate) fn next_word(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, number: usize) {
    let text = spot.effective().map(scalar::shown).unwrap_or_default();
    let id = spot.id().with("next word");
    // Only compute the words if the list is open.
    let is_open = picker::is_open(ui, id);
    let words = if is_open { offered(form, spot, &text) } else { Vec::new() };
    let item = |(word, _, name): &'_ (String, String, String)| {
        (if name.is_empty() { word.clone() } else { name.clone() }, word.clone())
    };
    let shown: Vec<(String, String)> = words.iter().map(item).collect();
    let items = shown.iter().map(|(text, word)| Item { text, note: word, chosen: false }).collect();
    let list = Picker {
        id,
        shown: RichText::new("…").color(palette(ui).weak),
        width: ROW,
        hint: "Search words",
        items,
        foot: String::new(),
        preview: None,
    };
    let (button, picked) = picker::ui(ui, &list);
    button.accessible_name(format!("Next word of command {number}"));
    if let Some((_, written, _)) = picked.and_then(|at| words.get(at)) {
        form.actions.push(Action::Set(spot.pointer.clone(), Value::from(written.as_str())));
        form.actions.push(Action::Settle);
    }
}

/// Returns the possible words, each with the resulting command and its display name.
fn offered(form: &Form<'_>, spot: &Spot<'_>, text: &str) -> Vec<(String, String, String)> {
    let draft = form.pack.draft();
    let at_end = |text: &str| script::offers(draft, &spot.pointer, text, text.len());
    let last = script::typed(text, text.len());
    let typed = &text[last.start..];
    let here = at_end(text);
    let is_whole = typed.is_empty() || here.iter().any(|(word, _)| word == typed) || here.is_empty();
    let front = match is_whole && !typed.is_empty() {
        true => format!("{text} "),
        false => text[..last.start].to_owned(),
    };
    let words = at_end(&front).into_iter();
    words.map(|(word, name)| (word.clone(), format!("{front}{word}"), name)).collect()
}
