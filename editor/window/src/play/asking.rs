//! The dialogs of test-play: change a decision, and open an address.

use std::str::FromStr as _;

use foeman_engine::game::{Address, Decision, Registry};
use foeman_schema::analysis::Analysis;

use super::amending::Notice;
use super::{Battle, Begun, Play, begin};

/// The open dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asking {
    /// Change a decision.
    Choice(Reconsidered),
    /// Open an address.
    Address,
}

/// An earlier decision, with its alternatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reconsidered {
    /// The number of the entry.
    pub entry: usize,
    /// The choices that were available, and the one made.
    pub made: Decision,
    /// The entry of the previous decision.
    pub earlier: Option<usize>,
    /// The entry of the next decision.
    pub later: Option<usize>,
}

impl Play {
    /// Returns the open dialog.
    pub fn asking(&self) -> Option<&Asking> {
        self.asking.as_ref()
    }

    /// Opens the dialog to change the decision at an entry; `None` closes it.
    pub fn reconsider(&mut self, entry: Option<usize>) {
        let found = entry.and_then(|entry| self.battle()?.reconsidered(entry));
        self.asking = found.map(Asking::Choice);
    }

    /// Opens or closes the address dialog.
    pub fn ask_address(&mut self, open: bool) {
        self.asking = open.then_some(Asking::Address);
    }

    /// Opens an address; returns the id of its scenario and the seed.
    ///
    /// If the address can only be followed in part, the battle stops there and reports it.
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
                    "expected a scenario that can be played, found `{}`: {}",
                    address.scenario,
                    first.unwrap_or_default()
                )
            })?;
        let fits = address.fits(&*game);
        let notice = match address.go(&mut *game, engine) {
            Ok(()) if fits => None,
            Ok(()) => {
                let text = "The content has changed since the address was copied; the same choices now lead here";
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
    /// Returns the address of the battle's current state; errors with the reason if it has none.
    pub fn address(&self) -> Result<String, String> {
        Address::of(self.game()).map(|address| address.to_string()).map_err(|error| error.to_string())
    }

    /// Returns the decision at an entry, or the last one before it that the viewer may see.
    fn reconsidered(&self, entry: usize) -> Option<Reconsidered> {
        let made = |entry: usize| self.game().decision(self.viewer(), entry);
        let (entry, decision) = (1..=entry).rev().find_map(|entry| Some((entry, made(entry)?)))?;
        let earlier = (1..entry).rev().find(|&entry| made(entry).is_some());
        let later = (entry + 1..self.game().entries()).find(|&entry| made(entry).is_some());
        Some(Reconsidered { entry, made: decision, earlier, later })
    }
}
