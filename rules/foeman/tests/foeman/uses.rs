//! Items and spells with the same name, and what using an item counts as (`F10.7`, `F10.8`).

use ruleset_foeman::catalogs::effects::Status;
use ruleset_foeman::ids::{ItemId, SpellId};
use ruleset_foeman::option::Mode;
use ruleset_foeman::state::{Action, Aim};
use serde_json::{Value, json};

use crate::ground::{BLUE, Plain, RED};
use crate::scene::{Scene, act, attack, strike};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

#[test]
fn a_spell_and_a_ring_of_one_name_are_different_things() {
    let harder = |by: i32| json!({"kind": "modify", "what": "to-hit", "by": by, "when": "hit-by"});
    let mut lasting = harder(-2);
    lasting["rounds"] = json!(9);
    let mut ring = harder(-1);
    ring["while"] = json!("worn");
    let spells = json!({
        "blur": {"title": "Blur", "iq": 8, "kind": "protection", "cost": 1, "target": "caster", "effects": [lasting]},
        "clear": {"title": "Clear", "iq": 8, "kind": "dispelling", "cost": 1, "target": "caster",
            "effects": [{"kind": "dispel", "spell": "blur"}]},
    });
    let plain = Plain::new()
        .with("/spells", spells)
        .with("/items/blur", json!({"title": "Blur", "class": "gen", "ready": "worn", "effects": [ring]}))
        .with(
            "/figures/wizard",
            json!({"title": "Wizard", "kind": "wizard",
            "attributes": {"st": 40, "dx": 20, "iq": 12, "ma": 8}}),
        )
        .figure(0, "red", "wizard", ([4, 5], 0), &[("blur", "worn")])
        .with("/rosters/red/figures/f1/spells", json!(["blur", "clear"]))
        .blue([4, 4], 3, SWORD);
    let mut scene = Scene::new(&plain);
    let mut round = |spell: Option<u8>| {
        let red = spell.map_or(Action::Move, |spell| Action::Cast {
            spell: SpellId(spell.into()),
            target: Some(RED),
            dice: 5,
        });
        scene.falls("cast", RED, &[1, 1, 1, 1, 1]).falls("hit", BLUE, &[6, 6, 6]);
        let told = scene.round(&[(RED, &[red]), (BLUE, &[strike(RED, 3)])]);
        let line = told.into_iter().find(|line| line.contains("strikes red 1")).expect("blue strikes");
        line.split("rolled").next().expect("a line has a beginning").to_owned()
    };
    assert!(round(None).ends_with("needs 9 or less (DX 10, blur -1), "), "the ring: {}", round(None));
    assert!(round(Some(0)).ends_with("needs 7 or less (DX 10, blur -1, Blur -2), "), "both: {}", round(None));
    assert!(round(Some(1)).ends_with("needs 9 or less (DX 10, blur -1), "), "the ring stays: {}", round(None));
}

/// A wand with a minor effect, whose use counts as another option.
fn wand(counts_as: Option<&str>, effects: Value) -> Plain {
    let mut wand = json!({"title": "Wand", "class": "gen", "effects": effects});
    if let Some(counts_as) = counts_as {
        wand["counts-as"] = json!(counts_as);
    }
    Plain::new().with("/items/wand", wand).with("/figures/dull/attributes/st", 40)
}

fn luck() -> Value {
    json!([{"kind": "modify", "what": "initiative", "by": 1, "rounds": 1}])
}

const USE: Action = Action::Use { item: ItemId(0), dice: 5 };

#[test]
fn whoever_uses_what_counts_as_defending_or_dodging_is_as_hard_to_hit() {
    let dice = |counts_as: Option<&str>, mode: Mode, blue: [i32; 2]| {
        let plain =
            wand(counts_as, luck()).red([4, 4], 0, &[("wand", "first-hand")]).blue(blue, 3, &[("axe", "first-hand")]);
        let mut scene = Scene::new(&plain);
        scene.round(&[(RED, &[USE]), (BLUE, &[attack(mode, RED, 3)])]);
        let line = if mode == Mode::Strike { "blue 1 strikes red 1" } else { "blue 1 hurls the axe at red 1" };
        let line = &scene.line(line).text;
        if line.contains("4 dice") { 4 } else { 3 }
    };
    let (near, far) = ([4, 3], [4, 2]);
    assert_eq!(dice(None, Mode::Strike, near), 3);
    assert_eq!(dice(Some("defend"), Mode::Strike, near), 4);
    assert_eq!(dice(Some("dodge"), Mode::Strike, near), 3);
    assert_eq!(dice(Some("dodge"), Mode::Hurl, far), 4);
    assert_eq!(dice(Some("watch"), Mode::Hurl, far), 3);
}

