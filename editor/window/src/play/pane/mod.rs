//! Test-play: a battle with unsaved content, its board next to its log.

mod address;
mod amended;
mod badges;
mod bar;
mod board;
mod branches;
mod by_files;
mod cards;
mod click;
mod column;
mod compared;
mod controls;
mod curtain;
mod curves;
mod ending;
mod figure;
mod gauge;
mod legend;
mod log;
mod master;
mod members;
mod origin;
mod pointed;
mod prospects;
mod reconsidered;
mod recruit;
mod sides;
mod strip;
mod target;
mod timeline;
mod tip;
mod turn;

use egui::{Frame, RichText, ScrollArea, TextStyle, Ui, vec2};
use foeman_engine::choice::Choice;
use foeman_engine::display::Token;
use foeman_engine::game::Viewer;
use foeman_schema::text::RecordKey;

use super::action::PlayAction;
use super::asking::Asking;
use super::view::Tab;
use super::{Battle, Seat};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Now;
use crate::shell::view::{Fold, Pane, Selection};
use crate::shell::workspace::Workspace;
use foeman_scene::theme::{GAP, margin, palette};

/// The test-play pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Play,
    ground: Ground::Whole,
    is: |pane| *pane == Pane::Play,
    title: |_, _| "Test-play".to_owned(),
    // Without a pack, it shows the battle of a journal.
    exists: |session, _| session.pack().is_none_or(|pack| pack.draft().dialect().is_some()),
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.now(), actions),
    aside: None,
    command: None,
    samples: &[
        Sample {
            name: "play:ID",
            about: "the test-play of a scenario after some rounds, as in play:duel",
            pack: "arena",
            example: "play:duel",
            show,
        },
        Sample {
            name: "chart:ID",
            about: "the test-play of a scenario with its chart, as in chart:duel",
            pack: "arena",
            example: "chart:duel",
            show: |workspace, id| {
                show(workspace, id)?;
                workspace.perform(Action::Play(PlayAction::Tab(Tab::Chart)));
                Ok(())
            },
        },
        Sample {
            name: "turn:ID",
            about: "the test-play of a scenario when a person must move, as in turn:duel",
            pack: "arena",
            example: "turn:duel",
            show: asked,
        },
        Sample {
            name: "dice:ID",
            about: "the test-play of a scenario when a person chooses the number of dice, as in dice:duel",
            pack: "arena",
            example: "dice:duel",
            show: |workspace, id| {
                asked(workspace, id)?;
                let may_roll = |workspace: &Workspace| {
                    let choices = workspace.play().battle().map(Battle::choices).unwrap_or_default();
                    choices.iter().any(|choice| choice.strip.is_some())
                };
                // The first choice is the one that changes least.
                for _ in 0..ASKED {
                    if may_roll(workspace) {
                        break;
                    }
                    workspace.perform(Action::Play(PlayAction::Choose(0)));
                    while workspace.tick() {}
                }
                Ok(())
            },
        },
        Sample {
            name: "unit:ID",
            about: "a strategy scenario after some turns with a unit selected, as in unit:common-ground",
            pack: "strategy",
            example: "unit:common-ground",
            show: |workspace, id| {
                side_asked(workspace, id)?;
                let unit = workspace.play().battle().and_then(|battle| {
                    let actors = battle.actors();
                    let can_attack = |id: &&u32| battle.spots(Some(**id)).targets().next().is_some();
                    actors.iter().find(can_attack).or(actors.first()).copied()
                });
                let unit = unit.ok_or("no unit can act")?;
                workspace.perform(Action::Play(PlayAction::PointOut(unit)));
                Ok(())
            },
        },
        Sample {
            name: "recruits:ID",
            about: "the recruits of a strategy scenario after some turns, as in recruits:common-ground",
            pack: "strategy",
            example: "recruits:common-ground",
            show: |workspace, id| {
                side_asked(workspace, id)?;
                workspace.perform(Action::Play(PlayAction::Recruit(true)));
                Ok(())
            },
        },
        Sample {
            name: "roll:ID",
            about: "the test-play of a scenario with the longest sum of its first rounds, as in roll:toll",
            pack: "arena",
            example: "roll:toll",
            show: |workspace, id| {
                show(workspace, id)?;
                let battle = workspace.play().battle().ok_or("there is no battle")?;
                let lines = battle.seen().lines.iter().enumerate();
                let rolled = lines.filter(|(_, told)| told.line.roll.is_some());
                // The roll with the longest calculation; the last of these.
                let most = rolled.max_by_key(|(at, told)| (told.line.terms.len(), *at));
                let (at, entry) =
                    most.map(|(at, told)| (at, told.entry)).ok_or("there are no rolls in its first rounds")?;
                workspace.perform(Action::Play(PlayAction::GoTo(entry + 1)));
                workspace.perform(Action::Fold(Fold::Sum(at)));
                Ok(())
            },
        },
        Sample {
            name: "branches:ID",
            about: "two branches of a battle, compared, as in branches:duel",
            pack: "arena",
            example: "branches:duel",
            show: |workspace, id| {
                show(workspace, id)?;
                branch(workspace).ok_or_else(|| "no figure chooses a number of dice in its first rounds".to_owned())
            },
        },
        Sample {
            name: "master:ID",
            about: "the test-play of a scenario with the game master's tools, as in master:duel",
            pack: "arena",
            example: "master:duel",
            show: |workspace, id| {
                show(workspace, id)?;
                workspace.perform(Action::Play(PlayAction::ShowMaster(true)));
                workspace.perform(Action::Play(PlayAction::Highlight(Some(0))));
                workspace.perform(Action::Play(PlayAction::Cursor([4, 4])));
                Ok(())
            },
        },
    ],
};

