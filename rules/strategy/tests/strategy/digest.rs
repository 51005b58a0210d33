//! The state of a game in the form of the rows, and the difference between two states.

use ruleset_strategy::catalogs::{Reach, VariableKind};
use ruleset_strategy::content::Stock;
use ruleset_strategy::content::{Category, Content};
use ruleset_strategy::ids::{EntityId, FactionId, SiteId, VariableId};
use ruleset_strategy::situation::Situation;
use ruleset_strategy::state::Entity;
use serde_json::{Map, Value, json};

/// The original's names of the targets of modifiers.
pub(crate) const REACHES: [(Reach, &str); 6] = [
    (Reach::Own, "Self"),
    (Reach::Owner, "Owner"),
    (Reach::Others, "Units"),
    (Reach::OthersInRange, "UnitsRanged"),
    (Reach::Allies, "OwnerUnits"),
    (Reach::AlliesInRange, "OwnerUnitsRanged"),
];

/// Returns the whole game.
pub(crate) fn world(now: Situation<'_>) -> Value {
    let (content, state) = (now.content, now.state);
    let id = |of| content.faction(of).id.clone();
    let mut world = json!({
        "turn": state.turn,
        "active": state.active,
        "new_turn": state.is_new_turn,
        "game_over": state.over.is_some(),
        "factions": Map::from_iter(state.order.iter().map(|&of| (id(of), faction(now, of)))),
        "faction_order": state.order.iter().map(|&of| id(of)).collect::<Vec<_>>(),
        "entities": Map::from_iter(state.entities().map(|(id, of)| (now.origin(id), entity(now, id, of)))),
        "sites": Map::from_iter(content.columns().map(|at| (key(content, at), site(now, at)))),
    });
    if let Some(Some(winner)) = state.over {
        world["winner"] = id(winner).into();
    }
    world
}

/// Formats a site as a key: `3,2`.
pub(crate) fn key(content: &Content, site: SiteId) -> String {
    let [column, row] = content.cell(site);
    format!("{column},{row}")
}

fn names(now: Situation<'_>, entities: &[EntityId]) -> Vec<String> {
    entities.iter().map(|&id| now.origin(id)).collect()
}

fn stocks<'a>(content: &Content, stocks: impl Iterator<Item = &'a Stock>) -> Value {
    let value =
        |stock: &Stock| if stock.now == stock.initial { json!(stock.now) } else { json!([stock.now, stock.initial]) };
    Map::from_iter(stocks.map(|stock| (content.variable(stock.variable).id.clone(), value(stock)))).into()
}

fn faction(now: Situation<'_>, id: FactionId) -> Value {
    let (content, of) = (now.content, now.state.faction(id));
    let strength: i32 = of.units.iter().map(|&unit| now.strength(unit)).sum();
    json!({
        "resigned": of.resigned,
        "counters": stocks(content, of.values.of_kind(content, VariableKind::Counter)),
        "resources": stocks(content, of.values.of_kind(content, VariableKind::Resource)),
        "resource_modifiers": stocks(content, of.income.iter()),
        "sites": of.sites.iter().map(|&site| content.cell(site)).collect::<Vec<_>>(),
        "units": names(now, &of.units.to_vec()),
        "terrains": names(now, &of.terrains.to_vec()),
        "upgrades": names(now, &of.upgrades.to_vec()),
        "unit_strength": strength,
    })
}

