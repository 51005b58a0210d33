//! Amending a battle: new values, game master edits and changed decisions.

use std::sync::Arc;

use foeman_engine::amend::{Amendment, Belonging, Edit, MasterDef, Revision};
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;

use super::{Battle, Play};

/// A game master edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An edit of the board.
    Edit(Edit),
    /// Changes the terrain of a cell to the one with this id.
    Ground([i32; 2], String),
}

/// The report on the last amendment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The result.
    Done(String),
    /// The reason why it was refused.
    Refused(String),
}

impl Play {
    /// Continues with the pack's current values from the next entry on.
    pub fn go_on_with(&mut self, analysis: &Analysis) {
        self.amending(|play| {
            let content = play.entered(analysis)?;
            let battle = play.battle_mut()?;
            let revision = Revision::between(&battle.game().content(), &content.1);
            battle.game_mut().amend(Amendment::Content(revision))?;
            battle.follow(content.0);
            Ok("The battle continues with the new values".to_owned())
        });
    }

    /// Replays the battle from the start with the pack's current values; the old course is kept as a branch.
    pub fn replay_with(&mut self, analysis: &Analysis) {
        self.amending(|play| {
            let content = play.entered(analysis)?;
            let battle = play.battle_mut()?;
            let told = |errors: Vec<foeman_schema::resolve::ContentError>| {
                errors.first().map_or_else(String::new, |error| format!("{}: {}", error.pointer, error.message))
            };
            let rerun = battle.game().rerun(&content.1).map_err(told)?;
            let told = match &rerun.parting {
                Some(parting) => parting.to_string(),
                None => "all commands and dice stay the same".to_owned(),
            };
            let entry = rerun.parting.map_or(battle.game().entries(), |parting| parting.before);
            battle.take(rerun.game, entry);
            battle.follow(content.0);
            Ok(format!("Replayed with the new values: {told}"))
        });
    }

    /// Continues with the old values until the pack changes again.
    pub fn keep_old(&mut self, analysis: &Analysis) {
        self.with(|battle| battle.decline(analysis));
    }

    /// Applies a game master edit.
    pub fn master(&mut self, analysis: &Analysis, deed: &Deed) {
        self.amending(|play| {
            let battle = play.battle_mut()?;
            let def = battle.master().ok_or("expected rules that let a game master change the board")?;
            let mut game = battle.game().branch();
            let before = game.content();
            let draft = analysis.draft();
            let brought = match deed {
                Deed::Edit(Edit::Spawn { figure, .. }) => Some(RecordKey::new(def.figures, figure.as_str())),
                Deed::Edit(Edit::Give { item, .. }) => Some(RecordKey::new(def.items, item.as_str())),
                Deed::Edit(_) | Deed::Ground(..) => None,
            };
            if let Some(key) = brought {
                let revision = Revision::adding(&before, &reached(draft, &before, &key), &key);
                if !revision.keeps(&before) {
                    game.amend(Amendment::Content(revision))?;
                }
            }
            match deed {
                Deed::Edit(edit) => game.amend(Amendment::Edit(edit.clone()))?,
                Deed::Ground(cell, terrain) => {
                    let key = RecordKey::new(def.terrains, terrain.as_str());
                    let revision = Revision::ground(&before, &reached(draft, &before, &key), *cell, &key)?;
                    game.amend(Amendment::Content(revision))?;
                }
            }
            battle.replace(game);
            let seen = battle.game().seen(foeman_engine::game::Viewer::All);
            let told = seen.lines.last().map(|told| told.line.text.clone());
            Ok(told.unwrap_or_default())
        });
    }

    /// Changes an earlier decision and keeps the later ones while they are legal; the old course is kept as a branch.
    pub fn rechoose(&mut self, entry: usize, choice: usize) {
        self.amending(|play| {
            let battle = play.battle_mut()?;
            let rerun = battle.game().rechosen(entry, choice).ok_or("expected a decision in this entry, found none")?;
            let told = rerun
                .parting
                .map_or_else(|| "all commands and dice stay the same".to_owned(), |parting| parting.to_string());
            battle.take(rerun.game, entry);
            Ok(format!("Decision changed: {told}"))
        });
    }

    fn amending(&mut self, amend: impl FnOnce(&mut Self) -> Result<String, String>) {
        let notice = match amend(self) {
            Ok(done) => Notice::Done(done),
            Err(why) => Notice::Refused(why),
        };
        self.with(|battle| battle.tell(Some(notice)));
    }

    fn battle_mut(&mut self) -> Result<&mut Battle, String> {
        self.battle_to_change().ok_or_else(|| "expected a battle, found none".to_owned())
    }

    /// Returns the pack's current content of the battle's scenario, without and with the campaign's changes.
    fn entered(&self, analysis: &Analysis) -> Result<(Arc<Resolved>, Arc<Resolved>), String> {
        let scenario = self.battle().map(Battle::scenario).ok_or("expected a battle, found none")?;
        let told = |findings: Vec<foeman_schema::finding::Finding>| {
            findings.first().map_or_else(String::new, |finding| format!("{}: {}", finding.pointer, finding.message))
        };
        let content = analysis.resolve(scenario).map_err(told)?;
        let entered = match self.saga() {
            Some(saga) => saga.enter(&content).map_err(|errors| {
                errors.first().map_or_else(String::new, |error| format!("{}: {}", error.pointer, error.message))
            })?,
            None => Arc::clone(&content),
        };
        Ok((content, entered))
    }
}

impl Battle {
    /// Returns the belongings of a token that a game master can remove.
    pub fn belongings(&self, token: u32) -> Vec<Belonging> {
        self.game().belongings(token)
    }

    /// Returns the game master's options, if the ruleset allows edits of the board.
    pub fn master(&self) -> Option<&'static MasterDef> {
        self.engine().master()
    }
}

/// Returns a record with all records it reaches.
fn reached(draft: &Draft, before: &Resolved, key: &RecordKey) -> Resolved {
    let records = draft.merged(key).map(|value| (key.clone(), value));
    Resolved::made_up(draft, before.scenario.clone(), records.into_iter().collect())
}
