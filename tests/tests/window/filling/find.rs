//! Finds and presses the controls of a form by their names and places.

use egui::Role;
use foeman_schema::field::Field;
use foeman_schema::text::Pointer;

use super::controls::{self, Control, INPUTS};
use super::record::{Filler, position};

impl Filler<'_> {
    /// Returns the controls that could belong to a value.
    pub(super) fn targets(&self, field: Field, pointer: &Pointer, top: f32) -> Vec<Control> {
        let names = self.names(field, pointer);
        let arrows = match field.widget() {
            Some("facing") => Some("Face "),
            Some("compass") => Some("Leads "),
            _ => None,
        };
        let is_meant =
            |name: &str| names.iter().any(|other| other == name) || arrows.is_some_and(|arrow| name.starts_with(arrow));
        let mut found = controls::all(self.sheet, &INPUTS, is_meant);
        found.retain(|control| control.rect.top() >= top && !(arrows.is_some() && control.is_on));
        found
    }

    /// Returns the names that the control of a value can have.
    fn names(&self, field: Field, pointer: &Pointer) -> Vec<String> {
        match position(pointer) {
            _ if !field.name().is_empty() => vec![field.label()],
            Some(number) => vec![format!("Item {number}"), format!("{} {number}", self.called)],
            None => vec![self.called.clone()],
        }
    }

    /// Returns the first control below `top` with a name.
    pub(super) fn first(&self, roles: &[Role], name: &str, top: f32) -> Option<Control> {
        controls::all(self.sheet, roles, |other| other == name).into_iter().find(|one| one.rect.top() >= top)
    }

    pub(super) fn press(&mut self, name: &str, top: f32) {
        if let Some(button) = self.first(&[Role::Button], name, top) {
            controls::click(self.sheet, &button);
        }
    }

    /// Opens the first heading below `top` with a name.
    pub(super) fn press_any(&mut self, name: &str, top: f32) {
        if let Some(heading) = self.first(&[Role::Label, Role::Button], name, top) {
            controls::click(self.sheet, &heading);
            controls::settle(self.sheet);
        }
    }

    pub(super) fn press_beside(&mut self, name: &str, input: &Control) {
        let buttons = controls::all(self.sheet, &[Role::Button], |other| other == name);
        let beside = buttons.into_iter().find(|button| button.rect.y_range().contains(input.rect.center().y));
        beside.into_iter().for_each(|button| controls::click(self.sheet, &button));
    }

    /// Returns the top of the heading of a value; `top` if it has none.
    pub(super) fn heading(&self, field: Field, top: f32) -> f32 {
        self.first(&[Role::Label], &field.label(), top).map_or(top, |label| label.rect.top() - 4.0)
    }
}
