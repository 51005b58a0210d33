//! Commander, our own computer player: before each attack it counts losses on both sides.
//!
//! In these rules every attacker kills one defender, and only the remaining ones strike back, so attackers in
//! sufficient number suffer no losses. Commander therefore brings as many units as necessary into range of a stack,
//! attacks with all of them at once, and stays out of range of more units than it can counter. It uses whole numbers
//! only.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::Strategy;
use crate::catalogs::Reach;
use crate::command::Command;
use crate::content::{Category, Mapped};
use crate::ids::{ClassId, EntityId, FactionId, SiteId};
use crate::situation::Situation;
use foeman_engine::player::{Observation, Player};

/// A player that weighs losses and gains.
#[derive(Clone, Copy, Debug)]
pub(super) struct Commander {
    /// The maximum number of sites it may visit for one decision. It counts sites rather than time, so that it plays
    /// the same on slow machines.
    pub(super) nodes: u32,
}

impl Default for Commander {
    fn default() -> Self {
        Self { nodes: 200_000 }
    }
}

impl Player<Strategy> for Commander {
    fn choose(&mut self, view: &Observation<'_, Strategy>) -> Option<Command> {
        let now = Situation::new(view.content(), view.state);
        let mut field = Field::survey(now, FactionId(view.side.0), self.nodes);
        let legal = |command: &Command| view.is_legal(command);
        let command = field.attack().filter(legal);
        let command = command.or_else(|| field.capture().filter(legal));
        let command = command.or_else(|| field.manoeuvre().filter(legal));
        let command = command.or_else(|| field.build().filter(legal));
        let command = command.or_else(|| field.place().filter(legal));
        Some(command.unwrap_or(Command::EndTurn {}))
    }
}

/// The worth of any unit, in addition to its class's worth.
const LIFE: i64 = 200;

/// The worth of capturing a site, in addition to its contents.
const PRIZE: i64 = 300;

/// The worth of a step towards a goal.
const STEP: i64 = 12;

/// A unit in a fight.
#[derive(Clone, Copy, Debug)]
struct Fighter {
    id: EntityId,
    site: SiteId,
    price: i64,
    range: i32,
    movement: i32,
    /// For own units: whether it can attack now. For enemy units: whether it can strike at all.
    strikes: bool,
    moves: bool,
    captures: bool,
}

/// The game as Commander sees it.
struct Field<'a> {
    now: Situation<'a>,
    faction: FactionId,
    own: Vec<Fighter>,
    foes: BTreeMap<SiteId, Vec<Fighter>>,
    /// The number of own units in each site.
    held: BTreeMap<SiteId, i64>,
    /// The cached destinations of units.
    reach: BTreeMap<EntityId, Vec<SiteId>>,
    /// The number of sites that may still be visited.
    left: u32,
}

/// A possible attack.
struct Strike {
    target: SiteId,
    gain: i64,
    /// The units that can attack from their current site.
    now: Vec<Fighter>,
    /// The units that could attack after a move.
    later: Vec<(Fighter, SiteId)>,
    needed: usize,
}

/// The distance of every site to the nearest goal.
struct Ways(Vec<i64>);

/// The distance of sites that were not reached.
const UNKNOWN: i64 = -1;

impl Ways {
    /// Returns the distance of a site; `None` if there is no path, or none was found within the limit.
    fn from(&self, site: SiteId) -> Option<i64> {
        self.0.get(site.index()).copied().filter(|&far| far != UNKNOWN)
    }
}

impl<'a> Field<'a> {
    fn survey(now: Situation<'a>, faction: FactionId, nodes: u32) -> Self {
        let mut field = Self {
            now,
            faction,
            own: Vec::new(),
            foes: BTreeMap::new(),
            held: BTreeMap::new(),
            reach: BTreeMap::new(),
            left: nodes,
        };
        for &of in &now.state.order {
            for &id in &now.state.faction(of).units {
                let Some(site) = now.state.listed(id).site else { continue };
                let class = now.class(id);
                let is_own = of == faction;
                let fighter = Fighter {
                    id,
                    site,
                    price: LIFE + i64::from(class.worth),
                    range: now.attack_range(id),
                    movement: now.movement(id),
                    strikes: if is_own { now.can_attack(id) } else { now.attack_range(id) > 0 && now.morale(id) > 0 },
                    moves: if is_own { now.can_move(id) } else { !class.defends_only },
                    captures: class.captures,
                };
                if is_own {
                    *field.held.entry(site).or_default() += 1;
                    field.own.push(fighter);
                } else {
                    field.foes.entry(site).or_default().push(fighter);
                }
            }
        }
        field
    }

