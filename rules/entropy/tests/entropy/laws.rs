//! Invariants of every duel, for any combination of duellists.

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::game::Viewer;
use foeman_engine::journal;
use foeman_engine::player::{Greedy, Player, Random, decide, find};
use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use proptest::prelude::*;
use proptest::sample::Index;
use ruleset_entropy::content::Part;
use ruleset_entropy::formulas::{self, Thresholds};
use ruleset_entropy::instruction::Why;
use ruleset_entropy::milli::Milli;
use ruleset_entropy::state::State;
use ruleset_entropy::{Command, Content, Entropy, Instruction};
use serde_json::Value;

use super::{m, pack};

const COMMANDS: [Command; 3] = [Command::Strike, Command::Raise, Command::Lower];

/// A duel of random duellists of the shipped pack, with random gear.
fn duel(picks: [Index; 6], options: &str, seed: u64) -> Battle<Entropy> {
    let pack = pack();
    let pick = |catalog: &str, index: Index| {
        let ids: Vec<&str> = pack.ids(catalog).collect();
        ids[index.index(ids.len())].to_owned()
    };
    let duellist = |name: &str, [body, weapon, armour]: [Index; 3]| {
        let [body, weapon, armour] = [pick("bodies", body), pick("weapons", weapon), pick("armours", armour)];
        format!("- {{name: {name}, color: '#b03a2e', body: {body}, weapon: {weapon}, armour: {armour}}}")
    };
    let [first, second] =
        [duellist("Vex", [picks[0], picks[1], picks[2]]), duellist("Orm", [picks[3], picks[4], picks[5]])];
    let duel = format!(
        "duels:\n  any:\n    title: Any\n    rounds: 40\n    options: {{damage: {options}}}\n    duellists:\n      {first}\n      {second}\n"
    );
    let files = pack.files().map(|file| (pack.path(file).to_owned(), pack.text(file).to_owned()));
    let draft = Draft::from_texts(files.chain([("any.yaml".to_owned(), duel)]), pack.dialects());
    let resolved = resolve(&draft, "any").unwrap_or_else(|findings| panic!("{findings:?}"));
    Battle::new(&resolved, Seed(seed)).unwrap()
}

fn picks() -> impl Strategy<Value = [Index; 6]> {
    any::<[Index; 6]>()
}

fn options() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("plain"), Just("banded")]
}

