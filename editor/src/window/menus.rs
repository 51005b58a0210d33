//! The one list of what a user can do: menu bar, toolbar, shortcuts and help are made from it.

use std::cmp::Reverse;
use std::sync::LazyLock;

use egui::{Event, InputState, Key, KeyboardShortcut, Modifiers};

use super::action::Actions;
use super::commands::{Command, edit, file, help, map, overlay, play, view};
use super::panes::PANES;
use super::workspace::Workspace;

/// Everything, in menu order: the commands of the menus and those that panes bring along.
static COMMANDS: LazyLock<Vec<&'static Command>> = LazyLock::new(|| {
    let menus = [file::ALL, edit::ALL, view::ALL, map::ALL, overlay::ALL, play::ALL, help::ALL];
    let panes = PANES.iter().filter_map(|kind| kind.command);
    // Panes come first in their group.
    let mut all: Vec<_> = panes.chain(menus.into_iter().flatten().copied()).collect();
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

/// Pushes the actions of the commands whose keys were pressed.
pub fn listen(ctx: &egui::Context, workspace: &Workspace, actions: &mut Actions) {
    if workspace.question().is_some() || workspace.browser().is_some() || workspace.palette().is_some() {
        return;
    }
    let typing = ctx.text_edit_focused();
    // Longer combinations first, so that Ctrl+Shift+Z is not taken for Ctrl+Z.
    let mut keyed: Vec<_> =
        commands().iter().flat_map(|command| command.keys.iter().map(move |keys| (keys, command))).collect();
    keyed.sort_by_key(|(keys, _)| Reverse([keys.modifiers.shift, keys.modifiers.alt].iter().filter(|on| **on).count()));
    for (keys, command) in keyed {
        let applies = (command.exists)(workspace) && (command.applies)(workspace);
        if (typing && (!command.works_while_typing() || is_for_text(keys))) || !applies {
            continue;
        }
        if ctx.input_mut(|input| input.consume_shortcut(keys) || consume_clipboard(input, keys)) {
            actions.extend((command.action)(workspace));
        }
    }
}

/// Whether keys mean something to whoever types.
fn is_for_text(keys: &KeyboardShortcut) -> bool {
    keys.modifiers == Modifiers::COMMAND && matches!(keys.logical_key, Key::A | Key::C | Key::V | Key::X)
}

/// Takes the event that desktops send instead of the keys for cutting, copying and pasting.
fn consume_clipboard(input: &mut InputState, keys: &KeyboardShortcut) -> bool {
    if keys.modifiers != Modifiers::COMMAND {
        return false;
    }
    let is_meant = |event: &Event| match keys.logical_key {
        Key::X => matches!(event, Event::Cut),
        Key::C => matches!(event, Event::Copy),
        Key::V => matches!(event, Event::Paste(_)),
        _ => false,
    };
    let at = input.events.iter().position(is_meant);
    at.map(|at| input.events.remove(at)).is_some()
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
