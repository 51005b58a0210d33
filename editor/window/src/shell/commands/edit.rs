//! The Edit menu.

use egui::{Key, KeyboardShortcut, Modifiers};

use foeman_schema::text::RecordKey;

use super::{BASE, Command, Menu, Surface, ctrl, ctrl_shift, has_pack, plain};
use crate::kit::icon::Icon;
use crate::map::MapAction;
use crate::names::NameAction;
use crate::pack::undo::Step;
use crate::palette::{COMMANDS, PaletteAction};
use crate::roster::RosterAction;
use crate::scenario::PlaceAction;
use crate::shell::action::{Action, Focus};
use crate::shell::session::{Now, Session};
use crate::shell::view::Pane;
use crate::source::SourceAction;
use crate::tables::TableAction;

/// The commands in menu order.
pub static ALL: &[&Command] = &[
    &UNDO,
    &REDO,
    &CUT,
    &COPY,
    &PASTE,
    &NEW_RECORD,
    &DUPLICATE,
    &OVERRIDE,
    &DELETE,
    &DELETE_ROW,
    &RENAME,
    &MOVE,
    &NEW_FILE,
    &USAGES,
    &FIX,
    &FORMAT,
    &FIND,
    &FIND_ANYTHING,
    &FIND_COMMAND,
];

/// Undoes the last step.
pub static UNDO: Command = Command {
    id: "edit.undo",
    name: "Undo",
    icon: Some(Icon::Undo),
    place: Surface::Toolbar,
    keys: &[ctrl(Key::Z)],
    applies: |now| now.session.pack().is_some_and(|pack| pack.history().next_undo().is_some()),
    about: Some(|now| step_name(now.session.pack()?.history().next_undo())),
    action: |_| Some(Action::Undo),
    ..IN_MENU
};

/// Redoes the step undone last.
pub static REDO: Command = Command {
    id: "edit.redo",
    name: "Redo",
    icon: Some(Icon::Redo),
    place: Surface::Toolbar,
    keys: &[ctrl_shift(Key::Z), ctrl(Key::Y)],
    applies: |now| now.session.pack().is_some_and(|pack| pack.history().next_redo().is_some()),
    about: Some(|now| step_name(now.session.pack()?.history().next_redo())),
    action: |_| Some(Action::Redo),
    ..IN_MENU
};

/// Cuts the selected area of a map.
pub static CUT: Command = Command {
    id: "edit.cut",
    name: "Cut",
    group: 1,
    keys: &[ctrl(Key::X)],
    applies: |now| crate::map::has_area(now.session),
    action: |_| Some(Action::Map(MapAction::Cut)),
    ..IN_MENU
};

/// Copies the selected area of a map.
pub static COPY: Command = Command {
    id: "edit.copy",
    name: "Copy",
    group: 1,
    keys: &[ctrl(Key::C)],
    applies: |now| crate::map::has_area(now.session),
    action: |_| Some(Action::Map(MapAction::Copy)),
    ..IN_MENU
};

/// Attaches the copied area to the pointer, to be pasted.
pub static PASTE: Command = Command {
    id: "edit.paste",
    name: "Paste",
    group: 1,
    keys: &[ctrl(Key::V)],
    applies: |now| crate::map::on_top(now.session).is_some() && now.session.view().hand.copied.is_some(),
    action: |_| Some(Action::Map(MapAction::Hold)),
    ..IN_MENU
};

/// Adds a record to the current catalog.
pub static NEW_RECORD: Command = Command {
    id: "edit.new-record",
    name: "New record…",
    group: 2,
    keys: &[plain(Key::Insert)],
    applies: |now| catalog(now.session).is_some(),
    action: |now| catalog(now.session).map(Action::AddRecord),
    ..IN_MENU
};

/// Adds a copy of the selected record.
pub static DUPLICATE: Command = Command {
    id: "edit.duplicate",
    name: "Duplicate record",
    group: 2,
    keys: &[ctrl(Key::D)],
    applies: has_selection,
    action: |now| match crate::roster::chosen(now.session) {
        Some(figure) => Some(Action::Roster(RosterAction::Duplicate(figure))),
        None => Some(Action::Table(TableAction::Duplicate)),
    },
    ..IN_MENU
};

/// Adds a record that overrides the selected one of a required pack.
pub static OVERRIDE: Command = Command {
    id: "edit.override",
    name: "Override in this pack",
    group: 2,
    applies: |now| borrowed(now.session).is_some(),
    action: |now| borrowed(now.session).map(Action::Override),
    ..IN_MENU
};

fn borrowed(session: &Session) -> Option<RecordKey> {
    let (pack, key) = (session.pack()?, session.selected()?);
    pack.draft().origin(key).is_some().then(|| key.clone())
}

