//! Finds controls by their names, and uses them as the mouse and the keyboard do.

use egui::accesskit::NodeId;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Role};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::Sheet;

/// A control with an accessible name.
#[derive(Clone, Debug)]
pub(super) struct Control {
    id: NodeId,
    pub role: Role,
    pub name: String,
    pub rect: Rect,
    /// Whether it is selected or switched on.
    pub is_on: bool,
}

/// The roles of controls that set a value.
pub(super) const INPUTS: [Role; 6] =
    [Role::TextInput, Role::MultilineTextInput, Role::SpinButton, Role::ComboBox, Role::CheckBox, Role::RadioButton];

/// Returns the enabled controls with one of some roles and a matching name, from top to bottom.
pub(super) fn all(sheet: &Sheet, roles: &[Role], is_meant: impl Fn(&str) -> bool) -> Vec<Control> {
    let nodes = roles.iter().flat_map(|role| sheet.query_all_by_role(*role));
    let mut found: Vec<Control> = nodes.filter_map(|node| control(&node)).filter(|one| is_meant(&one.name)).collect();
    found.sort_by(|a, b| (a.rect.top(), a.rect.left()).partial_cmp(&(b.rect.top(), b.rect.left())).unwrap());
    found
}

fn control(node: &Node<'_>) -> Option<Control> {
    let seen = node.accesskit_node();
    // A label says its text as its value.
    let name = if seen.role() == Role::Label { seen.value()? } else { seen.label()? };
    if seen.is_disabled() || seen.bounding_box().is_none() {
        return None;
    }
    let is_on = seen.is_selected() == Some(true) || seen.toggled() == Some(egui::accesskit::Toggled::True);
    Some(Control { id: seen.locate().0, role: seen.role(), name, rect: node.rect(), is_on })
}

/// Draws until a change has its effect.
pub(super) fn settle(sheet: &mut Sheet) {
    sheet.run_steps(2);
}

/// Presses and releases the mouse button at a place.
pub(super) fn click_at(sheet: &mut Sheet, pos: Pos2) {
    let button = PointerButton::Primary;
    let press = |pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
    sheet.input_mut().events.extend([Event::PointerMoved(pos), press(true)]);
    sheet.run_steps(1);
    sheet.input_mut().events.push(press(false));
    sheet.run_steps(1);
}

/// Clicks on a control.
pub(super) fn click(sheet: &mut Sheet, control: &Control) {
    click_at(sheet, control.rect.center());
    settle(sheet);
}

/// Replaces the text of a control, and leaves it with Enter.
pub(super) fn type_into(sheet: &mut Sheet, control: &Control, text: &str) {
    click_at(sheet, control.rect.center());
    sheet.run_steps(1);
    let key = |key, pressed, modifiers| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    let select = [true, false].map(|pressed| key(Key::A, pressed, Modifiers::COMMAND));
    sheet.input_mut().events.extend(select);
    sheet.input_mut().events.push(Event::Text(text.to_owned()));
    sheet.run_steps(1);
    if control.role != Role::MultilineTextInput {
        sheet.input_mut().events.extend([true, false].map(|pressed| key(Key::Enter, pressed, Modifiers::NONE)));
        sheet.run_steps(1);
    }
    settle(sheet);
}

/// Presses Escape, which closes a list.
pub(super) fn escape(sheet: &mut Sheet) {
    sheet.key_press_modifiers(Modifiers::NONE, Key::Escape);
    settle(sheet);
}

/// Opens a list; returns its options.
pub(super) fn open(sheet: &mut Sheet, list: &Control) -> Vec<Control> {
    let roles = [Role::ListBoxOption, Role::Button];
    let before: Vec<NodeId> = all(sheet, &roles, |_| true).into_iter().map(|control| control.id).collect();
    click(sheet, list);
    sheet.run_steps(1);
    let mut options = all(sheet, &roles, |name| name != "Clear filter");
    options.retain(|option| !before.contains(&option.id));
    options
}
