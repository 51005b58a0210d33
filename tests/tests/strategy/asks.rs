//! The questions of rows, and our answers.

use foeman_rules::rulesets::strategy::Command;
use foeman_rules::rulesets::strategy::catalogs::{Measure, Ranged, VariableKind};
use foeman_rules::rulesets::strategy::content::{Category, Content};
use foeman_rules::rulesets::strategy::hexkit::{History, Read, areas};
use foeman_rules::rulesets::strategy::history::{EntityEvent, EntityStep, FactionEvent, FactionStep};
use foeman_rules::rulesets::strategy::ids::{EntityId, FactionId, SiteId};
use foeman_rules::rulesets::strategy::order;
use foeman_rules::rulesets::strategy::situation::{Losses, Situation};
use foeman_schema::grid::Shape;
use serde_json::{Map, Value, json};

use crate::game::{self, Game};
use crate::rows::{self, Row};
use crate::{digest, exchange};

/// What we answer.
pub(crate) fn answer(game: &mut Game<'_>, ask: &str) -> Value {
    let words: Vec<&str> = ask.split_whitespace().collect();
    let (question, of) = words.split_first().expect("a question has a name");
    match *question {
        "historyxml" => return json!({ "xml": game.history().xml() }),
        "onclone" => return on_copy(game, of),
        "areas" => {
            let draft = exchange::pack(&exchange::read(&rows::read(game.file)));
            let id = draft.ids("scenarios").next().expect("it is a scenario").to_owned();
            let text = areas(&draft, &id, game.content, &game.session.state).expect("it is there");
            return json!({ "xml": compact(&text) });
        }
        _ => {}
    }
    let names = of.first().filter(|_| *question != "sortdist");
    let entities = names.map(|names| game.entities(&names.split(',').collect::<Vec<_>>())).unwrap_or_default();
    let content = game.content;
    let now = game.session.now();
    let number = |at: usize| of[at].parse::<i32>().expect("a number");
    let site = |at: usize| content.site([number(at), number(at + 1)]).expect("a site");
    let cells = |sites: &[SiteId]| json!(sites.iter().map(|&site| content.cell(site)).collect::<Vec<_>>());
    let faction = || content.faction_by_id(of[0]).expect("a faction");
    match *question {
        "world" => digest::world(now),
        "units" => {
            let units = now.state.entities().filter(|(_, entity)| entity.category(content) == Category::Unit);
            json!({ "units": Map::from_iter(units.map(|(id, _)| (now.origin(id), unit(now, id)))) })
        }
        "maps" => json!({ "maps": maps(now) }),
        "resourcemods" => {
            let mods = |resets| {
                let income = now.income(faction(), resets);
                Map::from_iter(income.into_iter().map(|(variable, of)| {
                    let parts = json!({
                        "unit": of.units, "terrain": of.terrains, "effect": of.effects, "upgrade": of.upgrades,
                        "other": of.other, "total": of.total(),
                    });
                    (content.variable(variable).id.clone(), parts)
                }))
            };
            json!({ "accumulating": mods(false), "resetting": mods(true) })
        }
        "conditions" => {
            let measures = |of| {
                json!({
                    "Sites": now.measure(of, Measure::Sites),
                    "Units": now.measure(of, Measure::Units),
                    "UnitStrength": now.measure(of, Measure::UnitStrength),
                    "Turns": now.measure(of, Measure::Turns),
                })
            };
            Map::from_iter(now.state.order.iter().map(|&of| (content.faction(of).id.clone(), measures(of)))).into()
        }
        "movetargets" => {
            let targets = now.move_targets(&entities);
            let source = now.state.listed(entities[0]).site;
            let cost = |&target: &SiteId| {
                let way = now.way(&entities, source.expect("it stands somewhere"), target);
                (digest::key(content, target), way.map_or(json!(-1), |way| way.total_cost().into()))
            };
            json!({ "targets": cells(&targets), "costs": Map::from_iter(targets.iter().map(cost)) })
        }
        "path" => path(now, &entities, site(1), of[3] == "attacking"),
        "attacktargets" => json!({ "targets": cells(&now.attack_targets(&entities)) }),
        "canattack" => json!({ "result": now.can_attack_site(&entities, site(1)) }),
        "canattackfrom" => json!({ "result": now.can_attack_from(&entities, site(1), site(3)) }),
        "inrange" => {
            let within = entities.iter().filter(|&&unit| now.can_attack(unit) && now.can_attack_site(&[unit], site(1)));
            json!({ "units": within.map(|&unit| now.origin(unit)).collect::<Vec<_>>() })
        }
        "visible" => {
            let seen = now.seen_from(site(0), number(2).unsigned_abs());
            json!({ "visible": cells(&seen) })
        }
        "opaque" => {
            let opaque: Vec<SiteId> = content.columns().filter(|&site| now.is_opaque(site)).collect();
            json!({ "opaque": cells(&opaque) })
        }
        "losses" => {
            let losses = now.losses(&entities, site(1));
            json!({
                "attacker_strength": losses.attackers,
                "attacker_losses": losses.attackers_lost,
                "attacker_percent": Losses::percent(losses.attackers_lost, losses.attackers),
                "defender_strength": losses.defenders,
                "defender_losses": losses.defenders_lost,
                "defender_percent": Losses::percent(losses.defenders_lost, losses.defenders),
            })
        }
        "placetargets" => {
            let class = content.class_by_id(of[1]).expect("a class");
            json!({ "targets": cells(&now.place_targets(faction(), class)) })
        }
        "buildcounts" => {
            let categories = [Category::Unit, Category::Terrain, Category::Effect, Category::Upgrade];
            let classes = categories.into_iter().flat_map(|category| content.classes_of(category));
            let counts =
                classes.map(|class| (content.class(class).id.clone(), now.build_count(faction(), class).into()));
            json!({ "counts": Map::from_iter(counts) })
        }
        "candestroy" => {
            let falls = |entity: EntityId| {
                let class = now.class(entity);
                class.category == Category::Unit || class.destroyable
            };
            let owned = now.state.entities().filter(|(_, entity)| entity.owner.is_some());
            json!({ "can_destroy": Map::from_iter(owned.map(|(id, _)| (now.origin(id), falls(id).into()))) })
        }
        "destroygain" => {
            let gain = now.salvage(entities[0]).into_iter();
            let gain = gain.map(|(variable, value)| (content.variable(variable).id.clone(), value.into()));
            json!({ "gain": Map::from_iter(gain) })
        }
        "history" => history(game),
        "sortdist" => {
            let read = |cell: &str| {
                let (column, row) = cell.split_once(',').expect("a column and a row");
                content.site([column.parse().unwrap(), row.parse().unwrap()]).expect("a site")
            };
            let mut sites: Vec<SiteId> = of[2].split(';').map(read).collect();
            let distance = |other: &SiteId| content.distance(site(0), *other);
            order::sort(&mut sites, &|a, b| distance(a) < distance(b));
            json!({ "order": cells(&sites), "distances": sites.iter().map(distance).collect::<Vec<_>>() })
        }
        "valuation" => valuation(now),
        unknown => panic!("the question `{unknown}` is not known"),
    }
}