#[test]
fn an_aim_goes_on_while_something_is_used_that_counts_as_watching() {
    let aimed = |counts_as: Option<&str>| {
        let plain = wand(counts_as, luck()).red([4, 7], 0, &[("wand", "first-hand")]).blue([4, 3], 3, SWORD);
        let mut scene = Scene::new(&plain);
        scene.round(&[(RED, &[Action::Watch { target: BLUE }])]);
        scene.round(&[(RED, &[USE])]);
        scene.state.figure(RED).aim
    };
    assert_eq!(aimed(None), None, "using a thing is no aiming");
    assert_eq!(aimed(Some("strike")), None);
    assert_eq!(aimed(Some("watch")), Some(Aim { target: BLUE, since: 1 }));
}

#[test]
fn what_counts_as_another_option_is_open_as_long_as_that_one() {
    // A tenth of MA 10 is too much for Use, but not for Strike.
    let rule = |counts_as: Option<&str>, status: Option<&str>| {
        let plain = wand(counts_as, luck()).red([4, 7], 0, &[("wand", "first-hand")]).blue([4, 0], 3, SWORD);
        let plain = match status {
            Some(status) => plain.with("/figures/dull/effects", json!([{"kind": "status", "add": status}])),
            None => plain,
        };
        let mut scene = Scene::new(&plain);
        let step = ruleset_foeman::command::Command::Step { direction: foeman_schema::grid::Direction::new(0) };
        if status.is_none() {
            scene.until(|scene| scene.rule(step).is_none());
            for _ in 0..4 {
                scene.issue(step);
            }
        }
        scene.ask(RED);
        let listed = scene.legal().contains(&act(USE));
        assert_eq!(listed, scene.rule(act(USE)).is_none());
        scene.rule(act(USE))
    };
    assert_eq!(rule(None, None), Some("F5"));
    assert_eq!(rule(Some("strike"), None), None, "four of ten MP are not too many for a strike");
    assert_eq!(rule(Some("jab"), None), Some("F5"));
    let entangled = Status::Entangled.name();
    assert_eq!(rule(None, Some(entangled)), None);
    assert!(rule(Some("dodge"), Some(entangled)).is_some(), "who cannot dodge cannot use it");
}

#[test]
fn a_blow_after_using_what_counts_as_one_is_a_repeated_action() {
    let second = |counts_as: Option<&str>| {
        let both = &[("wand", "second-hand"), ("sword", "first-hand")];
        let plain = wand(counts_as, luck()).red([4, 4], 0, both).blue([4, 3], 3, SWORD);
        let mut scene = Scene::new(&plain.with("/figures/dull/attributes/dx", 30));
        scene.round(&[(RED, &[USE])]);
        scene.falls("hit", RED, &[6, 6, 6]).falls("damage", RED, &[1, 1]);
        scene.round(&[(RED, &[strike(BLUE, 3)])]);
        scene.line("red 1 strikes blue 1").text.clone()
    };
    let always = "miss, because 12 or more on 3 dice always fails (F1.9)";
    assert!(second(None).contains(always), "{}", second(None));
    assert!(second(Some("jab")).contains(always), "{}", second(Some("jab")));
    let repeated = second(Some("strike"));
    assert!(repeated.contains("hit, because a repeated action never fails automatically (F6.6)"), "{repeated}");
}

#[test]
fn what_works_while_somebody_charges_works_with_what_counts_as_that() {
    let hard = |counts_as: Option<&str>| {
        let effects = json!([{"kind": "modify", "what": "initiative", "by": 1, "rounds": 1},
            {"kind": "modify", "what": "to-hit", "by": -3, "when": "hit-by", "while": "charging"}]);
        let plain = wand(counts_as, effects).red([4, 4], 0, &[("wand", "first-hand")]).blue([4, 3], 3, SWORD);
        let mut scene = Scene::new(&plain);
        scene.round(&[(RED, &[USE]), (BLUE, &[strike(RED, 3)])]);
        scene.line("blue 1 strikes red 1").text.contains("wand -3")
    };
    assert_eq!((hard(None), hard(Some("charge"))), (false, true));
}
