//! The supplies that units need, and the sites that provide them.
//!
//! None of our rows asks for them, so the format of the answers is unknown: any data in an expected answer is compared
//! with ours.

use ruleset_strategy::ids::{EntityId, FactionId};
use ruleset_strategy::situation::Situation;
use serde_json::{Map, Value, json};

use crate::digest;

/// Returns the shortage of a unit in each supply of its faction, as an amount and in per cent; 0 and 0 if it needs
/// none.
pub(crate) fn needs(now: Situation<'_>, unit: Option<EntityId>) -> Value {
    let unit = unit.and_then(|unit| now.state.entity(unit));
    let Some((unit, owner)) = unit.and_then(|unit| Some((unit, unit.owner?))) else { return Value::Null };
    let supplies = &now.content.faction(owner).supplies;
    if supplies.is_empty() {
        return Value::Null;
    }
    let need = |variable| {
        let stock = unit.values.get(variable).map_or([0, 0], |stock| [stock.initial, stock.now]).map(i64::from);
        let missing = stock[0] - stock[1];
        if stock[0] > 0 && missing > 0 { [missing, 100 * missing / stock[0]] } else { [0, 0] }
    };
    let needs = supplies.iter().map(|&variable| (now.content.variable(variable).id.clone(), json!(need(variable))));
    Map::from_iter(needs).into()
}

/// Returns the sites where units of a faction find supplies, with the amount of each.
pub(crate) fn targets(now: Situation<'_>, faction: FactionId) -> Value {
    let ids = now.content.faction(faction).supplies.iter().map(|&variable| now.content.variable(variable).id.clone());
    let ids: Vec<String> = ids.collect();
    let sites = now.supply_sites(faction);
    let gains = sites.iter().map(|&site| (digest::key(now.content, site), json!(now.supplies(faction, site))));
    let cells: Vec<_> = sites.iter().map(|&site| now.content.cell(site)).collect();
    json!({ "targets": cells, "ids": ids, "vectors": Map::from_iter(gains) })
}

/// Strips a key that only names the answer.
fn unwrapped<'v>(answer: &'v Value, is_name: &dyn Fn(&str) -> bool) -> &'v Value {
    match answer.as_object().map(|of| of.iter().collect::<Vec<_>>()).as_deref() {
        Some([(name, value)]) if !is_name(name) => value,
        _ => answer,
    }
}

/// Returns the numbers of a value, in order.
fn numbers(value: &Value) -> Vec<i64> {
    match value {
        Value::Array(all) => all.iter().flat_map(numbers).collect(),
        Value::Object(all) => all.values().flat_map(numbers).collect(),
        other => other.as_f64().map(|number| number as i64).into_iter().collect(),
    }
}

/// Whether an expected answer contains a unit's needs: pairs in the order of the supplies, or by id. A missing entry
/// equals a need of zero.
pub(crate) fn are_needs(found: &Value, expected: &Value) -> bool {
    let none = Map::new();
    let found = found.as_object().unwrap_or(&none);
    let expected = unwrapped(expected, &|name| found.contains_key(name));
    let ours = numbers(&json!(found));
    if let Value::Object(by_id) = expected
        && by_id.keys().all(|id| found.contains_key(id))
    {
        return found.iter().all(|(id, need)| match by_id.get(id) {
            Some(expected) if !expected.is_null() => numbers(need) == numbers(expected),
            _ => numbers(need) == [0, 0],
        });
    }
    let theirs = numbers(expected);
    theirs == ours || theirs.is_empty() && ours.iter().all(|&number| number == 0)
}

