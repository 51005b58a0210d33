//! The observable effects of grips, shields and second uses, and of free alterations.

use foeman_engine::ruleset::Ruleset;
use ruleset_foeman::catalogs::Protection;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::ItemId;
use ruleset_foeman::instruction::{FigureEvent, Instruction, Next, RoundEvent};
use ruleset_foeman::option::Mode;
use ruleset_foeman::situation::protection::{Source, in_the_way};
use ruleset_foeman::state::records::DiceRecord;
use ruleset_foeman::state::{Action, Alteration, Grip, Manner, State};
use ruleset_foeman::{Foeman, Situation};

use crate::fights::{acting, legal, moving, told_of_strike};
use crate::ground::{BLUE, Plain, RED, carry_out};
use crate::scene::attack;

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];
const AXE: &[(&str, &str)] = &[("axe", "first-hand")];
const FIRST: ItemId = ItemId(0);
const SECOND: ItemId = ItemId(1);

#[test]
fn both_hands_make_a_heavier_blow_until_the_segment_or_the_round_ends() {
    let content = Plain::new().red([4, 5], 0, AXE).blue([4, 4], 3, SWORD).content();
    let mut state = acting(&content, RED);
    alter(&content, &mut state, FIRST, Alteration::BothHands);
    assert_eq!(weapon_row(&content, &state), "axe -0H, in both hands");
    let mut waited = state.clone();
    Foeman::apply(&content, &mut waited, &Instruction::Round(RoundEvent::SegmentEnds));
    assert_eq!(waited.item(FIRST).grip, Grip::OneHand, "it has not acted");
    assert_eq!(weapon_row(&content, &waited), "axe -1H L-1");
    state.figure_mut(RED).dice = DiceRecord::Acted(3);
    Foeman::apply(&content, &mut state, &Instruction::Round(RoundEvent::SegmentEnds));
    assert_eq!(state.item(FIRST).grip, Grip::BothHands, "it has acted and keeps its grip to the end of the round");
    Foeman::apply(&content, &mut state, &Instruction::Round(RoundEvent::Ends { next: Next::Round }));
    assert_eq!(state.item(FIRST).grip, Grip::OneHand);
}

#[test]
fn a_grip_with_both_hands_takes_an_empty_hand_and_a_weapon_it_helps() {
    let refused = |gear: &[(&str, &str)], item| {
        let content = Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, SWORD).content();
        rule(&content, &acting(&content, RED), Command::Alter { item, to: Alteration::BothHands })
    };
    assert_eq!(refused(&[("axe", "first-hand"), ("shield", "second-hand")], FIRST), Some("F10.3"));
    assert_eq!(refused(&[("axe", "belt")], FIRST), Some("F10.3"));
    assert_eq!(refused(SWORD, FIRST), Some("F10.3"), "the sword is no better in both hands");
    assert_eq!(refused(&[("pike", "first-hand")], FIRST), Some("F10.3"));
    assert_eq!(refused(AXE, FIRST), None);
}

#[test]
fn each_thing_is_altered_once_in_a_move_and_once_when_asked() {
    let content = Plain::new().red([4, 6], 0, AXE).blue([4, 2], 3, SWORD).content();
    let mut state = moving(&content, RED);
    alter(&content, &mut state, FIRST, Alteration::BothHands);
    let back = Command::Alter { item: FIRST, to: Alteration::OneHand };
    assert_eq!(rule(&content, &state, back), Some("F10.6"));
    assert_eq!(state.figure(RED).mp, 0, "it costs nothing");
    Foeman::apply(&content, &mut state, &Instruction::Figure(RED, FigureEvent::Halted));
    assert_eq!(rule(&content, &state, back), Some("F10.6"), "no figure is moving");
    Foeman::apply(&content, &mut state, &Instruction::Figure(RED, FigureEvent::Asked { sequence: 1 }));
    assert_eq!(rule(&content, &state, back), None);
}

#[test]
fn nobody_alters_what_belongs_to_somebody_else() {
    let content = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, AXE).content();
    let alter = Command::Alter { item: SECOND, to: Alteration::BothHands };
    assert_eq!(rule(&content, &acting(&content, RED), alter), Some("F10.6"));
}

