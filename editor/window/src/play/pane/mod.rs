//! Test-play: a battle with unsaved content, its board next to its log.

mod address;
mod amended;
mod board;
mod branches;
mod cards;
mod compared;
mod curves;
mod ending;
mod gauge;
mod log;
mod master;
mod members;
mod origin;
mod pointed;
mod prospects;
mod reconsidered;
mod strip;
mod timeline;
mod turn;

use egui::{ComboBox, DragValue, Frame, Margin, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui, Vec2, vec2};
use foeman_engine::choice::Choice;
use foeman_engine::display::{About, Board, NOBODY, Thing, Token};
use foeman_engine::game::Viewer;
use foeman_schema::text::RecordKey;

use super::action::PlayAction;
use super::asking::Asking;
use super::commands as play;
use super::pace::Pace;
use super::running::Until;
use super::view::Below;
use super::{Battle, Seat};
use crate::campaign;
use crate::kit::icon::Icon;
use crate::kit::{tokens, widgets};
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::Command;
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::{Now, Session};
use crate::shell::view::{Fold, Pane, Selection};
use crate::shell::workspace::Workspace;
use foeman_scene::theme::{self, GAP, ROW, palette};
use gauge::Bar;

/// The test-play pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Play,
    ground: Ground::Whole,
    is: |pane| *pane == Pane::Play,
    title: |_, _| "Test-play".to_owned(),
    exists: |session, _| session.pack().is_some_and(|pack| pack.draft().dialect().is_some()),
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
                workspace.perform(Action::Play(PlayAction::Below(Below::Chart)));
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
/// The minimum pane width for a toolbar of one row, in points.
const BAR: f32 = 690.0;
/// The minimum pane width for a log next to the cards, in points.
const NARROW: f32 = 940.0;
/// The minimum width below the map for both the sides and the chart, in points.
const BOTH: f32 = 860.0;
/// The minimum pane width for a log next to the map, in points.
const BESIDE: f32 = 460.0;
/// The width of a gauge below a map, in points.
const GAUGE: f32 = 300.0;
/// The initial height of the turn panel, as a share of the height next to the map.
const TURN: f32 = 0.68;
/// The initial height left for cards if there is plenty, in points.
const CARDS: f32 = 460.0;
/// The headings below the map.
const SIDES: &str = "SIDES";
const CHART: &str = "OVER THE ROUNDS";
/// The panels below the map; the log is last because it is usually next to the map.
const BELOW: [(&str, Below); 3] = [(SIDES, Below::Sides), (CHART, Below::Chart), ("LOG", Below::Log)];

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
    let Some(pack) = now.session.pack() else { return };
    let scenarios = pack.draft().dialect().and_then(|dialect| pack.index().catalog(dialect.playable));
    let Some(scenarios) = scenarios.filter(|scenarios| !scenarios.records.is_empty()) else {
        let text = "Test-play plays a scenario with the current content, saved or not. Add a scenario first";
        widgets::empty_state(ui, Icon::Play, "Nothing to play yet", text, |_| {});
        return;
    };
    bar(ui, now, pack, &scenarios.records, actions);
    match (now.play.asking(), now.play.battle()) {
        (Some(Asking::Address), _) => address::ui(ui, actions),
        (Some(Asking::Choice(decision)), Some(battle)) => reconsidered::ui(ui, battle, decision, actions),
        _ => {}
    }
    match now.play.battle() {
        Some(battle) => fight(ui, now, battle, actions),
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

fn bar(ui: &mut Ui, now: &Now<'_>, pack: &Pack, scenarios: &[crate::pack::index::Listed], actions: &mut Actions) {
    let frame = Frame::new().fill(palette(ui).panel).inner_margin(Margin::symmetric(8, 5));
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(GAP, 1.5 * GAP);
        ui.spacing_mut().button_padding.x = 1.5 * GAP;
        let one_row = ui.available_width() >= BAR;
        let start = |ui: &mut Ui, actions: &mut Actions| {
            scenario(ui, now, pack, scenarios, actions);
            seed(ui, now.session, actions);
        };
        if !one_row {
            ui.horizontal(|ui| start(ui, actions));
        }
        ui.horizontal_wrapped(|ui| {
            if one_row {
                start(ui, actions);
                ui.separator();
            }
            if now.play.battle().is_some_and(Battle::is_running) {
                ui.spinner();
                button(ui, now, &play::STOP, actions);
            } else {
                for command in [&play::RESTART, &play::STEP, &play::ROUND, &play::TO_THE_END] {
                    button(ui, now, command, actions);
                }
            }
            running(ui, now, actions);
            ui.separator();
            for command in [&play::BACK_A_STEP, &play::BACK_TO_START, &play::FORWARD, &play::FORWARD_TO_END] {
                button(ui, now, command, actions);
            }
        });
    });
}

