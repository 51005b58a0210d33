//! A battle without a map: a card per side with its figures, their state, and gauges.

use egui::{Align, Id};
use egui::{
    CornerRadius, Frame, Label, Layout, Pos2, Rect, RichText, Role, ScrollArea, Sense, Stroke, TextStyle, Ui, Vec2,
    WidgetInfo, vec2,
};
use foeman_engine::display::{Gauge, SideView, Token};
use foeman_engine::ruleset::{SideId, Turn};

use super::gauge::Bar;
use crate::images::motion;
use crate::kit::basic;
use crate::kit::paint::pictured;
use crate::kit::{tokens, widgets};
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};
use crate::shell::session::{Now, Session};
use foeman_scene::connect::Ways;
use foeman_scene::theme::{GAP, LINE, ROUND_LARGE, margin, palette, standing_out};

/// The minimum width of a card, in points.
const NARROWEST: f32 = 280.0;
/// The maximum width of a card, in points.
const WIDEST: f32 = 640.0;
/// The size of a figure's image, in points.
const PICTURE: f32 = 96.0;
/// The spacing between cards, in points.
const BETWEEN: f32 = 3.0 * GAP;

/// The tooltip of a name.
const POINTS_OUT: &str = "Highlights it in the log";

/// Draws the cards in as many columns as fit.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let frame = Frame::new().inner_margin(margin::PANE);
    frame.show(ui, |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).id_salt("cards").show(ui, |ui| {
            let sides: Vec<usize> = (0..battle.board().sides.len()).collect();
            let room = ui.available_width();
            let beside = (((room + BETWEEN) / (NARROWEST + BETWEEN)) as usize).clamp(1, sides.len().max(1));
            let width = ((room + BETWEEN) / beside as f32 - BETWEEN).min(WIDEST);
            ui.spacing_mut().item_spacing = Vec2::splat(BETWEEN);
            for (nth, row) in sides.chunks(beside).enumerate() {
                // All cards of a row are as high as the highest one in the last frame.
                let id = Id::unique(("cards", nth));
                let height: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
                let mut highest: f32 = 0.0;
                ui.horizontal_top(|ui| {
                    for &side in row {
                        let content = card(ui, now, battle, side, vec2(width, height), actions);
                        highest = highest.max(content);
                    }
                });
                ui.data_mut(|data| data.insert_temp(id, highest));
            }
        });
    });
}

/// Draws the card of a side; returns the height of its content.
fn card(ui: &mut Ui, now: &Now<'_>, battle: &Battle, at: usize, size: Vec2, actions: &mut Actions) -> f32 {
    let colors = palette(ui);
    let board = battle.board();
    let Some(side) = board.sides.get(at) else { return 0.0 };
    let color = tokens::side_color(board, at, colors);
    let own: Vec<&Token> = board.tokens.iter().filter(|token| token.side == at).collect();
    let gauges = || board.gauges.iter().filter(|gauge| gauge.side == at);
    let margin = margin::CARD;
    let frame = Frame::new()
        .fill(colors.panel)
        .stroke(Stroke::new(LINE, colors.line))
        .corner_radius(ROUND_LARGE)
        .inner_margin(margin);
    let shown = ui.allocate_ui_with_layout(vec2(size.x, 0.0), Layout::top_down(Align::Min), |ui| {
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(2.0 * GAP, 1.5 * GAP);
            ui.set_width(size.x - margin.sum().x - 2.0);
            let top = ui.cursor().top();
            head(ui, now, battle, (at, side), actions);
            for token in &own {
                if token.name != side.name {
                    figure(ui, now, token, actions);
                }
                picture(ui, now.session, token);
                let is_gauged = |gauge: &Gauge| (gauge.value, gauge.range) == (token.health.0, (0, token.health.1));
                if !gauges().any(is_gauged) {
                    Bar::health(&token.name, token.health, color).ui(ui);
                }
                if own.len() > 1 {
                    details(ui, token);
                }
            }
            for gauge in gauges() {
                Bar::of(gauge, &side.name, color).ui(ui);
            }
            // If a side has only one figure, the card ends with its details.
            if let [only] = own[..] {
                details(ui, only);
            }
            let used = ui.cursor().top() - top;
            ui.add_space((size.y - used).max(0.0));
            used
        })
    });
    let rect = shown.inner.response.rect;
    let band = Rect::from_min_size(rect.min, vec2(rect.width(), 4.0));
    let round = CornerRadius { nw: 8, ne: 8, sw: 0, se: 0 };
    ui.painter().rect_filled(band, round, standing_out(color, colors.surface));
    shown.inner.inner
}

