//! The observable effects of missile weapons and thrown weapons.

use foeman_engine::ruleset::{Refusal, Ruleset};
use ruleset_foeman::attack::{Attack, Manner, Order};
use ruleset_foeman::catalogs::Loadout;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::ItemId;
use ruleset_foeman::instruction::{FigureEvent, Instruction};
use ruleset_foeman::option::Mode;
use ruleset_foeman::situation::protection::{Source, in_the_way};
use ruleset_foeman::state::records::DiceRecord;
use ruleset_foeman::state::{Action, Aim, Alteration, Asked, Question, State, Whereabouts};
use ruleset_foeman::{Foeman, Situation};

use crate::fights::{acting, acts, legal};
use crate::ground::{BLUE, Plain, RED, carry_out};
use crate::scene;

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const ARCHER: &[(&str, &str)] = &[("bow", "first-hand"), ("arrow", "back")];
const CROSSBOW: &[(&str, &str)] = &[("crossbow", "first-hand"), ("bolt", "belt")];
const WEAPON: ItemId = ItemId(0);
const AMMO: ItemId = ItemId(1);

#[test]
fn a_shot_is_harder_by_one_for_each_four_hexes_beyond_the_first_four() {
    let range = |distance: i32| {
        let content = field(&Plain::new().red([0, 12], 0, ARCHER).blue([0, 12 - distance], 3, SWORD)).content();
        line(&content, loaded(&content), Mode::Fire)
    };
    assert!(range(1).contains("needs 10 or less (DX 10), rolled"), "{}", range(1));
    assert!(range(4).contains("needs 10 or less (DX 10), rolled"), "{}", range(4));
    assert!(range(5).contains("needs 9 or less (DX 10, range -1)"), "{}", range(5));
    assert!(range(8).contains("needs 9 or less (DX 10, range -1)"), "{}", range(8));
    assert!(range(9).starts_with("red 1 shoots at blue 1 with the bow: 3 dice, needs 8 or less (DX 10, range -2)"));
}

#[test]
fn a_throw_is_harder_by_one_for_each_hex() {
    let content = Plain::new().red([4, 7], 0, &[("axe", "first-hand")]).blue([4, 4], 3, SWORD).content();
    let line = line(&content, acting(&content, RED), Mode::Hurl);
    assert!(line.starts_with("red 1 hurls the axe at blue 1: 3 dice, needs 7 or less (DX 10, range -3)"), "{line}");
}

#[test]
fn aim_and_the_side_of_the_target_count_for_a_shot_too() {
    let content = Plain::new().red([4, 7], 0, ARCHER).blue([4, 4], 0, SWORD).content();
    let mut state = loaded(&content);
    state.round = 5;
    state.figure_mut(RED).aim = Some(Aim { target: BLUE, since: 3 });
    let line = line(&content, state, Mode::Fire);
    assert!(line.contains("needs 16 or less (DX 10, from behind +4, aimed +2)"), "{line}");
}

#[test]
fn a_shot_is_refused_by_the_rule_that_forbids_it() {
    let wall = "ggggggggg\n".repeat(5) + "ggggwgggg\n" + &"ggggggggg\n".repeat(3);
    let plain = Plain::new().red([4, 7], 0, ARCHER).blue([4, 4], 3, SWORD);
    let walled = plain.with("/maps/plain/rows", wall).content();
    assert_eq!(refused(&walled, &loaded(&walled), Mode::Fire).rule, "F2.9");
    let behind = Plain::new().red([4, 4], 0, ARCHER).blue([4, 7], 3, SWORD).content();
    assert_eq!(refused(&behind, &loaded(&behind), Mode::Fire).rule, "F2.6");
    let plain = Plain::new().red([4, 7], 0, ARCHER).blue([4, 4], 3, SWORD);
    let far = plain.with("/items/bow/fire/range", 2).content();
    assert_eq!(refused(&far, &loaded(&far), Mode::Fire).rule, "F7.1");
    let empty = Plain::new().red([4, 7], 0, ARCHER).blue([4, 4], 3, SWORD).content();
    assert_eq!(refused(&empty, &acting(&empty, RED), Mode::Fire).rule, "F10.5");
    let mut tired = loaded(&empty);
    tired.figure_mut(RED).mp = 3;
    assert_eq!(refused(&empty, &tired, Mode::Fire).rule, "F5", "3 of 10 MP are too many");
}

