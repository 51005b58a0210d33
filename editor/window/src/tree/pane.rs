//! The pack tree: catalogs with their records, and files.

use egui::{Id, Key, Modifiers, Response, ScrollArea, Ui};
use foeman_schema::text::RecordKey;

use crate::kit::basic;
use crate::kit::icon::{Icon, severity_color};
use crate::kit::widgets::{self, Row};
use crate::names::NameAction;
use crate::pack::Pack;
use crate::pack::cache::kept;
use crate::pack::index::{Catalog, Listed};
use crate::roster::sheets;
use crate::shell::action::{Action, Actions, Focus};
use crate::shell::commands::{BASE, Command, Menu, ctrl};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::{Fold, Pane, Selection};
use crate::source::SourceAction;
use foeman_scene::theme::{GAP, ROW, palette};

/// The pack tree.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Tree,
    ground: Ground::Panel,
    is: |pane| *pane == Pane::Tree,
    title: |_, _| "Pack".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "tree",
        about: "the pack tree",
        pack: "arena",
        example: "tree",
        show: |workspace, _| {
            workspace.perform(Action::Show(Pane::Tree));
            Ok(())
        },
    }],
};

/// Shows or hides the pack tree.
static COMMAND: Command = Command {
    id: "view.tree",
    name: "Pack tree",
    menu: Menu::View,
    group: 1,
    keys: &[ctrl(Key::B)],
    on: Some(|now| now.session.view().shows(&Pane::Tree)),
    action: |_| Some(Action::Toggle(Pane::Tree)),
    ..BASE
};

