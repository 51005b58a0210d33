//! Level *opponent rolls*: the person who decides fixes a decision, and the person who handed over fixes its dice.
//!
//! A *step* is a person's decision and everything that follows without another one. If dice are rolled in a step, they
//! need a code:
//!
//! 1. Each hand-over publishes the end of a chain of numbers, of which each is the hash of the next. Only the person who
//!    hands over knows them.
//! 2. The person who decides sends a *request*: the hash of everything so far, of the decision, and of a random salt.
//!    The salt is published with the turn; until then it hides the decision, and nobody can foresee the request.
//! 3. The other person notes the request, and answers with the next number of the chain.
//! 4. The seed of the step's dice is the hash of both.
//!
//! So neither can choose the dice, and neither knows them before the decision is fixed.

use std::collections::BTreeMap;

use foeman_engine::dice::Seed;
use foeman_engine::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::code::{self, Kind, Number, Place, digest};
use crate::file::{Level, Player, Turns, TurnsError, journal_digest};
use crate::known::Known;
use crate::mailbox::Mailbox;
use crate::seal::random_name;

/// The greatest number of answers in a turn.
const MOST: usize = 10_000;

/// The codes of a battle in a profile.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rolls {
    /// The secret from which the numbers of all own chains follow.
    secret: String,
    /// The requests that were answered after each own hand-over.
    answered: BTreeMap<usize, Vec<Number>>,
    /// The last answer in the current turn.
    answer: Option<Number>,
    /// The salt of the requests of the current turn.
    salt: Option<Number>,
    /// The decision whose dice are awaited.
    waiting: Option<Waiting>,
}

/// A decision that can no longer be changed, and whose dice are not known yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiting {
    /// The number of entries before it.
    entries: usize,
    command: Value,
    request: Number,
}

/// The numbers in a hand-over; none below level *opponent rolls*.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dice {
    /// The end of the chain.
    pub(crate) chain: Option<Number>,
    /// The last answer in the turn.
    pub(crate) answer: Option<Number>,
    /// The salt of the turn's requests.
    pub(crate) salt: Option<Number>,
}

impl Rolls {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether decisions were fixed in the current turn.
    pub(crate) fn has_fixed(&self) -> bool {
        self.answer.is_some() || self.waiting.is_some()
    }

    /// Forgets the current turn, which has been handed over.
    pub(crate) fn end_turn(&mut self) {
        (self.answer, self.salt, self.waiting) = (None, None, None);
    }

    /// Returns the number of a chain that is `before` numbers before its end.
    fn number(&self, place: Place<'_>, before: usize) -> Number {
        let first = Number::of("first", &[&self.secret, place.id, &place.hand_over.to_string()]);
        (before..MOST).fold(first, |number, _| after(place, &number))
    }
}

impl Known {
    /// Returns the numbers for the next hand-over.
    ///
    /// # Errors
    ///
    /// The system gives no random numbers.
    pub fn dice(&mut self, turns: &Turns) -> Result<Dice, String> {
        if turns.header.level < Level::OpponentRolls {
            return Ok(Dice::default());
        }
        if self.rolls.secret.is_empty() {
            self.rolls.secret = random_name()?;
        }
        let place = Place { id: &turns.header.id, hand_over: turns.hand_overs.len() + 1 };
        let Rolls { answer, salt, .. } = self.rolls.clone();
        Ok(Dice { chain: Some(self.rolls.number(place, 0)), answer, salt })
    }

    /// Returns the code with which a person asks for the dice of a decision; none if no dice are awaited.
    pub fn request(&self, turns: &Turns) -> Option<String> {
        let waiting = self.rolls.waiting.as_ref()?;
        Some(code::write(Kind::Request, here(turns), &waiting.request))
    }

    /// Whether the profile has made the last hand-over, so that its person answers requests.
    pub fn answers(&self, turns: &Turns) -> bool {
        let chain = turns.hand_overs.last().and_then(|last| last.dice.as_ref());
        let is_own = |chain: &Number| *chain == self.rolls.number(here(turns), 0);
        !self.rolls.secret.is_empty() && turns.digests() == self.digests && chain.is_some_and(is_own)
    }