    fn distance(&self, from: SiteId, to: SiteId) -> i32 {
        i32::try_from(self.now.content.distance(from, to)).unwrap_or(i32::MAX)
    }

    fn look(&mut self, sites: usize) -> bool {
        self.left = self.left.saturating_sub(u32::try_from(sites).unwrap_or(u32::MAX).max(1));
        self.left > 0
    }

    /// Returns the sites to which a unit can move.
    fn reach_of(&mut self, unit: &Fighter) -> &[SiteId] {
        if !self.reach.contains_key(&unit.id) {
            let sites = if unit.moves && self.left > 0 { self.now.move_targets(&[unit.id]) } else { Vec::new() };
            self.look(sites.len());
            self.reach.insert(unit.id, sites);
        }
        &self.reach[&unit.id]
    }

    /// Returns the number of enemy units that could attack a site in their next turn, ignoring terrain.
    fn threat(&self, site: SiteId) -> i64 {
        let near = |foe: &&Fighter| {
            let span = if foe.moves { foe.movement.saturating_add(foe.range) } else { 0 };
            foe.strikes && self.distance(foe.site, site) <= span
        };
        self.foes.values().flatten().filter(near).count() as i64
    }

    /// Returns the expected losses minus gains if `units` own units are in a site that `threat` enemy units could
    /// attack.
    fn exposure(units: i64, threat: i64) -> i64 {
        let (lost, left) = (units.min(threat), (units - threat).max(0));
        lost - left.min(threat)
    }

    /// Returns the best attack if enough units are in position, or else a move that prepares it.
    fn attack(&mut self) -> Option<Command> {
        let targets: Vec<SiteId> = self.foes.keys().copied().collect();
        let mut best: Option<Strike> = None;
        for target in targets {
            let strike = self.strike(target);
            if strike.gain > best.as_ref().map_or(0, |best| best.gain) {
                best = Some(strike);
            }
        }
        let Strike { target, mut now, later, needed, .. } = best?;
        if now.len() < needed
            && let Some(&(unit, site)) = later.first()
        {
            return Some(Command::Move { units: vec![unit.id], target: site });
        }
        // Units that can still move are kept for other tasks.
        now.sort_by_key(|unit| (unit.moves, unit.price, unit.id));
        let units = now.into_iter().take(needed).map(|unit| unit.id).collect();
        Some(Command::Attack { units, target })
    }

    fn strike(&mut self, target: SiteId) -> Strike {
        let foes = self.foes[&target].clone();
        let able: Vec<Fighter> = self.own.iter().filter(|unit| unit.strikes).copied().collect();
        let (mut here, mut later) = (Vec::new(), Vec::new());
        for unit in able {
            let distance = self.distance(unit.site, target);
            if distance <= unit.range && self.now.can_attack_site(&[unit.id], target) {
                here.push(unit);
            } else if unit.moves && distance <= unit.range.saturating_add(unit.movement) {
                later.push(unit);
            }
        }
        let count = foes.len();
        let mut coming = Vec::new();
        for unit in later {
            if here.len() + coming.len() >= count {
                break;
            }
            coming.extend(self.post(&unit, target).map(|site| (unit, site)));
        }
        let needed = count.min(here.len() + coming.len());
        let reach = |unit: &Fighter, site: SiteId| self.distance(site, target) <= unit.range;
        let strikes_back = |foe: &&Fighter| {
            let near = here.iter().map(|unit| unit.site).chain(coming.iter().map(|&(_, site)| site));
            foe.strikes && near.into_iter().any(|site| reach(foe, site))
        };
        let strikers = foes.iter().filter(strikes_back).count() as i64;
        let mean = |prices: &mut dyn Iterator<Item = i64>| {
            let (sum, count) = prices.fold((0, 0), |(sum, count), price| (sum + price, count + 1));
            if count == 0 { 0 } else { sum / count }
        };
        let own = here.iter().chain(coming.iter().map(|(unit, _)| unit));
        let own = mean(&mut own.map(|unit| unit.price));
        let theirs = mean(&mut foes.iter().map(|foe| foe.price));
        let (all, fall) = (count as i64, needed as i64);
        let back = (all - fall) * strikers / all.max(1);
        let mut gain = fall * theirs - back.min(fall) * own;
        if fall == all && self.now.can_be_captured(target) {
            gain += PRIZE;
        }
        Strike { target, gain, now: here, later: coming, needed }
    }

