//! Invariants of every game, for any players and any ground.

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::journal;
use foeman_engine::player::{Greedy, Player, Random, decide};
use foeman_engine::ruleset::{Emit, Ruleset, SideId, Turn};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use ruleset_strategy::content::Category;
use ruleset_strategy::ids::{ClassId, EntityId, SiteId};
use ruleset_strategy::state::{Entity, State};
use ruleset_strategy::{Command, Content, Instruction, Strategy as Rules};
use serde_json::Value;

use crate::battles::{SCENARIOS, asks, battle, broken, strayed};

/// A few cases; `PROPTEST_CASES=3000` runs more.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { usual.cases } else { 16 };
    ProptestConfig { cases, failure_persistence: None, ..usual }
}

fn files() -> impl Strategy<Value = &'static str> {
    select(&SCENARIOS[..])
}

/// Plays up to `most` entries with listed commands chosen by number.
fn walk(
    battle: &mut Battle<Rules>,
    choices: &[u16],
    most: usize,
    mut look: impl FnMut(&Battle<Rules>, u16) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    for &choice in choices.iter().cycle().take(most) {
        if !asks(battle) {
            break;
        }
        look(battle, choice)?;
        let legal = battle.legal();
        // Resigning at once would end the game too early.
        let resigns = |command: &Command| *command == Command::Resign {};
        let count = legal.len() - usize::from(choice % 40 != 0 && legal.last().is_some_and(resigns));
        let command = legal[usize::from(choice) % count].clone();
        battle.issue(command).expect("listed commands are legal");
    }
    Ok(())
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..60)
}

/// Random commands, sensible or not: of own and others' units, on the map and elsewhere.
fn wild(content: &Content, state: &State, numbers: &[Index]) -> Vec<Command> {
    let mut numbers = numbers.iter().cycle();
    let mut below = |count: usize| numbers.next().map_or(0, |index| index.index(count.max(1)));
    let made = state.made() as usize + 2;
    let mut commands = vec![Command::BeginTurn {}, Command::EndTurn {}, Command::Resign {}];
    let own: Vec<EntityId> = state.active_faction().map(|of| state.faction(of).units.to_vec()).unwrap_or_default();
    for round in 0..24 {
        let count = below(4);
        let entities: Vec<EntityId> = (0..count)
            .map(|_| match own.as_slice() {
                [] => EntityId(below(made) as u32),
                own if round % 3 > 0 => own[below(own.len())],
                _ => EntityId(below(made) as u32),
            })
            .collect();
        let target = SiteId(below(content.site_count() + 1) as u32);
        let classes = (0..count).map(|_| ClassId(below(content.classes.len() + 1) as u16)).collect();
        commands.push(match round % 8 {
            0 | 1 => Command::Move { units: entities, target },
            2 | 3 => Command::Attack { units: entities, target },
            4 => Command::Place { entities, target },
            5 => Command::Build { classes },
            6 => Command::Destroy { entities },
            _ => Command::Rename { entities, name: ["", "Bob", "Guard #1"][below(3)].to_owned() },
        });
    }
    commands
}

/// Whether an unlisted command is composed of listed ones: another group of units that could act individually, another
/// number to build, another unit of the same class to place. Names and texts are free.
fn is_variant(state: &State, legal: &[Command], command: &Command) -> bool {
    let each = |list: &[EntityId], of: &dyn Fn(EntityId) -> Command| list.iter().all(|&one| legal.contains(&of(one)));
    match command {
        Command::Rename { .. } | Command::Automate { .. } => true,
        Command::Attack { units, target } => {
            each(units, &|unit| Command::Attack { units: vec![unit], target: *target })
        }
        Command::Move { units, target } => each(units, &|unit| Command::Move { units: vec![unit], target: *target }),
        Command::Destroy { entities } => each(entities, &|entity| Command::Destroy { entities: vec![entity] }),
        Command::Build { classes } => {
            classes.iter().all(|&class| legal.contains(&Command::Build { classes: vec![class] }))
        }
        Command::Place { entities, target } => entities.iter().all(|&entity| {
            let class = state.listed(entity).class;
            legal.iter().any(|listed| match listed {
                Command::Place { entities, target: there } => {
                    there == target && state.listed(entities[0]).class == class
                }
                _ => false,
            })
        }),
        Command::BeginTurn {} | Command::EndTurn {} | Command::Resign {} => false,
    }
}

