//! The worth of sites to computer players.
//!
//! The rules use floating-point numbers only here, in `situation/worth.rs` and in Seeker's building and placing
//! (`players/settle.rs`, `players/threat.rs`), as Hexkit does, because the results are compared. Only sums, products and
//! quotients are used, which every machine rounds the same way.

use super::{Asset, Shared, Site, State};

impl Asset {
    /// Returns its worth, from 0 to 1: its class's worth, reduced by the resources it has lost.
    pub fn amount(&self) -> f64 {
        let share =
            |[now, initial]: [i32; 2]| if now == 0 || initial == 0 { 0.0 } else { f64::from(now) / f64::from(initial) };
        self.left.iter().fold(f64::from(self.worth) / 1000.0, |worth, &left| worth * share(left)).min(1.0)
    }
}

impl Site {
    /// Whether any of its terrains may be worth something.
    pub fn has_assets(&self) -> bool {
        !self.relief.assets.is_empty()
    }

    /// Returns the worth of its terrains to any faction.
    pub fn worth(&self) -> f64 {
        self.relief.assets.iter().map(Asset::amount).sum()
    }
}

impl State {
    /// Returns the worth of the most valuable site.
    pub fn most_worth(&self) -> f64 {
        self.peak.worth()
    }
}

/// The worth of the most valuable site, kept up to date so that computer players need not compare all sites.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Peak {
    /// The bits of the worth, which is at least 0.
    worth: u64,
    /// The number of sites that are worth that much; it is not counted if the worth is 0.
    sites: u32,
}

impl Peak {
    /// Returns the worth.
    pub(super) fn worth(self) -> f64 {
        f64::from_bits(self.worth)
    }

    /// Counts the change of one site, which has been made already.
    pub(super) fn change(&mut self, sites: &Shared<Site>, before: f64, after: f64) {
        let most = self.worth();
        if before == after || (before < most && after < most) {
            return;
        }
        if after > most {
            *self = Self { worth: after.to_bits(), sites: 1 };
        } else if most > 0.0 && after == most {
            self.sites += 1;
        } else if most > 0.0 && before == most {
            self.sites -= 1;
            if self.sites == 0 {
                *self = Self::of(sites);
            }
        }
    }

    /// Compares all sites.
    pub(super) fn of(sites: &Shared<Site>) -> Self {
        let mut peak = Self::default();
        for worth in sites.iter().map(Site::worth).filter(|worth| *worth > 0.0) {
            if worth > peak.worth() {
                peak = Self { worth: worth.to_bits(), sites: 1 };
            } else if worth == peak.worth() {
                peak.sites += 1;
            }
        }
        peak
    }
}

#[cfg(test)]
mod tests {
    use std::iter;
    use std::sync::Arc;

    use super::super::Relief;
    use super::*;

    #[test]
    fn the_most_valuable_site_is_known_after_every_change() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut sites: Shared<Site> = iter::repeat_n(Site::default(), 7).collect();
        let mut peak = Peak::default();
        let mut drops = 0;
        for _ in 0..2_000 {
            let at = random.usize(..sites.len());
            let before = sites[at].worth();
            let most = peak.worth();
            let mut asset = || Asset { worth: 250 * random.u16(..3), left: vec![[random.i32(-1..3), 2]] };
            let assets = (0..at % 3).map(|_| asset()).collect();
            sites[at].relief = Arc::new(Relief { assets, ..Relief::default() });
            let after = sites[at].worth();
            peak.change(&sites, before, after);
            assert_eq!(peak, Peak::of(&sites), "{before} became {after}");
            drops += u32::from(peak.worth() < most);
        }
        assert!(drops > 50, "{drops}");
    }
}
