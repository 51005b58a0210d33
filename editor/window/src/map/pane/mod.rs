//! The map pane: viewing and painting a map, with the figures of its scenarios.

mod cursor;
pub(crate) mod options;
mod stamps;
mod tool;
mod trace;

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Color32, Id, Stroke, Ui, UiBuilder, Vec2, vec2};
use foeman_engine::display::{Board, Ground, TerrainView};
use foeman_schema::finding::Finding;
use foeman_schema::grid::Cells;
use foeman_schema::text::RecordKey;

use super::chart::{self, Chart};
use super::inks;
use super::layer::{Ink, Layer};
use super::showing::steps;
use super::strip::tool_buttons;
use super::tools::Tool;
use crate::images::motion;
use crate::kit::canvas::{Canvas, Drag, Terrain};
use crate::kit::icon::{Icon, severity_color};
use crate::kit::map_frame::MapFrame;
use crate::kit::options as kit_options;
use crate::kit::{tokens, widgets};
use crate::overlay;
use crate::overlay::bar as overlay_bar;
use crate::overlay::legend;
use crate::pack::index::sentence;
use crate::pack::{Pack, cache};
use crate::shell::action::{Action, Actions};
use crate::shell::kind::{Ground as Behind, PaneKind, Sample};
use crate::shell::session::{Now, Session};
use crate::shell::view::{Pane, Selection};
use crate::shell::workspace::Workspace;
use foeman_scene::figure::Emphasis;
use foeman_scene::theme::palette;
use foeman_scene::zone;

/// The colour of cells while terrain is hidden.
const BLANK: &str = "#a3a3a3";

/// The map pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Hex,
    ground: Behind::Whole,
    is: |pane| matches!(pane, Pane::Map(_)),
    title: title_of_record,
    exists: record_exists,
    ui: |ui, workspace, pane, actions| {
        if let Pane::Map(key) = pane {
            self::ui(ui, &workspace.now(), key, actions);
        }
    },
    aside: None,
    command: None,
    samples: &[
        Sample {
            name: "map:ID",
            about: "a map, as in map:pit",
            pack: "arena",
            example: "map:pit",
            show: |workspace, id| {
                workspace.perform_all(steps(&workspace.session, id)?);
                Ok(())
            },
        },
        Sample {
            name: "over-map:TOPIC/ID",
            about: "a map with an overlay of the rules, as in over-map:choke-points/pit",
            pack: "arena",
            example: "over-map:choke-points/pit",
            show: show_overlay,
        },
    ],
};

/// Returns the title of a pane's record.
pub(crate) fn title_of_record(session: &Session, pane: &Pane) -> String {
    let title = || Some(session.pack()?.index().title(pane.record()?).to_owned());
    title().unwrap_or_default()
}

/// Whether a pane's record exists.
pub(crate) fn record_exists(session: &Session, pane: &Pane) -> bool {
    let exists = || Some(session.pack()?.draft().contains(pane.record()?));
    exists().unwrap_or_default()
}

fn show_overlay(workspace: &mut Workspace, what: &str) -> Result<(), String> {
    overlay_bar::sample(workspace, what, steps)?;
    let middle = crate::map::on_top(&workspace.session).and_then(|map| {
        let chart = chart::read(workspace.pack()?, &map).ok()?;
        let hex = chart.terrain.ground.geometry.size().map(|count| count as i32 / 2);
        Some(Selection { hex: Some(hex), ..Selection::record(map) })
    });
    middle.into_iter().for_each(|selection| workspace.perform(Action::Select(selection)));
    Ok(())
}

