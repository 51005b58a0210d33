//! The tab with the sides: players, figures, goals, things on the ground and gauges.

use egui::{RichText, ScrollArea, Sense, Stroke, Ui, Vec2, vec2};
use foeman_engine::display::{About, Board, NOBODY, Thing, Token};

use super::gauge::Bar;
use super::{cards, details};
use crate::kit::tokens;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::theme::{ICON_SMALL, LINE, ROUND_SMALL, palette};

/// The maximum width of a gauge, in points.
const GAUGE: f32 = 360.0;

/// The maximum number of figures per side, and of things on the ground, listed.
const LISTED: usize = 60;

/// Draws the player and the figures of each side.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let board = battle.board();
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("sides").show(ui, |ui| {
        for (at, side) in board.sides.iter().enumerate() {
            ui.horizontal_wrapped(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(ICON_SMALL), Sense::hover());
                let color = tokens::side_color(board, at, palette(ui));
                ui.painter().rect(
                    rect,
                    ROUND_SMALL,
                    color,
                    Stroke::new(LINE, palette(ui).outline),
                    egui::StrokeKind::Inside,
                );
                ui.label(RichText::new(&side.name).color(palette(ui).strong));
                cards::seat(ui, battle, at, actions);
                status(ui, now, battle, (at, &side.name), actions);
                let own = || board.tokens.iter().filter(|token| token.side == at);
                let chosen = |token: &Token| now.play.highlight == Some(token.id);
                for (_, token) in own().enumerate().filter(|(nth, token)| *nth < LISTED || chosen(token)) {
                    figure(ui, now, token, actions);
                }
                let more = own().count().saturating_sub(LISTED);
                if more > 0 {
                    ui.label(RichText::new(format!("and {more} more on the map")).color(palette(ui).weak));
                }
            });
            for goal in board.goals.iter().filter(|goal| goal.side == at) {
                ui.label(RichText::new(goal.to_string()).color(palette(ui).weak));
            }
            on_the_ground(ui, board, at);
            let gauges: Vec<_> = board.gauges.iter().filter(|gauge| gauge.side == at).collect();
            if !gauges.is_empty() {
                for gauge in gauges {
                    let bar = Bar::of(gauge, &side.name, tokens::side_color(board, at, palette(ui)));
                    let room = vec2(GAUGE.min(ui.available_width()), 0.0);
                    ui.allocate_ui(room, |ui| bar.ui(ui));
                }
            }
        }
        on_the_ground(ui, board, NOBODY);
    });
}

/// Draws the button that shows details of a side in the inspector, if the ruleset has any.
fn status(ui: &mut Ui, now: &Now<'_>, battle: &Battle, (at, name): (usize, &str), actions: &mut Actions) {
    let about = About::Side(at);
    let id = egui::Id::unique("has details of sides");
    let game = now.session.pack().and_then(|pack| pack.draft().dialect()).map_or("", |dialect| dialect.id);
    // A ruleset has details either of all sides or of none.
    let known: Option<(&str, bool)> = ui.data(|data| data.get_temp(id));
    let tells = match known.filter(|(of, _)| *of == game) {
        Some((_, tells)) => tells,
        None => {
            let tells = battle.account(about).is_some();
            ui.data_mut(|data| data.insert_temp(id, (game, tells)));
            tells
        }
    };
    if !tells {
        return;
    }
    let chosen = now.play.about == Some(about) && now.play.highlight.is_none();
    let button = ui.add(egui::Button::selectable(chosen, "Status"));
    let button = button.on_hover_text("Its resources, income and possible builds");
    if button.accessible_name(format!("Status of {name}")).clicked() {
        actions.push(Action::Play(PlayAction::Highlight(None)));
        actions.push(Action::Play(PlayAction::About((!chosen).then_some(about))));
    }
}

/// Draws the things on the ground that belong to a side or to none.
fn on_the_ground(ui: &mut Ui, board: &Board, side: usize) {
    let own = || board.things.iter().filter(|thing| thing.side == side);
    let lying: Vec<String> = own().take(LISTED).map(whereabouts).collect();
    if !lying.is_empty() {
        let more = own().count() - lying.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let text = format!("On the ground: {}{more}", lying.join(", "));
        ui.label(RichText::new(text).color(palette(ui).weak));
    }
}

/// Returns a thing with its position.
fn whereabouts(thing: &Thing) -> String {
    format!("{} at {},{}", thing.name, thing.cell[0], thing.cell[1])
}

fn figure(ui: &mut Ui, now: &Now<'_>, token: &Token, actions: &mut Actions) {
    let colors = palette(ui);
    let (left, full) = token.health;
    let chosen = now.play.highlight == Some(token.id);
    let marks = if token.marks.is_empty() { String::new() } else { format!("  {}", token.marks.join(", ")) };
    let color = if token.active { colors.text } else { colors.weak };
    let text = RichText::new(format!("{}  {left}/{full}{marks}", token.name)).color(color);
    let response = ui.add(egui::Button::selectable(chosen, text)).on_hover_ui(|ui| details(ui, token));
    if response.clicked() {
        actions.push(Action::Play(PlayAction::Highlight((!chosen).then_some(token.id))));
    }
}
