//! How Seeker distributes new units over sites: in proportion to their worth, and to the threat of enemies.
//!
//! Like Hexkit, it calculates with floating-point numbers, and scales the threat to all sites by their sum. On the first
//! turn that is every enemy times every own site. Most sites are worth nothing, and the sum hardly matters: if the
//! result is certain without it, only the sites that are worth something are compared.

use std::cmp::Ordering;
use std::collections::VecDeque;

use foeman_schema::grid::{Hex, Shape};

use super::planner::Planner;
use crate::ids::{ClassId, SiteId};
use crate::order;

/// The relative difference from which shares are certainly different, whatever the sum is.
///
/// A share is the result of four multiplications and divisions, each with a relative error of at most 2⁻⁵³.
const CERTAIN: f64 = 1e-14;

/// The threat to each of some sites: the worth of enemy units, decreasing with their distance.
#[derive(Clone, Debug)]
pub(super) struct Threats {
    sites: Vec<SiteId>,
    enemies: Vec<Enemies>,
    threats: Vec<f64>,
}

/// The shares of the faction's open sites, the greatest first; `None` if they are not certain. Units that are placed do
/// not change them.
#[derive(Clone, Debug)]
pub(super) struct Shares(Option<Vec<Share>>);

/// A site with enemy units, and the worth of each.
type Enemies = (SiteId, Vec<f64>);

impl Planner<'_> {
    /// Distributes units of a class over its sites, as far as they are needed. Without custom rules, a unit that is
    /// placed does not close any of them, and each takes at least one unit. `None` if the result is not certain.
    pub(super) fn first_by_threat(
        &self,
        class: ClassId,
        units: usize,
        kept: &mut Option<Shares>,
    ) -> Option<VecDeque<(usize, SiteId)>> {
        let (now, of) = (self.now(), self.content.class(class));
        let is_everywhere = now.state.turn == 0 && of.placed_at_home && of.sites.is_empty();
        if !is_everywhere || !self.content.rules.is_empty() {
            return None;
        }
        let Shares(shares) = kept.get_or_insert_with(|| self.shares_of_own_sites());
        let shares = shares.as_ref().filter(|shares| shares.len() >= units && !has_ties(shares, units))?;
        let error = error(shares);
        let first = shares.iter().take(units).map(|share| Some((share.count(units, error)?, share.site)));
        let first = first.collect::<Option<VecDeque<_>>>()?;
        debug_assert!(self.are_first(&first, &now.place_targets(self.faction, class), units, self.enemies()));
        Some(first)
    }

    /// Returns the shares of the faction's open sites.
    fn shares_of_own_sites(&self) -> Shares {
        let now = self.now();
        let sites = now.state.sites.iter().zip(0..).filter(|(site, _)| site.owner == Some(self.faction));
        let sites = sites.map(|(_, at)| SiteId(at)).filter(|&site| self.may_have_value(site));
        let open = sites.filter(|&site| now.can_place(self.faction, site));
        Shares(self.shares_before_scaling(open.enumerate(), &self.enemies()))
    }

    /// Distributes units over sites. Each unit takes at least one site, so with 3 units the list may end after 3 sites; with
    /// custom rules it has all sites, because a placed unit may close some of them.
    pub(super) fn by_threat(
        &self,
        sites: Vec<SiteId>,
        units: usize,
        kept: &mut Option<Threats>,
    ) -> VecDeque<(usize, SiteId)> {
        let enemies = self.enemies();
        let first = match self.content.rules.is_empty() {
            true => self.first_shares(&sites, units, &enemies),
            false => None,
        };
        let Some(first) = first else { return self.all_shares(sites, units, enemies, kept) };
        debug_assert!(self.are_first(&first, &sites, units, enemies));
        first
    }

    /// Whether these are the first shares of units, as calculated for all sites; always true if that would take long.
    fn are_first(
        &self,
        first: &VecDeque<(usize, SiteId)>,
        sites: &[SiteId],
        units: usize,
        enemies: Vec<Enemies>,
    ) -> bool {
        if sites.len() * enemies.len() > 1 << 20 {
            return true;
        }
        let all = self.all_shares(sites.to_vec(), units, enemies, &mut None);
        let most = |&(count, site): &(usize, SiteId)| (count.min(units), site);
        first.iter().map(most).eq(all.iter().take(units).map(most))
    }

    /// Distributes units over all of the sites.
    fn all_shares(
        &self,
        sites: Vec<SiteId>,
        units: usize,
        enemies: Vec<Enemies>,
        kept: &mut Option<Threats>,
    ) -> VecDeque<(usize, SiteId)> {
        let kept = match kept {
            Some(kept) if kept.sites == sites && kept.enemies == enemies => kept,
            _ => kept.insert(Threats { threats: self.threats(&sites, &enemies), sites: sites.clone(), enemies }),
        };
        let mut shares = kept.threats.clone();
        normalize(&mut shares);
        for (share, &site) in shares.iter_mut().zip(&sites) {
            *share *= self.site_value(site);
        }
        normalize(&mut shares);
        let mut wanted: Vec<(f64, SiteId)> = shares.into_iter().zip(sites).collect();
        order::sort(&mut wanted, &|a, b| a.0 < b.0);
        wanted.into_iter().rev().map(|(share, site)| (count(units, share), site)).collect()
    }

    /// Returns the first of the sites, one for each unit, as [`all_shares`](Self::all_shares) lists them; `None` if
    /// they are not certain.
    fn first_shares(&self, sites: &[SiteId], units: usize, enemies: &[Enemies]) -> Option<VecDeque<(usize, SiteId)>> {
        let places = sites.iter().copied().enumerate().filter(|&(_, site)| self.may_have_value(site));
        let shares = self.shares_before_scaling(places, enemies)?;
        // If no site is worth anything, all have the same share.
        let rest = if shares.is_empty() { 1.0 / sites.len() as f64 } else { 0.0 };
        // The order of equal ones depends on all of them.
        let mut ranks = vec![0_u32; sites.len()];
        let mut rank = shares.len() as u32;
        for (number, share) in shares.iter().enumerate() {
            if number > 0 && !shares[number - 1].is_equal(share) {
                if !shares[number - 1].is_above(share) {
                    return None;
                }
                rank -= 1;
            }
            ranks[share.at] = rank;
        }
        let mut wanted: Vec<(u32, u32)> = ranks.into_iter().zip(0..).collect();
        order::sort(&mut wanted, &|a, b| a.0 < b.0);
        let error = error(&shares);
        let listed = wanted.into_iter().rev().take(units).map(|(rank, at)| match rank {
            0 => Some((count(units, rest), sites[at as usize])),
            _ => {
                let share = shares.iter().find(|share| share.at == at as usize)?;
                Some((share.count(units, error)?, share.site))
            }
        });
        listed.collect()
    }

    /// Returns the shares of sites that are worth something, the greatest first; `None` if they could depend on the sum
    /// of all threats.
    fn shares_before_scaling(
        &self,
        sites: impl Iterator<Item = (usize, SiteId)>,
        enemies: &[Enemies],
    ) -> Option<Vec<Share>> {
        let worths = || enemies.iter().flat_map(|(_, worths)| worths);
        if !worths().all(|worth| (0.0..=1.0).contains(worth)) || worths().sum::<f64>() < 1e-3 {
            return None;
        }
        let valued = sites.map(|(at, site)| (at, site, self.site_value(site)));
        let valued: Vec<(usize, SiteId, f64)> = valued.filter(|&(_, _, value)| value != 0.0).collect();
        if !valued.iter().all(|(_, _, value)| (1e-9..=1.0).contains(value)) {
            return None;
        }
        let those: Vec<SiteId> = valued.iter().map(|&(_, site, _)| site).collect();
        let threats = self.threats(&those, enemies);
        let shares = valued.into_iter().zip(threats);
        let shares = shares.map(|((at, site, value), threat)| Share { at, site, value, threat, part: threat * value });
        let mut shares: Vec<Share> = shares.collect();
        let sum: f64 = shares.iter().map(|share| share.part).sum();
        shares.iter_mut().for_each(|share| share.part /= sum);
        shares.sort_unstable_by(|a, b| b.part.total_cmp(&a.part).then(a.at.cmp(&b.at)));
        Some(shares)
    }

    /// Returns the sites of enemy units, with the worth of each that is worth anything.
    fn enemies(&self) -> Vec<Enemies> {
        let now = self.now();
        let worths = |site: SiteId| now.state.site(site).units().iter().map(|&unit| now.worth(unit));
        let held = now.alien_sites(self.faction).into_iter();
        let held = held.map(|site| (site, worths(site).filter(|worth| *worth != 0.0).collect()));
        held.filter(|(_, worths): &Enemies| !worths.is_empty()).collect()
    }

    /// Returns the threat of enemies to each site.
    fn threats(&self, sites: &[SiteId], enemies: &[Enemies]) -> Vec<f64> {
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

    /// Whether a site is worth anything to the faction, or may be.
    fn may_have_value(&self, site: SiteId) -> bool {
        let is_home = |&faction: &_| self.content.faction(faction).home == Some(site);
        self.now.state.site(site).has_assets() || is_home(&self.faction) || self.now.state.order.iter().any(is_home)
    }
}

