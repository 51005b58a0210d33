//! A player of our own: it counts who falls and who strikes back before anybody attacks.
//!
//! By these rules every attacker kills one of those attacked, and only who is left strikes back: whoever comes in
//! sufficient number loses nobody. So it brings as many units within reach of a stack as it takes, attacks all at once,
//! and keeps out of the reach of more than it can answer. It calculates with whole numbers alone.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::Strategy;
use crate::catalogs::Reach;
use crate::command::Command;
use crate::content::{Category, Mapped};
use crate::ids::{ClassId, EntityId, FactionId, SiteId};
use crate::situation::Situation;
use foeman_engine::player::{Observation, Player};

/// Decides for a faction by what is lost and won.
#[derive(Clone, Copy, Debug)]
pub(super) struct Commander {
    /// How many sites it may look at for one decision. Sites, never time: machines differ in speed, not in play.
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

/// What a unit of any class is worth besides what its class is.
const LIFE: i64 = 200;

/// What a site that can be taken is worth besides what lies there.
const PRIZE: i64 = 300;

/// What a step towards a goal is worth.
const STEP: i64 = 12;

/// A unit as it counts in a fight.
#[derive(Clone, Copy, Debug)]
struct Fighter {
    id: EntityId,
    site: SiteId,
    price: i64,
    range: i32,
    movement: i32,
    /// Own: whether it can attack now. Others': whether it strikes at all.
    strikes: bool,
    moves: bool,
    captures: bool,
}

/// The game as the commander sees it.
struct Field<'a> {
    now: Situation<'a>,
    faction: FactionId,
    own: Vec<Fighter>,
    foes: BTreeMap<SiteId, Vec<Fighter>>,
    /// How many own units stand where.
    held: BTreeMap<SiteId, i64>,
    /// Where units can go, for those that were asked.
    reach: BTreeMap<EntityId, Vec<SiteId>>,
    /// How many more sites may be looked at.
    left: u32,
}

/// An attack that could be made.
struct Strike {
    target: SiteId,
    gain: i64,
    /// Who can attack from where it stands.
    now: Vec<Fighter>,
    /// Who could after going somewhere.
    later: Vec<(Fighter, SiteId)>,
    needed: usize,
}

/// How far it is from everywhere to the nearest goal.
struct Ways(Vec<i64>);

/// What nobody has come to.
const UNKNOWN: i64 = -1;

impl Ways {
    /// How far it is from a site; nothing where there is no way, or it was not looked for so far.
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

    /// Where a unit can go.
    fn reach_of(&mut self, unit: &Fighter) -> &[SiteId] {
        if !self.reach.contains_key(&unit.id) {
            let sites = if unit.moves && self.left > 0 { self.now.move_targets(&[unit.id]) } else { Vec::new() };
            self.look(sites.len());
            self.reach.insert(unit.id, sites);
        }
        &self.reach[&unit.id]
    }

    /// How many units of others could attack a site in their next turn, as the crow flies.
    fn threat(&self, site: SiteId) -> i64 {
        let near = |foe: &&Fighter| {
            let span = if foe.moves { foe.movement.saturating_add(foe.range) } else { 0 };
            foe.strikes && self.distance(foe.site, site) <= span
        };
        self.foes.values().flatten().filter(near).count() as i64
    }

    /// How many units more are lost than won where so many stand and so many could attack them.
    fn exposure(units: i64, threat: i64) -> i64 {
        let (lost, left) = (units.min(threat), (units - threat).max(0));
        lost - left.min(threat)
    }

    /// The best attack there is: made where enough are in place, else prepared.
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
        // Who can still go elsewhere is kept for that.
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

    /// Where a unit could go to attack a site, as safe and as far from it as can be.
    fn post(&mut self, unit: &Fighter, target: SiteId) -> Option<SiteId> {
        let sites: Vec<SiteId> = self.reach_of(unit).to_vec();
        let posts = sites.into_iter().filter(|&site| self.distance(site, target) <= unit.range);
        let posts = posts.filter(|&site| self.now.can_attack_from(&[unit.id], site, target));
        posts.max_by_key(|&site| {
            let units = self.held.get(&site).copied().unwrap_or_default() + 1;
            (self.distance(site, target), -Self::exposure(units, self.threat(site)), Reverse(site))
        })
    }

    /// The best site to take at once.
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

    /// What the ground of a site is worth and brings its owner.
    fn yields(&self, site: SiteId) -> i64 {
        let worth = |&terrain: &EntityId| {
            let entity = self.now.state.listed(terrain);
            let gains = entity.modifiers.iter().filter(|modifier| modifier.reach == Reach::Owner);
            i64::from(entity.class(self.now.content).worth) + gains.map(|gain| 10 * i64::from(gain.value)).sum::<i64>()
        };
        self.now.state.site(site).terrains.iter().map(worth).sum()
    }

    /// A stack goes where it is nearer to what it is out for, and not in the reach of more than it can answer.
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
                // Whoever is many minds less.
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

    /// How far it is from everywhere to the nearest goal: units of others, and for captors what can be taken and what must
    /// be held.
    fn ways(&mut self, captures: bool) -> Ways {
        let (now, content) = (self.now, self.now.content);
        // Steps cost little, so that many sites are as far as each other: they are kept together.
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
            // Which are looked at before there is enough of it never depends on how they were found.
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
                    let difficulty = now.state.site(next).difficulty;
                    if difficulty != 0 && far[next.index()] == UNKNOWN {
                        open.entry(cost + i64::from(difficulty.max(1))).or_default().push(next);
                    }
                }
            }
        }
        Ways(far)
    }

    /// The class of which most can be had that is of use, as many as can be paid and kept.
    fn build(&mut self) -> Option<Command> {
        let (now, faction) = (self.now, self.faction);
        let builds = now.content.faction(faction).builds.iter().copied();
        let units = builds.filter(|&class| now.content.class(class).category == Category::Unit);
        let mut best: Option<(i64, ClassId, i32)> = None;
        for class in units {
            let count = self.keeps(class, now.build_count(faction, class));
            if count <= 0 || now.place_targets(faction, class).is_empty() {
                continue;
            }
            let of = now.content.class(class);
            let value = |number: Mapped| {
                let given =
                    |variable| of.values.iter().find(|(known, _)| *known == variable).map_or(0, |&(_, value)| value);
                i64::from(number.number(1, given))
            };
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

    /// How many of a class can be kept for some turns with what comes in.
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

    /// Units that wait go where they are nearest to what they are out for, if enough of them stand there.
    fn place(&mut self) -> Option<Command> {
        let (now, faction) = (self.now, self.faction);
        let waits = |&&unit: &&EntityId| now.state.listed(unit).site.is_none();
        let first = *now
            .state
            .faction(faction)
            .units
            .iter()
            .find(|unit| waits(unit) && !now.place_targets(faction, now.state.listed(**unit).class).is_empty())?;
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
