//! Rules that are easily implemented differently from their sources. Each test quotes its sentence: "Notes" are the
//! Foeman programming notes, "Rules" the MindWand rules.

use foeman_engine::ruleset::{Refusal, Ruleset};
use foeman_schema::grid::Direction;
use foeman_schema::text::RecordKey;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::{FigureId, ItemId};
use ruleset_foeman::option::Mode;
use ruleset_foeman::situation::load::of_size;
use ruleset_foeman::situation::protection::{Source, in_the_way};
use ruleset_foeman::state::records::DiceRecord;
use ruleset_foeman::state::{Action, ActionKind, Alteration, Manner, Question, State};
use ruleset_foeman::{Foeman, Situation};
use serde_json::{Value, json};

use crate::fights::{acting, legal, moving};
use crate::ground::{BLUE, Plain, RED, carry_out};
use crate::scene::{Scene, act, attack, says, strike};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const ARCHER: &[(&str, &str)] = &[("bow", "first-hand"), ("arrow", "back")];
const FIRST: ItemId = ItemId(0);
const SECOND: ItemId = ItemId(1);

fn options(plain: Plain, options: Value) -> Plain {
    plain.with("/scenarios/fight/options", options)
}

/// A pack with wizards and base humanoids, too.
fn people() -> Plain {
    let attributes = json!({"st": 12, "dx": 10, "iq": 10, "ma": 10});
    let figure = |kind: &str| json!({"title": kind, "kind": kind, "attributes": attributes});
    let mut troll = figure("base");
    troll["attacks"] = json!([{"title": "claws", "damage": "-1H"}]);
    Plain::new().with("/figures/sage", figure("wizard")).with("/figures/troll", troll)
}

fn refusal(content: &Content, state: &State, command: Command) -> Option<Refusal> {
    Foeman::check(content, state, &command).err()
}

/// Returns red's legal commands as texts.
fn offers(content: &Content, state: &State) -> Vec<String> {
    legal(content, state).iter().map(|command| Foeman::choice(content, state, command).text).collect()
}

// Notes: "For the initial Foeman module of the Arena".

#[test]
fn heroes_and_wizards_have_fleetness_without_learning_it() {
    let hurries = |kind: &str, automatic: bool| {
        let plain = people().figure(0, "red", kind, ([4, 7], 0), &[]).blue([4, 0], 3, SWORD);
        let content = options(plain, json!({"automatic-talents": automatic})).content();
        let offers = offers(&content, &moving(&content, RED));
        offers.iter().filter(|text| *text == "Use Fleetness").count()
    };
    let kinds = ["dull", "sage", "troll", "beast"];
    assert_eq!(kinds.map(|kind| hurries(kind, true)), [1, 1, 0, 0]);
    assert_eq!(kinds.map(|kind| hurries(kind, false)), [0; 4], "where the scenario has it so, talents are learnt");
}

#[test]
fn fleetness_that_was_not_learnt_adds_a_third_of_a_die_or_tires_by_a_point() {
    let plain = Plain::new().red([4, 7], 0, &[]).blue([4, 0], 3, SWORD);
    let hurried = |saved: &[u8], gain: &[u8]| {
        let mut scene = Scene::new(&plain);
        scene.until(|scene| scene.state.current().is_some_and(|current| current.figure == RED));
        scene.falls("fleetness", RED, saved).falls("speed", RED, gain);
        let hurry = scene.legal().into_iter().find(|command| matches!(command, Command::Hurry { .. }));
        scene.issue(hurry.expect("it is a hero"));
        (scene.state.figure(RED).ma, scene.state.figure(RED).exhaustion)
    };
    assert_eq!(hurried(&[3, 3, 3, 3], &[5]), (12, 0), "12 or less on ST 12, and 5/3 is 2");
    assert_eq!(hurried(&[3, 3, 3, 4], &[]), (10, 1));
}

#[test]
fn a_talent_that_was_learnt_stands_in_for_automatic_fleetness() {
    let plain = crate::closing::fleet(12);
    let content = plain.content();
    let texts = offers(&content, &moving(&content, RED));
    assert_eq!(texts.iter().filter(|text| text.starts_with("Use ")).count(), 1, "{texts:?}");
}

