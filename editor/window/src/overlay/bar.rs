//! Rules overlays on maps: their options, the marked cells, and a legend on a map.

use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Id, RichText, Shape, Ui};
use foeman_engine::display::{Board, Ground, TerrainView};
use foeman_engine::map_query::{MapQueryDef, Overlay, Topic};
use foeman_schema::catalogs::board::Pattern;
use foeman_schema::grid::{Cells, Geometry};
use foeman_schema::text::RecordKey;

use super::view::{OverlayView, Stands, Who};
use super::{Answer, Shown, values};
use crate::kit::basic;
use crate::kit::canvas::{Canvas, Terrain};
use crate::kit::options::{Choice, close};
use crate::kit::paint::{paint, triangles};
use crate::kit::picker::{self, Item, Picker};
use crate::pack::cache;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::workspace::Workspace;
use foeman_scene::theme::palette;
use foeman_scene::{Viewport, overlay};

/// The value for the selected figure.
const SELECTED: &str = "Selected figure";
/// The value for distances to the selected hex.
const TO_THE_HEX: &str = "To the hex";

/// The map and figures that overlays can refer to.
#[derive(Clone, Copy)]
pub(crate) struct Offer<'a> {
    /// The map.
    pub map: &'a RecordKey,
    /// The figures of the scenario, if it can be played.
    pub board: Option<&'a Board>,
    /// The map's terrain.
    pub ground: &'a Ground,
    /// The ids of its zones.
    pub zones: &'a [String],
}

/// Returns the options for the overlay and its subject.
pub(crate) fn choices<'a>(ui: &Ui, session: &'a Session, offer: Offer<'a>) -> Vec<Choice<'a>> {
    let (Some(pack), def) = (session.pack(), super::def(session)) else { return Vec::new() };
    let now = &session.view().overlay;
    let id = Id::unique(("values", offer.map.to_string()));
    let values = cache::kept(ui, pack, id, || Arc::new(values::offered(pack, offer.map)));
    let value = values.iter().find(|value| Some(&value.name) == now.value.as_ref());
    let name = value.map(|value| value.label.clone());
    let name = name.unwrap_or_else(|| now.topic.map_or("No overlay", Topic::name).to_owned());
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        let mut pick = |ui: &Ui, wanted: OverlayView| {
            actions.push(Action::Overlay(wanted));
            close(ui);
        };
        let is_none = now.topic.is_none() && now.value.is_none();
        if ui.selectable_label(is_none, "No overlay").clicked() {
            pick(ui, now.about(None));
        }
        for topic in def.iter().flat_map(|def| def.topics) {
            if ui.selectable_label(now.topic == Some(*topic), topic.name()).clicked() {
                pick(ui, now.about(Some(*topic)));
            }
        }
        ui.separator();
        for value in values.iter() {
            if ui.selectable_label(now.value.as_ref() == Some(&value.name), &value.label).clicked() {
                pick(ui, now.of_value(Some(value.name.clone())));
            }
        }
    };
    let keys = super::commands::NEXT.shown_keys(ui.ctx(), session);
    let keys = keys.map_or_else(String::new, |keys| format!(" ({keys})"));
    let help = format!("What the rules say about each hex{keys}, or a value of the ground");
    let mut choices = vec![Choice::list("Overlay", (6, 126.0), name, list).with_help(help).at_end()];
    let Some(def) = def else { return choices };
    match now.topic {
        None | Some(Topic::Narrows) => {}
        Some(Topic::Threat) => choices.push(sides(now, offer)),
        Some(topic) => {
            choices.push(who(session, def, now, offer));
            if topic == Topic::Distance {
                choices.push(zones(now, offer));
            } else {
                choices.extend(place(now, offer));
            }
        }
    }
    choices
}

fn sides<'a>(now: &'a OverlayView, offer: Offer<'a>) -> Choice<'a> {
    let sides = offer.board.map(|board| board.sides.as_slice()).unwrap_or_default();
    let name = sides.get(now.side).map_or("No side", |side| side.name.as_str());
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        for (at, side) in sides.iter().enumerate() {
            if ui.selectable_label(now.side == at, &side.name).clicked() {
                actions.push(Action::Overlay(OverlayView { side: at, ..now.clone() }));
                close(ui);
            }
        }
    };
    Choice::list("Side that threatens", (9, 130.0), name, list).at_end()
}

