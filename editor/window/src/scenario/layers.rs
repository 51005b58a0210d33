//! The layers of a scenario in the Layers pane: its figures and items, or the inks for painting cell by cell.

use std::sync::Arc;

use egui::{RichText, Ui};
use foeman_engine::plots::Plots;
use foeman_engine::setup::Deployment;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use super::figure_list::FigureList;
use super::groups::{self, Groups};
use super::{figures, placing, plots};
use crate::kit::{tokens, widgets};
use crate::map::{self, Layer, LayerRow, Press, chart};
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::view::Selection;
use foeman_scene::theme::{GAP, palette};
use foeman_scene::zone;

/// Returns the actions that show a scenario on its map.
pub fn show(session: &Session, id: &str) -> Vec<Action> {
    let playable = session.pack().and_then(|pack| pack.draft().dialect()).map(|dialect| dialect.playable);
    let key = RecordKey::new(playable.unwrap_or_default(), id);
    let pane = figures::pane_of(session, &key);
    pane.into_iter().flat_map(|pane| [Action::Show(pane), Action::Select(Selection::record(key.clone()))]).collect()
}

/// Whether a scenario can be drawn on its map.
pub(crate) fn has_layers(ui: &Ui, session: &Session, pack: &Pack, key: &RecordKey) -> bool {
    plots::kept(ui, pack, session.registry(), key).is_some() || deployed(ui, session, pack, key).is_some()
}

/// Returns the figures of a scenario, and its map.
fn deployed(ui: &Ui, session: &Session, pack: &Pack, key: &RecordKey) -> Option<(Arc<Deployment>, chart::Chart)> {
    let setup = placing::kept(ui, pack, session.registry(), key)?;
    let chart = chart::chart(ui, pack, &setup.map).ok()?;
    Some((setup, chart))
}

/// Draws the layers of a scenario, and its figures or inks.
pub(crate) fn layers_ui(ui: &mut Ui, session: &Session, pack: &Pack, key: &RecordKey, actions: &mut Actions) {
    if let Some(plots) = plots::kept(ui, pack, session.registry(), key) {
        painted(ui, session, &plots, actions);
    } else if let Some((setup, _)) = deployed(ui, session, pack, key) {
        placed(ui, FigureList { session, key, setup: &setup }, actions);
    }
}

/// Draws the selected cell of a scenario.
pub(crate) fn cell_ui(ui: &mut Ui, session: &Session, pack: &Pack, key: &RecordKey, actions: &mut Actions) {
    if let Some(plots) = plots::kept(ui, pack, session.registry(), key) {
        let selection = session.view().selection().filter(|selection| selection.record == *key);
        let Some(cell) = selection.and_then(|selection| selection.hex) else { return };
        let Some(ground) = plots.board.ground.as_ref().filter(|ground| ground.geometry.contains(cell)) else { return };
        ui.separator();
        map::cell_heading(ui, ground, cell);
        contents(ui, &plots, cell);
        map::findings_at(ui, pack, cell, |record| record == key || *record == plots.map, actions);
    } else if let Some((setup, chart)) = deployed(ui, session, pack, key) {
        let list = FigureList { session, key, setup: &setup };
        figure_cell(ui, pack, list, &chart, actions);
    }
}

/// Draws the layers of a scenario with figures, then the figures.
fn placed(ui: &mut Ui, list: FigureList<'_>, actions: &mut Actions) {
    let FigureList { session, setup, .. } = list;
    let board = &setup.board;
    for layer in Layer::DRAWN {
        let state = (String::new(), false, false);
        if map::layer_switches(ui, session, layer, state, actions) {
            actions.push(Action::Show(crate::shell::view::Pane::Map(setup.map.clone())));
        }
    }
    let count = |count: usize| if count == 0 { String::new() } else { count.to_string() };
    let state = (count(board.tokens.len()), true, true);
    map::layer_switches(ui, session, Layer::Figures, state, actions);
    if !board.things.is_empty() {
        map::layer_switches(ui, session, Layer::Items, (count(board.things.len()), false, true), actions);
    }
    ui.add_space(GAP);
    ui.separator();
    list.ui(ui, actions);
}

