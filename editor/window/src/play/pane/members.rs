//! Choosing the members that take part in a joint choice.

use egui::{Id, Label, Rect, RichText, Ui};

use super::prospects;
use crate::kit::basic;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, palette};

/// The members excluded from a choice, until the battle changes.
#[derive(Clone, PartialEq)]
struct Open {
    moment: u64,
    choice: usize,
    out: Vec<u32>,
}

/// Draws the members below a joint choice if the list is expanded; returns its area.
pub(crate) fn ui(ui: &mut Ui, battle: &Battle, at: usize, actions: &mut Actions) -> Rect {
    // For two members, the list has a separate choice for each.
    let Some(choice) = battle.choices().get(at).filter(|choice| choice.members.len() > 2) else {
        return Rect::NOTHING;
    };
    let open = recall(ui, battle).filter(|open| open.choice == at);
    let drawn = ui.horizontal_top(|ui| {
        ui.add_space(6.0 * GAP);
        ui.vertical(|ui| match open {
            None => {
                if ui.link("Choose who…").clicked() {
                    keep(ui, Some(Open { moment: battle.moment(), choice: at, out: Vec::new() }));
                }
            }
            Some(open) => chosen(ui, battle, &choice.members, open, actions),
        });
    });
    drawn.response.rect
}

/// Draws a checkbox per member, the resulting choice, and its outcome probabilities.
fn chosen(ui: &mut Ui, battle: &Battle, members: &[u32], mut open: Open, actions: &mut Actions) {
    let colors = palette(ui);
    let before = open.clone();
    for member in members {
        let token = battle.board().tokens.iter().find(|token| token.id == *member);
        let mut takes_part = !open.out.contains(member);
        if basic::check_box(ui, &mut takes_part, token.map_or("Unknown figure", |token| token.name.as_str())).changed()
        {
            match takes_part {
                true => open.out.retain(|out| out != member),
                false => open.out.push(*member),
            }
        }
    }
    let those: Vec<u32> = members.iter().copied().filter(|member| !open.out.contains(member)).collect();
    match &*battle.with_some(open.choice, &those) {
        Ok((choice, prospect)) => {
            ui.add(Label::new(RichText::new(&choice.text).color(colors.strong)).wrap());
            let lines = prospect.iter().flat_map(|prospect| prospects::lines(battle.board(), prospect));
            for line in lines {
                ui.add(Label::new(RichText::new(line).color(colors.weak)).wrap());
            }
            ui.horizontal(|ui| {
                if ui.button("Use this group").clicked() {
                    actions.push(Action::Play(PlayAction::ChooseSome(open.choice, those.clone())));
                }
                if ui.link("Cancel").clicked() {
                    keep(ui, None);
                }
            });
        }
        Err(refusal) => {
            ui.add(
                Label::new(
                    RichText::new(format!("Not possible with this group: {}", refusal.message)).color(colors.weak),
                )
                .wrap(),
            );
            if ui.link("Cancel").clicked() {
                keep(ui, None);
            }
        }
    }
    if open != before {
        keep(ui, Some(open));
    }
}

fn recall(ui: &Ui, battle: &Battle) -> Option<Open> {
    let open: Option<Open> = ui.data(|data| data.get_temp(kept()))?;
    open.filter(|open| open.moment == battle.moment())
}

fn keep(ui: &Ui, open: Option<Open>) {
    ui.data_mut(|data| data.insert_temp(kept(), open));
    ui.ctx().request_repaint();
}

fn kept() -> Id {
    Id::unique("who takes part")
}
