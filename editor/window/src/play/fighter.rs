//! The inspector for a figure of the battle: its current values and how they are calculated.

use egui::{Label, RichText, ScrollArea, TextStyle, Ui, vec2};
use foeman_engine::display::{About, NOBODY, Token};

use super::action::PlayAction;
use super::{Battle, account, lines, naming};
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use crate::shell::view::Pane;
use foeman_scene::theme::{GAP, palette};

/// Returns the selected figure of the battle in the active pane, if any.
pub(crate) fn chosen<'n>(now: &Now<'n>) -> Option<(&'n Battle, &'n Token)> {
    let battle = now.play.battle().filter(|_| now.session.view().is_on_top(&Pane::Play))?;
    let highlight = now.play.highlight?;
    Some((battle, battle.board().tokens.iter().find(|token| token.id == highlight)?))
}

/// Draws the inspector for the figure.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, token: &Token, actions: &mut Actions) {
    let colors = palette(ui);
    let side = battle.board().sides.get(token.side).filter(|_| token.side != NOBODY);
    let side = side.map_or("No side", |side| side.name.as_str());
    widgets::section(ui, &format!("IN BATTLE · {}", side.to_uppercase()));
    ui.add(Label::new(widgets::styled(&token.name, TextStyle::Heading, colors.strong)).wrap());
    let (left, full) = token.health;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{left} of {full} left")).color(colors.text));
        for mark in &token.marks {
            widgets::badge(ui, mark, colors.warning);
        }
    });
    naming::ui(ui, battle, token, actions);
    if ui.button("Back to the record").on_hover_text("Shows the form of the selected record").clicked() {
        actions.push(Action::Play(PlayAction::Highlight(None)));
    }
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, false]).id_salt(("fighter", token.id)).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 2.0 * GAP);
        let values = battle.explained(token.id);
        for value in &values {
            ui.label(RichText::new(format!("{} {}", value.name, value.total)).color(colors.strong));
            // A single term equals the value, so it is not shown.
            if value.terms.len() > 1 {
                lines::terms(ui, now.session, ("value", token.id, &value.name), (&value.terms, None), actions);
                ui.add_space(GAP);
            }
        }
        ui.separator();
        let grid = egui::Grid::new(("fighter details", token.id)).num_columns(2).spacing(vec2(4.0 * GAP, GAP));
        grid.show(ui, |ui| {
            for (label, text) in
                token.details.iter().filter(|(label, _)| values.iter().all(|value| value.name != *label))
            {
                ui.label(RichText::new(label).color(colors.weak));
                ui.add(Label::new(text).wrap());
                ui.end_row();
            }
        });
        if let Some((battle, about @ About::Cell(_), known)) = account::chosen(ui, now) {
            ui.separator();
            widgets::section(ui, &known.title.to_uppercase());
            account::body(ui, now, (battle, about, &known), actions);
        }
    });
}