fn ui(ui: &mut Ui, now: &Now<'_>, key: &RecordKey, actions: &mut Actions) {
    let Some(pack) = now.session.pack() else { return };
    let chart = match chart::chart(ui, pack, key) {
        Ok(chart) => chart,
        Err(reason) => {
            let text = format!("The map cannot be drawn: {reason}");
            widgets::empty_state(ui, Icon::Warning, "No picture of this map", &text, |ui| {
                if ui.button("Show its form").clicked() {
                    actions.push(Action::Select(Selection::record(key.clone())));
                }
            });
            return;
        }
    };
    let stroking = chart::is_stroking(ui, now.session);
    let setups = chart::setups_while_drawing(ui, now.session, pack, key);
    let setup = chart::shown_setup(now.session, key, &setups);
    let playable = setup.filter(|at| setups[*at].playable);
    let name = key.to_string();
    let tools = tool_buttons(ui, now, crate::map::commands::TOOLS);
    let frame = MapFrame::new(ui, &tools, legend::has_row(now.session));
    let shown = options::Shown { session: now.session, pack, key, chart: &chart, setups: &setups, setup };
    kit_options::ui(ui, frame.options, options::choices(ui, now, shown), actions);
    frame.strip(ui, tools, actions);
    let whole = ui;
    let ui = &mut whole.new_child(UiBuilder::new().max_rect(frame.map));
    let held = now.session.view().hand.held.is_some();
    let drag = if now.session.view().tool == Tool::Select && !held { Drag::Pans } else { Drag::Tool };
    let camera = now.session.view().camera(&name);
    let canvas =
        Canvas::new(ui, &name, camera, &chart.terrain.ground, drag, actions).with_lines(!now.session.view().gridless);
    let pictures = motion::pictures(ui, now.session, pack);
    let shown = veiled(ui, pack, now.session, key, &chart.terrain);
    canvas.ground(ui, &name, &shown, &pictures);
    trace::show(ui, &canvas, now.session, key);
    let colors = palette(ui);
    let board = setup.and_then(|at| setups[at].board.clone());
    let mut room = Room { session: now.session, key, chart: &chart, canvas: &canvas, actions };
    let asked = overlay::Scene {
        map: key,
        ground: &chart.terrain.ground,
        zones: &chart.zones,
        scenario: playable.map(|at| setups[at].scenario.as_str()),
        board: playable.and(board.as_deref()),
        chosen: None,
        pinned: room.cursor().filter(|_| now.session.view().tool == Tool::Select),
        here: tool::here(ui, &room),
        stroking,
    };
    let answer = overlay::answer(ui, now.session, &canvas, &asked);
    if let Some(answer) = &answer {
        overlay_bar::below(ui, &canvas, &name, answer);
    }
    let there = unhidden(now.session, board.as_deref().cloned().unwrap_or_default());
    let there = Board { ground: Some(shown.ground), ..there };
    tokens::ui(&canvas, &there, colors, Emphasis::default(), &pictures);
    motion::go_on(ui, &pictures);
    let scenario = setup.map(|at| setups[at].scenario.as_str());
    marks(ui, &canvas, pack, key, scenario);
    selected(&canvas, now.session, key, colors.accent);
    let told = tool::ui(ui, &mut room);
    cursor::ui(ui, &mut room, board.as_deref());
    let here = tool::here(ui, &room);
    canvas.overview(ui, &name, &chart.terrain, room.actions);
    if let Some(answer) = &answer {
        overlay_bar::above(ui, &canvas, answer);
    }
    caption(ui, &canvas, &chart, board.as_deref(), here, &told);
    let geometry = chart.terrain.ground.geometry;
    legend::show(ui, now.session, geometry, answer.as_ref(), frame.legend, actions);
}

/// Returns the board without its hidden layers.
pub(crate) fn unhidden(session: &Session, mut board: Board) -> Board {
    let hides = |layer| session.view().hidden.contains(&layer);
    if hides(Layer::Figures) {
        board.tokens.clear();
    }
    if hides(Layer::Items) {
        board.things.clear();
    }
    board
}

/// Returns the map without its hidden layers, cached until the pack changes.
pub(crate) fn veiled(ui: &Ui, pack: &Pack, session: &Session, key: &RecordKey, terrain: &Terrain) -> Terrain {
    let hides = |layer| session.view().hidden.contains(&layer);
    let (terrains, levels, zones) = (hides(Layer::Terrain), hides(Layer::Levels), hides(Layer::Zones));
    if !terrains && !levels && !zones {
        return terrain.clone();
    }
    let id = Id::unique(("veiled", key.to_string(), terrains, levels, zones));
    cache::kept(ui, pack, id, || {
        let mut ground = Ground::clone(&terrain.ground);
        if terrains {
            ground.terrains = vec![TerrainView { color: BLANK.to_owned(), ..TerrainView::default() }];
            ground.cells = Cells::filled(ground.geometry.size(), 0);
        }
        if levels {
            ground.levels = Cells::filled(ground.geometry.size(), 0);
        }
        if zones {
            ground.zones.clear();
        }
        Terrain { ground: Arc::new(ground) }
    })
}

/// The context for the map tools.
struct Room<'a> {
    session: &'a Session,
    key: &'a RecordKey,
    chart: &'a Chart,
    canvas: &'a Canvas,
    actions: &'a mut Actions,
}

