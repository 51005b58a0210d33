//! The Map menu: maps, and figures on them.

use egui::Key;

use super::super::action::{Action, MapAction, PlaceAction};
use super::super::icon::Icon;
use super::super::view::{Pane, Tool};
use super::super::workspace::Workspace;
use super::{BASE, Command, Menu, ctrl, plain};

/// The menu, from top to bottom.
pub static ALL: &[&Command] = &[&SELECT, &PAINT, &PICK, &GEOMETRY, &TURN_LEFT, &TURN_RIGHT, &ZOOM_IN, &ZOOM_OUT, &FIT];

/// What the pointer can do on a map, in the order of its buttons.
pub static TOOLS: &[&Command] = &[&SELECT, &PAINT, &PICK];

/// Lets the pointer select hexes.
pub static SELECT: Command = Command {
    id: "map.select",
    name: "Select hexes",
    icon: Some(Icon::Pointer),
    keys: &[plain(Key::Escape)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Select),
    action: |_| Some(Action::Tool(Tool::Select)),
    ..IN_MENU
};

/// Lets the pointer paint.
pub static PAINT: Command = Command {
    id: "map.paint",
    name: "Paint terrain",
    icon: Some(Icon::Brush),
    keys: &[plain(Key::B)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Paint),
    action: |_| Some(Action::Tool(Tool::Paint)),
    ..IN_MENU
};

/// Lets the pointer pick what to paint with.
pub static PICK: Command = Command {
    id: "map.pick",
    name: "Pick terrain",
    icon: Some(Icon::Picker),
    keys: &[plain(Key::I)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Pick),
    action: |_| Some(Action::Tool(Tool::Pick)),
    ..IN_MENU
};

/// Gives the map another size or another kind of cells.
pub static GEOMETRY: Command = Command {
    id: "map.geometry",
    name: "Change geometry…",
    icon: Some(Icon::Resize),
    group: 1,
    keys: &[ctrl(Key::G)],
    applies: |workspace| workspace.map().is_some(),
    action: |workspace| workspace.map().map(|map| Action::Map(MapAction::AskReshape(map))),
    ..IN_MENU
};

/// Turns the chosen figure.
pub static TURN_LEFT: Command = Command {
    id: "map.turn-left",
    name: "Turn left",
    group: 2,
    keys: &[plain(Key::Q)],
    applies: |workspace| workspace.chosen().is_some(),
    action: |workspace| turned(workspace, 5),
    ..IN_MENU
};

/// Turns the chosen figure the other way.
pub static TURN_RIGHT: Command = Command {
    id: "map.turn-right",
    name: "Turn right",
    group: 2,
    keys: &[plain(Key::E)],
    applies: |workspace| workspace.chosen().is_some(),
    action: |workspace| turned(workspace, 1),
    ..IN_MENU
};

/// Shows the map larger.
pub static ZOOM_IN: Command = Command {
    id: "map.zoom-in",
    name: "Zoom in",
    group: 3,
    keys: &[plain(Key::Plus), plain(Key::Equals)],
    applies: on_board,
    action: |_| Some(Action::Zoom(1.25)),
    ..IN_MENU
};

/// Shows the map smaller.
pub static ZOOM_OUT: Command = Command {
    id: "map.zoom-out",
    name: "Zoom out",
    group: 3,
    keys: &[plain(Key::Minus)],
    applies: on_board,
    action: |_| Some(Action::Zoom(0.8)),
    ..IN_MENU
};

/// Shows all of the map.
pub static FIT: Command = Command {
    id: "map.fit",
    name: "Show the whole map",
    group: 3,
    keys: &[plain(Key::Num0)],
    applies: on_board,
    action: |_| Some(Action::Fit),
    ..IN_MENU
};

const IN_MENU: Command = Command { menu: Menu::Map, ..BASE };

fn on_map(workspace: &Workspace) -> bool {
    matches!(workspace.view().document(), Some(Pane::Map(_)))
}

fn on_board(workspace: &Workspace) -> bool {
    let fought_on_map = || workspace.play().battle().is_some_and(|battle| battle.board().ground.is_some());
    match workspace.view().document() {
        Some(Pane::Map(_) | Pane::Scenario(_)) => true,
        Some(Pane::Play) => fought_on_map(),
        _ => false,
    }
}

/// The chosen figure turned clockwise by some sides of its hex.
fn turned(workspace: &Workspace, sides: u8) -> Option<Action> {
    let chosen = workspace.chosen()?;
    Some(Action::Place(PlaceAction::Turn { figure: chosen.pointer, facing: (chosen.facing + sides) % 6 }))
}
