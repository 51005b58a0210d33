//! What Seeker builds, and where it places it.
//!
//! It calculates with fractions as the original does; nothing of them is kept.

use std::collections::BTreeMap;

use super::planner::{Planner, Stop};
use crate::rulesets::strategy::command::Command;
use crate::rulesets::strategy::content::Category;
use crate::rulesets::strategy::ids::{ClassId, EntityId, SiteId};
use crate::rulesets::strategy::order;

impl Planner<'_> {
    /// The classes of units that can be placed somewhere, with the places.
    fn places(&self) -> BTreeMap<ClassId, Vec<SiteId>> {
        let all = self.content.classes_of(Category::Unit);
        let places = all.map(|class| (class, self.now().place_targets(self.faction, class)));
        places.filter(|(_, sites)| !sites.is_empty()).collect()
    }

    /// Builds units, if any can be built and placed.
    pub(super) fn build(&mut self) -> Result<(), Stop> {
        let builds = &self.content.faction(self.faction).builds;
        let units = builds.iter().filter(|&&class| self.content.class(class).category == Category::Unit);
        let classes: Vec<ClassId> = units.copied().collect();
        let places = self.places();
        if classes.is_empty() || places.is_empty() {
            return Ok(());
        }
        match self.options.builds_by_chance {
            true => self.build_by_chance(&classes, &places),
            false => self.build_by_value(&classes, &places),
        }
    }

    fn build_by_value(&mut self, classes: &[ClassId], places: &BTreeMap<ClassId, Vec<SiteId>>) -> Result<(), Stop> {
        let mut wanted: Vec<(f64, ClassId, i32)> = Vec::new();
        for &class in classes {
            let count = self.now().build_count(self.faction, class);
            let can = count > 0 && places.contains_key(&class);
            let value = if can { self.now().class_worth(self.faction, class) } else { 0.0 };
            wanted.push((value, class, (f64::from(count) * value).ceil() as i32));
        }
        if wanted.iter().all(|&(value, _, _)| value <= 0.0) {
            return Ok(());
        }
        order::sort(&mut wanted, &|a, b| a.0 < b.0);
        for (at, &(value, class, count)) in wanted.iter().rev().enumerate() {
            let count = if value > 0.0 { count } else { 0 };
            let most = if at > 0 { self.now().build_count(self.faction, class) } else { count };
            self.build_some(class, count.min(most))?;
        }
        Ok(())
    }

    fn build_some(&mut self, class: ClassId, count: i32) -> Result<(), Stop> {
        match usize::try_from(count) {
            Ok(count @ 1..) => self.issue(Command::Build { classes: vec![class; count] }),
            _ => Ok(()),
        }
    }

    fn build_by_chance(&mut self, classes: &[ClassId], places: &BTreeMap<ClassId, Vec<SiteId>>) -> Result<(), Stop> {
        loop {
            let counts = classes.iter().map(|&class| (class, self.now().build_count(self.faction, class)));
            let counts: Vec<(ClassId, i32)> =
                counts.filter(|(class, count)| *count > 0 && places.contains_key(class)).collect();
            if counts.is_empty() {
                return Ok(());
            }
            let (class, most) = counts[self.session.pick(counts.len())];
            let count = 1 + self.session.pick(most.unsigned_abs() as usize) as i32;
            self.build_some(class, count)?;
        }
    }

    /// Places the units that lie nowhere yet.
    pub(super) fn place(&mut self) -> Result<(), Stop> {
        let now = self.now();
        let units = now.state.faction(self.faction).units.iter().copied();
        let waiting: Vec<EntityId> = units.filter(|&unit| now.state.listed(unit).site.is_none()).collect();
        let class = |unit: &EntityId| now.state.listed(*unit).class;
        let mut groups: Vec<(Vec<SiteId>, Vec<EntityId>)> = Vec::new();
        for (of, sites) in self.places() {
            groups.push((sites, waiting.iter().copied().filter(|unit| class(unit) == of).collect()));
        }
        for (sites, mut units) in groups.into_iter().filter(|(_, units)| !units.is_empty()) {
            match sites.as_slice() {
                &[site] => drop(self.place_some(&mut units, site, usize::MAX)?),
                _ if self.options.places_by_chance => self.place_by_chance(&sites, units)?,
                _ => self.place_by_threat(sites, units)?,
            }
        }
        Ok(())
    }

    /// Places the first of some units in a site, as many as fit; how many were placed.
    fn place_some(&mut self, units: &mut Vec<EntityId>, target: SiteId, most: usize) -> Result<usize, Stop> {
        let count = most.min(units.len());
        // By these rules a site takes any number of units, or none.
        if count == 0 || !self.now().can_place(self.faction, target) {
            return Ok(0);
        }
        let entities = units.drain(..count).collect();
        self.issue(Command::Place { entities, target })?;
        Ok(count)
    }

    fn place_by_chance(&mut self, sites: &[SiteId], mut units: Vec<EntityId>) -> Result<(), Stop> {
        while !units.is_empty() {
            let site = sites[self.session.pick(sites.len())];
            let count = 1 + self.session.pick(units.len());
            if self.place_some(&mut units, site, count)? == 0 {
                break;
            }
        }
        Ok(())
    }

    fn place_by_threat(&mut self, sites: Vec<SiteId>, mut units: Vec<EntityId>) -> Result<(), Stop> {
        let mut shares = self.threats(&sites);
        normalize(&mut shares);
        for (share, &site) in shares.iter_mut().zip(&sites) {
            *share *= self.now().site_value(self.faction, site);
        }
        normalize(&mut shares);
        let mut wanted: Vec<(f64, SiteId)> = shares.into_iter().zip(sites).collect();
        order::sort(&mut wanted, &|a, b| a.0 < b.0);
        let all = units.len();
        for (share, site) in wanted.into_iter().rev() {
            let count = (all as f64 * share + 0.5).round() as usize;
            self.place_some(&mut units, site, count)?;
            if units.is_empty() {
                break;
            }
        }
        Ok(())
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