impl Room<'_> {
    /// Returns the cell with the keyboard cursor.
    fn cursor(&self) -> Option<[i32; 2]> {
        let selection = self.session.view().selection().filter(|selection| selection.record == *self.key)?;
        selection.hex.filter(|cell| self.chart.terrain.ground.geometry.contains(*cell))
    }

    /// Returns the ink for the current layer.
    fn brush(&self) -> Option<Ink> {
        let view = self.session.view();
        match view.layer {
            Layer::Terrain => inks::brush(self.session, self.chart).map(Ink::Terrain),
            Layer::Levels => Some(Ink::Level(view.level)),
            Layer::Zones => Some(view.zone.clone().map_or(Ink::NoZone, Ink::Zone)),
            Layer::Figures | Layer::Items => None,
        }
    }
}

impl Room<'_> {
    /// Returns the inks for the current layer, each with its weight.
    fn inks(&self) -> Vec<(Ink, u32)> {
        let view = self.session.view();
        let mix = if view.layer == Layer::Terrain { inks::mix(self.session, self.chart) } else { Vec::new() };
        if mix.is_empty() {
            return self.brush().map(|ink| (ink, 1)).into_iter().collect();
        }
        mix.into_iter().map(|(id, share)| (Ink::Terrain(id), share)).collect()
    }
}

/// Marks the hexes with findings about a map or a scenario on it.
pub(crate) fn marks(ui: &Ui, canvas: &Canvas, pack: &Pack, key: &RecordKey, scenario: Option<&str>) {
    let colors = palette(ui);
    let playable = pack.draft().dialect().map_or("", |dialect| dialect.playable);
    let here = |finding: &&Finding| {
        let Some((record, _)) = finding.pointer.record() else { return false };
        record == *key || (record.catalog == playable && scenario == Some(record.id.as_str()))
    };
    let mut by_cell: BTreeMap<[i32; 2], Vec<&Finding>> = BTreeMap::new();
    for finding in pack.findings().iter().filter(here) {
        if let Some(cell) = finding.hex {
            by_cell.entry(cell).or_default().push(finding);
        }
    }
    let mut told: Vec<&Finding> = Vec::new();
    let pointer = ui.input(|input| input.pointer.hover_pos()).filter(|at| canvas.rect.contains(*at));
    for (cell, findings) in by_cell {
        let Some(severity) = findings.iter().map(|finding| finding.severity).max() else { continue };
        let color = severity_color(colors, severity);
        canvas.ring(cell, Stroke::new((canvas.scale() * 0.1).max(2.0), color));
        let side = (canvas.scale() * 0.5).clamp(12.0, 22.0);
        let at = canvas.center(cell) - vec2(0.0, canvas.scale() * 0.5);
        canvas.painter.circle_filled(at, 0.68 * side, colors.surface);
        Icon::of(severity).paint(&canvas.painter, egui::Rect::from_center_size(at, Vec2::splat(side)), color);
        if pointer.is_some_and(|at| canvas.grid.cell(canvas.to_grid(at)) == cell) {
            told.extend(findings);
        }
    }
    if !told.is_empty() {
        let text = told.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("\n");
        egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), Id::unique("marks"), egui::PopupAnchor::Pointer)
            .show(|ui| ui.label(text));
    }
}

fn selected(canvas: &Canvas, session: &Session, key: &RecordKey, color: Color32) {
    if let Some(cell) =
        session.view().selection().filter(|selection| selection.record == *key).and_then(|selection| selection.hex)
    {
        canvas.ring(cell, Stroke::new((canvas.scale() * 0.08).max(2.0), color));
    }
}

/// Draws the caption: the cell under the pointer, and the status of the tool.
fn caption(ui: &Ui, canvas: &Canvas, chart: &Chart, board: Option<&Board>, here: Option<[i32; 2]>, told: &str) {
    let token = here.and_then(|cell| tokens::on(board?, cell));
    let token = token.map(|token| format!("   {}", token.name)).unwrap_or_default();
    let told = if told.is_empty() { String::new() } else { format!("   {told}") };
    canvas.caption(ui, &(words(&chart.terrain.ground, here) + &token + &told));
}

/// Describes a cell of a map, or the whole map.
pub(crate) fn words(ground: &Ground, cell: Option<[i32; 2]>) -> String {
    let ([width, height], shape) = (ground.geometry.size(), ground.geometry.shape());
    let Some([col, row]) = cell else { return format!("{width} × {height} {}", shape.plural()) };
    let terrain = ground.terrain([col, row]).map_or("not in the legend", |terrain| &terrain.title);
    let level = Some(ground.level([col, row])).filter(|level| *level > 0);
    let level = level.map(|level| format!(", level {level}")).unwrap_or_default();
    let zones = Some(zone::words(ground, [col, row])).filter(|zones| !zones.is_empty());
    let zones = zones.map(|zones| format!("   {zones}")).unwrap_or_default();
    format!("{} {col},{row}   {terrain}{level}{zones}", sentence(shape.word()))
}
