//! A map: looking at it, painting it, and the figures of the scenarios fought on it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{
    Color32, ComboBox, Frame, Id, Margin, PointerButton, Pos2, RichText, Sense, Stroke, TextStyle, Ui, Vec2, vec2,
};
use foeman_rules::told::{Board, Ground};
use foeman_schema::dialect::RecordView;
use foeman_schema::finding::Finding;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use super::super::action::{Action, Actions};
use super::super::canvas::{Canvas, Drag};
use super::super::chart::{self, Chart, StartingBoard};
use super::super::commands;
use super::super::icon::{Icon, severity_color};
use super::super::index::sentence;
use super::super::pack::Pack;
use super::super::paint::paint;
use super::super::tokens;
use super::super::view::{Pane, Selection, Tool};
use super::super::widgets;
use super::super::workspace::Workspace;
use super::kind::{Ground as Behind, PaneKind, Sample};
use crate::scene::grid::Grid;
use crate::scene::{Viewport, ground, zone};
use crate::theme::{GAP, ROW, palette};

/// A map.
pub static PANE: PaneKind = PaneKind {
    icon: Icon::Hex,
    ground: Behind::Whole,
    is: |pane| matches!(pane, Pane::Map(_)),
    title: title_of_record,
    exists: record_exists,
    ui: |ui, workspace, pane, actions| {
        if let Pane::Map(key) = pane {
            self::ui(ui, workspace, key, actions);
        }
    },
    aside: None,
    command: None,
    samples: &[Sample { name: "map:ID", about: "a map, as in map:pit", pack: "arena", example: "map:pit", show }],
};

/// Room that the choice of figures needs with its label, in points.
const FIGURES: f32 = 290.0;

/// Radius of a hex in the palette, in points.
const SWATCH: f32 = 10.0;

/// The title of the record that a pane is about.
pub(super) fn title_of_record(workspace: &Workspace, pane: &Pane) -> String {
    let title = || Some(workspace.pack()?.index().title(pane.record()?).to_owned());
    title().unwrap_or_default()
}

/// Whether the record that a pane is about is there.
pub(super) fn record_exists(workspace: &Workspace, pane: &Pane) -> bool {
    let exists = || Some(workspace.pack()?.draft().contains(pane.record()?));
    exists().unwrap_or_default()
}

fn show(workspace: &mut Workspace, id: &str) -> Result<(), String> {
    let key = find(workspace, id).ok_or_else(|| format!("there is no map `{id}`"))?;
    workspace.perform(Action::Show(Pane::Map(key.clone())));
    workspace.perform(Action::Select(Selection::record(key)));
    Ok(())
}

fn find(workspace: &Workspace, id: &str) -> Option<RecordKey> {
    let catalogs = &workspace.pack()?.index().catalogs;
    let maps = catalogs.iter().filter(|catalog| catalog.def.view == RecordView::Map);
    maps.flat_map(|catalog| &catalog.records).find(|entry| entry.key.id == id).map(|entry| entry.key.clone())
}

/// Draws the map of a record.
fn ui(ui: &mut Ui, workspace: &Workspace, key: &RecordKey, actions: &mut Actions) {
    let Some(pack) = workspace.pack() else { return };
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
    let setups = chart::setups(ui, pack, workspace.registry(), key);
    let setup = bar(ui, workspace, pack, key, &chart, &setups, actions);
    let name = key.to_string();
    let drag = if workspace.view().tool == Tool::Select { Drag::Pans } else { Drag::Tool };
    let camera = workspace.view().camera(&name);
    let canvas = Canvas::new(ui, &name, camera, &chart.terrain.ground, drag, actions);
    canvas.ground(ui, &name, &chart.terrain);
    let colors = palette(ui);
    let board = setup.and_then(|at| setups[at].board.clone());
    let there = board.as_deref().cloned().unwrap_or_default();
    let there = Board { ground: Some(Arc::clone(&chart.terrain.ground)), ..there };
    tokens::ui(&canvas, &there, colors, None, None);
    let scenario = setup.map(|at| setups[at].scenario.as_str());
    marks(ui, &canvas, pack, key, scenario);
    selected(&canvas, workspace, key, colors.accent);
    use_tool(ui, workspace, key, &chart, &canvas, actions);
    under_pointer(ui, &canvas, &chart, board.as_deref());
}