/// Draws the selected cell, or the cell of the selected figure.
fn figure_cell(ui: &mut Ui, pack: &Pack, list: FigureList<'_>, chart: &chart::Chart, actions: &mut Actions) {
    let FigureList { session, key, setup } = list;
    let (ground, board) = (&chart.terrain.ground, &setup.board);
    let chosen = || {
        let token = list.chosen()?.token?;
        board.tokens.iter().find(|known| known.id == token)?.cells.first().copied()
    };
    let selection = session.view().selection().filter(|selection| selection.record == *key);
    let cell = selection.and_then(|selection| selection.hex).or_else(chosen);
    let Some(cell) = cell.filter(|cell| ground.geometry.contains(*cell)) else { return };
    ui.separator();
    map::cell_heading(ui, ground, cell);
    map::fact(ui, "Terrain", ground.terrain(cell).map_or("not in the legend", |terrain| &terrain.title));
    map::fact(ui, "Level", &ground.level(cell).to_string());
    let inside = zone::words(ground, cell);
    if !inside.is_empty() {
        map::fact(ui, "Zones", &inside);
    }
    if let Some(token) = tokens::on(board, cell) {
        map::fact(ui, "Figure", &token.name);
    }
    let lying = tokens::lying(board, cell);
    if !lying.is_empty() {
        map::fact(ui, "Items", &lying);
    }
    map::findings_at(ui, pack, cell, |record| record == key || *record == setup.map, actions);
}

/// Draws the groups of a scenario that is written cell by cell, and the inks of the current one.
fn painted(ui: &mut Ui, session: &Session, plots: &Plots, actions: &mut Actions) {
    let view = &session.view().plot;
    let groups = Groups { plots, view };
    let now = groups.group();
    for group in &plots.groups {
        let selected = now == Some(group);
        let row = LayerRow {
            name: group.title,
            icon: groups.icon(group),
            note: String::new(),
            selected,
            hidden: groups.can_hide(group).then(|| view.hidden.contains(group.id)),
            locked: Some(view.locked.contains(group.id)),
        };
        match map::layer_row(ui, &row) {
            Some(Press::Select) => actions.push(groups.choose((!selected).then_some(group.id))),
            Some(Press::Hide) => actions.push(groups::view(view.clone().with_hidden(group.id))),
            Some(Press::Lock) => actions.push(groups::view(view.clone().with_locked(group.id))),
            None => {}
        }
    }
    ui.add_space(GAP);
    ui.separator();
    match now {
        Some(group) => {
            widgets::section(ui, &group.title.to_uppercase());
            groups.inks(ui, group, actions);
        }
        None => {
            let text = "Choose a layer to paint, or click a cell to select it";
            ui.add(egui::Label::new(RichText::new(text).color(palette(ui).weak)).wrap());
        }
    }
}

fn contents(ui: &mut Ui, plots: &Plots, cell: Cell) {
    let owner = plots.owner(cell).map_or("Nobody", |side| plots.board.sides[side].name.as_str());
    map::fact(ui, "Owner", owner);
    if let Some(terrain) = plots.ground(cell) {
        map::fact(ui, "Terrain", terrain);
    }
    let common = plots.common(cell).iter();
    let stand: Vec<&str> = plots.standing(cell).iter().rev().chain(common.rev()).map(|one| one.name.as_str()).collect();
    if !stand.is_empty() {
        map::fact(ui, "Contents", &stand.join(", "));
    }
    for note in plots.notes.get(&cell).into_iter().flatten() {
        ui.add(egui::Label::new(RichText::new(note).color(palette(ui).weak)).wrap());
    }
}