/// Collects every number below a value.
fn collect<'a>(value: &'a mut Value, numbers: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => numbers.push(value),
        Value::Array(items) => items.iter_mut().for_each(|item| collect(item, numbers)),
        Value::Object(map) => map.values_mut().for_each(|item| collect(item, numbers)),
        _ => {}
    }
}

/// Returns an instruction with one of its numbers changed.
fn forged(instruction: &Instruction, which: usize, number: i64) -> Option<Instruction> {
    let mut value = serde_json::to_value(instruction).expect("it is written to journals");
    let mut numbers = Vec::new();
    collect(&mut value, &mut numbers);
    if numbers.is_empty() {
        return None;
    }
    let which = which % numbers.len();
    *numbers.swap_remove(which) = number.into();
    serde_json::from_value(value).ok()
}

fn holds(content: &Content, state: &State) -> Result<(), TestCaseError> {
    prop_assert_eq!(broken(content, state), Vec::<String>::new());
    prop_assert_eq!(Rules::sides(content, state), Rules::board(content, state).sides);
    let above = |(_, entity): &(EntityId, &Entity)| entity.category(content) != Category::Terrain;
    prop_assert!(state.entities().filter(above).eq(state.entities_on_ground().filter(above)));
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_listed_is_legal_once_and_what_is_legal_is_listed_or_made_of_what_is(
        file in files(), original: bool, seed: u64, choices in choices(), numbers in any::<[Index; 19]>(),
    ) {
        let mut game = battle(file, original, 40, seed);
        walk(&mut game, &choices, 60, |battle, _| {
            let legal = battle.legal();
            prop_assert!(!legal.is_empty());
            for (position, command) in legal.iter().enumerate() {
                prop_assert!(battle.check(command).is_ok(), "listed but refused: {:?}", command);
                prop_assert!(!legal[..position].contains(command), "listed twice: {:?}", command);
            }
            for command in wild(battle.content(), battle.state(), &numbers) {
                if battle.check(&command).is_err() || legal.contains(&command) {
                    continue;
                }
                // The original allows more than it should; its rows cover those cases.
                let is_variant = is_variant(battle.state(), &legal, &command);
                prop_assert!(original || is_variant, "legal and not listed: {:?}", command);
            }
            Ok(())
        })?;
    }

    #[test]
    fn what_always_holds_holds_after_every_instruction_of_whatever_is_commanded(
        file in files(), original: bool, seed: u64, choices in choices(), numbers in any::<[Index; 19]>(),
    ) {
        let mut game = battle(file, original, 40, seed);
        let mut nth = 0;
        for &choice in choices.iter().cycle().take(80) {
            if !asks(&mut game) {
                break;
            }
            nth += 1;
            let mut commands = if nth % 2 == 0 { wild(game.content(), game.state(), &numbers[nth % 19..]) } else { game.legal() };
            commands.retain(|command| game.check(command).is_ok() && *command != Command::Resign {});
            let command = match commands.len() {
                0 => Command::EndTurn {},
                count => commands.swap_remove(usize::from(choice) % count),
            };
            game.issue(command).expect("it was checked");
        }
        let mut state = Rules::empty(game.content());
        holds(game.content(), &state)?;
        for instruction in game.entries().iter().flat_map(|entry| &entry.did) {
            prop_assert!(Rules::fits(game.content(), &state, instruction), "{:?}", instruction);
            let line = Rules::tell(game.content(), &state, instruction);
            prop_assert!(line.is_none_or(|line| !line.text.is_empty() && !line.text.contains("something")));
            Rules::apply(game.content(), &mut state, instruction);
            // Units that the original leaves without an owner, and data that it forgets, are covered by its rows.
            if !original {
                holds(game.content(), &state)?;
            }
        }
        prop_assert_eq!(&state, game.state());
    }

    #[test]
    fn sums_that_are_kept_are_those_worked_out_anew_after_every_instruction(
        file in select(&["modifiers.xml", "supply.xml", "economy.xml", "skirmish.xml"][..]), seed: u64, choices in choices(),
    ) {
        let mut game = battle(file, false, 12, seed);
        walk(&mut game, &choices, 60, |_, _| Ok(()))?;
        let mut state = Rules::empty(game.content());
        prop_assert_eq!(strayed(game.content(), &state), Vec::<String>::new());
        for instruction in game.entries().iter().flat_map(|entry| &entry.did) {
            let changes = !instruction.is_event();
            Rules::apply(game.content(), &mut state, instruction);
            if changes {
                prop_assert_eq!(strayed(game.content(), &state), Vec::<String>::new(), "{:?}", instruction);
            }
        }
    }

    #[test]
    fn the_map_that_is_kept_is_the_one_drawn_anew_after_every_instruction(
        file in files(), original: bool, seed: u64, choices in choices(),
    ) {
        let mut game = battle(file, original, 12, seed);
        walk(&mut game, &choices, 60, |_, _| Ok(()))?;
        let (content, mut state) = (game.content(), Rules::empty(game.content()));
        for instruction in game.entries().iter().flat_map(|entry| &entry.did) {
            let kept = Rules::board(content, &state).ground;
            let mut fresh = state.clone();
            fresh.ground = Default::default();
            prop_assert!(kept == Rules::board(content, &fresh).ground, "before {:?}", instruction);
            Rules::apply(content, &mut state, instruction);
        }
    }

    #[test]
    fn replay_equals_play_and_the_journal_proves_itself(
        file in files(), original: bool, seed: u64, choices in choices(),
    ) {
        let mut game = battle(file, original, 12, seed);
        walk(&mut game, &choices, 120, |_, _| Ok(()))?;
        let text = journal::write(&game);
        let again = journal::replay::<Rules>(&text).unwrap();
        prop_assert_eq!(again.state(), game.state());
        prop_assert_eq!(again.entries(), game.entries());
        prop_assert_eq!(journal::verify::<Rules>(&text).unwrap().hash, journal::hash(&game));
    }

    #[test]
    fn what_fits_of_forged_journals_does_no_harm_and_can_be_played_on(
        file in files(), original: bool, seed: u64, choices in choices(), which in any::<[Index; 13]>(),
        number in prop_oneof![-3_i64..300, Just(65_535), Just(i64::from(i32::MAX)), Just(i64::from(i32::MIN)), Just(i64::MAX)],
    ) {
        let mut game = battle(file, original, 12, seed);
        walk(&mut game, &choices, 60, |_, _| Ok(()))?;
        let content = game.content();
        let mut state = Rules::empty(content);
        let did: Vec<&Instruction> = game.entries().iter().flat_map(|entry| &entry.did).collect();
        for (nth, instruction) in did.iter().enumerate() {
            // A forged instruction, or one from another time.
            let which = which[nth % 13];
            let other = match nth % 3 {
                0 => forged(instruction, which.index(8), number),
                1 => forged(instruction, which.index(8), which.index(300) as i64),
                _ => Some(did[which.index(did.len())].clone()),
            };
            for instruction in other.iter().chain([*instruction]) {
                if Rules::fits(content, &state, instruction) {
                    let _ = Rules::tell(content, &state, instruction);
                    Rules::apply(content, &mut state, instruction);
                    if !original {
                        prop_assert_eq!(broken(content, &state), Vec::<String>::new(), "{:?}", instruction);
                    }
                }
            }
        }
        let board = Rules::board(content, &state);
        let explained = Rules::capabilities().explained.expect("the strategy explains its values");
        board.tokens.iter().for_each(|token| drop(explained(content, &state, token.id)));
        for entry in 0..40 {
            let mut commands = Vec::new();
            match Rules::turn(content, &state) {
                Turn::Over(_) => break,
                Turn::Auto => {
                    let mut out = Emit::<Rules>::new(content, &mut state, Seed(seed), entry);
                    Rules::advance(content, &mut out);
                    continue;
                }
                Turn::Ask { .. } => Rules::legal(content, &state, &mut commands),
            }
            let command = commands.swap_remove(which[entry as usize % 13].index(commands.len()));
            let _ = Rules::choice(content, &state, &command);
            prop_assert!(Rules::check(content, &state, &command).is_ok());
            let mut out = Emit::<Rules>::new(content, &mut state, Seed(seed), entry);
            Rules::plan(content, &command, &mut out);
        }
    }

    #[test]
    fn a_refused_command_changes_nothing(file in files(), seed: u64, choices in choices(), numbers in any::<[Index; 19]>()) {
        let mut game = battle(file, false, 12, seed);
        walk(&mut game, &choices, 30, |_, _| Ok(()))?;
        if asks(&mut game) {
            let before = (game.state().clone(), game.entries().len());
            for command in wild(game.content(), game.state(), &numbers) {
                if game.check(&command).is_err() {
                    prop_assert!(game.issue(command).is_err());
                }
            }
            prop_assert_eq!((game.state().clone(), game.entries().len()), before);
        }
    }

    #[test]
    fn what_is_good_for_one_of_two_is_as_bad_for_the_other(seed: u64, choices in choices()) {
        let mut game = battle("war.xml", false, 12, seed);
        walk(&mut game, &choices, 60, |battle, _| {
            let [first, second] = [SideId(0), SideId(1)].map(|side| Rules::value(battle.content(), battle.state(), side));
            prop_assert_eq!(first, -second);
            Ok(())
        })?;
    }
}

