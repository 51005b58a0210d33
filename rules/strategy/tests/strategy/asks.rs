//! The questions of rows, and our answers.

use foeman_schema::grid::Shape;
use foeman_schema::grid::world::Reach;
use ruleset_strategy::Command;
use ruleset_strategy::catalogs::VariableKind;
use ruleset_strategy::content::{Category, Content};
use ruleset_strategy::hexkit::{History, Recorded, areas};
use ruleset_strategy::ids::{ClassId, EntityId, FactionId, SiteId};
use ruleset_strategy::order;
use ruleset_strategy::situation::{Losses, Situation};
use serde_json::{Map, Value, json};

use crate::game::{self, Game, differs};
use crate::rows::Step;
use crate::words::Words;
use crate::{answers, digest, exchange, stops, supplies};

/// Asks a question, and compares the answer with the row.
pub(crate) fn told(game: &mut Game<'_>, ask: &str, step: &Step) -> Vec<String> {
    let found = answer(game, ask);
    if let Some(error) = &step.error {
        let is_alike = match &found {
            Err(why) => !why.contains(UNKNOWN),
            Ok(found) => stops::is_nothing(found) || ask.starts_with("areas") && tells_changes(game, found),
        };
        return if is_alike { Vec::new() } else { vec![format!("{ask}: expected {error:?}, found {found:?}")] };
    }
    let found = match found {
        Ok(found) => found,
        Err(why) => return vec![format!("{ask}: {why}")],
    };
    let mut expected = step.answer.clone().unwrap_or(Value::Null);
    let mut failures = Vec::from_iter(check_lengths(game, ask, &mut expected).err());
    let keys = |of: &Value| of["entities"].as_object().map(|of| of.keys().cloned().collect::<Vec<_>>());
    if ask == "world" && keys(&found) != keys(&expected) {
        failures.push(format!("{ask}: entities are in another order"));
        return failures;
    }
    let is_alike = match ask.split_whitespace().next() {
        Some("supplies") => supplies::are_needs(&found, &expected),
        Some("supplytargets") => supplies::are_targets(&found, &expected),
        Some("visible") => is_near(&found, &expected) || is_seen(game.content, ask, &found, &expected),
        _ => is_near(&found, &expected),
    };
    if !is_alike {
        failures.push(differs(ask, &found, &expected));
    }
    failures
}

/// The error for an unknown question; it never counts as an error of the original.
const UNKNOWN: &str = "is no question";

/// A question and its arguments.
struct Asked<'q> {
    of: Vec<&'q str>,
    now: Situation<'q>,
}

impl Asked<'_> {
    fn word(&self, at: usize) -> Result<&str, String> {
        self.of.get(at).copied().ok_or_else(|| format!("word {at} of the question is missing"))
    }

    fn number(&self, at: usize) -> Result<i32, String> {
        let word = self.word(at)?;
        word.parse().map_err(|_| format!("`{word}` is no number"))
    }

    fn site(&self, at: usize) -> Result<SiteId, String> {
        let cell = [self.number(at)?, self.number(at + 1)?];
        self.now.content.site(cell).ok_or_else(|| format!("{cell:?} is off the map"))
    }

    fn faction(&self) -> Result<FactionId, String> {
        let id = self.word(0)?;
        let faction = self.now.content.faction_by_id(id).filter(|&faction| self.now.state.plays(faction));
        faction.ok_or_else(|| format!("the faction `{id}` does not play"))
    }

    fn class(&self) -> Result<ClassId, String> {
        let id = self.word(1)?;
        self.now.content.class_by_id(id).ok_or_else(|| format!("there is no class `{id}`"))
    }

    fn cells(&self, sites: &[SiteId]) -> Value {
        json!(sites.iter().map(|&site| self.now.content.cell(site)).collect::<Vec<_>>())
    }
}

