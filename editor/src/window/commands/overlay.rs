//! What the rules are asked over maps: a part of the Map menu.

use egui::Key;
use foeman_rules::lookout::Topic;

use super::super::action::Action;
use super::super::lookout;
use super::super::values;
use super::super::view::{Pane, Who};
use super::super::workspace::Workspace;
use super::{BASE, Command, Menu, ctrl_shift, plain};

/// These commands, from top to bottom.
pub static ALL: &[&Command] = &[&REACH, &SIGHT, &FRONTS, &THREAT, &DISTANCE, &NARROWS, &VALUE, &NONE, &NEXT, &TURN];

/// Shows where somebody gets.
pub static REACH: Command = Command {
    id: "map.overlay-reach",
    name: "Show reach",
    on: Some(|workspace| workspace.view().overlay.topic == Some(Topic::Reach)),
    action: |workspace| ask(workspace, Some(Topic::Reach)),
    ..IN_MENU
};

/// Shows what is seen.
pub static SIGHT: Command = Command {
    id: "map.overlay-sight",
    name: "Show lines of sight",
    on: Some(|workspace| workspace.view().overlay.topic == Some(Topic::Sight)),
    action: |workspace| ask(workspace, Some(Topic::Sight)),
    ..IN_MENU
};

/// Shows fronts and views.
pub static FRONTS: Command = Command {
    id: "map.overlay-fronts",
    name: "Show fronts and view",
    on: Some(|workspace| workspace.view().overlay.topic == Some(Topic::Fronts)),
    action: |workspace| ask(workspace, Some(Topic::Fronts)),
    ..IN_MENU
};

/// Shows where a side can attack.
pub static THREAT: Command = Command {
    id: "map.overlay-threat",
    name: "Show threat",
    on: Some(|workspace| workspace.view().overlay.topic == Some(Topic::Threat)),
    action: |workspace| ask(workspace, Some(Topic::Threat)),
    ..IN_MENU
};

/// Shows how far it is.
pub static DISTANCE: Command = Command {
    id: "map.overlay-distance",
    name: "Show distances",
    on: Some(|workspace| workspace.view().overlay.topic == Some(Topic::Distance)),
    action: |workspace| ask(workspace, Some(Topic::Distance)),
    ..IN_MENU
};

/// Shows where it is narrow.
pub static NARROWS: Command = Command {
    id: "map.overlay-narrows",
    name: "Show choke points",
    on: Some(|workspace| workspace.view().overlay.topic == Some(Topic::Narrows)),
    action: |workspace| ask(workspace, Some(Topic::Narrows)),
    ..IN_MENU
};

/// Shows the value of the ground after the one that is shown, or none after the last.
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

/// Shows the map alone.
pub static NONE: Command = Command {
    id: "map.overlay-none",
    name: "Show no overlay",
    exists: |workspace| workspace.pack().is_some(),
    applies: is_on_map,
    on: Some(|workspace| workspace.view().overlay.topic.is_none() && workspace.view().overlay.value.is_none()),
    action: |workspace| ask(workspace, None),
    ..IN_MENU
};

/// Shows the overlay after the one that is shown, or none after the last.
pub static NEXT: Command = Command {
    id: "map.overlay-next",
    name: "Next overlay",
    keys: &[plain(Key::O)],
    action: |workspace| {
        let topics = lookout::def(workspace)?.topics;
        let now = topics.iter().position(|topic| Some(*topic) == workspace.view().overlay.topic);
        ask(workspace, topics.get(now.map_or(0, |now| now + 1)).copied())
    },
    ..IN_MENU
};

/// Turns whoever is imagined.
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
    Command { menu: Menu::Map, group: 6, exists: |workspace| lookout::def(workspace).is_some(), applies, ..BASE };

fn is_on_map(workspace: &Workspace) -> bool {
    matches!(workspace.view().document(), Some(Pane::Map(_) | Pane::Scenario(_)))
}

fn applies(workspace: &Workspace) -> bool {
    is_on_map(workspace) && lookout::def(workspace).is_some()
}

fn ask(workspace: &Workspace, topic: Option<Topic>) -> Option<Action> {
    Some(Action::Overlay(workspace.view().overlay.about(topic)))
}
