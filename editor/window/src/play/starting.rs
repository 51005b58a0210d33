//! Starting battles: most at once, those in large worlds on a background thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use foeman_engine::game::{Registry, Viewer};
use foeman_schema::analysis::Analysis;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use super::begin::{Begun, Prepared};
use super::{Battle, Play, PlayView, Seat};
use crate::campaign::Saga;

/// Battles on maps with more cells than this are started in the background.
const CELLS: usize = 100_000;

/// A battle that is being started in the background.
pub(super) struct Starting {
    battle: Receiver<Result<Battle, Vec<ContentError>>>,
    /// The seats of the battle before it.
    seats: Option<Vec<Seat>>,
}

impl Play {
    /// Starts the selected scenario with the current content. In a large world, this takes a while:
    /// [`is_starting`](Self::is_starting).
    pub fn restart(&mut self, analysis: &Analysis, registry: Registry, wanted: &PlayView) {
        let (before, starting) = (self.battle.take(), self.starting.take());
        let seats = before.as_ref().map(|battle| battle.seats.clone()).or(starting.and_then(|starting| starting.seats));
        self.errors.clear();
        (self.highlight, self.cursor, self.about) = (None, None, None);
        let Some(scenario) = wanted.scenario.clone() else { return };
        let chapter = self.saga.as_ref().and_then(Saga::chapter);
        let chapter = chapter.filter(|chapter| chapter.scenario == scenario);
        if chapter.is_none() {
            self.saga = None;
        }
        // Each battle of a campaign has a separate seed.
        let seed = chapter.map_or(wanted.seed, |chapter| wanted.seed.wrapping_add(chapter.number as u64 - 1));
        let enter = |resolved: Arc<Resolved>| match &self.saga {
            Some(saga) => saga.enter(&resolved),
            None => Ok(resolved),
        };
        let prepared = match Prepared::new(analysis, registry, &scenario, enter) {
            Ok(prepared) => prepared,
            Err(errors) => return self.errors = errors,
        };
        let is_large = prepared.cells() > CELLS;
        let known_seats = seats.clone();
        let begin = move || prepared.begin(seed).map(|begun| Battle::begun(scenario, begun, known_seats));
        if !is_large {
            return self.started(begin());
        }
        let (sender, battle) = mpsc::channel();
        thread::spawn(move || {
            // It may be as large, and then it takes a while.
            drop(before);
            // After a panic, whose message is on the terminal, the channel closes.
            if let Ok(begun) = catch_unwind(AssertUnwindSafe(begin)) {
                // The receiver is gone if another battle has been started.
                let _ = sender.send(begun);
            }
        });
        self.starting = Some(Starting { battle, seats });
    }

    /// Whether a battle is being started in the background.
    pub fn is_starting(&self) -> bool {
        self.starting.is_some()
    }

    /// Shows the battle from the background if it has started; returns whether it has.
    pub(super) fn collect(&mut self) -> bool {
        let Some(starting) = &self.starting else { return false };
        let begun = match starting.battle.try_recv() {
            Err(TryRecvError::Empty) => return false,
            Ok(begun) => begun,
            Err(TryRecvError::Disconnected) => {
                let message = "starting the battle failed; the terminal shows why".to_owned();
                Err(vec![ContentError { pointer: Pointer::root(), message }])
            }
        };
        self.starting = None;
        self.started(begun);
        true
    }

    fn started(&mut self, begun: Result<Battle, Vec<ContentError>>) {
        match begun {
            Ok(battle) => {
                self.battle = Some(battle);
                self.look();
            }
            Err(errors) => self.errors = errors,
        }
    }
}

impl Battle {
    /// Creates a battle at its start.
    fn begun(scenario: String, Begun { game, engine, content }: Begun, seats: Option<Vec<Seat>>) -> Self {
        let mut battle = Self::new(scenario, game, engine, content, seats);
        match battle.viewer() {
            // `new` has looked at everything already, which takes a while in a large world.
            Viewer::All => battle.take_in(false),
            Viewer::Side(_) => battle.look(),
        }
        battle
    }
}