/// The maximum number of choices made for a screenshot.
const ASKED: usize = 20;
/// The number of rounds played for a screenshot.
const ROUNDS: u32 = 3;
/// The initial height left for cards if there is plenty, in points.
const CARDS: f32 = 460.0;

fn show(workspace: &mut Workspace, id: &str) -> Result<(), String> {
    let playable = workspace.pack().and_then(|pack| pack.draft().dialect()).map(|dialect| dialect.playable);
    let key = RecordKey::new(playable.unwrap_or_default(), id);
    let known = workspace.pack().is_some_and(|pack| pack.index().entry(&key).is_some());
    if !known {
        return Err(format!("there is no scenario `{id}`"));
    }
    workspace.perform(Action::Select(Selection::record(key)));
    workspace.perform(Action::Play(PlayAction::Scenario(id.to_owned())));
    for _ in 0..ROUNDS {
        workspace.perform(Action::Play(PlayAction::Round));
        while workspace.tick() {}
    }
    Ok(())
}

/// Plays some rounds of a scenario, until a person of its first side must choose.
fn side_asked(workspace: &mut Workspace, id: &str) -> Result<(), String> {
    show(workspace, id)?;
    workspace.perform(Action::Play(PlayAction::Seat(0, Seat::Person)));
    workspace.perform(Action::Play(PlayAction::ToEnd));
    while workspace.tick() {}
    let is_asked = workspace.play().battle().is_some_and(|battle| !battle.choices().is_empty());
    is_asked.then_some(()).ok_or_else(|| "the first side has no decisions".to_owned())
}

/// Starts a scenario and plays until a person of its first side must choose.
fn asked(workspace: &mut Workspace, id: &str) -> Result<(), String> {
    show(workspace, id)?;
    workspace.perform(Action::Play(PlayAction::Seat(0, Seat::Person)));
    workspace.perform(Action::Play(PlayAction::Restart));
    workspace.perform(Action::Play(PlayAction::ToEnd));
    while workspace.tick() {}
    let is_asked = workspace.play().battle().is_some_and(|battle| !battle.choices().is_empty());
    is_asked.then_some(()).ok_or_else(|| "the first side has no decisions".to_owned())
}

/// Changes the first decision that has a choice of dice, and compares both branches.
fn branch(workspace: &mut Workspace) -> Option<()> {
    let game = workspace.play().battle()?.game();
    let (entry, other) = (1..game.entries()).find_map(|entry| {
        let decision = game.decision(Viewer::All, entry)?;
        let chosen = decision.choices.get(decision.chosen)?.strip.as_ref()?;
        let is_other = |choice: &Choice| {
            choice.strip.as_ref().is_some_and(|strip| strip.text == chosen.text && strip.dice != chosen.dice)
        };
        Some((entry, decision.choices.iter().position(is_other)?))
    })?;
    workspace.perform(Action::Play(PlayAction::Rechoose(entry, other)));
    workspace.perform(Action::Play(PlayAction::ToEnd));
    while workspace.tick() {}
    workspace.perform(Action::Play(PlayAction::Dismiss));
    workspace.perform(Action::Play(PlayAction::CompareWith(Some(0))));
    Some(())
}

