//! `foeman play --mail`: begins a battle by files; and writing the files of each hand-over.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use foeman_base::console::{Console, Exit, Failure, printable};
use foeman_base::desk::Desk;
use foeman_base::turns::{self, Sent};
use foeman_engine::dice::Seed;
use foeman_engine::game::{Game, Registry};
use foeman_engine::player::PlayerId;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_mail::file::FORMAT;
use foeman_mail::rolls::NOT_FIRST;
use foeman_mail::{Header, Known, Mailbox, Player, Turns, seal};

use super::battle::{Battle, Seats};
use super::log::Format;
use super::person::{self, Sitting, Stop};
use super::playable::Playable;
use super::players;

#[derive(clap::Args)]
pub(super) struct Mail {
    /// Play by files: the address of the person who plays a side, such as `2='Bob <bob@example.org>'`. Repeat it for
    /// each side that a person plays; `--human` says which of them are here. Sides with the same address share a turn
    #[arg(long = "mail", id = "mail", value_name = "SIDE=ADDRESS", conflicts_with = "save")]
    addresses: Vec<SideAddress>,
    /// How far the files are protected against the people who get them
    #[arg(long, value_enum, default_value_t = Level::Sealed, requires = "mail")]
    level: Level,
    /// The folder for the files of the first hand-over
    #[arg(long, value_name = "FOLDER", default_value = ".", requires = "mail")]
    out: PathBuf,
    #[command(flatten)]
    keys: Keys,
}

/// The folder of the keys.
#[derive(clap::Args)]
pub(super) struct Keys {
    /// The folder for keys and records of battles by files [default: in your own folder]
    #[arg(long, value_name = "FOLDER")]
    keys: Option<PathBuf>,
}

/// How far files are protected.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// Anyone with the file can play on; only the rules are checked
    Trust,
    /// Each hand-over is signed, and changes to anything before are found
    Sealed,
    /// As sealed, and the other person fixes the dice of each decision with a code. The person who begins the battle
    /// must not decide first
    OpponentRolls,
}

/// A parsed `SIDE=ADDRESS`; the scenario validates the side later.
#[derive(Clone)]
struct SideAddress {
    side: String,
    person: Mailbox,
}

impl FromStr for SideAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a side and an address as `1=ann@example.org`, found `{text}`");
        let (side, person) = text.split_once('=').ok_or_else(wrong)?;
        Ok(Self { side: side.to_owned(), person: person.parse()? })
    }
}

impl Mail {
    /// Whether the battle is played by files.
    pub(super) fn is_used(&self) -> bool {
        !self.addresses.is_empty()
    }