#[test]
fn a_bow_is_loaded_freely_as_long_as_there_are_arrows() {
    let plain = Plain::new().red([4, 7], 0, ARCHER).blue([4, 4], 3, SWORD);
    let content = plain.with("/rosters/red/figures/f1/gear/1/count", 2).content();
    let mut state = acting(&content, RED);
    for left in [1, 0] {
        assert!(!offers(&content, &state, Mode::Fire), "it is not loaded");
        carry_out(&content, &mut state, 1, Command::Alter { item: AMMO, to: Alteration::Load });
        assert_eq!(state.item(WEAPON).loaded, Some(AMMO));
        assert_eq!(state.item(AMMO).count, left + 1, "an arrow on the string is not spent yet");
        let told = attack(&content, &mut state, Mode::Fire, 3);
        assert_eq!((state.item(WEAPON).loaded, state.item(AMMO).count), (None, left));
        assert_eq!(told.iter().any(|line| line == "that was the last arrow"), left == 0);
        asked_again(&mut state);
    }
    assert_eq!(state.item(AMMO).at, Whereabouts::Gone);
    let load = Command::Alter { item: AMMO, to: Alteration::Load };
    assert_eq!(refusal(&content, &state, load).rule, "F10.5");
}

#[test]
fn a_crossbow_starts_loaded_and_takes_twelve_points_of_readying_after_that() {
    let plain = few_dice(Plain::new().red([4, 7], 0, CROSSBOW).blue([4, 4], 3, SWORD));
    let content = plain.with("/rosters/red/figures/f1/gear/1/count", 2).content();
    let mut state = acting(&content, RED);
    assert_eq!(state.item(WEAPON).loaded, Some(AMMO));
    attack(&content, &mut state, Mode::Fire, 3);
    asked_again(&mut state);
    let load = Command::Alter { item: AMMO, to: Alteration::Load };
    assert_eq!(refusal(&content, &state, load).rule, "F10.5", "it takes Ready actions");
    let mut sum = 0;
    let mut tries = 0;
    while state.item(WEAPON).loaded.is_none() {
        assert!(sum < 12, "{sum} were enough");
        tries += 1;
        let ready = Action::Ready { item: AMMO, dice: 2 };
        let (done, told) = acts(&content, &mut state, tries, ready);
        let Some(Instruction::Figure(RED, FigureEvent::Loading { dice, .. })) = done.first() else {
            panic!("{done:?}")
        };
        sum += dice.iter().map(|&die| u16::from(die)).sum::<u16>();
        assert_eq!(state.item(WEAPON).loaded.is_some(), sum >= 12, "{sum} of 12, whatever was needed");
        let state_of_it = if sum < 12 { "not loaded yet" } else { "loaded" };
        assert!(told[0].starts_with("red 1 loads the crossbow: 2 dice, rolled "), "{}", told[0]);
        assert!(told[0].ends_with(&format!("{sum} of 12 (F10.5): {state_of_it}")), "{}", told[0]);
        asked_again(&mut state);
    }
    assert!(tries > 1, "two dice rarely reach 12 in one attempt");
    assert_eq!(state.item(AMMO).loading, 0);
}

#[test]
fn one_last_bolt_lies_on_one_crossbow() {
    let gear = &[("crossbow", "first-hand"), ("bolt", "belt"), ("crossbow", "back")];
    let plain = Plain::new().red([4, 7], 0, gear).blue([4, 4], 3, SWORD);
    for bolts in [1, 2] {
        let content = plain.clone().with("/rosters/red/figures/f1/gear/1/count", bolts).content();
        let state = State::new(&content);
        assert_eq!(state.items.iter().filter(|item| item.loaded == Some(AMMO)).count(), bolts);
    }
}

