//! Fields declared by packs, used in battles.

use foeman_engine::ruleset::Ruleset;
use foeman_schema::analysis::{check, resolve};
use foeman_schema::draft::Draft;
use ruleset_foeman::{DIALECT, Foeman};
use serde_json::{Value, json};

use crate::ground::{BLUE, Plain, RED};
use crate::scene::{Scene, strike};

/// A duel with ladles, as a draft; `ladle` adds fields to the ladle.
fn tavern(ladle: Value) -> Draft {
    let mut item = json!({"title": "Ladle", "class": "wpn", "damage": "-2H"});
    item.as_object_mut().expect("it is a map").extend(ladle.as_object().expect("it is a map").clone());
    let plain = Plain::new()
        .with("/items/ladle", item)
        .with(
            "/effects",
            json!({"soup": {"title": "Soup", "effects": [
            {"kind": "damage", "when": "hit", "of": "exhaustion", "dice": "this.helpings/2"}]}}),
        )
        .with("/figures/dull/thirst", 3)
        .red([4, 5], 0, &[("ladle", "first-hand")])
        .blue([4, 4], 3, &[("ladle", "first-hand")]);
    let fields = json!({
        "items": {"helpings": {"kind": "integer", "default": 2}, "hot": {"kind": "yes-or-no"}},
        "figures": {"thirst": {"kind": "integer"}},
    });
    let header = json!({"pack": "tavern", "ruleset": "foeman", "format": 2, "fields": fields});
    let mut pack = header.as_object().expect("it is a map").clone();
    pack.extend(plain.pack().as_object().expect("it is a map").clone());
    let text = serde_json::to_string_pretty(&pack).expect("JSON can be written");
    Draft::from_texts([("pack.yaml".to_owned(), text)], &[&DIALECT])
}

/// Returns the lines about blue's damage when red hits it with the ladle, with the minimum dice.
fn served(ladle: Value) -> Vec<String> {
    let draft = tavern(ladle);
    let resolved = resolve(&draft, "fight").expect("the battle can be played");
    let mut scene = Scene::of(Foeman::content(&resolved).expect("the content can be read"));
    scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[1, 1]);
    let told = scene.round(&[(RED, &[strike(BLUE, 3)])]);
    told.into_iter().filter(|line| line.contains("blue 1") && line.contains("exhaustion")).collect()
}

#[test]
fn harm_is_reckoned_from_the_fields_of_the_item_that_does_it() {
    let effects = |dice: &str| json!([{"kind": "damage", "when": "hit", "of": "exhaustion", "dice": dice}]);
    for (ladle, points) in [
        (json!({"helpings": 8, "effects": effects("this.helpings/2")}), "4 "),
        (json!({"helpings": 6, "effects": effects("this.helpings/2")}), "3 "),
        (json!({"effects": effects("this.helpings/2")}), "1 "),
        (json!({"helpings": 4, "hot": true, "effects": effects("this.helpings + 3*this.hot")}), "7 "),
        (json!({"helpings": 4, "hot": false, "effects": effects("this.helpings + 3*this.hot")}), "4 "),
        (json!({"effects": effects("target.thirst")}), "3 "),
        (json!({"effects": effects("this.helpings*own.thirst")}), "6 "),
        (json!({"helpings": 10, "effects": [{"kind": "named", "effect": "soup"}]}), "5 "),
    ] {
        let told = served(ladle.clone());
        assert!(told.len() == 1 && told[0].contains(&format!(" {points}")), "{ladle}: {told:?}");
    }
}

#[test]
fn a_name_that_nobody_declares_is_told_with_the_near_one() {
    let told = |dice: &str| -> Vec<String> {
        let draft = tavern(json!({"effects": [{"kind": "damage", "when": "hit", "of": "exhaustion", "dice": dice}]}));
        let found = check(&draft).into_iter().filter(|finding| finding.code == "undeclared-field");
        found.map(|finding| format!("{}; {}", finding.message, finding.help.unwrap_or_default())).collect()
    };
    let expected = |what: &str| vec![what.to_owned()];
    assert_eq!(told("1D + this.helpings"), Vec::<String>::new());
    assert_eq!(
        told("1D + this.helping"),
        expected("expected a declared field for `items`, found `this.helping`; did you mean `this.helpings`?")
    );
    assert_eq!(
        told("own.sx"),
        expected("expected a declared field for `figures`, found `own.sx`; did you mean `own.dx` or `own.st`?")
    );
    assert_eq!(
        told("target.charm"),
        expected(
            "expected a declared field for `figures`, found `target.charm`; declare it in the pack's header, under `fields`, `figures`: `charm: {kind: integer}`"
        )
    );
}
