//! `dominated-item`: an item without any advantage over another.

use std::collections::BTreeMap;

use foeman_schema::check::{Check, LEADERS, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::{Subject, Survey};
use foeman_schema::text::RecordKey;

use crate::catalogs::{Carry, Item, ItemClass, Protection, Quality, Ready, Skill};
use crate::notation::{DamageDice, DamageStat};

pub(super) static CHECK: Check = Check {
    name: "dominated-item",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::Leaders(alike),
    summary: "Another item is at least as good in every respect, and better in one",
    doc: "\
The check compares weapons, shields and armour of the same class, hands, skill, quality and carry limit.
It reports an item if another one does or stops at least as much damage, needs no more ST and is no heavier.
Damage is compared only if the difference does not depend on dice: the same number of dice, with changes to the same ones.
Items with effects, a talent or a bypass are never reported.
Each item is compared with the 64 similar items that need the least ST.
Make the item lighter, better or usable with less ST, or delete it.",
    bad: r##"items:
  sword: {title: Sword, class: wpn, size: 10, requires: {st: 11}, damage: -1H}
  blunt-sword: {title: Blunt sword, class: wpn, size: 12, requires: {st: 11}, damage: -1H T-1}
"##,
    fix: &[("12, requires: {st: 11", "12, requires: {st: 9")],
    run,
};

/// The properties by which comparable items are grouped.
type Sort = (ItemClass, Ready, Skill, Quality, Carry);

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut sorts: BTreeMap<Sort, Vec<(&RecordKey, &Item)>> = BTreeMap::new();
    for (key, item) in survey.records::<Item>().filter(|(_, item)| is_plain(item)) {
        sorts.entry(sort(item)).or_default().push((key, item));
    }
    for mut items in sorts.into_values() {
        items.sort_by_key(|(_, item)| rank(item));
        for (key, item) in &items {
            // An item is not better than itself.
            let mut least = items.iter().take(LEADERS);
            let Some((other, better)) = least.find(|(_, other)| is_better(other, item)) else { continue };
            let Some(place) = survey.draft.key_place(&key.pointer()) else { continue };
            let message = format!(
                "{} has no advantage: {} is at least as good in every respect, and better in one",
                item.title, better.title
            );
            let mut finding = check.finding(place, key.pointer(), message);
            finding.help = Some("make it lighter, better or usable with less ST, or delete it".to_owned());
            let label = format!("`{}` is better", other.id);
            finding.related.extend(survey.draft.key_place(&other.pointer()).map(|place| (place, label)));
            findings.push(finding);
        }
    }
}

fn alike(subject: &Subject<'_>) -> Option<(u64, u64)> {
    let item = subject.record::<Item>().filter(|item| is_plain(item))?;
    let (class, ready, skill, quality, carry) = sort(item);
    let kinds = [class as u64, ready as u64, skill as u64, quality as u64, carry as u64];
    Some((kinds.into_iter().fold(0, |group, kind| group << 8 | kind), rank(item)))
}

/// Items that need less ST come first, and of these the lighter ones.
fn rank(item: &Item) -> u64 {
    u64::from(item.requires.st) << 16 | u64::from(item.size)
}

fn sort(item: &Item) -> Sort {
    (item.class, item.ready, item.weapon_skill(), item.quality, item.carry)
}

/// Whether an item is fully described by its numbers.
fn is_plain(item: &Item) -> bool {
    matches!(item.class, ItemClass::Wpn | ItemClass::Shd | ItemClass::Amr)
        && item.effects.is_empty()
        && item.talent.is_none()
        && item.bypass.is_normal()
        && item.counts_as.is_none()
}

/// The attacks of an item: damage and range of each.
fn ways(item: &Item) -> [Option<(&DamageStat, u32)>; 6] {
    let strike = item.damage.as_ref();
    let jab = item.jab.as_ref().and_then(|jab| jab.damage.as_ref().or(strike));
    let hurl = item.hurl.as_ref().and_then(|hurl| Some((hurl.damage.as_ref().or(strike)?, u32::from(hurl.range))));
    // Longer loading is worse.
    let fire = item
        .fire
        .as_ref()
        .map(|fire| (&fire.damage, u32::from(fire.range) * 1000 + 999 - u32::from(fire.reload.required())));
    let both = item.two_handed.as_ref().map(|grip| &grip.damage);
    let also = item.also.wpn.as_ref().map(|also| &also.damage);
    [strike.map(|it| (it, 0)), jab.map(|it| (it, 0)), hurl, fire, both.map(|it| (it, 0)), also.map(|it| (it, 0))]
}

fn wards(item: &Item) -> [Protection; 2] {
    [item.stops, item.also.shd.as_ref().map_or_else(Protection::default, |also| also.stops)]
}

/// Whether one item is at least as good in everything and better in something.
fn is_better(one: &Item, other: &Item) -> bool {
    let same_ammunition = match (&one.fire, &other.fire) {
        (Some(one), Some(other)) => one.ammo == other.ammo && one.reload.by == other.reload.by,
        (_, fire) => fire.is_none(),
    };
    if one.requires.st > other.requires.st || one.size > other.size || !same_ammunition {
        return false;
    }
    let mut better = one.requires.st < other.requires.st || one.size < other.size;
    for (own, their) in ways(one).into_iter().zip(ways(other)) {
        match (own, their) {
            (_, None) => better |= own.is_some(),
            (None, Some(_)) => return false,
            (Some((own, reach)), Some((their, their_reach))) => {
                if !is_no_less(own, their) || reach < their_reach {
                    return false;
                }
                better |= own != their || reach > their_reach;
            }
        }
    }
    for (own, their) in wards(one).into_iter().zip(wards(other)) {
        if own.protection < their.protection || own.rating < their.rating || own.block < their.block {
            return false;
        }
        better |= own != their;
    }
    better
}

/// Whether damage is at least as high for every roll, as far as this follows without the dice.
fn is_no_less(one: &DamageStat, other: &DamageStat) -> bool {
    let dice = match (one.dice, other.dice) {
        (DamageDice::HitLess(own), DamageDice::HitLess(their)) => own <= their,
        (DamageDice::Fixed(own), DamageDice::Fixed(their)) => own >= their,
        _ => false,
    };
    let pairs = one.mods.iter().zip(&other.mods);
    let alike =
        || pairs.clone().all(|(own, their)| own.role == their.role && own.under == their.under && own.add >= their.add);
    let (own, their) = (one.mods.len(), other.mods.len());
    let extra = one.mods.iter().skip(their).all(|change| change.add >= 0)
        && other.mods.iter().skip(own).all(|change| change.add <= 0);
    dice && alike() && extra
}