/// Returns our answer, or an error with the reason.
fn answer(game: &mut Game<'_>, ask: &str) -> Result<Value, String> {
    let words: Vec<&str> = ask.split_whitespace().collect();
    let Some((&question, of)) = words.split_first() else { return Err(format!("`{ask}` {UNKNOWN}")) };
    match question {
        "historyxml" => return Ok(json!({ "xml": game.history().xml() })),
        "history" => return Ok(answers::history(game)),
        "onclone" => return on_copy(game, of),
        "areas" => {
            let draft = exchange::pack(&exchange::read(game.text));
            let id = draft.ids("scenarios").next().ok_or("it is no scenario")?.to_owned();
            let text = areas(&draft, &id, game.content, &game.session.state).ok_or("it has no map")?;
            return Ok(json!({ "xml": compact(&text) }));
        }
        _ => {}
    }
    let names: Vec<&str> = of.first().map(|names| names.split(',').collect()).unwrap_or_default();
    let entities = game.entities(&names);
    let content = game.content;
    let now = game.session.now();
    let asked = Asked { of: of.to_vec(), now };
    let is_there = !entities.is_empty() && entities.iter().all(|&id| now.state.entity(id).is_some());
    Ok(match question {
        "world" => digest::world(now),
        "units" => {
            let units = now.state.entities().filter(|(_, entity)| entity.category(content) == Category::Unit);
            json!({ "units": Map::from_iter(units.map(|(id, _)| (now.origin(id), answers::unit(now, id)))) })
        }
        "maps" => json!({ "maps": answers::maps(now) }),
        "resourcemods" => answers::income(now, asked.faction()?),
        "conditions" => answers::conditions(now),
        "movetargets" => answers::move_targets(now, &entities),
        "path" => answers::path(now, &entities, asked.site(1)?, asked.word(3).is_ok_and(|way| way == "attacking")),
        "attacktargets" => json!({ "targets": asked.cells(&now.attack_targets(&entities)) }),
        "canattack" => json!({ "result": is_there && now.can_attack_site(&entities, asked.site(1)?) }),
        "canattackfrom" => {
            json!({ "result": is_there && now.can_attack_from(&entities, asked.site(1)?, asked.site(3)?) })
        }
        "inrange" => {
            let site = asked.site(1)?;
            let within = entities.iter().filter(|&&unit| now.can_attack(unit) && now.can_attack_site(&[unit], site));
            json!({ "units": within.map(|&unit| now.origin(unit)).collect::<Vec<_>>() })
        }
        "visible" => {
            let steps = asked.number(2)?.try_into().map_err(|_| "expected a number of at least 0")?;
            json!({ "visible": asked.cells(&now.seen_from(asked.site(0)?, steps)) })
        }
        "opaque" => {
            let opaque: Vec<SiteId> = content.columns().filter(|&site| now.is_opaque(site)).collect();
            json!({ "opaque": asked.cells(&opaque) })
        }
        "losses" => losses(now.losses(&entities, asked.site(1)?)),
        "placetargets" => {
            json!({ "targets": asked.cells(&now.place_targets(asked.faction()?, asked.class()?)) })
        }
        "buildcounts" => {
            let faction = asked.faction()?;
            let categories = [Category::Unit, Category::Terrain, Category::Effect, Category::Upgrade];
            let classes = categories.into_iter().flat_map(|category| content.classes_of(category));
            let counts = classes.map(|class| (content.class(class).id.clone(), now.build_count(faction, class).into()));
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
            let entity = entities.first().filter(|_| is_there).ok_or("it is not there")?;
            let gain = now.salvage(*entity).into_iter();
            let gain = gain.map(|(variable, value)| (content.variable(variable).id.clone(), value.into()));
            json!({ "gain": Map::from_iter(gain) })
        }
        "supplies" => supplies::needs(now, entities.first().copied()),
        "supplytargets" => supplies::targets(now, asked.faction()?),
        "sortdist" => sorted(&asked)?,
        "valuation" => answers::valuation(now),
        unknown => return Err(format!("`{unknown}` {UNKNOWN}")),
    })
}

fn losses(of: Losses) -> Value {
    json!({
        "attacker_strength": of.attackers,
        "attacker_losses": of.attackers_lost,
        "attacker_percent": Losses::percent(of.attackers_lost, of.attackers),
        "defender_strength": of.defenders,
        "defender_losses": of.defenders_lost,
        "defender_percent": Losses::percent(of.defenders_lost, of.defenders),
    })
}

/// Returns sites in order of distance.
fn sorted(asked: &Asked<'_>) -> Result<Value, String> {
    let content = asked.now.content;
    let source = asked.site(0)?;
    let read = |cell: &str| {
        let numbers: Option<Vec<i32>> = cell.split(',').map(|number| number.parse().ok()).collect();
        let cell = numbers.and_then(|numbers| <[i32; 2]>::try_from(numbers).ok());
        cell.and_then(|cell| content.site(cell)).ok_or_else(|| format!("{cell:?} is no site"))
    };
    let list = asked.word(2)?.split(';').filter(|cell| !cell.is_empty());
    let mut sites: Vec<SiteId> = list.map(read).collect::<Result<_, _>>()?;
    let distance = |other: &SiteId| content.distance(source, *other);
    order::sort(&mut sites, &|a, b| distance(a) < distance(b));
    Ok(json!({ "order": asked.cells(&sites), "distances": sites.iter().map(distance).collect::<Vec<_>>() }))
}

