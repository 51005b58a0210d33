//! Misspelt, duplicate or malformed words.

use fastrand::Rng;

use super::text::{File, Form};
use super::{At, Kind, Mutation, pick, slip};

/// Paths of references to records, in all rulesets.
pub(super) const REFERENCES: &[&str] = &[
    "*/*/extends",
    "sides/*/roster",
    "rosters/*/figures/*/type",
    "rosters/*/figures/*/gear/*/item",
    "rosters/*/figures/*/spells/*",
    "rosters/*/figures/*/talents/*",
    "scenarios/*/map",
    "scenarios/*/sides/*/side",
    "scenarios/*/features/*/figure",
    "scenarios/*/items/*/item",
    "campaigns/*/rosters/*",
    "campaigns/*/battles/*/scenario",
    "maps/*/legend/*",
    "terrains/*/borders/*/with/*",
    "items/*/fire/ammo",
    "*/*/effects/*/effect",
    "*/*/effects/*/figure",
    "talents/*/requires/talents/*",
    "classifiers/*/types/*",
    "types/*/meets/*",
    "codes/*/classifiers/*",
    "codes/*/weapons/*",
    "weapons/*/table/*/armour",
    "contests/*/codes",
    "duels/*/duellists/*/body",
    "duels/*/duellists/*/weapon",
    "duels/*/duellists/*/armour",
    "scenarios/*/sides/*/faction",
    "scenarios/*/sides/*/units/*/class",
    "scenarios/*/sides/*/upgrades/*/class",
    "scenarios/*/areas/*/owner",
    "scenarios/*/areas/*/*/*/class",
    "scenarios/*/rules/*/rule",
    "factions/*/supplies/*",
    "factions/*/builds-units/*",
    "factions/*/builds-terrains/*",
    "factions/*/builds-upgrades/*",
    "units/*/strength",
    "units/*/morale",
    "units/*/movement",
    "units/*/attack-range",
    "terrains/*/difficulty",
    "terrains/*/elevation",
    "rules/*/terrains/*",
    "rules/*/do/*/variable",
];

/// Paths of amounts of a variable, where the key is the variable's id.
pub(super) const AMOUNTS: &[&str] =
    &["*/*/values/*", "*/*/cost/*", "factions/*/income/*", "*/*/modifiers/*/*", "scenarios/*/areas/*/*/*/values/*"];

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "misspelt-reference", check: "unknown-reference", at: REFERENCES, plant: misspelt_reference },
    Kind { name: "misspelt-variable", check: "unknown-reference", at: AMOUNTS, plant: misspelt_variable },
    Kind { name: "misspelt-key", check: "unknown-key", at: &["**"], plant: misspelt_key },
    Kind { name: "misspelt-catalog", check: "unknown-catalog", at: &["*"], plant: misspelt_catalog },
    Kind { name: "id-in-capitals", check: "invalid-id", at: &["*/*"], plant: id_in_capitals },
    Kind { name: "same-id-twice", check: "duplicate-id", at: &["*/*"], plant: same_id_twice },
    Kind { name: "same-title-twice", check: "same-title", at: &["*/*/title"], plant: same_title_twice },
    Kind { name: "blank-title", check: "blank-title", at: &["*/*/title"], plant: blank_title },
    Kind { name: "extends-in-a-circle", check: "extends-cycle", at: &["*/*"], plant: extends_in_a_circle },
    Kind { name: "allowed-for-nothing", check: "unused-allow", at: &["*/*", "*/*/*"], plant: allowed_for_nothing },
];

fn misspelt_reference(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let id = at.text();
    let new = slip(id, rng).filter(|new| !id.contains(':') && !at.pack.is_known(new))?;
    Some(at.value(new))
}

fn misspelt_variable(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone()?;
    let new = slip(&at.file.text[key.clone()], rng)?;
    (at.pack.find(&["variables"]).is_some() && !at.pack.is_known(&new)).then(|| at.write(key, new))
}

/// Whether a key is chosen by the author: an id, a letter of a legend, the name of a zone.
pub(super) fn is_chosen(path: &[String]) -> bool {
    let above = path.len().checked_sub(2).map_or("", |above| &*path[above]);
    path.len() < 3
        || ["legend", "place", "zones", "positions", "locations", "actions"].contains(&above)
        || is_variable(path)
        || (path[0] == "rosters" && above == "figures")
}

/// Whether a key is the id of a variable with an amount.
fn is_variable(path: &[String]) -> bool {
    let above = path.len().checked_sub(2).map_or("", |above| &*path[above]);
    ["values", "cost", "income"].contains(&above) || (path.len() == 5 && path[2] == "modifiers")
}

/// Whether a path of two steps is a record, not part of the header.
fn is_record(path: &[String]) -> bool {
    !["fields", "findings", "requires"].contains(&&*path[0])
}

