//! The row above a battle by files: whose turn it is, and the button that writes the next file.

use egui::{Frame, Id, Key, Panel, RichText, TextEdit, TextStyle, Ui};

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::play::{Battle, PlayAction, Stand};
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{ROW, margin, palette};

/// The width of a field for a code, in points.
const WIDTH: f32 = 230.0;

/// Draws the row; nothing in other battles.
pub(super) fn ui(ui: &mut Ui, battle: &Battle, actions: &mut Actions) {
    let Some(stand) = battle.stand() else { return };
    let colors = palette(ui);
    let frame = Frame::new().fill(colors.panel).inner_margin(margin::BAR);
    Panel::top("by files").frame(frame).show(ui, |ui| {
        // The text is level with the button next to it.
        ui.spacing_mut().interact_size.y = ROW;
        ui.horizontal_wrapped(|ui| {
            let (icon, color) = match stand {
                Stand::Reading | Stand::Over => (Icon::Info, colors.info),
                Stand::Deciding => (Icon::Play, colors.accent),
                Stand::Done | Stand::Dice(_) | Stand::Answering => (Icon::Flag, colors.warning),
                Stand::Sent(_) => (Icon::Good, colors.good),
            };
            icon.show(ui, color);
            ui.label(RichText::new(words(battle, stand)).color(colors.text));
            buttons(ui, stand, actions);
        });
        if let Stand::Dice(request) = stand {
            ui.horizontal(|ui| {
                copied(ui, request, actions);
                if let Some(answer) = code(ui, "Answer to your code", "Roll") {
                    actions.push(Action::Play(PlayAction::RollDice(answer)));
                }
            });
        }
        if let Some(answer) = battle.by_files().and_then(|by_files| by_files.answer()) {
            answering(ui, battle, answer, actions);
        }
    });
}

fn buttons(ui: &mut Ui, stand: Stand<'_>, actions: &mut Actions) {
    match stand {
        Stand::Reading => {
            if widgets::main_button(ui, "Go to my turn").clicked() {
                actions.push(Action::Play(PlayAction::ForwardToEnd));
            }
        }
        Stand::Deciding => {
            let keep =
                ui.button("Keep for later").on_hover_text("Writes your decisions so far into the file you opened");
            if keep.clicked() {
                actions.push(Action::Play(PlayAction::KeepTurn));
            }
        }
        Stand::Done => {
            let next = widgets::main_button(ui, "Hand over");
            if next.on_hover_text("Writes the next file, and a draft of an e-mail with it").clicked() {
                actions.push(Action::Play(PlayAction::HandOver));
            }
        }
        Stand::Dice(_) | Stand::Sent(_) | Stand::Answering | Stand::Over => {}
    }
}

/// Draws the field in which a person answers the code of another one, and below it the answer.
fn answering(ui: &mut Ui, battle: &Battle, answer: Option<&str>, actions: &mut Actions) {
    let next = battle.next_person().unwrap_or_default();
    ui.label(format!("If {next} asks for dice, enter their code:"));
    ui.horizontal(|ui| {
        if let Some(request) = code(ui, "Code to answer", "Answer") {
            actions.push(Action::Play(PlayAction::AnswerDice(request)));
        }
    });
    if let Some(answer) = answer {
        ui.horizontal(|ui| {
            ui.label("The answer is");
            copied(ui, answer, actions);
        });
    }
}

/// Draws a code with a button that copies it.
fn copied(ui: &mut Ui, code: &str, actions: &mut Actions) {
    ui.label(RichText::new(code).monospace().strong());
    if ui.button("Copy code").clicked() {
        actions.push(Action::Play(PlayAction::CopyCode(code.to_owned())));
    }
}

/// Draws a field for a code and a button; returns the code when the button is clicked or Enter is pressed.
fn code(ui: &mut Ui, name: &str, button: &str) -> Option<String> {
    let id = Id::unique(("code of dice", name));
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let field = TextEdit::singleline(&mut typed).id(id.with("field")).desired_width(WIDTH).font(TextStyle::Monospace);
    let field = ui.add(field).accessible_name(name);
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let is_done = (widgets::main_button(ui, button).clicked() || is_entered) && !typed.trim().is_empty();
    ui.data_mut(|data| data.insert_temp(id, if is_done { String::new() } else { typed.clone() }));
    is_done.then_some(typed)
}

/// Describes the state of the battle to the person at the window.
fn words(battle: &Battle, stand: Stand<'_>) -> String {
    let person =
        battle.by_files().and_then(|by_files| by_files.person()).map_or_else(String::new, |name| format!("{name}: "));
    let next = battle.next_person();
    if let Some(problem) = battle.by_files().and_then(|by_files| by_files.problem()) {
        return format!("Your decision needs dice, but cannot be kept: {problem}");
    }
    match stand {
        Stand::Reading => {
            format!("{person}this has happened before your turn. Step through it, or go to your turn")
        }
        Stand::Dice(_) => {
            let other = battle.by_files().and_then(|by_files| by_files.answering()).unwrap_or_default();
            format!("{person}your decision is fixed and needs dice. Give this code to {other}, and enter the answer")
        }
        Stand::Answering => format!("{person}you have sent this file; {} decides", next.unwrap_or_default()),
        Stand::Deciding => format!("{person}your turn"),
        Stand::Done => match next {
            Some(next) => format!("{person}your turn is over; {next} decides next"),
            None => format!("{person}the battle is over; hand over, so that all can see its end"),
        },
        Stand::Sent(sent) => {
            let [file, draft] = [&sent.file, &sent.draft]
                .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
            format!("Wrote {file} and {draft}; send one of them to {}", sent.to.join(", "))
        }
        Stand::Over => "The battle is over".to_owned(),
    }
}
