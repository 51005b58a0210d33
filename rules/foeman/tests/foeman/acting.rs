//! The action phase: the order of actions, lost actions, and aiming (`F6`).

use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, ItemId};
use ruleset_foeman::instruction::{FigureEvent, Instruction};
use ruleset_foeman::option::Mode;
use ruleset_foeman::state::Action;
use serde_json::json;

use crate::ground::{BLUE, Plain, RED};
use crate::scene::{Scene, act, attack, defend, says, strike};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const PIKE: &[(&str, &str)] = &[("pike", "second-hand")];
const THIRD: FigureId = FigureId(2);

#[test]
fn who_is_struck_down_by_a_watcher_strikes_no_more() {
    let mut scene = Scene::new(&Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD));
    scene.falls("hit", RED, &[1, 1, 1, 1, 1]).falls("damage", RED, &[6, 6, 6, 6]);
    let lines = scene.round(&[(RED, &[Action::Watch { target: BLUE }, strike(BLUE, 5)]), (BLUE, &[strike(RED, 3)])]);
    assert!(says(&lines, "red 1 strikes blue 1") && says(&lines, "loses consciousness"), "{lines:#?}");
    assert!(!says(&lines, "blue 1 strikes"), "{lines:#?}");
}

#[test]
fn a_watcher_is_asked_again_last_and_acts_only_with_more_dice() {
    let mut scene = Scene::new(&Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD));
    scene.until(|scene| scene.state.asked_for_option().is_some());
    while let Some(asked) = scene.state.asked_for_option().filter(|asked| asked.over.is_none()) {
        let action = if asked.figure == RED { Action::Watch { target: BLUE } } else { strike(RED, 3) };
        scene.issue(act(action)).go_on();
    }
    let asked = scene.state.asked_for_option().expect("the watcher must choose again");
    assert_eq!((asked.figure, asked.over), (RED, Some(3)));
    assert_eq!(scene.rule(act(strike(BLUE, 3))), Some("F6.4"));
    assert_eq!(scene.rule(act(strike(BLUE, 4))), None);
}

/// Returns the figures in the order in which they were asked for their options in the last round.
fn asked(scene: &Scene) -> Vec<FigureId> {
    let asked = |instruction: &Instruction| match instruction {
        Instruction::Figure(figure, FigureEvent::Asked { .. }) => Some(*figure),
        _ => None,
    };
    scene.done.iter().filter_map(asked).collect()
}

/// Returns the figures in the order in which they attacked.
fn attackers(scene: &Scene) -> Vec<FigureId> {
    let attacked = |instruction: &Instruction| match instruction {
        Instruction::Figure(figure, FigureEvent::Attacked { .. }) => Some(*figure),
        _ => None,
    };
    scene.done.iter().filter_map(attacked).collect()
}

/// Red faces a blue figure; a second blue figure with this DX also reaches red.
fn three(dx: u8) -> Plain {
    Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 3, SWORD)
        .blue([5, 4], 4, SWORD)
        .with("/rosters/blue/figures/f2/attributes", json!({"dx": dx}))
        .with("/figures/dull/attributes/st", 40)
}

#[test]
fn a_lying_target_brings_an_attack_forward() {
    let order = |falls: bool| {
        let mut scene = Scene::new(&three(12));
        // Eight points knock blue down; four do not.
        let blow: &[u8] = if falls { &[6, 6] } else { &[3, 1] };
        scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, blow);
        scene.round(&[(RED, &[strike(BLUE, 3)])]);
        let before = attackers(&scene).len();
        scene.falls("hit", THIRD, &[6, 6, 6]);
        scene.round(&[(RED, &[strike(BLUE, 3)]), (THIRD, &[strike(RED, 3)])]);
        attackers(&scene)[before..].to_vec()
    };
    assert_eq!(order(false), [THIRD, RED], "DX 12 before DX 10");
    assert_eq!(order(true), [RED, THIRD], "DX 10 and 4 for a lying target before DX 12");
}

