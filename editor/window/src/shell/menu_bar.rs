//! The menu bar and the toolbar, built from the list of commands.

use egui::{Align, Button, Layout, MenuBar, Rect, RichText, Ui, Vec2, vec2};

use super::action::{Action, Actions};
use super::commands::{Command, Menu, Surface, view};
use super::session::{Now, Session};
use super::view::Arrangement;
use super::{dock, menus};
use crate::files::commands as file;
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use foeman_scene::theme::{GAP, ICON_SMALL, RING, ThemeChoice, palette};

/// The room right of the toolbar from which on the theme switch is shown, in points.
const THEMES: f32 = 430.0;

/// Draws the menu bar and the toolbar.
pub fn ui(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    MenuBar::new().style(basic::menu_style).ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.name(), |ui| {
                ui.set_min_width(230.0);
                let mut group = None;
                for command in menus::listed(now).filter(|command| command.menu == menu) {
                    if group.is_some_and(|group| group != command.group) {
                        ui.separator();
                    }
                    group = Some(command.group);
                    item(ui, now, command, actions);
                    if command.id == file::OPEN.id {
                        recent(ui, now.session, actions);
                    }
                }
            });
        }
        ui.add_space(GAP);
        ui.separator();
        ui.spacing_mut().item_spacing.x = GAP / 2.0;
        for command in menus::listed(now).filter(|command| command.place == Surface::Toolbar) {
            tool(ui, now, command, actions);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().button_padding.x = 2.0 * GAP;
            if ui.available_width() >= THEMES {
                theme_switch(ui, now, actions);
                ui.separator();
            }
            workspaces(ui, now, actions);
        });
    });
}

/// Draws the submenu of recent packs.
fn recent(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let packs = &session.settings.recent;
    ui.add_enabled_ui(!packs.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            for pack in packs {
                let name =
                    pack.file_name().map_or_else(|| pack.display().to_string(), |name| name.to_string_lossy().into());
                if ui.button(name).on_hover_text(pack.display().to_string()).clicked() {
                    actions.push(Action::Open(pack.clone()));
                    ui.close();
                }
            }
        });
    });
}

/// Draws a command in a menu.
fn item(ui: &mut Ui, now: &Now<'_>, command: &Command, actions: &mut Actions) {
    // Toggles leave space for a check mark.
    let label = if command.on.is_some() { format!("      {}", command.name) } else { command.label(now) };
    let mut button = Button::new(label);
    if let Some(keys) = command.shown_keys(ui.ctx(), now.session) {
        button = button.shortcut_text(keys);
    }
    let response = ui.add_enabled((command.applies)(now), button);
    if command.on.is_some() {
        if command.on.is_some_and(|on| on(now)) {
            let at = response.rect.left_center() + vec2(3.5 * GAP, 0.0);
            Icon::Tick.paint(ui.painter(), Rect::from_center_size(at, Vec2::splat(ICON_SMALL)), palette(ui).accent);
        }
        response.clone().accessible_name(command.name);
    }
    if response.clicked() {
        actions.extend((command.action)(now));
        ui.close();
    }
}

/// Draws a command in the toolbar.
fn tool(ui: &mut Ui, now: &Now<'_>, command: &Command, actions: &mut Actions) {
    let Some(icon) = command.icon else { return };
    let mut name = command.label(now);
    if let Some(keys) = command.shown_keys(ui.ctx(), now.session) {
        name = format!("{name} ({keys})");
    }
    let clicked = ui.add_enabled_ui((command.applies)(now), |ui| widgets::icon_button(ui, icon, &name)).inner.clicked();
    if clicked {
        actions.extend((command.action)(now));
    }
}

/// Draws the switch between the workspaces, from right to left.
fn workspaces(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let current = now.session.view().arrangements.current();
    let offered = Arrangement::ALL.into_iter().zip(view::WORKSPACES).rev();
    for (arrangement, command) in offered.filter(|(_, command)| (command.exists)(now) && (command.applies)(now)) {
        let chosen = arrangement == current;
        let color = if chosen { palette(ui).strong } else { palette(ui).text };
        let response = ui.add(Button::selectable(chosen, RichText::new(arrangement.name()).color(color)));
        if chosen {
            let rect = response.rect;
            let line = Rect::from_min_max(egui::pos2(rect.left(), rect.bottom() - RING), rect.max);
            ui.painter().rect_filled(line, 0, palette(ui).accent);
        }
        // The tour points at it.
        dock::set_place(ui.ctx(), &arrangement, response.rect);
        let keys = command.shown_keys(ui.ctx(), now.session);
        let hint = keys.map_or(command.name.to_owned(), |keys| format!("{} ({keys})", command.name));
        if response.accessible_name(command.name).on_hover_text(hint).clicked() {
            actions.extend((command.action)(now));
        }
    }
}

fn theme_switch(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    ui.add_space(GAP);
    let themes = [
        (ThemeChoice::Dark, &view::DARK_THEME),
        (ThemeChoice::Light, &view::LIGHT_THEME),
        (ThemeChoice::System, &view::SYSTEM_THEME),
    ];
    for (theme, command) in themes {
        let word = theme.name().split(' ').next().unwrap_or_default();
        let chosen = now.session.theme() == theme;
        let color = if chosen { palette(ui).strong } else { palette(ui).weak };
        let response = ui.add(Button::selectable(chosen, RichText::new(word).small().color(color)));
        if response.accessible_name(theme.name()).on_hover_text(theme.name()).clicked() {
            actions.extend((command.action)(now));
        }
    }
}
