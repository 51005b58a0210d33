//! The map dialogs that replace a terrain and generate random terrain.

use std::sync::Arc;

use egui::{DragValue, Grid, Id, Key, Label, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};
use foeman_schema::text::RecordKey;

use super::action::MapAction;
use super::dialog_state::{Chance, Maps, Replacing};
use super::layer::{Dab, Ink};
use crate::kit::basic;
use crate::kit::widgets;
use crate::pack::index::Listed;
use crate::shell::action::{Action, Actions, Answer};
use crate::shell::session::Session;
use foeman_scene::theme::{GAP, NO_COLOR, ROUND, palette, parse_color};

/// The width of a list of terrains, in points.
const LIST: f32 = 210.0;
/// The side of the preview, in points.
const PICTURE: f32 = 240.0;
/// The maximum number of cells across the preview; larger maps are shown in part.
const MOST: i32 = 120;

/// Returns the terrains available for a map.
fn terrains<'w>(session: &'w Session, map: &RecordKey) -> &'w [Listed] {
    let found = || {
        let pack = session.pack()?;
        Some(pack.index().catalog(foeman_scene::chart::terrains(pack.draft(), map)?)?.records.as_slice())
    };
    found().unwrap_or_default()
}

fn title<'w>(session: &'w Session, map: &RecordKey, id: &'w str) -> &'w str {
    terrains(session, map).iter().find(|entry| entry.key.id == id).map_or(id, |entry| entry.title.as_str())
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add(Label::new(widgets::styled(text, TextStyle::Heading, palette(ui).strong)).wrap());
    ui.add_space(2.0 * GAP);
}

/// Draws the dialog that replaces a terrain.
pub fn replace(ui: &mut Ui, session: &Session, asked: &Replacing, actions: &mut Actions) {
    let mut wanted = asked.clone();
    let shown = widgets::modal(ui, "replace terrain").show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        heading(ui, "Replace terrain");
        Grid::new("replace").num_columns(2).spacing(vec2(3.0 * GAP, 2.0 * GAP)).show(ui, |ui| {
            for (name, id) in [("Replace", &mut wanted.from), ("With", &mut wanted.to)] {
                let label = ui.label(name);
                let text = title(session, &asked.map, id).to_owned();
                let combo = basic::combo(("replace", name)).selected_text(text).width(LIST).truncate();
                let shown = combo.show_ui(ui, |ui| {
                    for entry in terrains(session, &asked.map) {
                        ui.selectable_value(id, entry.key.id.clone(), &entry.title);
                    }
                });
                shown.response.labelled_by(label.id);
                ui.end_row();
            }
        });
        ui.add_space(GAP);
        let this = session.pack().map_or("", |pack| pack.index().title(&asked.map));
        basic::radio(ui, &mut wanted.maps, Maps::This, format!("On {this}"));
        basic::radio(ui, &mut wanted.maps, Maps::All, "On all maps");
        ui.add_space(GAP);
        let [cells, maps] = asked.found;
        let told = match (asked.from == asked.to, cells) {
            (true, _) => "Choose a different terrain to replace it with".to_owned(),
            (_, 0) => "No cell has this terrain".to_owned(),
            (_, 1) => "1 cell of 1 map".to_owned(),
            (_, cells) => format!("{cells} cells of {maps} {}", if maps == 1 { "map" } else { "maps" }),
        };
        ui.label(RichText::new(told).color(palette(ui).weak));
        ui.add_space(3.0 * GAP);
        let ready = asked.from != asked.to && cells > 0;
        buttons(ui, "Replace", ready, MapAction::DoReplace, actions);
    });
    if wanted != *asked {
        actions.push(Action::Map(MapAction::Replacing(wanted)));
    }
    close(ui, shown.should_close(), actions);
}

/// Draws the dialog that generates random terrain, with a preview.
pub fn chance(ui: &mut Ui, session: &Session, asked: &Chance, actions: &mut Actions) {
    let mut wanted = asked.clone();
    let shown = widgets::modal(ui, "chance").show(ui.ctx(), |ui| {
        ui.set_width(560.0_f32.min(ui.ctx().content_rect().width() - 80.0));
        heading(ui, "Generate terrain");
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(270.0);
                weights(ui, session, asked, &mut wanted);
                Grid::new("chance").num_columns(2).spacing(vec2(3.0 * GAP, 2.0 * GAP)).show(ui, |ui| {
                    let label = ui.label("Patches");
                    let help = "Size of uniform patches in cells; with 1, each cell is random";
                    ui.add(DragValue::new(&mut wanted.patch).range(1..=64)).labelled_by(label.id).on_hover_text(help);
                    ui.end_row();
                    let label = ui.label("Seed");
                    ui.add(DragValue::new(&mut wanted.seed)).labelled_by(label.id);
                    if ui.button("Next").on_hover_text("Another seed").clicked() {
                        wanted.seed = wanted.seed.wrapping_add(1);
                    }
                    ui.end_row();
                });
            });
            picture(ui, session, asked);
        });
        ui.add_space(GAP);
        let whole = session.view().hand.area(&asked.map).is_empty();
        let told = format!("{} cells: {}", asked.cells, if whole { "the whole map" } else { "the selected area" });
        ui.label(RichText::new(told).color(palette(ui).weak));
        ui.add_space(3.0 * GAP);
        let ready = asked.weights.iter().any(|(_, weight)| *weight > 0);
        buttons(ui, "Generate", ready, MapAction::DoChance, actions);
    });
    if wanted != *asked {
        actions.push(Action::Map(MapAction::Chance(wanted)));
    }
    close(ui, shown.should_close(), actions);
}

