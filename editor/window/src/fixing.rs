//! Buttons that mend a finding or allow it, wherever it is told.

use egui::{Id, RichText, Ui};
use foeman_schema::allowing::may_be_allowed;
use foeman_schema::finding::Finding;

use super::action::{Action, Actions, AllowAction};
use super::diff::preview;
use super::index::capitalised;
use super::kept::kept;
use super::pack::Pack;
use super::widgets;
use foeman_scene::theme::palette;

/// Most fixes of a finding that have a button.
const FIXES: usize = 3;

/// The buttons that mend a finding, with what each would change, and the one that allows it; a single fix is short.
pub fn buttons(ui: &mut Ui, pack: &Pack, finding: &Finding, actions: &mut Actions) {
    draw(ui, pack, finding, Place::List, actions);
}

/// The same, all with their names.
pub fn named(ui: &mut Ui, pack: &Pack, finding: &Finding, actions: &mut Actions) {
    draw(ui, pack, finding, Place::Form, actions);
}

/// Where buttons stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the list of all problems.
    List,
    /// Below the value.
    Form,
}

fn draw(ui: &mut Ui, pack: &Pack, finding: &Finding, place: Place, actions: &mut Actions) {
    for (number, fix) in finding.fixes.iter().enumerate().take(FIXES) {
        let title = capitalised(&fix.title);
        let button = ui.small_button(if place == Place::List && finding.fixes.len() == 1 { "Fix" } else { &title });
        let button = if place == Place::Form { button } else { button.accessible_name(format!("Fix: {title}")) };
        if button.clicked() {
            let mut chosen = finding.clone();
            chosen.fixes.swap(0, number);
            actions.push(Action::Fix(Box::new(chosen)));
        }
        button.on_hover_ui(|ui| {
            ui.set_max_width(520.0);
            ui.label(RichText::new(&title).color(palette(ui).strong));
            let id = Id::unique(("preview of a fix", &finding.message, finding.place.span.start, number));
            match kept(ui, pack, id, || preview(pack, &fix.changes)) {
                Ok(files) => widgets::diff_hint(ui, &files),
                Err(why) => drop(ui.label(capitalised(&why))),
            }
        });
    }
    if may_be_allowed(pack.draft(), finding) {
        let button = ui.small_button("Allow…").accessible_name(format!("Allow: {}", capitalised(&finding.message)));
        let hint = "Writes a comment with your reason above it, so that it is told no more";
        if button.on_hover_text(hint).clicked() {
            actions.push(Action::Allow(AllowAction::Ask(Box::new(finding.clone()))));
        }
    }
}
