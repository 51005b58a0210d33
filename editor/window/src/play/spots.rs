//! The cells that the choices of a person concern, and the choice that a click on each of them makes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use foeman_engine::choice::{Choice, Intent};
use foeman_engine::display::Board;
use foeman_engine::game::Seen;
use foeman_engine::map_query::{Key, Mark, Overlay, Shade};
use foeman_engine::prospect::{Fraction, Prospect};
use foeman_engine::ruleset::Turn;
use foeman_schema::grid::Cell;

use super::Battle;

/// A cell that choices concern.
pub struct Spot {
    /// The intent of the choices.
    pub intent: Intent,
    /// The choices of the actor alone that do this, by index.
    pub choices: Vec<usize>,
    /// All other choices about the cell.
    pub others: Vec<usize>,
    /// The choice that a click makes, once it is known.
    best: OnceLock<Option<usize>>,
}

/// The cells that the choices of an actor concern.
#[derive(Default)]
pub struct Spots {
    /// The selected actor, if the active side chooses for several.
    pub actor: Option<u32>,
    /// The cells.
    pub all: BTreeMap<Cell, Spot>,
    /// The cells where the actor can move or be placed, as an overlay; `None` if there are none.
    pub reach: Option<Arc<Result<Overlay, String>>>,
}

impl Spots {
    /// Collects the cells of choices, other than the ends of paths: of one actor, or else of the side as a whole.
    pub(super) fn of(seen: &Seen, ends: &BTreeSet<Cell>, actor: Option<u32>) -> Self {
        let is_free = matches!(seen.turn, Turn::Ask { actor: None, .. });
        let is_meant = |choice: &Choice| match actor {
            Some(_) => choice.actor == actor || actor.is_some_and(|actor| choice.members.contains(&actor)),
            // Without a selected actor, the choices of all would mark half of the map.
            None => !is_free || choice.actor.is_none() || choice.intent == Intent::Other,
        };
        let mut all: BTreeMap<Cell, Spot> = BTreeMap::new();
        for (at, choice) in seen.choices.iter().enumerate().filter(|(_, choice)| is_meant(choice)) {
            if !choice.intent.is_action() {
                continue;
            }
            let is_alone = choice.members.is_empty() && (actor.is_none() || choice.parameters.is_empty());
            for cell in choice.cells(&seen.board).into_iter().filter(|cell| !ends.contains(cell)) {
                all.entry(cell).or_default().add(at, choice.intent, is_alone);
            }
        }
        let mut spots = Self { actor, all, reach: None };
        spots.reach = spots.overlay(&seen.board).map(|overlay| Arc::new(Ok(overlay)));
        spots
    }

    /// Returns the cells where the actor can move or be placed.
    pub fn area(&self) -> BTreeSet<Cell> {
        let is_reached = |spot: &Spot| matches!(spot.intent, Intent::Move | Intent::Place);
        self.all.iter().filter(|(_, spot)| self.actor.is_some() && is_reached(spot)).map(|(cell, _)| *cell).collect()
    }

    /// Returns the cells that can be attacked.
    pub fn targets(&self) -> impl Iterator<Item = (Cell, &Spot)> {
        self.all.iter().filter(|(_, spot)| spot.intent == Intent::Attack).map(|(cell, spot)| (*cell, spot))
    }

    fn overlay(&self, board: &Board) -> Option<Overlay> {
        let who = board.tokens.iter().find(|token| Some(token.id) == self.actor);
        self.actor?;
        let name = who.map_or("It", |token| token.name.as_str());
        let mut marks = Vec::new();
        let mut count = |intent: Intent, key: u8| {
            let cells = self.all.iter().filter(|(_, spot)| spot.intent == intent).map(|(cell, _)| *cell);
            let before = marks.len();
            marks.extend(cells.map(|cell| Mark { cell, key, number: None }));
            marks.len() - before
        };
        let (moves, places) = (count(Intent::Move, 0), count(Intent::Place, 1));
        let targets = self.targets().count();
        let mut parts = Vec::new();
        parts.extend((moves > 0).then(|| format!("can move to {}", cells_in_words(board, moves))));
        parts.extend((places > 0).then(|| format!("can be placed in {}", cells_in_words(board, places))));
        parts.extend((targets == 1).then(|| "can attack 1 target".to_owned()));
        parts.extend((targets > 1).then(|| format!("can attack {targets} targets")));
        let key = |text: &str, shade| Key { text: text.to_owned(), shade };
        let keys = vec![key("Click to move there", Shade::Scale(0)), key("Click to place it there", Shade::Kind(0))];
        (!parts.is_empty()).then(|| Overlay { text: format!("{name} {}", parts.join(" and ")), keys, marks }.tidied())
    }
}