/// Draws the terrains with their weights, and a list to add another.
fn weights(ui: &mut Ui, session: &Session, asked: &Chance, wanted: &mut Chance) {
    ui.label(RichText::new("Shares, from the lowest ground to the highest").color(palette(ui).weak));
    ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
        Grid::new("weights").num_columns(3).spacing(vec2(2.0 * GAP, GAP)).show(ui, |ui| {
            let mut up = None;
            for (at, (id, weight)) in wanted.weights.iter_mut().enumerate() {
                let label = ui.label(title(session, &asked.map, id));
                ui.add(DragValue::new(weight).range(0..=999)).labelled_by(label.id);
                let name = format!("Move {} up", title(session, &asked.map, id));
                if ui
                    .add_enabled_ui(at > 0, |ui| widgets::icon_button(ui, crate::kit::icon::Icon::Up, &name))
                    .inner
                    .clicked()
                {
                    up = Some(at);
                }
                ui.end_row();
            }
            if let Some(at) = up {
                wanted.weights.swap(at - 1, at);
            }
        });
    });
    let combo = basic::combo("one more").selected_text("Add a terrain").width(LIST);
    let shown = combo.show_ui(ui, |ui| {
        for entry in terrains(session, &asked.map) {
            let known = wanted.weights.iter().any(|(id, _)| *id == entry.key.id);
            if !known && ui.selectable_label(false, &entry.title).clicked() {
                wanted.weights.push((entry.key.id.clone(), 10));
            }
        }
    });
    shown.response.accessible_name("Add a terrain");
    ui.add_space(GAP);
}

/// Draws the preview, cached until the settings change.
fn picture(ui: &mut Ui, session: &Session, asked: &Chance) {
    type Kept = (Chance, Arc<Vec<Dab>>);
    let id = Id::unique("picture of chance");
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    let dabs = match kept.filter(|(kept, _)| kept == asked) {
        Some((_, dabs)) => dabs,
        None => {
            let dabs = Arc::new(super::generating::chanced(session, asked));
            ui.data_mut(|data| data.insert_temp::<Kept>(id, (asked.clone(), dabs.clone())));
            dabs
        }
    };
    let (field, _) = ui.allocate_exact_size(vec2(PICTURE, PICTURE), Sense::hover());
    ui.painter().rect_filled(field, ROUND, palette(ui).sunken);
    let Some(pack) = session.pack() else { return };
    let Some(written) = foeman_schema::regrid::written(pack.draft(), &asked.map) else { return };
    let Ok(geometry) = written.fit() else { return };
    let grid = foeman_scene::grid::Grid::new(geometry);
    let bounds = grid.bounds();
    let scale = (PICTURE - 12.0) / bounds.width().max(bounds.height());
    let every = (geometry.width().max(geometry.height()) as i32 / MOST).max(1);
    let catalog = foeman_scene::chart::terrains(pack.draft(), &asked.map).unwrap_or_default();
    let side = grid.length(geometry.lattice().pitch()) * scale * every as f32;
    for dab in dabs.iter() {
        let Ink::Terrain(terrain) = &dab.ink else { continue };
        let view = foeman_scene::chart::terrain(pack.draft(), catalog, terrain);
        let color = parse_color(&view.color).unwrap_or(NO_COLOR);
        for cell in dab.cells.iter().filter(|cell| cell[0] % every == 0 && cell[1] % every == 0) {
            let at = field.center() + (grid.center(*cell) - bounds.center()) * scale;
            ui.painter().rect_filled(Rect::from_center_size(at, side), 0, color);
        }
    }
}

fn buttons(ui: &mut Ui, name: &str, ready: bool, action: MapAction, actions: &mut Actions) {
    ui.horizontal(|ui| {
        let button = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, name)).inner;
        if ready && button.clicked() {
            actions.push(Action::Map(action));
        }
        if ui.button("Cancel").clicked() {
            actions.push(Action::Answer(Answer::Cancel));
        }
    });
}

fn close(ui: &Ui, closes: bool, actions: &mut Actions) {
    if closes || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Answer(Answer::Cancel));
    }
}
