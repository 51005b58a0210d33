//! The one list of what a user can do: menus, toolbar, shortcuts and help are made from it.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::action::{Action, Actions, Focus, Panel, PlaceAction, PlayAction, Tab, Tool};
use super::icon::Icon;
use super::placing;
use super::workspace::Workspace;
use crate::theme::ThemeChoice;

/// One thing a user can do.
pub struct Command {
    /// Its name in menus; an ellipsis when a dialog follows.
    pub name: &'static str,
    /// The menu it stands in.
    pub menu: Menu,
    /// Commands of one menu with the same number stand together.
    pub group: u8,
    /// Its picture, where it has one.
    pub icon: Option<Icon>,
    /// Whether it stands in the toolbar too.
    pub place: Place,
    /// Its keys; the first is shown.
    pub keys: &'static [KeyboardShortcut],
    /// Whether the pack that is open has a use for it at all; it is not listed otherwise.
    pub exists: fn(&Workspace) -> bool,
    /// Whether it can be done now.
    pub applies: fn(&Workspace) -> bool,
    /// Whether it is switched on, for commands that switch something.
    pub on: Option<fn(&Workspace) -> bool>,
    /// What it is about, added to its name: `Undo set damage of Broadsword`.
    pub about: Option<fn(&Workspace) -> Option<String>>,
    /// What it does.
    pub action: fn(&Workspace) -> Option<Action>,
}

/// Where a command can be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In its menu.
    MenuOnly,
    /// In its menu and the toolbar.
    Toolbar,
}

/// A menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    /// Packs.
    File,
    /// Changes.
    Edit,
    /// What is looked at.
    View,
    /// Maps.
    Map,
    /// Test-play.
    Play,
    /// Help.
    Help,
}

impl Menu {
    /// All menus from left to right.
    pub const ALL: [Self; 6] = [Self::File, Self::Edit, Self::View, Self::Map, Self::Play, Self::Help];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Map => "Map",
            Self::Play => "Play",
            Self::Help => "Help",
        }
    }
}

