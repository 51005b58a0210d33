//! The commands of the balance lab, in the Play menu.

use super::action::LabAction;
use super::perform::{scenario, selected_number};
use crate::shell::action::Action;
use crate::shell::commands::{BASE, Command, Menu, has_pack};

/// The commands in menu order.
pub static ALL: &[&Command] = &[&PLAY_MANY, &VARY];

/// Runs the battles configured in the balance lab.
pub static PLAY_MANY: Command = Command {
    id: "play.balance-run",
    name: "Play the battles of the balance lab",
    group: 5,
    applies: |now| has_pack(now) && scenario(now.session).is_some(),
    action: |_| Some(Action::Lab(LabAction::Run)),
    ..IN_MENU
};

/// Sets up a comparison in the balance lab that varies the selected number.
pub static VARY: Command = Command {
    id: "play.vary",
    name: "Vary the selected number",
    group: 5,
    applies: |now| selected_number(now.session).is_some(),
    action: |_| Some(Action::Lab(LabAction::VarySelected)),
    ..IN_MENU
};

const IN_MENU: Command = Command { menu: Menu::Play, ..BASE };
