//! The settings of the experiment: question, scenario, players and number of battles.

use std::sync::Arc;

use egui::{DragValue, Frame, Id, RichText, TextEdit, Ui, vec2};
use foeman_engine::player::PlayerInfo;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::lab;
use crate::lab::action::LabAction;
use crate::lab::view::{LabQuestion, LabUntil, LabView};
use crate::pack::Pack;
use crate::pack::cache::kept;
use crate::pack::index::Listed;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use foeman_lab::run::sides;
use foeman_lab::{MOST_BATTLES, MOST_THREADS};
use foeman_scene::theme::{GAP, margin, palette};

/// Data about the scenario, cached until the pack changes.
#[derive(Clone, Default)]
struct Known {
    /// The names of its sides.
    sides: Arc<Vec<String>>,
    /// The figures that can be matched against others, with their ids and names.
    figures: Arc<Vec<(String, String)>>,
}

pub(crate) fn ui(ui: &mut Ui, session: &Session, pack: &Pack, scenarios: &[Listed], actions: &mut Actions) {
    let before = &session.view().lab;
    let mut asked = before.clone();
    let known = known(ui, session, pack);
    let frame = Frame::new().fill(palette(ui).panel).inner_margin(margin::SIDE);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(1.5 * GAP, 1.5 * GAP);
        ui.horizontal_wrapped(|ui| {
            for question in LabQuestion::ALL {
                ui.selectable_value(&mut asked.question, question, question.name());
            }
            if asked.question != before.question && asked.battles == before.question.battles() {
                asked.battles = asked.question.battles();
            }
            ui.separator();
            let text = match asked.question {
                LabQuestion::Change => "Compare with the saved version",
                LabQuestion::Wins | LabQuestion::Sweep | LabQuestion::Matrix | LabQuestion::Parity => {
                    "Play the battles"
                }
            };
            if widgets::main_button(ui, text).clicked() {
                actions.push(Action::Lab(LabAction::Run));
            }
        });
        ui.horizontal_wrapped(|ui| {
            scenario(ui, session, pack, scenarios, &mut asked);
            let each = match asked.question {
                LabQuestion::Wins => "Battles",
                LabQuestion::Change => "Maximum of pairs",
                LabQuestion::Sweep => "Battles per value",
                LabQuestion::Matrix => "Seeds per pair",
                LabQuestion::Parity => "Battles per number",
            };
            ui.label(each);
            ui.add(DragValue::new(&mut asked.battles).range(1..=MOST_BATTLES).speed(10)).accessible_name(each);
            ui.label("First seed");
            ui.add(DragValue::new(&mut asked.seed).speed(1)).accessible_name("First seed");
            ui.label("Threads");
            let threads = DragValue::new(&mut asked.threads).range(0..=MOST_THREADS).speed(0.05);
            let threads = threads.custom_formatter(|threads, _| match threads {
                0.0 => "all".to_owned(),
                threads => format!("{threads}"),
            });
            ui.add(threads)
                .on_hover_text("0 uses one per core; the results do not depend on it")
                .accessible_name("Threads");
        });
        players(ui, session, &known, &mut asked);
        match asked.question {
            LabQuestion::Wins => {}
            LabQuestion::Change => change(ui, &known, &mut asked),
            LabQuestion::Sweep => sweep(ui, pack, session, &known, &mut asked),
            LabQuestion::Matrix => figures(ui, &known, &mut asked),
            LabQuestion::Parity => figure(ui, &known, &mut asked),
        }
    });
    if asked != *before {
        actions.push(Action::Lab(LabAction::Set(Box::new(asked))));
    }
}

fn known(ui: &Ui, session: &Session, pack: &Pack) -> Known {
    let scenario = lab::scenario(session).unwrap_or_default();
    let matrix = matches!(session.view().lab.question, LabQuestion::Matrix | LabQuestion::Parity);
    kept(ui, pack, Id::unique(("lab", scenario, matrix)), || {
        let Some(engine) = session.engine() else { return Known::default() };
        let resolved = pack.analysis().resolve(scenario).ok();
        let meetings = engine.capabilities().meetings.filter(|_| matrix);
        let figures = meetings.map(|def| (def.contenders)(pack.draft())).unwrap_or_default();
        Known {
            sides: Arc::new(resolved.map(|resolved| sides(engine, &resolved)).unwrap_or_default()),
            figures: Arc::new(figures.into_iter().map(|figure| (figure.id, figure.name)).collect()),
        }
    })
}

