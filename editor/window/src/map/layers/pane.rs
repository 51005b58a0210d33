//! The Layers pane.

use egui::{Frame, ScrollArea, Ui};
use foeman_schema::text::RecordKey;

use super::{TerrainList, cell_heading, fact, findings_at, layer_switches, levels, zones};
use crate::kit::icon::Icon;
use crate::kit::{tokens, widgets};
use crate::map::chart;
use crate::map::layer::Layer;
use crate::map::{sample, shares};
use crate::overlay::legend;
use crate::pack::Pack;
use crate::scenario;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu, ctrl_shift};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::{Now, Session};
use crate::shell::view::{Pane, Selection};
use foeman_scene::theme::GAP;
use foeman_scene::zone;

/// The maximum height of the part about the selected cell, as a share of the pane.
const BELOW: f32 = 0.45;

/// The Layers pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Layers,
    ground: Ground::Panel,
    is: |pane| *pane == Pane::Layers,
    title: |_, _| "Layers".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| layers_ui(ui, &workspace.now(), actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "layers:ID",
        about: "the layers of a map and the terrains to paint with, as in layers:water-stairs",
        pack: "arena",
        example: "layers:water-stairs",
        show: |workspace, id| {
            workspace.perform_all(steps(&workspace.session, id)?);
            Ok(())
        },
    }],
};

/// Shows or hides the Layers pane.
static COMMAND: Command = Command {
    id: "view.layers",
    name: "Layers",
    icon: Some(Icon::Layers),
    menu: Menu::View,
    group: 1,
    keys: &[ctrl_shift(egui::Key::L)],
    on: Some(|now| now.session.view().shows(&Pane::Layers)),
    action: |_| Some(Action::Toggle(Pane::Layers)),
    ..BASE
};

/// Returns the actions that show a map with its layers, and select a cell in its middle.
fn steps(session: &Session, id: &str) -> Result<Vec<Action>, String> {
    let mut actions = sample::steps(session, id)?;
    let Some(Action::Show(Pane::Map(key))) = actions.first() else { return Ok(actions) };
    let size = session.pack().and_then(|pack| chart::read(pack, key).ok());
    let hex = size.map(|chart| chart.terrain.ground.geometry.size().map(|count| count as i32 / 2));
    let selection = Selection { hex, ..Selection::record(key.clone()) };
    actions.extend([Action::Select(selection), Action::Show(Pane::Layers)]);
    Ok(actions)
}

/// Draws the layers of the shown map or scenario, its inks, and the selected cell.
pub fn layers_ui(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let Some(pack) = now.session.pack() else { return };
    let document = now.session.view().document();
    let exists = match document {
        Some(Pane::Map(key)) => chart::chart(ui, pack, key).is_ok(),
        Some(Pane::Scenario(key)) => scenario::has_layers(ui, now.session, pack, key),
        _ => false,
    };
    let Some(document) = document.filter(|_| exists) else {
        let text = "Open a map or a scenario to see its layers and what to draw with";
        widgets::empty_state(ui, Icon::Layers, "No map is shown", text, |_| {});
        return;
    };
    let tallest = ui.available_height() * BELOW;
    let below = egui::Panel::bottom("below the layers").frame(Frame::new()).show_separator_line(false);
    below.show(ui, |ui| {
        // The minimum lets the panel grow with its content.
        let area = ScrollArea::vertical().auto_shrink([false, true]).max_height(tallest).min_scrolled_height(tallest);
        area.id_salt("cell").show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 2.0 * GAP);
            match document {
                Pane::Map(key) => cell(ui, now.session, pack, key, actions),
                Pane::Scenario(key) => scenario::cell_ui(ui, now.session, pack, key, actions),
                _ => {}
            }
            legend::list(ui, now.session, actions);
        });
    });
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("layers").show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 2.0 * GAP);
        ui.add_space(GAP);
        match document {
            Pane::Map(key) => map(ui, now.session, pack, key, actions),
            Pane::Scenario(key) => scenario::layers_ui(ui, now.session, pack, key, actions),
            _ => {}
        }
    });
}

/// Draws the layers of a map, and the inks of the current layer.
fn map(ui: &mut Ui, session: &Session, pack: &Pack, key: &RecordKey, actions: &mut Actions) {
    let Ok(chart) = &chart::chart(ui, pack, key) else { return };
    let view = session.view();
    let setups = chart::setups_while_drawing(ui, session, pack, key);
    let setup = chart::shown_setup(session, key, &setups).map(|at| &setups[at]);
    let board = setup.and_then(|setup| setup.board.as_deref());
    for layer in Layer::DRAWN {
        let note = match layer {
            Layer::Zones if !chart.zones.is_empty() => chart.zones.len().to_string(),
            _ => String::new(),
        };
        if layer_switches(ui, session, layer, (note, view.layer == layer, true), actions) {
            actions.push(Action::Layer(layer));
        }
    }
    let things = [
        (Layer::Figures, board.map_or(0, |board| board.tokens.len())),
        (Layer::Items, board.map_or(0, |board| board.things.len())),
    ];
    for (layer, count) in things.into_iter().filter(|(_, count)| *count > 0) {
        if layer_switches(ui, session, layer, (count.to_string(), false, false), actions)
            && let Some(setup) = setup
        {
            actions.extend(scenario::show(session, &setup.scenario));
        }
    }
    ui.add_space(GAP);
    ui.separator();
    match view.layer {
        Layer::Levels => levels(ui, session, actions),
        Layer::Zones => zones(ui, session, key, chart, actions),
        _ => {
            shares::ui(ui, session, pack, chart, actions);
            TerrainList { session, pack, key, chart }.ui(ui, false, actions);
        }
    }
}

/// Draws the selected cell of a map.
fn cell(ui: &mut Ui, session: &Session, pack: &Pack, key: &RecordKey, actions: &mut Actions) {
    let Ok(chart) = &chart::chart(ui, pack, key) else { return };
    let setups = chart::setups_while_drawing(ui, session, pack, key);
    let setup = chart::shown_setup(session, key, &setups).map(|at| &setups[at]);
    let board = setup.and_then(|setup| setup.board.as_deref());
    let selection = session.view().selection().filter(|selection| selection.record == *key);
    let ground = &chart.terrain.ground;
    let Some(cell) = selection.and_then(|selection| selection.hex).filter(|cell| ground.geometry.contains(*cell))
    else {
        return;
    };
    ui.separator();
    cell_heading(ui, ground, cell);
    fact(ui, "Terrain", ground.terrain(cell).map_or("not in the legend", |terrain| &terrain.title));
    fact(ui, "Level", &ground.level(cell).to_string());
    let inside = zone::words(ground, cell);
    if !inside.is_empty() {
        fact(ui, "Zones", &inside);
    }
    if let Some(token) = board.and_then(|board| tokens::on(board, cell)) {
        fact(ui, "Figure", &token.name);
    }
    let lying = board.map(|board| tokens::lying(board, cell)).unwrap_or_default();
    if !lying.is_empty() {
        fact(ui, "Items", &lying);
    }
    let scenario = setup.map(|setup| setup.scenario.as_str());
    let playable = pack.draft().dialect().map_or("", |dialect| dialect.playable);
    let concerns =
        |record: &RecordKey| record == key || (record.catalog == playable && scenario == Some(record.id.as_str()));
    findings_at(ui, pack, cell, concerns, actions);
}
