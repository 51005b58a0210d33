//! The dialogs for crash recovery, and for conflicts with other programs.

use egui::{Grid, Key, Label, RichText, ScrollArea, TextStyle, Ui};
use foeman_schema::diff;

use super::action::GuardAction;
use super::{Both, Clash, Recovery};
use crate::kit::widgets;
use crate::shell::action::{Action, Actions, Answer};
use foeman_scene::theme::{GAP, palette};

/// The width of a dialog, in points.
const WIDTH: f32 = 480.0;
/// The width of a dialog with two texts side by side, in points.
const WIDE: f32 = 860.0;
/// The maximum height of long content, in points.
const LIST: f32 = 320.0;
/// The maximum number of diff lines shown per file.
const LINES: usize = 400;
/// The maximum number of actions listed by name.
const NAMES: usize = 6;

/// Draws the crash recovery dialog.
pub fn recover(ui: &mut Ui, recovery: &Recovery, actions: &mut Actions) {
    let width = if recovery.shown { WIDE } else { WIDTH };
    modal(ui, "recover", width, None, actions, |ui, actions| {
        let colors = palette(ui);
        heading(ui, "Unsaved changes were found");
        let many = recovery.actions.len();
        let count = if many == 1 { "1 action".to_owned() } else { format!("{many} actions") };
        wrapped(ui, &format!("The window closed before {count} could be saved. Recover to continue from there"));
        ui.add_space(GAP);
        // Text typed letter by letter is listed once.
        let mut names: Vec<&str> = recovery.actions.iter().map(String::as_str).collect();
        names.dedup();
        let first = names.len().saturating_sub(NAMES);
        if first > 0 {
            ui.label(RichText::new("The latest:").color(colors.weak));
        }
        for name in &names[first..] {
            ui.add(Label::new(RichText::new(*name).color(colors.weak)).truncate());
        }
        for lost in &recovery.lost {
            ui.add(Label::new(RichText::new(capital(lost)).color(colors.warning)).wrap());
        }
        for path in &recovery.clashing {
            let text =
                format!("{path} has changed on disk since; recovering replaces it with the text of the closed window");
            ui.add(Label::new(RichText::new(text).color(colors.warning)).wrap());
        }
        if recovery.shown {
            sides(ui, "On disk", "Recovered", &recovery.files);
        }
        ui.add_space(3.0 * GAP);
        ui.horizontal(|ui| {
            let ready = !recovery.files.is_empty();
            let button = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, "Recover")).inner;
            if ready && ui.memory(|memory| memory.focused().is_none()) {
                // Enter gives the answer that loses nothing.
                button.request_focus();
            }
            if button.clicked() {
                actions.push(Action::Guard(GuardAction::Recover));
            }
            let show = if recovery.shown { "Hide the difference" } else { "Show the difference" };
            if ui.button(show).clicked() {
                actions.push(Action::Guard(GuardAction::ShowDifference));
            }
            if ui.button("Discard").clicked() {
                actions.push(Action::Guard(GuardAction::Forget));
            }
        });
    });
}

/// Draws the conflict dialog, with both versions.
pub fn clash(ui: &mut Ui, clash: &Clash, actions: &mut Actions) {
    modal(ui, "clash", WIDE, Some(Action::Answer(Answer::Cancel)), actions, |ui, actions| {
        heading(ui, "Changed here and on disk");
        wrapped(
            ui,
            "Another program has changed files with unsaved changes. Separate changes are merged; choose a version for conflicting ones",
        );
        sides(ui, "On disk", "Here, unsaved", &clash.files);
        ui.add_space(3.0 * GAP);
        ui.horizontal(|ui| {
            let mine = widgets::main_button(ui, "Keep mine");
            if ui.memory(|memory| memory.focused().is_none()) {
                mine.request_focus();
            }
            if mine.on_hover_text("Their text stays on disk until you save").clicked() {
                actions.push(Action::Guard(GuardAction::KeepMine));
            }
            if ui.button("Take theirs").on_hover_text("Undo restores your text").clicked() {
                actions.push(Action::Guard(GuardAction::TakeTheirs));
            }
            if ui.button("Decide later").clicked() {
                actions.push(Action::Answer(Answer::Cancel));
            }
        });
    });
}

/// Draws a centred dialog. Closing it performs `close`; without `close` it cannot be closed.
fn modal(
    ui: &mut Ui,
    name: &str,
    width: f32,
    close: Option<Action>,
    actions: &mut Actions,
    inner: impl FnOnce(&mut Ui, &mut Actions),
) {
    let shown = widgets::modal(ui, name).show(ui.ctx(), |ui| {
        ui.set_width(width.min(ui.ctx().content_rect().width() - 80.0));
        inner(ui, actions);
    });
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.extend(close);
    }
}

/// Draws the differing lines side by side, file by file.
fn sides(ui: &mut Ui, left: &str, right: &str, files: &[Both]) {
    let colors = palette(ui);
    ui.add_space(2.0 * GAP);
    let half = (ui.available_width() - 4.0 * GAP) / 2.0;
    let height = LIST.min(ui.ctx().content_rect().height() - 360.0).max(60.0);
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        for both in files {
            ui.label(RichText::new(&both.path).strong());
            Grid::new(("sides", &both.path)).num_columns(2).min_col_width(half).max_col_width(half).show(ui, |ui| {
                for title in [left, right] {
                    ui.label(RichText::new(title).color(colors.weak));
                }
                ui.end_row();
                for (left, right) in rows(both) {
                    for (text, color) in [(left, colors.error), (right, colors.good)] {
                        ui.add(Label::new(RichText::new(text).monospace().color(color)).truncate());
                    }
                    ui.end_row();
                }
            });
            ui.add_space(GAP);
        }
    });
}

/// Returns pairs of differing lines; a missing line is empty.
fn rows(both: &Both) -> Vec<(String, String)> {
    let missing = |text: &Option<String>| text.is_none();
    if missing(&both.theirs) || missing(&both.mine) {
        let told = |text: &Option<String>| if text.is_some() { "(the file is there)" } else { "(there is no file)" };
        return vec![(told(&both.theirs).to_owned(), told(&both.mine).to_owned())];
    }
    let (theirs, mine) = (both.theirs.as_deref().unwrap_or_default(), both.mine.as_deref().unwrap_or_default());
    let (theirs, mine) = (diff::split(theirs), diff::split(mine));
    let parts = diff::lines(&theirs, &mine, None);
    let text = |line: Option<&&str>| line.map_or("", |line| line.trim_end()).to_owned();
    let rows = parts.iter().filter(|part| !diff::is_same(part)).flat_map(|part| {
        let (left, right) = (&theirs[part.old_range()], &mine[part.new_range()]);
        (0..left.len().max(right.len())).map(move |nth| (text(left.get(nth)), text(right.get(nth))))
    });
    rows.take(LINES).collect()
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(widgets::styled(text, TextStyle::Heading, palette(ui).strong));
    ui.add_space(GAP);
}

fn wrapped(ui: &mut Ui, text: &str) {
    ui.add(Label::new(text).wrap());
}

fn capital(text: &str) -> String {
    crate::pack::index::capitalised(text)
}