/// What a special rule does on the copy that the computer player plans on.
fn on_copy(game: &mut Game<'_>, of: &[&str]) -> Value {
    let ["automate", entity, call @ ..] = of else { panic!("{of:?} is not known") };
    let (entities, text) = (game.entities(&[*entity]), call.join(" "));
    let faction = game.session.state.active_faction().expect("somebody's turn");
    let deeds = game.deeds(&text, &mut Vec::new()).expect("it can be read");
    let mut copy = game.session.copied(game::drawn("a copy", Vec::new()));
    let command = Command::Automate { entities, text: text.clone() };
    let program = copy.issue_with(faction, &command, &deeds).expect("it is allowed");
    let head = json!({
        "command": "Automate", "turn": copy.state.turn, "faction": game.content.faction(faction).id,
        "entities": [entity], "text": text,
    });
    let told = History { full_turns: 0, commands: vec![game::recorded(&game.names, &head, &program)] };
    let told = compact(&told.xml());
    let told = told.trim_start_matches("<history><fullTurns>0</fullTurns>").trim_end_matches("</history>");
    json!({ "executed": [told], "maps": maps(copy.now()) })
}

/// XML without the blanks that lay it out.
fn compact(text: &str) -> String {
    text.lines().map(str::trim_start).collect()
}

/// Takes the length in the world out of what is expected of a view, and checks it: twice as many outer radii of a cell with
/// sides of 20 as steps.
pub(crate) fn check_lengths(ask: &str, content: &Content, expected: &mut Value) {
    let Some(length) = expected.as_object_mut().and_then(|of| of.remove("world_distance")) else { return };
    let steps: f64 = ask.split(' ').nth(3).expect("a view has a distance").parse().unwrap();
    let sides = if content.geometry.shape() == Shape::Hex { 6.0 } else { 4.0 };
    let radius = 20.0 / (2.0 * (std::f64::consts::PI / sides).sin());
    assert!((length.as_f64().unwrap() - 2.0 * steps * radius).abs() < 1e-6, "{ask}: {length}");
}

