//! Who decides for which side.

use std::str::FromStr;

use foeman_rules::game::Game;
use foeman_rules::player::PlayerKind;
use foeman_rules::ruleset::{SideId, Turn};

use super::unknown;
use crate::console::Failure;

/// `SIDE=random` or `SIDE=greedy`, as typed.
#[derive(Clone)]
pub(super) struct SidePlayer {
    side: String,
    kind: PlayerKind,
}

const KINDS: [(&str, PlayerKind); 2] = [("random", PlayerKind::Random), ("greedy", PlayerKind::Greedy)];

impl FromStr for SidePlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (side, name) = text.rsplit_once('=').ok_or("expected a side and its player, as `1=random`")?;
        let kind = KINDS.iter().find(|(kind, _)| *kind == name).map(|(_, kind)| *kind);
        let kind = kind.ok_or_else(|| format!("expected `random` or `greedy` after `=`, but found `{name}`"))?;
        Ok(Self { side: side.to_owned(), kind })
    }
}

/// The player of each side of a game; those not asked for are greedy.
pub(super) fn seated(asked: &[SidePlayer], game: &dyn Game) -> Result<Vec<PlayerKind>, Failure> {
    let names: Vec<String> = game.board().sides.into_iter().map(|side| side.name).collect();
    let mut players = vec![PlayerKind::Greedy; names.len()];
    for one in asked {
        let number = one.side.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let place = number.filter(|&place| place < names.len());
        let place = place.or_else(|| names.iter().position(|name| name.to_lowercase() == one.side.to_lowercase()));
        let Some(place) = place else {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            return Err(unknown("the number or name of a side", &one.side, &names));
        };
        players[place] = one.kind;
    }
    Ok(players)
}

/// Plays a battle to its end.
pub(super) fn play_out(game: &mut dyn Game, players: &[PlayerKind]) {
    loop {
        let player = match game.turn() {
            Turn::Over(_) => return,
            Turn::Auto => PlayerKind::default(),
            Turn::Ask { side: SideId(side), .. } => players.get(usize::from(side)).copied().unwrap_or_default(),
        };
        game.step(player);
    }
}
