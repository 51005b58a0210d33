//! Test-play of the pack, including unsaved changes.

use std::fs;
use std::path::Path;

use foeman_schema::analysis::Analysis;
use foeman_schema::text::RecordKey;

use super::action::{LogForm, PlayAction, Watched};
use super::view::Tab;
use super::{Battle, Play, Seat};
use crate::files::Purpose;
use crate::pack::{Pack, disk};
use crate::shell::action::Action;
use crate::shell::session::{Session, Tone};
use crate::shell::view::Pane;
use foeman_base::report;

/// Performs an action of test-play.
pub(crate) fn perform(session: &mut Session, play: &mut Play, action: PlayAction) {
    play.use_curtain(session.view.play.curtain);
    if play.battle().is_some_and(|battle| battle.by_files().is_some()) && is_against_the_file(&action) {
        session.tell(
            Tone::Bad,
            "A battle by files can only be played on: nothing that has happened is changed".to_owned(),
        );
        return;
    }
    match action {
        PlayAction::Scenario(scenario) => {
            play.leave_campaign();
            session.view.play.scenario = Some(scenario);
            restart(session, play);
            session.view.show(Pane::Play);
        }
        PlayAction::Campaign(id) => {
            let first = begin_campaign(session, play, &id);
            if first.is_some() {
                session.view.play.scenario = first;
                restart(session, play);
            }
            session.view.show(Pane::Play);
        }
        PlayAction::NextBattle => {
            let next = play.next_battle();
            if next.is_some() {
                session.view.play.scenario = next;
                restart(session, play);
            }
        }
        PlayAction::Decide(decision) => {
            if let Err(problem) = play.decide(&decision) {
                session.tell(Tone::Bad, problem);
            }
        }
        PlayAction::Seed(seed) => session.view.play.seed = seed,
        PlayAction::Seat(side, seat) => play.with(|battle| battle.seat(side, seat)),
        PlayAction::Restart => restart(session, play),
        PlayAction::Step => play.with(|battle| battle.step()),
        PlayAction::Round => play.with(|battle| battle.round()),
        PlayAction::ToEnd => {
            let waiting = play.battle().and_then(Battle::waiting_for);
            play.with(|battle| battle.to_end());
            if let Some(waiting) = waiting {
                session.tell(Tone::Good, waiting);
            }
        }
        PlayAction::Stop => play.with(|battle| battle.stop()),
        PlayAction::BackStep => play.with(|battle| battle.back_step()),
        PlayAction::BackToStart => play.with(|battle| battle.back_to_start()),
        PlayAction::Choose(choice) => play.choose(choice),
        PlayAction::Arm(cell) => play.armed = play.battle().map(|battle| (cell, battle.moment())),
        PlayAction::Recruit(open) => play.is_recruiting = open,
        PlayAction::Measure(name) => session.view.play.measure = Some(name),
        PlayAction::ChooseSome(choice, members) => play.with(|battle| battle.choose_some(choice, &members)),
        PlayAction::Rename(token, name) => play.with(|battle| battle.rename(token, &name)),
        PlayAction::Go(way) => play.with(|battle| battle.go(way)),
        PlayAction::Cursor(cell) => play.cursor = Some(cell),
        PlayAction::About(about) => play.about = about,
        PlayAction::PointOut(token) => play.point_out(token),
        PlayAction::Mark(cell) => {
            let entries = play.battle().map_or(0, |battle| battle.game().entries());
            play.marked = Some((cell, entries));
        }
        PlayAction::Highlight(token) => play.highlight = token,
        PlayAction::Tab(tab) => {
            session.view.play.tab = tab;
            show_column(session, true);
        }
        PlayAction::ShowColumn(shown) => show_column(session, shown),
        PlayAction::AskJournal => session.then(Action::Choose(Purpose::Journal)),
        PlayAction::Forward => play.with(|battle| battle.forward(1)),
        PlayAction::ForwardToEnd => play.with(|battle| battle.forward(usize::MAX)),
        PlayAction::GoOnWith => of_pack(session, play, |play, analysis| play.go_on_with(analysis)),
        PlayAction::ReplayWith => of_pack(session, play, |play, analysis| play.replay_with(analysis)),
        PlayAction::KeepOld => of_pack(session, play, |play, analysis| play.keep_old(analysis)),
        PlayAction::ShowMaster(open) => {
            let view = &mut session.view.play;
            view.master = open;
            if open {
                view.tab = Tab::Master;
                show_column(session, true);
            } else if view.tab == Tab::Master {
                view.tab = Tab::Log;
            }
            session.view.show(Pane::Play);
        }
        PlayAction::Master(deed) => of_pack(session, play, |play, analysis| play.master(analysis, &deed)),
        PlayAction::GoTo(entries) => play.with(|battle| battle.go_to(entries)),
        PlayAction::ShowBranch(branch) => play.show_branch(branch),
        PlayAction::Rechoose(entry, choice) => play.rechoose(entry, choice),
        PlayAction::Dismiss => play.with(|battle| battle.tell(None)),
        PlayAction::ShowDanger(shown) => session.view.play.danger = shown,
        PlayAction::Curtain(is_used) => {
            session.view.play.curtain = is_used;
            play.use_curtain(is_used);
        }
        PlayAction::Uncover => play.with(Battle::uncover),
        PlayAction::Until(until) => play.with(|battle| battle.until(until)),
        PlayAction::Pace(pace) => session.view.play.pace = pace,
        PlayAction::CompareWith(branch) => play.compare_with(branch),
        PlayAction::NameBranch(branch, name) => play.name_branch(branch, &name),
        PlayAction::RemoveBranch(branch) => play.remove_branch(branch),
        PlayAction::Bookmark(entries, name) => play.bookmark(entries, name),
        PlayAction::Reconsider(entry) => play.reconsider(entry),
        PlayAction::CopyAddress => copy_address(session, play),
        PlayAction::AskAddress(open) => play.ask_address(open),
        PlayAction::OpenAddress(text) => open_address(session, play, &text),
        PlayAction::CopyLog(form) => copy_log(session, play, form),
        PlayAction::AskOpenJournal => session.then(Action::Choose(Purpose::OpenJournal)),
        PlayAction::Watch(watched) => watch(session, play, *watched),
        PlayAction::OpenJournal(path) => {
            if let Err(error) = open_journal(session, play, &path) {
                session.tell(Tone::Bad, format!("Cannot open {}: {error}", name_of(&path)));
            }
        }
        PlayAction::OpenTurn(path) => {
            if let Err(error) = open_turn(session, play, &path) {
                session.tell(Tone::Bad, format!("Cannot open {}: {error}", name_of(&path)));
            }
        }
        PlayAction::HandOver => match play.hand_over() {
            Ok(None) => {}
            Ok(Some(sent)) => {
                session.tell(Tone::Good, format!("Wrote {} and {}", name_of(&sent.file), name_of(&sent.draft)));
            }
            Err(error) => session.tell(Tone::Bad, format!("Cannot hand over: {error}")),
        },
        PlayAction::RollDice(answer) => {
            if let Err(error) = play.roll_dice(&answer) {
                session.tell(Tone::Bad, format!("Cannot roll: {error}"));
            }
        }
        PlayAction::AnswerDice(request) => {
            if let Err(error) = play.answer_dice(&request) {
                session.tell(Tone::Bad, format!("Cannot answer: {error}"));
            }
        }
        PlayAction::CopyCode(code) => {
            session.tell(Tone::Good, format!("Copied {code}"));
            session.clipboard = Some(code);
        }
        PlayAction::KeepTurn => match play.keep_turn() {
            Ok(None) => {}
            Ok(Some(file)) => session.tell(Tone::Good, format!("Kept your unfinished turn in {}", name_of(&file))),
            Err(error) => session.tell(Tone::Bad, format!("Cannot keep the turn: {error}")),
        },
        PlayAction::WriteJournal(path) => {
            let Some(battle) = play.battle() else { return };
            match disk::write(&path, &battle.game().journal()) {
                Ok(()) => session.tell(Tone::Good, format!("Saved the journal to {}", path.display())),
                Err(error) => session.tell(Tone::Bad, format!("Cannot save {}: {error}", path.display())),
            }
        }
    }
}

