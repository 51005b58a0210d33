//! Test-play of the pack, including unsaved changes.

use std::fs;
use std::path::Path;

use foeman_schema::analysis::Analysis;
use foeman_schema::text::RecordKey;

use super::Play;
use super::action::{LogForm, PlayAction};
use crate::files::Purpose;
use crate::pack::disk;
use crate::shell::view::Pane;
use crate::shell::workspace::{Tone, Workspace};
use foeman_base::report;

impl Workspace {
    pub(crate) fn perform_play(&mut self, action: PlayAction) {
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
            PlayAction::ChooseSome(choice, members) => self.play.with(|battle| battle.choose_some(choice, &members)),
            PlayAction::Rename(token, name) => self.play.with(|battle| battle.rename(token, &name)),
            PlayAction::Go(way) => self.play.with(|battle| battle.go(way)),
            PlayAction::Cursor(cell) => self.play.cursor = Some(cell),
            PlayAction::About(about) => self.play.about = about,
            PlayAction::PointOut(token) => self.play.point_out(token),
            PlayAction::Mark(cell) => {
                let entries = self.play.battle().map_or(0, |battle| battle.game().entries());
                self.play.marked = Some((cell, entries));
            }
            PlayAction::Highlight(token) => self.play.highlight = token,
            PlayAction::Below(below) => self.view.play.below = below,
            PlayAction::AskJournal => self.choose(Purpose::Journal),
            PlayAction::Forward => self.play.with(|battle| battle.forward(1)),
            PlayAction::ForwardToEnd => self.play.with(|battle| battle.forward(usize::MAX)),
            PlayAction::GoOnWith => self.of_pack(|play, analysis| play.go_on_with(analysis)),
            PlayAction::ReplayWith => self.of_pack(|play, analysis| play.replay_with(analysis)),
            PlayAction::KeepOld => self.of_pack(|play, analysis| play.keep_old(analysis)),
            PlayAction::ShowMaster(open) => {
                self.view.play.master = open;
                self.view.layout.show(Pane::Play);
            }
            PlayAction::Master(deed) => self.of_pack(|play, analysis| play.master(analysis, &deed)),
            PlayAction::GoTo(entries) => self.play.with(|battle| battle.go_to(entries)),
            PlayAction::ShowBranch(branch) => self.play.show_branch(branch),
            PlayAction::Rechoose(entry, choice) => self.play.rechoose(entry, choice),
            PlayAction::Dismiss => self.play.with(|battle| battle.tell(None)),
            PlayAction::ShowDanger(shown) => self.view.play.danger = shown,
            PlayAction::Until(until) => self.play.with(|battle| battle.until(until)),
            PlayAction::Pace(pace) => self.view.play.pace = pace,
            PlayAction::CompareWith(branch) => self.play.compare_with(branch),
            PlayAction::NameBranch(branch, name) => self.play.name_branch(branch, &name),
            PlayAction::RemoveBranch(branch) => self.play.remove_branch(branch),
            PlayAction::Bookmark(entries, name) => self.play.bookmark(entries, name),
            PlayAction::Reconsider(entry) => self.play.reconsider(entry),
            PlayAction::CopyAddress => self.copy_address(),
            PlayAction::AskAddress(open) => self.play.ask_address(open),
            PlayAction::OpenAddress(text) => self.open_address(&text),
            PlayAction::CopyLog(form) => self.copy_log(form),
            PlayAction::AskOpenJournal => self.choose(Purpose::OpenJournal),
            PlayAction::OpenJournal(path) => self.open_journal(&path),
            PlayAction::WriteJournal(path) => {
                let Some(battle) = self.play.battle() else { return };
                match disk::write(&path, &battle.game().journal()) {
                    Ok(()) => self.tell(Tone::Good, format!("Saved the journal to {}", path.display())),
                    Err(error) => self.tell(Tone::Bad, format!("Cannot save {}: {error}", path.display())),
                }
            }
        }
    }

    /// Opens a journal and replays it as far as possible.
    pub(crate) fn open_journal(&mut self, path: &Path) {
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        let text = fs::read_to_string(path).map_err(|error| error.to_string());
        let opened = text.and_then(|text| self.play.open(&text, name.clone(), self.registry));
        match opened {
            Ok(scenario) => {
                self.view.close_sums();
                let playable =
                    self.pack.as_ref().and_then(|pack| pack.draft().dialect()).map(|dialect| dialect.playable);
                let key = RecordKey::new(playable.unwrap_or_default(), scenario);
                // A scenario that is not in the pack cannot be restarted.
                let known = self.pack.as_ref().is_some_and(|pack| pack.index().entry(&key).is_some());
                self.view.play.scenario = known.then_some(key.id);
                if let Some(pack) = self.pack.as_ref().filter(|_| known) {
                    self.play.content_changed(&pack.analysis());
                }
                self.view.layout.show(Pane::Play);
            }
            Err(error) => self.tell(Tone::Bad, format!("Cannot open {name}: {error}")),
        }
    }

    pub(crate) fn copy_address(&mut self) {
        let Some(battle) = self.play.battle() else { return };
        match battle.address() {
            Ok(address) => {
                self.tell(Tone::Good, format!("Copied the address of entry {}", battle.game().entries()));
                self.clipboard = Some(address);
            }
            Err(why) => self.tell(Tone::Bad, format!("Cannot copy the address: {why}")),
        }
    }

    pub(crate) fn open_address(&mut self, text: &str) {
        let Some(pack) = &self.pack else { return };
        match self.play.open_address(&pack.analysis(), self.registry, text) {
            Ok((scenario, seed)) => {
                self.view.close_sums();
                (self.view.play.scenario, self.view.play.seed) = (Some(scenario), seed);
                self.view.layout.show(Pane::Play);
            }
            Err(error) => self.tell(Tone::Bad, format!("Cannot go there: {error}")),
        }
    }

    pub(crate) fn copy_log(&mut self, form: LogForm) {
        let Some(battle) = self.play.battle() else { return };
        let (text, what) = match form {
            LogForm::Text => (report::text(battle.seen()), "the log"),
            LogForm::Codes => (report::codes(battle.seen()).join("\n"), "the log as action codes"),
        };
        match text.is_empty() {
            true => self.tell(Tone::Bad, format!("Cannot copy {what}: there is nothing in it yet")),
            false => {
                self.tell(Tone::Good, format!("Copied {what}"));
                self.clipboard = Some(text);
            }
        }
    }

    /// Changes the battle, with the pack's current analysis.
    pub(crate) fn of_pack(&mut self, change: impl FnOnce(&mut Play, &Analysis)) {
        if let Some(pack) = &self.pack {
            change(&mut self.play, &pack.analysis());
            self.view.close_sums();
        }
    }

    /// Starts a campaign; returns the scenario of its first battle.
    pub(crate) fn begin_campaign(&mut self, id: &str) -> Option<String> {
        let analysis = self.pack.as_ref()?.analysis();
        self.play.begin_campaign(&analysis, self.registry, id)
    }

    pub(crate) fn restart(&mut self) {
        if let Some(pack) = &self.pack {
            self.view.close_sums();
            self.play.restart(&pack.analysis(), self.registry, &self.view.play);
        }
    }
}
