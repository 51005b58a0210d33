//! A campaign in test-play: which battle it is, and what the one before has left.

use std::sync::Arc;

use foeman_engine::campaign::{Campaign, Chapter, Ending, Veteran};
use foeman_engine::game::Registry;
use foeman_schema::analysis::Analysis;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

/// A campaign under way.
pub struct Saga {
    campaign: Box<dyn Campaign>,
    /// What the battle that is over has left; nothing while it goes on.
    after: Option<After>,
}

/// What a battle has left.
struct After {
    campaign: Box<dyn Campaign>,
    told: Vec<String>,
}

impl Saga {
    /// The campaign of a pack as it begins.
    pub fn begin(analysis: &Analysis, registry: Registry, id: &str) -> Result<Self, Vec<ContentError>> {
        let draft = analysis.draft();
        let def = draft.dialect().and_then(|dialect| registry.engine(dialect.id)?.campaigns());
        let missing = || {
            let message = "expected a ruleset with campaigns, but this one has none".to_owned();
            vec![ContentError { pointer: Pointer::root().child("ruleset"), message }]
        };
        let campaign = (def.ok_or_else(missing)?.begin)(draft, id).map_err(|problem| vec![problem])?;
        Ok(Self { campaign, after: None })
    }

    /// What people call it.
    pub fn title(&self) -> &str {
        self.campaign.title()
    }

    /// The battle that is fought.
    pub fn chapter(&self) -> Option<Chapter> {
        self.campaign.chapter()
    }

    /// Those who carry over what became of them: as they came to the battle, and once it is over as they leave it.
    pub fn veterans(&self) -> Vec<Veteran> {
        self.after.as_ref().map_or(&self.campaign, |after| &after.campaign).veterans()
    }

    /// What the battle has left to tell, once it is over.
    pub fn told(&self) -> &[String] {
        self.after.as_ref().map_or(&[], |after| &after.told)
    }

    /// The battle that follows the one that is over.
    pub fn next(&self) -> Option<Chapter> {
        self.after.as_ref()?.campaign.chapter()
    }

    /// How the campaign has ended with the battle that is over.
    pub fn ending(&self) -> Option<Ending> {
        self.after.as_ref()?.campaign.ending()
    }

    /// The content of its battle with all that is carried over.
    pub(super) fn enter(&self, resolved: &Resolved) -> Result<Arc<Resolved>, Vec<ContentError>> {
        self.campaign.enter(resolved).map(Arc::new).map_err(|problem| vec![problem])
    }

    /// Notes whether the battle is over: `journal` writes it down if it is.
    pub(super) fn look(&mut self, is_over: bool, journal: impl FnOnce() -> String) {
        if !is_over {
            self.after = None;
        } else if self.after.is_none() {
            let mut campaign = self.campaign.copy();
            let told = campaign.settle(&journal()).unwrap_or_else(|error| vec![error]);
            self.after = Some(After { campaign, told });
        }
    }

    /// Goes on to the battle after the one that is over.
    pub(super) fn go_on(&mut self) {
        if let Some(after) = self.after.take() {
            self.campaign = after.campaign;
        }
    }
}
