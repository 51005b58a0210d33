//! Items on the ground, and picking them up (`F10.2`, `F10.3`).

use foeman_schema::grid::Direction;
use ruleset_foeman::catalogs::Loadout;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::ItemId;
use ruleset_foeman::option::Mode;
use ruleset_foeman::state::{Action, Whereabouts};
use serde_json::{Value, json};

use crate::ground::{BLUE, Plain, RED};
use crate::scene::{Scene, act, attack, says, strike};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

/// Red is on the hex of these items; blue is far away.
fn beside(gear: &[(&str, &str)], items: Value) -> Scene {
    let items = items.as_array().expect("a list").iter().map(|item| {
        let mut item = item.clone();
        item["hex"] = json!([4, 7]);
        item
    });
    let plain = Plain::new().red([4, 7], 0, gear).blue([4, 0], 3, SWORD);
    Scene::new(&plain.with("/scenarios/fight/items", items.collect::<Vec<Value>>()))
}

/// Red picks up an item with three dice that succeed.
fn picks_up(scene: &mut Scene, item: ItemId) {
    scene.falls("ready", RED, &[1, 1, 1]);
    scene.round(&[(RED, &[Action::Ready { item, dice: 3 }])]);
}

#[test]
fn whoever_comes_by_takes_what_the_scenario_has_laid_there() {
    let mut scene = beside(&[], json!([{"item": "axe"}]));
    let axe = ItemId(1);
    assert!(matches!(scene.state.item(axe).at, Whereabouts::Lying { .. }));
    picks_up(&mut scene, axe);
    assert_eq!((scene.state.item(axe).owner, scene.state.item(axe).place()), (Some(RED), Some(Loadout::FirstHand)));
    assert!(says(&scene.told(), "red 1 picks up the axe: 3 dice, needs 10 or less (DX 10)"), "{:?}", scene.told());
}

#[test]
fn nobody_takes_what_lies_elsewhere() {
    let plain = Plain::new().red([4, 7], 0, &[]).blue([4, 0], 3, SWORD);
    let mut scene = Scene::new(&plain.with("/scenarios/fight/items", json!([{"item": "axe", "hex": [4, 6]}])));
    scene.ask(RED);
    assert_eq!(scene.rule(act(Action::Ready { item: ItemId(1), dice: 3 })), Some("F10.4"));
}

#[test]
fn carry_codes_say_what_may_be_taken() {
    let rule = |carried: &str, lying: &str, codes: &[(&str, &str)]| {
        let plain = Plain::new().red([4, 7], 0, &[(carried, "belt")]).blue([4, 0], 3, SWORD);
        let mut plain = plain.with("/scenarios/fight/items", json!([{"item": lying, "hex": [4, 7]}]));
        for (item, code) in codes {
            plain = plain.with(&format!("/items/{item}/carry"), *code);
        }
        let mut scene = Scene::new(&plain);
        scene.ask(RED).rule(act(Action::Ready { item: ItemId(2), dice: 3 }))
    };
    assert_eq!(rule("sword", "sword", &[]), Some("F10.2"), "one each");
    assert_eq!(rule("sword", "axe", &[]), None);
    assert_eq!(rule("sword", "sword", &[("sword", "mul")]), None, "any number");
    assert_eq!(rule("sword", "axe", &[("axe", "1of")]), Some("F10.2"), "one of its class");
    assert_eq!(rule("sword", "axe", &[("sword", "1of")]), Some("F10.2"), "no other item of its class");
    assert_eq!(rule("arrow", "arrow", &[]), None, "they accumulate");
    assert_eq!(rule("sword", "axe", &[("axe", "nil")]), Some("F10.2"), "it is only written down");
}

#[test]
fn what_is_only_written_down_nobody_has() {
    let armed = |code: &str| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, &[]).with("/items/sword/carry", code);
        let mut scene = Scene::new(&plain);
        scene.round(&[(RED, &[strike(BLUE, 3)])]);
        says(&scene.told(), "red 1 strikes blue 1 with the sword")
    };
    assert_eq!((armed("1ea"), armed("nil")), (true, false));
}

#[test]
fn of_what_is_unique_a_battle_has_one() {
    let owners = |code: &str| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).with("/items/sword/carry", code);
        let scene = Scene::new(&plain.with("/scenarios/fight/items", json!([{"item": "sword", "hex": [0, 0]}])));
        scene.state.items.iter().map(|item| item.owner).collect::<Vec<_>>()
    };
    assert_eq!(owners("1ea"), [Some(RED), Some(BLUE), None]);
    assert_eq!(owners("uni"), [Some(RED)]);
    let mut scene = beside(&[], json!([{"item": "sword"}]));
    let unique = ItemId(1);
    picks_up(&mut scene, unique);
    assert_eq!(scene.state.item(unique).owner, Some(RED), "the figure that finds it owns it");
}