/// Deletes the selected record, or removes the selected figure from its map.
pub static DELETE: Command = Command {
    id: "edit.delete",
    name: "Delete",
    group: 2,
    keys: &[plain(Key::Delete)],
    // After a figure has been removed from the map, pressing Delete again must not delete the scenario.
    applies: |now| {
        let on_setup = matches!(now.session.view().document(), Some(Pane::Scenario(_)));
        // With an area selected, it must not delete the map.
        if on_setup {
            crate::scenario::chosen(now.session).is_some()
        } else {
            has_selection(now) && !crate::map::has_area(now.session)
        }
    },
    about: Some(|now| {
        Some(match (crate::scenario::chosen(now.session), crate::tables::at_value(now.session)) {
            (Some(_), _) => "placement".to_owned(),
            (None, _) if crate::roster::chosen(now.session).is_some() => "figure".to_owned(),
            (None, Some(column)) => format!("value of {}", column.label),
            (None, None) => records(now.session),
        })
    }),
    action: |now| {
        let figure = || crate::roster::chosen(now.session).map(|figure| Action::Roster(RosterAction::Delete(figure)));
        let value = || crate::tables::at_value(now.session).map(|_| Action::Table(TableAction::Clear));
        match crate::scenario::chosen(now.session) {
            Some(chosen) => Some(Action::Place(PlaceAction::Take { figure: chosen.pointer })),
            None => figure().or_else(value).or(Some(Action::Table(TableAction::Delete))),
        }
    },
    ..IN_MENU
};

/// Deletes the selected record while the cursor of its table is in a value, which Delete clears.
pub static DELETE_ROW: Command = Command {
    id: "edit.delete-row",
    name: "Delete whole",
    group: 2,
    exists: |now| crate::tables::is_at_value(now.session),
    about: Some(|now| Some(records(now.session))),
    action: |_| Some(Action::Table(TableAction::Delete)),
    ..IN_MENU
};

fn records(session: &Session) -> String {
    match session.view().tables.rows().len() {
        0 | 1 => "record".to_owned(),
        many => format!("{many} records"),
    }
}

/// Renames the selection, after a preview of the changes.
pub static RENAME: Command = Command {
    id: "edit.rename",
    name: "Rename…",
    group: 2,
    keys: &[plain(Key::F2)],
    applies: has_selection,
    action: |_| Some(Action::Names(NameAction::AskRename)),
    ..IN_MENU
};

/// Moves the selected record to another file.
pub static MOVE: Command = Command {
    id: "edit.move",
    name: "Move to file…",
    group: 2,
    keys: &[ctrl_shift(Key::M)],
    applies: has_selection,
    action: |_| Some(Action::Names(NameAction::AskMove)),
    ..IN_MENU
};

/// Creates a file for more records.
pub static NEW_FILE: Command = Command {
    id: "edit.new-file",
    name: "New file…",
    group: 2,
    applies: has_pack,
    action: |_| Some(Action::Names(NameAction::AskNewFile)),
    ..IN_MENU
};

/// Lists the usages of the selection.
pub static USAGES: Command = Command {
    id: "edit.usages",
    name: "Find usages…",
    group: 2,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F12)],
    applies: has_selection,
    action: |_| Some(Action::Names(NameAction::AskUsages)),
    ..IN_MENU
};

/// Applies the first fix of the most important finding.
pub static FIX: Command = Command {
    id: "edit.fix",
    name: "Fix problem",
    group: 3,
    keys: &[ctrl(Key::Period)],
    applies: |now| {
        now.session.pack().is_some_and(|pack| pack.findings().iter().any(|finding| !finding.fixes.is_empty()))
    },
    about: Some(|now| Some(format!("({})", crate::problems::fixable(now.session)?.fixes.first()?.title))),
    action: |now| crate::problems::fixable(now.session).cloned().map(|finding| Action::Fix(Box::new(finding))),
    ..IN_MENU
};

/// Formats all files of the pack.
pub static FORMAT: Command = Command {
    id: "edit.format",
    name: "Format pack",
    group: 3,
    applies: has_pack,
    action: |_| Some(Action::Source(SourceAction::Format)),
    ..IN_MENU
};

/// Moves the focus to the filter of the pack tree.
pub static FIND: Command = Command {
    id: "edit.find",
    name: "Find record",
    group: 3,
    keys: &[ctrl(Key::F)],
    applies: |now| has_pack(now) && now.session.view().shows(&Pane::Tree),
    action: |_| Some(Action::Focus(Focus::Filter)),
    ..IN_MENU
};

/// Opens the palette to find records and commands.
pub static FIND_ANYTHING: Command = Command {
    id: "edit.find-anything",
    name: "Find anything…",
    group: 3,
    keys: &[ctrl(Key::P)],
    action: |_| Some(Action::Palette(PaletteAction::Type(String::new()))),
    ..IN_MENU
};

/// Opens the palette to find commands.
pub static FIND_COMMAND: Command = Command {
    id: "edit.find-command",
    name: "Find command…",
    group: 3,
    keys: &[ctrl_shift(Key::P)],
    action: |_| Some(Action::Palette(PaletteAction::Type(COMMANDS.to_owned()))),
    ..IN_MENU
};

const IN_MENU: Command = Command { menu: Menu::Edit, ..BASE };

fn has_selection(now: &Now<'_>) -> bool {
    now.session.selected().is_some()
}

fn step_name(step: Option<&Step>) -> Option<String> {
    let name = &step?.name;
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str())
}

/// Returns the current catalog: the catalog of the active table, or else of the selected record.
fn catalog(session: &Session) -> Option<String> {
    match session.view().document() {
        Some(Pane::Catalog(catalog)) => Some(catalog.clone()),
        _ => session.selected().map(|key| key.catalog.clone()),
    }
}
