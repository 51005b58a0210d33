//! The tables of a figure's printed sheet, computed with the functions that battles use.

use super::alone::{OTHER, OWN};
use super::odds::verb;
use crate::attack::Attack;
use crate::catalogs::{ItemClass, Protection};
use crate::constants::{MOST_DICE, ORDINARY_DICE};
use crate::notation::bypass::Stops;
use crate::option::Mode;
use crate::phases::spell_casting::{casting_cost, needed};
use crate::rolls::success::{self, AutomaticMiss};
use crate::rolls::{Addition, Total};
use crate::situation::protection::{self, Source};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, values};
use crate::state::Condition;
use foeman_engine::sheet::{Table, Tables, Track};

/// The numbers of dice in tables of odds: more are rarely chosen.
const DICE: std::ops::RangeInclusive<u8> = 1..=6;

/// The tables that a figure needs, and the points to tick.
pub(super) fn tables(now: Situation<'_>) -> Tables {
    let tables = [attacks(now), protections(now), spells(now), talents(now)];
    Tables { tables: tables.into_iter().flatten().collect(), tracks: tracks(now) }
}

/// The odds of each attack on the dummy opponent, by the number of dice (`F7.1`, `F7.2`, `F7.4`).
fn attacks(now: Situation<'_>) -> Option<Table> {
    let arms = weapons::all(now, OWN);
    let rows: Vec<Vec<String>> = arms.into_iter().map(|arm| attack(now, arm)).collect();
    let columns = ["Attack", "Damage", "Range", "Hits on"].map(str::to_owned).into_iter();
    (!rows.is_empty()).then(|| Table {
        title: "Attacks".to_owned(),
        about: "Chance to hit from the front by the number of dice, and the damage dice that count".to_owned(),
        columns: columns.chain(DICE.map(dice)).collect(),
        rows,
    })
}

fn attack(now: Situation<'_>, arm: Arm<'_>) -> Vec<String> {
    let verb = verb(arm.weapon.mode);
    let range = if arm.weapon.range > 0 { values::weapon_range(now, OWN, OTHER, arm) } else { 0 };
    let with = |dice: u8| Attack::<Total>::ordinary(now, (OWN, OTHER), arm, dice);
    let odds = DICE.map(|dice| {
        let attack = with(dice);
        format!("{} %, {}D", attack.chance().percent(), attack.damage_dice.min(attack.limit))
    });
    let range = if range > 0 { range.to_string() } else { "–".to_owned() };
    let needed = with(ORDINARY_DICE).needed.total();
    let first = [format!("{}, {verb}", arm.weapon.title), arm.weapon.damage.to_string(), range, needed.to_string()];
    first.into_iter().chain(odds).collect()
}

fn dice(number: u8) -> String {
    if number == 1 { "1 die".to_owned() } else { format!("{number} dice") }
}

