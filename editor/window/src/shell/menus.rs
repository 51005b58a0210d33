//! The single list of commands. The menu bar, toolbar, shortcuts, palette and help are built from it.

use std::cmp::Reverse;
use std::sync::LazyLock;

use egui::{Event, InputState, Key, KeyboardShortcut, Modifiers};

use super::action::{Action, Actions};
use super::commands::{Command, all};
use super::held;
use super::panes::PANES;
use super::session::{Now, Session};
use crate::help::commands as help;
use crate::keys::{self, Given, Kept, KeysAction, Pressed, Waiting};
use crate::play::commands as play;

/// All commands in menu order, including those that show panes.
static COMMANDS: LazyLock<Vec<&'static Command>> = LazyLock::new(|| {
    let panes = PANES.iter().filter_map(|kind| kind.command);
    // Within a group, the commands that show panes come first.
    let mut all: Vec<_> = panes.chain(all()).collect();
    all.sort_by_key(|command| (command.menu, command.group));
    all
});

/// Returns all commands in menu order.
pub fn commands() -> &'static [&'static Command] {
    &COMMANDS
}

/// Returns the commands that the open pack supports.
pub fn listed(now: &Now<'_>) -> impl Iterator<Item = &'static Command> {
    commands().iter().copied().filter(|command| (command.exists)(now))
}

/// Returns the command with an id.
pub fn command(id: &str) -> Option<&'static Command> {
    commands().iter().copied().find(|command| command.id == id)
}

/// Returns the command that some keys are assigned to.
pub fn owner(session: &Session, keys: &KeyboardShortcut) -> Option<&'static Command> {
    commands().iter().copied().find(|command| command.keys_of(session).contains(keys))
}

/// Pushes the actions of the commands whose keys were pressed.
///
/// `waiting` is the command that waits for new keys. While a dialog is open (`covered`), only Help is available.
pub fn listen(ctx: &egui::Context, now: &Now<'_>, waiting: Option<&Waiting>, covered: bool, actions: &mut Actions) {
    if let Some(waiting) = waiting {
        ctx.input_mut(|input| hear(now.session, waiting, input, actions));
        return;
    }
    let typing = ctx.text_edit_focused();
    // Check longer combinations first, so that Ctrl+Shift+Z does not match Ctrl+Z.
    let mut keyed: Vec<_> = commands()
        .iter()
        .flat_map(|command| command.keys_of(now.session).iter().map(move |keys| (keys, command)))
        .map(|(keys, command)| (keys, play::in_battle(now, command)))
        .collect();
    keyed.sort_by_key(|(keys, _)| Reverse([keys.modifiers.shift, keys.modifiers.alt].iter().filter(|on| **on).count()));
    keyed.retain(|(keys, command)| {
        (!typing || keys::work_while_typing(keys)) && (!covered || command.id == help::HERE.id)
    });
    let pressed =
        ctx.input(|input| input.events.iter().position(|event| keyed.iter().any(|(keys, _)| is_meant(event, keys))));
    if let Some(at) = pressed.filter(|at| typing && ctx.input(|input| input.events[..*at].iter().any(changes_text))) {
        // Whether a command applies can depend on the text typed before its keys.
        return held::hold(ctx, at);
    }
    // With nothing to cancel, Esc is left to the panes and the arrangement.
    let cancels_nothing = |keys: &KeyboardShortcut, command: &Command| {
        keys.logical_key == Key::Escape && command.on.is_some_and(|on| on(now))
    };
    keyed.retain(|(keys, command)| (command.exists)(now) && (command.applies)(now) && !cancels_nothing(keys, command));
    let pressed = ctx.input_mut(|input| {
        let mut events = input.events.iter().enumerate();
        let (at, command) = events.find_map(|(at, event)| {
            let (_, command) = keyed.iter().find(|(keys, _)| is_meant(event, keys))?;
            Some((at, *command))
        })?;
        input.events.remove(at);
        Some((at, command))
    });
    if let Some((at, command)) = pressed {
        actions.extend((command.action)(now));
        // The following keys are meant for whatever the command opens.
        held::hold(ctx, at);
    }
}

