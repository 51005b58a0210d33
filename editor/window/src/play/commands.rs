//! The commands of test-play, in the Play menu.

use egui::{Key, KeyboardShortcut, Modifiers};
use foeman_engine::choice::Intent;

use super::Battle;
use super::action::{LogForm, PlayAction};
use super::running::Until;
use crate::kit::icon::Icon;
use crate::shell::action::{Action, Focus};
use crate::shell::commands::{BASE, Command, Menu, Surface, ctrl_shift, has_pack, plain};
use crate::shell::session::Now;
use crate::shell::view::Pane;

/// The commands in menu order.
pub static ALL: &[&Command] = &[
    &TEST_PLAY,
    &RESTART,
    &STEP,
    &ROUND,
    &TO_THE_END,
    &UNTIL_TOLD,
    &UNTIL_SEGMENT,
    &UNTIL_PHASE,
    &UNTIL_ASKED,
    &UNTIL_LOST,
    &UNTIL_UNLIKELY,
    &STOP,
    &CHOICES,
    &NEXT_ACTOR,
    &PREVIOUS_ACTOR,
    &DANGER,
    &CURTAIN,
    &BACK_A_STEP,
    &BACK_TO_START,
    &FORWARD,
    &FORWARD_TO_END,
    &RECONSIDER,
    &BOOKMARK,
    &NEXT_BOOKMARK,
    &PREVIOUS_BOOKMARK,
    &COPY_ADDRESS,
    &GO_TO_ADDRESS,
    &COPY_LOG,
    &COPY_CODES,
    &GO_ON_WITH,
    &REPLAY_WITH,
    &KEEP_OLD,
    &GAME_MASTER,
    &JOURNAL,
    &OPEN_JOURNAL,
    &RESIGN,
];

/// Opens test-play, with the selected scenario if there is one.
pub static TEST_PLAY: Command = Command {
    id: "play.open",
    name: "Test-play",
    icon: Some(Icon::Play),
    place: Surface::Toolbar,
    keys: &[plain(Key::F5)],
    applies: has_pack,
    action: |now| {
        Some(match now.session.selected_scenario() {
            Some(scenario) if now.session.view().play.scenario.as_deref() != Some(scenario) => {
                Action::Play(PlayAction::Scenario(scenario.to_owned()))
            }
            _ => Action::Show(Pane::Play),
        })
    },
    ..IN_MENU
};

/// Restarts the battle.
pub static RESTART: Command = Command {
    id: "play.restart",
    name: "Restart",
    icon: Some(Icon::Reset),
    group: 1,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F5)],
    applies: |now| has_pack(now) && now.session.view().play.scenario.is_some(),
    action: |_| Some(Action::Play(PlayAction::Restart)),
    ..IN_MENU
};

/// Plays one entry.
pub static STEP: Command = Command {
    id: "play.step",
    name: "Step",
    icon: Some(Icon::Step),
    group: 1,
    keys: &[plain(Key::F11)],
    applies: can_go_on,
    action: |_| Some(Action::Play(PlayAction::Step)),
    ..IN_MENU
};

/// Plays to the next round.
pub static ROUND: Command = Command {
    id: "play.round",
    name: "Round",
    icon: Some(Icon::Skip),
    group: 1,
    keys: &[plain(Key::F7)],
    applies: can_go_on,
    action: |_| Some(Action::Play(PlayAction::Round)),
    ..IN_MENU
};

/// Plays to the end.
pub static TO_THE_END: Command = Command {
    id: "play.to-the-end",
    name: "To the end",
    icon: Some(Icon::End),
    group: 1,
    keys: &[plain(Key::F8)],
    applies: can_go_on,
    action: |_| Some(Action::Play(PlayAction::ToEnd)),
    ..IN_MENU
};

/// Plays until a line is logged.
pub static UNTIL_TOLD: Command = until("play.until-told", "Play until something happens", Until::Told);

/// Plays to the end of the segment.
pub static UNTIL_SEGMENT: Command = until("play.until-segment", "Play to the end of the segment", Until::Segment);

/// Plays to the end of the phase.
pub static UNTIL_PHASE: Command = until("play.until-phase", "Play to the end of the phase", Until::Phase);

