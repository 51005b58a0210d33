//! The row above a battle by files: whose turn it is, and the button that writes the next file.

use egui::{Frame, Panel, RichText, Ui};

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::play::{Battle, PlayAction, Stand};
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{ROW, margin, palette};

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
                Stand::Done => (Icon::Flag, colors.warning),
                Stand::Sent(_) => (Icon::Good, colors.good),
            };
            icon.show(ui, color);
            ui.label(RichText::new(words(battle, stand)).color(colors.text));
            buttons(ui, stand, actions);
        });
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
        Stand::Sent(_) | Stand::Over => {}
    }
}

/// Describes the state of the battle to the person at the window.
fn words(battle: &Battle, stand: Stand<'_>) -> String {
    let person =
        battle.by_files().and_then(|by_files| by_files.person()).map_or_else(String::new, |name| format!("{name}: "));
    let next = battle.next_person();
    match stand {
        Stand::Reading => {
            format!("{person}this has happened before your turn. Step through it, or go to your turn")
        }
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