#[test]
fn a_beast_loads_no_bow_that_it_cannot_shoot_with() {
    for (kind, expected) in [("beast", false), ("dull", true)] {
        let content = Plain::new().figure(0, "red", kind, ([4, 7], 0), ARCHER).blue([4, 4], 3, SWORD).content();
        let load = Command::Alter { item: AMMO, to: Alteration::Load };
        assert_eq!(legal(&content, &acting(&content, RED)).contains(&load), expected, "{kind}");
    }
}

#[test]
fn a_thrown_axe_lies_at_its_target_until_its_owner_picks_it_up() {
    let content = few_dice(Plain::new().red([4, 7], 0, &[("axe", "first-hand")]).blue([4, 4], 3, SWORD)).content();
    let mut state = acting(&content, RED);
    let told = attack(&content, &mut state, Mode::Hurl, 3);
    assert_eq!(state.item(WEAPON).at, Whereabouts::Lying { hex: state.figure(BLUE).hex });
    assert_eq!(told.last().map(String::as_str), Some("the axe lies at 4,4 now"));
    let things = Foeman::board(&content, &state).things;
    assert_eq!(things.iter().map(|thing| (thing.name.as_str(), thing.cell)).collect::<Vec<_>>(), [("axe", [4, 4])]);
    asked_again(&mut state);
    let ready = Action::Ready { item: WEAPON, dice: 1 };
    assert_eq!(refusal(&content, &state, Command::Act { action: ready }).rule, "F10.4", "it is three hexes away");
    state.figure_mut(RED).hex = state.figure(BLUE).hex;
    let picked = (1..50).find_map(|seed| {
        let mut state = state.clone();
        let (_, told) = acts(&content, &mut state, seed, ready);
        let place = state.item(WEAPON).place()?;
        Some((place, told[0].clone()))
    });
    let (place, told) = picked.expect("one of these seeds rolls 3 or less");
    assert_eq!(place, Loadout::FirstHand);
    assert!(told.starts_with("red 1 picks up the axe: 1 die, needs 10 or less (DX 10), rolled"), "{told}");
}

#[test]
fn a_bolt_that_is_lobbed_with_fewer_than_three_dice_does_less() {
    let content = Plain::new().red([4, 7], 0, CROSSBOW).blue([4, 4], 3, SWORD).content();
    let state = acting(&content, RED);
    let damage_dice = |dice| {
        let order = Order { figure: RED, target: BLUE, mode: Mode::Fire, attack: 0, dice, manner: Manner::Plain };
        Attack::new(Situation::new(&content, &state), order).expect("the crossbow is ready").damage_dice
    };
    assert_eq!([1, 2, 3, 4, 9].map(damage_dice), [1, 2, 3, 3, 3]);
}

#[test]
fn throwing_stars_go_one_by_one() {
    let plain = Plain::new().red([4, 7], 0, &[("star", "first-hand")]).blue([4, 4], 3, SWORD);
    let content = plain.with("/rosters/red/figures/f1/gear/0/count", 2).content();
    let mut state = acting(&content, RED);
    attack(&content, &mut state, Mode::Hurl, 3);
    assert_eq!((state.item(WEAPON).count, state.item(WEAPON).place()), (1, Some(Loadout::FirstHand)));
    asked_again(&mut state);
    attack(&content, &mut state, Mode::Hurl, 3);
    let lying = Whereabouts::Lying { hex: state.figure(BLUE).hex };
    assert_eq!((state.item(WEAPON).count, state.item(WEAPON).at), (1, lying));
    assert_eq!((state.item(ItemId(2)).count, state.item(ItemId(2)).at), (1, lying), "the first arrow is there too");
    asked_again(&mut state);
    assert!(!offers(&content, &state, Mode::Hurl));
}

