//! The dialog that changes a map's size and geometry: size, cell shape, anchor and cost.

use egui::{
    Color32, DragValue, Grid, Key, Label, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use foeman_schema::grid::hex_layout::Tile;
use foeman_schema::grid::{MOST_CELLS_ACROSS, Shape, Shift, Stand};
use foeman_schema::regrid::{Anchor, Fallen, Side};

use super::action::MapAction;
use super::chart;
use super::dialog_state::{Cost, Reshape};
use crate::kit::basic;
use crate::kit::focus;
use crate::kit::widgets;
use crate::pack::index::{capitalised, sentence};
use crate::shell::action::{Action, Actions, Answer};
use crate::shell::session::Session;
use foeman_scene::chart::Form;
use foeman_scene::theme::{EDGE, GAP, RING, ROUND, alpha, palette};

/// The width of the dialog, in points.
const WIDTH: f32 = 520.0;
/// The side of the anchor selector, in points.
const FIELD: f32 = 150.0;
/// The width of a drop-down list, in points.
const LIST: f32 = 190.0;
/// The maximum number of affected things listed by name.
const NAMED: usize = 8;

/// Draws the dialog.
pub fn ui(ui: &mut Ui, session: &Session, asked: &Reshape, actions: &mut Actions) {
    let mut wanted = asked.clone();
    let shown = widgets::modal(ui, "geometry").show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 80.0));
        let title = session.pack().map_or("", |pack| pack.index().title(&asked.map));
        let heading = format!("Resize {title}");
        ui.add(Label::new(widgets::styled(heading, TextStyle::Heading, palette(ui).strong)).wrap());
        ui.add_space(2.0 * GAP);
        ui.horizontal_top(|ui| {
            Grid::new("geometry").num_columns(2).spacing(vec2(3.0 * GAP, 2.0 * GAP)).show(ui, |ui| {
                numbers(ui, &mut wanted);
                cells(ui, &mut wanted);
                fill(ui, session, &mut wanted);
            });
            ui.add_space(4.0 * GAP);
            ui.vertical(|ui| {
                ui.label(RichText::new("Anchor").color(palette(ui).weak));
                anchor(ui, &mut wanted);
            });
        });
        ui.add_space(2.0 * GAP);
        cost(ui, &mut wanted);
        ui.add_space(3.0 * GAP);
        buttons(ui, asked, actions);
    });
    if wanted != *asked {
        actions.push(Action::Map(MapAction::Reshape(Box::new(wanted))));
    }
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

fn numbers(ui: &mut Ui, wanted: &mut Reshape) {
    for (axis, name) in ["Columns", "Rows"].into_iter().enumerate() {
        let label = ui.label(name);
        let drag = DragValue::new(&mut wanted.new.size[axis]).range(1..=MOST_CELLS_ACROSS).speed(0.1);
        let drag = ui.add_sized([LIST, foeman_scene::theme::ROW], drag).labelled_by(label.id);
        if axis == 0 && ui.memory(|memory| memory.focused().is_none()) {
            drag.request_focus();
        }
        ui.end_row();
    }
}

fn cells(ui: &mut Ui, wanted: &mut Reshape) {
    let shapes = [(Shape::Hex, "Hexes"), (Shape::Square, "Squares")];
    choice(ui, "Cells", &mut wanted.new.shape, &shapes);
    let stands = [(Stand::Edge, "On an edge"), (Stand::Vertex, "On a vertex")];
    choice(ui, "Orientation", &mut wanted.new.stand, &stands);
    let fitting = Tile::of(wanted.new.shape, wanted.new.stand).shifts();
    if wanted.shift.is_some_and(|shift| !fitting.contains(&Some(shift))) {
        wanted.shift = None;
    }
    wanted.new.vertex_neighbours &= wanted.new.shape == Shape::Square;
    if fitting != [None] {
        let kept = wanted.regrid().geometry.fit().ok().and_then(|geometry| geometry.shift());
        let automatic = kept.map_or_else(|| "Automatic".to_owned(), |shift| format!("Automatic: {}", words(shift)));
        let mut shifts: Vec<(Option<Shift>, String)> = vec![(None, automatic)];
        shifts.extend(fitting.iter().flatten().map(|shift| (Some(*shift), words(*shift))));
        let shifts: Vec<(Option<Shift>, &str)> = shifts.iter().map(|(shift, words)| (*shift, words.as_str())).collect();
        choice(ui, "Shifted", &mut wanted.shift, &shifts);
    }
    if wanted.new.shape == Shape::Square {
        ui.label("Neighbours");
        basic::check_box(ui, &mut wanted.new.vertex_neighbours, "Across corners too");
        ui.end_row();
    }
}

fn words(shift: Shift) -> String {
    sentence(shift.word()).to_lowercase().replace('-', " ")
}

fn choice<T: PartialEq + Copy>(ui: &mut Ui, name: &str, value: &mut T, all: &[(T, &str)]) {
    let label = ui.label(name);
    let text = all.iter().find(|(one, _)| one == value).map_or("", |(_, words)| *words);
    let combo = basic::combo(("geometry", name)).selected_text(text).width(LIST).truncate();
    let shown = combo.show_ui(ui, |ui| {
        for (one, words) in all {
            ui.selectable_value(value, *one, *words);
        }
    });
    shown.response.labelled_by(label.id);
    ui.end_row();
}