impl Command {
    /// Its name with what it is about.
    pub fn label(&self, workspace: &Workspace) -> String {
        match self.about.and_then(|about| about(workspace)) {
            Some(about) => format!("{} {about}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Whether one of its keys works while text is being typed.
    fn works_while_typing(&self) -> bool {
        self.keys.iter().all(|keys| keys.modifiers.command || keys.modifiers.alt || is_function_key(keys.logical_key))
    }
}

/// Pushes the actions of the commands whose keys were pressed.
pub fn listen(ctx: &egui::Context, workspace: &Workspace, actions: &mut Actions) {
    if workspace.question().is_some() {
        return;
    }
    let typing = ctx.text_edit_focused();
    // Longer combinations first, so that Ctrl+Shift+Z is not taken for Ctrl+Z.
    let mut keyed: Vec<_> =
        COMMANDS.iter().flat_map(|command| command.keys.iter().map(move |keys| (keys, command))).collect();
    keyed.sort_by_key(|(keys, _)| {
        std::cmp::Reverse([keys.modifiers.shift, keys.modifiers.alt].iter().filter(|on| **on).count())
    });
    for (keys, command) in keyed {
        let applies = (command.exists)(workspace) && (command.applies)(workspace);
        if (typing && !command.works_while_typing()) || !applies {
            continue;
        }
        if ctx.input_mut(|input| input.consume_shortcut(keys)) {
            actions.extend((command.action)(workspace));
        }
    }
}

fn is_function_key(key: Key) -> bool {
    matches!(key, Key::F1 | Key::F2 | Key::F5 | Key::F6 | Key::F7 | Key::F8 | Key::F9)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

fn always(_: &Workspace) -> bool {
    true
}

fn has_pack(workspace: &Workspace) -> bool {
    workspace.pack().is_some()
}

fn has_selection(workspace: &Workspace) -> bool {
    workspace.selected().is_some()
}

fn on_map(workspace: &Workspace) -> bool {
    matches!(workspace.looking().tab(), Some(Tab::Map(_)))
}

fn on_board(workspace: &Workspace) -> bool {
    let fought_on_map = || workspace.play().battle().is_some_and(|battle| battle.board().ground.is_some());
    match workspace.looking().tab() {
        Some(Tab::Map(_) | Tab::Setup(_)) => true,
        Some(Tab::Play) => fought_on_map(),
        _ => false,
    }
}

fn has_battle(workspace: &Workspace) -> bool {
    workspace.play().battle().is_some()
}

fn can_go_on(workspace: &Workspace) -> bool {
    workspace.play().battle().is_some_and(|battle| !battle.is_over() && !battle.is_running())
}

fn can_go_back(workspace: &Workspace) -> bool {
    workspace.play().battle().is_some_and(|battle| battle.game().entries() > 1)
}

/// The chosen figure turned clockwise by some sides of its hex.
fn turned(workspace: &Workspace, sides: u8) -> Option<Action> {
    let chosen = placing::chosen(workspace)?;
    Some(Action::Place(PlaceAction::Turn { figure: chosen.pointer, facing: (chosen.facing + sides) % 6 }))
}

fn step_name(step: Option<&super::history::Step>) -> Option<String> {
    let name = &step?.name;
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str())
}

const BASE: Command = Command {
    name: "",
    menu: Menu::File,
    group: 0,
    icon: None,
    place: Place::MenuOnly,
    keys: &[],
    exists: always,
    applies: always,
    on: None,
    about: None,
    action: |_| None,
};

/// Everything a user can do, in menu order.
pub static COMMANDS: &[Command] = &[
    Command {
        name: "Open pack…",
        icon: Some(Icon::Open),
        place: Place::Toolbar,
        keys: &[ctrl(Key::O)],
        applies: |workspace| !workspace.in_dialog(),
        action: |_| Some(Action::AskOpen),
        ..BASE
    },
    Command {
        name: "Reload from disk",
        keys: &[ctrl(Key::R)],
        applies: |workspace| workspace.pack().is_some_and(|pack| pack.root().is_some()),
        action: |_| Some(Action::Reload),
        ..BASE
    },
    Command {
        name: "Save",
        group: 1,
        icon: Some(Icon::Save),
        place: Place::Toolbar,
        keys: &[ctrl(Key::S)],
        applies: |workspace| workspace.pack().is_some_and(|pack| !pack.is_saved()),
        action: |_| Some(Action::Save),
        ..BASE
    },
    Command { name: "Quit", group: 2, keys: &[ctrl(Key::Q)], action: |_| Some(Action::Quit), ..BASE },
    Command {
        name: "Undo",
        menu: Menu::Edit,
        icon: Some(Icon::Undo),
        place: Place::Toolbar,
        keys: &[ctrl(Key::Z)],
        applies: |workspace| workspace.pack().is_some_and(|pack| pack.history().next_undo().is_some()),
        about: Some(|workspace| step_name(workspace.pack()?.history().next_undo())),
        action: |_| Some(Action::Undo),
        ..BASE
    },
    Command {
        name: "Redo",
        menu: Menu::Edit,
        icon: Some(Icon::Redo),
        place: Place::Toolbar,
        keys: &[ctrl_shift(Key::Z), ctrl(Key::Y)],
        applies: |workspace| workspace.pack().is_some_and(|pack| pack.history().next_redo().is_some()),
        about: Some(|workspace| step_name(workspace.pack()?.history().next_redo())),
        action: |_| Some(Action::Redo),
        ..BASE
    },
    Command {
        name: "Duplicate record",
        menu: Menu::Edit,
        group: 1,
        keys: &[ctrl(Key::D)],
        applies: has_selection,
        action: |workspace| workspace.selected().cloned().map(Action::Duplicate),
        ..BASE
    },
    Command {
        name: "Delete",
        menu: Menu::Edit,
        group: 1,
        keys: &[plain(Key::Delete)],
        // Pressed once more after a figure has left the map, it does not take the scenario along.
        applies: |workspace| {
            let on_setup = matches!(workspace.looking().tab(), Some(Tab::Setup(_)));
            if on_setup { placing::chosen(workspace).is_some() } else { has_selection(workspace) }
        },
        about: Some(|workspace| {
            Some(if placing::chosen(workspace).is_some() { "placement" } else { "record" }.to_owned())
        }),
        action: |workspace| match placing::chosen(workspace) {
            Some(chosen) => Some(Action::Place(PlaceAction::Take { figure: chosen.pointer })),
            None => workspace.selected().cloned().map(Action::Delete),
        },
        ..BASE
    },
    Command {
        name: "Rename",
        menu: Menu::Edit,
        group: 1,
        keys: &[plain(Key::F2)],
        applies: has_selection,
        action: |_| Some(Action::Focus(Focus::Title)),
        ..BASE
    },
    Command {
        name: "Fix problem",
        menu: Menu::Edit,
        group: 2,
        keys: &[ctrl(Key::Period)],
        applies: |workspace| {
            workspace.pack().is_some_and(|pack| pack.findings().iter().any(|finding| !finding.fixes.is_empty()))
        },
        about: Some(|workspace| Some(format!("({})", workspace.fixable()?.fixes.first()?.title))),
        action: |workspace| workspace.fixable().cloned().map(|finding| Action::Fix(Box::new(finding))),
        ..BASE
    },
    Command {
        name: "Find record",
        menu: Menu::Edit,
        group: 2,
        keys: &[ctrl(Key::F)],
        applies: |workspace| has_pack(workspace) && workspace.settings.panels.shows(Panel::Tree),
        action: |_| Some(Action::Focus(Focus::Filter)),
        ..BASE
    },
    Command {
        name: "Back",
        menu: Menu::View,
        icon: Some(Icon::Back),
        place: Place::Toolbar,
        keys: &[alt(Key::ArrowLeft)],
        applies: |workspace| workspace.looking().can_go_back(),
        action: |_| Some(Action::Back),
        ..BASE
    },
    Command {
        name: "Forward",
        menu: Menu::View,
        icon: Some(Icon::Forward),
        place: Place::Toolbar,
        keys: &[alt(Key::ArrowRight)],
        applies: |workspace| workspace.looking().can_go_forward(),
        action: |_| Some(Action::Forward),
        ..BASE
    },
    Command {
        name: "Pack tree",
        menu: Menu::View,
        group: 1,
        keys: &[ctrl(Key::B)],
        on: Some(|workspace| workspace.settings.panels.shows(Panel::Tree)),
        action: |_| Some(Action::Toggle(Panel::Tree)),
        ..BASE
    },
    Command {
        name: "Inspector",
        menu: Menu::View,
        group: 1,
        keys: &[ctrl(Key::I)],
        on: Some(|workspace| workspace.settings.panels.shows(Panel::Inspector)),
        action: |_| Some(Action::Toggle(Panel::Inspector)),
        ..BASE
    },
    Command {
        name: "Problems",
        menu: Menu::View,
        group: 1,
        keys: &[ctrl(Key::M)],
        on: Some(|workspace| workspace.settings.panels.shows(Panel::Problems)),
        action: |_| Some(Action::Toggle(Panel::Problems)),
        ..BASE
    },
    Command {
        name: ThemeChoice::System.name(),
        menu: Menu::View,
        group: 2,
        on: Some(|workspace| workspace.theme() == ThemeChoice::System),
        action: |_| Some(Action::Theme(ThemeChoice::System)),
        ..BASE
    },
    Command {
        name: ThemeChoice::Light.name(),
        menu: Menu::View,
        group: 2,
        on: Some(|workspace| workspace.theme() == ThemeChoice::Light),
        action: |_| Some(Action::Theme(ThemeChoice::Light)),
        ..BASE
    },
    Command {
        name: ThemeChoice::Dark.name(),
        menu: Menu::View,
        group: 2,
        on: Some(|workspace| workspace.theme() == ThemeChoice::Dark),
        action: |_| Some(Action::Theme(ThemeChoice::Dark)),
        ..BASE
    },
    Command {
        name: "Select hexes",
        menu: Menu::Map,
        icon: Some(Icon::Pointer),
        keys: &[plain(Key::Escape)],
        applies: on_map,
        on: Some(|workspace| workspace.looking().tool == Tool::Select),
        action: |_| Some(Action::Tool(Tool::Select)),
        ..BASE
    },
    Command {
        name: "Paint terrain",
        menu: Menu::Map,
        icon: Some(Icon::Brush),
        keys: &[plain(Key::B)],
        applies: on_map,
        on: Some(|workspace| workspace.looking().tool == Tool::Paint),
        action: |_| Some(Action::Tool(Tool::Paint)),
        ..BASE
    },
    Command {
        name: "Pick terrain",
        menu: Menu::Map,
        icon: Some(Icon::Picker),
        keys: &[plain(Key::I)],
        applies: on_map,
        on: Some(|workspace| workspace.looking().tool == Tool::Pick),
        action: |_| Some(Action::Tool(Tool::Pick)),
        ..BASE
    },
    Command {
        name: "Turn left",
        menu: Menu::Map,
        group: 1,
        keys: &[plain(Key::Q)],
        applies: |workspace| placing::chosen(workspace).is_some(),
        action: |workspace| turned(workspace, 5),
        ..BASE
    },
    Command {
        name: "Turn right",
        menu: Menu::Map,
        group: 1,
        keys: &[plain(Key::E)],
        applies: |workspace| placing::chosen(workspace).is_some(),
        action: |workspace| turned(workspace, 1),
        ..BASE
    },
    Command {
        name: "Zoom in",
        menu: Menu::Map,
        group: 2,
        keys: &[plain(Key::Plus), plain(Key::Equals)],
        applies: on_board,
        action: |_| Some(Action::Zoom(1.25)),
        ..BASE
    },
    Command {
        name: "Zoom out",
        menu: Menu::Map,
        group: 2,
        keys: &[plain(Key::Minus)],
        applies: on_board,
        action: |_| Some(Action::Zoom(0.8)),
        ..BASE
    },
    Command {
        name: "Show the whole map",
        menu: Menu::Map,
        group: 2,
        keys: &[plain(Key::Num0)],
        applies: on_board,
        action: |_| Some(Action::Fit),
        ..BASE
    },
    Command {
        name: "Test-play",
        menu: Menu::Play,
        icon: Some(Icon::Play),
        place: Place::Toolbar,
        keys: &[plain(Key::F5)],
        applies: has_pack,
        action: |workspace| {
            Some(match workspace.selected_scenario() {
                Some(scenario) if workspace.play().scenario.as_deref() != Some(scenario) => {
                    Action::Play(PlayAction::Scenario(scenario.to_owned()))
                }
                _ => Action::Show(Tab::Play),
            })
        },
        ..BASE
    },
    Command {
        name: "Tools",
        menu: Menu::Play,
        icon: Some(Icon::Tools),
        place: Place::Toolbar,
        keys: &[plain(Key::F9)],
        exists: |workspace| workspace.toolbox().is_some(),
        action: |_| Some(Action::Show(Tab::Tools)),
        ..BASE
    },
    Command {
        name: "Restart",
        menu: Menu::Play,
        group: 1,
        keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F5)],
        applies: |workspace| has_pack(workspace) && workspace.play().scenario.is_some(),
        action: |_| Some(Action::Play(PlayAction::Restart)),
        ..BASE
    },
    Command {
        name: "Step",
        menu: Menu::Play,
        group: 1,
        keys: &[plain(Key::F6)],
        applies: can_go_on,
        action: |_| Some(Action::Play(PlayAction::Step)),
        ..BASE
    },
    Command {
        name: "Round",
        menu: Menu::Play,
        group: 1,
        keys: &[plain(Key::F7)],
        applies: can_go_on,
        action: |_| Some(Action::Play(PlayAction::Round)),
        ..BASE
    },
    Command {
        name: "To the end",
        menu: Menu::Play,
        group: 1,
        keys: &[plain(Key::F8)],
        applies: can_go_on,
        action: |_| Some(Action::Play(PlayAction::ToEnd)),
        ..BASE
    },
    Command {
        name: "Stop",
        menu: Menu::Play,
        group: 1,
        applies: |workspace| workspace.play().battle().is_some_and(super::play::Battle::is_running),
        action: |_| Some(Action::Play(PlayAction::Stop)),
        ..BASE
    },
    Command {
        name: "Back a step",
        menu: Menu::Play,
        group: 2,
        keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F6)],
        applies: can_go_back,
        action: |_| Some(Action::Play(PlayAction::BackStep)),
        ..BASE
    },
    Command {
        name: "Back to start",
        menu: Menu::Play,
        group: 2,
        keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F8)],
        applies: can_go_back,
        action: |_| Some(Action::Play(PlayAction::BackToStart)),
        ..BASE
    },
    Command {
        name: "Save journal…",
        menu: Menu::Play,
        group: 3,
        applies: |workspace| has_battle(workspace) && !workspace.in_dialog(),
        action: |_| Some(Action::Play(PlayAction::AskJournal)),
        ..BASE
    },
    Command {
        name: "Shortcuts",
        menu: Menu::Help,
        keys: &[plain(Key::F1)],
        on: Some(Workspace::shows_shortcuts),
        action: |_| Some(Action::Shortcuts),
        ..BASE
    },
];

/// The commands that the open pack has a use for.
pub fn listed(workspace: &Workspace) -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|command| (command.exists)(workspace))
}

/// The command called `name`.
pub fn command(name: &str) -> &'static Command {
    COMMANDS.iter().find(|command| command.name == name).expect("panels name commands that stand in the list")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_and_keys_are_used_once() {
        let mut names = BTreeSet::new();
        let mut keys = Vec::new();
        for command in COMMANDS {
            assert!(names.insert(command.name), "{} stands twice", command.name);
            for key in command.keys {
                assert!(!keys.contains(key), "{} has the keys of another command", command.name);
                keys.push(*key);
            }
        }
    }

    #[test]
    fn menus_keep_their_groups_together() {
        for menu in Menu::ALL {
            let groups: Vec<u8> =
                COMMANDS.iter().filter(|command| command.menu == menu).map(|command| command.group).collect();
            assert!(!groups.is_empty(), "{} is empty", menu.name());
            assert!(groups.is_sorted(), "{} jumps between groups", menu.name());
        }
    }
}
