//! A person's turn: who has the file, and the message with the next one.

use std::time::SystemTime;

use foeman_engine::game::{Game, Registry};
use foeman_engine::player::PlayerId;

use crate::check::own_sides;
use crate::file::{Facts, Player, Turns};
use crate::mailbox::Mailbox;
use crate::message::Message;

impl Turns {
    /// Returns the person who has the file; none once the battle is over.
    pub fn holder(&self) -> Option<&Mailbox> {
        self.hand_overs.last()?.facts.player.as_ref()
    }

    /// Returns the positions of the sides that the person who has the file plays.
    pub fn own_sides(&self) -> Vec<usize> {
        self.holder().map(|holder| own_sides(&self.header, holder.address())).unwrap_or_default()
    }

    /// Returns the number of entries at the last hand-over by one of these sides, given by their positions. Once the
    /// battle is over, all people read about the last turn.
    pub fn read_so_far(&self, own: &[usize]) -> usize {
        let is_own = |from: usize| from > 0 && own.contains(&(from - 1));
        let mut earlier = self.hand_overs.iter().rev().skip(1);
        let last = if own.is_empty() { earlier.next() } else { earlier.find(|hand_over| is_own(hand_over.from)) };
        last.map_or(0, |hand_over| hand_over.entries)
    }

    /// Returns the computer player of each side; any for sides that people play.
    ///
    /// # Errors
    ///
    /// The journal belongs to no known ruleset.
    pub fn computers(&self, registry: Registry) -> Result<Vec<PlayerId>, String> {
        let engine = registry.engine_of(&self.journal).map_err(|error| error.to_string())?;
        let any = engine.players().first().map(|info| info.id);
        let player = |player: &Player| match player {
            Player::Computer(id) => engine.player(id).ok(),
            Player::Person(_) => any,
        };
        Ok(self.header.players.iter().filter_map(player).collect())
    }
}

/// The file of the last hand-over, and a draft of an e-mail with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Post {
    /// The name of the file.
    pub file_name: String,
    /// The file.
    pub file: String,
    /// The name of the draft.
    pub draft_name: String,
    /// The draft.
    pub draft: String,
    /// The names of the recipients.
    pub to: Vec<String>,
}

/// Writes the file of the last hand-over, by the person with an address; none before the first hand-over.
pub fn post(turns: &Turns, game: &dyn Game, sender: Option<&str>, date: SystemTime) -> Option<Post> {
    let last = turns.hand_overs.last()?;
    let is_sender = |person: &&Mailbox| Some(person.address()) == sender;
    let to: Vec<&Mailbox> = match &last.facts.player {
        Some(player) => vec![player],
        None => turns.people().into_iter().filter(|person| !is_sender(person)).collect(),
    };
    let id: String = turns.header.id.chars().take(4).collect();
    let stem = format!("{}-{id}-{}", game.content().scenario.id, last.number);
    let file_name = format!("{stem}.turn");
    let subject = match &last.facts.player {
        Some(_) => format!("{}, round {}: your turn", last.facts.scenario, last.facts.round),
        None => format!("{}: the battle is over", last.facts.scenario),
    };
    let (text, file) = (letter(&last.facts, &file_name), turns.text());
    let message = Message {
        from: turns.people().into_iter().find(is_sender),
        to: &to,
        subject: &subject,
        text: &text,
        file_name: &file_name,
        file: file.as_bytes(),
        date,
    };
    let (draft, to) = (message.write(), to.iter().map(|person| person.called().to_owned()).collect());
    Some(Post { file_name, file, draft_name: format!("{stem}.eml"), draft, to })
}

/// The text of a message: five facts, and what to do.
fn letter(facts: &Facts, file: &str) -> String {
    let Facts { scenario, round, side, side_name, player } = facts;
    let Some(player) = player else {
        return format!(
            "Scenario: {scenario}\nRound: {round}\n\nThe battle is over. To see its end, open the attached file in foeman, \
             or enter:\n\n  foeman turn {file}\n"
        );
    };
    format!(
        "Scenario: {scenario}\nRound: {round}\nSide: {side}\nName of the side: {side_name}\nPlayer: {player}\n\nTo play, save \
         the attached file, and open it in foeman, or enter:\n\n  foeman turn {file}\n"
    )
}
