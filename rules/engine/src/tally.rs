//! Battle statistics: harm, falls and uses in one battle. Plain data without a ruleset's types, small enough to keep
//! for a million battles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::outcome::SideId;

/// The figures and means that the statistics of one content cover; a [`Tally`] refers to them by position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Register {
    /// The figures, or types of figures.
    pub figures: Vec<Entrant>,
    /// The means they use: items, spells, their own bodies.
    pub means: Vec<Means>,
}

/// A figure, or a type of figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entrant {
    /// Its id in the content.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// Its side; `None` if it may be on any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
}

/// Something that figures use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Means {
    /// Its id in the content, with the catalog if it is a record: `items/dagger`.
    pub id: String,
    /// Its display name.
    pub name: String,
}

/// The statistics of one battle; figures that did nothing are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tally {
    /// The harm done and taken, in the order of the register.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub harm: Box<[Harm]>,
    /// The figures that fell, and who felled them.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub felled: Box<[Felled]>,
    /// The means used, by side.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub used: Box<[Used]>,
}

/// The harm a figure did and took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    /// Its position in the register.
    pub figure: u16,
    /// The harm done to others, including friends, in points.
    pub dealt: u32,
    /// The harm taken, including from itself, in points.
    pub taken: u32,
}

/// How often one figure felled another. A figure falls when it stops taking part in the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Felled {
    /// The position of the fallen figure in the register.
    pub figure: u16,
    /// The position of the figure that felled it, which may be the same; `None` if no figure did.
    pub by: Option<u16>,
    /// The number of times; figures of one type are counted together.
    pub times: u16,
}

/// How often a side used something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Used {
    /// Its position in the register.
    pub means: u16,
    /// The side of the user.
    pub side: SideId,
    /// The number of times.
    pub times: u32,
    /// The harm done with it, in points.
    pub dealt: u32,
}

fn is_empty<T>(list: &[T]) -> bool {
    list.is_empty()
}

impl Tally {
    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.harm.is_empty() && self.felled.is_empty() && self.used.is_empty()
    }
}

impl Register {
    /// Whether it covers no figures and no means.
    pub fn is_empty(&self) -> bool {
        self.figures.is_empty() && self.means.is_empty()
    }
}

/// The statistics of a battle in progress.
#[derive(Clone, Debug, Default)]
pub struct Count {
    harm: BTreeMap<u16, [u32; 2]>,
    felled: BTreeMap<(u16, Option<u16>), u16>,
    used: BTreeMap<(u16, SideId), [u32; 2]>,
}

impl Count {
    /// Records `points` of harm to a figure, done by another, itself or no figure.
    pub fn harmed(&mut self, figure: u16, by: Option<u16>, points: u32) {
        let [_, taken] = self.harm.entry(figure).or_default();
        *taken = taken.saturating_add(points);
        if let Some(by) = by.filter(|by| *by != figure) {
            let [dealt, _] = self.harm.entry(by).or_default();
            *dealt = dealt.saturating_add(points);
        }
    }

    /// Records that a figure fell, by another, itself or no figure.
    pub fn fell(&mut self, figure: u16, by: Option<u16>) {
        let times = self.felled.entry((figure, by)).or_default();
        *times = times.saturating_add(1);
    }

    /// Records that a side used something.
    pub fn used(&mut self, means: u16, side: SideId) {
        let [times, _] = self.used.entry((means, side)).or_default();
        *times = times.saturating_add(1);
    }

    /// Records `points` of harm done with something a side used.
    pub fn dealt(&mut self, means: u16, side: SideId, points: u32) {
        let [_, dealt] = self.used.entry((means, side)).or_default();
        *dealt = dealt.saturating_add(points);
    }

    /// Returns the finished statistics.
    pub fn tally(self) -> Tally {
        let harm = self.harm.into_iter().map(|(figure, [dealt, taken])| Harm { figure, dealt, taken });
        let felled = self.felled.into_iter().map(|((figure, by), times)| Felled { figure, by, times });
        let used = self.used.into_iter().map(|((means, side), [times, dealt])| Used { means, side, times, dealt });
        Tally { harm: harm.collect(), felled: felled.collect(), used: used.collect() }
    }
}