/// Plays to the end; calls `look` with the state before and after every instruction.
fn play(
    battle: &mut Battle<Entropy>,
    player: &mut dyn Player<Entropy>,
    mut look: impl FnMut(&Content, &State, &Instruction, &State) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut state = Entropy::empty(battle.content());
    let mut seen = 0;
    while !matches!(battle.turn(), Turn::Over(_)) {
        match decide(battle, player) {
            Some(command) => battle.issue(command).unwrap(),
            None => battle.advance(),
        }
        for entry in &battle.entries()[seen..] {
            for instruction in &entry.did {
                let before = state.clone();
                Entropy::apply(battle.content(), &mut state, instruction);
                look(battle.content(), &before, instruction, &state)?;
            }
        }
        seen = battle.entries().len();
    }
    Ok(())
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

proptest! {
    #[test]
    fn regeneration_comes_nearer_and_never_passes_the_natural_level(
        level in 0i64..=250_000, natural in 0i64..=250_000, regeneration in 0i64..=250_000,
    ) {
        let after = formulas::regenerated(m(level), m(natural), m(regeneration));
        let (low, high) = (level.min(natural), level.max(natural));
        prop_assert!(m(low) <= after && after <= m(high));
        prop_assert_eq!((after - m(level)).size(), m(regeneration.min(high - low)));
    }

    #[test]
    fn what_an_object_does_not_hold_goes_on_and_nothing_else(
        change in -300_000i64..=300_000, lower in 0i64..=100_000, up in 0i64..=100_000, at in 0i64..=100_000,
    ) {
        let room = Thresholds { lower: m(lower), upper: m(lower + up) };
        let level = m(lower + at.min(up));
        let (taken, over) = formulas::pour(m(change), level, room);
        prop_assert_eq!(taken + over, m(change));
        prop_assert!(room.lower <= level + taken && level + taken <= room.upper);
        let threshold = if change > 0 { room.upper } else { room.lower };
        let past = (level + m(change)).0.clamp(lower, lower + up) != (level + m(change)).0;
        prop_assert_eq!(over != Milli::ZERO, past, "overflow happens exactly past a threshold");
        prop_assert!(over == Milli::ZERO || level + taken == threshold);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_leaves_one_object_arrives_at_the_next_or_kills(picks in picks(), options in options(), seed: u64) {
        let mut battle = duel(picks, options, seed);
        // The remaining change of each side's flow, and the overflow out of its last object.
        let mut open = [Milli::ZERO; 2];
        play(&mut battle, &mut Random, |content, before, instruction, after| {
            match *instruction {
                Instruction::Flow { side, change, .. } => open[usize::from(side.0)] = change,
                Instruction::Level { side, part, to, why: Why::Flow } => {
                    let rest = &mut open[usize::from(side.0)];
                    *rest = *rest - (to - before.standing(side).level(part));
                }
                Instruction::Overflow { side, part, amount } => {
                    prop_assert_eq!(amount, open[usize::from(side.0)], "all the rest flows on");
                    let vessel = content.fighter(side).vessel(part).unwrap();
                    let bound = if amount > Milli::ZERO { vessel.thresholds.upper } else { vessel.thresholds.lower };
                    prop_assert_eq!(after.standing(side).level(part), bound, "only at a threshold");
                    if part == Part::Body {
                        open[usize::from(side.0)] = Milli::ZERO;
                    }
                }
                Instruction::Damage { .. } | Instruction::Acted { .. } => {
                    prop_assert_eq!(open, [Milli::ZERO; 2], "nothing gets lost");
                }
                _ => {}
            }
            Ok(())
        })?;
    }

    #[test]
    fn levels_stay_within_thresholds_and_bands_follow_the_level(picks in picks(), seed: u64) {
        let mut battle = duel(picks, "plain", seed);
        play(&mut battle, &mut Random, |content, _, instruction, after| {
            for side in [SideId(0), SideId(1)] {
                let (fighter, standing) = (content.fighter(side), after.standing(side));
                for part in [Part::Weapon, Part::Armour, Part::Body] {
                    let Some(vessel) = fighter.vessel(part) else { continue };
                    let level = standing.level(part);
                    prop_assert!(vessel.thresholds.lower <= level && level <= vessel.thresholds.upper);
                }
                let bands = formulas::bands(standing.body, fighter.body.natural);
                let shifting = matches!(instruction, Instruction::Level { part: Part::Body, .. });
                prop_assert!(shifting || bands == standing.bands, "{:?}", instruction);
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_command_is_listed_exactly_when_check_accepts_it(picks in picks(), seed: u64) {
        let mut battle = duel(picks, "plain", seed);
        while !matches!(battle.turn(), Turn::Over(_)) {
            let legal = battle.legal();
            for command in COMMANDS {
                prop_assert_eq!(legal.contains(&command), battle.check(&command).is_ok(), "{:?}", command);
            }
            match decide(&battle, &mut Random) {
                Some(command) => battle.issue(command).unwrap(),
                None => battle.advance(),
            }
        }
    }

    #[test]
    fn replay_equals_play_and_the_journal_proves_itself(picks in picks(), options in options(), seed: u64) {
        let mut battle = duel(picks, options, seed);
        play(&mut battle, &mut Greedy::default(), |_, _, _, _| Ok(()))?;
        let text = journal::write(&battle);
        let replayed = journal::replay::<Entropy>(&text).unwrap();
        prop_assert_eq!(replayed.state(), battle.state());
        prop_assert_eq!(journal::write(&replayed), text.clone());
        prop_assert_eq!(journal::verify::<Entropy>(&text).unwrap().hash, journal::hash(&battle));
    }

    #[test]
    fn a_journal_with_a_changed_number_is_refused_or_played_but_never_panics(
        picks in picks(), seed: u64, line in any::<Index>(), which in any::<Index>(),
        number in prop_oneof![-3i64..300, Just(1_000_000), Just(i64::MAX), Just(i64::MIN)],
    ) {
        let mut battle = duel(picks, "plain", seed);
        play(&mut battle, &mut Random, |_, _, _, _| Ok(()))?;
        let text = journal::write(&battle);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let line = 2 + line.index(lines.len() - 3);
        let mut entry: Value = serde_json::from_str(&lines[line]).unwrap();
        let mut numbers = Vec::new();
        collect(&mut entry["did"], &mut numbers);
        if !numbers.is_empty() {
            *numbers.swap_remove(which.index(numbers.len())) = Value::from(number);
        }
        lines[line] = entry.to_string();
        if let Ok(mut game) = SHIPPED.engine("entropy").unwrap().replay(&lines.join("\n")) {
            for _ in 0..20 {
                game.step(find::<Entropy>("greedy").unwrap());
            }
            prop_assert_eq!(game.seen(Viewer::All).board.sides.len(), 2);
        }
        let _ = journal::verify::<Entropy>(&lines.join("\n"));
    }

    #[test]
    fn what_is_good_for_one_is_as_bad_for_the_other(picks in picks(), seed: u64) {
        let mut battle = duel(picks, "plain", seed);
        play(&mut battle, &mut Random, |content, _, _, after| {
            let [first, second] = [SideId(0), SideId(1)].map(|side| Entropy::value(content, after, side));
            prop_assert_eq!(first, -second);
            Ok(())
        })?;
    }
}
