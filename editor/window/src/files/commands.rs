//! The File menu.

use egui::Key;

use super::action::BeginAction;
use super::browser::Purpose;
use crate::kit::icon::Icon;
use crate::print::PrintAction;
use crate::shell::action::Action;
use crate::shell::commands::{BASE, Command, Surface, ctrl, ctrl_shift};
use foeman_base::template::TEMPLATES;

/// The commands in menu order.
pub static ALL: &[&Command] = &[&NEW, &OPEN, &RELOAD, &SAVE, &SAVE_AS, &SHARE, &PRINT, &QUIT];

/// Creates a pack from a template.
pub static NEW: Command = Command {
    id: "file.new",
    name: "New pack…",
    keys: &[ctrl(Key::N)],
    action: |_| Some(Action::Begin(BeginAction::Ask(TEMPLATES[0].id, None))),
    ..BASE
};

/// Shows a dialog to choose a pack.
pub static OPEN: Command = Command {
    id: "file.open",
    name: "Open pack…",
    icon: Some(Icon::Open),
    place: Surface::Toolbar,
    keys: &[ctrl(Key::O)],
    applies: |now| !now.choosing,
    action: |_| Some(Action::AskOpen),
    ..BASE
};

/// Reloads the pack from disk.
pub static RELOAD: Command = Command {
    id: "file.reload",
    name: "Reload from disk",
    keys: &[ctrl(Key::R)],
    applies: |now| now.session.pack().is_some_and(|pack| pack.root().is_some()),
    action: |_| Some(Action::Reload),
    ..BASE
};

/// Saves unsaved changes.
pub static SAVE: Command = Command {
    id: "file.save",
    name: "Save",
    group: 1,
    icon: Some(Icon::Save),
    place: Surface::Toolbar,
    keys: &[ctrl(Key::S)],
    // A pack in memory has never been saved.
    applies: |now| now.session.pack().is_some_and(|pack| !pack.is_saved() || pack.root().is_none()),
    action: |_| Some(Action::Save),
    ..BASE
};

/// Saves all files in another folder and continues there.
pub static SAVE_AS: Command = Command {
    id: "file.save-as",
    name: "Save as…",
    group: 1,
    keys: &[ctrl_shift(Key::S)],
    applies: |now| now.session.pack().is_some() && !now.choosing,
    action: |_| Some(Action::AskSaveAs),
    ..BASE
};

/// Writes the pack into one file, to be sent to others.
pub static SHARE: Command = Command {
    id: "file.share",
    name: "Share as a file…",
    group: 1,
    applies: |now| now.session.pack().is_some() && !now.choosing,
    action: |_| Some(Action::Choose(Purpose::Archive)),
    ..BASE
};

/// Prints the pack or a scenario.
pub static PRINT: Command = Command {
    id: "file.print",
    name: "Print…",
    group: 1,
    applies: |now| now.session.pack().is_some() && !now.choosing,
    action: |_| Some(Action::Print(PrintAction::Ask)),
    ..BASE
};

/// Closes the window.
pub static QUIT: Command =
    Command { id: "file.quit", name: "Quit", group: 2, keys: &[ctrl(Key::Q)], action: |_| Some(Action::Quit), ..BASE };
