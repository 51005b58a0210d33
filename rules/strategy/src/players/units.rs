//! Seeker's units: one after the other looks for sites to attack, capture or guard, or for supplies.
//!
//! At first a unit attacks only at odds of four to one; when no unit finds anything more to do, three to one is enough,
//! and so on. In the last round units attack at any odds.

use super::planner::Planner;
use super::ranking::Ranking;
use super::select::{Aim, Found};
use crate::command::Command;
use crate::ids::{EntityId, SiteId};

/// The odds required at first.
const FIRST_ODDS: i32 = 4;

/// The need in per cent at which a unit looks for supplies.
const NEED: i32 = 60;

/// The stage of a turn in which units act.
#[derive(Clone, Debug)]
pub(super) struct Units {
    targets: Targets,
    /// The units that can still act, in order.
    active: Vec<EntityId>,
    /// The position of the next unit.
    at: usize,
    odds: i32,
    is_relative: bool,
    /// The units that found nothing in this round.
    waiting: Vec<EntityId>,
    has_issued: bool,
    has_found: bool,
    /// The last command and its purpose.
    pending: Option<Pending>,
}

/// The targets of all units in this turn.
#[derive(Clone, Debug)]
struct Targets {
    /// Sites with enemy units.
    enemies: Ranking,
    /// The enemy sites that a unit has already chosen.
    engaged: Vec<SiteId>,
    /// Enemy and neutral sites that can be captured.
    prizes: Vec<SiteId>,
    /// The capturable sites without enemy units.
    open: Ranking,
    /// Own sites that others could capture.
    guarded: Ranking,
}

/// The list from which a destination was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Open,
    Guarded,
}

/// The next action of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Attack,
    Move,
    Nothing,
}

/// The progress of a unit's turn.
#[derive(Clone, Debug)]
struct Thought {
    unit: EntityId,
    source: SiteId,
    enemy: Option<Found>,
    goal: Option<Found>,
    deed: Deed,
}

/// A command that was issued, with its origin.
#[derive(Clone, Debug)]
enum Pending {
    Attack { thought: Thought, units: Vec<EntityId>, target: SiteId },
    Move { unit: EntityId, end: SiteId },
}

/// The result of a unit's turn.
enum Came {
    /// It issues a command.
    Command(Command, Pending),
    /// It continues immediately.
    Again,
    /// The next unit continues. If it has found a target, it gets another turn later.
    Next { has_target: bool },
    /// The next unit continues, and the round restarts because the unit was removed from the list.
    Restart { has_target: bool },
}

impl Units {
    pub(super) fn begin(planner: &Planner<'_>) -> Self {
        let now = planner.now();
        let units = now.state.faction(planner.faction).units.iter().copied();
        Self {
            targets: Targets::of(planner),
            active: units.filter(|&unit| now.is_active(unit)).collect(),
            at: 0,
            odds: FIRST_ODDS,
            is_relative: now.compares_shares(),
            waiting: Vec::new(),
            has_issued: false,
            has_found: false,
            pending: None,
        }
    }

    /// Returns the next command, given the result of the previous one.
    pub(super) fn next(&mut self, planner: &mut Planner<'_>) -> Option<Command> {
        let mut came = None;
        if let Some(pending) = self.pending.take() {
            self.has_issued = true;
            came = Some(match pending {
                Pending::Attack { thought, units, target } => self.attacked(planner, thought, &units, target),
                Pending::Move { unit, end } => self.moved(planner, unit, end),
            });
        }
        loop {
            let came = match came.take() {
                Some((unit, came)) => (unit, came),
                None => {
                    let unit = *self.active.get(self.at)?;
                    let came = match self.waiting.contains(&unit) {
                        true => Came::Next { has_target: false },
                        false => self.consider(planner, unit),
                    };
                    (unit, came)
                }
            };
            let (unit, came) = came;
            let (has_target, restarts) = match came {
                Came::Command(command, pending) => {
                    self.pending = Some(pending);
                    return Some(command);
                }
                Came::Again => {
                    self.at = self.active.iter().position(|&other| other == unit).unwrap_or(0);
                    continue;
                }
                Came::Next { has_target } => (has_target, false),
                Came::Restart { has_target } => (has_target, true),
            };
            if !self.goes_on(unit, has_target, restarts) {
                return None;
            }
        }
    }

