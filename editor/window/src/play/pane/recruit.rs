//! The recruit panel: the units that the active side can raise, with pictures, values and prices. Units that
//! it cannot afford are greyed, with the reason.

use egui::{Align, Frame, Label, Layout, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};
use foeman_engine::choice::Product;
use foeman_engine::display::Token;
use foeman_engine::ruleset::{SideId, Turn};

use super::figure;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::recruits::Recruit;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::theme::{self, GAP, LINE, margin, palette, parse_color};

/// The size of a picture, in points.
const PICTURE: f32 = 36.0;
/// The height of a row, in points.
const HEIGHT: f32 = 46.0;

/// Draws the panel.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let recruits = battle.recruits();
    ui.horizontal(|ui| {
        widgets::section(ui, "RECRUIT");
        let mut names: Vec<&str> =
            recruits.iter().flat_map(|of| &of.product.cost).map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let owned = names.into_iter().filter_map(|name| Some(format!("{name} {}", battle.owned(name)?)));
        let owned: Vec<String> = owned.collect();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::icon_button(ui, Icon::Close, "Close the recruits").clicked() {
                actions.push(Action::Play(PlayAction::Recruit(false)));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(owned.join(" · ")).color(palette(ui).strong)).truncate());
            });
        });
    });
    for recruit in &recruits {
        row(ui, now, battle, recruit, actions);
    }
    waiting(ui, now, battle, actions);
    ui.add_space(GAP);
    ui.separator();
}

/// Draws a product with its picture, values and price, and buttons to get one or several.
fn row(ui: &mut Ui, now: &Now<'_>, battle: &Battle, recruit: &Recruit<'_>, actions: &mut Actions) {
    let colors = palette(ui);
    let Recruit { product, choices, why } = recruit;
    let frame = Frame::new().fill(colors.panel).corner_radius(theme::ROUND).inner_margin(margin::TIGHT);
    let is_barred = choices.is_empty();
    let (name, text) = if is_barred { (colors.weak, colors.warning) } else { (colors.strong, colors.text) };
    let values: Vec<String> = product.values.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let values = values.join(" · ");
    frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(1.5 * GAP, 0.0);
        ui.spacing_mut().interact_size.y = 0.0;
        ui.set_min_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.set_min_height(HEIGHT);
            picture(ui, now, battle, product);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                buttons(ui, recruit, actions);
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.add(Label::new(RichText::new(&product.name).color(name)).truncate());
                    let line = if is_barred { why.clone() } else { price(product) };
                    ui.add(Label::new(RichText::new(line).small().color(text)).truncate());
                    ui.add(Label::new(RichText::new(&values).small().color(colors.weak)).truncate());
                });
            });
        });
    });
    ui.add_space(GAP / 2.0);
}

/// Draws the buttons that recruit one or several, from the right.
fn buttons(ui: &mut Ui, recruit: &Recruit<'_>, actions: &mut Actions) {
    let product = recruit.product;
    let mut button = |ui: &mut Ui, text: &str, name: String, choice: Option<usize>| {
        let button = ui.add_enabled(choice.is_some(), egui::Button::new(text)).on_disabled_hover_text(&recruit.why);
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, choice.is_some(), &name));
        if let Some(choice) = choice.filter(|_| button.clicked()) {
            actions.push(Action::Play(PlayAction::Choose(choice)));
        }
    };
    let one = recruit.choices.iter().find(|(count, _)| *count == 1).map(|(_, at)| *at);
    for (count, at) in recruit.choices.iter().rev().filter(|(count, _)| *count > 1) {
        button(ui, &format!("×{count}"), format!("Recruit {count} {}", product.name), Some(*at));
    }
    button(ui, "Recruit", format!("Recruit {}", product.name), one);
}

/// Returns the price of one piece.
fn price(product: &Product) -> String {
    let costs = product.cost.iter().map(|(name, cost)| format!("{} {name}", cost / product.count.max(1) as i32));
    let costs: Vec<String> = costs.collect();
    if costs.is_empty() { "Free".to_owned() } else { costs.join(", ") }
}

/// Draws a product: a terrain as a piece of ground, anything else as a figure of its side.
fn picture(ui: &mut Ui, now: &Now<'_>, battle: &Battle, product: &Product) {
    let board = battle.board();
    let terrains = board.ground.iter().flat_map(|ground| &ground.terrains);
    let terrain = terrains.into_iter().find(|terrain| terrain.title == product.name && product.images.is_empty());
    if let Some(color) = terrain.and_then(|terrain| parse_color(&terrain.color)) {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::hover());
        let line = Stroke::new(LINE, palette(ui).outline);
        ui.painter().rect(rect.shrink(4.0), theme::ROUND, color, line, StrokeKind::Inside);
        return;
    }
    let Turn::Ask { side: SideId(side), .. } = battle.seen().turn else { return };
    let (name, images) = (product.name.clone(), product.images.clone());
    let token = Token { name, images, side: usize::from(side), ..figure::absent() };
    figure::picture(ui, now, board, &token, PICTURE);
}

/// Draws what waits to be placed; a click selects it, and a click on a marked cell places it.
fn waiting(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let waiting = battle.waiting();
    if waiting.is_empty() {
        return;
    }
    widgets::section(ui, "NOT PLACED YET");
    ui.horizontal_wrapped(|ui| {
        for (actor, choice) in waiting {
            let token = battle.board().tokens.iter().find(|token| token.id == actor);
            let name = token.map(|token| token.name.clone());
            let name = name.or_else(|| choice.text.split(" at ").next().map(str::to_owned)).unwrap_or_default();
            let is_chosen = now.play.highlight == Some(actor);
            let button = ui.add(egui::Button::selectable(is_chosen, &name).truncate());
            widgets::whole_on_hover(ui, &button, &name);
            if button.accessible_name(format!("Place {}", name.trim_start_matches("Place "))).clicked() {
                actions.push(Action::Play(PlayAction::Highlight(Some(actor))));
            }
        }
    });
    let hint = "Click a marked hex on the map to place the selected one";
    ui.add(Label::new(RichText::new(hint).color(palette(ui).weak)).wrap());
}
