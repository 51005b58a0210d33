//! Target sites in the order of their distance from one unit after the other.
//!
//! Like Hexkit, each unit sorts the whole list by the distance from its site, and equally distant sites stay in the order
//! in which the units before it have left them. Only the first sites are ever looked at, so the list is not sorted: the
//! order of two sites follows from the sites of the units so far, the last one first.

use std::cmp::Ordering;

use foeman_schema::grid::hex_layout::Vector;
use foeman_schema::grid::{Geometry, Hex, Shape};

use crate::ids::SiteId;
use crate::order;

/// The number of sources after which the list is sorted: comparisons look at all of them if sites are equally distant
/// from each.
const MOST_SOURCES: usize = 128;

/// Target sites.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    targets: Vec<Target>,
    places: Places,
    /// The sites by whose distance the list would have been sorted, in that order.
    sources: Vec<SiteId>,
    /// The locations of these.
    origins: Places,
    /// Whether the battle follows the original rules of Hexkit.
    is_original: bool,
}

#[derive(Clone, Copy, Debug)]
struct Target {
    site: SiteId,
    /// The number of sources when it was added.
    since: usize,
}

/// Locations of sites, for distances.
#[derive(Clone, Debug)]
enum Places {
    /// The distance between hexes is found faster than that on any grid.
    Hexes(Vec<Hex>),
    Others(Vec<Vector>),
}

impl Places {
    fn new(geometry: &Geometry) -> Self {
        match geometry.shape() {
            Shape::Hex => Self::Hexes(Vec::new()),
            Shape::Square => Self::Others(Vec::new()),
        }
    }

    fn push(&mut self, geometry: &Geometry, site: SiteId) {
        let cell = geometry.cell_at(site.index());
        match self {
            Self::Hexes(all) => all.push(geometry.hex(cell)),
            Self::Others(all) => all.push(geometry.centre(cell)),
        }
    }

    fn remove(&mut self, at: usize) {
        match self {
            Self::Hexes(all) => drop(all.remove(at)),
            Self::Others(all) => drop(all.remove(at)),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Hexes(all) => all.clear(),
            Self::Others(all) => all.clear(),
        }
    }

    /// Returns the distances of all from a site.
    fn distances(&self, geometry: &Geometry, source: SiteId) -> Vec<u32> {
        let cell = geometry.cell_at(source.index());
        match self {
            Self::Hexes(all) => {
                let source = geometry.hex(cell);
                all.iter().map(|hex| hex.distance(source)).collect()
            }
            Self::Others(all) => {
                let source = geometry.centre(cell);
                all.iter().map(|&centre| geometry.steps_between(centre, source)).collect()
            }
        }
    }

    /// Returns the distance between one of these and one of others of the same kind.
    #[inline]
    fn distance(&self, geometry: &Geometry, at: usize, others: &Self, other: usize) -> u32 {
        match (self, others) {
            (Self::Hexes(all), Self::Hexes(others)) => all[at].distance(others[other]),
            (Self::Others(all), Self::Others(others)) => geometry.steps_between(all[at], others[other]),
            _ => unreachable!("all sites of a map have the same kind of location"),
        }
    }
}

impl Ranking {
    /// Creates a list in this order; `is_original` chooses the algorithm of Hexkit.
    pub(super) fn new(geometry: &Geometry, is_original: bool, sites: Vec<SiteId>) -> Self {
        let places = Places::new(geometry);
        let mut all = Self { targets: Vec::new(), origins: places.clone(), places, sources: Vec::new(), is_original };
        sites.into_iter().for_each(|site| all.push(geometry, site));
        all
    }

    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub(super) fn contains(&self, site: SiteId) -> bool {
        self.targets.iter().any(|target| target.site == site)
    }

    /// Adds a site at the end.
    pub(super) fn push(&mut self, geometry: &Geometry, site: SiteId) {
        self.targets.push(Target { site, since: self.sources.len() });
        self.places.push(geometry, site);
    }

    /// Removes a site, if it is there.
    pub(super) fn remove(&mut self, site: SiteId) {
        while let Some(at) = self.targets.iter().position(|target| target.site == site) {
            self.targets.remove(at);
            self.places.remove(at);
        }
    }

    /// Sorts the sites by distance, and returns the first `limit` of them with their distances. Equally distant ones are
    /// in the same order as in Hexkit.
    pub(super) fn nearest(&mut self, geometry: &Geometry, source: SiteId, limit: usize) -> Vec<(u32, SiteId)> {
        self.sort(geometry, source);
        let mut nearest: Vec<(u32, usize)> = Vec::new();
        for (at, distance) in self.places.distances(geometry, source).into_iter().enumerate() {
            let is_after = |&(known, other): &(u32, usize)| match known.cmp(&distance) {
                Ordering::Equal => self.compare_before(1, geometry, other, at) == Ordering::Greater,
                order => order == Ordering::Greater,
            };
            if nearest.len() >= limit {
                if !nearest.last().is_some_and(is_after) {
                    continue;
                }
                nearest.pop();
            }
            let place = nearest.partition_point(|other| !is_after(other));
            nearest.insert(place, (distance, at));
        }
        nearest.into_iter().map(|(distance, at)| (distance, self.targets[at].site)).collect()
    }

