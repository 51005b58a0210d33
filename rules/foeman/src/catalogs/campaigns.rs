//! Campaigns: battles one after the other, with figures that carry over what became of them.
//!
//! The notes know grades and awards (`F11.3`); how much is awarded, what it buys and how figures heal between battles are
//! fills.

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rosters::Roster;
use super::scenarios::Scenario;

/// A list of scenarios that are played one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Campaign {
    /// Name shown to people.
    pub title: String,
    /// What it is about.
    #[serde(default)]
    pub about: String,
    /// The rosters whose figures keep losses, harm, gear and experience from battle to battle. Winners gather what they
    /// dropped, and what is counted, such as arrows, is filled up again. The first is the party: its victories and defeats are those of the campaign.
    #[schemars(length(min = 1, max = 9))]
    pub rosters: Vec<Ref<Roster>>,
    /// The battles in their order; the campaign begins with the first.
    #[schemars(length(min = 1, max = 99), extend("x-merge" = {"key": "scenario", "ordered": true}))]
    pub battles: Vec<CampaignBattle>,
    /// How far carried figures recover between two battles.
    #[serde(default)]
    pub rest: Rest,
    /// What carried figures learn.
    #[serde(default)]
    pub experience: Experience,
}

impl Record for Campaign {
    const CATALOG: &'static str = "campaigns";
    const TITLE: &'static str = "Campaign";
}

/// A battle of a campaign, and where it leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CampaignBattle {
    /// The scenario that is played.
    pub scenario: Ref<Scenario>,
    /// What is told before it.
    #[serde(default)]
    pub about: String,
    /// What follows when the party wins.
    #[serde(default = "next")]
    pub victory: Next,
    /// What follows when the party loses.
    #[serde(default = "end")]
    pub defeat: Next,
    /// What follows when nobody wins.
    #[serde(default = "end")]
    pub draw: Next,
    /// Experience that a victory gives to each carried figure that lives; without it, that of the campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "points"))]
    pub award: Option<u16>,
}

/// What follows a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "go", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "What follows")]
pub enum Next {
    /// The next battle of the list; after the last one the campaign is over.
    Next {},
    /// The campaign is over.
    End {},
    /// The first battle of the list that is fought in a scenario.
    To {
        /// The scenario.
        scenario: Ref<Scenario>,
    },
}

/// How far figures recover between two battles; the dead stay dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rest {
    /// Exhaustion that goes away.
    #[schemars(range(min = 0, max = 999), extend("x-unit" = "points"))]
    pub exhaustion: u16,
    /// Physical damage that heals.
    #[schemars(range(min = 0, max = 999), extend("x-unit" = "points"))]
    pub physical: u16,
}

impl Default for Rest {
    fn default() -> Self {
        Self { exhaustion: 999, physical: 4 }
    }
}

/// What figures learn, and what they buy for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Experience {
    /// Experience for putting a foe out of action, times a quarter of the foe's grade (`F11.3`).
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "points"))]
    pub foe: u16,
    /// Experience for each figure that lives when a battle is won, where the battle does not say.
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "points"))]
    pub victory: u16,
    /// What one more point of an attribute costs; it is bought as soon as a battle is over.
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "points"))]
    pub cost: u16,
    /// Which attributes are raised, one after the other and round again.
    #[schemars(length(min = 1, max = 4))]
    pub raises: Vec<Attribute>,
}

impl Default for Experience {
    fn default() -> Self {
        Self { foe: 10, victory: 20, cost: 100, raises: vec![Attribute::St, Attribute::Dx, Attribute::Iq] }
    }
}

/// One of the four attributes (`F1.1`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Attribute {
    /// Strength.
    St,
    /// Dexterity.
    Dx,
    /// Intelligence.
    Iq,
    /// Movement points for each round.
    Ma,
}

impl Campaign {
    /// The position of the battle that follows one; `None` when the campaign is over, and where `next` names a scenario
    /// that is not in it.
    pub fn after(&self, battle: usize, next: &Next) -> Option<usize> {
        match next {
            Next::Next {} => Some(battle + 1).filter(|next| *next < self.battles.len()),
            Next::End {} => None,
            Next::To { scenario } => self.battles.iter().position(|battle| battle.scenario == *scenario),
        }
    }
}

impl CampaignBattle {
    /// What follows it in all cases: victory, defeat and draw, by their keys.
    pub fn ways(&self) -> [(&'static str, &Next); 3] {
        [("victory", &self.victory), ("defeat", &self.defeat), ("draw", &self.draw)]
    }
}

fn next() -> Next {
    Next::Next {}
}

fn end() -> Next {
    Next::End {}
}