/// Draws the name, state and player of a side.
fn head(ui: &mut Ui, now: &Now<'_>, battle: &Battle, (at, side): (usize, &SideView), actions: &mut Actions) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            seat(ui, battle, at, actions);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                // If a figure has the same name as its side, clicking the name highlights it.
                let own = battle.board().tokens.iter().find(|token| token.side == at && token.name == side.name);
                let chosen = own.is_some_and(|token| now.play.highlight == Some(token.id));
                let color = if chosen { colors.accent } else { colors.strong };
                let name = Label::new(widgets::styled(&side.name, TextStyle::Heading, color)).truncate();
                match own {
                    Some(token) => {
                        let response = ui.add(name.sense(Sense::click())).on_hover_text(POINTS_OUT);
                        if response.clicked() {
                            actions.push(Action::Play(PlayAction::Highlight((!chosen).then_some(token.id))));
                        }
                        for mark in &token.marks {
                            widgets::badge(ui, mark, colors.warning);
                        }
                    }
                    None => {
                        ui.add(name);
                    }
                }
                let this = SideId(u8::try_from(at).unwrap_or(u8::MAX));
                match &battle.seen().turn {
                    Turn::Ask { side, .. } if *side == this => {
                        widgets::badge(ui, "To act", colors.accent);
                    }
                    Turn::Over(outcome) if outcome.is_won_by(this) => {
                        widgets::badge(ui, "Won", colors.good);
                    }
                    _ => {}
                }
            });
        });
    });
}

/// Draws the name and state of a figure.
fn figure(ui: &mut Ui, now: &Now<'_>, token: &Token, actions: &mut Actions) {
    let colors = palette(ui);
    let chosen = now.play.highlight == Some(token.id);
    ui.horizontal_wrapped(|ui| {
        let color = if token.active { colors.text } else { colors.weak };
        let name = egui::Button::selectable(chosen, RichText::new(&token.name).color(color));
        if ui.add(name).on_hover_text(POINTS_OUT).clicked() {
            actions.push(Action::Play(PlayAction::Highlight((!chosen).then_some(token.id))));
        }
        for mark in &token.marks {
            widgets::badge(ui, mark, colors.warning);
        }
    });
}

/// Draws the layered images of a figure; nothing if there are none.
fn picture(ui: &mut Ui, session: &Session, token: &Token) {
    let Some(pack) = session.pack().filter(|_| !token.images.is_empty()) else { return };
    let pictures = motion::pictures(ui, session, pack);
    let Some(laid) = pictures.laid(&token.images, 1.0) else { return };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::hover());
    let text = format!("Picture of {}", token.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    let corners: [Pos2; 4] = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    let shown = pictures.shown(&laid, [0, 0], Ways::default());
    ui.painter().add(pictured(ui.ctx(), &corners, rect, shown));
    motion::go_on(ui, &pictures);
}

/// Draws all details of a figure: labels and texts, each text in a separate column.
fn details(ui: &mut Ui, token: &Token) {
    if token.details.is_empty() {
        return;
    }
    let colors = palette(ui);
    let width = ui.available_width();
    let font = TextStyle::Small.resolve(ui.style());
    let measure = |label: &String| ui.painter().layout_no_wrap(label.clone(), font.clone(), colors.weak).size().x;
    let labels = token.details.iter().map(|(label, _)| measure(label)).fold(0.0, f32::max).min(width * 0.45);
    let (line, _) = ui.allocate_exact_size(vec2(width, 1.0), Sense::hover());
    ui.painter().hline(line.x_range(), line.center().y, Stroke::new(LINE, colors.line));
    ui.spacing_mut().item_spacing.y = GAP / 2.0;
    for (label, text) in &token.details {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0 * GAP;
            ui.style_mut().override_text_style = Some(TextStyle::Small);
            let size = vec2(labels, 0.0);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                ui.set_min_width(labels);
                ui.add(Label::new(RichText::new(label).color(colors.weak)).truncate());
            });
            ui.add(Label::new(RichText::new(text).color(colors.text)).wrap());
        });
    }
}

/// Draws the choice of a side's player.
pub(crate) fn seat(ui: &mut Ui, battle: &Battle, side: usize, actions: &mut Actions) {
    let Some(&now) = battle.seats().get(side) else { return };
    if battle.by_files().is_some() {
        let (name, about) = battle.words(now);
        ui.label(RichText::new(name).color(palette(ui).weak)).on_hover_text(about);
        return;
    }
    let name = battle.board().sides.get(side).map_or("", |side| &side.name);
    let combo = basic::combo(("seat", side)).width(140.0).selected_text(battle.words(now).0);
    let response = combo.show_ui(ui, |ui| {
        for seat in battle.offered() {
            let (name, about) = battle.words(seat);
            if ui.selectable_label(seat == now, name).on_hover_text(about).clicked() {
                actions.push(Action::Play(PlayAction::Seat(side, seat)));
                // The keyboard does not close the list.
                ui.close();
            }
        }
    });
    response.response.accessible_name(format!("Who plays {name}"));
}
