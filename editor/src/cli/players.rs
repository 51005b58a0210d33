//! Who decides for which side.

use std::str::FromStr;

use foeman_rules::game::{Engine, Game, Viewer};
use foeman_rules::player::PlayerId;
use foeman_rules::ruleset::{SideId, Turn};

use super::unknown;
use crate::console::Failure;

/// `SIDE=PLAYER` as typed; whether there are such a side and such a player is for the scenario and its ruleset to say.
#[derive(Clone)]
pub(super) struct SidePlayer {
    side: String,
    player: String,
}

impl FromStr for SidePlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (side, player) = text.rsplit_once('=').ok_or("expected a side and its player, as `1=random`")?;
        Ok(Self { side: side.to_owned(), player: player.to_owned() })
    }
}

/// The player of each side of a game; those not asked for are the ruleset's usual one.
pub(super) fn seated(asked: &[SidePlayer], engine: &dyn Engine, game: &dyn Game) -> Result<Vec<PlayerId>, Failure> {
    let sides = game.seen(Viewer::All).board.sides.len();
    let mut players: Vec<PlayerId> = (0..sides).filter_map(|_| Some(engine.players().first()?.id)).collect();
    for one in asked {
        let SideId(side) = side(&one.side, game)?;
        let player = engine.player(&one.player).map_err(|error| Failure::Usage(error.to_string()))?;
        if let Some(place) = players.get_mut(usize::from(side)) {
            *place = player;
        }
    }
    Ok(players)
}

/// The side that somebody means by its number, from 1, or its name.
pub(super) fn side(meant: &str, game: &dyn Game) -> Result<SideId, Failure> {
    let sides = game.seen(Viewer::All).board.sides;
    let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
    let number = meant.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let place = number.filter(|&place| place < names.len());
    let place = place.or_else(|| names.iter().position(|name| name.to_lowercase() == meant.to_lowercase()));
    let side = place.and_then(|place| u8::try_from(place).ok());
    side.map(SideId).ok_or_else(|| unknown("the number or name of a side", meant, &names))
}

/// Plays a battle to its end.
pub(super) fn play_out(game: &mut dyn Game, players: &[PlayerId]) {
    while let Some(player) = player_of(&game.turn(), players) {
        game.step(player);
    }
}

/// Who makes the next entry; nobody once the battle is over.
pub(super) fn player_of(turn: &Turn, players: &[PlayerId]) -> Option<PlayerId> {
    let side = match turn {
        Turn::Over(_) => return None,
        // The rules go on whoever is named.
        Turn::Auto => 0,
        Turn::Ask { side, .. } => usize::from(side.0),
    };
    players.get(side).or(players.first()).copied()
}
