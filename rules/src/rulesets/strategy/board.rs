//! What can be drawn of a game.

use std::sync::Arc;

use foeman_schema::grid::{Cells, Points};

use super::catalogs::VariableKind;
use super::content::{Category, Content};
use super::ids::{EntityId, FactionId, SiteId};
use super::situation::Situation;
use super::state::{Entity, State};
use super::tell::amount;
use crate::told::{Board, Gauge, Ground, NOBODY, SideView, TerrainView, Thing, Token};

/// The map with its terrains, units as tokens, and what lies about.
pub(super) fn board(content: &Content, state: &State) -> Board {
    let now = Situation::new(content, state);
    let side = |faction: &super::content::Faction| SideView {
        name: faction.title.clone(),
        color: faction.color.clone(),
        human: faction.human,
    };
    let units = state.entities().filter(|(_, entity)| entity.category(content) == Category::Unit);
    let things = state.entities().filter_map(|(_, entity)| thing(content, entity));
    Board {
        ground: Some(Arc::new(ground(content, state))),
        sides: content.factions.iter().map(side).collect(),
        tokens: units.map(|(id, unit)| token(now, id, unit)).collect(),
        things: things.collect(),
        gauges: state.order.iter().flat_map(|&faction| gauges(content, state, faction)).collect(),
        goals: Vec::new(),
    }
}

/// The map with the ground of each site, whatever stands on it.
fn ground(content: &Content, state: &State) -> Ground {
    let view = |class: &super::content::Class| {
        let (color, pattern) = class.look.clone().unwrap_or_default();
        TerrainView { id: class.id.clone(), title: class.title.clone(), color, pattern, ..TerrainView::default() }
    };
    let mut cells = Cells::filled(content.geometry.size(), u16::MAX);
    for site in content.columns() {
        if let Some(&lowest) = state.site(site).terrains.first() {
            cells.set(content.cell(site), state.listed(lowest).class.0);
        }
    }
    Ground::new(content.geometry, content.classes.iter().map(view).collect(), cells)
}

fn owner(entity: &Entity) -> usize {
    entity.owner.map_or(NOBODY, FactionId::index)
}

/// Terrains that stand on the ground, and effects.
fn thing(content: &Content, entity: &Entity) -> Option<Thing> {
    let class = entity.class(content);
    let lies = matches!(class.category, Category::Terrain | Category::Effect) && !class.background;
    let site = entity.site.filter(|_| lies)?;
    let name = entity.name(content).to_owned();
    Some(Thing { name, side: owner(entity), cell: content.cell(site), images: Vec::new() })
}

fn token(now: Situation<'_>, id: EntityId, unit: &Entity) -> Token {
    let content = now.content;
    let strength = unit.class(content).strength.and_then(|strength| unit.values.get(strength));
    let mut marks = Vec::new();
    if unit.site.is_none() {
        marks.push("not placed".to_owned());
    }
    let rows = [VariableKind::Attribute, VariableKind::Resource, VariableKind::Counter];
    let rows = rows.into_iter().flat_map(|kind| unit.values.of_kind(content, kind));
    let row = |variable, value| (content.variable(variable).title.clone(), amount(content, variable, value));
    let cells: Vec<SiteId> = unit.site.into_iter().collect();
    Token {
        id: id.0,
        name: unit.name(content).to_owned(),
        side: owner(unit),
        cells: cells.into_iter().map(|site| content.cell(site)).collect(),
        facing: None,
        points: Points::default(),
        health: strength.map_or((1, 1), |strength| (strength.now, strength.initial)),
        marks,
        details: rows.map(|stock| row(stock.variable, stock.now)).collect(),
        active: true,
        images: Vec::new(),
    }
}

/// What a faction has of its resources.
fn gauges(content: &Content, state: &State, faction: FactionId) -> Vec<Gauge> {
    let resources = state.faction(faction).resources(content);
    let gauge = |stock: &super::state::Stock| {
        let variable = content.variable(stock.variable);
        let [least, most] = variable.range;
        Gauge {
            name: variable.title.clone(),
            side: faction.index(),
            value: stock.now,
            range: (least, most),
            marks: Vec::new(),
        }
    };
    resources.map(gauge).collect()
}
