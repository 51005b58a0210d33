//! The built-in file browser: a path field, a list of entries, and a name field for new files and folders.

use std::path::Path;

use egui::{Align, EventFilter, Id, Key, Layout, Modifiers, Response, RichText, ScrollArea, TextEdit, TextStyle, Ui};

use super::action::BeginAction;
use super::browser::{Browser, FolderItem, Kind};
use crate::kit::icon::Icon;
use crate::kit::widgets::{self, Row};
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, ROW, palette};

/// The width of the browser, in points.
const WIDTH: f32 = 600.0;
/// The height of the list, in points.
const LIST: f32 = 300.0;

/// Draws the browser and handles its keys: arrow keys select, Enter accepts or opens a folder, Backspace goes up,
/// letters jump to an entry.
pub fn ui(ui: &mut Ui, browser: &Browser, actions: &mut Actions) {
    let shown = widgets::modal(ui, "browser").show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 80.0));
        ui.label(widgets::styled(browser.purpose.title(), TextStyle::Heading, palette(ui).strong));
        ui.add_space(GAP);
        path(ui, browser, actions);
        ui.add_space(GAP);
        list(ui, browser, actions);
        if let Some(label) = browser.purpose.new_name() {
            name(ui, browser, label, actions);
        }
        ui.add_space(2.0 * GAP);
        buttons(ui, browser, actions);
    });
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Begin(BeginAction::Close));
    }
}

