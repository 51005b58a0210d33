//! Invariants of every battle with effects, whatever the effects and their users.

use foeman_engine::journal;
use foeman_engine::ruleset::{Ruleset, Turn};
use proptest::prelude::*;
use proptest::sample::select;
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, ItemId, SpellId, TalentId};
use ruleset_foeman::instruction::{FigureEvent, Instruction, MagicEvent};
use ruleset_foeman::state::Action;
use serde_json::{Value, json};

use crate::ground::Plain;
use crate::laws::{command_space, each_state, play_at_random};

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn with_any_effects_what_is_listed_is_what_is_legal(plain in bewitched(), seed in any::<u64>()) {
        let battle = plain.battle(seed);
        each_state(battle, seed, 80, |battle| {
            let legal = battle.legal();
            prop_assert_eq!(matches!(battle.turn(), Turn::Ask { .. }), !legal.is_empty());
            let space = magic_space(battle.state().figures.len() as u16, battle.content().land.field.geometry.cell_count());
            let hexes = |cell: usize| {
                let geometry = &battle.content().land.field.geometry;
                Command::Place { hex: geometry.hex(geometry.cell_at(cell)) }
            };
            let places = (0..battle.content().land.field.geometry.cell_count()).map(hexes);
            for command in space.into_iter().chain(places) {
                let listed = legal.iter().filter(|other| **other == command).count();
                prop_assert_eq!(listed, usize::from(battle.check(&command).is_ok()), "{:?}", command);
            }
            for command in &legal {
                prop_assert!(battle.check(command).is_ok(), "{:?}", command);
            }
            Ok(())
        })?;
    }

    #[test]
    fn with_any_effects_battles_replay_and_end(plain in bewitched(), seed in any::<u64>()) {
        let mut battle = plain.battle(seed);
        play_at_random(&mut battle, seed, usize::MAX);
        prop_assert!(matches!(battle.turn(), Turn::Over(_)));
        let again = journal::replay::<Foeman>(&journal::write(&battle)).expect("a written journal can be read");
        prop_assert_eq!(again.state(), battle.state());
        let mut state = Foeman::empty(battle.content());
        for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
            prop_assert!(Foeman::fits(battle.content(), &state, instruction), "{:?}", instruction);
            // Describing an instruction must never fail.
            let _ = Foeman::tell(battle.content(), &state, instruction);
            match instruction {
                Instruction::Figure(_, FigureEvent::Harmed(harm)) => {
                    prop_assert!(harm.physical >= 0 && harm.exhaustion >= 0);
                }
                Instruction::Figure(_, FigureEvent::Magic(MagicEvent::Suffers(harm))) => {
                    prop_assert!(harm.physical >= 0 && harm.exhaustion >= 0, "protection never heals");
                    let stopped: i32 = harm.guards.iter().map(|guard| guard.stopped).sum();
                    prop_assert!(harm.physical + harm.exhaustion + stopped <= harm.points);
                }
                _ => {}
            }
            Foeman::apply(battle.content(), &mut state, instruction);
            for figure in &state.figures {
                prop_assert!(figure.physical >= 0 && figure.exhaustion >= 0);
            }
        }
        prop_assert_eq!(&state, battle.state());
    }
}

/// Commands of magic, legal or not.
pub(crate) fn magic_space(figures: u16, _: usize) -> Vec<Command> {
    let targets: Vec<Option<FigureId>> =
        std::iter::once(None).chain((0..figures).map(|id| Some(FigureId(id)))).collect();
    let mut space = vec![Command::KeepUp, Command::LetGo];
    for spell in (0..2).map(SpellId) {
        for &target in &targets {
            space.extend([1, 3, 9].map(|dice| Command::Act { action: Action::Cast { spell, target, dice } }));
        }
        space.extend((0..8).map(|began| Command::Act { action: Action::Recast { spell, began } }));
    }
    space.extend((0..4).map(|item| Command::Act { action: Action::Use { item: ItemId(item), dice: 3 } }));
    space.extend((0..1).map(|talent| Command::Act { action: Action::Exert { talent: TalentId(talent), dice: 3 } }));
    space.extend(command_space(2, 4));
    space
}