fn who<'a>(session: &'a Session, def: &'static MapQueryDef, now: &'a OverlayView, offer: Offer<'a>) -> Choice<'a> {
    let records = session.pack().and_then(|pack| pack.index().catalog(def.catalog));
    let records = records.map(|catalog| catalog.records.as_slice()).unwrap_or_default();
    let tokens = offer.board.map(|board| board.tokens.as_slice()).unwrap_or_default();
    let shown = match &now.who {
        Who::Chosen => None,
        Who::Token(id) => tokens.iter().find(|token| token.id == *id).map(|token| token.name.as_str()),
        Who::Imagined(id) => records.iter().find(|entry| entry.key.id == *id).map(|entry| entry.title.as_str()),
    };
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        let notes: Vec<String> = tokens.iter().map(|token| format!("figure {}", token.id + 1)).collect();
        let mut whos = vec![Who::Chosen];
        let chosen = now.who == Who::Chosen;
        let mut items = vec![Item { text: SELECTED, note: "or the one there", chosen }];
        for (token, note) in tokens.iter().zip(&notes) {
            whos.push(Who::Token(token.id));
            items.push(Item { text: &token.name, note, chosen: now.who == Who::Token(token.id) });
        }
        for entry in records {
            let who = Who::Imagined(entry.key.id.clone());
            items.push(Item { text: &entry.title, note: &entry.key.id, chosen: now.who == who });
            whos.push(who);
        }
        let list = Picker {
            id: Id::unique("overlay who"),
            shown: RichText::default(),
            width: 240.0,
            hint: "Search figures",
            foot: "Figures of the scenario first; others are hypothetical, on the hex".to_owned(),
            items,
            preview: None,
        };
        if let Some(who) = picker::list(ui, &list).and_then(|at| whos.into_iter().nth(at)) {
            actions.push(Action::Overlay(OverlayView { who, ..now.clone() }));
        }
    };
    Choice::list("Figure of the overlay", (9, 140.0), shown.unwrap_or(SELECTED), list).at_end()
}

fn place<'a>(now: &'a OverlayView, offer: Offer<'a>) -> Option<Choice<'a>> {
    if matches!(now.who, Who::Imagined(_)) || offer.board.is_none() {
        return None;
    }
    Some(
        Choice::widget("From the hovered hex", (10, 162.0), move |ui, actions| {
            let before = now.stands == Stands::OnTheHex;
            let mut moved = before;
            basic::check_box(ui, &mut moved, "From the hovered hex").on_hover_text("As if the figure were there");
            if moved != before {
                let stands = if moved { Stands::OnTheHex } else { Stands::WhereItStarts };
                actions.push(Action::Overlay(OverlayView { stands, ..now.clone() }));
            }
        })
        .at_end(),
    )
}

fn zones<'a>(now: &'a OverlayView, offer: Offer<'a>) -> Choice<'a> {
    let title = |id: &str| offer.zones.iter().position(|zone| zone == id).and_then(|at| offer.ground.zones.get(at));
    let name = now.zone.as_deref().and_then(title).map_or(TO_THE_HEX, |zone| zone.title.as_str());
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        let mut pick = |ui: &Ui, zone: Option<String>| {
            actions.push(Action::Overlay(OverlayView { zone, ..now.clone() }));
            close(ui);
        };
        if ui.selectable_label(now.zone.is_none(), TO_THE_HEX).clicked() {
            pick(ui, None);
        }
        for (id, zone) in offer.zones.iter().zip(&offer.ground.zones) {
            if ui.selectable_label(now.zone.as_ref() == Some(id), &zone.title).clicked() {
                pick(ui, Some(id.clone()));
            }
        }
    };
    Choice::list("Destination of distances", (10, 110.0), name, list).at_end()
}

/// A function that returns the actions that show a pane, by the id of its record.
type Show = fn(&Session, &str) -> Result<Vec<Action>, String>;