    /// Answers a request with a code, and notes it. The same request gets the same answer.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the request, or that another person answers.
    pub fn answer(&mut self, turns: &Turns, request: &str) -> Result<String, String> {
        if turns.header.level < Level::OpponentRolls {
            return Err("dice need codes only at level `opponent-rolls`".to_owned());
        }
        if !self.answers(turns) {
            return Err("only the person who has handed over answers, with the last file that they sent".to_owned());
        }
        let place = here(turns);
        let request = code::read(Kind::Request, place, request)?;
        let answered = self.rolls.answered.entry(place.hand_over).or_default();
        let position = answered.iter().position(|other| *other == request).unwrap_or_else(|| {
            answered.push(request);
            answered.len() - 1
        });
        if position + 1 >= MOST {
            return Err(format!("expected at most {MOST} requests in a turn"));
        }
        Ok(code::write(Kind::Answer, place, &self.rolls.number(place, position + 1)))
    }
}

impl Turns {
    /// Returns the person who answers requests: the one who handed over the file.
    pub fn answering(&self) -> Option<&Mailbox> {
        match self.header.players.get(self.hand_overs.last()?.from.checked_sub(1)?)? {
            Player::Person(mailbox) => Some(mailbox),
            Player::Computer(_) => None,
        }
    }

    /// Returns the first decision that needs a code, given the battle and the number of entries that need none.
    pub fn needs_code(&self, game: &dyn Game, from: usize) -> Option<usize> {
        if self.header.level < Level::OpponentRolls {
            return None;
        }
        let is_person = |side: foeman_engine::ruleset::SideId| self.address(side.0.into()).is_some();
        (from..game.entries()).filter(|entry| game.has_rolled(*entry)).find_map(|entry| {
            let decision = (0..=entry).rev().find(|entry| game.decided(*entry).is_some_and(is_person))?;
            game.reseeded(decision).is_none().then_some(decision)
        })
    }

    /// Fixes a decision that needs a code: takes it back until the dice are known.
    ///
    /// # Errors
    ///
    /// The entry is no decision, or the system gives no random numbers.
    pub fn fix(&mut self, known: &mut Known, game: &mut dyn Game, decision: usize) -> Result<(), String> {
        let command = game.withdraw(decision).ok_or("expected a decision, found none")?;
        self.journal = game.journal();
        let salt = match known.rolls.salt.take() {
            Some(salt) => salt,
            None => Number::of("salt", &[&random_name()?]),
        };
        let request = request(&self.digest(self.hand_overs.len()), &self.journal_digest(decision), &command, &salt);
        known.rolls.salt = Some(salt);
        known.rolls.waiting = Some(Waiting { entries: decision, command, request });
        Ok(())
    }

    /// Makes the fixed decision with the dice of an answer.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the answer.
    pub fn roll(&mut self, known: &mut Known, game: &mut dyn Game, answer: &str) -> Result<(), String> {
        let place = here(self);
        let waiting = known.rolls.waiting.as_ref().ok_or("no dice are awaited")?;
        let answer = code::read(Kind::Answer, place, answer)?;
        let last = known.rolls.answer.as_ref().or(self.hand_overs.last().and_then(|last| last.dice.as_ref()));
        if last != Some(&after(place, &answer)) {
            return Err("this is the answer to another decision; ask again with the code of this one".to_owned());
        }
        if game.entries() != waiting.entries {
            return Err("the fixed decision belongs to another point of the battle".to_owned());
        }
        game.issue(&waiting.command, seed(place, &waiting.request, &answer))?;
        self.journal = game.journal();
        (known.rolls.answer, known.rolls.waiting) = (Some(answer), None);
        Ok(())
    }
}

/// A step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The entry of the decision.
    pub(crate) entry: usize,
    /// The new seed of its dice.
    pub(crate) seed: Option<Seed>,
    pub(crate) has_rolled: bool,
}

