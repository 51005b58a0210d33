//! The docked legend of the overlay: a list in the Layers pane, or a row below the map while that pane is closed.

use egui::{
    CornerRadius, Id, Label, Rect, Response, RichText, Role, Sense, Stroke, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use foeman_engine::map_query::Key;
use foeman_schema::grid::Geometry;

use super::Shown;
use super::view::OverlayView;
use crate::kit::focus;
use crate::kit::paint::paint;
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::view::Pane;
use foeman_scene::grid::Grid;
use foeman_scene::theme::{GAP, LINE, ROUND, palette};
use foeman_scene::{Viewport, overlay};

/// The radius of a hex in the legend, in points.
const SWATCH: f32 = 9.0;
/// The maximum width of the sentence in a row, as a share of the row.
const SENTENCE: f32 = 0.5;

/// The legend of the overlay on the shown map.
#[derive(Clone, PartialEq)]
struct Legend {
    geometry: Geometry,
    /// A sentence.
    text: String,
    keys: Vec<Key>,
}

impl Legend {
    /// Returns its text for screen readers.
    fn spoken(&self, folded: bool) -> String {
        let keys = if folded { &[] } else { self.keys.as_slice() };
        keys.iter().fold(self.text.clone(), |told, key| format!("{told}; {}", key.text))
    }
}

/// Whether the legend is a row below the map: an overlay is on, and the Layers pane does not show it.
pub(crate) fn has_row(session: &Session) -> bool {
    let view = session.view();
    let is_on = match (&view.overlay.value, view.overlay.topic) {
        (Some(_), _) => true,
        (None, Some(topic)) => super::def(session).is_some_and(|def| def.topics.contains(&topic)),
        (None, None) => false,
    };
    is_on && !view.is_on_top(&Pane::Layers)
}

/// Draws the legend below the map, or passes it to the Layers pane.
pub(crate) fn show(
    ui: &mut Ui,
    session: &Session,
    geometry: Geometry,
    shown: Option<&Shown>,
    place: Option<Rect>,
    actions: &mut Actions,
) {
    let legend = shown.map(|shown| {
        let (text, keys) = match &*shown.answer {
            Ok(overlay) => (overlay.text.clone(), overlay.keys.clone()),
            Err(reason) => (reason.clone(), Vec::new()),
        };
        let text = match &shown.line {
            Some(line) => {
                let ([_, to], word) = (line.ends, if line.blocked.is_some() { "blocked" } else { "clear" });
                format!("{text}; the line to {},{} is {word}", to[0], to[1])
            }
            None => text,
        };
        Legend { geometry, text, keys }
    });
    let id = kept();
    let before: Option<Legend> = ui.data(|data| data.get_temp::<Option<Legend>>(id)).flatten();
    if before != legend {
        ui.data_mut(|data| data.insert_temp(id, legend.clone()));
        // The Layers pane may have been drawn before the map.
        ui.ctx().request_repaint();
    }
    if let (Some(place), Some(legend)) = (place, legend) {
        row(ui, session, place, &legend, actions);
    } else if let Some(place) = place {
        ui.painter().rect_filled(place, 0, palette(ui).panel);
    }
}

fn kept() -> Id {
    Id::unique("docked legend")
}

/// Draws the legend as a list, if an overlay is on.
pub(crate) fn list(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let legend: Option<Legend> = ui.data(|data| data.get_temp::<Option<Legend>>(kept())).flatten();
    let Some(legend) = legend else { return };
    ui.add_space(GAP);
    ui.separator();
    widgets::section(ui, "OVERLAY");
    let folded = session.view().overlay.folded;
    let colors = palette(ui);
    let shown = ui.scope(|ui| {
        ui.add(Label::new(RichText::new(&legend.text).color(colors.strong)).wrap().selectable(false));
        if !folded {
            keys(ui, &legend);
        }
    });
    let response = ui.interact(shown.response.rect, Id::unique("legend in a list"), Sense::click());
    lit(ui, shown.response.rect, &response);
    fold(session, response, &legend, actions);
}

/// Draws each key with its colour and pattern.
fn keys(ui: &mut Ui, legend: &Legend) {
    let colors = palette(ui);
    for key in &legend.keys {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(2.0 * SWATCH), Sense::hover());
            mark(ui, legend, key, rect);
            ui.add(Label::new(RichText::new(&key.text).color(colors.text)).wrap().selectable(false));
        });
    }
}

