//! Seeker's building and placing.
//!
//! It calculates with floating-point numbers like Hexkit; none of them are stored in a state.

use std::collections::{BTreeMap, VecDeque};

use foeman_schema::grid::{Hex, Shape};

use super::planner::Planner;
use crate::command::Command;
use crate::content::Category;
use crate::ids::{ClassId, EntityId, SiteId};
use crate::order;

/// What remains to be built.
#[derive(Clone, Debug)]
pub(super) enum Building {
    /// The maximum number of each class, the most wanted first, and whether nothing was built yet.
    ByValue { wanted: VecDeque<(ClassId, i32)>, is_first: bool },
    /// Any of these classes, at random.
    ByChance(Vec<ClassId>),
}

/// What remains to be placed: groups of one class each, with their possible sites.
#[derive(Clone, Debug)]
pub(super) struct Placing {
    groups: VecDeque<(Vec<SiteId>, Vec<EntityId>)>,
    group: Option<Group>,
    /// The last ones calculated: classes often share their sites.
    threats: Option<Threats>,
}

/// The threat to each of some sites: the worth of enemy units, decreasing with their distance.
#[derive(Clone, Debug)]
struct Threats {
    sites: Vec<SiteId>,
    /// The sites of enemy units, with the worth of each.
    enemies: Vec<(SiteId, Vec<f64>)>,
    shares: Vec<f64>,
}

/// Units of one class that are being placed.
#[derive(Clone, Debug)]
struct Group {
    units: Vec<EntityId>,
    plan: Shares,
}

#[derive(Clone, Debug)]
enum Shares {
    /// Random numbers of units in any of these sites.
    ByChance(Vec<SiteId>),
    /// At most a number of units in each site.
    Counted(VecDeque<(usize, SiteId)>),
}

impl Building {
    /// Determines what to build; `None` if nothing can be built and placed.
    pub(super) fn begin(planner: &Planner<'_>) -> Option<Self> {
        let builds = &planner.content.faction(planner.faction).builds;
        let units = builds.iter().filter(|&&class| planner.content.class(class).category == Category::Unit);
        let classes: Vec<ClassId> = units.copied().collect();
        let places = planner.places();
        if classes.is_empty() || places.is_empty() {
            return None;
        }
        if planner.options.builds_by_chance {
            return Some(Self::ByChance(classes.into_iter().filter(|class| places.contains_key(class)).collect()));
        }
        let now = planner.now();
        let mut wanted: Vec<(f64, ClassId, i32)> = Vec::new();
        for &class in &classes {
            let count = now.build_count(planner.faction, class);
            let can = count > 0 && places.contains_key(&class);
            let value = if can { now.class_worth(planner.faction, class) } else { 0.0 };
            wanted.push((value, class, (f64::from(count) * value).ceil() as i32));
        }
        if wanted.iter().all(|&(value, _, _)| value <= 0.0) {
            return None;
        }
        order::sort(&mut wanted, &|a, b| a.0 < b.0);
        let wanted = wanted.into_iter().rev().map(|(value, class, count)| (class, if value > 0.0 { count } else { 0 }));
        Some(Self::ByValue { wanted: wanted.collect(), is_first: true })
    }

    /// Returns the next build command.
    pub(super) fn next(&mut self, planner: &mut Planner<'_>) -> Option<Command> {
        let now = planner.now();
        match self {
            Self::ByValue { wanted, is_first } => {
                while let Some((class, count)) = wanted.pop_front() {
                    let most = match std::mem::take(is_first) {
                        true => count,
                        false => now.build_count(planner.faction, class),
                    };
                    if let Some(command) = some(class, count.min(most)) {
                        return Some(command);
                    }
                }
                None
            }
            Self::ByChance(classes) => {
                let counts = classes.iter().map(|&class| (class, now.build_count(planner.faction, class)));
                let counts: Vec<(ClassId, i32)> = counts.filter(|(_, count)| *count > 0).collect();
                if counts.is_empty() {
                    return None;
                }
                let (class, most) = counts[(planner.pick)(counts.len())];
                some(class, 1 + (planner.pick)(most.unsigned_abs() as usize) as i32)
            }
        }
    }
}

/// Returns the command to build `count` of a class, unless that is 0.
fn some(class: ClassId, count: i32) -> Option<Command> {
    let count = usize::try_from(count).ok().filter(|count| *count > 0)?;
    Some(Command::Build { classes: vec![class; count] })
}

impl Placing {
    /// Collects the units that are not placed yet.
    pub(super) fn begin(planner: &Planner<'_>) -> Self {
        let now = planner.now();
        let units = now.state.faction(planner.faction).units.iter().copied();
        let waiting: Vec<EntityId> = units.filter(|&unit| now.state.listed(unit).site.is_none()).collect();
        let class = |unit: &EntityId| now.state.listed(*unit).class;
        let mut groups = VecDeque::new();
        if !waiting.is_empty() {
            for (of, sites) in planner.places() {
                let units: Vec<EntityId> = waiting.iter().copied().filter(|unit| class(unit) == of).collect();
                groups.extend((!units.is_empty()).then_some((sites, units)));
            }
        }
        Self { groups, group: None, threats: None }
    }

