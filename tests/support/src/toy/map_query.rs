//! Overlays of a bout: distances from cells, and visibility on a field without walls.

use std::cell::Cell as Count;

use foeman_engine::map_query::{Ask, Key, MapQuery, MapQueryDef, Mark, Overlay, Shade, SightLine, Topic};
use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Record;
use foeman_schema::grid::{Cell, Geometry};
use foeman_schema::resolve::ContentError;

use super::catalogs::Team;
use super::content;

/// The overlays of a bout.
pub(super) static MAP_QUERY: MapQueryDef = MapQueryDef {
    topics: &[Topic::Distance, Topic::Sight],
    catalog: Team::CATALOG,
    imagined: |draft, imagined| {
        let value = draft.merged(imagined.map).ok_or("there is no such map")?;
        let map: Map = serde_json::from_value(value).map_err(|error| error.to_string())?;
        Ok(Box::new(Meadow(map.geometry)))
    },
    scenario: |resolved| {
        let told =
            |problems: Vec<ContentError>| problems.into_iter().map(|problem| problem.message).collect::<String>();
        Ok(Box::new(Meadow(content::read(resolved).map_err(told)?.ground.geometry)))
    },
};

thread_local! {
    /// The number of overlays computed on this thread.
    static ANSWERED: Count<usize> = const { Count::new(0) };
}

/// The number of overlays computed on this thread.
pub fn answered() -> usize {
    ANSWERED.get()
}

/// A field of any size.
struct Meadow(Geometry);

impl MapQuery for Meadow {
    fn answer(&self, ask: &Ask) -> Result<Overlay, String> {
        ANSWERED.set(ANSWERED.get() + 1);
        if ask.topic == Topic::Sight {
            let seen = self.0.cells().filter(|cell| ask.looks_at(*cell));
            let marks = seen.map(|cell| Mark { cell, key: 0, number: None }).collect();
            let keys = vec![Key { text: "Open ground".to_owned(), shade: Shade::Scale(0) }];
            return Ok(Overlay { text: "Everybody sees all of it".to_owned(), keys, marks });
        }
        let far = |cell| ask.goals.iter().map(|goal| self.0.distance(cell, *goal)).min();
        let marks = self.0.cells().filter_map(|cell| Some(Mark { cell, key: 0, number: Some(far(cell)?) })).collect();
        let keys = vec![Key { text: "Steps".to_owned(), shade: Shade::Scale(1) }];
        Ok(Overlay { text: format!("Steps to {:?}", ask.goals), keys, marks })
    }

    fn line(&self, ask: &Ask, to: Cell) -> Option<SightLine> {
        let from = ask.at.filter(|_| ask.topic == Topic::Sight)?;
        Some(SightLine { ends: [from, to], blocked: None })
    }
}
