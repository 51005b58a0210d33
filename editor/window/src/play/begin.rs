//! Starts the battle of a scenario.

use std::sync::Arc;

use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, Game, Registry};
use foeman_schema::analysis::Analysis;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

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
    begin_with(analysis, registry, scenario, seed, Ok)
}

/// Starts a scenario with its content changed by `enter`.
pub(crate) fn begin_with(
    analysis: &Analysis,
    registry: Registry,
    scenario: &str,
    seed: u64,
    enter: impl FnOnce(Arc<Resolved>) -> Result<Arc<Resolved>, Vec<ContentError>>,
) -> Result<Begun, Vec<ContentError>> {
    let resolved = analysis.resolve(scenario).map_err(|findings| {
        findings
            .into_iter()
            .map(|finding| ContentError { pointer: finding.pointer, message: finding.message })
            .collect::<Vec<_>>()
    })?;
    let engine = registry.engine(&resolved.ruleset).ok_or_else(|| {
        let message = format!("unknown ruleset `{}`", resolved.ruleset);
        vec![ContentError { pointer: Pointer::root().child("ruleset"), message }]
    })?;
    let entered = enter(Arc::clone(&resolved))?;
    let game = engine.start(&entered, Seed(seed))?;
    Ok(Begun { game, engine, content: resolved })
}
