//! What a user can do, each as one value with a name that never changes; one file for each menu.
//!
//! A pane may bring a command of its own. The one list of all of them is in [`menus`](super::menus); menu bar, toolbar,
//! shortcuts and help are made from it.

pub mod file;

pub mod edit;

pub mod view;

pub mod map;

pub mod overlay;

pub mod play;

pub mod help;

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use super::action::Action;
use super::icon::Icon;
use super::workspace::Workspace;

/// One thing a user can do.
pub struct Command {
    /// Its name for programs, which never changes: `edit.undo`.
    pub id: &'static str,
    /// Its name in menus; an ellipsis when a dialog follows.
    pub name: &'static str,
    /// The menu it stands in.
    pub menu: Menu,
    /// Commands of one menu with the same number stand together.
    pub group: u8,
    /// Its picture, where it has one.
    pub icon: Option<Icon>,
    /// Whether it stands in the toolbar too.
    pub place: Surface,
    /// Its keys to begin with; the first is shown.
    pub keys: &'static [KeyboardShortcut],
    /// Whether the pack that is open has a use for it at all; it is not listed otherwise.
    pub exists: fn(&Workspace) -> bool,
    /// Whether it can be done now.
    pub applies: fn(&Workspace) -> bool,
    /// Whether it is switched on, for commands that switch something.
    pub on: Option<fn(&Workspace) -> bool>,
    /// What it is about, added to its name: `Undo set damage of Broadsword`.
    pub about: Option<fn(&Workspace) -> Option<String>>,
    /// What it does.
    pub action: fn(&Workspace) -> Option<Action>,
}

/// Where a command can be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// In its menu.
    MenuOnly,
    /// In its menu and the toolbar.
    Toolbar,
}

/// A menu.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Menu {
    /// Packs.
    File,
    /// Changes.
    Edit,
    /// What is looked at.
    View,
    /// Maps.
    Map,
    /// Test-play.
    Play,
    /// Help.
    Help,
}

impl Menu {
    /// All menus from left to right.
    pub const ALL: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Map, Self::Play, Self::Help];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Map => "Map",
            Self::Play => "Play",
            Self::Help => "Help",
        }
    }
}

impl Command {
    /// Its name with what it is about.
    pub fn label(&self, workspace: &Workspace) -> String {
        match self.about.and_then(|about| about(workspace)) {
            Some(about) => format!("{} {about}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Its keys as the user has them.
    pub fn keys_of<'w>(&'w self, workspace: &'w Workspace) -> &'w [KeyboardShortcut] {
        workspace.settings.keys.of(self.id, self.keys)
    }

    /// Its keys for people, where it has some: `Ctrl+Z`.
    pub fn shown_keys(&self, ctx: &Context, workspace: &Workspace) -> Option<String> {
        self.keys_of(workspace).first().map(|keys| ctx.format_shortcut(keys))
    }
}

pub(super) const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

pub(super) const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

pub(super) const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

pub(super) const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

/// The commands of all menus, but for those that panes bring along.
pub(super) fn all() -> impl Iterator<Item = &'static Command> {
    let menus = [file::ALL, edit::ALL, view::ALL, map::ALL, overlay::ALL, play::ALL, help::ALL];
    menus.into_iter().flatten().copied()
}

fn always(_: &Workspace) -> bool {
    true
}

pub(super) fn has_pack(workspace: &Workspace) -> bool {
    workspace.pack().is_some()
}

/// A command that does nothing, to be filled in.
pub(super) const BASE: Command = Command {
    id: "",
    name: "",
    menu: Menu::File,
    group: 0,
    icon: None,
    place: Surface::MenuOnly,
    keys: &[],
    exists: always,
    applies: always,
    on: None,
    about: None,
    action: |_| None,
};
