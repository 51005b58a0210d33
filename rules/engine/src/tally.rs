//! What was done in a battle, summed up: who harmed and felled whom, and what was used. Plain data without a ruleset's
//! types, small enough to be kept of a million battles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::outcome::SideId;

/// Who and what the battles with one content tell of; a [`Tally`] names them by their positions here.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Register {
    /// Figures, or types of them.
    pub figures: Vec<Entrant>,
    /// What they use: items, spells, their own bodies.
    pub means: Vec<Means>,
}

/// A figure, or a type of figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entrant {
    /// What content calls it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its side; nothing where it may be of any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
}

/// Something that figures use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Means {
    /// What content calls it, with its catalog where it is a record: `items/dagger`.
    pub id: String,
    /// What people call it.
    pub name: String,
}

/// What was done in one battle; whoever did nothing is not in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tally {
    /// Who harmed others or was harmed, in the order of the register.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub harm: Box<[Harm]>,
    /// Who fell, and by whom.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub felled: Box<[Felled]>,
    /// What was used, and by which side.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub used: Box<[Used]>,
}

/// How much harm a figure did and took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    /// Its position in the register.
    pub figure: u16,
    /// What it did to others, friends among them, in points.
    pub dealt: u32,
    /// What was done to it, by itself too, in points.
    pub taken: u32,
}

/// How often a figure fell by another: was there and took part no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Felled {
    /// The position in the register of who fell.
    pub figure: u16,
    /// Of who felled it, which may be itself; nothing where nobody did.
    pub by: Option<u16>,
    /// How often: figures of one type are one here.
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
    /// How often.
    pub times: u32,
    /// The harm that was done with it, in points.
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
    /// Whether there is nobody and nothing to tell of.
    pub fn is_empty(&self) -> bool {
        self.figures.is_empty() && self.means.is_empty()
    }
}

/// A tally while the battle goes on.
#[derive(Clone, Debug, Default)]
pub struct Count {
    harm: BTreeMap<u16, [u32; 2]>,
    felled: BTreeMap<(u16, Option<u16>), u16>,
    used: BTreeMap<(u16, SideId), [u32; 2]>,
}

impl Count {
    /// A figure took so many points of harm, by another, itself or nobody.
    pub fn harmed(&mut self, figure: u16, by: Option<u16>, points: u32) {
        let [_, taken] = self.harm.entry(figure).or_default();
        *taken = taken.saturating_add(points);
        if let Some(by) = by.filter(|by| *by != figure) {
            let [dealt, _] = self.harm.entry(by).or_default();
            *dealt = dealt.saturating_add(points);
        }
    }

    /// A figure fell, by another, itself or nobody.
    pub fn fell(&mut self, figure: u16, by: Option<u16>) {
        let times = self.felled.entry((figure, by)).or_default();
        *times = times.saturating_add(1);
    }

    /// A side used something.
    pub fn used(&mut self, means: u16, side: SideId) {
        let [times, _] = self.used.entry((means, side)).or_default();
        *times = times.saturating_add(1);
    }

    /// What a side used did so many points of harm.
    pub fn dealt(&mut self, means: u16, side: SideId, points: u32) {
        let [_, dealt] = self.used.entry((means, side)).or_default();
        *dealt = dealt.saturating_add(points);
    }

    /// All of it.
    pub fn tally(self) -> Tally {
        let harm = self.harm.into_iter().map(|(figure, [dealt, taken])| Harm { figure, dealt, taken });
        let felled = self.felled.into_iter().map(|((figure, by), times)| Felled { figure, by, times });
        let used = self.used.into_iter().map(|((means, side), [times, dealt])| Used { means, side, times, dealt });
        Tally { harm: harm.collect(), felled: felled.collect(), used: used.collect() }
    }
}