fn ui(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let pack = now.session.pack();
    let offer = pack.and_then(|pack| Some((pack, pack.index().catalog(pack.draft().dialect()?.playable)?)));
    let offer = offer.map(|(pack, catalog)| (pack, catalog.records.as_slice())).filter(|(_, all)| !all.is_empty());
    if pack.is_some() && offer.is_none() {
        let text = "Test-play plays a scenario with the current content, saved or not. Add a scenario first";
        widgets::empty_state(ui, Icon::Play, "Nothing to play yet", text, |_| {});
        return;
    }
    bar::ui(ui, now, offer, actions);
    match (now.play.asking(), now.play.battle()) {
        (Some(Asking::Address), _) => address::ui(ui, actions),
        (Some(Asking::Choice(decision)), Some(battle)) => reconsidered::ui(ui, battle, decision, actions),
        _ => {}
    }
    match now.play.battle() {
        Some(battle) => fight(ui, now, battle, actions),
        None if now.play.is_starting() => {
            widgets::empty_state(ui, Icon::Play, "The battle starts…", "A large world takes a moment", widgets::busy);
        }
        None if now.play.errors().is_empty() => {
            let text = "Choose a scenario above and start it; the battle uses the current content, saved or not";
            widgets::empty_state(ui, Icon::Play, "No battle yet", text, |ui| {
                if widgets::main_button(ui, "Start").clicked() {
                    actions.push(Action::Play(PlayAction::Restart));
                }
            });
        }
        None => errors(ui, now, actions),
    }
}

fn errors(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let colors = palette(ui);
    ui.add_space(4.0 * GAP);
    Frame::new().inner_margin(margin::PANE).show(ui, |ui| {
        ui.horizontal(|ui| {
            Icon::Error.show(ui, colors.error);
            ui.label(widgets::styled("This scenario cannot be played yet", TextStyle::Heading, colors.strong));
        });
        ui.label(
            RichText::new("Fix these problems, then start again; click one to go to its place").color(colors.weak),
        );
        ui.add_space(2.0 * GAP);
        ScrollArea::vertical().auto_shrink([false, true]).max_height(ui.available_height() - 60.0).show(ui, |ui| {
            for error in now.play.errors() {
                ui.horizontal_wrapped(|ui| {
                    if ui.link(error.pointer.to_string()).clicked() {
                        actions.push(Action::Jump(error.pointer.clone(), None));
                    }
                    ui.label(&error.message);
                });
            }
        });
        ui.add_space(2.0 * GAP);
        if widgets::main_button(ui, "Try again").clicked() {
            actions.push(Action::Play(PlayAction::Restart));
        }
    });
}

/// Draws a battle: the timeline at the bottom, the column at the right, and the map or the cards of the sides in the rest.
fn fight(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    if let Some(side) = battle.covered() {
        curtain::ui(ui, battle, side, actions);
        return;
    }
    by_files::ui(ui, battle, actions);
    timeline::ui(ui, now, battle, actions);
    column::ui(ui, now, battle, actions);
    let rest = ui.available_rect_before_wrap();
    if let Some((other, comparison)) = battle.branches().compared() {
        compared::ui(ui, battle, comparison, other, actions);
    } else if battle.board().ground.is_some() {
        board::ui(ui, now, battle, actions);
    } else {
        without_map(ui, now, battle, actions);
    }
    amended::report(ui, battle, rest, actions);
}

/// Draws a battle without a map: a card per side, and the chart below.
fn without_map(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let frame = Frame::new().fill(palette(ui).surface).inner_margin(margin::PANE);
    let room = ui.available_height();
    let height = (room - CARDS).clamp(room * 0.4, room * 0.62);
    let chart = egui::Panel::bottom("chart").frame(frame).resizable(true).default_size(height);
    chart.size_range(110.0..=(room - 120.0).max(120.0)).show(ui, |ui| {
        widgets::section(ui, "OVER THE ROUNDS");
        curves::ui(ui, now, battle, actions);
    });
    cards::ui(ui, now, battle, actions);
}

/// Draws all details of a figure.
pub(crate) fn details(ui: &mut Ui, token: &Token) {
    let colors = palette(ui);
    let (left, full) = token.health;
    ui.label(RichText::new(format!("{}   {left} of {full}", token.name)).color(colors.strong));
    if !token.marks.is_empty() {
        ui.label(RichText::new(token.marks.join(", ")).color(colors.warning));
    }
    ui.spacing_mut().interact_size.y = 0.0;
    egui::Grid::new(("details", token.id)).num_columns(2).spacing(vec2(4.0 * GAP, GAP)).show(ui, |ui| {
        for (label, text) in &token.details {
            ui.label(RichText::new(label).color(colors.weak));
            ui.label(text);
            ui.end_row();
        }
    });
}
