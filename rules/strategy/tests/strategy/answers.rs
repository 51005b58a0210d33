//! Answers to questions of the rows that take more than one line.

use ruleset_strategy::catalogs::{Measure, Ranged, VariableKind};
use ruleset_strategy::content::Category;
use ruleset_strategy::history::{EntityEvent, EntityStep, FactionEvent, FactionStep};
use ruleset_strategy::ids::{EntityId, FactionId, SiteId, VariableId};
use ruleset_strategy::situation::Situation;
use serde_json::{Map, Value, json};

use crate::digest;
use crate::game::Game;

/// The worth of entities (except worthless terrains), of classes, and of sites with any worth.
pub(crate) fn valuation(now: Situation<'_>) -> Value {
    let content = now.content;
    let is_told = |entity: EntityId| {
        let class = now.class(entity);
        !(class.category == Category::Terrain && class.worth == 0)
    };
    let entities = now.state.entities().filter(|(id, _)| is_told(*id));
    let sites = |value: &dyn Fn(SiteId) -> f64| {
        let worthy = content.columns().map(|site| (digest::key(content, site), value(site)));
        Map::from_iter(worthy.filter(|(_, value)| *value != 0.0).map(|(key, value)| (key, value.into())))
    };
    let most = content.columns().map(|site| now.site_worth(site)).fold(0.0, f64::max);
    let mut told = json!({
        "entities": Map::from_iter(entities.map(|(id, _)| (now.origin(id), now.worth(id).into()))),
        "sites": sites(&|site| now.site_worth(site)),
        "max_site": most,
    });
    let categories = [Category::Unit, Category::Terrain, Category::Effect, Category::Upgrade];
    for &faction in &now.state.order {
        let classes = categories.into_iter().flat_map(|category| content.classes_of(category));
        let classes = classes.map(|class| (content.class(class).id.clone(), now.class_worth(faction, class).into()));
        told[format!("for_{}", content.faction(faction).id)] = json!({
            "sites": sites(&|site| now.site_value(faction, site)),
            "classes": Map::from_iter(classes),
        });
    }
    told
}

/// The history of factions and entities.
pub(crate) fn history(game: &Game<'_>) -> Value {
    let content = game.content;
    let id = |faction: Option<FactionId>| faction.map(|faction| content.faction(faction).id.clone());
    let entity = |event: &EntityEvent| {
        let (name, value) = match &event.step {
            EntityStep::Created(active) => ("Create", id(*active)),
            EntityStep::Deleted(active) => ("Delete", id(*active)),
            EntityStep::Class(class) => ("SetClass", Some(content.class(*class).id.clone())),
            EntityStep::Named(name) => ("SetName", name.clone()),
        };
        let mut told = json!({ "EventType": name, "Turn": event.turn, "TurnText": (event.turn + 1).to_string() });
        told["Value"] = json!(value);
        // Without a value the original writes a dash, which the rows have lost.
        told["ValueText"] = json!(value.as_deref().unwrap_or("\u{fffd}"));
        told
    };
    let faction = |event: &FactionEvent| {
        let name = match event.kind {
            FactionStep::Created => "Create",
            FactionStep::Advanced => "Advance",
            FactionStep::Deleted => "Delete",
            FactionStep::Won => "Victory",
        };
        json!({
            "EventType": name, "Turn": event.turn, "TurnText": (event.turn + 1).to_string(),
            "Sites": event.sites, "Units": event.units, "UnitStrength": event.strength,
        })
    };
    let history = &game.session.history;
    let factions =
        history.factions.iter().map(|(&of, events)| (id(Some(of)).unwrap(), events.iter().map(faction).collect()));
    let entities = history.entities.iter().map(|(&of, events)| (game.name(of), events.iter().map(entity).collect()));
    json!({ "history": {
        "full_turns": history.full_turns,
        "commands": history.commands,
        "factions": Map::from_iter(factions),
        "entities": Map::from_iter(entities),
    }})
}

