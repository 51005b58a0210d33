//! Mistakes in the gear, skills and spells of figures.

use std::cmp::Ordering;

use fastrand::Rng;

use super::text::{Pack, Site};
use super::{At, Kind, Mutation, pick};

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "spell-above-iq", check: "above-iq", at: &["rosters/*/figures/*/spells"], plant: spell_above_iq },
    Kind {
        name: "known-twice",
        check: "known-twice",
        at: &["rosters/*/figures/*/talents", "rosters/*/figures/*/spells"],
        plant: known_twice,
    },
    Kind { name: "too-heavy", check: "too-weak", at: &["rosters/*/figures/*/gear/*/item"], plant: too_heavy },
    Kind {
        name: "ammunition-for-nothing",
        check: "idle-ammunition",
        at: &["rosters/*/figures/*/gear"],
        plant: ammunition_for_nothing,
    },
    Kind {
        name: "nothing-to-shoot",
        check: "no-ammunition",
        at: &["rosters/*/figures/*/gear/*/item"],
        plant: nothing_to_shoot,
    },
];

/// Returns an attribute of a figure: its own, or the attribute of its type.
fn attribute(pack: &Pack, figure: &[&str], attribute: &str) -> Option<i32> {
    let own = pack.find(&[figure, &["attributes", attribute]].concat()).map(|(file, site)| file.scalar(site));
    let kind = pack.value(&[figure, &["type"]].concat())?;
    own.or_else(|| pack.value(&["figures", kind, "attributes", attribute]))?.parse().ok()
}

/// Returns the gear of a figure.
fn gear<'a>(at: &'a At<'_>) -> Vec<&'a str> {
    let figure = &at.site.path[..4];
    let is_item = |site: &&Site| site.is_like("rosters/*/figures/*/gear/*/item") && site.path[..4] == *figure;
    at.file.sites.iter().filter(is_item).map(|site| at.file.scalar(site)).collect()
}

fn ammunition<'a>(pack: &'a Pack, item: &str) -> Option<&'a str> {
    pack.value(&["items", item, "fire", "ammo"])
}

fn spell_above_iq(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let figure = at.site.steps();
    let iq = attribute(at.pack, &figure[..4], "iq")?;
    let level = |spell: &str| at.pack.value(&["spells", spell, "iq"])?.parse::<i32>().ok();
    let known: Vec<&Site> = at.file.below(at.site).collect();
    let is_known = |spell: &str| known.iter().any(|site| at.file.scalar(site) == spell);
    let above = |spell: &&str| level(spell).map(|level| level.cmp(&iq)) == Some(Ordering::Greater) && !is_known(spell);
    let spells: Vec<&str> = at.pack.ids("spells").into_iter().filter(above).collect();
    let (spell, place) = (*pick(&spells, rng)?, pick(&known, rng)?.value.clone());
    Some(match rng.bool() {
        true => at.write(place, spell),
        false => at.write(place.start..place.start, format!("{spell}, ")).told_within(0..spell.len()),
    })
}

fn known_twice(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let known: Vec<&Site> = at.file.below(at.site).collect();
    let (one, after) = (rng.usize(..known.len()), rng.usize(..known.len()));
    let name = at.file.scalar(known[one]);
    let end = known[after].value.end;
    let mutation = at.write(end..end, format!(", {name}")).told_within(2..2 + name.len());
    // If the new spell comes before the old one, the old one is reported as the duplicate.
    Some(if after < one { mutation.told_at(known[one].value.clone()) } else { mutation })
}

fn too_heavy(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (pack, old, figure) = (at.pack, at.text(), at.site.steps());
    let strength = attribute(pack, &figure[..4], "st")?;
    let word = |item: &str, key: &str| pack.value(&["items", item, key]).unwrap_or_default().to_owned();
    let alike = |item: &str| ["class", "ready", "carry", "quality"].iter().all(|key| word(item, key) == word(old, key));
    let plain =
        |item: &str| ammunition(pack, item).is_none() && word(item, "carry") != "uni" && !gear(at).contains(&item);
    let heavy = |item: &str| {
        pack.value(&["items", item, "requires", "st"])
            .and_then(|st| st.parse().ok())
            .is_some_and(|st: i32| st > strength)
    };
    let is_such = |item: &&str| plain(item) && alike(item) && heavy(item);
    let items: Vec<&str> = pack.ids("items").into_iter().filter(is_such).collect();
    (ammunition(pack, old).is_none()).then_some(())?;
    Some(at.value(*pick(&items, rng)?))
}

fn ammunition_for_nothing(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let carried = gear(at);
    let fired: Vec<&str> = carried.iter().filter_map(|item| ammunition(at.pack, item)).collect();
    let is_idle = |item: &&str| {
        at.pack.value(&["items", item, "class"]) == Some("amo") && !fired.contains(item) && !carried.contains(item)
    };
    let idle: Vec<&str> = at.pack.ids("items").into_iter().filter(is_idle).collect();
    let (item, place) = (*pick(&idle, rng)?, *pick(&["back", "belt"], rng)?);
    let last = at.file.below(at.site).last()?.whole.end;
    let line = format!("          - {{item: {item}, place: {place}, count: {}}}\n", rng.u8(1..40));
    let from = "          - {item: ".len();
    Some(at.write(last..last, line).told_within(from..from + item.len()))
}

/// Removes the arrows, or replaces them with something that cannot be shot; the finding is at the bow.
fn nothing_to_shoot(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let ammo = ammunition(at.pack, at.text())?;
    let is_ammo = |gear: &&Site| {
        let item = at.file.find(&[gear.steps(), vec!["item"]].concat());
        item.is_some_and(|item| at.file.scalar(item) == ammo)
    };
    let shot = at.file.below(at.above(2)?).find(is_ammo)?;
    let plain = |item: &&str| {
        let is = |key: &str, word: &str| at.pack.value(&["items", item, key]) == Some(word);
        is("class", "gen") && !is("carry", "uni") && !gear(at).contains(item)
    };
    let others: Vec<&str> = at.pack.ids("items").into_iter().filter(plain).collect();
    let mutation = match pick(&others, rng).filter(|_| rng.u8(..4) > 0) {
        Some(other) => {
            let place = if at.pack.value(&["items", other, "ready"]) == Some("worn") {
                "worn"
            } else {
                *pick(&["belt", "back"], rng)?
            };
            at.write(
                shot.value.clone(),
                match rng.u8(..4) {
                    0 => format!("{{place: {place}, item: {other}}}"),
                    1 => format!("{{item: {other}, count: 1, place: {place}}}"),
                    2 => format!("{{item: {other}, place: {place}, count: 1}}"),
                    _ => format!("{{item: {other}, place: {place}}}"),
                },
            )
        }
        None => at.write(shot.whole.clone(), ""),
    };
    Some(mutation.told_at(at.site.value.clone()))
}
