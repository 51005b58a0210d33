//! The content of a duel: everything that never changes during play.

use foeman_schema::catalogs::control::Control;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::dialect::Record;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::RecordKey;
use serde::{Deserialize, Serialize};

use super::catalogs::{Armour, Body, DamageRule, Duel, Duellist, Efficiency, Nature, Parity, Statistics, Weapon};
use super::constants::{BARE_EFFICIENCY, HIGHEST_LEVEL};
use super::formulas::{Thresholds, thresholds};
use super::milli::Milli;
use foeman_engine::ruleset::SideId;

/// A duel.
#[derive(Clone, Debug)]
pub struct Content {
    /// The two duellists, in the order of the duel.
    pub fighters: [Fighter; 2],
    /// How damage depends on distance (`E10`).
    pub damage: DamageRule,
    /// The last round.
    pub rounds: u32,
}

/// A duellist with its gear.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Its name.
    pub name: String,
    /// Colour of its markers, `#rrggbb`.
    pub color: String,
    /// Whether a human player decides for it in test-play.
    pub human: bool,
    /// The title of its body.
    pub body_title: String,
    /// The direction in which it can change its level (`E5`).
    pub parity: Parity,
    /// Physical statistics at the natural level.
    pub physical: Statistics,
    /// Mental statistics at the natural level.
    pub mental: Statistics,
    /// Damage capacity at the natural level.
    pub capacity: Milli,
    /// The body's entropic level.
    pub body: Vessel,
    /// Its weapon.
    pub weapon: Attack,
    /// Its armour.
    pub armour: Option<Guard>,
    /// Images of the body, the armour and the weapon, from the bottom up.
    pub images: Vec<ImageLayer>,
}

/// A part of a fighter that has an entropic level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The weapon.
    Weapon,
    /// The armour.
    Armour,
    /// The body.
    Body,
}

/// Something with an entropic level: a body, a weapon or an armour.
#[derive(Clone, Debug)]
pub struct Vessel {
    /// Its name within a sentence: `Vex`, `cold blade`.
    pub name: String,
    /// Its natural level.
    pub natural: Milli,
    /// The levels it can hold.
    pub thresholds: Thresholds,
}

/// The values of a weapon.
#[derive(Clone, Debug)]
pub struct Attack {
    /// The id of its record.
    pub record: String,
    /// The weapon's entropic level.
    pub vessel: Vessel,
    /// Whether it is artificial or natural.
    pub nature: Nature,
    /// Physical damage.
    pub damage: Milli,
    /// The amount that flows with a hit.
    pub flow: Milli,
    /// The efficiency of attack flows.
    pub efficiency: Efficiency,
    /// How far its level regenerates in a round.
    pub regeneration: Milli,
}

/// The values of an armour.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The armour's entropic level.
    pub vessel: Vessel,
    /// Whether it is artificial or natural.
    pub nature: Nature,
    /// The physical damage it absorbs.
    pub absorb: Milli,
    /// The efficiency of flows into it.
    pub efficiency: Efficiency,
    /// How far its level regenerates in a round.
    pub regeneration: Milli,
}