/// Plays until a side must choose.
pub static UNTIL_ASKED: Command = until("play.until-asked", "Play until a side must choose", Until::Asked);

/// Plays until a figure drops out.
pub static UNTIL_LOST: Command = until("play.until-lost", "Play until a figure falls", Until::Lost);

/// Plays until a roll has an unlikely outcome.
pub static UNTIL_UNLIKELY: Command =
    until("play.until-unlikely", "Play until a roll with a chance below 5 %", Until::Unlikely);

/// Stops automatic play.
pub static STOP: Command = Command {
    id: "play.stop",
    name: "Stop",
    icon: Some(Icon::Stop),
    group: 1,
    applies: |now| now.play.battle().is_some_and(Battle::is_running),
    action: |_| Some(Action::Play(PlayAction::Stop)),
    ..IN_MENU
};

/// Highlights the next token with choices.
pub static NEXT_ACTOR: Command = Command {
    id: "play.next-actor",
    name: "Next figure that can act",
    icon: Some(Icon::Forward),
    group: 1,
    keys: &[plain(Key::W)],
    applies: |now| next_actor(now).is_some(),
    action: |now| next_actor(now).map(|token| Action::Play(PlayAction::PointOut(token))),
    ..IN_MENU
};

/// Returns the next token with choices, after the highlighted one.
fn next_actor(now: &Now<'_>) -> Option<u32> {
    let play = now.play;
    play.battle()?.next_actor(play.highlight)
}

/// Highlights the previous token with choices.
pub static PREVIOUS_ACTOR: Command = Command {
    id: "play.previous-actor",
    name: "Previous figure that can act",
    icon: Some(Icon::Back),
    group: 1,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::W)],
    applies: |now| previous_actor(now).is_some(),
    action: |now| previous_actor(now).map(|token| Action::Play(PlayAction::PointOut(token))),
    ..IN_MENU
};

/// Returns the previous token with choices, before the highlighted one.
fn previous_actor(now: &Now<'_>) -> Option<u32> {
    let play = now.play;
    play.battle()?.previous_actor(play.highlight)
}

/// Moves the focus to the first choice.
pub static CHOICES: Command = Command {
    id: "play.choices",
    name: "Go to the choices",
    group: 1,
    keys: &[plain(Key::F4)],
    applies: has_battle,
    action: |_| Some(Action::Focus(Focus::Choices)),
    ..IN_MENU
};

/// Shows or hides what enemies can do to the cells the active figure can move to.
pub static DANGER: Command = Command {
    id: "play.danger",
    name: "Show danger",
    group: 1,
    applies: has_battle,
    on: Some(|now| now.session.view().play.danger),
    action: |now| Some(Action::Play(PlayAction::ShowDanger(!now.session.view().play.danger))),
    ..IN_MENU
};

/// Hides the battle between two people who share the window, or no longer.
pub static CURTAIN: Command = Command {
    id: "play.curtain",
    name: "Hide between players",
    group: 1,
    applies: has_battle,
    on: Some(|now| now.session.view().play.curtain),
    action: |now| Some(Action::Play(PlayAction::Curtain(!now.session.view().play.curtain))),
    ..IN_MENU
};

/// Undoes the last entry.
pub static BACK_A_STEP: Command = Command {
    id: "play.back-a-step",
    name: "Back a step",
    icon: Some(Icon::StepBack),
    group: 2,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F11)],
    applies: can_go_back,
    action: |_| Some(Action::Play(PlayAction::BackStep)),
    ..IN_MENU
};

/// Undoes all entries back to the setup.
pub static BACK_TO_START: Command = Command {
    id: "play.back-to-start",
    name: "Back to start",
    icon: Some(Icon::Start),
    group: 2,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F8)],
    applies: can_go_back,
    action: |_| Some(Action::Play(PlayAction::BackToStart)),
    ..IN_MENU
};

/// Redoes one undone entry.
pub static FORWARD: Command = Command {
    id: "play.forward",
    name: "Forward a step",
    icon: Some(Icon::Forward),
    group: 2,
    keys: &[ctrl_shift(Key::F11)],
    applies: can_go_forward,
    action: |_| Some(Action::Play(PlayAction::Forward)),
    ..IN_MENU
};