#[test]
fn crude_arms_lie_in_heaps_and_are_carried_one_by_one() {
    let crude = |quality: &str| {
        let plain = Plain::new().red([4, 7], 0, &[]).blue([4, 0], 3, SWORD);
        let heap = json!([{"item": "club", "hex": [4, 7], "count": 3}]);
        let plain = plain.with("/items/club/carry", "acu").with("/items/club/quality", quality);
        let mut scene = Scene::new(&plain.with("/scenarios/fight/items", heap));
        picks_up(&mut scene, ItemId(1));
        let pieces: u16 = scene.state.figure(RED).gear.iter().map(|&item| scene.state.item(item).count).sum();
        scene.ask(RED);
        (pieces, scene.rule(act(Action::Ready { item: ItemId(2), dice: 3 })))
    };
    assert_eq!(crude("crude"), (1, Some("F10.2")), "one of each type");
    let heap = Plain::new().red([4, 7], 0, &[]).blue([4, 0], 3, SWORD).with("/items/club/carry", "acu");
    let mut heap =
        Scene::new(&heap.with("/scenarios/fight/items", json!([{"item": "club", "hex": [4, 7], "count": 3}])));
    picks_up(&mut heap, ItemId(1));
    assert_eq!(heap.state.item(ItemId(1)).count, 3, "others are kept together");
}

#[test]
fn crude_arms_take_no_skill() {
    let harm = |quality: &str| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, &[]);
        let plain = plain.with("/items/sword/quality", quality).with("/figures/dull/attributes/st", 40);
        let mut scene = Scene::new(&plain);
        scene.falls("hit", RED, &[1, 1, 1, 1]).falls("damage", RED, &[6, 5, 4]);
        scene.round(&[(RED, &[strike(BLUE, 4)])]);
        let blue = scene.state.figure(BLUE);
        (blue.physical, blue.exhaustion)
    };
    assert_eq!(harm("ordinary"), (6 + 4, 5), "the second die tires");
    assert_eq!(harm("crude"), (6, 5 + 4), "all but the highest die tire");
}

#[test]
fn arrows_that_are_picked_up_join_those_in_the_quiver() {
    let mut scene = beside(&[("arrow", "back")], json!([{"item": "arrow", "count": 5}]));
    let lying = ItemId(2);
    picks_up(&mut scene, lying);
    assert_eq!(scene.state.item(ItemId(0)).count, 6);
    assert_eq!((scene.state.item(lying).count, scene.state.item(lying).at), (0, Whereabouts::Gone));
    let mut without = beside(&[], json!([{"item": "arrow", "count": 5}]));
    picks_up(&mut without, ItemId(1));
    assert_eq!((without.state.item(ItemId(1)).place(), without.state.item(ItemId(1)).count), (Some(Loadout::Belt), 5));
}

#[test]
fn a_star_that_was_thrown_lies_there_and_can_be_thrown_back() {
    let plain = Plain::new().red([4, 6], 0, &[("star", "first-hand")]).blue([4, 4], 3, &[]);
    let plain = plain.with("/rosters/red/figures/f1/gear/0/count", 3).with("/figures/dull/attributes/st", 40);
    let mut scene = Scene::new(&plain);
    scene.falls("hit", RED, &[6, 6, 6]);
    scene.round(&[(RED, &[attack(Mode::Hurl, BLUE, 3)])]);
    let star = ItemId(1);
    assert_eq!((scene.state.item(ItemId(0)).count, scene.state.item(star).count), (2, 1));
    scene.falls("ready", BLUE, &[1, 1, 1]);
    scene.round(&[(BLUE, &[Action::Ready { item: star, dice: 3 }])]);
    assert_eq!(scene.state.item(star).owner, Some(BLUE));
    scene.ask(BLUE);
    assert_eq!(scene.rule(act(attack(Mode::Hurl, RED, 3))), None);
}

#[test]
fn the_fallen_drop_what_they_hold_where_the_scenario_has_it_so() {
    let dropped = |option: bool| {
        let gear = &[("sword", "first-hand"), ("axe", "belt")];
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, gear).blue([8, 8], 3, SWORD);
        let plain = plain.with("/scenarios/fight/options", json!({"fallen-drop-gear": option}));
        let mut scene = Scene::new(&plain);
        scene.falls("hit", RED, &[1, 1, 1, 1]).falls("damage", RED, &[6, 6, 6]);
        scene.round(&[(RED, &[strike(BLUE, 4)])]);
        assert!(says(&scene.told(), "loses consciousness"), "{:?}", scene.told());
        let hex = scene.state.figure(BLUE).hex;
        let lies = |item: ItemId| scene.state.item(item).at == Whereabouts::Lying { hex };
        (lies(ItemId(1)), lies(ItemId(2)))
    };
    assert_eq!(dropped(true), (true, false), "the sword from its hand, not the axe from its belt");
    assert_eq!(dropped(false), (false, false));
}

#[test]
fn an_enemys_sword_is_as_good_as_ones_own() {
    let plain = Plain::new().red([4, 5], 0, &[]).blue([4, 4], 3, SWORD).blue([8, 8], 3, SWORD);
    let mut scene = Scene::new(&plain);
    let sword = ItemId(0);
    scene.falls("hit", RED, &[1, 1, 1, 1, 1]).falls("damage", RED, &[6, 6, 6]);
    scene.round(&[(RED, &[strike(BLUE, 5)])]);
    assert_eq!(scene.state.item(sword).owner, None, "{:?}", scene.told());
    scene.until(|scene| scene.rule(Command::Step { direction: Direction::new(0) }).is_none());
    scene.issue(Command::Step { direction: Direction::new(0) });
    assert_eq!(scene.state.figure(RED).hex, scene.state.figure(BLUE).hex);
    scene.falls("ready", RED, &[1, 1, 1]);
    scene.round(&[(RED, &[Action::Ready { item: sword, dice: 3 }])]);
    scene.ask(RED);
    assert_eq!((scene.state.item(sword).owner, scene.state.item(sword).place()), (Some(RED), Some(Loadout::FirstHand)));
}