impl Default for Spot {
    fn default() -> Self {
        Self { intent: Intent::Other, choices: Vec::new(), others: Vec::new(), best: OnceLock::new() }
    }
}

impl Spot {
    /// Adds a choice. Those with the strongest intent are kept apart from the others.
    fn add(&mut self, at: usize, intent: Intent, is_alone: bool) {
        let rank = |intent: Intent| [Intent::Move, Intent::Place, Intent::Attack].iter().position(|of| *of == intent);
        if rank(intent) > rank(self.intent) {
            self.others.append(&mut self.choices);
            self.intent = intent;
        }
        match is_alone && intent == self.intent {
            true => self.choices.push(at),
            false => self.others.push(at),
        }
    }

    /// Returns all choices about the cell, those that a click can make first.
    pub fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.choices.iter().chain(&self.others).copied()
    }

    /// Whether the best choice is known without computing any outcomes.
    pub fn is_known(&self) -> bool {
        self.choices.len() < 2 || self.best.get().is_some()
    }
}

impl Battle {
    /// Returns the cells that the choices concern, if this token is highlighted.
    pub fn spots(&self, highlight: Option<u32>) -> Arc<Spots> {
        self.offer().spots(self.seen(), self.concerned(highlight))
    }

    /// Returns the choice that a click on a cell makes: the one with the highest expected harm, or else chance; of equal
    /// choices the first.
    pub fn best(&self, spot: &Spot) -> Option<usize> {
        let find = || {
            let first = *spot.choices.first()?;
            if spot.choices.len() == 1 {
                return Some(first);
            }
            let worths = spot.choices.iter().map(|&at| (at, self.worth(at)));
            worths.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(at, _)| at)
        };
        *spot.best.get_or_init(find)
    }

    /// Returns the expected harm of a choice and its chance of success, for comparisons.
    fn worth(&self, at: usize) -> (f64, f64) {
        let share = |sum: f64, of: f64| if of > 0.0 { sum / of } else { 0.0 };
        let harm = self.prospect(at).and_then(|prospect| prospect.harm);
        let harm = harm.map_or(0.0, |harm| share(harm.sum as f64, harm.of as f64));
        let odds = self.choices().get(at).and_then(|choice| choice.odds);
        (harm, odds.map_or(0.0, |odds| share(odds.wins as f64, odds.of as f64)))
    }

    /// Returns the outcome of an attack in a few words: `63 % to hit, 4.2 harm`.
    pub fn outcome(&self, at: usize) -> String {
        let Some(choice) = self.choices().get(at) else { return String::new() };
        let prospect = self.prospect(at);
        let number = |of: fn(&Prospect) -> Option<Fraction>| prospect.and_then(of);
        let mut parts = Vec::new();
        parts.extend(choice.odds.map(|odds| format!("{} % to hit", odds.percent())));
        let about = if prospect.is_some_and(|prospect| prospect.is_sampled) { "about " } else { "" };
        parts.extend(number(|of| of.harm).map(|harm| format!("{about}{} harm", tenths(harm))));
        parts.extend(number(|of| of.cost).map(|cost| format!("{about}{} lost", tenths(cost))));
        parts.join(", ")
    }
}

/// Formats a number with one decimal.
pub(crate) fn tenths(fraction: Fraction) -> String {
    let tenths = fraction.tenths();
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns a number of cells: `12 hexes`.
pub(super) fn cells_in_words(board: &Board, count: usize) -> String {
    let shape = board.ground.as_ref().map(|ground| ground.geometry.shape());
    match (count, shape) {
        (1, Some(shape)) => format!("1 {}", shape.word()),
        (count, Some(shape)) => format!("{count} {}", shape.plural()),
        (count, None) => count.to_string(),
    }
}
