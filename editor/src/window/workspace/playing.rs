//! Test-play of the pack as it stands.

use super::super::action::PlayAction;
use super::super::browser::Purpose;
use super::super::disk;
use super::super::view::Pane;
use super::{Tone, Workspace};

impl Workspace {
    pub(super) fn perform_play(&mut self, action: PlayAction) {
        match action {
            PlayAction::Scenario(scenario) => {
                self.play.leave_campaign();
                self.view.play.scenario = Some(scenario);
                self.restart();
                self.view.layout.show(Pane::Play);
            }
            PlayAction::Campaign(id) => {
                let first = self.begin_campaign(&id);
                if first.is_some() {
                    self.view.play.scenario = first;
                    self.restart();
                }
                self.view.layout.show(Pane::Play);
            }
            PlayAction::NextBattle => {
                let next = self.play.next_battle();
                if next.is_some() {
                    self.view.play.scenario = next;
                    self.restart();
                }
            }
            PlayAction::Seed(seed) => self.view.play.seed = seed,
            PlayAction::Seat(side, seat) => self.play.with(|battle| battle.seat(side, seat)),
            PlayAction::Restart => self.restart(),
            PlayAction::Step => self.play.with(|battle| battle.step()),
            PlayAction::Round => self.play.with(|battle| battle.round()),
            PlayAction::ToEnd => self.play.with(|battle| battle.to_end()),
            PlayAction::Stop => self.play.with(|battle| battle.stop()),
            PlayAction::BackStep => self.play.with(|battle| battle.back_step()),
            PlayAction::BackToStart => self.play.with(|battle| battle.back_to_start()),
            PlayAction::Choose(choice) => self.play.with(|battle| battle.choose(choice)),
            PlayAction::Go(way) => self.play.with(|battle| battle.go(way)),
            PlayAction::Cursor(cell) => self.play.cursor = Some(cell),
            PlayAction::Highlight(token) => self.play.highlight = token,
            PlayAction::Below(below) => self.view.play.below = below,
            PlayAction::AskJournal => self.choose(Purpose::Journal),
            PlayAction::WriteJournal(path) => {
                let Some(battle) = self.play.battle() else { return };
                match disk::write(&path, &battle.game().journal()) {
                    Ok(()) => self.tell(Tone::Good, format!("Saved the journal to {}", path.display())),
                    Err(error) => self.tell(Tone::Bad, format!("Cannot save {}: {error}", path.display())),
                }
            }
        }
    }

    /// Begins a campaign; the scenario of its first battle.
    fn begin_campaign(&mut self, id: &str) -> Option<String> {
        let analysis = self.pack.as_ref()?.analysis();
        self.play.begin_campaign(&analysis, self.registry, id)
    }

    pub(super) fn restart(&mut self) {
        if let Some(pack) = &self.pack {
            self.view.close_sums();
            self.play.restart(&pack.analysis(), self.registry, &self.view.play);
        }
    }
}