    /// Moves on to the next unit. Returns whether there is one.
    fn goes_on(&mut self, unit: EntityId, has_target: bool, restarts: bool) -> bool {
        if self.active.is_empty() {
            return false;
        }
        if has_target {
            self.has_found = true;
        } else {
            self.waiting.push(unit);
        }
        let next = match restarts {
            true => 0,
            false => self.active.iter().position(|&other| other == unit).map_or(self.at, |at| at + 1),
        };
        self.at = next % self.active.len();
        if self.at > 0 {
            return true;
        }
        if self.has_issued {
            self.waiting.clear();
        } else {
            self.odds -= 1;
            if !self.has_found || self.odds < 0 {
                return false;
            }
        }
        (self.has_issued, self.has_found) = (false, false);
        true
    }

    fn consider(&mut self, planner: &mut Planner<'_>, unit: EntityId) -> Came {
        let (now, odds) = (planner.now(), self.odds);
        let Some(source) = now.state.listed(unit).site else { return Came::Next { has_target: false } };
        let mut reach: Option<Vec<SiteId>> = None;
        let enemy = self.enemy(planner, unit, &mut reach);
        let is_near = enemy.is_some_and(|enemy| enemy.cost == 0);
        let (mut deed, mut goal) = (Deed::Attack, None);
        if (!is_near || odds <= 1) && now.can_move(unit) {
            (deed, goal) = planner.goal(unit, source, odds, enemy, &mut self.targets, &mut reach);
        }
        let thought = Thought { unit, source, enemy, goal, deed };
        if deed == Deed::Attack
            && let Some(found) = enemy.filter(|enemy| enemy.cost == 0)
            && now.can_attack(unit)
            && now.attack_targets(&[unit]).contains(&found.site)
            && let Some(units) = self.group(planner, unit, found.site)
        {
            let target = found.site;
            let command = Command::Attack { units: units.clone(), target };
            return Came::Command(command, Pending::Attack { thought, units, target });
        }
        self.sets_out(planner, &thought)
    }

    /// Returns the site a unit would attack.
    fn enemy(&mut self, planner: &mut Planner<'_>, unit: EntityId, reach: &mut Option<Vec<SiteId>>) -> Option<Found> {
        let now = planner.now();
        if now.attack_range(unit) <= 0 {
            return None;
        }
        let targets = &mut self.targets;
        let mut enemy = None;
        if now.can_move(unit) {
            enemy = planner.mobile_attack(unit, &mut targets.enemies, &targets.engaged, self.is_relative, reach);
            enemy = enemy.filter(|enemy| enemy.cost != 0 || now.can_attack(unit));
        } else if now.can_attack(unit) {
            enemy = planner.static_attack(unit, &mut targets.enemies, self.is_relative);
        }
        let found = enemy?;
        let defenders = now.state.site(found.site).units();
        if self.odds == 0 && !now.can_move(unit) && defenders.iter().all(|&defender| now.only_defends(defender)) {
            return None;
        }
        if !targets.engaged.contains(&found.site) {
            targets.engaged.push(found.site);
        }
        enemy
    }

    /// Continues a unit's turn after its attack.
    fn attacked(
        &mut self,
        planner: &mut Planner<'_>,
        thought: Thought,
        units: &[EntityId],
        target: SiteId,
    ) -> (EntityId, Came) {
        let (now, unit) = (planner.now(), thought.unit);
        self.active.retain(|unit| !units.contains(unit) || now.is_active(*unit));
        let is_cleared = !now.has_aliens(target, Some(planner.faction));
        if is_cleared {
            self.targets.enemies.remove(target);
            self.targets.engaged.retain(|&site| site != target);
            if self.targets.prizes.contains(&target) {
                self.targets.open.push(&planner.content.geometry, target);
            }
        }
        let came = match () {
            () if !now.is_active(unit) => Came::Restart { has_target: true },
            () if is_cleared && now.can_move(unit) => Came::Again,
            () => self.sets_out(planner, &thought),
        };
        (unit, came)
    }

