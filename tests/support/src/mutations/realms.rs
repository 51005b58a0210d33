//! Mistakes in ownership and variables, in the strategy ruleset.

use fastrand::Rng;

use super::{At, Kind, Mutation, pick, slip};

/// Paths of the amounts and conditions of rules.
const RECKONED: &[&str] = &["rules/*/do/*/by", "rules/*/do/*/amount"];

/// Paths where a unit assigns variables to its statistics.
const STATS: &[&str] = &["units/*/strength", "units/*/morale", "units/*/movement", "units/*/attack-range"];

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "option-of-no-rule", check: "unknown-option", at: RECKONED, plant: option_of_no_rule },
    Kind { name: "variable-of-another-kind", check: "variable-kind", at: STATS, plant: variable_of_another_kind },
    Kind { name: "value-past-its-range", check: "clamped-value", at: &["units/*/values/*"], plant: past_its_range },
    Kind { name: "area-off-the-map", check: "off-map-area", at: &["scenarios/*/areas/*/cells/*"], plant: off_the_map },
    Kind { name: "home-off-the-map", check: "off-map-site", at: &["scenarios/*/sides/*/home"], plant: off_the_map },
    Kind { name: "home-of-nobody", check: "foreign-home", at: &["scenarios/*/sides/*/home"], plant: home_of_nobody },
    Kind { name: "owner-who-stays-away", check: "absent-faction", at: &["scenarios/*/areas/*"], plant: stays_away },
];

fn option_of_no_rule(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let text = at.text();
    let from = text.find("option.")? + "option.".len();
    let length = text[from..].find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(text.len() - from);
    let option = &text[from..from + length];
    let new = slip(option, rng).filter(|new| !at.pack.is_known(new))?;
    Some(at.value(format!("{}{new}{}", &text[..from], &text[from + length..])))
}

fn variable_of_another_kind(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let kind = |variable: &str| at.pack.value(&["variables", variable, "kind"]);
    let (unit, own) = (&*at.site.path[1], kind(at.text())?);
    let has = |variable: &str| at.pack.find(&["units", unit, "values", variable]).is_some();
    let others = at.pack.ids("variables").into_iter().filter(|other| kind(other) != Some(own) && has(other));
    pick(&others.collect::<Vec<_>>(), rng).map(|other| at.value(*other))
}

fn past_its_range(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let most: i32 = at.pack.value(&["variables", at.site.path.last()?, "maximum"])?.parse().ok()?;
    Some(at.value((most + rng.i32(1..100)).to_string()))
}

/// Returns the number of columns and rows of a scenario's map.
fn size(at: &At<'_>) -> Option<[i32; 2]> {
    let map = at.pack.value(&["scenarios", &at.site.path[1], "map"])?;
    let number = |of: &str| at.pack.value(&["maps", map, "geometry", "size", of])?.parse().ok();
    Some([number("0")?, number("1")?])
}

fn off_the_map(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let [columns, rows] = size(at)?;
    let (column, row) = (rng.i32(0..columns), rng.i32(0..rows));
    Some(at.value(match rng.bool() {
        true => format!("[{}, {row}]", column + columns),
        false => format!("[{column}, {}]", row + rows),
    }))
}

/// Moves the home to a meadow outside all areas.
fn home_of_nobody(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let [columns, rows] = size(at)?;
    let cell = [rng.i32(0..columns), rng.i32(0..rows)];
    let scenario = &*at.site.path[1];
    let map = at.pack.value(&["scenarios", scenario, "map"])?;
    let (file, lines) = at.pack.find(&["maps", map, "rows"])?;
    let line = file.lines(lines).into_iter().nth(usize::try_from(cell[1]).ok()?)?;
    let letter = file.text[line].chars().nth(usize::try_from(cell[0]).ok()?)?;
    let corner = |path: &[String], end: &str| -> Option<[i32; 2]> {
        let number = |axis: &str| {
            let steps: Vec<&str> = path.iter().map(String::as_str).chain([end, axis]).collect();
            at.pack.find(&steps).and_then(|(file, site)| file.scalar(site).parse().ok())
        };
        Some([number("0")?, number("1")?])
    };
    let owned = at.file.sites.iter().filter(|site| site.is_like("scenarios/*/areas/*/rectangles/*"));
    let mut owned = owned.filter(|site| site.path[1] == scenario).filter_map(|site| {
        let (from, to) = (corner(&site.path, "from")?, corner(&site.path, "to")?);
        Some((0..2).all(|axis| (from[axis]..=to[axis]).contains(&cell[axis])))
    });
    let is_free =
        !owned.any(|inside| inside) && at.pack.value(&["maps", map, "legend", &letter.to_string()])? == "meadow";
    is_free.then(|| at.value(format!("[{}, {}]", cell[0], cell[1])))
}

/// Gives an area to a faction without a side in the scenario.
fn stays_away(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let scenario = &*at.site.path[1];
    let plays = |faction: &str| {
        let mut sides = at.file.sites.iter().filter(|site| site.is_like("scenarios/*/sides/*/faction"));
        sides.any(|site| site.path[1] == scenario && at.file.scalar(site) == faction)
    };
    let away: Vec<&str> = at.pack.ids("factions").into_iter().filter(|faction| !plays(faction)).collect();
    let faction = pick(&away, rng)?;
    let owner = if rng.bool() { "owner" } else { "units-owner" };
    let is_owned = at.beside(&[at.site.steps(), vec!["owner"]].concat()).is_some();
    if is_owned || !at.text().ends_with('}') {
        return None;
    }
    let end = at.site.value.end - 1;
    let (front, new) = (format!(", {owner}: "), *faction);
    let from = front.len();
    Some(at.write(end..end, format!("{front}{new}")).told_within(from..from + new.len()))
}
