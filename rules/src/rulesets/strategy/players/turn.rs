//! Seeker's turn: unit after unit looks for what to attack, to take, to be supplied with or to guard.
//!
//! At first a unit attacks only where the odds are four to one; when nobody finds anything more to do, three to one will
//! do, and so on. In the last round everything is attacked.

use super::planner::{Options, Plan, Planner, Stop};
use super::select::{Aim, Found};
use crate::rulesets::strategy::command::Command;
use crate::rulesets::strategy::content::Content;
use crate::rulesets::strategy::ids::{EntityId, FactionId, SiteId};
use crate::rulesets::strategy::session::{Chance, Session};
use crate::rulesets::strategy::state::State;

/// What the odds begin with.
const FIRST_ODDS: i32 = 4;

/// From which need on, in per cent, a unit looks for supplies.
const NEED: i32 = 60;

/// Plans the turn of a faction, its end left out.
pub fn plan(content: &Content, state: &State, faction: FactionId, options: Options, chance: Chance) -> Plan {
    let copy = if content.original { state.copied(content) } else { state.clone() };
    let session = Session::on(content, copy, chance);
    let mut planner = Planner { content, session, faction, options, planned: Vec::new(), halt: None };
    // It stops where the game does, or where one command was all that was wanted.
    let _ = planner.play();
    Plan { commands: planner.planned, state: planner.session.state, halt: planner.halt }
}

/// What units of the turn go for.
struct Targets {
    /// Sites with units of others.
    enemies: Vec<SiteId>,
    /// Those of them that somebody has gone for.
    engaged: Vec<SiteId>,
    /// Sites of others that can be taken.
    prizes: Vec<SiteId>,
    /// Those of them where nobody stands.
    open: Vec<SiteId>,
    /// Own sites that others could take.
    guarded: Vec<SiteId>,
}

/// Where the choice of a place to move to came from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Open,
    Guarded,
}

/// What a unit does next.
enum Deed {
    Attack,
    Move,
    Nothing,
}

/// What became of a unit's turn.
enum Came {
    /// It goes on at once.
    Again,
    /// The next one comes. It is worth coming back to while it has found something.
    Next { has_target: bool },
    /// The next one comes, and the round begins again since the unit is out of the list.
    Restart { has_target: bool },
}

