//! The commands of the pack's own checks, in the Play menu.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::action::TestAction;
use super::perform::{has_checks, selected_check};
use crate::shell::action::Action;
use crate::shell::commands::{BASE, Command, Menu};

/// The commands in menu order.
pub static ALL: &[&Command] = &[&RUN_ALL, &RUN_SELECTED];

/// Runs all checks of the pack.
pub static RUN_ALL: Command = Command {
    id: "play.test",
    name: "Run the pack's checks",
    group: 4,
    keys: &[KeyboardShortcut::new(Modifiers::COMMAND, Key::F5)],
    applies: |now| has_checks(now.session),
    action: |_| Some(Action::Test(TestAction::Run(Vec::new()))),
    ..IN_MENU
};

/// Runs the selected check.
pub static RUN_SELECTED: Command = Command {
    id: "play.test-selected",
    name: "Run the selected check",
    group: 4,
    applies: |now| selected_check(now.session).is_some(),
    action: |now| Some(Action::Test(TestAction::Run(vec![selected_check(now.session)?.to_owned()]))),
    ..IN_MENU
};

const IN_MENU: Command = Command { menu: Menu::Play, ..BASE };