#[test]
fn every_hero_of_the_arena_can_hurry_and_is_proficient() {
    use ruleset_foeman::catalogs::Kind;
    let content = crate::exhibition::content();
    let of = |kind: Kind| content.kinds.iter().filter(move |own| own.kind == kind);
    let can_hurry = |talents: &[ruleset_foeman::ids::TalentId]| {
        talents.iter().filter(|talent| content.hurry(**talent).is_some()).count()
    };
    assert!(of(Kind::Hero).count() > 60 && of(Kind::Wizard).count() > 10);
    for kind in of(Kind::Hero).chain(of(Kind::Wizard)) {
        assert_eq!(can_hurry(&kind.talents), 1, "{}", kind.name);
    }
    assert!(of(Kind::Creature).chain(of(Kind::Base)).all(|kind| can_hurry(&kind.talents) == 0));
}

#[test]
fn without_automatic_talents_proficiency_takes_the_talent_of_the_weapon() {
    let fencing =
        json!({"fencing": {"title": "Fencing", "iq": 7, "effects": [{"kind": "modify", "what": "dx", "by": 0}]}});
    let proficient = |learnt: Value, automatic: bool| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD);
        let plain = plain.with("/talents", fencing.clone()).with("/items/sword/talent", "fencing");
        let plain = plain.with("/rosters/red/figures/f1/talents", learnt);
        let content = options(plain, json!({"automatic-talents": automatic})).content();
        let action =
            Action::Attack { mode: Mode::Strike, target: BLUE, attack: 0, dice: 4, manner: Manner::Proficient };
        refusal(&content, &acting(&content, RED), act(action)).map(|refusal| refusal.rule)
    };
    assert_eq!(proficient(json!([]), true), None);
    assert_eq!(proficient(json!([]), false), Some("F7.9"));
    assert_eq!(proficient(json!(["fencing"]), false), None);
}

// Notes: "Attacking figure must declare use of Weapon Proficiency", "modIQ -2 on a 4- dice roll, modIQ -1".

#[test]
fn proficiency_costs_by_the_dice_that_are_rolled_and_not_by_those_that_are_chosen() {
    let spent = |chosen: u8, defends: bool| {
        let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD);
        let mut scene = Scene::new(&plain.with("/rosters/blue/figures/f1/attributes", json!({"st": 60, "dx": 15})));
        let rolled = vec![1; usize::from(chosen) + usize::from(defends)];
        scene.falls("hit", RED, &rolled);
        let strike =
            Action::Attack { mode: Mode::Strike, target: BLUE, attack: 0, dice: chosen, manner: Manner::Proficient };
        let answer = if defends { Action::Defend { item: Some(SECOND), target: None } } else { Action::Move };
        scene.round(&[(BLUE, &[answer]), (RED, &[strike])]);
        scene.state.figure(RED).iq_spent
    };
    assert_eq!([4, 5, 6].map(|dice| spent(dice, false)), [2, 1, 0]);
    assert_eq!([3, 4, 5].map(|dice| spent(dice, true)), [2, 1, 0], "the defence adds a die");
}

#[test]
fn a_charge_may_be_made_with_proficiency() {
    let plain = Plain::new().red([4, 7], 0, SWORD).blue([4, 3], 0, SWORD).with("/figures/dull/attributes/st", 40);
    let charge = |manner| Command::Charge { target: BLUE, attack: 0, dice: 4, manner };
    let mut scene = Scene::new(&plain);
    scene.until(|scene| scene.state.current().is_some_and(|current| current.figure == RED));
    for _ in 0..3 {
        scene.issue(Command::Step { direction: Direction::new(0) });
    }
    assert_eq!(scene.rule(charge(Manner::Twice)), Some("F5"));
    let choice = Foeman::choice(&scene.content, &scene.state, &charge(Manner::Proficient));
    assert_eq!(choice.text, "Charge blue 1 with the sword, 4 dice, using Weapon Proficiency");
    scene.falls("hit", RED, &[1, 1, 1, 1]).falls("damage", RED, &[5, 3, 2]);
    scene.issue(charge(Manner::Proficient));
    assert_eq!(scene.state.figure(RED).iq_spent, 2);
    let harm = scene.state.figure(BLUE);
    assert_eq!(harm.physical + harm.exhaustion, 5 + 3 + 2 + 2, "the even Low die gets 2");
}

