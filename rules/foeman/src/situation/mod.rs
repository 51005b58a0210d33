//! How things stand: the content and the state of a battle together, and what follows from them.

use std::borrow::Cow;

use foeman_schema::grid::Hex;

use crate::Foeman;
use crate::body::shape;
use crate::catalogs::Kind;
use crate::content::goals::{Goal, Stake};
use crate::content::items::ItemKind;
use crate::content::{Content, FigureKind};
use crate::ids::{FigureId, ItemId};
use crate::state::{Condition, Fate, FigureState, ItemState, Phase, State, Whereabouts};
use foeman_engine::outcome::{Outcome, Reason};
use foeman_engine::ruleset::{Emit, SideId};

pub mod applying;
pub mod carrying;
mod changes;
pub mod counting;
pub mod engagement;
pub mod goals;
pub mod height;
pub mod limits;
pub mod load;
pub mod observation;
pub mod permits;
pub mod protection;
pub mod relation;
pub mod shadows;
pub mod statuses;
pub mod values;
pub mod weapons;

/// A battle as it stands: content and state together. Everything that follows from them is asked of this.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// What does not change.
    pub content: &'a Content,
    /// What does.
    pub state: &'a State,
}

impl<'a> Situation<'a> {
    /// Content and state together.
    pub fn new(content: &'a Content, state: &'a State) -> Self {
        Self { content, state }
    }

    /// As it stands while instructions are emitted.
    pub fn of(out: &'a Emit<'_, Foeman>) -> Self {
        Self { content: out.content(), state: out.state() }
    }

    /// What changes about a figure.
    pub fn figure(self, figure: FigureId) -> &'a FigureState {
        self.state.figure(figure)
    }

    /// What does not change about a figure.
    pub fn kind(self, figure: FigureId) -> &'a FigureKind {
        self.content.kind(self.figure(figure).kind)
    }

    /// What people call a figure.
    pub fn name(self, figure: FigureId) -> Cow<'a, str> {
        let (own, kind) = (self.figure(figure), self.kind(figure));
        match own.nth {
            _ if own.unseen => Cow::Borrowed("somebody"),
            0 => Cow::Borrowed(&kind.name),
            nth => Cow::Owned(format!("{} {nth}", kind.name)),
        }
    }

    /// What changes about an item.
    pub fn item(self, item: ItemId) -> &'a ItemState {
        self.state.item(item)
    }

    /// What does not change about an item.
    pub fn item_kind(self, item: ItemId) -> &'a ItemKind {
        self.content.item(self.item(item).kind)
    }

    /// What a figure owns, in the order it came by it.
    pub fn gear(self, figure: FigureId) -> impl DoubleEndedIterator<Item = ItemId> + Clone + use<'a> {
        self.figure(figure).gear.iter().copied()
    }

    /// Whether an item belongs to a figure.
    pub fn owns(self, figure: FigureId, item: ItemId) -> bool {
        self.figure(figure).gear.contains(&item)
    }

    /// The items that lie on the ground, and where.
    pub fn lying(self) -> impl Iterator<Item = (ItemId, Hex)> + use<'a> {
        self.state.items.iter().zip((0..).map(ItemId)).filter_map(|(item, id)| match item.at {
            Whereabouts::Lying { hex } => Some((id, hex)),
            Whereabouts::Carried { .. } | Whereabouts::Gone => None,
        })
    }

    /// The items that lie where a figure is.
    pub fn lying_under(self, figure: FigureId) -> impl Iterator<Item = ItemId> + use<'a> {
        let hexes = shape::hexes(self, figure);
        self.lying().filter(move |(_, hex)| hexes.contains(hex)).map(|(item, _)| item)
    }

    /// All figures that are on the map, by their numbers: active or not.
    pub fn figures(self) -> impl Iterator<Item = FigureId> + Clone + use<'a> {
        let figures = self.state.figures.iter().zip(0..);
        figures.filter(|(figure, _)| !figure.gone).map(|(_, number)| FigureId(number))
    }

    /// The side that commands a figure.
    pub fn side(self, figure: FigureId) -> SideId {
        self.figure(figure).commander
    }

    /// Whether two figures are commanded by different sides.
    pub fn opposed(self, one: FigureId, other: FigureId) -> bool {
        self.side(one) != self.side(other)
    }

    /// modST: basic ST less damage, and effects (`F8.2`).
    pub fn mod_st(self, figure: FigureId) -> i32 {
        values::mod_st(self, figure).total()
    }

    /// Size in hundredths of a human (`F1.7`).
    pub fn size(self, figure: FigureId) -> u32 {
        values::size(self, figure)
    }

    /// Whether a figure lives when the battle is over: killed figures revive where the scenario has it so, unless physical
    /// damage alone has taken them too far below 0 (`F8.2`).
    pub fn outlives(self, figure: FigureId) -> bool {
        self.would_outlive(figure, self.figure(figure).physical, self.mod_st(figure))
    }

    /// Whether it would with this much physical damage and this modST.
    pub fn would_outlive(self, figure: FigureId, physical: i32, mod_st: i32) -> bool {
        let revives = |depth: u8| self.kind(figure).st - physical > -i32::from(depth);
        Condition::at(mod_st) != Condition::Dead || self.content.rules.revive.is_some_and(revives)
    }

    /// Whether a figure takes part: neither unconscious, dead, gone nor inanimate, nor of a side that is out.
    pub fn is_active(self, figure: FigureId) -> bool {
        self.is_able(figure) && !self.is_out(self.side(figure))
    }

    /// Whether a figure could take part, whatever its side is out for: neither unconscious, dead, gone nor inanimate.
    pub fn is_able(self, figure: FigureId) -> bool {
        let own = self.figure(figure);
        !own.gone && self.kind(figure).kind != Kind::Feature && values::firm_st(self, figure) > 1
    }

    /// The figures that take part, by their numbers.
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

    /// Whether a wall or a figure other than this one is in any of these hexes, so that it cannot stay there.
    pub fn is_taken(self, figure: FigureId, hexes: &[Hex]) -> bool {
        relation::is_walled(self, hexes) || !relation::occupants(self, figure, hexes).is_empty()
    }

    /// Whether a side is out of the battle, as if none of its figures were active.
    pub fn is_out(self, side: SideId) -> bool {
        let state = self.state.sides.get(usize::from(side.0));
        state.is_some_and(|state| matches!(state.fate, Fate::Out(_)))
    }

    /// The end of the battle: once a side has won by a condition, once at most one side has active figures, or when the
    /// round limit is reached.
    pub fn outcome(self) -> Option<Outcome> {
        // Whoever is out of sight may stand as well.
        let unseen = self.state.figures.iter().filter(|figure| figure.unseen).map(|figure| figure.commander);
        let mut standing = self.active().map(|figure| self.side(figure)).chain(unseen);
        let first = standing.next();
        let alone = first.is_none_or(|side| standing.all(|other| other == side));
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
        // Where others could still fight, it is a condition that keeps them from it.
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

    /// Whether a side has figures that are able to fight, out of the battle or not.
    fn could_fight(self, side: SideId) -> bool {
        self.figures().any(|figure| self.side(figure) == side && self.is_able(figure))
    }
}
