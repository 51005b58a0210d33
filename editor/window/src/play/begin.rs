//! Starts the battle of a scenario.

use std::sync::Arc;

use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, Game, Registry};
use foeman_schema::analysis::Analysis;
use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Record as _;
use foeman_schema::grid::Geometry;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;
use serde::Deserialize as _;

/// A battle at its start.
pub struct Begun {
    /// The battle.
    pub game: Box<dyn Game>,
    /// Its ruleset.
    pub engine: &'static dyn Engine,
    /// Its content.
    pub content: Arc<Resolved>,
}

/// Starts a scenario of a pack.
pub fn begin(analysis: &Analysis, registry: Registry, scenario: &str, seed: u64) -> Result<Begun, Vec<ContentError>> {
    Prepared::new(analysis, registry, scenario, Ok)?.begin(seed)
}

/// A scenario that can be started.
pub(super) struct Prepared {
    engine: &'static dyn Engine,
    content: Arc<Resolved>,
    /// The content as it is played.
    entered: Arc<Resolved>,
}

impl Prepared {
    /// Resolves a scenario of a pack; it is played with its content changed by `enter`.
    pub(super) fn new(
        analysis: &Analysis,
        registry: Registry,
        scenario: &str,
        enter: impl FnOnce(Arc<Resolved>) -> Result<Arc<Resolved>, Vec<ContentError>>,
    ) -> Result<Self, Vec<ContentError>> {
        let content = analysis.resolve(scenario).map_err(|findings| {
            findings
                .into_iter()
                .map(|finding| ContentError { pointer: finding.pointer, message: finding.message })
                .collect::<Vec<_>>()
        })?;
        let engine = registry.engine(&content.ruleset).ok_or_else(|| {
            let message = format!("unknown ruleset `{}`", content.ruleset);
            vec![ContentError { pointer: Pointer::root().child("ruleset"), message }]
        })?;
        let entered = enter(Arc::clone(&content))?;
        Ok(Self { engine, content, entered })
    }

    /// Returns the number of cells of its maps.
    pub(super) fn cells(&self) -> usize {
        let maps = self.entered.records.get(Map::CATALOG).into_iter().flat_map(|maps| maps.values());
        let geometries = maps.filter_map(|map| Geometry::deserialize(map.get("geometry")?).ok());
        geometries.map(|geometry| geometry.cell_count()).sum()
    }

    /// Starts the battle.
    pub(super) fn begin(self, seed: u64) -> Result<Begun, Vec<ContentError>> {
        let game = self.engine.start(&self.entered, Seed(seed))?;
        Ok(Begun { game, engine: self.engine, content: self.content })
    }
}
