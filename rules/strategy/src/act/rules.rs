//! Executes custom rules: the deeds that follow an occasion.
//!
//! A deed may be the occasion of another rule, so rules could trigger each other forever. The length of a chain is
//! limited, and so is the number of deeds by rules that were triggered by other rules. Deeds triggered by players and
//! turns are not counted, since the number of units limits them.

use super::table::Act;
use crate::catalogs::{Doing, Heir, Occasion, VariableKind, Who};
use crate::content::{Bound, Category, Deed, Does, Rule, Test};
use crate::fault::Fault;
use crate::ids::{ClassId, EntityId, FactionId, RuleId, SiteId, VariableId};
use crate::instruction::{Cause, Instruction, Notice};
use crate::notation::{Subject, Tally};
use foeman_engine::arithmetic::{Expression, Values};

/// The maximum number of rules in a chain that trigger each other.
const LONGEST_CHAIN: u8 = 8;

/// The maximum number of deeds in one command by rules that were triggered by other rules.
const MOST_DEEDS: u32 = 1000;

/// An occasion with its subjects.
#[derive(Clone, Copy)]
pub(super) struct Event {
    pub(super) when: Occasion,
    pub(super) unit: Option<EntityId>,
    pub(super) other: Option<EntityId>,
    pub(super) faction: Option<FactionId>,
    pub(super) foe: Option<FactionId>,
    pub(super) site: Option<SiteId>,
}

impl Event {
    /// Creates an occasion about a faction.
    pub(super) fn of_faction(when: Occasion, faction: FactionId) -> Self {
        Self { when, unit: None, other: None, faction: Some(faction), foe: None, site: None }
    }
}

/// The targets of a deed.
enum Targets {
    Entities(Vec<EntityId>),
    Factions(Vec<FactionId>),
    Site(SiteId),
    Nobody,
}