    /// Moves a unit as far as possible towards its goal, if it has one.
    fn sets_out(&self, planner: &Planner<'_>, thought: &Thought) -> Came {
        let (now, unit) = (planner.now(), thought.unit);
        let is_near = thought.enemy.is_some_and(|enemy| enemy.cost == 0);
        let stays = Came::Next { has_target: is_near || thought.goal.is_some() };
        let goal = thought.goal.filter(|goal| goal.cost > 0 && thought.deed != Deed::Nothing && now.can_move(unit));
        let Some(goal) = goal else { return stays };
        let is_enemy = thought.enemy.is_some_and(|enemy| enemy.site == goal.site);
        let units = [unit];
        let reach = u64::try_from(now.movement(unit)).unwrap_or(0);
        let way = |most: u64| match is_enemy {
            true => now.way_to_attack_within(&units, thought.source, goal.site, most),
            false => now.way_within(&units, thought.source, goal.site, most),
        };
        // Since the cost was found, an attack may have changed the map.
        let Some(way) = way(goal.cost.max(reach)).or_else(|| way(u64::MAX)) else {
            return Came::Next { has_target: true };
        };
        let end = now.end_of(&units, &way, reach).filter(|&end| end != thought.source);
        let Some(end) = end else { return Came::Next { has_target: is_near } };
        Came::Command(Command::Move { units: vec![unit], target: end }, Pending::Move { unit, end })
    }

    /// Continues a unit's turn after its move.
    fn moved(&mut self, planner: &Planner<'_>, unit: EntityId, end: SiteId) -> (EntityId, Came) {
        let now = planner.now();
        if now.can_be_captured(end) && now.state.site(end).owner == Some(planner.faction) {
            self.targets.prizes.retain(|&site| site != end);
            self.targets.open.remove(end);
            if !self.targets.guarded.contains(end) {
                self.targets.guarded.push(&planner.content.geometry, end);
            }
        }
        if !now.is_active(unit) {
            self.active.retain(|&other| other != unit);
            return (unit, Came::Restart { has_target: true });
        }
        (unit, if now.can_attack(unit) { Came::Again } else { Came::Next { has_target: true } })
    }

    /// Returns a unit with the others needed for an attack; `None` if the odds are not good enough.
    fn group(&self, planner: &Planner<'_>, unit: EntityId, target: SiteId) -> Option<Vec<EntityId>> {
        let (now, odds) = (planner.now(), self.odds);
        let is_promising = |group: &[EntityId]| {
            let [own, others] = now.losses(group, target).shares();
            own <= others / odds && !(own > 10 && others < 10 * odds)
        };
        let mut group = vec![unit];
        if odds > 0 && is_promising(&group) {
            return Some(group);
        }
        for &support in self.active.iter().filter(|&&support| support != unit && now.can_attack(support)) {
            group.push(support);
            if !now.attack_targets(&group).contains(&target) {
                group.pop();
            } else if odds > 0 && is_promising(&group) {
                return Some(group);
            }
        }
        (odds <= 0).then_some(group)
    }
}

impl Targets {
    fn of(planner: &Planner<'_>) -> Self {
        let now = planner.now();
        let mut targets = Self {
            enemies: planner.ranking(now.alien_sites(planner.faction)),
            engaged: Vec::new(),
            prizes: Vec::new(),
            open: planner.ranking(Vec::new()),
            guarded: planner.ranking(Vec::new()),
        };
        for site in now.capturable_sites() {
            if now.state.site(site).owner == Some(planner.faction) {
                targets.guarded.push(&planner.content.geometry, site);
                continue;
            }
            targets.prizes.push(site);
            if !now.has_aliens(site, Some(planner.faction)) {
                targets.open.push(&planner.content.geometry, site);
            }
        }
        targets
    }
}