/// Whether an action would change the past of a battle, or its players.
fn is_against_the_file(action: &PlayAction) -> bool {
    matches!(
        action,
        PlayAction::Seat(..)
            | PlayAction::Restart
            | PlayAction::Master(_)
            | PlayAction::GoOnWith
            | PlayAction::ReplayWith
            | PlayAction::Rechoose(..)
            | PlayAction::ShowBranch(_)
            | PlayAction::Rename(..)
    )
}

/// Checks the file of another person, and opens its battle; errors with the finding.
pub(crate) fn open_turn(session: &mut Session, play: &mut Play, path: &Path) -> Result<(), String> {
    play.open_turn(path, session.desk.clone(), session.registry)?;
    session.view.close_sums();
    // The battle of a file is not started again.
    session.view.play.scenario = None;
    session.view.show(Pane::Play);
    Ok(())
}

/// Shows or hides the column next to the map.
fn show_column(session: &mut Session, is_shown: bool) {
    session.view.play.is_column_hidden = !is_shown;
    if is_shown {
        session.view.make_room();
    }
}

/// Opens a journal and replays it as far as possible; errors with the reason if nothing of it can be shown.
pub(crate) fn open_journal(session: &mut Session, play: &mut Play, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let scenario = play.open(&text, name_of(path), session.registry)?;
    session.view.close_sums();
    let playable = session.pack.as_ref().and_then(|pack| pack.draft().dialect()).map(|dialect| dialect.playable);
    let key = RecordKey::new(playable.unwrap_or_default(), scenario);
    // A scenario that is not in the pack cannot be restarted.
    let known = session.pack.as_ref().is_some_and(|pack| pack.index().entry(&key).is_some());
    session.view.play.scenario = known.then_some(key.id);
    if let Some(analysis) = session.spoken().filter(|_| known) {
        play.content_changed(&analysis);
    }
    session.view.show(Pane::Play);
    Ok(())
}

fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

pub(crate) fn copy_address(session: &mut Session, play: &mut Play) {
    let Some(battle) = play.battle() else { return };
    match battle.address() {
        Ok(address) => {
            session.tell(Tone::Good, format!("Copied the address of entry {}", battle.game().entries()));
            session.clipboard = Some(address);
        }
        Err(why) => session.tell(Tone::Bad, format!("Cannot copy the address: {why}")),
    }
}

pub(crate) fn open_address(session: &mut Session, play: &mut Play, text: &str) {
    let Some(analysis) = session.spoken() else { return };
    match play.open_address(&analysis, session.registry, text) {
        Ok((scenario, seed)) => {
            session.view.close_sums();
            (session.view.play.scenario, session.view.play.seed) = (Some(scenario), seed);
            session.view.show(Pane::Play);
        }
        Err(error) => session.tell(Tone::Bad, format!("Cannot go there: {error}")),
    }
}

pub(crate) fn copy_log(session: &mut Session, play: &mut Play, form: LogForm) {
    let Some(battle) = play.battle() else { return };
    let (text, what) = match form {
        LogForm::Text => (report::text(battle.seen()), "the log"),
        LogForm::Codes => (report::codes(battle.seen()).join("\n"), "the log as action codes"),
    };
    match text.is_empty() {
        true => session.tell(Tone::Bad, format!("Cannot copy {what}: there is nothing in it yet")),
        false => {
            session.tell(Tone::Good, format!("Copied {what}"));
            session.clipboard = Some(text);
        }
    }
}

/// Shows the texts of battles in a language, or as written. The running battle keeps its texts until it is restarted.
pub(crate) fn speak(session: &mut Session, play: &mut Play, language: Option<String>) {
    session.speak(language);
    let said = match session.language() {
        Some(tag) => format!("Battles show texts in {tag}"),
        None => "Battles show texts as written".to_owned(),
    };
    session.tell(Tone::Good, said);
    if let Some(analysis) = session.spoken().filter(|_| play.battle().is_some()) {
        play.content_changed(&analysis);
    }
}

/// Changes the battle, with the pack's current analysis.
pub(crate) fn of_pack(session: &mut Session, play: &mut Play, change: impl FnOnce(&mut Play, &Analysis)) {
    if let Some(analysis) = session.spoken() {
        change(play, &analysis);
        session.view.close_sums();
    }
}

/// Starts a campaign; returns the scenario of its first battle.
pub(crate) fn begin_campaign(session: &mut Session, play: &mut Play, id: &str) -> Option<String> {
    let analysis = session.spoken()?;
    play.begin_campaign(&analysis, session.registry, id)
}

pub(crate) fn restart(session: &mut Session, play: &mut Play) {
    if let Some(analysis) = session.spoken() {
        session.view.close_sums();
        play.restart(&analysis, session.registry, &session.view.play);
    }
}

/// Prepares the Play pane: without a battle, starts the selected scenario.
pub(crate) fn show(session: &mut Session, play: &mut Play) {
    if play.battle().is_some() || play.is_starting() {
        return;
    }
    if let Some(scenario) = session.selected_scenario().map(str::to_owned) {
        session.view.play.scenario = Some(scenario);
    }
    restart(session, play);
}

/// Opens a simulated battle, at its start.
fn watch(session: &mut Session, play: &mut Play, watched: Watched) {
    let Watched { journal, name, players, seed } = watched;
    match play.open(&journal, name, session.registry) {
        Ok(scenario) => {
            session.view.close_sums();
            for (side, player) in players.into_iter().enumerate() {
                play.with(|battle| battle.seat(side, Seat::Computer(player)));
            }
            let playable = session.pack.as_ref().and_then(|pack| pack.draft().dialect()).map(|known| known.playable);
            let key = RecordKey::new(playable.unwrap_or_default(), scenario);
            let known = session.pack.as_ref().is_some_and(|pack| pack.index().entry(&key).is_some());
            // A matchup generated by the lab cannot be restarted from the pack.
            session.view.play.scenario = known.then_some(key.id);
            session.view.play.seed = seed;
            session.view.show(Pane::Play);
        }
        Err(error) => session.tell(Tone::Bad, format!("Cannot show this battle: {error}")),
    }
}

/// Continues automatic play, and shows a battle that was started in the background; returns whether there is more to
/// play.
pub(crate) fn tick(session: &Session, play: &mut Play) -> bool {
    if play.collect() {
        play.use_curtain(session.view.play.curtain);
        mind_content(session, play);
    }
    play.tick(session.view.play.pace)
}

/// Passes the pack's current content to the battle; a running analysis does so when it finishes.
pub(crate) fn mind_content(session: &Session, play: &mut Play) {
    if let Some(analysis) = session.pack().and_then(Pack::current) {
        play.content_changed(analysis);
    }
}