/// The tools, the palette and the choice of figures; returns which setup is shown.
fn bar(
    ui: &mut Ui,
    workspace: &Workspace,
    pack: &Pack,
    key: &RecordKey,
    chart: &Chart,
    setups: &Arc<Vec<StartingBoard>>,
    actions: &mut Actions,
) -> Option<usize> {
    let colors = palette(ui);
    let frame = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(8, 5));
    frame
        .show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for command in commands::map::TOOLS {
                    let Some(icon) = command.icon else { continue };
                    let keys = command.keys.first().map(|keys| ui.ctx().format_shortcut(keys)).unwrap_or_default();
                    let on = command.on.is_some_and(|on| on(workspace));
                    if tool_button(ui, icon, command.name, &keys, on).clicked() {
                        actions.extend((command.action)(workspace));
                    }
                }
                ui.separator();
                legend(ui, workspace, chart, actions);
                ui.separator();
                figures(ui, workspace, pack, key, setups, actions)
            })
            .inner
        })
        .inner
}

fn tool_button(ui: &mut Ui, icon: Icon, name: &str, keys: &str, on: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ROW + 2.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, on, name));
    let colors = palette(ui);
    let visuals = ui.style().interact_selectable(&response, on);
    if on || response.hovered() || response.has_focus() {
        ui.painter().rect(
            rect,
            visuals.corner_radius,
            visuals.weak_bg_fill,
            visuals.bg_stroke,
            egui::StrokeKind::Inside,
        );
    }
    let square = egui::Rect::from_center_size(rect.center(), Vec2::splat(15.0));
    icon.paint(ui.painter(), square, if on { colors.accent } else { colors.text });
    response.on_hover_text(format!("{name} ({keys})"))
}

/// The terrains that can be painted.
fn legend(ui: &mut Ui, workspace: &Workspace, chart: &Chart, actions: &mut Actions) {
    let colors = palette(ui);
    let painting = workspace.view().tool == Tool::Paint;
    let brush = brush(workspace, chart);
    for (kind, paint) in chart.legend.iter().enumerate() {
        let chosen = painting && brush == Some(paint.key);
        let galley = ui.painter().layout_no_wrap(paint.title.clone(), TextStyle::Body.resolve(ui.style()), colors.text);
        let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 36.0, ROW + 2.0), Sense::click());
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, format!("Paint {}", paint.title))
        });
        let ground = if chosen {
            colors.selected
        } else if response.hovered() {
            colors.hover
        } else {
            Color32::TRANSPARENT
        };
        let edge = if chosen || response.has_focus() { colors.accent } else { Color32::TRANSPARENT };
        ui.painter().rect(rect, 5, ground, Stroke::new(1.0, edge), egui::StrokeKind::Inside);
        let sample = egui::pos2(rect.left() + 15.0, rect.center().y);
        swatch(ui, &chart.terrain.ground, kind, sample);
        ui.painter().galley(
            egui::pos2(rect.left() + 28.0, rect.center().y - galley.size().y / 2.0),
            galley,
            colors.text,
        );
        if response
            .on_hover_text(format!("Paint {} (`{}` in the rows)", paint.title.to_lowercase(), paint.key))
            .clicked()
        {
            actions.push(Action::Brush(paint.key));
        }
    }
    if chart.legend.is_empty() {
        ui.weak("The legend is empty: add terrains to it in the inspector");
    }
}

