//! The content of a contest: everything that never changes during play.

use foeman_schema::notation::code::ActionCode;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;

use super::book::Book;
use super::catalogs::{Actor, Contest};
use foeman_engine::ruleset::SideId;

/// A contest with its book and actors.
#[derive(Clone, Debug)]
pub struct Content {
    pub(super) book: Book,
    pub(super) actors: [Actor; 2],
    pub(super) rounds: u32,
}

impl Content {
    /// Returns a code of an actor as an attack, with its full score.
    pub(super) fn attack(&self, side: usize, code: u8) -> Option<&ActionCode> {
        self.actors.get(side)?.codes.get(usize::from(code))
    }

    /// Returns the positions of the codes an actor can attack with.
    pub(super) fn attacks(&self, side: usize) -> Vec<u8> {
        let can = |&code: &u8| self.can_attack(side, code);
        (0..self.count(side)).filter(can).collect()
    }

    /// Whether an actor can attack with a code.
    pub(super) fn can_attack(&self, side: usize, code: u8) -> bool {
        let meaning = self.attack(side, code).and_then(|code| self.book.meaning(code).ok());
        meaning.is_some_and(|meaning| meaning.attacks())
    }

    /// Returns the number of an actor's codes.
    pub(super) fn count(&self, side: usize) -> u8 {
        self.actors.get(side).map_or(0, |actor| u8::try_from(actor.codes.len()).unwrap_or(u8::MAX))
    }

    pub(super) fn name(&self, side: SideId) -> &str {
        self.actors.get(usize::from(side.0)).map_or("Nobody", |actor| &actor.name)
    }
}

/// Reads a contest and all records it refers to.
pub(super) fn read(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
    let contest: Contest = resolved.scenario().map_err(|problem| vec![problem])?;
    let book = Book::read(resolved, &contest.codes).map_err(|problem| vec![problem])?;
    let pointer = resolved.scenario.pointer().child("actors");
    let mut problems = Vec::new();
    for (index, actor) in contest.actors.iter().enumerate() {
        problems.extend(problems_of(&book, actor, &pointer.child(index.to_string()).child("codes")));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let count = contest.actors.len();
    let actors = contest
        .actors
        .try_into()
        .map_err(|_| vec![ContentError { pointer, message: format!("expected two actors, found {count}") }])?;
    Ok(Content { book, actors, rounds: contest.rounds.into() })
}

/// Returns the errors in an actor's list of codes that prevent play.
fn problems_of(book: &Book, actor: &Actor, codes: &Pointer) -> Vec<ContentError> {
    let mut problems = Vec::new();
    let mut attacks = false;
    for (index, code) in actor.codes.iter().enumerate() {
        match book.meaning(code) {
            Ok(meaning) => attacks |= meaning.attacks(),
            Err(unknown) => {
                problems.push(ContentError { pointer: codes.child(index.to_string()), message: unknown.to_string() });
            }
        }
    }
    if problems.is_empty() && !attacks {
        let message = "expected at least one code that attacks, found only harmless ones".to_owned();
        problems.push(ContentError { pointer: codes.clone(), message });
    }
    problems
}