/// Checks the codes of the steps before hand-over `number`: the dice follow from them, they are the answers of the
/// person who handed over before, and for that person the requests are the ones that they answered.
pub(crate) fn check(turns: &Turns, known: &Known, number: usize, steps: &[Step]) -> Result<(), TurnsError> {
    let in_hand_over = |message: String| Err(TurnsError::in_hand_over(number, message));
    let in_entry = |entry, message: &str| Err(TurnsError::in_entry(turns, entry, message));
    let hand_over = &turns.hand_overs[number - 1];
    if hand_over.dice.is_none() {
        return in_hand_over("expected the end of a chain of answers as `dice`, found none".to_owned());
    }
    let Some(before) = number.checked_sub(2).map(|before| &turns.hand_overs[before]) else {
        let holder = hand_over.facts.player.as_ref().map(Mailbox::address);
        let sender = hand_over.from.checked_sub(1).and_then(|side| turns.address(side));
        if !steps.is_empty() || hand_over.answer.is_some() || sender.is_none() || sender == holder {
            return in_hand_over(NOT_FIRST.to_owned());
        }
        return Ok(());
    };
    for step in steps {
        match (step.has_rolled, step.seed) {
            (true, None) => {
                return in_entry(step.entry, "expected dice by an answer of the opponent, found other dice");
            }
            (false, Some(_)) => {
                return in_entry(step.entry, "expected an answer only where dice are rolled, found one");
            }
            _ => {}
        }
    }
    let place = Place { id: &turns.header.id, hand_over: before.number };
    let rolled: Vec<(usize, Seed)> = steps.iter().filter_map(|step| Some((step.entry, step.seed?))).collect();
    let mut answers: Vec<Number> = hand_over.answer.iter().cloned().collect();
    while answers.len() < rolled.len() && !answers.is_empty() {
        answers.push(after(place, &answers[answers.len() - 1]));
    }
    let end = answers.last().map(|first| after(place, first));
    if answers.len() != rolled.len() || end.is_some() && end != before.dice {
        let message = "expected the last of {} answers to the requests of this turn, found another or none";
        return in_hand_over(message.replace("{}", &rolled.len().to_string()));
    }
    let Some(salt) = &hand_over.salt else {
        if rolled.is_empty() {
            return answered(turns, known, number, &[]);
        }
        return in_hand_over("expected the salt of the requests of this turn, found none".to_owned());
    };
    let before_turn = turns.digest(before.number);
    let mut requests = Vec::new();
    for (&(entry, found), answer) in rolled.iter().zip(answers.iter().rev()) {
        let line = turns.entry_line(entry).unwrap_or_default();
        let value: Value = serde_json::from_str(line).unwrap_or_default();
        let command = &value["cause"]["command"];
        let request = request(&before_turn, &journal_digest(&turns.journal, entry), command, salt);
        if seed(place, &request, answer) != found {
            return in_entry(
                entry,
                "the dice do not follow from the answer of the opponent and the decisions up to here",
            );
        }
        requests.push((entry, request));
    }
    answered(turns, known, number, &requests)
}

/// Checks that the requests before hand-over `number` are those that the profile has answered, if it answers them.
fn answered(turns: &Turns, known: &Known, number: usize, requests: &[(usize, Number)]) -> Result<(), TurnsError> {
    let Some(answered) = known.rolls.answered.get(&(number - 1)) else { return Ok(()) };
    if let Some(((entry, _), _)) = requests.iter().zip(answered).find(|((_, request), answered)| request != *answered) {
        return Err(TurnsError::in_entry(turns, *entry, "your answer was for another decision than this one"));
    }
    if answered.len() != requests.len() {
        let (given, found) = (answered.len(), requests.len());
        let message =
            format!("expected as many decisions with dice as your answers in this turn, {given}, found {found}");
        return Err(TurnsError::in_hand_over(number, message));
    }
    Ok(())
}

/// Why the person who begins a battle cannot decide first.
pub const NOT_FIRST: &str =
    "at level `opponent-rolls`, another person than the one who decides first begins the battle";

fn here(turns: &Turns) -> Place<'_> {
    Place { id: &turns.header.id, hand_over: turns.hand_overs.len() }
}

/// Returns the number after another one in a chain.
fn after(place: Place<'_>, number: &Number) -> Number {
    Number::of("chain", &[place.id, &place.hand_over.to_string(), number.text()])
}

/// Returns the request for a decision, given the digests of the lines and of the journal before it, and the salt.
fn request(lines: &str, journal: &str, command: &Value, salt: &Number) -> Number {
    Number::of("request", &[lines, journal, &command.to_string(), salt.text()])
}

fn seed(place: Place<'_>, request: &Number, answer: &Number) -> Seed {
    let digest = digest("seed", &[place.id, request.text(), answer.text()]);
    Seed(digest.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte)))
}