#[test]
fn a_shield_held_before_the_body_covers_the_front_and_hampers_its_bearer() {
    let gear = &[("sword", "first-hand"), ("shield", "second-hand")];
    let shielded = |to: Option<Alteration>, from: [i32; 2]| {
        let content = Plain::new().red([4, 4], 0, gear).blue(from, 3, SWORD).content();
        let mut state = acting(&content, RED);
        if let Some(to) = to {
            alter(&content, &mut state, SECOND, to);
        }
        let guards = in_the_way(Situation::new(&content, &state), RED, BLUE, Mode::Strike);
        guards.iter().any(|(source, _)| *source == Source::Item { item: SECOND })
    };
    let (left, right) = ([3, 3], [5, 3]);
    assert_eq!([left, right].map(|from| shielded(None, from)), [true, false]);
    assert_eq!([left, right].map(|from| shielded(Some(Alteration::Cover), from)), [true, true]);
    assert_eq!([left, right].map(|from| shielded(Some(Alteration::Lower), from)), [false, false]);
    let content = Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, SWORD).content();
    let mut state = acting(&content, RED);
    alter(&content, &mut state, SECOND, Alteration::Cover);
    let line = told_of_strike(&content, state, 3);
    assert!(line.contains("needs 8 or less (DX 10, behind the shield -2)"), "{line}");
}

#[test]
fn a_net_in_the_other_hand_serves_as_a_shield() {
    let gear = &[("sword", "first-hand"), ("net", "second-hand")];
    let content = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, gear).content();
    let mut state = acting(&content, BLUE);
    let net = ItemId(2);
    let stops = |rating| vec![(Source::Item { item: net }, Protection { protection: 0, rating, block: 1 })];
    assert_eq!(in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Strike), stops(2));
    assert_eq!(
        in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Fire),
        stops(2),
        "as a shield it stops arrows too"
    );
    carry_out(&content, &mut state, 1, Command::Act { action: Action::Defend { item: Some(net), target: None } });
    assert_eq!(in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Strike), stops(3), "rating 3 in defence");
}

#[test]
fn a_spiked_shield_strikes_from_the_hand_it_is_in() {
    let gear = &[("sword", "first-hand"), ("spiked-shield", "second-hand")];
    let content = Plain::new()
        .red([4, 5], 0, gear)
        .blue([4, 4], 3, SWORD)
        .with("/scenarios/fight/options", serde_json::json!({"choose-items": true}))
        .content();
    let state = acting(&content, RED);
    let mut strikes: Vec<String> = legal(&content, &state)
        .into_iter()
        .filter(|command| {
            matches!(command, Command::Act { action: Action::Attack { dice: 3, manner: Manner::Plain, .. } })
        })
        .map(|command| Foeman::choice(&content, &state, &command).text)
        .collect();
    strikes.dedup();
    assert_eq!(strikes, ["Strike blue 1 with the sword, 3 dice", "Strike blue 1 with the spiked shield, 3 dice"]);
}

#[test]
fn a_jab_reaches_exactly_two_hexes_and_is_not_parried_from_there() {
    let jab = |distance: i32| {
        let content =
            Plain::new().red([4, 7], 0, &[("pike", "first-hand")]).blue([4, 7 - distance], 3, SWORD).content();
        let command = Command::Act { action: attack(Mode::Jab, BLUE, 3) };
        rule(&content, &acting(&content, RED), command)
    };
    assert_eq!([1, 2, 3].map(jab), [Some("F5"), None, Some("F5")]);
    let content = Plain::new().red([4, 6], 0, &[("pike", "first-hand")]).blue([4, 4], 3, SWORD).content();
    let mut state = acting(&content, BLUE);
    let sword = Action::Defend { item: Some(SECOND), target: None };
    carry_out(&content, &mut state, 1, Command::Act { action: sword });
    assert_eq!(in_the_way(Situation::new(&content, &state), BLUE, RED, Mode::Jab), [], "red is not adjacent (F7.3)");
}

#[test]
fn a_bow_engages_nobody_and_leaves_its_bearer_bare_hands() {
    let gear = &[("bow", "first-hand"), ("arrow", "back")];
    let content = Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, SWORD).content();
    assert_eq!(weapon_row(&content, &acting(&content, RED)), "bare hands -2H");
    let board = Foeman::board(&content, &State::new(&content));
    assert!(!board.tokens[1].marks.contains(&"engaged".to_owned()), "a bow does not engage blue");
    assert!(board.tokens[0].marks.contains(&"engaged".to_owned()), "a sword engages red");
}

fn alter(content: &Content, state: &mut State, item: ItemId, to: Alteration) {
    carry_out(content, state, 1, Command::Alter { item, to });
}

/// Returns the rule that forbids a command.
fn rule(content: &Content, state: &State, command: Command) -> Option<&'static str> {
    Foeman::check(content, state, &command).err().map(|refusal| refusal.rule)
}

/// Returns the weapon that the board shows for red.
fn weapon_row(content: &Content, state: &State) -> String {
    let board = Foeman::board(content, state);
    let row = board.tokens[0].details.iter().find(|(label, _)| label == "Weapon").expect("it can strike");
    row.1.clone()
}