/// Whether an expected answer contains the supply sites: a list of them, their gains in the same order or by key, or
/// both per site.
pub(crate) fn are_targets(found: &Value, expected: &Value) -> bool {
    let (sites, ids) = (found["targets"].as_array().expect("a list"), &found["ids"]);
    let by_key = found["vectors"].as_object().expect("gains by keys");
    let gains: Vec<&Value> = by_key.values().collect();
    let same = |one: &Value, other: &Value| numbers(one) == numbers(other);
    // A gain as numbers, or by id, in which zeros may be left out.
    let is_gain = |expected: &Value, gain: &Value| match expected {
        Value::Object(of) => ids
            .as_array()
            .into_iter()
            .flatten()
            .zip(numbers(gain))
            .all(|(id, gain)| of.get(id.as_str().unwrap_or_default()).and_then(Value::as_i64).unwrap_or(0) == gain),
        other => same(other, gain),
    };
    let is_part = |part: &Value| match part {
        Value::Array(all) => {
            let each = |at: usize, of: &Value| {
                let (site, gain) = (&sites[at], gains[at]);
                let parts = of.as_array().map(|of| of.iter().collect::<Vec<_>>());
                let parts = parts.or(of.as_object().map(|of| of.values().collect())).unwrap_or_default();
                let is_both = parts.len() == 2 && same(parts[0], site) && is_gain(parts[1], gain);
                [same(of, site), is_gain(of, gain), is_both]
            };
            let fits: Vec<[bool; 3]> = all.iter().enumerate().take(sites.len()).map(|(at, of)| each(at, of)).collect();
            all.len() == sites.len() && (0..3).any(|form| fits.iter().all(|fits| fits[form]))
        }
        Value::Object(all) => {
            all.len() == by_key.len()
                && by_key.iter().all(|(key, gain)| all.get(key).is_some_and(|expected| is_gain(expected, gain)))
        }
        other => other.is_null() && sites.is_empty() || *other == json!(sites.len()),
    };
    let is_all = |of: &Map<String, Value>| !of.is_empty() && of.values().all(|part| is_part(part) || part == ids);
    is_part(expected) || expected.as_object().is_some_and(is_all)
}

#[test]
fn answers_about_supplies_are_known_in_every_form() {
    let needs = json!({"ammo": [3, 30], "food": [0, 0]});
    for alike in [
        json!([[3, 30], [0, 0]]),
        json!({"supplies": [[3, 30], [0, 0]]}),
        json!({"supplies": {"ammo": [3, 30]}}),
        json!({"ammo": {"missing": 3, "percent": 30}, "food": null}),
    ] {
        assert!(are_needs(&needs, &alike), "{alike}");
    }
    for other in
        [json!(null), json!([[0, 0], [3, 30]]), json!({"supplies": {"food": [3, 30]}}), json!([[3, 31], [0, 0]])]
    {
        assert!(!are_needs(&needs, &other), "{other}");
    }
    for nothing in [json!(null), json!({"supplies": null}), json!([]), json!({"supplies": []})] {
        assert!(are_needs(&json!(null), &nothing), "{nothing}");
        assert!(are_needs(&json!({"food": [0, 0]}), &nothing), "{nothing}");
    }
    assert!(!are_needs(&json!(null), &json!([[3, 30]])));
    let targets =
        json!({"targets": [[1, 0], [2, 5]], "ids": ["ammo", "food"], "vectors": {"1,0": [4, 0], "2,5": [0, 7]}});
    for alike in [
        json!({"targets": [[1, 0], [2, 5]]}),
        json!({"targets": [[1, 0], [2, 5]], "vectors": [[4, 0], [0, 7]]}),
        json!({"targets": [[1, 0], [2, 5]], "supplies": {"1,0": [4, 0], "2,5": [0, 7]}}),
        json!({"1,0": {"ammo": 4}, "2,5": {"food": 7}}),
        json!([[[1, 0], [4, 0]], [[2, 5], [0, 7]]]),
        json!({"targets": [{"site": [1, 0], "supplies": [4, 0]}, {"site": [2, 5], "supplies": [0, 7]}]}),
    ] {
        assert!(are_targets(&targets, &alike), "{alike}");
    }
    for other in [
        json!({"targets": [[1, 0]]}),
        json!({"targets": [[2, 5], [1, 0]]}),
        json!({"targets": [[1, 0], [2, 5]], "vectors": [[4, 0], [1, 7]]}),
        json!({"1,0": [4, 0], "2,5": [0, 8]}),
        json!(null),
    ] {
        assert!(!are_targets(&targets, &other), "{other}");
    }
}