/// A battle of two wizards on ground, with items, talents and spells that have any effects.
pub(crate) fn bewitched() -> impl Strategy<Value = Plain> {
    let effects = || prop::collection::vec(effect(), 1..4);
    let target = select(vec!["figure", "caster", "ally", "foe", "hex"]);
    let kind = select(vec!["missile", "thrown", "control", "affliction"]);
    ((effects(), effects(), target.clone(), target), (effects(), effects(), effects(), effects()), kind).prop_map(
        |((first, second, at, on), (things, learnt, own, ground), kind)| {
            let spell = |effects: Vec<Value>, target: &str, kind: &str| {
                json!({"title": "Spell", "iq": 5, "kind": kind, "cost": 2, "renewal": 1, "target": target, "effects": effects})
            };
            let talent = json!({"title": "Knack", "iq": 5, "effects": learnt});
            let charm = json!({"title": "Charm", "class": "gen", "carry": "acu", "effects": things});
            let wizard = json!({"title": "Wizard", "kind": "wizard",
                "attributes": {"st": 20, "dx": 13, "iq": 12, "ma": 8}, "effects": own});
            let gear = [("sword", "first-hand"), ("charm", "belt")];
            Plain::new()
                .with("/spells", json!({"one": spell(first, at, kind), "two": spell(second, on, "creation")}))
                .with("/talents", json!({"knack": talent}))
                .with("/items/charm", charm)
                .with("/figures/wizard", wizard)
                .with("/figures/fire", json!({"title": "Fire", "kind": "feature", "posture": "lying",
                    "attributes": {"st": 8, "dx": 1, "iq": 1, "ma": 0},
                    "effects": [{"kind": "damage", "dice": "1D", "when": "enter", "who": "occupants"}]}))
                .with("/figures/block", json!({"title": "Block", "kind": "feature",
                    "attributes": {"st": 30, "dx": 1, "iq": 1, "ma": 0}}))
                .with("/terrains/mud/effects", ground)
                .with("/maps/plain/rows", "gggmmgggg\n".repeat(9))
                .with("/scenarios/fight/rounds", 7)
                .figure(0, "red", "wizard", ([4, 6], 0), &gear)
                .figure(1, "blue", "wizard", ([4, 3], 3), &gear)
                .with("/rosters/red/figures/f1/spells", json!(["one", "two"]))
                .with("/rosters/blue/figures/f1/spells", json!(["one", "two"]))
                .with("/rosters/red/figures/f1/talents", json!(["knack"]))
        },
    )
}

/// Any effect: its kind, and a part of the scope.
pub(crate) fn effect() -> impl Strategy<Value = Value> {
    (deed(), prop::collection::vec(scope(), 0..4)).prop_map(|(deed, scope)| {
        let mut effect = deed;
        for (key, value) in scope {
            effect[key] = value;
        }
        effect
    })
}

fn deed() -> impl Strategy<Value = Value> {
    let amount = select(vec!["1", "-2", "1D", "2D-1", "own.iq/4", "target.st/3 - 1", "9999"]);
    let quantities =
        "st dx iq ma initiative to-hit damage dice-limit protection hide range resist casting-cost sight size";
    let quantity = select(quantities.split(' ').collect::<Vec<_>>());
    let statuses = "unbalanced clinched entangled stunned blinded invisible silenced slowed hasted flying";
    let status = select(statuses.split(' ').collect::<Vec<_>>());
    let number = select(vec!["1", "3", "own.iq/4"]);
    prop_oneof![
        4 => (quantity, amount.clone()).prop_map(|(what, by)| json!({"kind": "modify", "what": what, "by": by})),
        2 => (amount.clone(), select(vec!["physical", "exhaustion"]), select(vec!["99999", "19009", "90113"]))
            .prop_map(|(dice, of, bypass)| json!({"kind": "damage", "dice": dice, "of": of, "bypass": bypass})),
        1 => (amount, select(vec!["physical", "exhaustion"]))
            .prop_map(|(dice, of)| json!({"kind": "heal", "dice": dice, "of": of})),
        1 => select(vec!["lying", "kneeling", "standing"]).prop_map(|to| json!({"kind": "posture", "to": to})),
        3 => status.clone().prop_map(|add| json!({"kind": "status", "add": add})),
        1 => status.prop_map(|remove| json!({"kind": "status", "remove": remove})),
        2 => (number.clone(), select(vec!["push", "pull", "teleport"]))
            .prop_map(|(hexes, how)| json!({"kind": "move", "hexes": hexes, "how": how})),
        2 => (number, select(vec!["fire", "block", "beast"]))
            .prop_map(|(hexes, figure)| json!({"kind": "create", "figure": figure, "hexes": hexes})),
        1 => Just(json!({"kind": "control"})),
        1 => select(vec!["strike", "use", "move", "defend"]).prop_map(|option| json!({"kind": "forbid", "option": option})),
        1 => Just(json!({"kind": "grant", "talent": "knack"})),
        1 => Just(json!({"kind": "forbid", "talent": "knack"})),
        1 => select(vec!["modify", "create", "control", "status", "damage"])
            .prop_map(|ends| json!({"kind": "dispel", "ends": ends})),
    ]
}

fn scope() -> impl Strategy<Value = (&'static str, Value)> {
    let of = |words: &'static str| select(words.split(' ').collect::<Vec<_>>()).prop_map(|word| json!(word));
    prop_oneof![
        of("apply round-start enter leave hit hit-by expire").prop_map(|when| ("when", when)),
        of("target self allies foes occupants").prop_map(|who| ("who", who)),
        of("always ready engaged unengaged adjacent-ally standing prone defending aimed charging loaded")
            .prop_map(|state| ("while", state)),
        of("add max min once").prop_map(|stack| ("stack", stack)),
        of("1 2 spell encounter").prop_map(|rounds| ("rounds", rounds)),
        of("3D:st 4D:iq 2D:dx").prop_map(|resist| ("resist", resist)),
        (1u8..4).prop_map(|within| ("within", json!(within))),
        of("creature wizard").prop_map(|against| ("against", against)),
        Just(("range", json!([0, 4]))),
        Just(("in-terrain", json!("mud"))),
    ]
}