    /// Rejects conflicting arguments.
    pub(super) fn check(&self, battle: &Battle) -> Result<(), Failure> {
        if self.is_used() && battle.format != Format::Human {
            let message = "expected `--format human` with `--mail`, which prints the battle as it is played";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Begins a battle, plays until a person elsewhere has to decide, and hands over.
    pub(super) fn begin(
        &self,
        playable: &Playable,
        battle: &Battle,
        registry: Registry,
        console: &mut Console<'_>,
    ) -> Result<Exit, Failure> {
        let random = |error| Failure::Io(error);
        let seed = match battle.seed {
            Some(seed) => Seed(seed),
            None => Seed(seal::random_number().map_err(random)?),
        };
        let started = playable.engine.start(&playable.resolved, seed);
        let mut game = started.map_err(|problems| playable.refuse(&problems, console))?;
        let Seats { players, people } = battle.seats(playable.engine, &*game)?;
        let seated = self.players(&players, &people, battle, &*game)?;
        let header = Header {
            turns: FORMAT,
            level: match self.level {
                Level::Trust => foeman_mail::Level::Trust,
                Level::Sealed => foeman_mail::Level::Sealed,
                Level::OpponentRolls => foeman_mail::Level::OpponentRolls,
            },
            id: seal::random_name().map_err(random)?,
            build: registry.build().to_owned(),
            players: seated,
        };
        let mut turns = Turns { header, hand_overs: Vec::new(), journal: String::new() };
        // Sides with the same address as a local person are played here too.
        let address = people.first().and_then(|side| turns.address(usize::from(side.0)).map(str::to_owned));
        if self.level == Level::OpponentRolls {
            begins_by_another(&turns, address.as_deref(), &mut *game, &players)?;
        }
        let table = Table { turns: &turns, address: address.as_deref(), players: &players, read: 0 };
        let mut known = Known::default();
        let Played { stop, from, .. } = table.play(&mut *game, console)?;
        // At this level, a person who has not decided hands over for their first side.
        let from = if self.level == Level::OpponentRolls {
            people.first().map_or(0, |side| usize::from(side.0) + 1)
        } else {
            from
        };
        if stop == Stop::Quit {
            writeln!(console.err, "nothing is handed over; begin again to play this battle")?;
            return Ok(Exit::Clean);
        }
        let desk = self.keys.desk()?;
        let place = Place { sender: address.as_deref(), folder: &self.out, desk: &desk };
        place.send((&mut turns, &mut known), &*game, from, console)?;
        Ok(Exit::Clean)
    }

    /// Returns the player of each side. Each side played by a person must have an address.
    fn players(
        &self,
        computers: &[PlayerId],
        people: &[SideId],
        battle: &Battle,
        game: &dyn Game,
    ) -> Result<Vec<Player>, Failure> {
        let mut seated: Vec<Player> = computers.iter().map(|id| Player::Computer(id.name().to_owned())).collect();
        let mut taken = BTreeSet::new();
        let computers = battle.computers(game)?;
        for SideAddress { side: word, person } in &self.addresses {
            let side = players::side(word, game)?;
            if !taken.insert(side.0) || computers.contains(&side) {
                let message = format!("expected one player for `{word}`, found two; leave one out");
                return Err(Failure::Usage(message));
            }
            if let Some(place) = seated.get_mut(usize::from(side.0)) {
                *place = Player::Person(person.clone());
            }
        }
        if let Some(side) = people.iter().find(|side| !taken.contains(&side.0)) {
            let message =
                format!("expected an address for each side played by a person, found none for side {}", side.0 + 1);
            return Err(Failure::Usage(format!("{message}; add it with `--mail`")));
        }
        let addresses: BTreeSet<&str> = people.iter().filter_map(|side| person_of(&seated, *side)).collect();
        if addresses.len() > 1 {
            let message = "expected `--human` sides with one address, because other people play from their own files";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(seated)
    }
}

/// Plays until a person has to decide, who must be another than the one at this terminal.
fn begins_by_another(
    turns: &Turns,
    address: Option<&str>,
    game: &mut dyn Game,
    players: &[PlayerId],
) -> Result<(), Failure> {
    let is_person = |side: SideId| turns.address(usize::from(side.0));
    let first = loop {
        let turn = game.turn();
        if let Turn::Ask { side, .. } = turn
            && let Some(address) = is_person(side)
        {
            break Some(address);
        }
        match players::player_of(&turn, players) {
            Some(player) => game.step(player),
            None => break None,
        }
    };
    match (first, address) {
        (None, Some(_)) => Ok(()),
        (Some(first), Some(address)) if first != address => Ok(()),
        (first, _) => {
            let first = first.map(|first| format!("; here {} decides first", printable(first))).unwrap_or_default();
            let message = format!("{NOT_FIRST}{first}: name a side of another person with `--human`");
            Err(Failure::Usage(message))
        }
    }
}

fn person_of(players: &[Player], side: SideId) -> Option<&str> {
    match players.get(usize::from(side.0))? {
        Player::Person(mailbox) => Some(mailbox.address()),
        Player::Computer(_) => None,
    }
}

/// A battle by files at this terminal.
pub(super) struct Table<'a> {
    pub(super) turns: &'a Turns,
    /// The address of the local person; none if only other people play.
    pub(super) address: Option<&'a str>,
    pub(super) players: &'a [PlayerId],
    /// The number of entries that the person knows already.
    pub(super) read: usize,
}

/// How a turn at this terminal ended.
pub(super) struct Played {
    /// Why it stopped.
    pub(super) stop: Stop,
    /// The number of the side that hands over; 0 if no side at this terminal has decided.
    pub(super) from: usize,
    /// The number of entries that the person has read about.
    pub(super) read: usize,
}

impl Table<'_> {
    /// Plays until another person has to decide or has to give a code.
    pub(super) fn play(self, game: &mut dyn Game, console: &mut Console<'_>) -> Result<Played, Failure> {
        let ids = |sides: Vec<usize>| sides.into_iter().filter_map(|side| Some(SideId(u8::try_from(side).ok()?)));
        let own = self.address.iter().flat_map(|address| foeman_mail::own_sides(&self.turns.header, address));
        let here: Vec<SideId> = ids(own.collect()).collect();
        let is_person = |side: &usize| matches!(self.turns.header.players[*side], Player::Person(_));
        let all = ids((0..self.turns.header.players.len()).filter(is_person).collect());
        let elsewhere: Vec<SideId> = all.filter(|side| !here.contains(side)).collect();
        let turns = Some(self.turns);
        let seats = person::Seats { here: &here, elsewhere: &elsewhere, players: self.players, turns };
        let mut sitting = Sitting::new(seats, self.read);
        let stop = sitting.play_out(game, console)?;
        match stop {
            Stop::Elsewhere(_) => sitting.catch_up(game, console)?,
            Stop::Over | Stop::Quit => sitting.close(game, console)?,
            Stop::Dice(_) => {}
        }
        let from = sitting.last_side().map_or(0, |side| usize::from(side.0) + 1);
        Ok(Played { stop, from, read: sitting.read() })
    }
}

/// Where files and keys are, and who sends.
pub(super) struct Place<'a> {
    /// The address of the local person; none if only other people play.
    pub(super) sender: Option<&'a str>,
    pub(super) folder: &'a Path,
    pub(super) desk: &'a Desk,
}

impl Place<'_> {
    /// Writes the next hand-over, as a file and as a message, and remembers it.
    pub(super) fn send(
        &self,
        (turns, known): (&mut Turns, &mut Known),
        game: &dyn Game,
        from: usize,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let sent = turns::send((turns, known), game, (from, self.sender), (self.desk, self.folder));
        let Sent { file, draft, to } = sent.map_err(Failure::Io)?;
        let to = if to.is_empty() { String::new() } else { format!(" for {}", printable(&to.join(", "))) };
        console.out.flush()?;
        writeln!(console.err, "wrote `{}` and `{}`{to}", file.display(), draft.display())?;
        Ok(())
    }
}

impl Keys {
    /// Returns the folder with records and keys.
    pub(super) fn desk(&self) -> Result<Desk, Failure> {
        let none = || Failure::Io("there is no folder of your own for keys; name one with `--keys`".to_owned());
        self.keys.clone().map(Desk::new).or_else(Desk::of_user).ok_or_else(none)
    }
}
