//! Frauds with dice at level `opponent-rolls`: each is found, with its entry or hand-over.

use foeman_engine::dice::Seed;
use foeman_engine::game::Game;
use foeman_mail::{Dice, Known, Level, Turns, hand_over};
use foeman_test_support::toy::{TOY, bout};
use serde_json::{Value, json};

use crate::rolls::{ANN, BOB, HEAVE, LESS, Party, REST, halfway, pick};

/// A fraud by Ann in the turn after [`halfway`], and what Bob is told.
type Fraud = (&'static str, fn() -> String, &'static str);

/// Asks Bob for the dice of a choice, and rolls them.
fn heaved(party: &mut Party, choice: &str) -> Box<dyn Game> {
    let mut game = party.game();
    party.choose(ANN, &mut *game, choice);
    game
}

/// Replaces a number in Ann's profile.
fn in_profile(party: &mut Party, key: &str, value: &Value) {
    let mut known = serde_json::to_value(&party.known[ANN]).expect("it can be written");
    known["rolls"][key] = value.clone();
    party.known[ANN] = serde_json::from_value(known).expect("it can be read");
}

/// Ann's battle after [`halfway`] and a choice, with a seed of her own.
fn seeded(party: &Party, choice: &str, seed: Seed) -> Box<dyn Game> {
    let mut game = party.game();
    let before = game.entries();
    pick(&mut *game, choice);
    let command = game.withdraw(before).expect("it is a decision");
    game.issue(&command, seed).expect("it is legal");
    game
}

/// Bob has opened Ann's file with dice.
fn received() -> Party {
    let mut party = halfway();
    party.turn(ANN, HEAVE);
    party
}

