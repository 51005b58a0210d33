//! The overlay commands of the Map menu.

use egui::Key;
use foeman_engine::lookout::Topic;

use super::values;
use super::view::Who;
use crate::shell::action::Action;
use crate::shell::commands::{BASE, Command, Menu, ctrl_shift, plain};
use crate::shell::view::Pane;
use crate::shell::workspace::Workspace;

/// The commands in menu order.
pub static ALL: &[&Command] = &[&REACH, &SIGHT, &FRONTS, &THREAT, &DISTANCE, &NARROWS, &VALUE, &NONE, &NEXT, &TURN];

/// Defines a command that shows an overlay, if the ruleset supports it.
macro_rules! asks {
    ($(#[$doc:meta])* $name:ident, $topic:ident, $id:literal, $words:literal) => {
        $(#[$doc])*
        pub static $name: Command = Command {
            id: $id,
            name: $words,
            exists: |workspace| answers(workspace, Topic::$topic),
            on: Some(|workspace| workspace.view().overlay.topic == Some(Topic::$topic)),
            action: |workspace| ask(workspace, Some(Topic::$topic)),
            ..IN_MENU
        };
    };
}

asks!(/// Shows the cells that a figure can reach in one move, with the costs.
    REACH, Reach, "map.overlay-reach", "Show reach");
asks!(/// Shows the cells in line of sight.
    SIGHT, Sight, "map.overlay-sight", "Show lines of sight");
asks!(/// Shows front, side and rear hexes, and the field of view.
    FRONTS, Fronts, "map.overlay-fronts", "Show fronts and view");
asks!(/// Shows the cells that a side can attack after its next move.
    THREAT, Threat, "map.overlay-threat", "Show threat");
asks!(/// Shows distances to a cell or zone.
    DISTANCE, Distance, "map.overlay-distance", "Show distances");
asks!(/// Shows choke points.
    NARROWS, Narrows, "map.overlay-narrows", "Show choke points");

/// Switches to the next terrain value, or to none after the last.
pub static VALUE: Command = Command {
    id: "map.overlay-value",
    name: "Next value of the ground",
    keys: &[ctrl_shift(Key::V)],
    exists: |workspace| workspace.pack().is_some(),
    applies: is_on_map,
    on: Some(|workspace| workspace.view().overlay.value.is_some()),
    action: |workspace| {
        let overlay = &workspace.view().overlay;
        let values = values::offered(workspace.pack()?, &workspace.map()?);
        let now = values.iter().position(|value| Some(&value.name) == overlay.value.as_ref());
        let next = values.get(now.map_or(0, |now| now + 1)).map(|value| value.name.clone());
        Some(Action::Overlay(overlay.of_value(next)))
    },
    ..IN_MENU
};

/// Hides the overlay.
pub static NONE: Command = Command {
    id: "map.overlay-none",
    name: "Show no overlay",
    exists: |workspace| workspace.pack().is_some(),
    applies: is_on_map,
    on: Some(|workspace| workspace.view().overlay.topic.is_none() && workspace.view().overlay.value.is_none()),
    action: |workspace| ask(workspace, None),
    ..IN_MENU
};

/// Switches to the next overlay, or to none after the last.
pub static NEXT: Command = Command {
    id: "map.overlay-next",
    name: "Next overlay",
    keys: &[plain(Key::O)],
    action: |workspace| {
        let topics = super::def(workspace)?.topics;
        let now = topics.iter().position(|topic| Some(*topic) == workspace.view().overlay.topic);
        ask(workspace, topics.get(now.map_or(0, |now| now + 1)).copied())
    },
    ..IN_MENU
};

/// Turns the hypothetical figure.
pub static TURN: Command = Command {
    id: "map.overlay-turn",
    name: "Turn whoever is imagined",
    keys: &[plain(Key::T)],
    applies: |workspace| {
        let overlay = &workspace.view().overlay;
        applies(workspace)
            && matches!(overlay.topic, Some(Topic::Reach | Topic::Sight | Topic::Fronts))
            && !matches!(overlay.who, Who::Token(_))
    },
    action: |workspace| {
        let mut overlay = workspace.view().overlay.clone();
        overlay.facing = (overlay.facing + 1) % 6;
        Some(Action::Overlay(overlay))
    },
    ..IN_MENU
};

const IN_MENU: Command =
    Command { menu: Menu::Map, group: 6, exists: |workspace| super::def(workspace).is_some(), applies, ..BASE };

fn is_on_map(workspace: &Workspace) -> bool {
    matches!(workspace.view().document(), Some(Pane::Map(_) | Pane::Scenario(_)))
}

fn applies(workspace: &Workspace) -> bool {
    is_on_map(workspace) && super::def(workspace).is_some()
}

fn answers(workspace: &Workspace, topic: Topic) -> bool {
    super::def(workspace).is_some_and(|def| def.topics.contains(&topic))
}

fn ask(workspace: &Workspace, topic: Option<Topic>) -> Option<Action> {
    Some(Action::Overlay(workspace.view().overlay.about(topic)))
}
