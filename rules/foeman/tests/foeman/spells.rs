//! Spells: their duration, cost and end, as seen by a player.

use foeman_engine::battle::Battle;
use foeman_engine::ruleset::SideId;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::SpellId;
use ruleset_foeman::state::{Action, Phase};
use ruleset_foeman::{Foeman, Situation};
use serde_json::{Value, json};

use crate::ground::{BLUE, Plain, RED, play, told};

/// A red wizard with an irresistible spell, and a blue figure four hexes away.
fn wizard(spell: &Value) -> Plain {
    Plain::new()
        .with("/spells", json!({"spell": spell}))
        .with(
            "/figures/wizard",
            json!({"title": "Wizard", "kind": "wizard", "attributes": {"st": 40, "dx": 20, "iq": 12, "ma": 8}}),
        )
        .figure(0, "red", "wizard", ([4, 8], 0), &[])
        .blue([4, 4], 3, &[("sword", "first-hand")])
        .with("/rosters/red/figures/f1/spells", json!(["spell"]))
        .with("/scenarios/fight/rounds", 60)
}

/// An itch that can be kept up for 1 ST.
fn itch() -> Value {
    json!({"title": "Itch", "iq": 8, "kind": "affliction", "cost": 2, "renewal": 1, "range": 9, "target": "foe",
        "effects": [{"kind": "modify", "what": "dx", "by": -2, "rounds": "spell"}]})
}

/// Whether a spell is kept up when offered.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Up,
    Not,
}

/// Casts the spell once, on blue or on a hex next to it, and keeps it up or not.
fn cast(plain: &Plain, seed: u64, rounds: u32, kept: Kept, mut look: impl FnMut(&Battle<Foeman>)) -> Battle<Foeman> {
    let mut battle = plain.battle(seed);
    play(&mut battle, |battle, legal| {
        look(battle);
        if battle.state().round > rounds {
            return None;
        }
        let now = Situation::new(battle.content(), battle.state());
        let begun = now.state.effects.iter().any(|force| force.owner == RED);
        let wanted = |command: &&Command| match command {
            Command::Act { action: Action::Cast { dice: 3, .. } } => !begun,
            Command::KeepUp => kept == Kept::Up,
            Command::LetGo => kept == Kept::Not,
            Command::Place { hex } => now.figure(BLUE).hex.distance(*hex) == 1,
            _ => false,
        };
        let calm = |command: &&Command| matches!(command, Command::Halt | Command::Act { action: Action::Move });
        let found = legal.iter().find(wanted).or_else(|| legal.iter().find(calm));
        Some(*found.unwrap_or(&legal[0]))
    });
    battle
}

/// Returns the first seed with which the spell is cast in the first round.
fn works_at_once(plain: &Plain) -> u64 {
    let begins = |seed: &u64| {
        let battle = cast(plain, *seed, 1, Kept::Not, |_| {});
        battle.state().effects.iter().any(|force| force.owner == RED)
    };
    (0..50).find(begins).expect("it is cast at once in some battle")
}

#[test]
fn each_renewal_lasts_longer_than_the_one_before() {
    let plain = wizard(&itch());
    let seed = works_at_once(&plain);
    let mut offered = Vec::new();
    let battle = cast(&plain, seed, 26, Kept::Up, |battle| {
        if battle.legal().contains(&Command::KeepUp) {
            assert_eq!(battle.state().phase, Phase::Continuation, "between movement and action");
            offered.push(battle.state().round);
        }
    });
    // Cast in round 1, it works through 1 + 1, renewed through 1 + 2, 1 + 6 and 1 + 24.
    assert_eq!(offered, [2, 3, 7, 25]);
    let lines = told(&battle);
    for last in [3, 7, 25, 121] {
        let line = format!("red 1 keeps up Itch on blue 1 for 1 ST, through round {last} (F11.1)");
        assert!(lines.contains(&line), "{line}\n{lines:#?}");
    }
    let red = battle.state().figure(RED);
    assert_eq!((red.physical, red.exhaustion), (0, 2 + 4), "the casting and four renewals");
}

