//! Action codes of Foeman (`A7`): examples calculated by hand, and invariants of every battle.

use std::collections::{BTreeMap, BTreeSet};

use foeman_engine::dice::Seed;
use foeman_engine::display::Line;
use foeman_engine::game::{Game, Viewer};
use foeman_engine::player::{PlayerId, find};
use foeman_engine::ruleset::{Ruleset, Turn};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::notation::code::ActionCode;
use foeman_test_support::packs;
use ruleset_foeman::code::{self, Reader};
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::ItemId;
use ruleset_foeman::instruction::{FigureEvent, Instruction};
use ruleset_foeman::option::Mode;
use ruleset_foeman::rolls::success::{AutomaticMiss, Success};
use ruleset_foeman::rolls::{Check, Reason, Sum};
use ruleset_foeman::situation::weapons;
use ruleset_foeman::state::records::Posture;
use ruleset_foeman::state::{Action, Manner, State};
use ruleset_foeman::{Foeman, Situation};

use crate::ground::{BLUE, Plain, RED};

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

#[test]
fn a_strike_scores_what_it_had_to_spare_and_one_more() {
    let (content, state) = face_to_face(SWORD);
    // Needs 10 (DX 10, from the front). 9 has a margin of 1: 1 + 1 = 2. 10 has no margin: 0 + 1 = 1.
    assert_eq!(strike(&content, &state, &[4, 3, 2]), "C-H-005-02-001-0004-0");
    assert_eq!(strike(&content, &state, &[4, 4, 2]), "C-H-005-01-001-0004-0");
    // 3 has a margin of 7: 7 + 1 = 8.
    assert_eq!(strike(&content, &state, &[1, 1, 1]), "C-H-005-08-001-0004-0");
}

#[test]
fn a_miss_scores_nothing_however_it_came_about() {
    let (content, state) = face_to_face(SWORD);
    // 11 is more than 10; two dice that show 8 = 4 * 2 always miss.
    assert_eq!(strike(&content, &state, &[4, 4, 3]), "C-H-005-00-001-0004-0");
    assert_eq!(strike(&content, &state, &[4, 4]), "C-H-005-00-001-0004-0");
}

#[test]
fn a_prone_target_gives_more_to_spare_and_a_prone_figure_acts_in_position_4() {
    let (content, mut state) = face_to_face(SWORD);
    state.figure_mut(BLUE).posture = Posture::Prone;
    // Needs 14 (DX 10, target lies +4). 9 has a margin of 5: 5 + 1 = 6.
    assert_eq!(strike(&content, &state, &[4, 3, 2]), "C-H-005-06-001-0004-0");
    state.figure_mut(RED).posture = Posture::Prone;
    assert_eq!(strike(&content, &state, &[4, 3, 2]), "C-H-005-06-004-0004-0");
    assert_eq!(acts(&content, &state, Action::Dodge { target: None }), "C-M-001-01-004-0000-0");
    state.figure_mut(RED).posture = Posture::Kneeling;
    assert_eq!(acts(&content, &state, Action::Dodge { target: None }), "C-M-001-01-003-0000-0");
}

#[test]
fn bodies_strike_with_0001_and_an_item_without_a_code_is_named_by_its_id() {
    let (content, state) = face_to_face(&[]);
    assert_eq!(strike(&content, &state, &[4, 3, 2]), "C-H-005-02-001-0001-0");
    let (content, state) = face_to_face(&[("axe", "first-hand")]);
    assert_eq!(strike(&content, &state, &[4, 3, 2]), "C-H-005-02-001-0000-0-axe");
    let plain = Plain::new().figure(0, "red", "beast", ([4, 5], 0), &[]).blue([4, 4], 3, SWORD);
    let beasts = plain.with("/figures/beast/attacks/0/title", "Kraken's arm").content();
    assert_eq!(strike(&beasts, &State::new(&beasts), &[4, 3, 2]), "C-H-005-02-001-0001-0-kraken-s-arm");
}

#[test]
fn what_needs_no_roll_scores_1() {
    let (content, state) = face_to_face(SWORD);
    let sword = Action::Defend { item: Some(ItemId(0)), target: Some(BLUE) };
    assert_eq!(acts(&content, &state, sword), "C-D-004-01-001-0004-0");
    assert_eq!(acts(&content, &state, Action::Defend { item: None, target: None }), "C-D-004-01-001-0000-0");
    assert_eq!(acts(&content, &state, Action::Watch { target: BLUE }), "C-W-002-01-001-0000-0");
    assert_eq!(acts(&content, &state, Action::Dodge { target: None }), "C-M-001-01-001-0000-0");
    assert_eq!(acts(&content, &state, Action::Move), "C-M-101-01-001-0000-0");
}