/// Plays to the end and returns the game.
fn played(file: &str, original: bool, turns: u16, players: &mut [Box<dyn Player<Rules>>]) -> Battle<Rules> {
    let mut game = battle(file, original, turns, 7);
    while asks(&mut game) {
        let Turn::Ask { side, .. } = game.turn() else { break };
        let player = &mut players[usize::from(side.0)];
        let command = decide(&game, player.as_mut()).expect("a side must decide");
        game.issue(command.clone()).unwrap_or_else(|refusal| panic!("{file}: {command:?}: {}", refusal.message));
        assert!(game.entries().len() < 40_000, "{file} does not end");
    }
    game
}

#[test]
fn all_players_finish_games_of_all_sorts() {
    let listed: Vec<&str> = Rules::capabilities().players.iter().map(|player| player.info().id.name()).collect();
    assert!(listed.starts_with(&["seeker"]) && listed.contains(&"greedy") && listed.contains(&"random"), "{listed:?}");
    let seeker = &Rules::capabilities().players[0];
    for file in SCENARIOS {
        for original in [false, true] {
            let players: Vec<Box<dyn Player<Rules>>> = (0..6).map(|_| seeker.fresh()).collect();
            ends(file, original, 10, players);
        }
        // The other players try or list all options, which is slow: two turns show that they terminate.
        let greedy = || -> Box<dyn Player<Rules>> { Box::new(Greedy { nodes: 12 }) };
        ends(file, false, 2, (0..6).map(|_| greedy()).collect());
        ends(file, false, 2, (0..6).map(|_| -> Box<dyn Player<Rules>> { Box::new(Random) }).collect());
    }
}

