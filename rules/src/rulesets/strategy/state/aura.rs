//! What a faction's units gain or lose by what is around: the sum of all modifiers that reach a site.

use std::collections::BTreeMap;

use super::super::ids::{SiteId, VariableId};

/// What the units of one faction gain by site and variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aura {
    everywhere: Tally,
    at: BTreeMap<SiteId, Tally>,
}

/// Where a modifier counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// In every site.
    Everywhere,
    /// In one.
    At(SiteId),
}

/// Amounts by variable. What has come down to 0 stays listed.
type Tally = BTreeMap<VariableId, i32>;

impl Aura {
    /// What a unit in a site gains.
    pub fn at(&self, site: SiteId, variable: VariableId) -> i32 {
        let near = self.at.get(&site).and_then(|tally| tally.get(&variable));
        let far = self.everywhere.get(&variable);
        near.copied().unwrap_or_default().wrapping_add(far.copied().unwrap_or_default())
    }

    pub(super) fn add(&mut self, place: Where, variable: VariableId, value: i32) {
        let tally = match place {
            Where::Everywhere => &mut self.everywhere,
            Where::At(site) => self.at.entry(site).or_default(),
        };
        let sum = tally.entry(variable).or_default();
        *sum = sum.wrapping_add(value);
    }

    /// Takes away what was added; nothing where nothing ever was.
    pub(super) fn take(&mut self, place: Where, variable: VariableId, value: i32) {
        let tally = match place {
            Where::Everywhere => Some(&mut self.everywhere),
            Where::At(site) => self.at.get_mut(&site),
        };
        if let Some(sum) = tally.and_then(|tally| tally.get_mut(&variable)) {
            *sum = sum.wrapping_sub(value);
        }
    }
}