// Notes: "so that relative values might be assigned to items".

#[test]
fn what_a_figure_carries_takes_ma_where_the_scenario_counts_encumbrance() {
    let gear = &[("sword", "first-hand"), ("shield", "second-hand"), ("mail", "worn")];
    let plain = |size: u16| {
        let plain = Plain::new().red([4, 7], 0, gear).blue([4, 0], 3, SWORD);
        plain.with("/items/sword/size", size).with("/items/shield/size", 10).with("/items/mail/size", 10)
    };
    let ma = |size: u16, counts: bool| {
        let content = options(plain(size), json!({"encumbrance": counts})).content();
        moving(&content, RED).figure(RED).ma
    };
    // ST 12: 48 are free, and each further 24 or part of it cost 1 MP.
    assert_eq!([28, 29, 52, 53, 9999].map(|size| ma(size, true)), [10, 9, 9, 8, 0]);
    assert_eq!([28, 29, 52, 53, 9999].map(|size| ma(size, false)), [10; 5]);
    let content = options(plain(53), json!({"encumbrance": true})).content();
    let mut light = State::new(&content);
    light.item_mut(FIRST).at = ruleset_foeman::state::Whereabouts::Gone;
    assert_eq!(crate::fights::taken(&content, light, RED).figure(RED).ma, 10, "gear without a place weighs nothing");
}

#[test]
fn pieces_of_what_is_counted_are_added_up_and_no_load_is_too_big_to_count() {
    let gear = &[("sword", "first-hand"), ("arrow", "back")];
    let plain = Plain::new().red([4, 7], 0, gear).blue([4, 0], 3, SWORD).with("/items/arrow/size", 2);
    let plain = plain.with("/rosters/red/figures/f1/gear/1/count", 30);
    let content = options(plain, json!({"encumbrance": true})).content();
    assert_eq!(moving(&content, RED).figure(RED).ma, 9, "61 of 48");
    assert_eq!(of_size(u64::from(u32::MAX), 1).free, 4);
    assert_eq!(of_size(0, -3).slower, 0);
}

#[test]
fn the_sheet_of_a_figure_shows_its_load() {
    let pack = "\
pack: sheets
title: Sheets
version: 1.0.0
ruleset: foeman
format: 2
rosters:
  watch:
    title: Watch
    figures:
      brana: {name: Brana, type: human, gear: [{item: maul, place: first-hand}, {item: ball, place: belt, count: 30}]}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  maul: {title: Maul, class: wpn, size: 30, ready: 2hand, damage: -0H}
  ball: {title: Ball, class: amo, carry: acu, size: 2}
";
    let dialects = foeman_registry::SHIPPED.dialects();
    let draft = foeman_schema::draft::Draft::from_texts([("pack.yaml".to_owned(), pack.to_owned())], &dialects);
    let sheets = Foeman::capabilities().pack.sheets.expect("Foeman shows figures");
    let member = (sheets.members)(&draft, &RecordKey::new("rosters", "watch")).swap_remove(0);
    let sheet = (sheets.sheet)(&draft, &member).expect("it can be read");
    let fact = sheet.facts.iter().find(|fact| fact.name == "Carries").expect("it carries something");
    assert_eq!(fact.text, "size 90, 48 without being slower; 2 MP slower if a scenario counts encumbrance");
    let terms: Vec<(&str, i32)> = fact.terms.iter().map(|term| (term.name.as_str(), term.value)).collect();
    assert_eq!(terms, [("maul", 30), ("ball", 60)]);
}

// Notes: "Amo itm's field holds total of rolled numbers", "the value in the entry was the number rolled".

