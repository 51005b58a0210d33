//! The history pane: all applied and undone steps; a click goes to a step.

use egui::{Key, RichText, ScrollArea, Ui};

use crate::kit::icon::Icon;
use crate::kit::widgets::{self, Row};
use crate::pack::undo::Step;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu, ctrl_shift};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::Pane;
use foeman_scene::theme::{ROW, palette};

/// The history pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Undo,
    ground: Ground::Panel,
    is: |pane| *pane == Pane::History,
    title: |_, _| "History".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "history",
        about: "the list of changes, with changes to the sample",
        pack: "arena",
        example: "history",
        show: |workspace, _| {
            workspace.perform_all(crate::changes::something(&workspace.session));
            workspace.perform(Action::Show(Pane::History));
            Ok(())
        },
    }],
};

/// Shows or hides the history pane.
static COMMAND: Command = Command {
    id: "view.history",
    name: "History",
    menu: Menu::View,
    group: 1,
    keys: &[ctrl_shift(Key::H)],
    on: Some(|now| now.session.view().shows(&Pane::History)),
    action: |_| Some(Action::Toggle(Pane::History)),
    ..BASE
};

fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let history = pack.history();
    let steps: Vec<&Step> = history.done().iter().chain(history.undone().iter().rev()).collect();
    if steps.is_empty() {
        ui.label(RichText::new("No changes yet; each change is listed here").color(palette(ui).weak));
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true).show_rows(
        ui,
        ROW,
        steps.len() + 1,
        |ui, range| {
            for at in range {
                // The row index is the number of steps applied in that state.
                let name = at.checked_sub(1).map_or("Opened", |at| steps[at].name.as_str());
                row(ui, at, name, history.done().len(), history.saved_at(), actions);
            }
        },
    );
}

/// Draws the state after a number of steps; undone states are dimmed.
fn row(ui: &mut Ui, at: usize, name: &str, done: usize, saved: Option<usize>, actions: &mut Actions) {
    let colors = palette(ui);
    let present = at == done;
    let icon = match at.cmp(&done) {
        std::cmp::Ordering::Less => (Icon::Undo, colors.weak),
        std::cmp::Ordering::Equal => (Icon::Good, colors.good),
        std::cmp::Ordering::Greater => (Icon::Redo, colors.weak),
    };
    let note = match (saved == Some(at), at > done) {
        (true, _) => "as it is on disk",
        (false, true) => "undone",
        (false, false) => "",
    };
    let row = Row {
        depth: 0,
        icon: Some(icon),
        text: name,
        note,
        mark: None,
        changed: false,
        selected: present,
        heading: present,
    };
    let response = widgets::row(ui, egui::Id::unique(("step", at)), &row);
    if response.clicked() && !present {
        actions.push(Action::StepTo(at));
    }
}
