//! The ledger of a campaign: harm, gear and experience that figures carry over from battle to battle.

use std::collections::BTreeMap;

use crate::catalogs::{Attribute, FigureType, Gear, OldHarm, Rest, Roster, RosterFigure};
use foeman_engine::campaign::Veteran;

/// The entries of all figures that are carried over, by roster and by their ids there.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    pub(super) entries: BTreeMap<(String, String), LedgerEntry>,
    /// The money of the party.
    pub(super) coin: u32,
}

/// The record of one figure so far.
#[derive(Clone, Debug)]
pub(super) struct LedgerEntry {
    pub(super) name: String,
    /// The title of its roster.
    pub(super) group: String,
    pub(super) alive: bool,
    /// Whether it belongs to the party or its enemies; recruits do once they are hired.
    pub(super) is_hired: bool,
    /// Whether it stays at home in the next battle.
    pub(super) rests: bool,
    pub(super) physical: i32,
    pub(super) exhaustion: i32,
    /// Its attributes: ST, DX, IQ, MA.
    pub(super) attributes: [i32; 4],
    /// The points by which each attribute has been raised.
    pub(super) raised: [i32; 4],
    /// The total number of points bought.
    pub(super) bought: usize,
    /// Unspent experience.
    pub(super) experience: u32,
    /// All experience earned so far.
    pub(super) earned: u32,
    pub(super) gear: Vec<Gear>,
}

/// The names of the attributes in the order used here.
pub(super) const NAMES: [&str; 4] = ["ST", "DX", "IQ", "MA"];

/// The position of an attribute in [`NAMES`].
pub(super) fn place(attribute: Attribute) -> usize {
    match attribute {
        Attribute::St => 0,
        Attribute::Dx => 1,
        Attribute::Iq => 2,
        Attribute::Ma => 3,
    }
}

impl Ledger {
    /// Enters a figure of a roster at the start of the campaign.
    pub(super) fn enrol(&mut self, roster: &str, group: &str, key: &str, figure: &RosterFigure, kind: &FigureType) {
        let (own, usual) = (figure.attributes, kind.attributes);
        let attributes = [
            own.st.unwrap_or(usual.st),
            own.dx.unwrap_or(usual.dx),
            own.iq.unwrap_or(usual.iq),
            own.ma.unwrap_or(usual.ma),
        ];
        let OldHarm { physical, exhaustion } = figure.harm;
        let entry = LedgerEntry {
            name: figure.name.clone(),
            group: group.to_owned(),
            alive: true,
            is_hired: true,
            rests: false,
            physical: i32::from(physical),
            exhaustion: i32::from(exhaustion),
            attributes: attributes.map(i32::from),
            raised: [0; 4],
            bought: 0,
            experience: 0,
            earned: 0,
            gear: figure.gear.clone(),
        };
        self.entries.entry((roster.to_owned(), key.to_owned())).or_insert(entry);
    }

    /// The figures of a roster with their ids.
    pub(super) fn of<'a>(&'a self, roster: &'a str) -> impl Iterator<Item = (&'a str, &'a LedgerEntry)> {
        self.entries.iter().filter(move |((of, _), _)| of == roster).map(|((_, key), entry)| (key.as_str(), entry))
    }

    /// Whether any figure of a roster can fight another battle.
    pub(super) fn can_go_on(&self, roster: &str) -> bool {
        self.of(roster).any(|(_, entry)| entry.is_hired && entry.can_fight())
    }

    /// Heals all living figures between battles.
    pub(super) fn rest(&mut self, rest: Rest) {
        for entry in self.entries.values_mut().filter(|entry| entry.alive) {
            entry.physical = (entry.physical - i32::from(rest.physical)).max(0);
            entry.exhaustion = (entry.exhaustion - i32::from(rest.exhaustion)).max(0);
        }
    }

    /// The entries as shown to users.
    pub(super) fn veterans(&self, items: &BTreeMap<String, String>) -> Vec<Veteran> {
        self.entries.values().filter(|entry| entry.is_hired).map(|entry| entry.shown(items)).collect()
    }
}

impl LedgerEntry {
    /// modST: ST less harm.
    pub(super) fn mod_st(&self) -> i32 {
        self.attributes[0] - self.physical - self.exhaustion
    }

    /// Whether it takes part in the next battle.
    pub(super) fn fights(&self) -> bool {
        self.is_hired && !self.rests && self.can_fight()
    }

    /// Whether it is able to fight: it is alive and conscious.
    pub(super) fn can_fight(&self) -> bool {
        self.alive && self.mod_st() > 1
    }

    fn shown(&self, items: &BTreeMap<String, String>) -> Veteran {
        let learned = NAMES.iter().zip(self.raised).filter(|(_, raised)| *raised > 0);
        let carried = |gear: &Gear| {
            let id = gear.item.id();
            let title = items.get(id).map_or(id, String::as_str);
            if gear.count == 1 { title.to_owned() } else { format!("{} {title}", gear.count) }
        };
        Veteran {
            name: self.name.clone(),
            group: self.group.clone(),
            alive: self.alive,
            health: (if self.alive { self.mod_st().max(0) } else { 0 }, self.attributes[0]),
            experience: self.experience,
            earned: self.earned,
            learned: learned.map(|(name, raised)| format!("{name} +{raised}")).collect(),
            gear: self.gear.iter().map(carried).collect(),
        }
    }
}

/// The ids of a roster's figures that a side places, in the order in which the battle numbers them.
pub(super) fn placed<'a>(
    roster: &'a Roster,
    place: impl Iterator<Item = &'a String> + 'a,
) -> impl Iterator<Item = &'a str> {
    place.map(String::as_str).filter(|key| roster.figures.contains_key(*key))
}
