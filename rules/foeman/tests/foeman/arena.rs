//! The Arena's battles that demonstrate terrain: the terrain must decide them.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use foeman_engine::dice::Seed;
use foeman_engine::game::{Game, Viewer};
use foeman_engine::outcome::Reason;
use foeman_engine::ruleset::{SideId, Turn};
use foeman_engine::simulate::Plan;
use foeman_registry::SHIPPED;
use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Ref;
use foeman_schema::resolve::Resolved;
use foeman_test_support::packs;
use serde_json::{Value, json};

/// The number of battles per variant: enough to distinguish a third from a half.
const BATTLES: u32 = 120;

fn scenario(id: &str) -> Resolved {
    packs::playable("arena").into_iter().find(|resolved| resolved.scenario.id == id).expect("the Arena has it")
}

fn begun(resolved: &Resolved, seed: u64) -> Box<dyn Game> {
    let engine = SHIPPED.engine("foeman").expect("it is shipped");
    engine.start(resolved, Seed(seed)).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Plays a battle with one player for all sides; returns its ending and its log.
fn played(resolved: &Resolved, player: &str, seed: u64) -> (Reason, String) {
    let mut game = begun(resolved, seed);
    let usual = SHIPPED.engine("foeman").expect("it is shipped").player(player).expect("it is a player of Foeman");
    loop {
        match game.turn() {
            Turn::Over(outcome) => return (outcome.reason, told(&*game)),
            _ => game.step(usual),
        }
    }
}

fn told(game: &dyn Game) -> String {
    game.seen(Viewer::All).lines.iter().map(|told| told.line.text.clone() + "\n").collect()
}

/// Returns the number of battles each side wins.
fn wins(resolved: &Resolved) -> [usize; 2] {
    let engine = SHIPPED.engine("foeman").expect("it is shipped");
    let plan = Plan { battles: BATTLES, seed: Seed(1), threads: 2, players: Vec::new() };
    let report = engine.simulate(resolved, &plan, &|| (), &AtomicBool::new(false)).expect("it can be played");
    [0, 1].map(|side| report.wins(SideId(side)))
}

/// Applies a change to every figure of one roster.
fn changed(resolved: &Resolved, roster: &str, change: impl Fn(&mut Value)) -> Resolved {
    let mut resolved = resolved.clone();
    let roster = resolved.records.get_mut("rosters").and_then(|rosters| rosters.get_mut(roster)).expect("it is there");
    roster["figures"].as_object_mut().expect("figures by id").values_mut().for_each(change);
    resolved
}

#[test]
fn at_the_reading_desk_spells_are_missed_more_than_blades() {
    let whole = scenario("reading-room");
    let class = |entry: &Value| {
        let id = entry["item"].as_str().expect("gear names an item");
        whole.records["items"][id]["class"].as_str().expect("an item has a class").to_owned()
    };
    let silent = |figure: &mut Value| figure["spells"] = json!([]);
    // A dagger each, and no shield.
    let blunt = |figure: &mut Value| {
        let Some(gear) = figure.get_mut("gear").and_then(Value::as_array_mut) else { return };
        gear.retain(|entry| !matches!(class(entry).as_str(), "wpn" | "shd"));
        gear.push(json!({"item": "dagger", "place": "first-hand"}));
    };
    let even = wins(&whole);
    for (side, roster) in ["night-library", "evening-classes"].into_iter().enumerate() {
        let without_spells = wins(&changed(&whole, roster, silent))[side];
        let without_blades = wins(&changed(&whole, roster, blunt))[side];
        assert!(
            without_spells * 4 < even[side] * 3 && without_spells < without_blades,
            "{roster} wins {} of {BATTLES} battles, {without_spells} without spells, {without_blades} without blades",
            even[side]
        );
    }
}

#[test]
fn whoever_fetches_the_dictionary_casts_for_less() {
    let mut resolved = scenario("reading-room");
    let start = resolved.records["scenarios"]["reading-room"]["items"][0]["hex"].clone();
    let places =
        resolved.records.get_mut("scenarios").and_then(|all| all.get_mut("reading-room")).expect("it is there");
    places["sides"][0]["place"]["hesper"]["hex"] = start;
    let usual = SHIPPED.engine("foeman").expect("it is shipped").player("steady").expect("it is a player of Foeman");
    let cheaper = (1..=20).any(|seed| {
        let mut game = begun(&resolved, seed);
        while !matches!(game.turn(), Turn::Over(_)) {
            let choices = game.seen(Viewer::All).choices;
            match choices
                .iter()
                .position(|choice| choice.text.contains("Pick up the unabridged dictionary with 3 dice"))
            {
                Some(takes) => game.choose(takes).expect("it is offered"),
                None => game.step(usual),
            }
        }
        let told = told(&*game);
        told.lines().any(|line| line.contains("Hesper Quill casts") && line.contains("unabridged dictionary -1"))
    });
    assert!(cheaper, "no figure has cast a spell with the book in hand");
}

#[test]
fn at_the_water_stairs_figures_charge_give_way_and_stand_above_each_other() {
    let resolved = scenario("water-stairs");
    let players = ["steady", "reckless"].into_iter();
    let battles: Vec<(Reason, String)> = players
        .flat_map(|player| (1..=30).map(move |seed| (player, seed)))
        .map(|(player, seed)| played(&resolved, player, seed))
        .collect();
    for manoeuvre in [", then charges ", " forces ", " follows up to ", " is hard pressed by ", "from higher ground +1"]
    {
        let count = battles.iter().filter(|(_, told)| told.contains(manoeuvre)).count();
        assert!(count > 0, "`{manoeuvre}` in none of {} battles", battles.len());
    }
    let ends: BTreeSet<String> = battles.iter().map(|(reason, _)| reason.to_string()).collect();
    for end in ["a figure of Free Traders stands in The winch", "is still active after round 9"] {
        assert!(ends.iter().any(|found| found.contains(end)), "{end}: {ends:?}");
    }
}

/// Checks that a map is symmetric: `flip` maps each cell to its mirror image.
fn is_mirrored(id: &str, flip: impl Fn([i32; 2], [u32; 2]) -> [i32; 2]) {
    let resolved = packs::playable("arena").into_iter().find(|resolved| resolved.records["maps"].contains_key(id));
    let map: Map = resolved.expect("a scenario uses the map").get(&Ref::new(id)).expect("the record is a map");
    let (size, levels) = (map.geometry.size(), map.levels().0.values().collect::<Vec<_>>());
    for position in 0..map.geometry.cell_count() {
        let cell = map.geometry.cell_at(position);
        let other = flip(cell, size);
        assert_eq!(map.terrain(cell), map.terrain(other), "{id}: {cell:?} and {other:?}");
        let there = map.geometry.position(other).expect("it is on the map");
        assert_eq!(levels[position], levels[there], "{id}: {cell:?} and {other:?}");
    }
}

#[test]
fn neither_side_can_blame_the_ground() {
    for id in ["arena", "library"] {
        is_mirrored(id, |[column, row], [width, _]| [width as i32 - 1 - column, row]);
    }
    is_mirrored("water-stairs", |[column, row], [_, height]| [column, height as i32 - 1 - row]);
}
