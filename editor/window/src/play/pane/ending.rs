//! The result of a battle and the survivors of each side.

use egui::{Label, RichText, Ui};
use foeman_engine::display::{SideView, Token};
use foeman_engine::game::MomentKind;
use foeman_engine::ruleset::Turn;

use crate::pack::index::capitalised;
use crate::play::Battle;
use foeman_scene::theme::palette;

/// Returns the result in short; `None` until the battle is over.
pub(crate) fn title(battle: &Battle) -> Option<String> {
    let seen = battle.seen();
    let Turn::Over(outcome) = &seen.turn else { return None };
    let winners: Vec<String> = outcome.winners.iter().map(|&side| seen.side_name(side)).collect();
    Some(if outcome.is_draw() { "A draw".to_owned() } else { format!("{} won", winners.join(" and ")) })
}

/// Whether the battle ended without a winner.
pub(crate) fn is_draw(battle: &Battle) -> bool {
    matches!(&battle.seen().turn, Turn::Over(outcome) if outcome.is_draw())
}

/// Draws the winner, the winning condition and the round; nothing until the battle is over.
pub(crate) fn ui(ui: &mut Ui, battle: &Battle) {
    let seen = battle.seen();
    let (Turn::Over(outcome), Some(title)) = (&seen.turn, title(battle)) else { return };
    let colors = palette(ui);
    ui.add(Label::new(RichText::new(title).color(colors.strong).strong()).wrap());
    let how = format!("{}, in round {}", capitalised(&outcome.reason.to_string()), seen.round);
    ui.add(Label::new(RichText::new(how).color(colors.text)).wrap());
    ui.add(Label::new(RichText::new(summary(battle)).color(colors.text)).wrap());
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
