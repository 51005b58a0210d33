//! Buttons that fix or allow a finding, used wherever findings are shown.

use std::cmp::Reverse;

use egui::{Id, RichText, Ui};
use foeman_schema::finding::Finding;
use foeman_schema::fix::prove;
use foeman_schema::suppress::may_be_allowed;

use super::action::AllowAction;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::pack::cache::kept;
use crate::pack::diff::preview;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions};
use crate::shell::session::{Session, Tone};
use foeman_scene::theme::palette;

/// The maximum number of fix buttons of a finding.
const FIXES: usize = 3;

/// Draws the fix buttons of a finding, with a preview of each change, and the Allow button. A single fix has a short
/// label.
pub fn buttons(ui: &mut Ui, pack: &Pack, finding: &Finding, actions: &mut Actions) {
    draw(ui, pack, finding, Place::List, actions);
}

/// Draws the same buttons, each with its full name.
pub fn named(ui: &mut Ui, pack: &Pack, finding: &Finding, actions: &mut Actions) {
    draw(ui, pack, finding, Place::Form, actions);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the list of problems.
    List,
    /// Below the value in a form.
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
        let hint = "Suppresses the problem with a comment above it that gives your reason";
        if button.on_hover_text(hint).clicked() {
            actions.push(Action::Allow(AllowAction::Ask(Box::new(finding.clone()))));
        }
    }
}

/// Returns the next finding to fix: findings of the selected record come first, then by severity.
pub fn fixable(session: &Session) -> Option<&Finding> {
    let elsewhere = |finding: &Finding| match finding.pointer.record() {
        Some((record, _)) => session.selected() != Some(&record),
        None => true,
    };
    let fixable = session.pack.iter().flat_map(Pack::findings).filter(|finding| !finding.fixes.is_empty());
    fixable.min_by_key(|finding| (elsewhere(finding), Reverse(finding.severity)))
}

pub(crate) fn fix(session: &mut Session, finding: &Finding) {
    let (Some(pack), Some(fix)) = (&session.pack, finding.fixes.first()) else { return };
    match prove(&pack.analysis(), finding, fix) {
        Ok(plan) => {
            session.carry_out(capitalised(&fix.title), finding.pointer.clone(), &fix.changes, &plan);
        }
        Err(refusal) => session.tell(Tone::Bad, format!("Cannot fix this: {refusal}")),
    }
}
