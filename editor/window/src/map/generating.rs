//! Random terrain: scatters terrains by weight, or in patches, over the selected area or the whole map.

use foeman_schema::grid::Cell;
use foeman_schema::grid::scatter::scatter;
use foeman_schema::text::RecordKey;

use super::areas::Stroke;
use super::chart::{self, Chart};
use super::dialog_state::Chance;
use super::layer::{Dab, Ink};
use super::shapes;
use crate::shell::session::{Question, Session, Tone};

pub(crate) fn ask_chance(session: &mut Session, map: RecordKey) {
    let Some(chart) = session.pack.as_ref().and_then(|pack| chart::read(pack, &map).ok()) else { return };
    let ground = &chart.terrain.ground;
    let counts = ground.counts();
    let share = |kind: usize| (100 * counts[kind]).div_ceil(ground.geometry.cell_count().max(1)) as u32;
    let mut weights: Vec<(String, u32)> = Vec::new();
    for (kind, paint) in chart.legend.iter().enumerate() {
        match weights.iter_mut().find(|(terrain, _)| *terrain == paint.terrain) {
            Some((_, weight)) => *weight += share(kind),
            None => weights.push((paint.terrain.clone(), share(kind))),
        }
    }
    let area = session.view.hand.area(&map).len();
    let cells = if area == 0 { ground.geometry.cell_count() } else { area };
    if cells > shapes::MOST {
        let (most, text) = (shapes::MOST, "Select an area: terrain can be generated for at most");
        return session.tell(Tone::Bad, format!("{text} {most} cells at once, and the map has {cells}"));
    }
    let seed = session.view.play.seed;
    session.question = Some(Question::Chance(Chance { map, weights, patch: 4, seed, cells }));
}

/// Returns the cells to paint.
pub(super) fn chanced(session: &Session, chance: &Chance) -> Vec<Dab> {
    let Some(chart) = session.pack.as_ref().and_then(|pack| chart::read(pack, &chance.map).ok()) else {
        return Vec::new();
    };
    let geometry = &chart.terrain.ground.geometry;
    let cells = chance_cells(session, &chance.map, &chart);
    let weights: Vec<u32> = chance.weights.iter().map(|(_, weight)| *weight).collect();
    if weights.iter().all(|weight| *weight == 0) {
        return Vec::new();
    }
    let balance = session.view.balance;
    let pivot = balance.pivot(geometry);
    let alike = |cell| balance.images(geometry, pivot, cell).into_iter().min().unwrap_or(cell);
    let kinds = scatter(geometry, &cells, &weights, chance.patch, chance.seed, alike);
    let mut dabs: Vec<Dab> = chance
        .weights
        .iter()
        .map(|(terrain, _)| Dab { ink: Ink::Terrain(terrain.clone()), cells: Vec::new() })
        .collect();
    for (cell, kind) in cells.into_iter().zip(kinds) {
        dabs[kind].cells.push(cell);
    }
    dabs.retain(|dab| !dab.cells.is_empty());
    dabs
}

pub(crate) fn generate(session: &mut Session, stroke: &mut Stroke) {
    let Some(Question::Chance(chance)) = &session.question else { return };
    let (map, dabs) = (chance.map.clone(), chanced(session, chance));
    session.question = None;
    super::brush::draw_once(session, stroke, &map, "Generate", &dabs);
}

pub(crate) fn chance_cells(session: &Session, map: &RecordKey, chart: &Chart) -> Vec<Cell> {
    let area = session.view.hand.area(map);
    if area.is_empty() { chart.terrain.ground.geometry.cells().collect() } else { area.iter().copied().collect() }
}
