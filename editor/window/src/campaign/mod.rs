//! A campaign in test-play: the current battle, and the results of the previous one.

mod pane;

pub(crate) use pane::{go_on, offered, progress};

pub use foeman_engine::campaign::Decision;

use std::sync::Arc;

use foeman_engine::campaign::{Campaign, Chapter, Ending, Muster, Veteran};
use foeman_engine::game::Registry;
use foeman_schema::analysis::Analysis;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

/// A campaign in progress.
pub struct Saga {
    campaign: Box<dyn Campaign>,
    /// The state after the current battle; `None` until it is over.
    after: Option<After>,
}

/// The state of the campaign after a battle.
struct After {
    campaign: Box<dyn Campaign>,
    told: Vec<String>,
}

impl Saga {
    /// Starts a campaign of a pack.
    pub fn begin(analysis: &Analysis, registry: Registry, id: &str) -> Result<Self, Vec<ContentError>> {
        let draft = analysis.draft();
        let def = draft.dialect().and_then(|dialect| registry.engine(dialect.id)?.capabilities().campaigns);
        let missing = || {
            let message = "this ruleset has no campaigns; play a scenario instead".to_owned();
            vec![ContentError { pointer: Pointer::root().child("ruleset"), message }]
        };
        let campaign = (def.ok_or_else(missing)?.begin)(draft, id).map_err(|problem| vec![problem])?;
        Ok(Self { campaign, after: None })
    }

    /// Returns the title of the campaign.
    pub fn title(&self) -> &str {
        self.campaign.title()
    }

    /// Returns the current battle.
    pub fn chapter(&self) -> Option<Chapter> {
        self.campaign.chapter()
    }

    /// Returns the figures that carry over between battles: as they entered the battle, or once it is over, as they
    /// leave it.
    pub fn veterans(&self) -> Vec<Veteran> {
        self.after.as_ref().map_or(&self.campaign, |after| &after.campaign).veterans()
    }

    /// Returns the messages about the results of the battle, once it is over.
    pub fn told(&self) -> &[String] {
        self.after.as_ref().map_or(&[], |after| &after.told)
    }

    /// Returns the battle after the current one, once that is over.
    pub fn next(&self) -> Option<Chapter> {
        self.after.as_ref()?.campaign.chapter()
    }

    /// Returns the ending of the campaign, if it ends with the current battle.
    pub fn ending(&self) -> Option<Ending> {
        self.after.as_ref()?.campaign.ending()
    }

    /// Returns the choices before the next battle; `None` until the current battle is over.
    pub fn muster(&self) -> Option<Muster> {
        self.after.as_ref().map(|after| after.campaign.muster())
    }

    /// Makes a decision before the next battle; the error says why it is impossible.
    pub(crate) fn decide(&mut self, decision: &Decision) -> Result<(), String> {
        match &mut self.after {
            Some(after) => after.campaign.decide(decision),
            None => Err("the battle is not over yet".to_owned()),
        }
    }

    /// Returns the content of the current battle with the carried-over state.
    pub(crate) fn enter(&self, resolved: &Resolved) -> Result<Arc<Resolved>, Vec<ContentError>> {
        self.campaign.enter(resolved).map(Arc::new).map_err(|problem| vec![problem])
    }

    /// Updates the campaign with the state of the battle; `journal` is called if it is over.
    pub(crate) fn look(&mut self, is_over: bool, journal: impl FnOnce() -> String) {
        if !is_over {
            self.after = None;
        } else if self.after.is_none() {
            let mut campaign = self.campaign.copy();
            let told = campaign.settle(&journal()).unwrap_or_else(|error| vec![error]);
            self.after = Some(After { campaign, told });
        }
    }

    /// Advances to the next battle.
    pub(crate) fn go_on(&mut self) {
        if let Some(after) = self.after.take() {
            self.campaign = after.campaign;
        }
    }
}