#[test]
fn what_is_not_paid_for_works_to_the_end_of_the_round() {
    let plain = wizard(&itch());
    let seed = works_at_once(&plain);
    let mut works = Vec::new();
    let battle = cast(&plain, seed, 4, Kept::Not, |battle| {
        if battle.state().asked_for_option().is_some_and(|asked| asked.figure == BLUE) {
            works.push((battle.state().round, battle.state().effects.len()));
        }
    });
    works.dedup();
    assert!(works.contains(&(2, 1)) && works.contains(&(3, 0)), "{works:?}");
    let lines = told(&battle);
    let over = lines.iter().position(|line| line == "Itch on blue 1 is over").expect("it ends");
    let next = lines.iter().position(|line| line == "Round 3").expect("there is a third round");
    assert!(over < next, "{lines:#?}");
}

#[test]
fn keeping_up_as_an_action_is_the_same_as_a_renewal() {
    let plain = wizard(&itch());
    let seed = works_at_once(&plain);
    let mut battle = plain.battle(seed);
    play(&mut battle, |battle, legal| {
        let recast = Command::Act { action: Action::Recast { spell: SpellId(0), began: 1 } };
        let wanted = |command: &&Command| match command {
            Command::Act { action: Action::Cast { dice: 3, .. } } => battle.state().round == 1,
            Command::LetGo => true,
            command => **command == recast,
        };
        let calm = |command: &&Command| matches!(command, Command::Halt | Command::Act { action: Action::Move });
        let found = legal.iter().find(wanted).or_else(|| legal.iter().find(calm));
        (battle.state().round <= 2).then(|| *found.unwrap_or(&legal[0]))
    });
    let force = battle.state().effects[0];
    assert_eq!((force.expires, force.count), (Some(3), 2), "as much as a renewal in the same round");
    let again = Command::Act { action: Action::Cast { spell: SpellId(0), target: Some(BLUE), dice: 3 } };
    assert!(battle.check(&again).is_err(), "a spell in force cannot be cast again on the same target");
}

#[test]
fn nobody_keeps_up_what_would_take_the_last_of_its_strength() {
    let dear = {
        let mut spell = itch();
        spell["renewal"] = json!(37);
        spell
    };
    let plain = wizard(&dear);
    let seed = works_at_once(&plain);
    cast(&plain, seed, 4, Kept::Up, |battle| assert!(!battle.legal().contains(&Command::KeepUp)));
}

#[test]
fn what_was_called_fights_for_its_caster_from_the_next_round_and_vanishes() {
    let plain = wizard(&json!({"title": "Call", "iq": 8, "kind": "creation", "cost": 2, "renewal": 1, "range": 6,
        "target": "hex", "effects": [{"kind": "create", "figure": "beast", "rounds": "spell"}]}));
    let seed = works_at_once(&plain);
    let (mut asked, mut moved) = (Vec::new(), Vec::new());
    let battle = cast(&plain, seed, 4, Kept::Not, |battle| {
        let now = Situation::new(battle.content(), battle.state());
        let beast = now.figures().find(|&figure| now.name(figure) == "Beast 1");
        let Some(beast) = beast else { return };
        assert_eq!(now.side(beast), SideId(0));
        if battle.state().asked_for_option().is_some_and(|asked| asked.figure == beast) {
            asked.push(now.state.round);
        }
        if battle.legal().contains(&Command::Take { figure: beast }) {
            moved.push(now.state.round);
        }
    });
    asked.dedup();
    moved.dedup();
    assert_eq!((asked, moved), (vec![2], vec![2]), "called in round 1, gone after round 2");
    assert!(told(&battle).contains(&"Beast 1 vanishes, because Call is over".to_owned()));
}

#[test]
fn a_puppet_fights_for_its_master_and_comes_to_itself() {
    let plain = wizard(&json!({"title": "Puppet", "iq": 8, "kind": "control", "cost": 2, "renewal": 1, "range": 9,
        "target": "foe", "effects": [{"kind": "control", "rounds": "spell"}]}))
    .blue([0, 0], 3, &[]);
    let seed = works_at_once(&plain);
    let mut sides = Vec::new();
    let battle = cast(&plain, seed, 4, Kept::Not, |battle| {
        sides.push((
            battle.state().round,
            battle.state().figures.iter().map(|figure| figure.commander.0).collect::<Vec<_>>(),
        ));
    });
    sides.dedup();
    assert!(sides.iter().any(|(round, sides)| *round == 2 && *sides == [0, 0, 1]), "{sides:?}");
    assert!(sides.iter().any(|(round, sides)| *round == 3 && *sides == [0, 1, 1]), "{sides:?}");
    let lines = told(&battle);
    assert!(lines.contains(&"blue 1 obeys red now (Puppet)".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"blue 1 obeys blue again".to_owned()), "{lines:#?}");
}

