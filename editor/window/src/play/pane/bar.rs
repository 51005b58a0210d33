//! The bar of test-play: one row of constant height with the scenario, the transport controls, the state of the
//! battle, and badges. Controls that do not fit are in the menu at its end.

use egui::{Align, DragValue, Frame, Label, Layout, Panel, RectAlign, RichText, ScrollArea, Ui, vec2};
use foeman_engine::display::LineKind;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_schema::text::RecordKey;

use super::controls::{self, Badge};
use super::{badges, column, ending};
use crate::campaign;
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::pack::index::Listed;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::commands as play;
use crate::play::pace::Pace;
use crate::play::running::Until;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::Command;
use crate::shell::session::Now;
use foeman_scene::theme::{GAP, ROW, margin, palette};

/// The height of the bar, in points.
pub(crate) const HEIGHT: f32 = 34.0;
/// The width of an icon button with the space next to it, in points.
const BUTTON: f32 = ROW + BETWEEN;
/// The space between the controls, in points.
const BETWEEN: f32 = 2.0;
/// The minimum pane width for scenario and seed without a popup, in points.
const SPACIOUS: f32 = 1000.0;
/// The width left for the state of the battle before badges lose their texts, in points.
const STATE: f32 = 240.0;
/// The width left for the state of the battle before badges move to the menu, in points.
const LEAST: f32 = 90.0;
/// The maximum number of gauges of the active side in the state of the battle.
const GAUGES: usize = 8;
/// The maximum height of the list of scenarios in a popup, in points.
const LIST: f32 = 300.0;

/// A transport control.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    Command(&'static str),
    Until,
    Speed,
}

/// The transport controls from left to right, and their order of importance (1 is shown in the narrowest bar).
const CONTROLS: [(Control, u8); 8] = [
    (Control::Command("Restart"), 5),
    (Control::Command("Back to start"), 6),
    (Control::Command("Back a step"), 4),
    (Control::Command("Step"), 2),
    (Control::Command("Round"), 3),
    (Control::Command("To the end"), 1),
    (Control::Until, 7),
    (Control::Speed, 8),
];

/// The commands at the end of the menu, by group.
const MORE: [&[&Command]; 5] = [
    &[&play::DANGER, &play::RECONSIDER, &play::GAME_MASTER],
    &[&play::BOOKMARK, &play::COPY_ADDRESS, &play::GO_TO_ADDRESS],
    &[&play::COPY_LOG, &play::COPY_CODES],
    &[&play::JOURNAL, &play::OPEN_JOURNAL],
    &[&play::RESIGN],
];

/// A pack and its scenarios.
type Offer<'p> = (&'p Pack, &'p [Listed]);

/// Draws the bar. Without a pack, it offers no scenarios.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, offer: Option<Offer<'_>>, actions: &mut Actions) {
    let frame = Frame::new().fill(palette(ui).panel).inner_margin(margin::BAR);
    let panel = Panel::top("play bar").frame(frame).exact_size(HEIGHT);
    panel.show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = BETWEEN;
            let width = ui.available_width();
            if let Some(offer) = offer {
                choose(ui, now, offer, width >= SPACIOUS, actions);
                ui.add_space(GAP);
            }
            // Two buttons at the right end: the menu, and the one for the side column.
            let fit = ((ui.available_width() - 2.0 * BUTTON) / BUTTON).max(0.0) as u8;
            for (control, rank) in CONTROLS {
                if rank <= fit {
                    transport(ui, now, control, actions);
                }
            }
            ui.add_space(GAP);
            end(ui, now, fit, actions);
        });
    });
}

/// Draws the choice of the scenario and the seed, in the bar or in a popup.
fn choose(ui: &mut Ui, now: &Now<'_>, offer: Offer<'_>, has_room: bool, actions: &mut Actions) {
    if has_room {
        scenario(ui, now, offer, actions);
        ui.add_space(GAP);
        seed(ui, now, actions);
        return;
    }
    let button = controls::icon(ui, Icon::Figures, "Scenario and seed", "Scenario and seed");
    controls::popup(&button, RectAlign::BOTTOM_START, |ui| {
        ui.horizontal(|ui| seed(ui, now, actions));
        // A combo box would close this popup.
        ScrollArea::vertical().max_height(LIST).show(ui, |ui| {
            ui.with_layout(Layout::top_down_justified(Align::Min), |ui| offered(ui, now, offer, actions));
        });
    });
}

