//! Battles one after the other, with figures that carry over what became of them: what front ends see of a campaign.

use foeman_schema::draft::Draft;
use foeman_schema::resolve::{ContentError, Resolved};
use serde::Serialize;

/// A campaign under way. It is a value: a copy goes on by itself.
pub trait Campaign: Send {
    /// What people call it.
    fn title(&self) -> &str;

    /// The battle that is next; nothing when the campaign is over.
    fn chapter(&self) -> Option<Chapter>;

    /// The ids of all that it may come to play.
    fn scenarios(&self) -> Vec<String>;

    /// How it ended; nothing as long as it goes on.
    fn ending(&self) -> Option<Ending>;

    /// Those who carry over what became of them, in a fixed order.
    fn veterans(&self) -> Vec<Veteran>;

    /// The content of the next battle with what is carried over written into it, so that its journal is complete.
    fn enter(&self, resolved: &Resolved) -> Result<Resolved, ContentError>;

    /// Takes over what a battle came to, by its journal; returns what there is to tell of it, in sentences.
    /// The error says what is wrong with the journal.
    fn settle(&mut self, journal: &str) -> Result<Vec<String>, String>;

    /// A copy.
    fn copy(&self) -> Box<dyn Campaign>;
}

/// Begins a campaign of a pack, by its id.
pub type Begin = fn(&Draft, &str) -> Result<Box<dyn Campaign>, ContentError>;

/// How a ruleset begins campaigns.
#[derive(Clone, Copy)]
pub struct CampaignDef {
    /// The catalog of campaigns.
    pub catalog: &'static str,
    /// A campaign of a pack as it begins; the error says what cannot be read.
    pub begin: Begin,
}

/// A battle of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chapter {
    /// How many battles have been fought with this one, from 1.
    pub number: usize,
    /// Its place in the list of the campaign, from 1.
    pub place: usize,
    /// How many battles the list has.
    pub of: usize,
    /// The id of what is played.
    pub scenario: String,
    /// What is told before it.
    pub about: String,
}

/// How a campaign ended for its party, by the last battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It won.
    Victory,
    /// It lost.
    Defeat,
    /// Nobody won.
    Draw,
    /// Nobody of it is left to go on.
    NobodyLeft,
}

/// A figure that carries over what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Veteran {
    /// Its name.
    pub name: String,
    /// What it belongs to.
    pub group: String,
    /// Whether it lives.
    pub alive: bool,
    /// What is left of its health and what it had, before the next battle.
    pub health: (i32, i32),
    /// Experience in points that buys nothing yet.
    pub experience: u32,
    /// All experience it ever got, in points.
    pub earned: u32,
    /// What it has learned: `ST +1`.
    pub learned: Vec<String>,
    /// What it carries: `2 arrow`.
    pub gear: Vec<String>,
}

impl Ending {
    /// In words: a clause without a stop.
    pub fn words(self) -> &'static str {
        match self {
            Self::Victory => "the last battle is won",
            Self::Defeat => "the last battle is lost",
            Self::Draw => "nobody won the last battle",
            Self::NobodyLeft => "nobody is left to go on",
        }
    }
}