impl Planner<'_> {
    fn play(&mut self) -> Result<(), Stop> {
        if !self.session.state.has_begun && self.session.state.over.is_none() {
            self.issue(Command::BeginTurn {})?;
        }
        if self.session.state.over.is_some() {
            return Err(Stop);
        }
        self.units()?;
        self.build()?;
        self.place()
    }

    fn targets(&self) -> Targets {
        let now = self.now();
        let mut targets = Targets {
            enemies: Vec::new(),
            engaged: Vec::new(),
            prizes: Vec::new(),
            open: Vec::new(),
            guarded: Vec::new(),
        };
        for site in self.content.columns() {
            let is_held = now.has_aliens(site, Some(self.faction));
            targets.enemies.extend(is_held.then_some(site));
            if !now.can_be_captured(site) {
                continue;
            }
            if now.state.site(site).owner == Some(self.faction) {
                targets.guarded.push(site);
                continue;
            }
            targets.prizes.push(site);
            targets.open.extend((!is_held).then_some(site));
        }
        targets
    }

    fn units(&mut self) -> Result<(), Stop> {
        let mut targets = self.targets();
        let now = self.now();
        let units = &now.state.faction(self.faction).units;
        let mut active: Vec<EntityId> = units.iter().copied().filter(|&unit| now.is_active(unit)).collect();
        let is_relative = now.compares_shares();
        let (mut at, mut odds) = (0_usize, FIRST_ODDS);
        let (mut waiting, mut has_issued, mut has_found) = (Vec::new(), false, false);
        while let Some(&unit) = active.get(at) {
            let issued = self.planned.len();
            let came = match waiting.contains(&unit) {
                true => Came::Next { has_target: false },
                false => self.unit(unit, odds, is_relative, &mut targets, &mut active)?,
            };
            has_issued |= self.planned.len() > issued;
            let (has_target, restarts) = match came {
                Came::Again => {
                    at = active.iter().position(|&other| other == unit).unwrap_or(0);
                    continue;
                }
                Came::Next { has_target } => (has_target, false),
                Came::Restart { has_target } => (has_target, true),
            };
            if active.is_empty() {
                break;
            }
            if has_target {
                has_found = true;
            } else {
                waiting.push(unit);
            }
            let next = match restarts {
                true => 0,
                false => active.iter().position(|&other| other == unit).map_or(at, |at| at + 1),
            };
            at = next % active.len();
            if at == 0 {
                if has_issued {
                    waiting.clear();
                } else {
                    odds -= 1;
                    if !has_found || odds < 0 {
                        break;
                    }
                }
                (has_issued, has_found) = (false, false);
            }
        }
        Ok(())
    }

    fn unit(
        &mut self,
        unit: EntityId,
        odds: i32,
        is_relative: bool,
        targets: &mut Targets,
        active: &mut Vec<EntityId>,
    ) -> Result<Came, Stop> {
        let Some(source) = self.now().state.listed(unit).site else { return Ok(Came::Next { has_target: false }) };
        let mut reach: Option<Vec<SiteId>> = None;
        let mut enemy: Option<Found> = None;
        if self.now().attack_range(unit) > 0 {
            if self.now().can_move(unit) {
                enemy = self.mobile_attack(unit, &mut targets.enemies, &targets.engaged, is_relative, &mut reach);
                enemy = enemy.filter(|enemy| enemy.cost != 0 || self.now().can_attack(unit));
            } else if self.now().can_attack(unit) {
                enemy = self.static_attack(unit, &mut targets.enemies, is_relative);
            }
            if let Some(found) = enemy
                && odds == 0
                && !self.now().can_move(unit)
                && self.now().state.site(found.site).units.iter().all(|&defender| self.now().only_defends(defender))
            {
                enemy = None;
            }
            if let Some(found) = enemy
                && !targets.engaged.contains(&found.site)
            {
                targets.engaged.push(found.site);
            }
        }
        let is_near = enemy.is_some_and(|enemy| enemy.cost == 0);
        let (mut deed, mut goal) = (Deed::Attack, None);
        if (!is_near || odds <= 1) && self.now().can_move(unit) {
            (deed, goal) = self.goal(unit, source, odds, enemy, targets, &mut reach);
        }
        if matches!(deed, Deed::Attack)
            && let Some(found) = enemy.filter(|enemy| enemy.cost == 0)
            && self.now().can_attack(unit)
            && self.now().attack_targets(&[unit]).contains(&found.site)
            && self.group_attack(unit, found.site, odds, active)?
        {
            let is_cleared = !self.now().has_aliens(found.site, Some(self.faction));
            if is_cleared {
                targets.enemies.retain(|&site| site != found.site);
                targets.engaged.retain(|&site| site != found.site);
                if targets.prizes.contains(&found.site) {
                    targets.open.push(found.site);
                }
            }
            if !self.now().is_active(unit) {
                return Ok(Came::Restart { has_target: true });
            }
            if is_cleared && self.now().can_move(unit) {
                return Ok(Came::Again);
            }
        }
        let has_target = is_near || goal.is_some();
        match (deed, goal) {
            (Deed::Attack | Deed::Move, Some(goal)) if goal.cost > 0 && self.now().can_move(unit) => {
                self.go(unit, source, goal, enemy, targets, active, is_near)
            }
            _ => Ok(Came::Next { has_target }),
        }
    }

    /// Goes as far as a unit can towards a goal.
    #[allow(clippy::too_many_arguments, reason = "what a unit's turn knows of")]
    fn go(
        &mut self,
        unit: EntityId,
        source: SiteId,
        goal: Found,
        enemy: Option<Found>,
        targets: &mut Targets,
        active: &mut Vec<EntityId>,
        is_near: bool,
    ) -> Result<Came, Stop> {
        let now = self.now();
        let is_enemy = enemy.is_some_and(|enemy| enemy.site == goal.site);
        let units = [unit];
        let way = match is_enemy {
            true => now.way_to_attack(&units, source, goal.site),
            false => now.way(&units, source, goal.site),
        };
        let Some(way) = way else { return Ok(Came::Next { has_target: true }) };
        let reach = u64::try_from(now.movement(unit)).unwrap_or(0);
        let end = now.end_of(&units, &way, reach).filter(|&end| end != source);
        let Some(end) = end else { return Ok(Came::Next { has_target: is_near }) };
        self.issue(Command::Move { units: vec![unit], target: end })?;
        let now = self.now();
        if now.can_be_captured(end) && now.state.site(end).owner == Some(self.faction) {
            targets.prizes.retain(|&site| site != end);
            targets.open.retain(|&site| site != end);
            if !targets.guarded.contains(&end) {
                targets.guarded.push(end);
            }
        }
        if !now.is_active(unit) {
            active.retain(|&other| other != unit);
            return Ok(Came::Restart { has_target: true });
        }
        if now.can_attack(unit) { Ok(Came::Again) } else { Ok(Came::Next { has_target: true }) }
    }

    /// Where a unit would go, and what it does first.
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
            let mut sites = self.now().supply_sites(self.faction);
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

    /// An own site within a turn from which a foe could be attacked.
    fn post(
        &mut self,
        unit: EntityId,
        source: SiteId,
        known: SiteId,
        foe: SiteId,
        guarded: &mut [SiteId],
        reach: &mut Option<Vec<SiteId>>,
    ) -> Option<SiteId> {
        self.sort_by_distance(source, guarded);
        let movement = u32::try_from(self.now().movement(unit)).unwrap_or(0);
        let near: Vec<SiteId> = self.reach_of(unit, reach).clone();
        let now = self.now();
        let within = guarded.iter().take_while(|&&site| self.content.distance(source, site) <= movement);
        let mut posts = within.filter(|&&site| site != known && (site == source || near.contains(&site)));
        posts.find(|&&site| now.can_attack_from(&[unit], site, foe)).copied()
    }

    /// Whether a single unit that fights holds a site that those in another would take.
    fn is_last_guard(&self, source: SiteId, foe: SiteId) -> bool {
        let now = self.now();
        let fights = |unit: &&EntityId| now.attack_range(**unit) > 0;
        now.can_be_captured(source)
            && now.state.site(source).units.iter().filter(fights).count() == 1
            && now.has_captors(foe)
    }

    /// Attacks with a unit and as many others as it takes; whether anybody was attacked.
    fn group_attack(
        &mut self,
        unit: EntityId,
        target: SiteId,
        odds: i32,
        active: &mut Vec<EntityId>,
    ) -> Result<bool, Stop> {
        let mut group = vec![unit];
        if odds > 0 && self.is_promising(&group, target, odds) {
            return self.attack(group, target, active);
        }
        for support in active.clone() {
            if support == unit || !self.now().can_attack(support) {
                continue;
            }
            group.push(support);
            if !self.now().attack_targets(&group).contains(&target) {
                group.pop();
            } else if odds > 0 && self.is_promising(&group, target, odds) {
                return self.attack(group, target, active);
            }
        }
        if odds > 0 { Ok(false) } else { self.attack(group, target, active) }
    }

    fn is_promising(&self, group: &[EntityId], target: SiteId, odds: i32) -> bool {
        let [own, others] = self.now().losses(group, target).shares();
        own <= others / odds && !(own > 10 && others < 10 * odds)
    }

    fn attack(&mut self, units: Vec<EntityId>, target: SiteId, active: &mut Vec<EntityId>) -> Result<bool, Stop> {
        self.issue(Command::Attack { units: units.clone(), target })?;
        let now = self.session.now();
        active.retain(|unit| !units.contains(unit) || now.is_active(*unit));
        Ok(true)
    }
}