/// Draws the state of the battle, the badges, the menu, and the button for the side column.
fn end(ui: &mut Ui, now: &Now<'_>, fit: u8, actions: &mut Actions) {
    let badges = now.play.battle().map(|battle| badges::of(ui, now, battle)).unwrap_or_default();
    let room = ui.available_width() - 2.0 * BUTTON;
    let total = |has_text| badges.iter().map(|badge| badge.width(ui, has_text) + BETWEEN).sum::<f32>();
    let has_text = total(true) <= room - STATE;
    let mut left = room - LEAST;
    let fitting = badges.iter().take_while(|badge| {
        left -= badge.width(ui, has_text) + BETWEEN;
        has_text || left >= 0.0
    });
    let shown = fitting.count();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let is_hidden = column::is_hidden(now);
        let hint = if is_hidden { "Show the side column" } else { "Hide the side column" };
        if controls::icon(ui, Icon::Column, "Side column", hint).clicked() {
            actions.push(Action::Play(PlayAction::ShowColumn(is_hidden)));
        }
        let button = controls::icon(ui, Icon::More, "More", "More");
        let rest = &badges[shown..];
        controls::popup(&button, RectAlign::BOTTOM_END, |ui| more(ui, now, fit, rest, actions));
        for badge in badges[..shown].iter().rev() {
            badge.ui(ui, has_text, actions);
        }
        ui.add_space(GAP);
        if let Some(battle) = now.play.battle().filter(|_| ui.available_width() > 40.0) {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| state(ui, battle));
        }
    });
}

fn transport(ui: &mut Ui, now: &Now<'_>, control: Control, actions: &mut Actions) {
    match control {
        Control::Command(name) => {
            let is_running = now.play.battle().is_some_and(Battle::is_running);
            let command = match name {
                "To the end" if is_running => &play::STOP,
                _ => command(name),
            };
            let waits_for = now.play.battle().and_then(Battle::waiting_for).filter(|_| name == "To the end");
            let hint = waits_for.unwrap_or_else(|| controls::with_keys(ui, now, command));
            controls::command_with(ui, now, command, &hint, actions);
        }
        Control::Until => {
            let can_go_on = (play::UNTIL_TOLD.applies)(now);
            let button = ui.add_enabled_ui(can_go_on, |ui| {
                controls::icon(ui, Icon::Until, "Until…", "Play until something happens")
            });
            controls::menu(&button.inner, |ui| until(ui, actions));
        }
        Control::Speed => {
            let hint = format!("Speed of automatic play: {}", name(now.session.view().play.pace));
            let button = controls::icon(ui, Icon::Speed, "Pace", &hint);
            controls::menu(&button, |ui| pace(ui, now, actions));
        }
    }
}

/// Returns a command of the transport controls by its name.
fn command(name: &str) -> &'static Command {
    let known = [&play::RESTART, &play::BACK_TO_START, &play::BACK_A_STEP, &play::STEP, &play::ROUND];
    known.into_iter().find(|command| command.name == name).unwrap_or(&play::TO_THE_END)
}

fn until(ui: &mut Ui, actions: &mut Actions) {
    for (until, name) in Until::ALL {
        if ui.button(name).clicked() {
            actions.push(Action::Play(PlayAction::Until(until)));
            ui.close();
        }
    }
}

fn pace(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let chosen = now.session.view().play.pace;
    for (pace, name) in Pace::ALL {
        if ui.selectable_label(pace == chosen, name).clicked() {
            actions.push(Action::Play(PlayAction::Pace(pace)));
            ui.close();
        }
    }
}

fn name(pace: Pace) -> &'static str {
    Pace::ALL.iter().find(|(other, _)| *other == pace).map_or("", |(_, name)| *name)
}

/// Draws the badges and controls that did not fit, and further commands.
fn more(ui: &mut Ui, now: &Now<'_>, fit: u8, badges: &[Badge<'_>], actions: &mut Actions) {
    for badge in badges {
        widgets::section(ui, &badge.name.to_uppercase());
        (badge.content)(ui, actions);
        ui.separator();
    }
    ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
        basic::menu_style(ui.style_mut());
        for (control, _) in CONTROLS.into_iter().filter(|(_, rank)| *rank > fit) {
            match control {
                Control::Command(name) => controls::entry(ui, now, command(name), actions),
                Control::Until => {
                    let can_go_on = (play::UNTIL_TOLD.applies)(now);
                    ui.add_enabled_ui(can_go_on, |ui| ui.menu_button("Until…", |ui| until(ui, actions)));
                }
                Control::Speed => {
                    ui.menu_button("Pace", |ui| pace(ui, now, actions));
                }
            }
        }
        if CONTROLS.iter().any(|(_, rank)| *rank > fit) {
            ui.separator();
        }
        for (nth, group) in MORE.into_iter().enumerate() {
            let mut group = group.iter().filter(|command| (command.exists)(now)).peekable();
            if nth > 0 && group.peek().is_some() {
                ui.separator();
            }
            for command in group {
                controls::entry(ui, now, command, actions);
            }
        }
    });
}