#[test]
fn nobody_casts_beyond_its_wits_its_strength_its_range_or_in_silence() {
    let able = |plain: &Plain| {
        let mut can = false;
        cast(plain, 1, 1, Kept::Not, |battle| {
            can |= battle.legal().iter().any(|command| matches!(command, Command::Act { action: Action::Cast { .. } }));
        });
        can
    };
    let plain = wizard(&itch());
    assert!(able(&plain));
    assert!(!able(&plain.clone().with("/spells/spell/iq", 13)), "IQ 12");
    assert!(!able(&plain.clone().with("/spells/spell/cost", 39)), "1 of 40 ST would be left");
    assert!(able(&plain.clone().with("/spells/spell/cost", 38)));
    assert!(!able(&plain.clone().with("/spells/spell/range", 3)), "four hexes");
    let gag = json!({"title": "Gag", "iq": 1, "effects": [{"kind": "status", "add": "silenced"}]});
    let silent = plain.with("/talents", json!({"gag": gag})).with("/rosters/red/figures/f1/talents", json!(["gag"]));
    assert!(!able(&silent));
}

#[test]
fn a_missile_spell_must_hit_and_is_evaded_as_any_missile() {
    let bolt = json!({"title": "Bolt", "iq": 8, "kind": "missile", "cost": 1, "range": 20, "target": "foe",
        "effects": [{"kind": "damage", "dice": "2D"}]});
    let plain = wizard(&bolt).with("/figures/wizard/attributes/dx", 9).with("/figures/wizard/attributes/iq", 30);
    let lines = |plain: &Plain, dodges: bool| {
        let mut battle = plain.battle(5);
        play(&mut battle, |battle, legal| {
            let asked = battle.state().asked_for_option().map(|asked| asked.figure);
            let wanted = |command: &&Command| match command {
                Command::Act { action: Action::Cast { dice: 3, .. } } => true,
                Command::Act { action: Action::Dodge { target: None } } => dodges && asked == Some(BLUE),
                _ => false,
            };
            let calm = |command: &&Command| matches!(command, Command::Halt | Command::Act { action: Action::Move });
            let found = legal.iter().find(wanted).or_else(|| legal.iter().find(calm));
            (battle.state().round <= 12).then(|| *found.unwrap_or(&legal[0]))
        });
        told(&battle)
    };
    let calm = lines(&plain, false);
    assert!(calm.iter().any(|line| line.contains("casts Bolt on blue 1: 3 dice, needs 9 or less (DX 9)")), "{calm:#?}");
    assert!(calm.iter().any(|line| line.contains("it fails")) && calm.iter().any(|line| line.contains("(Bolt ")));
    let dodging = lines(&plain.clone().with("/figures/dull/attributes/dx", 18), true);
    let line = "casts Bolt on blue 1: 4 dice, one more against the dodge (F7.3)";
    assert!(dodging.iter().any(|told| told.contains(line)), "{dodging:#?}");
}

#[test]
fn mail_stops_a_bolt_unless_the_bolt_bypasses_it() {
    let bolt = |bypass: &str| {
        json!({"title": "Bolt", "iq": 8, "kind": "missile", "cost": 1, "range": 20, "target": "foe", "bypass": bypass,
            "effects": [{"kind": "damage", "dice": "2D"}]})
    };
    let stopped = |bypass: &str| {
        let plain =
            wizard(&bolt(bypass)).with("/rosters/blue/figures/f1/gear", json!([{"item": "mail", "place": "worn"}]));
        let mut battle = plain.battle(5);
        play(&mut battle, |battle, legal| {
            let wanted = |command: &&Command| matches!(command, Command::Act { action: Action::Cast { dice: 3, .. } });
            let calm = |command: &&Command| matches!(command, Command::Halt | Command::Act { action: Action::Move });
            let found = legal.iter().find(wanted).or_else(|| legal.iter().find(calm));
            (battle.state().round <= 4).then(|| *found.unwrap_or(&legal[0]))
        });
        let lines = told(&battle);
        assert!(lines.iter().any(|line| line.contains("(Bolt ")), "{lines:#?}");
        lines.iter().any(|line| line.contains("mail stops"))
    };
    assert_eq!([stopped("99999"), stopped("99099"), stopped("99199"), stopped("99299")], [true, false, false, false]);
}