#[test]
fn making_ready_scores_its_saving_roll_and_names_the_item() {
    let (content, state) = face_to_face(&[("sword", "belt")]);
    // Needs 14 (DX 10, own gear +4). 4+3+2 = 9 has a margin of 5: 5 + 1 = 6; 6+6+3 = 15 is too much.
    assert_eq!(ready(&content, &state, &[4, 3, 2]), "C-O-003-06-001-0004-0");
    assert_eq!(ready(&content, &state, &[6, 6, 3]), "C-O-003-00-001-0004-0");
}

#[test]
fn a_score_stays_between_1_and_99() {
    let check = |needed, die, success| {
        let needed = Sum::of(Reason::Dexterity, needed);
        code::score(&Check { needed, dice: vec![die], miss: AutomaticMiss::Threatens, success })
    };
    assert_eq!(check(200, 1, Success::Made), 99);
    assert_eq!(check(i32::MAX, 1, Success::Made), 99);
    assert_eq!(check(3, 6, Success::Made), 1, "an edited journal may say so");
    assert_eq!(check(200, 6, Success::AutomaticallyFailed), 0);
}

#[test]
fn every_action_of_every_shipped_battle_has_one_code_that_is_explained_in_the_words_of_the_log() {
    let mut verbs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in ["arena", "bent-nail"] {
        let pack = Draft::open(&packs::shipped(name), &SHIPPED.dialects()).expect("the pack is there");
        let reader = Reader::new(&pack);
        for scenario in pack.ids("scenarios") {
            for seed in 1..=2 {
                for player in ["steady", "random"].map(|id| find::<Foeman>(id).expect("Foeman has it")) {
                    let game = fought(&pack, scenario, seed, player);
                    let lines = game.seen(Viewer::All).lines;
                    let coded: Vec<&Line> =
                        lines.iter().map(|told| &told.line).filter(|it| it.code.is_some()).collect();
                    let journal = game.journal();
                    let said = |what: &str| journal.matches(what).count();
                    // A second attack in the same action has a code, too.
                    let second = said(r#""may-attack-again""#) - said(r#""desists""#);
                    let acted = said(r#"{"acts":"#) + said(r#"{"has-acted":"#) + second;
                    assert_eq!(coded.len(), acted, "{scenario}, seed {seed}");
                    for line in coded {
                        let text = line.code.as_deref().expect("only lines with codes are left");
                        let code: ActionCode = text.parse().unwrap_or_else(|error| panic!("`{text}`: {error}"));
                        assert_eq!(code.to_string(), text);
                        assert_explained(&reader, &code, &line.text);
                        let verb = format!("{}-{}", code.kind, code.action);
                        verbs.entry(verb).or_default().insert(text.to_owned());
                    }
                }
            }
        }
    }
    let known =
        ["D-004", "H-005", "H-006", "I-009", "M-001", "M-101", "M-121", "O-003", "O-043", "S-008", "T-007", "W-002"];
    for verb in known {
        assert!(verbs.contains_key(verb), "no battle has {verb}: {:?}", verbs.keys());
    }
}

#[test]
fn a_code_is_explained_block_by_block() {
    let pack = Draft::open(&packs::shipped("arena"), &SHIPPED.dialects()).expect("the pack is there");
    let explained = |code: &str| -> Vec<String> {
        let lines = Reader::new(&pack).explain(&code.parse().expect("a code")).expect("the code is valid for battles");
        lines.into_iter().map(|line| line.text).collect()
    };
    assert_eq!(
        explained("C-H-005-04-001-0004-0"),
        [
            "C-H-005-04-001-0004-0: strikes with the broadsword: hit (score 4), standing",
            "C classifier: combat",
            "H action type: hand-to-hand",
            "005 action: strikes",
            "04 score: 4, hit",
            "001 position: standing",
            "0004 weapon: broadsword",
            "0 location: all locations",
        ]
    );
    let first = |code: &str| explained(code).remove(0);
    // The source's own numbers: M-001 is a dodge, 001 is the upright posture.
    assert_eq!(first("C-M-001-01-001-0000-0"), "C-M-001-01-001-0000-0: dodges (score 1), standing");
    assert_eq!(first("C-M-101-01-004-0000-0"), "C-M-101-01-004-0000-0: does nothing (score 1), prone");
    assert_eq!(
        first("C-H-905-00-003-0000-0"),
        "C-H-905-00-003-0000-0: can no longer do this (strike) (score 0), kneeling"
    );
    let fails = |code: &str| Reader::new(&pack).explain(&code.parse().expect("a code")).expect_err(code).to_string();
    assert_eq!(fails("S-P-001-01-"), "classifier at column 1: expected a classifier such as `C` combat, found `S`");
    assert!(
        fails("C-M-001-01-002-0000-0").starts_with("position at column 12: expected a position such as `001` standing")
    );
    assert!(fails("C-H-005-01-001-9999-0").starts_with("weapon at column 16: expected an item such as"));
}

#[test]
fn battles_and_the_shipped_code_book_mean_the_same_by_a_code() {
    let book = Draft::open(&packs::shipped("codes"), &SHIPPED.dialects()).expect("the pack is there");
    let toolbox =
        SHIPPED.engine("action-codes").and_then(|engine| engine.capabilities().toolbox).expect("codes have tools");
    let explain = toolbox.tool("explain").expect("it explains");
    let (content, mut state) = face_to_face(SWORD);
    for (posture, name) in [(Posture::Standing, "standing"), (Posture::Kneeling, "kneeling"), (Posture::Prone, "prone")]
    {
        state.figure_mut(RED).posture = posture;
        let code = acts(&content, &state, Action::Dodge { target: None });
        let lines = explain.call(&book, std::slice::from_ref(&code)).expect("the shipped code book defines a dodge");
        assert_eq!(
            lines[0].text,
            format!("{code}: combat, movement, dodge, score 1, {name}, nothing, at all locations")
        );
    }
}

/// Asserts that the explanation of a code agrees with the line of the log, in this order.
fn assert_explained(reader: &Reader, code: &ActionCode, told: &str) {
    let lines = reader.explain(code).unwrap_or_else(|unknown| panic!("`{code}`: {unknown}\n{told}"));
    let whole = lines[0].text.strip_prefix(&format!("{code}: ")).expect("the code comes first");
    let (deed, _) = whole.rsplit_once(" (score ").expect("the score follows the action");
    let (deed, outcome) = deed.split_once(": ").map_or((deed, None), |(deed, outcome)| (deed, Some(outcome)));
    // An item that extends another and has no code may be named as either of them.
    let either = deed.split_once(" or ").and_then(|(one, other)| Some((one, other, one.rsplit_once(" the ")?.0)));
    let deeds = match either {
        None => vec![deed.to_owned()],
        Some((one, other, verb)) => vec![one.to_owned(), format!("{verb} the {other}")],
    };
    let said = deeds.iter().any(|deed| rest_after(told, deed).is_some_and(|rest| ends(rest, outcome)));
    assert!(said, "the code says `{whole}`, the log says: {told}");
}

/// Returns the text after the words of a deed, if it contains all of them in order.
fn rest_after<'t>(told: &'t str, deed: &str) -> Option<&'t str> {
    deed.split(' ').try_fold(told, |rest, word| Some(&rest[rest.find(word)? + word.len()..]))
}