/// Draws the legend in one line below the map; the tooltip has the full text.
fn row(ui: &mut Ui, session: &Session, place: Rect, legend: &Legend, actions: &mut Actions) {
    let colors = palette(ui);
    ui.painter().rect_filled(place, CornerRadius::ZERO, colors.panel);
    ui.painter().hline(place.x_range(), place.top() + 0.5, Stroke::new(LINE, colors.line));
    let painter = ui.painter().with_clip_rect(place);
    let (mut left, right) = (place.left() + 2.0 * GAP, place.right() - 2.0 * GAP);
    let middle = place.center().y;
    let shown = if session.view().overlay.folded { &[] } else { legend.keys.as_slice() };
    let text = |ui: &Ui, text: &str, color, left: f32, width: f32| {
        let galley = widgets::one_line(ui, text, TextStyle::Small, color, width);
        let end = left + galley.size().x;
        painter.galley(pos2(left, middle - galley.size().y / 2.0), galley, color);
        end
    };
    let share = if shown.is_empty() { 1.0 } else { SENTENCE };
    left = text(ui, &legend.text, colors.strong, left, (right - left) * share) + 3.0 * GAP;
    for (at, key) in shown.iter().enumerate() {
        let galley = widgets::one_line(ui, &key.text, TextStyle::Small, colors.text, f32::INFINITY);
        let width = 2.0 * SWATCH + GAP + galley.size().x;
        let is_last = at + 1 == shown.len();
        if left + width > right - if is_last { 0.0 } else { 5.0 * GAP } {
            text(ui, "…", colors.weak, left, 5.0 * GAP);
            break;
        }
        let square = Rect::from_center_size(pos2(left + SWATCH, middle), Vec2::splat(2.0 * SWATCH));
        mark(ui, legend, key, square);
        painter.galley(pos2(square.right() + GAP, middle - galley.size().y / 2.0), galley, colors.text);
        left += width + 3.0 * GAP;
    }
    let response = ui.interact(place, Id::unique("legend in a row"), Sense::click());
    lit(ui, place, &response);
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        ui.add(Label::new(RichText::new(&legend.text).color(colors.strong)).wrap());
        keys(ui, legend);
    });
    fold(session, response, legend, actions);
}

/// Draws the border of a legend that has the focus or is under the pointer.
fn lit(ui: &Ui, rect: Rect, legend: &egui::Response) {
    if legend.hovered() || legend.has_focus() {
        ui.painter().rect_stroke(rect, ROUND, focus::border(ui, legend, false), egui::StrokeKind::Outside);
    }
}

fn mark(ui: &Ui, legend: &Legend, key: &Key, rect: Rect) {
    let grid = Grid::new(legend.geometry);
    let origin = rect.center() - grid.center([0, 0]).to_vec2() * SWATCH;
    let clip = rect.expand2(vec2(SWATCH, SWATCH)).intersect(ui.clip_rect());
    let view = Viewport { grid, origin, scale: SWATCH, clip, lines: true };
    let mut shapes = Vec::new();
    overlay::swatch(&view, [0, 0], key.shade, &mut shapes);
    paint(ui.painter(), shapes);
}

/// Names the legend for screen readers; a click collapses it to its sentence.
fn fold(session: &Session, response: Response, legend: &Legend, actions: &mut Actions) {
    let view = &session.view().overlay;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, legend.spoken(view.folded)));
    if response.clicked() {
        actions.push(Action::Overlay(OverlayView { folded: !view.folded, ..view.clone() }));
    }
}
