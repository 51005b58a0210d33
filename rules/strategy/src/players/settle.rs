//! What Seeker builds, and where it places it.
//!
//! It calculates with fractions as the original does; nothing of them is kept in a state.

use std::collections::{BTreeMap, VecDeque};

use super::planner::Planner;
use crate::command::Command;
use crate::content::Category;
use crate::ids::{ClassId, EntityId, SiteId};
use crate::order;

/// What is still to be built.
#[derive(Clone, Debug)]
pub(super) enum Building {
    /// So many of each class at most, the most wanted first; whether nothing was built yet.
    ByValue { wanted: VecDeque<(ClassId, i32)>, is_first: bool },
    /// Anything of these classes.
    ByChance(Vec<ClassId>),
}

/// What is still to be placed: groups of a class each, with where it can be.
#[derive(Clone, Debug)]
pub(super) struct Placing {
    groups: VecDeque<(Vec<SiteId>, Vec<EntityId>)>,
    group: Option<Group>,
}

/// Units of one class that are being placed.
#[derive(Clone, Debug)]
struct Group {
    units: Vec<EntityId>,
    plan: Shares,
}

#[derive(Clone, Debug)]
enum Shares {
    /// In any of these sites, as many as it falls out.
    ByChance(Vec<SiteId>),
    /// So many at most in each.
    Counted(VecDeque<(usize, SiteId)>),
}

impl Building {
    /// What is to be built, if anything can be built and placed.
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

    /// The next thing to build.
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

/// So many of a class, if it is any.
fn some(class: ClassId, count: i32) -> Option<Command> {
    let count = usize::try_from(count).ok().filter(|count| *count > 0)?;
    Some(Command::Build { classes: vec![class; count] })
}

impl Placing {
    /// The units that lie nowhere yet.
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
        Self { groups, group: None }
    }

    /// The next units to place.
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
                _ => Shares::Counted(planner.by_threat(sites, units.len())),
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
            // By these rules a site takes any number of units, or none.
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
    /// What a site is worth to the faction.
    pub(super) fn site_value(&mut self, site: SiteId) -> f64 {
        let now = self.now;
        let worthiest = *self.worthiest.get_or_insert_with(|| now.worthiest());
        now.site_value_beside(self.faction, site, worthiest)
    }

    /// The classes of units that can be placed somewhere, with the places.
    fn places(&self) -> BTreeMap<ClassId, Vec<SiteId>> {
        let all = self.content.classes_of(Category::Unit);
        let places = all.map(|class| (class, self.now().place_targets(self.faction, class)));
        places.filter(|(_, sites)| !sites.is_empty()).collect()
    }

    /// How many units go to which site: the more the more it is worth and threatened.
    fn by_threat(&mut self, sites: Vec<SiteId>, units: usize) -> VecDeque<(usize, SiteId)> {
        let mut shares = self.threats(&sites);
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

    /// How much each site is threatened: by what the units of others are worth, the less the farther they are.
    fn threats(&self, sites: &[SiteId]) -> Vec<f64> {
        let now = self.now();
        let mut threats = vec![0.0; sites.len()];
        for site in self.content.columns().filter(|&site| now.has_aliens(site, Some(self.faction))) {
            let distances: Vec<f64> =
                sites.iter().map(|&target| 1.0 + f64::from(self.content.distance(site, target))).collect();
            for &unit in &now.state.site(site).units {
                let worth = now.worth(unit);
                for (threat, distance) in threats.iter_mut().zip(&distances) {
                    *threat += worth / distance;
                }
            }
        }
        threats
    }
}

/// Makes the sum 1; all alike where it is 0.
fn normalize(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    let count = shares.len() as f64;
    shares.iter_mut().for_each(|share| *share = if sum == 0.0 { 1.0 / count } else { *share / sum });
}