#[test]
fn a_dodge_takes_a_die_from_arrows_and_a_defence_only_from_the_next_hex() {
    let against = |distance: i32, response: Action| {
        let content = Plain::new().red([4, 7], 0, ARCHER).blue([4, 7 - distance], 3, SWORD).content();
        let mut state = loaded(&content);
        state.figure_mut(BLUE).option = Some(response);
        line(&content, state, Mode::Fire)
    };
    let dodge = Action::Dodge { target: None };
    let defend = Action::Defend { item: Some(ItemId(2)), target: None };
    assert!(against(3, dodge).contains(": 4 dice, one more against the dodge (F7.3), needs"), "{}", against(3, dodge));
    assert!(against(1, dodge).contains(": 3 dice, needs"), "{}", against(1, dodge));
    assert!(against(3, defend).contains(": 3 dice, needs"), "{}", against(3, defend));
    assert!(
        against(1, defend).contains(": 4 dice, one more against the defence (F7.3), needs"),
        "{}",
        against(1, defend)
    );
}

#[test]
fn a_dodging_shield_covers_the_whole_front_and_a_parrying_dagger_stops_no_arrow() {
    // Blue faces south, so red is to its right, away from the shield in the second hand.
    let shields = |gear: &[(&str, &str)], mode: Mode, response: Option<Action>| {
        let content = Plain::new().red([2, 7], 1, ARCHER).blue([4, 4], 3, gear).content();
        let mut state = loaded(&content);
        state.figure_mut(BLUE).dice = DiceRecord::Acted(0);
        state.figure_mut(BLUE).option = response;
        let guards = in_the_way(Situation::new(&content, &state), BLUE, RED, mode);
        guards.iter().any(|(source, _)| *source == Source::Item { item: ItemId(3) })
    };
    let shield = &[("sword", "first-hand"), ("shield", "second-hand")];
    let dodge = Some(Action::Dodge { target: None });
    assert!(!shields(shield, Mode::Fire, None));
    assert!(shields(shield, Mode::Fire, dodge));
    let left = Plain::new().red([6, 7], 5, ARCHER);
    let dagger = &[("sword", "first-hand"), ("parrying-dagger", "second-hand")];
    let content = left.blue([4, 4], 3, dagger).content();
    let state = loaded(&content);
    assert_eq!(
        in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Strike).len(),
        1,
        "the dagger is on that side"
    );
    assert_eq!(in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Fire), []);
}

/// The scenario allows any number of dice for making an item ready.
fn few_dice(plain: Plain) -> Plain {
    plain.with("/scenarios/fight/options", serde_json::json!({"any-ready-dice": true}))
}

/// A long field for the longest shots.
fn field(plain: &Plain) -> Plain {
    plain.clone().with("/maps/plain/geometry/size", vec![9, 13]).with("/maps/plain/rows", "ggggggggg\n".repeat(13))
}

/// Returns a state in which red must choose an action, with a loaded bow.
fn loaded(content: &Content) -> State {
    let mut state = acting(content, RED);
    state.item_mut(WEAPON).loaded = Some(AMMO);
    state
}

fn asked_again(state: &mut State) {
    state.figure_mut(RED).dice = DiceRecord::NotAsked;
    state.asked = Some(Question::Option(Asked { figure: RED, over: None }));
}

fn action(mode: Mode, dice: u8) -> Action {
    scene::attack(mode, BLUE, dice)
}

fn offers(content: &Content, state: &State, mode: Mode) -> bool {
    legal(content, state).contains(&Command::Act { action: action(mode, 3) })
}

fn refused(content: &Content, state: &State, mode: Mode) -> Refusal {
    refusal(content, state, Command::Act { action: action(mode, 3) })
}

fn refusal(content: &Content, state: &State, command: Command) -> Refusal {
    Foeman::check(content, state, &command).expect_err("it is refused")
}

/// Returns the log of red's attack on blue, which has acted already.
fn attack(content: &Content, state: &mut State, mode: Mode, dice: u8) -> Vec<String> {
    state.figure_mut(BLUE).dice = DiceRecord::Acted(0);
    acts(content, state, 1, action(mode, dice)).1
}

fn line(content: &Content, mut state: State, mode: Mode) -> String {
    attack(content, &mut state, mode, 3).swap_remove(0)
}
