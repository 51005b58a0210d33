//! The changes pane: a diff of the unsaved changes, which can be reverted hunk by hunk.

use std::sync::Arc;

use egui::{Id, Key, Label, RichText, ScrollArea, TextStyle, Ui};

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::pack::cache::kept;
use crate::pack::diff::{FileDiff, Hunk, Line, hunks};
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu, ctrl_shift};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::Pane;
use crate::source::{Shown, SourceAction};
use foeman_scene::theme::{GAP, ROW, palette};

/// The changes pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Copy,
    ground: Ground::Panel,
    is: |pane| *pane == Pane::Changes,
    title: |_, _| "Changes".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "changes",
        about: "the differences from the saved version, with changes to the sample",
        pack: "arena",
        example: "changes",
        show: |workspace, _| {
            workspace.perform_all(something(&workspace.session));
            workspace.perform(Action::Show(Pane::Changes));
            Ok(())
        },
    }],
};

/// Shows or hides the changes pane.
static COMMAND: Command = Command {
    id: "view.changes",
    name: "Compare with saved",
    menu: Menu::View,
    group: 1,
    keys: &[ctrl_shift(Key::U)],
    on: Some(|now| now.session.view().shows(&Pane::Changes)),
    action: |_| Some(Action::Toggle(Pane::Changes)),
    ..BASE
};

/// Returns sample changes for screenshots: a new title and a copy.
pub(crate) fn something(session: &Session) -> Vec<Action> {
    let first = session.pack().and_then(|pack| pack.index().catalogs.iter().find_map(|known| known.records.first()));
    let Some(key) = first.map(|entry| entry.key.clone()) else { return Vec::new() };
    let title = Action::Set(key.pointer().child("title"), "A title that was changed".into());
    vec![title, Action::Settle, Action::Duplicate(key)]
}

enum Row<'a> {
    File(&'a FileDiff),
    Hunk(&'a FileDiff, &'a Hunk),
    Line(&'a Line),
}

fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let files = files(ui, pack);
    if files.is_empty() {
        let text = "No differences from the files on disk";
        ui.label(RichText::new(text).color(palette(ui).weak));
        return;
    }
    let mut rows = Vec::new();
    for file in files.iter() {
        rows.push(Row::File(file));
        for hunk in &file.hunks {
            rows.push(Row::Hunk(file, hunk));
            rows.extend(hunk.lines.iter().map(Row::Line));
        }
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, rows.len(), |ui, range| {
        for row in &rows[range] {
            match row {
                Row::File(file) => head(ui, file, actions),
                Row::Hunk(file, hunk) => place(ui, file, hunk, actions),
                Row::Line(line) => widgets::diff_line(ui, line),
            }
        }
    });
}

/// Returns the diff, cached until the next change or save.
fn files(ui: &Ui, pack: &Pack) -> Arc<Vec<FileDiff>> {
    let unsaved: Vec<String> = pack.unsaved().map(str::to_owned).collect();
    let id = Id::unique(("changes", &unsaved));
    kept(ui, pack, id, || {
        let text = |path: &String| pack.draft().file_at(path).map_or("", |file| pack.draft().text(file));
        let diff =
            |path: String| FileDiff { hunks: hunks(pack.saved_text(&path).unwrap_or_default(), text(&path)), path };
        Arc::new(unsaved.into_iter().map(diff).collect())
    })
}

fn head(ui: &mut Ui, file: &FileDiff, actions: &mut Actions) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        let name = format!("Revert {}", file.path);
        if widgets::icon_button(ui, Icon::Reset, &name).clicked() {
            actions.push(Action::Source(SourceAction::Revert(file.path.clone())));
        }
        let count = if file.hunks.len() == 1 { "1 place".to_owned() } else { format!("{} places", file.hunks.len()) };
        ui.label(RichText::new(count).text_style(TextStyle::Small).color(colors.weak));
        ui.add(Label::new(RichText::new(&file.path).color(colors.strong)).truncate());
    });
}

fn place(ui: &mut Ui, file: &FileDiff, hunk: &Hunk, actions: &mut Actions) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        ui.add_space(GAP);
        let line = hunk.lines.first().map_or(1, |line| line.number);
        if widgets::icon_button(ui, Icon::Jump, &format!("Go to {}:{line}", file.path)).clicked() {
            actions.push(Action::Source(SourceAction::At(file.path.clone(), hunk.new.start)));
        }
        if widgets::icon_button(ui, Icon::Reset, &format!("Revert line {line}")).clicked() {
            let shown = Shown { path: file.path.clone(), span: hunk.new };
            actions.push(Action::Settle);
            actions.push(Action::Source(SourceAction::Type(shown, hunk.old.clone())));
            actions.push(Action::Settle);
        }
        ui.label(RichText::new(format!("line {line}")).text_style(TextStyle::Small).color(colors.weak));
    });
}