impl Targets {
    fn count(&self) -> u32 {
        let count = match self {
            Self::Entities(entities) => entities.len(),
            Self::Factions(factions) => factions.len(),
            Self::Site(_) | Self::Nobody => 1,
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

impl Act<'_> {
    /// Creates an occasion about a unit, or about something else with an owner.
    pub(super) fn event_of(&self, when: Occasion, unit: EntityId) -> Event {
        let entity = self.state().entity(unit);
        let (faction, site) = (entity.and_then(|of| of.owner), entity.and_then(|of| of.site));
        Event { when, unit: Some(unit), other: None, faction, foe: None, site }
    }

    /// Applies the rules for an occasion. Returns whether one of them replaces the normal result.
    pub(super) fn occur(&mut self, event: Event) -> Result<bool, Fault> {
        let content = self.content;
        let mut instead = false;
        for id in content.rules_on(event.when) {
            let rule = content.rule(id);
            if self.state().over.is_some() || !self.applies(rule, event) {
                continue;
            }
            if self.chain >= LONGEST_CHAIN || self.deeds >= MOST_DEEDS {
                self.stop(rule)?;
                break;
            }
            self.chain += 1;
            let done = self.apply_rule(id, event);
            self.chain -= 1;
            done?;
            instead |= rule.instead;
        }
        Ok(instead)
    }

    /// Triggers an occasion for each unit of a faction on the map.
    pub(super) fn occur_to_units(&mut self, when: Occasion, faction: FactionId) -> Result<(), Fault> {
        if self.content.rules_on(when).next().is_none() {
            return Ok(());
        }
        for unit in self.state().faction(faction).units.to_vec() {
            let event = self.event_of(when, unit);
            if event.site.is_some() && event.faction == Some(faction) {
                self.occur(event)?;
            }
        }
        Ok(())
    }

    /// Kills a unit, unless it is dying already.
    pub(super) fn kill(&mut self, unit: EntityId, by: Option<EntityId>) -> Result<(), Fault> {
        if self.dying.contains(&unit) {
            return Ok(());
        }
        self.dying.push(unit);
        let foe = by.and_then(|by| self.state().entity(by)?.owner);
        let event = Event { other: by, foe, ..self.event_of(Occasion::Dies, unit) };
        let done = self.occur(event);
        self.dying.pop();
        done?;
        if self.state().entity(unit).is_some() {
            self.perform(Instruction::DeleteEntity { entity: unit })?;
        }
        Ok(())
    }

    /// Reports, once per command, that rules have triggered each other too often.
    fn stop(&mut self, rule: &Rule) -> Result<(), Fault> {
        if std::mem::replace(&mut self.stopped, true) {
            return Ok(());
        }
        let text = "Custom rules have set each other off too often".to_owned();
        let details = format!("`{}` does not apply any more", rule.title);
        self.tell(None, Notice::Words { text, details }, Vec::new())
    }

    fn applies(&mut self, rule: &Rule, event: Event) -> bool {
        let unit = event.unit.and_then(|unit| self.state().entity(unit));
        if event.unit.is_some() && unit.is_none() {
            return false;
        }
        let is_of_class = rule.units.is_empty() || unit.is_some_and(|unit| rule.units.contains(&unit.class));
        let plays = |faction| rule.factions.as_ref().is_none_or(|factions| factions.contains(&faction));
        let is_on = |site: SiteId| {
            let terrains = self.state().site(site).terrains();
            terrains.iter().any(|&terrain| rule.terrains.contains(&self.state().listed(terrain).class))
        };
        is_of_class
            && event.faction.map_or(rule.factions.is_none(), plays)
            && (rule.terrains.is_empty() || event.site.is_some_and(is_on))
            && self.all_hold(&rule.tests, event)
    }

    fn all_hold(&mut self, tests: &[Test], event: Event) -> bool {
        tests.iter().all(|test| test.holds(&mut Amounts { act: self, event }))
    }

    fn amount(&mut self, amount: &Expression<Bound>, event: Event) -> i32 {
        amount.evaluate(&mut Amounts { act: self, event })
    }

    fn apply_rule(&mut self, id: RuleId, event: Event) -> Result<(), Fault> {
        let rule = self.content.rule(id);
        self.perform(Instruction::RuleApplies { rule: id, unit: event.unit })?;
        for deed in &rule.deeds {
            if self.state().over.is_some() {
                break;
            }
            if self.deeds >= MOST_DEEDS {
                self.stop(rule)?;
                break;
            }
            if self.all_hold(&deed.tests, event) {
                let targets = self.targets(deed, event);
                if self.chain > 1 {
                    self.deeds = self.deeds.saturating_add(targets.count());
                }
                self.carry_out_deed(id, deed, targets, event)?;
            }
        }
        Ok(())
    }

    fn carry_out_deed(&mut self, rule: RuleId, deed: &Deed, of: Targets, event: Event) -> Result<(), Fault> {
        match (&deed.does, of) {
            (Does::Tell(text), _) => {
                let notice = Notice::Words { text: text.clone(), details: String::new() };
                self.tell(event.faction, notice, Vec::new())
            }
            (Does::Change(variable, by), targets) => {
                let by = self.amount(by, event);
                self.count(targets, *variable, |now| now.saturating_add(by))
            }
            (Does::Set(variable, to), targets) => {
                let to = self.amount(to, event);
                self.count(targets, *variable, |_| to)
            }
            (does, Targets::Entities(units)) => {
                units.into_iter().try_for_each(|unit| self.do_to_unit(does, unit, event))
            }
            (does, Targets::Factions(factions)) => {
                factions.into_iter().try_for_each(|faction| self.do_to_faction(rule, does, faction))
            }
            (does, Targets::Site(site)) => self.do_to_site(does, site, event),
            (_, Targets::Nobody) => Ok(()),
        }
    }

    fn targets(&self, deed: &Deed, event: Event) -> Targets {
        let state = self.state();
        let one = |unit: Option<EntityId>| {
            let unit = unit.filter(|&unit| state.entity(unit).is_some());
            unit.map_or(Targets::Nobody, |unit| Targets::Entities(vec![unit]))
        };
        let faction = |faction: Option<FactionId>| {
            let faction = faction.filter(|&faction| state.plays(faction));
            faction.map_or(Targets::Nobody, |faction| Targets::Factions(vec![faction]))
        };
        let near = |is_own: bool| {
            let Some((site, faction)) = event.site.zip(event.faction) else { return Targets::Nobody };
            let cells = self.content.geometry.neighbours_within(self.content.cell(site), deed.within);
            let sites = [site].into_iter().chain(cells.into_iter().filter_map(|cell| self.content.site(cell)));
            let units = sites.flat_map(|site| state.site(site).units().iter().copied());
            let is_owned = |unit: EntityId| state.listed(unit).owner == Some(faction);
            let meant = |&unit: &EntityId| event.unit != Some(unit) && is_owned(unit) == is_own;
            Targets::Entities(units.filter(meant).collect())
        };
        match deed.who {
            Who::Unit => one(event.unit),
            Who::Other => one(event.other),
            Who::Faction => faction(event.faction),
            Who::Foe => faction(event.foe),
            Who::Factions => Targets::Factions(state.order.clone()),
            Who::Site => event.site.map_or(Targets::Nobody, Targets::Site),
            Who::Here => {
                let units = event.site.map(|site| state.site(site).units().to_vec());
                units.map_or(Targets::Nobody, Targets::Entities)
            }
            Who::OwnNear => near(true),
            Who::OthersNear => near(false),
            Who::Own => {
                let units = event.faction.map(|faction| state.faction(faction).units.to_vec());
                units.map_or(Targets::Nobody, Targets::Entities)
            }
        }
    }

    /// Changes a variable of the targets.
    fn count(&mut self, of: Targets, variable: VariableId, new: impl Fn(i32) -> i32) -> Result<(), Fault> {
        match of {
            Targets::Entities(units) => units.into_iter().try_for_each(|unit| self.count_of(unit, variable, &new)),
            Targets::Site(site) => {
                let has = |id: &EntityId| self.state().listed(*id).values.get(variable).is_some();
                let ground: Vec<EntityId> = self.state().ground_of(site).into_iter().filter(has).collect();
                ground.into_iter().try_for_each(|id| self.count_of(id, variable, &new))
            }
            Targets::Factions(factions) => {
                if self.content.variable(variable).kind == VariableKind::Attribute {
                    return Ok(());
                }
                factions.into_iter().try_for_each(|faction| {
                    let value = new(self.state().faction(faction).values.value(variable));
                    self.perform(Instruction::SetFactionVariable { faction, variable, value }).map(drop)
                })
            }
            Targets::Nobody => Ok(()),
        }
    }

    fn count_of(&mut self, entity: EntityId, variable: VariableId, new: &impl Fn(i32) -> i32) -> Result<(), Fault> {
        let now = |act: &Self| act.state().entity(entity).map_or(0, |of| of.values.value(variable));
        let before = now(self);
        if self.content.variable(variable).kind == VariableKind::Attribute {
            let stock = self.state().entity(entity).and_then(|of| of.values.get(variable));
            let value = new(stock.map_or(0, |stock| stock.initial));
            self.perform(Instruction::SetEntityVariableInitial { entity, variable, value })?;
        } else {
            self.perform(Instruction::SetEntityVariable { entity, variable, value: new(before) })?;
        }
        let value = now(self);
        let by = value.saturating_sub(before);
        let Some(of) = self.state().entity(entity).filter(|_| by != 0) else { return Ok(()) };
        let (owner, name) = (of.owner, of.name(self.content).to_owned());
        self.tell(owner, Notice::Changed { variable, value, by }, vec![name])
    }

    fn do_to_unit(&mut self, does: &Does, unit: EntityId, event: Event) -> Result<(), Fault> {
        let of = self.state().entity(unit);
        let Some(of) = of.filter(|of| of.category(self.content) == Category::Unit) else { return Ok(()) };
        let instruction = match does {
            Does::Kill => return self.kill(unit, event.unit.filter(|&by| by != unit)),
            Does::Withdraw if of.site.is_some() => Instruction::placed(unit, None),
            Does::Become(class) => Instruction::SetEntityClass { entity: unit, class: *class },
            Does::Cede(heir) => {
                let heir = Self::heir(*heir, event).filter(|&heir| self.state().plays(heir));
                let may = heir.is_some() && self.state().may_own(self.content, unit, heir);
                if !may {
                    return Ok(());
                }
                Instruction::SetEntityOwner { entity: unit, owner: heir }
            }
            Does::Let(what, may) => {
                self.allowed.retain(|allowed| *allowed != (unit, *what));
                self.allowed.extend(may.then_some((unit, *what)));
                Self::lets(unit, *what, *may)
            }
            _ => return Ok(()),
        };
        self.perform(instruction).map(drop)
    }

    /// Marks a unit as having acted this turn, unless a custom rule has allowed it to act again in the meantime.
    pub(super) fn spend(&mut self, unit: EntityId, what: Doing) -> Result<(), Fault> {
        if self.allowed.contains(&(unit, what)) {
            return Ok(());
        }
        self.perform(Self::lets(unit, what, false)).map(drop)
    }

    fn lets(unit: EntityId, what: Doing, may: bool) -> Instruction {
        match what {
            Doing::Attack => Instruction::SetUnitCanAttack { unit, may },
            Doing::Move => Instruction::SetUnitCanMove { unit, may },
        }
    }

    fn do_to_faction(&mut self, rule: RuleId, does: &Does, faction: FactionId) -> Result<(), Fault> {
        match does {
            Does::Recruit(class) => {
                let entity = self.make(*class)?;
                self.perform(Instruction::SetEntityOwner { entity, owner: Some(faction) })?;
                self.perform(Instruction::SetEntityUniqueName { entity, faction }).map(drop)
            }
            Does::Win => {
                self.proclaim(faction, Notice::Won(Cause::Rule(rule)), Vec::new())?;
                self.perform(Instruction::SetWinningFaction { faction: Some(faction) }).map(drop)
            }
            Does::Lose if !self.state().faction(faction).resigned => {
                self.proclaim(faction, Notice::Lost(Cause::Rule(rule)), Vec::new())?;
                self.perform(Instruction::SetFactionResigned { faction, resigned: true }).map(drop)
            }
            _ => Ok(()),
        }
    }

    fn do_to_site(&mut self, does: &Does, site: SiteId, event: Event) -> Result<(), Fault> {
        match does {
            Does::Lay(class) if !self.content.class(*class).background => {
                let entity = self.make(*class)?;
                let owner = self.state().site(site).owner;
                self.perform(Instruction::SetEntityOwner { entity, owner })?;
                self.perform(Instruction::placed(entity, Some(site))).map(drop)
            }
            Does::Clear(class) => {
                let ground = self.state().site(site).terrains().first().copied();
                let meant = |id: &EntityId| {
                    let of = self.state().listed(*id);
                    Some(*id) != ground && class.is_none_or(|class| of.class == class)
                };
                let gone: Vec<EntityId> = self.state().ground_of(site).into_iter().filter(meant).collect();
                gone.into_iter().try_for_each(|entity| self.perform(Instruction::DeleteEntity { entity }).map(drop))
            }
            Does::Cede(heir) => {
                let owner = Self::heir(*heir, event).filter(|&heir| self.state().plays(heir));
                if owner.is_none() && *heir != Heir::Nobody {
                    return Ok(());
                }
                self.perform(Instruction::SetSiteOwner { site, owner }).map(drop)
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, class: ClassId) -> Result<EntityId, Fault> {
        let entity = EntityId(self.state().made());
        self.perform(Instruction::CreateEntity { class })?;
        Ok(entity)
    }

    fn heir(heir: Heir, event: Event) -> Option<FactionId> {
        match heir {
            Heir::Faction => event.faction,
            Heir::Foe => event.foe,
            Heir::Nobody => None,
        }
    }
}

/// The values of names in an amount on an occasion; 0 for a subject that the occasion lacks.
struct Amounts<'t, 'a> {
    act: &'t mut Act<'a>,
    event: Event,
}

impl Values<Bound> for Amounts<'_, '_> {
    fn value(&mut self, name: &Bound) -> i32 {
        let (state, event) = (self.act.state(), self.event);
        let whole = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        match *name {
            Bound::Turn => i32::try_from(state.turn).unwrap_or(i32::MAX).saturating_add(1),
            Bound::Variable(subject, variable) => match subject {
                Subject::Unit | Subject::Other => {
                    let unit = if subject == Subject::Unit { event.unit } else { event.other };
                    unit.and_then(|unit| state.entity(unit)).map_or(0, |unit| unit.values.value(variable))
                }
                Subject::Faction | Subject::Foe => {
                    let faction = if subject == Subject::Faction { event.faction } else { event.foe };
                    faction.map_or(0, |faction| state.faction(faction).values.value(variable))
                }
                Subject::Site => {
                    let ground = event.site.map(|site| state.ground_of(site)).unwrap_or_default();
                    let values = ground.into_iter().map(|id| state.listed(id).values.value(variable));
                    values.fold(0, i32::saturating_add)
                }
            },
            Bound::Ground(class) => {
                let is_class = |&&terrain: &&EntityId| state.listed(terrain).class == class;
                event.site.map_or(0, |site| whole(state.site(site).terrains().iter().filter(is_class).count()))
            }
            Bound::Counted(subject, tally) => {
                let faction = if subject == Subject::Foe { event.foe } else { event.faction };
                match (subject, tally) {
                    (Subject::Site, _) => event.site.map_or(0, |site| whole(state.site(site).units().len())),
                    (_, Tally::Sites) => faction.map_or(0, |of| whole(state.faction(of).sites.len())),
                    (_, Tally::Units) => faction.map_or(0, |of| whole(state.faction(of).units.len())),
                    (_, Tally::Strength) => faction.map_or(0, |of| self.act.now().total_strength(of)),
                }
            }
        }
    }

    fn dice(&mut self, count: u8) -> i32 {
        let token = self.event.unit.map_or(0, |unit| unit.0);
        self.act.table.roll(token, count)
    }
}
