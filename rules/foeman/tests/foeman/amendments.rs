//! Amended battles: changed values from an entry on, and a game master's edits.

use foeman_engine::amend::{Amendment, Edit, Revision};
use foeman_engine::dice::Seed;
use foeman_engine::display::Token;
use foeman_engine::game::{Engine, EngineOf, Game, Viewer};
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use foeman_test_support::{duel, packs};
use proptest::prelude::*;
use ruleset_foeman::Foeman;
use serde_json::{Value, json};

const ENGINE: EngineOf<Foeman> = EngineOf::new();

fn arena(scenario: &str) -> Resolved {
    packs::playable("arena").into_iter().find(|resolved| resolved.scenario.id == scenario).expect("the Arena has it")
}

/// Returns a scenario with one value of a record changed.
fn with(mut resolved: Resolved, (catalog, id): (&str, &str), pointer: &str, value: Value) -> Resolved {
    let record =
        resolved.records.get_mut(catalog).and_then(|records| records.get_mut(id)).expect("the record is there");
    *record.pointer_mut(pointer).expect("the value is there") = value;
    resolved
}

/// A battle of a scenario with this many entries.
fn fought(resolved: &Resolved, seed: u64, entries: usize) -> Box<dyn Game> {
    let mut game = ENGINE.start(resolved, Seed(seed)).expect("it can be played");
    go_on(&mut *game, entries);
    game
}

fn recorded_duel(entries: usize) -> Box<dyn Game> {
    duel::played(&ENGINE, &arena("duel"), entries)
}

fn go_on(game: &mut dyn Game, entries: usize) {
    let player = ENGINE.players()[0].id;
    for _ in 0..10_000 {
        let before = game.entries();
        if before >= entries {
            return;
        }
        game.step(player);
        if game.entries() == before {
            return;
        }
    }
}

