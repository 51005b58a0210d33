//! The head of a roster: its totals, and the buttons that add, copy, delete, move and compare figures.

use egui::{Align, Id, Layout, Popup, PopupCloseBehavior, RichText, TextStyle, Ui};
use foeman_schema::plural::plural;

use super::{Shown, compare, grade};
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::picker::{self, Item, Picker};
use crate::kit::widgets;
use crate::roster::action::RosterAction;
use crate::roster::place::Place;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, ROW, palette};

/// The width below which the buttons are on a separate line, in points.
const NARROW: f32 = 820.0;

/// Draws the head.
pub(crate) fn ui(ui: &mut Ui, shown: &Shown<'_>, actions: &mut Actions) {
    let narrow = ui.available_width() < NARROW;
    ui.horizontal(|ui| {
        totals(ui, shown);
        if !narrow {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, shown, actions));
        }
    });
    if narrow {
        let row = egui::vec2(ui.available_width(), ROW);
        ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| buttons(ui, shown, actions));
    }
    ui.add_space(GAP);
}

/// Draws the number of figures and the total of their points.
fn totals(ui: &mut Ui, shown: &Shown<'_>) {
    let colors = palette(ui);
    let count = plural(shown.members.len(), "figure", "figures");
    ui.label(widgets::styled(count, TextStyle::Heading, colors.strong));
    let grades: Vec<(String, i32)> = shown.members.iter().filter_map(|member| grade(ui, shown, member)).collect();
    let Some((name, _)) = grades.first() else { return };
    let points = || grades.iter().map(|(_, points)| *points);
    let (total, most) = (points().sum::<i32>(), points().max().unwrap_or_default());
    let mean = f64::from(total) / grades.len() as f64;
    let text = format!("{name} {total} in total, {mean:.1} on average, {most} at most");
    ui.add(egui::Label::new(RichText::new(text).color(colors.weak)).truncate());
}

/// Draws the buttons, from right to left.
fn buttons(ui: &mut Ui, shown: &Shown<'_>, actions: &mut Actions) {
    let Some(place) = &shown.place else { return };
    let member = shown.chosen.and_then(|at| Some((at, shown.members.get(at)?)));
    let mut request = |action| actions.push(Action::Roster(action));
    let last = shown.members.len().saturating_sub(1);
    ui.add_enabled_ui(member.is_some(), |ui| {
        if widgets::icon_button(ui, Icon::Delete, "Delete figure").clicked()
            && let Some((_, member)) = member
        {
            request(RosterAction::Delete(member.pointer.clone()));
        }
        if widgets::icon_button(ui, Icon::Copy, "Duplicate figure").clicked()
            && let Some((_, member)) = member
        {
            request(RosterAction::Duplicate(member.pointer.clone()));
        }
    });
    for (icon, name, possible, by) in [
        (Icon::Down, "Move figure down", member.is_some_and(|(at, _)| at < last), 1),
        (Icon::Up, "Move figure up", member.is_some_and(|(at, _)| at > 0), -1),
    ] {
        let button = ui.add_enabled_ui(possible, |ui| widgets::icon_button(ui, icon, name)).inner;
        if button.clicked()
            && let Some((at, member)) = member
        {
            request(RosterAction::Move(member.pointer.clone(), at.saturating_add_signed(by)));
        }
    }
    if shown.members.len() > 1 && member.is_some() {
        compare::choose(ui, shown, actions);
    }
    add(ui, shown, place, actions);
}

/// Draws the button that adds a figure, with the kinds to choose from.
pub(crate) fn add(ui: &mut Ui, shown: &Shown<'_>, place: &Place, actions: &mut Actions) {
    let button = widgets::labelled_button(ui, Icon::Add, "Add figure");
    let popup = Popup::menu(&button).style(basic::menu_style).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        let records = shown.pack.index().catalog(place.kinds).map_or(&[][..], |catalog| &catalog.records);
        let items = records.iter().map(|entry| Item { text: &entry.title, note: &entry.key.id, chosen: false });
        let picker = Picker {
            id: Id::unique("kind of new figure"),
            shown: RichText::default(),
            width: 260.0,
            hint: "Search kinds of figures",
            items: items.collect(),
            foot: "The kind gives its attributes; change them afterwards".to_owned(),
            preview: None,
        };
        if let Some(entry) = picker::list(ui, &picker).and_then(|at| records.get(at)) {
            actions.push(Action::Roster(RosterAction::Add(shown.key.clone(), entry.key.id.clone())));
        }
    });
}
