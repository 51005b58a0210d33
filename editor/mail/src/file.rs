//! The file that goes from person to person: one JSON value per line.
//!
//! A header, one line per hand-over, and the battle's journal. From level *sealed* each hand-over includes a digest of
//! all lines before and of its part of the journal, and a signature.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::code::Number;
use crate::mailbox::Mailbox;

/// The version of the format; no other version is read.
pub const FORMAT: u32 = 1;
/// The greatest size of a file, in bytes, as for journals.
pub const MOST: usize = 64 << 20;
/// The greatest number of hand-overs.
const MOST_HAND_OVERS: usize = 100_000;
/// The number of lines of a journal before its entries: the header and the content.
const BEFORE_ENTRIES: usize = 2;

/// How far a file is protected against its readers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Anyone with the file can play on. Only the rules are checked.
    Trust,
    /// Each hand-over is signed and includes a digest of everything before.
    Sealed,
    /// As *sealed*, and the dice of each decision follow from a code of the person who handed over before.
    OpponentRolls,
}

impl Level {
    /// Returns its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trust => "trust",
            Self::Sealed => "sealed",
            Self::OpponentRolls => "opponent-rolls",
        }
    }
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// A person.
    Person(Mailbox),
    /// The computer player with this id.
    Computer(String),
}

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format version.
    pub turns: u32,
    /// The level of protection.
    pub level: Level,
    /// A random name of the battle, in hexadecimal.
    pub id: String,
    /// The version of the program that began the battle.
    pub build: String,
    /// The player of each side, in scenario order.
    pub players: Vec<Player>,
}

/// The facts about a battle in a message: the scenario, and the side and person whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The scenario's title.
    pub scenario: String,
    /// The current round.
    pub round: u32,
    /// The number of the side that decides, from 1; 0 once the battle is over.
    pub side: usize,
    /// The side's name; empty once the battle is over.
    pub side_name: String,
    /// The person who plays it; none once the battle is over.
    pub player: Option<Mailbox>,
}

/// A line for each time the file goes to another person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandOver {
    /// Its number, from 1.
    #[serde(rename = "hand-over")]
    pub number: usize,
    /// The side, from 1, whose person hands over; 0 for the person who has begun a battle without playing in it.
    pub from: usize,
    /// The number of entries so far.
    pub entries: usize,
    /// Whose turn it is.
    pub facts: Facts,
    /// The digest of all lines before; only from level *sealed*, as are the following.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The digest of the journal up to here, without its closing line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub journal: String,
    /// The end of the chain of this person's answers; only at level *opponent rolls*, as are the next two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Number>,
    /// The last answer in the turn; none if no dice were rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Number>,
    /// The salt of the turn's requests; none if no dice were rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Number>,
    /// The public key of the side, in hexadecimal.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// The signature of the digest of all lines up to here, in hexadecimal.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub signature: String,
}

/// A battle that people play by files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turns {
    /// The first line.
    pub header: Header,
    /// The hand-overs so far.
    pub hand_overs: Vec<HandOver>,
    /// The journal of the battle.
    pub journal: String,
}

/// Why a file is unreadable or not genuine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnsError {
    /// The line of the file, from 1.
    pub line: usize,
    /// The number of the hand-over, if it is about one.
    pub hand_over: Option<usize>,
    /// The number of the entry, if it is about one.
    pub entry: Option<usize>,
    /// The message.
    pub message: String,
}

impl Turns {
    /// Reads a file. Each line must be exactly as [`text`](Self::text) writes it.
    pub fn read(text: &str) -> Result<Self, TurnsError> {
        if text.len() > MOST {
            return Err(TurnsError::at(1, format!("expected a file of at most {} MB, found more", MOST >> 20)));
        }
        let lines: Vec<&str> = text.lines().collect();
        let first = *lines.first().ok_or_else(|| TurnsError::at(1, "expected a battle, found an empty file"))?;
        let header: Header = header(first)?;
        let mut hand_overs: Vec<HandOver> = Vec::new();
        for (at, line) in lines.iter().enumerate().skip(1) {
            if !line.starts_with(r#"{"hand-over""#) {
                break;
            }
            let (number, line_number) = (hand_overs.len() + 1, at + 1);
            if number > MOST_HAND_OVERS {
                return Err(TurnsError::at(line_number, format!("expected at most {MOST_HAND_OVERS} hand-overs")));
            }
            let hand_over: HandOver =
                typed(line_number, line).map_err(|error| TurnsError { hand_over: Some(number), ..error })?;
            if hand_over.number != number {
                let message = format!("expected hand-over {number}, found {}", hand_over.number);
                return Err(TurnsError::in_hand_over(number, message));
            }
            hand_overs.push(hand_over);
        }
        let journal = lines[1 + hand_overs.len()..].iter().flat_map(|line| [*line, "\n"]).collect();
        let turns = Self { header, hand_overs, journal };
        if turns.text() != text {
            let written = turns.text();
            let same = written.lines().zip(&lines).take_while(|(one, other)| one == *other).count();
            return Err(TurnsError::at(same + 1, "expected the line exactly as foeman writes it; it has been edited"));
        }
        Ok(turns)
    }

