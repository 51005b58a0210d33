//! The inspector for a cell or side of the battle: its details, and the figures there.

use std::sync::Arc;

use egui::{Button, Id, Label, RichText, ScrollArea, TextStyle, Ui, vec2};
use foeman_engine::display::{About, Account, Token};

use super::action::PlayAction;
use super::{Battle, lines};
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use crate::shell::view::Pane;
use foeman_scene::theme::{GAP, palette};

/// Returns the selected cell or side of the battle in the active pane, with its details.
pub(crate) fn chosen<'w>(ui: &Ui, now: &'w Now<'w>) -> Option<(&'w Battle, About, Arc<Account>)> {
    let battle = now.play.battle().filter(|_| now.session.view().is_on_top(&Pane::Play))?;
    let about = now.play.about?;
    Some((battle, about, kept(ui, battle, about)?))
}

/// Returns the details, cached until the battle changes, because finding reachable positions is slow.
fn kept(ui: &Ui, battle: &Battle, about: About) -> Option<Arc<Account>> {
    type Stamp = (u64, About);
    let stamp: Stamp = (battle.moment(), about);
    let id = Id::unique("account");
    let kept: Option<(Stamp, Option<Arc<Account>>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, account)) = kept.filter(|(kept, _)| *kept == stamp) {
        return account;
    }
    let account = battle.account(about).map(Arc::new);
    ui.data_mut(|data| data.insert_temp(id, (stamp, account.clone())));
    account
}

/// Draws the details on their own.
pub(crate) fn ui(
    ui: &mut Ui,
    now: &Now<'_>,
    (battle, about, account): (&Battle, About, &Account),
    actions: &mut Actions,
) {
    widgets::section(ui, if matches!(about, About::Side(_)) { "IN BATTLE · SIDE" } else { "IN BATTLE · CELL" });
    ui.add(Label::new(widgets::styled(&account.title, TextStyle::Heading, palette(ui).strong)).wrap());
    if ui.button("Back to the record").on_hover_text("Shows the form of the selected record").clicked() {
        actions.push(Action::Play(PlayAction::About(None)));
    }
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("account").show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 2.0 * GAP);
        body(ui, now, (battle, about, account), actions);
    });
}

/// Draws the figures there, and the rows and calculations of the details.
pub(crate) fn body(
    ui: &mut Ui,
    now: &Now<'_>,
    (battle, about, account): (&Battle, About, &Account),
    actions: &mut Actions,
) {
    let colors = palette(ui);
    if let About::Cell(cell) = about {
        let there = battle.board().tokens.iter().rev().filter(|token| token.cells.contains(&cell));
        there.for_each(|token| one(ui, now, token, actions));
    }
    let grid = egui::Grid::new("account rows").num_columns(2).spacing(vec2(4.0 * GAP, GAP));
    grid.show(ui, |ui| {
        for (label, text) in &account.rows {
            ui.label(RichText::new(label).color(colors.weak));
            ui.add(Label::new(text).wrap());
            ui.end_row();
        }
    });
    for sum in &account.sums {
        ui.add_space(GAP);
        ui.label(RichText::new(format!("{} {:+}", sum.name, sum.total)).color(colors.strong));
        if !sum.terms.is_empty() {
            lines::terms(ui, now.session, ("sum", &account.title, &sum.name), (&sum.terms, None), actions);
        }
    }
}

/// Draws a figure that can be selected.
fn one(ui: &mut Ui, now: &Now<'_>, token: &Token, actions: &mut Actions) {
    let colors = palette(ui);
    let chosen = now.play.highlight == Some(token.id);
    let (left, full) = token.health;
    ui.horizontal_wrapped(|ui| {
        let text = RichText::new(format!("{}  {left}/{full}", token.name)).color(colors.text);
        let button = ui.add(Button::selectable(chosen, text));
        if button.accessible_name(format!("Point out {}", token.name)).clicked() {
            actions.push(Action::Play(PlayAction::Highlight((!chosen).then_some(token.id))));
        }
        for mark in &token.marks {
            widgets::badge(ui, mark, colors.warning);
        }
    });
}
