//! The `--player` argument, and playing a battle with computer players.

use std::collections::BTreeSet;
use std::io::Write;
use std::str::FromStr;
use std::time::{Duration, Instant};

use foeman_engine::game::{Engine, Game, Viewer};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_schema::did_you_mean::{did_you_mean, near};

use super::log::Running;
use foeman_base::console::{Console, Failure};

/// The delay before progress is shown on a terminal.
const PATIENCE: Duration = Duration::from_millis(500);

/// A parsed `SIDE=PLAYER`; the scenario and its ruleset validate both names later.
#[derive(Clone)]
pub(super) struct SidePlayer {
    side: String,
    player: String,
}

impl FromStr for SidePlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once('=');
        let (side, player) =
            parts.ok_or_else(|| format!("expected a side and its player as `1=random`, found `{text}`"))?;
        Ok(Self { side: side.to_owned(), player: player.to_owned() })
    }
}

/// Returns the sides given in `--player` arguments.
pub(super) fn asked_for(asked: &[SidePlayer], game: &dyn Game) -> Result<Vec<SideId>, Failure> {
    asked.iter().map(|one| side(&one.side, game)).collect()
}

/// Returns the player of each side; the default is the ruleset's first player.
pub(super) fn seated(asked: &[SidePlayer], engine: &dyn Engine, game: &dyn Game) -> Result<Vec<PlayerId>, Failure> {
    let sides = game.seen(Viewer::All).board.sides.len();
    let mut players: Vec<PlayerId> = (0..sides).filter_map(|_| Some(engine.players().first()?.id)).collect();
    let mut seated = BTreeSet::new();
    for (one, SideId(side)) in asked.iter().zip(asked_for(asked, game)?) {
        if !seated.insert(side) {
            let message = format!("expected one player for each side, found two for `{}`; leave one out", one.side);
            return Err(Failure::Usage(message));
        }
        let player = engine.player(&one.player).map_err(|error| Failure::Usage(error.to_string()))?;
        if let Some(place) = players.get_mut(usize::from(side)) {
            *place = player;
        }
    }
    Ok(players)
}

/// Finds a side by its number, from 1, or its name.
pub(super) fn side(meant: &str, game: &dyn Game) -> Result<SideId, Failure> {
    let sides = game.seen(Viewer::All).board.sides;
    let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
    let number = meant.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let place = number.filter(|&place| place < names.len());
    let place = place.or_else(|| names.iter().position(|name| name.to_lowercase() == meant.to_lowercase()));
    let side = place.and_then(|place| u8::try_from(place).ok());
    side.map(SideId).ok_or_else(|| {
        let all: Vec<String> = (1..).zip(&names).map(|(number, name)| format!("{number} `{name}`")).collect();
        let near = did_you_mean(&near(meant, names.iter().copied()));
        let remedy = near.unwrap_or_else(|| format!("the sides are {}", all.join(", ")));
        Failure::Usage(format!("expected a side by its number or name, found `{meant}`; {remedy}"))
    })
}

/// Plays a battle to its end and prints it; stops it after `most` entries.
pub(super) fn play_out(
    game: &mut dyn Game,
    players: &[PlayerId],
    most: usize,
    running: &mut Option<Running>,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let Console { out, err, .. } = console;
    // If the terminal shows the log, that is progress enough.
    let shows_progress = err.is_terminal() && (running.is_none() || !out.is_terminal());
    let mut told = Instant::now();
    while let Some(player) = player_of(&game.turn(), players) {
        if game.entries() >= most {
            out.flush()?;
            let (round, message) = (game.round(), "limit its rounds, let fewer figures take part, or raise the limit");
            let found = format!("expected an end within {most} entries (`--max-entries`), found none by round {round}");
            return Err(Failure::Io(format!("{found}; {message}")));
        }
        game.step(player);
        if let Some(running) = running {
            running.go_on(game, out)?;
        }
        if told.elapsed() > PATIENCE {
            out.flush()?;
            if shows_progress {
                write!(err, "\rround {}, {} entries", game.round(), game.entries())?;
                err.flush()?;
            }
            told = Instant::now();
        }
    }
    if shows_progress {
        write!(err, "\r{:40}\r", "")?;
    }
    Ok(())
}

/// Returns the player who makes the next entry; `None` after the end of the battle.
pub(super) fn player_of(turn: &Turn, players: &[PlayerId]) -> Option<PlayerId> {
    let side = match turn {
        Turn::Over(_) => return None,
        // An automatic step needs no decision, so any player will do.
        Turn::Auto => 0,
        Turn::Ask { side, .. } => usize::from(side.0),
    };
    players.get(side).or(players.first()).copied()
}
