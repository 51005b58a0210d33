//! The Help menu.

use egui::Key;

use super::super::action::Action;
use super::super::workspace::Workspace;
use super::{BASE, Command, Menu, plain};

/// The menu, from top to bottom.
pub static ALL: &[&Command] = &[&SHORTCUTS];

/// Shows the list of shortcuts.
pub static SHORTCUTS: Command = Command {
    id: "help.shortcuts",
    name: "Shortcuts",
    keys: &[plain(Key::F1)],
    on: Some(Workspace::shows_shortcuts),
    action: |_| Some(Action::Shortcuts),
    ..IN_MENU
};

const IN_MENU: Command = Command { menu: Menu::Help, ..BASE };