/// The remaining part of each protection, by the digit for armour or shield in a bypass record (`F8.3`, `F8.5`).
fn protections(now: Situation<'_>) -> Option<Table> {
    let guards = protection::in_the_way(now, OWN, OTHER, Mode::Strike);
    let row = |(source, stops): &(Source, Protection)| {
        let (title, left): (&str, Box<dyn Fn(Stops) -> Protection>) = match *source {
            Source::Item { item } => {
                let kind = now.item_kind(item);
                let magical = protection::is_magical(kind);
                (&kind.title, Box::new(move |bypass| protection::left_by(bypass, magical, *stops)))
            }
            // The hide counts as armour without magic.
            Source::Hide => ("hide", Box::new(|bypass| protection::left_by(bypass, false, *stops))),
            // No digit for armour or shield affects it.
            Source::Ward => ("magic", Box::new(|_| *stops)),
        };
        let cells = KINDS.iter().map(|(_, bypass)| stopped(left(*bypass)));
        std::iter::once(title.to_owned()).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = guards.iter().map(row).collect();
    let columns = KINDS.iter().map(|(name, _)| (*name).to_owned());
    (!rows.is_empty()).then(|| Table {
        title: "Protection from the front".to_owned(),
        about: "Points stopped, and more on a die, by the digit of the attack's bypass".to_owned(),
        columns: std::iter::once("Source".to_owned()).chain(columns).collect(),
        rows,
    })
}

/// The digits for armour and shield in a bypass record.
const KINDS: [(&str, Stops); 5] = [
    ("9 as usual", Stops::Normal),
    ("2 only on a die", Stops::NoProtection),
    ("1 only magical", Stops::OnlyMagical),
    ("3 magical, on a die", Stops::OnlyMagicalNoProtection),
    ("0 nothing", Stops::Nothing),
];

fn stopped(stops: Protection) -> String {
    match (stops.protection, stops.rating) {
        (0, 0) => "–".to_owned(),
        (always, 0) => always.to_string(),
        (0, rating) => format!("{} on 1–{rating}", stops.block),
        (always, rating) => format!("{always}, +{} on 1–{rating}", stops.block),
    }
}

/// The spells that the figure knows, with the costs for it (`F11.1`, `F11.2`).
fn spells(now: Situation<'_>) -> Option<Table> {
    let row = |id: &crate::ids::SpellId| {
        let spell = now.content.spell(*id);
        let (limit, _) = needed(now, OWN, spell, None);
        let chance = success::chance(ORDINARY_DICE, limit.total(), AutomaticMiss::Threatens).percent();
        vec![
            spell.title.clone(),
            spell.iq.to_string(),
            format!("{} ST", casting_cost(now, OWN, spell).total()),
            spell.renewal.map_or_else(|| "–".to_owned(), |cost| format!("{cost} ST")),
            spell.range.map_or_else(|| "in sight".to_owned(), |range| range.to_string()),
            limit.total().to_string(),
            format!("{chance} %"),
            spell.resist.map_or_else(|| "–".to_owned(), |roll| roll.to_string()),
        ]
    };
    let rows: Vec<Vec<String>> = now.kind(OWN).spells.iter().map(row).collect();
    let odds = dice(ORDINARY_DICE);
    let columns = ["Spell", "IQ", "Costs", "Renewal", "Range", "Works on", &odds, "Resisted by"];
    (!rows.is_empty()).then(|| Table {
        title: "Spells".to_owned(),
        about: "Without penalties for the distance".to_owned(),
        columns: columns.map(str::to_owned).into(),
        rows,
    })
}

/// The talents that cost something when they are used (`F7.9`, `F7.10`).
fn talents(now: Situation<'_>) -> Option<Table> {
    let talents = now.kind(OWN).talents.iter().map(|id| now.content.talent(*id));
    let rows: Vec<Vec<String>> = talents
        .map(|talent| {
            let cost = |cost: u8, of: &str| if cost > 0 { format!("{cost} {of}") } else { "–".to_owned() };
            vec![talent.title.clone(), talent.iq.to_string(), cost(talent.cost.st, "ST"), cost(talent.cost.iq, "IQ")]
        })
        .collect();
    (!rows.is_empty()).then(|| Table {
        title: "Talents".to_owned(),
        about: String::new(),
        columns: ["Talent", "IQ", "Each use costs", "and"].map(str::to_owned).into(),
        rows,
    })
}

/// ST and counted gear (`F8.2`, `F10.2`).
fn tracks(now: Situation<'_>) -> Vec<Track> {
    let strength = now.mod_st(OWN);
    let end = match Condition::at(1) {
        Condition::Unconscious => "unconscious at 1, dead at 0",
        _ => "dead at 0",
    };
    let amount = |amount: i32| u32::try_from(amount).unwrap_or_default();
    let mut tracks = vec![Track { name: "ST".to_owned(), amount: amount(strength), end: end.to_owned() }];
    let costs_iq = |id: &crate::ids::TalentId| now.content.talent(*id).cost.iq > 0;
    if now.kind(OWN).talents.iter().any(costs_iq) {
        let left = now.mod_iq(OWN);
        tracks.push(Track { name: "IQ".to_owned(), amount: amount(left), end: String::new() });
    }
    let counted = now.gear(OWN).filter(|&item| {
        let kind = now.item_kind(item);
        kind.counted || kind.class == ItemClass::Amo
    });
    tracks.extend(counted.map(|item| Track {
        name: now.item_kind(item).title.clone(),
        amount: u32::from(now.item(item).count),
        end: String::new(),
    }));
    tracks
}

const _: () = assert!(*DICE.end() <= MOST_DICE, "tables list only numbers of dice that can be chosen");
