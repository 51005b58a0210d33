//! Recruiting: what the active side can raise or buy, and what waits to be placed.

use std::collections::BTreeSet;

use foeman_engine::choice::{Choice, Intent, Product};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_schema::grid::Cell;

use super::{Battle, Play};

/// A product that the active side can get, or could if it had more.
pub struct Recruit<'b> {
    /// The product, once.
    pub product: &'b Product,
    /// The choices to get it, by index, each with the number of pieces; empty if it is barred.
    pub choices: Vec<(u32, usize)>,
    /// Why it is barred; empty if it is not.
    pub why: String,
}

impl Battle {
    /// Returns the units that the active side can recruit, and those that are too expensive, by name.
    pub fn recruits(&self) -> Vec<Recruit<'_>> {
        let mut recruits: Vec<Recruit<'_>> = Vec::new();
        for (at, choice) in self.choices().iter().enumerate() {
            let Some(product) = &choice.product else { continue };
            match recruits.iter_mut().find(|known| known.product.name == product.name) {
                Some(known) => known.choices.push((product.count, at)),
                None => recruits.push(Recruit { product, choices: vec![(product.count, at)], why: String::new() }),
            }
        }
        for barred in &self.offer().barred {
            let Some(product) = &barred.choice.product else { continue };
            let missing = product.cost.iter().filter(|(name, cost)| self.owned(name).is_some_and(|own| own < *cost));
            let missing = missing.map(|(name, cost)| format!("needs {cost} {name}"));
            let missing: Vec<String> = missing.collect();
            let why = if missing.is_empty() { barred.why.to_owned() } else { missing.join(", ") };
            recruits.push(Recruit { product, choices: Vec::new(), why });
        }
        // Not by price or choice, so that no button moves when another product becomes too expensive.
        recruits.sort_by(|one, other| one.product.name.cmp(&other.product.name));
        recruits
    }

    /// Returns how much the active side has of a resource, by its name.
    pub fn owned(&self, name: &str) -> Option<i32> {
        let Turn::Ask { side: SideId(side), .. } = self.seen().turn else { return None };
        let mut own = self.board().gauges.iter().filter(|gauge| gauge.side == usize::from(side));
        own.find(|gauge| gauge.name == name).map(|gauge| gauge.value)
    }

    /// Returns the cell where the active side places its recruits, if there is one.
    pub fn home(&self) -> Option<Cell> {
        let barred = self.offer().barred.iter().map(|barred| &barred.choice);
        let mut products = self.choices().iter().chain(barred).filter_map(|choice| choice.product.as_ref());
        products.find_map(|product| product.home)
    }

    /// Returns the tokens that wait to be placed, each with a choice that places it.
    pub fn waiting(&self) -> Vec<(u32, &Choice)> {
        let mut waiting: Vec<(u32, &Choice)> = Vec::new();
        for choice in self.choices().iter().filter(|choice| choice.intent == Intent::Place && is_single(choice)) {
            let new = choice.actor.filter(|actor| waiting.iter().all(|(known, _)| known != actor));
            waiting.extend(new.map(|actor| (actor, choice)));
        }
        waiting
    }
}

/// Whether a choice is about a single token.
fn is_single(choice: &Choice) -> bool {
    choice.parameters.is_empty() && choice.members.is_empty()
}

impl Play {
    /// Makes a choice for the user. A recruit is selected, so that the next click on the map places it; after it is
    /// placed, the next one is.
    pub(super) fn choose(&mut self, choice: usize) {
        let Some(battle) = self.battle() else { return };
        let made = battle.choices().get(choice).map(|choice| choice.intent);
        let name = battle.choices().get(choice).and_then(|choice| Some(choice.product.as_ref()?.name.clone()));
        let before: BTreeSet<u32> = battle.waiting().into_iter().map(|(actor, _)| actor).collect();
        self.with(|battle| battle.choose(choice));
        let Some(battle) = self.battle() else { return };
        let waiting = battle.waiting();
        let token = |id: u32| battle.board().tokens.iter().find(|token| token.id == id);
        let is_such =
            |id: u32| token(id).is_some_and(|token| name.as_ref().is_some_and(|name| token.name.starts_with(name)));
        let selected = match made {
            Some(Intent::Recruit) => {
                let new = waiting.iter().find(|(actor, _)| !before.contains(actor));
                // Equal recruits are listed once, so the new recruit may not have an entry.
                new.or_else(|| waiting.iter().find(|(actor, _)| is_such(*actor)))
            }
            Some(Intent::Place) => waiting.first(),
            _ => None,
        };
        if let Some((actor, _)) = selected {
            self.highlight = Some(*actor);
        }
    }
}
