//! Compares our computer players with Seeker.

use foeman_engine::battle::{Battle, Cause};
use foeman_engine::dice::Seed;
use foeman_engine::journal;
use foeman_engine::player::{Player, decide, find};
use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use ruleset_strategy::ids::SiteId;
use ruleset_strategy::players::{Options, plan};
use ruleset_strategy::{Command, Strategy};
use serde_json::{Value, json};

use crate::battles;
use crate::decisions::{MAN, RED, content, field};

/// Balanced scenarios decided by units; each is played from both sides.
const FIELDS: [&str; 3] = ["skirmish.xml", "war.xml", "triad.xml"];

fn player(id: &str) -> Box<dyn Player<Strategy>> {
    let id = find::<Strategy>(id).unwrap();
    Strategy::capabilities().players.iter().find(|player| player.info().id == id).expect("it is listed").fresh()
}

/// Plays a game in which one player has one side, and another player all others.
fn played(file: &str, seed: u64, side: SideId, [one, others]: [&str; 2]) -> Battle<Strategy> {
    let mut game = Battle::<Strategy>::new(&battles::scenario(file, false, 60), Seed(seed)).unwrap();
    let sides = game.content().factions.len() as u8;
    let mut players: Vec<_> = (0..sides).map(|at| player(if SideId(at) == side { one } else { others })).collect();
    while battles::asks(&mut game) {
        let Turn::Ask { side, .. } = game.turn() else { break };
        let command = decide(&game, players[usize::from(side.0)].as_mut()).expect("a side must decide");
        game.issue(command).expect("players choose legal commands");
    }
    game
}

/// Plays a game of Seeker on both sides; the first side has these computer options.
fn sought(file: &str, said: Value, seed: u64) -> Battle<Strategy> {
    let mut resolved = battles::scenario(file, false, 12);
    let scenarios = resolved.records.get_mut("scenarios").and_then(|all| all.values_mut().next());
    scenarios.expect("the file has a scenario")["sides"][0]["computer"] = said;
    let mut game = Battle::<Strategy>::new(&resolved, Seed(seed)).unwrap();
    let mut players: Vec<_> = game.content().factions.iter().map(|_| player("seeker")).collect();
    while battles::asks(&mut game) {
        let Turn::Ask { side, .. } = game.turn() else { break };
        let command = decide(&game, players[usize::from(side.0)].as_mut()).expect("a side must decide");
        game.issue(command).expect("players choose legal commands");
    }
    game
}

fn commands(game: &Battle<Strategy>) -> Vec<Command> {
    let entries = game.entries().iter();
    let commanded = entries.filter_map(|entry| match &entry.cause {
        Cause::Command(command) => Some(command.clone()),
        _ => None,
    });
    commanded.collect()
}

#[test]
fn seeker_plays_as_its_side_says() {
    let usual = |file| commands(&sought(file, json!({}), 7));
    for (file, said) in [
        ("war.xml", json!({ "target-limit": 1 })),
        ("economy.xml", json!({ "random-build": true })),
        ("economy.xml", json!({ "random-place": true })),
    ] {
        let game = || sought(file, said.clone(), 7);
        assert_ne!(commands(&game()), usual(file), "{file}, {said}");
        assert_eq!(journal::hash(&game()), journal::hash(&game()), "{file}, {said}: the same dice, the same game");
    }
    let said = json!({ "target-limit": 8, "random-build": false, "random-place": false });
    assert_eq!(commands(&sought("economy.xml", said, 7)), usual("economy.xml"), "these options are the defaults");
}

#[test]
fn seeker_does_what_is_planned_with_the_options_of_its_side() {
    for limit in [1, 2, 8] {
        let game = sought("war.xml", json!({ "target-limit": limit }), 7);
        let begun = game.state_after(0).expect("the game has begun");
        let options = Options { target_limit: limit, ..Options::default() };
        let planned = plan(game.content(), &begun, RED, options, Box::new(|_| 0)).commands;
        let first = planned.iter().map(|of| &of.command).find(|command| **command != Command::BeginTurn {});
        assert!(first.is_some() && commands(&game).iter().find(|of| **of != Command::BeginTurn {}) == first, "{limit}");
    }
}