    /// Returns the site from which a unit could attack a target: the farthest from it and, among equals, the safest.
    fn post(&mut self, unit: &Fighter, target: SiteId) -> Option<SiteId> {
        let sites: Vec<SiteId> = self.reach_of(unit).to_vec();
        let posts = sites.into_iter().filter(|&site| self.distance(site, target) <= unit.range);
        let posts = posts.filter(|&site| self.now.can_attack_from(&[unit.id], site, target));
        posts.max_by_key(|&site| {
            let units = self.held.get(&site).copied().unwrap_or_default() + 1;
            (self.distance(site, target), -Self::exposure(units, self.threat(site)), Reverse(site))
        })
    }

    /// Returns the best immediate capture of a site.
    fn capture(&mut self) -> Option<Command> {
        let captors: Vec<Fighter> = self.own.iter().filter(|unit| unit.captures && unit.moves).copied().collect();
        let mut best: Option<(i64, EntityId, SiteId)> = None;
        for unit in captors {
            let sites: Vec<SiteId> = self.reach_of(&unit).to_vec();
            for site in sites {
                if self.now.state.site(site).owner == Some(self.faction) || !self.now.can_be_captured(site) {
                    continue;
                }
                if !self.look(1) {
                    break;
                }
                let units = self.held.get(&site).copied().unwrap_or_default() + 1;
                let score = PRIZE + self.yields(site) - Self::exposure(units, self.threat(site)) * unit.price / 2;
                if score > 0 && best.is_none_or(|(known, ..)| score > known) {
                    best = Some((score, unit.id, site));
                }
            }
        }
        best.map(|(_, unit, target)| Command::Move { units: vec![unit], target })
    }

    /// Returns the worth and yield of a site's terrains.
    fn yields(&self, site: SiteId) -> i64 {
        let worth = |&terrain: &EntityId| {
            let entity = self.now.state.listed(terrain);
            let gains = entity.modifiers.iter().filter(|modifier| modifier.reach == Reach::Owner);
            i64::from(entity.class(self.now.content).worth) + gains.map(|gain| 10 * i64::from(gain.value)).sum::<i64>()
        };
        self.now.state.site(site).terrains().iter().map(worth).sum()
    }

    /// Moves a stack closer to its goals, without entering the range of more units than it can counter.
    fn manoeuvre(&mut self) -> Option<Command> {
        let mut stacks: BTreeMap<SiteId, Vec<Fighter>> = BTreeMap::new();
        for unit in self.own.iter().filter(|unit| unit.moves) {
            stacks.entry(unit.site).or_default().push(*unit);
        }
        if stacks.is_empty() {
            return None;
        }
        let ways = [self.ways(false), self.ways(true)];
        let foes = self.foes.values().map(Vec::len).sum::<usize>() as i64;
        let own = self.own.len().max(1) as i64;
        for (from, stack) in stacks {
            let lead = stack[0];
            let way = &ways[usize::from(stack.iter().any(|unit| unit.captures))];
            let mut sites: Vec<SiteId> = self.reach_of(&lead).to_vec();
            sites.push(from);
            if !self.look(sites.len()) {
                return None;
            }
            let mut best: Option<(i64, SiteId)> = None;
            for &site in &sites {
                let Some(far) = way.from(site) else { continue };
                let stays = if site == from { 0 } else { stack.len() as i64 };
                let units = self.held.get(&site).copied().unwrap_or_default() + stays;
                let danger = Self::exposure(units, self.threat(site)).max(0) * lead.price;
                // The side with more units accepts more risk.
                let score = -STEP * far - danger * foes / own / 2;
                if best.is_none_or(|(known, at)| score > known || (score == known && at != from && site == from)) {
                    best = Some((score, site));
                }
            }
            let Some((_, target)) = best.filter(|&(_, site)| site != from) else { continue };
            let mut units = Vec::new();
            for unit in &stack {
                if self.reach_of(unit).contains(&target) {
                    units.push(unit.id);
                }
            }
            if !units.is_empty() {
                return Some(Command::Move { units, target });
            }
        }
        None
    }