    /// Returns the next placement command.
    pub(super) fn next(&mut self, planner: &mut Planner<'_>) -> Option<Command> {
        loop {
            if let Some(group) = &mut self.group
                && let Some(command) = group.next(planner)
            {
                return Some(command);
            }
            let (sites, units) = self.groups.pop_front()?;
            let plan = match sites.as_slice() {
                &[site] => Shares::Counted(VecDeque::from([(usize::MAX, site)])),
                _ if planner.options.places_by_chance => Shares::ByChance(sites),
                _ => Shares::Counted(planner.by_threat(sites, units.len(), &mut self.threats)),
            };
            self.group = Some(Group { units, plan });
        }
    }
}

impl Group {
    fn next(&mut self, planner: &mut Planner<'_>) -> Option<Command> {
        while !self.units.is_empty() {
            let (most, target) = match &mut self.plan {
                Shares::ByChance(sites) => {
                    let target = sites[(planner.pick)(sites.len())];
                    (1 + (planner.pick)(self.units.len()), target)
                }
                Shares::Counted(counts) => counts.pop_front()?,
            };
            // In these rules a site accepts either any number of units or none.
            let count = most.min(self.units.len());
            if count > 0 && planner.now().can_place(planner.faction, target) {
                return Some(Command::Place { entities: self.units.drain(..count).collect(), target });
            }
            if matches!(self.plan, Shares::ByChance(_)) {
                self.units.clear();
            }
        }
        None
    }
}

impl Planner<'_> {
    /// Returns the worth of a site to the faction.
    pub(super) fn site_value(&self, site: SiteId) -> f64 {
        self.now.site_value(self.faction, site)
    }

    /// Returns the classes of units that can be placed, with their sites.
    fn places(&self) -> BTreeMap<ClassId, Vec<SiteId>> {
        let all = self.content.classes_of(Category::Unit);
        let places = all.map(|class| (class, self.now().place_targets(self.faction, class)));
        places.filter(|(_, sites)| !sites.is_empty()).collect()
    }

    /// Distributes units over sites in proportion to worth and threat.
    fn by_threat(&self, sites: Vec<SiteId>, units: usize, kept: &mut Option<Threats>) -> VecDeque<(usize, SiteId)> {
        let enemies = self.enemies();
        let kept = match kept {
            Some(kept) if kept.sites == sites && kept.enemies == enemies => kept,
            _ => kept.insert(Threats { shares: self.threats(&sites, &enemies), sites: sites.clone(), enemies }),
        };
        let mut shares = kept.shares.clone();
        normalize(&mut shares);
        for (share, &site) in shares.iter_mut().zip(&sites) {
            *share *= self.site_value(site);
        }
        normalize(&mut shares);
        let mut wanted: Vec<(f64, SiteId)> = shares.into_iter().zip(sites).collect();
        order::sort(&mut wanted, &|a, b| a.0 < b.0);
        let count = |share: f64| (units as f64 * share + 0.5).round() as usize;
        wanted.into_iter().rev().map(|(share, site)| (count(share), site)).collect()
    }

    /// Returns the sites of enemy units, with the worth of each.
    fn enemies(&self) -> Vec<(SiteId, Vec<f64>)> {
        let now = self.now();
        let held = self.content.columns().filter(|&site| now.has_aliens(site, Some(self.faction)));
        held.map(|site| (site, now.state.site(site).units().iter().map(|&unit| now.worth(unit)).collect())).collect()
    }

    /// Returns the threat of enemies to each site.
    fn threats(&self, sites: &[SiteId], enemies: &[(SiteId, Vec<f64>)]) -> Vec<f64> {
        let geometry = &self.content.geometry;
        let cell = |site: SiteId| self.content.cell(site);
        // The distance between hexes is found faster than that on any grid.
        let is_hex = geometry.shape() == Shape::Hex;
        let hexes: Vec<Hex> = sites.iter().filter(|_| is_hex).map(|&site| geometry.hex(cell(site))).collect();
        let centres: Vec<_> = sites.iter().filter(|_| !is_hex).map(|&site| geometry.centre(cell(site))).collect();
        let mut threats = vec![0.0; sites.len()];
        let mut distances = vec![0.0; sites.len()];
        for (site, worths) in enemies {
            let (hex, centre) = (geometry.hex(cell(*site)), geometry.centre(cell(*site)));
            for (distance, &target) in distances.iter_mut().zip(&hexes) {
                *distance = 1.0 + f64::from(hex.distance(target));
            }
            for (distance, &target) in distances.iter_mut().zip(&centres) {
                *distance = 1.0 + f64::from(geometry.steps_between(centre, target));
            }
            for worth in worths {
                for (threat, distance) in threats.iter_mut().zip(&distances) {
                    *threat += worth / distance;
                }
            }
        }
        threats
    }
}

/// Scales the shares to a sum of 1; equal shares if the sum is 0.
fn normalize(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    let count = shares.len() as f64;
    shares.iter_mut().for_each(|share| *share = if sum == 0.0 { 1.0 / count } else { *share / sum });
}