/// Shows a map or scenario with an overlay for a screenshot, given `TOPIC/ID`. Its first figure is selected.
pub(crate) fn sample(workspace: &mut Workspace, what: &str, show: Show) -> Result<(), String> {
    let names: Vec<String> = Topic::ALL.iter().map(|topic| topic.name().to_lowercase().replace(' ', "-")).collect();
    // Terrain values have their own names.
    if let Some((value, id)) = what.split_once('/').filter(|(value, _)| !names.iter().any(|name| name == value)) {
        workspace.perform_all(show(&workspace.session, id)?);
        let map = crate::map::on_top(&workspace.session);
        let values = workspace.pack().zip(map).map(|(pack, map)| values::offered(pack, &map)).unwrap_or_default();
        if values.iter().any(|known| known.name == value) {
            workspace.perform(Action::Overlay(OverlayView::default().of_value(Some(value.to_owned()))));
            return Ok(());
        }
    }
    let wrong = || format!("expected one of {} with an id, as in `reach/pit`, found `{what}`", names.join(", "));
    let (topic, id) = what.split_once('/').ok_or_else(wrong)?;
    let topic = Topic::ALL[names.iter().position(|name| name == topic).ok_or_else(wrong)?];
    workspace.perform_all(show(&workspace.session, id)?);
    let overlay = OverlayView { topic: Some(topic), side: 1, ..OverlayView::default() };
    workspace.perform(Action::Overlay(overlay));
    Ok(())
}

/// Draws the marked cells, below the figures.
pub(crate) fn below(ui: &Ui, canvas: &Canvas, name: &str, shown: &Shown) {
    let answer = &shown.answer;
    let Ok(overlay) = &**answer else { return };
    if canvas.is_far() {
        let (terrain, paints) = texels(ui, canvas, name, answer, overlay);
        canvas.bricks(ui, &format!("{name} overlay"), &terrain, &paints);
        return;
    }
    let (view, fine) = (canvas.view(), ui.pixels_per_point());
    let id = Id::unique(("overlay near", name));
    let kept: Option<(Answer, Viewport, f32, Arc<Mesh>)> = ui.data(|data| data.get_temp(id));
    let kept = kept.filter(|(before, seen, was, _)| Arc::ptr_eq(before, answer) && *seen == view && *was == fine);
    let mesh = match kept {
        Some((_, _, _, mesh)) => mesh,
        None => {
            let mesh = Arc::new(triangles(overlay::cells(&view, overlay), fine));
            ui.data_mut(|data| data.insert_temp(id, (Arc::clone(answer), view, fine, Arc::clone(&mesh))));
            mesh
        }
    };
    canvas.painter.add(Shape::mesh(mesh));
    paint(&canvas.painter, overlay::numbers(&view, overlay, palette(ui)));
}

/// Returns the cells as one texel each, for maps at a low zoom.
fn texels(ui: &Ui, canvas: &Canvas, name: &str, answer: &Answer, overlay: &Overlay) -> (Terrain, Vec<egui::Color32>) {
    let id = Id::unique(("overlay far", name));
    let kept: Option<(Answer, Terrain)> = ui.data(|data| data.get_temp(id));
    let terrain = match kept.filter(|(before, _)| Arc::ptr_eq(before, answer)) {
        Some((_, terrain)) => terrain,
        None => {
            let terrain = Terrain { ground: Arc::new(painted(canvas, overlay)) };
            ui.data_mut(|data| data.insert_temp(id, (Arc::clone(answer), terrain.clone())));
            terrain
        }
    };
    let mut paints: Vec<_> = overlay.keys.iter().map(|key| overlay::tint(key.shade)).collect();
    paints.push(egui::Color32::TRANSPARENT);
    (terrain, paints)
}

fn painted(canvas: &Canvas, overlay: &Overlay) -> Ground {
    let geometry: Geometry = *canvas.grid.geometry();
    let mut cells = Cells::filled(geometry.size(), u16::MAX);
    overlay.marks.iter().for_each(|mark| cells.set(mark.cell, mark.key.into()));
    let nothing = TerrainView {
        title: String::new(),
        color: String::new(),
        pattern: Pattern::Plain,
        closed: false,
        ..TerrainView::default()
    };
    Ground::new(geometry, vec![nothing; overlay.keys.len()], cells)
}

/// Draws the line of sight, above the figures.
pub(crate) fn above(ui: &Ui, canvas: &Canvas, shown: &Shown) {
    if let Some(line) = &shown.line {
        paint(&canvas.painter, overlay::line(&canvas.view(), line, palette(ui)));
    }
}
