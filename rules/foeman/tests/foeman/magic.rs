//! Every spell, talent and item of the Arena that has effects, every figure type and feature: each changes a battle,
//! and the same battle without the effects of that record lacks the change.

use foeman_engine::battle::Battle;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use ruleset_foeman::catalogs::effects::Status;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::state::{Action, ActionKind};
use ruleset_foeman::{DIALECT, Foeman, Situation};
use serde_json::{Map, Value, json};

use crate::ground::{BLUE, Plain, RED, play, told};

/// The catalogs whose records have effects.
const CATALOGS: [&str; 6] = ["effects", "spells", "talents", "items", "figures", "terrains"];

/// A plain with everything of the Arena on it, and a tough red and blue figure: red is a wizard who never fails, with
/// all the gear of the test case.
fn lawn(red: ([i32; 2], u8), blue: ([i32; 2], u8), gear: &[(&str, &str)], theirs: &[(&str, &str)]) -> Plain {
    let draft = Draft::from_texts(packs::texts("arena"), &[&DIALECT]);
    let mut plain = Plain::new();
    for catalog in CATALOGS {
        if ["effects", "spells", "talents"].contains(&catalog) {
            plain = plain.with(&format!("/{catalog}"), Value::Object(Map::new()));
        }
        for key in keys(catalog) {
            let record = draft.merged(&key).expect("the Arena is sound");
            // The plain's own grass, mud and swords stay unchanged.
            if catalog != "terrains" {
                plain = plain.with(&format!("/{catalog}/{}", key.id), record);
            }
        }
    }
    let strong = json!({"st": 40, "dx": 20, "iq": 20, "ma": 10});
    plain
        .with("/figures/wizard", json!({"title": "Wizard", "kind": "wizard", "attributes": strong}))
        .with("/figures/dull/attributes", json!({"st": 30, "dx": 6, "iq": 6, "ma": 10}))
        .figure(0, "red", "wizard", red, gear)
        .figure(1, "blue", "dull", blue, theirs)
}

/// Returns the ids of the Arena's records of a catalog.
fn keys(catalog: &str) -> Vec<RecordKey> {
    let files = packs::texts("arena").into_values();
    let parsed = files.map(|text| serde_yaml::from_str::<Value>(&text).expect("the Arena is sound"));
    let ids = parsed.filter_map(|file| Some(file.get(catalog)?.as_object()?.keys().cloned().collect::<Vec<_>>()));
    ids.flatten().map(|id| RecordKey::new(catalog, &id)).collect()
}

