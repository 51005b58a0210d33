//! Battles on maps of areas: the same as on equal maps of rows, and on maps too large for rows.

use foeman_engine::battle::Battle;
use foeman_engine::player::Players;
use foeman_engine::ruleset::Turn;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::catalogs::board::Map;
use foeman_schema::draft::Draft;
use foeman_schema::regrid::as_areas;
use foeman_test_support::packs;
use ruleset_foeman::Foeman;
use serde_json::{Value, json};

use crate::ground::{BLUE, Plain, RED, play, told, usual};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

/// Replaces the rows by a map of areas.
fn written(plain: Plain, size: [u32; 2], fill: &str, areas: Value) -> Plain {
    plain.with("/maps/plain", json!({"title": "Plain", "geometry": {"size": size}, "fill": fill, "areas": areas}))
}

/// Plays with the default players for at most this many rounds.
fn played(mut battle: Battle<Foeman>, rounds: u32) -> Battle<Foeman> {
    let mut players = Players::default();
    play(&mut battle, |battle, _| (battle.state().round <= rounds).then(|| usual(&mut players, battle)).flatten());
    battle
}

#[test]
fn a_battle_on_areas_is_the_battle_on_the_same_ground_in_rows() {
    let mut compared = 0;
    for rows in packs::playable("arena") {
        let mut areas = rows.clone();
        for map in areas.records.get_mut("maps").expect("the pack has maps").values_mut() {
            let read: Map = serde_json::from_value(map.clone()).expect("it can be read");
            let (fill, lying) = as_areas(&read).expect("it is not large");
            let fields = map.as_object_mut().expect("a map has fields");
            fields.retain(|field, _| !["rows", "legend", "elevation"].contains(&field.as_str()));
            fields.insert("fill".to_owned(), json!(fill));
            fields.insert("areas".to_owned(), json!(lying));
        }
        let [rows, areas] = [rows, areas].map(|resolved| {
            let battle = Battle::new(&resolved, foeman_engine::dice::Seed(7)).unwrap_or_else(|why| panic!("{why:?}"));
            told(&played(battle, 8))
        });
        assert!(rows.len() > 5);
        assert_eq!(rows, areas);
        compared += rows.len();
    }
    assert!(compared > 300, "something happened: {compared}");
}

#[test]
fn figures_fight_on_ten_thousand_by_ten_thousand_hexes() {
    let walls = json!([
        {"terrain": "mud", "from": [4000, 0], "to": [9999, 9999]},
        {"terrain": "wall", "from": [7000, 6990], "to": [7000, 7002]},
    ]);
    let plain = Plain::new().red([6995, 7000], 1, SWORD).blue([7005, 7000], 4, SWORD);
    let plain = written(plain, [10_000, 10_000], "grass", walls);
    let battle = plain.battle(3);
    let ground = &battle.content().land.ground;
    assert!(ground.cells.bytes() + ground.levels.bytes() < 4 << 20, "memory is what differs");
    let battle = played(battle, 30);
    assert!(matches!(battle.turn(), Turn::Over(_)), "they met and fought it out: {:?}", told(&battle).last());
    for figure in [RED, BLUE] {
        let before = battle.content().start[usize::from(figure.0)].pose.head;
        let now = battle.state().figure(figure).hex;
        assert!(now.distance(before) > 2, "{figure:?} went round the wall");
    }
}

#[test]
fn those_who_stand_at_opposite_rims_set_out_and_nothing_is_searched_as_a_whole() {
    let plain = Plain::new().red([0, 0], 2, SWORD).blue([9_999, 9_999], 5, SWORD);
    let river = json!([{"terrain": "wall", "from": [0, 500], "to": [9_900, 503]}]);
    let battle = played(written(plain, [10_000, 10_000], "grass", river).battle(1), 6);
    let start = &battle.content().start;
    let from = [0, 1].map(|figure| start[figure].pose.head);
    let now = [RED, BLUE].map(|figure| battle.state().figure(figure).hex);
    assert!(now[0].distance(now[1]) + 30 < from[0].distance(from[1]), "each came some way nearer: {now:?}");
}

#[test]
fn the_checks_of_a_pack_go_over_a_great_map() {
    let text = |areas: &str| {
        format!(
            "pack: great\ntitle: Great\nversion: 1.0.0\nruleset: foeman\nauthors: [A]\nlicense: CC0-1.0\nformat: 2\n\
             terrains:\n  grass: {{title: Grass, color: \"#7ba05b\"}}\n  \
             wall: {{title: Wall, color: \"#6b6159\", blocks-move: true}}\n\
             maps:\n  plain:\n    title: Plain\n    geometry: {{size: [10000, 10000]}}\n    fill: grass\n    areas:\n{areas}\
             figures:\n  human: {{title: Human, kind: hero, attributes: {{st: 12, dx: 11, iq: 9, ma: 10}}}}\n\
             rosters:\n  gang: {{title: Gang, figures: {{gorsk: {{name: Gorsk, type: human}}}}}}\n  \
             watch: {{title: Watch, figures: {{brana: {{name: Brana, type: human}}}}}}\n\
             sides:\n  raiders: {{title: Raiders, color: \"#b03a2e\", roster: gang}}\n  \
             guards: {{title: Guards, color: \"#2e6db0\", roster: watch}}\n\
             scenarios:\n  raid:\n    title: Raid\n    map: plain\n    sides:\n      \
             - {{side: raiders, place: {{gorsk: {{hex: [5, 5]}}}}}}\n      \
             - {{side: guards, place: {{brana: {{hex: [9000, 9000]}}}}}}\n"
        )
    };
    let findings = |areas: &str| -> Vec<String> {
        let draft = Draft::from_texts([("pack.yaml".to_owned(), text(areas))], &SHIPPED.dialects());
        let told = check(&draft).into_iter().map(|finding| format!("{}: {}", finding.code, finding.message));
        told.collect()
    };
    assert_eq!(findings("      - {terrain: wall, from: [100, 100], to: [199, 100]}\n"), [] as [&str; 0]);
    let ring = "      - {terrain: wall, from: [300, 300], to: [400, 400]}\n      \
                - {terrain: grass, from: [301, 302], to: [399, 398]}\n";
    assert_eq!(findings(ring), ["unreachable-ground: no figure can reach column 301, row 302 and 9602 more cells"]);
    let wall = "      - {terrain: wall, from: [0, 5000], to: [9999, 5002]}\n";
    let apart = findings(wall);
    assert!(apart.iter().any(|told| told.starts_with("isolated-figure")), "{apart:?}");
}