fn path(ui: &mut Ui, browser: &Browser, actions: &mut Actions) {
    let id = Id::unique("browser path");
    let here = browser.folder.display().to_string();
    // Half-typed text is discarded when the folder changes.
    let kept: (String, String) = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let mut text = if kept.0 == here { kept.1 } else { here.clone() };
    ui.horizontal(|ui| {
        ui.add_enabled_ui(browser.above().is_some(), |ui| {
            if widgets::icon_button(ui, Icon::Up, "Folder above").clicked() {
                up(browser, actions);
            }
        });
        let field = TextEdit::singleline(&mut text).id(id.with("field")).desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Folder");
        if field.lost_focus() && entered(ui) {
            actions.push(Action::Begin(BeginAction::Go(Path::new(text.trim()).to_owned())));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, (here, text)));
}

fn list(ui: &mut Ui, browser: &Browser, actions: &mut Actions) {
    let entries = match &browser.entries {
        Ok(entries) if entries.is_empty() => return message(ui, "Nothing to choose in this folder"),
        Ok(entries) => entries,
        Err(why) => return message(ui, why),
    };
    let rows = Id::unique(("browser", &browser.folder));
    let chosen: usize = ui.data(|data| data.get_temp(rows)).unwrap_or(0).min(entries.len() - 1);
    let fresh = ui.memory(|memory| memory.focused().is_none());
    let mut next = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().max_height(LIST).min_scrolled_height(LIST).auto_shrink([false, false]);
    let moved: Option<usize> = ui.data_mut(|data| data.remove_temp(rows.with("moved")));
    if let Some(to) = moved {
        area = area.vertical_scroll_offset((to as f32 * ROW - LIST / 2.0).max(0.0));
    }
    area.show_rows(ui, ROW, entries.len(), |ui, range| {
        for at in range {
            let entry = &entries[at];
            let response = entry_row(ui, rows.with(at), entry, at == chosen);
            if (fresh && at == chosen) || moved == Some(at) {
                response.request_focus();
            }
            if response.double_clicked() {
                open(browser, entry, actions);
            } else if response.clicked() {
                response.request_focus();
                ui.data_mut(|data| data.insert_temp(rows, at));
            }
            if response.has_focus() {
                next = next.or(keys(ui, &response, browser, entries, at, actions));
            }
        }
    });
    if let Some(next) = next {
        ui.data_mut(|data| {
            data.insert_temp(rows, next);
            data.insert_temp(rows.with("moved"), next);
        });
        ui.ctx().request_repaint();
    }
    ui.spacing_mut().item_spacing.y = GAP;
}

fn message(ui: &mut Ui, text: &str) {
    let color = palette(ui).weak;
    ui.allocate_ui(egui::vec2(ui.available_width(), LIST), |ui| {
        ui.set_min_height(LIST);
        ui.add_space(2.0 * GAP);
        ui.add(egui::Label::new(RichText::new(text).color(color)).wrap());
    });
}

fn entry_row(ui: &mut Ui, id: Id, entry: &FolderItem, selected: bool) -> Response {
    let colors = palette(ui);
    let (icon, note) = match entry.kind {
        Kind::Pack => (Icon::Hex, "pack"),
        Kind::Folder => (Icon::Open, ""),
        Kind::File => (Icon::Form, ""),
    };
    let color = if entry.kind == Kind::Pack { colors.accent } else { colors.weak };
    let row = Row {
        depth: 0,
        icon: Some((icon, color)),
        text: &entry.name,
        note,
        mark: None,
        changed: false,
        selected,
        heading: false,
    };
    widgets::row(ui, id, &row)
}

/// Handles the keys of an entry; returns the entry to select.
fn keys(
    ui: &Ui,
    response: &Response,
    browser: &Browser,
    entries: &[FolderItem],
    at: usize,
    actions: &mut Actions,
) -> Option<usize> {
    ui.memory_mut(|memory| {
        let filter = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let last = entries.len() - 1;
    if pressed(Key::Enter) || pressed(Key::ArrowRight) {
        open(browser, &entries[at], actions);
    } else if pressed(Key::Backspace) || pressed(Key::ArrowLeft) {
        up(browser, actions);
    }
    let page = (LIST / ROW) as usize;
    let steps = [
        (Key::ArrowDown, (at + 1).min(last)),
        (Key::ArrowUp, at.saturating_sub(1)),
        (Key::PageDown, (at + page).min(last)),
        (Key::PageUp, at.saturating_sub(page)),
        (Key::Home, 0),
        (Key::End, last),
    ];
    let step = steps.into_iter().find_map(|(key, to)| pressed(key).then_some(to));
    step.or_else(|| {
        let typed = ui.input(|input| {
            input.events.iter().find_map(|event| match event {
                egui::Event::Text(text) => Some(text.to_lowercase()),
                _ => None,
            })
        })?;
        let order = (at + 1..=last).chain(0..=at);
        order.into_iter().find(|at| entries[*at].name.to_lowercase().starts_with(&typed))
    })
}

/// Chooses a pack or file if one is wanted; opens any other folder.
fn open(browser: &Browser, entry: &FolderItem, actions: &mut Actions) {
    use super::browser::Purpose;
    let path = browser.folder.join(&entry.name);
    actions.push(Action::Begin(match (entry.kind, browser.purpose) {
        (Kind::Pack, Purpose::Pack) | (Kind::File, Purpose::Pack | Purpose::OpenJournal | Purpose::Trace) => {
            BeginAction::Take(path)
        }
        (Kind::File, _) => BeginAction::Name(entry.name.clone()),
        _ => BeginAction::Go(path),
    }));
}

fn up(browser: &Browser, actions: &mut Actions) {
    actions.extend(browser.above().map(|above| Action::Begin(BeginAction::Go(above.to_owned()))));
}

fn name(ui: &mut Ui, browser: &Browser, label: &'static str, actions: &mut Actions) {
    let mut name = browser.name.clone();
    ui.horizontal(|ui| {
        ui.label(RichText::new(label).color(palette(ui).weak));
        let field = ui.add(TextEdit::singleline(&mut name).desired_width(f32::INFINITY)).accessible_name(label);
        if field.changed() {
            actions.push(Action::Begin(BeginAction::Name(name)));
        } else if field.lost_focus() && entered(ui) {
            actions.extend(browser.choice().map(|path| Action::Begin(BeginAction::Take(path))));
        }
    });
}

/// Whether Enter was pressed; consumes it, so that the next focused control does not receive it.
fn entered(ui: &Ui) -> bool {
    ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

fn buttons(ui: &mut Ui, browser: &Browser, actions: &mut Actions) {
    ui.horizontal(|ui| {
        let choice = browser.choice();
        let button = ui.add_enabled_ui(choice.is_some(), |ui| widgets::main_button(ui, browser.purpose.verb())).inner;
        if button.clicked() {
            actions.extend(choice.map(|path| Action::Begin(BeginAction::Take(path))));
        }
        if ui.button("Cancel").clicked() {
            actions.push(Action::Begin(BeginAction::Close));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let hint = "Arrow keys select, Enter opens, Backspace goes up";
            ui.label(RichText::new(hint).text_style(TextStyle::Small).color(palette(ui).weak));
        });
    });
}
