//! The card at the top of the side column: the chosen or acting figure, else the active side, else the result.

use egui::{
    Color32, CornerRadius, Frame, Label, Panel, Rect, RichText, Role, ScrollArea, Sense, TextStyle, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use foeman_engine::display::{Board, Explained, NOBODY, Token};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_schema::grid::Points;

use super::ending;
use crate::campaign;
use crate::images::motion;
use crate::kit::paint::paint;
use crate::kit::{tokens, widgets};
use crate::play::Battle;
use crate::play::account;
use crate::shell::action::Actions;
use crate::shell::session::Now;
use crate::shell::view::Pane;
use foeman_scene::Viewport;
use foeman_scene::figure::{self, Emphasis};
use foeman_scene::grid::Grid;
use foeman_scene::theme::{self, GAP, ICON_SMALL, ROUND_SMALL, margin, palette, standing_out};

/// The height of the card in a high and in a low column, in points.
const HIGH: f32 = 140.0;
const LOW: f32 = 90.0;
/// The minimum height of a column for a high card, in points.
const TALL: f32 = 540.0;
/// The size of the figure's marker or image, in points.
const PICTURE: f32 = 44.0;
/// The height of the health bar, in points.
const BAR: f32 = 6.0;
/// The maximum length of a detail that is shown like a value, label and text, in characters.
const SHORT: usize = 16;

/// Draws the card. Its height does not depend on its content.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let height = if ui.available_height() >= TALL { HIGH } else { LOW };
    let frame = Frame::new().fill(palette(ui).panel).inner_margin(margin::SIDE);
    Panel::top("figure card").frame(frame).exact_size(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(2.0 * GAP, GAP);
        if let Some(token) = shown(now, battle) {
            of_token(ui, now, battle, token);
        } else {
            ScrollArea::vertical().auto_shrink([false, false]).id_salt("side card").show(ui, |ui| {
                of_side(ui, now, battle, actions);
            });
        }
    });
}

/// Returns the chosen figure, or else the acting one.
fn shown<'b>(now: &Now<'_>, battle: &'b Battle) -> Option<&'b Token> {
    let acting = match battle.seen().turn {
        Turn::Ask { actor, .. } => actor,
        _ => None,
    };
    let find = |id: u32| battle.board().tokens.iter().find(|token| token.id == id);
    now.play.highlight.and_then(find).or(acting.and_then(find))
}

fn of_token(ui: &mut Ui, now: &Now<'_>, battle: &Battle, token: &Token) {
    let colors = palette(ui);
    let board = battle.board();
    let side = board.sides.get(token.side).filter(|_| token.side != NOBODY);
    ui.horizontal_top(|ui| {
        picture(ui, now, board, token, PICTURE);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = GAP / 2.0;
            ui.spacing_mut().interact_size.y = 14.0;
            let name = widgets::styled(&token.name, TextStyle::Button, colors.strong).strong();
            ui.add(Label::new(name).truncate());
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(ICON_SMALL), Sense::hover());
                let color = tokens::side_color(board, token.side, colors);
                ui.painter().rect_filled(rect, ROUND_SMALL, standing_out(color, colors.panel));
                let name = side.map_or("No side", |side| side.name.as_str());
                ui.add(Label::new(RichText::new(name).small().color(colors.weak)).truncate());
            });
            health(ui, board, token);
        });
    });
    ScrollArea::vertical().auto_shrink([false, false]).id_salt(("figure card", token.id)).show(ui, |ui| {
        values(ui, battle, token);
    });
}

/// Draws the marker of a figure as on the map, with this size in points.
pub(crate) fn picture(ui: &mut Ui, now: &Now<'_>, board: &Board, token: &Token, size: f32) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    let text = format!("Marker of {}", token.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    let (Some(ground), Some(pack)) = (&board.ground, now.session.pack()) else { return };
    if !ui.is_rect_visible(rect) {
        return;
    }
    let pictures = motion::pictures(ui, now.session, pack);
    let alone = Token { cells: vec![[0, 0]], ..token.clone() };
    // The letters on a marker depend on the names of all figures.
    let others = board.tokens.iter().filter(|other| other.id != token.id).map(|other| Token {
        name: other.name.clone(),
        id: other.id,
        side: other.side,
        ..absent()
    });
    let tokens = others.chain([alone]).collect();
    let shown = Board { sides: board.sides.clone(), tokens, ..Board::default() };
    let grid = Grid::new(ground.geometry);
    let scale = size * 0.52;
    let origin = rect.center() - grid.center([0, 0]).to_vec2() * scale;
    let view = Viewport { grid, origin, scale, clip: rect, lines: false };
    let shapes = figure::figures(&view, &shown, palette(ui), Emphasis::default(), &pictures);
    paint(&ui.painter_at(rect.expand(2.0)), shapes);
    motion::go_on(ui, &pictures);
}

/// Returns a figure that is not on the board.
pub(crate) fn absent() -> Token {
    Token {
        id: u32::MAX,
        name: String::new(),
        side: NOBODY,
        cells: Vec::new(),
        facing: None,
        points: Points::default(),
        health: (1, 1),
        marks: Vec::new(),
        details: Vec::new(),
        active: true,
        images: Vec::new(),
    }
}

