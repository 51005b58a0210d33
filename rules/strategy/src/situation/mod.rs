//! Values derived from content and state: possible actions of units, destinations and costs.
//!
//! Nothing here changes or caches anything.

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

use super::catalogs::Ranged;
use super::content::{Category, Class, Content, Mapped};
use super::ids::{EntityId, FactionId, SiteId};
use super::state::{Entity, State};

/// The maximum number of commands of a faction in one turn of a game with custom rules, before the number per site is
/// added.
const MOST_ORDERS: usize = 200;

/// The additional commands for each site of the map.
const MOST_ORDERS_OF_A_SITE: usize = 2;

/// Content and state together; cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The content.
    pub content: &'a Content,
    /// The state.
    pub state: &'a State,
}

impl<'a> Situation<'a> {
    /// Combines content and state.
    pub fn new(content: &'a Content, state: &'a State) -> Self {
        Self { content, state }
    }

    /// Whether a faction has issued so many commands that its turn can only end: custom rules can let units act again,
    /// and no turn may last forever.
    pub fn is_spent(&self, faction: FactionId) -> bool {
        let most = MOST_ORDERS + MOST_ORDERS_OF_A_SITE * self.content.site_count();
        let is_turn = self.state.active_faction() == Some(faction);
        is_turn && !self.content.rules.is_empty() && self.state.orders as usize >= most
    }

    /// Returns the class of an entity.
    pub fn class(&self, entity: EntityId) -> &'a Class {
        self.state.listed(entity).class(self.content)
    }

    fn unit(&self, unit: EntityId) -> Option<&'a Entity> {
        self.state.entity(unit).filter(|unit| unit.category(self.content) == Category::Unit)
    }

    fn mapped(&self, unit: EntityId, number: fn(&Class) -> Mapped) -> i32 {
        self.unit(unit).map_or(0, |unit| unit.mapped(number(unit.class(self.content)), 1))
    }

    /// Returns the strength of a unit; 0 if it is gone.
    pub fn strength(&self, unit: EntityId) -> i32 {
        self.mapped(unit, |class| class.strength)
    }

    /// Returns the morale of a unit; it can attack if that is above 0.
    pub fn morale(&self, unit: EntityId) -> i32 {
        self.mapped(unit, |class| class.morale)
    }

    /// Returns the movement range of a unit.
    pub fn movement(&self, unit: EntityId) -> i32 {
        self.mapped(unit, |class| class.movement)
    }

    /// Returns the attack range of a unit.
    pub fn attack_range(&self, unit: EntityId) -> i32 {
        self.mapped(unit, |class| class.attack_range)
    }

    /// Returns the condition for a unit's attacks from a distance.
    pub fn ranged(&self, unit: EntityId) -> Ranged {
        self.class(unit).ranged
    }

    /// Whether a unit can still attack this turn.
    pub fn can_attack(&self, unit: EntityId) -> bool {
        let may = self.unit(unit).is_some_and(|unit| unit.may_attack);
        may && self.attack_range(unit) > 0 && self.morale(unit) > 0
    }

    /// Whether a unit can still move this turn.
    pub fn can_move(&self, unit: EntityId) -> bool {
        self.unit(unit).is_some_and(|unit| unit.may_move) && self.movement(unit) > 0
    }

    /// Whether a unit has an owner, is on the map, and can attack or move. Hexkit counts an ownerless unit as dead.
    pub fn is_active(&self, unit: EntityId) -> bool {
        let is_ready = self.unit(unit).is_some_and(|unit| unit.owner.is_some() && unit.site.is_some());
        is_ready && (self.can_attack(unit) || self.can_move(unit))
    }

    /// Whether a unit never attacks except to strike back.
    pub fn only_defends(&self, unit: EntityId) -> bool {
        self.class(unit).defends_only || self.attack_range(unit) <= 0
    }

    /// Whether a site contains units of other owners than a faction.
    pub fn has_aliens(&self, site: SiteId, faction: Option<FactionId>) -> bool {
        self.state.open_cost(site).is_none() && self.owners_in(site).any(|owner| owner != faction)
    }

    /// Whether a site contains units of a faction.
    pub fn has_own(&self, site: SiteId, faction: FactionId) -> bool {
        self.state.open_cost(site).is_none() && self.owners_in(site).any(|owner| owner == Some(faction))
    }

    /// Returns the sites with units of other owners than a faction, column by column.
    pub fn alien_sites(&self, faction: FactionId) -> Vec<SiteId> {
        let mut sites: Vec<SiteId> =
            self.state.closed_sites().filter(|&site| self.has_aliens(site, Some(faction))).collect();
        self.content.sort_by_column(&mut sites);
        sites
    }

    /// Returns the sites that can be captured, column by column.
    pub fn capturable_sites(&self) -> Vec<SiteId> {
        // There are more sites than terrains that can be captured, and they take more memory.
        let classes = self.content.classes.iter();
        let captured: Vec<bool> = classes.map(|class| class.category == Category::Terrain && class.captures).collect();
        let mut sites: Vec<SiteId> = self.state.sites_of_terrains(|class| captured[class.index()]).collect();
        self.content.sort_by_column(&mut sites);
        sites.dedup();
        debug_assert!(sites.iter().copied().eq(self.content.columns().filter(|&site| self.can_be_captured(site))));
        sites
    }

    /// Returns the owners of the units in a site. Hexkit looks only at the lowest unit.
    fn owners_in(&self, site: SiteId) -> impl Iterator<Item = Option<FactionId>> {
        let asked = if self.content.original { 1 } else { usize::MAX };
        self.state.site(site).units().iter().take(asked).map(|&unit| self.state.listed(unit).owner)
    }

    /// Whether a site can be captured at all.
    pub fn can_be_captured(&self, site: SiteId) -> bool {
        self.state.site(site).terrains().iter().any(|&terrain| self.class(terrain).captures)
    }

    /// Whether the units in a site could capture it.
    pub fn has_captors(&self, site: SiteId) -> bool {
        self.state.site(site).units().iter().any(|&unit| self.class(unit).captures)
    }

    /// Returns the entities a faction can destroy: its units, and terrains that are destroyable.
    pub fn removable(&self, faction: FactionId) -> impl Iterator<Item = EntityId> {
        let (now, of) = (*self, self.state.faction(faction));
        let terrains = of.terrains.iter().filter(move |&&terrain| now.class(terrain).destroyable);
        of.units.iter().chain(terrains).copied()
    }

    /// Returns the total strength of units. In Hexkit, units without an owner do not count.
    pub fn strength_of(&self, units: &[EntityId]) -> i32 {
        let counts = |unit: &&EntityId| {
            let owner = self.state.entity(**unit).and_then(|unit| unit.owner);
            owner.is_some() || !self.content.original
        };
        units.iter().filter(counts).fold(0, |sum, &unit| sum.saturating_add(self.strength(unit)))
    }

    /// Returns the total strength of a faction's units.
    pub fn total_strength(&self, faction: FactionId) -> i32 {
        self.strength_of(&self.state.faction(faction).units.to_vec())
    }

    /// Returns the permanent name of an entity: `man-3` is the fourth man created.
    pub fn origin(&self, entity: EntityId) -> String {
        let (class, number) =
            self.state.entity(entity).map(|entity| entity.origin()).unwrap_or((super::ids::ClassId(0), 0));
        format!("{}-{number}", self.content.class(class).id)
    }
}
