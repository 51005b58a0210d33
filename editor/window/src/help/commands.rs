//! The Help menu.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::action::{HelpAction, TourAction};
use super::view::Topic;
use crate::shell::action::Action;
use crate::shell::commands::{BASE, Command, Menu, plain};
use crate::shell::session::Session;

/// The commands in menu order.
pub static ALL: &[&Command] = &[&HERE, &CONTENTS, &RULES, &SHORTCUTS, &TOUR];

/// Opens help on the focused control, or else on the control under the pointer.
pub static HERE: Command = Command {
    id: "help.here",
    name: "Help on this",
    keys: &[plain(Key::F1)],
    action: |now| Some(Action::Help(HelpAction::Open(now.topic.clone()))),
    ..IN_MENU
};

/// Opens the table of contents.
pub static CONTENTS: Command = Command {
    id: "help.contents",
    name: "Contents",
    action: |_| Some(Action::Help(HelpAction::Open(Topic::Contents))),
    ..IN_MENU
};

/// Opens the rules of the pack's ruleset.
pub static RULES: Command = Command {
    id: "help.rules",
    name: "Rules",
    exists: |now| first_chapter(now.session).is_some(),
    action: |now| first_chapter(now.session).map(|topic| Action::Help(HelpAction::Open(topic))),
    ..IN_MENU
};

/// Shows the list of keyboard shortcuts.
pub static SHORTCUTS: Command = Command {
    id: "help.shortcuts",
    name: "Shortcuts",
    group: 1,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F1)],
    on: Some(|now| now.shortcuts),
    action: |_| Some(Action::Shortcuts),
    ..IN_MENU
};

/// Starts the tour for new users.
pub static TOUR: Command =
    Command { id: "help.tour", name: "Tour", group: 1, action: |_| Some(Action::Tour(TourAction::Go(0))), ..IN_MENU };

const IN_MENU: Command = Command { menu: Menu::Help, ..BASE };

fn first_chapter(session: &Session) -> Option<Topic> {
    let dialect = session.pack()?.draft().dialect()?;
    let handbook = session.registry().engine(dialect.id)?.capabilities().handbook?;
    Some(Topic::Rule(handbook.chapters.first()?.number.to_owned()))
}