/// Draws the controls for automatic play: stop conditions and speed.
fn running(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let can_go_on = (play::UNTIL_TOLD.applies)(now);
    ui.add_enabled_ui(can_go_on, |ui| {
        ui.menu_button("Until…", |ui| {
            for (until, name) in Until::ALL {
                if ui.button(name).clicked() {
                    actions.push(Action::Play(PlayAction::Until(until)));
                }
            }
        });
    });
    let chosen = now.session.view().play.pace;
    let text = Pace::ALL.iter().find(|(pace, _)| *pace == chosen).map_or("", |(_, name)| *name);
    let combo = ComboBox::from_id_salt("pace").width(84.0).selected_text(text);
    let response = combo.show_ui(ui, |ui| {
        for (pace, name) in Pace::ALL {
            if ui.selectable_label(pace == chosen, name).clicked() {
                actions.push(Action::Play(PlayAction::Pace(pace)));
            }
        }
    });
    response.response.on_hover_text("Speed of automatic play").accessible_name("Pace");
}

fn button(ui: &mut Ui, now: &Now<'_>, command: &Command, actions: &mut Actions) {
    let response = ui.add_enabled((command.applies)(now), egui::Button::new(command.name));
    let response = match command.shown_keys(ui.ctx(), now.session) {
        Some(keys) => response.on_hover_text(keys),
        None => response,
    };
    if response.clicked() {
        actions.extend((command.action)(now));
    }
}

fn scenario(ui: &mut Ui, now: &Now<'_>, pack: &Pack, scenarios: &[crate::pack::index::Listed], actions: &mut Actions) {
    let chosen = now.session.view().play.scenario.as_deref();
    let playable = pack.draft().dialect().map_or("", |dialect| dialect.playable);
    let text = chosen
        .map_or("Choose a scenario".to_owned(), |id| pack.index().title(&RecordKey::new(playable, id)).to_owned());
    let combo = ComboBox::from_id_salt("scenario").width(140.0).selected_text(&text).truncate();
    let response = combo.show_ui(ui, |ui| {
        for entry in scenarios {
            if ui.selectable_label(chosen == Some(entry.key.id.as_str()), &entry.title).clicked() {
                actions.push(Action::Play(PlayAction::Scenario(entry.key.id.clone())));
            }
        }
        campaign::offered(ui, now, pack, actions);
    });
    widgets::whole_on_hover(ui, &response.response, &text);
    response.response.accessible_name("Scenario");
}

fn seed(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let label = ui.label(RichText::new("Seed").color(palette(ui).weak));
    let mut seed = session.view().play.seed;
    let response = ui.add(DragValue::new(&mut seed).speed(0.1).min_size(vec2(40.0, ROW))).labelled_by(label.id);
    if response
        .on_hover_text("The same content, seed and choices give the same battle; counts from the next start")
        .changed()
    {
        actions.push(Action::Play(PlayAction::Seed(seed)));
    }
}