#[test]
fn a_bow_is_loaded_by_attempts_that_add_up_one_in_each_round() {
    let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 0], 3, SWORD);
    let plain = plain.with("/items/bow/fire/reload", json!({"total": 10}));
    let load = Command::Alter { item: SECOND, to: Alteration::Load };
    let mut scene = Scene::new(&plain);
    let moves = |scene: &Scene| scene.state.current().is_some_and(|current| current.figure == RED);
    scene.until(moves);
    let odds = Foeman::choice(&scene.content, &scene.state, &load).odds.expect("it rolls");
    assert_eq!((odds.wins, odds.of), (135, 216), "10 or more on three dice");
    scene.falls("load", RED, &[2, 3, 1]).issue(load);
    assert_eq!((scene.state.item(FIRST).attempt, scene.state.item(SECOND).loading), (6, 6));
    assert_eq!(scene.state.item(FIRST).loaded, None);
    assert!(says(&scene.told(), "red 1 loads the bow: 3 dice, rolled 2+3+1 = 6 of 10 (F10.5)"));
    assert_eq!(scene.lines.last().and_then(|line| line.code.clone()), None, "it is no action");
    assert_eq!(scene.rule(load), Some("F10.5"), "once in a round");
    scene.ask(RED);
    assert_eq!(scene.rule(load), Some("F10.5"), "not as an option is chosen either");
    assert_eq!(scene.rule(act(attack(Mode::Fire, BLUE, 3))), Some("F10.5"), "it is not loaded");
    let round = scene.state.round;
    scene.until(|scene| scene.state.round > round && moves(scene));
    assert_eq!(scene.state.item(FIRST).attempt, 0);
    let odds = Foeman::choice(&scene.content, &scene.state, &load).odds.expect("it rolls");
    assert_eq!((odds.wins, odds.of), (215, 216), "4 or more are left");
    scene.falls("load", RED, &[1, 1, 2]).issue(load);
    assert_eq!(scene.state.item(FIRST).loaded, Some(SECOND));
    assert_eq!(scene.state.item(SECOND).loading, 0, "the next loading begins at nothing");
    scene.ask(RED);
    assert_eq!(scene.rule(act(attack(Mode::Fire, BLUE, 3))), None);
}

#[test]
fn what_is_loaded_freely_takes_eight_points_unless_its_item_says_otherwise() {
    let chance = |reload: Value| {
        let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 0], 3, SWORD).with("/items/bow/fire/reload", reload);
        let content = plain.content();
        let load = Command::Alter { item: SECOND, to: Alteration::Load };
        Foeman::choice(&content, &moving(&content, RED), &load).odds.map(|odds| odds.wins)
    };
    assert_eq!(chance(json!({})), Some(181), "8 or more in 181 of 216 cases");
    assert_eq!(chance(json!({"by": "free", "total": 3})), Some(216));
    assert_eq!(chance(json!({"total": 0})), None, "nothing is rolled");
}

#[test]
fn the_second_of_two_shots_takes_an_attempt_to_load_of_its_own() {
    let knack = json!({"knack": {"title": "Knack", "iq": 5, "effects": [{"kind": "grant", "option": "fire2"}]}});
    let plain = Plain::new().red([4, 8], 0, ARCHER).blue([4, 4], 3, &[]).with("/items/bow/fire/reload", json!({}));
    let plain = plain.with("/talents", knack).with("/rosters/red/figures/f1/talents", json!(["knack"]));
    let plain = plain.with("/rosters/red/figures/f1/gear/1/count", 5);
    let second = |rolled: &[u8]| {
        let mut scene = Scene::new(&plain);
        scene.ask(RED).falls("load", RED, &[6, 6, 6]);
        scene.issue(Command::Alter { item: SECOND, to: Alteration::Load }).falls("load", RED, rolled);
        let twice = Action::Attack { mode: Mode::Fire, target: BLUE, attack: 0, dice: 3, manner: Manner::Twice };
        scene.carries_out(RED, twice);
        matches!(scene.question(), Some(Question::SecondAttack { .. }))
    };
    assert!(second(&[3, 3, 2]));
    assert!(!second(&[3, 3, 1]), "no second shot without a second arrow on the string");
}

// Rules: "req dib dice; usu 3..5 - self Rdy".

