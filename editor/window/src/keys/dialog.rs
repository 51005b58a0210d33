//! The list of keyboard shortcuts, in which they can be changed.

use egui::{Align, Button, Frame, Id, Label, Layout, RichText, ScrollArea, TextStyle, Ui, vec2};

use super::action::KeysAction;
use super::{Kept, Pressed, Waiting};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{Command, Menu};
use crate::shell::menus;
use crate::shell::session::Session;
use foeman_scene::theme::{GAP, ROUND_LARGE, ROW, margin, palette};

/// The width of the list, in points.
const WIDTH: f32 = 560.0;
/// The width of the keys column, in points.
const KEYS: f32 = 210.0;
/// The height of the hint above the list, in points.
const STRIP: f32 = 34.0;

/// Mouse gestures on maps; these are not commands.
const POINTER: [(&str, &str); 4] = [
    ("Zoom", "Wheel, pinch"),
    ("Pan", "Middle or right button, Space and drag"),
    ("Add to the area", "Shift and drag, Shift+Enter"),
    ("Remove from the area", "Alt and drag, Alt+Enter"),
];

/// Draws the list as a dialog.
pub fn ui(ui: &mut Ui, session: &Session, waiting: Option<&Waiting>, actions: &mut Actions) {
    let shown = widgets::modal(ui, "shortcuts").show(ui.ctx(), |ui| {
        let room = ui.ctx().content_rect();
        ui.set_width(WIDTH.min(room.width() - 80.0));
        head(ui, session, actions);
        let id = Id::unique("shortcuts filter");
        let mut sought: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        widgets::filter_field(ui, id.with("field"), &mut sought, "Filter commands and keys");
        ui.data_mut(|data| data.insert_temp(id, sought.clone()));
        strip(ui, session, waiting, actions);
        let height = (room.height() - 240.0).max(80.0);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = GAP / 2.0;
            rows(ui, session, waiting, sought.trim(), actions);
        });
    });
    // While a command waits for keys, Esc only cancels that.
    if shown.should_close() && waiting.is_none() {
        actions.push(Action::Shortcuts);
    }
}

fn head(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    ui.horizontal(|ui| {
        ui.label(widgets::styled("Shortcuts", TextStyle::Heading, palette(ui).strong));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::icon_button(ui, Icon::Close, "Close").clicked() {
                ui.close();
            }
            let changed = !session.settings.keys.is_usual();
            if ui.add_enabled(changed, Button::new("Reset all keys")).clicked() {
                actions.push(Action::Keys(KeysAction::ResetAll));
            }
        });
    });
    ui.add_space(GAP);
}

/// Draws the hint: how to change keys, or why the pressed keys were not assigned.
fn strip(ui: &mut Ui, session: &Session, waiting: Option<&Waiting>, actions: &mut Actions) {
    let colors = palette(ui);
    let Some(waiting) = waiting else {
        ui.allocate_ui(vec2(ui.available_width(), STRIP), |ui| {
            ui.set_min_height(STRIP);
            let text = "Choose the keys of a command, then press others";
            ui.centered_and_justified(|ui| ui.label(RichText::new(text).color(colors.weak)));
        });
        return;
    };
    let name = menus::command(waiting.command).map_or("", |command| command.name.trim_end_matches('…'));
    let frame = Frame::new().fill(colors.selected).corner_radius(ROUND_LARGE).inner_margin(margin::TIGHT);
    frame.show(ui, |ui| {
        ui.set_min_height(STRIP - 6.0);
        ui.horizontal(|ui| {
            let (text, color) = match &waiting.pressed {
                None => (format!("Press the new keys of {name}"), colors.strong),
                Some(Pressed::Refused(why)) => (why.clone(), colors.error),
                Some(Pressed::Taken(keys, owner)) => {
                    let owner = menus::command(owner).map_or("", |owner| owner.name.trim_end_matches('…'));
                    (format!("{} is assigned to {owner}", ui.ctx().format_shortcut(keys)), colors.error)
                }
            };
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("Cancel").clicked() {
                    actions.push(Action::Keys(KeysAction::Stop));
                }
                let given = match &waiting.pressed {
                    Some(Pressed::Taken(keys, _)) => {
                        ui.button("Reassign").clicked().then(|| menus::given(session, waiting, *keys))
                    }
                    _ => ui.button("No keys").clicked().then(|| vec![(waiting.command, Some(Vec::new()))]),
                };
                actions.extend(given.map(|given| Action::Keys(KeysAction::Give(given))));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(text).color(color)).truncate());
                });
            });
        });
    });
}

fn rows(ui: &mut Ui, session: &Session, waiting: Option<&Waiting>, sought: &str, actions: &mut Actions) {
    let sought = sought.to_lowercase();
    let fits = |text: &str| text.to_lowercase().contains(&sought);
    for menu in Menu::ALL {
        let known = |command: &&&Command| {
            let keys = command.keys_of(session).iter().map(|keys| ui.ctx().format_shortcut(keys));
            command.menu == menu && (fits(command.name) || keys.into_iter().any(|keys| fits(&keys)))
        };
        let found: Vec<&Command> = menus::commands().iter().filter(known).copied().collect();
        if !found.is_empty() {
            ui.add_space(2.0 * GAP);
            widgets::section(ui, &menu.name().to_uppercase());
        }
        for command in found {
            row(ui, session, waiting, command, actions);
        }
    }
    let found: Vec<_> = POINTER.iter().filter(|(what, how)| fits(what) || fits(how)).collect();
    if !found.is_empty() {
        ui.add_space(2.0 * GAP);
        widgets::section(ui, "POINTER ON A MAP");
    }
    for (what, how) in found {
        ui.horizontal(|ui| {
            ui.set_min_height(ROW);
            cell(ui, what);
            ui.add(Label::new(RichText::new(*how).color(palette(ui).weak)).truncate());
        });
    }
}

fn cell(ui: &mut Ui, name: &str) {
    let size = vec2((ui.available_width() - KEYS - 80.0).max(60.0), ROW);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.add(Label::new(name).truncate());
    });
}

fn row(ui: &mut Ui, session: &Session, waiting: Option<&Waiting>, command: &'static Command, actions: &mut Actions) {
    let colors = palette(ui);
    let name = command.name.trim_end_matches('…');
    ui.horizontal(|ui| {
        cell(ui, command.name);
        let keys = command.keys_of(session);
        let shown: Vec<String> = keys.iter().map(|keys| ui.ctx().format_shortcut(keys)).collect();
        let waits = waiting.is_some_and(|waiting| waiting.command == command.id);
        let text = match shown.is_empty() {
            true => RichText::new("no keys").color(colors.weak),
            false => RichText::new(shown.join("  or  ")).monospace(),
        };
        let button = ui.add(Button::new(text).selected(waits).truncate().min_size(vec2(KEYS, ROW)));
        let button = button.accessible_name(format!("Keys of {name}"));
        let ask = |kept| Action::Keys(KeysAction::Ask(Waiting { command: command.id, kept, pressed: None }));
        if button.on_hover_text("Press other keys").clicked() {
            actions.push(ask(Kept::Replaced));
        }
        if !keys.is_empty() && widgets::icon_button(ui, Icon::Add, &format!("More keys for {name}")).clicked() {
            actions.push(ask(Kept::Beside));
        }
        if session.settings.keys.is_changed(command.id)
            && widgets::icon_button(ui, Icon::Reset, &format!("Reset the keys of {name}")).clicked()
        {
            actions.push(Action::Keys(KeysAction::Give(menus::usual(session, command))));
        }
    });
}
