//! What follows from content and state together: what units can do, where to, and what it costs.
//!
//! Nothing here changes anything, and nothing is kept.

mod attacks;
mod building;
mod conditions;
mod moves;
mod placing;
mod supplies;
mod worth;

pub use attacks::Losses;
pub use building::Income;
pub(super) use building::MOST_BUILT;
pub use moves::Walkers;
pub use worth::Worthiest;

use super::catalogs::Ranged;
use super::content::{Category, Class, Content, Mapped};
use super::ids::{EntityId, FactionId, SiteId};
use super::state::{Entity, State};

/// How many things a faction may set about in one turn of a game with custom rules, beside so many for each site.
const MOST_ORDERS: usize = 200;

/// How many more for each site of the map.
const MOST_ORDERS_OF_A_SITE: usize = 2;

/// Content and state together; costs nothing to hand on.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// What never changes.
    pub content: &'a Content,
    /// What does.
    pub state: &'a State,
}

impl<'a> Situation<'a> {
    /// Both together.
    pub fn new(content: &'a Content, state: &'a State) -> Self {
        Self { content, state }
    }

    /// Whether a faction has done so much in its turn that the turn can only end: custom rules can let units do things again
    /// and again, and no turn goes on for ever.
    pub fn is_spent(&self, faction: FactionId) -> bool {
        let most = MOST_ORDERS + MOST_ORDERS_OF_A_SITE * self.content.site_count();
        let is_turn = self.state.active_faction() == Some(faction);
        is_turn && !self.content.rules.is_empty() && self.state.orders as usize >= most
    }

    /// What the class of an entity says.
    pub fn class(&self, entity: EntityId) -> &'a Class {
        self.state.listed(entity).class(self.content)
    }

    fn unit(&self, unit: EntityId) -> Option<&'a Entity> {
        self.state.entity(unit).filter(|unit| unit.category(self.content) == Category::Unit)
    }

    fn mapped(&self, unit: EntityId, number: fn(&Class) -> Mapped) -> i32 {
        self.unit(unit).map_or(0, |unit| unit.mapped(number(unit.class(self.content)), 1))
    }

    /// How strong a unit is; 0 once it is gone.
    pub fn strength(&self, unit: EntityId) -> i32 {
        self.mapped(unit, |class| class.strength)
    }

    /// Whether a unit has the heart to attack: more than 0 if so.
    pub fn morale(&self, unit: EntityId) -> i32 {
        self.mapped(unit, |class| class.morale)
    }

    /// How far a unit moves.
    pub fn movement(&self, unit: EntityId) -> i32 {
        self.mapped(unit, |class| class.movement)
    }

    /// How far a unit attacks.
    pub fn attack_range(&self, unit: EntityId) -> i32 {
        self.mapped(unit, |class| class.attack_range)
    }

    /// How a unit attacks from afar.
    pub fn ranged(&self, unit: EntityId) -> Ranged {
        self.class(unit).ranged
    }

    /// Whether a unit can attack in what is left of this turn.
    pub fn can_attack(&self, unit: EntityId) -> bool {
        let may = self.unit(unit).is_some_and(|unit| unit.may_attack);
        may && self.attack_range(unit) > 0 && self.morale(unit) > 0
    }

    /// Whether a unit can move in what is left of this turn.
    pub fn can_move(&self, unit: EntityId) -> bool {
        self.unit(unit).is_some_and(|unit| unit.may_move) && self.movement(unit) > 0
    }

    /// Whether a unit has an owner, is on the map, and can attack or move. Hexkit counts an ownerless unit as dead.
    pub fn is_active(&self, unit: EntityId) -> bool {
        let is_ready = self.unit(unit).is_some_and(|unit| unit.owner.is_some() && unit.site.is_some());
        is_ready && (self.can_attack(unit) || self.can_move(unit))
    }

    /// Whether a unit never attacks but to strike back.
    pub fn only_defends(&self, unit: EntityId) -> bool {
        self.class(unit).defends_only || self.attack_range(unit) <= 0
    }

    /// Whether units of others than a faction stand in a site.
    pub fn has_aliens(&self, site: SiteId, faction: Option<FactionId>) -> bool {
        self.owners_in(site).any(|owner| owner != faction)
    }

    /// Whether units of a faction stand in a site.
    pub fn has_own(&self, site: SiteId, faction: FactionId) -> bool {
        self.owners_in(site).any(|owner| owner == Some(faction))
    }

    /// The owners of the units of a site. The original asks the lowest of them only.
    fn owners_in(&self, site: SiteId) -> impl Iterator<Item = Option<FactionId>> {
        let asked = if self.content.original { 1 } else { usize::MAX };
        self.state.site(site).units.iter().take(asked).map(|&unit| self.state.listed(unit).owner)
    }

    /// Whether a site can be captured at all.
    pub fn can_be_captured(&self, site: SiteId) -> bool {
        self.state.site(site).terrains.iter().any(|&terrain| self.class(terrain).captures)
    }

    /// Whether units in a site would capture it.
    pub fn has_captors(&self, site: SiteId) -> bool {
        self.state.site(site).units.iter().any(|&unit| self.class(unit).captures)
    }

    /// What a faction can disband or tear down: its units, and terrains that are meant for it.
    pub fn removable(&self, faction: FactionId) -> impl Iterator<Item = EntityId> {
        let (now, of) = (*self, self.state.faction(faction));
        let terrains = of.terrains.iter().filter(move |&&terrain| now.class(terrain).destroyable);
        of.units.iter().chain(terrains).copied()
    }

    /// The strength of some units together. In the original those that are nobody's have none.
    pub fn strength_of(&self, units: &[EntityId]) -> i32 {
        let counts = |unit: &&EntityId| {
            let owner = self.state.entity(**unit).and_then(|unit| unit.owner);
            owner.is_some() || !self.content.original
        };
        units.iter().filter(counts).fold(0, |sum, &unit| sum.saturating_add(self.strength(unit)))
    }

    /// The strength of all units of a faction.
    pub fn total_strength(&self, faction: FactionId) -> i32 {
        self.strength_of(&self.state.faction(faction).units)
    }

    /// What of an entity is told by name: `man-3` is the fourth man that was made.
    pub fn origin(&self, entity: EntityId) -> String {
        let (class, number) =
            self.state.entity(entity).map(|entity| entity.origin).unwrap_or((super::ids::ClassId(0), 0));
        format!("{}-{number}", self.content.class(class).id)
    }
}
