//! Addresses of positions in a battle: a line of text that reproduces the position, given the same content.
//!
//! `foeman:duel?seed=7&content=1f0c22a9b3d4&entries=41&chosen=3.0x12.5`: the scenario, the seed of the dice, the first
//! digits of the content's digest, the number of entries, and the positions of all choices made, in order; `0x12` is
//! the first choice twelve times.

use std::fmt;
use std::str::FromStr;

use super::{Engine, Game};
use crate::dice::Seed;
use crate::digest::sha256;
use crate::ruleset::Turn;

/// The prefix of an address.
const SCHEME: &str = "foeman:";
/// The number of digits of the content's digest.
const DIGITS: usize = 12;
/// The maximum number of choices in an address, so that an address never needs more memory than a long battle.
const MOST: usize = 1_000_000;

/// The address of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The scenario's id.
    pub scenario: String,
    /// The seed of the dice.
    pub seed: Seed,
    /// The number of entries.
    entries: usize,
    /// The first digits of the content's digest.
    content: String,
    /// The position of each choice made among those available.
    chosen: Vec<usize>,
}

/// Why an address is invalid, or cannot be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressError(String);

impl std::error::Error for AddressError {}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Address {
    /// Returns the address of a battle. There is none if the battle was amended or has new seeds of dice, because these do
    /// not follow from choices, or if a command is legal but not listed, such as an attack by some of many units.
    pub fn of(game: &dyn Game) -> Result<Self, AddressError> {
        let chosen = game.chosen().ok_or_else(|| {
            let why = match game.check() {
                None => "an address cannot contain amendments or codes of dice; save the journal instead",
                Some(_) => {
                    "an address can contain only listed choices, and this battle has another command; save the journal \
                     instead"
                }
            };
            AddressError(why.to_owned())
        })?;
        let resolved = game.content();
        Ok(Self {
            scenario: resolved.scenario.id.clone(),
            seed: game.seed(),
            entries: game.entries(),
            content: sum(game),
            chosen,
        })
    }

    /// Plays a battle from its start to the address. The error says how far the battle got, and why it could not
    /// continue; the battle stays there.
    pub fn go(&self, game: &mut dyn Game, engine: &dyn Engine) -> Result<(), AddressError> {
        let changed = match self.fits(game) {
            true => "",
            false => "; the content has changed since the address was copied",
        };
        let stopped = |entry: usize, why: &str| {
            AddressError(format!("the address leads to entry {}, but {why} at entry {entry}{changed}", self.entries))
        };
        let Some(player) = engine.players().first().map(|info| info.id) else { return Ok(()) };
        let mut chosen = self.chosen.iter();
        while game.entries() < self.entries {
            let entry = game.entries();
            match game.turn() {
                Turn::Over(_) => return Err(stopped(entry, "the battle ends")),
                Turn::Auto => game.step(player),
                Turn::Ask { .. } => {
                    let choice = *chosen.next().ok_or_else(|| stopped(entry, "its choices end"))?;
                    game.choose(choice).map_err(|_| stopped(entry, "its choice does not exist"))?;
                }
            }
        }
        Ok(())
    }

    /// Whether a battle is played with the content of the address.
    pub fn fits(&self, game: &dyn Game) -> bool {
        sum(game) == self.content
    }
}

/// Returns the first digits of the digest of a battle's content.
fn sum(game: &dyn Game) -> String {
    let mut sum = sha256(game.content().canonical());
    sum.truncate(DIGITS);
    sum
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scenario, seed: Seed(seed), entries, content, chosen } = self;
        write!(f, "{SCHEME}{scenario}?seed={seed}&content={content}&entries={entries}&chosen=")?;
        for (nth, run) in chosen.chunk_by(|one, other| one == other).enumerate() {
            let dot = if nth > 0 { "." } else { "" };
            match run.len() {
                1 => write!(f, "{dot}{}", run[0])?,
                times => write!(f, "{dot}{}x{times}", run[0])?,
            }
        }
        Ok(())
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let wrong = |expected: &str, found: &str| {
            let found: String = found.chars().filter(|letter| !letter.is_control()).take(40).collect();
            AddressError(format!("expected {expected}, found `{found}`"))
        };
        let like = "an address such as `foeman:duel?seed=7&content=1f0c22a9b3d4&entries=41&chosen=3.0x12`";
        let rest = text.trim().strip_prefix(SCHEME).ok_or_else(|| wrong(like, text.trim()))?;
        let (scenario, rest) = rest.split_once('?').ok_or_else(|| wrong(like, text.trim()))?;
        let values: Vec<(&str, &str)> = rest.split('&').filter_map(|part| part.split_once('=')).collect();
        let value = |name: &str| {
            let of_name = values.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
            of_name.ok_or_else(|| wrong(&format!("`{name}=` in the address"), rest))
        };
        let number = |name: &str| {
            let value = value(name)?;
            value.parse::<u64>().map_err(|_| wrong(&format!("a whole number as `{name}`"), value))
        };
        let mut chosen = Vec::new();
        for run in value("chosen")?.split('.').filter(|run| !run.is_empty()) {
            let (position, times) = run.split_once('x').unwrap_or((run, "1"));
            let (Ok(position), Ok(times)) = (position.parse::<usize>(), times.parse::<usize>()) else {
                return Err(wrong("a choice such as `3` or `0x12`", run));
            };
            if times > MOST - chosen.len() {
                return Err(wrong(&format!("at most {MOST} choices"), run));
            }
            chosen.extend(std::iter::repeat_n(position, times));
        }
        Ok(Self {
            scenario: scenario.to_owned(),
            seed: Seed(number("seed")?),
            entries: usize::try_from(number("entries")?).unwrap_or(usize::MAX),
            content: value("content")?.to_owned(),
            chosen,
        })
    }
}