/// A hex as it looks on the map.
fn swatch(ui: &Ui, ground: &Ground, kind: usize, at: Pos2) {
    let grid = Grid::new(ground.geometry);
    let origin = at - grid.center([0, 0]).to_vec2() * SWATCH;
    let view = Viewport { grid, origin, scale: SWATCH, clip: ui.clip_rect() };
    let mut shapes = Vec::new();
    ground::sample(&view, ground, kind, palette(ui), &mut shapes);
    paint(ui.painter(), shapes);
}

fn brush(workspace: &Workspace, chart: &Chart) -> Option<char> {
    let wanted = workspace.view().brush;
    let known = wanted.filter(|key| chart.legend.iter().any(|paint| paint.key == *key));
    known.or_else(|| chart.legend.first().map(|paint| paint.key))
}

/// The choice of a scenario whose figures are shown.
fn figures(
    ui: &mut Ui,
    workspace: &Workspace,
    pack: &Pack,
    key: &RecordKey,
    setups: &Arc<Vec<StartingBoard>>,
    actions: &mut Actions,
) -> Option<usize> {
    if setups.is_empty() {
        ui.label(RichText::new("No scenario uses this map").color(palette(ui).weak));
        return None;
    }
    // Until somebody has chosen, those of the first scenario.
    let now = match workspace.view().figures(key) {
        Some(scenario) => scenario.and_then(|id| setups.iter().position(|setup| setup.scenario == id)),
        None => Some(0),
    };
    let mut chosen = now;
    let title = |setup: &StartingBoard| {
        let playable = pack.draft().dialect().map_or("", |dialect| dialect.playable);
        let title = pack.index().title(&RecordKey::new(playable, &setup.scenario)).to_owned();
        if setup.playable { title } else { format!("{title} (has problems)") }
    };
    let text = chosen.map_or_else(|| "None".to_owned(), |at| title(&setups[at]));
    if ui.available_size_before_wrap().x < FIGURES {
        ui.end_row();
    }
    let label = ui.label(RichText::new("Figures of").color(palette(ui).weak)).id;
    let id = Id::unique(("figures", key.to_string()));
    let combo = ComboBox::from_id_salt(id).selected_text(&text).width(170.0).truncate();
    let shown = combo.show_ui(ui, |ui| {
        for (at, setup) in setups.iter().enumerate() {
            ui.selectable_value(&mut chosen, Some(at), title(setup));
        }
        ui.selectable_value(&mut chosen, None, "None");
    });
    widgets::whole_on_hover(ui, &shown.response, &text);
    shown.response.labelled_by(label);
    if chosen != now {
        actions.push(Action::Figures(key.clone(), chosen.map(|at| setups[at].scenario.clone())));
    }
    chosen
}

/// Marks the hexes that findings about a map, or about a scenario on it, are about.
pub(super) fn marks(ui: &Ui, canvas: &Canvas, pack: &Pack, key: &RecordKey, scenario: Option<&str>) {
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

fn selected(canvas: &Canvas, workspace: &Workspace, key: &RecordKey, color: Color32) {
    if let Some(cell) =
        workspace.view().selection().filter(|selection| selection.record == *key).and_then(|selection| selection.hex)
    {
        canvas.ring(cell, Stroke::new((canvas.scale() * 0.08).max(2.0), color));
    }
}

fn use_tool(ui: &Ui, workspace: &Workspace, key: &RecordKey, chart: &Chart, canvas: &Canvas, actions: &mut Actions) {
    let space = ui.input(|input| input.key_down(egui::Key::Space));
    match workspace.view().tool {
        Tool::Select => {
            if canvas.response.clicked()
                && let Some(cell) = canvas.response.interact_pointer_pos().and_then(|at| canvas.cell_at(at))
            {
                actions.push(Action::Select(Selection { record: key.clone(), field: Vec::new(), hex: Some(cell) }));
            }
        }
        Tool::Pick => {
            aim(ui, canvas);
            if canvas.response.clicked()
                && let Some(paint) = canvas.response.interact_pointer_pos().and_then(|at| paint_at(chart, canvas, at))
            {
                actions.push(Action::Brush(paint));
            }
        }
        Tool::Paint => {
            aim(ui, canvas);
            if let Some(cell) = canvas.hovered() {
                canvas.ring(cell, Stroke::new(2.0, palette(ui).accent));
            }
            if !space {
                stroke(ui, workspace, key, chart, canvas, actions);
            }
        }
    }
}

/// Shows that a click will do something to a hex.
fn aim(ui: &Ui, canvas: &Canvas) {
    if canvas.response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Crosshair);
    }
}

