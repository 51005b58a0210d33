//! Rates a state for the computer players shared by all rulesets.

use super::content::{Category, Content};
use super::ids::FactionId;
use super::situation::Situation;
use super::state::State;

/// Returns the worth of a faction's strength, sites and resources, minus its strongest opponent's.
pub(super) fn value(content: &Content, state: &State, faction: FactionId) -> i64 {
    if let Some(winner) = state.over {
        return winner.map_or(0, |winner| if winner == faction { 2 * IN } else { -2 * IN });
    }
    let other =
        state.order.iter().filter(|&&other| other != faction).map(|&other| standing(content, state, other)).max();
    standing(content, state, faction) - other.unwrap_or(0)
}

/// The worth of being in the game: more than everything in it.
const IN: i64 = 1 << 40;

fn standing(content: &Content, state: &State, faction: FactionId) -> i64 {
    if state.faction(faction).resigned || !state.plays(faction) {
        return -IN;
    }
    let now = Situation::new(content, state);
    let of = state.faction(faction);
    let worth: i64 = of.sites.iter().map(|&site| 10 + ground(content, state, site)).sum();
    let purse: i64 = of.resources(content).map(|stock| i64::from(stock.now)).sum();
    let placed = of.possessions(Category::Unit).filter(|&unit| state.listed(unit).site.is_some()).count();
    100 * i64::from(now.total_strength(faction)) + worth + purse / 10 + placed as i64
}

/// Returns the worth of a site to computer players, in thousandths.
fn ground(content: &Content, state: &State, site: super::ids::SiteId) -> i64 {
    state.site(site).terrains().iter().map(|&terrain| i64::from(state.listed(terrain).class(content).worth)).sum()
}