/// Runs a special rule on the copy that the computer player plans on.
fn on_copy(game: &mut Game<'_>, of: &[&str]) -> Result<Value, String> {
    let ["automate", names, call @ ..] = of else { return Err(format!("`onclone {}` {UNKNOWN}", of.join(" "))) };
    let names: Vec<&str> = names.split(',').collect();
    let (entities, text) = (game.entities(&names), call.join(" "));
    let faction = game.session.state.active_faction().ok_or("no faction is active")?;
    let mut copy = game.session.copied(game::drawn("a copy", Vec::new()));
    let command = Command::Automate { entities, text: text.clone() };
    let mut words = Words::new(ruleset_strategy::hexkit::Names::new(game.content));
    let turn = copy.state.turn;
    let program = game::automate(&mut copy, &mut words, (faction, &command), &text, &mut Vec::new());
    let program = program.map_err(|stop| stop.to_string())?;
    words.learn(&copy.state);
    let recorded = Recorded {
        name: "Automate".to_owned(),
        turn: Some(turn),
        faction: game.content.faction(faction).id.clone(),
        entities: names.into_iter().map(str::to_owned).collect(),
        text: Some(text),
        program: Some(words.program(&program)),
        ..Recorded::default()
    };
    let told = compact(&History { full_turns: 0, commands: vec![recorded] }.xml());
    let told = told.trim_start_matches("<history><fullTurns>0</fullTurns>").trim_end_matches("</history>");
    Ok(json!({ "executed": [told], "maps": answers::maps(copy.now()) }))
}

/// Removes the indentation of XML.
fn compact(text: &str) -> String {
    text.lines().map(str::trim_start).collect()
}

/// Whether a map that the original cannot write contains changed resources of entities built during the game.
fn tells_changes(game: &Game<'_>, found: &Value) -> bool {
    let Some(text) = found["xml"].as_str() else { return false };
    let built = game.session.state.entities().filter(|(id, of)| id.0 >= game.begun_with && of.site.is_some());
    let stocks = built.flat_map(|(_, of)| of.values.of_kind(game.content, VariableKind::Resource));
    let mut changed = stocks.filter(|stock| stock.now != stock.initial);
    changed.all(|stock| {
        let id = &game.content.variable(stock.variable).id;
        text.contains(&format!("<resource id=\"{id}\">{}</resource>", stock.now))
    })
}

/// Removes the world distance from an expected view, and checks it: twice the outer radius of a cell per step.
fn check_lengths(game: &Game<'_>, ask: &str, expected: &mut Value) -> Result<(), String> {
    let Some(length) = expected.as_object_mut().and_then(|of| of.remove("world_distance")) else { return Ok(()) };
    let steps = ask.split_whitespace().nth(3).and_then(|steps| steps.parse::<f64>().ok());
    let sides = if game.content.geometry.shape() == Shape::Hex { 6.0 } else { 4.0 };
    let radius = length_of_sides(game.text) / (2.0 * (std::f64::consts::PI / sides).sin());
    let is_alike = |steps: f64| length.as_f64().is_some_and(|length| (length - 2.0 * steps * radius).abs() < 1e-6);
    if steps.is_some_and(is_alike) { Ok(()) } else { Err(format!("{ask}: the length is not {length}")) }
}

/// Returns the length of the sides of a scenario's cells; the original's default is 10.
fn length_of_sides(scenario: &str) -> f64 {
    let polygon = scenario.split("<polygon").nth(1).and_then(|rest| rest.split('>').next()).unwrap_or_default();
    let length = polygon.split("length=\"").nth(1).and_then(|rest| rest.split('"').next());
    length.and_then(|length| length.trim().parse().ok()).unwrap_or(10.0)
}

/// Whether two views are the same except for cells at the limit of sight.
///
/// On hexes, the original's floating-point results miss that limit by less than a billionth in either direction. A cell
/// whose nearest corner is exactly at the limit may be visible or not.
fn is_seen(content: &Content, ask: &str, found: &Value, expected: &Value) -> bool {
    let numbers: Option<Vec<i32>> = ask.split_whitespace().skip(1).map(|word| word.parse().ok()).collect();
    let Some(&[column, row, steps]) = numbers.as_deref() else { return false };
    if content.geometry.shape() != Shape::Hex || steps <= 0 {
        return false;
    }
    let (lattice, tile) = (content.geometry.lattice(), content.geometry.lattice().tile());
    let limit = Reach::widths(tile, steps.unsigned_abs()).square();
    let is_within = |cell: &Value| {
        let Ok(cell) = serde_json::from_value::<[i32; 2]>(cell.clone()) else { return true };
        let centre = lattice.centre(cell) - lattice.centre([column, row]);
        tile.corners().iter().map(|&corner| tile.square(centre + corner)).min() != Some(limit)
    };
    let within = |view: &Value| -> Option<Vec<Value>> {
        Some(view["visible"].as_array()?.iter().filter(|cell| is_within(cell)).cloned().collect())
    };
    within(found).is_some() && within(found) == within(expected)
}

/// Whether two values are equal, ignoring the notation of numbers: `1` and `1.0`.
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

#[test]
fn sides_are_as_long_as_the_scenario_says() {
    assert_eq!(length_of_sides("<mapGrid width=\"4\"><polygon sides=\"6\" length=\"17.5\" /></mapGrid>"), 17.5);
    assert_eq!(length_of_sides("<mapGrid width=\"4\"><polygon sides=\"6\" /></mapGrid>"), 10.0);
}
