//! What a state is worth to the computer players that serve all rulesets.

use super::content::{Category, Content};
use super::ids::FactionId;
use super::situation::Situation;
use super::state::State;

/// Strength, sites and what is in the purse, against the strongest of the others.
pub(super) fn value(content: &Content, state: &State, faction: FactionId) -> i64 {
    if let Some(winner) = state.over {
        return winner.map_or(0, |winner| if winner == faction { 2 * IN } else { -2 * IN });
    }
    let other =
        state.order.iter().filter(|&&other| other != faction).map(|&other| standing(content, state, other)).max();
    standing(content, state, faction) - other.unwrap_or(0)
}

/// What being in the game is worth: more than all that can be had in it.
const IN: i64 = 1 << 40;

fn standing(content: &Content, state: &State, faction: FactionId) -> i64 {
    if state.faction(faction).resigned || !state.plays(faction) {
        return -IN;
    }
    let now = Situation::new(content, state);
    let of = state.faction(faction);
    let worth: i64 = of.sites.iter().map(|&site| 10 + ground(content, state, site)).sum();
    let purse: i64 = of.resources(content).map(|stock| i64::from(stock.now)).sum();
    let placed = of.possessions(Category::Unit).iter().filter(|&&unit| state.listed(unit).site.is_some()).count();
    100 * i64::from(now.total_strength(faction)) + worth + purse / 10 + placed as i64
}

/// What computer players would give for a site, in thousandths.
fn ground(content: &Content, state: &State, site: super::ids::SiteId) -> i64 {
    state.site(site).terrains.iter().map(|&terrain| i64::from(state.listed(terrain).class(content).worth)).sum()
}
