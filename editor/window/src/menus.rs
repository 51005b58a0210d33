//! The one list of what a user can do: menu bar, toolbar, shortcuts and help are made from it.

use std::cmp::Reverse;
use std::sync::LazyLock;

use egui::{Event, InputState, Key, KeyboardShortcut, Modifiers};

use super::action::{Action, Actions, Given, KeysAction};
use super::commands::{Command, all, help};
use super::held;
use super::keys::{self, Kept, Pressed, Waiting};
use super::panes::PANES;
use super::workspace::Workspace;

/// Everything, in menu order: the commands of the menus and those that panes bring along.
static COMMANDS: LazyLock<Vec<&'static Command>> = LazyLock::new(|| {
    let panes = PANES.iter().filter_map(|kind| kind.command);
    // Panes come first in their group.
    let mut all: Vec<_> = panes.chain(all()).collect();
    all.sort_by_key(|command| (command.menu, command.group));
    all
});

/// Everything a user can do, in menu order.
pub fn commands() -> &'static [&'static Command] {
    &COMMANDS
}

/// The commands that the open pack has a use for.
pub fn listed(workspace: &Workspace) -> impl Iterator<Item = &'static Command> {
    commands().iter().copied().filter(|command| (command.exists)(workspace))
}

/// A command by its id.
pub fn command(id: &str) -> Option<&'static Command> {
    commands().iter().copied().find(|command| command.id == id)
}

/// The command that some keys belong to.
pub fn owner(workspace: &Workspace, keys: &KeyboardShortcut) -> Option<&'static Command> {
    commands().iter().copied().find(|command| command.keys_of(workspace).contains(keys))
}

/// Pushes the actions of the commands whose keys were pressed.
pub fn listen(ctx: &egui::Context, workspace: &Workspace, actions: &mut Actions) {
    if let Some(waiting) = workspace.waiting_for_keys() {
        ctx.input_mut(|input| hear(workspace, waiting, input, actions));
        return;
    }
    // Whoever is asked something can ask back, and that is all.
    let asked = workspace.question().is_some() || workspace.browser().is_some() || workspace.palette().is_some();
    let asked = asked || workspace.shows_help_over();
    let typing = ctx.text_edit_focused();
    // Longer combinations first, so that Ctrl+Shift+Z is not taken for Ctrl+Z.
    let mut keyed: Vec<_> = commands()
        .iter()
        .flat_map(|command| command.keys_of(workspace).iter().map(move |keys| (keys, command)))
        .collect();
    keyed.sort_by_key(|(keys, _)| Reverse([keys.modifiers.shift, keys.modifiers.alt].iter().filter(|on| **on).count()));
    keyed.retain(|(keys, command)| {
        (!typing || keys::work_while_typing(keys)) && (!asked || command.id == help::HERE.id)
    });
    let pressed =
        ctx.input(|input| input.events.iter().position(|event| keyed.iter().any(|(keys, _)| is_meant(event, keys))));
    if let Some(at) = pressed.filter(|at| typing && ctx.input(|input| input.events[..*at].iter().any(changes_text))) {
        // Whether a command applies can depend on what is typed before its keys.
        return held::hold(ctx, at);
    }
    keyed.retain(|(_, command)| (command.exists)(workspace) && (command.applies)(workspace));
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
        actions.extend((command.action)(workspace));
        // The next keys are meant for what the command leads to, be it a second command or a text.
        held::hold(ctx, at);
    }
}

/// Takes the keys that are pressed for a command that waits for some, whatever they do otherwise.
fn hear(workspace: &Workspace, waiting: &Waiting, input: &mut InputState, actions: &mut Actions) {
    let Some(keys) = input.events.iter().find_map(keys::pressed) else { return };
    input.events.retain(|event| !matches!(event, Event::Key { .. } | Event::Text(_)) && keys::pressed(event).is_none());
    // The way out of everything, which no command can be given here.
    if keys == KeyboardShortcut::new(Modifiers::NONE, Key::Escape) {
        actions.push(Action::Keys(KeysAction::Stop));
        return;
    }
    let owner = owner(workspace, &keys).filter(|owner| owner.id != waiting.command);
    let pressed = match (keys::refused(&keys), owner) {
        (Some(why), _) => Pressed::Refused(format!("{} {why}, and stays so", keys::text(&keys))),
        (None, Some(owner)) => Pressed::Taken(keys, owner.id),
        (None, None) => {
            actions.push(Action::Keys(KeysAction::Give(given(workspace, waiting, keys))));
            return;
        }
    };
    actions.push(Action::Keys(KeysAction::Ask(Waiting { pressed: Some(pressed), ..waiting.clone() })));
}

/// What the commands have after one has got keys: itself, and whoever had them.
pub fn given(workspace: &Workspace, waiting: &Waiting, keys: KeyboardShortcut) -> Vec<Given> {
    let Some(command) = command(waiting.command) else { return Vec::new() };
    let without =
        |command: &Command| command.keys_of(workspace).iter().copied().filter(|own| *own != keys).collect::<Vec<_>>();
    let mut own = match waiting.kept {
        Kept::Replaced => Vec::new(),
        Kept::Beside => without(command),
    };
    own.push(keys);
    let loser = owner(workspace, &keys).filter(|owner| owner.id != command.id);
    let loser = loser.map(|loser| given_to(loser, without(loser)));
    loser.into_iter().chain([given_to(command, own)]).collect()
}

/// What the commands have after one has got the keys back that it has to begin with: whoever has these now loses them.
pub fn usual(workspace: &Workspace, command: &'static Command) -> Vec<Given> {
    let mut all = vec![(command.id, None)];
    for other in commands().iter().filter(|other| other.id != command.id) {
        let keys = other.keys_of(workspace);
        let left: Vec<_> = keys.iter().copied().filter(|keys| !command.keys.contains(keys)).collect();
        if left.len() < keys.len() {
            all.push(given_to(other, left));
        }
    }
    all
}

/// Keys for a command; those that it has to begin with are no change.
fn given_to(command: &Command, keys: Vec<KeyboardShortcut>) -> Given {
    (command.id, (keys != command.keys).then_some(keys))
}

/// Whether an event may change the text that has the cursor.
fn changes_text(event: &Event) -> bool {
    match event {
        Event::Key { key: Key::Backspace | Key::Delete | Key::Enter, pressed, .. } => *pressed,
        Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Ime(_) => true,
        _ => false,
    }
}

/// Whether an event presses some keys. Desktops send other events in the place of those for cutting, copying and
/// pasting.
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

    use super::super::commands::Menu;
    use super::*;

    #[test]
    fn ids_names_and_keys_are_used_once() {
        let (mut ids, mut names, mut keys) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for command in commands() {
            assert!(ids.insert(command.id), "{} stands twice", command.id);
            assert!(names.insert(command.name), "{} stands twice", command.name);
            for key in command.keys {
                assert!(!keys.contains(key), "{} has the keys of another command", command.name);
                keys.push(*key);
            }
        }
    }

    #[test]
    fn ids_begin_with_the_menu() {
        for command in commands() {
            let menu = format!("{}.", command.menu.name().to_lowercase());
            assert!(command.id.starts_with(&menu), "{} stands in {}", command.id, command.menu.name());
        }
    }

    #[test]
    fn no_menu_is_empty() {
        for menu in Menu::ALL {
            assert!(commands().iter().any(|command| command.menu == menu), "{} is empty", menu.name());
        }
    }
}