const FRAUDS: &[Fraud] = &[
    (
        "another decision with the same code",
        || {
            let mut party = halfway();
            // Bob answers for one decision. Ann forgets it, and rolls the dice of another one with the same answer.
            let before = party.clone();
            heaved(&mut party, HEAVE);
            let bob = party.known[BOB].clone();
            party = before;
            let game = heaved(&mut party, LESS);
            party.known[BOB] = bob;
            party.forged(ANN, &*game)
        },
        "entry 4: your answer was for another decision than this one",
    ),
    (
        "no dice after a code",
        || {
            let mut party = halfway();
            let mut other = party.clone();
            heaved(&mut party, HEAVE);
            other.known[BOB] = party.known[BOB].clone();
            let mut game = other.game();
            pick(&mut *game, REST);
            other.forged(ANN, &*game)
        },
        "hand-over 4: expected as many decisions with dice as your answers in this turn, 1, found 0",
    ),
    (
        "dice by a seed of her own",
        || {
            let mut party = halfway();
            let game = seeded(&party, HEAVE, Seed(1));
            heaved(&mut party, HEAVE);
            party.forged(ANN, &*game)
        },
        "entry 4: the dice do not follow from the answer",
    ),
    (
        "dice by the seed of the battle",
        || {
            let party = halfway();
            let mut game = party.game();
            pick(&mut *game, HEAVE);
            party.forged(ANN, &*game)
        },
        "entry 4: expected dice by an answer of the opponent, found other dice",
    ),
    (
        "dice by a seed of her own, and no answer",
        || {
            let party = halfway();
            let game = seeded(&party, HEAVE, Seed(1));
            party.forged(ANN, &*game)
        },
        "hand-over 4: expected the last of 1 answers",
    ),
    (
        "a seed for a decision without dice",
        || {
            let party = halfway();
            let game = seeded(&party, REST, Seed(1));
            party.forged(ANN, &*game)
        },
        "entry 4: expected an answer only where dice are rolled, found one",
    ),
    (
        "an answer without dice",
        || {
            let mut party = halfway();
            in_profile(&mut party, "answer", &json!("0".repeat(22)));
            let mut game = party.game();
            pick(&mut *game, REST);
            party.forged(ANN, &*game)
        },
        "hand-over 4: expected the last of 0 answers",
    ),
    (
        "an invented answer",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            in_profile(&mut party, "answer", &json!("7".repeat(22)));
            party.forged(ANN, &*game)
        },
        "hand-over 4: expected the last of 1 answers",
    ),
    (
        "the answer of an earlier turn",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            let earlier = serde_json::to_value(&party.turns.hand_overs[1].answer).expect("it can be written");
            in_profile(&mut party, "answer", &earlier);
            party.forged(ANN, &*game)
        },
        "hand-over 4: expected the last of 1 answers",
    ),
    (
        "no answer in the hand-over",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            in_profile(&mut party, "answer", &Value::Null);
            party.forged(ANN, &*game)
        },
        "hand-over 4: expected the last of 1 answers",
    ),
    (
        "another salt",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            in_profile(&mut party, "salt", &json!("7".repeat(22)));
            party.forged(ANN, &*game)
        },
        "entry 4: the dice do not follow from the answer",
    ),
    (
        "no salt",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            in_profile(&mut party, "salt", &Value::Null);
            party.forged(ANN, &*game)
        },
        "hand-over 4: expected the salt",
    ),
    (
        "no chain for the next turn",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            let secret = party.known[ANN].secret(1).expect("there is a key");
            let dice = Dice::default();
            hand_over(&mut party.turns, &*game, 1, Some(&secret), dice);
            party.check(BOB).expect_err("it is found").to_string()
        },
        "hand-over 4: expected the end of a chain",
    ),
    (
        "the chain replaced after she has seen the request",
        || {
            let mut party = received();
            let earlier = party.turns.hand_overs[2].dice.clone();
            party.turns.hand_overs[3].dice = earlier;
            party.check(BOB).expect_err("it is found").to_string()
        },
        "hand-over 4: it differs from the one that you have seen before",
    ),
    (
        "the answer edited",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            party.hand_over(ANN, &*game);
            let earlier = party.turns.hand_overs[2].answer.clone();
            party.edited(|turns| turns.hand_overs[3].answer = earlier)
        },
        "hand-over 4: its signature is not valid",
    ),
    (
        "the chain edited",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            party.hand_over(ANN, &*game);
            let earlier = party.turns.hand_overs[2].dice.clone();
            party.edited(|turns| turns.hand_overs[3].dice = earlier)
        },
        "hand-over 4: its signature is not valid",
    ),
    (
        "the seed edited",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            party.hand_over(ANN, &*game);
            party.edited(|turns| in_last_entry(turns, |entry| entry["seed"] = json!(1)))
        },
        // One time in 36, the other dice are the same.
        "entry 4: expected `{\"purpose\":\"heave\" | expected the hash",
    ),
    (
        "the seed removed",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            party.hand_over(ANN, &*game);
            party.edited(|turns| {
                in_last_entry(turns, |entry| _ = entry.as_object_mut().expect("an object").remove("seed"))
            })
        },
        // One time in 36, the other dice are the same.
        "entry 4: expected `{\"purpose\":\"heave\" | expected the hash",
    ),
    (
        "the dice edited",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            party.hand_over(ANN, &*game);
            party.edited(|turns| {
                in_last_entry(turns, |entry| {
                    let die = &mut entry["draws"][0]["dice"][0];
                    *die = json!(if *die == json!(6) { 5 } else { 6 });
                })
            })
        },
        "entry 4: expected `{\"purpose\":\"heave\"",
    ),
    (
        "a seed in an entry of the rules",
        || {
            let mut party = halfway();
            let game = heaved(&mut party, HEAVE);
            party.hand_over(ANN, &*game);
            party.edited(|turns| {
                turns.journal = turns.journal.replacen(r#""cause":"set-up","#, r#""cause":"set-up","seed":1,"#, 1);
            })
        },
        "entry 0: expected a seed only in an entry with a command",
    ),
    (
        "the level lowered",
        || halfway().edited(|turns| turns.header.level = Level::Sealed),
        "expected level `opponent-rolls`, with which this battle began, found `sealed`",
    ),
    (
        "the level lowered for a person who does not know the battle",
        || {
            let mut party = halfway();
            party.known[BOB] = Known::default();
            party.edited(|turns| turns.header.level = Level::Sealed)
        },
        "expected no codes of dice at this level",
    ),
    (
        "a battle that Ann began, although she decides first",
        || {
            let party = Party::tug();
            let game = party.game();
            let turns = Turns { hand_overs: Vec::new(), ..party.turns.clone() };
            let mut party = Party { turns, known: Default::default(), ..party };
            party.hand_over(ANN, &*game);
            party.check(ANN).expect_err("it is found").to_string()
        },
        "hand-over 1: at level `opponent-rolls`, another person",
    ),
    (
        "another decision while the dice of one are awaited",
        || {
            let mut party = halfway();
            let mut game = party.game();
            let before = game.entries();
            pick(&mut *game, HEAVE);
            party.ask(ANN, &mut *game, before).expect("it needs dice");
            pick(&mut *game, REST);
            party.turns.journal = game.journal();
            party.check(ANN).expect_err("it is found").to_string()
        },
        "entry 4: expected no entry after the last hand-over",
    ),
    (
        "a seed at a lower level",
        || {
            let mut party = Party::begin(TOY, &bout("meadow"), Level::Sealed);
            party.opened_by(ANN);
            let game = seeded(&party, HEAVE, Seed(1));
            party.forged(ANN, &*game)
        },
        "entry 1: expected no new seed, found one",
    ),
];

/// Changes the last entry of the journal.
fn in_last_entry(turns: &mut Turns, change: impl FnOnce(&mut Value)) {
    let mut lines: Vec<String> = turns.journal.lines().map(str::to_owned).collect();
    let last = lines.len() - 2;
    let mut entry: Value = serde_json::from_str(&lines[last]).expect("an entry");
    change(&mut entry);
    lines[last] = entry.to_string();
    turns.journal = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
}

#[test]
fn each_fraud_with_dice_is_found_with_its_place() {
    assert!(FRAUDS.len() >= 15);
    for (name, fraud, expected) in FRAUDS {
        let told = fraud();
        assert!(
            expected.split(" | ").any(|expected| told.contains(expected)),
            "{name}: expected `{expected}`, found `{told}`"
        );
    }
}