/// A site that is worth something.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// Its position in the list of sites.
    at: usize,
    site: SiteId,
    value: f64,
    threat: f64,
    /// Approximately its share. The sum of the threats to all sites is left out: it does not change the proportions.
    part: f64,
}

impl Share {
    fn is_equal(&self, other: &Self) -> bool {
        self.value.total_cmp(&other.value) == Ordering::Equal && self.threat.total_cmp(&other.threat) == Ordering::Equal
    }

    /// Whether it is certainly greater.
    fn is_above(&self, other: &Self) -> bool {
        self.part > other.part * (1.0 + CERTAIN)
    }

    /// Returns the number of units for it, at most all; `None` if that is not certain with this relative error.
    fn count(&self, units: usize, error: f64) -> Option<usize> {
        let [least, most] = [1.0 - error, 1.0 + error].map(|factor| count(units, self.part * factor).min(units));
        (least == most).then_some(least)
    }
}

/// Returns the relative error of shares: each of the numbers that are added up contributes to it.
fn error(shares: &[Share]) -> f64 {
    2.0 * shares.len() as f64 * f64::EPSILON + CERTAIN
}

/// Whether the order of the first shares is not certain.
fn has_ties(shares: &[Share], first: usize) -> bool {
    shares.windows(2).take(first).any(|pair| !pair[0].is_above(&pair[1]))
}

/// Returns the number of units for a share of them.
fn count(units: usize, share: f64) -> usize {
    (units as f64 * share + 0.5).round() as usize
}

/// Scales the shares to a sum of 1; equal shares if the sum is 0.
fn normalize(shares: &mut [f64]) {
    let sum: f64 = shares.iter().sum();
    let count = shares.len() as f64;
    shares.iter_mut().for_each(|share| *share = if sum == 0.0 { 1.0 / count } else { *share / sum });
}