    /// Returns the distance of every site to the nearest goal: enemy units and, for units that capture, sites to
    /// capture and sites to defend.
    fn ways(&mut self, captures: bool) -> Ways {
        let (now, content) = (self.now, self.now.content);
        // Steps are cheap, so many sites are equally far: they are grouped by distance.
        let mut open: BTreeMap<i64, Vec<SiteId>> = BTreeMap::from([(0, self.foes.keys().copied().collect())]);
        if captures {
            for site in content.columns().filter(|&site| now.can_be_captured(site)) {
                let is_own = now.state.site(site).owner == Some(self.faction);
                let is_bare = !self.held.contains_key(&site) && self.threat(site) > 0;
                if !is_own || is_bare {
                    open.entry(0).or_default().push(site);
                }
            }
        }
        let mut far = vec![UNKNOWN; content.site_count()];
        while let Some((cost, mut sites)) = open.pop_first() {
            // The limit may end the search here, so the sites visited must not depend on the order in which they were
            // found.
            sites.sort_unstable();
            sites.dedup();
            for site in sites {
                if far[site.index()] != UNKNOWN {
                    continue;
                }
                far[site.index()] = cost;
                if !self.look(1) {
                    return Ways(far);
                }
                for cell in content.geometry.neighbours(content.cell(site)) {
                    let Some(next) = content.site(cell) else { continue };
                    let difficulty = now.state.site(next).relief.difficulty;
                    if difficulty != 0 && far[next.index()] == UNKNOWN {
                        open.entry(cost + i64::from(difficulty.max(1))).or_default().push(next);
                    }
                }
            }
        }
        Ways(far)
    }

    /// Builds the most cost-effective useful class, up to the number that can be paid for and kept.
    fn build(&mut self) -> Option<Command> {
        let (now, faction) = (self.now, self.faction);
        let builds = now.content.faction(faction).builds.iter().copied();
        let units = builds.filter(|&class| now.content.class(class).category == Category::Unit);
        let mut best: Option<(i64, ClassId, i32)> = None;
        for class in units {
            let count = self.keeps(class, now.build_count(faction, class));
            if count <= 0 || !now.has_place_targets(faction, class) {
                continue;
            }
            let of = now.content.class(class);
            let value = |number: Mapped| i64::from(number.number(1, |variable| of.values.value(variable)));
            let cost: i64 = of.cost.iter().map(|&(_, cost)| i64::from(cost.max(0))).sum();
            let (range, movement) = (value(of.attack_range), value(of.movement));
            let takes = if of.captures { 40 } else { 0 };
            let use_of = if range > 0 && !of.defends_only { 60 + 40 * range } else { 10 } + 15 * movement + takes;
            let score = use_of * 1000 / (cost + 5);
            if best.is_none_or(|(known, ..)| score > known) {
                best = Some((score, class, count));
            }
        }
        let (_, class, count) = best?;
        Some(Command::Build { classes: vec![class; count as usize] })
    }

    /// Returns how many units of a class the income can support for some turns.
    fn keeps(&self, class: ClassId, count: i32) -> i32 {
        const TURNS: i64 = 12;
        let income = self.now.income(self.faction, false);
        let of = self.now.content.class(class);
        let mut count = i64::from(count.min(40));
        for modifier in of.modifiers.iter().filter(|modifier| modifier.reach == Reach::Owner && modifier.value < 0) {
            let Some((_, gain)) = income.iter().find(|(of, _)| *of == modifier.variable) else { continue };
            let stock = i64::from(self.now.state.faction(self.faction).values.value(modifier.variable));
            let least = i64::from(self.now.content.variable(modifier.variable).range[0]);
            let cost = of.cost.iter().find(|(variable, _)| *variable == modifier.variable);
            let each = i64::from(cost.map_or(0, |&(_, cost)| cost)) - TURNS * i64::from(modifier.value);
            let purse = stock - least + TURNS * i64::from(gain.total());
            count = count.min(purse / each.max(1));
        }
        count.max(0) as i32
    }

    /// Places waiting units as close as possible to their goals, if there are enough of them to be safe.
    fn place(&mut self) -> Option<Command> {
        let (now, faction) = (self.now, self.faction);
        let waits = |&&unit: &&EntityId| now.state.listed(unit).site.is_none();
        let first = *now
            .state
            .faction(faction)
            .units
            .iter()
            .find(|unit| waits(unit) && now.has_place_targets(faction, now.state.listed(**unit).class))?;
        let class = now.state.listed(first).class;
        let alike = |unit: &&EntityId| waits(unit) && now.state.listed(**unit).class == class;
        let entities: Vec<EntityId> = now.state.faction(faction).units.iter().filter(alike).copied().collect();
        let way = self.ways(true);
        let target = now.place_targets(faction, class).into_iter().max_by_key(|site| {
            let units = self.held.get(site).copied().unwrap_or_default() + entities.len() as i64;
            let far = way.from(*site).unwrap_or(1_000);
            (-STEP * far - Self::exposure(units, self.threat(*site)).max(0) * LIFE, Reverse(*site))
        })?;
        Some(Command::Place { entities, target })
    }
}
