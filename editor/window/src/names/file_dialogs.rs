//! The new-record dialog and the dialogs that ask for a file path.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Grid, Id, Key, Label, RichText, ScrollArea, TextEdit, TextStyle, Ui, vec2};

use super::action::NameAction;
use super::filing::{FileTask, Filing};
use super::new_record::Naming;
use crate::kit::widgets::{self, Row};
use crate::pack::cache::kept;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions, Answer};
use crate::shell::session::Session;
use foeman_scene::theme::{GAP, ROW, palette};

/// The width of a field, in points.
const FIELD: f32 = 320.0;
/// The maximum height of the list of files, in points.
const LIST: f32 = 220.0;

/// Draws the new-record dialog: title, id and file.
pub(super) fn ui(ui: &mut Ui, session: &Session, naming: &Naming, actions: &mut Actions) {
    let colors = palette(ui);
    let what = naming.what.to_lowercase();
    ui.label(widgets::styled(format!("New {what}"), TextStyle::Heading, colors.strong));
    ui.add_space(GAP);
    let mut enter = false;
    // The dialog is not visible in its first frames, so scrolling must be repeated.
    let age = age(ui, Id::unique("naming"));
    let (fresh, young) = (age == 0, age < 4);
    Grid::new("new record").num_columns(2).spacing(vec2(3.0 * GAP, 1.5 * GAP)).show(ui, |ui| {
        ui.label(RichText::new("Title").color(colors.weak));
        let mut title = naming.title.clone();
        let id = Id::unique(("new record", &naming.catalog));
        let field = TextEdit::singleline(&mut title).id(id).desired_width(FIELD);
        let field = ui.add(field).accessible_name("Title of the new record");
        if fresh {
            field.request_focus();
            select_all(ui, id, &title);
        }
        enter |= field.lost_focus();
        if field.changed() {
            actions.push(Action::Names(NameAction::NewTitle(title)));
        }
        ui.end_row();
        ui.label(RichText::new("Id").color(colors.weak));
        let mut text = naming.id.clone();
        let field = TextEdit::singleline(&mut text).font(TextStyle::Monospace).desired_width(FIELD);
        let field = ui.add(field).accessible_name("Id of the new record");
        enter |= field.lost_focus();
        if field.changed() {
            actions.push(Action::Names(NameAction::NewId(text)));
        }
        ui.end_row();
    });
    ui.add_space(GAP);
    ui.label(RichText::new("File").color(colors.weak));
    let (files, height) = (files(ui, session), 5.0 * ROW);
    let mut area = ScrollArea::vertical().id_salt("files").max_height(height).auto_shrink([false, true]);
    let at = files.iter().position(|(path, _)| *path == naming.file).filter(|_| young);
    if let Some(at) = at {
        area = area.vertical_scroll_offset((at as f32 * ROW - height / 2.0 + ROW / 2.0).max(0.0));
    }
    area.show_rows(ui, ROW - ui.spacing().item_spacing.y, files.len(), |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (path, records) in &files[range] {
            let row = Row {
                depth: 0,
                icon: None,
                text: path,
                note: &records.to_string(),
                mark: None,
                changed: false,
                selected: *path == naming.file,
                heading: false,
            };
            if widgets::row(ui, Id::unique(("file of the new record", path)), &row).clicked() {
                actions.push(Action::Names(NameAction::NewFile(path.clone())));
            }
        }
    });
    ui.add_space(GAP);
    match &naming.problem {
        Some(problem) => drop(ui.add(Label::new(RichText::new(capitalised(problem)).color(colors.error)).wrap())),
        None => {
            drop(ui.label(
                RichText::new("The id is how other records name it; renaming changes it later").color(colors.weak),
            ))
        }
    }
    ui.add_space(2.0 * GAP);
    let ready = naming.problem.is_none();
    let enter = enter && ui.input(|input| input.key_pressed(Key::Enter));
    buttons(ui, "Add", ready, enter, NameAction::Add, actions);
}

/// Draws the dialog that asks for a file path.
pub(super) fn file(ui: &mut Ui, session: &Session, filing: &Filing, actions: &mut Actions) {
    let colors = palette(ui);
    let (heading, verb) = match &filing.task {
        FileTask::Move(keys) => match keys.as_slice() {
            [only] => (format!("Move {} to a file", only.id), "Move"),
            several => (format!("Move {} records to a file", several.len()), "Move"),
        },
        FileTask::Create => ("New file".to_owned(), "Create file"),
        FileTask::Rename(from) => (format!("Rename {from}"), "Rename"),
    };
    ui.add(Label::new(widgets::styled(heading, TextStyle::Heading, colors.strong)).wrap());
    ui.add_space(GAP);
    let mut path = filing.path.clone();
    let field = ui.add(TextEdit::singleline(&mut path).desired_width(FIELD + 60.0)).accessible_name("Path of the file");
    if ui.memory(|memory| memory.focused().is_none()) && !field.lost_focus() {
        field.request_focus();
    }
    let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if field.changed() {
        actions.push(Action::Names(NameAction::Path(path)));
    }
    if matches!(filing.task, FileTask::Move(_)) {
        ScrollArea::vertical().max_height(LIST).auto_shrink([false, true]).show(ui, |ui| {
            for (path, records) in files(ui, session) {
                let text = format!("{path}   {records}");
                if ui.selectable_label(path == filing.path, text).accessible_name(&path).clicked() {
                    actions.push(Action::Names(NameAction::Path(path)));
                }
            }
        });
    }
    ui.add_space(GAP);
    let is_new = files(ui, session).iter().all(|(path, _)| *path != filing.path);
    match &filing.problem {
        Some(problem) => drop(ui.add(Label::new(RichText::new(capitalised(problem)).color(colors.error)).wrap())),
        None if is_new => {
            drop(ui.label(RichText::new("A new file of the pack, written when you save").color(colors.weak)))
        }
        None => drop(ui.label(RichText::new("After the last record of its catalog there").color(colors.weak))),
    }
    ui.add_space(2.0 * GAP);
    if let FileTask::Rename(from) = &filing.task
        && ui.button("Delete file").on_hover_text("Including all its records; undo restores it").clicked()
    {
        actions.push(Action::Answer(Answer::Cancel));
        actions.push(Action::Names(NameAction::DeleteFile(from.clone())));
    }
    buttons(ui, verb, filing.problem.is_none(), enter, NameAction::DoFile, actions);
}

/// Returns the files of the pack with their numbers of records, cached until the pack changes.
fn files(ui: &Ui, session: &Session) -> Vec<(String, usize)> {
    let Some(pack) = session.pack() else { return Vec::new() };
    kept(ui, pack, Id::unique("files of the pack"), || super::filing::files_of(session))
}

fn buttons(ui: &mut Ui, verb: &str, ready: bool, enter: bool, done: NameAction, actions: &mut Actions) {
    ui.horizontal(|ui| {
        let button = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, verb)).inner;
        if ready && (button.clicked() || enter) {
            actions.push(Action::Names(done));
        }
        if ui.button("Cancel").clicked() {
            actions.push(Action::Answer(Answer::Cancel));
        }
    });
}

/// Returns the number of frames for which a dialog has been open.
fn age(ui: &Ui, id: Id) -> u64 {
    let now = ui.ctx().cumulative_frame_nr();
    let (first, last): (u64, u64) = ui.data(|data| data.get_temp(id)).unwrap_or((now, now));
    let first = if last + 1 < now { now } else { first };
    ui.data_mut(|data| data.insert_temp(id, (first, now)));
    now - first
}

fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let range = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), id);
}