fn misspelt_key(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone().filter(|_| !is_chosen(&at.site.path) && at.site.path[0] != "findings")?;
    let new = slip(&at.file.text[key.clone()], rng)?;
    // A typo that results in another known key is another kind of mistake.
    (!at.pack.is_known(&new)).then(|| at.write(key, new))
}

fn misspelt_catalog(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone().filter(|_| at.site.form == Form::Block && at.site.path[0] != "requires")?;
    let new = slip(&at.file.text[key.clone()], rng)?;
    (!at.pack.is_known(&new)).then(|| at.write(key, new))
}

fn id_in_capitals(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone().filter(|_| is_record(&at.site.path))?;
    let id = &at.file.text[key.clone()];
    // Commands in checks may name a figure or an item by the id of its record, and would then fail too.
    let names_it = |file: &File| file.path.contains("checks") && file.text.contains(id);
    if at.pack.files.iter().any(names_it) {
        return None;
    }
    let new = match rng.u8(..3) {
        0 => id.to_uppercase(),
        1 => format!("{}{}", id[..1].to_uppercase(), &id[1..]),
        _ => id
            .split('-')
            .map(|word| format!("{}{}", word[..1].to_uppercase(), &word[1..]))
            .collect::<Vec<_>>()
            .join("-"),
    };
    Some(at.write(key, new))
}

fn same_id_twice(at: &At<'_>, _: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone().filter(|_| is_record(&at.site.path))?;
    let end = at.above(1)?.whole.end;
    let record = &at.file.text[at.site.whole.clone()];
    let id = key.start - at.site.whole.start;
    Some(at.write(end..end, record).told_within(id..id + key.len()))
}

fn same_title_twice(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let titles = at.file.sites.iter().filter(|site| site.is_like("*/*/title") && site.path[0] == at.site.path[0]);
    let before: Vec<_> = titles.filter(|site| site.value.start < at.site.value.start).collect();
    Some(at.value(&at.file.text[pick(&before, rng)?.value.clone()]))
}

fn blank_title(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    pick(&["\"\"", "''", "\" \"", "'  '"], rng).map(|blank| at.value(*blank))
}

fn extends_in_a_circle(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (catalog, id) = (&*at.site.path[0], &*at.site.path[1]);
    if at.site.form != Form::Block || !CATALOGS_THAT_EXTEND.contains(&catalog) {
        return None;
    }
    // The record itself, or a record that extends it: the first one of the cycle, by file and line, is reported.
    let extends = |one: &str| at.pack.find(&[catalog, one, "extends"]).map(|(file, site)| file.scalar(site));
    let heirs: Vec<&str> = at.pack.ids(catalog).into_iter().filter(|heir| extends(heir) == Some(id)).collect();
    let parent = pick(&heirs, rng).copied().filter(|_| rng.bool());
    let mutation = match at.beside(&[catalog, id, "extends"]) {
        Some(site) => at.write(site.value.clone(), parent.unwrap_or(id)),
        None => {
            let line = format!("    extends: {}\n", parent.unwrap_or(id));
            let first = at.site.value.start - 4;
            at.write(first..first, &*line).told_within(13..line.len() - 1)
        }
    };
    let Some((file, heir)) = parent.and_then(|heir| at.pack.find(&[catalog, heir])) else { return Some(mutation) };
    if file.path != at.file.path {
        return None;
    }
    let reference = at.beside(&[catalog, &heir.path[1], "extends"])?.value.clone();
    Some(if heir.whole.start < at.site.whole.start { mutation.told_at(reference) } else { mutation })
}

/// Catalogs whose records stay complete when `extends` is added to their own keys.
const CATALOGS_THAT_EXTEND: [&str; 20] = [
    "armours",
    "bodies",
    "campaigns",
    "classifiers",
    "effects",
    "factions",
    "figures",
    "items",
    "maps",
    "rosters",
    "rules",
    "scenarios",
    "sides",
    "spells",
    "talents",
    "terrains",
    "types",
    "units",
    "variables",
    "weapons",
];

fn allowed_for_nothing(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone()?;
    let start = at.site.whole.start;
    let indent = &at.file.text[start..key.start];
    let check = pick(&["same-title", "too-weak", "unused-record", "idle-effect", "unknown-key"], rng)?;
    // A check of another ruleset is unknown here.
    let common = ["same-title", "unknown-key"].contains(check);
    if at.file.text[start..].starts_with(|c| c != ' ') || (!common && at.pack.find(&["rosters"]).is_none()) {
        return None;
    }
    let line = format!("{indent}# foeman: allow {check} -- it is meant\n");
    let from = indent.len() + "# foeman: allow ".len();
    Some(at.write(start..start, line).told_within(from..from + check.len()))
}