    /// Writes the file.
    pub fn text(&self) -> String {
        let mut text = self.lines(self.hand_overs.len());
        text += &self.journal;
        text
    }

    /// Returns the header and the first hand-overs as lines.
    fn lines(&self, hand_overs: usize) -> String {
        let mut text = written(&self.header);
        self.hand_overs.iter().take(hand_overs).for_each(|hand_over| text += &written(hand_over));
        text
    }

    /// Returns the digest of the header and the first `hand_overs` hand-overs.
    pub fn digest(&self, hand_overs: usize) -> String {
        sha256(self.lines(hand_overs).as_bytes())
    }

    /// Returns the digests of the header, and of the lines up to each hand-over.
    pub fn digests(&self) -> Vec<String> {
        let mut digest = Sha256::new();
        digest.update(written(&self.header));
        let mut digests = vec![hex(&digest.clone().finalize())];
        for hand_over in &self.hand_overs {
            digest.update(written(hand_over));
            digests.push(hex(&digest.clone().finalize()));
        }
        digests
    }

    /// Returns the digest of the journal up to its first `entries` entries.
    pub fn journal_digest(&self, entries: usize) -> String {
        journal_digest(&self.journal, entries)
    }

    /// Returns the line of an entry.
    pub(crate) fn entry_line(&self, entry: usize) -> Option<&str> {
        self.journal.lines().nth(BEFORE_ENTRIES + entry)
    }

    /// Returns the number of entries of the journal.
    pub fn entries(&self) -> usize {
        // The closing line is not an entry.
        self.journal.lines().count().saturating_sub(BEFORE_ENTRIES + 1)
    }

    /// Returns the persons who play, without duplicates.
    pub fn people(&self) -> Vec<&Mailbox> {
        let mut people: Vec<&Mailbox> = Vec::new();
        for player in &self.header.players {
            if let Player::Person(mailbox) = player
                && !people.iter().any(|other| other.address() == mailbox.address())
            {
                people.push(mailbox);
            }
        }
        people
    }

    /// Returns the address of the person who plays a side, by its position.
    pub fn address(&self, side: usize) -> Option<&str> {
        match self.header.players.get(side)? {
            Player::Person(mailbox) => Some(mailbox.address()),
            Player::Computer(_) => None,
        }
    }
}

/// Returns the digest of a journal up to its first `entries` entries.
pub(crate) fn journal_digest(journal: &str, entries: usize) -> String {
    let mut digest = Sha256::new();
    for line in journal.lines().take(BEFORE_ENTRIES + entries) {
        digest.update(line);
        digest.update("\n");
    }
    hex(&digest.finalize())
}

fn header(line: &str) -> Result<Header, TurnsError> {
    let value: serde_json::Value = typed(1, line)?;
    match value.get("turns").map(|format| format.as_u64()) {
        None => {
            Err(TurnsError::at(1, "expected a header that starts with `{\"turns\":`; this is not a battle by files"))
        }
        Some(format) if format != Some(u64::from(FORMAT)) => {
            let message = format!("expected format {FORMAT} of battles by files, found another; use the same version");
            Err(TurnsError::at(1, message))
        }
        Some(_) => typed(1, line),
    }
}

fn typed<T: DeserializeOwned>(number: usize, line: &str) -> Result<T, TurnsError> {
    serde_json::from_str(line).map_err(|error| match error.is_eof() {
        true => TurnsError::at(number, "the line has no end; the file is incomplete".to_owned()),
        false => TurnsError::at(number, error.to_string()),
    })
}

fn written(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("lines have text keys and no failing serializers");
    text.push('\n');
    text
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl TurnsError {
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        let message: String = message.into().chars().filter(|letter| !letter.is_control()).take(400).collect();
        Self { line, hand_over: None, entry: None, message }
    }

    pub(crate) fn in_hand_over(number: usize, message: impl Into<String>) -> Self {
        Self { hand_over: Some(number), ..Self::at(number + 1, message) }
    }

    pub(crate) fn in_entry(turns: &Turns, entry: usize, message: impl Into<String>) -> Self {
        let line = turns.hand_overs.len() + BEFORE_ENTRIES + entry + 2;
        Self { entry: Some(entry), ..Self::at(line, message) }
    }
}

impl fmt::Display for TurnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if let Some(number) = self.hand_over {
            write!(f, "hand-over {number}: ")?;
        }
        if let Some(entry) = self.entry {
            write!(f, "entry {entry}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for TurnsError {}