fn scenario(ui: &mut Ui, session: &Session, pack: &Pack, scenarios: &[Listed], asked: &mut LabView) {
    let playable = pack.draft().dialect().map_or("", |dialect| dialect.playable);
    let chosen = lab::scenario(session);
    let title = |id: &str| pack.index().title(&RecordKey::new(playable, id)).to_owned();
    let text = chosen.map_or_else(|| "Choose a scenario".to_owned(), title);
    let combo = basic::combo("lab scenario").width(150.0).selected_text(&text).truncate();
    let shown = combo.show_ui(ui, |ui| {
        for entry in scenarios {
            if ui.selectable_label(chosen == Some(entry.key.id.as_str()), &entry.title).clicked() {
                asked.scenario = Some(entry.key.id.clone());
            }
        }
    });
    widgets::whole_on_hover(ui, &shown.response, &text);
    shown.response.accessible_name("Scenario");
}

/// Draws the choice of players for each side.
fn players(ui: &mut Ui, session: &Session, known: &Known, asked: &mut LabView) {
    let Some(engine) = session.engine() else { return };
    let offered = engine.players();
    let Some(usual) = offered.first() else { return };
    ui.horizontal_wrapped(|ui| {
        for (side, name) in known.sides.iter().enumerate() {
            let now = asked.players.get(side).and_then(|id| offered.iter().find(|info| info.id.name() == id));
            let now = now.unwrap_or(usual);
            let place = match asked.question {
                LabQuestion::Matrix if side > 1 => continue,
                LabQuestion::Matrix => format!("Place {}", side + 1),
                _ => name.clone(),
            };
            ui.add(egui::Label::new(RichText::new(&place).color(palette(ui).text)).truncate());
            let combo = basic::combo(("lab player", side)).width(110.0).selected_text(now.title);
            let shown = combo.show_ui(ui, |ui| choose(ui, &offered, now, usual, side, asked));
            shown.response.on_hover_text(now.about).accessible_name(format!("Who plays {place}"));
        }
    });
}

fn choose(ui: &mut Ui, offered: &[PlayerInfo], now: &PlayerInfo, usual: &PlayerInfo, side: usize, asked: &mut LabView) {
    for info in offered {
        if ui.selectable_label(info.id == now.id, info.title).on_hover_text(info.about).clicked() {
            if asked.players.len() <= side {
                asked.players.resize(side + 1, usual.id.name().to_owned());
            }
            info.id.name().clone_into(&mut asked.players[side]);
        }
    }
}

/// Draws the choice of the side whose wins are reported; returns whether it was changed.
pub(crate) fn side(ui: &mut Ui, sides: &[String], asked: &mut LabView) -> bool {
    let before = asked.side;
    let name = |side: u8| sides.get(usize::from(side)).map_or("", String::as_str);
    let combo = basic::combo("lab side").width(150.0).selected_text(name(asked.side)).truncate();
    let shown = combo.show_ui(ui, |ui| {
        for side in 0..u8::try_from(sides.len()).unwrap_or(u8::MAX) {
            ui.selectable_value(&mut asked.side, side, name(side));
        }
    });
    shown.response.on_hover_text("The side whose wins are reported").accessible_name("Side");
    asked.side != before
}

fn change(ui: &mut Ui, known: &Known, asked: &mut LabView) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Wins of");
        side(ui, &known.sides, asked);
        ui.label("Play");
        let words = |until: LabUntil| match until {
            LabUntil::Decided => "until it is decided",
            LabUntil::All => "all pairs, and test once",
        };
        let combo = basic::combo("lab until").width(180.0).selected_text(words(asked.until));
        let shown = combo.show_ui(ui, |ui| {
            for until in [LabUntil::Decided, LabUntil::All] {
                ui.selectable_value(&mut asked.until, until, words(until));
            }
        });
        shown.response.accessible_name("When to stop");
    });
}