impl Planner<'_> {
    /// Returns the destination of a unit, and its first action.
    fn goal(
        &mut self,
        unit: EntityId,
        source: SiteId,
        odds: i32,
        enemy: Option<Found>,
        targets: &mut Targets,
        reach: &mut Option<Vec<SiteId>>,
    ) -> (Deed, Option<Found>) {
        let mut from = Source::Open;
        let mut goal = None;
        if self.now().class(unit).captures {
            goal = self.move_target(unit, &mut targets.open, Aim::Place, reach);
        }
        if let Some((supply, need)) = self.now().need(unit)
            && need >= NEED
        {
            if goal.is_some_and(|goal| goal.cost == 1) {
                return (Deed::Move, goal);
            }
            let mut sites = self.ranking(self.now().supply_sites(self.faction));
            goal = self.move_target(unit, &mut sites, Aim::Supply(supply), reach);
            if goal.is_some() {
                return (if odds == 0 { Deed::Move } else { Deed::Attack }, goal);
            }
        }
        if goal.is_none() {
            from = Source::Guarded;
            goal = self.move_target(unit, &mut targets.guarded, Aim::Place, reach);
        }
        let (Some(there), Some(foe)) = (goal, enemy) else {
            return match (goal, enemy) {
                (None, None) => (Deed::Nothing, None),
                (None, foe) => (Deed::Attack, foe),
                (goal, _) => (Deed::Move, goal),
            };
        };
        if foe.site == there.site || (foe.cost == 0 && there.cost == 0) {
            return (Deed::Attack, goal);
        }
        if foe.cost <= 1 {
            if there.cost <= 1 && self.now().can_attack_from(&[unit], there.site, foe.site) {
                return (Deed::Move, goal);
            }
            if (from == Source::Guarded || there.cost > 1)
                && let Some(post) = self.post(unit, source, there.site, foe.site, &mut targets.guarded, reach)
            {
                return match post == source {
                    true => (Deed::Attack, enemy),
                    false => (Deed::Move, Some(Found { site: post, cost: 1 })),
                };
            }
        }
        if from == Source::Guarded {
            return (Deed::Attack, enemy);
        }
        if foe.cost >= there.cost {
            return (Deed::Move, goal);
        }
        if there.cost == 1 {
            let stays = self.is_last_guard(source, foe.site) && self.is_worth_more(source, there.site);
            return (Deed::Attack, if stays { enemy } else { goal });
        }
        (Deed::Attack, enemy)
    }

    /// Returns an own site, reachable this turn, from which an enemy could be attacked.
    fn post(
        &mut self,
        unit: EntityId,
        source: SiteId,
        known: SiteId,
        foe: SiteId,
        guarded: &mut Ranking,
        reach: &mut Option<Vec<SiteId>>,
    ) -> Option<SiteId> {
        let movement = u32::try_from(self.now().movement(unit)).unwrap_or(0);
        let near: Vec<SiteId> = self.reach_of(unit, reach).clone();
        let now = self.now();
        let within = guarded.within(&self.content.geometry, source, movement).into_iter();
        let mut posts = within.filter(|&site| site != known && (site == source || near.contains(&site)));
        posts.find(|&site| now.can_attack_from(&[unit], site, foe))
    }

    /// Whether a site is held by a single unit that can fight, and would be captured by the units in an enemy site.
    fn is_last_guard(&self, source: SiteId, foe: SiteId) -> bool {
        let now = self.now();
        let fights = |unit: &&EntityId| now.attack_range(**unit) > 0;
        now.can_be_captured(source)
            && now.state.site(source).units().iter().filter(fights).count() == 1
            && now.has_captors(foe)
    }
}
