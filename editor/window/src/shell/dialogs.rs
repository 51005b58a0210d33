//! Modal dialogs and notifications.

use egui::{Align2, Area, Frame, Id, Key, Label, Modifiers, Order, RichText, Stroke, Ui, vec2};

use super::action::{Action, Actions, Answer};
use super::session::{Notice, Question, Tone};
use super::workspace::Workspace;
use crate::files::{browser_dialog, new_pack};
use crate::help::{HelpAction, dialog as help, tour_card};
use crate::keys::dialog as shortcuts;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::map::{dialogs as map_dialogs, reshape_dialog};
use crate::names::dialogs as names;
use crate::palette::dialog as palette_of;
use crate::print;
use crate::problems::suppress_dialog;
use crate::recovery::dialogs as guard;
use foeman_scene::theme::{GAP, LINE, margin, palette};

/// Draws the open dialogs, the tour and the current notification.
pub fn ui(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    let (session, over) = (&workspace.session, workspace.over());
    if let Some(step) = workspace.help.tour().filter(|_| !over.in_question()) {
        tour_card::ui(ui, session, step, workspace.help.over, actions);
    }
    // Esc closes Help and leaves the dialog below it open.
    if workspace.help.over && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        actions.push(Action::Help(HelpAction::Close));
    }
    match session.question() {
        // Show one dialog at a time: the file browser fills in the dialog behind it.
        _ if workspace.files.browser().is_some() => {}
        Some(Question::New(new)) => new_pack::ui(ui, session, new, actions),
        Some(Question::Print(choices)) => print::ui(ui, session, &workspace.print, choices, actions),
        Some(Question::Recover(recovery)) => guard::recover(ui, recovery, actions),
        Some(Question::Clash(clash)) => guard::clash(ui, clash, actions),
        Some(Question::Names(names)) => names::ui(ui, session, names, actions),
        Some(Question::Allow(allowing)) => suppress_dialog::ui(ui, allowing, session.focus(), actions),
        Some(Question::Reshape(reshape)) => reshape_dialog::ui(ui, session, reshape, actions),
        Some(Question::Replace(asked)) => map_dialogs::replace(ui, session, asked, actions),
        Some(Question::Chance(asked)) => map_dialogs::chance(ui, session, asked, actions),
        Some(Question::Unsaved(then)) => ask(ui, unsaved(then), actions),
        Some(Question::ChangedOnDisk(files, _)) => ask(ui, changed_on_disk(files), actions),
        None => {}
    }
    if let Some(browser) = workspace.files.browser() {
        browser_dialog::ui(ui, browser, actions);
    }
    if let Some(sought) = workspace.palette() {
        palette_of::ui(ui, &workspace.now(), sought, actions);
    }
    if workspace.keys.shown {
        shortcuts::ui(ui, session, workspace.keys.waiting.as_ref(), actions);
    }
    if workspace.help.over {
        help::ui(ui, session, actions);
    }
    if let Some(shown) = session.notice() {
        notice(ui, shown, actions);
    }
}

/// A confirmation: title, text and answers. The first answer loses nothing.
type Asked = (&'static str, String, &'static [(&'static str, Answer)]);

fn unsaved(then: &Action) -> Asked {
    let text = match then {
        Action::Quit => "This pack has unsaved changes. Save them before closing?",
        Action::Reload => "This pack has unsaved changes. Reloading discards them",
        _ => "This pack has unsaved changes. Save them before opening another?",
    };
    let answers = &[("Save", Answer::Save), ("Discard changes", Answer::Discard), ("Cancel", Answer::Cancel)];
    ("Unsaved changes", text.to_owned(), answers)
}

fn changed_on_disk(files: &[String]) -> Asked {
    let text = format!(
        "These files have been changed, created or deleted by another program since they were read:\n\n{}\n\nNothing has been written yet",
        files.join("\n")
    );
    // Each of the other answers loses someone's changes.
    let answers = &[
        ("Cancel", Answer::Cancel),
        ("Overwrite", Answer::Overwrite),
        ("Reload and lose my changes", Answer::Discard),
    ];
    ("Changed on disk", text, answers)
}

fn ask(ui: &mut Ui, (title, text, choices): Asked, actions: &mut Actions) {
    let shown = widgets::modal(ui, "question").show(ui.ctx(), |ui| {
        ui.set_width(400.0);
        ui.label(widgets::styled(title, egui::TextStyle::Heading, palette(ui).strong));
        ui.add_space(GAP);
        ui.add(Label::new(text).wrap());
        ui.add_space(4.0 * GAP);
        ui.horizontal(|ui| {
            for (at, (name, answer)) in choices.iter().enumerate() {
                let button = if at == 0 { widgets::main_button(ui, name) } else { ui.button(*name) };
                if at == 0 && ui.memory(|memory| memory.focused().is_none()) {
                    // Enter gives the answer that loses nothing.
                    button.request_focus();
                }
                if button.clicked() {
                    actions.push(Action::Answer(*answer));
                }
            }
        });
    });
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

/// The width reserved at the left of the menu bar for menus and tools, in points.
const BAR: f32 = 440.0;
/// The width reserved at its right end for the workspaces and the theme switch, in points.
const SWITCH: f32 = 400.0;
/// The minimum width of a notification between them, in points.
const LEAST: f32 = 300.0;

fn notice(ui: &mut Ui, notice: &Notice, actions: &mut Actions) {
    let colors = palette(ui);
    let (icon, color) = match notice.tone {
        Tone::Good => (Icon::Good, colors.good),
        Tone::Bad => (Icon::Error, colors.error),
    };
    let id = Id::unique("notice");
    if notice.tone == Tone::Good {
        // Success messages disappear after a few seconds; errors stay until dismissed.
        let since: (String, f64) = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let now = ui.input(|input| input.time);
        if since.0 != notice.text {
            ui.data_mut(|data| data.insert_temp(id, (notice.text.clone(), now)));
            ui.ctx().request_repaint_after_secs(4.1);
        } else if now - since.1 > 4.0 {
            ui.data_mut(|data| data.remove::<(String, f64)>(id));
            actions.push(Action::Dismiss);
        }
    }
    // Next to the toolbar, where it covers no content; below it if there is no space.
    let room = ui.ctx().content_rect().width() - BAR - SWITCH;
    let (anchor, at, width) = if room >= LEAST {
        (Align2::LEFT_TOP, vec2(BAR, 1.0), room)
    } else {
        (Align2::CENTER_TOP, vec2(0.0, 34.0), 620.0)
    };
    Area::new(id).order(Order::Foreground).anchor(anchor, at).show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).stroke(Stroke::new(LINE, color)).inner_margin(margin::TIGHT).show(ui, |ui| {
            ui.set_max_width(width.min(620.0) - 22.0);
            ui.horizontal(|ui| {
                icon.show(ui, color);
                ui.add(Label::new(RichText::new(&notice.text).color(colors.strong)).wrap());
                if widgets::icon_button(ui, Icon::Close, "Dismiss").clicked() {
                    actions.push(Action::Dismiss);
                }
            });
        });
    });
}