/// Draws round, phase and whose turn it is, on one line.
fn state(ui: &mut Ui, battle: &Battle) {
    let text = words(battle);
    let color = if battle.waits_for().is_some() { palette(ui).strong } else { palette(ui).text };
    ui.add(Label::new(RichText::new(text).color(color)).truncate());
}

/// Describes the state of a battle: round, active side, pending decision, and resources of the active side.
pub(crate) fn words(battle: &Battle) -> String {
    let seen = battle.seen();
    let heading = seen.lines.iter().rev().find(|told| told.line.kind == LineKind::Heading);
    let round = heading.map_or_else(|| "Before the first round".to_owned(), |told| told.line.text.clone());
    let name = |id: u32| seen.board.tokens.iter().find(|token| token.id == id).map(|token| token.name.clone());
    // A heading such as `Turn 2: Red March` would name the side twice.
    let asked = match &seen.turn {
        Turn::Ask { side, .. } => format!(": {}", seen.side_name(*side)),
        _ => String::new(),
    };
    let mut parts = vec![round.strip_suffix(&asked).unwrap_or(&round).to_owned()];
    match (&seen.turn, battle.waits_for()) {
        (Turn::Over(_), _) => {
            parts.push("The battle is over".to_owned());
            parts.extend(ending::title(battle));
        }
        (Turn::Ask { actor, side }, waits) => {
            let actor = actor.and_then(name);
            let side_name = seen.side_name(*side);
            parts.push(match (waits, actor) {
                (Some(side), Some(actor)) => format!("Waiting for {side}: {actor}"),
                (Some(side), None) => format!("Waiting for {side}"),
                (None, actor) => actor.unwrap_or(side_name),
            });
            // A side that chooses for several figures can do anything.
            let groups = || seen.choices.iter().map(|choice| choice.group);
            let group = groups().find(|group| !group.is_empty()).filter(|_| battle.actors().is_empty());
            parts.extend(group.map(str::to_owned));
            let SideId(asked) = *side;
            let own = seen.board.gauges.iter().filter(|gauge| gauge.side == usize::from(asked));
            let own = own.filter(|_| seen.board.ground.is_some()).take(GAUGES);
            parts.extend(own.map(|gauge| format!("{} {}", gauge.name, gauge.value)));
        }
        (Turn::Auto, _) => {}
    }
    parts.join(" · ")
}

fn scenario(ui: &mut Ui, now: &Now<'_>, (pack, scenarios): Offer<'_>, actions: &mut Actions) {
    let chosen = now.session.view().play.scenario.as_deref();
    let playable = pack.draft().dialect().map_or("", |dialect| dialect.playable);
    let text = chosen
        .map_or("Choose a scenario".to_owned(), |id| pack.index().title(&RecordKey::new(playable, id)).to_owned());
    let combo = basic::combo("scenario").width(170.0).selected_text(&text).truncate();
    let response = combo.show_ui(ui, |ui| offered(ui, now, (pack, scenarios), actions));
    widgets::whole_on_hover(ui, &response.response, &text);
    response.response.accessible_name("Scenario");
}

/// Draws the list of scenarios and campaigns.
fn offered(ui: &mut Ui, now: &Now<'_>, (pack, scenarios): Offer<'_>, actions: &mut Actions) {
    let chosen = now.session.view().play.scenario.as_deref();
    for entry in scenarios {
        if ui.selectable_label(chosen == Some(entry.key.id.as_str()), &entry.title).clicked() {
            actions.push(Action::Play(PlayAction::Scenario(entry.key.id.clone())));
            ui.close();
        }
    }
    campaign::offered(ui, now, pack, actions);
}

fn seed(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let label = ui.label(RichText::new("Seed").color(palette(ui).weak));
    let mut seed = now.session.view().play.seed;
    let response = ui.add(DragValue::new(&mut seed).speed(0.1).min_size(vec2(40.0, ROW))).labelled_by(label.id);
    if response
        .on_hover_text("The same content, seed and choices give the same battle; counts from the next start")
        .changed()
    {
        actions.push(Action::Play(PlayAction::Seed(seed)));
    }
}
