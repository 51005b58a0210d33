//! Campaigns: a series of battles in which figures carry over losses, harm, gear and experience.
//!
//! The sources define grades and awards (`F11.3`); how much is awarded, what it buys and how figures heal between
//! battles are assumptions.

use foeman_schema::dialect::{Record, Ref};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::rosters::Roster;
use super::scenarios::Scenario;

/// A list of scenarios that are played one after another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Campaign {
    /// Display name.
    pub title: String,
    /// Description of the campaign.
    #[serde(default)]
    pub about: String,
    /// The rosters whose figures keep losses, harm, gear and experience from battle to battle. Winners collect the
    /// items they dropped, and counted items such as arrows are refilled. The first roster is the party: its victories
    /// and defeats count for the campaign.
    #[schemars(length(min = 1, max = 9))]
    #[schemars(extend("x-group" = "Battles"))]
    pub rosters: Vec<Ref<Roster>>,
    /// The battles in order; the campaign begins with the first.
    #[schemars(length(min = 1, max = 99), extend("x-merge" = {"key": "scenario", "ordered": true}))]
    #[schemars(extend("x-group" = "Battles"))]
    pub battles: Vec<CampaignBattle>,
    /// How much figures of the rosters recover between two battles.
    #[serde(default)]
    #[schemars(extend("x-group" = "Between battles"))]
    pub rest: Rest,
    /// How figures gain and spend experience.
    #[serde(default)]
    #[schemars(extend("x-group" = "Between battles"))]
    pub experience: Experience,
    /// The money of the party, with which it hires recruits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-group" = "Between battles"))]
    pub coin: Option<Coin>,
    /// Figures of the rosters that join the party only if they are hired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 99), extend("x-merge" = "pile"))]
    #[schemars(extend("x-group" = "Between battles"))]
    pub recruits: Vec<Recruit>,
}

impl Record for Campaign {
    const CATALOG: &'static str = "campaigns";
    const TITLE: &'static str = "Campaign";

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// A battle of a campaign, and the battles that can follow it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CampaignBattle {
    /// The scenario of this battle.
    pub scenario: Ref<Scenario>,
    /// Text shown before the battle.
    #[serde(default)]
    pub about: String,
    /// The continuation if the party wins.
    #[serde(default = "next")]
    pub victory: Next,
    /// The continuation if the party loses.
    #[serde(default = "end")]
    pub defeat: Next,
    /// The continuation if no side wins.
    #[serde(default = "end")]
    pub draw: Next,
    /// Experience that a victory gives to each surviving figure of the rosters; default: the award of the campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "points"))]
    pub award: Option<u16>,
}

/// The continuation after a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "go", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "What follows")]
pub enum Next {
    /// The next battle of the list; after the last one, the campaign ends.
    Next {},
    /// The campaign ends.
    End {},
    /// The first battle in the list with this scenario.
    To {
        /// The scenario.
        scenario: Ref<Scenario>,
    },
    /// A choice of battles; computer players take the first.
    Choose {
        /// The scenarios, each of them in the list.
        #[schemars(length(min = 1, max = 9))]
        scenarios: Vec<Ref<Scenario>>,
    },
}

/// The money of a party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Coin {
    /// Money at the start of the campaign.
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "coins"))]
    pub start: u16,
    /// Money for a victory.
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "coins"))]
    pub victory: u16,
    /// Money for a defeat or a draw.
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "coins"))]
    pub defeat: u16,
}

/// A figure that can be hired between two battles. It takes the place of a figure that cannot fight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Recruit {
    /// A roster of the campaign.
    pub roster: Ref<Roster>,
    /// The figure.
    pub figure: RecruitName,
    /// Its price.
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "coins"))]
    pub cost: u16,
}

/// The id of a figure in the roster of a recruit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, extend("x-ref" = { "keys-of": ["roster", "figures"], "from": "around" }))]
pub struct RecruitName(pub String);

/// How much figures recover between two battles; the dead stay dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rest {
    /// Points of exhaustion recovered.
    #[schemars(range(min = 0, max = 999), extend("x-unit" = "points"))]
    pub exhaustion: u16,
    /// Points of physical damage healed.
    #[schemars(range(min = 0, max = 999), extend("x-unit" = "points"))]
    pub physical: u16,
}

impl Default for Rest {
    fn default() -> Self {
        Self { exhaustion: 999, physical: 4 }
    }
}

/// How figures gain and spend experience.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Experience {
    /// Experience for putting a foe out of action, times a quarter of the foe's grade (`F11.3`).
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "points"))]
    pub foe: u16,
    /// Experience for each survivor of a won battle, unless the battle has its own award.
    #[schemars(range(min = 0, max = 9999), extend("x-unit" = "points"))]
    pub victory: u16,
    /// Cost of raising an attribute by one point; points are bought right after a battle.
    #[schemars(range(min = 1, max = 9999), extend("x-unit" = "points"))]
    pub cost: u16,
    /// The attributes to raise, in rotation.
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
    /// The position of the battle after this one; `None` if the campaign ends or `next` names a scenario that is not
    /// part of it.
    pub fn after(&self, battle: usize, next: &Next) -> Option<usize> {
        match next {
            Next::Next {} => Some(battle + 1).filter(|next| *next < self.battles.len()),
            Next::End {} => None,
            Next::To { scenario } => self.position(scenario.id()),
            Next::Choose { scenarios } => scenarios.first().and_then(|scenario| self.position(scenario.id())),
        }
    }

    /// The positions of all battles that can follow; `None` among them if the campaign can end.
    pub fn ways(&self, battle: usize, next: &Next) -> Vec<Option<usize>> {
        match next {
            Next::Choose { scenarios } => scenarios.iter().map(|scenario| self.position(scenario.id())).collect(),
            other => vec![self.after(battle, other)],
        }
    }

    /// The position of the first battle with this scenario.
    pub fn position(&self, scenario: &str) -> Option<usize> {
        self.battles.iter().position(|battle| battle.scenario.id() == scenario)
    }
}

impl CampaignBattle {
    /// The continuations after victory, defeat and draw, with their keys.
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
