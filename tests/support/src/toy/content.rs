//! The content of a bout as the rules use it; it never changes during play.

use std::sync::Arc;

use foeman_engine::display::{Ground, TerrainView};
use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Ref;
use foeman_schema::resolve::{ContentError, Resolved};

use super::catalogs::{Bout, Team, Terrain};

/// A bout, parsed and indexed.
#[derive(Debug)]
pub struct Content {
    pub(super) teams: [Team; 2],
    pub(super) rounds: u32,
    pub(super) ground: Arc<Ground>,
    pub(super) row: i32,
    /// The cost of the ground in each column.
    pub(super) costs: Vec<i32>,
}

impl Content {
    /// Returns the name of a team.
    pub(super) fn name(&self, side: usize) -> &str {
        self.teams.get(side).map_or("Nobody", |team| &team.title)
    }
}

/// Reads a bout and the records it refers to.
pub(super) fn read(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
    let bout: Bout = resolved.scenario().map_err(|problem| vec![problem])?;
    let problem = |field: &str, message: &str| {
        vec![ContentError { pointer: resolved.scenario.pointer().child(field), message: message.to_owned() }]
    };
    let teams = bout.teams.iter().map(|team| resolved.get(team)).collect::<Result<Vec<Team>, _>>();
    let teams = teams.map_err(|problem| vec![problem])?;
    let teams = teams.try_into().map_err(|_| problem("teams", "expected two teams"))?;
    let map: Map = resolved.get(&bout.map).map_err(|problem| vec![problem])?;
    let width = map.geometry.width() as usize;
    let legend = map.terrains().into_iter().map(|terrain| resolved.get(&Ref::new(terrain.id())));
    let legend = legend.collect::<Result<Vec<Terrain>, _>>().map_err(|problem| vec![problem])?;
    let cells = map.read().kinds;
    let cost = |kind: u16| legend.get(usize::from(kind)).map(|terrain| i32::from(terrain.cost));
    let costs: Option<Vec<i32>> = cells.values().map(cost).collect();
    let costs = costs.ok_or_else(|| problem("map", "expected rows that fill the map"))?;
    let look = |terrain: Terrain| TerrainView { title: terrain.title, color: terrain.color, ..TerrainView::default() };
    let ground = Ground::new(map.geometry, legend.into_iter().map(look).collect(), cells);
    if width < 3 {
        return Err(problem("map", "expected three columns at least"));
    }
    let row = map.geometry.height() / 2;
    let costs = costs.into_iter().skip(row as usize * width).take(width).collect();
    Ok(Content { teams, rounds: bout.rounds.into(), ground: Arc::new(ground), row: row as i32, costs })
}