fn ends(rest: &str, outcome: Option<&str>) -> bool {
    outcome.is_none_or(|outcome| rest.contains(&format!(": {outcome}")))
}

fn fought(pack: &Draft, scenario: &str, seed: u64, player: PlayerId) -> Box<dyn Game> {
    let resolved = resolve(pack, scenario).unwrap_or_else(|findings| panic!("{scenario}: {findings:?}"));
    let engine = SHIPPED.engine("foeman").expect("it is shipped");
    let mut game = match engine.start(&resolved, Seed(seed)) {
        Ok(game) => game,
        Err(problems) => panic!("{scenario}: {problems:?}"),
    };
    while !matches!(game.turn(), Turn::Over(_)) {
        game.step(player);
    }
    game
}

/// Red and blue, each in the other's front; red has this gear, and a sword has the code 0004.
fn face_to_face(gear: &[(&str, &str)]) -> (Content, State) {
    let plain = Plain::new().red([4, 5], 0, gear).blue([4, 4], 3, SWORD).with("/items/sword/code", "0004");
    let content = plain.content();
    let state = State::new(&content);
    (content, state)
}

/// Returns the code of red striking blue with these dice.
fn strike(content: &Content, state: &State, rolled: &[u8]) -> String {
    let needed = if state.figure(BLUE).posture == Posture::Prone { 14 } else { 10 };
    let check = Check::of(Sum::of(Reason::Dexterity, needed), rolled.into(), AutomaticMiss::Threatens);
    let mode = Mode::Strike;
    let arm = weapons::nth(Situation::new(content, state), RED, mode, 0).expect("red has a weapon to strike with").id();
    let struck = FigureEvent::Attacked {
        target: BLUE,
        mode,
        arm,
        manner: Manner::Plain,
        response: None,
        check: Box::new(check),
    };
    coded(content, state, &Instruction::Figure(RED, struck))
}

/// Returns the code of red making its item ready with these dice.
fn ready(content: &Content, state: &State, rolled: &[u8]) -> String {
    let check = Check::of(Sum::of(Reason::Dexterity, 14), rolled.into(), AutomaticMiss::Threatens);
    coded(content, state, &Instruction::Figure(RED, FigureEvent::Readied { item: ItemId(0), check: Box::new(check) }))
}

/// Returns the code of red carrying out an option without a roll.
fn acts(content: &Content, state: &State, option: Action) -> String {
    let mut state = state.clone();
    state.figure_mut(RED).option = Some(option);
    coded(content, &state, &Instruction::Figure(RED, FigureEvent::Acts { aims_at: None }))
}

fn coded(content: &Content, state: &State, instruction: &Instruction) -> String {
    Foeman::tell(content, state, instruction).expect("the log has a line for it").code.expect("it has a code")
}
