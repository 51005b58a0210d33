//! Seeker's building and placing.
//!
//! It calculates with floating-point numbers like Hexkit; none of them are stored in a state.

use std::collections::VecDeque;

use super::planner::Planner;
use super::threat::{self, Threats};
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
    groups: VecDeque<(Places, Vec<EntityId>)>,
    group: Option<Group>,
    /// The last ones calculated: classes often share their sites.
    threats: Option<Threats>,
    shares: Option<threat::Shares>,
}

/// The possible sites of a class.
#[derive(Clone, Debug)]
enum Places {
    /// These: custom rules may change the sites that are open while units are placed.
    Listed(Vec<SiteId>),
    /// The same as at any time before and after.
    Of(ClassId),
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
        let mut all = planner.content.classes_of(Category::Unit);
        if classes.is_empty() || !all.any(|class| planner.has_places(class)) {
            return None;
        }
        if planner.options.builds_by_chance {
            return Some(Self::ByChance(classes.into_iter().filter(|&class| planner.has_places(class)).collect()));
        }
        let now = planner.now();
        let mut wanted: Vec<(f64, ClassId, i32)> = Vec::new();
        for &class in &classes {
            let count = now.build_count(planner.faction, class);
            let can = count > 0 && planner.has_places(class);
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
        for of in planner.content.classes_of(Category::Unit).filter(|_| !waiting.is_empty()) {
            let units: Vec<EntityId> = waiting.iter().copied().filter(|unit| class(unit) == of).collect();
            if !units.is_empty() && planner.has_places(of) {
                let places = match planner.content.rules.is_empty() {
                    true => Places::Of(of),
                    false => Places::Listed(now.place_targets(planner.faction, of)),
                };
                groups.push_back((places, units));
            }
        }
        Self { groups, group: None, threats: None, shares: None }
    }

    /// Returns the next placement command.
    pub(super) fn next(&mut self, planner: &mut Planner<'_>) -> Option<Command> {
        loop {
            if let Some(group) = &mut self.group
                && let Some(command) = group.next(planner)
            {
                return Some(command);
            }
            let (places, units) = self.groups.pop_front()?;
            let first = match places {
                Places::Of(class) if !planner.options.places_by_chance => {
                    planner.first_by_threat(class, units.len(), &mut self.shares)
                }
                _ => None,
            };
            let plan = match first {
                Some(first) => Shares::Counted(first),
                None => Self::plan(planner, places, units.len(), &mut self.threats),
            };
            self.group = Some(Group { units, plan });
        }
    }
}

impl Placing {
    fn plan(planner: &Planner<'_>, places: Places, units: usize, threats: &mut Option<Threats>) -> Shares {
        let sites = match places {
            Places::Listed(sites) => sites,
            Places::Of(class) => planner.now().place_targets(planner.faction, class),
        };
        match sites.as_slice() {
            &[site] => Shares::Counted(VecDeque::from([(usize::MAX, site)])),
            _ if planner.options.places_by_chance => Shares::ByChance(sites),
            _ => Shares::Counted(planner.by_threat(sites, units, threats)),
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

    /// Whether units of a class can be placed anywhere.
    fn has_places(&self, class: ClassId) -> bool {
        self.now.has_place_targets(self.faction, class)
    }
}