/// Whether two values are the same, where numbers may be written differently: `1` and `1.0`.
pub(crate) fn is_near(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_near(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_near(a, b)))
        }
        _ => found == expected,
    }
}

/// What everything is worth: entities, but terrains that are worth nothing, classes, and sites that are worth anything.
fn valuation(now: Situation<'_>) -> Value {
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

fn history(game: &Game<'_>) -> Value {
    let (content, now) = (game.content, game.session.now());
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
        // Where there is none the original writes a dash, which the rows have lost.
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
        "full_turns": now.state.turn,
        "commands": history.commands,
        "factions": Map::from_iter(factions),
        "entities": Map::from_iter(entities),
    }})
}

fn unit(now: Situation<'_>, id: EntityId) -> Value {
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

/// What units of each faction gain in each site; what comes to 0 is left out.
fn maps(now: Situation<'_>) -> Value {
    let content = now.content;
    let kinds = [("attributes", VariableKind::Attribute), ("resources", VariableKind::Resource)];
    let mut maps = Map::new();
    for &faction in &now.state.order {
        let mut sites = Map::new();
        for site in content.columns() {
            let mut gains = Map::new();
            for (number, variable) in content.variables.iter().enumerate() {
                let id = foeman_rules::rulesets::strategy::ids::VariableId(number as u16);
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

fn path(now: Situation<'_>, units: &[EntityId], target: SiteId, attacks: bool) -> Value {
    let source = now.state.listed(units[0]).site.expect("it stands somewhere");
    let way = if attacks { now.way_to_attack(units, source, target) } else { now.way(units, source, target) };
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

/// What loading faulty scenarios comes to: what we find wrong, where the original breaks down or says nothing.
const LOADED: &[(&str, &str)] = &[
    ("load-01", "expected cells of a map of 11 by 8, but found [11, 2] to [11, 2]"),
    ("load-02", "expected a faction that plays, but found `nobody`"),
    ("load-05", "load-duplicate-class.xml:18: expected an id of its own, but found `guard` twice: the first is kept"),
    ("load-06", "expected `OnEdge` or `OnVertex` for `orientation`, but found `onEdge`"),
    ("load-10", "expected a `gridShift`, but found none: `RowRight` is meant"),
    ("load-11", "expected a `gridShift`, but found none: `RowRight` is meant"),
    ("load-12", "expected an image, but found none"),
    ("load-14", "expected a cell of a map of 11 by 8, but found [1, 8]"),
    ("load-15", "expected a unit or terrain, but found `bowx`: its sites are left out"),
    ("load-17", "shift"),
    ("load-22", "expected an element of Hexkit, but found `nonsense`: it is left out"),
    ("load-23", "expected an image of the scenario, but found `image-gras`"),
    ("load-25", "expected supplies that are variables"),
    ("load-26", "there is no `guardx` in `units`"),
];

/// Whether loading a scenario of a row comes to what is listed.
pub(crate) fn loading(row: &Row, loaded: Result<&Read, &str>) -> Vec<String> {
    let [step] = row.steps.as_slice() else { return vec![format!("{}: expected one step", row.id)] };
    let Some((_, expected)) = LOADED.iter().find(|(id, _)| *id == row.id) else {
        return vec![format!("{}: it is not listed", row.id)];
    };
    let found = match loaded {
        Ok(read) => {
            read.notes.iter().map(|note| format!("{}: {}", note.place, note.message)).collect::<Vec<_>>().join("\n")
        }
        Err(errors) => errors.to_owned(),
    };
    // What the original reads we read as well.
    let is_read = step.error.is_none() && step.answer == Some(json!({ "ok": true }));
    let mut failures = Vec::new();
    if is_read && loaded.is_err() {
        failures.push(format!("{}: {found}", row.id));
    }
    if !is_read && step.error.as_ref().is_none_or(|error| error.kind.is_empty() && error.inner.is_none()) {
        failures.push(format!("{}: expected an error or an answer", row.id));
    }
    if !found.contains(expected) {
        failures.push(format!("{}: expected `{expected}` among\n{found}", row.id));
    }
    failures
}