/// Assigns the pressed keys to the waiting command, regardless of their current function.
fn hear(session: &Session, waiting: &Waiting, input: &mut InputState, actions: &mut Actions) {
    let Some(keys) = input.events.iter().find_map(keys::pressed) else { return };
    input.events.retain(|event| !matches!(event, Event::Key { .. } | Event::Text(_)) && keys::pressed(event).is_none());
    // Esc cancels, and cannot be assigned.
    if keys == KeyboardShortcut::new(Modifiers::NONE, Key::Escape) {
        actions.push(Action::Keys(KeysAction::Stop));
        return;
    }
    let owner = owner(session, &keys).filter(|owner| owner.id != waiting.command);
    let pressed = match (keys::refused(&keys), owner) {
        (Some(why), _) => Pressed::Refused(format!("{} is reserved: it {why}", keys::text(&keys))),
        (None, Some(owner)) => Pressed::Taken(keys, owner.id),
        (None, None) => {
            actions.push(Action::Keys(KeysAction::Give(given(session, waiting, keys))));
            return;
        }
    };
    actions.push(Action::Keys(KeysAction::Ask(Waiting { pressed: Some(pressed), ..waiting.clone() })));
}

/// Returns the key assignments after a command gets new keys: its own, and the remaining keys of the command that loses
/// some.
pub fn given(session: &Session, waiting: &Waiting, keys: KeyboardShortcut) -> Vec<Given> {
    let Some(command) = command(waiting.command) else { return Vec::new() };
    let without =
        |command: &Command| command.keys_of(session).iter().copied().filter(|own| *own != keys).collect::<Vec<_>>();
    let mut own = match waiting.kept {
        Kept::Replaced => Vec::new(),
        Kept::Beside => without(command),
    };
    own.push(keys);
    let loser = owner(session, &keys).filter(|owner| owner.id != command.id);
    let loser = loser.map(|loser| given_to(loser, without(loser)));
    loser.into_iter().chain([given_to(command, own)]).collect()
}

/// Returns the key assignments after a command gets its default keys back: its own, and the remaining keys of commands
/// that lose some.
pub fn usual(session: &Session, command: &'static Command) -> Vec<Given> {
    let mut all = vec![(command.id, None)];
    for other in commands().iter().filter(|other| other.id != command.id) {
        let keys = other.keys_of(session);
        let left: Vec<_> = keys.iter().copied().filter(|keys| !command.keys.contains(keys)).collect();
        if left.len() < keys.len() {
            all.push(given_to(other, left));
        }
    }
    all
}

/// Returns an assignment; the default keys count as no customisation.
fn given_to(command: &Command, keys: Vec<KeyboardShortcut>) -> Given {
    (command.id, (keys != command.keys).then_some(keys))
}

/// Whether an event may change the focused text field.
fn changes_text(event: &Event) -> bool {
    match event {
        Event::Key { key: Key::Backspace | Key::Delete | Key::Enter, pressed, .. } => *pressed,
        Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Ime(_) => true,
        _ => false,
    }
}

/// Whether an event presses these keys. Cut, copy and paste arrive as clipboard events instead of key events.
fn is_meant(event: &Event, keys: &KeyboardShortcut) -> bool {
    let clipboard = |key| keys.modifiers == Modifiers::COMMAND && keys.logical_key == key;
    match event {
        Event::Key { key, modifiers, pressed: true, .. } => {
            *key == keys.logical_key && modifiers.matches_logically(keys.modifiers)
        }
        Event::Cut => clipboard(Key::X),
        Event::Copy => clipboard(Key::C),
        Event::Paste(_) => clipboard(Key::V),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::shell::commands::Menu;

    #[test]
    fn ids_names_and_keys_are_used_once() {
        let (mut ids, mut names, mut keys) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for command in commands() {
            assert!(ids.insert(command.id), "the id {} is used twice", command.id);
            assert!(names.insert(command.name), "the name {} is used twice", command.name);
            for key in command.keys {
                assert!(!keys.contains(key), "{} has the same keys as another command", command.name);
                keys.push(*key);
            }
        }
    }

    #[test]
    fn ids_begin_with_the_menu() {
        for command in commands() {
            let menu = format!("{}.", command.menu.name().to_lowercase());
            assert!(command.id.starts_with(&menu), "{} is in the menu {}", command.id, command.menu.name());
        }
    }

    #[test]
    fn no_menu_is_empty() {
        for menu in Menu::ALL {
            assert!(commands().iter().any(|command| command.menu == menu), "{} is empty", menu.name());
        }
    }
}