#[test]
fn what_seeker_keeps_between_its_decisions_changes_none_of_them() {
    for original in [false, true] {
        let seeker = &Rules::capabilities().players[0];
        let kept = played("war.xml", original, 6, &mut [seeker.fresh(), seeker.fresh()]);
        let mut forgetful = battle("war.xml", original, 6, 7);
        while asks(&mut forgetful) {
            let command = decide(&forgetful, &mut *seeker.fresh()).expect("a side must decide");
            forgetful.issue(command).expect("it is legal");
        }
        assert_eq!(kept.entries(), forgetful.entries());
    }
}

fn ends(file: &str, original: bool, turns: u16, mut players: Vec<Box<dyn Player<Rules>>>) {
    let game = played(file, original, turns, &mut players);
    let Turn::Over(outcome) = game.turn() else { panic!("{file} has not ended") };
    assert!(outcome.winners.len() <= 1, "{file}: {outcome:?}");
}

#[test]
fn a_greedy_player_with_a_tiny_budget_and_a_random_one_play_the_same_each_time() {
    let hash = || {
        let mut players: Vec<Box<dyn Player<Rules>>> = vec![Box::new(Greedy { nodes: 6 }), Box::new(Random)];
        journal::hash(&played("skirmish.xml", false, 4, &mut players))
    };
    assert_eq!(hash(), hash());
}
