//! The result of a battle and the survivors of each side, shown above everything else.

use egui::{Frame, Label, Margin, RichText, TextStyle, Ui};
use foeman_engine::display::{SideView, Token};
use foeman_engine::game::MomentKind;
use foeman_engine::ruleset::Turn;

use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::index::capitalised;
use crate::play::Battle;
use foeman_scene::theme::{GAP, palette};

/// Draws the winner, the winning condition and the round; nothing until the battle is over.
pub(crate) fn ui(ui: &mut Ui, battle: &Battle) {
    let seen = battle.seen();
    let Turn::Over(outcome) = &seen.turn else { return };
    let colors = palette(ui);
    let winners: Vec<String> = outcome.winners.iter().map(|&side| seen.side_name(side).to_string()).collect();
    let title = if outcome.is_draw() { "A draw".to_owned() } else { format!("{} won", winners.join(" and ")) };
    let color = if outcome.is_draw() { colors.info } else { colors.good };
    let frame = Frame::new().fill(color.gamma_multiply(0.12)).inner_margin(Margin::symmetric(12, 6));
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0 * GAP;
            Icon::Good.show(ui, color);
            ui.label(widgets::styled(title, TextStyle::Heading, colors.strong));
            let how = format!("{}, in round {}", capitalised(&outcome.reason.to_string()), seen.round);
            ui.add(Label::new(RichText::new(how).color(colors.text)).wrap());
        });
        ui.add(Label::new(RichText::new(summary(battle)).color(colors.text)).wrap());
    });
}

/// Returns the survivors of each side, their health, and the number of unlikely rolls.
fn summary(battle: &Battle) -> String {
    let seen = battle.seen();
    let of_side = |(at, side): (usize, &SideView)| {
        let own: Vec<&Token> = seen.board.tokens.iter().filter(|token| token.side == at).collect();
        let left: Vec<&&Token> = own.iter().filter(|token| token.active).collect();
        let (health, of) = left.iter().fold((0i64, 0i64), |(health, of), token| {
            (health + i64::from(token.health.0), of + i64::from(token.health.1))
        });
        match left.len() {
            0 => format!("{}: none of {} left", side.name, own.len()),
            count => format!("{}: {count} of {} left, with {health} of {of} health", side.name, own.len()),
        }
    };
    let mut parts: Vec<String> = seen.board.sides.iter().enumerate().map(of_side).collect();
    let unlikely = seen.moments.iter().filter(|moment| moment.kind == MomentKind::Unlikely).count();
    match unlikely {
        0 => {}
        1 => parts.push("1 roll with a chance below 5 %".to_owned()),
        many => parts.push(format!("{many} rolls with a chance below 5 %")),
    }
    parts.join("; ")
}
