//! The overlay commands of the Map menu.

use egui::Key;
use foeman_engine::map_query::Topic;

use super::values;
use super::view::Who;
use crate::shell::action::Action;
use crate::shell::commands::{BASE, Command, Menu, ctrl_shift, plain};
use crate::shell::session::{Now, Session};
use crate::shell::view::Pane;

/// The commands in menu order.
pub static ALL: &[&Command] = &[&REACH, &SIGHT, &FRONTS, &THREAT, &DISTANCE, &NARROWS, &VALUE, &NONE, &NEXT, &TURN];

/// Defines a command that shows an overlay, if the ruleset supports it.
macro_rules! asks {
    ($(#[$doc:meta])* $name:ident, $topic:ident, $id:literal, $words:literal) => {
        $(#[$doc])*
        pub static $name: Command = Command {
            id: $id,
            name: $words,
            exists: |now| answers(now.session, Topic::$topic),
            on: Some(|now| now.session.view().overlay.topic == Some(Topic::$topic)),
            action: |now| ask(now.session, Some(Topic::$topic)),
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
    exists: |now| now.session.pack().is_some(),
    applies: is_on_map,
    on: Some(|now| now.session.view().overlay.value.is_some()),
    action: |now| {
        let overlay = &now.session.view().overlay;
        let values = values::offered(now.session.pack()?, &crate::map::on_top(now.session)?);
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
    exists: |now| now.session.pack().is_some(),
    applies: is_on_map,
    on: Some(|now| now.session.view().overlay.topic.is_none() && now.session.view().overlay.value.is_none()),
    action: |now| ask(now.session, None),
    ..IN_MENU
};

/// Switches to the next overlay, or to none after the last.
pub static NEXT: Command = Command {
    id: "map.overlay-next",
    name: "Next overlay",
    keys: &[plain(Key::O)],
    action: |now| {
        let topics = super::def(now.session)?.topics;
        let shown = topics.iter().position(|topic| Some(*topic) == now.session.view().overlay.topic);
        ask(now.session, topics.get(shown.map_or(0, |shown| shown + 1)).copied())
    },
    ..IN_MENU
};

/// Turns the hypothetical figure.
pub static TURN: Command = Command {
    id: "map.overlay-turn",
    name: "Turn the hypothetical figure",
    keys: &[plain(Key::T)],
    applies: |now| {
        let overlay = &now.session.view().overlay;
        applies(now)
            && matches!(overlay.topic, Some(Topic::Reach | Topic::Sight | Topic::Fronts))
            && !matches!(overlay.who, Who::Token(_))
    },
    action: |now| {
        let mut overlay = now.session.view().overlay.clone();
        overlay.facing = (overlay.facing + 1) % 6;
        Some(Action::Overlay(overlay))
    },
    ..IN_MENU
};

const IN_MENU: Command =
    Command { menu: Menu::Map, group: 6, exists: |now| super::def(now.session).is_some(), applies, ..BASE };

fn is_on_map(now: &Now<'_>) -> bool {
    matches!(now.session.view().document(), Some(Pane::Map(_) | Pane::Scenario(_)))
}

fn applies(now: &Now<'_>) -> bool {
    is_on_map(now) && super::def(now.session).is_some()
}

fn answers(session: &Session, topic: Topic) -> bool {
    super::def(session).is_some_and(|def| def.topics.contains(&topic))
}

fn ask(session: &Session, topic: Option<Topic>) -> Option<Action> {
    Some(Action::Overlay(session.view().overlay.about(topic)))
}