impl Content {
    /// Reads a duel.
    pub fn read(resolved: &Resolved) -> Result<Self, Vec<ContentError>> {
        let duel: Duel = resolved.scenario().map_err(|problem| vec![problem])?;
        let at = resolved.scenario.pointer().child("duellists");
        let (mut fighters, mut problems) = (Vec::new(), Vec::new());
        for duellist in &duel.duellists {
            match Fighter::read(resolved, duellist, &mut problems) {
                Ok(fighter) => fighters.push(fighter),
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let fighters = fighters.try_into().map_err(|found: Vec<Fighter>| {
            let message = format!("expected two duellists, found `{}`", found.len());
            vec![ContentError { pointer: at, message }]
        })?;
        Ok(Self { fighters, damage: duel.options.damage, rounds: u32::from(duel.rounds) })
    }

    /// Returns the fighter of a side.
    pub fn fighter(&self, side: SideId) -> &Fighter {
        &self.fighters[usize::from(side.0)]
    }
}

impl Fighter {
    fn read(resolved: &Resolved, duellist: &Duellist, problems: &mut Vec<ContentError>) -> Result<Self, ContentError> {
        let body = resolved.get(&duellist.body)?;
        let weapon = resolved.get(&duellist.weapon)?;
        let armour = duellist.armour.as_ref().map(|armour| resolved.get(armour)).transpose()?;
        let fighter = Self::new(duellist, &body, &weapon, armour.as_ref());
        let mut flaw = |key: RecordKey, field: &str, message: String| {
            problems.push(ContentError { pointer: key.pointer().child(field), message });
        };
        if fighter.capacity == Milli::ZERO {
            let message = "expected at least `1`, found `0`: it is dead".to_owned();
            flaw(RecordKey::new(Body::CATALOG, duellist.body.id()), "damage-capacity", message);
        }
        let guard = duellist.armour.as_ref().zip(fighter.armour.as_ref());
        let vessels = [
            Some((RecordKey::new(Body::CATALOG, duellist.body.id()), &fighter.body)),
            Some((RecordKey::new(Weapon::CATALOG, duellist.weapon.id()), &fighter.weapon.vessel)),
            guard.map(|(armour, guard)| (RecordKey::new(Armour::CATALOG, armour.id()), &guard.vessel)),
        ];
        for (key, vessel) in vessels.into_iter().flatten() {
            if let Some(message) = vessel.error() {
                flaw(key, "e-level", message);
            }
        }
        Ok(fighter)
    }

    fn new(duellist: &Duellist, body: &Body, weapon: &Weapon, armour: Option<&Armour>) -> Self {
        let natural = Milli::from(body.e_level);
        let worn = armour.into_iter().flat_map(|armour| &armour.images);
        let images = body.images.iter().chain(worn).chain(&weapon.images).cloned().collect();
        Self {
            images,
            name: duellist.name.clone(),
            color: duellist.color.clone(),
            human: duellist.control == Control::Human,
            body_title: body.title.clone(),
            parity: body.e_parity,
            physical: body.physical,
            mental: body.mental,
            capacity: body.damage_capacity.into(),
            body: Vessel {
                name: duellist.name.clone(),
                natural,
                thresholds: thresholds(natural, body.e_tolerance_up.into(), body.e_tolerance_down.into()),
            },
            weapon: Attack {
                record: duellist.weapon.id().to_owned(),
                vessel: vessel(&weapon.title, weapon.e_level, weapon.lower_threshold, weapon.upper_threshold),
                nature: weapon.kind,
                damage: weapon.damage.into(),
                flow: weapon.e_flow.into(),
                efficiency: weapon.attack_efficiency,
                regeneration: weapon.regeneration.into(),
            },
            armour: armour.map(|armour| Guard {
                vessel: vessel(&armour.title, armour.e_level, armour.lower_threshold, armour.upper_threshold),
                nature: armour.kind,
                absorb: armour.absorb.into(),
                efficiency: armour.defence_efficiency,
                regeneration: armour.regeneration.into(),
            }),
        }
    }

    /// Returns the entropic level of a part; `None` for an armour it does not wear.
    pub fn vessel(&self, part: Part) -> Option<&Vessel> {
        match part {
            Part::Weapon => Some(&self.weapon.vessel),
            Part::Armour => self.armour.as_ref().map(|armour| &armour.vessel),
            Part::Body => Some(&self.body),
        }
    }

    /// Returns the parts through which its own strikes flow, in order (`E9`).
    pub fn attack_chain(&self) -> Vec<Part> {
        match (self.weapon.nature, &self.armour) {
            (Nature::Artificial, Some(_)) => vec![Part::Weapon, Part::Armour, Part::Body],
            (Nature::Natural, _) | (_, None) => vec![Part::Weapon, Part::Body],
        }
    }

    /// Returns the parts through which an enemy's strikes flow, in order (`E9`).
    pub fn defence_chain(&self) -> Vec<Part> {
        if self.armour.is_some() { vec![Part::Armour, Part::Body] } else { vec![Part::Body] }
    }

    /// Returns the weapon's efficiency for a rising or falling level (`E8`).
    pub fn attack_efficiency(&self, direction: i32) -> Milli {
        one_way(&self.weapon.efficiency, direction)
    }

    /// Returns the armour's efficiency for a rising or falling level (`E8`).
    pub fn defence_efficiency(&self, direction: i32) -> Milli {
        self.armour.as_ref().map_or(BARE_EFFICIENCY, |armour| one_way(&armour.efficiency, direction))
    }

    /// Returns the damage that the armour absorbs (`E10`).
    pub fn absorb(&self) -> Milli {
        self.armour.as_ref().map_or(Milli::ZERO, |armour| armour.absorb)
    }
}

impl Vessel {
    /// Returns the reason if its natural level is outside its thresholds (`E1`).
    fn error(&self) -> Option<String> {
        let Thresholds { lower, upper } = self.thresholds;
        let natural = self.natural;
        if natural < lower || upper < natural {
            return Some(format!("expected a level from `{lower}` to `{upper}`, found `{natural}`"));
        }
        (upper > HIGHEST_LEVEL).then(|| format!("expected levels up to `{HIGHEST_LEVEL}`, found `{upper}`"))
    }
}

/// Inside a sentence a title starts in lower case.
fn vessel(title: &str, natural: u8, lower: u8, upper: u8) -> Vessel {
    let mut letters = title.chars();
    let name = letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default();
    Vessel { name, natural: natural.into(), thresholds: Thresholds { lower: lower.into(), upper: upper.into() } }
}

fn one_way(efficiency: &Efficiency, direction: i32) -> Milli {
    if direction > 0 { efficiency.plus.into() } else { efficiency.minus.into() }
}
