//! The state in which a battle begins.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::content::{Content, LyingItem, StartItem};
use crate::ids::{FigureId, ItemId};
use crate::landscape::Changes;
use crate::state::{
    Awaited, FigureState, Figures, ItemState, Items, Phase, Recall, SideState, State, Unfolding, Whereabouts,
};

impl State {
    /// The state at the start of the battle: as resumed, or as placed by the scenario.
    pub fn new(content: &Content) -> Self {
        match &content.resumed {
            Some(resumed) => Self::clone(resumed),
            None => Self::at_start(content),
        }
    }

    /// The state before any event, as placed by the scenario.
    fn at_start(content: &Content) -> Self {
        let mut state = Self {
            round: 0,
            phase: Phase::Between,
            sides: vec![SideState::default(); content.sides.len()],
            figures: Figures::default(),
            items: Items::default(),
            effects: Vec::new(),
            held: vec![0; content.goals.holds.len()],
            mover: None,
            asked: None,
            places: Vec::new(),
            continued: 0,
            attack: None,
            retreats: 0,
            declared: 0,
            acted: 0,
            unfolding: unfolding(content),
            recall: Recall::default(),
        };
        let mut items = Vec::new();
        for start in &content.start {
            let owner = FigureId(state.figures.len() as u16);
            let first = items.len();
            items.extend(start.gear.iter().map(|gear| gear.state(owner)));
            let gear: Arc<[ItemId]> = (first..items.len()).map(|item| ItemId(item as u16)).collect();
            load_at_start(content, &mut items, &gear);
            let kind = content.kind(start.kind);
            let figure = FigureState::new(start.kind, start.side, start.pose, kind.ma);
            let [physical, exhaustion] = [start.harm.physical, start.harm.exhaustion].map(i32::from);
            // Exhaustion never takes modST below 1 (`F8.2`).
            let exhaustion = exhaustion.min((kind.st - physical - 1).max(0));
            let gone = start.arrival.is_some();
            let harmed = FigureState { physical, exhaustion, gone, ..figure };
            state.figures.push(FigureState { gear, posture: kind.posture, ..harmed });
        }
        items.extend(content.lying.iter().map(|item| item.state()));
        Self { items: items.into_iter().collect(), ..state }
    }
}

impl StartItem {
    /// The state of this item of a figure.
    fn state(self, owner: FigureId) -> ItemState {
        let at = Whereabouts::Carried { place: self.place };
        ItemState { at, owner: Some(owner), count: self.count, ..ItemState::of_nobody(self.kind) }
    }
}

impl LyingItem {
    /// The state of this item on the ground.
    pub(crate) fn state(self) -> ItemState {
        let at = Whereabouts::Lying { hex: self.hex };
        ItemState { at, lie: self.lie, count: self.count, ..ItemState::of_nobody(self.kind) }
    }
}

/// The progress of events and arrivals at the start of a battle.
fn unfolding(content: &Content) -> Unfolding {
    let late = (0..).map(FigureId).zip(&content.start);
    let awaited = late.filter_map(|(figure, start)| {
        let arrival = start.arrival.as_ref()?;
        Some(Awaited { figure, round: arrival.round })
    });
    Unfolding {
        awaited: awaited.collect(),
        due: Vec::new(),
        fired: vec![0; content.events.len()],
        holding: vec![false; content.events.len()],
        counters: content.counters.iter().map(|(_, value)| *value).collect(),
        goals: if content.goals.sets > 0 { vec![0; content.sides.len()] } else { Vec::new() },
        over: false,
        ground: Changes::default(),
        orders: BTreeMap::new(),
        next: None,
    }
}

/// Loads the weapons of a figure that need Ready actions to load, as far as there is ammunition. Weapons that are
/// loaded freely start unloaded (an assumption: archers do not arrive with an arrow on the string).
fn load_at_start(content: &Content, items: &mut [ItemState], gear: &[ItemId]) {
    for &weapon in gear {
        let missile = content.item(items[weapon.index()].kind).missile().filter(|missile| missile.takes_readying());
        let Some(missile) = missile else { continue };
        let loaded = |item: ItemId| gear.iter().filter(|&&other| items[other.index()].loaded == Some(item)).count();
        let left = |item: &&ItemId| {
            let ammo = &items[item.index()];
            ammo.kind == missile.ammo && usize::from(ammo.count) > loaded(**item)
        };
        items[weapon.index()].loaded = gear.iter().find(left).copied();
    }
}
