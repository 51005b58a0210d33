//! Figures that enter a zone without taking a step.

use ruleset_foeman::command::Command;
use ruleset_foeman::state::Action;
use serde_json::json;

use super::occasions::wizard;
use super::{SWORD, count, now, to_round, with};
use crate::ground::{BLUE, Plain, RED};
use crate::scene::Scene;

#[test]
fn a_pushed_teleported_or_created_figure_enters_the_zone() {
    let elsewhere = json!({"gate": {"title": "All but a hex", "rectangles": [
        {"from": [0, 0], "to": [8, 2]}, {"from": [0, 4], "to": [8, 8]},
        {"from": [0, 3], "to": [3, 3]}, {"from": [5, 3], "to": [8, 3]},
    ]}});
    let pushed = json!({"when": "enters", "zone": "gate", "side": "blue", "figures": ["f1"], "each-time": true});
    let created = json!({"when": "enters", "zone": "gate", "each-time": true});
    for (kind, effects, occasion) in [
        ("thrown", json!([{"kind": "move", "hexes": 1, "how": "push"}]), &pushed),
        ("thrown", json!([{"kind": "move", "hexes": 3, "how": "teleport"}]), &pushed),
        ("creation", json!([{"kind": "create", "figure": "beast", "rounds": "spell"}]), &created),
    ] {
        let mut spell = json!({"title": "Shift", "iq": 8, "kind": kind, "cost": 1, "effects": effects});
        if kind == "creation" {
            (spell["target"], spell["range"]) = (json!("hex"), json!(8));
        }
        let plain = wizard(Plain::new().red([4, 7], 0, SWORD).blue([4, 3], 3, SWORD));
        let plain = plain.with("/spells", json!({"blast": spell})).with("/maps/plain/zones", elsewhere.clone());
        let mut scene = Scene::new(&with(plain, now(occasion.clone())));
        scene.go_on();
        assert_eq!(count(&scene, "now"), 0, "a figure that starts in the zone does not enter it");
        scene.falls("cast", RED, &[1, 1, 1]).ask(RED);
        let casts = |scene: &Scene| {
            let is_cast = |command: &Command| {
                matches!(command, Command::Act { action: Action::Cast { target, dice: 3, .. } }
                    if target.is_none_or(|target| target == BLUE || kind == "creation"))
            };
            scene.legal().into_iter().find(is_cast)
        };
        while let Some(cast) = casts(&scene) {
            scene.issue(cast).go_on();
        }
        // The caster chooses the hex.
        if let Some(hex) = scene.legal().into_iter().find(|command| matches!(command, Command::Place { .. })) {
            scene.issue(hex).go_on();
        }
        to_round(&mut scene, 2);
        assert_eq!(count(&scene, "now"), 1, "{effects}: {:#?}", scene.told());
    }
}
