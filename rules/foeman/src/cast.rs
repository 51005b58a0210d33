//! The ids of sides and figures in a battle.

use foeman_schema::resolve::{ContentError, Resolved};

use crate::catalogs::{Roster, Scenario, Side};
use foeman_engine::cast::{Cast, CastFigure};

/// The sides of a scenario and the figures it places; figures are numbered in the order of placement.
pub(super) fn cast(resolved: &Resolved) -> Result<Cast, ContentError> {
    let scenario: Scenario = resolved.scenario()?;
    let mut cast = Cast::default();
    for (place, part) in scenario.sides.iter().enumerate() {
        let side: Side = resolved.get(&part.side)?;
        let roster: Roster = resolved.get(&side.roster)?;
        for id in part.place.keys().filter(|id| roster.figures.contains_key(*id)) {
            let token = u32::try_from(cast.figures.len()).unwrap_or(u32::MAX);
            cast.figures.push(CastFigure { token, side: place, id: id.clone() });
        }
        cast.sides.push(part.side.id().to_owned());
    }
    Ok(cast)
}