/// Redoes all undone entries.
pub static FORWARD_TO_END: Command = Command {
    id: "play.forward-to-end",
    name: "Forward to the end",
    icon: Some(Icon::End),
    group: 2,
    keys: &[ctrl_shift(Key::F8)],
    applies: can_go_forward,
    action: |_| Some(Action::Play(PlayAction::ForwardToEnd)),
    ..IN_MENU
};

/// Lists the other choices at the last decision.
pub static RECONSIDER: Command = Command {
    id: "play.choose-otherwise",
    name: "Change this decision…",
    group: 2,
    applies: can_go_back,
    action: |now| {
        let entries = now.play.battle()?.game().entries();
        Some(Action::Play(PlayAction::Reconsider(Some(entries - 1))))
    },
    ..IN_MENU
};

/// Adds a bookmark at the current state.
pub static BOOKMARK: Command = Command {
    id: "play.bookmark",
    name: "Bookmark this point",
    icon: Some(Icon::Bookmark),
    group: 6,
    keys: &[ctrl_shift(Key::B)],
    applies: has_battle,
    action: |now| {
        let battle = now.play.battle()?;
        let entries = battle.game().entries();
        let name = battle.bookmarks().at(entries).is_none().then(|| battle.place_name());
        Some(Action::Play(PlayAction::Bookmark(entries, name)))
    },
    ..IN_MENU
};

/// Goes to the next bookmark.
pub static NEXT_BOOKMARK: Command = Command {
    id: "play.next-bookmark",
    name: "Next bookmark",
    group: 6,
    applies: |now| beside(now, true).is_some(),
    action: |now| beside(now, true),
    ..IN_MENU
};

/// Goes to the previous bookmark.
pub static PREVIOUS_BOOKMARK: Command = Command {
    id: "play.previous-bookmark",
    name: "Previous bookmark",
    group: 6,
    applies: |now| beside(now, false).is_some(),
    action: |now| beside(now, false),
    ..IN_MENU
};

/// Copies the address of the battle's current state.
pub static COPY_ADDRESS: Command = Command {
    id: "play.copy-address",
    name: "Copy the address of this point",
    group: 6,
    applies: has_battle,
    action: |_| Some(Action::Play(PlayAction::CopyAddress)),
    ..IN_MENU
};

/// Opens the dialog to go to an address.
pub static GO_TO_ADDRESS: Command = Command {
    id: "play.go-to-address",
    name: "Go to an address…",
    group: 6,
    applies: has_pack,
    action: |_| Some(Action::Play(PlayAction::AskAddress(true))),
    ..IN_MENU
};

/// Copies the log as text.
pub static COPY_LOG: Command = Command {
    id: "play.copy-log",
    name: "Copy the log",
    group: 3,
    applies: has_battle,
    action: |_| Some(Action::Play(PlayAction::CopyLog(LogForm::Text))),
    ..IN_MENU
};

/// Copies the log as action codes.
pub static COPY_CODES: Command = Command {
    id: "play.copy-codes",
    name: "Copy the log as action codes",
    group: 3,
    applies: has_battle,
    action: |_| Some(Action::Play(PlayAction::CopyLog(LogForm::Codes))),
    ..IN_MENU
};

/// Continues with the pack's current values.
pub static GO_ON_WITH: Command = Command {
    id: "play.go-on-with-new-values",
    name: "Continue with the new values",
    group: 5,
    applies: is_outdated,
    action: |_| Some(Action::Play(PlayAction::GoOnWith)),
    ..IN_MENU
};

/// Replays the battle with the pack's current values.
pub static REPLAY_WITH: Command = Command {
    id: "play.replay-with-new-values",
    name: "Replay with the new values",
    group: 5,
    applies: is_outdated,
    action: |_| Some(Action::Play(PlayAction::ReplayWith)),
    ..IN_MENU
};

/// Continues with the old values.
pub static KEEP_OLD: Command = Command {
    id: "play.keep-old-values",
    name: "Keep the old values",
    group: 5,
    applies: is_outdated,
    action: |_| Some(Action::Play(PlayAction::KeepOld)),
    ..IN_MENU
};

