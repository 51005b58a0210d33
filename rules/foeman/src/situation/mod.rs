//! The situation: content and state of a battle together, and the values derived from them.

use std::borrow::Cow;

use foeman_schema::grid::Hex;

use crate::Foeman;
use crate::catalogs::Kind;
use crate::content::goals::{Goal, Stake};
use crate::content::items::ItemKind;
use crate::content::{Content, FigureKind};
use crate::ground::Battlefield;
use crate::ids::{FigureId, ItemId};
use crate::landscape::Landscape;
use crate::rolls::{Addition, Total};
use crate::state::{Condition, Fate, FigureState, ItemState, Phase, State, Whereabouts};
use foeman_engine::outcome::{Outcome, Reason};
use foeman_engine::ruleset::{Emit, SideId};

pub mod applying;
pub mod carrying;
mod changes;
pub mod counting;
pub mod footprint;
pub mod goals;
pub mod height;
pub mod hits;
pub mod limits;
pub mod load;
pub mod observation;
pub mod permits;
pub mod protection;
pub mod relation;
pub mod shadows;
pub mod sight;
pub mod statuses;
pub mod values;
pub mod weapons;

/// The number of items from which on those on the ground are kept as a list.
const MANY_ITEMS: usize = 64;

/// A battle at one moment: content and state together. All derived values are computed from this.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The part that does not change.
    pub content: &'a Content,
    /// The part that changes.
    pub state: &'a State,
}

impl<'a> Situation<'a> {
    /// Combines content and state.
    pub fn new(content: &'a Content, state: &'a State) -> Self {
        Self { content, state }
    }

    /// The current situation while instructions are emitted.
    pub fn of(out: &'a Emit<'_, Foeman>) -> Self {
        Self { content: out.content(), state: out.state() }
    }