fn fill(ui: &mut Ui, session: &Session, wanted: &mut Reshape) {
    let chart = session.pack().and_then(|pack| chart::chart(ui, pack, &wanted.map).ok());
    // In a map with a fill terrain, new cells have that terrain.
    let legend = chart.filter(|chart| chart.form == Form::Rows).map(|chart| chart.legend).unwrap_or_default();
    if legend.is_empty() {
        return;
    }
    let terrains: Vec<(char, &str)> = legend.iter().map(|paint| (paint.key, paint.title.as_str())).collect();
    choice(ui, "New cells", &mut wanted.fill, &terrains);
}

/// Draws the anchor selector: nine buttons over a preview of the old map in the new one.
fn anchor(ui: &mut Ui, wanted: &mut Reshape) {
    let colors = palette(ui);
    let (field, _) = ui.allocate_exact_size(Vec2::splat(FIELD), Sense::hover());
    ui.painter().rect_filled(field, ROUND, colors.sunken);
    frames(ui, field, wanted);
    for (row, down) in Side::ALL.into_iter().enumerate() {
        for (column, across) in Side::ALL.into_iter().enumerate() {
            let one = Anchor { across, down };
            let at = pos2(column as f32 + 0.5, row as f32 + 0.5).to_vec2() * (FIELD / 3.0);
            let square = Rect::from_center_size(field.min + at, Vec2::splat(26.0));
            let name = format!("Keep the {} in place", part(one));
            let response = ui.interact(square, ui.scope_id().with(("anchor", row, column)), Sense::click());
            let on = wanted.anchor == one;
            response.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, on, &name));
            let edge = if response.has_focus() || response.hovered() { colors.strong } else { colors.outline };
            let inside = if on { colors.accent } else { colors.surface };
            ui.painter().circle(square.center(), 8.0, inside, Stroke::new(EDGE, edge));
            focus::ring(ui, square, &response);
            if on {
                ui.painter().circle_filled(square.center(), 3.0, colors.on_accent);
            }
            if response.on_hover_text(name).clicked() {
                wanted.anchor = one;
            }
        }
    }
}

/// Returns the name of the part of a map that an anchor keeps in place.
fn part(anchor: Anchor) -> String {
    let across = ["left", "middle", "right"][Side::ALL.iter().position(|side| *side == anchor.across).unwrap_or(0)];
    match anchor.down {
        Side::First => format!("upper {across}"),
        Side::Middle if anchor.across == Side::Middle => "middle".to_owned(),
        Side::Middle => format!("middle {across}"),
        Side::Last => format!("lower {across}"),
    }
}

/// Draws the outline of the new map around the filled old one.
fn frames(ui: &Ui, field: Rect, wanted: &Reshape) {
    let colors = palette(ui);
    let [old, new] = [wanted.old.size, wanted.new.size].map(|size| vec2(size[0] as f32, size[1] as f32));
    let [right, down] = wanted.anchor.offset(wanted.old.size, wanted.new.size);
    let offset = vec2(right as f32, down as f32);
    let both = Rect::from_min_size(offset.to_pos2(), old).union(Rect::from_min_size(pos2(0.0, 0.0), new));
    let scale = (FIELD - 16.0) / both.width().max(both.height());
    let place = |at: Vec2, size: Vec2| {
        let middle = field.center() + (at + size / 2.0 - both.center().to_vec2()) * scale;
        Rect::from_center_size(middle, size * scale)
    };
    ui.painter().rect_filled(place(offset, old), 0, colors.accent.gamma_multiply(alpha::LIGHT));
    let edge = Stroke::new(RING, colors.accent);
    ui.painter().rect(place(Vec2::ZERO, new), 0, Color32::TRANSPARENT, edge, StrokeKind::Middle);
}

fn cost(ui: &mut Ui, wanted: &mut Reshape) {
    let colors = palette(ui);
    let told = |ui: &mut Ui, text: String, color: Color32| {
        ui.add(Label::new(RichText::new(text).color(color)).wrap());
    };
    let Cost { lost, fallen, emptied, changes } = match &wanted.cost {
        Ok(cost) => cost.clone(),
        Err(why) => return told(ui, capitalised(why), colors.error),
    };
    if !changes {
        told(ui, "No changes yet".to_owned(), colors.weak);
    }
    if lost > 0 {
        let cells = if lost == 1 { "1 cell is".to_owned() } else { format!("{lost} cells are") };
        told(ui, format!("{cells} cut off"), colors.warning);
    }
    if !emptied.is_empty() {
        told(ui, format!("No cells left in {}", listed(&emptied)), colors.warning);
    }
    if !fallen.is_empty() {
        told(ui, format!("Placed outside the new map: {}", listed(&fallen)), colors.warning);
        ui.add_space(GAP);
        for (one, text) in [
            (Fallen::Move, "Move it to the nearest free cell"),
            (Fallen::Remove, "Remove it from the map"),
            (Fallen::Leave, "Keep it; Problems will report it"),
        ] {
            basic::radio(ui, &mut wanted.fallen, one, text);
        }
    }
}

fn listed(all: &[String]) -> String {
    match all.len().saturating_sub(NAMED) {
        0 => all.join(", "),
        more => format!("{} and {more} more", all[..NAMED].join(", ")),
    }
}

fn buttons(ui: &mut Ui, asked: &Reshape, actions: &mut Actions) {
    ui.horizontal(|ui| {
        let ready = asked.cost.as_ref().is_ok_and(|cost| cost.changes);
        let button = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, "Resize map")).inner;
        if ready && button.clicked() {
            actions.push(Action::Map(MapAction::DoReshape));
        }
        if ui.button("Cancel").clicked() {
            actions.push(Action::Answer(Answer::Cancel));
        }
    });
}