    /// Sorts the sites by distance, and returns those within a number of steps.
    pub(super) fn within(&mut self, geometry: &Geometry, source: SiteId, steps: u32) -> Vec<SiteId> {
        self.sort(geometry, source);
        let distances = self.places.distances(geometry, source).into_iter().enumerate();
        let mut near: Vec<usize> = distances.filter(|&(_, distance)| distance <= steps).map(|(at, _)| at).collect();
        near.sort_by(|&one, &other| self.compare(geometry, one, other));
        near.into_iter().map(|at| self.targets[at].site).collect()
    }

    /// Sorts the list, or only remembers to do so.
    fn sort(&mut self, geometry: &Geometry, source: SiteId) {
        let count = self.sources.len();
        if self.is_original {
            // Hexkit's algorithm changes the order of equal ones, depending on all of them.
            let mut known: Vec<(u32, usize)> = self.places.distances(geometry, source).into_iter().zip(0..).collect();
            order::sort(&mut known, &|a, b| a.0 < b.0);
            self.arrange(geometry, known.into_iter().map(|(_, at)| at));
        } else if self.sources.last() != Some(&source) || self.targets.last().is_some_and(|last| last.since == count) {
            if count >= MOST_SOURCES {
                self.settle(geometry);
            }
            self.sources.push(source);
            self.origins.push(geometry, source);
        }
    }

    /// Sorts the list by all sources so far, and forgets them.
    fn settle(&mut self, geometry: &Geometry) {
        let mut order: Vec<usize> = (0..self.targets.len()).collect();
        order.sort_by(|&one, &other| self.compare(geometry, one, other));
        self.arrange(geometry, order.into_iter());
        self.sources.clear();
        self.origins.clear();
    }

    /// Changes the order of the list.
    fn arrange(&mut self, geometry: &Geometry, order: impl Iterator<Item = usize>) {
        let sites: Vec<SiteId> = order.map(|at| self.targets[at].site).collect();
        self.places.clear();
        sites.iter().for_each(|&site| self.places.push(geometry, site));
        self.targets = sites.into_iter().map(|site| Target { site, since: 0 }).collect();
    }

    /// Returns the order of two targets after all sorting so far.
    fn compare(&self, geometry: &Geometry, one: usize, other: usize) -> Ordering {
        self.compare_before(0, geometry, one, other)
    }

    /// Returns the order of two targets that are equally distant from the last `equal` sources.
    fn compare_before(&self, equal: usize, geometry: &Geometry, one: usize, other: usize) -> Ordering {
        let since = self.targets[one].since.max(self.targets[other].since);
        let order = (since..self.sources.len().saturating_sub(equal)).rev().map(|source| {
            let distances = [one, other].map(|at| self.places.distance(geometry, at, &self.origins, source));
            distances[0].cmp(&distances[1])
        });
        order.into_iter().find(|order| order.is_ne()).unwrap_or_else(|| one.cmp(&other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foeman_schema::grid::{Shift, Stand};

    #[test]
    fn it_gives_the_sites_that_a_list_sorted_again_and_again_would_have() {
        let mut random = fastrand::Rng::with_seed(11);
        let hexes = Geometry::new(Shape::Hex, Stand::Edge, Some(Shift::ColumnDown), [12, 11]);
        let squares = Geometry::new(Shape::Square, Stand::Edge, None, [9, 14]);
        for geometry in [hexes, squares].map(|geometry| geometry.expect("valid")) {
            let distance = |from: SiteId, to: SiteId| {
                geometry.distance(geometry.cell_at(from.index()), geometry.cell_at(to.index()))
            };
            let site = |random: &mut fastrand::Rng| SiteId(random.u32(..geometry.cell_count() as u32));
            let mut plain: Vec<SiteId> = Vec::new();
            let mut ranking = Ranking::new(&geometry, false, Vec::new());
            let mut source = SiteId(0);
            for _ in 0..4_000 {
                let other = site(&mut random);
                match random.u32(..10) {
                    0 => {
                        plain.retain(|&site| site != other);
                        ranking.remove(other);
                    }
                    1..4 if !plain.contains(&other) => {
                        plain.push(other);
                        ranking.push(&geometry, other);
                    }
                    _ => {
                        // Often from the same site again.
                        source = if random.bool() { other } else { source };
                        plain.sort_by_key(|&site| distance(source, site));
                        if random.bool() {
                            let limit = random.usize(..12);
                            let nearest = plain.iter().map(|&site| (distance(source, site), site)).take(limit);
                            assert!(ranking.nearest(&geometry, source, limit).into_iter().eq(nearest));
                        } else {
                            let steps = random.u32(..6);
                            let near = plain.iter().copied().take_while(|&site| distance(source, site) <= steps);
                            assert!(ranking.within(&geometry, source, steps).into_iter().eq(near));
                        }
                    }
                }
                assert_eq!((ranking.is_empty(), ranking.contains(other)), (plain.is_empty(), plain.contains(&other)));
            }
        }
    }
}
