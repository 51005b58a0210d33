//! Battles that go on otherwise: with other values, by a game master's hand, or by another choice.

use std::sync::Arc;

use foeman_engine::amend::{Amendment, Belonging, Edit, MasterDef, Revision};
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;

use super::{Battle, Play};

/// Something that a game master does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// To the board.
    Edit(Edit),
    /// To the ground of a cell, which becomes the terrain of this id.
    Ground([i32; 2], String),
}

/// What there is to say of the last amendment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// What came of it.
    Done(String),
    /// Why it could not be made.
    Refused(String),
}

impl Play {
    /// Goes on with the pack's values as they are now, from the next entry on.
    pub fn go_on_with(&mut self, analysis: &Analysis) {
        self.amending(|play| {
            let content = play.entered(analysis)?;
            let battle = play.battle_mut()?;
            let revision = Revision::between(&battle.game().content(), &content.1);
            battle.game_mut().amend(Amendment::Content(revision))?;
            battle.follow(content.0);
            Ok("The battle goes on with the new values".to_owned())
        });
    }

    /// Fights the battle once more from its start with the pack's values as they are now; the way it went stays beside it.
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
                None => "the same commands with the same dice go alike".to_owned(),
            };
            let entry = rerun.parting.map_or(battle.game().entries(), |parting| parting.before);
            battle.take(rerun.game, entry);
            battle.follow(content.0);
            Ok(format!("Replayed with the new values: {told}"))
        });
    }

    /// Goes on with the values as they were, until the pack's change again.
    pub fn keep_old(&mut self, analysis: &Analysis) {
        self.with(|battle| battle.decline(analysis));
    }

    /// Does what a game master may do.
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

    /// Chooses otherwise at an earlier decision and keeps the rest as far as it is legal; the way it went stays beside it.
    pub fn rechoose(&mut self, entry: usize, choice: usize) {
        self.amending(|play| {
            let battle = play.battle_mut()?;
            let rerun =
                battle.game().rechosen(entry, choice).ok_or("expected a decision in this entry, but found none")?;
            let told = rerun.parting.map_or_else(
                || "the same commands with the same dice go alike".to_owned(),
                |parting| parting.to_string(),
            );
            battle.take(rerun.game, entry);
            Ok(format!("Chosen otherwise: {told}"))
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
        self.battle_to_change().ok_or_else(|| "expected a battle, but found none".to_owned())
    }

    /// The content of the battle's scenario as the pack has it now, and as the campaign makes of it.
    fn entered(&self, analysis: &Analysis) -> Result<(Arc<Resolved>, Arc<Resolved>), String> {
        let scenario = self.battle().map(Battle::scenario).ok_or("expected a battle, but found none")?;
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
    /// What a token has that a game master can take from it.
    pub fn belongings(&self, token: u32) -> Vec<Belonging> {
        self.game().belongings(token)
    }

    /// Where a game master finds what can come into the battle, where the rules let one change the board.
    pub fn master(&self) -> Option<&'static MasterDef> {
        self.engine().master()
    }
}

/// A record of the pack with all that it reaches.
fn reached(draft: &Draft, before: &Resolved, key: &RecordKey) -> Resolved {
    let records = draft.merged(key).map(|value| (key.clone(), value));
    Resolved::made_up(draft, before.scenario.clone(), records.into_iter().collect())
}