/// Shows or hides the game master's tools.
pub static GAME_MASTER: Command = Command {
    id: "play.game-master",
    name: "Game master",
    group: 5,
    applies: |now| now.play.battle().is_some_and(|battle| battle.master().is_some()),
    action: |now| Some(Action::Play(PlayAction::ShowMaster(!now.session.view().play.master))),
    ..IN_MENU
};

/// Shows a dialog to choose where to save the journal.
pub static JOURNAL: Command = Command {
    id: "play.journal",
    name: "Save journal…",
    group: 3,
    applies: |now| has_battle(now) && !now.choosing,
    action: |_| Some(Action::Play(PlayAction::AskJournal)),
    ..IN_MENU
};

/// Shows a dialog to choose a journal or a turn to open.
pub static OPEN_JOURNAL: Command = Command {
    id: "play.open-journal",
    name: "Open journal or turn…",
    group: 3,
    applies: |now| !now.choosing,
    action: |_| Some(Action::Play(PlayAction::AskOpenJournal)),
    ..IN_MENU
};

/// Gives up the game for the active side.
pub static RESIGN: Command = Command {
    id: "play.give-up",
    name: "Give up",
    icon: Some(Icon::Flag),
    group: 8,
    exists: |now| resigning(now).is_some(),
    applies: |now| resigning(now).is_some(),
    action: |now| resigning(now).map(|choice| Action::Play(PlayAction::Choose(choice))),
    ..IN_MENU
};

/// Returns the choice that gives up the game.
fn resigning(now: &Now<'_>) -> Option<usize> {
    now.play.battle()?.choices().iter().position(|choice| choice.intent == Intent::Resign)
}

const IN_MENU: Command = Command { menu: Menu::Play, ..BASE };

/// Returns a command that plays until a condition is met. It needs one function per condition, because a static cannot
/// hold a closure with captures.
const fn until(id: &'static str, name: &'static str, until: Until) -> Command {
    let action: fn(&Now<'_>) -> Option<Action> = match until {
        Until::Told => |_| Some(Action::Play(PlayAction::Until(Until::Told))),
        Until::Segment => |_| Some(Action::Play(PlayAction::Until(Until::Segment))),
        Until::Phase => |_| Some(Action::Play(PlayAction::Until(Until::Phase))),
        Until::Asked => |_| Some(Action::Play(PlayAction::Until(Until::Asked))),
        Until::Lost => |_| Some(Action::Play(PlayAction::Until(Until::Lost))),
        Until::Unlikely => |_| Some(Action::Play(PlayAction::Until(Until::Unlikely))),
    };
    Command { id, name, group: 7, applies: can_go_on, action, ..IN_MENU }
}

/// Returns the action that goes to the nearest bookmark after or before the current state.
fn beside(now: &Now<'_>, after: bool) -> Option<Action> {
    let battle = now.play.battle()?;
    let bookmark = battle.bookmarks().beside(battle.game().entries(), after)?;
    Some(Action::Play(PlayAction::GoTo(bookmark.entries)))
}

/// Returns the command that some keys mean while a battle is the current document: Undo takes back its last step, and
/// Redo repeats it. Undo changes the pack only outside of a battle.
pub fn in_battle(now: &Now<'_>, command: &'static Command) -> &'static Command {
    let is_current = has_battle(now) && now.session.view().document() == Some(&Pane::Play);
    match command.id {
        "edit.undo" if is_current => &BACK_A_STEP,
        "edit.redo" if is_current => &FORWARD,
        _ => command,
    }
}

fn has_battle(now: &Now<'_>) -> bool {
    now.play.battle().is_some()
}

fn is_outdated(now: &Now<'_>) -> bool {
    now.play.battle().is_some_and(Battle::is_outdated)
}

fn can_go_on(now: &Now<'_>) -> bool {
    now.play.battle().is_some_and(|battle| !battle.is_over() && !battle.is_running())
}

fn can_go_back(now: &Now<'_>) -> bool {
    now.play.battle().is_some_and(|battle| battle.game().entries() > 1)
}

fn can_go_forward(now: &Now<'_>) -> bool {
    now.play.battle().is_some_and(|battle| battle.game().ahead() > 0)
}