fn entity(now: Situation<'_>, id: EntityId, of: &Entity) -> Value {
    let content = now.content;
    let class = of.class(content);
    let mut told = json!({
        "class": class.id,
        "name": of.name(content),
        "owner": of.owner.map(|owner| content.faction(owner).id.clone()),
        "site": of.site.map(|site| content.cell(site)),
    });
    let kinds = [
        ("attributes", VariableKind::Attribute),
        ("counters", VariableKind::Counter),
        ("resources", VariableKind::Resource),
    ];
    for (name, kind) in kinds {
        let values = stocks(content, of.values.of_kind(content, kind));
        if values.as_object().is_some_and(|values| !values.is_empty()) {
            told[name] = values;
        }
    }
    for (name, kind) in
        [("attribute_modifiers", VariableKind::Attribute), ("resource_modifiers", VariableKind::Resource)]
    {
        let of_kind = |variable: VariableId| content.variable(variable).kind == kind;
        for modifier in of.modifiers.iter().filter(|modifier| of_kind(modifier.variable)) {
            let (_, reach) = REACHES.iter().find(|(reach, _)| *reach == modifier.reach).unwrap();
            told[name][reach][&content.variable(modifier.variable).id] = modifier.value.into();
        }
    }
    if let Some(display) = of.display {
        told["display_class"] = content.class(display).id.clone().into();
    }
    if of.frame != 0 {
        told["frame"] = of.frame.into();
    }
    if class.category == Category::Unit {
        told["can_attack"] = now.can_attack(id).into();
        told["can_move"] = now.can_move(id).into();
        let flag = |may: bool, letter: char| if may { letter } else { '-' };
        told["flags"] = [flag(of.may_attack, 'A'), flag(of.may_move, 'M')].iter().collect::<String>().into();
    }
    told
}

fn site(now: Situation<'_>, at: SiteId) -> Value {
    let site = now.state.site(at);
    json!({
        "owner": site.owner.map(|owner| now.content.faction(owner).id.clone()),
        "terrains": names(now, site.terrains()),
        "units": names(now, site.units()),
        "effects": names(now, site.effects()),
        "difficulty": site.relief.difficulty,
        "elevation": site.relief.elevation,
    })
}

/// Returns the differences: of factions, entities and sites by field, of everything else as a whole.
pub(crate) fn changes(before: &Value, after: &Value) -> Value {
    let mut changes = Map::new();
    let mut removed = Map::new();
    for (name, now) in after.as_object().unwrap() {
        if !["factions", "entities", "sites"].contains(&name.as_str()) {
            if before.get(name) != Some(now) {
                changes.insert(name.clone(), now.clone());
            }
            continue;
        }
        let mut of = Map::new();
        for (key, now) in now.as_object().unwrap() {
            match before[name].get(key) {
                None => drop(of.insert(key.clone(), now.clone())),
                Some(before) if before == now => {}
                Some(before) => {
                    let mut fields = Map::new();
                    for (field, value) in now.as_object().unwrap() {
                        if before.get(field) != Some(value) {
                            fields.insert(field.clone(), value.clone());
                        }
                    }
                    for field in before.as_object().unwrap().keys().filter(|field| now.get(field).is_none()) {
                        fields.insert(field.clone(), Value::Null);
                    }
                    of.insert(key.clone(), fields.into());
                }
            }
        }
        if !of.is_empty() {
            changes.insert(name.clone(), of.into());
        }
        let gone = before[name].as_object().unwrap().keys().filter(|key| now.get(key).is_none());
        let mut gone: Vec<Value> = gone.map(|key| key.clone().into()).collect();
        if !gone.is_empty() {
            gone.sort_by_key(Value::to_string);
            removed.insert(name.clone(), gone.into());
        }
    }
    if !removed.is_empty() {
        changes.insert("removed".into(), removed.into());
    }
    changes.into()
}

/// Sorts removed items, because the original's order depends on a hash table.
pub(crate) fn in_order(mut changes: Value) -> Value {
    for name in ["factions", "entities"] {
        if let Some(gone) = changes.get_mut("removed").and_then(|removed| removed.get_mut(name)) {
            gone.as_array_mut().unwrap().sort_by_key(Value::to_string);
        }
    }
    changes
}

/// Lists the differences between two games, in the form of the rows: `/entities/fog-0/owner: "red" / null`.
pub(crate) fn differences(one: &Value, other: &Value) -> Vec<String> {
    fn add(path: String, one: &Value, other: &Value, to: &mut Vec<String>) {
        match (one, other) {
            (Value::Object(a), Value::Object(b)) => {
                for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                    let side = |of: &Map<String, Value>| of.get(key).cloned().unwrap_or(Value::Null);
                    add(format!("{path}/{key}"), &side(a), &side(b), to);
                }
            }
            _ if one == other => {}
            _ => to.push(format!("{path}: {one} / {other}")),
        }
    }
    let mut found = Vec::new();
    add(String::new(), one, other, &mut found);
    found
}
