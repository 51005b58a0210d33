//! Campaigns for front ends: a sequence of battles whose figures keep injuries, experience and gear from one to the
//! next.

use foeman_schema::draft::Draft;
use foeman_schema::resolve::{ContentError, Resolved};
use serde::Serialize;

/// A campaign in progress. A copy is independent.
pub trait Campaign: Send {
    /// Returns the campaign's title.
    fn title(&self) -> &str;

    /// Returns the next battle; `None` when the campaign is over.
    fn chapter(&self) -> Option<Chapter>;

    /// Returns the ids of all scenarios it may play.
    fn scenarios(&self) -> Vec<String>;

    /// Returns how it ended; `None` while it is in progress.
    fn ending(&self) -> Option<Ending>;

    /// Returns the result of the last battle for the party; `None` before the first one.
    fn result(&self) -> Option<Ending>;

    /// Returns the figures that carry their condition over, in a fixed order.
    fn veterans(&self) -> Vec<Veteran>;

    /// Returns the content of the next battle with the veterans' condition written into it, so that its journal is
    /// complete.
    fn enter(&self, resolved: &Resolved) -> Result<Resolved, ContentError>;

    /// Applies the result of a battle, given its journal. Returns what changed, in sentences.
    /// Returns an error if the journal is invalid.
    fn settle(&mut self, journal: &str) -> Result<Vec<String>, String>;

    /// Returns the choices before the next battle.
    fn muster(&self) -> Muster;

    /// Makes a decision before the next battle; the error says why it is impossible.
    fn decide(&mut self, decision: &Decision) -> Result<(), String>;

    /// Makes the decisions of a computer player. Returns them in sentences.
    fn manage(&mut self) -> Vec<String>;

    /// Returns a copy.
    fn copy(&self) -> Box<dyn Campaign>;
}

/// The choices before a battle of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Muster {
    /// The money of the party; `None` if the campaign has none.
    pub coin: Option<u32>,
    /// The figures of the party that are able to fight.
    pub members: Vec<Member>,
    /// The figures that can be hired.
    pub recruits: Vec<Recruit>,
    /// The battles to choose from; empty if there is no choice.
    pub ways: Vec<Way>,
}

/// A figure of the party that is able to fight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Member {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it stays at home in the next battle.
    pub rests: bool,
}

/// A figure that can be hired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Recruit {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its price.
    pub cost: u32,
}

/// A battle to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Way {
    /// The id of the scenario.
    pub scenario: String,
    /// The title of the scenario.
    pub title: String,
    /// Whether it is chosen.
    pub is_chosen: bool,
}

/// A decision before a battle of a campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A member stays at home in the next battle, or fights.
    Rest {
        /// The id of the member.
        member: String,
        /// Whether it stays at home.
        rests: bool,
    },
    /// Hires a recruit, by its id.
    Hire(String),
    /// Chooses the next battle, by the id of its scenario.
    Go(String),
}

/// Starts a campaign of a pack, by its id.
pub type Begin = fn(&Draft, &str) -> Result<Box<dyn Campaign>, ContentError>;

/// How a ruleset runs campaigns.
#[derive(Clone, Copy)]
pub struct CampaignDef {
    /// The catalog of campaigns.
    pub catalog: &'static str,
    /// Starts a campaign of a pack; returns an error for unreadable content.
    pub begin: Begin,
}

/// A battle of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chapter {
    /// The number of battles fought including this one, from 1.
    pub number: usize,
    /// Its position in the campaign's list, from 1.
    pub place: usize,
    /// The number of battles in the list.
    pub of: usize,
    /// The id of the scenario.
    pub scenario: String,
    /// The introduction shown before the battle.
    pub about: String,
}

/// How a campaign ended for its party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The party won the last battle.
    Victory,
    /// The party lost the last battle.
    Defeat,
    /// The last battle was a draw.
    Draw,
    /// No figure of the party is left.
    NobodyLeft,
}

/// A figure that carries its condition over to the next battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Veteran {
    /// The figure's name.
    pub name: String,
    /// The group it belongs to.
    pub group: String,
    /// Whether it is alive.
    pub alive: bool,
    /// Its current and full health before the next battle.
    pub health: (i32, i32),
    /// Unspent experience, in points.
    pub experience: u32,
    /// Experience earned in total, in points.
    pub earned: u32,
    /// The improvements it has bought: `ST +1`.
    pub learned: Vec<String>,
    /// The gear it carries: `2 arrow`.
    pub gear: Vec<String>,
}

impl Ending {
    /// Returns the ending as a clause without a full stop.
    pub fn words(self) -> &'static str {
        match self {
            Self::Victory => "the last battle is won",
            Self::Defeat => "the last battle is lost",
            Self::Draw => "the last battle is a draw",
            Self::NobodyLeft => "no figure is left to continue",
        }
    }
}
