//! The File menu: packs.

use egui::Key;

use super::super::action::Action;
use super::super::icon::Icon;
use super::{BASE, Command, Surface, ctrl};

/// The menu, from top to bottom.
pub static ALL: &[&Command] = &[&OPEN, &RELOAD, &SAVE, &QUIT];

/// Lets the user choose a pack.
pub static OPEN: Command = Command {
    id: "file.open",
    name: "Open pack…",
    icon: Some(Icon::Open),
    place: Surface::Toolbar,
    keys: &[ctrl(Key::O)],
    applies: |workspace| !workspace.in_dialog(),
    action: |_| Some(Action::AskOpen),
    ..BASE
};

/// Reads the pack again.
pub static RELOAD: Command = Command {
    id: "file.reload",
    name: "Reload from disk",
    keys: &[ctrl(Key::R)],
    applies: |workspace| workspace.pack().is_some_and(|pack| pack.root().is_some()),
    action: |_| Some(Action::Reload),
    ..BASE
};

/// Writes what has changed.
pub static SAVE: Command = Command {
    id: "file.save",
    name: "Save",
    group: 1,
    icon: Some(Icon::Save),
    place: Surface::Toolbar,
    keys: &[ctrl(Key::S)],
    applies: |workspace| workspace.pack().is_some_and(|pack| !pack.is_saved()),
    action: |_| Some(Action::Save),
    ..BASE
};

/// Closes the window.
pub static QUIT: Command =
    Command { id: "file.quit", name: "Quit", group: 2, keys: &[ctrl(Key::Q)], action: |_| Some(Action::Quit), ..BASE };