    /// The ground and the data derived from it, with the changes by events.
    pub fn land(self) -> &'a Landscape {
        self.state.unfolding.ground.land().unwrap_or(&self.content.land)
    }

    /// The ground for the rules.
    pub fn field(self) -> &'a Battlefield {
        &self.land().field
    }

    /// The state of a figure.
    pub fn figure(self, figure: FigureId) -> &'a FigureState {
        self.state.figure(figure)
    }

    /// The kind of a figure.
    pub fn kind(self, figure: FigureId) -> &'a FigureKind {
        self.content.kind(self.figure(figure).kind)
    }

    /// The display name of a figure.
    pub fn name(self, figure: FigureId) -> Cow<'a, str> {
        let (own, kind) = (self.figure(figure), self.kind(figure));
        match own.nth {
            _ if own.unseen => Cow::Borrowed("somebody"),
            0 => Cow::Borrowed(&kind.name),
            nth => Cow::Owned(format!("{} {nth}", kind.name)),
        }
    }

    /// The state of an item.
    pub fn item(self, item: ItemId) -> &'a ItemState {
        self.state.item(item)
    }

    /// The kind of an item.
    pub fn item_kind(self, item: ItemId) -> &'a ItemKind {
        self.content.item(self.item(item).kind)
    }

    /// The items that a figure owns, in the order in which it got them.
    pub fn gear(self, figure: FigureId) -> impl DoubleEndedIterator<Item = ItemId> + Clone + use<'a> {
        self.figure(figure).gear.iter().copied()
    }

    /// Whether an item belongs to a figure.
    pub fn owns(self, figure: FigureId, item: ItemId) -> bool {
        self.figure(figure).gear.contains(&item)
    }

    /// The items on the ground, with their hexes.
    pub fn lying(self) -> impl Iterator<Item = (ItemId, Hex)> + use<'a> {
        let items = &self.state.items;
        let find = move || {
            items.iter().zip((0..).map(ItemId)).filter_map(|(item, id)| match item.at {
                Whereabouts::Lying { hex } => Some((id, hex)),
                Whereabouts::Carried { .. } | Whereabouts::Gone => None,
            })
        };
        // In large battles, most decisions would look at items far away that others carry.
        let kept = (items.len() >= MANY_ITEMS).then(|| self.state.recall.lying(|| find().collect()));
        debug_assert!(kept.is_none_or(|kept| kept.iter().copied().eq(find())), "the kept items are out of date");
        let found = kept.is_none().then(find);
        kept.into_iter().flatten().copied().chain(found.into_iter().flatten())
    }

    /// The items on the ground in the hexes of a figure.
    pub fn lying_under(self, figure: FigureId) -> impl Iterator<Item = ItemId> + use<'a> {
        let hexes = footprint::hexes(self, figure);
        self.lying().filter(move |(_, hex)| hexes.contains(hex)).map(|(item, _)| item)
    }

    /// All figures on the map, active or not.
    pub fn figures(self) -> impl Iterator<Item = FigureId> + Clone + use<'a> {
        let figures = self.state.figures.iter().zip(0..);
        figures.filter(|(figure, _)| !figure.gone).map(|(_, number)| FigureId(number))
    }

    /// The side that commands a figure at the moment.
    pub fn side(self, figure: FigureId) -> SideId {
        self.figure(figure).commander
    }

    /// Whether two figures are commanded by different sides.
    pub fn opposed(self, one: FigureId, other: FigureId) -> bool {
        self.side(one) != self.side(other)
    }

    /// modST: basic ST less damage, and effects (`F8.2`).
    pub fn mod_st(self, figure: FigureId) -> i32 {
        values::mod_st::<Total>(self, figure).total()
    }

    /// modDX without a particular action (`F1.1`).
    pub fn mod_dx(self, figure: FigureId) -> i32 {
        values::mod_dx::<Total>(self, figure).total()
    }

    /// modIQ (`F1.1`).
    pub fn mod_iq(self, figure: FigureId) -> i32 {
        values::mod_iq::<Total>(self, figure).total()
    }

    /// MA before the events of the round; see [`values::full_ma`].
    pub fn full_ma(self, figure: FigureId) -> i32 {
        values::full_ma::<Total>(self, figure).total()
    }

    /// Size in hundredths of a human (`F1.7`).
    pub fn size(self, figure: FigureId) -> u32 {
        values::size(self, figure)
    }

    /// Whether a figure survives the battle: killed figures revive if the scenario says so, unless physical damage
    /// alone has taken them too far below 0 (`F8.2`).
    pub fn outlives(self, figure: FigureId) -> bool {
        self.would_outlive(figure, self.figure(figure).physical, self.mod_st(figure))
    }

    /// Whether it would survive with this much physical damage and this modST.
    pub fn would_outlive(self, figure: FigureId, physical: i32, mod_st: i32) -> bool {
        let revives = |depth: u8| self.kind(figure).st - physical > -i32::from(depth);
        Condition::at(mod_st) != Condition::Dead || self.content.rules.revive.is_some_and(revives)
    }

    /// Whether a figure is active: not unconscious, dead, gone, inanimate, or of an eliminated side.
    pub fn is_active(self, figure: FigureId) -> bool {
        self.is_able(figure) && !self.is_out(self.side(figure))
    }

    /// Whether a figure could be active regardless of its side: not unconscious, dead, gone or inanimate.
    pub fn is_able(self, figure: FigureId) -> bool {
        let own = self.figure(figure);
        !own.gone && self.kind(figure).kind != Kind::Feature && values::firm_st(self, figure) > 1
    }

    /// The active figures.
    pub fn active(self) -> impl Iterator<Item = FigureId> + Clone + use<'a> {
        self.figures().filter(move |&figure| self.is_active(figure))
    }

    /// The active figures that a side commands.
    pub fn active_of(self, side: SideId) -> impl Iterator<Item = FigureId> + Clone + use<'a> {
        self.active().filter(move |&figure| self.side(figure) == side)
    }

    /// The active opponents of a figure.
    pub fn opponents(self, figure: FigureId) -> impl Iterator<Item = FigureId> + Clone + use<'a> {
        self.active().filter(move |&other| self.opposed(figure, other))
    }

    /// The active opponents adjacent to a figure.
    pub fn adjacent_opponents(self, figure: FigureId) -> impl Iterator<Item = FigureId> {
        footprint::opponents_around(self, figure, |other| footprint::adjacent(self, figure, other)).into_iter()
    }

    /// Whether a wall or another figure is in any of these hexes, so that this figure cannot stay there.
    pub fn is_taken(self, figure: FigureId, hexes: &[Hex]) -> bool {
        relation::is_taken(self, figure, hexes)
    }

    /// Whether a side has been eliminated, as if it had no active figures.
    pub fn is_out(self, side: SideId) -> bool {
        let state = self.state.sides.get(usize::from(side.0));
        state.is_some_and(|state| matches!(state.fate, Fate::Out(_)))
    }

    /// The outcome of the battle, if it is over: a side has won by a condition, at most one side has active figures, or
    /// the round limit is reached.
    pub fn outcome(self) -> Option<Outcome> {
        // Unseen figures may still be active.
        let unseen = self.state.figures.iter().filter(|figure| figure.unseen).map(|figure| figure.commander);
        let expected = self.state.unfolding.awaited.iter().filter(|awaited| awaited.round.is_some());
        let expected = expected.map(|awaited| self.side(awaited.figure)).filter(|&side| !self.is_out(side));
        let mut standing = self.active().map(|figure| self.side(figure)).chain(unseen).chain(expected);
        let first = standing.next();
        // Usually the last figures of the list are on another side than the first.
        let mut from_the_end = (0..self.state.figures.len() as u16).rev().map(FigureId);
        let mut is_opposed = |side| from_the_end.any(|other| self.side(other) != side && self.is_active(other));
        let alone = first.is_none_or(|side| !is_opposed(side) && standing.all(|other| other == side));
        if self.content.goals.all.is_empty() {
            return self.last_standing(first, alone);
        }
        let mut winners = goals::decided(self, Stake::Victory).peekable();
        if winners.peek().is_some() {
            let (winners, met): (Vec<SideId>, Vec<&Goal>) = winners.unzip();
            let reason = Reason::Condition { text: goals::texts(met.into_iter()) };
            return Some(Outcome { winners, reason });
        }
        let outcome = self.last_standing(first, alone)?;
        // If other sides could still fight, the reason is the condition that eliminated them.
        let mut beaten = goals::decided(self, Stake::Defeat).filter(|(side, _)| self.could_fight(*side)).peekable();
        match outcome.reason {
            Reason::LastStanding | Reason::NobodyLeft if beaten.peek().is_some() => {
                let text = goals::texts(beaten.map(|(_, goal)| goal));
                Some(Outcome { reason: Reason::Condition { text }, ..outcome })
            }
            _ => Some(outcome),
        }
    }

    fn last_standing(self, first: Option<SideId>, alone: bool) -> Option<Outcome> {
        match first {
            None => Some(Outcome::draw(Reason::NobodyLeft)),
            Some(side) if alone => Some(Outcome::won(side, Reason::LastStanding)),
            Some(_) => (self.state.phase == Phase::Ended).then(|| Outcome::draw(Reason::RoundLimit)),
        }
    }

    /// Whether a side has figures that are able to fight, eliminated or not.
    fn could_fight(self, side: SideId) -> bool {
        self.figures().any(|figure| self.side(figure) == side && self.is_able(figure))
    }
}