/// The actions that figures try, in this order of preference; otherwise they do nothing.
#[derive(Clone, Copy)]
enum Does {
    /// Red casts the spell on blue, or on the hex nearest to blue if it has no target figure.
    Casts(&'static str),
    /// Red casts the spell on itself.
    CastsOnSelf(&'static str),
    /// Blue casts the spell on red.
    BlueCasts(&'static str),
    /// Red uses this item.
    Uses(&'static str),
    Attacks(ActionKind),
    BlueAttacks(ActionKind),
    /// Red takes this option.
    Takes(ActionKind),
    /// Blue takes this option.
    BlueTakes(ActionKind),
    /// Red walks ahead.
    Walks,
}

/// Plays some rounds.
fn fight(plain: &Plain, seed: u64, does: &[Does]) -> Battle<Foeman> {
    let mut battle = plain.battle(seed);
    play(&mut battle, |battle, legal| {
        if battle.state().round > 4 {
            return None;
        }
        let now = Situation::new(battle.content(), battle.state());
        let actor = now.state.asked_for_option().map(|asked| asked.figure);
        let found = does.iter().find_map(|does| legal.iter().find(|command| is(now, actor, *does, command)));
        let wanted = |command: &&Command| {
            matches!(
                command,
                Command::KeepUp | Command::Halt | Command::Act { action: Action::Move } | Command::Refrain
            )
        };
        let place = legal.iter().filter(|command| matches!(command, Command::Place { .. })).min_by_key(|command| {
            let Command::Place { hex } = **command else { return 0 };
            now.figure(BLUE).hex.distance(hex)
        });
        Some(*found.or(place).or_else(|| legal.iter().find(wanted)).unwrap_or(&legal[0]))
    });
    battle
}

fn is(now: Situation<'_>, actor: Option<FigureId>, does: Does, command: &Command) -> bool {
    let cast = |caster: FigureId, title: &str, on: &dyn Fn(Option<FigureId>) -> bool| match command {
        Command::Act { action: Action::Cast { spell, target, dice: 3 } } => {
            actor == Some(caster) && now.content.spell(*spell).title == title && on(*target)
        }
        _ => false,
    };
    let attack = |attacker: FigureId, kind: ActionKind, at: FigureId| match command {
        Command::Act { action: action @ Action::Attack { target, dice: 4, .. } } => {
            actor == Some(attacker) && action.kind() == kind && *target == at
        }
        Command::Alter { .. } => {
            actor == Some(attacker)
                && matches!(command, Command::Alter { to: ruleset_foeman::state::Alteration::Load, .. })
        }
        _ => false,
    };
    let takes = |who: FigureId, kind: ActionKind| match command {
        Command::Act { action } => actor == Some(who) && action.kind() == kind,
        _ => false,
    };
    match does {
        Does::Casts(title) => cast(RED, title, &|on| on != Some(RED)),
        Does::CastsOnSelf(title) => cast(RED, title, &|on| on == Some(RED)),
        Does::BlueCasts(title) => cast(BLUE, title, &|on| on == Some(RED)),
        Does::Uses(title) => match command {
            Command::Act { action: Action::Use { item, dice: 3 } } => {
                actor == Some(RED) && now.item_kind(*item).title == title
            }
            _ => false,
        },
        Does::Attacks(kind) => attack(RED, kind, BLUE),
        Does::BlueAttacks(kind) => attack(BLUE, kind, RED),
        Does::Takes(kind) => takes(RED, kind),
        Does::BlueTakes(kind) => takes(BLUE, kind),
        Does::Walks => {
            let facing = now.figure(RED).facing;
            now.state.current().is_some_and(|current| current.figure == RED)
                && now.figure(RED).mp == 0
                && *command == Command::Step { direction: facing }
        }
    }
}

/// Checks that the line occurs in one of 60 battles with the record, and not in the same battle without the record's
/// effects.
fn changes(plain: &Plain, record: &str, does: &[Does], says: &str) {
    let bare = plain.clone().with(&format!("{record}/effects"), json!([]));
    for seed in 0..60 {
        let with = told(&fight(plain, seed, does));
        if !with.iter().any(|line| line.contains(says)) {
            continue;
        }
        let without = told(&fight(&bare, seed, does));
        assert!(!without.iter().any(|line| line.contains(says)), "{record}: `{says}` without its effects");
        return;
    }
    let lines = told(&fight(plain, 0, does)).join("\n");
    panic!("{record}: `{says}` in none of 60 battles, the first of which went\n{lines}");
}

const NEAR: ([i32; 2], u8) = ([4, 4], 3);
const BESIDE: ([i32; 2], u8) = ([4, 5], 0);
const APART: ([i32; 2], u8) = ([4, 8], 0);
const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

/// The lawn with red knowing a spell, two or four hexes from blue.
fn knowing(spells: &[&str]) -> Plain {
    lawn(APART, NEAR, &[], SWORD).with("/rosters/red/figures/f1/spells", json!(spells))
}

#[test]
fn spells_that_hurt_do_so() {
    for (id, title, says) in [
        ("spark", "Spark", "(Spark "),
        ("hailstones", "Hailstones", "(Hailstones "),
        ("fire-bolt", "Fire bolt", "(Fire bolt "),
        ("lightning", "Lightning", "(Lightning "),
        ("tight-collar", "Tight collar", "(Tight collar "),
        ("hot-hilt", "Hot hilt", "may not strike"),
        ("stumble", "Stumble", "blue 1 falls (Stumble)"),
        ("boil-blood", "Boil blood", "(Boil blood "),
    ] {
        changes(&knowing(&[id]), &format!("/spells/{id}"), &[Does::Casts(title)], says);
    }
}

#[test]
fn spells_for_friends_help() {
    let struck = lawn(BESIDE, NEAR, &[], SWORD).with("/figures/dull/attributes/dx", 18);
    let on_self = |spell: &str| struck.clone().with("/rosters/red/figures/f1/spells", json!([spell]));
    let blow = Does::BlueAttacks(ActionKind::Strike);
    for (id, title, says) in [
        ("bark-skin", "Bark skin", "hide stops"),
        ("blur", "Blur", "Blur -3"),
        ("vanish", "Vanish", "invisible -4"),
        ("darn", "Darn", "Darn heals "),
        ("second-wind", "Second wind", "Second wind takes "),
    ] {
        changes(&on_self(id), &format!("/spells/{id}"), &[Does::CastsOnSelf(title), blow], says);
    }
    let armed = lawn(BESIDE, NEAR, SWORD, SWORD);
    for (id, title, says) in [
        ("steady-hand", "Steady hand", "Steady hand +2"),
        ("keen-edge", "Keen edge", "; Keen edge +1"),
        ("ox-back", "Strength of an ox", "; Strength of an ox +1"),
    ] {
        let plain = armed.clone().with("/rosters/red/figures/f1/spells", json!([id]));
        let does = [Does::CastsOnSelf(title), Does::Attacks(ActionKind::Strike)];
        changes(&plain, &format!("/spells/{id}"), &does, says);
    }
    let legs = lawn(APART, ([0, 0], 3), &[], SWORD).with("/rosters/red/figures/f1/spells", json!(["long-legs"]));
    changes(&legs, "/spells/long-legs", &[Does::CastsOnSelf("Long legs"), Does::Walks], "of 20 MP");
}

#[test]
fn an_umbrella_stops_arrows_but_no_blows() {
    let archer = lawn(APART, NEAR, &[], &[("bow", "first-hand"), ("arrow", "belt")])
        .with("/rosters/red/figures/f1/spells", json!(["brolly"]))
        .with("/rosters/blue/figures/f1/gear/1/count", 20)
        .with("/figures/dull/attributes/dx", 18);
    let does = [Does::CastsOnSelf("Brolly"), Does::BlueAttacks(ActionKind::Fire)];
    changes(&archer, "/spells/brolly", &does, "ward stops");
    let beside = lawn(BESIDE, NEAR, &[], SWORD).with("/rosters/red/figures/f1/spells", json!(["brolly"]));
    for seed in 0..20 {
        let does = [Does::CastsOnSelf("Brolly"), Does::BlueAttacks(ActionKind::Strike)];
        assert!(!told(&fight(&beside, seed, &does)).iter().any(|line| line.contains("ward stops")));
    }
}

#[test]
fn stubborn_figures_resist_more_easily() {
    let plain = knowing(&["stubbornness"])
        .with(
            "/figures/dull",
            json!({"title": "Rival", "kind": "wizard", "attributes": {"st": 30, "dx": 18, "iq": 20, "ma": 8}}),
        )
        .with("/rosters/blue/figures/f1/spells", json!(["itch"]));
    let does = [Does::CastsOnSelf("Stubbornness"), Does::BlueCasts("Itch")];
    changes(&plain, "/spells/stubbornness", &does, "Stubbornness +5");
}

#[test]
fn spells_that_trouble_somebody_do_so() {
    for (id, title, says) in [
        ("itch", "Itch", "Itch -2"),
        ("lead-boots", "Lead boots", "slowed"),
        ("dazzle", "Dazzle", "blinded"),
        ("hush", "Hush", "silenced"),
        ("cobweb", "Cobweb", "entangled"),
        ("puppet", "Puppet", "blue 1 obeys red now (Puppet)"),
        ("cold-feet", "Cold feet", "(Cold feet)"),
        ("shove", "Shove", "blue 1 is moved from 4,4"),
        ("come-hither", "Come hither", "blue 1 is moved from 4,4"),
    ] {
        let plain = knowing(&[id]);
        let does = [Does::Casts(title), Does::BlueTakes(ActionKind::Ready)];
        changes(&plain, &format!("/spells/{id}"), &does, says);
    }
    let wrists = lawn(BESIDE, NEAR, &[], SWORD)
        .with("/figures/dull/attributes/dx", 18)
        .with("/rosters/red/figures/f1/spells", json!(["weak-wrists"]));
    let does = [Does::Casts("Weak wrists"), Does::BlueAttacks(ActionKind::Strike)];
    changes(&wrists, "/spells/weak-wrists", &does, "; Weak wrists -1");
    let wolf = knowing(&["animal-friend"]).with("/rosters/blue/figures/f1/type", "wolf");
    changes(&wolf, "/spells/animal-friend", &[Does::Casts("Animal friend")], "blue 1 obeys red now (Animal friend)");
    let people = knowing(&["animal-friend"]);
    for seed in 0..10 {
        let lines = told(&fight(&people, seed, &[Does::Casts("Animal friend")]));
        assert!(!lines.iter().any(|line| line.contains("obeys")), "only creatures are its friends");
    }
    let elsewhere = knowing(&["elsewhere"]);
    changes(&elsewhere, "/spells/elsewhere", &[Does::CastsOnSelf("Elsewhere")], "red 1 is moved from 4,8");
}

#[test]
fn what_is_made_stands_there_until_its_spell_is_over() {
    for (id, title, says) in [
        ("raise-wall", "Raise wall", "Wall 3 appears at"),
        ("patch-of-dark", "Patch of dark", "Shadow 5 appears at"),
        ("kindle", "Kindle", "Blaze 1 appears at"),
        ("call-wolf", "Call wolf", "Wolf 1 appears at"),
        ("wake-bones", "Wake bones", "1 appears at"),
        ("wake-waterspout", "Wake waterspout", "1 appears at"),
        ("call-bear", "Call bear", "1 appears at"),
    ] {
        changes(&knowing(&[id]), &format!("/spells/{id}"), &[Does::Casts(title)], says);
    }
}

#[test]
fn what_others_began_can_be_ended() {
    let rival = json!({"title": "Rival", "kind": "wizard", "attributes": {"st": 30, "dx": 18, "iq": 20, "ma": 8}});
    let plain = |own: &str, theirs: &str| {
        knowing(&[own])
            .with("/figures/dull", rival.clone())
            .with("/rosters/blue/figures/f1/spells", json!([theirs]))
            .with("/rosters/red/figures/f1/attributes", json!({"iq": 8}))
            .with(&format!("/spells/{own}/iq"), 8)
    };
    let does = [Does::CastsOnSelf("Clear head"), Does::BlueCasts("Lead boots")];
    let boots = plain("clear-head", "lead-boots");
    // It ends earlier than it would otherwise, while its caster keeps it up.
    changes(&boots, "/spells/clear-head", &does, "Lead boots on red 1 is over");
    let itch = plain("unravel", "itch").with("/spells/itch/resist", "1D:st");
    let does = [Does::CastsOnSelf("Unravel"), Does::BlueCasts("Itch")];
    changes(&itch.with("/spells/itch/target", "figure"), "/spells/unravel", &does, "Itch on red 1 is over");
}

#[test]
fn what_was_conjured_is_snuffed() {
    let plain = knowing(&["call-wolf", "snuff"]).with("/spells/snuff/target", "ally");
    let mut battle = plain.battle(3);
    let mut wolf = None;
    play(&mut battle, |battle, legal| {
        let now = Situation::new(battle.content(), battle.state());
        let asked = now.state.asked_for_option().map(|asked| asked.figure);
        wolf = now.figures().find(|&figure| now.name(figure) == "Wolf 1");
        let cast = |title: &'static str, on: Option<FigureId>| {
            legal.iter().find(move |command| match command {
                Command::Act { action: Action::Cast { spell, target, dice: 3 } } => {
                    asked == Some(RED) && battle.content().spell(*spell).title == title && *target == on
                }
                _ => false,
            })
        };
        let first = match wolf {
            None => cast("Call wolf", None),
            Some(wolf) => cast("Snuff", Some(wolf)),
        };
        let calm = |command: &&Command| {
            matches!(
                command,
                Command::KeepUp | Command::Halt | Command::Act { action: Action::Move } | Command::Place { .. }
            )
        };
        (battle.state().round <= 3).then(|| *first.or_else(|| legal.iter().find(calm)).unwrap_or(&legal[0]))
    });
    let lines = told(&battle);
    assert!(lines.iter().any(|line| line == "Wolf 1 vanishes, because Call wolf is over"), "{lines:#?}");
}

#[test]
fn talents_show_in_fights() {
    let with = |plain: Plain, talent: &str| plain.with("/rosters/red/figures/f1/talents", json!([talent]));
    let strike = [Does::Attacks(ActionKind::Strike)];
    let duel = lawn(BESIDE, NEAR, SWORD, SWORD);
    changes(&with(duel.clone(), "swords"), "/effects/proficient", &strike, "; Swords +1");
    changes(&with(duel.clone(), "axes-and-maces"), "/talents/axes-and-maces", &strike, "; Axes and maces +1");
    changes(&with(duel.clone(), "pole-arms"), "/talents/pole-arms", &strike, "; Pole arms +1");
    changes(&with(duel.clone(), "rage"), "/talents/rage", &strike, "; Rage +1");
    let beast = duel.clone().with("/rosters/blue/figures/f1/type", "bear");
    changes(&with(beast, "monster-slayer"), "/talents/monster-slayer", &strike, "Monster slayer +1");
    changes(&with(duel.clone(), "tactics"), "/talents/tactics", &strike, "Tactics +1");

    let bow = lawn(APART, NEAR, &[("bow", "first-hand"), ("arrow", "belt")], SWORD)
        .with("/rosters/red/figures/f1/gear/1/count", 20);
    let mut battle = with(bow.clone(), "bows").battle(1);
    play(&mut battle, |battle, legal| {
        let now = Situation::new(battle.content(), battle.state());
        let actor = now.state.asked_for_option().map(|asked| asked.figure);
        let does = match now.state.round {
            1 => Does::Takes(ActionKind::Watch),
            _ => Does::Attacks(ActionKind::Fire),
        };
        let found = legal.iter().find(|command| is(now, actor, does, command));
        let calm = |command: &&Command| matches!(command, Command::Halt | Command::Act { action: Action::Move });
        (now.state.round <= 2).then(|| *found.or_else(|| legal.iter().find(calm)).unwrap_or(&legal[0]))
    });
    assert!(told(&battle).iter().any(|line| line.contains("Bows +1")), "{:#?}", told(&battle));

    let dodging = lawn(APART, NEAR, &[], &[("bow", "first-hand"), ("arrow", "belt")])
        .with("/rosters/blue/figures/f1/gear/1/count", 20);
    let does = [Does::Takes(ActionKind::Dodge), Does::BlueAttacks(ActionKind::Fire)];
    changes(&with(dodging, "nimbleness"), "/talents/nimbleness", &does, "Nimbleness -1");

    let wall = lawn(BESIDE, NEAR, SWORD, SWORD)
        .blue([3, 4], 3, &[])
        .with("/rosters/blue/figures/f1/talents", json!(["shield-wall"]));
    changes(&wall, "/talents/shield-wall", &strike, "ward stops 1");

    let bewitched = lawn(APART, NEAR, &[], &[])
        .with(
            "/figures/dull",
            json!({"title": "Rival", "kind": "wizard", "attributes": {"st": 30, "dx": 18, "iq": 20, "ma": 8}}),
        )
        .with("/rosters/blue/figures/f1/spells", json!(["itch"]));
    changes(&with(bewitched, "thick-skull"), "/talents/thick-skull", &[Does::BlueCasts("Itch")], "Thick skull +2");

    let caster = knowing(&["itch"]).with("/spells/itch/cost", 3);
    changes(&with(caster, "deep-breath"), "/talents/deep-breath", &[Does::Casts("Itch")], "Deep breath -1");
    let far = knowing(&["spark"]).with("/spells/spark/range", 1);
    changes(&with(far, "far-sight"), "/talents/far-sight", &[Does::Casts("Spark")], "casts Spark");
}

#[test]
fn a_raging_figure_does_not_parry() {
    let plain = lawn(BESIDE, NEAR, SWORD, SWORD).with("/rosters/red/figures/f1/talents", json!(["rage"]));
    for (rage, may) in [(plain.clone(), false), (plain.with("/talents/rage/effects", json!([])), true)] {
        let mut parries = false;
        fight_and(&rage, |now, legal| {
            let asked = now.state.asked_for_option().map(|asked| asked.figure);
            parries |= asked == Some(RED)
                && legal.iter().any(|command| matches!(command, Command::Act { action: Action::Defend { .. } }));
        });
        assert_eq!(parries, may);
    }
}

/// Plays a round in which all figures do nothing, and inspects the legal commands.
fn fight_and(plain: &Plain, mut look: impl FnMut(Situation<'_>, &[Command])) {
    let mut battle = plain.battle(1);
    play(&mut battle, |battle, legal| {
        look(Situation::new(battle.content(), battle.state()), legal);
        let calm = |command: &&Command| matches!(command, Command::Halt | Command::Act { action: Action::Move });
        (battle.state().round <= 1).then(|| *legal.iter().find(calm).unwrap_or(&legal[0]))
    });
}

#[test]
fn things_carried_show_in_fights() {
    let strike = [Does::Attacks(ActionKind::Strike)];
    let hurl = [Does::Attacks(ActionKind::Hurl)];
    let armed = |item: &str| lawn(BESIDE, NEAR, &[(item, "first-hand")], SWORD);
    let thrower = |item: &str| lawn(([4, 6], 0), NEAR, &[(item, "first-hand")], SWORD);
    let base = armed("heirloom-sword")
        .with("/figures/dull/kind", "base")
        .with("/figures/dull/attacks", json!([{"title": "claws", "damage": "-1H"}]));
    changes(&base, "/items/heirloom-sword", &strike, "heirloom sword +2");
    let beast = armed("torch").with("/rosters/blue/figures/f1/type", "bear");
    changes(&beast, "/items/torch", &strike, "burning torch +1");
    changes(&thrower("net"), "/items/net", &hurl, "net affects blue 1: entangled");
    let bolas = thrower("bolas").with("/rosters/red/figures/f1/gear/0/count", 9);
    changes(&bolas, "/items/bolas", &hurl, "blue 1 falls (bolas)");
    let pot = thrower("fire-pot").with("/rosters/red/figures/f1/gear/0/count", 9);
    changes(&pot, "/items/fire-pot", &hurl, "(fire pot ");

    let blowpipe = lawn(APART, NEAR, &[("bow", "first-hand"), ("dart", "belt")], SWORD)
        .with("/items/bow/fire/ammo", "dart")
        .with("/rosters/red/figures/f1/gear/1/count", 9);
    changes(&blowpipe, "/items/dart", &[Does::Attacks(ActionKind::Fire)], "(dart ");

    let plate = lawn(APART, NEAR, &[("full-plate", "worn")], SWORD);
    changes(&plate, "/items/full-plate", &[Does::Walks], "of 8 MP");
    let robe = knowing(&["itch"])
        .with("/spells/itch/cost", 3)
        .with("/rosters/red/figures/f1/gear", json!([{"item": "robe", "place": "worn"}]));
    changes(&robe, "/items/robe", &[Does::Casts("Itch")], "robe of many pockets -1");
    let staff = knowing(&["spark"])
        .with("/spells/spark/range", 3)
        .with("/rosters/red/figures/f1/gear", json!([{"item": "rune-staff", "place": "first-hand"}]));
    changes(&staff, "/items/rune-staff", &[Does::Casts("Spark")], "casts Spark");
    let book = knowing(&["itch"])
        .with("/spells/itch/cost", 3)
        .with("/rosters/red/figures/f1/gear", json!([{"item": "unabridged", "place": "second-hand"}]));
    changes(&book, "/items/unabridged", &[Does::Casts("Itch")], "unabridged dictionary -1");
    let ring = lawn(BESIDE, NEAR, &[("ring-of-blur", "worn")], SWORD);
    changes(&ring, "/items/ring-of-blur", &[Does::BlueAttacks(ActionKind::Strike)], "ring of blur -1");
}

#[test]
fn what_is_drunk_and_blown_is_used() {
    let hurt = |item: &str| lawn(BESIDE, NEAR, &[(item, "belt")], SWORD).with("/figures/dull/attributes/dx", 18);
    let blow = Does::BlueAttacks(ActionKind::Strike);
    let cordial = [blow, Does::Uses("red cordial")];
    changes(&hurt("cordial"), "/items/cordial", &cordial, "red cordial heals ");
    changes(&hurt("black-coffee"), "/items/black-coffee", &[blow, Does::Uses("black coffee")], "black coffee +1");
    changes(&hurt("war-horn"), "/items/war-horn", &[Does::Uses("war horn")], "war horn +1");
}

#[test]
fn what_figures_are_shows_in_fights() {
    let of = |kind: &str| lawn(BESIDE, NEAR, &[], SWORD).with("/rosters/red/figures/f1/type", kind);
    let strike = [Does::Attacks(ActionKind::Strike)];
    let draft = Draft::from_texts(packs::texts("arena"), &[&DIALECT]);
    let venomous: Vec<String> = keys("figures")
        .into_iter()
        .filter(|key| draft.merged(key).is_some_and(|record| record.to_string().contains("poison")))
        .map(|key| key.id)
        .collect();
    assert!(!venomous.is_empty());
    for kind in venomous {
        let title = draft.merged(&RecordKey::new("figures", &kind)).expect("it is there")["title"].clone();
        let says = format!("({} ", title.as_str().expect("a title"));
        changes(&of(&kind), &format!("/figures/{kind}"), &strike, &says);
    }
    let gaze = lawn(([4, 6], 0), NEAR, &[], SWORD).with("/rosters/red/figures/f1/type", "basilisk");
    changes(&gaze, "/figures/basilisk", &[], "Basilisk affects blue 1: stunned");
    let dragon = lawn(([4, 7], 0), ([4, 0], 3), &[], SWORD)
        .with("/rosters/red/figures/f1/type", "young-dragon")
        .with("/maps/plain/rows", "mmmmmmmmm\n".repeat(9));
    changes(&dragon, "/figures/young-dragon", &[Does::Walks], "(1 of ");
}

#[test]
fn fires_burn_whoever_is_in_them_and_shadows_hide() {
    let kindled = knowing(&["kindle"]).with("/figures/dull/attributes/ma", 1);
    changes(&kindled, "/figures/blaze", &[Does::Casts("Kindle")], "(Blaze ");
    let bow = lawn(APART, NEAR, &[("bow", "first-hand"), ("arrow", "belt")], SWORD)
        .with("/rosters/red/figures/f1/gear/1/count", 20)
        .with("/rosters/red/figures/f1/spells", json!(["patch-of-dark"]));
    let lit = bow.clone().with("/figures/shadow/effects", json!([]));
    assert!(shot_through_the_dark(&bow).iter().any(|line| line.contains("Shadow -1")));
    assert!(!shot_through_the_dark(&lit).iter().any(|line| line.contains("Shadow") && line.contains("DX")));
}

/// Lets red create a shadow next to blue and shoot.
fn shot_through_the_dark(plain: &Plain) -> Vec<String> {
    let mut battle = plain.battle(1);
    play(&mut battle, |battle, legal| {
        let now = Situation::new(battle.content(), battle.state());
        let actor = now.state.asked_for_option().map(|asked| asked.figure);
        let dark = now.figures().any(|figure| now.name(figure).starts_with("Shadow"));
        let does = if dark { Does::Attacks(ActionKind::Fire) } else { Does::Casts("Patch of dark") };
        let found = legal.iter().find(|command| is(now, actor, does, command));
        let place = legal.iter().find(|command| match command {
            Command::Place { hex } => now.figure(BLUE).hex.distance(*hex) == 1,
            _ => false,
        });
        let calm = |command: &&Command| {
            matches!(command, Command::Halt | Command::KeepUp | Command::Act { action: Action::Move })
        };
        (now.state.round <= 6).then(|| *found.or(place).or_else(|| legal.iter().find(calm)).unwrap_or(&legal[0]))
    });
    told(&battle)
}

#[test]
fn all_effects_of_the_arena_are_known_here() {
    // A new record with effects needs a test case above.
    let draft = Draft::from_texts(packs::texts("arena"), &[&DIALECT]);
    let source = include_str!("magic.rs");
    for catalog in CATALOGS.into_iter().filter(|catalog| !["effects", "talents"].contains(catalog)) {
        for key in keys(catalog) {
            let record = draft.merged(&key).expect("the Arena is sound");
            let has = record.get("effects").and_then(Value::as_array).is_some_and(|effects| !effects.is_empty());
            let poison = record.to_string().contains("poison");
            let told =
                [format!("{}\"", key.id), format!("/{}/effects", key.id)].iter().any(|name| source.contains(name));
            assert!(!has || poison || told, "{catalog} {} changes nothing here", key.id);
        }
    }
}

#[test]
fn every_status_of_the_list_holds_what_it_says() {
    for (status, what) in [(Status::Stunned, "nothing"), (Status::Entangled, "no step"), (Status::Clinched, "no step")]
    {
        let plain = lawn(APART, NEAR, SWORD, SWORD)
            .with(
                "/talents/curse",
                json!({"title": "Curse", "iq": 1, "effects": [{"kind": "status", "add": status.name()}]}),
            )
            .with("/rosters/red/figures/f1/talents", json!(["curse"]));
        let (mut steps, mut options) = (0, Vec::new());
        fight_and(&plain, |now, legal| {
            if now.state.current().is_some_and(|current| current.figure == RED) {
                steps += legal.iter().filter(|command| matches!(command, Command::Step { .. })).count();
            }
            if now.state.asked_for_option().is_some_and(|asked| asked.figure == RED) {
                options.extend(legal.iter().filter_map(|command| match command {
                    Command::Act { action } => Some(action.kind()),
                    _ => None,
                }));
            }
        });
        assert_eq!(steps, 0, "{}", status.name());
        options.dedup();
        match what {
            "nothing" => assert_eq!(options, [ActionKind::Move]),
            _ => assert!(options.contains(&ActionKind::Watch) && !options.contains(&ActionKind::Dodge)),
        }
    }
}

#[test]
fn nobody_heals_by_protection_or_more_than_was_harmed() {
    let plain = lawn(BESIDE, NEAR, &[("cordial", "belt")], SWORD)
        .with("/rosters/red/figures/f1/gear/0/count", 9)
        .with("/rosters/red/figures/f1/spells", json!(["bark-skin", "darn"]))
        .with("/figures/dull/attributes/dx", 18);
    for seed in 0..20 {
        let does = [
            Does::BlueAttacks(ActionKind::Strike),
            Does::Uses("red cordial"),
            Does::CastsOnSelf("Darn"),
            Does::CastsOnSelf("Bark skin"),
        ];
        let battle = fight(&plain, seed, &does);
        let red = battle.state().figure(RED);
        assert!(red.physical >= 0 && red.exhaustion >= 0);
    }
}
