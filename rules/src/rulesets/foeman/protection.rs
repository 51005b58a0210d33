//! What is in the way of damage: defending item, shield, armour and hide (`F8.3`, `F8.4`).

use foeman_schema::catalogs::foeman::{ItemClass, Loadout, Protection, Ready};
use serde::{Deserialize, Serialize};

use super::constants::{DEFEND_RATING, DEFEND_WEAPON_BLOCK};
use super::content::{Content, FigureId, ItemId};
use super::shape::{self, Hand, Position};
use super::state::{Action, State};
use super::weapons;

/// What stops damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Source {
    /// A shield, a weapon or armour.
    Item {
        /// Which.
        item: ItemId,
    },
    /// The figure's own hide.
    Hide,
}

/// One thing in the way of an attack, and what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guard {
    /// What it is.
    pub source: Source,
    /// It interposes when 1D is at most this; 0 never.
    pub rating: u8,
    /// The die that decided whether it interposed; none where it has no rating.
    pub die: Option<u8>,
    /// Points it stopped.
    pub stopped: i32,
}

impl Guard {
    /// Whether it interposed.
    pub fn interposed(&self) -> bool {
        self.die.is_some_and(|die| die <= self.rating)
    }
}

/// What is in the way of a strike from `attacker`, shields first, then armour, then hide (`F8.3`).
pub fn in_the_way(content: &Content, state: &State, target: FigureId, attacker: FigureId) -> Vec<(Source, Protection)> {
    let bearing = shape::bearing(content, state, target, attacker);
    let defending = defending_item(state, target).filter(|_| bearing.position == Position::Front);
    let mut guards = Vec::new();
    for item in content.gear(target).filter(|&item| wards(content, state, target, item, defending)) {
        let place = state.items[item.index()];
        let covered = match place {
            Loadout::FirstHand => Hand::Right,
            _ => Hand::Left,
        };
        if defending == Some(item) {
            guards.push((Source::Item { item }, as_defending(content, item)));
        } else if bearing.position != Position::Rear && [Hand::Ahead, covered].contains(&bearing.hand) {
            guards.push((Source::Item { item }, content.item(item).stops));
        }
    }
    let worn =
        |item: &ItemId| content.item(*item).class == ItemClass::Amr && state.items[item.index()] == Loadout::Worn;
    guards.extend(content.gear(target).filter(worn).map(|item| (Source::Item { item }, content.item(item).stops)));
    guards.push((Source::Hide, content.figure(target).hide));
    guards.retain(|(_, stops)| stops.protection > 0 || stops.rating > 0);
    guards
}

/// The item a figure defends with, once its choice to do so has taken effect (`F8.4`).
pub fn defending_item(state: &State, figure: FigureId) -> Option<ItemId> {
    match defence(state, figure) {
        Some(Action::Defend { item, .. }) => item,
        _ => None,
    }
}

/// The choice to Defend, once it has taken effect.
pub fn defence(state: &State, figure: FigureId) -> Option<Action> {
    let own = state.figure(figure);
    own.option.filter(|action| own.dice.has_acted() && matches!(action, Action::Defend { .. }))
}

/// Whether a figure parries strikes from where `attacker` stands: it defends, and the blow comes from its front (`F7.3`).
pub fn parries(content: &Content, state: &State, figure: FigureId, attacker: FigureId) -> bool {
    defence(state, figure).is_some() && shape::bearing(content, state, figure, attacker).position == Position::Front
}

/// Whether an item serves as a shield now: a shield or off-hand weapon in a hand, or what the figure defends with.
fn wards(content: &Content, state: &State, figure: FigureId, item: ItemId, defending: Option<ItemId>) -> bool {
    let carried = content.item(item);
    let place = state.items[item.index()];
    let off_hand = carried.weapon.is_some() && carried.ready == Ready::OneHand && place == Loadout::SecondHand;
    defending == Some(item)
        || (carried.class == ItemClass::Shd && weapons::is_ready(content, state, figure, item))
        || (off_hand && weapons::wards(content, item))
}

fn as_defending(content: &Content, item: ItemId) -> Protection {
    let carried = content.item(item);
    let block = match carried.stops.block {
        0 if carried.weapon.is_some() => DEFEND_WEAPON_BLOCK,
        own => own,
    };
    Protection { rating: DEFEND_RATING, block, ..carried.stops }
}