#[test]
fn until_a_figure_has_chosen_it_counts_as_facing_whom_it_could_hit_best() {
    // Red is behind blue's first figure and next to the second; the third is far away and quicker than red.
    let first_asked = |red: [i32; 2], dx: u8| {
        let plain = Plain::new()
            .red(red, 0, SWORD)
            .blue([4, 4], 0, SWORD)
            .blue([5, 4], 5, SWORD)
            .blue([0, 0], 3, SWORD)
            .with("/rosters/blue/figures/f3/attributes", json!({"dx": dx}))
            .with("/rosters/blue/figures/f1/attributes", json!({"dx": 5}))
            .with("/rosters/blue/figures/f2/attributes", json!({"dx": 5}));
        let mut scene = Scene::new(&plain);
        scene.until(|scene| scene.state.asked_for_option().is_some());
        asked(&scene)[0]
    };
    let (beside, away, quick) = ([4, 5], [4, 8], FigureId(3));
    assert_eq!(first_asked(beside, 13), RED, "DX 10 and 4 from behind before DX 13");
    assert_eq!(first_asked(beside, 15), quick);
    assert_eq!(first_asked(away, 11), quick, "without an adjacent figure: DX 10 after DX 11");
}

#[test]
fn a_weapon_that_is_too_heavy_delays_an_attack() {
    let order = |st: u8| {
        let plain = three(9).with("/items/sword/requires", json!({"st": st}));
        let plain = plain.with("/rosters/blue/figures/f2/gear", json!([{"item": "axe", "place": "first-hand"}]));
        let mut scene = Scene::new(&plain);
        scene.falls("hit", THIRD, &[6, 6, 6]);
        scene.round(&[(RED, &[strike(BLUE, 3)]), (THIRD, &[strike(RED, 3)])]);
        attackers(&scene)
    };
    assert_eq!(order(40), [RED, THIRD], "DX 10 before DX 9");
    assert_eq!(order(42), [THIRD, RED], "DX 10 and 2 less for the sword after DX 9");
}

#[test]
fn the_back_of_a_fallen_target_hurries_nobody() {
    // Both red figures are behind the first blue one; blue's second figure is quicker than they are without that bonus.
    let plain = Plain::new()
        .red([4, 5], 0, SWORD)
        .red([3, 4], 1, SWORD)
        .blue([4, 4], 0, SWORD)
        .blue([5, 4], 4, SWORD)
        .with("/rosters/blue/figures/f2/attributes", json!({"dx": 12}));
    let (red, other, victim, quick) = (FigureId(0), FigureId(1), FigureId(2), FigureId(3));
    let mut scene = Scene::new(&plain);
    scene.falls("hit", other, &[1; 9]).falls("damage", other, &[6; 8]);
    scene.round(&[
        (red, &[strike(victim, 3), Action::Move]),
        (other, &[strike(victim, 9)]),
        (quick, &[strike(red, 3)]),
    ]);
    let asked = asked(&scene);
    // In the first segment the figures behind their target go first; in the second that target is gone.
    assert_eq!(asked.iter().position(|&figure| figure == quick), Some(2), "{asked:?}");
    assert_eq!(asked[asked.len() - 2..], [quick, red], "{asked:?}");
}

#[test]
fn aiming_counts_the_rounds_since_and_at_most_two() {
    for (rounds, needed) in [(0, "(DX 10)"), (1, "(DX 10, aimed +1)"), (2, "aimed +2)"), (4, "aimed +2)")] {
        let mut scene = Scene::new(&Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, &[]));
        for _ in 0..rounds {
            scene.round(&[(RED, &[Action::Watch { target: BLUE }])]);
        }
        let lines = scene.round(&[(RED, &[strike(BLUE, 3)])]);
        assert!(says(&lines, needed), "{rounds}: {lines:#?}");
    }
}

#[test]
fn aim_ends_with_another_target_another_option_and_too_much_walking() {
    let plain = || Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, &[]).blue([5, 4], 4, &[]);
    let aimed = |between: &dyn Fn(&mut Scene)| {
        let mut scene = Scene::new(&plain());
        scene.round(&[(RED, &[Action::Watch { target: BLUE }])]);
        between(&mut scene);
        let lines = scene.round(&[(RED, &[strike(BLUE, 3)])]);
        says(&lines, "aimed")
    };
    assert!(aimed(&|_| {}));
    assert!(aimed(&|scene| drop(scene.round(&[(RED, &[defend_at(Some(BLUE))])]))), "an eye on it while defending");
    assert!(!aimed(&|scene| drop(scene.round(&[(RED, &[defend_at(None)])]))), "no eye on it while defending");
    assert!(!aimed(&|scene| drop(scene.round(&[(RED, &[Action::Watch { target: THIRD }])]))), "another target");
    assert!(!aimed(&|scene| drop(scene.round(&[(RED, &[Action::Move])]))), "another option");
    assert!(!aimed(&|scene| drop(scene.round(&[(RED, &[strike(THIRD, 3)])]))), "another victim");
}