/// The number of games; `FOEMAN_RUNS=200` plays the number stated in the claim.
fn runs() -> u64 {
    std::env::var("FOEMAN_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(18)
}

#[test]
fn the_commander_beats_seeker_in_more_than_sixty_of_a_hundred_mirrored_games() {
    let runs = runs();
    let mut won = 0;
    for run in 0..runs {
        // The same dice from both sides.
        let file = FIELDS[(run / 2) as usize % FIELDS.len()];
        let side = SideId((run % 2) as u8);
        let game = played(file, 1_000 + run / 2, side, ["commander", "seeker"]);
        let Turn::Over(outcome) = game.turn() else { panic!("{file} has not ended") };
        won += u64::from(outcome.is_won_by(side));
    }
    assert!(won * 100 >= runs * 60, "{won} of {runs} won");
}

#[test]
fn the_commander_decides_the_same_each_time_and_from_what_it_sees_alone() {
    let hash = || journal::hash(&played("war.xml", 5, SideId(0), ["commander", "commander"]));
    assert_eq!(hash(), hash());
    let game = played("war.xml", 5, SideId(0), ["commander", "commander"]);
    let mut again = game.clone();
    let half = game.entries().len() / 2;
    let is_command = |at: &usize| matches!(game.entries()[*at].cause, Cause::Command(_));
    again.back_to((half..game.entries().len()).find(is_command).expect("a player decides in the second half"));
    let command = decide(&again, player("commander").as_mut()).unwrap();
    assert_eq!(game.entries()[again.entries().len()].cause, Cause::Command(command));
}

#[test]
fn the_commander_attacks_with_as_many_as_leave_nobody_to_strike_back_where_it_can() {
    let game = played("war.xml", 3, SideId(0), ["commander", "seeker"]);
    let mut state = Strategy::empty(game.content());
    let (mut attacks, mut sound) = (0, 0);
    for entry in game.entries() {
        let own = state.active_faction().is_some_and(|faction| faction.0 == 0);
        if let (Cause::Command(Command::Attack { units, target }), true) = (&entry.cause, own) {
            attacks += 1;
            let foes = state.site(*target).units().len();
            assert!(units.len() <= foes, "no unit attacks unnecessarily");
            sound += usize::from(units.len() == foes);
        }
        entry.did.iter().for_each(|instruction| Strategy::apply(game.content(), &mut state, instruction));
    }
    assert!(attacks > 3 && sound * 2 > attacks, "{sound} of {attacks}");
}

#[test]
fn the_last_guard_of_a_worthy_site_stays_where_others_would_take_it() {
    // A man alone at home in the second site, a giant next to him in the third, and the first site is unowned.
    let man = MAN.replace("<unit ", r#"<unit capture="true" "#);
    let giant = |captures: bool| {
        format!(
            r#"<unit id="giant" capture="{captures}"><imageStack id="i" /><resource id="food">10</resource><strengthResource id="food" /></unit>"#
        )
    };
    let areas = r#"<area unitOwner="red"><bounds left="1" top="0" /><unit id="man" /></area>
<area unitOwner="blue"><bounds left="2" top="0" /><unit id="giant" /></area>"#;
    for (captures, stays) in [(true, true), (false, false)] {
        let text = field(&(man.clone() + &giant(captures)), "", "", areas)
            .replace(r#"<homeSite x="0""#, r#"<homeSite x="1""#)
            .replace(r#"<bounds left="0" top="0" width="2" />"#, r#"<bounds left="1" top="0" />"#)
            .replace(r#"id="grass" background"#, r#"id="grass" valuation="0.5" background"#);
        for original in [false, true] {
            let content = content(&text, original);
            let state = Strategy::empty(&content);
            let planned = plan(&content, &state, RED, Options::default(), Box::new(|_| 0));
            let first = planned
                .commands
                .iter()
                .map(|planned| &planned.command)
                .find(|command| matches!(command, Command::Move { .. } | Command::Attack { .. }));
            let moves = matches!(first, Some(Command::Move { target: SiteId(0), .. }));
            assert_eq!(!moves, stays, "{:?}", planned.commands);
        }
    }
}

#[test]
fn a_random_player_plays_on_and_gives_nothing_of_its_own_away() {
    for seed in 0..3 {
        let game = played("skirmish.xml", seed, SideId(0), ["random", "random"]);
        let count = |wanted: fn(&Command) -> bool| {
            let causes = game.entries().iter().map(|entry| &entry.cause);
            causes.filter(|cause| matches!(cause, Cause::Command(command) if wanted(command))).count()
        };
        assert_eq!(count(|command| matches!(command, Command::Resign {} | Command::Destroy { .. })), 0);
        let moves = count(|command| matches!(command, Command::Move { .. }));
        let turns = count(|command| matches!(command, Command::EndTurn {}));
        assert!(moves > 20 && turns > 4, "seed {seed}: {moves} moves in {turns} turns");
    }
}