fn errors(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let colors = palette(ui);
    ui.add_space(4.0 * GAP);
    Frame::new().inner_margin(Margin::symmetric(20, 8)).show(ui, |ui| {
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

fn fight(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    timeline::ui(ui, now, battle, actions);
    amended::ui(ui, now, battle, actions);
    branches::ui(ui, battle, actions);
    if let Some(saga) = now.play.saga() {
        campaign::progress(ui, saga, actions);
    }
    origin::ui(ui, battle);
    ending::ui(ui, battle);
    master::ui(ui, now, battle, actions);
    if let Some((other, comparison)) = battle.branches().compared() {
        compared::ui(ui, battle, comparison, other, actions);
    } else if battle.board().ground.is_some() {
        on_map(ui, now, battle, actions);
    } else {
        without_map(ui, now, battle, actions);
    }
}

/// Draws the map with the sides below it and the log next to it.
fn on_map(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let colors = palette(ui);
    let beside = ui.available_width() >= BESIDE;
    if beside {
        log_beside(ui, now, battle, actions);
    }
    let frame = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(10, 6));
    // In a low pane, the map keeps half of the height.
    let most = (ui.available_height() / 2.0).clamp(70.0, 460.0);
    let panel = egui::Panel::bottom("sides").frame(frame).resizable(true);
    panel.default_size(most.min(190.0)).size_range(70.0..=most).show(ui, |ui| {
        if ui.available_width() < BOTH {
            below(ui, now.session, if beside { &BELOW[..2] } else { &BELOW }, actions);
            match now.session.view().play.below {
                Below::Log if !beside => turn_and_log(ui, now, battle, actions),
                Below::Sides | Below::Log => sides(ui, now, battle, actions),
                Below::Chart => curves::ui(ui, now, battle, actions),
            }
        } else {
            let width = ui.available_width() / 2.0;
            let frame = Frame::new().inner_margin(Margin { left: 16, ..Margin::ZERO });
            egui::Panel::right("chart").frame(frame).exact_size(width).show_separator_line(false).show(ui, |ui| {
                widgets::section(ui, CHART);
                curves::ui(ui, now, battle, actions);
            });
            widgets::section(ui, SIDES);
            sides(ui, now, battle, actions);
        }
    });
    board::ui(ui, now, battle, actions);
}

/// Draws a battle without a map: a card per side, the chart below, and the log if there is space.
fn without_map(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let narrow = ui.available_width() < NARROW;
    if !narrow {
        log_beside(ui, now, battle, actions);
    }
    let frame = Frame::new().fill(palette(ui).surface).inner_margin(Margin::symmetric(12, 8));
    let room = ui.available_height();
    let height = if narrow { room * 0.4 } else { (room - CARDS).clamp(room * 0.4, room * 0.62) };
    let chart = egui::Panel::bottom("chart").frame(frame).resizable(true).default_size(height);
    chart.size_range(110.0..=(ui.available_height() - 120.0).max(120.0)).show(ui, |ui| {
        if narrow {
            let width = (ui.available_width() * 0.46).max(200.0);
            let frame = Frame::new().inner_margin(Margin { left: 14, ..Margin::ZERO });
            let beside = egui::Panel::right("log right of the chart").frame(frame).default_size(width);
            beside.size_range(180.0..=520.0).show(ui, |ui| {
                turn_and_log(ui, now, battle, actions);
            });
        }
        widgets::section(ui, CHART);
        curves::ui(ui, now, battle, actions);
    });
    cards::ui(ui, now, battle, actions);
}

fn log_beside(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let width = (ui.available_width() * 0.38).clamp(240.0, 620.0);
    let frame = Frame::new().fill(palette(ui).surface).inner_margin(Margin::symmetric(10, 8));
    egui::Panel::right("log").frame(frame).default_size(width).size_range(220.0..=900.0).show(ui, |ui| {
        turn_and_log(ui, now, battle, actions);
    });
}

/// Draws the turn panel, whose height is fixed while a person plays, and the log below it.
fn turn_and_log(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    if battle.has_person() {
        let room = ui.available_height();
        let frame = Frame::new().inner_margin(Margin { bottom: 6, ..Margin::ZERO });
        let panel = egui::Panel::top("turn").frame(frame).resizable(true).default_size(room * TURN);
        panel.size_range(80.0..=(room - 60.0).max(90.0)).show(ui, |ui| turn::ui(ui, now, battle, actions));
    }
    log::ui(ui, now, battle, actions);
}

/// Draws the tabs for sides, chart, and the log if it has no separate place.
fn below(ui: &mut Ui, session: &Session, offered: &[(&str, Below)], actions: &mut Actions) {
    ui.horizontal_wrapped(|ui| {
        for &(name, below) in offered {
            let chosen = session.view().play.below == below;
            let color = if chosen { palette(ui).strong } else { palette(ui).weak };
            let text = RichText::new(name).text_style(theme::section()).color(color);
            if ui.add(egui::Button::selectable(chosen, text)).clicked() {
                actions.push(Action::Play(PlayAction::Below(below)));
            }
        }
    });
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

/// The maximum number of figures per side, and of things on the ground, listed below the map.
const LISTED: usize = 60;

/// Draws the player and the figures of each side.
fn sides(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let board = battle.board();
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("sides").show(ui, |ui| {
        for (at, side) in board.sides.iter().enumerate() {
            ui.horizontal_wrapped(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(14.0), Sense::hover());
                let color = tokens::side_color(board, at, palette(ui));
                ui.painter().rect(rect, 3, color, Stroke::new(1.0, palette(ui).outline), egui::StrokeKind::Inside);
                ui.label(RichText::new(&side.name).color(palette(ui).strong));
                cards::seat(ui, battle, at, actions);
                status(ui, now, battle, (at, &side.name), actions);
                let own = || board.tokens.iter().filter(|token| token.side == at);
                let chosen = |token: &Token| now.play.highlight == Some(token.id);
                for (_, token) in own().enumerate().filter(|(nth, token)| *nth < LISTED || chosen(token)) {
                    figure(ui, now, token, actions);
                }
                let more = own().count().saturating_sub(LISTED);
                if more > 0 {
                    ui.label(RichText::new(format!("and {more} more on the map")).color(palette(ui).weak));
                }
            });
            for goal in board.goals.iter().filter(|goal| goal.side == at) {
                ui.label(RichText::new(goal.to_string()).color(palette(ui).weak));
            }
            on_the_ground(ui, board, at);
            let gauges: Vec<_> = board.gauges.iter().filter(|gauge| gauge.side == at).collect();
            if !gauges.is_empty() {
                ui.horizontal_wrapped(|ui| {
                    for gauge in gauges {
                        let bar = Bar::of(gauge, &side.name, tokens::side_color(board, at, palette(ui)));
                        let room = vec2(GAUGE.min(ui.available_width()), 0.0);
                        ui.allocate_ui(room, |ui| bar.ui(ui));
                    }
                });
            }
        }
        on_the_ground(ui, board, NOBODY);
    });
}

/// Draws the button that shows details of a side in the inspector, if the ruleset has any.
fn status(ui: &mut Ui, now: &Now<'_>, battle: &Battle, (at, name): (usize, &str), actions: &mut Actions) {
    let about = About::Side(at);
    let id = egui::Id::unique("has details of sides");
    let game = now.session.pack().and_then(|pack| pack.draft().dialect()).map_or("", |dialect| dialect.id);
    // A ruleset has details either of all sides or of none.
    let known: Option<(&str, bool)> = ui.data(|data| data.get_temp(id));
    let tells = match known.filter(|(of, _)| *of == game) {
        Some((_, tells)) => tells,
        None => {
            let tells = battle.account(about).is_some();
            ui.data_mut(|data| data.insert_temp(id, (game, tells)));
            tells
        }
    };
    if !tells {
        return;
    }
    let chosen = now.play.about == Some(about) && now.play.highlight.is_none();
    let button = ui.add(egui::Button::selectable(chosen, "Status"));
    let button = button.on_hover_text("Its resources, income and possible builds, in the inspector");
    if button.accessible_name(format!("Status of {name}")).clicked() {
        actions.push(Action::Play(PlayAction::Highlight(None)));
        actions.push(Action::Play(PlayAction::About((!chosen).then_some(about))));
    }
}

/// Draws the things on the ground that belong to a side or to none.
fn on_the_ground(ui: &mut Ui, board: &Board, side: usize) {
    let own = || board.things.iter().filter(|thing| thing.side == side);
    let lying: Vec<String> = own().take(LISTED).map(whereabouts).collect();
    if !lying.is_empty() {
        let more = own().count() - lying.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let text = format!("On the ground: {}{more}", lying.join(", "));
        ui.label(RichText::new(text).color(palette(ui).weak));
    }
}

/// Returns a thing with its position.
fn whereabouts(thing: &Thing) -> String {
    format!("{} at {},{}", thing.name, thing.cell[0], thing.cell[1])
}

fn figure(ui: &mut Ui, now: &Now<'_>, token: &Token, actions: &mut Actions) {
    let colors = palette(ui);
    let (left, full) = token.health;
    let chosen = now.play.highlight == Some(token.id);
    let marks = if token.marks.is_empty() { String::new() } else { format!("  {}", token.marks.join(", ")) };
    let color = if token.active { colors.text } else { colors.weak };
    let text = RichText::new(format!("{}  {left}/{full}{marks}", token.name)).color(color);
    let response = ui.add(egui::Button::selectable(chosen, text)).on_hover_ui(|ui| details(ui, token));
    if response.clicked() {
        actions.push(Action::Play(PlayAction::Highlight((!chosen).then_some(token.id))));
    }
}