#[test]
fn aim_is_lost_as_soon_as_another_target_is_chosen() {
    // In the first segment red watches another target; when it is asked again, its aim is gone.
    let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD).blue([5, 4], 4, &[]);
    let mut scene = Scene::new(&plain.with("/figures/dull/attributes/st", 40));
    scene.round(&[(RED, &[Action::Watch { target: BLUE }])]);
    let lines = scene.round(&[
        (RED, &[Action::Watch { target: THIRD }, Action::Watch { target: THIRD }, strike(BLUE, 3)]),
        (BLUE, &[strike(RED, 3)]),
    ]);
    assert!(says(&lines, "red 1 strikes blue 1") && !says(&lines, "aimed"), "{lines:#?}");
}

fn defend_at(target: Option<FigureId>) -> Action {
    Action::Defend { item: Some(ItemId(0)), target }
}

#[test]
fn a_defence_is_no_help_against_a_jab_from_two_hexes() {
    let jab = |gear, distance: i32, mode| {
        let plain = Plain::new().red([4, 7], 0, gear).blue([4, 7 - distance], 3, SWORD);
        let mut scene = Scene::new(&plain.with("/figures/dull/attributes/st", 40));
        let lines = scene.round(&[(RED, &[attack(mode, BLUE, 3)]), (BLUE, &[defend(ItemId(1))])]);
        says(&lines, "4 dice, one more against the defence (F7.3)")
    };
    assert!(jab(PIKE, 1, Mode::Strike));
    assert!(!jab(PIKE, 2, Mode::Jab));
    assert!(jab(&[("axe", "first-hand")], 1, Mode::Hurl), "hurled from the next hex");
    assert!(!jab(&[("axe", "first-hand")], 2, Mode::Hurl));
}

#[test]
fn an_attack_that_could_do_no_damage_is_not_offered() {
    let mut scene = Scene::new(&Plain::new().red([4, 5], 0, &[]).blue([4, 4], 3, &[]));
    scene.ask(RED);
    let offered = |command: &Command| match command {
        Command::Act { action: Action::Attack { dice, .. } } => Some(*dice),
        _ => None,
    };
    let mut dice: Vec<u8> = scene.legal().iter().filter_map(offered).collect();
    dice.dedup();
    assert_eq!(dice.first(), Some(&3), "bare hands have -2H");
    assert_eq!(scene.rule(act(strike(BLUE, 2))), Some("F7.4"));
}

#[test]
fn a_net_that_does_no_damage_may_be_thrown_for_what_else_it_does() {
    let net = |effects: serde_json::Value| {
        let plain = Plain::new().red([4, 6], 0, &[("net", "first-hand")]).blue([4, 4], 3, &[]);
        let mut scene = Scene::new(&plain.with("/items/net/effects", effects));
        scene.ask(RED).rule(act(attack(Mode::Hurl, BLUE, 3)))
    };
    assert_eq!(net(json!([])), Some("F7.4"));
    assert_eq!(net(json!([{"kind": "status", "add": "entangled", "when": "hit", "rounds": 1}])), None);
}

#[test]
fn a_choice_is_carried_out_at_once_or_must_win_a_segment() {
    let defence = |contested: bool| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD);
        let options = json!({"contested-defence": contested});
        let plain = plain.with("/scenarios/fight/options", options).with("/figures/dull/attributes/dx", 10);
        let mut scene = Scene::new(&plain.with("/rosters/blue/figures/f1/attributes", json!({"dx": 12, "st": 40})));
        scene.ask(BLUE).issue(act(defend(ItemId(1)))).go_on();
        scene.has_acted(BLUE)
    };
    assert!(defence(false), "it takes effect at once");
    assert!(!defence(true), "it counts 9 dice and waits for its segment");
}

#[test]
fn without_a_choice_of_items_the_one_in_the_first_hand_is_used() {
    let strikes = |choose: bool| {
        let gear = &[("sword", "first-hand"), ("spiked-shield", "second-hand")];
        let plain = Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, SWORD);
        let mut scene = Scene::new(&plain.with("/scenarios/fight/options", json!({"choose-items": choose})));
        scene.ask(RED);
        let second =
            Action::Attack { mode: Mode::Strike, target: BLUE, attack: 1, dice: 3, manner: Default::default() };
        scene.rule(act(second))
    };
    assert_eq!(strikes(false), Some("F1.8"));
    assert_eq!(strikes(true), None);
}