#[test]
fn making_ready_takes_three_to_five_dice_unless_the_scenario_allows_more_and_fewer() {
    let gear = &[("sword", "belt"), ("matchlock", "back")];
    let dice = |any: bool| -> Vec<u8> {
        let matchlock = json!({"title": "Matchlock", "class": "wpn", "ready": "2hand",
            "fire": {"range": 20, "damage": "3D", "ammo": "bolt", "reload": {"by": "ready", "total": 24}}});
        let plain = Plain::new().with("/items/matchlock", matchlock).red([4, 8], 0, gear).blue([4, 0], 3, SWORD);
        let content = options(plain, json!({"any-ready-dice": any})).content();
        let readies = |command: Command| match command {
            Command::Act { action: Action::Ready { item: FIRST, dice } } => Some(dice),
            _ => None,
        };
        let state = acting(&content, RED);
        let refused =
            (0..=10).filter(|&dice| refusal(&content, &state, act(Action::Ready { item: FIRST, dice })).is_some());
        let refused: Vec<u8> = refused.collect();
        let offered: Vec<u8> = legal(&content, &state).into_iter().filter_map(readies).collect();
        assert!(offered.iter().all(|dice| !refused.contains(dice)) && offered.len() + refused.len() == 11);
        offered
    };
    assert_eq!(dice(false), [3, 4, 5]);
    assert_eq!(dice(true), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn a_matchlock_of_24_is_not_loaded_at_once_with_nine_dice() {
    let gear = &[("crossbow", "first-hand"), ("bolt", "belt")];
    let plain = Plain::new().red([4, 8], 0, gear).blue([4, 0], 3, SWORD);
    let plain = plain.with("/items/crossbow/fire/reload/total", 24).with("/rosters/red/figures/f1/gear/1/count", 2);
    let content = plain.content();
    let mut state = acting(&content, RED);
    state.item_mut(FIRST).loaded = None;
    let refused =
        refusal(&content, &state, act(Action::Ready { item: SECOND, dice: 9 })).expect("nine dice are refused");
    assert_eq!(refused.rule, "F6.7");
    assert!(refused.message.contains("3 to 5 dice") && refused.message.contains("any-ready-dice"), "{refused:?}");
    let five = act(Action::Ready { item: SECOND, dice: 5 });
    let odds = Foeman::choice(&content, &state, &five).odds.expect("it rolls");
    assert!(odds.percent() < 10, "24 or more on five dice: {odds:?}");
}

// Rules: "If the Defending item is the only shield- type item".

#[test]
fn a_weapon_that_defends_beside_a_shield_keeps_to_its_own_side() {
    let parries = |gear: &[(&str, &str)], red_at: [i32; 2], facing: u8, mode: Mode| {
        let content = Plain::new().red(red_at, facing, SWORD).blue([4, 4], 0, gear).content();
        let mut state = acting(&content, BLUE);
        carry_out(&content, &mut state, 1, act(Action::Defend { item: Some(SECOND), target: None }));
        let guards = in_the_way(Situation::new(&content, &state), BLUE, RED, mode);
        guards.iter().any(|(source, _)| *source == Source::Item { item: SECOND })
    };
    let sides = |gear: &[(&str, &str)], mode: Mode| {
        [([3, 3], 2), ([4, 3], 3), ([5, 3], 4)].map(|(at, facing)| parries(gear, at, facing, mode))
    };
    let sword = ("sword", "first-hand");
    assert_eq!(sides(&[sword], Mode::Strike), [true, true, true], "nothing else wards: the whole front");
    assert_eq!(sides(&[sword, ("shield", "second-hand")], Mode::Strike), [false, true, true], "left, ahead, right");
    assert_eq!(sides(&[sword, ("net", "second-hand")], Mode::Strike), [false, true, true]);
    assert_eq!(sides(&[sword, ("parrying-dagger", "second-hand")], Mode::Strike), [false, true, true]);
    assert_eq!(
        sides(&[sword, ("parrying-dagger", "second-hand")], Mode::Fire),
        [false, true, true],
        "the dagger is held, though it stops no arrows itself"
    );
    assert_eq!(
        sides(&[sword, ("shield", "back")], Mode::Strike),
        [true, true, true],
        "a shield on the back is not held"
    );
    assert_eq!(sides(&[sword, ("club", "second-hand")], Mode::Strike), [true, true, true], "a club wards nothing off");
}

// Rules: "A figure which Dodges against a Hurled or".

#[test]
fn a_dodger_covers_its_front_with_a_small_or_large_shield_and_with_nothing_else() {
    let shields = |item: &str, sort: Option<&str>| {
        // Blue faces south, so red is to its right, away from the second hand.
        let gear = &[("sword", "first-hand"), (item, "second-hand")];
        let mut plain = Plain::new().red([2, 7], 1, ARCHER).blue([4, 4], 3, gear);
        if let Some(sort) = sort {
            plain = plain.with(&format!("/items/{item}/shield"), sort);
        }
        let content = plain.content();
        let mut state = acting(&content, RED);
        state.item_mut(FIRST).loaded = Some(SECOND);
        state.figure_mut(BLUE).dice = DiceRecord::Acted(0);
        state.figure_mut(BLUE).option = Some(Action::Dodge { target: None });
        let guards = in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Fire);
        guards.iter().any(|(source, _)| *source == Source::Item { item: ItemId(3) })
    };
    assert_eq!(
        [None, Some("small"), Some("large"), Some("other")].map(|sort| shields("shield", sort)),
        [true, true, true, false]
    );
    assert!(!shields("net", None), "a net serves as a shield, but is none");
}

// Notes: "Typically, a FigSpc of 'B' or 'C'".

#[test]
fn base_humanoids_shoot_and_hurl_but_strike_with_their_bodies() {
    let plain = |gear: &[(&str, &str)]| people().figure(0, "red", "troll", ([4, 7], 0), gear).blue([4, 4], 3, SWORD);
    let shoots = |gear: &[(&str, &str)]| {
        let content = plain(gear).content();
        let mut state = acting(&content, RED);
        let load = Command::Alter { item: SECOND, to: Alteration::Load };
        if refusal(&content, &state, load).is_none() {
            carry_out(&content, &mut state, 1, load);
        }
        Mode::ALL.map(|mode| refusal(&content, &state, act(attack(mode, BLUE, 3))).is_none())
    };
    // Strike, jab, hurl, fire, at three hexes.
    assert_eq!(shoots(ARCHER), [false, false, false, true]);
    assert_eq!(shoots(&[("axe", "first-hand")]), [false, false, true, false]);
    let near = people().figure(0, "red", "troll", ([4, 5], 0), SWORD).blue([4, 4], 3, SWORD).content();
    let offered = offers(&near, &acting(&near, RED));
    let with = |what: &str| offered.iter().any(|text| text.starts_with(&format!("Strike blue 1 with the {what}")));
    assert!(with("claws") && !with("sword"), "{offered:?}");
    let reach = people().figure(0, "red", "troll", ([4, 6], 0), &[("pike", "first-hand")]).blue([4, 4], 3, SWORD);
    let content = reach.content();
    assert!(refusal(&content, &acting(&content, RED), act(attack(Mode::Jab, BLUE, 3))).is_some(), "a jab is melee");
}

#[test]
fn creatures_have_no_hands() {
    let gear = &[("bow", "second-hand"), ("arrow", "back"), ("sword", "belt")];
    let content = Plain::new().figure(0, "red", "beast", ([4, 7], 0), gear).blue([4, 4], 3, SWORD).content();
    let state = acting(&content, RED);
    let ready = refusal(&content, &state, act(Action::Ready { item: ItemId(2), dice: 3 }))
        .expect("a figure without hands cannot ready an item");
    assert_eq!(ready.rule, "F1.8");
    let kinds: Vec<ActionKind> = legal(&content, &state)
        .into_iter()
        .filter_map(|command| if let Command::Act { action } = command { Some(action.kind()) } else { None })
        .collect();
    assert!(![ActionKind::Ready, ActionKind::Fire, ActionKind::Hurl].iter().any(|kind| kinds.contains(kind)));
    let shielded = &[("shield", "second-hand"), ("mail", "worn")];
    let content = Plain::new().red([3, 3], 2, SWORD).figure(1, "blue", "beast", ([4, 4], 0), shielded).content();
    let guards = in_the_way(Situation::new(&content, &acting(&content, RED)), BLUE, RED, Mode::Strike);
    let sources: Vec<Source> = guards.into_iter().map(|(source, _)| source).collect();
    assert_eq!(sources, [Source::Item { item: ItemId(2) }], "armour serves a beast, a shield does not");
}

#[test]
fn a_base_humanoid_that_the_computer_plays_shoots_its_bow() {
    let plain = people().figure(0, "red", "troll", ([4, 8], 0), ARCHER).blue([4, 0], 3, SWORD);
    let moat = "ggggggggg\n".repeat(4) + "wwwwwwwww\n" + &"ggggggggg\n".repeat(4);
    let plain = plain.with("/maps/plain/rows", moat).with("/terrains/wall/blocks-sight", false);
    let mut battle = plain.with("/rosters/red/figures/f1/gear/1/count", 20).battle(3);
    let mut players = foeman_engine::player::Players::default();
    crate::ground::play(&mut battle, |battle, _| {
        (battle.state().round < 6).then(|| crate::ground::usual(&mut players, battle)).flatten()
    });
    assert!(crate::ground::told(&battle).iter().any(|line| line.starts_with("red 1 shoots at blue 1 with the bow")));
}

// Notes: "Spiked Shield item amped entry: as reverse of".

/// Red makes a shield rush against blue's front from the left, ahead and the right; returns the damage to blue.
fn rushed(plain: impl Fn(&str) -> Plain, shield: &str) -> i32 {
    let mut scene = Scene::new(&plain(shield));
    scene.until(|scene| scene.state.current().is_some_and(|current| current.figure == RED));
    scene.falls("rush", RED, &[1, 1, 1]).falls("damage", RED, &[5]).falls("pressed", BLUE, &[1, 1, 1]);
    scene.issue(Command::ShieldRush { target: BLUE });
    scene.state.figure(BLUE).physical
}

#[test]
fn the_spikes_of_a_shield_harm_whom_it_hits_in_a_rush() {
    let plain = |shield: &str| {
        let gear = &[("sword", "first-hand"), (shield, "second-hand")];
        Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, SWORD)
    };
    assert_eq!(rushed(plain, "spiked-shield"), 5);
    assert_eq!(rushed(plain, "shield"), 0);
    assert_eq!(rushed(plain, "net"), 0, "a net is a weapon that serves as a shield, and not the other way round");
    let without = |shield: &str| options(plain(shield), json!({"spiked-rush": false}));
    assert_eq!(rushed(without, "spiked-shield"), 0, "where the scenario has it so");
    let shielded = |shield: &str| {
        let gear = &[("sword", "first-hand"), (shield, "second-hand")];
        Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, &[("sword", "first-hand"), ("shield", "second-hand")])
    };
    assert_eq!(rushed(shielded, "spiked-shield"), 0, "not through a side with a shield");
}