/// Returns the lines of a journal's entries.
fn entries(game: &dyn Game) -> Vec<Value> {
    let journal = game.journal();
    let lines: Vec<&str> = journal.lines().collect();
    lines[2..lines.len() - 1].iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn told(game: &dyn Game, entry: usize) -> String {
    let seen = game.seen(Viewer::All);
    let lines: Vec<&str> = seen.lines.iter().filter(|told| told.entry == entry).map(|told| &*told.line.text).collect();
    lines.join("\n")
}

fn token(game: &dyn Game, id: u32) -> Token {
    game.seen(Viewer::All).board.tokens.into_iter().find(|token| token.id == id).expect("it is on the board")
}

fn revised(game: &dyn Game, after: &Resolved) -> Amendment {
    Amendment::Content(Revision::between(&game.content(), after))
}

/// Checks that a journal replays to the same journal and is verified.
fn holds(game: &dyn Game) {
    let journal = game.journal();
    assert_eq!(ENGINE.replay(&journal).expect("it can be replayed").journal(), journal);
    assert_eq!(ENGINE.verify(&journal).expect("the journal is valid").hash, game.hash());
}

/// The duel with a better great axe: 3 more on the highest damage die.
fn sharper() -> Resolved {
    with(arena("duel"), ("items", "great-axe"), "/damage", json!("-0H T+3"))
}

#[test]
fn a_weapon_that_is_better_from_an_entry_on_shows_in_the_next_roll_and_changes_nothing_before() {
    let plain = recorded_duel(duel::ENTRIES);
    // The great axe hits in entry 18, with 5, 3 and 2 as damage dice; it is amended before the attacks are declared
    // again.
    let mut game = plain.branch();
    game.back_to(16);
    let journal = game.journal();
    game.amend(revised(&*game, &sharper())).expect("no decision is in progress");
    assert_eq!(told(&*game, 16), "Amended: great-axe: damage -0H -> -0H T+3");
    go_on(&mut *game, 20);
    let before: Vec<&str> = journal.lines().take(18).collect();
    let amended = game.journal();
    assert_eq!(amended.lines().take(18).collect::<Vec<_>>(), before, "entries before are the same bytes");
    let (old, new) = (entries(&*plain), entries(&*game));
    assert_eq!(new[19]["draws"], old[18]["draws"], "an amendment takes no dice");
    assert!(told(&*plain, 18).contains("3 dice: 5, 3, 2+2"), "{}", told(&*plain, 18));
    let hit = told(&*game, 19);
    assert!(hit.contains("3 dice: 5+3, 3, 2+2") && hit.contains("weapon +3"), "{hit}");
    holds(&*game);
}

#[test]
fn the_same_seed_and_commands_with_other_values_part_at_the_first_roll_that_those_touch() {
    let plain = recorded_duel(duel::ENTRIES);
    let rerun = plain.rerun(&sharper()).expect("it can be played");
    let parting = rerun.parting.expect("the two courses differ");
    assert_eq!((parting.before, parting.after, parting.round), (18, 18, 1));
    assert!(parting.was.contains("3 dice: 5, 3, 2+2"), "{parting:?}");
    assert!(parting.is.contains("3 dice: 5+3, 3, 2+2"), "{parting:?}");
    assert_eq!(entries(&*plain)[..18], entries(&*rerun.game)[..18]);
    holds(&*rerun.game);
    // A weapon that no figure draws changes nothing.
    let idle = with(arena("duel"), ("items", "club"), "/damage", json!("-0H T+3"));
    let rerun = plain.rerun(&idle).expect("it can be played");
    assert_eq!(rerun.parting, None);
    assert_eq!(entries(&*plain), entries(&*rerun.game));
}

#[test]
fn a_command_that_other_values_forbid_ends_the_replay_and_says_why() {
    let plain = recorded_duel(duel::ENTRIES);
    // Very slow orcs cannot reach the hex where Ushka went in round 1.
    let slow = with(arena("duel"), ("figures", "orc"), "/attributes/ma", json!(2));
    let rerun = plain.rerun(&slow).expect("it can be played");
    let parting = rerun.parting.expect("the two courses differ");
    assert_eq!((parting.before, parting.round), (2, 1), "the log gives her MA when she begins to move");
    assert!(rerun.game.entries() < plain.entries());
}

#[test]
fn another_choice_at_an_earlier_decision_keeps_the_dice_and_the_commands_as_far_as_they_are_legal() {
    let plain = recorded_duel(duel::ENTRIES);
    let mut then = plain.branch();
    then.back_to(14);
    let choices = then.seen(Viewer::All).choices;
    let dodge = choices.iter().position(|choice| choice.text.starts_with("Dodge")).expect("dodging was a choice");
    let rerun = plain.rechosen(14, dodge).expect("a player decided in this entry");
    let parting = rerun.parting.expect("the two courses differ");
    assert_eq!((parting.before, parting.after), (14, 14));
    assert_eq!(entries(&*rerun.game)[..14], entries(&*plain)[..14]);
    assert_eq!(entries(&*rerun.game)[15]["draws"], entries(&*plain)[15]["draws"], "the same dice");
    holds(&*rerun.game);
    assert!(plain.rechosen(15, 0).is_none(), "no player decided in entry 15");
}

#[test]
fn what_cannot_be_carried_over_is_refused_with_what_and_where_and_changes_nothing() {
    let mut game = recorded_duel(16);
    let before = game.journal();
    let mut refused = |resolved: &Resolved, parts: &[&str]| {
        let error = game.amend(revised(&*game, resolved)).expect_err("it cannot be carried over");
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        assert_eq!(game.journal(), before);
    };
    let mut gone = arena("duel");
    gone.records.get_mut("scenarios").unwrap().get_mut("duel").unwrap()["sides"][1]["place"] = json!({});
    refused(&gone, &["`red/ushka`", "nobody", "start a new battle"]);
    let small = with(arena("duel"), ("maps", "pit"), "/geometry/size", json!([4, 7]));
    let rows = "wwww\nwwss\nwsss\nwsss\nwsss\nwwss\nwwww\n";
    refused(&with(small, ("maps", "pit"), "/rows", json!(rows)), &["ushka", "outside the map"]);
    let rows = "wwwwwwwww\nwwsssssww\nwsssssssw\nwsswssssw\nwssrrrssw\nwwsssssww\nwwwwwwwww\n";
    let walled = with(arena("duel"), ("maps", "pit"), "/rows", json!(rows));
    refused(&walled, &["passable ground under Ushka Nine-Fingers at 3,3", "move the figure first"]);
    refused(&arena("duel"), &["the new values are the same"]);
}

#[test]
fn a_game_master_moves_heals_wounds_and_takes() {
    let mut game = recorded_duel(20);
    assert_eq!(token(&*game, 0).health, (5, 15), "the great axe has hit Maud");
    game.amend(Amendment::Edit(Edit::Heal { token: 0, points: 4 })).unwrap();
    assert_eq!(token(&*game, 0).health, (9, 15));
    assert_eq!(told(&*game, 20), "The game master heals Maud Tollbar of 4 damage");
    game.amend(Amendment::Edit(Edit::Wound { token: 1, points: 3 })).unwrap();
    assert_eq!(token(&*game, 1).health, (12, 15));
    game.amend(Amendment::Edit(Edit::Move { token: 1, cell: [4, 4], facing: Some(3) })).unwrap();
    assert_eq!((token(&*game, 1).cells[0], token(&*game, 1).facing), ([4, 4], Some(3)));
    let sword = game.belongings(0).into_iter().find(|thing| thing.name == "broadsword").expect("Maud has it");
    game.amend(Amendment::Edit(Edit::Take { token: 0, item: sword.item })).unwrap();
    assert!(game.belongings(0).iter().all(|thing| thing.name != "broadsword"));
    game.amend(Amendment::Edit(Edit::Give { token: 0, item: "great-axe".to_owned() })).unwrap();
    assert!(game.belongings(0).iter().any(|thing| thing.name == "great axe"));
    holds(&*game);
    assert!(game.check().is_none(), "a check cannot repeat the edits of a game master");
    for (edit, why) in [
        (Edit::Move { token: 0, cell: [4, 4], facing: None }, "4,4 is taken"),
        (Edit::Move { token: 0, cell: [99, 0], facing: None }, "expected a hex of the map, found 99,0"),
        (Edit::Wound { token: 9, points: 1 }, "expected a figure of the battle, found number 9"),
        (Edit::Wound { token: 0, points: 0 }, "expected 1 to 9999 points"),
        (Edit::Give { token: 0, item: "moon".to_owned() }, "expected an item of the battle, found `moon`"),
        (Edit::Take { token: 0, item: 4 }, "expected an item of Maud Tollbar"),
        (Edit::Spawn { figure: "orc".to_owned(), side: 7, cell: [1, 1], facing: 0 }, "figure type"),
    ] {
        let before = game.journal();
        let error = game.amend(Amendment::Edit(edit)).expect_err("it is refused");
        assert!(error.contains(why), "{error}");
        assert_eq!(game.journal(), before);
    }
}

#[test]
fn who_is_let_into_the_battle_fights_in_it() {
    let mut game = recorded_duel(20);
    let bears = packs::playable("arena")
        .into_iter()
        .find(|other| other.records.get("figures").is_some_and(|figures| figures.contains_key("wolf")));
    let Some(from) = bears else { panic!("the Arena has wolves in some scenario") };
    let mut wolf = from.clone();
    wolf.records.retain(|catalog, _| catalog == "figures");
    wolf.records.get_mut("figures").unwrap().retain(|id, _| id == "wolf");
    game.amend(Amendment::Content(Revision::adding(&game.content(), &wolf, &RecordKey::new("figures", "wolf"))))
        .unwrap();
    let spawn = Edit::Spawn { figure: "wolf".to_owned(), side: 0, cell: [4, 4], facing: 2 };
    game.amend(Amendment::Edit(spawn)).unwrap();
    let seen = game.seen(Viewer::All);
    let wolf = seen.board.tokens.last().expect("the board has figures");
    assert_eq!((wolf.side, wolf.cells[0], wolf.active), (0, [4, 4], true));
    assert!(told(&*game, 21).starts_with("The game master adds "), "{}", told(&*game, 21));
    let id = wolf.id;
    go_on(&mut *game, 4_000);
    let acted = game.seen(Viewer::All).lines.iter().any(|told| told.entry > 21 && told.line.actor == Some(id));
    assert!(acted, "it does something");
    holds(&*game);
}

#[test]
fn the_ground_of_a_hex_becomes_another_and_holds_whoever_walks() {
    let mut game = recorded_duel(20);
    let before = game.content();
    let wall = packs::playable("arena").into_iter().find_map(|other| {
        let mut other = other;
        other.records.retain(|catalog, _| catalog == "terrains");
        let walls = other.records.get_mut("terrains")?;
        walls.retain(|_, terrain| terrain["blocks-move"] == json!(true));
        let id = walls.keys().next()?.clone();
        walls.retain(|other, _| *other == id);
        Some((id, other))
    });
    let (id, wall) = wall.expect("the Arena has walls");
    let revision =
        Revision::ground(&before, &wall, [4, 4], &RecordKey::new("terrains", &*id)).expect("the cell is on the map");
    game.amend(Amendment::Content(revision)).unwrap();
    let ground = game.seen(Viewer::All).board.ground.expect("there is a map");
    assert_eq!(ground.terrain([4, 4]).map(|terrain| &*terrain.id), Some(&*id));
    assert!(told(&*game, 20).contains("4,4 ") && told(&*game, 20).contains(&format!("-> {id}")));
    let refused = game.amend(Amendment::Edit(Edit::Move { token: 1, cell: [4, 4], facing: None }));
    assert!(refused.expect_err("the hex is impassable").contains("4,4 is impassable"));
    // The ground below a figure cannot be closed, either.
    let at = token(&*game, 1).cells[0];
    let revision = Revision::ground(&game.content(), &wall, at, &RecordKey::new("terrains", &*id))
        .expect("the cell is on the map");
    let error = game.amend(Amendment::Content(revision)).expect_err("a figure is in the hex");
    assert!(error.contains("Ushka Nine-Fingers") && error.contains("move the figure first"), "{error}");
    holds(&*game);
}

#[test]
fn forged_amendments_are_refused_with_line_and_entry() {
    let mut game = recorded_duel(16);
    game.amend(revised(&*game, &sharper())).unwrap();
    game.amend(Amendment::Edit(Edit::Wound { token: 0, points: 2 })).unwrap();
    let journal = game.journal();
    let forged = |entry: usize, change: &dyn Fn(&mut Value)| {
        let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
        let mut value = serde_json::from_str(&lines[entry + 2]).unwrap();
        change(&mut value);
        lines[entry + 2] = value.to_string();
        let text = lines.join("\n") + "\n";
        (ENGINE.replay(&text).err().map(|error| error.to_string()), ENGINE.verify(&text).unwrap_err().to_string())
    };
    let content = "/cause/amended/content/records/items/great-axe";
    let (replay, verify) = forged(16, &|entry| *entry.pointer_mut(content).unwrap() = json!("a broom"));
    for error in [replay.expect("it cannot be replayed"), verify] {
        assert!(error.starts_with("line 19: entry 16: "), "{error}");
    }
    let (replay, verify) = forged(16, &|entry| entry["cause"]["amended"] = json!({"content": {"records": {}}}));
    assert!(verify.contains("entry 16: the new values are the same"), "{verify}");
    assert!(replay.is_none() || replay.is_some_and(|error| error.contains("entry 16")));
    let (replay, verify) =
        forged(17, &|entry| entry["did"][0]["figure"][1] = json!({"mastered": {"wounded": {"physical": -5}}}));
    assert!(replay.expect("it does not fit").starts_with("line 20: entry 17: expected an instruction that fits"));
    assert!(verify.starts_with("line 20: entry 17: expected "), "{verify}");
    let (_, verify) = forged(17, &|entry| entry["cause"]["amended"]["edit"]["token"] = json!(40));
    assert!(verify.contains("entry 17: expected a figure of the battle, found number 40"), "{verify}");
    let long = format!("\u{1b}[31m{}", "x".repeat(100_000));
    let give = json!({"amended": {"edit": {"do": "give", "token": 0, "item": long}}});
    let (_, verify) = forged(17, &|entry| entry["cause"] = give.clone());
    assert!(verify.contains("expected an item of the battle, found `[31mxxx") && verify.len() < 600, "{verify}");
    let (replay, verify) =
        forged(0, &|entry| entry["cause"] = json!({"amended": {"edit": {"do": "heal", "token": 0, "points": 1}}}));
    assert!(replay.expect("the entry cannot be replayed").contains("entry 0: expected the set-up"));
    assert!(verify.contains("entry 0: expected the set-up"), "{verify}");
}

/// A possible amendment between two entries, legal or not.
fn amendment(of: &dyn Game, kind: u8, number: u32) -> Amendment {
    let token = number % 7;
    let cell = [(number / 7 % 12) as i32, (number / 84 % 12) as i32];
    match kind % 6 {
        0 => {
            let mut after = of.content();
            for item in after.records.get_mut("items").into_iter().flatten() {
                if item.1.get("damage").is_some() {
                    item.1["damage"] = json!(format!("-0H T+{}", 1 + number % 3));
                }
            }
            revised(of, &after)
        }
        1 => Amendment::Edit(Edit::Move { token, cell, facing: Some((number % 6) as u8) }),
        2 => Amendment::Edit(Edit::Heal { token, points: 1 + (number % 9) as u16 }),
        3 => Amendment::Edit(Edit::Wound { token, points: 1 + (number % 9) as u16 }),
        4 => Amendment::Edit(Edit::Take { token, item: number % 30 }),
        _ => {
            let mut after = of.content();
            for figure in after.records.get_mut("figures").into_iter().flatten() {
                figure.1["attributes"]["st"] = json!(8 + number % 9);
            }
            revised(of, &after)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn amended_battles_replay_to_the_same_and_can_be_taken_back_and_made_again(
        seed in any::<u64>(),
        scenario in 0..64_usize,
        amendments in prop::collection::vec((1..40_usize, any::<u8>(), any::<u32>()), 1..8),
        back in any::<prop::sample::Index>(),
    ) {
        let scenarios = packs::playable("arena");
        let small: Vec<&Resolved> = scenarios.iter().filter(|one| one.canonical().len() < 60_000).collect();
        let mut game = fought(small[scenario % small.len()], seed, 2);
        for (further, kind, number) in amendments {
            let entries = game.entries() + further;
            go_on(&mut *game, entries);
            let (before, made) = (game.journal(), amendment(&*game, kind, number));
            if game.amend(made).is_err() {
                prop_assert_eq!(&game.journal(), &before);
            }
        }
        let further = game.entries() + 30;
        go_on(&mut *game, further);
        let (journal, seen) = (game.journal(), game.seen(Viewer::All));
        prop_assert_eq!(ENGINE.replay(&journal).expect("it replays").journal(), journal.clone());
        prop_assert_eq!(&ENGINE.verify(&journal).expect("the journal is valid").hash, &game.hash());
        prop_assert_eq!(&ENGINE.replay(&journal).expect("it replays").seen(Viewer::All).lines, &seen.lines);
        game.back_to(1 + back.index(game.entries()));
        while game.ahead() > 0 {
            game.forward();
        }
        prop_assert_eq!(game.journal(), journal);
        prop_assert_eq!(&game.seen(Viewer::All).board, &seen.board);
    }
}