enum Line<'a> {
    Catalog(&'a Catalog, usize),
    Record(&'a Listed),
    Files(usize),
    File(String, usize),
}

/// Draws the tree.
pub(super) fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    ui.add(
        egui::Label::new(widgets::styled(pack.draft().title(), egui::TextStyle::Heading, palette(ui).strong))
            .truncate(),
    );
    filter(ui, session, actions);
    let lines = lines(ui, session, pack);
    if lines.is_empty() {
        ui.add_space(GAP);
        let unread = pack.draft().dialect().is_none();
        ui.weak(if unread { "The ruleset is not known yet" } else { "Nothing matches the filter" });
        return;
    }
    ui.add_space(GAP / 2.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    let reveal = reveal(ui, session, &lines);
    let mut area = ScrollArea::vertical().auto_shrink([false, false]);
    if let Some(offset) = reveal {
        area = area.vertical_scroll_offset(offset);
    }
    area.show_rows(ui, ROW, lines.len(), |ui, range| {
        for at in range {
            line(ui, session, pack, &lines, at, actions);
        }
    });
}

fn filter(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let mut text = session.view().filter().to_owned();
    let response = widgets::filter_field(ui, Id::unique("record filter"), &mut text, "Filter records");
    if session.focus() == Some(Focus::Filter) {
        response.request_focus();
    }
    if response.changed() {
        actions.push(Action::Filter(text));
    }
}

fn lines<'a>(ui: &Ui, session: &'a Session, pack: &'a Pack) -> Vec<Line<'a>> {
    let needle = session.view().filter().trim().to_lowercase();
    let mut lines = Vec::new();
    if needle.is_empty() && pack.root().is_none_or(|root| root.is_dir()) {
        lines.push(Line::Files(pack.draft().files().count()));
        if session.view().is_folded(&Fold::Files) {
            let files = kept(ui, pack, Id::unique("files of the pack"), || crate::names::files_of(session));
            lines.extend(files.into_iter().map(|(path, records)| Line::File(path, records)));
        }
    }
    for catalog in &pack.index().catalogs {
        let found = catalog.records.iter().filter(|entry| entry.matches(&needle));
        let count = found.clone().count();
        if count == 0 && !needle.is_empty() {
            continue;
        }
        lines.push(Line::Catalog(catalog, count));
        if !session.view().is_folded(&Fold::Catalog(catalog.def.name.to_owned())) || !needle.is_empty() {
            lines.extend(found.map(Line::Record));
        }
    }
    lines
}

/// Returns the scroll offset that shows a selection made elsewhere.
fn reveal(ui: &Ui, session: &Session, lines: &[Line<'_>]) -> Option<f32> {
    let id = Id::unique("tree selection");
    let now = session.selected().cloned();
    let before: Option<RecordKey> = ui.data(|data| data.get_temp(id)).flatten();
    if now == before {
        return None;
    }
    ui.data_mut(|data| data.insert_temp(id, now.clone()));
    let at = lines.iter().position(|line| matches!(line, Line::Record(entry) if Some(&entry.key) == now.as_ref()))?;
    let top = at as f32 * ROW;
    let clicked_here =
        ui.memory(|memory| memory.focused()).is_some_and(|focus| now.is_some_and(|key| focus == row_id(&key)));
    (!clicked_here).then_some((top - ui.available_height() / 2.0).max(0.0))
}

fn row_id(key: &RecordKey) -> Id {
    Id::unique(("tree", &key.catalog, &key.id))
}

fn line(ui: &mut Ui, session: &Session, pack: &Pack, lines: &[Line<'_>], at: usize, actions: &mut Actions) {
    let response = match &lines[at] {
        Line::Catalog(catalog, count) => catalog_line(ui, session, catalog, *count, actions),
        Line::Record(entry) => record_line(ui, session, pack, entry, actions),
        Line::Files(count) => files_line(ui, session, *count, actions),
        Line::File(path, records) => file_line(ui, pack, path, *records, actions),
    };
    if response.has_focus() {
        keys(ui, session, &response, lines, at, actions);
    }
}

fn catalog_line(ui: &mut Ui, session: &Session, catalog: &Catalog, count: usize, actions: &mut Actions) -> Response {
    let colors = palette(ui);
    let folded = session.view().is_folded(&Fold::Catalog(catalog.def.name.to_owned()));
    let shown = session.view().document() == Some(&Pane::Catalog(catalog.def.name.to_owned()));
    let row = Row {
        depth: 0,
        icon: Some((if folded { Icon::Closed } else { Icon::Opened }, colors.weak)),
        text: &catalog.title,
        note: &count.to_string(),
        mark: None,
        changed: false,
        selected: shown && session.selected().is_none(),
        heading: true,
    };
    let response = widgets::row(ui, Id::unique(("tree", catalog.def.name)), &row);
    if response.clicked() {
        let on_chevron = response.interact_pointer_pos().is_some_and(|at| at.x < response.rect.left() + 6.0 * GAP);
        if on_chevron {
            actions.push(Action::Fold(Fold::Catalog(catalog.def.name.to_owned())));
        } else {
            actions.push(Action::Show(Pane::Catalog(catalog.def.name.to_owned())));
        }
    }
    response.context_menu(|ui| {
        basic::menu_style(ui.style_mut());
        if ui.button(format!("Add {}", catalog.def.title.to_lowercase())).clicked() {
            actions.push(Action::AddRecord(catalog.def.name.to_owned()));
        }
    });
    response
}

fn record_line(ui: &mut Ui, session: &Session, pack: &Pack, entry: &Listed, actions: &mut Actions) -> Response {
    let colors = palette(ui);
    let row = Row {
        depth: 1,
        icon: None,
        text: &entry.title,
        note: entry.from.as_deref().unwrap_or_default(),
        mark: pack.worst(&entry.key).map(|severity| (Icon::of(severity), severity_color(colors, severity))),
        changed: pack.is_changed(&entry.key),
        selected: session.selected() == Some(&entry.key),
        heading: false,
    };
    let mut response = widgets::row(ui, row_id(&entry.key), &row);
    if response.hovered()
        && let Some(about) = pack.draft().about(&entry.key)
    {
        response = response.on_hover_text(about);
    }
    if response.clicked() {
        response.request_focus();
        open(session, &entry.key, actions);
    }
    response.context_menu(|ui| {
        basic::menu_style(ui.style_mut());
        // Rename and Find usages apply to the selection, so select the record first.
        let about = |ask: NameAction| {
            let select = Action::Select(Selection::record(entry.key.clone()));
            [select, Action::Names(ask)]
        };
        if ui.button("Rename…").clicked() {
            actions.extend(about(NameAction::AskRename));
        }
        if ui.button("Move to file…").clicked() {
            actions.extend(about(NameAction::AskMove));
        }
        if ui.button("Find usages…").clicked() {
            actions.extend(about(NameAction::AskUsages));
        }
        ui.separator();
        if entry.from.is_some() && ui.button("Override in this pack").clicked() {
            actions.push(Action::Override(entry.key.clone()));
        }
        if ui.button("Duplicate").clicked() {
            actions.push(Action::Duplicate(entry.key.clone()));
        }
        if ui.button("Delete").clicked() {
            actions.push(Action::Delete(entry.key.clone()));
        }
    });
    response
}

fn files_line(ui: &mut Ui, session: &Session, count: usize, actions: &mut Actions) -> Response {
    let opened = session.view().is_folded(&Fold::Files);
    let row = Row {
        depth: 0,
        icon: Some((if opened { Icon::Opened } else { Icon::Closed }, palette(ui).weak)),
        text: "Files",
        note: &count.to_string(),
        mark: None,
        changed: false,
        selected: false,
        heading: true,
    };
    let response = widgets::row(ui, files_id(), &row);
    if response.clicked() {
        actions.push(Action::Fold(Fold::Files));
    }
    response.context_menu(|ui| {
        basic::menu_style(ui.style_mut());
        if ui.button("New file…").clicked() {
            actions.push(Action::Names(NameAction::AskNewFile));
        }
    });
    response
}

fn file_line(ui: &mut Ui, pack: &Pack, path: &str, records: usize, actions: &mut Actions) -> Response {
    let row = Row {
        depth: 1,
        icon: None,
        text: path,
        note: &records.to_string(),
        mark: None,
        changed: pack.is_unsaved(path),
        selected: false,
        heading: false,
    };
    let response = widgets::row(ui, file_id(path), &row);
    if response.double_clicked() {
        actions.push(Action::Names(NameAction::AskRenameFile(path.to_owned())));
    } else if response.clicked() {
        response.request_focus();
        actions.push(Action::Source(SourceAction::Show(path.to_owned())));
    }
    response.context_menu(|ui| {
        basic::menu_style(ui.style_mut());
        if ui.button("Show source").clicked() {
            actions.push(Action::Source(SourceAction::Show(path.to_owned())));
        }
        if ui.button("New file…").clicked() {
            actions.push(Action::Names(NameAction::AskNewFile));
        }
        if ui.button("Rename file…").clicked() {
            actions.push(Action::Names(NameAction::AskRenameFile(path.to_owned())));
        }
        if ui.button("Delete file").clicked() {
            actions.push(Action::Names(NameAction::DeleteFile(path.to_owned())));
        }
    });
    response
}

fn files_id() -> Id {
    Id::unique("tree files")
}

fn file_id(path: &str) -> Id {
    Id::unique(("tree file", path))
}

/// Selects a record and shows it in its best pane.
fn open(session: &Session, key: &RecordKey, actions: &mut Actions) {
    actions.push(Action::Show(
        sheets::pane_of(session, key)
            .or_else(|| crate::scenario::pane_of(session, key))
            .unwrap_or_else(|| Pane::Catalog(key.catalog.clone())),
    ));
    actions.push(Action::Select(Selection::record(key.clone())));
}

/// Handles the keyboard: Up and Down move, Left and Right collapse and expand.
fn keys(ui: &Ui, session: &Session, response: &Response, lines: &[Line<'_>], at: usize, actions: &mut Actions) {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    ui.memory_mut(|memory| {
        let filter = egui::EventFilter { vertical_arrows: true, horizontal_arrows: true, ..Default::default() };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let next = if pressed(Key::ArrowDown) {
        lines.get(at + 1)
    } else if pressed(Key::ArrowUp) {
        at.checked_sub(1).and_then(|at| lines.get(at))
    } else {
        None
    };
    if let Line::Catalog(catalog, _) = &lines[at] {
        let unfolded = matches!(lines.get(at + 1), Some(Line::Record(_)));
        if (pressed(Key::ArrowLeft) && unfolded) || (pressed(Key::ArrowRight) && !unfolded) {
            actions.push(Action::Fold(Fold::Catalog(catalog.def.name.to_owned())));
        }
    }
    if let Line::Files(_) = &lines[at] {
        let opened = session.view().is_folded(&Fold::Files);
        if (pressed(Key::ArrowLeft) && opened) || (pressed(Key::ArrowRight) && !opened) {
            actions.push(Action::Fold(Fold::Files));
        }
    }
    if let Line::File(path, _) = &lines[at]
        && pressed(Key::Enter)
    {
        actions.push(Action::Names(NameAction::AskRenameFile(path.clone())));
    }
    match next {
        Some(Line::Files(_)) => ui.memory_mut(|memory| memory.request_focus(files_id())),
        Some(Line::File(path, _)) => ui.memory_mut(|memory| memory.request_focus(file_id(path))),
        Some(Line::Record(entry)) => {
            ui.memory_mut(|memory| memory.request_focus(row_id(&entry.key)));
            open(session, &entry.key, actions);
        }
        Some(Line::Catalog(catalog, _)) => {
            ui.memory_mut(|memory| memory.request_focus(Id::unique(("tree", catalog.def.name))));
            actions.push(Action::Show(Pane::Catalog(catalog.def.name.to_owned())));
        }
        None => {}
    }
}