fn sweep(ui: &mut Ui, pack: &Pack, session: &Session, known: &Known, asked: &mut LabView) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Value");
        let field = TextEdit::singleline(&mut asked.path).desired_width(230.0).hint_text("items/broadsword/size");
        ui.add(field).accessible_name("Value");
        let numbers = session.selected().map(|key| numbers(pack, key)).unwrap_or_default();
        ui.add_enabled_ui(!numbers.is_empty(), |ui| {
            let combo = basic::combo("lab numbers").width(40.0).selected_text("Of the selected record");
            let shown = combo.show_ui(ui, |ui| {
                for (path, number) in &numbers {
                    if ui.selectable_label(*path == asked.path, format!("{path}: {number}")).clicked() {
                        asked.path.clone_from(path);
                        asked.range = [number - 3, number + 3, 1];
                    }
                }
            });
            shown.response.accessible_name("Number of the selected record");
        });
        ui.label("Wins of");
        side(ui, &known.sides, asked);
    });
    ui.horizontal_wrapped(|ui| {
        let is_range = asked.values.trim().is_empty();
        for (name, at) in [("From", 0), ("To", 1), ("Step", 2)] {
            ui.label(name);
            let least = if at == 2 { 1 } else { -1_000_000 };
            let number = DragValue::new(&mut asked.range[at]).range(least..=1_000_000).speed(0.1);
            ui.add_enabled(is_range, number).accessible_name(name);
        }
        ui.label("or values");
        let field = TextEdit::singleline(&mut asked.values).desired_width(200.0).hint_text("1D, 2D, 2D+1");
        ui.add(field).accessible_name("Values");
    });
}

/// Returns the integers of a record, each with its path.
fn numbers(pack: &Pack, key: &RecordKey) -> Vec<(String, i64)> {
    /// A longer list would not be usable.
    const MOST: usize = 60;
    fn find(value: &Value, at: &Pointer, found: &mut Vec<(String, i64)>) {
        match value {
            _ if found.len() >= MOST => {}
            Value::Number(number) => {
                found.extend(number.as_i64().map(|number| (at.to_string().trim_start_matches('/').to_owned(), number)));
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    find(item, &at.child(index.to_string()), found);
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    find(field, &at.child(name), found);
                }
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    let mut found = Vec::new();
    if let Some(record) = pack.draft().merged(key) {
        find(&record, &key.pointer(), &mut found);
    }
    found
}

/// Draws the choice of the figure to count, and of the side it replaces.
fn figure(ui: &mut Ui, known: &Known, asked: &mut LabView) {
    ui.horizontal_wrapped(|ui| {
        ui.label("How many of");
        let chosen = known.figures.iter().find(|(id, _)| *id == asked.figure).or_else(|| known.figures.first());
        let text = chosen.map_or("no figure", |(_, name)| name.as_str());
        let combo = basic::combo("lab figure").width(200.0).selected_text(text).truncate();
        let shown = combo.show_ui(ui, |ui| {
            for (id, name) in known.figures.iter() {
                if ui.selectable_label(asked.figure == *id, name).on_hover_text(id).clicked() {
                    asked.figure.clone_from(id);
                }
            }
        });
        shown.response.accessible_name("Figure");
        ui.label("in the place of");
        side(ui, &known.sides, asked);
    });
}

/// Draws the choice of figures for the matrix: all, or the ticked ones.
fn figures(ui: &mut Ui, known: &Known, asked: &mut LabView) {
    let count = asked.figures.iter().filter(|id| known.figures.iter().any(|(known, _)| known == *id)).count();
    let text = match count {
        0 => format!("All {} figures", known.figures.len()),
        count => format!("{count} of {} figures", known.figures.len()),
    };
    ui.horizontal_wrapped(|ui| {
        ui.label("Figures in the matrix");
        let combo = basic::combo("lab figures").width(200.0).selected_text(text);
        let combo = combo.close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
        let shown = combo.show_ui(ui, |ui| {
            for (id, name) in known.figures.iter() {
                let mut chosen = asked.figures.contains(id);
                if basic::check_box(ui, &mut chosen, name).on_hover_text(id).changed() {
                    if chosen {
                        asked.figures.insert(id.clone());
                    } else {
                        asked.figures.remove(id);
                    }
                }
            }
        });
        shown.response.accessible_name("Figures in the matrix");
        if count > 0 && widgets::labelled_button(ui, Icon::Reset, "All figures").clicked() {
            asked.figures.clear();
        }
    });
}
