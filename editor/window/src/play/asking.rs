//! Questions that test-play asks over the window: which other choice, and which address.

use std::str::FromStr as _;

use foeman_engine::game::{Address, Decision, Registry};
use foeman_schema::analysis::Analysis;

use super::amending::Notice;
use super::{Battle, Begun, Play, begin};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asking {
    /// What to choose in the place of what was chosen.
    Choice(Reconsidered),
    /// Where to go.
    Address,
}

/// A decision that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reconsidered {
    /// The entry's number.
    pub entry: usize,
    /// What could be chosen, and what was.
    pub made: Decision,
    /// The entry of the decision before it.
    pub earlier: Option<usize>,
    /// The entry of the decision after it.
    pub later: Option<usize>,
}

impl Play {
    /// What is asked.
    pub fn asking(&self) -> Option<&Asking> {
        self.asking.as_ref()
    }

    /// Asks what else to choose in an entry, or no more.
    pub fn reconsider(&mut self, entry: Option<usize>) {
        let found = entry.and_then(|entry| self.battle()?.reconsidered(entry));
        self.asking = found.map(Asking::Choice);
    }

    /// Asks for an address, or no more.
    pub fn ask_address(&mut self, open: bool) {
        self.asking = open.then_some(Asking::Address);
    }

    /// Shows the place that an address leads to; returns the id of its scenario and the seed. Where it leads only part of
    /// the way, that far; the battle says so.
    pub fn open_address(
        &mut self,
        analysis: &Analysis,
        registry: Registry,
        text: &str,
    ) -> Result<(String, u64), String> {
        let address = Address::from_str(text).map_err(|error| error.to_string())?;
        let Begun { mut game, engine, content } = begin(analysis, registry, &address.scenario, address.seed.0)
            .map_err(|errors| {
                let first = errors.first().map(|error| format!("{}: {}", error.pointer, error.message));
                format!(
                    "expected a scenario that can be played, but found `{}`: {}",
                    address.scenario,
                    first.unwrap_or_default()
                )
            })?;
        let fits = address.fits(&*game);
        let notice = match address.go(&mut *game, engine) {
            Ok(()) if fits => None,
            Ok(()) => {
                let text = "The content is not what it was when the address was copied: the same choices lead here now";
                Some(Notice::Refused(text.to_owned()))
            }
            Err(error) => Some(Notice::Refused(error.to_string())),
        };
        let seats = self.battle().map(|battle| battle.seats().to_vec());
        self.clear();
        let mut battle = Battle::new(address.scenario.clone(), game, engine, content, seats);
        battle.notice = notice;
        battle.look();
        self.battle = Some(battle);
        Ok((address.scenario, address.seed.0))
    }
}

impl Battle {
    /// The address of the place where the battle is. The error says why it has none.
    pub fn address(&self) -> Result<String, String> {
        Address::of(self.game()).map(|address| address.to_string()).map_err(|error| error.to_string())
    }

    /// The decision of an entry, or else of the last one before it in which somebody chose for whom the window may look.
    fn reconsidered(&self, entry: usize) -> Option<Reconsidered> {
        let made = |entry: usize| self.game().decision(self.viewer(), entry);
        let (entry, decision) = (1..=entry).rev().find_map(|entry| Some((entry, made(entry)?)))?;
        let earlier = (1..entry).rev().find(|&entry| made(entry).is_some());
        let later = (entry + 1..self.game().entries()).find(|&entry| made(entry).is_some());
        Some(Reconsidered { entry, made: decision, earlier, later })
    }
}