/// The abilities of a unit.
pub(crate) fn unit(now: Situation<'_>, id: EntityId) -> Value {
    let ranged = match now.ranged(id) {
        Ranged::Any => "Any",
        Ranged::View => "View",
        Ranged::Line => "Line",
    };
    json!({
        "attack_range": now.attack_range(id),
        "movement": now.movement(id),
        "morale": now.morale(id),
        "strength": now.strength(id),
        "can_attack": now.can_attack(id),
        "can_move": now.can_move(id),
        "is_active": now.is_active(id),
        "can_defend_only": now.only_defends(id),
        "can_capture": now.class(id).captures,
        "ranged_attack": ranged,
    })
}

/// The gains of each faction's units in each site; zeros are left out.
pub(crate) fn maps(now: Situation<'_>) -> Value {
    let content = now.content;
    let kinds = [("attributes", VariableKind::Attribute), ("resources", VariableKind::Resource)];
    let mut maps = Map::new();
    for &faction in &now.state.order {
        let mut sites = Map::new();
        for site in content.columns() {
            let mut gains = Map::new();
            for (number, variable) in content.variables.iter().enumerate() {
                let id = VariableId(number as u16);
                let value = now.state.faction(faction).aura.at(site, id);
                let Some((name, _)) = kinds.iter().find(|(_, kind)| *kind == variable.kind) else { continue };
                if value != 0 {
                    let of = gains.entry(*name).or_insert_with(|| json!({}));
                    of[&variable.id] = value.into();
                }
            }
            if !gains.is_empty() {
                sites.insert(digest::key(content, site), gains.into());
            }
        }
        maps.insert(content.faction(faction).id.clone(), sites.into());
    }
    maps.into()
}

/// The cheapest path of units to a site, or to a site from which they can attack it, and their final position on it.
pub(crate) fn path(now: Situation<'_>, units: &[EntityId], target: SiteId, attacks: bool) -> Value {
    let source = units.first().and_then(|&unit| now.state.entity(unit)?.site);
    let way = source.and_then(|source| match attacks {
        true => now.way_to_attack(units, source, target),
        false => now.way(units, source, target),
    });
    let Some(way) = way else { return json!({ "path": null, "cost": -1 }) };
    let cells: Vec<_> = way.cells().collect();
    let mut told = json!({ "path": cells, "cost": way.total_cost() });
    let ends = (1..=(way.total_cost() + 1).min(11)).map(|reach| {
        let end = now.end_of(units, &way, reach).expect("it ends on the map");
        (reach.to_string(), json!(now.content.cell(end)))
    });
    told["last_node"] = Map::from_iter(ends).into();
    told
}

/// The sites that units can move to, and the cost of the path to each of them.
pub(crate) fn move_targets(now: Situation<'_>, units: &[EntityId]) -> Value {
    let targets = now.move_targets(units);
    let source = units.first().and_then(|&unit| now.state.entity(unit)?.site);
    let cost = |&target: &SiteId| {
        let way = source.and_then(|source| now.way(units, source, target));
        (digest::key(now.content, target), way.map_or(json!(-1), |way| way.total_cost().into()))
    };
    let cells: Vec<_> = targets.iter().map(|&site| now.content.cell(site)).collect();
    json!({ "targets": cells, "costs": Map::from_iter(targets.iter().map(cost)) })
}

/// The income of a faction's resources, by source.
pub(crate) fn income(now: Situation<'_>, faction: FactionId) -> Value {
    let gains = |resets| {
        let income = now.income(faction, resets);
        Map::from_iter(income.into_iter().map(|(variable, of)| {
            let parts = json!({
                "unit": of.units, "terrain": of.terrains, "effect": of.effects, "upgrade": of.upgrades,
                "other": of.other, "total": of.total(),
            });
            (now.content.variable(variable).id.clone(), parts)
        }))
    };
    json!({ "accumulating": gains(false), "resetting": gains(true) })
}

/// The measures of conditions for each faction.
pub(crate) fn conditions(now: Situation<'_>) -> Value {
    let measures = |of| {
        json!({
            "Sites": now.measure(of, Measure::Sites),
            "Units": now.measure(of, Measure::Units),
            "UnitStrength": now.measure(of, Measure::UnitStrength),
            "Turns": now.measure(of, Measure::Turns),
        })
    };
    Map::from_iter(now.state.order.iter().map(|&of| (now.content.faction(of).id.clone(), measures(of)))).into()
}