/// Draws the health as a thin bar with numbers.
fn health(ui: &mut Ui, board: &Board, token: &Token) {
    let colors = palette(ui);
    let (left, full) = token.health;
    let text = format!("{left} of {full}");
    let galley = widgets::one_line(ui, &text, TextStyle::Small, colors.text, 90.0);
    let size = vec2(ui.available_width(), galley.size().y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let told = format!("{}: {text} left", token.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
    let right = rect.right() - galley.size().x - 2.0 * GAP;
    let bar = Rect::from_min_max(
        pos2(rect.left(), rect.center().y - BAR / 2.0),
        pos2(right.max(rect.left() + BAR), rect.center().y + BAR / 2.0),
    );
    let round = CornerRadius::same(ROUND_SMALL);
    ui.painter().rect_filled(bar, round, colors.sunken);
    let share = (left.max(0) as f32 / full.max(1) as f32).clamp(0.0, 1.0);
    let filled = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
    let color = tokens::side_color(board, token.side, colors);
    ui.painter().rect_filled(filled, round, standing_out(color, colors.sunken));
    ui.painter().galley(pos2(rect.right() - galley.size().x, rect.top()), galley, colors.text);
}

/// Draws marks, values and details.
fn values(ui: &mut Ui, battle: &Battle, token: &Token) {
    let colors = palette(ui);
    let explained = battle.explained(token.id);
    let is_short = |(label, text): &&(String, String)| {
        label.chars().count() + text.chars().count() <= SHORT && explained.iter().all(|value| value.name != *label)
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for mark in &token.marks {
            widgets::badge(ui, mark, colors.warning);
        }
        for value in &explained {
            chip(ui, &value.name, &value.total.to_string(), colors.strong).on_hover_ui(|ui| terms(ui, value));
        }
        for (label, text) in token.details.iter().filter(is_short) {
            chip(ui, label, text, colors.strong);
        }
    });
    let long = |detail: &&(String, String)| !is_short(detail) && explained.iter().all(|value| value.name != detail.0);
    egui::Grid::new(("card details", token.id)).num_columns(2).spacing(vec2(2.0 * GAP, GAP / 2.0)).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        for (label, text) in token.details.iter().filter(long) {
            ui.label(RichText::new(label).small().color(colors.weak));
            ui.add(Label::new(RichText::new(text).small().color(colors.text)).wrap());
            ui.end_row();
        }
    });
}

/// Draws a value with its name, which is shortened if there is no room for it.
fn chip(ui: &mut Ui, name: &str, value: &str, color: Color32) -> egui::Response {
    let colors = palette(ui);
    let room = ui.max_rect().width() - 4.0 * GAP;
    let value_galley = widgets::one_line(ui, value, TextStyle::Small, color, room / 2.0);
    let name_galley = widgets::one_line(ui, name, TextStyle::Small, colors.weak, room - value_galley.size().x);
    let is_cut = name_galley.elided || value_galley.elided;
    let size = vec2(name_galley.size().x + value_galley.size().x + 4.0 * GAP, name_galley.size().y + GAP);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name} {value}")));
    if ui.is_rect_visible(rect) {
        ui.painter().rect_filled(rect, CornerRadius::same(theme::ROUND), colors.button);
        let at = rect.min + vec2(1.5 * GAP, GAP / 2.0);
        let next = at + vec2(name_galley.size().x + GAP, 0.0);
        ui.painter().galley(at, name_galley, colors.weak);
        ui.painter().galley(next, value_galley, color);
    }
    if is_cut { response.on_hover_text(format!("{name} {value}")) } else { response }
}

/// Draws the terms of a value in its tooltip.
fn terms(ui: &mut Ui, value: &Explained) {
    let colors = palette(ui);
    ui.label(RichText::new(format!("{} {}", value.name, value.total)).color(colors.strong));
    for (nth, term) in value.terms.iter().enumerate() {
        let number = if nth == 0 { term.value.to_string() } else { format!("{:+}", term.value) };
        ui.label(RichText::new(format!("{number}  {}", term.name)).color(colors.text));
    }
}

/// Draws the result, the clicked cell or side, or the resources of the active side.
fn of_side(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let colors = palette(ui);
    let board = battle.board();
    // Otherwise the inspector has them.
    let in_card = !now.session.view().shows(&Pane::Inspector);
    if let Some((battle, about, known)) = account::chosen(ui, now).filter(|_| in_card) {
        ui.label(RichText::new(&known.title).strong().color(colors.strong));
        account::body(ui, now, (battle, about, &known), actions);
        return;
    }
    let side = match battle.seen().turn {
        Turn::Over(_) => {
            // First, so that it is in sight in a low card.
            if let Some(saga) = now.play.saga() {
                campaign::go_on(ui, saga, actions);
            }
            ending::ui(ui, battle);
            return;
        }
        Turn::Ask { side: SideId(side), .. } => usize::from(side),
        Turn::Auto => NOBODY,
    };
    if let Some(side) = board.sides.get(side) {
        ui.label(RichText::new(&side.name).strong().color(colors.strong));
    }
    let own = || board.gauges.iter().filter(|gauge| gauge.side == side);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        for gauge in own() {
            chip(ui, &gauge.name, &gauge.value.to_string(), colors.strong);
        }
    });
    ui.label(RichText::new("Click a figure on the map to see its values").color(colors.weak));
}
