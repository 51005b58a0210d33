//! Auras: the sum of all modifiers that reach a faction's units, by site.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::ids::{SiteId, VariableId};

/// The modifiers of one faction's units, by site and variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aura {
    everywhere: Tally,
    /// The sites in groups of [`PART`], which copies share until one of their sites changes.
    at: BTreeMap<u32, Arc<BTreeMap<SiteId, Tally>>>,
    /// The number of sites, if modifiers that apply everywhere are stored separately for each site.
    spelt_out: Option<u32>,
}

/// The number of sites that are copied together.
const PART: u32 = 256;

/// The modifiers of a unit in a site.
#[derive(Clone, Copy, Debug)]
pub struct Gains<'a> {
    near: Option<&'a Tally>,
    far: &'a Tally,
}

impl Gains<'_> {
    /// Returns the modifier of a variable.
    pub fn of(self, variable: VariableId) -> i32 {
        let near = self.near.and_then(|tally| tally.get(&variable));
        let far = self.far.get(&variable);
        near.copied().unwrap_or_default().wrapping_add(far.copied().unwrap_or_default())
    }
}

/// The place at which a modifier applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// In every site.
    Everywhere,
    /// In one site.
    At(SiteId),
}

/// Amounts by variable. Amounts that have become 0 remain listed.
type Tally = BTreeMap<VariableId, i32>;

impl Aura {
    /// Returns the modifier of a variable for a unit in a site.
    pub fn at(&self, site: SiteId, variable: VariableId) -> i32 {
        self.in_site(site).of(variable)
    }

    /// Returns the modifiers of all variables for a unit in a site.
    pub fn in_site(&self, site: SiteId) -> Gains<'_> {
        Gains { near: self.near(site), far: &self.everywhere }
    }

    /// Returns the aura with all modifiers stored by site and without zeros, as Hexkit's computer player copies it.
    pub(super) fn spelt_out(&self, sites: u32) -> Self {
        let mut spelt = Self { everywhere: Tally::new(), at: BTreeMap::new(), spelt_out: Some(sites) };
        for site in (0..sites).map(SiteId) {
            let near = self.near(site).into_iter().flatten();
            let mut tally = self.everywhere.clone();
            near.for_each(|(&variable, value)| *tally.entry(variable).or_default() += value);
            tally.retain(|_, sum| *sum != 0);
            *spelt.near_mut(site) = tally;
        }
        spelt
    }

    fn near(&self, site: SiteId) -> Option<&Tally> {
        self.at.get(&(site.0 / PART))?.get(&site)
    }

    fn near_mut(&mut self, site: SiteId) -> &mut Tally {
        Arc::make_mut(self.at.entry(site.0 / PART).or_default()).entry(site).or_default()
    }

    pub(super) fn add(&mut self, place: Where, variable: VariableId, value: i32) {
        self.each(place, |tally| {
            let sum = tally.entry(variable).or_default();
            *sum = sum.wrapping_add(value);
        });
    }

    /// Subtracts an amount; does nothing if the variable has none.
    pub(super) fn take(&mut self, place: Where, variable: VariableId, value: i32) {
        self.each(place, |tally| {
            if let Some(sum) = tally.get_mut(&variable) {
                *sum = sum.wrapping_sub(value);
            }
        });
    }

    fn each(&mut self, place: Where, mut change: impl FnMut(&mut Tally)) {
        match (place, self.spelt_out) {
            (Where::Everywhere, Some(sites)) => {
                (0..sites).for_each(|site| change(self.near_mut(SiteId(site))));
            }
            (Where::Everywhere, None) => change(&mut self.everywhere),
            (Where::At(site), _) => change(self.near_mut(site)),
        }
    }
}