/// Paints along the way the pointer has gone since the last frame.
fn stroke(ui: &Ui, workspace: &Workspace, key: &RecordKey, chart: &Chart, canvas: &Canvas, actions: &mut Actions) {
    let response = &canvas.response;
    let id = Id::unique(("stroke", key.to_string()));
    let down =
        response.is_pointer_button_down_on() && ui.input(|input| input.pointer.button_down(PointerButton::Primary));
    let painting = down || response.clicked() || response.drag_stopped_by(PointerButton::Primary);
    let before: Option<Pos2> = ui.data(|data| data.get_temp(id));
    let Some(brush) = brush(workspace, chart) else { return };
    if let Some(now) = response.interact_pointer_pos().filter(|_| painting) {
        let cells = cells_between(canvas, before.unwrap_or(now), now);
        let cells: Vec<[u32; 2]> = cells
            .into_iter()
            .filter(|&cell| key_of(chart, cell) != Some(brush))
            .map(|cell| cell.map(|n| n as u32))
            .collect();
        if !cells.is_empty() {
            actions.push(Action::Paint(key.clone(), cells, brush));
        }
        ui.data_mut(|data| data.insert_temp(id, now));
    }
    if before.is_some() && !down {
        ui.data_mut(|data| data.remove::<Pos2>(id));
        actions.push(Action::Settle);
    }
}

fn cells_between(canvas: &Canvas, from: Pos2, to: Pos2) -> BTreeSet<[i32; 2]> {
    let steps = ((to - from).length() / (canvas.scale() * 0.4)).ceil().max(1.0) as usize;
    (0..=steps).filter_map(|step| canvas.cell_at(from.lerp(to, step as f32 / steps as f32))).collect()
}

fn paint_at(chart: &Chart, canvas: &Canvas, at: Pos2) -> Option<char> {
    key_of(chart, canvas.cell_at(at)?)
}

fn key_of(chart: &Chart, cell: Cell) -> Option<char> {
    chart.legend.get(chart.terrain.ground.kind(cell)?).map(|paint| paint.key)
}

/// Says what is under the pointer, in the corner.
fn under_pointer(ui: &Ui, canvas: &Canvas, chart: &Chart, board: Option<&Board>) {
    let token = canvas.hovered().and_then(|cell| tokens::on(board?, cell));
    let token = token.map(|token| format!("   {}", token.name)).unwrap_or_default();
    canvas.caption(ui, &(words(&chart.terrain.ground, canvas.hovered()) + &token));
}

/// What is known of a cell of a map, or of the whole map.
pub(super) fn words(ground: &Ground, cell: Option<[i32; 2]>) -> String {
    let ([width, height], shape) = (ground.geometry.size(), ground.geometry.shape());
    let Some([col, row]) = cell else { return format!("{width} × {height} {}", shape.plural()) };
    let terrain = ground.terrain([col, row]).map_or("not in the legend", |terrain| &terrain.title);
    let level = Some(ground.level([col, row])).filter(|level| *level > 0);
    let level = level.map(|level| format!(", level {level}")).unwrap_or_default();
    let zones = Some(zone::words(ground, [col, row])).filter(|zones| !zones.is_empty());
    let zones = zones.map(|zones| format!("   {zones}")).unwrap_or_default();
    format!("{} {col},{row}   {terrain}{level}{zones}", sentence(shape.word()))
}