#[test]
fn whoever_falls_by_the_spikes_is_not_pressed_any_more() {
    let gear = &[("sword", "first-hand"), ("spiked-shield", "second-hand")];
    let plain = Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, SWORD);
    let mut scene = Scene::new(&plain.with("/rosters/blue/figures/f1/attributes", json!({"st": 4})));
    scene.until(|scene| scene.state.current().is_some_and(|current| current.figure == RED));
    scene.falls("rush", RED, &[1, 1, 1]).falls("damage", RED, &[6]);
    scene.issue(Command::ShieldRush { target: BLUE });
    assert!(says(&scene.told(), "blue 1 takes 6 damage") && !says(&scene.told(), "hard pressed"), "{:?}", scene.told());
    scene.go_on();
    assert!(Situation::new(&scene.content, &scene.state).outcome().is_some(), "no opponent is left");
}

// Notes: "use the Unarmed weapon item for barehanded attacks".

#[test]
fn the_unarmed_weapon_can_be_written_as_an_item() {
    let fists = json!({"title": "Iron fists", "class": "wpn", "carry": "nil", "damage": "-1H T+1", "skill": "skilled"});
    let strikes = |unarmed: Option<&str>, gear: &[(&str, &str)]| {
        let mut plain = Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, SWORD).with("/items/fists", fists.clone());
        if let Some(item) = unarmed {
            plain = plain.with("/figures/dull/unarmed", item);
        }
        let content = plain.content();
        let state = acting(&content, RED);
        let mut scene = Scene::of(plain.content());
        scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[4, 3]);
        scene.round(&[(RED, &[strike(BLUE, 3)])]);
        let harm = scene.state.figure(FigureId(1));
        let text = Foeman::choice(&content, &state, &act(strike(BLUE, 3))).text;
        (text, harm.physical + harm.exhaustion)
    };
    assert_eq!(strikes(None, &[]), ("Strike blue 1 with the bare hands, 3 dice".to_owned(), 4));
    let (text, harm) = strikes(Some("fists"), &[]);
    assert_eq!((text.as_str(), harm), ("Strike blue 1 with the iron fists, 3 dice", 5 + 3));
    assert_eq!(strikes(Some("fists"), SWORD).0, "Strike blue 1 with the sword, 3 dice");
}
