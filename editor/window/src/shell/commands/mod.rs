//! The commands of the window: one value with a stable id per command, in the features they belong to.
//!
//! Panes can add further commands. The complete list is in [`menus`](super::menus); the menu bar, toolbar, shortcuts,
//! palette and help are built from it.

pub mod edit;
pub mod view;

use egui::{Context, Key, KeyboardShortcut, Modifiers};

use super::action::Action;
use super::session::{Now, Session};
use crate::kit::icon::Icon;
use crate::{files, help, lab, map, overlay, play, testing};

/// A command.
pub struct Command {
    /// Its stable id: `edit.undo`.
    pub id: &'static str,
    /// Its label in menus, with an ellipsis if it opens a dialog.
    pub name: &'static str,
    /// Its menu.
    pub menu: Menu,
    /// Its group in the menu; commands with the same number are grouped.
    pub group: u8,
    /// Its icon, if any.
    pub icon: Option<Icon>,
    /// Whether it is also in the toolbar.
    pub place: Surface,
    /// Its default keys; the first is shown.
    pub keys: &'static [KeyboardShortcut],
    /// Whether the open pack supports it; otherwise it is not listed.
    pub exists: fn(&Now<'_>) -> bool,
    /// Whether it is enabled.
    pub applies: fn(&Now<'_>) -> bool,
    /// For toggles, whether it is on.
    pub on: Option<fn(&Now<'_>) -> bool>,
    /// Its object, appended to the label: `Undo set damage of Broadsword`.
    pub about: Option<fn(&Now<'_>) -> Option<String>>,
    /// Returns its action.
    pub action: fn(&Now<'_>) -> Option<Action>,
}

/// The places where a command is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Only in its menu.
    MenuOnly,
    /// In its menu and the toolbar.
    Toolbar,
}

/// A menu.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Menu {
    /// The File menu: packs.
    File,
    /// The Edit menu: changes.
    Edit,
    /// The View menu: the view and its panes.
    View,
    /// The Map menu: maps and figures.
    Map,
    /// The Play menu: test-play and checks.
    Play,
    /// The Help menu.
    Help,
}

impl Menu {
    /// All menus from left to right.
    pub const ALL: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Map, Self::Play, Self::Help];

    /// Returns its label.
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
    /// Returns its label with its object.
    pub fn label(&self, now: &Now<'_>) -> String {
        match self.about.and_then(|about| about(now)) {
            Some(about) => format!("{} {about}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Returns its current keys, including the user's changes.
    pub fn keys_of<'w>(&'w self, session: &'w Session) -> &'w [KeyboardShortcut] {
        session.settings.keys.of(self.id, self.keys)
    }

    /// Returns its first keys for display, if it has any: `Ctrl+Z`.
    pub fn shown_keys(&self, ctx: &Context, session: &Session) -> Option<String> {
        self.keys_of(session).first().map(|keys| ctx.format_shortcut(keys))
    }
}

pub(crate) const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

pub(crate) const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

pub(crate) const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

pub(crate) const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

/// Returns the commands of all menus, without those defined by panes.
pub(crate) fn all() -> impl Iterator<Item = &'static Command> {
    let menus = [
        files::commands::ALL,
        edit::ALL,
        view::ALL,
        map::commands::ALL,
        overlay::commands::ALL,
        play::commands::ALL,
        testing::commands::ALL,
        lab::commands::ALL,
        help::commands::ALL,
    ];
    menus.into_iter().flatten().copied()
}

fn always(_: &Now<'_>) -> bool {
    true
}

pub(crate) fn has_pack(now: &Now<'_>) -> bool {
    now.session.pack().is_some()
}

/// A command that does nothing, as the base for others.
pub(crate) const BASE: Command = Command {
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
